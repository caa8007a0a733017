"""A worker of `nonocsp.many.work.pool`: it runs calls until its pipe closes."""

from __future__ import annotations

import os
import pickle
import sys
import threading
from queue import SimpleQueue
from typing import Any

from ...core import plugin_registry as plugins


def main(sources: list[str]) -> None:
    """Load files of plugins, then read calls from standard input, write outcomes to what was
    standard output."""
    # What a call prints goes where errors go, not between the outcomes.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    calls: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(calls,), daemon=True).start()

    def send(kind: str, value: Any) -> None:
        message = pickle.dumps((kind, value), -1)
        try:
            out.write(message)
            out.flush()
        except OSError:  # the parent has closed the pipe
            os._exit(0)

    for source in sources:
        plugins.restore(source)
    send("ready", None)
    while True:
        call = calls.get()
        try:
            if isinstance(call, Exception):
                raise call
            function, args, kwargs, reports = call
            if reports:
                kwargs["progress"] = lambda value: send("progress", value)
            send("result", function(*args, **kwargs))
        except Exception as error:
            send("error", _portable(error))


def _listen(calls: SimpleQueue[Any]) -> None:
    """Take calls as they come; end the process, also in the middle of a call, with the parent."""
    while True:
        try:
            calls.put(pickle.load(sys.stdin.buffer))
        except EOFError:
            os._exit(0)
        except Exception as error:  # a function that cannot be imported here
            calls.put(error)


def _portable(error: Exception) -> Exception:
    """The error itself if it survives pickling, else its text."""
    try:
        pickle.loads(pickle.dumps(error))
        return error
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")

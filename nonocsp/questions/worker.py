"""The other side of `workers`: an interpreter that answers calls until its pipe closes."""

from __future__ import annotations

import os
import pickle
import sys
import threading
from queue import SimpleQueue
from typing import Any


def main() -> None:
    """Read calls from standard input, write outcomes to what was standard output."""
    # Whatever a call prints goes where errors go, not between the outcomes.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    calls: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(calls,), daemon=True).start()
    pickle.dump("ready", answers)
    answers.flush()
    while True:
        answers.write(_outcome(calls.get()))
        answers.flush()


def _listen(calls: SimpleQueue[Any]) -> None:
    """Take calls as they come; end the process, whatever it is doing, when the parent is gone."""
    while True:
        try:
            calls.put(pickle.load(sys.stdin.buffer))
        except EOFError:
            os._exit(0)
        except Exception as error:  # a function that cannot be imported here
            calls.put(error)


def _outcome(call: Any) -> bytes:
    """What a call returned, or what it raised, pickled."""
    try:
        if isinstance(call, Exception):
            raise call
        function, args, kwargs = call
        return pickle.dumps((False, function(*args, **kwargs)), -1)
    except Exception as error:
        return pickle.dumps((True, _portable(error)), -1)


def _portable(error: Exception) -> Exception:
    """The error itself if it survives pickling, else what it says."""
    try:
        pickle.loads(pickle.dumps(error))
        return error
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")

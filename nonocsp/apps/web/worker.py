"""One worker: a process that answers questions, a JSON line each, until its input ends.

When the input ends it stops at once, even in the middle of a question: then the server is gone.

Each answer is a few lines: any number of ``{"progress": …}`` and then one ``{"result": …}`` or
``{"error": …}``. The process knows nothing of HTTP and opens no file.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import Any

from ...common.errors import NonocspError
from ...common.limits import LimitReached


def main() -> None:
    """Answer until standard input ends."""
    # Whatever else might print must not end up among the answers.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)
        _bound_memory()
        _serve(out)


def _serve(out: Any) -> None:
    from .questions import QUESTIONS

    def say(kind: str, value: Any) -> None:
        out.write(json.dumps({kind: value}) + "\n")
        out.flush()

    asked_for: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            asked_for.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    say("ready", os.getpid())
    while True:
        asked = json.loads(asked_for.get())
        try:
            ask = QUESTIONS[asked["question"]].ask
            say("result", ask(asked["data"], lambda value: say("progress", value)))
        except LimitReached as reached:
            say("error", {"kind": "limit", "message": f"stopped: the limit on {reached.limit}"})
        except NonocspError as error:
            say("error", {"kind": "input", "message": str(error)})
        except (MemoryError, RecursionError):
            say("error", {"kind": "limit", "message": "stopped: out of memory"})


def _bound_memory(most: int = 4 << 30) -> None:
    """No worker may take the machine's memory, whatever it is asked."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, OSError, ValueError):  # not on this system
        pass


if __name__ == "__main__":
    main()

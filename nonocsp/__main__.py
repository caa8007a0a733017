"""The program ``nonocsp``, also as ``python -m nonocsp``: the command line, safe against Ctrl-C.

Loading the command line takes some time. Ctrl-C ends the program at once then, as there
is nothing to keep; it is for the command while it runs; and it comes too late when the answer is
complete.
"""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn


def _leave(*_: Any) -> NoReturn:
    """End the program without a traceback, even within an import."""
    os.write(2, b"nonocsp: interrupted\n")
    os._exit(130)


try:
    import signal
except KeyboardInterrupt:
    _leave()


def main() -> int:
    """Run the command of the process; returns its exit code."""
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    try:
        if is_usual:
            signal.signal(signal.SIGINT, _leave)
        from .apps.cli import main as run

        if is_usual:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = run()
        if is_usual:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        # Python would end the process by SIGINT, instead of with the exit code, if the last string
        # that it ran as code was interrupted: dataclasses are made so. Now the last one was not.
        exec("")
    except KeyboardInterrupt:
        _leave()
    return code


if __name__ == "__main__":
    sys.exit(main())

"""The command line: each command is a few lines over the table of questions or a public function.

Solutions go to standard output as they are found; messages go to standard error, one line each.
Exit codes: 0 done, 1 no solution, 2 bad input or usage, 3 a limit stopped it, 130 interrupted.

Each module holds one command or a few related ones. It registers their arguments at once, and
imports what a command needs only when it runs: most rooms take longer to load than to use.
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

from ...common.errors import NonocspError
from ...common.limits import LimitReached
from . import batch, bench, convert, explain, generate, interactive, render, solve
from .common import BAD_INPUT, DONE, INTERRUPTED, LIMIT, say, stopped_by


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    _prepare_streams()
    try:
        parser = _parser()
        chosen, surplus = parser.parse_known_args(arguments)
        if surplus:  # argparse itself would refer to the help of the whole program
            parser.prog += f" {chosen.command}"
            parser.error(f"unrecognized arguments: {' '.join(surplus)}")
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = _show_warning
            code: int = chosen.run(chosen)
        sys.stdout.flush()
        return code
    except LimitReached as reached:
        return stopped_by(reached.limit, reached.detail, "the answer is unknown")
    except NonocspError as error:
        return say(f"error: {error}", BAD_INPUT)
    except BrokenPipeError:
        # The reader has left. Python would report it again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return say(f"error: {where}{error.strerror or error}", BAD_INPUT)
    except KeyboardInterrupt:
        return say("interrupted", INTERRUPTED)
    except MemoryError:
        return say("stopped: out of memory", LIMIT)


def _prepare_streams() -> None:
    """Tolerate standard streams that are closed or cannot encode a character."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115  # open until the end
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    say(f"warning: {message}", DONE)


class _Parser(argparse.ArgumentParser):
    """Usage errors in one line, like all other errors."""

    def error(self, message: str) -> NoReturn:
        sys.exit(say(f"error: {message}; see {self.prog} --help", BAD_INPUT))


class _ShowVersion(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from ... import __version__

        print("nonocsp", __version__)
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="nonocsp",
        description="Solve, enumerate and count nonograms, black-and-white and coloured.",
        epilog="exit codes: 0 done, 1 no solution, 2 bad input or usage, 3 a limit stopped it, "
        "130 interrupted",
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in (solve, explain, convert, render, generate, batch, bench, interactive):
        module.register(commands)
    return parser

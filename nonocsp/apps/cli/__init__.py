"""The command line: each command is a few lines over the table of questions or a public function.

Answers go to standard output as they are found; messages go to standard error, one line each.
Exit codes: 0 done, 1 no solution, 2 bad input or usage, 3 not proven, 130 interrupted.

`command` declares commands and the arguments that they share, `parser` makes the parser of them,
`job` calls a command for each puzzle; `reading`, `output` and `messages` are its ways in and out,
`progress` and `progress_line` show what takes long.
Each other module holds one command or a few related ones. It is imported when one of them is asked
for, and imports what they need only when they run: most rooms take longer to load than to use.
"""

from __future__ import annotations

import _thread
import argparse
import contextlib
import os
import signal
import sys
import threading
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, TextIO

from ...core import LimitReached, NonocspError, plugin_registry as plugins
from .command import Command
from .messages import BAD_INPUT, DONE, INTERRUPTED, LIMIT, say, stopped_by, worst
from .parser import DEFAULT, parse
from .progress import watched

#: The module of every command, under the headings of the help.
_GROUPS = {
    "solve": {
        "solve": "solve",
        "count": "solve",
        "estimate": "solve",
        "sample": "solve",
        "check": "solve",
    },
    "understand": {
        "hint": "explain",
        "explain": "explain",
        "rate": "explain",
        "diagnose": "explain",
        "watch": "watch",
    },
    "make": {
        "generate": "generate",
        "repair": "repair",
    },
    "files": {
        "convert": "convert",
        "render": "render",
        "formats": "convert",
    },
    "many": {
        "batch": "batch",
        "audit": "audit",
        "dataset": "dataset",
        "grade": "grade",
    },
    "research": {
        "bench": "bench",
        "features": "explain",
        "verify": "verify",
    },
    "play": {
        "play": "interactive",
        "shell": "interactive",
        "serve": "interactive",
        "build-page": "interactive",
    },
    "help": {
        "help": "about",
        "completion": "about",
        "about": "version",
    },
}
_MODULES = {name: module for group in _GROUPS.values() for name, module in group.items()}


class _Commands(Mapping[str, Command]):
    """Every command by name, imported when it is asked for."""

    groups: Mapping[str, Collection[str]] = _GROUPS
    """The names under each heading of the help."""

    def __getitem__(self, name: str) -> Command:
        if name not in _MODULES and name.isidentifier():
            from .questions import command_of

            return command_of(name)
        module = import_module(f".{_MODULES[name]}", __name__)
        found = (each for each in vars(module).values() if isinstance(each, Command))
        return next(command for command in found if command.name == name)

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


COMMANDS = _Commands()


def main(arguments: Sequence[str] | None = None, commands: Mapping[str, Command] = COMMANDS) -> int:
    """Run one of some commands; returns its exit code."""
    _prepare_streams()
    signals: list[int] = []
    try:
        with _interrupts_kept():
            code = _answer(arguments, commands, signals)
    finally:
        _is_given_up(sys.stderr)
    # By the convention of shells for a process that a signal has ended.
    return 128 + signals[0] if signals and code == INTERRUPTED else code


def _answer(
    arguments: Sequence[str] | None, commands: Mapping[str, Command], signals: list[int]
) -> int:
    """Run one command; every end that can be foreseen has a message and an exit code."""
    try:
        words = sys.argv[1:] if arguments is None else list(arguments)
        try:
            code = _run(parse(words or _wordless(), commands), signals)
        except SystemExit:  # after the help and the version
            sys.stdout.flush()
            raise
        sys.stdout.flush()
        return code
    except LimitReached as reached:
        return stopped_by(reached.limit, reached.detail, "the answer is unknown")
    except NonocspError as error:
        return say(f"error: {error}", BAD_INPUT)
    except BrokenPipeError:
        _is_given_up(sys.stdout)  # the reader has left
        return DONE
    except OSError as error:
        return say(f"error: {_place(error)}{error.strerror or error}", BAD_INPUT)
    except KeyboardInterrupt:
        return say("interrupted", INTERRUPTED)
    except MemoryError:
        return say("stopped: out of memory", LIMIT)
    except RuntimeError as error:
        # Python has this error for what is raised while a class is made, in an import.
        if not isinstance(error.__cause__, KeyboardInterrupt):
            return _fault(error)
        return say("interrupted", INTERRUPTED)
    except Exception as error:
        return _fault(error)


def _wordless() -> list[str]:
    """What a line without words means: solve what standard input holds, or greet."""
    stream = sys.stdin
    with contextlib.suppress(OSError):  # it cannot be read, as that of `nohup`
        if stream is not None and not stream.isatty():
            from ...files.formats.source import interruptible

            with watched(DEFAULT), interruptible():
                if stream.buffer.peek(1):  # type: ignore[union-attr]
                    return [DEFAULT]
    return ["help", "--short"]


def _fault(error: Exception) -> int:
    """Report a fault of a plugin in one line, and one of ours with all that is known of it.

    Python would end with exit code 1, which means that there is no solution.
    """
    import traceback

    if at := plugins.blamed(error):
        return say(f"error: {at}: {type(error).__name__}: {error}", BAD_INPUT)
    traceback.print_exception(error)
    return say("error: a bug in nonocsp; `nonocsp about` prints what a report needs", BAD_INPUT)


def _place(error: OSError) -> str:
    """Where an error of the system occurred; nothing more is written to a full standard output."""
    is_stdout = _is_given_up(sys.stdout) and not error.filename
    name = "standard output" if is_stdout else error.filename
    return f"{name}: " if name else ""


def _is_given_up(stream: TextIO) -> bool:
    """Whether a stream cannot be written any more. Then nothing more is.

    Python would fail again when it flushes at exit, with exit code 120.
    """
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return True
    return False


def _run(chosen: argparse.Namespace, signals: list[int]) -> int:
    """Run the command that was parsed, with its plugins, and with warnings as messages."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)  # of no use to people
        chosen.is_unsure = False
        warnings.showwarning = partial(_show_warning, chosen)
        for source in getattr(chosen, "plugin", ()):
            plugins.load_file(source)
        code: int
        if hasattr(chosen, "log"):
            with watched(chosen.command, chosen.log), _terminable(signals):
                code = chosen.run(chosen)
        else:  # interactive, with signals and a screen of its own, or done at once
            code = chosen.run(chosen)
    return worst([code, LIMIT]) if chosen.is_unsure else code


@contextlib.contextmanager
def _interrupts_kept() -> Iterator[None]:
    """Raise an interrupt again that Python drops.

    It drops what is raised in a callback, of which its imports have many. The interrupt comes back
    from a thread, because in the callback it would be dropped once more.
    """

    def again(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is KeyboardInterrupt:
            threading.Timer(0.01, after_it).start()
        else:
            report(lost)

    def after_it() -> None:
        frame = sys._current_frames().get(threading.main_thread().ident or 0)
        while frame is not None and frame.f_code is not again.__code__:
            frame = frame.f_back
        if frame is None:
            _thread.interrupt_main()
        else:  # on a busy machine it is still in the hook, which would drop it
            threading.Timer(0.01, after_it).start()

    report, sys.unraisablehook = sys.unraisablehook, again
    try:
        yield
    finally:
        sys.unraisablehook = report


@contextlib.contextmanager
def _terminable(signals: list[int]) -> Iterator[None]:
    """Let a request to end (SIGTERM, the end of the terminal) keep what Ctrl-C keeps.

    The signals that come are added to the list.
    """

    def end(number: int, _: object) -> None:
        signals.append(number)
        raise KeyboardInterrupt

    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP, and nohup ignores it
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _prepare_streams() -> None:
    """Tolerate standard streams that cannot encode a character, and messages that nobody reads.

    What is written to a closed standard output fails as on a full device.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            mode = os.O_RDONLY if name == "stdout" else os.O_WRONLY
            setattr(sys, name, open(os.open(os.devnull, mode), "w"))  # noqa: SIM115  # until the end
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _show_warning(chosen: argparse.Namespace, message: Warning | str, *_: Any, **__: Any) -> None:
    from ...people.opening import UnsureWarning

    chosen.is_unsure |= isinstance(message, UnsureWarning)
    say(f"warning: {message}")

"""The shell on standard input and output: a terminal, or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ...core import state_folder
from ...files.formats.source import interruptible
from .session import Session

_GREETING = "Type a nonogram line by line. help lists the commands, undo undoes the last entry."


def run(path: str | None = None, seconds: float = 60.0) -> None:
    """Hold a session on standard input and output until it ends.

    Args:
        path: a file with a puzzle to begin with.
        seconds: the time limit of each question.

    Ctrl-C stops the running command, or clears the line; Ctrl-D, or the end of a pipe, leaves.
    """
    session = Session(_print, seconds)
    interactive = sys.stdin is not None and sys.stdin.isatty()
    if interactive:
        _print(_GREETING)
    if path is not None:
        _protected(session, f"open {_quoted(path)}")
    read = _reader(session) if interactive else _pipe()
    while not session.ended:
        try:
            line = read(session.prompt)
        except KeyboardInterrupt:
            _print("")
            continue
        except EOFError:
            break
        _protected(session, line)


def _protected(session: Session, line: str) -> None:
    try:
        session.answer(line)
    except KeyboardInterrupt:
        _print("interrupted")


def _print(text: str) -> None:
    print(text, flush=True)


def _quoted(path: str) -> str:
    return "'" + path.replace("'", "'\"'\"'") + "'"


def _pipe() -> Callable[[str], str]:
    lines: Iterator[str] = iter(sys.stdin or ())

    def read(prompt: str) -> str:
        for line in lines:
            return line.rstrip("\r\n")
        raise EOFError

    return read


def _reader(session: Session) -> Callable[[str], str]:
    """Lines with history and completion where prompt_toolkit is installed, else plain lines."""
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.history import FileHistory, InMemoryHistory
    except ImportError:
        return interruptible()(input)
    path = _history_file()
    history: Any = FileHistory(str(path)) if path else InMemoryHistory()
    completer = WordCompleter(session.words, sentence=True)
    prompt: Any = PromptSession(history=history, completer=completer, complete_while_typing=False)

    def read(text: str) -> str:
        line: str = prompt.prompt(text)
        return line

    return read


def _history_file() -> Path | None:
    """The file with the lines of earlier sessions; None where it cannot be written."""
    folder = state_folder()
    if folder is None:
        return None
    path = folder / "shell-history"
    try:
        with open(path, "a"):
            pass
    except OSError:
        return None
    return path

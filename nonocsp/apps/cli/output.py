"""Where answers go: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Collection, Iterable
from typing import IO, TYPE_CHECKING, Any

from ...core import FormatError, atomic_write

if TYPE_CHECKING:
    from ...files.render.terminal import Terminal, When


class Output:
    """Text on standard output or in a file, the answers of several puzzles with their labels."""

    def __init__(self, path: str | None, *, is_heading: bool = False) -> None:
        """``is_heading``: labels are lines of their own, for answers of several lines."""
        self._path, self._is_heading = path, is_heading
        self._label = ""
        self._is_discarded = self._is_part = False
        self._stream: IO[str] | None = None
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Output:
        return self

    def __exit__(self, *exception: Any) -> None:
        self._stack.__exit__(*exception)

    def screen(self, when: When = "auto") -> Terminal:
        """How drawings are written: in a file as plain text, unless colours are always wanted."""
        from ...files.render.terminal import Terminal

        is_file = self._path is not None and when == "auto"
        return Terminal.of(sys.stdout, when="never" if is_file else when)

    @property
    def kept(self) -> str:
        """For messages about an early end: whether there is a file."""
        if self._path is None:
            return ""
        return "; nothing is written" if self._stream is None else f"; written to {self._path}"

    def discard(self, *, only_part: bool = False) -> None:
        """Leave the file as it was, whatever was written and follows: the work was not completed.

        ``only_part``: only if the answer under this label has begun.
        """
        if self._path is not None and (self._is_part or not only_part):
            self._is_discarded, self._stream = True, None
            self._stack.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)

    def begin(self, label: str) -> None:
        """The text that follows belongs to this label."""
        self._label, self._is_part = label, False

    def write(self, text: str) -> None:
        """Write text, which is visible at once."""
        self._is_part = True
        if self._is_discarded:
            return
        # A file is opened with the first text, so that work that was stopped before it found
        # anything leaves an older file alone.
        is_first = self._stream is None
        if self._stream is None:
            is_file = self._path is not None
            # Not before the file is there: Ctrl-C may come in between.
            self._stream = (
                self._stack.enter_context(atomic_write(str(self._path))) if is_file else sys.stdout
            )
        if self._label and self._is_heading:
            self._stream.write("\n" * (not is_first) + f"{self._label}:\n")
        elif self._label:
            self._stream.write(f"{self._label}: ")
        self._label = ""
        self._stream.write(text)
        self._stream.flush()


def drawn(what: Any, screen: Terminal, **look: Any) -> str:
    """A drawing as text for a screen; black and white in its own colours."""
    from ...files.render import text

    return text(what, **screen._asdict(), **{"theme": "auto", **look})


def checked_suffix(
    path: str, suffixes: Collection[str], advice: str = "", *, required: bool = False
) -> str:
    """The suffix of an output file in lower case, which may be missing unless it is required.

    Raises:
        FormatError: it is not one of these; the advice names another command.
    """
    suffix = os.path.splitext(path)[1].lower().rstrip(".")
    if suffix not in suffixes and (suffix or required):
        expected = f"expected a name in {', '.join(suffixes)}"
        expected += "" if required else " or without a suffix"
        raise FormatError(expected + f"; {advice}" * bool(advice), file=path)
    return suffix


def refuse_unwritable(path: str | None, inputs: Iterable[str] = ()) -> None:
    """Check before any work that the output can be written and is none of the inputs."""
    if path is None:
        return
    folder = os.path.dirname(os.path.abspath(path))
    if not path or os.path.isdir(path):
        raise FormatError("expected a file name for the output", file=path or "--output")
    if not os.path.isdir(folder):
        raise FormatError(f"cannot be written: there is no folder {folder}", file=path)
    for file in inputs:
        if os.path.exists(path) and os.path.exists(file) and os.path.samefile(path, file):
            raise FormatError("is an input; choose another name for the output", file=path)

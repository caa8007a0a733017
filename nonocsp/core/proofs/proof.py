"""The text of a proof: held compressed after `prove`, or read from a file or from lines."""

from __future__ import annotations

import gzip
import io
import os
import tempfile
import threading
import weakref
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any, TypeAlias, cast

from ..base.arguments import checked
from ..base.display import Displayable
from ..base.errors import FormatError, OptionError
from ..base.files import append, write_lines
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from ..options.limits import Stats
from ..solver.solving import Verdict

#: Compressed bytes of a proof that stay in memory; more go to a file.
_IN_MEMORY = 1 << 18

#: Bytes that are read at a time.
_PIECE = 2**16

#: Held where two threads might write to the same file.
_turn = threading.Lock()


@dataclass(frozen=True, slots=True)
class Proof(Displayable):
    """A proof of a verdict, from `prove`. Its text is held compressed: in memory, or if that takes
    more than 256 KiB in a temporary file, which disappears with the object.
    """

    puzzle: Puzzle
    """The puzzle that it is about."""
    verdict: Verdict
    """The verdict that it proves: `Verdict.UNIQUE`, `Verdict.NONE` or `Verdict.MULTIPLE`."""
    claim: str
    """The same; or ``"count N"``, from ``every``: there are N solutions."""
    count: int | None
    """With ``every``: the number of solutions."""
    pictures: tuple[Picture, ...]
    """The solutions in it: all, or two of several; none if branches count them."""
    steps: int
    """The number of its nogoods and branches."""
    size: int
    """Bytes of its text."""
    givens: int
    """Cells that it takes as given, from ``grid``; `verify` accepts them with
    ``given=True``."""
    stats: Stats = field(compare=False)
    """The counted work of the search."""
    _text: Text = field(repr=False, compare=False)

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self.lines())

    def lines(self) -> Iterator[str]:
        """The lines of the text, without their ends."""
        with self._text.open() as file:
            yield from lines_of(file)

    @checked
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the proof to a file, compressed if the name ends in ``.gz``.

        Raises:
            OSError: the file cannot be written.
        """
        write_lines(path, self.lines())


class Text:
    """Bytes: a few in memory, many in a temporary file. It is open only while something is written
    or read, and is removed with the object or at the end of the program."""

    def __init__(self, content: bytes = b"") -> None:
        self._memory, self._path = bytearray(), ""
        self.write(content)

    def __reduce__(self) -> tuple[Any, ...]:
        with self.open() as file:
            return Text, (file.read(),)

    def write(self, data: bytes) -> None:
        self._memory += data
        if len(self._memory) > _IN_MEMORY:
            self._spill()

    def open(self) -> IO[bytes]:
        """Everything so far, to be read from its beginning, beside others who read it."""
        if not self._path:
            return io.BytesIO(self._memory)
        self._spill()
        return open(self._path, "rb")

    def _spill(self) -> None:
        if not self._path:
            handle, self._path = tempfile.mkstemp(prefix="nonocsp-")
            os.close(handle)
            weakref.finalize(self, _remove, self._path, os.getpid())
        with _turn:
            if self._memory:
                with open(self._path, "ab", buffering=0) as file:
                    append(file, self._memory)
                self._memory.clear()


def _remove(path: str, process: int) -> None:
    """Remove a file, unless this process is a copy of the one that made it."""
    if os.getpid() == process:
        with suppress(OSError):
            os.unlink(path)


#: What is read as a proof.
Source: TypeAlias = Proof | str | os.PathLike[str] | IO[bytes] | Iterable[str]


def lines_of(proof: Source) -> Iterator[str]:
    """The lines of a proof without their ends.

    Raises:
        FormatError: the file cannot be read.
    """
    rest = b""
    for piece in pieces(proof):
        *lines, rest = (rest + piece).split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in lines)
    if rest:
        yield rest.decode("utf-8", "replace")


def pieces(proof: Source) -> Iterator[bytes]:
    """The text of a proof, piece by piece.

    Raises:
        OptionError: it is none.
        FormatError: the file cannot be read.
    """
    if isinstance(proof, Proof):
        with proof._text.open() as file:
            yield from _unpacked(file, "")
    elif isinstance(proof, (str, os.PathLike)):
        name = os.fsdecode(proof)
        try:
            file = open(proof, "rb")  # noqa: SIM115 - it is closed below
        except (OSError, ValueError) as error:  # a ValueError for NUL in the name
            why = getattr(error, "strerror", None) or error
            raise FormatError(f"cannot be opened: {why}", file=name) from None
        with file:
            yield from _unpacked(file, name)
    elif isinstance(proof, io.IOBase):
        yield from _unpacked(cast(IO[bytes], proof), "")
    else:
        for line in cast(Iterable[str], proof if isinstance(proof, Iterable) else [proof]):
            if not isinstance(line, str):
                raise OptionError(
                    f"proof must be a Proof, a file or lines, not {type(proof).__name__}"
                )
            yield line.encode("utf-8", "surrogateescape") + b"\n"


def _unpacked(file: IO[bytes], name: str) -> Iterator[bytes]:
    is_packed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    opened = gzip.GzipFile(fileobj=file) if is_packed else file
    try:
        while piece := opened.read(_PIECE):
            yield piece
    except (EOFError, OSError, zlib.error) as error:
        raise FormatError(f"damaged: {error}", file=name or None) from None

"""From a file to its content: standard input, compression, text encodings, and bounds on them."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ...core import FormatError
from ..foreign.foreign import foreign

#: Longest content that is read, in bytes: far above any puzzle, far below all memory.
MAX_BYTES = 1 << 24

_BINARY = "expected text, but this is a binary file"
#: The kinds of files that phones save, in the container of HEIC, which is also that of AVIF.
_HEIF = {b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"}

#: What is the address of a puzzle where a file's name is expected.
_ADDRESS = (
    r"(?ai)https?://|[\w.-]+/p(?:\.html)?\?|nonogram/\d+/\d+/|[^\s#]*#([^\s#]*&)?(rules|image)="
)

#: What is no name of a file but a text: several lines, JSON or XML, numbers with signs between,
#: rows that are drawn, or an id of Simon Tatham's.
_TEXT = (
    r"[^\n]*\n|\s*[{\[<]|\d[\d\s]*[;,| ][\d\s;,|/?*]*\Z"
    r"|[._]*#[#._]*\Z|\d+(?:[xX]\d+)?:[\d.]*/[\d./]*(?:,[a-zA-Z]*)?\Z"
)

#: What looks like the short code of a puzzle, unless it looks like a word.
_CODE_LIKE = r"(?a)(?!(?:[A-Z]+|[A-Z][a-z]+)\Z)[RLB][\w-]{5,}\Z"

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")

#: What no file of text holds: those, and halves of characters.
UNREADABLE = r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C end a wait for standard input whenever it comes.

    Python looks for signals before it asks the system to read. One that comes in between, or to
    another thread, would be seen only after the read: an alarm twice a second makes it look again.
    """
    is_main = threading.current_thread() is threading.main_thread()
    has_alarms = is_main and hasattr(signal, "setitimer")
    if not has_alarms or signal.getsignal(signal.SIGALRM) != signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def read_bytes(
    path: str | os.PathLike[str], name: str, advice: str = "pipe it into the command"
) -> bytes:
    """All bytes of a file, unpacked if they are compressed; ``-`` is standard input.

    An address or a code is its own content, as it holds the puzzle: nothing is fetched.

    Args:
        path: the file.
        name: its name in messages.
        advice: what to do with a puzzle that stands in place of a name.

    Raises:
        FormatError: it cannot be opened, is damaged or too large.
    """
    if isinstance(path, str) and holds_puzzle(path):
        return path.encode(errors="surrogateescape")
    if path == "":
        raise FormatError("expected the name of a file, not an empty text")
    try:
        if path == "-":
            if sys.stdin is None:
                raise FormatError("cannot be read: it is closed", file=name)
            with interruptible():
                data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
        if data[:2] == b"\x1f\x8b":
            import gzip

            with (
                foreign("the compressed data is damaged", name),
                gzip.GzipFile(fileobj=io.BytesIO(data)) as unpacked,
            ):
                data = unpacked.read(MAX_BYTES + 1)
    except FormatError:
        raise
    except ValueError as error:  # a NUL character in the name
        raise FormatError(f"cannot be opened: {error}", file=name) from None
    except OSError as error:
        if re.match(_TEXT, os.fsdecode(path)):
            problem = f"expected the name of a file, not a puzzle; {advice}"
            raise FormatError(problem, text=os.fsdecode(path)) from None
        if isinstance(error, FileNotFoundError) and re.match(_CODE_LIKE, os.fsdecode(path)):
            raise FormatError("neither a file nor a whole code of a puzzle", file=name) from None
        raise FormatError(f"cannot be opened: {error.strerror}", file=name) from None
    if len(data) > MAX_BYTES:
        advice = "`nonocsp batch` takes larger ones that have a puzzle a line"
        raise FormatError(f"the file is larger than {MAX_BYTES >> 20} MiB; {advice}", file=name)
    return data


def holds_puzzle(path: str) -> bool:
    """Whether what stands in place of a file's name is the address or the short code of a puzzle.

    A file of this name has precedence. What looks like a word is a name: some are codes by chance.

    >>> holds_puzzle("RnP5_n"), holds_puzzle("Rows"), holds_puzzle("Black")
    (True, False, False)
    """
    if os.path.exists(path) or re.fullmatch("[A-Z][a-z]+", path):
        return False
    from .codes.davidje13 import is_code  # loaded only for what is not a file

    return bool(re.match(_ADDRESS, path)) or is_code(path)


class Source(NamedTuple):
    """A content in both its forms, for formats of bytes and for formats of text."""

    data: bytes
    text: str | None
    """The text with one kind of line end and no byte order mark; None when it is not text."""
    fault: FormatError | None = None
    """Why it is not text."""
    assumption: str | None = None
    """What was assumed to read it as text."""

    @classmethod
    def of(cls, content: str | bytes) -> Source:
        """The forms of a content, which is decoded here and nowhere else."""
        assumption = None
        # Lone surrogates come from names and arguments that are not UTF-8.
        data = content if isinstance(content, bytes) else content.encode(errors="surrogatepass")
        try:
            if isinstance(content, bytes):
                content, assumption = _decoded(content)
            return cls(data, _tidied(content), None, assumption)
        except FormatError as fault:
            return cls(data, None, fault)

    def needed_text(self) -> str:
        """The text.

        Raises:
            FormatError: it is not text.
        """
        if self.text is None:
            raise self.fault or FormatError(_BINARY)
        return self.text


def photograph(data: bytes) -> str | None:
    """What to do with the file of a camera, which is not a puzzle yet; None for other files.

    >>> photograph(bytes.fromhex("ffd8ffe0"))
    'a photograph (JPEG): `nonocsp.read_photo` reads a puzzle in it, `generate --image` makes one'
    """
    if data[:3] == b"\xff\xd8\xff":
        advice = "`nonocsp.read_photo` reads a puzzle in it, `generate --image` makes one"
        return f"a photograph (JPEG): {advice}"
    if is_heif(data):
        advice = "`nonocsp.read_photo` reads a puzzle in it, with pillow_heif"
        return f"a photograph (HEIC): {advice}; `generate --image` takes one saved as JPEG"
    return None


def is_heif(data: bytes) -> bool:
    """Whether a content begins as the photographs of phones do."""
    return data[4:8] == b"ftyp" and data[8:12] in _HEIF


def _decoded(data: bytes) -> tuple[str, str | None]:
    """The text that bytes are, and the assumption that was made to read it."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16"), None
        except UnicodeDecodeError:
            raise FormatError(_BINARY) from None
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        if b"\0" in data:
            raise FormatError(_BINARY) from None
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        return data.decode("latin-1"), f"line {line}: {byte}, so it was read as Latin-1"


def _tidied(text: str) -> str:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise FormatError("the text is empty")
    if control := _CONTROL.search(text):
        line = text.count("\n", 0, control.start()) + 1
        if "\0" in text or 10 * len(_CONTROL.findall(text)) > len(text):
            raise FormatError(_BINARY, line=line)
        raise FormatError(f"expected text, not the byte 0x{ord(control[0]):02x}", line=line)
    return text

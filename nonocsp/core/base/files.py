"""Atomic writing of files, and the folder for saved state."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import IO, TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from pathlib import Path


@contextmanager
def atomic_write(path: str | os.PathLike[str], *, binary: bool = False) -> Iterator[IO[Any]]:
    """A file that takes the place of ``path`` when the block ends without an exception.

    Until then the old file, if any, stays as it was; after an exception nothing is left behind.
    It is a file of text unless ``binary``.
    A path that is not a regular file (a terminal, a pipe, ``/dev/null``) is written directly.

    Raises:
        OSError: the file cannot be written.
    """
    target = os.path.realpath(os.fsdecode(path))
    how: dict[str, Any] = (
        {"mode": "wb"} if binary else {"mode": "w", "encoding": "utf-8", "newline": "\n"}
    )
    if os.path.exists(target) and not os.path.isfile(target):
        with _named(path), open(target, **how) as file:
            yield file
        return
    # The name is known before the file is there, so that no interrupt leaves one behind.
    temporary = os.path.join(os.path.dirname(target), f".nonocsp-{os.urandom(8).hex()}")
    how["mode"] = how["mode"].replace("w", "x")
    try:
        with _named(path, temporary), open(temporary, opener=_private, **how) as file:
            yield file
        os.chmod(temporary, _mode(target))
        os.replace(temporary, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _private(path: str, flags: int) -> int:
    """Open a file that nobody else reads until it is complete."""
    return os.open(path, flags, 0o600)


@contextmanager
def _named(path: str | os.PathLike[str], temporary: str | None = None) -> Iterator[None]:
    """Where opening or writing fails, the error names the file, not its stand-in."""
    try:
        yield
    except OSError as error:
        if error.filename in (None, temporary) and error.errno is not None:
            raise OSError(error.errno, error.strerror, os.fsdecode(path)) from None
        raise


def append(file: BinaryIO, content: bytes | bytearray) -> int | None:
    """Append to an unbuffered file, whole or not at all.

    Args:
        file: opened by ``open(path, "ab", buffering=0)``.

    Returns:
        Where the content begins; None if the file is a pipe or a device.

    Raises:
        OSError: it cannot be written, with the name of the file; what it held is there.
    """
    end = file.seek(0, os.SEEK_END) if is_regular(file) else None
    rest = memoryview(content)
    try:
        while rest:
            # Of a full disk the system may take a part now, and says why not all next time.
            written = file.write(rest)
            if not written:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            rest = rest[written:]
    except BaseException as error:
        if end is not None:
            with suppress(OSError):
                file.truncate(end)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, file.name) from None
        raise
    return end


def is_regular(file: BinaryIO) -> bool:
    """Whether a file can be read again and has an end, unlike pipes and devices."""
    return stat.S_ISREG(os.fstat(file.fileno()).st_mode)


def lock(file: BinaryIO) -> bool:
    """Lock a file for this process until it is closed; False if another process has locked it.

    Where the system cannot, every file is free.
    """
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


def write_lines(path: str | os.PathLike[str], lines: Iterable[str]) -> None:
    """Write a file of lines atomically, compressed with gzip if its name ends in ``.gz``.

    Raises:
        OSError: the file cannot be written.
    """
    import gzip

    with atomic_write(path, binary=True) as file:
        is_packed = os.fsdecode(path).endswith(".gz")
        # Without a name and a time, equal lines give equal files.
        packer = gzip.GzipFile("", "wb", fileobj=file, mtime=0) if is_packed else nullcontext(file)
        with packer as text:
            text.writelines(f"{line}\n".encode() for line in lines)


def checksum(document: Any, digits: int = 16) -> str:
    """Digits that a JSON document has as long as nothing in it is changed.

    >>> checksum({"a": 1, "b": 2}) == checksum({"b": 2, "a": 1}) != checksum({"a": 1, "b": 3})
    True
    """
    import hashlib
    import json

    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:digits]


def state_path() -> Path:
    """The folder for histories and saved games, under ``$XDG_STATE_HOME``."""
    from pathlib import Path

    return (
        Path(os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")) / "nonocsp"
    )


def cache_path() -> Path:
    """The folder for what can be fetched again, under ``$XDG_CACHE_HOME``."""
    from pathlib import Path

    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "nonocsp"


def state_folder(name: str = "") -> Path | None:
    """`state_path`, or a folder in it, created if needed; None if it cannot be created."""
    folder = state_path() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


def _mode(target: str) -> int:
    """The permissions of the file to be replaced, or those of a new file."""
    try:
        return os.stat(target).st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask

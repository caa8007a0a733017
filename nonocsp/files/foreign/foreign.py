"""The door for libraries that read what others wrote: Pillow, zipfile, tarfile, lzma, pyarrow, csv.

What they raise on a damaged file is part of no promise: over the years it was `RuntimeError`,
`NotImplementedError`, `SyntaxError`, `KeyError`, `struct.error` and many more. So all of it means
that the file is damaged.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...core import FormatError, NonocspError, excerpt


@contextmanager
def foreign(what: str, file: str | None = None) -> Iterator[None]:
    """Whatever a foreign library raises inside is a `FormatError`.

    Errors of this package pass, and so do `MemoryError` and what ends a program.

    Args:
        what: what is wrong then, such as ``"the image is damaged"``.
        file: the name of the file.

    >>> with foreign("the archive is damaged", "a.zip"):
    ...     raise KeyError("no member")
    Traceback (most recent call last):
    nonocsp.FormatError: a.zip: the archive is damaged: 'no member'
    """
    try:
        yield
    except (NonocspError, MemoryError):
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.strerror:
            is_path = isinstance(error, (FileNotFoundError, IsADirectoryError, PermissionError))
            verb = "opened" if is_path else "read"
            raise FormatError(f"cannot be {verb}: {error.strerror}", file=file) from None
        why = excerpt(" ".join(str(error).split()) or type(error).__name__, 200)
        raise FormatError(f"{what}: {why}", file=file) from None

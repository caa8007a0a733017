"""Calling a program: the puzzle goes in as a file, and what comes out is bounded."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonocsp import Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import dumps

from .base import Refused, Stopped

if sys.platform != "win32":
    import resource

#: Bytes of the largest file that a program may write: many pictures, and no full disk.
MOST_WRITTEN = 200_000_000


@dataclass(frozen=True, slots=True)
class Ended:
    """What a program left."""

    returncode: int
    stdout: str
    written: str
    """The texts of the files that it made where it ran."""


def run(
    command: Sequence[str],
    puzzle: Puzzle,
    format: str,
    seconds: float,
    codes: Sequence[int] = (0,),
    name: str = "",
) -> Ended:
    """Run a program on a puzzle, in a folder with nothing else if the file has a name.

    Args:
        command: ``{file}`` in it is the puzzle's file; without, that is its standard input.
        format: of the file.
        seconds: when it is killed.
        codes: the exit codes that are not errors.
        name: of the file.

    Raises:
        Refused: its format cannot hold the puzzle.
        Stopped: it took longer.
        RuntimeError: it ended with another exit code than those expected, or wrote without end.
    """
    try:
        text = dumps(puzzle, format)
    except FormatError as error:
        raise Refused(str(error)) from None
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent, "run")
        folder.mkdir()
        file = folder / (name or f"puzzle.{format}")
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        words = [word.replace("{file}", str(file)) for word in command]
        out, err = Path(parent, "out"), Path(parent, "err")
        given = file if words == list(command) else Path("/dev/null")
        with (
            given.open("rb") as stdin,
            out.open("wb") as stdout,
            err.open("wb") as stderr,
            _bounded(),
        ):
            streams = {"stdin": stdin, "stdout": stdout, "stderr": stderr}
            code = _ended(words, seconds, cwd=folder if name else None, **streams)
        made = sorted(path for path in folder.iterdir() if path != file and path.is_file())
        if any(path.stat().st_size >= MOST_WRITTEN for path in (out, err, *made)):
            raise RuntimeError(f"{command[0]} wrote more than {MOST_WRITTEN // 10**6} MB")
        if code not in codes:
            reason = (_text(err)[-1000:].strip().splitlines() or [""])[-1]
            raise RuntimeError(f"{command[0]} ended with code {code}: {reason}")
        return Ended(code, _text(out), "\n".join(map(_text, made)))


def _ended(words: Sequence[str], seconds: float, **how: Any) -> int:
    """The exit code of a program; when its time is up, it is killed with all that it started.

    They stay in the process group of the worker, with which they end, too.

    Raises:
        Stopped: its time was up.
    """
    process = subprocess.Popen(words, **how)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        raise Stopped("seconds") from None
    finally:
        if process.returncode is None:
            started = [*_started_by(process.pid)]
            process.kill()
            for each in started:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each, 9)
            process.wait()


def _started_by(*pids: int) -> Iterator[int]:
    """The processes below some, where the system tells them (Linux)."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            found += [int(stat.parent.name)] if parent in pids else []
    yield from found
    if found:
        yield from _started_by(*found)


@contextlib.contextmanager
def _bounded() -> Iterator[None]:
    """A bound on files, which a process that is started inherits; set here, as setting it there
    would make starting it slower."""
    if sys.platform == "win32":
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    most = MOST_WRITTEN if before[1] == resource.RLIM_INFINITY else min(MOST_WRITTEN, before[1])
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")

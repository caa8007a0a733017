"""The interface of solvers to the suite."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import nonocsp
from nonocsp import Picture, Puzzle
from nonocsp.core.base.errors import quoted
from nonocsp.core.model.clue import Clue

from ..spec import SpecError, Value

#: A call without arguments to be timed, and what turns its answer into candidates.
Tightener: TypeAlias = tuple[Callable[[], Any], Callable[[Any], tuple[int, ...] | None]]


class Stopped(Exception):
    """A limit ended a search: ``seconds``, ``memory`` or another word of the engine's."""

    def __init__(self, limit: str, detail: str = "") -> None:
        super().__init__(limit)
        self.limit, self.detail = limit, detail


class Refused(Exception):
    """The engine does not support this puzzle or question; the message is the reason."""


class Adapter:
    """One solver with its options.

    Args:
        options: the options in the engine's name.
    """

    packages: ClassVar[tuple[str, ...]] = ()
    """Distributions whose versions a record names."""
    modules: ClassVar[tuple[str, ...]] = ()
    """Modules without which the solver cannot run."""
    imports: ClassVar[tuple[str, ...]] = ()
    """What is imported before any clock runs."""
    takes: ClassVar[tuple[str, ...]] = ()
    """The names of its options."""
    is_trusted = False
    """It is an engine of nonocsp without plugins: its verdicts are not verified by itself."""
    is_program = False
    """A program: its start-up is part of every time."""

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.options = dict(options)
        self.check()

    def check(self) -> None:
        """Raise `SpecError` for an unknown option."""
        if not self.options.keys() <= {*self.takes}:
            takes = ", ".join(self.takes) or "none"
            name = type(self).__name__
            raise SpecError(f"{name}: the options are {takes}, not {quoted(self.options)}")

    def missing(self) -> str | None:
        """Why the solver cannot run here; None if it can."""
        absent = [name for name in self.modules if find_spec(name) is None]
        return f"not installed: {', '.join(absent)}" if absent else None

    def versions(self) -> dict[str, str]:
        """The versions of the packages or of the program."""
        return {name: _version(name) for name in self.packages}

    def sources(self) -> list[Path]:
        """The files whose content decides what is measured, apart from the packages."""
        models = Path(nonocsp.__file__).parent / "files" / "encodings"
        return [*sorted(Path(__file__).parent.glob("*.py")), *sorted(models.glob("*.py"))]

    def plugins(self) -> list[Path]:
        """The files of plugins among them."""
        return []

    def prepare(self) -> None:
        """Import what is needed, before any clock runs."""
        for name in self.imports:
            import_module(name)

    def solutions(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        """The solutions of a puzzle, each once; its end is the claim that there are no more.

        Everything from the clues on belongs here, encodings included: it is all timed.

        Args:
            wanted: the number of solutions to find; None is all.
            seconds: raise `Stopped` after about this time. An engine that cannot stop itself is
                killed by the suite.
            work: receives the counted work.

        Raises:
            Stopped, Refused: while iterating or before.
        """
        raise Refused("this engine gives no solutions")

    def count(self, puzzle: Puzzle, seconds: float, work: dict[str, Any]) -> int:
        """The exact number of solutions of a puzzle; arguments and time as for `solutions`.

        Raises:
            Stopped, Refused: there is no exact number.
        """
        raise Refused("this engine does not count")

    def process(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        """As `solutions`, from a process of its own that is timed from start to end."""
        if self.is_program:
            return self.solutions(puzzle, wanted, seconds, work)
        raise Refused("there is no program of this engine")

    def tighten_seconds(
        self, clue: Clue | None, candidates: tuple[int, ...], colours: int
    ) -> Callable[[int], float] | None:
        """A function: number of tightenings -> mean seconds, timed inside the engine; or None."""
        return None

    def tightener(self, clue: Clue | None, candidates: tuple[int, ...], colours: int) -> Tightener:
        """The tightening of one line, ready to be called."""
        raise Refused("this engine does not tighten lines")


def _version(name: str) -> str:
    if name == "nonocsp":
        return str(nonocsp.__version__)
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def code(engine: Adapter) -> str:
    """12 digits that name the code measured: the engine's files and its packages' versions.

    A commit does not: the tree may have changed since, and the compiled kernel may be older.
    """
    digest = hashlib.sha256(repr(sorted(engine.versions().items())).encode())
    for path in engine.sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]

"""The engines of nonocsp, called through its public interface."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import nonocsp
from nonocsp import Limits, Options, Picture, Puzzle, Status
from nonocsp.apps.machine import kernel_file
from nonocsp.core.base.errors import EngineError, OptionError
from nonocsp.core.kernel import interface as kernel
from nonocsp.core.line import definition as line
from nonocsp.core.line.domain import KernelLineDomain
from nonocsp.core.model.clue import Clue
from nonocsp.core.options import plugins
from nonocsp.core.options.readers import ENGINES, plugins_of
from nonocsp.core.solver.engines import choose_engine, engine_named

from ..spec import SpecError, Value, assigned
from . import calling
from .base import Adapter, Refused, Stopped, Tightener


class Ours(Adapter):
    """An engine of nonocsp; the options are those of `nonocsp.Options`."""

    packages = ("nonocsp",)
    engine: str

    def __init__(self, options: Mapping[str, Value]) -> None:
        super().__init__(options)
        own = Options.from_dict(self.options)
        if plugins_of(own) or self.engine not in ENGINES:
            # The suite verifies answers outside the time it measures.
            self.options = {"checked": False, **self.options}
        self._options = Options.from_dict(self.options)
        self.is_trusted = self.engine in ENGINES and not plugins_of(self._options)

    def check(self) -> None:
        try:
            choose_engine(self.engine, Options.from_dict(self.options))
        except OptionError as error:
            raise SpecError(str(error)) from None

    def sources(self) -> list[Path]:
        package = Path(nonocsp.__file__).parent
        compiled = kernel_file()
        adapters = Path(__file__).parent
        found = [*sorted(package.rglob("*.py")), *sorted(adapters.glob("*.py"))]
        return [*found, *([compiled] if compiled else []), *self.plugins()]

    def plugins(self) -> list[Path]:
        used = {*plugins_of(self._options).items(), ("engine", self.engine)}
        return [*map(Path, plugins.files(used))]

    def solutions(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        limits = Limits(seconds=seconds)
        try:
            if wanted == 1:
                yield from self._one(puzzle, limits, work)
            else:
                yield from self._several(puzzle, limits.replace(solutions=wanted), work)
        except EngineError as error:
            raise Refused(str(error)) from None

    def _one(self, puzzle: Puzzle, limits: Limits, work: dict[str, Any]) -> Iterator[Picture]:
        result = nonocsp.solve(puzzle, limits=limits, engine=self.engine, options=self._options)
        work.update(result.stats.counted())
        if result.picture is not None:
            yield result.picture
        if result.status is Status.UNKNOWN:
            raise Stopped(result.stopped_by or "", result.detail)

    def _several(self, puzzle: Puzzle, limits: Limits, work: dict[str, Any]) -> Iterator[Picture]:
        with nonocsp.solutions(
            puzzle, limits=limits, engine=self.engine, options=self._options
        ) as found:
            for picture in found:
                work.update(found.stats.counted())
                yield picture
            work.update(found.stats.counted())
            if found.stopped_by is not None:
                raise Stopped(found.stopped_by, found.detail)

    def count(self, puzzle: Puzzle, seconds: float, work: dict[str, Any]) -> int:
        limits = Limits(seconds=seconds)
        try:
            counted = nonocsp.count(
                puzzle, limits=limits, engine=self.engine, options=self._options
            )
        except EngineError as error:
            raise Refused(str(error)) from None
        work.update(counted.stats.counted())
        if not counted.is_exact:
            raise Stopped(counted.stopped_by or "", f"at least {counted.at_least}")
        return counted.at_least

    def process(
        self, puzzle: Puzzle, wanted: int | None, seconds: float, work: dict[str, Any]
    ) -> Iterator[Picture]:
        command = [sys.executable, "-m", "nonocsp", "solve", "{file}", "--engine", self.engine]
        command += [word for choice in assigned(self.options) for word in ("--set", choice)]
        # Its own limit is a little longer: the suite kills it in time.
        command += ["-n", str(wanted), "--seconds", str(seconds + 1)]
        done = calling.run(command, puzzle, "json", seconds, codes=(0, 1, 3))
        output = done.stdout.strip()
        if output not in ("", "null"):
            # A colour is written as its character.
            chars = {colour.char: number for number, colour in enumerate(puzzle.colours)}
            for text in output.split("\n\n"):
                yield Picture([[chars[char] for char in row] for row in text.splitlines()])
        if done.returncode == 3:
            raise Stopped("seconds")


class Kernel(Ours):
    engine = "kernel"

    def missing(self) -> str | None:
        return kernel.UNAVAILABLE or None

    def tightener(self, clue: Clue | None, candidates: tuple[int, ...], colours: int) -> Tightener:
        # Directly at the binding, so that only the cost of one call is left.
        domain = KernelLineDomain(clue, len(candidates), colours)
        words = kernel.pack(candidates, colours)
        tighten = domain._line.tighten

        def read(left: bytes | None) -> tuple[int, ...] | None:
            return None if left is None else tuple(kernel.unpack(left, colours))

        return lambda: tighten(words), read

    def tighten_seconds(
        self, clue: Clue | None, candidates: tuple[int, ...], colours: int
    ) -> Callable[[int], float]:
        domain = KernelLineDomain(clue, len(candidates), colours)
        return lambda repeats: domain.seconds_to_tighten(candidates, repeats)


class Textbook(Ours):
    engine = "textbook"

    def prepare(self) -> None:
        nonocsp.solve(Puzzle([[1]], [[1]]), engine="textbook")  # imports networkx

    def tightener(self, clue: Clue | None, candidates: tuple[int, ...], colours: int) -> Tightener:
        return lambda: line.tighten(clue, candidates, colours), lambda left: left


class Foreign(Ours):
    """An engine from outside the package; the option ``engine`` names it."""

    packages = ("nonocsp",)

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.engine = str(options["engine"])
        super().__init__({name: value for name, value in options.items() if name != "engine"})

    def prepare(self) -> None:
        nonocsp.solve(Puzzle([[1]], [[1]]), engine=self.engine, options=self._options)

    def plugins(self) -> list[Path]:
        defined = inspect.getsourcefile(type(engine_named(self.engine)))
        return sorted({*super().plugins(), *([Path(defined)] if defined else [])})

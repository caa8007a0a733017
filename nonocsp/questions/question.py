"""What a question is: a function of a puzzle, with its documentation, that returns an `Answer`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..common.errors import OptionError
from ..common.limits import Limits, Meter, Stats
from ..common.options import Options
from ..model.grid import Grid
from ..model.puzzle import Puzzle
from ..solver.engines import check_options
from .answer import Answer

#: Receives what is known before the end: JSON values, or results with ``to_dict``.
Progress = Callable[[Any], object]


class Asked(NamedTuple):
    """What every question is asked with."""

    puzzle: Puzzle
    grid: Grid | None
    meter: Meter
    engine: str | None
    options: Options | None
    progress: Progress

    @property
    def limits(self) -> Limits:
        """What is left of the limits: the seconds are for all that a question does."""
        return self.meter.rest()

    @property
    def how(self) -> dict[str, Any]:
        """Limits, engine and options as keywords."""
        return {"limits": self.limits, "engine": self.engine, "options": self.options}

    def check_kernel(self, what: str) -> None:
        """Check that the engine is the kernel, the only one that answers some questions.

        Raises:
            OptionError: it is another one; ``what`` it lacks.
        """
        engine = self.engine or "kernel"
        if engine != "kernel":
            raise OptionError(f"the engine {engine} {what}; the engine kernel does")


class Argument(NamedTuple):
    """A further argument of a question, with its default and meaning."""

    default: int | bool | str | None
    """A text, empty, for an argument that is a text."""
    help: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its name and summary are those of its function."""

    function: Callable[..., Answer]
    """Takes an `Asked`, and the further arguments by keyword."""
    gives: Mapping[str, str]
    """The members of ``Answer.result``, each with its meaning."""
    arguments: Mapping[str, Argument]
    """The further arguments by name."""
    takes_grid: bool
    """Whether cells can be known beforehand."""

    @property
    def name(self) -> str:
        return self.function.__name__.rstrip("_")

    @property
    def summary(self) -> str:
        return inspect.cleandoc(self.function.__doc__ or "").replace("\n", " ")

    def ask(
        self,
        puzzle: Puzzle,
        grid: Grid | None = None,
        *,
        limits: Limits | None = None,
        engine: str | None = None,
        options: Options | None = None,
        progress: Progress | None = None,
        **arguments: Any,
    ) -> Answer:
        """Ask the question, in this process.

        Ctrl-C and a limit are part of the answer, as ``stopped_by``, where something is known all
        the same.

        Args:
            puzzle, grid, limits, engine, options: as for `nonocsp.solve`.
            progress: called with what is known before the end, see the function of the question.
            arguments: further arguments, as in ``arguments``.

        Raises:
            OptionError: no such argument, a grid for a question that takes none, or an option that
                the engine does not read.
            LimitReached: a limit was reached and nothing is known.
            KeyboardInterrupt: the same with Ctrl-C.

        >>> from nonocsp.questions.registry import QUESTIONS
        >>> QUESTIONS["count"].ask(Puzzle([[1]] * 5, [[1]] * 5)).count
        120
        """
        if grid is not None and not self.takes_grid:
            raise OptionError(f"the question {self.name!r} takes no known cells")
        if isinstance(options, Options):
            check_options(engine, options)
        for name in arguments:
            if name not in self.arguments:
                raise OptionError(f"the question {self.name!r} has no argument {name!r}")
        meter = Meter(Limits() if limits is None else limits, Stats())
        asked = Asked(puzzle, grid, meter, engine, options, progress or _ignore)
        return replace(self.function(asked, **arguments), question=self.name)


def question(
    gives: Mapping[str, str], *, takes_grid: bool = True, **arguments: Argument
) -> Callable[[Callable[..., Answer]], Question]:
    """Decorator: the question that a function answers; its docstring is the summary."""
    return lambda function: Question(function, gives, arguments, takes_grid)


def _ignore(value: Any) -> None:
    pass

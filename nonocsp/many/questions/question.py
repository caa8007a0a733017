"""What a question is: a function of a puzzle, with its documentation, that returns an `Answer`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ...core import Grid, Limits, OptionError, Options, Puzzle, docstring, query_of
from ...core.solver.engines import default_engine
from .answer import Answer

#: Receives what is known before the end: JSON values, or results with ``to_dict``.
Progress = Callable[[Any], object]


class Argument(NamedTuple):
    """A further argument of a question, with its default and meaning."""

    default: int | bool | str | None
    """A text, empty, for an argument that is a text."""
    help: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its name and summary are those of its function."""

    function: Callable[..., Answer]
    """Takes a `Query`, and the further arguments by keyword."""
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
        return docstring(self.function).replace("\n", " ")

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

        >>> from nonocsp.many.questions import QUESTIONS
        >>> QUESTIONS["count"].ask(Puzzle([[1]] * 5, [[1]] * 5)).count
        120
        """
        if grid is not None and not self.takes_grid:
            raise OptionError(f"the question {self.name!r} takes no known cells")
        for name in arguments:
            if name not in self.arguments:
                raise OptionError(f"the question {self.name!r} has no argument {name!r}")
        query = query_of(puzzle, grid, limits, engine, options)
        if progress is not None:
            query = query._replace(progress=progress)
        return replace(
            self.function(query, **arguments),
            question=self.name,
            engine=query.engine or default_engine(),
            engine_reason=query.engine_reason,
        )


def question(
    gives: Mapping[str, str], *, takes_grid: bool = True, **arguments: str
) -> Callable[[Callable[..., Answer]], Question]:
    """Decorator: the question that a function answers; its docstring is the summary.

    ``arguments`` says what each further argument means; the signature has their defaults.
    """

    def declare(function: Callable[..., Answer]) -> Question:
        parameters = inspect.signature(function).parameters
        known = {n: Argument(parameters[n].default, meaning) for n, meaning in arguments.items()}
        return Question(function, gives, known, takes_grid)

    return declare

"""What a question is: a public function of a puzzle. What it takes and gives is read from it.

A function with the decorator `question` is asked by every face: batches, stores, HTTP, the page,
the command line and the shell. It takes the puzzle, and of the keywords `Asked` those that it
needs; ``progress``, where it takes it, receives what is known before the end. What it returns has
a status, ``to_dict``, whose members `members` documents, and ``str`` for people.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core import (
    Asked,
    Grid,
    Limits,
    OptionError,
    Options,
    Puzzle,
    check_fit,
    check_kernel,
    choose_engine,
    look_up,
)
from ...core.base.docs import docstring
from ...core.solver.engines import default_engine
from .answer import Answer, whole

if TYPE_CHECKING:
    from .members import Member

#: Receives what is known before the end: results, with ``to_dict``.
Progress = Callable[[Any], None]

#: The types of arguments that every face can send.
_KINDS = {"bool": bool, "int": int, "str": str}


class Argument(NamedTuple):
    """A further argument of a question."""

    kind: type
    default: Any
    help: str


@dataclass(frozen=True)
class Question:
    """One question; its summary, arguments and findings are those of its function."""

    name: str
    function: Callable[..., Any]
    checks: Callable[..., Any]
    """Checks the arguments of the function without calling it."""
    kernel_only: str = ""
    """What engines other than the kernel lack for it; empty if every engine can be named."""

    @property
    def summary(self) -> str:
        """The first sentence of the documentation."""
        return " ".join(docstring(self.function).split()).partition(". ")[0].removesuffix(".") + "."

    @cached_property
    def _parameters(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.function).parameters

    @property
    def takes_grid(self) -> bool:
        """Whether it takes known cells."""
        return "grid" in self._parameters

    @cached_property
    def arguments(self) -> Mapping[str, Argument]:
        """The further arguments by name."""
        meanings = meanings_of(self.function)
        return {
            name: Argument(_KINDS[kind], each.default, meanings.get(name, ""))
            for name, each in self._parameters.items()
            for kind in getattr(each.annotation, "__name__", str(each.annotation)).split(" | ")
            if kind in _KINDS and name not in Asked.__annotations__
        }

    @cached_property
    def gives(self) -> Mapping[str, Member]:
        """The members of ``Answer.result``."""
        from .members import members

        return members(inspect.unwrap(self.function))

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

        If Ctrl-C or a limit ends it, what is known then is the answer, with ``stopped_by`` set.

        Args:
            puzzle, grid, limits, engine, options: as for `nonocsp.solve`.
            progress: called with what is known before the end, see the function of the question.
            arguments: further arguments, as in ``arguments``.

        Raises:
            OptionError: no such argument, a grid for a question that takes none, or an option that
                the engine does not read.
            LimitReached: a limit was reached and nothing is known.
            KeyboardInterrupt: Ctrl-C was pressed and nothing is known.

        >>> from nonocsp.many.questions import QUESTIONS
        >>> QUESTIONS["count"].ask(Puzzle([[1]] * 5, [[1]] * 5)).count
        120
        """
        self.check(arguments, grid)
        check_fit(puzzle, grid)
        chosen, reason = choose_engine(engine, options)
        if self.kernel_only:
            check_kernel(chosen, self.kernel_only)
        known: Any = None

        def note(better: Any) -> None:
            nonlocal known
            known = better
            if progress is not None:
                progress(better)

        asked: dict[str, Any] = {
            "grid": grid,
            "limits": limits,
            "engine": chosen,
            "options": options,
        }
        asked = {name: value for name, value in asked.items() if name in self._parameters}
        if "progress" in self._parameters:
            asked["progress"] = note
        try:
            answer = Answer.of(self.function(puzzle, **asked, **arguments))
        except KeyboardInterrupt:
            if not hasattr(known, "status"):
                raise
            answer = replace(Answer.of(known), stopped_by="interrupt")
        return replace(
            answer,
            question=self.name,
            engine=chosen or default_engine(),
            engine_reason=reason,
        )

    def typed(self, words: Iterable[str]) -> dict[str, Any]:
        """The arguments that words like ``seed=7`` or ``differ=on`` name.

        Raises:
            OptionError: a word of another form, or `check` refuses an argument.
        """
        pairs = (word.partition("=")[::2] for word in words)
        values = {name: _value(name, self._argument(name).kind, text) for name, text in pairs}
        self.check(values)
        return values

    def _argument(self, name: str) -> Argument:
        return look_up(self.arguments, f"argument of the question {self.name}", name)

    def check(self, arguments: Mapping[str, Any], grid: Grid | None = None) -> None:
        """Raises `OptionError` unless the question takes these arguments, and the grid if any.

        The values of arguments are checked as well. A batch calls this once, before its puzzles.
        """
        if grid is not None and not self.takes_grid:
            raise OptionError(f"the question {self.name!r} takes no known cells")
        for name in arguments:
            self._argument(name)
        if arguments:
            self.checks((), dict(arguments))


def _value(name: str, kind: type, text: str) -> Any:
    """What a text stands for; of other kinds, the check of arguments names what was expected."""
    if kind is bool:
        return look_up({"on": True, "off": False}, f"value of {name}", text)
    return whole(text) if kind is int and text.isdecimal() else text


def meanings_of(function: Any) -> dict[str, str]:
    """The first sentence that a docstring says of each argument, with its default in brackets.

    >>> meanings_of(Question.ask)["arguments"]
    'further arguments, as in arguments'
    """
    arguments = docstring(function).partition("Args:\n")[2].partition("\n\n")[0]
    found: dict[str, str] = {}
    for names, text in re.findall(r"(?m)^    (\w[\w, ]*): ((?:.*\n?)(?:^     .*\n?)*)", arguments):
        said = " ".join(text.split()).partition(". ")[0].removesuffix(".").replace("``", "")
        said = re.sub(r'"(\w+)"', r"\1", said)
        said = re.sub("; None is (.*)", r" (default: \1)", said)
        found |= dict.fromkeys(names.split(", "), said)
    return found

"""The table of questions: what every face can ask about a puzzle.

To add one, write its function with the decorator `question` in a module that `MODULES` names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from ...core.solver.logged import ASKED
from .question import Question

#: The modules that have questions. They are loaded in this order until a name is found: a worker
#: that solves starts in half the time that explanations take to load.
MODULES = (
    "core.solver.solving",
    "core.solver.features",
    "many.questions.about_spaces",
    "core.space.estimation",
    "people.explanation.hint",
    "people.explanation.rating",
    "people.explanation.diagnosis.diagnosing",
    "people.explanation.arguments.argument",
    "people.publishing",
    "many.questions.about_steps",
)


class _Questions(Mapping[str, Question]):
    """The questions by name."""

    def __getitem__(self, name: str) -> Question:
        for module in MODULES:
            if name in ASKED:
                break
            import_module(f"nonocsp.{module}")
        return Question(name, *ASKED[name])

    def __iter__(self) -> Iterator[str]:
        loaded = [import_module(f"nonocsp.{module}").__name__ for module in MODULES]
        known = {name: asked.function.__module__ for name, asked in ASKED.items()}
        # In one order, whatever was imported first; last those of a program that adds its own.
        return iter(sorted(known, key=lambda name: (*loaded, known[name]).index(known[name])))

    def __len__(self) -> int:
        return sum(1 for _ in self)


QUESTIONS: Mapping[str, Question] = _Questions()

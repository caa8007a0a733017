"""The table of questions: what page, batch and command line can ask about a puzzle.

To add a question, write a function with the decorator `question` in `about_solutions`,
`about_reasons` or a module of your own, and enter it in `QUESTIONS`. Batches, stores, the HTTP
interface of the page and its description know it then; a command is a few lines in `apps/cli`.
"""

from __future__ import annotations

from . import about_reasons as reasons, about_solutions as solutions
from .question import Question

QUESTIONS: dict[str, Question] = {
    question.name: question
    for question in (
        solutions.solve,
        solutions.check,
        solutions.count,
        solutions.list_,
        solutions.components,
        solutions.solutions,
        solutions.sample,
        solutions.estimate,
        solutions.marginals,
        solutions.propagate,
        solutions.features,
        reasons.hint,
        reasons.explain,
        reasons.why,
        reasons.argument,
        reasons.rate,
        reasons.diagnose,
        reasons.repair,
    )
}

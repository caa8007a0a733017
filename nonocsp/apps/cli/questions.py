"""Commands of the questions that have none of their own, made from what `QUESTIONS` says."""

from __future__ import annotations

import argparse

from ...many.questions.registry import QUESTIONS
from .command import Argument, Command, argument, index
from .job import GRID, Job, puzzle_command

#: Questions that an option of another command asks.
OPTIONS = {"card": "check --card"}


def names() -> list[str]:
    """The questions that are commands."""
    return [name for name in QUESTIONS if name not in OPTIONS]


def command_of(name: str) -> Command:
    """The command that asks the question of this name. Raises `KeyError` without one, and
    where an option of a command asks it."""
    if name in OPTIONS:
        raise KeyError(name)
    question = QUESTIONS[name]

    def ask(job: Job) -> int:
        given = {each: getattr(job.chosen, each) for each in question.arguments}
        answer = job.ask(name, **given)
        return job.give(answer, str(answer))

    ask.__name__ = name
    further = [_argument(each, *about) for each, about in question.arguments.items()]
    summary = question.summary.removesuffix(".")
    parts = [*further, GRID] if question.takes_grid else further
    example = f"nonocsp {name} input/heart.txt"
    declare = puzzle_command(summary, *parts, examples=(example,), is_heading=True)
    return declare(ask)


def _argument(name: str, kind: type, default: object, meaning: str) -> Argument:
    flag, text = f"--{name.replace('_', '-')}", meaning.replace("%", "%%")
    if kind is bool:
        return argument(flag, action=argparse.BooleanOptionalAction, default=default, help=text)
    how = {"type": index, "metavar": "N"} if kind is int else {"metavar": "TEXT"}
    return argument(flag, default=default, help=text, **how)

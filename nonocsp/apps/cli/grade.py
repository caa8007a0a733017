"""The command grade."""

from __future__ import annotations

import argparse
import json

from ...core import OptionError
from ...files.formats.source import read_bytes
from .command import FORMAT, JSON, LOG, PUZZLE, argument, command
from .messages import DONE, NO_SOLUTION, say
from .reading import puzzle_of, shown_name


@command(
    "score the answers of language models by the clues",
    argument("file", metavar="PUZZLE", help="file with the puzzle, or - for standard input"),
    argument(
        "answers",
        nargs="*",
        default=[],
        metavar="ANSWER",
        help="file with the text of an answer, or - for standard input (default: -)",
    ),
    argument(
        "--lenient",
        action="store_true",
        help="if the answer cannot be read, take the last grid anywhere in the text",
    ),
    argument(
        "--prompt",
        metavar="FILE",
        help="question as it was asked, to learn its symbols, such as 's = shaded' (default: none)",
    ),
    FORMAT,
    PUZZLE,
    JSON,
    LOG,
    examples=(
        "nonocsp solve input/heart.txt | nonocsp grade input/heart.txt",
        "nonocsp render input/tulip.ctu --solution | nonocsp grade input/tulip.ctu --json",
    ),
)
def grade(chosen: argparse.Namespace) -> int:
    from ...many.grading import grade

    answers = chosen.answers or ["-"]
    if [chosen.file, chosen.prompt, *answers].count("-") > 1:
        raise OptionError("standard input holds one thing: the puzzle, an answer or the prompt")
    puzzle, code = puzzle_of(chosen), DONE
    prompt = _text(chosen.prompt) if chosen.prompt else None
    for file in answers:
        name = shown_name(file)
        found = grade(puzzle, _text(file), lenient=chosen.lenient, prompt=prompt)
        if chosen.json:
            print(json.dumps({"name": name, **found.to_dict()}, ensure_ascii=False))
        else:
            print(f"{name}: {found}" if len(answers) > 1 else found)
            if ", " in found.taken:  # it is announced, or one of several
                say(f"{name}: taken was {found.taken}")
        if not found:
            code = NO_SOLUTION
    return code


def _text(file: str) -> str:
    return read_bytes(file, shown_name(file)).decode("utf-8-sig", errors="replace")

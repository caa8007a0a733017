"""The commands hint, explain, rate, diagnose and features."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...core import Line, OptionError, Verdict, check_kernel, counted
from .command import argument, number
from .job import GRID, Job, puzzle_command
from .messages import DONE, NO_SOLUTION

if TYPE_CHECKING:
    from ...people.explanation import Step


@puzzle_command(
    "print where to look, or where a mistake is",
    GRID,
    argument("--what", action="store_true", help="also print what follows and why"),
    examples=(
        "nonocsp hint input/heart.txt",
        "nonocsp hint input/tulip.ctu --what",
    ),
)
def hint(job: Job) -> int:
    from ...people.explanation.phrasing import Phrasing

    answer = job.ask("hint")
    lines = [answer.result["where"]]
    if job.chosen.what:
        lines.append(answer.result["what"])
        for step in answer.result["steps"]:
            lines += _links(step)
    named = [Line(line["axis"], line["index"]) for line in answer.result["lines"]]
    lines += filter(None, [Phrasing(job.puzzle).counting(named)])
    return job.give(answer, "\n".join(lines))


def _links(step: dict[str, Any]) -> list[str]:
    """The links of a chain, one line each, indented below the step."""
    links = [link for branch in step.get("branches", [step]) for link in branch["links"]]
    return [f"    {link['sentence']}" for link in links]


def _cell(word: str) -> tuple[int, int]:
    """Argument type: a cell as its row and column, from 1; the result counts from 0."""
    found = re.fullmatch(r"([1-9][0-9]*),([1-9][0-9]*)", word)
    if found is None:
        raise argparse.ArgumentTypeError(
            f"expected a row and a column, both from 1, for example 3,7, not {word!r}"
        )
    return int(found[1]) - 1, int(found[2]) - 1


@puzzle_command(
    "solve as a careful person does, with a sentence for each step",
    GRID,
    number("steps to print", "all"),
    argument("--html", action="store_true", help="print a web page to step through the pictures"),
    argument(
        "--why",
        type=_cell,
        metavar="ROW,COLUMN",
        help="print only the steps on which this cell depends, counted from 1; on triangles and "
        "hexagons, its line of direction A and its place there",
    ),
    argument(
        "--verdict",
        action="store_true",
        help="argue shortly why there is exactly one solution, or none",
    ),
    argument(
        "--from-proof",
        metavar="FILE",
        help="put a proof of `check --proof` into words",
    ),
    examples=(
        "nonocsp explain input/heart.txt",
        "nonocsp explain input/tulip.ctu -n 5",
        "nonocsp explain input/tulip.ctu --verdict",
        "nonocsp explain input/heart.txt --from-proof input/proofs/heart.proof",
        "nonocsp explain input/heart.txt --html -o heart.html",
        "nonocsp explain input/heart.txt --why 5,2",
    ),
    is_heading=True,
)
def explain(job: Job) -> int:
    from ...people.explanation import page

    is_html = job.chosen.html
    if is_html and job.is_json:
        raise OptionError("--json and --html exclude each other")
    if is_html and job.label:
        raise OptionError("a web page explains one puzzle: name one")
    if job.chosen.verdict or job.chosen.from_proof is not None:
        return _verdict(job)
    if job.chosen.why is not None:
        return _why(job)
    steps: list[Step] = []

    def show(step: Step) -> None:
        steps.append(step)
        if not (job.is_json or is_html):
            lines = [f"{len(steps)}. {step}", *_links(step.to_dict())]
            job.out.write("\n".join(lines) + "\n")

    answer = job.ask("explain", show, limit=job.chosen.number)
    text = answer.result["text"]
    if job.is_json:
        explanation = [step.to_dict() for step in steps]
        answer = replace(answer, result={**answer.result, "explanation": explanation})
    if is_html:
        text = page(job.puzzle, steps, job.grid, ending=text).removesuffix("\n")
    return job.give(answer, text, f"{counted(len(steps), 'step')} so far")


def _why(job: Job) -> int:
    """The chain of reasons for the cell of ``--why``, with the numbers of all steps."""
    from ...people.explanation.phrasing import Phrasing

    if job.chosen.html or job.chosen.number:
        other = "--html" if job.chosen.html else "--number"
        raise OptionError(f"--why and {other} exclude each other")
    board, (row, column) = job.puzzle.board, job.chosen.why
    lengths = board.lengths(board.axes[0])
    if row >= len(lengths):
        raise board.missing(Line(board.axes[0], row))
    if column >= lengths[row]:
        raise OptionError(
            f"there is no cell {column + 1} in {Line(board.axes[0], row)}, "
            f"which has {counted(lengths[row], 'cell')}"
        )
    answer = job.ask("why", row=row, column=column)
    lines = []
    for at, step in zip(answer.result["numbers"], answer.result["steps"], strict=True):
        lines += [f"{at + 1}. {step['sentence']}", *_links(step)]
    names = " or ".join(job.puzzle.colours[colour].name for colour in answer.result["colours"])
    cell = Phrasing(job.puzzle).cell(row, column)
    lines.append(f"{cell[0].upper()}{cell[1:]}: {names}.")
    return job.give(answer, "\n".join(lines), "this is what is known")


def _verdict(job: Job) -> int:
    """The argument for the verdict: of the proof of ``--from-proof``, or a short one."""
    chosen = job.chosen
    if (
        chosen.number
        or chosen.why is not None
        or (chosen.verdict and chosen.from_proof is not None)
    ):
        raise OptionError("--verdict, --from-proof, --why and --number exclude each other")
    check_kernel(job.how["engine"], "writes no proofs")
    if chosen.html:
        return _verdict_page(job)
    answer = job.ask("argument", proof=_proof_text(job) or None)
    lines = []
    for step in answer.result["steps"]:
        lines += [f"{step['number']}. {step['sentence']}", *_links(step)]
    lines.append(answer.result["text"])
    if answer.verdict is not Verdict.UNIQUE:
        lines += ["", "\n\n".join(str(picture) for picture in answer.pictures)]
    return job.give(answer, "\n".join(lines).rstrip())


def _verdict_page(job: Job) -> int:
    """The same as a web page to step through."""
    from ...people.explanation import argument as argue, page

    text, how = _proof_text(job), job.how
    lines = text.split("\n") if text else None
    found = argue(job.puzzle, lines, grid=job.grid, limits=how["limits"], options=how["options"])
    job.out.write(page(job.puzzle, found.steps, found.grid, ending=found.text))
    return NO_SOLUTION if found.claim == "none" else DONE


def _proof_text(job: Job) -> str:
    """The text of the file of ``--from-proof``; empty without one."""
    from ...core.proofs.proof import lines_of

    path = job.chosen.from_proof
    if path is None:
        return ""
    if job.is_labelled:
        raise OptionError("a proof is about one puzzle: name one file, and one puzzle in it")
    return "\n".join(lines_of(path)) or "\n"


_LEVELS = {
    "lines": "one line at a time suffices",
    "assumptions": "it takes assumptions, each followed line by line",
    "counting": "it takes sums over many lines",
    "search": "neither single assumptions nor sums suffice",
}
#: What the steps show where they do not solve the puzzle.
_RATED = {
    "several solutions": ", for the cells that all solutions share",
    "no solution": ", to show that there is none",
}


@puzzle_command(
    "print how long a puzzle takes a person, and how deep it is",
    examples=(
        "nonocsp rate input/tulip.ctu",
        "nonocsp rate input/heart.txt input/tulip.ctu --json",
    ),
    is_heading=True,
)
def rate(job: Job) -> int:
    answer = job.ask("rate")
    rating = answer.result
    lines = [
        *_length(rating),
        f"depth: {rating['depth_word']}, {rating['depth']:.1f} on a scale from 0 to 8",
        f"level {rating['level']}{_RATED.get(rating['depth_word'], '')}: "
        f"{_LEVELS[rating['level']]}",
        f"tedium {rating['tedium']:.0f}: the effort of {counted(rating['steps'], 'step')} "
        "together; the least step is 1",
        *(f"{number:6} {name}" for name, number in rating["counts"].items()),
    ]
    return job.give(answer, "\n".join(lines), "this rates the steps so far")


def _length(rating: Mapping[str, Any]) -> list[str]:
    from ...people.explanation.effort import range_in_words

    if rating["minutes"] is None:
        return []
    return [f"length: {rating['length_word']}, most people {range_in_words(rating['minutes'])}"]


@puzzle_command(
    "explain why there is no solution, or several, and suggest changes",
    examples=(
        "nonocsp diagnose input/broken-heart.nin",
        "nonocsp diagnose input/cross-eyed.txt",
    ),
    is_heading=True,
)
def diagnose(job: Job) -> int:
    answer = job.ask("diagnose")
    return job.give(answer, answer.result["text"], "this is what is known")


@puzzle_command(
    "print numbers that describe a puzzle; for choosing algorithms and predicting times",
    examples=("nonocsp features input/tulip.ctu", "nonocsp features input/*.ctu --json"),
    is_heading=True,
)
def features(job: Job) -> int:
    answer = job.ask("features")
    lines = (f"{name:22}{value:.6g}" for name, value in answer.result.items())
    return job.give(answer, "\n".join(lines))

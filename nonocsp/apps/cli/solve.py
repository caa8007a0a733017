"""The commands solve, count, estimate, sample and check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...core import (
    Board,
    Bounds,
    Grid,
    OptionError,
    Picture,
    Puzzle,
    Status,
    Verdict,
    check_kernel,
    counted,
    decimal,
    report,
    solving as solver,
    write_lines,
)
from .card import CARD, give_card, is_for_card
from .command import COLOUR, SEED, argument, index, natural, number
from .job import GRID, Job, as_json, puzzle_command
from .messages import DONE, LIMIT
from .output import refuse_unwritable

if TYPE_CHECKING:
    from ...many.questions import Answer


class _Pictures:
    """Solutions, printed as they come: with empty lines between, or in one JSON object."""

    #: Written with the first picture: errors before it are JSON objects of their own.
    _OPENING = '{"pictures": ['

    def __init__(self, job: Job) -> None:
        self._job = job
        self.number = 0

    def print(self, pictures: Iterable[Picture]) -> str | None:
        """Print pictures as they come; returns ``"interrupt"`` after Ctrl-C, else None."""
        job = self._job
        opening = self._OPENING if job.is_json else ""
        try:
            for picture in pictures:
                text = as_json(picture.row_texts()) if job.is_json else job.drawn(picture)
                between = (", " if job.is_json else "\n") if self.number else opening
                job.out.write(between + text + "\n" * (not job.is_json))
                self.number += 1
                report(solutions=self.number)
        except KeyboardInterrupt:
            return "interrupt"
        return None

    def end(self, answer: Answer) -> int:
        """Complete what was printed with the rest of the answer; returns the exit code."""
        job = self._job
        if job.is_json:
            rest = as_json(job.members(answer))
            job.out.write(self._OPENING * (not self.number) + f"], {rest[1:]}\n")
        elif answer.status is Status.UNSATISFIABLE:
            job.out.write("null\n")
            job.advise_diagnosis()
        return job.end(answer, f"{counted(self.number)} so far")


@puzzle_command(
    "print every solution as it is found, null if there is none; empty lines separate them",
    number("solutions to print", "all"),
    argument(
        "--from",
        dest="start",
        type=index,
        metavar="I",
        help="index in the solution space of the first to print, from 0",
    ),
    GRID,
    COLOUR,
    examples=(
        "nonocsp solve input/heart.txt",
        "nonocsp solve input/fireflies.ctu -n 2 --seconds 10",
        "cat input/heart.txt | nonocsp solve -",
        "nonocsp solve input/heart.txt input/fireflies.ctu --json -o solved.jsonl",
    ),
    is_heading=True,
)
def solve(job: Job) -> int:
    from ...many.questions import Answer

    if job.chosen.start is not None:
        return _solve_from(job, job.chosen.start)
    # Not by the question "list": its answer comes at the end, and solutions are printed as found.
    printer = _Pictures(job)
    found = solver.solutions(job.puzzle, grid=job.grid, limit=job.chosen.number, **job.how)
    stopped_by = printer.print(found) or found.stopped_by
    answer = replace(Answer.of(found), stopped_by=stopped_by)
    code = printer.end(answer)
    job.show_stats(found.stats)  # after the line of JSON is complete
    return code


def _solve_from(job: Job, start: int) -> int:
    from ...core import solution_space
    from ...many.questions import Answer

    bounds = [Bounds()]
    try:
        space = solution_space(job.puzzle, grid=job.grid, **job.how, progress=bounds.append)
    except KeyboardInterrupt:
        answer = replace(Answer.of(bounds[-1]), stopped_by="interrupt")
        return job.give(answer, "", _bounds(answer))
    job.show_stats(space.stats)
    answer = replace(
        Answer.of(Bounds(space.at_least, space.at_most)),
        stats=space.stats,
        stopped_by=space.stopped_by,
        detail=space.detail,
        engine=space.engine,
        engine_reason=space.engine_reason,
    )
    if not space.is_exact:
        return job.give(answer, "", _bounds(answer))
    if space.count and start >= space.count:
        most = f"expected at most {decimal(space.count - 1)}"
        problem = f"{most}, as the puzzle has {counted(space.count)}"
        raise OptionError(f"--from {decimal(start)}: {problem}")
    printer = _Pictures(job)
    stop = None if job.chosen.number is None else start + job.chosen.number
    stopped_by = printer.print(space.pictures(start, stop) if space.count else ())
    return printer.end(replace(answer, stopped_by=stopped_by))


def _bounds(answer: Answer) -> str:
    return f"{Bounds(answer.at_least, answer.at_most)} solutions"


@puzzle_command(
    "print random solutions, all equally likely",
    number("solutions to draw"),
    GRID,
    SEED,
    COLOUR,
    examples=(
        "nonocsp sample input/permutation-5.txt",
        "nonocsp sample input/fireflies.ctu -n 3 --seed 5",
    ),
    is_heading=True,
)
def sample(job: Job) -> int:
    answer = job.ask("sample", number=job.chosen.number or 1, seed=job.chosen.seed)
    if answer.count is None:
        return job.give(answer, "", _bounds(answer))
    if not answer.count:
        return job.give(answer, "null")
    return job.give(answer, "\n\n".join(map(job.drawn, answer.pictures)))


#: Arguments of commands that can prove their answer.
PROOF = (
    argument(
        "--proof",
        metavar="FILE",
        help="also write a proof of the answer, compressed if FILE ends in .gz",
    ),
    argument(
        "--proof-format",
        choices=("nonocsp", "drup", "lrat"),
        metavar="F",
        help="format of the proof: nonocsp, for `nonocsp verify`, or drup or lrat, for checkers of "
        "SAT solvers, with the clauses in FILE.cnf (default: nonocsp)",
    ),
)


@puzzle_command(
    "print the exact number of solutions",
    argument(
        "--by-component", action="store_true", help="also list the counts of independent components"
    ),
    GRID,
    *PROOF,
    examples=(
        "nonocsp count input/fireflies.ctu",
        "nonocsp count input/permutation-8.txt input/confetti.ctu --seconds 10",
        "nonocsp count input/confetti.ctu --by-component",
    ),
)
def count(job: Job) -> int:
    if _is_to_prove(job):
        return _proven(job, every=True)
    answer = job.ask("components" if job.chosen.by_component else "count")
    if answer.count is None:
        return job.give(answer, "", _bounds(answer))
    lines = []
    for part in answer.result.get("components", ()):
        where = ", ".join(_spans(job.puzzle.board, part["cells"]))
        lines.append(f"{part['count']}: {counted(len(part['cells']), 'cell')} in {where}")
    lines.append(answer.result.get("factors") or decimal(answer.count))
    return job.give(answer, "\n".join(lines))


@puzzle_command(
    "print an estimate of the number of solutions, without proof",
    argument(
        "--width",
        type=natural,
        metavar="K",
        help="most states that a run keeps (default: more in each run, until the time is up)",
    ),
    GRID,
    SEED,
    examples=(
        "nonocsp estimate input/fireflies.ctu",
        "nonocsp estimate input/confetti.ctu --seconds 5",
        "nonocsp estimate input/permutation-8.txt --width 1000 --seed 1 --json",
    ),
)
def estimate(job: Job) -> int:
    answer = job.ask("estimate", seed=job.chosen.seed or 0, width=job.chosen.width)
    code = job.give(answer, answer.result["text"])
    is_given = answer.result["is_exact"] or answer.result["log10"] is not None
    return code if code != DONE or is_given else LIMIT


def _spans(board: Board, cells: Iterable[tuple[int, int]]) -> Iterator[str]:
    """The lines of each direction that some cells lie on, from the first to the last."""
    through = [board.lines_through(board.number(*cell)) for cell in cells]
    for lines in zip(*through, strict=True):
        first, last = min(lines)[0], max(lines)[0]
        of = f" of direction {first.axis}" if first.noun == "line" else ""
        span = f" {first.index + 1}" if first == last else f"s {first.index + 1}-{last.index + 1}"
        yield first.noun + span + of


@puzzle_command(
    "print unique, multiple or none; if multiple, also a map with ? where solutions differ",
    GRID,
    CARD,
    *PROOF,
    COLOUR,
    examples=(
        "nonocsp check input/heart.txt",
        "nonocsp check input/*.ctu --card --fail-on reject",
        "nonocsp check input/cross-eyed.txt --json",
        "nonocsp check input/cross-eyed.txt --proof /tmp/cross-eyed.proof",
    ),
)
def check(job: Job) -> int:
    if is_for_card(job):
        return give_card(job)
    if _is_to_prove(job):
        return _proven(job, every=False)
    early: list[str] = []

    def show(progress: Any) -> None:
        if not early and not job.is_json:
            early.append(progress.verdict)
            job.out.write(progress.verdict + "\n")

    answer = job.ask("check", show, differ=True)
    verdict = answer.result["verdict"]
    if verdict == "unknown":
        return job.give(answer, "", f"{counted(answer.at_least)} so far")
    lines = [] if early else [verdict]
    if "candidates" in answer.result and answer.verdict is Verdict.MULTIPLE:
        cells = candidates(job.puzzle, answer)
        least = "" if answer.result["differ_is_exact"] else "at least "
        differ = f"{least}{len(answer.result['differ'])} of {len(cells.masks)}"
        lines += [f"solutions differ in {differ} cells:", job.drawn(cells)]
    code = job.give(answer, "\n".join(lines), "the map may be incomplete")
    if answer.verdict is Verdict.NONE:
        job.advise_diagnosis()
    return code


def _is_to_prove(job: Job) -> bool:
    if job.chosen.proof_format and job.chosen.proof is None:
        raise OptionError("--proof-format is the form of a proof: name its file by --proof FILE")
    return job.chosen.proof is not None


def _proven(job: Job, *, every: bool) -> int:
    """The verdict, or the number of solutions, with a proof; without a map or components."""
    from ...core import prove
    from ...core.proofs import in_clauses
    from ...many.questions import Answer

    path = job.chosen.proof
    if job.is_labelled:
        raise OptionError("a proof is about one puzzle: name one file, and one puzzle in it")
    check_kernel(job.how["engine"], "writes no proofs")
    refuse_unwritable(path, job.chosen.files)
    options = job.how["options"]
    proof_format: Any = job.chosen.proof_format or "nonocsp"
    if proof_format != "nonocsp":  # weights are not clauses
        options = options.replace(bounds=False)
    limits = job.how["limits"]
    proof = prove(job.puzzle, grid=job.grid, every=every, limits=limits, options=options)
    if proof_format == "nonocsp":
        proof.save(path)
    else:
        for name, lines in zip((path + ".cnf", path), in_clauses(proof, proof_format), strict=True):
            write_lines(name, lines)
    job.show_stats(proof.stats)
    found = len(proof.pictures) if proof.count is None else proof.count
    known = Bounds(found, found if every or proof.verdict is not Verdict.MULTIPLE else None)
    result = {"verdict": proof.verdict.value, **known.to_dict()}
    result["proof"] = {"file": path, "steps": proof.steps, "bytes": proof.size}
    status = Status.SATISFIABLE if found else Status.UNSATISFIABLE
    answer = Answer(status, result, () if every else proof.pictures, (), proof.stats)
    job.say(f"{counted(proof.steps, 'step')} written to {path}")
    return job.give(answer, decimal(found) if every else proof.verdict.value)


def candidates(puzzle: Puzzle, answer: Answer) -> Grid:
    """The colours of each cell in the solutions, from an answer to ``check``."""
    return Grid.of_masks(puzzle, [mask for row in answer.result["candidates"] for mask in row])

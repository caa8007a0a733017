"""Questions of `hunt` to the package for JavaScript, in Node.

They are asked where the environment variable NONOCSP_JAVASCRIPT names the folder of the package,
as `.ci/npm` makes it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from hunt_cases import NotAsked, Truth
from javascript_cases import hint_of, masks_of

import nonocsp as nc
from nonocsp import formats
from nonocsp.core.model.clue import has_star
from nonocsp.core.solver.propagation import propagated
from nonocsp.people.explanation.techniques import LINE_TECHNIQUES

#: Seconds of a question, after which it may have no answer.
SECONDS = 20


def missing() -> str:
    """Why JavaScript is not asked; empty where it is."""
    folder = os.environ.get("NONOCSP_JAVASCRIPT", "")
    if not folder:
        return "NONOCSP_JAVASCRIPT names no folder with the package, which .ci/npm makes"
    if not Path(folder, "kernel.wasm").is_file():
        return f"{folder} has no package with a kernel"
    return "" if shutil.which("node") else "node is not installed"


class Node:
    """A process that answers one question after the other."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("javascript_answers.mjs")
        command = ["node", script, os.environ["NONOCSP_JAVASCRIPT"]]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, text=True, **pipes)

    def ask(self, door, question, text, **options):
        """The answer, or the text of an error."""
        print(json.dumps([door, question, text, options]), file=self.process.stdin, flush=True)
        reply = json.loads(self.process.stdout.readline() or '{"error": "Node has ended"}')
        return reply.get("answer"), reply.get("error")


@cache
def node(owner: int) -> Node:
    """The one process of a process of the hunt."""
    return Node()


def check(name, case, truth, draw):
    """One question, in a worker or in the thread that asks, or to the module for games."""
    if missing() or not case.puzzle.board.table or case.interrupted:
        raise NotAsked
    text, options = formats.dumps(case.puzzle, "json"), {"seconds": SECONDS}
    if case.grid is not None:
        options["grid"] = masks_of(case.grid)
    doors = ["workers", *["here"] * 4, *["game"] * 3 * (name in ("check", "hint"))]
    door = draw.choice(doors)

    def ask(question, **more):
        return node(os.getpid()).ask(door, question, text, **options, **more)

    QUESTIONS[name](case, truth, ask)


def _check(case, truth, ask):
    found, error = ask("check")
    assert not error, f"check: {error}"
    pictures, verdict = found["pictures"], found["verdict"]
    if verdict == "unknown":
        assert found["stopped_by"] == "seconds", f"check: {found}"
        return
    assert verdict == truth.verdict.value, f"check: {verdict}, not {truth.verdict}"
    _are_solutions("check", pictures, truth)
    assert len(pictures) == min(len(truth), 2), f"check: {len(pictures)} pictures"


def _solve(case, truth, ask):
    found, error = ask("solve")
    if _is_stopped(error):
        return
    assert (found is None) == (not truth.pictures), f"solve: {found}, {error}"
    _are_solutions("solve", [found] if found else [], truth)


def _solutions(case, truth, ask):
    most = len(truth) + 1 if truth.whole else 30
    found, error = ask("solutions", limit=most)
    if _is_stopped(error):
        return
    assert not error, f"solutions: {error}"
    _are_solutions("solutions", found, truth)
    is_right = len(found) == len(truth) if truth.whole else len(found) >= min(most, len(truth))
    assert is_right, f"solutions: {len(found)}, not {len(truth)}"


def _count(case, truth, ask):
    found, error = ask("count")
    assert not error, f"count: {error}"
    least, most = int(found["at_least"]), found["at_most"]
    is_exact = str(least) == most
    assert is_exact or found["stopped_by"], f"count: {found}"
    is_right = least == len(truth) if truth.whole and is_exact else True
    is_within = most is None or len(truth) <= int(most)
    is_within = is_within and (not truth.whole or least <= len(truth))
    assert is_right and is_within, f"count: {found} of {len(truth)}"


def _tighten(case, truth, ask):
    found, error = ask("tighten")
    grid = propagated(case.puzzle, case.grid)
    expected = None if grid is None else [list(row) for row in masks_of(grid)]
    assert (found, error) == (expected, None), f"tighten: {found}, {error}, not {expected}"
    lost = [p for p in truth.pictures if not _has(found, p)]
    assert not lost, "tighten loses a solution"


def _has(masks, cells):
    flat = [mask for row in masks or () for mask in row] or [0] * len(cells)
    return all(mask >> colour & 1 for mask, colour in zip(flat, cells, strict=True))


def _hint(case, truth, ask):
    found, error = ask("hint")
    assert not error, f"hint: {error}"
    steps = nc.explain(case.puzzle, case.grid, techniques=LINE_TECHNIQUES)
    step = next(steps, None)
    expected = None if step is None else json.loads(json.dumps(hint_of(step)))
    assert found == expected, f"hint: {found}, not {expected}"
    for cell in found["cells"] if found else ():
        at = case.puzzle.board.number(cell["row"], cell["column"])
        lost = {picture[at] for picture in truth.pictures} & {*cell["excluded"]}
        assert not lost, f"a hint excludes {lost} in {cell}"


def _texts(case, truth, ask):
    """What is written in each format is the same puzzle in Python."""
    clues = [clue for clue in case.puzzle.clues if clue is not None]
    is_plain = len(clues) == len(case.puzzle.clues) and not any(
        has_star(clue) or any(block.joint for block in clue) for clue in clues
    )
    for name in ("json", "non", "puzz-link"):
        found, error = ask("write", format=name)
        if error:
            rooms = [-(-len(case.puzzle.cells(line)) // 2) for line in case.puzzle.lines]
            fits = is_plain and all(len(c) <= room for c, room in zip(clues, rooms, strict=False))
            can = {"json": True, "non": is_plain, "puzz-link": fits and case.puzzle.has_one_colour}
            assert not can[name] and error.startswith("PuzzleError"), f"write {name}: {error}"
            continue
        (again,) = formats.parse(found, name).puzzles
        same = again.fingerprint() == case.puzzle.fingerprint()
        assert same and again.board == case.puzzle.board, f"write {name}: {found}"


def _is_stopped(error):
    return error == "LimitReached: the limit on seconds was reached"


def _are_solutions(name, pictures, truth: Truth):
    cells = [bytes(cell for row in picture for cell in row) for picture in pictures]
    assert len({*cells}) == len(cells), f"{name}: a solution comes twice"
    for each in cells:
        picture = nc.Picture.from_cells(each, truth.puzzle.board, truth.puzzle.colours)
        assert truth.has(picture), f"{name}: no solution: {each}"


QUESTIONS = {
    "check": _check,
    "solve": _solve,
    "solutions": _solutions,
    "count": _count,
    "tighten": _tighten,
    "hint": _hint,
    "write": _texts,
}

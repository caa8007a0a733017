"""Boards that are data: solved, counted, explained, proven, written and drawn like the others."""

from __future__ import annotations

import json
import pickle
import runpy
from pathlib import Path

import oracle
import pytest
from hypothesis import given
from strategies import custom_boards, examples, puzzles

import nonocsp as nc
from nonocsp import formats, render
from nonocsp.core.model.boards import board_of_dict
from nonocsp.core.proofs import board_checker, checker, count_checker

FOLDER = Path(__file__).parents[3] / "input" / "boards"
FILES = sorted(file.name for file in FOLDER.glob("*.json") if nc.read(file).board.kind == "custom")
SQUARE = [[0, 0], [1, 0], [1, 1], [0, 1]]


#: Puzzles on boards of a few cells.
CASES = puzzles(max_colours=2, board=custom_boards(7)).map(lambda drawn: drawn[1])


@examples(60)
@given(CASES)
def test_both_engines_find_what_trying_everything_finds(puzzle):
    wanted = oracle.pictures(puzzle)
    for engine in ("kernel", "textbook"):
        found = [picture.cells for picture in nc.solutions(puzzle, engine=engine)]
        assert len(found) == len(wanted) and set(found) == wanted
    assert nc.count(puzzle) == len(wanted) == nc.solution_space(puzzle).count


@examples(40)
@given(CASES)
def test_proofs_are_accepted_by_every_checker(puzzle):
    plain = board_checker.read_puzzle(json.loads(formats.dumps(puzzle, "json")))
    assert checker.fingerprint(plain) == puzzle.fingerprint()
    number = len(oracle.pictures(puzzle))
    verdict = {0: "none", 1: "unique"}.get(number, "multiple")
    for claim, every in ((verdict, False), (f"count {number}", True)):
        proof = nc.prove(puzzle, every=every)
        assert nc.verify(puzzle, proof).claim == claim
        by_branches = count_checker.CountChecker(plain)
        assert checker.check(plain, proof.lines(), by_branches) == claim
        if not any(line.startswith("b ") for line in proof.lines()):
            assert checker.check(plain, proof.lines()) == claim


@examples(40)
@given(CASES)
def test_explanations_end_where_they_must(puzzle):
    for step in nc.explain(puzzle):
        assert step.holds(puzzle), step


@given(CASES)
def test_json_gives_the_same_puzzle_again(puzzle):
    [again] = formats.parse(formats.dumps(puzzle, "json")).puzzles
    assert (again, again.fingerprint()) == (puzzle, puzzle.fingerprint())
    cells = range(puzzle.board.size)
    assert [*map(again.board.outline, cells)] == [*map(puzzle.board.outline, cells)]
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert board_of_dict(puzzle.board.to_dict()) == puzzle.board


@given(custom_boards())
def test_every_cell_lies_on_one_line_of_each_direction_and_a_last_one_takes_no_clue(board):
    for axis in board.axes:
        met = [cell for line in board.lines if line.axis == axis for cell in board.cells(line)]
        assert sorted(met) == list(range(board.size))
    assert [cell for row in range(board.height) for cell in board.cells(board.lines[row])] == list(
        range(board.size)
    )
    for line in board.lines:
        if not board.has_clue(line):
            assert nc.Line(line.axis, line.index + 1) not in board.lines
    with pytest.raises(nc.PuzzleError):
        nc.Puzzle.on(board, [[]] * (len(board.clued) + len(board.lines) + 1))


@examples(30)
@given(CASES)
def test_drawings_show_every_clue(puzzle):
    pytest.importorskip("PIL")
    svg = render.svg(puzzle, cell=40)
    for line in puzzle.board.clued:
        assert f">{line.axis}{line.index + 1}<" in svg
    assert render.png(puzzle).startswith(b"\x89PNG")
    assert len(render.text(puzzle).splitlines()) >= len(puzzle.board.clued)


def test_lines_without_directions_are_divided():
    cells = [[[x + u, v] for u, v in SQUARE] for x in range(4)]
    board = nc.CustomBoard(cells, [[0, 1], [1, 2], [2, 3], [0, 3]])
    assert board.axes == ("A", "B")
    assert [sorted(board.cells(line)) for line in board.given]
    with pytest.raises(nc.PuzzleError, match="three directions do not hold the lines"):
        nc.CustomBoard(cells, [[0, 1], [0, 2], [0, 3], [0]])


@pytest.mark.parametrize("name", FILES)
def test_the_boards_that_nobody_coded(name):
    assert (FOLDER / name).read_text().count("\n") <= 100
    puzzle = nc.read(FOLDER / name)
    assert {puzzle.board.kind} == {"custom"}
    assert nc.verdict(puzzle) is nc.verdict(puzzle, engine="textbook") is nc.Verdict.UNIQUE
    assert nc.count(puzzle) == 1
    proof = nc.prove(puzzle)
    assert str(nc.verify(puzzle, proof)) == "verified: unique"
    assert nc.explain(puzzle).run().grid.is_decided
    picture = nc.solve(puzzle).picture
    drawing = render.svg(picture, puzzle=puzzle)
    assert drawing.count("<text") >= len(puzzle.board.clued)
    assert render.pdf(puzzle).startswith(b"%PDF")
    assert puzzle.is_solved_by(picture)


def test_the_script_writes_these_files():
    script = runpy.run_path(FOLDER.parent / "make_boards.py")
    for name in ("mask", "rosette", "floor"):
        text = script["written"](script["puzzle"](name.title(), *script[name]()))
        assert text == (FOLDER / f"{name}.json").read_text()


def test_a_random_puzzle_on_a_board_of_ones_own():
    board = nc.read(FOLDER / "mask.json").board
    made = nc.generate(board, seed=3)
    assert made.puzzle.board == board and nc.is_unique(made.puzzle)


BAD = [
    ({"cells": [SQUARE], "lines": [[0, 0]]}, "line 1 has the cell 0 twice: a line has two ends"),
    ({"cells": [SQUARE], "lines": [[1]]}, "line 1: there is no cell 1"),
    ({"cells": [SQUARE, SQUARE], "lines": [[0]]}, "cell 1 lies on no line"),
    ({"cells": [SQUARE], "lines": []}, "expected a list of lines"),
    ({"cells": [SQUARE], "lines": {"D": [[0]]}}, "'A', 'B' and 'C', not 'D'"),
    (
        {"cells": [SQUARE], "lines": {"A": [[0], [0]]}},
        "1 and 2 of direction A share the cell",
    ),
    ({"cells": [SQUARE], "lines": {"B": [[0]]}}, "expected lines of direction A"),
    ({"cells": [SQUARE], "lines": [[0]] * 4}, "at most 3 lie on one cell"),
    ({"cells": [[[0, 0], [1, 1]]], "lines": [[0]]}, "at least 3 corners, not 2 corners"),
    ({"cells": [[[0, 0], [1, 1], [2, 2]]], "lines": [[0]]}, "enclose no area"),
    ({"cells": [[[0, 0], [1, 0], [float("nan"), 1]]], "lines": [[0]]}, "corner is two numbers"),
    ({"cells": [[[0, 0], [1, 0], [1e9, 1]]], "lines": [[0]]}, "from -1000 to 1000"),
    ({"cells": [[[0, 0], [1, 0], "xy"]], "lines": [[0]]}, "a corner is two numbers, not 'xy'"),
    ({"cells": [], "lines": [[0]]}, "expected a list of cells"),
    ({"cells": [SQUARE] * 10001, "lines": [[0]]}, "1 to 10000 cells, not 10001 cells"),
    (
        {"cells": [{"name": "a", "outline": SQUARE}] * 2, "lines": [["a"]]},
        "cells have the name",
    ),
    ({"cells": [{"outline": SQUARE}], "lines": [["a"]]}, "expected a name of a cell, not None"),
    ({"cells": [SQUARE], "lines": [[[0]]]}, "there is no cell [0]"),
    ({"lines": [[0]]}, "expected a list of cells"),
]


@pytest.mark.parametrize(("board", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_a_fault_of_a_board_is_one_line_with_its_place(board, reason, tmp_path):
    path = tmp_path / "own.json"
    value = {"board": {"kind": "custom", **board}, "clues": [[1]]}
    path.write_text(json.dumps(value, indent=1))
    with pytest.raises(nc.FormatError) as caught:
        nc.read(path)
    message = str(caught.value)
    assert reason in message and "\n" not in message
    assert message.startswith(f"{path}, line ")

"""The puzzles of `input/boards`, as the README tells them."""

import re
import warnings
from pathlib import Path

import pytest

import nonocsp as nc

INPUT = Path(__file__).parents[1] / "input"
ROWS = [
    [word.strip(" `") for word in line.strip("|").split("|")]
    for line in (INPUT / "README.md").read_text(encoding="utf-8").splitlines()
    if re.match(r"\|.*\| (triddler|hexagon) ", line)
]


def test_the_table_has_every_file():
    files = {path.name for path in (INPUT / "boards").iterdir()}
    assert {file for file, *_ in ROWS} == files


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_line_of_the_table_is_true(row):
    file, title, board, colours, solutions = row
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        puzzle = nc.read(INPUT / "boards" / file)
    assert title == (puzzle.title or puzzle.description)
    assert board == f"{puzzle.board.kind} {', '.join(map(str, puzzle.board.sizes))}"
    assert int(colours) == puzzle.block_colours
    assert int(solutions) == nc.count(puzzle)
    assert all(map(puzzle.is_solved_by, puzzle.goals))
    if int(solutions) < 2:
        steps = nc.explain(puzzle).run()
        assert steps.grid.is_decided == (int(solutions) == 1)

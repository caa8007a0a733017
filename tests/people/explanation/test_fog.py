"""The fog of thumbnails: exact, without the solution, and clear where the picture is known."""

from __future__ import annotations

from math import isclose, sqrt

import oracle
import pytest
from hypothesis import given
from strategies import examples, puzzles

import nonocsp as nc
from nonocsp import Grid, Puzzle
from nonocsp.apps.web.endpoints import ENDPOINTS
from nonocsp.apps.web.fog import LEVELS, MOST_SAMPLES, fog_of
from nonocsp.apps.web.messages import RequestError, puzzle_out
from nonocsp.core.line.crossing import crossed_marginals
from nonocsp.core.model.line import Line


def shares(puzzle, line, position):
    """By brute force: the share of the placements of a line in which a cell has each colour."""
    colours = puzzle.block_colours
    every = oracle.lines(oracle.plain(puzzle.clue(line)), puzzle.length(line), colours)
    return [sum(p[position] == colour for p in every) / len(every) for colour in range(colours + 1)]


@examples(40)
@given(made=puzzles(4, 5, 2))
def test_shares_are_those_of_all_placements_of_both_lines(made):
    _, puzzle = made
    rows, columns = puzzle.shape
    found = crossed_marginals(puzzle)
    for r in range(rows):
        for c in range(columns):
            along = shares(puzzle, Line("row", r), c), shares(puzzle, Line("column", c), r)
            means = [sqrt(one * other) for one, other in zip(*along, strict=True)]
            expected = [mean / sum(means) for mean in means]
            assert all(isclose(a, b) for a, b in zip(found[r][c], expected, strict=True))


@examples(40)
@given(made=puzzles(6, 6, 2))
def test_the_fog_of_a_solved_grid_is_the_picture(made):
    picture, puzzle = made
    colours = range(puzzle.block_colours + 1)
    found = crossed_marginals(puzzle, Grid.of(picture, puzzle.block_colours))
    assert found == tuple(
        tuple(tuple(float(cell == c) for c in colours) for cell in row) for row in picture.rows
    )


def test_filled_cells_alone_clear_the_fog():
    puzzle = nc.read("input/heart.txt")
    (goal,) = puzzle.goals
    filled = [2 if cell else 3 for cell in goal.cells]
    found = crossed_marginals(puzzle, Grid.of_masks(puzzle, filled))
    assert [share[1] for row in found for share in row] == [float(cell) for cell in goal.cells]


@pytest.mark.parametrize("name", ["heart.txt", "fish.json", "cat.json"])
def test_the_fog_does_not_see_the_solution(name):
    puzzle = nc.read(f"input/{name}")
    assert puzzle.goals
    assert fog_of(puzzle) == fog_of(puzzle.replace(goals=()))
    # nor does a request carry it
    asked = ENDPOINTS["fog"].respond({"puzzle": puzzle_out(puzzle.replace(goals=()))}, print)
    assert asked == fog_of(puzzle)
    assert "goals" not in ENDPOINTS["fog"].takes


def test_what_is_known_changes_its_two_lines_only():
    puzzle = nc.read("input/owl.non")
    before = crossed_marginals(puzzle)
    cells = [(r, c) for r in range(20) for c in range(20)]
    row, column = min(cells, key=lambda cell: abs(before[cell[0]][cell[1]][1] - 0.5))
    after = crossed_marginals(puzzle, Grid.unknown(puzzle).given({(row, column): 1}))
    changed = {(r, c) for r, c in cells if before[r][c] != after[r][c]}
    assert (row, column) in changed and len(changed) > 1
    assert all(r == row or c == column for r, c in changed)


def test_mistakes_and_impossible_clues_leave_no_gap():
    puzzle = Puzzle([[3], [1]], [[1], [2], [1]])
    wrong = Grid.unknown(puzzle).given({(0, 1): 0})
    shares = crossed_marginals(puzzle, wrong)
    assert shares[0][1] == (1.0, 0.0)
    # the row counts as if nothing were known, the column of the wrong cell too
    assert shares[0][0][1] > 0.5
    for impossible in (Puzzle([[4]], [[1], [], []]), Puzzle([[3], []], [[2], [], [2]])):
        for row in crossed_marginals(impossible):
            assert all(isclose(sum(cell), 1) for cell in row)


def test_samples_are_few_and_levels_go_from_nothing_to_all():
    full, empty = Puzzle([[60]] * 40, [[40]] * 60), Puzzle([[]] * 2, [[]] * 3)
    fog = fog_of(full)
    assert (fog["width"], fog["height"]) == (MOST_SAMPLES, MOST_SAMPLES)
    assert set(fog["shares"]) == {LEVELS[-1]}
    assert fog_of(empty) == {"width": 2, "height": 2, "shares": "A" * 4}
    parrot = nc.read("input/parrot.ctu")
    fog = fog_of(parrot)
    size = fog["width"] * fog["height"]
    planes = [fog["shares"][at : at + size] for at in range(0, len(fog["shares"]), size)]
    assert len(planes) == parrot.block_colours
    sums = [sum(LEVELS.index(char) for char in sample) for sample in zip(*planes, strict=True)]
    assert max(sums) <= len(LEVELS) + parrot.block_colours  # each share is rounded


def test_the_fog_of_a_huge_puzzle_is_refused():
    clues = [[]] * 101
    with pytest.raises(RequestError, match="at most 100 cells here, not 101"):
        ENDPOINTS["fog"].respond({"puzzle": {"rows": clues, "cols": [[]]}}, print)

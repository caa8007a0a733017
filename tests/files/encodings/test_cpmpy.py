"""Puzzles as models of CPMpy: whatever solver it asks, the solutions are those of the puzzle."""

from __future__ import annotations

import oracle
import pytest
from hypothesis import given
from strategies import ANY, cases, examples

import nonocsp as nc
from nonocsp.files.encodings.cpmpy import model

#: Those of its solvers that the extras bring; others are for benchmarks/log.
SOLVERS = ["ortools", "choco"]


def pictures(puzzle, lines="regular", solver="ortools"):
    """The pictures of all solutions, each found once."""
    cpmpy = pytest.importorskip("cpmpy")
    if not dict(cpmpy.SolverLookup.base_solvers())[solver].supported():
        pytest.skip(f"CPMpy has not found its solver {solver}")
    stated, cells = model(puzzle, lines)
    found = []

    def keep():
        picture = nc.Picture.from_cells(bytes(cells.value().flat), puzzle.board)
        assert not puzzle.board.table or picture == nc.Picture(cells.value())
        found.append(picture)

    number = stated.solveAll(solver=solver, display=keep)
    assert number == len(found) == len(set(found))
    return set(found)


@examples(30)
@given(cases() | cases(board=ANY))
@pytest.mark.parametrize("lines", ["regular", "table"])
def test_its_solutions_are_those_of_the_definition(lines, case):
    puzzle, *_ = case
    assert {each.cells for each in pictures(puzzle, lines)} == set(oracle.pictures(puzzle))


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    "puzzle",
    [
        nc.Puzzle([[1]] * 4, [[1]] * 4),
        nc.Puzzle([[1]] * 6, [[1, 1, 1], [3]]),
        nc.Puzzle([[3], [1]], [[1], [1]]),
        nc.Puzzle([[(1, "red"), (1, "green")]], [[(1, "red")], [(1, "green")]]),
        nc.Puzzle([[1, 1], None, []], [[1], None, ["?"]]),
        nc.Puzzle([["*"], [1]], [[1], ["*", 1]]),
    ],
    ids=["permutations", "none", "too long", "colours", "absent", "stars"],
)
def test_its_solvers_agree_with_ours(solver, puzzle):
    assert pictures(puzzle, "regular", solver) == set(nc.solutions(puzzle))
    assert pictures(puzzle, "table", solver) == set(nc.solutions(puzzle))


def test_tables_have_a_limit_and_automata_have_none():
    pytest.importorskip("cpmpy")
    puzzle = nc.Puzzle([[1] * 10] * 2, [None] * 40)
    with pytest.raises(nc.OptionError, match="the limit is 1000000 placements"):
        model(puzzle, "table")
    assert model(puzzle)[0].solve()
    with pytest.raises(nc.OptionError, match="lines must be"):
        model(puzzle, "mdd")


def test_two_puzzles_share_no_variable():
    cpmpy = pytest.importorskip("cpmpy")
    one, of_one = model(nc.Puzzle([[1]], [[1], []]))
    other, of_other = model(nc.Puzzle([[1]], [[], [1]]))
    both = cpmpy.Model(one.constraints + other.constraints)
    assert both.solve()
    assert [*of_one.value().flat, *of_other.value().flat] == [1, 0, 0, 1]

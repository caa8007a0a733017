"""A grid in which a cell has no colour left means to every question: there is no solution."""

import pytest
from oracle import pictures as by_brute_force

import nonocsp as nc
from nonocsp import Grid, Picture, Puzzle
from nonocsp.core.solver.propagation import propagated
from nonocsp.core.solver.solving import Status
from nonocsp.many.questions.cube_splitter import cubes
from nonocsp.many.questions.registry import QUESTIONS
from nonocsp.people.watching.trace import trace


def without_colour(puzzle, *cells, others=None):
    """The puzzle, and a grid in which some cells have no colour left."""
    masks = [others or (2 << puzzle.block_colours) - 1] * puzzle.board.size
    for cell in cells:
        masks[cell] = 0
    return puzzle, Grid.of_masks(puzzle, masks)


FLOWER = nc.Hexagon(2, 2, 2, 2, 2, 2)
TRIANGLES = nc.Triddler(2, 0, 2, 0, 2, 0)
RED = [(1, "red")]
CASES = {
    "on lines without clues": without_colour(Puzzle([None, [1]], [[1], None]), 1),
    "without any clue": without_colour(Puzzle([None] * 2, [None] * 2), 1),
    "the others are decided": without_colour(Puzzle([None] * 2, [None] * 2), 1, others=1),
    "on lines with clues": without_colour(Puzzle([[1]] * 2, [[1]] * 2), 1),
    "on a line with a clue": without_colour(Puzzle([[1], None], [None] * 2), 1),
    "on a blank line": without_colour(Puzzle([[], None], [None, []]), 0),
    "coloured": without_colour(Puzzle([RED, None, RED], [RED, RED, None]), 5),
    "a part of its own": without_colour(Puzzle([[1], [1], None], [[1], [1], None]), 8),
    "several": without_colour(Puzzle([None] * 2, [None] * 3), 0, 4),
    "all": without_colour(Puzzle([None, [1]], [[1], None]), 0, 1, 2, 3),
    "a hexagon": without_colour(Puzzle.on(FLOWER, [None] * len(FLOWER.lines)), 3),
    "a triangle": without_colour(Puzzle.on(TRIANGLES, [None] * len(TRIANGLES.lines)), 2),
}
cases = pytest.mark.parametrize(("puzzle", "grid"), CASES.values(), ids=CASES)


@cases
@pytest.mark.parametrize("engine", ["kernel", "textbook"])
@pytest.mark.parametrize("name", [name for name, asked in QUESTIONS.items() if asked.takes_grid])
def test_every_question_finds_no_solution(puzzle, grid, name, engine):
    if engine == "textbook" and name in ("estimate", "argument"):
        with pytest.raises(nc.OptionError, match="the engine kernel does"):
            QUESTIONS[name].ask(puzzle, grid, engine=engine)
        return
    answer = QUESTIONS[name].ask(puzzle, grid, engine=engine)
    assert answer.status is Status.UNSATISFIABLE
    assert answer.stopped_by is None
    assert not answer.pictures
    about = answer.result
    assert about.get("verdict", "none") == "none"
    assert about.get("count", "0") == "0"
    assert about.get("outcome", "contradiction") == "contradiction"
    assert about.get("kind", "mistake") == "mistake"
    assert about.get("value", "0") == "0"


@cases
@pytest.mark.parametrize("engine", ["kernel", "textbook"])
def test_the_solution_space_is_empty(puzzle, grid, engine):
    space = nc.solution_space(puzzle, grid=grid, engine=engine)
    assert (space.count, list(space), bool(space)) == (0, [], False)
    assert space.status is Status.UNSATISFIABLE
    solution = nc.solve(puzzle, engine=engine).picture
    assert solution not in space
    assert solution not in space[:]
    assert space.rank(solution) is None
    with pytest.raises(ValueError, match="does not solve the puzzle"):
        space.index(solution)
    assert space.backbone().is_contradictory
    assert space.components == ()


@cases
def test_propagation_traces_cubes_and_proofs_end_in_the_contradiction(puzzle, grid):
    assert propagated(puzzle, grid) is None
    assert propagated(puzzle, grid, by_definition=True) is None
    assert [event.kind for event in trace(puzzle, grid=grid)][-1] == "contradiction"
    assert cubes(puzzle, 4, grid=grid) == []
    proof = nc.prove(puzzle, grid=grid)
    assert (proof.claim, proof.verdict) == ("none", nc.Verdict.NONE)
    assert nc.explain(puzzle, grid).why()  # the step that shows it


@pytest.mark.parametrize("engine", ["kernel", "textbook"])
def test_an_empty_space_has_no_picture_in_it(engine):
    puzzle = Puzzle([[1]], [[]])
    space = nc.solution_space(puzzle, engine=engine)
    assert not list(by_brute_force(puzzle))
    for picture in (Picture([[0]]), Picture([[1]])):
        assert picture not in space
        with pytest.raises(ValueError, match="does not solve the puzzle"):
            space.index(picture)
    with pytest.raises(nc.OptionError, match="there is no solution"):
        space.disambiguate()


def test_a_cell_without_colours_is_named_and_no_clue_blamed():
    puzzle, grid = CASES["on lines without clues"]
    (step,) = nc.explain(puzzle, grid)
    assert str(step) == "Row 1: column 2 is without any colour."
    assert nc.hint(puzzle, grid).what == "Row 1, column 2 cannot be without any colour."

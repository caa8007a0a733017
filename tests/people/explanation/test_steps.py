"""Explanations: every step follows from its reasons, by brute force, and nothing is missed."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations

import oracle
import pytest
from hypothesis import given
from strategies import (
    ANY,
    cases,
    examples,
    puzzles,
    random_puzzle,
    small_puzzles,
)

import nonocsp as nc
from nonocsp import Grid, Limits, Puzzle
from nonocsp.core.base.errors import EngineError, NonocspError
from nonocsp.core.model.line import Line
from nonocsp.core.solver.propagation import propagated
from nonocsp.people.explanation import (
    TECHNIQUES,
    Conclusion,
    LineTechnique,
    Outcome,
    Step,
    Technique,
    diagnose,
    explain,
)
from nonocsp.people.explanation.techniques import LINE_TECHNIQUES, Finding
from nonocsp.people.explanation.techniques.chains import EitherWay

LINES_ONLY = tuple(technique for technique in TECHNIQUES if technique.level == "line")


def bits(colours):
    return sum(1 << colour for colour in colours)


def placements(puzzle, line, facts):
    """By brute force: the ways to fill a line of which only some facts are known."""
    masks = [(1 << len(puzzle.colours)) - 1] * puzzle.length(line)
    for fact in facts:
        if (at := index_in(puzzle, line, fact)) is not None:
            masks[at] &= bits(fact.colours)
    colours = puzzle.block_colours
    return oracle.lines(oracle.plain(puzzle.clue(line)), len(masks), colours, masks)


def index_in(puzzle, line, place):
    """Where a cell stands in a line, None if elsewhere."""
    cells = list(puzzle.cells(line))
    number = puzzle.board.number(place.row, place.column)
    return cells.index(number) if number in cells else None


def follows_in(puzzle, line, ways, cell):
    index = index_in(puzzle, line, cell)
    return index is not None and not any(way[index] in cell.excluded for way in ways)


def forced(puzzle, lines, facts, cells):
    """Whether each conclusion follows in one of the lines; without any, that none can be filled."""
    ways = {line: placements(puzzle, line, facts) for line in lines}
    if not cells:
        return any(not found for found in ways.values())
    # Excluded colours may be split between the lines of a cell.
    single = [Conclusion(c.row, c.column, (colour,), ()) for c in cells for colour in c.excluded]
    return all(any(follows_in(puzzle, line, ways[line], cell) for line in lines) for cell in single)


def check_minimal(puzzle, lines, facts, cells):
    assert forced(puzzle, lines, facts, cells)
    for spared in facts:
        assert not forced(puzzle, lines, [f for f in facts if f != spared], cells)


def check(puzzle, grid, step):
    """A step follows from its reasons, all of which are known; by brute force."""
    number = puzzle.board.number
    for fact in step.because:
        assert grid.masks[number(fact.row, fact.column)] == bits(fact.colours)
    for cell in step.cells:
        mask = grid.masks[number(cell.row, cell.column)]
        assert bits(cell.left) == mask & ~bits(cell.excluded) != mask
    if step.technique == "case split":
        known = Grid.unknown(puzzle).masks
        masks = list(known)
        for fact in (*step.because, *(branch.assumed for branch in step.branches)):
            masks[number(fact.row, fact.column)] = bits(fact.colours)
        assert not oracle.pictures(puzzle, Grid.of_masks(puzzle, masks))
    elif step.count is None and not step.branches:
        check_minimal(puzzle, step.lines, step.because, step.cells)
    elif step.branches:
        check_chain(puzzle, step)
    assert step.holds(puzzle)


def checked(steps):
    """An explanation to its end, with every step checked."""
    grid = steps.grid
    for step in steps:
        check(steps.puzzle, grid, step)
        grid = steps.grid
    return steps


def check_chain(puzzle, step):
    """Replay the links by brute force; what is assumed, known or concluded may be used."""
    for branch in step.branches:
        known = {}
        for fact in (*step.because, branch.assumed):
            place = fact.row, fact.column
            known[place] = known.get(place, -1) & bits(fact.colours)
        full = (1 << len(puzzle.colours)) - 1
        for link in branch.links:
            for fact in link.because:
                assert known.get((fact.row, fact.column), full) & ~bits(fact.colours) == 0
            check_minimal(puzzle, [link.line], link.because, link.cells)
            for cell in link.cells:
                place = cell.row, cell.column
                known[place] = known.get(place, full) & ~bits(cell.excluded)
        (concluded,) = step.cells
        if len(step.branches) == 1:
            assert not branch.links[-1].cells
            assert (concluded.row, concluded.column) == (branch.assumed.row, branch.assumed.column)
            assert set(concluded.excluded) <= set(branch.assumed.colours)
        else:
            assert not known[concluded.row, concluded.column] & bits(concluded.excluded)
    if len(step.branches) > 1:
        (place,) = {(branch.assumed.row, branch.assumed.column) for branch in step.branches}
        known = {(fact.row, fact.column): fact.colours for fact in step.because}
        possible = known.get(place, range(len(puzzle.colours)))
        assert set(possible) <= {c for b in step.branches for c in b.assumed.colours}


def backbone(puzzle, grid=None):
    """By brute force: for every cell the colours it has in some solution."""
    found = oracle.pictures(puzzle, grid)
    return [bits({cells[i] for cells in found}) for i in range(puzzle.board.size)]


@examples(250)
@given(case=cases(ANY))
def test_every_step_follows_and_together_they_tell_all_that_solutions_share(case):
    puzzle, grid = case
    steps = checked(explain(puzzle, grid))
    has_none = not oracle.pictures(puzzle, grid)
    assert (steps.outcome is Outcome.CONTRADICTION) == has_none
    assert bool(steps.steps and steps.steps[-1].is_contradiction) == has_none
    if not has_none:
        assert list(steps.grid.masks) == backbone(puzzle, grid)
        assert steps.outcome is (Outcome.SOLVED if steps.grid.is_decided else Outcome.AMBIGUOUS)
        assert steps.is_complete


@examples(40)
@given(made=puzzles(7, 7, 2))
def test_lines_alone_get_as_far_as_propagation(made):
    _, puzzle = made
    steps = explain(puzzle, techniques=LINES_ONLY).run()
    grid = propagated(puzzle, by_definition=True)
    assert steps.grid == grid
    assert steps.outcome is (Outcome.SOLVED if grid.is_decided else Outcome.STUCK)


@examples(40)
@given(made=small_puzzles(ANY))
def test_where_lines_are_tightened_by_definition_the_steps_are_the_same(made):
    _, puzzle = made
    techniques = TECHNIQUES[:-1]  # the search may come upon other solutions first
    kernel = explain(puzzle, engine="kernel", techniques=techniques).run()
    defined = explain(puzzle, engine="textbook", techniques=techniques).run()
    assert kernel.steps == defined.steps


#: A clue, what is known, and the first step that the technique of this name makes of it.
PATTERNS = [
    ("blank line", [], "????", "it has no blocks, so all of it is blank."),
    ("full line", [2, 1], "????", "2 1 takes all 4 cells, gaps included, so columns 1-2 and 4 "
     "are black and column 3 is blank."),
    ("full line", [4], "????", "the 4 takes all of it, so columns 1-4 are black."),
    ("complete line", [2, 1], "?##??#?", "all its blocks are there, so columns 1, 4-5 and 7 are "
     "blank."),
    ("complete line", [2], "?##?", "the 2 is there, so columns 1 and 4 are blank."),
    ("overlap", [8], "??????????", "the 8 must cover columns 3-8 wherever it starts."),
    ("overlap", [3, 3], "????????", "the first 3 must cover columns 2-3 wherever it starts."),
    ("finished block", [1, 3], "?????###??", "columns 6-8 are the whole of the 3, so columns 5 "
     "and 9 are blank."),
    ("finished block", [2, 2, 5], "?????##?????????", "columns 6-7 are a whole block, a 2, so "
     "columns 5 and 8 are blank."),
    ("edge", [3, 1], "#??????", "the 3 begins at the wall, so columns 2-3 are black."),
    ("edge", [1, 3], "??????_#???", None),
    ("edge", [3], "???_#????", "the 3 begins beside the blank in column 4, so columns 6-7 are "
     "black."),
    ("join", [5], "????#??#????", "columns 5 and 8 belong to the same block, the 5, so columns "
     "6-7 are black."),
    ("small gap", [3, 3], "??_?????????", "columns 1-2 are too small a gap for the first 3, the "
     "only block that could be there, so columns 1-2 are blank."),
    ("small gap", [3, 4], "?????_??_?????", "columns 7-8 are too small a gap for every block that "
     "could be there, even for a 3, so columns 7-8 are blank."),
    ("unreachable", [3], "????#?????", "the 3 begins at column 3 at the earliest, so columns 1-2 "
     "are blank."),
    ("unreachable", [1, 1], "#???#?", None),
    ("narrowed overlap", [3], "_????_", "since columns 1 and 6 are blank, the 3 fits only in "
     "columns 2-5, so columns 3-4 are black."),
    ("glue", [4], "??#???????", "the 4 covers column 3 and fits only in columns 1-6, so column 4 "
     "is black."),
    ("split", [1, 3, 1], "?????#?#??????", None),
    ("split", [2, 2, 2], "???#?#????????", None),
    ("whichever block", [2, 1], "???#??", "whichever block covers column 4, it ends at column 4, "
     "so column 5 is blank."),
    ("whichever block", [3, 2], "???#???????", None),
    ("line reasoning", [1, 1], "???", None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "clue", "known", "sentence"), PATTERNS)
def test_a_pattern_is_seen_where_it_is_and_called_by_its_name(name, clue, known, sentence):
    puzzle = Puzzle([clue], [None] * len(known))
    grid = Grid.from_text(known)
    technique = next(technique for technique in TECHNIQUES if technique.name == name)
    steps = explain(puzzle, grid, techniques=[technique])
    step = next(steps, None)
    if sentence is None:
        if step is not None:
            check(puzzle, grid, step)
        return
    assert step.technique == name
    assert str(step) == f"Row 1: {sentence}"
    check(puzzle, grid, step)


def test_a_cell_that_would_join_two_runs_is_blank():
    puzzle = Puzzle([[3, 3]], [None] * 15)
    technique = next(technique for technique in TECHNIQUES if technique.name == "split")
    step = next(explain(puzzle, Grid.from_text("?????##?##?????"), techniques=[technique]))
    assert str(step) == (
        "Row 1: column 8 would join columns 6-7 and 9 to 4 cells, and no block here has more "
        "than 3, so column 8 is blank."
    )
    assert [(cell.row, cell.column, cell.colour) for cell in step.cells] == [(0, 7, 0)]


def test_colours_are_named():
    puzzle = Puzzle(
        [[(2, "red"), (2, "blue")], [(1, "blue")]],
        [[(1, "red")], [(1, "red")], [(1, "blue")], [(2, "blue")]],
    )
    words = [str(step) for step in explain(puzzle)]
    assert words[0] == (
        "A cell has only colours that are in the clues of both its row and its column."
    )
    assert (
        words[1] == "Row 1: red 2, blue 2 takes all 4 cells, so columns 1-2 are red and "
        "columns 3-4 are blue."
    )


def test_a_picture_of_each_technique_in_the_documentation_is_one_of_these():
    names = {technique.name for technique in TECHNIQUES}
    assert {name for name, *_ in PATTERNS} <= names
    assert len(names) == len(TECHNIQUES)
    for technique in TECHNIQUES:
        assert technique.summary.endswith(".")
        assert technique.level in ("line", "chain", "count", "search")


def test_either_way_is_found_when_it_is_asked_for():
    """In a chain of equal choices a third cell is blank whichever of two the first takes."""
    found = []
    for seed in range(400):
        puzzle = random_puzzle(4, 0.5, seed)
        position = explain(puzzle, techniques=LINES_ONLY).run()
        if position.outcome is not Outcome.STUCK:
            continue
        technique = EitherWay("either way", "", 18, 3)
        step = next(explain(puzzle, position.grid, techniques=[technique]), None)
        if step is not None:
            check(puzzle, position.grid, step)
            found.append(step)
        if len(found) == 5:
            break
    assert found


def test_a_solver_is_any_list_of_techniques():
    """One's own technique, one that lies, and a list without the last resort."""

    def first_cell(view):
        yield Finding((), {0: 1}, "I feel it")

    puzzle = Puzzle([[2]], [[1], [1]])
    own = LineTechnique("feeling", "A feeling.", 1, first_cell)
    assert str(next(explain(puzzle, techniques=[own]))) == "Row 1: I feel it, so column 1 is black."
    assert explain(Puzzle([[1]], [None, None]), techniques=[own]).run().outcome is Outcome.STUCK

    class Liar(Technique):
        def step(self, position):
            cell = Conclusion(0, 0, (1,), (0,))
            return Step("lie", (Line("row", 0),), (cell,), (), "Trust me.", 1)

    with pytest.raises(NonocspError, match="does not follow"):
        next(explain(puzzle, techniques=[Liar("lie", "A lie.", 1)]))


def test_reasoning_in_lines_alone_is_one_technique():
    whole = next(each for each in LINES_ONLY if each.name == "line reasoning")
    assert explain(Puzzle([[3], [1]], [[1], [2], [1]]), techniques=[whole]).run().steps


def test_steps_are_lazy_and_a_limit_keeps_them():
    puzzle = nc.read("input/random-10x10.txt")
    steps = explain(puzzle, limits=Limits(nodes=3)).run()
    assert steps.outcome is Outcome.STOPPED and steps.stopped_by == "nodes"
    assert not steps.is_complete
    lazy = explain(puzzle)
    assert lazy.outcome is Outcome.OPEN and not lazy.found
    first = next(lazy)
    assert lazy.found == [first] and lazy.outcome is Outcome.OPEN


@pytest.mark.parametrize("name", ["tulip.ctu", "anchor.txt", "cat.json", "mushroom.non"])
def test_real_puzzles_are_explained_to_the_end(name):
    puzzle = nc.read(f"input/{name}")
    steps = explain(puzzle)
    assert all(step.holds(puzzle) for step in steps)
    assert steps.grid.picture() == nc.solve(puzzle).picture


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle([[1]], [[1]]),
        Puzzle([[]], [[]]),
        Puzzle([None], [None, None]),
        Puzzle([[40, 50]], [None] * 100),
        Puzzle([["?"]], [["?"]] * 3),
    ],
)
def test_small_and_narrow_puzzles(puzzle):
    steps = explain(puzzle).run()
    assert steps.is_complete
    assert all(step.holds(puzzle) for step in steps.steps)


def test_steps_go_to_json():
    puzzle = nc.read("input/tulip.ctu")
    for step in explain(puzzle):
        value = json.loads(json.dumps(step.to_dict()))
        assert value["sentence"] == str(step)
        assert len(value["cells"]) == len(step.cells)


def test_a_false_step_is_not_verified():
    puzzle = nc.read("input/tulip.ctu")
    seen = set()
    for step in explain(puzzle):
        seen.add(bool(step.branches))
        for spared in range(len(step.because)):
            fewer = tuple(fact for n, fact in enumerate(step.because) if n != spared)
            assert not replace(step, because=fewer).holds(puzzle)
    assert seen == {False, True}


def test_every_pair_of_line_techniques_differs():
    for one, other in combinations(LINE_TECHNIQUES, 2):
        assert one.name != other.name and one.summary != other.summary


def test_where_the_kernel_is_missing_patterns_are_refused(monkeypatch):
    puzzle = nc.read("input/heart.txt")
    monkeypatch.setattr("nonocsp.core.kernel.interface.UNAVAILABLE", "there is no kernel")
    with (
        pytest.warns(nc.core.solver.engines.EngineWarning),
        pytest.raises(EngineError, match="there is no kernel"),
    ):
        next(explain(puzzle))
    with pytest.warns(nc.core.solver.engines.EngineWarning):
        assert explain(puzzle, techniques=TECHNIQUES[-1:]).run().outcome is Outcome.SOLVED
    with pytest.warns(nc.core.solver.engines.EngineWarning):
        found = diagnose(nc.read("input/broken-heart.nin"))
    assert len(found.changes) == 6

from __future__ import annotations

from itertools import combinations, product

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import examples, pictures

import nonocsp as nc
from nonocsp.core.kernel.interface import propagated
from nonocsp.core.options.limits import Limits, Meter, Stats
from nonocsp.people.generation import repair
from nonocsp.people.generation.draft import Draft


def puzzle_of(cells, columns, colours):
    names = ["black", "red", "green"][:colours]
    return nc.Puzzle.from_picture(
        nc.Picture.from_cells(bytes(cells), nc.Rectangle(len(cells) // columns, columns)), names
    )


def meets(cells, columns, colours, goal):
    puzzle = puzzle_of(cells, columns, colours)
    if goal == "lines":
        return propagated(puzzle).is_decided
    return nc.is_unique(puzzle)


def fewest(picture, goal):
    """The definition: try all sets of cells, smaller ones first, with all colours."""
    cells, columns = picture.cells, picture.shape[1]
    colours = max(1, *cells)
    for number in range(len(cells) + 1):
        for chosen in combinations(range(len(cells)), number):
            others = [[c for c in range(colours + 1) if c != cells[cell]] for cell in chosen]
            for painted in product(*others):
                changed = bytearray(cells)
                for cell, colour in zip(chosen, painted, strict=True):
                    changed[cell] = colour
                if meets(changed, columns, colours, goal):
                    return number
    raise AssertionError("a blank picture is unique")


@given(st.one_of(pictures(4, 5, 1), pictures(3, 4, 2)), st.sampled_from(["unique", "lines"]))
@examples(120)
def test_the_number_of_cells_is_the_least_by_trying_everything(picture, goal):
    fixed = repair(picture, goal=goal)
    assert fixed.is_fewest
    assert len(fixed.flipped) == fixed.at_least == fewest(picture, goal)
    colours = max(1, *picture.cells)
    assert meets(fixed.after.cells, picture.shape[1], colours, goal)
    assert fixed.before is picture
    assert fixed.flipped == picture.differences(fixed.after)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_permutations_need_more_cells_the_larger_they_are(size):
    diagonal = nc.Picture([[int(r == c) for c in range(size)] for r in range(size)])
    fixed = repair(diagonal)
    assert fixed.is_fewest
    assert len(fixed.flipped) == fewest(diagonal, "unique")


@given(pictures(3, 3, 2))
def test_faults_are_where_other_solutions_differ(picture):
    colours = max(1, *picture.cells)
    puzzle = puzzle_of(picture.cells, picture.shape[1], colours)
    others = [
        frozenset(i for i, (a, b) in enumerate(zip(other, picture.cells, strict=True)) if a != b)
        for other in oracle.pictures(puzzle)
        if other != picture.cells
    ]
    draft = Draft(picture, colours, Meter(Limits(), Stats()))
    faults = draft.faults("unique", 9)
    assert bool(faults) == bool(others)
    for fault in faults:
        assert frozenset(fault.cells) in others
        assert not any(other < frozenset(fault.cells) for other in others)
    for one, other in combinations(faults, 2):
        assert not one.lines & other.lines
    assert draft.meets("unique") == (not others)


def test_a_picture_that_is_unique_is_left_alone():
    heart = nc.Picture(["_#_#_", "#####", "#####", "_###_", "__#__"])
    fixed = repair(heart, goal="lines")
    assert (fixed.after, fixed.flipped, fixed.is_fewest) == (heart, (), True)
    assert fixed.puzzle == nc.Puzzle.from_picture(heart)


def noise(size, colours, seed):
    from nonocsp.people.generation import generate

    return generate(size, size, density=0.4, colours=colours, seed=seed, unique=False).picture


@pytest.mark.slow
@pytest.mark.parametrize("colours", [1, 3])
def test_larger_pictures_are_repaired_with_few_cells(colours):
    picture = noise(20, colours, 5)
    assert nc.verdict(nc.Puzzle.from_picture(picture)) is nc.Verdict.MULTIPLE
    fixed = repair(picture, checks=4000)
    assert nc.is_unique(fixed.puzzle)
    assert fixed.at_least <= len(fixed.flipped) < 30
    # Taking any one change back makes it ambiguous again.
    for cell in fixed.flipped:
        cells = bytearray(fixed.after.cells)
        cells[cell[0] * 20 + cell[1]] = picture[cell]
        assert not meets(cells, 20, colours, "unique")


def test_without_the_proof_the_answer_says_so():
    fixed = repair(noise(15, 3, 2), checks=30)
    assert nc.is_unique(fixed.puzzle)
    assert not fixed.is_fewest
    assert (fixed.stopped_by, fixed.at_least) == ("checks", 1)


def test_limits_keep_what_was_found():
    picture = noise(20, 1, 5)
    stopped = repair(picture, limits=Limits(nodes=1))
    assert stopped.stopped_by == "nodes"
    assert stopped.after is None
    assert stopped.puzzle is None
    assert not stopped.is_fewest
    assert stopped.flipped == ()


def test_the_engine_makes_no_difference():
    picture = noise(6, 2, 3)
    ours, textbook = repair(picture), repair(picture, engine="textbook")
    assert ours.after == textbook.after
    assert ours.checks == textbook.checks


def test_colours_keep_their_look():
    colours = (nc.Colour("sky", "#cceeff", "_"), nc.Colour("ink", "#112233", "i"))
    picture = nc.Picture([[1, 0], [0, 1]], colours=colours)
    fixed = repair(picture)
    assert fixed.puzzle.colours == fixed.after.colours == colours


def test_other_repairs_are_offered_to_choose_from():
    picture = noise(12, 1, 3)
    one, several = repair(picture, checks=4000), repair(picture, checks=4000, number=4)
    assert several.after == one.after
    assert one.others == ()
    assert len({several.after, *several.others}) == 1 + len(several.others) <= 4
    sizes = [len(picture.differences(other)) for other in several.others]
    assert sizes == sorted(sizes)
    for other in several.others:
        assert nc.is_unique(nc.Puzzle.from_picture(other))


def test_every_single_cell_that_repairs_is_found():
    picture = nc.Picture(["#___", "_#__", "____", "____"])
    fixed = repair(picture, number=100)
    assert fixed.is_fewest
    assert fixed.stopped_by is None
    wanted = {
        cell
        for cell in range(16)
        for cells in [bytearray(picture.cells)]
        if not cells.__setitem__(cell, 1 - cells[cell]) and meets(cells, 4, 1, "unique")
    }
    changed = [picture.differences(each) for each in (fixed.after, *fixed.others)]
    single = {cells[0][0] * 4 + cells[0][1] for cells in changed if len(cells) == 1}
    assert single == wanted

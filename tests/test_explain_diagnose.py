"""Diagnoses: contradicting lines, the slip behind it, the cells that stay open."""

from __future__ import annotations

import json
import random

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import puzzles, small_puzzles, wild_puzzles

import nonocsp as nc
from nonocsp import Block, Limits, Puzzle, Verdict
from nonocsp.explanation import diagnose
from nonocsp.explanation.clue_errors import KINDS, alternatives, sums_can_agree
from nonocsp.explanation.diagnosis import only_lines, with_clue
from nonocsp.model.line import Line


def verdict(puzzle):
    return [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(2, len(oracle.pictures(puzzle)))]


@settings(max_examples=60)
@given(made=st.one_of(small_puzzles(), wild_puzzles().map(lambda puzzle: (None, puzzle))))
def test_a_diagnosis_is_true(made):
    _, puzzle = made
    found = diagnose(puzzle)
    assert found.verdict is verdict(puzzle)
    assert json.loads(json.dumps(found.to_dict()))["text"] == str(found)
    if found.verdict is Verdict.NONE:
        assert found.conflict and found.is_minimal
        assert not oracle.pictures(only_lines(puzzle, found.conflict))
        for spared in found.conflict:
            rest = [line for line in found.conflict if line != spared]
            assert oracle.pictures(only_lines(puzzle, rest))
        for change in found.changes:
            assert change.verdict is verdict(change.apply(puzzle))
            assert change.verdict is not Verdict.NONE
        order = [
            (change.verdict is not Verdict.UNIQUE, KINDS.index(change.kind))
            for change in found.changes
        ]
        assert order == sorted(order)
    elif found.verdict is Verdict.MULTIPLE:
        pictures = oracle.pictures(puzzle)
        shown = [
            sum(1 << c for c in {p[i] for p in pictures}) for i in range(len(found.differing.masks))
        ]
        assert list(found.differing.masks) == shown
        unknown = nc.Grid.unknown(puzzle)
        assert len(oracle.pictures(puzzle, unknown.given(found.givens))) == 1
        for spared in found.givens:
            rest = {cell: c for cell, c in found.givens.items() if cell != spared}
            assert len(oracle.pictures(puzzle, unknown.given(rest))) > 1
    else:
        assert str(found) == "Nothing is wrong: there is exactly one solution."


@settings(max_examples=40)
@given(puzzle=wild_puzzles(2, 2))
def test_no_change_is_overlooked(puzzle):
    """Every clue that one slip may have been meant as is tried by brute force, in every line."""
    if verdict(puzzle) is not Verdict.NONE:
        return
    expected = {
        (line, meant)
        for line in puzzle.lines
        if puzzle.clue(line) is not None
        for _, meant in alternatives(puzzle.clue(line), puzzle.length(line), 2)
        if oracle.pictures(with_clue(puzzle, line, meant))
    }
    assert {(change.line, change.after) for change in diagnose(puzzle).changes} == expected


@settings(max_examples=40)
@given(made=puzzles(3, 3, 2), data=st.data())
def test_sums_rule_out_only_what_has_no_solution(made, data):
    _, puzzle = made
    line = data.draw(st.sampled_from(puzzle.lines))
    if puzzle.clue(line) is None:
        return
    can_agree = sums_can_agree(puzzle, line)
    for _, meant in alternatives(puzzle.clue(line), puzzle.length(line), puzzle.block_colours):
        changed = with_clue(puzzle, line, meant)
        faults = {problem.kind for problem in changed.problems()}
        assert can_agree(meant) == ("sums_differ" not in faults)


SLIPS = [
    ("one longer", [4], [3]),
    ("one shorter", [2], [3]),
    ("digits swapped", [21], [12]),
    ("comma lost", [12], [1, 2]),
    ("comma too many", [1, 2], [12]),
    ("blocks swapped", [1, 3], [3, 1]),
    ("block missing", [3], [3, 5]),
    ("block too many", [3, 5], [3]),
    ("wrong length", [2], [7]),
]


@pytest.mark.parametrize(("kind", "typed", "meant"), SLIPS)
def test_each_slip_is_known_by_its_name(kind, typed, meant):
    clue = tuple(map(Block, typed))
    wanted = tuple(map(Block, meant))
    kinds = {found: name for name, found in alternatives(clue, 30, 1)}
    assert kinds[wanted] == kind
    found = list(kinds)
    assert len(found) == len(set(found)) and clue not in found


def test_a_wrong_colour_is_a_slip():
    kinds = {clue: kind for kind, clue in alternatives((Block(2, 1), Block(1, 1)), 5, 2)}
    assert kinds[Block(2, 2), Block(1, 1)] == "wrong colour"


def altered(seed, size=12):
    """A puzzle with one solution, and one block of it a cell longer or shorter."""
    draw = random.Random(seed)
    while True:
        cells = [[int(draw.random() < 0.55) for _ in range(size)] for _ in range(size)]
        puzzle = Puzzle.from_picture(cells)
        if not nc.is_unique(puzzle):
            continue
        line = draw.choice([line for line in puzzle.lines if puzzle.clue(line)])
        clue = list(puzzle.clue(line))
        at = draw.randrange(len(clue))
        clue[at] = Block(clue[at].length + draw.choice((-1, 1)) or 2)
        changed = with_clue(puzzle, line, tuple(clue))
        if nc.verdict(changed) is Verdict.NONE:
            return puzzle, changed, line


@pytest.mark.parametrize("seed", range(5))
def test_an_altered_clue_is_found(seed):
    puzzle, changed, line = altered(seed)
    found = diagnose(changed)
    assert line in found.conflict
    (mine,) = [c for c in found.changes if (c.line, c.after) == (line, puzzle.clue(line))]
    assert mine.verdict is Verdict.UNIQUE
    assert found.changes[0].verdict is Verdict.UNIQUE


def test_a_line_that_is_too_long_is_told_by_itself():
    found = diagnose(Puzzle([[2, 2], [1]], [[1], [1]]))
    assert found.conflict == (Line("row", 0),)
    assert str(found).startswith("There is no solution: row 1 needs 5 cells and has 2.")


def test_limits_keep_what_is_known():
    puzzle = nc.read("input/n-dom-6.nin")
    assert diagnose(puzzle, limits=Limits(nodes=1)).verdict is Verdict.UNKNOWN
    stopped = diagnose(nc.read("input/permutation-8.txt"), limits=Limits(nodes=150))
    assert stopped.verdict is not Verdict.NONE and stopped.stopped_by == "nodes"
    assert "limit was reached" in str(stopped)


def test_cells_to_give_away_are_found_one_by_one_where_the_space_is_too_large():
    puzzle = Puzzle([[1]] * 14, [[1]] * 14)
    found = diagnose(puzzle)
    assert len([mask for mask in found.differing.masks if mask == 3]) == 14 * 14
    unknown = nc.Grid([3] * 196, 14)
    assert nc.is_unique(puzzle, grid=unknown.given(found.givens))


def test_the_textbook_engine_diagnoses_too():
    puzzle = nc.read("input/broken-heart.nin")
    assert str(diagnose(puzzle, engine="textbook")) == str(diagnose(puzzle))

"""The kernel's hint for a whole puzzle is the step that an explanation takes."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from strategies import ANY, examples, grids, jointed, palette, pictures, small_puzzles, wild_puzzles

import nonocsp as nc
from nonocsp import Block, Grid, Puzzle
from nonocsp.core.kernel import interface
from nonocsp.core.kernel.known_line import KnownLine, Words
from nonocsp.core.line.domain import LineDomains
from nonocsp.core.model.bits import members
from nonocsp.core.options.limits import LimitReached
from nonocsp.people.explanation import Conclusion, Fact, Outcome, Step
from nonocsp.people.explanation.phrasing import Phrasing, joined, sentence
from nonocsp.people.explanation.techniques import LINE_TECHNIQUES

pytestmark = pytest.mark.skipif(bool(interface.UNAVAILABLE), reason="there is no kernel")

MOST_CELLS = 225


def kernel_hint(puzzle, grid):
    """The kernel's answer as a step, None where there is none."""
    about, known = interface.kernel_puzzle(puzzle), interface.pack_grid(grid)
    found = interface.unless_limited(interface.compiled.hint(about, known, math.inf))
    if found is None:
        return None
    technique, numbers, excluded, reasons, phrases, tenths = found
    board, masks, phrasing = puzzle.board, grid.masks, Phrasing(puzzle)

    lines = tuple(puzzle.lines[number] for number in numbers)
    because = tuple(Fact(*board.place(cell), tuple(members(masks[cell]))) for cell in reasons)
    cells = tuple(
        Conclusion(
            *board.place(cell),
            tuple(out),
            tuple(c for c in members(masks[cell]) if c not in out),
        )
        for cell, out in excluded
    )
    follows = about_one = ""
    if technique != "shared colours":
        follows, about_one = phrasing.follows(lines[0], cells), f"{lines[0]}: "
    words = tuple(
        Words(key, block, tuple(some), tuple(others), *numbers)
        for key, block, some, others, *numbers in phrases
    )
    text = sentence(f"{about_one}{joined(phrasing, lines[0], words, because, follows)}.")
    return Step(technique, lines, cells, because, text, tenths / 10, words=words)


def first_step(puzzle, grid):
    found = nc.explain(puzzle, grid, techniques=LINE_TECHNIQUES)
    return next(iter(found), None)


@given(wild_puzzles(4), st.data())
@examples(80)
def test_a_known_line_excludes_what_no_placement_has(puzzle, data):
    full = (1 << len(puzzle.colours)) - 1
    domains = LineDomains(puzzle, by_definition=True)
    for number, line in enumerate(puzzle.lines):
        known = KnownLine(puzzle, number)
        cells = puzzle.length(line)
        masks = data.draw(st.lists(st.integers(0, full), min_size=cells, max_size=cells))
        tight = domains[line].tighten(masks)
        pairs = zip(masks, tight or (), strict=False)
        news = {cell: was & ~left for cell, (was, left) in enumerate(pairs) if was != left}
        assert known.know(masks) == (None if tight is None else news)


@given(small_puzzles(ANY), st.data())
@examples(80)
def test_the_hint_is_the_first_step_of_the_techniques_of_lines(drawn, data):
    picture, puzzle = drawn
    grid = data.draw(grids(picture, puzzle.block_colours))
    assert kernel_hint(puzzle, grid) == first_step(puzzle, grid)


@given(pictures(1, 14, 2), st.data())
@examples(80)
def test_so_it_is_in_a_long_line_with_joints(picture, data):
    clue = jointed(picture.cells, lambda options: data.draw(st.sampled_from(options)))
    if data.draw(st.booleans()):
        clue = [Block(None, b.colour, "attached" if b.joint == "attached" else None) for b in clue]
    puzzle = Puzzle([clue], [None] * len(picture.cells), palette(2))
    grid = data.draw(grids(picture, 2))
    assert kernel_hint(puzzle, grid) == first_step(puzzle, grid)


@given(wild_puzzles(4), st.data())
@examples(80)
def test_so_it_is_where_there_is_no_solution(puzzle, data):
    full = (1 << len(puzzle.colours)) - 1
    size = puzzle.board.size
    masks = data.draw(
        st.lists(st.sampled_from([full, full, 0, 1, 3]), min_size=size, max_size=size)
    )
    grid = Grid.of_masks(puzzle, masks)
    assert kernel_hint(puzzle, grid) == first_step(puzzle, grid)


@pytest.mark.slow
def test_every_step_of_the_library_is_the_hint_of_the_kernel():
    """Position after position, on all boards of the library that are not too large for the test."""
    used, compared = Counter(), 0
    for entry in json.loads(Path("input/index.json").read_text(encoding="utf-8")):
        for puzzle in nc.read_all(f"input/{entry['file']}"):
            if puzzle.board.size > MOST_CELLS:
                continue
            steps = nc.explain(puzzle, techniques=LINE_TECHNIQUES)
            grid = steps.grid
            for step in steps:
                assert kernel_hint(puzzle, grid) == replace(step, uses=())
                grid = steps.grid
                used[step.technique] += 1
            if steps.outcome is not Outcome.CONTRADICTION:
                assert kernel_hint(puzzle, grid) is None
                compared += 1
    assert compared + used.total() > 1_000
    assert set(used) == {technique.name for technique in LINE_TECHNIQUES} - {"split"}


def test_a_split_which_the_library_has_not():
    puzzle, grid = Puzzle([[2, 2, 2, 2, 1]], [None] * 16), Grid.from_text("?#????????#?#???")
    found = kernel_hint(puzzle, grid)
    assert found == first_step(puzzle, grid)
    assert found.technique == "split"


def test_a_limit_is_no_answer():
    puzzle = nc.read("input/heart.txt")
    with pytest.raises(LimitReached, match="seconds"):
        interface.unless_limited(
            interface.compiled.hint(interface.kernel_puzzle(puzzle), None, 0.0)
        )

"""Clues with stars: what they mean, and how large their automata are. The tests of every room draw
such clues, too (`strategies`)."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import nonocsp as nc
from nonocsp import Block, Puzzle
from nonocsp.core.base.errors import EngineError, PuzzleError
from nonocsp.core.line import Automaton, count, placements
from nonocsp.core.line.domain import line_domain
from nonocsp.core.model.clue import STAR, clue_of, minimal_length, mirrored, satisfies


def clue(text):
    return tuple(Block(word if word in "?*" else int(word)) for word in text.split())


def isolated(cells):
    """Lines of cells without a block of 1: the strings over a, b in which every a-run has not
    length 1, by the recurrence on how the line ends."""
    ends = {"blank": 1, "one": 0, "more": 0}
    for _ in range(cells):
        blank, one, more = ends.values()
        ends = {"blank": blank + more, "one": blank, "more": one + more}
    return ends["blank"] + ends["more"]


@pytest.mark.parametrize("cells", range(1, 40))
def test_lines_with_a_block_of_one(cells):
    assert count(clue("* 1 *"), cells) == 2**cells - isolated(cells)
    domain = line_domain(clue("* 1 *"), cells)
    assert domain.count([3] * cells) == 2**cells - isolated(cells)


@given(st.lists(st.integers(0, 2), min_size=1, max_size=12), st.data())
def test_a_line_satisfies_its_clue_with_blocks_left_out(cells, data):
    blocks = list(clue_of(cells))
    for _ in range(data.draw(st.integers(1, 3))):
        start, end = sorted(data.draw(st.integers(0, len(blocks))) for _ in range(2))
        blocks[start:end] = [STAR]
    (starred,) = Puzzle([blocks], [None] * len(cells), ["black", "red"]).rows
    assert satisfies(cells, starred)
    if starred is not None:
        assert satisfies(cells[::-1], mirrored(starred))
        assert minimal_length(starred) <= minimal_length(clue_of(cells))


def test_a_star_by_itself_is_an_absent_clue():
    assert Puzzle([["*"]], [["*", "*"]]) == Puzzle([None], [None])
    assert Puzzle([["*", "*", 1]], [[1]]).rows == (clue("* 1"),)
    assert [*placements(clue("* 1"), 3)] == [b"\0\0\1", b"\0\1\0", b"\1\0\0", b"\1\0\1"]


def test_a_star_is_beside_blocks_of_any_colour():
    red = (Block(1, 1), STAR, Block(1, 1))
    found = {bytes(cells) for cells in placements(red, 4, 2)}
    assert {b"\1\2\2\1", b"\1\0\0\1", b"\1\2\0\1", b"\1\0\1\0"} <= found
    assert not any(cells.startswith((b"\1\1", b"\2")) for cells in found)


def test_a_star_has_no_joint():
    with pytest.raises(PuzzleError, match=r"a '\*' has no joint"):
        Block("*", joint="loose")
    with pytest.raises(PuzzleError, match=r"row 1: block 2: no block of another colour"):
        Puzzle([["*", (1, 1, "attached")]], [[1]])


@given(st.lists(st.one_of(st.integers(1, 9), st.just("*")), min_size=1, max_size=12))
def test_known_lengths_have_few_states(blocks):
    (starred,) = Puzzle([blocks], [None]).rows
    most = 3 * sum(block.code + 1 if not block.is_star else 2 for block in starred or ()) + 3
    assert len(Automaton(starred).steps) <= most


@pytest.mark.parametrize("engine", ["kernel", "textbook"])
def test_too_many_states_are_refused(engine):
    hard = Puzzle([["*", 1, *["?"] * 18, 1, "*"]], [None] * 60)
    with pytest.raises(EngineError, match=r"a clue with '\*' has more than 20000 states"):
        nc.solve(hard, engine=engine)

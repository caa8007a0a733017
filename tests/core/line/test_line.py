from __future__ import annotations

from itertools import islice

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import clues, lines

from nonocsp import Block
from nonocsp.core.line import Automaton, colour_counts, count, placements, tighten
from nonocsp.core.model.clue import has_star

COLOURS = 2


@given(lines(least=0))
def test_placements_are_those_of_brute_force_in_lexicographic_order(line):
    clue, length, masks = line
    expected = oracle.lines(oracle.plain(clue), length, COLOURS)
    assert list(placements(clue, length, COLOURS)) == expected
    assert count(clue, length, COLOURS) == len(expected)
    compatible = oracle.lines(oracle.plain(clue), length, COLOURS, masks)
    assert list(placements(clue, length, COLOURS, masks)) == compatible
    assert count(clue, length, COLOURS, masks) == len(compatible)


@given(lines(least=0))
def test_colours_are_counted_as_by_brute_force(line):
    clue, length, masks = line
    compatible = oracle.lines(oracle.plain(clue), length, COLOURS, masks)
    expected = [
        tuple(sum(cells[at] == colour for cells in compatible) for colour in range(COLOURS + 1))
        for at in range(length)
    ]
    assert list(colour_counts(clue, masks, COLOURS)) == expected


@given(clues(colours=COLOURS), st.integers(1, 6), st.booleans())
def test_the_transitions_of_a_clue_accept_its_placements(clue, length, is_known):
    automaton = Automaton(clue, COLOURS, length if is_known else None)
    if is_known and not has_star(clue):
        assert len(automaton.steps) <= 2 * length + 2
    words = {b"": 0}
    for _ in range(length):
        words = {
            word + bytes([colour]): after
            for word, state in words.items()
            for before, colour, after in automaton.transitions
            if before == state
        }
    accepted = sorted(word for word, state in words.items() if state in automaton.accepting)
    assert accepted == oracle.lines(oracle.plain(clue), length, COLOURS)


@given(lines(least=0))
def test_tightening_keeps_exactly_the_colours_that_some_placement_shows(line):
    clue, length, masks = line
    compatible = oracle.lines(oracle.plain(clue), length, COLOURS, masks)
    tight = tighten(clue, masks, COLOURS)
    if not compatible:
        assert tight is None
    else:
        assert tight == tuple(
            sum(1 << colour for colour in {p[cell] for p in compatible}) for cell in range(length)
        )
        assert tighten(clue, tight, COLOURS) == tight


@given(clues(colours=COLOURS), st.integers(1, 40))
def test_the_binomial_count_is_the_dynamic_program_with_nothing_known(clue, length):
    nothing = [(1 << (COLOURS + 1)) - 1] * length
    assert count(clue, length, COLOURS) == count(clue, length, COLOURS, nothing)


def test_a_domain_of_10_to_the_40_is_counted_and_begun_at_once():
    clue = (Block(1),) * 60
    assert count(clue, 250) > 10**40
    first, second = islice(placements(clue, 250), 2)
    assert first < second


def test_a_line_longer_than_the_call_stack_has_placements():
    assert next(placements((Block(1),), 3000)) == b"\0" * 2999 + b"\1"


@pytest.mark.parametrize("candidates", [None, [3, 3]])
def test_a_clue_longer_than_its_line_has_no_placement(candidates):
    assert list(placements((Block(3),), 2, 1, candidates)) == []
    assert count((Block(3),), 2, 1, candidates) == 0
    assert tighten((Block(10**9),), [3, 3]) is None

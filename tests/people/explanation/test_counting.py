"""Counting: sums over lines, checked by listing the placements of every line."""

from __future__ import annotations

from dataclasses import replace

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import examples, puzzles, wild_puzzles

from nonocsp import Puzzle
from nonocsp.core.model.line import Line
from nonocsp.people.explanation import TECHNIQUES, Conclusion, Outcome, explain, hint, rate
from nonocsp.people.generation.families import n_dom

LINES_ONLY = [technique for technique in TECHNIQUES if technique.level == "line"]
COUNTING = next(technique for technique in TECHNIQUES if technique.name == "counting")


def numbers(puzzle, count, facts, line):
    """The sums of a line: for each of its placements that the facts allow, by brute force."""
    crossing = {t.line.index for t in (*count.demand, *count.supply) if t.line.axis != line.axis}
    known = {(fact.row, fact.column): sum(1 << colour for colour in fact.colours) for fact in facts}
    full = (1 << len(puzzle.colours)) - 1
    places = [divmod(cell, puzzle.shape[1]) for cell in puzzle.cells(line)]
    masks = [known.get(place, full) for place in places]
    clue = oracle.plain(puzzle.clue(line))
    for way in oracle.lines(clue, len(masks), puzzle.block_colours, masks):
        number = sum(way[at] in count.colours for at in crossing)
        yield number, dict(zip(places, way, strict=True))


def adds_up(puzzle, step, facts):
    """Whether a step follows from some facts: the least and the greatest sums with each colour."""
    count = step.count
    ways = {t.line: list(numbers(puzzle, count, facts, t.line)) for t in count.demand}
    ways |= {t.line: list(numbers(puzzle, count, facts, t.line)) for t in count.supply}

    def is_possible(line=None, cell=None, colour=None):
        def allowed(term):
            return [n for n, way in ways[term.line] if term.line != line or way[cell] == colour]

        demand, supply = ([allowed(t) for t in side] for side in (count.demand, count.supply))
        return all(demand) and all(supply) and sum(map(min, demand)) <= sum(map(max, supply))

    if not step.cells:
        return not is_possible()
    return all(
        any(
            not is_possible(line, (cell.row, cell.column), colour)
            for line in (Line("row", cell.row), Line("column", cell.column))
            if line in ways
        )
        for cell in step.cells
        for colour in cell.excluded
    )


def steps_of(puzzle):
    """The steps that count, where lines alone find nothing more."""
    explanation = explain(puzzle, techniques=[*LINES_ONLY, COUNTING])
    return [step for step in explanation if step.technique == "counting"]


@examples(30)
@given(st.one_of(puzzles(4, 4, 2).map(lambda made: made[1]), wild_puzzles(3, 2)))
def test_sums_are_those_of_all_placements(puzzle):
    for step in steps_of(puzzle):
        for side, pick in ((step.count.demand, min), (step.count.supply, max)):
            for term in side:
                found = numbers(puzzle, step.count, step.because, term.line)
                assert term.cells == pick(number for number, _ in found)
        assert adds_up(puzzle, step, step.because)
        assert step.holds(puzzle)


@pytest.mark.parametrize("n", [3, 4, 6])
def test_n_dom_is_explained_to_the_end_by_lines_and_counting(n):
    puzzle = n_dom(n)
    explanation = explain(puzzle, techniques=[*LINES_ONLY, COUNTING]).run()
    assert explanation.outcome is Outcome.SOLVED
    counted = [step for step in explanation if step.technique == "counting"]
    assert counted and all(adds_up(puzzle, step, step.because) for step in counted)
    assert all(step.holds(puzzle) for step in counted)
    assert "case split" not in rate(puzzle).counts


def test_nothing_in_a_count_can_be_spared():
    puzzle = n_dom(4)
    for step in steps_of(puzzle):
        for fact in step.because:
            assert not adds_up(puzzle, step, [other for other in step.because if other != fact])
        for side in ("demand", "supply"):
            terms = getattr(step.count, side)
            for term in terms:
                fewer = tuple(other for other in terms if other != term)
                count = replace(step.count, **{side: fewer})
                assert not adds_up(puzzle, replace(step, count=count), step.because)


def test_a_wrong_sum_is_not_verified():
    puzzle = n_dom(3)
    step, *_ = steps_of(puzzle)
    demand, supply = step.count.demand, step.count.supply
    more = (replace(demand[0], cells=demand[0].cells + 1), *demand[1:])
    fewer = (replace(supply[0], cells=supply[0].cells - 1), *supply[1:])
    for count in (
        replace(step.count, demand=more),
        replace(step.count, supply=fewer),
        replace(step.count, demand=demand[1:]),
        replace(step.count, supply=demand),
        replace(step.count, demand=(*demand, demand[0])),
        replace(step.count, colours=(0,)),
    ):
        assert not replace(step, count=count).holds(puzzle)
    also = (*step.cells, Conclusion(6, 2, (1,), (0,)))
    assert not replace(step, cells=also).holds(puzzle)
    assert not replace(step, cells=()).holds(puzzle)


def test_a_count_in_words():
    first, second, *_ = steps_of(n_dom(5))
    assert str(first) == (
        "Columns 3, 5, …, 11 each need a black cell in rows 2, 4, …, 10, and these rows have only "
        "5: one for each and none for any other column. So row 2 is blank in columns 1-10 and "
        "rows 4, 6, 8 and 10 are blank in columns 1-2, 4, 6, 8 and 10."
    )
    assert str(second) == (
        "Columns 3, 5, 7 and 9 each need a black cell in rows 4, 6, 8 and 10, and these rows have "
        "only 4: one for each and none for column 11. So row 1, column 11 is black and row 4, "
        "column 11 is blank."
    )


def test_lines_that_need_more_than_there_is_have_no_solution():
    puzzle = Puzzle([[1], [1], [1]], [[1], [1], []])
    (step,) = explain(puzzle, techniques=[COUNTING])
    assert step.is_contradiction and step.count.slack == -1
    assert str(step) == (
        "Rows 1-3 each need a black cell in columns 1-3, but these columns have only 2. "
        "So there is no solution."
    )
    assert adds_up(puzzle, step, ()) and step.holds(puzzle)


def test_colours_are_counted_by_themselves():
    puzzle = Puzzle(
        [[(1, "red")], [(1, "red")], [(1, "blue")]],
        [[(1, "red")], [(1, "blue")], [(1, "blue")]],
    )
    (step,) = explain(puzzle, techniques=[COUNTING])
    assert "red" in str(step) or "blue" in str(step)
    assert len(step.count.colours) == 1 and step.holds(puzzle)


def test_a_hint_names_the_lines_and_a_rating_the_technique():
    puzzle = n_dom(6)
    found = hint(puzzle)
    assert found.step.technique == "counting"
    assert found.where == "Look at columns 3, 5, …, 13 and rows 2, 4, …, 12."
    rating = rate(puzzle)
    assert rating.level == "counting" and rating.counts["counting"] > 0
    lines, split = (
        next(t.cost for t in TECHNIQUES if t.name == name)
        for name in ("line reasoning", "case split")
    )
    costs = [step.cost for step in explain(puzzle) if step.technique == "counting"]
    assert lines < min(costs) and max(costs) < split


def test_a_count_is_plain_json():
    step, *_ = steps_of(n_dom(3))
    found = step.to_dict()["count"]
    assert found["colours"] == [1]
    assert found["demand"][0] == {"line": {"axis": "column", "index": 2}, "cells": 1}

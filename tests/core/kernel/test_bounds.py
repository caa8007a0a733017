"""Bounds by weights: they decide what needs counting, and exclude no solution."""

from __future__ import annotations

import dataclasses

import oracle
import pytest
from hypothesis import given
from proof_cases import in_two_colours
from strategies import ANY, cases, examples

import nonocsp as nc
from nonocsp import Limits, Options, Puzzle, Status, Verdict
from nonocsp.people.generation.families import n_dom

#: All weights are tried at once, before any search.
AT_ONCE = Options(bounds_wait=0, probing=False, lucky=False)


def doubled(clues, factor):
    """The clues of a picture that is drawn larger."""
    return [[block.length * factor for block in clue] for clue in clues for _ in range(factor)]


@examples(400)
@given(cases(ANY))
def test_bounds_exclude_no_solution(case):
    puzzle, grid = case
    found = [picture.cells for picture in nc.solutions(puzzle, grid=grid, options=AT_ONCE)]
    assert sorted(found) == sorted(oracle.pictures(puzzle, grid))


@pytest.mark.parametrize("n", [5, 9, 14, 20])
def test_n_dom_is_decided_without_search(n):
    result = nc.solve(n_dom(n), options=AT_ONCE)
    assert result.status is Status.SATISFIABLE
    assert (result.stats.nodes, result.stats.conflicts) == (0, 0)
    assert result.stats.bound_facts > 0


def test_without_bounds_it_needs_search():
    limits, options = Limits(nodes=1000), Options(bounds=False)
    assert nc.verdict(n_dom(14), options=options, limits=limits) is Verdict.UNKNOWN


@pytest.mark.parametrize("n", [14, 20])
def test_the_verdict_on_n_dom_takes_few_nodes(n):
    assert nc.verdict(n_dom(n), limits=Limits(nodes=2000)) is Verdict.UNIQUE


def test_an_enumeration_of_n_dom_ends():
    found = nc.solutions(n_dom(14), limits=Limits(nodes=2000))
    assert len(list(found)) == 1
    assert found.status is Status.SATISFIABLE


def test_the_count_of_n_dom_is_exact():
    count = nc.count(n_dom(14), limits=Limits(nodes=2000))
    assert (count.at_least, count.is_exact) == (1, True)


@pytest.mark.parametrize("side", ["rows", "columns", "both"])
def test_n_dom_turned_has_no_solution(side):
    puzzle = n_dom(14)
    rows, columns = list(puzzle.rows), list(puzzle.columns)
    if side != "columns":
        rows.reverse()
    if side != "rows":
        columns.reverse()
    turned = Puzzle(rows, columns)
    assert nc.verdict(turned, limits=Limits(nodes=2000)) is Verdict.NONE


@pytest.mark.parametrize("factor", [2, 3])
def test_n_dom_drawn_larger_is_decided_without_search(factor):
    small = n_dom(6)
    puzzle = Puzzle(doubled(small.rows, factor), doubled(small.columns, factor))
    stats = nc.solve(puzzle, options=AT_ONCE).stats
    assert (stats.nodes, stats.conflicts) == (0, 0)


@pytest.mark.parametrize("n", [9, 12])
def test_n_dom_in_two_colours_takes_no_decision(n):
    puzzle = in_two_colours(n_dom(n))
    without = nc.solve(puzzle, options=dataclasses.replace(AT_ONCE, bounds=False)).stats
    stats = nc.solve(puzzle, options=AT_ONCE).stats
    assert stats.nodes == 0 < without.nodes


def test_bounds_can_be_switched_off():
    result = nc.solve(n_dom(5), options=Options(bounds=False))
    assert (result.stats.bounds, result.stats.bound_facts) == (0, 0)

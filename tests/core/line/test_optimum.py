from __future__ import annotations

import oracle
from hypothesis import given, strategies as st
from strategies import lines

from nonocsp import Block
from nonocsp.core.line import min_marginals, optimum
from nonocsp.core.line.domain import KernelLineDomain, line_domain

COLOURS = 2


@st.composite
def weighted_lines(draw, max_length=7):
    """A clue, candidates for the cells of a line, and a weight for every cell and colour."""
    clue, length, masks = draw(lines(max_length, COLOURS, least=0))
    each = st.tuples(*[st.integers(-5, 5)] * (COLOURS + 1))
    return clue, masks, draw(st.lists(each, min_size=length, max_size=length))


def extremes(placements, weights):
    sums = [sum(w[c] for w, c in zip(weights, cells, strict=True)) for cells in placements]
    return (min(sums), max(sums)) if sums else None


@given(weighted_lines())
def test_the_optimum_is_that_of_all_placements(line):
    clue, masks, weights = line
    compatible = oracle.lines(oracle.plain(clue), len(masks), COLOURS, masks)
    assert optimum(clue, masks, weights, COLOURS) == extremes(compatible, weights)


@given(weighted_lines())
def test_min_marginals_are_the_optima_of_the_placements_with_each_colour(line):
    clue, masks, weights = line
    compatible = oracle.lines(oracle.plain(clue), len(masks), COLOURS, masks)
    expected = tuple(
        tuple(
            extremes([cells for cells in compatible if cells[at] == colour], weights)
            for colour in range(COLOURS + 1)
        )
        for at in range(len(masks))
    )
    assert min_marginals(clue, masks, weights, COLOURS) == expected


@given(weighted_lines())
def test_the_kernel_finds_the_same_ranges(line):
    clue, masks, weights = line
    every = [weights, [tuple(-w for w in cell) for cell in weights]] * 5
    by_definition = line_domain(clue, len(masks), COLOURS, by_definition=True)
    kernel = line_domain(clue, len(masks), COLOURS)
    found = kernel.sum_ranges(masks, every)
    assert found == by_definition.sum_ranges(masks, every)
    if found is not None:
        assert tuple(found[0][:2]) == optimum(clue, masks, weights, COLOURS)


def test_long_lines_take_no_list_of_placements():
    clue, length = (Block(1),) * 20, 100
    weights = [(0, 1 if at % 2 else -1) for at in range(length)]
    assert optimum(clue, [3] * length, weights) == (-20, 20)


@given(weighted_lines(max_length=12))
def test_the_kernel_agrees_with_the_definition(line):
    clue, masks, weights = line
    domain = KernelLineDomain(clue, len(masks), COLOURS)
    assert domain.min_marginals(masks, weights) == min_marginals(clue, masks, weights, COLOURS)


def test_weights_that_are_too_large_for_the_kernel_are_summed_by_definition():
    clue, masks, weights = (Block(1),), [3] * 4, [(0, 2_000)] * 4
    kernel, by_definition = (line_domain(clue, 4, by_definition=each) for each in (False, True))
    for method, weighted in (("min_marginals", weights), ("sum_ranges", [weights])):
        expected = getattr(by_definition, method)(masks, weighted)
        assert getattr(kernel, method)(masks, weighted) == expected

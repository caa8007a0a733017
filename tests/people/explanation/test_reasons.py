"""Why a line forces what it forces: the definition, the kernel, and reasons of whole cells."""

from __future__ import annotations

from itertools import combinations

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import examples, lines

from nonocsp import Block
from nonocsp.core.kernel import interface as kernel
from nonocsp.core.line import definition as line
from nonocsp.core.line.domain import KernelLineDomain, line_domain
from nonocsp.core.options.mus import (
    Budget,
    OutOfBudget,
    minimal_unsatisfiable_subset,
    minimum_hitting_set,
    smallest_mus,
)
from nonocsp.people.explanation.reasons import minimal_reason, smallest_reason

COLOURS = 2
FULL = (2 << COLOURS) - 1


def by_kernel(clue, masks, cell, colour):
    return KernelLineDomain(clue, len(masks), COLOURS).explain(masks, cell, colour)


def by_definition(clue, masks, cell, colour):
    return line.explain(clue, masks, cell, colour, COLOURS)


WAYS = [
    pytest.param(
        by_kernel, marks=pytest.mark.skipif(bool(kernel.UNAVAILABLE), reason="no kernel here")
    ),
    by_definition,
]


def excluded(clue, length, lacks, cell, colour):
    """By definition: no placement that lacks these candidates has the colour there; with cell -1,
    there is no such placement."""
    masks = [FULL] * length
    for at, lack in lacks:
        masks[at] &= ~(1 << lack)
    if cell >= 0:
        masks[cell] &= 1 << colour
    return line.tighten(clue, masks, COLOURS) is None


def lacks_of(masks):
    return [(i, c) for i, mask in enumerate(masks) for c in range(COLOURS + 1) if not mask >> c & 1]


@pytest.mark.parametrize("explain", WAYS)
@examples(200)
@given(drawn=lines(12), data=st.data())
def test_an_explanation_forces_and_has_nothing_to_spare(explain, drawn, data):
    clue, _, masks = drawn
    cell = data.draw(st.just(-1) | st.integers(0, len(masks) - 1))
    colour = data.draw(st.integers(0, COLOURS))
    if cell >= 0 and not masks[cell] >> colour & 1:
        return  # known already
    because = explain(clue, masks, cell, colour)
    if because is None:
        assert not excluded(clue, len(masks), lacks_of(masks), cell, colour)
        return
    assert set(because) <= set(lacks_of(masks))
    assert excluded(clue, len(masks), because, cell, colour)
    for spared in because:
        rest = [lack for lack in because if lack != spared]
        assert not excluded(clue, len(masks), rest, cell, colour)


def test_a_minimal_reason_need_not_be_smallest():
    domain, masks = line_domain((Block(3),), 10), [1, 3, 3, 1, 3, 3, 1, 3, 3, 3]
    assert smallest_reason(domain, masks, {4: 0b10}, 3) == (3, 6)
    with pytest.raises(OutOfBudget):
        smallest_reason(domain, masks, {4: 0b10}, 3, tries=1)


def follows(clue, masks, cells, exclusions):
    """By brute force: what is known of these cells forces every exclusion (or that nothing fits).

    What is known of a cell is no reason for what is concluded of it."""
    known = [masks[i] | exclusions.get(i, 0) if i in cells else FULL for i in range(len(masks))]
    fitting = oracle.lines(oracle.plain(clue), len(masks), COLOURS, known)
    if not exclusions:
        return not fitting
    return not any(mask >> cells[i] & 1 for cells in fitting for i, mask in exclusions.items())


@pytest.mark.parametrize("by_definition", [False, True])
@examples(40)
@given(drawn=lines(6), data=st.data())
def test_reasons_of_cells_force_have_nothing_to_spare_and_can_be_smallest(
    by_definition, drawn, data
):
    clue, _, masks = drawn
    domain = line_domain(clue, len(masks), COLOURS, by_definition=by_definition)
    tight = line.tighten(clue, masks, COLOURS)
    exclusions = {}
    if tight is not None:
        news = {i: m & ~t for i, (m, t) in enumerate(zip(masks, tight, strict=True)) if m != t}
        if not news:
            return
        chosen = data.draw(st.sets(st.sampled_from(sorted(news)), min_size=1))
        exclusions = {cell: news[cell] for cell in chosen}
    because = minimal_reason(domain, masks, exclusions, FULL)
    assert because is not None
    assert all(masks[cell] != FULL for cell in because)
    assert follows(clue, masks, because, exclusions)
    for spared in because:
        assert not follows(clue, masks, [c for c in because if c != spared], exclusions)
    fewest = smallest_reason(domain, masks, exclusions, FULL)
    assert follows(clue, masks, fewest, exclusions)
    known = [cell for cell, mask in enumerate(masks) if mask != FULL]
    for fewer in range(len(fewest)):
        assert not any(follows(clue, masks, s, exclusions) for s in combinations(known, fewer))


def test_what_is_not_forced_has_no_reason():
    domain = line_domain((Block(2),), 4)
    assert minimal_reason(domain, [3, 3, 3, 3], {0: 1}, 3) is None
    assert smallest_reason(domain, [3, 3, 3, 3], {}, 3) is None


@given(st.lists(st.frozensets(st.integers(0, 7), min_size=1), max_size=8))
def test_hitting_sets_hit_and_none_is_smaller(sets):
    found = minimum_hitting_set(sets, Budget(10_000))
    assert all(one & set(found) for one in sets)
    for fewer in combinations(range(8), max(0, len(found) - 1)):
        assert not found or not all(one & set(fewer) for one in sets)


@given(st.lists(st.frozensets(st.integers(0, 9), min_size=1), min_size=1, max_size=6))
def test_subsets_that_do(sets):
    """A set does if it contains one of the sets: any monotone question is of this kind."""

    def suffices(some):
        return any(one <= set(some) for one in sets)

    found = minimal_unsatisfiable_subset(range(10), suffices)
    assert suffices(found) and found == sorted(found)
    assert not any(suffices([item for item in found if item != spared]) for spared in found)

    def counterexample(some):
        """A largest set that does not do, as what it lacks."""
        if suffices(some):
            return None
        grown = set(some)
        for item in range(10):
            if not suffices(grown | {item}):
                grown.add(item)
        return frozenset(range(10)) - grown

    *_, smallest = smallest_mus(counterexample, Budget(10_000))
    assert len(smallest) == min(map(len, sets))

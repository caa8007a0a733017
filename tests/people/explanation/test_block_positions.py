"""Where the blocks of a line can be, by brute force."""

from __future__ import annotations

import oracle
from hypothesis import example, given, strategies as st
from strategies import clues

from nonocsp import Block
from nonocsp.core.model.clue import has_star
from nonocsp.people.explanation.block_positions import BlockPositions

COLOURS = 2


@example((Block(1, 1), Block(1, 1, "loose")), [2, 2])
@given(
    clues(3, 3, COLOURS),
    st.lists(st.integers(1, (2 << COLOURS) - 1), min_size=1, max_size=7),
)
def test_runs_are_those_of_all_placements(clue, masks):
    if clue is None or has_star(clue):
        return
    found = [set() for _ in clue]
    for cells in oracle.lines(oracle.plain(clue), len(masks), COLOURS, masks):
        at = block = 0
        while at < len(cells):
            end = at + 1
            while end < len(cells) and cells[end] == cells[at]:
                end += 1
            if cells[at]:
                end = at + (clue[block].length or end - at)  # loose blocks may touch
                found[block].add((at, end))
                block += 1
            at = end
    positions = BlockPositions(clue, masks, COLOURS)
    assert [set(runs) for runs in positions.runs] == found
    for number, runs in enumerate(positions.runs):
        assert list(runs) == sorted(runs)
        covered = [set(range(*run)) for run in runs]
        assert set(positions.covered(number)) == set.intersection(*covered) if covered else True
        assert set(positions.reach(number)) >= set().union(*covered)

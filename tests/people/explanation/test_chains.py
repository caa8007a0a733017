"""The kernel finds the same chains of assumptions as the definition, with the same lengths."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, strategies as st
from strategies import ANY, examples, grids, random_puzzle, small_puzzles

import nonocsp as nc
from nonocsp import Grid, Limits, Puzzle
from nonocsp.core.kernel.failed_literals import FailedLiterals, Refuted, Shared
from nonocsp.core.line.domain import line_domain
from nonocsp.core.model.bits import members
from nonocsp.core.options.limits import LimitReached, Meter, Stats
from nonocsp.core.solver.engines import query_of
from nonocsp.people.explanation import TECHNIQUES, explain
from nonocsp.people.explanation.position import Position
from nonocsp.people.explanation.techniques.chains import (
    Contradiction,
    EitherWay,
    agreeing,
    common,
    refuted,
)

SQUARE = nc.Rectangle(6, 6)
LINES_ONLY = tuple(technique for technique in TECHNIQUES if technique.level == "line")
CHAINS = tuple(technique for technique in TECHNIQUES if technique.level != "search")


def position_of(puzzle, grid):
    return Position(query_of(puzzle, grid))


def meter(**limits):
    return Meter(Limits(**limits), Stats())


def refuted_by_definition(position, most_rounds):
    found = []
    for chain in refuted(position, most_rounds):
        links, premises = chain.links()
        (colour,) = members(chain.mask)
        found.append(Refuted(chain.cell, colour, len(links), len(premises)))
    return found


def shared_by_definition(position):
    found = []
    for chains in agreeing(position, position.open_cells):
        about = chains[0].cell
        missing = position.full & ~position.masks[about]
        for cell, excluded in common(position, chains).items():
            ends = [chain.links((cell, colour) for colour in members(excluded)) for chain in chains]
            premises = set().union(*(more for _, more in ends))
            premises |= {(about, colour) for colour in members(missing)}
            links = sum(len(links) for links, _ in ends)
            found.append(Shared(about, cell, links, len(premises)))
    return found


def stuck(seed, block_colours=1, unknown=0.0, board=SQUARE):
    """A random puzzle and its fixpoint of single lines; None if that solves it."""
    draw = random.Random(seed)
    whole = random_puzzle(board, 0.5, draw, block_colours)
    clues = [
        None if line.axis in ("row", "A") and draw.random() < unknown else whole.clue(line)
        for line in whole.lines
    ]
    puzzle = Puzzle.on(board, clues, [colour.name for colour in whole.colours[1:]])
    known = explain(puzzle, techniques=LINES_ONLY).run().grid
    return None if known.is_decided else (puzzle, known)


@cache
def on_squares():
    return [
        found
        for seed in range(40)
        for block_colours, unknown in ((1, 0.0), (2, 0.0), (3, 0.2))
        if (found := stuck(seed, block_colours, unknown))
    ]


@cache
def on_boards():
    return [
        found
        for seed in range(30)
        for block_colours, board in ((1, nc.Triddler(2, 3, 2, 3, 2, 3)), (2, nc.Hexagon(*[4] * 6)))
        if (found := stuck(seed, block_colours, 0.6, board))
    ]


def made():
    """Puzzles that single lines do not solve, each with what they find."""
    return on_squares() + on_boards()


@pytest.mark.slow
def test_the_cases_are_worth_it():
    found_in = [refuted_by_definition(position_of(*case), None) for case in made()]
    assert sum(map(bool, found_in)) > 10
    assert max(one.links for found in found_in for one in found) > 3
    assert any(shared_by_definition(position_of(*case)) for case in made())
    assert sum(bool(refuted_by_definition(position_of(*case), None)) for case in on_boards()) > 5
    assert any(shared_by_definition(position_of(*case)) for case in on_boards())


@pytest.mark.parametrize("most_rounds", [1, 2, 3, None])
def test_the_kernel_refutes_what_the_definition_refutes_with_chains_as_long(most_rounds):
    for puzzle, known in made():
        position = position_of(puzzle, known)
        found = FailedLiterals(puzzle).refuted(known.masks, meter(), most_rounds)
        assert found == refuted_by_definition(position, most_rounds)


def test_what_follows_either_way_is_the_same():
    for puzzle, known in made():
        found = FailedLiterals(puzzle).shared(known.masks, meter())
        assert found == shared_by_definition(position_of(puzzle, known))


def test_cached_results_are_those_of_a_new_object():
    """Along explanations: the same object at every step, and a new one each time."""
    asked = repeated = 0
    for puzzle, known in made():
        kept = FailedLiterals(puzzle)
        steps = explain(puzzle, known, techniques=CHAINS)
        for _ in steps:
            masks = steps.grid.masks
            if position_of(puzzle, steps.grid).failed_literals is None:
                continue
            again, fresh = meter(), meter()
            assert kept.refuted(masks, again, 2) == FailedLiterals(puzzle).refuted(masks, fresh, 2)
            assert kept.refuted(masks, again) == FailedLiterals(puzzle).refuted(masks, fresh)
            assert kept.shared(masks, again) == FailedLiterals(puzzle).shared(masks, fresh)
            asked += 1
            repeated += again.stats.tightenings < fresh.stats.tightenings
    assert asked > 20 and repeated > asked / 2


def test_the_chosen_step_is_the_cheapest():
    techniques = [Contradiction("chain", "", 18, 3), EitherWay("either way", "", 18, 3)]
    for puzzle, known in made():
        for technique in techniques:
            position = position_of(puzzle, known)
            step = technique.step(position)
            every = (
                refuted_by_definition(position, None)
                if technique is techniques[0]
                else shared_by_definition(position)
            )
            prices = [technique.price(one.links, one.premises) for one in every]
            assert (step.cost if step else None) == min(prices, default=None)
            assert step is None or step.holds(puzzle)


def test_chains_are_found_before_lines_are_at_their_fixpoint():
    """A list of techniques without those of lines: the definition follows the assumptions."""
    puzzle = nc.read("input/tulip.ctu")
    steps = explain(puzzle, techniques=[CHAINS[-2]])
    for step in [next(steps) for _ in range(3)]:
        assert step.branches and step.holds(puzzle)


def test_limits_end_the_search_among_assumptions():
    puzzle, known = Puzzle([[1]] * 40, [[1]] * 40), Grid([3] * 1600, 40)
    with pytest.raises(LimitReached, match="seconds"):
        FailedLiterals(puzzle).refuted(known.masks, meter(seconds=1e-3))
    with pytest.raises(LimitReached, match="memory"):
        FailedLiterals(puzzle).refuted(known.masks, meter(memory=1 << 10))
    # Results that were cut short are not cached: the same object continues.
    kept = FailedLiterals(puzzle)
    with pytest.raises(LimitReached):
        kept.shared(known.masks, meter(seconds=1e-3))
    assert kept.refuted(known.masks, meter()) == []


@examples(80)
@given(data=st.data())
def test_kernel_and_definition_give_the_same_reasons(data):
    picture, puzzle = data.draw(small_puzzles(ANY))
    grid = data.draw(grids(picture, puzzle.block_colours))
    full, number = (1 << len(puzzle.colours)) - 1, puzzle.block_colours
    for line, clue in zip(puzzle.lines, puzzle.clues, strict=True):
        masks = grid.line(line)
        kernel = line_domain(clue, len(masks), number)
        defined = line_domain(clue, len(masks), number, by_definition=True)
        order = data.draw(st.permutations([i for i, mask in enumerate(masks) if mask != full]))
        order = order[: data.draw(st.integers(0, len(order)))]
        excluded = st.dictionaries(st.integers(0, len(masks) - 1), st.integers(1, full))
        exclusions = data.draw(excluded)
        found = kernel.reason(masks, exclusions, order)
        assert found == defined.reason(masks, exclusions, order)
        assert found is None or set(found) <= set(order)

"""The kernel against the definition in Python: lines, the search tree, and control."""

from __future__ import annotations

import ast
import random
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import oracle
import pytest
from hypothesis import given, strategies as st
from interruption import interrupted
from strategies import (
    ANY,
    boards,
    examples,
    grids,
    lines,
    puzzles,
    random_puzzle,
    small_puzzles,
    wild_puzzles,
)

import nonocsp as nc
from nonocsp import Block, Limits, Options, Puzzle, Status, Verdict
from nonocsp.core.base.errors import EngineError
from nonocsp.core.kernel import interface as kernel
from nonocsp.core.kernel.interface import UNAVAILABLE, supports
from nonocsp.core.line import definition as line
from nonocsp.core.line.domain import KernelLineDomain, line_domain

_kernel = kernel.compiled

COLOURS = 2
FULL = (1 << (COLOURS + 1)) - 1


def test_the_kernel_is_there():
    # Everything works without it, slowly; a test run that silently did would prove nothing.
    assert UNAVAILABLE == ""


@examples(200)
@given(lines(12))
def test_short_lines_are_those_of_the_definition(drawn):
    clue, length, masks = drawn
    domain = KernelLineDomain(clue, length, COLOURS)
    assert domain.tighten(masks) == line.tighten(clue, masks, COLOURS)
    assert domain.count(masks) == line.count(clue, length, COLOURS, masks)
    assert domain.feasible(masks) == (domain.count(masks) > 0)
    expected = list(line.placements(clue, length, COLOURS, masks))
    assert domain.placements(masks, 10**6) == expected
    slow = line_domain(clue, length, COLOURS, by_definition=True)
    assert not isinstance(slow, KernelLineDomain)
    assert slow.placements(masks, 3) == domain.placements(masks, 3) == expected[:3]


def test_lines_too_long_for_the_kernel_are_worked_on_by_definition():
    longest = _kernel.longest_line
    assert supports(longest) and not supports(longest + 1)
    masks = line_domain((Block(2),), longest + 1).tighten([2, *[3] * longest])
    assert masks == (2, 2, *[1] * (longest - 1))


@st.composite
def long_lines(draw):
    """A line of many machine words with a placement, and candidates that allow it."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    length = draw(st.sampled_from([1, 31, 32, 62, 63, 64, 65, 127, 128, 129, 200, 256, 257, 400]))
    colours = draw(st.integers(1, 3))
    cells: list[int] = []
    while len(cells) < length:
        run = chance.choice([1, 1, 2, 3, 8, 40])
        cells += [chance.choice([0, 0, *range(1, colours + 1)])] * run
    cells = cells[:length]
    clue = [
        Block(None if chance.random() < 0.1 else block[0], block[1]) for block in oracle.runs(cells)
    ]
    full = (1 << (colours + 1)) - 1
    density = draw(st.sampled_from([0.0, 0.1, 0.5]))
    masks = [
        (1 << cell) | (chance.randint(0, full) if chance.random() < density else full)
        for cell in cells
    ]
    return tuple(clue), length, colours, masks


@examples(60)
@given(long_lines())
def test_long_lines_are_those_of_the_dynamic_program(drawn):
    clue, length, colours, masks = drawn
    domain = KernelLineDomain(clue, length, colours)
    assert domain.tighten(masks) == line.tighten(clue, masks, colours)
    assert domain.count(masks) == line.count(clue, length, colours, masks)


SAME_TREE = [
    Options(propagation=p, ordering=o)
    for p in ("none", "forward_checking", "ac3")
    for o in ("mrv", "mrv_degree", "in_order")
]


#: What makes the engines visit the same tree.
BY_LINE = {"kernel": {"strategy": "textbook"}, "textbook": {"components": False}}


def walk(puzzle, options, engine, grid=None, limit=None):
    options = options.replace(**BY_LINE[engine])
    found = nc.solutions(puzzle, options=options, engine=engine, grid=grid, limit=limit)
    pictures = [picture.cells for picture in found]
    return pictures, found.stats.nodes, found.stats.backtracks


@pytest.mark.parametrize("options", SAME_TREE, ids=lambda o: o.to_json())
@examples(40)
@given(data=st.data())
def test_both_engines_visit_the_same_tree(options, data):
    puzzle = data.draw(
        st.one_of(wild_puzzles(board=ANY), small_puzzles(ANY).map(lambda made: made[1])),
        label="puzzle",
    )
    assert walk(puzzle, options, "kernel") == walk(puzzle, options, "textbook")


@pytest.mark.parametrize("options", SAME_TREE[6:], ids=lambda o: o.to_json())
@examples(30)
@given(data=st.data())
def test_both_engines_visit_the_same_tree_of_larger_puzzles(options, data):
    other = puzzles(max_colours=1, board=boards())
    picture, puzzle = data.draw(puzzles(8, 8, 2, vague=False) | other)
    grid = data.draw(st.one_of(st.none(), grids(picture, puzzle.block_colours)))
    for limit in (1, 30):
        ours, theirs = (
            walk(puzzle, options, engine, grid, limit) for engine in ("kernel", "textbook")
        )
        assert ours == theirs


def test_domains_of_10_to_the_40_are_searched():
    # One row of 60 blocks in 250 cells, settled by its columns: no list of placements would fit.
    cells = [int(index % 4 == 1) for index in range(250)]
    puzzle = Puzzle.from_picture([cells, [*cells[1:], 0]])
    assert line.count(puzzle.rows[0], 250) > 10**40
    options = Options(strategy="textbook")
    assert puzzle.is_solved_by(nc.solve(puzzle, options=options, engine="kernel").picture)


TECHNIQUES = [
    "probing",
    "guidance",
    "dives",
    "learning",
    "positions",
    "activity",
    "restarts",
]


@pytest.mark.parametrize(
    "options",
    [
        *(Options(**{name: False}) for name in TECHNIQUES),
        Options(**dict.fromkeys(TECHNIQUES, False)),
        Options(
            positions_after=0,
            restart_unit=1,
            reduce_first=10,
        ),
        Options(seed=5),
        Options(
            seed=2**63 - 1,
            dive_conflicts=1,
            probe_lead=0,
            probe_gain=0,
        ),
    ],
    ids=lambda o: o.to_json()[:60],
)
@examples(25)
@given(made=small_puzzles(ANY))
def test_every_technique_can_be_switched_and_changes_no_answer(options, made):
    _, puzzle = made
    expected = oracle.pictures(puzzle)
    found = [p.cells for p in nc.solutions(puzzle, options=options, engine="kernel")]
    assert len(found) == len(set(found))
    assert set(found) == expected
    verdict = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(len(expected), 2)]
    assert nc.verdict(puzzle, options=options, engine="kernel") is verdict


def test_defaults_are_those_of_the_kernel():
    ours, theirs = Options().to_dict(), _kernel.Options({}).as_dict()
    assert theirs == {name: ours[name] for name in theirs}
    read = {
        name
        for name, option in Options.table().items()
        if {"kernel:learning", "kernel:textbook"} & set(option.metadata["readers"])
    }
    assert read - {"checked"} <= set(theirs)


@pytest.mark.parametrize(
    "given", [{"magic": True}, {"ordering": "magic"}, {"probing": 2}, {"restart_unit": 0}]
)
def test_the_kernel_refuses_what_an_option_cannot_be(given):
    with pytest.raises(ValueError, match="option"):
        _kernel.Options(given)


@pytest.mark.parametrize("seed", range(6))
def test_multiple_means_two_different_checked_pictures(seed):
    puzzle = random_puzzle(20, 0.45, seed)
    found = list(nc.solutions(puzzle, limit=2, engine="kernel"))
    assert len(set(found)) == len(found)
    assert all(puzzle.is_solved_by(picture) for picture in found)
    small = Options(reduce_first=10, restart_unit=1)
    for options in (small, Options(guidance=False)):
        verdict = nc.verdict(puzzle, options=options, engine="kernel")
        assert verdict is (Verdict.MULTIPLE if len(found) == 2 else Verdict.UNIQUE)


def test_enumeration_needs_no_more_memory_for_more_solutions():
    puzzle = Puzzle([[1]] * 9, [[1]] * 9)
    found = nc.solutions(puzzle, engine="kernel")
    for _ in range(1000):
        next(found)
    early = found.stats.peak_memory
    for _ in range(50_000):
        next(found)
    assert found.stats.peak_memory < 2 * early + 1_000_000


def test_a_limit_on_memory_makes_the_answer_unknown():
    puzzle = random_puzzle(40, 0.5, 1)
    result = nc.solve(puzzle, limits=Limits(memory=1 << 10), engine="kernel")
    assert (result.status, result.stopped_by) == (Status.UNKNOWN, "memory")


def test_probing_ends_when_it_finds_nothing():
    options = Options(guidance=False)  # so that no dive follows, for which probing is cut short
    stats = nc.solve(random_puzzle(200, 0.5, 1), options=options, limits=Limits(nodes=1)).stats
    assert 0 < stats.probes < 30_000  # of 40,000 cells


@pytest.mark.parametrize("seed", [2, 4, 6])
def test_probing_goes_on_after_a_dive_that_fails(seed):
    # Positions get variables at once: probing resumed later meets more than it started with.
    puzzle = random_puzzle(40, 0.5, seed)
    early, late = (
        Options(
            lucky=False,
            probe_lead=lead,
            probe_gain=0,
            positions_after=0,
            dive_conflicts=1,
        )
        for lead in (1_000_000, 0)
    )
    at_start = [nc.solve(puzzle, options=o, limits=Limits(nodes=1)).stats for o in (early, late)]
    assert at_start[0].probes > 0 == at_start[1].probes
    by_dive = nc.solve(puzzle, options=late)
    assert by_dive.stats.conflicts > 1 and by_dive.stats.probes > 1000
    assert nc.verdict(puzzle, options=late) is nc.verdict(puzzle, options=early)


def test_probing_is_spared_where_a_dive_succeeds():
    late = Options(lucky=False, probe_lead=0, probe_gain=0)
    result = nc.solve(random_puzzle(30, 0.5, 1), options=late)
    assert result.status is Status.SATISFIABLE
    assert result.stats.probes == result.stats.conflicts == 0


@pytest.mark.slow
def test_a_huge_sparse_board_takes_bounded_lucky_runs_and_long_steps():
    puzzle = random_puzzle(180, 0.1, 1)
    plain, lucky = (
        nc.solve(puzzle, options=Options(lucky=is_lucky, probing=False))
        for is_lucky in (False, True)
    )
    assert plain.status is lucky.status is Status.SATISFIABLE
    assert plain.stats.guide_rounds < 1000
    assert 0 < lucky.stats.tightenings - plain.stats.tightenings < 120_000
    assert nc.verdict(puzzle) is Verdict.MULTIPLE


def test_refined_beliefs_cross_a_large_board():
    # Unsolved after 8,000 nodes at the tolerance of small puzzles: beliefs stop near the border.
    result = nc.solve(random_puzzle(100, 0.5, 2), limits=Limits(nodes=5000))
    assert result.status is Status.SATISFIABLE


def test_large_boards_are_searched_with_guidance():
    puzzle = random_puzzle(200, 0.6, 1)
    stats = nc.solve(puzzle, options=Options(lucky=False), limits=Limits(nodes=1)).stats
    assert stats.guide_rounds > 5  # more than a dive exchanges


def test_huge_input_has_a_clear_result():
    ones = [1] * 200_000
    assert nc.solve(Puzzle([ones], [[1]]), engine="kernel").status is Status.UNSATISFIABLE
    colours = [f"c{n}" for n in range(255)]
    rainbow = Puzzle([[(1, name) for name in colours]], [[(1, name)] for name in colours], colours)
    assert nc.is_unique(rainbow, engine="kernel")
    with pytest.raises(EngineError, match="lines of up to"):
        nc.solve(Puzzle([[]], [[]] * 20_000), engine="kernel")


@pytest.mark.slow
def test_an_empty_puzzle_of_ten_thousand_by_ten_thousand():
    puzzle = Puzzle([[]] * 10_000, [[]] * 10_000)
    result = nc.solve(puzzle, engine="kernel")
    assert not any(result.picture.cells)
    small = nc.solve(puzzle, limits=Limits(memory=10**6), engine="kernel")
    assert (small.status, small.stopped_by) == (Status.UNKNOWN, "memory")


def test_cells_without_any_clue_are_multiplied_at_once():
    n = 100
    assert nc.count(Puzzle([None] * n, [None] * n), engine="kernel").at_least == 2 ** (n * n)
    mixed = Puzzle([[1], None, None], [[1], [], None])
    assert nc.count(mixed, engine="kernel").at_least == len(oracle.pictures(mixed))


def test_an_interrupt_ends_the_search_at_once():
    found = nc.solutions(Puzzle([[1]] * 40, [[1]] * 40), engine="kernel")
    interrupted(0.3, lambda: deque(found, maxlen=0))
    assert found.stats.solutions > 0 and not found.is_complete


def test_several_searches_run_at_once_and_leave_the_interpreter_free():
    puzzles_ = [random_puzzle(25, 0.5, seed) for seed in range(6)]
    alone = [nc.solve(p, engine="kernel") for p in puzzles_]
    with ThreadPoolExecutor(len(puzzles_)) as threads:
        together = threads.map(lambda puzzle: nc.solve(puzzle, engine="kernel"), puzzles_)
    for first, second in zip(alone, together, strict=True):
        assert first.picture == second.picture
        assert first.stats.counted() == second.stats.counted()


def test_the_seed_is_part_of_the_question():
    puzzle = random_puzzle(25, 0.45, 11)
    runs = [nc.solve(puzzle, options=Options(seed=seed), engine="kernel") for seed in (0, 0, 1)]
    assert runs[0].picture == runs[1].picture
    assert runs[0].stats.counted() == runs[1].stats.counted()
    assert puzzle.is_solved_by(runs[2].picture)


@pytest.mark.slow
def test_seeds_search_differently():
    """Not only ties: on a puzzle that is not easy the work of seeds spreads."""
    for number in (6, 13, 14):
        puzzle = random_puzzle(25, 0.42, number)
        conflicts = [
            nc.solve(puzzle, options=Options(seed=seed)).stats.conflicts for seed in range(1, 9)
        ]
        assert max(conflicts) > 4 * min(conflicts)


def test_the_browser_offers_all_that_python_calls():
    """By the names in the interface: what is missing shows only when the page asks for it."""

    def names(node):
        targets = getattr(node, "targets", None) or [getattr(node, "target", node)]
        return {getattr(each, "name", None) or getattr(each, "id", "") for each in targets}

    def offered(path):
        found = set()
        for node in ast.parse(Path("nonocsp/core/kernel", path).read_text(encoding="utf-8")).body:
            found |= names(node)
            if isinstance(node, ast.ClassDef):
                found |= {f"{node.name}.{name}" for part in node.body for name in names(part)}
        return {name for name in found if not name.startswith("_") and "__" not in name}

    lacking = offered("stubs/_nonocsp_kernel.pyi") - offered("browser/door/_nonocsp_kernel.py")
    assert lacking == {"hint"}  # which JavaScript calls itself

"""Random sequences of calls through the kernel's interface, against the definition.

A model-based tester in the way of CaDiCaL's ``mobical``: a state machine makes puzzles, opens
iterators, takes some of their solutions, abandons them, counts, compiles, saves and loads, with
random givens, options and limits, several at once. The answers are those of brute force, or for the
larger puzzles of the textbook engine. What fails is shrunk to the shortest sequence of calls that
still fails.
"""

from __future__ import annotations

import dataclasses
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import oracle
import pytest
from hypothesis import HealthCheck, strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
)
from strategies import examples, grids, pictures, small_puzzles, wild_puzzles

import nonocsp as nc
from nonocsp import Limits, Options, Picture, Status, Verdict
from nonocsp.core.base.errors import OptionError
from nonocsp.core.kernel.interface import propagated

#: Lists of placements, of which nothing is the kernel's.
LISTED = Options(domains="explicit")


@dataclasses.dataclass(frozen=True)
class Known:
    """A puzzle, givens, and every solution that agrees with them."""

    puzzle: nc.Puzzle
    grid: nc.Grid | None
    solutions: frozenset[bytes]

    @property
    def verdict(self):
        count = len(self.solutions)
        return (Verdict.NONE, Verdict.UNIQUE)[count] if count < 2 else Verdict.MULTIPLE


def known(puzzle, grid):
    return Known(puzzle, grid, frozenset(oracle.pictures(puzzle, grid)))


def ambiguous_puzzles():
    """Puzzles with up to 512 solutions: absent clues, single cells, unknown lengths."""
    side = st.lists(st.sampled_from([[1], None, ["?"]]), min_size=3, max_size=3)
    return st.builds(nc.Puzzle, side, side)


def searched_puzzles():
    """Random pictures large enough for conflicts, restarts and learned nogoods."""
    board = st.builds(nc.Rectangle, st.integers(6, 9), st.integers(6, 9))
    return pictures(max_colours=1, board=board).map(nc.Puzzle.from_picture)


@dataclasses.dataclass
class Search:
    """An open iterator, with what came out of it so far."""

    known: Known
    found: nc.core.solver.solving.Solutions
    seen: list[bytes]
    may_stop: bool


def option_values(option):
    """Values of one option: the kernel's choices, both sides of a switch, small numbers."""
    if choices := option.metadata.get("choices"):
        kernel = [each for each in choices if each not in option.metadata["textbook_only"]]
        return st.sampled_from(kernel)
    if isinstance(option.default, bool):
        return st.booleans()
    low, high = option.metadata["range"]
    kind = st.integers if isinstance(option.default, int) else st.floats
    return kind(low, min(high, 50))


def mappings(reader, tier="options"):
    """A few options of a tier that a strategy reads, changed."""
    fields = [
        f
        for f in Options.table().values()
        if reader in f.metadata["readers"]
        and f.metadata["tier"] == tier
        and f.name not in ("strategy", "checked")
    ]
    changes = st.lists(st.sampled_from(fields), max_size=4, unique_by=lambda field: field.name)
    return changes.flatmap(
        lambda chosen: st.fixed_dictionaries({f.name: option_values(f) for f in chosen})
    )


def every_option():
    learning = st.builds(
        lambda choices, numbers: Options(**choices, **numbers),
        mappings("kernel:learning"),
        mappings("kernel:learning", "tuning"),
    )
    # Without propagation a board of 8x9 may take minutes.
    by_line = mappings("kernel:textbook").filter(lambda c: c.get("propagation") != "none")
    return learning | by_line.map(lambda choices: Options(**choices, strategy="textbook"))


def limits():
    return st.one_of(
        st.just(Limits()),
        st.builds(Limits, nodes=st.integers(1, 60)),
        st.builds(Limits, memory=st.sampled_from([1 << 10, 10_000, 1_000_000])),
    )


class Calls(RuleBasedStateMachine):
    puzzles = Bundle("puzzles")
    searches = Bundle("searches")
    spaces = Bundle("spaces")
    files = Bundle("files")

    def __init__(self):
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._files = 0
        self._open = []

    def teardown(self):
        self._folder.cleanup()

    @initialize(target=puzzles, puzzle=ambiguous_puzzles())
    def begin(self, puzzle):
        return known(puzzle, None)

    @rule(target=puzzles, puzzle=st.one_of(ambiguous_puzzles(), wild_puzzles()))
    def make(self, puzzle):
        return known(puzzle, None)

    @rule(target=puzzles, data=st.data())
    def make_with_givens(self, data):
        picture, puzzle = data.draw(small_puzzles())
        return known(puzzle, data.draw(grids(picture, puzzle.block_colours)))

    @rule(target=puzzles, puzzle=searched_puzzles())
    def make_for_search(self, puzzle):
        found = nc.solutions(puzzle, engine="textbook", options=LISTED, limit=500)
        solutions = frozenset(picture.cells for picture in found)
        return Known(puzzle, None, solutions) if found.is_complete else multiple()

    @rule(known=puzzles, options=every_option(), limits=limits())
    def solve(self, known, options, limits):
        result = nc.solve(known.puzzle, grid=known.grid, options=options, limits=limits)
        if result.picture is not None:
            assert result.status is Status.SATISFIABLE
            assert result.picture.cells in known.solutions
        elif result.stopped_by is None:
            assert (result.status, known.solutions) == (Status.UNSATISFIABLE, frozenset())
        else:
            assert (result.status, limits != Limits()) == (Status.UNKNOWN, True)

    @rule(known=puzzles, options=every_option(), limits=limits())
    def judge(self, known, options, limits):
        arguments = {"grid": known.grid, "options": options, "limits": limits}
        found = nc.solutions(known.puzzle, limit=2, **arguments)
        verdict = nc.core.solver.solving.verdict_of(len(list(found)), found.is_complete)
        assert verdict in {known.verdict, Verdict.UNKNOWN}
        if verdict is Verdict.UNKNOWN:
            assert found.stopped_by in ("nodes", "memory")

    @rule(target=searches, known=puzzles, options=every_option(), limits=limits())
    def open(self, known, options, limits):
        found = nc.solutions(known.puzzle, grid=known.grid, options=options, limits=limits)
        search = Search(known, found, [], limits != Limits())
        self._open.append(search)
        return search

    @rule(search=searches, most=st.integers(1, 20))
    def take(self, search, most):
        search.seen += [picture.cells for picture in islice(search.found, most)]
        assert len(set(search.seen)) == len(search.seen) == search.found.stats.solutions
        assert search.known.solutions.issuperset(search.seen)

    @rule(search=searches)
    def exhaust(self, search):
        was_closed = search.found.is_complete or search.found.stopped_by is not None
        search.seen += [picture.cells for picture in search.found]
        if search.found.is_complete:
            assert len(search.seen) == len(search.known.solutions)
            assert search.known.solutions == frozenset(search.seen)
        elif not was_closed:
            assert search.may_stop and search.found.stopped_by in ("nodes", "memory")

    @rule(search=consumes(searches))
    def abandon(self, search):
        search.found.close()
        assert list(search.found) == []
        self._open.remove(search)

    @rule(
        known=puzzles, options=every_option(), limits=limits(), most=st.none() | st.integers(1, 9)
    )
    def count(self, known, options, limits, most):
        limits = limits.replace(solutions=most)
        counted = nc.count(known.puzzle, grid=known.grid, options=options, limits=limits)
        assert counted.at_least <= len(known.solutions)
        assert not counted.is_exact or counted.at_least == len(known.solutions)
        assert counted.is_exact or counted.stopped_by is not None
        if counted.stopped_by == "solutions":
            assert counted.at_least > most

    @rule(target=spaces, known=puzzles, options=every_option())
    def compile(self, known, options):
        space = nc.solution_space(known.puzzle, grid=known.grid, options=options)
        assert space.count == len(known.solutions)
        # By definition, a space is a list of pictures.
        return known, space, options.strategy == "learning"

    @rule(pair=spaces, at=st.integers(0, 10**6))
    def look_up(self, pair, at):
        known, space, _ = pair
        if known.solutions:
            picture = space[at % space.count]
            assert picture.cells in known.solutions
            assert space.index(picture) == at % space.count

    @rule(pair=spaces, start=st.integers(0, 30))
    def enumerate_from(self, pair, start):
        known, space, _ = pair
        listed = [picture.cells for picture in space.pictures(0, space.count)]
        assert frozenset(listed) == known.solutions and len(listed) == len(known.solutions)
        start = min(start, space.count)
        assert [p.cells for p in space.pictures(start, space.count)] == listed[start:]

    @rule(pair=spaces)
    def differ(self, pair):
        known, space, _ = pair
        cells = range(len(next(iter(known.solutions), b"")))
        columns = known.puzzle.shape[1]
        expected = [c for c in cells if len({solution[c] for solution in known.solutions}) > 1]
        assert [row * columns + column for row, column in space.ambiguous()] == expected

    @rule(target=files, pair=spaces)
    def save(self, pair):
        self._files += 1
        path = Path(self._folder.name, str(self._files))
        known, space, is_compiled = pair
        if is_compiled:
            nc.write_space(space, path)
            return known, path
        with pytest.raises(OptionError, match="only a space that the kernel compiled can be saved"):
            nc.write_space(space, path)
        assert not path.exists()
        return multiple()

    @rule(target=spaces, file=files)
    def load(self, file):
        known, path = file
        space = nc.read_space(path)
        assert (space.count, space.puzzle) == (len(known.solutions), known.puzzle)
        return known, space, True

    @rule(known=puzzles)
    def propagate(self, known):
        left = propagated(known.puzzle, known.grid)
        assert left is not None or not known.solutions
        for solution in known.solutions if left is not None else ():
            assert all(m >> c & 1 for m, c in zip(left.masks, solution, strict=True))

    @precondition(lambda self: len(self._open) > 1)
    @rule(most=st.integers(1, 5))
    def take_in_turns(self, most):
        for _ in range(most):
            for search in self._open:
                self.take(search, 1)

    @rule(known=puzzles, options=every_option())
    def ask_in_four_threads(self, known, options):
        def ask(_):
            found = nc.solutions(known.puzzle, grid=known.grid, options=options)
            return [picture.cells for picture in found]

        with ThreadPoolExecutor(4) as pool:
            first, *others = pool.map(ask, range(4))
        assert frozenset(first) == known.solutions
        assert all(other == first for other in others)

    @invariant()
    def every_picture_is_a_solution(self):
        for search in self._open:
            for cells in search.seen[-1:]:
                puzzle = search.known.puzzle
                assert puzzle.is_solved_by(Picture.from_cells(cells, puzzle.board))


TestCalls = Calls.TestCase
TestCalls.settings = examples(
    30,
    stateful_step_count=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

"""A puzzle as a constraint network: one variable a line, one value a placement.

The constraint between a row and a column is that they agree on the cell they share. There is none
between two rows or two columns. Lines that take no clue are no variables: their cells have others.
A domain is implicit, the candidates of its cells, unless the technique works on single placements
or a list is asked for: that is feasible for up to a few million placements in all, which are
counted before any is listed. Both give the same search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from math import log10
from operator import and_
from typing import Any

from ..base.arguments import checked
from ..base.errors import OptionError
from ..line.definition import count, placements
from ..model.bits import highest
from ..model.grid import Grid, Picture
from ..model.line import Line
from ..model.puzzle import Puzzle
from ..model.query import Query
from ..options.limits import LimitReached, Limits, Meter, Stats
from ..options.options import Options
from .explicit import ExplicitState
from .implicit import ImplicitState
from .network import Network
from .propagation import needs_lists
from .solving import count as count_solutions, solve
from .state import State

#: For each colour, a table that turns a string of colours into a string of binary digits.
_DIGITS = [b"0" * colour + b"1" + b"0" * (255 - colour) for colour in range(256)]


@checked
def line_network(puzzle: Puzzle, grid: Grid | None = None, meter: Meter | None = None) -> Network:
    """The network of a puzzle; its variables are named by `Line`, its values are placements.

    Args:
        puzzle: what to state.
        grid: known cells; None for none.
        meter: limits to keep, its ``limits.placements`` above all.

    Cost: proportional to the number of placements times the length of the lines.

    Raises:
        LimitReached: there are more placements than the limit; none was listed.

    >>> network = line_network(Puzzle([[1], [1]], [[1], [1]]))
    >>> len(network.names), [placement.hex() for placement in network.values[0]]
    (4, ['0001', '0100'])
    """
    meter = meter or Meter(Limits(), Stats())
    _check_placements(puzzle, grid, meter)
    network = Network()
    views: list[list[dict[int, int]]] = []
    for line in puzzle.board.clued:
        values = []
        for placement in placements(
            puzzle.clue(line), puzzle.length(line), puzzle.block_colours, _known(grid, line)
        ):
            meter.tick()
            values.append(placement)
        meter.stats.placements += len(values)
        network.add_variable(line, values)
        meter.check_clock()
        views.append(_views(values, puzzle.length(line)))
    for through in puzzle.board.clued_places():
        meter.tick()
        for (one, i), (other, j) in combinations(through, 2):
            names = network.names[one], network.names[other]
            network.agree(*names, views[one][i], views[other][j])
    return network


def state_of(query: Query) -> State:
    """The domains of a puzzle, explicit or implicit, as the option ``domains`` asks.

    Raises:
        OptionError: the propagation needs explicit domains and the options ask for implicit ones.
        LimitReached: the domains do not fit, or the clock ran out.
    """
    puzzle, grid, options, meter = query[:4]
    lists = needs_lists(options.propagation)
    if lists and options.domains == "implicit":
        raise OptionError(
            f"propagation {options.propagation!r} works on single values; "
            "it needs domains='explicit'"
        )
    if lists or options.domains == "explicit":
        return ExplicitState(line_network(puzzle, grid, meter), meter)
    return ImplicitState(puzzle, grid, meter)


def pictures(query: Query) -> Iterator[Picture]:
    """Every solution of a puzzle by the textbook search. Raises `LimitReached`."""
    # A generator, so that limits are reached when the first picture is asked for.
    yield from pictures_of(state_of(query), query.puzzle, query.options)


def pictures_of(state: State, puzzle: Puzzle, options: Options) -> Iterator[Picture]:
    """Every solution of a puzzle, from the domains of its lines. Raises `LimitReached`."""
    board = puzzle.board
    first = [through[0] for through in board.clued_places()]
    for values in solve(state, options):
        lines = [state.actual(line, value) for line, value in enumerate(values)]
        cells = bytes([lines[line][index] for line, index in first])
        yield Picture.from_cells(cells, board, puzzle.colours)


def search_with_witness(query: Query, lost: Picture) -> None:
    """Search again for a solution that was lost.

    Raises:
        PluginError: the first step that excludes it.
        LimitReached: a limit of the meter was reached.
    """
    state = state_of(query)
    values: list[Any] = [lost.line(line) for line in query.puzzle.board.clued]
    if isinstance(state, ExplicitState):
        listed = zip(state.network.values, values, strict=True)
        values = [placements.index(value) for placements, value in listed]
    state.witness = values
    for _ in solve(state, query.options):
        pass


def candidates(state: State, puzzle: Puzzle) -> Callable[[Iterable[int]], list[int]]:
    """A function that gives the candidates of some cells, as masks, in the domains of the moment.

    A cell has the colours that all of its lines can have there, which may be none.
    """
    board = puzzle.board
    through = board.clued_places()
    if isinstance(state, ImplicitState):
        lines = state.domains
        return lambda cells: [
            reduce(and_, [lines[line].candidates[index] for line, index in through[cell]])
            for cell in cells
        ]
    assert isinstance(state, ExplicitState)
    domains, network = state.domains, state.network
    views = [_views(network.values[v], puzzle.length(line)) for v, line in enumerate(board.clued)]

    def at(variable: int, index: int) -> int:
        domain = domains[variable]
        return sum(1 << c for c, values in views[variable][index].items() if values & domain)

    return lambda cells: [reduce(and_, [at(*place) for place in through[cell]]) for cell in cells]


def count_pictures(query: Query) -> Iterator[int]:
    """Growing lower bounds on the number of solutions, the last exact. Raises `LimitReached`."""
    yield from count_solutions(state_of(query), query.options)


def _known(grid: Grid | None, line: Line) -> tuple[int, ...] | None:
    return None if grid is None else grid.line(line)


def _check_placements(puzzle: Puzzle, grid: Grid | None, meter: Meter) -> None:
    limit = meter.limits.placements
    total = 0
    for line in puzzle.board.clued:
        meter.check_clock()
        number = count(puzzle.clue(line), puzzle.length(line), puzzle.block_colours)
        if limit is not None and number + total > limit and grid is not None:
            number = count(
                puzzle.clue(line), puzzle.length(line), puzzle.block_colours, _known(grid, line)
            )
        total += number
        if limit is not None and total > limit:
            raise LimitReached(
                "placements",
                f"the lines up to {line} have {_roughly(total)} placements together, and the "
                f"limit for all lines is {limit}",
            )


def _roughly(number: int) -> str:
    return str(number) if number < 10**9 else f"about 10^{int(highest(number) * log10(2))}"


def _views(values: Sequence[bytes], length: int) -> list[dict[int, int]]:
    """For every cell of a line and every colour, the placements that show it there."""
    joined = b"".join(reversed(values))  # reversed: the first placement is the lowest bit
    views = []
    for position in range(length):
        shown = joined[position::length]
        views.append({colour: int(shown.translate(_DIGITS[colour]), 2) for colour in set(shown)})
    return views

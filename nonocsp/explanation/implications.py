"""The implication graph, for networkx: literals as nodes, "this forces that" as edges.

A literal states that a cell has a colour, or that it has not. Assuming it and tightening the lines
that are touched gives what it forces. A literal from which its own negation can be reached is
refuted; literals that reach each other are equivalent, so the strongly connected components are
sets of literals that are all true or all false (as in 2-SAT: B. Aspvall, M. Plass and R. Tarjan,
1979).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..common.arguments import checked
from ..common.limits import Limits
from ..model.bits import has_several, members
from ..model.grid import Grid
from ..model.line import Line
from ..model.puzzle import Puzzle
from ..solver.engines import query_of
from .position import Position
from .techniques.chains import ImplicationChain

if TYPE_CHECKING:
    import networkx as nx


class Literal(NamedTuple):
    """A cell has a colour, or it has not.

    >>> str(Literal(0, 2, 1, False)), Literal(0, 2, 1, False).denial.holds
    ('row 1, column 3 is not 1', True)
    """

    row: int
    column: int
    colour: int
    holds: bool

    @property
    def denial(self) -> Literal:
        """The negation."""
        return self._replace(holds=not self.holds)

    def __str__(self) -> str:
        no = "" if self.holds else "not "
        return f"row {self.row + 1}, column {self.column + 1} is {no}{self.colour}"


@checked
def implication_graph(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    depth: int | None = 1,
    limits: Limits | None = None,
    engine: str | None = None,
) -> nx.DiGraph[Literal]:
    """What every assumption about an undecided cell forces.

    Args:
        puzzle, grid, limits, engine: as for `explain`.
        depth: rounds of tightening that an assumption is followed for; 1 looks at its own two
            lines, None goes on to the end.

    The nodes are the literals of all undecided cells, two for every colour that is left; in black
    and white only those of colour 1. An edge from an assumption to what it forces has ``line``, the
    line that forces it, and ``round``, from 1 (None and 0 for other colours of the same cell). An
    assumption that is refuted has an edge to its negation, with the line that has no placement.

    Cost: a tightening for each touched line of each assumption.

    Raises:
        OptionError: a depth below 1.
        LimitReached: the time is up.

    >>> graph = implication_graph(Puzzle([[1], [1]], [[1], [1]]))
    >>> sorted(str(literal) for literal in graph[Literal(0, 0, 1, True)])
    ['row 1, column 2 is not 1', 'row 2, column 1 is not 1']
    """
    import networkx as nx

    position = Position(query_of(puzzle, grid, limits, engine))
    graph: nx.DiGraph[Literal] = nx.DiGraph()
    for cell in position.open_cells:
        graph.add_nodes_from(_literals(position, cell))
    for literal in list(graph):
        position.meter.check_clock()
        for reached, line, number in _forced(position, literal, depth):
            if reached in graph and reached != literal and not graph.has_edge(literal, reached):
                graph.add_edge(literal, reached, line=line, round=number)
    return graph


def _literals(position: Position, cell: int) -> Iterator[Literal]:
    row, column = position.puzzle.board.place(cell)
    for colour in members(position.masks[cell]):
        if colour == 1 or not position.puzzle.has_one_colour:
            yield Literal(row, column, colour, True)
            yield Literal(row, column, colour, False)


def _forced(
    position: Position, literal: Literal, depth: int | None
) -> Iterator[tuple[Literal, Line | None, int]]:
    """What a literal forces, with the line and the round; its negation for a contradiction."""
    puzzle = position.puzzle
    assumed = puzzle.board.number(literal.row, literal.column)
    mask = 1 << literal.colour if literal.holds else ~(1 << literal.colour)
    chain = ImplicationChain(position, assumed, mask)
    masks = list(position.masks)

    def changed(cell: int, after: int) -> Iterator[Literal]:
        row, column = puzzle.board.place(cell)
        for colour in members(masks[cell]):
            if not after >> colour & 1:
                yield Literal(row, column, colour, False)
            elif after == 1 << colour:
                yield Literal(row, column, colour, True)
        masks[cell] = after

    left = masks[assumed] & mask
    if has_several(left):
        masks[assumed] = left
    else:
        yield from ((reached, None, 0) for reached in changed(assumed, left))
    while (depth is None or chain.rounds < depth) and chain.advance():
        pass
    for tightening in chain.tightenings:
        line, cells = tightening.line, puzzle.cells(tightening.line)
        if tightening.after is None:
            yield literal.denial, line, tightening.round
        for index, excluded in tightening.changes.items():
            for reached in changed(cells[index], masks[cells[index]] & ~excluded):
                yield reached, line, tightening.round


@checked
def contradictions(graph: nx.DiGraph[Literal]) -> tuple[Literal, ...]:
    """The literals from which their own negation can be reached: all of them are false.

    Cost: a search from every literal.

    >>> puzzle = Puzzle([[2], [1]], [[1], [2]])
    >>> refuted = contradictions(implication_graph(puzzle))
    >>> print(*refuted[:2], sep="; ")
    row 1, column 1 is not 1; row 1, column 2 is not 1
    """
    import networkx as nx

    return tuple(
        sorted(literal for literal in graph if nx.has_path(graph, literal, literal.denial))
    )


@checked
def equivalences(graph: nx.DiGraph[Literal]) -> tuple[tuple[Literal, ...], ...]:
    """Sets of equivalent literals: strongly connected components of two and more.

    >>> puzzle = Puzzle([[1], [1]], [[1], [1]])
    >>> [len(group) for group in equivalences(implication_graph(puzzle))]
    [4, 4]
    """
    import networkx as nx

    groups = (tuple(sorted(group)) for group in nx.strongly_connected_components(graph))
    return tuple(sorted(group for group in groups if len(group) > 1))

"""What forces what, as a graph: literals as nodes, "this forces that in this line" as edges.

A literal says that a cell has a colour, or that it has not. Assuming it and tightening the lines
that are touched gives what it forces; how many rounds that goes on is the depth. A literal from
which its own denial can be reached is refuted; literals that reach each other are equivalent, so
the strongly connected components of the graph are cells that stand or fall together (as for two
literals a clause: B. Aspvall, M. Plass and R. Tarjan, 1979).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..common.errors import OptionError
from ..common.limits import Limits, Meter, Stats
from ..model.grid import Grid
from ..model.puzzle import Puzzle, check_fit
from .position import Position, colours
from .trails import Trail, open_cells

if TYPE_CHECKING:
    import networkx as nx


#: What is said of edges to other colours of the assumed cell, for which no line is needed.
_ITSELF: dict[str, object] = {"line": None, "round": 0}


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
        """The opposite."""
        return self._replace(holds=not self.holds)

    def __str__(self) -> str:
        no = "" if self.holds else "not "
        return f"row {self.row + 1}, column {self.column + 1} is {no}{self.colour}"


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
        puzzle, grid: what is asked, and what is known.
        depth: rounds of tightening that an assumption is followed for; 1 looks at its own two
            lines, None goes on to the end.
        limits: bounds on time.
        engine: the name of an engine; ``"textbook"`` tightens by definition.

    The nodes are the literals of all undecided cells: of every colour that is left, that it is and
    that it is not; of a cell in black and white just ``colour`` 1. An edge from an assumption to
    what it forces has ``line``, the line that forced it, and ``round``, from 1 (None and 0 for
    other colours of the same cell). An assumption that is refuted on the way has an edge to its
    denial, with the line that cannot be completed.

    Cost: a tightening for each touched line of each assumption.

    Raises:
        PuzzleError: the grid does not fit the puzzle.
        OptionError: a depth below 1.
        LimitReached: the time is up.

    >>> graph = implication_graph(Puzzle([[1], [1]], [[1], [1]]))
    >>> sorted(str(literal) for literal in graph[Literal(0, 0, 1, True)])
    ['row 1, column 2 is not 1', 'row 2, column 1 is not 1']
    """
    import networkx as nx

    check_fit(puzzle, grid)
    if depth is not None and depth < 1:
        raise OptionError(f"the depth is at least 1, not {depth}")
    known = grid or Grid.unknown(puzzle)
    position = Position(puzzle, known, Meter(limits or Limits(), Stats()), engine)
    graph: nx.DiGraph[Literal] = nx.DiGraph()
    for cell in open_cells(position):
        graph.add_nodes_from(_literals(position, cell))
    for literal in list(graph):
        position.meter.look_at_clock()
        _follow(position, graph, literal, depth)
    return graph


def _literals(position: Position, cell: int) -> Iterator[Literal]:
    row, column = divmod(cell, position.puzzle.shape[1])
    for colour in colours(position.masks[cell]):
        if colour == 1 or not position.puzzle.has_one_colour:
            yield Literal(row, column, colour, True)
            yield Literal(row, column, colour, False)


def _follow(
    position: Position, graph: nx.DiGraph[Literal], literal: Literal, depth: int | None
) -> None:
    """Add the edges that leave a literal."""
    columns = position.puzzle.shape[1]
    cell = literal.row * columns + literal.column
    mask = 1 << literal.colour if literal.holds else ~(1 << literal.colour)
    trail = Trail(position, cell, mask)
    if not trail.masks[cell] & (trail.masks[cell] - 1):
        _forced(position, graph, literal, cell, position.masks[cell], trail.masks[cell], _ITSELF)
    rounds = seen = 0
    going = True
    masks = list(position.masks)
    masks[cell] = trail.masks[cell]
    while going and (depth is None or rounds < depth):
        rounds += 1
        going = trail.advance()
        for move in trail.moves[seen:]:
            about = {"line": move.line, "round": rounds}
            if not move.excluded:
                graph.add_edge(literal, literal.denial, **about)
            for index, excluded in move.excluded.items():
                at = position.cells(move.line)[index]
                _forced(position, graph, literal, at, masks[at], masks[at] & ~excluded, about)
                masks[at] &= ~excluded
        seen = len(trail.moves)


def _forced(
    position: Position,
    graph: nx.DiGraph[Literal],
    literal: Literal,
    cell: int,
    before: int,
    after: int,
    about: dict[str, object],
) -> None:
    """Add the edges to what is known of a cell now and was not before."""
    row, column = divmod(cell, position.puzzle.shape[1])
    for colour in colours(before):
        if not after >> colour & 1:
            reached = Literal(row, column, colour, False)
        elif after == 1 << colour:
            reached = Literal(row, column, colour, True)
        else:
            continue
        if reached in graph and reached != literal and not graph.has_edge(literal, reached):
            graph.add_edge(literal, reached, **about)


def contradictions(graph: nx.DiGraph[Literal]) -> tuple[Literal, ...]:
    """The literals from which their own denial can be reached: none of them can hold, and all of
    their denials must (they are the tautologies).

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


def equivalences(graph: nx.DiGraph[Literal]) -> tuple[tuple[Literal, ...], ...]:
    """The literals that hold together or not at all: strongly connected components of two and more.

    >>> puzzle = Puzzle([[1], [1]], [[1], [1]])
    >>> [len(group) for group in equivalences(implication_graph(puzzle))]
    [4, 4]
    """
    import networkx as nx

    groups = (tuple(sorted(group)) for group in nx.strongly_connected_components(graph))
    return tuple(sorted(group for group in groups if len(group) > 1))

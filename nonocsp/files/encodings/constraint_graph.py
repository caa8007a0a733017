"""The constraint graph of a puzzle, for networkx: lines as nodes, crossings as edges."""

from __future__ import annotations

from itertools import combinations

import networkx as nx

from ...core import Grid, Line, Puzzle, checked
from ...core.line.definition import count

__all__ = ["constraint_graph"]


@checked
def constraint_graph(puzzle: Puzzle, grid: Grid | None = None) -> nx.Graph[Line]:
    """The constraint graph of a puzzle.

    Args:
        puzzle: what to state.
        grid: what is known. Then only crossings that are still undecided become edges, so the
            connected components that have edges are independent of each other.

    Attributes of a node, which is a `Line`:

    - ``clue``: its `Clue`, or None where it is absent
    - ``length``: its number of cells
    - ``domain_size``: the number of placements compatible with the grid
    - ``bipartite``: 0 for rows, 1 for columns; on other boards the number of the direction

    Attributes of an edge, with an entry for each cell that the two lines share; in rectangles one:

    - ``cells``: pairs of a row and a place in it
    - ``candidates``: tuples of the colours still possible

    The graph itself has no attributes.

    Cost: one count a line, and one edge a crossing.

    >>> graph = constraint_graph(Puzzle([[2], [1]], [[1], [2]]))
    >>> graph.nodes[Line("row", 1)]["domain_size"], graph.number_of_edges()
    (2, 4)
    """
    graph: nx.Graph[Line] = nx.Graph()
    known = grid or Grid.unknown(puzzle)
    for line in puzzle.lines:
        clue, length = puzzle.clue(line), puzzle.length(line)
        graph.add_node(
            line,
            clue=clue,
            length=length,
            domain_size=count(clue, length, puzzle.block_colours, known.line(line)),
            bipartite=puzzle.board.axes.index(line.axis),
        )
    for number in range(len(known.masks)):
        cell = puzzle.board.place(number)
        candidates = known.candidates(*cell)
        if len(candidates) == 1 and grid is not None:
            continue
        for (one, _), (other, _) in combinations(puzzle.lines_through(number), 2):
            if not graph.has_edge(one, other):
                graph.add_edge(one, other, cells=[], candidates=[])
            graph.edges[one, other]["cells"].append(cell)
            graph.edges[one, other]["candidates"].append(candidates)
    return graph

"""Puzzles as graphs, for networkx.

`constraint_graph` is made here; `implication_graph`, what forces what, in `nonocsp.explanation`.
"""

from __future__ import annotations

import networkx as nx

from ..line.definition import count
from ..model.clue import Line
from ..model.grid import Grid
from ..model.puzzle import Puzzle
from .implications import contradictions, equivalences, implication_graph

__all__ = ["constraint_graph", "contradictions", "equivalences", "implication_graph"]


def constraint_graph(puzzle: Puzzle, grid: Grid | None = None) -> nx.Graph[Line]:
    """The constraint graph of a puzzle: lines as nodes, crossings as edges.

    Args:
        puzzle: what to draw.
        grid: what is known; only crossings that are still undecided become edges then. Its
            connected components that have edges are independent of each other.

    Each node is a `Line` with ``clue``, ``length`` (cells), ``domain_size`` (placements
    compatible with the grid) and ``bipartite`` (0 for rows, 1 for columns). Each edge has
    ``cell``, the pair of row and column, and ``candidates``, the colours still possible there.

    Cost: one count a line, and one edge a crossing.

    >>> graph = constraint_graph(Puzzle([[2], [1]], [[1], [2]]))
    >>> graph.nodes[Line("row", 1)]["domain_size"], graph.number_of_edges()
    (2, 4)
    """
    graph: nx.Graph[Line] = nx.Graph()
    known = grid or Grid.unknown(puzzle)
    for line in puzzle.lines:
        clue, length = puzzle.clue(line), puzzle.length(line)
        masks = known.line(line)
        graph.add_node(
            line,
            clue=clue,
            length=length,
            domain_size=count(clue, length, puzzle.block_colours, masks),
            bipartite=int(not line.is_row),
        )
    rows, columns = puzzle.shape
    for i in range(rows):
        for j in range(columns):
            candidates = known.candidates(i, j)
            if len(candidates) > 1 or grid is None:
                row, column = Line("row", i), Line("column", j)
                graph.add_edge(row, column, cell=(i, j), candidates=candidates)
    return graph

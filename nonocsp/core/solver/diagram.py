"""Knowledge compilation: all solutions of a puzzle as one d-DNNF, by definition, in Python.

A diagram is a deterministic decomposable decision diagram (d-DNNF; Darwiche, "Decomposable negation
normal form", Journal of the ACM 48, 2001). A *node* is a residual problem over some undecided
cells, independent of their place in the puzzle; they are numbered 0, 1, … in the compiler's order
(row by row or column by column, from the first or from the last). An *edge* is one colour of cell
0: its *facts* are the cells that this decides (cell 0 first), its *children* are nodes on disjoint
sets of the cells left. Solutions of the children combine freely, so counts are multiplied along an
edge and added at a node. The root has the cells that are decided before the search (*base*) and
independent *parts*.

Solutions are ordered by the colour of a node's first cell; among the children of an edge, and among
the parts, the last one varies fastest.

`compile_puzzle` searches with propagation, decomposition, and a cache of residual problems, which
are keyed by explicit lists of placements: the definition, for small puzzles. The kernel compiles
faster; its diagrams answer the same questions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

from ..line.definition import placements
from ..line.domain import LineDomains
from ..model.bits import has_several, highest, is_single, members
from ..model.grid import Grid
from ..model.line import Line
from ..model.puzzle import Puzzle
from ..model.query import Query
from ..options.limits import LimitReached, Meter
from .propagation import tightenings


class Part(NamedTuple):
    """A node and the cells it lies on, in its order."""

    node: int
    cells: Sequence[int]


class Edge(NamedTuple):
    """One colour of the first cell of a node. Cells are numbers within the node's cells."""

    facts: Sequence[tuple[int, int]]
    """Pairs (cell, colour), by rising cell; the first is of cell 0."""
    children: Sequence[Part]
    """Ordered by their first cells, ascending."""


class Diagram(ABC):
    """The interface of all diagrams, with the answers by definition.

    Cells of the puzzle are numbers in row-major order.
    """

    colours: int
    """The number of colours, blank included."""
    base: bytes
    """A colour for each cell, valid outside the parts; empty if there is no solution."""
    parts: Sequence[Part]
    """The independent parts, by first cell."""
    size: int
    """Bytes that the diagram takes."""

    def __eq__(self, other: object) -> bool:
        """The same parts with the same nodes and edges."""
        return isinstance(other, type(self)) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.base, self.count))

    def _key(self) -> tuple[Any, ...]:
        edges = [self.edges(node) for node in self.nodes]
        return self.colours, self.base, self.parts, edges

    @property
    @abstractmethod
    def nodes(self) -> Sequence[int]:
        """All nodes, children before parents."""

    @abstractmethod
    def edges(self, node: int) -> Sequence[Edge]:
        """The edges of a node, by rising colour of its first cell."""

    @abstractmethod
    def node_count(self, node: int) -> int:
        """The number of solutions of a node."""

    @cached_property
    def count(self) -> int:
        """The number of solutions."""
        return prod(self.node_count(part.node) for part in self.parts) if self.base else 0

    def picture(self, index: int) -> bytes:
        """The solution of an index, 0 <= index < count: a colour for each cell."""
        picture = bytearray(self.base)
        agenda = self._shared_out(index, self.parts)
        while agenda:
            (node, cells), left = agenda.pop()
            for edge in self.edges(node):
                if left < self._edge_count(edge):
                    break
                left -= self._edge_count(edge)
            for cell, colour in edge.facts:
                picture[cells[cell]] = colour
            agenda += self._shared_out(left, placed(edge.children, cells))
        return bytes(picture)

    def index(self, cells: bytes) -> int | None:
        """The index of a solution; None if the cells are not a solution."""
        free = {cell for part in self.parts for cell in part.cells}
        if len(cells) != len(self.base) or any(
            cells[cell] != colour for cell, colour in enumerate(self.base) if cell not in free
        ):
            return None
        index = 0
        agenda = self._weighted(1, self.parts)
        while agenda:
            (node, places), weight = agenda.pop()
            for edge in self.edges(node):
                if edge.facts[0][1] == cells[places[0]]:
                    break
                index += weight * self._edge_count(edge)
            else:
                return None
            if any(cells[places[cell]] != colour for cell, colour in edge.facts):
                return None
            agenda += self._weighted(weight, placed(edge.children, places))
        return index

    def pictures(self, start: int, stop: int, *, packed: bool = False) -> Iterator[bytes]:
        """The solutions start … stop-1 in order, many concatenated in each item.

        One byte for each cell. Packed: one bit for each cell, 1 if it is not blank, the first the
        highest; each picture is padded to whole bytes.
        """
        for index in range(start, stop):
            picture = self.picture(index)
            if not packed:
                yield picture
                continue
            bits = "".join("1" if colour else "0" for colour in picture)
            size = -(-len(bits) // 8)
            yield int(bits.ljust(8 * size, "0"), 2).to_bytes(size, "big")

    def colour_counts(self, meter: Meter) -> dict[int, list[int]]:
        """For each cell of the parts, in how many solutions it has each colour.

        Raises:
            LimitReached: time or memory did not suffice.
        """
        counts = {cell: [0] * self.colours for part in self.parts for cell in part.cells}
        # Top down: the number of solutions outside a node at certain cells.
        agenda = [(part, self.count // self.node_count(part.node)) for part in self.parts]
        while agenda:
            (node, cells), ways = agenda.pop()
            meter.tick()
            for edge in self.edges(node):
                through = ways * self._edge_count(edge)
                for cell, colour in edge.facts:
                    counts[cells[cell]][colour] += through
                for child in placed(edge.children, cells):
                    agenda.append((child, through // self.node_count(child.node)))
        return counts

    def _edge_count(self, edge: Edge) -> int:
        return prod(self.node_count(child.node) for child in edge.children)

    def _shared_out(self, index: int, parts: Sequence[Part]) -> list[tuple[Part, int]]:
        """An index into a product as one index for each factor; the last factor varies fastest."""
        shares = []
        for part in reversed(parts):
            index, share = divmod(index, self.node_count(part.node))
            shares.append((part, share))
        return shares

    def _weighted(self, weight: int, parts: Sequence[Part]) -> list[tuple[Part, int]]:
        """The weight of an index into each factor, the inverse of `_shared_out`."""
        weights = []
        for part in reversed(parts):
            weights.append((part, weight))
            weight *= self.node_count(part.node)
        return weights


def placed(children: Sequence[Part], cells: Sequence[int]) -> list[Part]:
    """Children of a node on these cells, with the numbers of their cells in the puzzle."""
    return [Part(node, tuple(cells[cell] for cell in part)) for node, part in children]


class ListedDiagram(Diagram):
    """A diagram as plain lists.

    >>> from nonocsp.core.solver import query_of
    >>> puzzle = Puzzle([[1], [1]], [[1], [1]])
    >>> diagram = compile_puzzle(query_of(puzzle))
    >>> diagram.count, list(diagram.picture(0)), diagram.index(bytes([1, 0, 0, 1]))
    (2, [0, 1, 1, 0], 1)
    """

    def __init__(self, colours: int) -> None:
        self.colours, self.base = colours, b""
        self.parts: Sequence[Part] = []
        self.size = 0
        self.listed: list[list[Edge]] = []
        self.counts: list[int] = []

    @property
    def nodes(self) -> Sequence[int]:
        return range(len(self.listed))

    def edges(self, node: int) -> Sequence[Edge]:
        return self.listed[node]

    def node_count(self, node: int) -> int:
        return self.counts[node]

    def add(self, edges: list[Edge]) -> int:
        """A new node with these edges."""
        self.listed.append(edges)
        self.counts.append(sum(self._edge_count(edge) for edge in edges))
        for edge in edges:
            self.size += 16 * len(edge.facts)
            self.size += sum(16 + 8 * len(child.cells) for child in edge.children)
        return len(self.listed) - 1


def compile_puzzle(query: Query) -> ListedDiagram:
    """The diagram of all solutions that agree with the grid.

    Cost: exponential in the worst case, and every line's compatible placements are listed.

    Raises:
        LimitReached: a limit of the meter was reached.
    """
    try:
        grid = query.grid or Grid.unknown(query.puzzle)
        return _Compiler(query.puzzle, query.meter).run(grid.masks)
    except RecursionError:
        raise LimitReached("nodes", "too many cells for the recursive definition") from None


class _Compiler:
    def __init__(self, puzzle: Puzzle, meter: Meter) -> None:
        self.puzzle, self.meter = puzzle, meter
        self.domains = LineDomains(puzzle, by_definition=True)
        self.lines_of = [
            [line for line, _ in puzzle.lines_through(cell) if puzzle.clue(line) is not None]
            for cell in range(puzzle.board.size)
        ]
        self.diagram = ListedDiagram(len(puzzle.colours))
        self.known: dict[object, int | None] = {}

    def run(self, masks: Sequence[int]) -> ListedDiagram:
        left = self.propagated(masks, self.puzzle.lines)
        parts = None if left is None else self.solved(left, range(len(left)))
        if left is not None and parts is not None:
            self.diagram.parts = parts
            self.diagram.base = bytes(highest(mask) if is_single(mask) else 0 for mask in left)
        return self.diagram

    def propagated(self, masks: Sequence[int], lines: Iterable[Line]) -> list[int] | None:
        """The fixpoint of tightening; None if some line has no placement."""
        left = list(masks)
        steps = tightenings(self.puzzle, left, lines, domains=self.domains, meter=self.meter)
        return None if any(step.after is None for step in steps) else left

    def solved(self, masks: Sequence[int], cells: Sequence[int]) -> list[Part] | None:
        """The undecided among the cells as parts with their nodes; None if one is impossible."""
        parts = []
        for component in self.components(masks, cells):
            node = self.node(masks, component)
            if node is None:
                return None
            parts.append(Part(node, component))
        return parts

    def components(self, masks: Sequence[int], cells: Sequence[int]) -> list[list[int]]:
        """The undecided among the cells, in sets that share no line with a clue."""
        import networkx as nx  # here, as it takes longer to load than the rest

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(cell for cell in cells if has_several(masks[cell]))
        for line in dict.fromkeys(line for cell in graph for line in self.lines_of[cell]):
            nx.add_path(graph, [cell for cell in self.puzzle.cells(line) if cell in graph])
        return sorted(map(sorted, nx.connected_components(graph)))

    def node(self, masks: Sequence[int], cells: list[int]) -> int | None:
        """The node of a residual problem, from the table or by deciding its first cell."""
        key = self.key(masks, cells)
        if key in self.known:
            return self.known[key]
        place = {cell: number for number, cell in enumerate(cells)}
        edges = []
        for colour in members(masks[cells[0]]):
            self.meter.node()
            decided = list(masks)
            decided[cells[0]] = 1 << colour
            left = self.propagated(decided, self.lines_of[cells[0]])
            found = None if left is None else self.solved(left, cells)
            if left is None or found is None:
                continue
            facts = [(place[cell], highest(left[cell])) for cell in cells if is_single(left[cell])]
            children = [Part(node, [place[c] for c in part]) for node, part in found]
            edges.append(Edge(facts, children))
        self.known[key] = self.diagram.add(edges) if edges else None
        return self.known[key]

    def key(self, masks: Sequence[int], cells: list[int]) -> object:
        """The residual problem itself, up to the place where it lies."""
        place = {cell: number for number, cell in enumerate(cells)}
        key: list[object] = [tuple(masks[cell] for cell in cells)]
        for line in dict.fromkeys(line for cell in cells for line in self.lines_of[cell]):
            line_cells = self.puzzle.cells(line)
            open_places = [i for i, cell in enumerate(line_cells) if cell in place]
            residuals = set()
            for placement in placements(
                self.puzzle.clue(line),
                len(line_cells),
                self.puzzle.block_colours,
                [masks[cell] for cell in line_cells],
            ):
                self.meter.stats.placements += 1
                limit = self.meter.limits.placements
                if limit is not None and self.meter.stats.placements > limit:
                    raise LimitReached("placements", "lines have too many placements to list")
                self.meter.tick()
                residuals.add(bytes(placement[i] for i in open_places))
            key.append((tuple(place[line_cells[i]] for i in open_places), frozenset(residuals)))
        return tuple(key)

"""Export of a solution space's diagram: d-DNNF, networkx, Graphviz.

In our diagrams one node may serve several places of the puzzle. Other tools have no such sharing,
so in an export every place has its own nodes: it can be far larger than the diagram.

Variables are numbered as in `nonocsp.files.encodings.cnf`: row by row, for each cell one for each
block colour; for a blank cell, none of them is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model.puzzle import Puzzle
from ..solver.diagram import Diagram, Part, placed

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class _Place:
    """A node of the export: the choice of a cell's colour, or (cell None) the top."""

    number: int
    cell: int | None
    count: int
    edges: Sequence[tuple[Sequence[tuple[int, int]], Sequence[int]]]
    """For each colour the facts (cell, colour) and the numbers of the places below."""


def _places(diagram: Diagram) -> Iterator[_Place]:
    """Nodes in all their places, children before parents; the last one is the top."""
    if not diagram.count:
        return
    numbers: dict[Part, int] = {}
    # Depth first, with an explicit stack: diagrams are deeper than the call stack.
    top = [Part(part.node, tuple(part.cells)) for part in diagram.parts]
    stack = top.copy()
    while stack:
        place = stack[-1]
        if place in numbers:
            stack.pop()
            continue
        node, cells = place
        edges = diagram.edges(node)
        below = [placed(edge.children, cells) for edge in edges]
        missing = [child for children in below for child in children if child not in numbers]
        if missing:
            stack += missing
            continue
        numbers[place] = len(numbers)
        yield _Place(
            numbers[place],
            cells[0],
            diagram.node_count(node),
            [
                (
                    [(cells[cell], colour) for cell, colour in edge.facts],
                    [numbers[child] for child in children],
                )
                for edge, children in zip(edges, below, strict=True)
            ],
        )
        stack.pop()
    free = {cell for part in diagram.parts for cell in part.cells}
    base = [(cell, colour) for cell, colour in enumerate(diagram.base) if cell not in free]
    below_top = [numbers[part] for part in top]
    yield _Place(len(numbers), None, diagram.count, [(base, below_top)])


def nnf(puzzle: Puzzle, diagram: Diagram) -> str:
    """The diagram as d-DNNF text in the format of Darwiche's compiler c2d.

    A header ``nnf nodes edges variables``, then a node a line, children first: ``L literal``,
    ``A n children…`` (and), ``O variable n children…`` (or, 0: decided by several variables).

    >>> from nonocsp import solution_space
    >>> print(solution_space(Puzzle([[1], ["?"]], [["?"]])).to_nnf(), end="")
    nnf 3 2 2
    L 1
    L 2
    A 2 0 1
    """
    colours = puzzle.block_colours
    lines: list[str] = []
    edges = 0
    literals: dict[int, int] = {}
    made: dict[int, int] = {}

    def add(text: str, below: int) -> int:
        nonlocal edges
        edges += below
        lines.append(text)
        return len(lines) - 1

    def conjunction(facts: Sequence[tuple[int, int]], below: Sequence[int]) -> int:
        children = list(below)
        for cell, colour in facts:
            for other in range(1, colours + 1):
                literal = (cell * colours + other) * (1 if other == colour else -1)
                if literal not in literals:
                    literals[literal] = add(f"L {literal}", 0)
                children.append(literals[literal])
        if len(children) == 1:
            return children[0]
        return add(" ".join(map(str, ["A", len(children), *children])), len(children))

    top = add("O 0 0", 0) if not diagram.count else 0
    for place in _places(diagram):
        options = [conjunction(facts, [made[b] for b in below]) for facts, below in place.edges]
        if len(options) == 1:
            top = options[0]
        else:
            assert place.cell is not None
            decided = place.cell + 1 if colours == 1 else 0
            top = add(" ".join(map(str, ["O", decided, len(options), *options])), len(options))
        made[place.number] = top
    # The root is the last line.
    if top != len(lines) - 1:
        add(f"A 1 {top}", 1)
    return f"nnf {len(lines)} {edges} {puzzle.board.size * colours}\n" + "\n".join(lines) + "\n"


def graph(puzzle: Puzzle, diagram: Diagram) -> nx.MultiDiGraph[int]:
    """The diagram as a networkx graph: an edge for each child of each colour.

    Nodes have the attributes ``cell`` ((row, column) of the cell they decide; None for the top) and
    ``count``. Edges have ``option`` (which edge of the diagram they belong to: children of one
    option are multiplied) and ``facts`` (pairs of cell and colour). An option without children
    leads to the node -1, which stands for "nothing left to decide".
    """
    import networkx as nx

    place_of = puzzle.board.place
    result: nx.MultiDiGraph[int] = nx.MultiDiGraph()
    for place in _places(diagram):
        cell = None if place.cell is None else place_of(place.cell)
        result.add_node(place.number, cell=cell, count=place.count)
        for option, (facts, below) in enumerate(place.edges):
            literals = tuple((place_of(cell), colour) for cell, colour in facts)
            if not below:
                result.add_node(-1, cell=None, count=1)
            for child in below or [-1]:
                result.add_edge(place.number, child, option=option, facts=literals)
    return result


def dot(puzzle: Puzzle, diagram: Diagram) -> str:
    """The diagram as a Graphviz drawing: boxes decide a cell, circles multiply.

    >>> from nonocsp import solution_space
    >>> print(solution_space(Puzzle([[1], [1]], [[1], [1]])).to_dot().splitlines()[2])
      0 [label="row 1, column 1\\n2 solutions"];
    """
    palette = puzzle.colours
    lines = ["digraph solutions {", "  node [shape=box];"]
    circles = 0
    for place in _places(diagram):
        row, column = puzzle.board.place(place.cell or 0)
        where = "all" if place.cell is None else f"row {row + 1}, column {column + 1}"
        plural = "" if place.count == 1 else "s"
        lines.append(f'  {place.number} [label="{where}\\n{place.count} solution{plural}"];')
        for facts, below in place.edges:
            label = "" if place.cell is None else palette[facts[0][1]].name.replace('"', "'")
            if len(facts) > 1 and place.cell is not None:
                label += f" and {len(facts) - 1} more"
            target = str(below[0]) if len(below) == 1 else f"and{circles}"
            lines.append(f'  {place.number} -> {target} [label="{label}"];')
            if len(below) != 1:
                sign = "x" if below else "done"
                lines.append(f'  {target} [shape=circle, label="{sign}"];')
                lines += [f"  {target} -> {child};" for child in below]
                circles += 1
    return "\n".join([*lines, "}"]) + "\n"

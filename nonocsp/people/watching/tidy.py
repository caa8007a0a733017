"""Figures of search trees: SVG for papers, and DOT for Graphviz.

Leaves stand side by side in the order of the search, and a node above the middle of its children.
Circles are nodes with children, squares contradictions, diamonds solutions, triangles folded
subtrees, open circles what the search left unfinished: the forms of Gecode's Gist and of CP
Profiler, so that a figure needs no colours.
"""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple

import networkx as nx

from ...core import OptionError
from .nodes import Nodes


class Look(NamedTuple):
    """How a node is drawn."""

    shape: str
    """Its name in Graphviz; the outline is in `OUTLINES`."""
    colour: str
    meaning: str


#: The looks of nodes, by name, for figures, pages and Graphviz.
LOOKS = {
    "branch": Look("circle", "#3b6fb5", "solutions below"),
    "refuted": Look("circle", "#9fb4cf", "no solution below"),
    "failed": Look("square", "#c4122f", "contradiction"),
    "solution": Look("diamond", "#2e8b57", "solution"),
    "folded": Look("triangle", "#9a6fb0", "folded"),
    "open": Look("circle", "#ffffff", "left open"),
    "part": Look("circle", "#d9a520", "part of the problem"),
}

#: The paths of the shapes around the origin.
OUTLINES = {
    "circle": "M-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0z",
    "square": "M-5-5h10v10h-10z",
    "diamond": "M0-7l7 7l-7 7l-7-7z",
    "triangle": "M0-6l7 13h-14z",
}

#: Most leaves of a figure: with more, they run into each other.
MOST_LEAVES = 5_000


class Place(NamedTuple):
    """Where a node stands: in leaves from the left, and in levels from the top."""

    x: float
    y: int


def look(data: dict[str, Any]) -> str:
    """How a node is drawn: a name of `LOOKS`."""
    if data.get("folded"):
        return "folded"
    if data["status"] == "branch" and not data["solutions"]:
        return "open" if data.get("left") else "refuted"
    return str(data["status"])


def places(tree: Nodes) -> dict[int, Place]:
    """A place for every node."""
    graph = tree.graph
    depths: dict[int, int] = nx.single_source_shortest_path_length(graph, 0)
    found: dict[int, Place] = {}
    leaves = 0
    for node in nx.dfs_postorder_nodes(graph, 0):
        below = tree.children(node)
        if below:
            x = (found[below[0]].x + found[below[-1]].x) / 2
        else:
            x, leaves = float(leaves), leaves + 1
        found[node] = Place(x, depths[node])
    return found


def to_svg(tree: Nodes, *, labels: bool | None = None, gap: int = 22) -> str:
    """A figure of a tree.

    Args:
        tree: at most `MOST_LEAVES` leaves of it are kept; see ``most`` of `watch`.
        labels, gap: those of `SearchTree.to_svg`, which raises the same.

    >>> from nonocsp import Puzzle, watch
    >>> watch(Puzzle([[1], [1]], [[1], [1]])).to_svg()[:41]
    '<svg xmlns="http://www.w3.org/2000/svg" v'
    """
    at = places(tree)
    nodes = tree.graph.nodes
    leaves = sum(not tree.graph.out_degree(node) for node in at)
    if leaves > MOST_LEAVES:
        raise OptionError(
            f"a figure has at most {MOST_LEAVES} leaves, and this tree {leaves}; watch with a "
            "smaller `most` folds subtrees"
        )
    if labels is None:
        labels = leaves <= 16
    across, down = (150, 60) if labels else (gap, 2 * gap)
    width = (leaves - 1) * across + (180 if labels else 2 * gap)
    height = max(place.y for place in at.values()) * down + 2 * gap
    left = 90 if labels else gap

    def point(node: int) -> tuple[float, float]:
        return round(left + at[node].x * across, 1), gap + at[node].y * down

    edges, texts, marks = [], [], []
    for above, below in tree.graph.edges:
        (x1, y1), (x2, y2) = point(above), point(below)
        edges.append(f"M{x1:g} {y1}L{x2:g} {y2}")
        if labels:
            label = escape(nodes[below]["label"])
            texts.append(f'<text x="{x2:g}" y="{y2 - 12}">{label}</text>')
    for node, data in nodes(data=True):
        x, y = point(node)
        title = escape(": ".join(filter(None, (data["label"], tree.reason(node)))))
        shape, colour, _ = LOOKS[look(data)]
        marks.append(
            f'<path d="{OUTLINES[shape]}" transform="translate({x:g} {y})" fill="{colour}">'
            f"<title>{title}</title></path>"
        )
    title = escape(f"{tree.techniques}: {tree.summary}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="sans-serif" font-size="11" '
        f'text-anchor="middle">\n<title>{title}</title>\n'
        f'<path d="{"".join(edges)}" fill="none" stroke="#8a94a3"/>\n'
        f'<g fill="#16191d" stroke="#ffffff" stroke-width="3" paint-order="stroke">'
        f"{''.join(texts)}</g>\n"
        f'<g stroke="#16191d" stroke-width="0.8">{"".join(marks)}</g>\n</svg>\n'
    )


def to_dot(tree: Nodes) -> str:
    """A tree in the language of Graphviz.

    >>> from nonocsp import Puzzle, watch
    >>> print(watch(Puzzle([[1]], [[1]])).to_dot())
    digraph search {
      0 [label="root", shape=diamond, style=filled, fillcolor="#2e8b57"];
    }
    """
    lines = ["digraph search {"]
    for node, data in tree.graph.nodes(data=True):
        shape, colour, _ = LOOKS[look(data)]
        label = data["label"].replace("\\", "\\\\").replace('"', '\\"')
        lines.append(
            f'  {node} [label="{label}", shape={shape}, style=filled, fillcolor="{colour}"];'
        )
    lines += [f"  {above} -> {below};" for above, below in tree.graph.edges]
    return "\n".join([*lines, "}"])

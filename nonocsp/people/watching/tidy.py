"""Search trees as figures, as text, and for Graphviz.

Leaves stand side by side in the order of the search, and a node above the middle of its children.
Circles are nodes with solutions below, squares contradictions, diamonds solutions, triangles folded
subtrees: the forms of Gecode's Gist and of CP Profiler. Triangles on their tip are nodes without a
solution below, rings what the search left unfinished, stars parts: a figure needs no colours.
"""

from __future__ import annotations

from collections import deque
from html import escape
from typing import Any, NamedTuple

import networkx as nx

from ...core import OptionError, counted
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
    "refuted": Look("invtriangle", "#9fb4cf", "no solution below"),
    "failed": Look("square", "#c4122f", "contradiction"),
    "solution": Look("diamond", "#2e8b57", "solution"),
    "folded": Look("triangle", "#9a6fb0", "folded"),
    "open": Look("doublecircle", "#ffffff", "open"),
    "part": Look("star", "#d9a520", "part of the problem"),
}

#: The paths of the shapes around the origin.
OUTLINES = {
    "circle": "M-7 0a7 7 0 1 1 14 0a7 7 0 1 1-14 0z",
    "invtriangle": "M0 8l-8-14h16z",
    "square": "M-6.5-6.5h13v13h-13z",
    "diamond": "M0-9l9 9l-9 9l-9-9z",
    "triangle": "M0-8l8 14h-16z",
    "doublecircle": "M-7 0a7 7 0 1 1 14 0a7 7 0 1 1-14 0zM-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
    "star": "M0-10L2.6 -3.6L9.5 -3.1L4.3 1.4L5.9 8.1L0 4.5L-5.9 8.1L-4.3 1.4L-9.5 -3.1L-2.6 -3.6z",
}

#: Most leaves of a figure: with more, they run into each other.
MOST_LEAVES = 5_000

#: Pixels up to which a figure has labels.
_WIDEST = 2_500

#: Lines of a tree on a page of text.
PAGE = 40


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
    # No letter is wider than this. Labels of leaves side by side, and at both ends, have room.
    across = max(gap, 8 * max(len(data["label"]) for _, data in nodes(data=True)) + gap)
    if labels is None:
        labels = leaves <= 16 and leaves * across <= _WIDEST
    across, down = (across, 60) if labels else (gap, 2 * gap)
    width = leaves * across
    height = max(place.y for place in at.values()) * down + 2 * gap

    def point(node: int) -> tuple[float, float]:
        return round((at[node].x + 0.5) * across, 1), gap + at[node].y * down

    edges, texts, marks = [], [], []
    for above, below in tree.graph.edges:
        (x1, y1), (x2, y2) = point(above), point(below)
        edges.append(f"M{x1:g} {y1}L{x2:g} {y2}")
        if labels:
            label = escape(nodes[below]["label"])
            texts.append(f'<text x="{x2:g}" y="{y2 - 14}">{label}</text>')
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
        f'height="{height}" role="img" font-family="sans-serif" font-size="13" '
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


def to_text(tree: Nodes, most: int | None = None) -> str:
    """A line for each node, indented by its depth, and a last one with the numbers.

    Args:
        tree: what to write.
        most: lines for nodes; the topmost levels are shown that fit. None is all.
    """
    shown = _topmost(tree, most)
    lines = []
    stack: list[tuple[int, int, list[int]]] = [(0, 0, [])]  # node, depth, hidden siblings before
    while stack:
        node, depth, hidden = stack.pop()
        if hidden:
            lines.append("  " * depth + f"… {_below(tree, hidden)}")
            continue
        below = tree.children(node)
        visible = [child for child in below if child in shown]
        lines.append("  " * depth + _line(tree, node, [] if visible else below))
        if 0 < len(visible) < len(below):
            stack.append((0, depth + 1, below[len(visible) :]))
        stack += [(child, depth + 1, []) for child in reversed(visible)]
    hidden_nodes = tree.graph.number_of_nodes() - len(shown)
    if hidden_nodes:
        lines.append(f"({counted(hidden_nodes, 'node')} not shown)")
    stopped = f", stopped by {tree.stopped_by}" if tree.stopped_by else ""
    return "\n".join([*lines, f"{tree.techniques}: {tree.summary}{stopped}", ""])


def _topmost(tree: Nodes, most: int | None) -> set[int]:
    """The nodes of the topmost levels, at most a number of them. A node has all of its children
    or none, but for the last."""
    shown, queue = {0}, deque([0])
    while queue and (most is None or len(shown) < most):
        below = tree.children(queue.popleft())
        if most is not None:
            below = below[: most - len(shown)]
        shown.update(below)
        queue += below
    return shown


def _line(tree: Nodes, node: int, hidden: list[int]) -> str:
    """A node as text, with what is hidden below it."""
    data = tree.graph.nodes[node]
    if data.get("folded"):
        size = counted(data["folded"], "node")
        return f"{data['label']} … {size}, {counted(data['solutions'])}"
    if hidden:
        return f"{data['label']} … {_below(tree, hidden)}"
    reason = tree.reason(node)
    if tree.graph.out_degree(node) and data["status"] in ("branch", "open"):
        reason = ""  # the lines below show it
    return ": ".join(filter(None, (data["label"], reason)))


def _below(tree: Nodes, nodes: list[int]) -> str:
    """The numbers of some subtrees."""
    data = [tree.graph.nodes[node] for node in nodes]
    size, solutions = (sum(each[what] for each in data) for what in ("size", "solutions"))
    return f"{counted(size, 'node')}, {counted(solutions)}"

"""Pages of one file to look at searches: trees to step through, with what each node knew.

The modules in ``page/search`` show them; here is the data that these take. Nothing is loaded from
elsewhere.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

from ...core import Puzzle, checked
from ...core.csp.network import Network
from ...files.render import Drawing, svg
from ...files.render.layout import Layout
from ...files.render.page import SCRIPTS, page
from ...files.render.scene import Scene
from .nodes import Nodes
from .tidy import LOOKS, OUTLINES, look

#: Most sentences about the propagation of one node.
_MOST_STEPS = 200

#: The modules in ``page/search``, each before those that import it.
_MODULES = "words.js", "viewer.js"

#: How nodes are drawn: outline, colour and meaning of each look.
_LOOKS = {name: [OUTLINES[shape], *rest] for name, (shape, *rest) in LOOKS.items()}


@checked
def side_by_side(*trees: Nodes) -> str:
    """A page with several searches, of the same puzzle or not, that are stepped together."""
    return to_html(trees)


def to_html(trees: Any) -> str:
    """A page with some trees."""
    trees = list(trees)
    viewer = files(__package__) / "page" / "search"
    # Within a script, an opened tag would be taken for markup.
    data = json.dumps([plain(tree) for tree in trees], ensure_ascii=False).replace("<", "\\u003c")
    modules = ((viewer / name).read_text("utf-8") for name in _MODULES)
    script = (
        re.sub("^import .*", "", "\n".join(modules), flags=re.MULTILINE) + "\n"
        'mount(document.getElementById("searches"), '
        'JSON.parse(document.getElementById("data").textContent));'
    )
    return page(
        " · ".join(dict.fromkeys(_title(tree) for tree in trees)),
        '<main id="searches" aria-label="searches"></main>\n'
        f'<script type="application/json" id="data">{data}</script>\n'
        f'<script type="module">\n{script}\n</script>',
        style=f"body{{margin:0}}\n{(viewer / 'viewer.css').read_text('utf-8')}",
        policy=SCRIPTS,
    )


def plain(tree: Nodes) -> dict[str, Any]:
    """A tree as the data that ``viewer.js`` takes."""
    numbers = {node: at for at, node in enumerate(tree.graph)}
    nodes = []
    for node, data in tree.graph.nodes(data=True):
        above = tree.parent(node)
        steps = list(tree.steps(node))
        if len(steps) > _MOST_STEPS:
            steps[_MOST_STEPS:] = [f"… and {len(steps) - _MOST_STEPS} more"]
        steps += [f"learned: not all of {', '.join(tree.facts(each))}" for each in data["nogoods"]]
        nodes.append(
            {
                "parent": -1 if above is None else numbers[above],
                "label": data["label"],
                "look": look(data),
                "reason": tree.reason(node),
                "masks": data["masks"],
                "sizes": data["sizes"],
                "steps": steps,
            }
        )
    problem = tree.problem
    whole = {"title": _title(tree), "summary": tree.summary, "nodes": nodes, "looks": _LOOKS}
    if isinstance(problem, Network):
        values = [list(map(str, each)) for each in problem.values]
        return whole | {"names": list(tree.names), "values": values, "board": None}
    return whole | {"names": list(tree.lines), "values": None, "board": _board(problem)}


def _title(tree: Nodes) -> str:
    name = getattr(tree.problem, "title", "")
    return f"{name}: {tree.techniques}" if name else tree.techniques


def _board(puzzle: Puzzle) -> dict[str, Any]:
    """The drawing of an empty puzzle, with the outline of every cell."""
    drawing = Drawing.of(puzzle)
    layout = Scene.of(drawing).layout
    return {
        "svg": svg(drawing),
        "cells": [_outline(layout, cell) for cell in range(puzzle.board.size)],
        "colours": [colour.rgb for colour in puzzle.colours],
    }


def _outline(layout: Layout, cell: int) -> str:
    """The outline of a cell, as the path of an SVG, within its rules."""
    corners = layout.polygon(cell)
    if corners is None:
        x, y, width, height = layout.box(*layout.board.place(cell))
        return f"M{x + 1} {y + 1}h{width - 2}v{height - 2}h{2 - width}z"
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "z"

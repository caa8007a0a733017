"""Pages of one file to look at searches: trees to step through, with what each node knew.

The modules in ``page/search`` show them; here is the data that these take. Nothing is loaded from
elsewhere.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from itertools import chain
from typing import Any

from ...core import Puzzle, counted
from ...core.csp.network import Network
from ...files.render import Drawing, svg
from ...files.render.layout import Layout
from ...files.render.page import SCRIPTS, page
from ...files.render.scene import Scene
from .nodes import Nodes
from .recorder import Changes
from .revisions import Revision
from .tidy import LOOKS, OUTLINES, look

#: Most steps of propagation in the data of one tree.
_MOST_STEPS = 10_000

#: Most characters of a value that is listed.
_LONGEST = 10

#: The modules in ``page/search``, each before those that import it.
_MODULES = "words.js", "tree.js", "viewer.js"

#: How nodes are drawn: outline, colour and meaning of each look.
_LOOKS = {name: [OUTLINES[shape], *rest] for name, (shape, *rest) in LOOKS.items()}


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
    steps = {node: tree.revisions(node) for node in tree.graph}
    listed, room, nodes = _listed(tree, steps), _MOST_STEPS, []
    numbers = {node: at for at, node in enumerate(tree.graph)} | {None: -1}
    for node, some in steps.items():
        few = some[:room] if len(some) > 1 else []
        room -= len(few)
        known = _node(tree, node, some, few, None if listed is None else listed[node])
        nodes.append({"parent": numbers[tree.parent(node)], **known})
    start = dict(zip(("masks", "sizes"), tree.start, strict=True))
    if listed is not None:
        start["sizes"] = [(1 << len(values)) - 1 for values in tree.values or ()]
    is_network = isinstance(tree.problem, Network)
    return {
        "title": _title(tree),
        "summary": tree.summary,
        "start": start,
        "nodes": nodes,
        "looks": _LOOKS,
        "names": tree.lines,
        "values": tree.values if listed is not None or is_network else None,
        "board": None if isinstance(tree.problem, Network) else _board(tree.problem, tree.lines),
    }


def _node(
    tree: Nodes,
    node: int,
    steps: list[Revision],
    few: list[Revision],
    listed: list[Changes] | None,
) -> dict[str, Any]:
    """What is shown of a node: of its steps a few, and of its domains what is listed, if any."""
    data = tree.graph.nodes[node]
    cut = data["cut"] + len(steps) - max(1, len(few))
    notes = [f"learned: not all of {', '.join(tree.facts(each))}" for each in data["nogoods"]]
    sizes = [each.sizes for each in steps] if listed is None else listed
    # Where values are listed, a network has them in its masks.
    decided = steps[0].masks if isinstance(tree.problem, Network) else sizes[0]
    return {
        "label": data["label"],
        "look": look(data),
        "reason": tree.reason(node),
        "masks": data["masks"],
        "sizes": data["sizes"] if listed is None else sorted(dict(chain(*listed)).items()),
        "decided": decided,
        "arcs": [arc[:2] for arc in few[0].arcs] if few else [],
        "steps": [
            {
                "text": each.text,
                "variables": each.variables,
                "masks": each.masks,
                "sizes": left,
                "queue": (each.first, each.last, each.added),
            }
            for each, left in zip(few, sizes, strict=False)
        ],
        "cut": cut,
        "notes": notes + [f"{counted(cut, 'event')} not kept"] * bool(cut),
    }


def _listed(tree: Nodes, steps: dict[int, list[Revision]]) -> dict[int, list[Changes]] | None:
    """For every step of every node, the domain that changes, as a mask of what is left.

    None if the domains of the lines of a puzzle are not listed, because they are large.
    """
    values = tree.values
    if values is None or tree.cut or isinstance(tree.problem, Network):
        return None
    if any(len(text) > _LONGEST for each in values for text in each):
        return None
    left: dict[int | None, list[int]] = {None: [(1 << len(each)) - 1 for each in values]}
    found: dict[int, list[Changes]] = {}
    for node, some in steps.items():
        now = left[node] = list(left[tree.parent(node)])
        found[node] = []
        for step in some:
            for variable, _ in step.sizes:
                now[variable] &= step.keeps
            found[node].append(tuple((variable, now[variable]) for variable, _ in step.sizes))
    return found


def _title(tree: Nodes) -> str:
    name = getattr(tree.problem, "title", "")
    return f"{name}: {tree.techniques}" if name else tree.techniques


def _board(puzzle: Puzzle, names: tuple[str, ...]) -> dict[str, Any]:
    """The drawing of an empty puzzle, with the outline of every cell and the cells of lines."""
    lines = {str(line): line for line in puzzle.lines}
    drawing = Drawing.of(puzzle)
    layout = Scene.of(drawing).layout
    return {
        "svg": svg(drawing),
        "cells": [_outline(layout, cell) for cell in range(puzzle.board.size)],
        "colours": [colour.rgb for colour in puzzle.colours],
        "lines": [list(puzzle.cells(lines[name])) for name in names],
    }


def _outline(layout: Layout, cell: int) -> str:
    """The outline of a cell, as the path of an SVG, within its rules."""
    corners = layout.polygon(cell)
    if corners is None:
        x, y, width, height = layout.box(*layout.board.place(cell))
        return f"M{x + 1} {y + 1}h{width - 2}v{height - 2}h{2 - width}z"
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "z"

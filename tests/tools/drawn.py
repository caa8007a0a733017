"""Reads SVG back without the package: what is written where, and what colour a point has when."""

from __future__ import annotations

import re
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
_RECTANGLE = re.compile(r"M([-\d.]+) ([-\d.]+)h([-\d.]+)v([-\d.]+)h-[-\d.]+z")


def words(svg):
    """Every text of an SVG with its place."""
    return [
        (node.text, float(node.get("x")), float(node.get("y")))
        for node in ElementTree.fromstring(svg).iter(f"{SVG}text")
    ]


def rectangles(svg):
    """Every rectangle with its colour, in the order of painting; its last field says when."""
    found = []

    def visit(node, when):
        animate = node.find(f"{SVG}animate")
        if animate is not None:
            values = animate.get("values").split(";")
            times = [float(time) for time in animate.get("keyTimes").split(";")]
            length = float(animate.get("dur").removesuffix("s"))
            when = [
                (time * length, value == "visible")
                for time, value in zip(times, values, strict=True)
            ]
            assert node.get("visibility") == (None if values[-1] == "visible" else "hidden")
        if node.tag == f"{SVG}path":
            data = node.get("d")
            for match in _RECTANGLE.finditer(data):
                found.append((*map(float, match.groups()), node.get("fill"), when))
            assert _RECTANGLE.sub("", data) == "" or "L" in data
        for child in node:
            visit(child, when)

    visit(ElementTree.fromstring(svg), None)
    return found


def colour_at(shapes, x, y, moment=None):
    """The colour of a point: of the last rectangle that covers it at a moment."""
    colour = None
    for left, top, width, height, fill, when in shapes:
        if left <= x < left + width and top <= y < top + height:
            if when is not None and moment is not None:
                shown = [visible for time, visible in when if time <= moment][-1]
            else:
                shown = when is None or when[-1][1]
            if shown:
                colour = fill
    return colour

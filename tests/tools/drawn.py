"""Reads SVG and PDF back without the package: what is written where, in what colour, and when."""

from __future__ import annotations

import base64
import re
import zlib
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
_RECTANGLE = re.compile(r"M([-\d.]+) ([-\d.]+)h([-\d.]+)v([-\d.]+)h-[-\d.]+z")
#: What is told of a stream of a PDF, and the stream.
_STREAM = re.compile(rb"<<([^<>]*(?:<<[^<>]*>>[^<>]*)*)>>\s*stream\s(.*?)endstream", re.S)


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


def streams(pdf):
    """The drawing commands of a PDF's drawings drawn once, and those of its pages."""
    assert pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF")
    forms, pages = [], []
    for about, stream in _STREAM.findall(pdf):
        data = zlib.decompress(base64.a85decode(b"<~" + stream.strip(), adobe=True))
        (forms if b"/Form" in about else pages).append(data.decode("latin-1"))
    assert len(pages) == len(re.findall(rb"/Type /Page\b", pdf))
    return forms, pages


def words_of(commands):
    """Every text of drawing commands of a PDF."""
    return re.findall(r"\(((?:[^()\\]|\\.)*)\) Tj", commands)

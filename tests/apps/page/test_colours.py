"""Contrast on the page, computed: of every text colour, and of the clues of every palette."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest
from browser import PATIENCE, STYLE, expect, opened
from modules import answered

import nonocsp as nc
from nonocsp.apps.web.messages import palette_out
from nonocsp.core.model.colours import BLANK, STANDARD, Colour

pytestmark = pytest.mark.page
INPUT = Path(__file__).parents[3] / "input"
TOKENS = (STYLE / "base.css").read_text()


def luminance(rgb):
    values = [int(rgb[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def tokens(theme):
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", TOKENS)
    return {name: light if theme == "light" else dark for name, light, dark in pairs}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_stands_out_from_its_ground(theme):
    colours = tokens(theme)
    words = ("text", "soft", "accent", "concluded", "because", "differ", "wrong")
    for text in words:
        for ground in ("ground", "card", "raised"):
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    for text, ground in [
        ("text", "here"), ("accent", "here"), ("soft", "here"),
        ("on-accent", "accent"), ("ground", "text"), ("card", "wrong"),
    ]:  # fmt: skip
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    for frame in ("heavy", "rule-heavy"):
        assert contrast(colours[frame], colours["card"]) >= 3, frame


def palettes():
    """The palette of every puzzle of the library, and one of colours that puzzles name."""
    found = {}
    for entry in json.loads((INPUT / "index.json").read_text()):
        try:
            puzzle = nc.opening.load(INPUT / entry["file"], entry["format"]).puzzles[0]
        except nc.NonocspError:
            continue
        palette = palette_out(puzzle.colours)
        found[json.dumps(palette)] = palette
    assert len(found) > 10
    found["standard"] = palette_out([BLANK, *STANDARD.values()])
    greys = ("#ffffff", "#000000", "#777777", "#767676", "#ffff00", "#0000ff", "#010101")
    found["greys"] = palette_out([Colour(f"c{i}", rgb, str(i)) for i, rgb in enumerate(greys)])
    return list(found.values())


def oklab(rgb):
    values = [int(rgb[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    long, medium, short = (
        (a * r + c * g + d * b) ** (1 / 3)
        for a, c, d in (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        )
    )
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def test_the_clues_of_every_palette_stand_out():
    """In light and dark, in own and in safe colours."""
    given = palettes()
    cases = [
        {"dark": theme == "dark", "safe": safe, "card": tokens(theme)["card"]}
        for theme in ("light", "dark")
        for safe in (False, True)
    ]
    asked = """({ coloursOf }, [palettes, cases]) =>
      cases.map((given) => palettes.map((palette) => coloursOf(palette, given)))"""
    shown = answered("page/theme.js", asked, [given, cases])
    for case, answers in zip(cases, shown, strict=True):
        for palette, colours in zip(given, answers, strict=True):
            for own, colour in zip(palette, colours, strict=True):
                where = (case, own)
                assert contrast(colour["rgb"], colour["on"]) >= 4.5, where
                # The chip of a number is seen on the card, by itself or by its frame.
                frame = colour["edge"] if colour["edge"] != "transparent" else colour["rgb"]
                assert contrast(frame, case["card"]) >= 3, where
            assert contrast(colours[0]["rgb"], "#ffffff") >= (1.7 if case["dark"] else 1), case
            if len(palette) == 2:
                continue
            # Colours stay apart: by two fifths of what they were, or by twice what is
            # just noticeable, up to the last bit.
            key = "safe" if case["safe"] else "rgb"
            for i, one in enumerate(palette):
                for j in range(i):
                    other = palette[j]
                    was = [own[key] if n else own["rgb"] for n, own in ((i, one), (j, other))]
                    far, near = (
                        math.dist(oklab(a), oklab(b))
                        for a, b in (was, (colours[i]["rgb"], colours[j]["rgb"]))
                    )
                    assert near >= min(0.4 * far, 0.04) - 0.002, (case, one, other)


def test_the_page_paints_what_was_computed(context, port):
    """What a browser shows in the dark is nearly black paper, not white."""
    page = opened(context, port, "play/parrot.ctu")
    cell = page.locator(".cell").first
    style = "element => getComputedStyle(element).backgroundColor"
    expect(cell).to_be_visible(timeout=PATIENCE)
    light = cell.evaluate(style)
    assert light == "rgb(255, 255, 255)"
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("theme").select_option("dark")
    expect(cell).not_to_have_css("background-color", light)
    # It fades into the new colour.
    cell.evaluate("cell => Promise.all(cell.getAnimations().map(each => each.finished))")
    red, green, blue = map(int, re.findall(r"\d+", cell.evaluate(style)))
    assert max(red, green, blue) < 50
    chip = page.locator(".clues.top .chip").first
    assert chip.evaluate(style) != chip.evaluate("c => getComputedStyle(c).color")

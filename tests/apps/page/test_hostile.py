"""What the page must stand: addresses that were cut, changed or made to harm, windows of any size,
blocked storage, forced colours."""

from __future__ import annotations

import base64
import json
import zlib

import pytest
from browser import area, cell, expect, opened, profile

pytestmark = pytest.mark.page

WHITE, BLACK = (
    {"name": n, "rgb": c, "char": k}
    for n, c, k in (("white", "#ffffff", "."), ("black", "#000000", "#"))
)
SOUND = {"rows": [[[1, "black"]]], "cols": [[[1, "black"]]], "blank": WHITE, "colours": [BLACK]}


def packed(data):
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    deflate = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(deflate.compress(text) + deflate.flush()).decode().rstrip("=")


def changed(**members):
    return f"play={packed(SOUND | members)}"


def block(*entries):
    return changed(rows=[[[*entries]]])


def black(**members):
    return changed(colours=[BLACK | members])


#: Addresses, and words of what is said about each.
HOSTILE = {
    "play=": "cut or changed",
    "play=!": "cut or changed",
    "play=AAAA": "cut or changed",
    "play=%%%": "cut or changed",
    "%E0%A4%A": "no view",
    "%": "no view",
    "constructor": "no view",
    "__proto__": "no view",
    "toString/1": "no view",
    "nope": "no view",
    "play/nothing.txt": "no such puzzle",
    "play/999999": "no such puzzle",
    "play/-1": "no such puzzle",
    "play/__proto__": "no such puzzle",
    f"play={packed(SOUND)[:-9]}": "cut or changed",
    f"play={packed(b'')}": "cut or changed",
    f"play={packed(b'{')}": "cut or changed",
    f"play={packed(b'[' * 100_000)}": "cut or changed",
    f"play={packed(b' ' * 5_000_000)}": "cut or changed",
    f"play={packed(None)}": "expected an object, not null",
    f"play={packed([])}": "expected an object, not []",
    f"play={packed(7)}": "expected an object, not 7",
    f"play={packed({})}": "blank: expected an object",
    changed(rows=[None] * 1500, cols=[None] * 1500): "at most 40000 cells, not 2250000",
    changed(rows=[None] * 201, cols=[None] * 200): "at most 40000 cells",
    changed(rows=[None] * 50_000): "at most 40000 entries",
    changed(rows=[]): "at least one row",
    changed(rows="###"): "a list",
    changed(rows={"length": 5}): "a list",
    changed(rows=[[7]]): "row 1: expected a list",
    block(-5, "black"): "row 1: expected a length, not -5",
    block(0, "black"): "row 1: expected a length, not 0",
    block(1.5, "black"): "row 1: expected a length, not 1.5",
    block(1e9, "black"): "row 1: expected a length",
    block("<b>9</b>", "black"): "row 1: expected a length",
    block(1, "pink"): "one of the colours, not \"pink\"",
    block(1): "one of the colours, not nothing",
    block(1, "black", "glued"): "“attached” or “loose”",
    block(1, "black", None, 4): "at most 3 entries",
    changed(colours=[]): "at least one",
    changed(colours=[BLACK, BLACK]): "different names",
    changed(colours=[BLACK | {"name": f"{n}"} for n in range(51)]): "at most 50 entries",
    changed(blank="white"): "blank: expected an object",
    black(rgb=None): "a colour such as",
    black(rgb="url(http://example.org/x.png)"): "a colour such as",
    black(rgb="#000000;} * {display:none"): "a colour such as",
    black(char="##"): "one character",
    black(name={"a": 1}): "a text",
    black(triangle=7): "two halves",
    changed(title={"toString": 1}): "title: expected a text",
    changed(title="x" * 301): "title: expected a text",
    changed(author=["a"]): "author: expected a text",
    changed(board=7, clues={}): "the board: expected an object",
    changed(board={"kind": "hexagon", "sides": [2]}, clues=7): "clues: expected an object",
    changed(board={"kind": "hexagon", "sides": [10**9] * 6}, clues={}): "up to 80",
    changed(board={"kind": "triddler", "sides": [81] * 6}, clues={}): "up to 80",
    changed(board={"kind": "moebius", "sides": [1]}, clues={}): "valid puzzle",
    changed(board={"kind": "custom", "cells": 7, "lines": {}}, clues={}): "a list",
}  # fmt: skip


def test_addresses_are_refused_in_a_sentence(context, port):
    assert len(HOSTILE) >= 50
    page = opened(context, port, "library")
    message = page.locator("#message")
    for address, words in HOSTILE.items():
        page.evaluate("hash => { location.hash = '#solve'; location.hash = hash; }", f"#{address}")
        expect(message).to_contain_text(words)
        expect(page.locator("main > *")).to_have_count(1)
        page.evaluate("location.hash = '#solve'")
        expect(message).to_be_empty()


@pytest.mark.parametrize("address", ["play=%%%", "%E0%A4%A", "nope", changed(rows=7)])
def test_a_cold_page_shows_the_library_instead(context, port, address):
    page = opened(context, port, address)
    expect(page.locator("#message")).to_contain_text("address")
    expect(page.locator(".library .shelf.quick .cards").first).to_be_visible()


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("x" * 300, "x" * 300),
        ("\u202egnp.exe \u2067\u2066", "gnp.exe"),
        ("<img onerror=alert(1)>", "<img onerror=alert(1)>"),
        ("עפיפון", "עפיפון"),
        ("Z" + "\u0335\u0301" * 70 + "a\u0301\u0323", "Z" + "\u0335\u0301" * 2 + "a\u0301\u0323"),
    ],
)
def test_titles_stay_in_their_place(browser, port, title, shown):
    with profile(browser, port, viewport={"width": 390, "height": 844}) as context:
        page = opened(context, port, changed(title=title, author=title))
        cell(page, 1, 1).click()
        heading, author = (page.locator(f"dialog.finish {tag}") for tag in ("h2", "bdi"))
        for text in (heading, author):
            expect(text).to_have_text(shown)
            box = area(text)
            assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert (
            page.evaluate("getComputedStyle(document.querySelector('.finish h2')).unicodeBidi")
            == "isolate"
        )
        assert page.title() == f"{shown.strip()} – nonocsp"
        expect(page.locator(".play h1")).to_have_text(shown)
        expect(page.locator(".about")).to_have_text(f"1 × 1 · by {shown}")
        page.goto(f"http://127.0.0.1:{port}/#library")
        expect(page.locator(".shelf.own .title")).to_have_text(shown)


def test_a_picture_of_one_cell_below_a_long_title_has_a_size(browser, port):
    """It is not squeezed to nothing, which no animation can begin from."""
    with profile(browser, port, viewport={"width": 320, "height": 480}) as context:
        page = context.new_page()
        said = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(f"http://127.0.0.1:{port}/#{changed(title='Long words ' * 27)}")
        cell(page, 1, 1).click()
        box = area(page.locator("dialog.finish canvas"))
        assert min(box["width"], box["height"]) >= 70
        expect(page.locator("dialog.finish h2")).to_contain_text("Long words")
        assert said == []


SIZES = [(320, 640), (667, 375), (844, 390), (390, 844), (768, 432), (720, 450)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("view", ["library", "play/heart.txt", "draw", "solve", "watch"])
def test_every_view_fits_every_window(browser, port, size, view):
    width, height = size
    with profile(browser, port, viewport={"width": width, "height": height}) as context:
        page = opened(context, port, view)
        expect(page.locator("main > *")).to_be_visible()
        header = page.locator("header")
        assert header.evaluate("it => it.scrollWidth <= it.clientWidth")
        if view in ("play/heart.txt", "draw"):
            first = cell(page, 1, 1)
            expect(first).to_be_in_viewport(ratio=0.9)
            stage = area(page.locator(".stage"))
            assert stage["width"] >= 150 and stage["height"] >= 100


BLOCKED = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); },
  });
"""


def test_blocked_storage_takes_nothing_but_the_memory(browser, port):
    with profile(browser, port) as context:
        context.add_init_script(BLOCKED)
        for view in ("library", "draw", "solve", "watch", "play/heart.txt"):
            page = opened(context, port, view)
            expect(page.locator("main > *")).to_be_visible()
            expect(page.locator("#message")).to_be_empty()
            page.close()


def test_cells_are_told_apart_in_forced_colours(browser, port):
    with profile(browser, port, forced_colors="active") as context:
        page = opened(context, port, "play/heart.txt")
        cell(page, 1, 2).click()
        looks = {
            page.evaluate(
                "it => getComputedStyle(it).backgroundColor", cell(page, 1, at).element_handle()
            )
            for at in (1, 2)
        }
        assert len(looks) == 2
        page.goto(page.url.replace("heart.txt", "parrot.ctu"))
        swatches = page.locator(".swatch:not(.mark)")
        expect(swatches).to_have_count(5)  # the heart before it has one
        shades = swatches.evaluate_all("all => all.map(it => getComputedStyle(it).backgroundColor)")
        assert len({*shades}) == 5


def test_a_shared_puzzle_keeps_its_title_and_author(context, port):
    page = opened(context, port, changed(title="My smiling boss", author="A. Person"))
    page.get_by_role("button", name="Share").click()
    page.get_by_text("QR code", exact=True).click()
    expect(page.get_by_alt_text("QR code of the address")).to_be_visible()
    address = page.get_by_label("address").input_value()
    assert "#play=" in address
    other = context.new_page()
    other.goto(address)
    cell(other, 1, 1).click()
    finish = other.locator("dialog.finish")
    expect(finish).to_contain_text("My smiling boss")
    expect(finish).to_contain_text("by A. Person")


def test_a_received_puzzle_is_found_again(context, port):
    page = opened(context, port, changed(title="My smiling boss"))
    expect(cell(page, 1, 1)).to_be_visible()
    page.get_by_role("link", name="Play", exact=True).click()
    card = page.locator(".shelf.own .card").filter(has_text="My smiling boss")
    expect(card).to_contain_text("1 × 1")
    card.get_by_role("link").click()
    expect(cell(page, 1, 1)).to_be_visible()

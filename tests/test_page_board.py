"""The page's board and shell: pointer, touch, keys, theme, layout."""

from __future__ import annotations

import re

import pytest
from browser import PATIENCE, STYLE, cell, expect, opened, profile, states

pytestmark = pytest.mark.page


def test_a_drag_fills_in_one_direction_and_does_not_spoil_what_is_there(context, port):
    page = opened(context, port, "play/heart.txt")  # the heart, 5 x 5
    start, end = cell(page, 2, 1).bounding_box(), cell(page, 3, 5).bounding_box()
    cell(page, 2, 3).click(button="right")
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + 8, steps=4)
    page.mouse.move(end["x"] + 5, end["y"] + 5, steps=8)
    page.mouse.up()
    board = states(page)
    assert board[5:10] == ["black", "black", "blank", "black", "black"]
    assert set(board[:5] + board[10:]) == {"unknown"}
    page.keyboard.press("Control+z")
    assert states(page)[5:10] == ["unknown", "unknown", "blank", "unknown", "unknown"]


def test_with_keys_alone(context, port):
    page = opened(context, port, "play/heart.txt")
    expect(page.locator(".cell").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, 1, 1)).to_be_focused()
    for key in ("ArrowRight", " ", "ArrowDown", "x", "ArrowLeft", "Space", "Shift+ArrowDown"):
        page.keyboard.press(key)
    board = states(page)
    assert (board[1], board[6], board[5], board[10]) == ("black", "blank", "black", "black")
    page.keyboard.press("Delete")
    assert states(page)[10] == "unknown"
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert states(page)[10] == "unknown"
    page.keyboard.press("h")
    expect(page.locator(".clue.hinted").first).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(page.locator(".clue.hinted")).to_have_count(0)


def test_with_a_finger(browser, port):
    with profile(
        browser, port, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800}
    ) as context:
        page = opened(context, port, "play/heart.txt")
        cell(page, 1, 2).tap()
        assert states(page)[1] == "black"
        page.get_by_role("radio", name="mark as blank").tap()
        cell(page, 1, 1).tap()
        assert states(page)[0] == "blank"
        # Nothing is wider than the phone.
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_safe_colours_and_the_dark_theme(context, port):
    page = opened(context, port, "play/parrot.ctu")  # the parrot, in five colours
    swatch = page.locator(".palette .swatch").nth(1)
    before = swatch.evaluate("s => getComputedStyle(s).backgroundColor")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("colour-blind safe").check()
    assert swatch.evaluate("s => getComputedStyle(s).backgroundColor") != before
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_label("theme").select_option("dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light


def luminance(rgb):
    values = [int(rgb[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_stands_out_from_its_ground(theme):
    pairs = re.findall(
        r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", (STYLE / "base.css").read_text()
    )
    colours = {name: light if theme == "light" else dark for name, light, dark in pairs}
    for text, ground in [
        ("text", "ground"), ("text", "card"), ("soft", "ground"), ("soft", "card"),
        ("accent", "card"), ("on-accent", "accent"), ("concluded", "card"), ("concluded", "ground"),
        ("differ", "card"), ("text", "here"), ("ground", "text"),
    ]:  # fmt: skip
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_shows_every_view_without_scrolling_sideways(browser, port, theme):
    with profile(
        browser, port, is_mobile=True, viewport={"width": 360, "height": 740}, color_scheme=theme
    ) as context:
        page = context.new_page()
        for view in ("library", "play/parrot.ctu", "draw", "solve"):
            page.goto(f"http://127.0.0.1:{port}/#{view}")
            expect(page.locator("main h1")).to_be_visible(timeout=PATIENCE)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, view


def test_a_finger_drags_or_moves_the_board(browser, port):
    with profile(
        browser, port, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800}
    ) as context:
        page = opened(context, port, "play/heart.txt")
        touch = context.new_cdp_session(page)

        def drag(kind):
            one, other = cell(page, 2, 1).bounding_box(), cell(page, 2, 4).bounding_box()
            y = one["y"] + 6
            touch.send("Input.dispatchTouchEvent", {
                "type": "touchStart", "touchPoints": [{"x": one["x"] + 6, "y": y}],
            })  # fmt: skip
            for share in (0.3, 0.6, 1):
                x = one["x"] + 6 + share * (other["x"] - one["x"])
                touch.send("Input.dispatchTouchEvent", {
                    "type": "touchMove", "touchPoints": [{"x": x, "y": y}],
                })  # fmt: skip
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": []})

        drag("touchEnd")
        assert states(page)[5:10] == ["black"] * 4 + ["unknown"]
        page.keyboard.press("Control+z")
        assert set(states(page)) == {"unknown"}
        # What turns out to be a gesture of the browser leaves no trace.
        drag("touchCancel")
        assert set(states(page)) == {"unknown"}

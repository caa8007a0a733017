"""What a tap, a drag and a key cost the browser, counted; and that nothing of them is lost."""

from __future__ import annotations

import re

import pytest
from browser import PATIENCE, STYLE, cell, expect, opened, phone, states

pytestmark = pytest.mark.page

INPUTS = {
    "pointerdown", "pointermove", "pointerup", "touchstart", "touchmove", "touchend", "click",
    "keydown", "keyup",
}  # fmt: skip

#: A key that no person is as fast with as the script is.
PRESS = """(key) => document.querySelector('.cell[tabindex="0"]').dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))"""


class Counted:
    """Passes of style and layout while a block runs, by the browser's own record."""

    forced = styled = handlers = 0

    def __init__(self, page):
        self.page, self.events, self.ended = page, [], []
        self.session = page.context.new_cdp_session(page)
        self.session.on("Tracing.dataCollected", lambda found: self.events.extend(found["value"]))
        self.session.on("Tracing.tracingComplete", lambda _: self.ended.append(True))

    def __enter__(self):
        config = {"includedCategories": ["devtools.timeline"]}
        start = {"transferMode": "ReportEvents", "traceConfig": config}
        self.session.send("Tracing.start", start)
        self.page.wait_for_timeout(100)
        return self

    def __exit__(self, *_):
        self.session.send("Tracing.end")
        while not self.ended:
            self.page.wait_for_timeout(50)
        styles = [event for event in self.events if event["name"] == "UpdateLayoutTree"]
        layouts = [event for event in self.events if event["name"] == "Layout"]
        handlers = [
            (event["pid"], event["ts"], event["ts"] + event["dur"])
            for event in self.events
            if event["name"] == "EventDispatch" and event["args"]["data"]["type"] in INPUTS
        ]
        #: Passes that a handler of an input forced.
        self.forced = sum(
            process == event["pid"] and start <= event["ts"] < end
            for event in styles + layouts
            for process, start, end in handlers
        )
        self.handlers = len(handlers)
        self.styled = sum(event["args"]["elementCount"] for event in styles)


def test_no_rule_around_a_board_asks_what_is_in_it():
    """Each new text inside would style every cell anew; paper is styled once."""
    around = re.compile(r"(?:\.(?:bench|stage|play|draw|solve|watch)|nono-board)[^\s{,>]*:has\(")
    for sheet in STYLE.glob("*.css"):
        if sheet.name != "print.css":
            assert not around.search(sheet.read_text(encoding="utf-8")), sheet.name


@pytest.mark.parametrize(("puzzle", "size"), [("play/cat.json", 225), ("play/78", 3120)])
def test_a_tap_paints_its_cell_and_styles_a_handful_of_elements(browser, port, puzzle, size):
    with phone(browser, port) as context:
        page = opened(context, port, puzzle)
        board = page.locator("nono-board .cell")
        expect(board).to_have_count(size)
        stage = page.locator(".stage").bounding_box()
        x, y = stage["x"] + 0.6 * stage["width"], stage["y"] + 0.6 * stage["height"]
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(2000)  # begun, and its fog is there
        with Counted(page) as taps:
            for by in range(6):
                page.touchscreen.tap(x + 28 * (by % 3), y + 28 * (by // 3))
                page.wait_for_timeout(150)
        assert taps.handlers >= 12
        assert taps.forced == 0
        # The cell, two clues and their numbers, some of the loupe.
        assert taps.styled / 6 < 60


def test_a_drag_and_a_key_force_no_layout_of_the_board(context, port):
    page = opened(context, port, "play/cat.json")
    box = cell(page, 5, 2).bounding_box()
    step, x, y = box["width"], box["x"] + 5, box["y"] + 5
    page.mouse.click(x, y)
    page.keyboard.press("ArrowDown")
    page.wait_for_timeout(2000)
    with Counted(page) as keys:
        for _ in range(4):
            for key in ("Enter", "ArrowRight"):
                page.keyboard.press(key)
                page.wait_for_timeout(100)
    assert keys.handlers >= 16
    assert keys.styled / 8 < 30
    with Counted(page) as drag:
        page.mouse.move(x, y + 3 * step)
        page.mouse.down()
        for by in range(1, 9):
            page.mouse.move(x + by * step, y + 3 * step)
            page.wait_for_timeout(60)
        page.mouse.up()
        page.wait_for_timeout(100)
    assert drag.forced == 0
    assert drag.styled / 8 < 30
    assert states(page)[106:115] == ["black"] * 9


@pytest.mark.parametrize("leave", ["location.reload()", "location.hash = '#library'", ""])
def test_a_page_that_is_left_right_after_a_key_has_kept_it(context, port, leave):
    page = opened(context, port, "play/heart.txt")
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    # In one task, so that nothing was painted in between.
    page.evaluate(f"({PRESS})('Enter'); {leave}")
    if not leave:
        page.close(run_before_unload=True)
    again = opened(context, port, "play/heart.txt")
    expect(cell(again, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, black")


def test_the_last_cell_is_saved_with_the_day_before_the_finish(context, port):
    page = opened(context, port, "play/checkerboard-4.txt")
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    cell(page, 1, 1).focus()
    for row in range(4):
        for column in range(4):
            if (row + column) % 2 == 0:
                page.evaluate(PRESS, "Enter")
            page.evaluate(PRESS, "ArrowRight")
        page.evaluate(PRESS, "Home")
        page.evaluate(PRESS, "ArrowDown")
    saved = page.evaluate(
        """Object.entries(localStorage)
             .filter(([name]) => name.startsWith("nonocsp:game:"))
             .map(([, game]) => JSON.parse(game))
             .map(({ solved, days }) => [solved, days.length])"""
    )
    assert saved == [[True, 1]]
    expect(page.get_by_role("dialog", name="Solved")).to_be_visible()


def test_moves_that_come_faster_than_they_are_painted_are_undone_one_by_one(context, port):
    page = opened(context, port, "play/heart.txt")
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    cell(page, 1, 1).focus()
    undo = """document.dispatchEvent(
        new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }))"""
    script = "".join(f"({PRESS})('{key}');" for key in ("Enter", "ArrowRight", "x", "ArrowDown"))
    page.evaluate(script)
    page.evaluate(f"{script}{undo};{undo};")
    assert states(page)[:2] == ["black", "blank"]
    assert set(states(page)[2:]) == {"unknown"}
    # Numbers, title and preview have caught up.
    expect(page.locator(".preview")).to_be_visible()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert set(states(page)) == {"unknown"}
    expect(page.locator(".preview")).to_be_hidden()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()

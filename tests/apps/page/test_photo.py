"""Puzzles from photographs: drawn pages are read in Chromium, by the static page and a server."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from browser import area, expect, phone, profile
from static_site import PATH

pytest.importorskip("PIL")

from PIL import Image

import nonocsp as nc
from nonocsp.apps import web
from nonocsp.core.model.colours import STANDARD
from tests.people.photo.drawn_pages import LAYOUTS, draw_page, photograph

pytestmark = pytest.mark.page

HEART = nc.Puzzle([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])

SMALL = nc.generate(10, 10, seed=4).puzzle


@pytest.fixture(params=["static", "served"])
def place(request):
    """The port and the path of the page: a folder of files, or answered by a server."""
    if request.param == "served":
        return request.getfixturevalue("port"), ""
    return request.getfixturevalue("static_port"), f"{PATH}/"


def file_of(image):
    written = io.BytesIO()
    image.convert("RGB").save(written, "PNG")
    return {"name": "page.png", "mimeType": "image/png", "buffer": written.getvalue()}


def shown(context, place, view):
    page = context.new_page()
    page.goto("http://127.0.0.1:{}/{}#{}".format(*place, view))
    return page


def opened(context, place, view):
    page = shown(context, place, view)
    page.get_by_role("button", name="From a photo").click()
    return page


def choose(page, image):
    page.get_by_label("a photograph or a screenshot").set_input_files(file_of(image))


def field(page, line):
    return page.get_by_label(f"clue of {line}", exact=True)


def texts(puzzle):
    """The clues as the fields have them, by the names of their lines."""
    return {
        f"{side} {index + 1}": " ".join(str(block.length) for block in clue) or "0"
        for side, clues in (("row", puzzle.rows), ("column", puzzle.columns))
        for index, clue in enumerate(clues)
    }


def check_clues(page, puzzle):
    expect(page.locator(".photo .lines")).to_be_visible()
    for line, text in texts(puzzle).items():
        expect(field(page, line)).to_have_value(text)


def verdict(page):
    return page.locator("dialog.photo").get_by_label("verdict")


def test_a_drawn_page_is_read_and_played(browser, place):
    with profile(browser, place[0]) as context:
        page = opened(context, place, "create")
        sent = "it is not kept" if place[1] == "" else "nothing is sent"
        expect(page.locator("dialog.photo")).to_contain_text(sent)
        choose(page, draw_page(SMALL, LAYOUTS["lined"], "sans", seed=1))
        check_clues(page, SMALL)
        expect(verdict(page)).to_have_text("Unique: one solution")
        expect(page.locator("dialog.photo")).to_contain_text("The reading is sure")
        page.locator("dialog").get_by_role("button", name="Play").click()
        expect(page.locator("nono-board .cell")).to_have_count(100)
        assert "From a photo" in page.evaluate("JSON.stringify(localStorage)")


def test_a_photograph_is_read_by_touch(browser, place):
    image = photograph(draw_page(SMALL, LAYOUTS["lined"], "sans", seed=2, scale=2), 1, 2)
    with phone(browser, place[0]) as context:
        page = opened(context, place, "solve")
        expect(page.get_by_text("Take a photograph")).to_be_visible()
        choose(page, image)
        check_clues(page, SMALL)
        chip = page.locator(".photo .rows li").first.locator(".chip").first
        before = field(page, "row 1").input_value()
        chip.tap()
        expect(field(page, "row 1")).not_to_have_value(before)
        expect(chip).to_have_attribute("aria-label", re.compile("was read as"))
        for _ in range(3):
            chip.tap()
        expect(field(page, "row 1")).to_have_value(before)
        expect(verdict(page)).to_have_text("Unique: one solution")
        page.get_by_role("button", name="Edit", exact=True).tap()
        expect(page).to_have_url(re.compile("#solve="))
        expect(page.locator("nono-board .cell")).to_have_count(100)


def test_a_picture_that_lies_on_its_side_is_turned(browser, place):
    image = draw_page(HEART, LAYOUTS["lined"], "sans", seed=1).rotate(90, expand=True)
    with profile(browser, place[0]) as context:
        page = opened(context, place, "create")
        turn = page.get_by_role("button", name="Turn", exact=True)
        expect(turn).to_be_hidden()
        choose(page, image)
        expect(page.locator(".photo .lines, .photo .corners")).to_be_visible()
        turn.click()
        check_clues(page, HEART)


def test_a_clue_is_typed(browser, place):
    with profile(browser, place[0]) as context:
        page = opened(context, place, "solve")
        choose(page, draw_page(HEART, LAYOUTS["lined"], "sans", seed=1))
        check_clues(page, HEART)
        play = page.locator("dialog").get_by_role("button", name="Play")
        field(page, "row 2").fill("5 x")
        expect(verdict(page)).to_have_text("A clue cannot be read.")
        expect(play).to_be_disabled()
        field(page, "row 2").fill("1 1 1")
        expect(verdict(page)).to_have_text("No solution")
        expect(play).to_be_disabled()
        field(page, "row 2").fill("5")
        expect(verdict(page)).to_have_text("Unique: one solution")
        expect(page.locator(".photo .corrected")).to_have_count(0)
        play.click()
        expect(page).to_have_url(re.compile("#play="))
        expect(page.locator("nono-board .cell")).to_have_count(25)


def test_colours_are_told_apart_or_not(browser, place):
    puzzle = nc.generate(8, 8, seed=1, colours=["red", "blue"]).puzzle
    with profile(browser, place[0]) as context:
        page = opened(context, place, "create")
        choose(page, draw_page(puzzle, LAYOUTS["coloured digits"], "sans bold", seed=1))
        expect(page.locator(".photo .lines")).to_be_visible()
        for index, clue in enumerate(puzzle.rows):
            text = " ".join(f"{block.length}{' rb'[block.colour]}" for block in clue) or "0"
            expect(field(page, f"row {index + 1}")).to_have_value(text)
        page.get_by_role("button", name="several colours").click()
        expect(page.get_by_role("button", name="one colour")).to_be_visible()
        for index in range(8):
            expect(field(page, f"row {index + 1}")).to_have_value(re.compile("^[0-9 ]+$"))
        page.get_by_role("button", name="Back", exact=True).click()
        expect(page.get_by_role("button", name="several colours")).to_be_visible()
        boxes = page.get_by_role("button", name=re.compile("^rows: "))
        before = boxes.inner_text()
        boxes.click()
        expect(boxes).to_be_visible()
        expect(boxes).not_to_have_text(before)


def test_a_picture_without_a_grid_asks_for_its_corners(browser, place):
    with profile(browser, place[0]) as context:
        page = opened(context, place, "create")
        choose(page, Image.new("RGB", (300, 200), "#dddddd"))
        expect(page.locator("dialog.photo")).to_contain_text("No grid was found.")
        page.get_by_label("rows", exact=True).fill("5")
        page.get_by_label("columns", exact=True).fill("0")
        page.get_by_role("button", name="Read it").click()
        expect(page.get_by_role("button", name="Read it")).to_be_visible()
        page.get_by_label("columns", exact=True).fill("4")
        corner = page.get_by_role("button", name="top left corner")
        before = corner.bounding_box()
        corner.focus()
        page.keyboard.press("Shift+ArrowRight")
        assert corner.bounding_box()["x"] > before["x"]
        page.get_by_role("button", name="Read it").click()
        expect(page.locator(".photo .lines input")).to_have_count(9)
        expect(page.locator("dialog.photo")).to_contain_text("No numbers were found.")
        # Another picture starts anew.
        page.get_by_role("button", name="Another picture").click()
        choose(page, draw_page(HEART, LAYOUTS["lined"], "sans", seed=3))
        check_clues(page, HEART)


def test_a_wrong_grid_is_marked_by_touch_and_given_up(browser, place):
    """The loupe shows what is under the corner; what was read before comes back as it was left."""
    image = draw_page(HEART, LAYOUTS["lined"], "sans", seed=1, scale=2)
    with phone(browser, place[0]) as context:
        page = opened(context, place, "create")
        back = page.get_by_role("button", name="Back", exact=True)
        choose(page, image)
        check_clues(page, HEART)
        expect(back).to_be_hidden()
        field(page, "row 2").fill("4")
        page.get_by_role("button", name="Wrong grid").tap()
        corner = page.get_by_role("button", name="top left corner")
        here = area(corner)
        x, y = here["x"] + here["width"] / 2, here["y"] + here["height"] / 2
        session = context.new_cdp_session(page)

        def put(kind, *places):
            points = [{"x": x, "y": y} for x, y in places]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        # A dark spot on the picture, and the corner dragged to it.
        page.evaluate(SPOT)
        picture = area(page.locator(".corners .source > canvas").first)
        spot = picture["x"] + picture["width"] * 0.75, picture["y"] + picture["height"] * 0.25
        put("touchStart", (x, y))
        put("touchMove", spot)
        expect(page.locator(".photo .loupe")).to_be_visible()
        assert page.evaluate(SEEN) == [[255, 0, 255], [255, 0, 255]]
        put("touchMove", spot)
        page.wait_for_timeout(300)  # at rest: else a tap would only end a fling
        put("touchEnd")
        expect(page.locator(".photo .loupe")).to_be_hidden()
        page.get_by_role("button", name="Read it").tap()
        expect(page.locator(".photo .lines")).to_be_visible()
        # To the first reading, with what was typed; through the corners of the second or without.
        page.get_by_role("button", name="Wrong grid").tap()
        back.tap()
        expect(field(page, "row 2")).not_to_have_value("4")
        back.tap()
        expect(field(page, "row 2")).to_have_value("4")
        expect(verdict(page)).to_have_text("No solution")
        expect(back).to_be_hidden()


SPOT = """() => {
  const picture = document.querySelector(".corners .source > canvas");
  const pen = picture.getContext("2d");
  pen.fillStyle = "#ff00ff";
  pen.fillRect(picture.width * 0.75 - 9, picture.height * 0.25 - 9, 18, 18);
}"""

#: Near the middle of the loupe, beside its cross.
SEEN = """() => {
  const loupe = document.querySelector(".photo .loupe");
  const middle = loupe.width / 2;
  const colour = (x, y) => [...loupe.getContext("2d").getImageData(x, y, 1, 1).data].slice(0, 3);
  return [colour(middle - 4, middle - 4), colour(middle + 5, middle + 5)];
}"""


def test_a_file_that_is_no_picture_is_refused(browser, place):
    with profile(browser, place[0]) as context:
        page = opened(context, place, "create")
        label = page.get_by_label("a photograph or a screenshot")
        label.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"no"})
        expect(page.locator("#message")).to_contain_text("a.png is not an image")
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("view", ["create", "solve"])
def test_a_dropped_photograph_is_read(browser, place, view):
    image = file_of(draw_page(HEART, LAYOUTS["lined"], "sans", seed=1))
    with profile(browser, place[0]) as context:
        page = shown(context, place, view)
        expect(page.get_by_role("button", name="From a photo")).to_be_visible()
        page.evaluate(DROP, list(image["buffer"]))
        check_clues(page, HEART)


DROP = """(bytes) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(bytes)], "page.png", { type: "image/png" }));
  document.querySelector("main").dispatchEvent(
    new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def test_a_large_photograph_is_sent_small_enough(browser, port):
    """Noise, which no way of writing pictures makes small, with a grid in the middle."""
    page_of = draw_page(SMALL, LAYOUTS["lined"], "sans", seed=1, scale=2)
    image = Image.effect_noise((4000, 3000), 60).convert("RGB")
    image.paste(page_of, ((4000 - page_of.width) // 2, (3000 - page_of.height) // 2))
    with profile(browser, port) as context:
        page = opened(context, (port, ""), "create")
        choose(page, image)
        check_clues(page, SMALL)


def test_colours_have_the_names_of_the_package():
    module = Path(web.__file__).parent / "static/puzzle/photo.js"
    table = re.search(r"const STANDARD = (\[.*?\]),?\n\];", module.read_text("utf-8"), re.DOTALL)
    named = json.loads(f"{table[1]}]")
    assert named == [[colour.name, colour.rgb, colour.char] for colour in STANDARD.values()]

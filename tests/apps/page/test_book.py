"""A booklet in the browser, from a file: by mouse, by touch and by keyboard."""

from __future__ import annotations

import pytest
from browser import PATIENCE, expect

import nonocsp as nc
from nonocsp import render

pytestmark = pytest.mark.page

CORNER = nc.Puzzle([[2], [1]], [[1], [2]], title="Corner")
BEE = nc.read("input/boards/bee.json")


@pytest.fixture
def opened(browser, tmp_path):
    """Open a booklet in a profile of its own, which fails with any error of the page."""
    file, faults, contexts = tmp_path / "book.html", [], []

    def opened(puzzles, look=(), **how):
        file.write_text(render.book(puzzles, **how), encoding="utf-8")
        context = browser.new_context(**dict(look))
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text))
        page.goto(file.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults


def fills(page, number=1):
    cells = page.locator(f"#puzzle-{number} .cell")
    return [cell.get_attribute("fill") for cell in cells.all()]


def test_a_mouse_paints_marks_and_solves_and_a_visit_goes_on(opened):
    page = opened([CORNER, BEE])
    cells = page.locator("#puzzle-1 .cell")
    expect(page.locator("h2").first).to_have_text("1.")
    cells.nth(0).hover()
    page.mouse.down()
    cells.nth(1).hover()
    page.mouse.up()
    cells.nth(2).click(button="right")
    expect(page.locator("#puzzle-1 .dots circle")).to_have_count(1)
    # The clues of lines that fit are veiled: the first row, and the first column.
    veils = page.locator("#puzzle-1 .done path")
    assert ["on" in (each.get_attribute("class") or "") for each in veils.all()] == [
        True,
        False,
        True,
        False,
    ]
    cells.nth(3).click()
    expect(page.locator("h2").first).to_have_text("1. Corner")
    expect(page.locator("#puzzle-1 output")).to_have_text("Solved: Corner.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#puzzle-1 output")).to_contain_text("Solved: Corner. blank; row 2")
    expect(page.locator("nav a").first).to_have_accessible_name("1, solved")
    page.reload()
    expect(page.locator("h2").first).to_have_text("1. Corner")
    page.get_by_role("button", name="Clear").first.click()
    assert fills(page) == ["var(--c0)"] * 4
    page.get_by_role("button", name="Undo").first.click()
    assert fills(page) == ["var(--c1)", "var(--c1)", "var(--c0)", "var(--c1)"]


def test_keys_play_any_board(opened):
    page = opened([CORNER, BEE], solutions=[nc.solve(each).picture for each in (CORNER, BEE)])
    page.locator("#puzzle-1 svg").focus()
    for key in ("Space", "ArrowRight", "Enter", "ArrowDown", "Space", "ArrowLeft", "x"):
        page.keyboard.press(key)
    expect(page.locator("#puzzle-1 output")).to_contain_text("blank; row 2: 1; column 1: 1")
    assert fills(page) == ["var(--c1)", "var(--c1)", "var(--c0)", "var(--c1)"]
    page.locator("#puzzle-2 svg").focus()
    for key in ("2", "ArrowDown", "ArrowRight", "Space"):
        page.keyboard.press(key)
    assert fills(page, 2).count("var(--c2)") == 1
    page.keyboard.press("z")
    assert fills(page, 2).count("var(--c2)") == 0
    page.locator("#puzzle-2").get_by_role("button", name="Answer").click()
    expect(page.locator("#puzzle-2 h2")).to_have_text("2. Bee")


def test_fingers_play_and_nothing_is_wider_than_a_phone(opened):
    phone = {"viewport": {"width": 390, "height": 800}, "has_touch": True}
    page = opened([CORNER, BEE], {**phone, "color_scheme": "dark"})
    page.locator("#puzzle-1 .cell").nth(1).tap()
    page.get_by_role("button", name="blank").first.tap()
    page.locator("#puzzle-1 .cell").nth(2).tap()
    assert fills(page).count("var(--c1)") == 1
    expect(page.locator("#puzzle-1 .dots circle")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

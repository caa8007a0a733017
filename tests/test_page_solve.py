"""The solver of the page: typed clues, pages of solutions, steps, diagnosis."""

from __future__ import annotations

import re

import pytest
from browser import INPUT, PATIENCE, cell, expect, opened, states, typed

import nonocsp

pytestmark = pytest.mark.page


@pytest.mark.slow
def test_a_board_of_a_hundred_a_side_in_colours(context, port):
    page = opened(context, port, "solve")
    row = " ".join(["3red", "2blue"] * 10)
    typed(page, "\n".join([row] * 100), "\n".join(["*"] * 100))
    expect(page.locator("nono-board .cell")).to_have_count(10_000, timeout=PATIENCE)
    page.get_by_role("button", name="Play it").click(timeout=60_000)
    expect(page.get_by_role("button", name="Hint")).to_be_visible(timeout=60_000)
    cell(page, 50, 50).click()
    assert states(page)[49 * 100 + 49] == "red"
    page.get_by_role("button", name="Larger cells").click()


def test_the_solver_pages_through_solutions_and_shows_shares(context, port):
    page = opened(context, port, "solve")
    typed(page, "1\n1\n1", "1\n1\n1")
    expect(page.locator(".answer .verdict")).to_have_text("6 solutions.", timeout=PATIENCE)
    seen = set()
    number = page.get_by_label("number of the solution")
    for index in range(1, 7):
        number.fill(str(index))
        number.press("Enter")
        expect(page.locator("nono-board")).to_have_attribute("data-solution", str(index))
        seen.add(tuple(states(page)))
    assert len(seen) == 6
    page.get_by_role("button", name="heat map").click()
    expect(page.locator("nono-board.heated")).to_be_visible()
    assert "33.3 %" in page.locator(".cell").first.get_attribute("title")


def test_the_solver_explains_step_by_step(context, port):
    page = opened(context, port, "solve")
    typed(page, "3\n1 1\n3", "3\n1 1\n3")
    expect(page.locator(".answer .verdict")).to_have_text(
        "Unique: exactly one solution.", timeout=PATIENCE
    )
    expect(page.locator(".stepper .facts")).to_contain_text("Solved after", timeout=PATIENCE)
    steps = page.locator(".steps li")
    assert steps.count() > 2
    page.get_by_role("button", name="one step on").click()
    expect(steps.first).to_have_attribute("aria-current", "step")
    expect(page.locator(".cell.concluded").first).to_be_visible()
    page.get_by_role("button", name="to the end").click()
    assert states(page).count("black") == 8
    page.get_by_label("steps a second").fill("20")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible(timeout=PATIENCE)
    assert states(page).count("unknown") == 0


def test_the_solver_says_null_and_finds_the_slip(context, port):
    page = opened(context, port, "solve")
    typed(page, "3\n1 1\n3", "3\n1\n3")
    expect(page.locator(".answer .verdict")).to_have_text("null: no solution", timeout=PATIENCE)
    page.get_by_role("button", name="Try it").first.click(timeout=PATIENCE)
    expect(page.locator(".answer .verdict")).to_have_text(re.compile("solution"), timeout=PATIENCE)
    expect(page.locator(".answer .verdict")).not_to_have_text("null: no solution")


def test_a_line_is_set_anew_by_its_clue(context, port):
    page = opened(context, port, "solve")
    typed(page, "1\n1", "1\n1")
    expect(page.locator(".answer .verdict")).to_have_text("2 solutions.", timeout=PATIENCE)
    page.locator(".clues.left .clue").nth(0).click()
    page.get_by_label("clue of row 1", exact=True).fill("2")
    page.get_by_role("button", name="Solve again").click()
    expect(page.locator(".answer .verdict")).to_have_text("null: no solution", timeout=PATIENCE)
    # With the keys: Tab leads to the clues of a side, the arrows from one to the next.
    page.locator(".clues.left .clue").nth(0).focus()
    for key in ("ArrowDown", "Enter", "0", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".answer .verdict")).to_have_text(
        "Unique: exactly one solution.", timeout=PATIENCE
    )


def test_wrong_entries_are_told_and_nothing_typed_is_lost(context, port):
    page = opened(context, port, "solve")
    typed(page, "1\nx", "1\n1")
    expect(page.locator("#message")).to_contain_text("row 2: expected the length of a block")
    assert page.get_by_label("clues of the rows").input_value() == "1\nx"


def test_puzzles_are_pasted_and_shared_by_address(context, port):
    page = opened(context, port, "solve")
    page.get_by_label("a puzzle as text").fill("2,2\nR,1\nG,1\nR,1\nG,1\n")
    page.get_by_label("a puzzle as text").press("Tab")
    expect(page.locator(".answer .verdict")).to_have_text(
        "Unique: exactly one solution.", timeout=PATIENCE
    )
    page.get_by_role("button", name="Share").click()
    address = page.get_by_label("address").input_value()
    assert "#solve=" in address  # in colours there is no short code
    page.keyboard.press("Escape")
    again = context.new_page()
    again.goto(address)
    expect(again.locator(".cell")).to_have_count(4, timeout=PATIENCE)
    page.goto(f"http://127.0.0.1:{port}/#play/heart.txt")
    expect(page.get_by_role("heading", name="Puzzle 1")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Share").click()
    short = page.get_by_label("address").input_value()
    code = nonocsp.formats.dumps(nonocsp.read(INPUT / "heart.txt"), "davidje13").strip()
    assert short.endswith(f"#play:{code}")
    page.get_by_role("button", name="Cancel").click()
    again.goto(short)
    expect(again.locator(".cell")).to_have_count(25, timeout=PATIENCE)
    for broken in ("#play=!", "#play=AAAA", "#play:R", "#play/nothing.txt", "#nothing"):
        page.goto(f"http://127.0.0.1:{port}/{broken}")
        page.reload()
        expect(page.locator("nav")).to_be_visible()

"""The player of the page: greying, checking, hints, saved games."""

from __future__ import annotations

import random

import pytest
from browser import PATIENCE, cell, expect, opened, profile, serving, states

import nonocsp
from nonocsp.apps.player import Game
from nonocsp.model.clue import clue_of
from nonocsp.model.line import Line

pytestmark = pytest.mark.page


def test_clues_grey_only_when_their_place_is_proven(context, port):
    page = opened(context, port, "play/heart.txt")
    row = page.locator(".clues.left .clue").nth(3)  # a 3 in five cells
    expect(row).to_have_attribute("aria-label", "row 4: 3")
    cell(page, 4, 2).click()
    expect(row.locator(".placed")).to_have_count(0)
    cell(page, 4, 3).click()
    cell(page, 4, 4).click()
    expect(row.locator(".placed")).to_have_count(1)


def test_check_finds_a_mistake_and_says_why(context, port):
    page = opened(context, port, "play/heart.txt")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("status").last).to_contain_text("No mistake")
    cell(page, 1, 1).click()  # the heart's corner is blank
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".hint")).to_contain_text("ow 1", timeout=PATIENCE)
    expect(page.locator(".cell.concluded")).to_have_count(1)


def test_two_tabs_of_one_game_follow_each_other(context, port):
    one, other = opened(context, port, "play/heart.txt"), opened(context, port, "play/heart.txt")
    expect(cell(other, 1, 1)).to_be_visible()
    cell(one, 1, 2).click()
    expect(cell(other, 1, 2)).to_have_attribute("aria-label", "row 1, column 2, black")
    cell(other, 2, 2).click()
    expect(cell(one, 2, 2)).to_have_attribute("aria-label", "row 2, column 2, black")


@pytest.mark.slow
def test_the_server_may_end_and_begin_anew_in_the_middle_of_a_game(browser):
    with serving() as (process, port), profile(browser, port) as context:
        page = opened(context, port, "play/heart.txt")
        cell(page, 1, 2).click()
        process.kill()
        process.wait()
        cell(page, 1, 4).click()
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#message")).to_contain_text("does not answer")
        assert (states(page)[1], states(page)[3]) == ("black", "black")
        with serving(port):
            page.get_by_role("button", name="Hint").click()
            expect(page.locator(".hint")).to_be_visible()
            page.reload()
            expect(cell(page, 1, 4)).to_have_attribute("aria-label", "row 1, column 4, black")


def test_hints_in_colours_lead_to_the_end(context, port):
    page = opened(context, port, "play/tulip.ctu")
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    for _ in range(200):
        page.keyboard.press("h")
        expect(page.locator(".hint")).to_be_visible(timeout=PATIENCE)
        if page.locator(".state").text_content():
            break
        page.keyboard.press("h")
        before = states(page)
        page.get_by_role("button", name="Fill it in").click()
        assert states(page) != before
        if page.locator(".state").text_content():
            break
    expect(page.locator(".state")).to_have_text("solved ✓")


def test_the_page_greys_what_the_terminal_greys(context, port):
    """One definition in two languages."""
    chance = random.Random(5)
    lines = []
    for _ in range(300):
        colours = chance.choice([1, 1, 2])
        full = [chance.choice([0, 0, 1, 1, colours]) for _ in range(chance.randrange(1, 13))]
        clue = [
            [block.length if chance.random() < 0.9 else "?", block.colour]
            for block in clue_of(full)
        ]
        wrong = chance.random() < 0.1
        cells = [
            chance.randrange(colours + 1) if wrong else c if chance.random() < 0.6 else -1
            for c in full
        ]
        lines.append((colours, clue, cells))
    page = opened(context, port, "library")
    found = page.evaluate(
        """async (lines) => {
            const { placedBlocks } = await import(new URL("static/lines.js", document.baseURI));
            return lines.map(([, clue, cells]) => placedBlocks(cells, clue));
        }""",
        lines,
    )
    for (colours, clue, cells), placed in zip(lines, found, strict=True):
        palette = ["black", "red"][:colours]
        blocks = [(length, palette[colour - 1]) for length, colour in clue]
        puzzle = nonocsp.Puzzle([blocks], [None] * len(cells), colours=palette)
        assert tuple(placed) == Game(puzzle, cells).placed(Line("row", 0)), (clue, cells)

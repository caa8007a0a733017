"""The page in a browser: what a person does with mouse, touch and keys.

It needs Playwright (the extra `test`) and Debian's Chromium; without one of them every test here is
skipped, with the reason.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

import nonocsp
from nonocsp.apps.player import Game
from nonocsp.model.clue import clue_of
from nonocsp.model.line import Line

playwright = pytest.importorskip("playwright.sync_api", reason="NO BROWSER TESTS: no playwright")
pytest.importorskip("uvicorn", reason="NO BROWSER TESTS: the page needs the extra `web`")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None:
    pytest.skip("NO BROWSER TESTS: chromium is not installed", allow_module_level=True)

expect = playwright.expect
STYLE = Path(__file__).parent.parent / "nonocsp" / "apps" / "web" / "static" / "style.css"
INPUT = Path(__file__).parent.parent / "input"

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

#: Milliseconds that anything on the page may take on a busy machine.
PATIENCE = 30_000


@contextmanager
def serving(port=0):
    """A server in a process of its own; gives the process and its port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "nonocsp", "serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found, "the server did not start"
        yield process, int(found[1])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture(scope="module")
def port():
    with serving() as (_, port):
        yield port


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def context(browser, port):
    """A fresh profile. Nothing may be asked of another host, and no script may fail."""
    with profile(browser, port) as context:
        yield context


@contextmanager
def profile(browser, port, **options):
    context = browser.new_context(accept_downloads=True, **options)
    context.set_default_timeout(PATIENCE)
    faults = []
    own = f"http://127.0.0.1:{port}/"
    context.on(
        "request", lambda r: r.url.startswith((own, "blob:", "data:")) or faults.append(r.url)
    )
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield context
    context.close()
    assert faults == []


def opened(context, port, view):
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/#{view}")
    return page


def cell(page, row, column):
    return page.get_by_role("gridcell", name=re.compile(rf"^row {row}, column {column},"))


def states(page):
    """What every cell of the board says it is."""
    labels = page.locator("nono-board .cell").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    return [label.split(", ", 2)[2] for label in labels]


def wait_for_verdict(page, words):
    expect(page.get_by_label("verdict").locator(".verdict")).to_have_text(words, timeout=PATIENCE)


def typed(page, rows, columns):
    page.get_by_label("clues of the rows").fill(rows)
    page.get_by_label("clues of the columns").fill(columns)
    page.get_by_role("button", name="Solve", exact=True).click()


def test_draw_mend_export_play_and_solve(context, port, tmp_path):
    page = opened(context, port, "draw")
    page.get_by_label("columns", exact=True).fill("4")
    page.get_by_label("columns", exact=True).press("Tab")
    page.get_by_label("rows", exact=True).fill("4")
    page.get_by_label("rows", exact=True).press("Tab")
    cell(page, 1, 1).click()
    cell(page, 2, 2).click()
    wait_for_verdict(page, "Not unique")
    expect(page.get_by_label("verdict")).to_contain_text("2 solutions.")
    expect(page.locator(".cell.differ")).to_have_count(4)

    expect(page.locator(".parts li")).to_have_text("rows 1–2, columns 1–2 2 ways")
    expect(page.get_by_label("suggestion")).to_contain_text("makes it unique", timeout=PATIENCE)
    expect(page.locator(".cell.suggested")).to_have_count(1)
    page.get_by_role("button", name="Make it unique").click()
    wait_for_verdict(page, "Unique: one solution")
    expect(page.locator(".cell.differ")).to_have_count(0)
    drawn = states(page)

    page.get_by_label("format", exact=True).select_option("non")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    exported = tmp_path / "drawn.non"
    download.value.save_as(exported)
    assert "width 4" in exported.read_text()

    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    assert set(states(page)) == {"unknown"}
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the step").click()
    expect(page.locator(".cell.concluded").first).to_be_visible()
    page.get_by_role("button", name="Fill it in").click()
    assert set(states(page)) != {"unknown"}
    for index, state in enumerate(drawn):
        row, column = index // 4 + 1, index % 4 + 1
        if state != "blank" and states(page)[index] == "unknown":
            cell(page, row, column).click()
    expect(page.locator(".state")).to_have_text("solved ✓")


def test_only_the_newest_stroke_is_judged(context, port):
    page = opened(context, port, "draw")
    # Each click sends a question; in any order of answers, the last verdict must stand.
    for index in range(8):
        cell(page, 1 + index, 1 + index).click()
    page.get_by_role("button", name="Clear").click()
    wait_for_verdict(page, "Unique: one solution")
    page.wait_for_timeout(500)
    wait_for_verdict(page, "Unique: one solution")


def test_undo_redo_and_tools_of_the_editor(context, port):
    page = opened(context, port, "draw")
    page.get_by_role("button", name="fill", exact=True).click()
    cell(page, 5, 5).click()
    assert set(states(page)) == {"black"}
    page.get_by_role("button", name="Undo").click()
    assert set(states(page)) == {"blank"}
    page.get_by_role("button", name="Redo").click()
    assert set(states(page)) == {"black"}
    page.get_by_role("button", name="+ colour").click()
    page.get_by_role("button", name="brush", exact=True).click()
    cell(page, 1, 1).click()
    assert states(page)[0] == "red"
    page.get_by_role("button", name="Mirror").click()
    assert states(page)[9] == "red"
    page.reload()
    expect(cell(page, 1, 10)).to_have_attribute("aria-label", "row 1, column 10, red")


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
    expect(page.locator(".hint")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_be_hidden()


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


@pytest.mark.slow
def test_a_board_of_a_hundred_a_side_in_colours(context, port):
    page = opened(context, port, "solve")
    row = " ".join(["3red", "2blue"] * 10)
    typed(page, "\n".join([row] * 100), "\n".join(["*"] * 100))
    expect(page.locator("nono-board .cell")).to_have_count(10_000, timeout=PATIENCE)
    expect(page.locator("nono-board .clues.right")).to_be_visible()
    page.get_by_role("button", name="Play it").click(timeout=60_000)
    expect(page.get_by_role("button", name="Hint")).to_be_visible(timeout=60_000)
    cell(page, 50, 50).click()
    assert states(page)[49 * 100 + 49] == "red"
    page.get_by_role("button", name="larger cells").click()


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
    expect(page.get_by_role("heading", name="Heart")).to_be_visible(timeout=PATIENCE)
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


def test_the_library_shows_progress_and_makes_random_puzzles(context, port):
    page = opened(context, port, "play/heart.txt")
    cell(page, 1, 2).click()
    page.goto(f"http://127.0.0.1:{port}/#library")
    card = page.locator('.card[data-file="heart.txt"]')
    expect(card.locator(".progress")).to_have_text("4 % filled in", timeout=PATIENCE)
    page.get_by_label("Show").select_option("coloured")
    assert page.locator(".card").count() < 200
    page.get_by_role("button", name="Random puzzle").click()
    expect(page.locator("nono-board .cell")).to_have_count(100, timeout=PATIENCE)


def test_safe_colours_and_the_dark_theme(context, port):
    page = opened(context, port, "play/parrot.ctu")  # the parrot, in five colours
    swatch = page.locator(".palette .swatch").nth(1)
    before = swatch.evaluate("s => getComputedStyle(s).backgroundColor")
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
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", STYLE.read_text())
    colours = {name: light if theme == "light" else dark for name, light, dark in pairs}
    for text, ground in [
        ("text", "ground"), ("text", "card"), ("soft", "ground"), ("soft", "card"),
        ("accent", "card"), ("on-accent", "accent"), ("concluded", "card"), ("concluded", "ground"),
        ("differ", "card"), ("text", "here"), ("ground", "text"),
    ]:  # fmt: skip
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


def test_a_palette_is_edited_in_the_page(context, port):
    page = opened(context, port, "draw")
    page.get_by_role("button", name="+ colour").click()
    cell(page, 1, 1).click()
    assert states(page)[0] == "red"
    page.get_by_role("button", name="Edit colour").click()
    page.get_by_label("name").fill("cherry")
    page.get_by_role("button", name="OK").click()
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, cherry")
    expect(page.locator(".clues.top .clue").first).to_have_attribute(
        "aria-label", "column 1: 1 cherry"
    )
    page.get_by_role("button", name="Edit colour").click()
    page.get_by_label("name").fill("black")
    page.get_by_role("button", name="OK").click()
    expect(page.locator("#message")).to_contain_text("a name and a character of its own")
    page.get_by_role("button", name="Edit colour").click()
    page.get_by_label("remove it").check()
    page.get_by_role("button", name="OK").click()
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, blank")
    expect(page.locator(".palette .swatch")).to_have_count(2)
    wait_for_verdict(page, "Unique: one solution")


def test_a_stroke_changes_only_the_clues_that_it_crosses(context, port):
    page = opened(context, port, "draw")
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    page.evaluate(
        """() => {
            window.touched = new Set();
            new MutationObserver((changes) => {
              for (const { target } of changes) {
                const { axis, line } = target.dataset;
                if (axis) window.touched.add(axis + line);
              }
            }).observe(document.querySelector("nono-board"), { childList: true, subtree: true });
        }"""
    )
    cell(page, 3, 5).click()
    expect(page.locator(".clues.top .clue").nth(4)).to_have_attribute("aria-label", "column 5: 1")
    assert set(page.evaluate("[...window.touched]")) == {"row2", "column4"}


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
            const { placedBlocks } = await import("/static/lines.js");
            return lines.map(([, clue, cells]) => placedBlocks(cells, clue));
        }""",
        lines,
    )
    for (colours, clue, cells), placed in zip(lines, found, strict=True):
        palette = ["black", "red"][:colours]
        blocks = [(length, palette[colour - 1]) for length, colour in clue]
        puzzle = nonocsp.Puzzle([blocks], [None] * len(cells), colours=palette)
        assert tuple(placed) == Game(puzzle, cells).placed(Line("row", 0)), (clue, cells)


def test_the_interface_is_a_page_too(context, port):
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/api")
    expect(page.get_by_role("heading", name="POST /api/check")).to_be_visible()


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
        page.get_by_role("button", name="Move").click()
        drag("touchEnd")
        assert set(states(page)) == {"unknown"}

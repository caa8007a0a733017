"""The player of the page: strokes, clues, mistakes, hints, undo, the finish, what is kept."""

from __future__ import annotations

import json
import re

import pytest
from browser import INPUT, PATIENCE, area, cell, expect, opened, phone, profile, states
from serving import serving

import nonocsp

pytestmark = pytest.mark.page

HEART = "play/heart.txt"  # 5 x 5, the first puzzle of the library


def picture(file):
    """The rows of a solution as characters; blank is a full stop or a space."""
    puzzle = nonocsp.read(INPUT / file)
    return nonocsp.solve(puzzle).picture


def filled(file):
    """Row and column, from 1, and the number of the colour of each cell that is not blank."""
    found = picture(file)
    rows, columns = found.shape
    return [(r + 1, c + 1, found[r, c]) for r in range(rows) for c in range(columns) if found[r, c]]


def solve_by_hand(page, file):
    """Fill in all cells of a solution, those that are filled in already left alone."""
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    known = states(page)
    columns = picture(file).shape[1]
    chosen = 1
    for row, column, colour in filled(file):
        if known[(row - 1) * columns + column - 1] != "unknown":
            continue
        if colour != chosen:
            page.locator(".palette .swatch").nth(colour).click()
            chosen = colour
        cell(page, row, column).click()


def option(page, name):
    """A box of the menu."""
    return page.locator("#menu").get_by_role("checkbox", name=name, include_hidden=True)


def choose_option(page, name, on=True):
    page.get_by_role("button", name="Menu").click()
    option(page, name).set_checked(on)
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()


def advice(page):
    return page.get_by_role("status", name="advice")


# Strokes and clues.


def test_clues_grey_only_when_their_place_is_proven(context, port):
    page = opened(context, port, HEART)
    row = page.locator(".clues.left .clue").nth(3)  # a 3 in five cells
    expect(row).to_have_attribute("aria-label", "row 4: 3")
    cell(page, 4, 2).click()
    expect(row.locator(".placed")).to_have_count(0)
    cell(page, 4, 3).click()
    cell(page, 4, 4).click()
    expect(row.locator(".placed")).to_have_count(1)


def test_marks_are_an_option_and_moves_are_undone_also_after_a_reload(context, port):
    page = opened(context, port, HEART)
    choose_option(page, "Marks where")
    for column in (2, 3, 4):
        cell(page, 4, column).click()
    assert states(page)[15:20] == ["blank", "black", "black", "black", "blank"]
    page.keyboard.press("Control+z")
    assert states(page)[15:20] == ["unknown", "black", "black", "unknown", "unknown"]
    page.reload()
    expect(option(page, "Marks where")).to_be_checked(timeout=PATIENCE)
    page.get_by_role("button", name="Redo").click()
    assert states(page)[15:20] == ["blank", "black", "black", "black", "blank"]
    page.get_by_role("button", name="Restart").click()
    assert set(states(page)) == {"unknown"}
    for _ in range(4):
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert set(states(page)) == {"unknown"}


def test_the_mark_is_chosen_by_click_digit_or_right_button(context, port):
    page = opened(context, port, HEART)
    page.get_by_role("radio", name="mark as blank").click()
    cell(page, 1, 1).click()
    assert states(page)[0] == "blank"
    page.keyboard.press("1")
    expect(page.get_by_role("radio", name="black")).to_have_attribute("aria-checked", "true")
    cell(page, 1, 2).click()
    cell(page, 1, 3).click(button="right")
    assert states(page)[:3] == ["blank", "black", "blank"]
    page.keyboard.press("0")
    expect(page.get_by_role("radio", name="mark")).to_have_attribute("aria-checked", "true")


# Mistakes and hints.


def test_check_shows_the_wrong_cells_in_red_with_the_reason(context, port):
    page = opened(context, port, HEART)
    page.get_by_role("button", name="Check").click()
    expect(advice(page)).to_contain_text("No mistake so far.", timeout=PATIENCE)
    cell(page, 1, 1).click()  # the heart's corners are blank
    cell(page, 2, 2).click()
    page.get_by_role("button", name="Check").click()
    expect(advice(page)).to_contain_text("cannot be black", timeout=PATIENCE)
    expect(page.locator(".cell.wrong")).to_have_count(1)
    assert page.locator(".cell").nth(0).evaluate("c => c.classList.contains('wrong')")
    expect(page.locator(".cell.concluded")).to_have_count(0)
    shadow = page.locator(".cell.wrong").evaluate("c => getComputedStyle(c).boxShadow")
    red, green, blue = map(int, re.search(r"rgb\((\d+), (\d+), (\d+)\)", shadow).groups())
    assert red > 150
    assert max(green, blue) < 80
    page.get_by_role("button", name="Clear the red cells").click()
    expect(page.locator(".cell.wrong")).to_have_count(0)
    assert states(page)[0] == "unknown"
    assert states(page)[6] == "black"


def test_mistakes_at_once(context, port):
    page = opened(context, port, HEART)
    choose_option(page, "Mistakes")
    cell(page, 2, 1).click()
    cell(page, 1, 5).click()
    expect(page.locator(".cell.wrong")).to_have_count(1, timeout=PATIENCE)
    expect(advice(page)).to_contain_text("Row 1, column 5 cannot be black")
    page.keyboard.press("Control+z")
    expect(page.locator(".cell.wrong")).to_have_count(0)
    expect(advice(page)).not_to_contain_text("cannot be")


def test_any_solution_counts_and_cells_right_alone_may_be_wrong_together(context, port):
    page = opened(context, port, "play/checkerboard-4.txt")
    for index in range(4):
        cell(page, 1, index + 1).click(button="right" if index % 2 else "left")
    page.get_by_role("button", name="Check").click()
    expect(advice(page)).to_contain_text("No mistake so far.", timeout=PATIENCE)


def test_a_puzzle_without_solution_leads_to_its_diagnosis(context, port):
    page = opened(context, port, "play/mistyped-umbrella.json")
    page.get_by_role("button", name="Hint").click()
    expect(advice(page)).to_contain_text("puzzle itself is wrong", timeout=PATIENCE)
    page.get_by_role("button", name="Find the typo").click()
    expect(page.locator(".solve")).to_be_visible(timeout=PATIENCE)


def test_a_hint_has_two_stages_and_stays_while_it_is_followed(context, port):
    page = opened(context, port, HEART)
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    before = area(page.locator(".grid"))
    page.keyboard.press("h")
    expect(advice(page)).to_contain_text("Look at row", timeout=PATIENCE)
    expect(page.locator(".clue.hinted").first).to_be_visible()
    expect(page.locator(".cell.concluded")).to_have_count(0)
    page.keyboard.press("h")
    expect(advice(page)).to_contain_text("so columns 1-5 are black")
    expect(page.locator(".cell.concluded")).to_have_count(5)
    assert area(page.locator(".grid")) == before
    page.locator(".cell.concluded").first.click()
    expect(page.locator(".cell.concluded")).to_have_count(5)
    page.get_by_role("button", name="Fill it in").click()
    assert states(page).count("black") == 5
    expect(page.locator(".cell.concluded")).to_have_count(0)
    assert area(page.locator(".grid")) == before
    # Filling in is one step; a hint is forgotten with a stroke that does something else.
    page.keyboard.press("h")
    expect(page.locator(".clue.hinted").first).to_be_visible(timeout=PATIENCE)
    cell(page, 1, 1).click()
    expect(page.locator(".clue.hinted")).to_have_count(0)


@pytest.mark.parametrize("file", ["mountain-lake.json", "owl.non"])  # 46 x 38; row 19 of 20
def test_a_hint_is_brought_into_sight(browser, port, file):
    with phone(browser, port) as context:
        page = opened(context, port, f"play/{file}")
        page.get_by_role("button", name="Hint").tap()
        page.get_by_role("button", name="Show the step").tap(timeout=60_000)
        concluded = page.locator(".cell.concluded").first
        expect(concluded).to_be_visible()
        box = area(concluded)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).matches('.concluded')", [x, y]
        )


def test_a_cross_that_a_step_follows_from_stays_in_sight(context, port):
    page = opened(context, port, HEART)
    first = cell(page, 1, 1)
    first.click(button="right")
    layers = "(node) => getComputedStyle(node).backgroundImage.match(/linear-gradient/g)?.length"
    expect(first).to_have_class(re.compile("blank"))
    assert first.evaluate(layers) == 2
    page.locator("nono-board").evaluate("(board) => board.mark('because', [0])")
    assert first.evaluate(layers) == 3


def test_a_swipe_opens_and_closes_the_sheet(browser, port):
    with phone(browser, port) as context:
        page = opened(context, port, HEART)
        expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
        touch = context.new_cdp_session(page)
        grip = page.locator(".grip")

        def swipe(by):
            box = grip.bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            for kind, points in (
                ("touchStart", [{"x": x, "y": y}]),
                ("touchMove", [{"x": x, "y": y + by}]),
                ("touchEnd", []),
            ):
                touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        swipe(-120)
        expect(grip).to_have_attribute("aria-expanded", "true")
        swipe(120)
        expect(grip).to_have_attribute("aria-expanded", "false")


def test_a_map_shows_where_one_is_and_leads_elsewhere(browser, port):
    """In the corner of a board that is larger than the stage; a small board has none."""
    with phone(browser, port) as context:
        page = opened(context, port, "play/astronaut.json")
        expect(page.locator(".map .frame")).to_be_visible(timeout=PATIENCE)
        at = page.locator(".map").bounding_box()
        stage = "document.querySelector('.stage')"
        scrolled = f"[{stage}.scrollLeft, {stage}.scrollTop]"
        before = page.evaluate(scrolled)
        page.mouse.click(at["x"] + at["width"] - 2, at["y"] + at["height"] - 2)
        after = page.evaluate(scrolled)
        assert after[0] > before[0] and after[1] > before[1]
        # The last cell is in sight now.
        expect(cell(page, 30, 26)).to_be_in_viewport()
        frame, whole = (page.locator(f".map{part}").bounding_box() for part in (" .frame", ""))
        assert abs(frame["x"] + frame["width"] - whole["x"] - whole["width"]) < 3
        page.goto(page.url.partition("#")[0] + f"#{HEART}")
        expect(cell(page, 5, 5)).to_be_visible(timeout=PATIENCE)
        expect(page.locator(".map .frame")).to_be_hidden()


def test_hints_in_colours_lead_to_the_finish(context, port):
    page = opened(context, port, "play/tulip.ctu")
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    step = page.get_by_role("button", name="Show the step")
    finish = page.get_by_role("dialog", name="Solved: Tulip")
    taken = 0
    while True:
        page.keyboard.press("h")
        # The last step is taken before the page has painted that the puzzle is solved.
        expect(step.or_(finish)).to_be_visible(timeout=PATIENCE)
        if finish.is_visible():
            break
        step.click()
        before = states(page)
        page.keyboard.press("f")
        assert states(page) != before
        taken += 1
    expect(finish).to_contain_text(f"{taken} hints", timeout=PATIENCE)


# What is kept.


def test_the_clock_begins_with_the_first_cell_and_rests_when_nobody_plays(context, port):
    """Behind a dialog, and while the page is hidden."""
    page = opened(context, port, HEART)
    page.clock.install()
    page.reload()
    clock = page.get_by_role("timer", name="time")
    expect(clock).to_have_text("0:00", timeout=PATIENCE)
    page.clock.run_for(5_000)
    expect(clock).to_have_text("0:00")
    cell(page, 2, 2).click()
    page.clock.run_for(5_000)
    expect(clock).to_have_text("0:05")
    page.get_by_role("button", name="How to play").last.click()
    page.clock.run_for(60_000)
    page.get_by_role("button", name="Close").click()
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    page.clock.run_for(60_000)
    page.evaluate("Object.defineProperty(document, 'hidden', { value: false })")
    page.clock.run_for(1_000)
    expect(clock).to_have_text("0:06")


def test_two_tabs_of_one_game_follow_each_other(context, port):
    one, other = opened(context, port, HEART), opened(context, port, HEART)
    expect(cell(other, 1, 1)).to_be_visible()
    cell(one, 1, 2).click()
    expect(cell(other, 1, 2)).to_have_attribute("aria-label", "row 1, column 2, black")
    cell(other, 2, 2).click()
    expect(cell(one, 2, 2)).to_have_attribute("aria-label", "row 2, column 2, black")


@pytest.mark.parametrize(
    "broken",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })",
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }",
    ],
)
def test_a_browser_that_keeps_nothing_lets_one_play(browser, port, broken):
    with profile(browser, port) as context:
        context.add_init_script(broken)
        page = opened(context, port, HEART)
        cell(page, 2, 1).click()
        expect(page.locator("#message")).to_contain_text("keeps nothing more")
        assert states(page)[5] == "black"
        # It lasts until the page is closed.
        page.goto(f"http://127.0.0.1:{port}/#library")
        page.goto(f"http://127.0.0.1:{port}/#{HEART}")
        expect(cell(page, 2, 1)).to_have_attribute("aria-label", "row 2, column 1, black")


@pytest.mark.slow
def test_the_server_may_restart_in_the_middle_of_a_game(browser):
    with serving() as (process, port), profile(browser, port) as context:
        page = opened(context, port, HEART)
        cell(page, 1, 2).click()
        process.kill()
        process.wait()
        cell(page, 1, 4).click()
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#message")).to_contain_text("does not answer")
        assert (states(page)[1], states(page)[3]) == ("black", "black")
        with serving("--port", str(port)):
            page.get_by_role("button", name="Hint").click()
            expect(advice(page)).to_contain_text("Look at", timeout=PATIENCE)
            page.reload()
            expect(cell(page, 1, 4)).to_have_attribute("aria-label", "row 1, column 4, black")


# The finish, progress.


def test_the_title_is_hidden_until_the_picture_is_there(context, port):
    page = opened(context, port, HEART)
    expect(page.get_by_role("heading", name="Puzzle 1")).to_be_visible(timeout=PATIENCE)
    assert "Heart" not in page.locator("main").inner_html()
    assert "Heart" not in page.title()
    solve_by_hand(page, "heart.txt")
    finish = page.get_by_role("dialog", name="Solved: Heart")
    expect(finish).to_be_visible(timeout=PATIENCE)
    expect(finish).to_contain_text("The nonocsp authors")
    expect(finish).to_contain_text("no hints")
    expect(finish).to_contain_text(re.compile(r"\d:\d\d"))
    assert page.title().startswith("Heart")
    # Each pixel of the picture is a cell of the solution.
    shade = finish.locator("canvas").evaluate(
        """canvas => {
          const pen = canvas.getContext("2d"), at = (r, c) =>
            pen.getImageData((c + 0.5) * canvas.width / 5, (r + 0.5) * canvas.height / 5, 1, 1);
          return Array.from({ length: 25 }, (_, i) => at(Math.floor(i / 5), i % 5).data[0]);
        }"""
    )
    black = {(row - 1) * 5 + column - 1 for row, column, _ in filled("heart.txt")}
    assert {i for i, value in enumerate(shade) if value < 128} == black
    # Escape leads back to the board, which stays solved, also after a reload.
    page.keyboard.press("Escape")
    expect(finish).to_be_hidden()
    expect(cell(page, 1, 2)).to_be_visible()
    expect(page.locator(".state")).to_contain_text("Solved in")
    page.reload()
    expect(page.get_by_role("heading", name="Heart")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="Picture").click()
    expect(finish).to_be_visible()


def test_the_next_puzzle_is_the_next_unsolved_one(context, port):
    listed = json.loads((INPUT / "index.json").read_text(encoding="utf-8"))
    # Boards of other cells have shelves of their own.
    first, second, third, *_ = (each for each in listed if each["board"]["kind"] == "rectangle")
    assert (first["file"], second["file"]) == ("heart.txt", "smile.txt")
    page = opened(context, port, "play/smile.txt")
    solve_by_hand(page, "smile.txt")
    following = page.get_by_role("dialog").get_by_role("link", name="Next puzzle")
    address = f"#play/{third['number']}"
    expect(following).to_have_attribute("href", address, timeout=PATIENCE)
    following.click()
    heading = page.get_by_role("heading", name=f"Puzzle {third['number']}")
    expect(heading).to_be_visible(timeout=PATIENCE)
    # Nothing of the finish is left on the next puzzle.
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#message")).to_be_empty()
    page.goto(f"http://127.0.0.1:{port}/#{HEART}")
    solve_by_hand(page, "heart.txt")
    expect(page.get_by_role("dialog").get_by_role("link", name="Next puzzle")).to_have_attribute(
        "href", address, timeout=PATIENCE
    )


def test_a_solution_that_is_undone_at_once_has_no_finish(context, port):
    page = opened(context, port, HEART)
    solve_by_hand(page, "heart.txt")
    page.keyboard.press("Control+z")
    expect(page.locator(".play.fading")).to_have_count(0)
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("Control+y")
    page.get_by_role("button", name="Picture").click()
    expect(page.get_by_role("dialog", name="Solved: Heart")).to_be_visible(timeout=PATIENCE)


def test_the_finish_does_not_move_for_those_who_ask_for_calm(browser, port):
    with profile(browser, port, reduced_motion="reduce") as context:
        page = opened(context, port, HEART)
        solve_by_hand(page, "heart.txt")
        expect(page.get_by_role("dialog")).to_be_visible()
        running = page.evaluate("document.getAnimations().length")
        assert running == 0


def test_any_solution_of_several_is_a_finish(context, port):
    page = opened(context, port, "play/checkerboard-4.txt")
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    for start in (1, 2):  # the two solutions
        for row in range(1, 5):
            for column in range(1, 5):
                if (row + column + start) % 2 == 0:
                    cell(page, row, column).click()
        expect(page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Restart").click()


def test_play_alone_opens_the_last_puzzle(context, port):
    page = opened(context, port, "play/smile.txt")
    expect(page.get_by_role("heading", name="Puzzle 2")).to_be_visible(timeout=PATIENCE)
    page.goto(f"http://127.0.0.1:{port}/#draw")
    page.evaluate("location.hash = '#play'")
    expect(page.get_by_role("heading", name="Puzzle 2")).to_be_visible(timeout=PATIENCE)
    # A puzzle that is gone is forgotten.
    page.goto(f"http://127.0.0.1:{port}/#library")
    page.evaluate("localStorage.setItem('nonocsp:last', '#play/gone.txt')")
    page.evaluate("location.hash = '#play'")
    expect(page.locator("#message")).to_contain_text("no such puzzle", timeout=PATIENCE)
    page.evaluate("location.hash = '#play'")
    expect(page.get_by_role("heading", name="Puzzle 1001")).to_be_visible(timeout=PATIENCE)


# Keys, fingers.


def test_the_keys_are_listed_and_the_puzzle_is_solved_with_them_alone(context, port):
    page = opened(context, port, HEART)
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("mark as blank")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("ArrowDown")  # from nowhere to the board
    expect(cell(page, 1, 1)).to_be_focused()
    for row in picture("heart.txt").rows:
        page.keyboard.press("Home")
        for value in row:
            if value:
                page.keyboard.press("Space")
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("dialog", name="Solved: Heart")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("link", name="Next puzzle").last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Puzzle 2")).to_be_visible(timeout=PATIENCE)


def test_every_control_is_reached_by_tab_and_shows_its_focus(context, port):
    page = opened(context, port, HEART)
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the step").wait_for()
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        name, outline = page.evaluate(
            """() => {
              const { activeElement: at } = document, style = getComputedStyle(at);
              if (at === document.body) return [null, null];
              return [at.ariaLabel || at.textContent.trim() || at.id, style.outlineStyle];
            }"""
        )
        seen.append(name or "")
        assert outline != "none", name
    for wanted in ("Show the step", "Close", "Restart", "Share", "Keys"):
        assert wanted in seen, seen
    assert any(name.startswith("row 1, column 1") for name in seen)


def test_a_finger_fills_in_marks_and_feels_it(browser, port):
    with phone(browser, port) as context:
        context.add_init_script("window.felt = 0; navigator.vibrate = () => (window.felt += 1);")
        page = opened(context, port, HEART)
        cell(page, 1, 2).tap()
        assert states(page)[1] == "black"
        assert page.evaluate("felt") == 0
        choose_option(page, "Vibration")
        page.keyboard.press("Escape")
        mark = page.get_by_role("radio", name="mark as blank")
        box = area(mark)
        assert min(box["width"], box["height"]) >= 40
        assert box["y"] > 844 * 0.75  # at the thumb
        mark.tap()
        cell(page, 1, 1).tap()
        assert states(page)[0] == "blank"
        assert page.evaluate("felt") == 1
        # Nothing is wider than the phone.
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (360, 640)])
@pytest.mark.parametrize("file", ["heart.txt", "parrot.ctu"])
def test_every_tool_of_a_phone_is_in_sight(browser, port, size, file):
    width, height = size
    with phone(browser, port, size) as context:
        page = opened(context, port, f"play/{file}")
        expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
        for name in ("Undo", "Redo", "Guess", "Hint", "Check"):
            box = area(page.get_by_role("button", name=name))
            assert box["x"] >= 0, name
            assert box["x"] + box["width"] <= width, name
            assert box["y"] + box["height"] <= height, name
            assert box["height"] >= 36, name


def test_how_to_play_is_offered_in_three_places(context, port):
    page = opened(context, port, "library")
    first = page.get_by_role("region", name="a first puzzle")
    first.get_by_role("button", name="How to play").click()
    dialog = page.get_by_role("dialog", name="How to play")
    expect(dialog.locator(".lessons li")).to_have_count(3)
    dialog.get_by_role("button", name="Try a small one").click()
    play = page.locator(".play")
    play.get_by_role("button", name="How to play").click()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.locator("#howto").click()
    expect(dialog).to_be_visible()
    expect(page.locator("#menu")).to_be_hidden()


def test_a_guess_is_lighter_and_taken_back_or_kept(context, port):
    page = opened(context, port, "play/heart.txt")
    cell(page, 2, 1).click()
    page.keyboard.press("g")
    guess = page.get_by_role("region", name="guess")
    expect(guess).to_contain_text("fill in what you want to try out")
    cell(page, 3, 1).click()
    cell(page, 3, 2).click()
    expect(guess).to_contain_text("2 cells so far")
    expect(page.locator(".cell.guessed")).to_have_count(2)
    page.reload()
    expect(guess).to_contain_text("2 cells so far", timeout=PATIENCE)
    guess.get_by_role("button", name="Undo it").click()
    expect(guess).to_be_hidden()
    assert states(page).count("black") == 1
    page.get_by_role("button", name="Guess").click()
    cell(page, 3, 3).click()
    guess.get_by_role("button", name="Keep it").click()
    expect(page.locator(".cell.guessed")).to_have_count(0)
    assert states(page)[12] == "black"


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (360, 640)])
def test_a_guess_on_a_phone_has_its_buttons_in_sight(browser, port, size):
    width, height = size
    with phone(browser, port, size) as context:
        page = opened(context, port, "play/parrot.ctu")
        page.get_by_role("button", name="Guess").tap()
        for name in ("Keep it", "Undo it"):
            box = area(page.get_by_role("button", name=name))
            assert box["x"] >= 0, name
            assert box["x"] + box["width"] <= width, name
            assert box["y"] + box["height"] <= height, name
        page.get_by_role("button", name="Undo it").tap()
        expect(page.get_by_role("region", name="guess")).to_be_hidden()


def test_a_result_is_shared_with_the_address_and_without_the_title(context, port):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened(context, port, "play/heart.txt")
    solve_by_hand(page, "heart.txt")
    page.get_by_role("dialog").get_by_role("button", name="Share").click()
    sharing = page.get_by_role("dialog", name="Share this puzzle")
    sharing.get_by_label(re.compile("With my result: 5 × 5 nonogram solved in 0:")).check()
    sharing.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_text("Address copied.")).to_be_visible()
    result, address = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert result.endswith("no hints. Can you do it faster?")
    assert address.startswith(f"http://127.0.0.1:{port}/#play=")
    assert "heart" not in result.lower()


def test_numbers_are_larger_if_so_wished(context, port):
    page = opened(context, port, "play/cat.json")
    number = page.locator(".clues.top .number").first
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    expect(number).to_be_visible()
    before = number.evaluate(size)
    choose_option(page, "Larger numbers")
    assert number.evaluate(size) >= 1.15 * before
    # None is wider than its column.
    overflow = """lines => lines.some(line => [...line.children].some(
      number => number.getBoundingClientRect().width > line.getBoundingClientRect().width + 0.5))"""
    assert not page.locator(".clues.top .clue").evaluate_all(overflow)
    page.reload()
    expect(number).to_be_visible(timeout=PATIENCE)
    assert number.evaluate(size) >= 1.15 * before


def test_without_a_clock_and_without_fading_numbers(context, port):
    page = opened(context, port, "play/heart.txt")
    clock, placed = page.locator(".clock"), page.locator(".number.placed")
    for column in range(1, 6):
        cell(page, 2, column).click()
    expect(placed.first).to_be_visible()
    choose_option(page, "Numbers of placed blocks stay dark")
    expect(placed).to_have_count(0)
    expect(clock).to_be_visible()
    choose_option(page, "Without a clock")
    expect(clock).to_be_hidden()
    page.reload()
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    expect(clock).to_be_hidden()
    expect(placed).to_have_count(0)
    choose_option(page, "Numbers of placed blocks stay dark", on=False)
    expect(placed.first).to_be_visible()


def test_a_press_beside_the_menu_only_closes_it(context, port):
    page = opened(context, port, "play/heart.txt")
    filled = page.locator(".cell.filled")
    expect(cell(page, 5, 1)).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Menu").click()
    box = area(cell(page, 5, 1))
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    expect(page.locator("#menu")).to_be_hidden()
    expect(filled).to_have_count(0)
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    expect(filled).to_have_count(1)
    for shown in (True, False):  # its button opens and closes it
        page.get_by_role("button", name="Menu").click()
        expect(page.locator("#menu")).to_be_visible(visible=shown)


def test_the_empty_puzzle_is_printed(context, port):
    page = opened(context, port, "play/heart.txt")
    cell(page, 2, 3).click()
    expect(page.locator(".cell.filled")).to_have_count(1)
    page.evaluate("window.print = () => {}")
    page.get_by_role("button", name="Print").click()
    expect(page.locator(".cell.filled")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".cell.filled")).to_have_count(1)


def test_what_follows_to_be_blank_is_framed_in_another_way(context, port):
    page = opened(context, port, "play/heart.txt")
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    marked = page.locator(".cell.concluded")
    while not page.locator(".cell.emptied").count():
        for name in ("Hint", "Show the step"):
            page.get_by_role("button", name=name).click(timeout=PATIENCE)
        expect(marked.first).to_be_visible(timeout=PATIENCE)
        before = states(page)
        emptied = page.locator(".cell.emptied").evaluate_all(
            "all => all.map(one => [...document.querySelectorAll('.cell')].indexOf(one))"
        )
        page.get_by_role("button", name="Fill it in").click()
        changed = [at for at, state in enumerate(states(page)) if state != before[at]]
        assert [at for at in changed if "blank" in states(page)[at]] == emptied
        if emptied:
            break

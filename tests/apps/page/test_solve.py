"""The solver of the page: typed clues, solutions by number, steps, reasons, diagnosis."""

from __future__ import annotations

import re

import pytest
from browser import INPUT, PATIENCE, area, cell, expect, opened, phone, profile, states

import nonocsp as nc

pytestmark = pytest.mark.page

HEART = ("1 1\n5\n5\n3\n1", "2\n4\n4\n4\n2")


def typed(page, rows, columns):
    page.get_by_role("tab", name="Clues").click()
    page.get_by_label("clues of the rows").fill(rows)
    page.get_by_label("clues of the columns").fill(columns)


def wait_for(page, words):
    expect(page.get_by_label("verdict").locator(".verdict")).to_have_text(words, timeout=PATIENCE)


def solved(context, port, clues, words):
    """The solver with clues that are typed, when it has said its verdict."""
    page = opened(context, port, "solve")
    typed(page, *clues)
    wait_for(page, words)
    return page


def shown(page):
    """The shown cells, one character each."""
    return "".join({"black": "#", "blank": "."}.get(state, state[0]) for state in states(page))


def tab(page, name):
    page.get_by_role("tab", name=name).click()


def test_the_board_follows_what_is_typed_and_shows_the_solution(context, port):
    page = solved(context, port, HEART, "One solution")
    picture = nc.solve(nc.read(INPUT / "heart.txt")).picture
    assert [state != "blank" for state in states(page)] == [c > 0 for c in picture.cells]
    expect(page.get_by_label("sums")).to_have_text("Sums agree: 16 cells.")
    # The size follows, and the sums say how far one is.
    page.get_by_label("clues of the rows").press("Control+End")
    page.get_by_label("clues of the rows").press("Enter")
    page.keyboard.type("2")
    expect(page.locator("nono-board .cell")).to_have_count(30, timeout=PATIENCE)
    expect(page.get_by_label("sums")).to_have_text("Sums differ by 2: rows 18, columns 16.")
    wait_for(page, "No solution")


def test_a_line_that_is_no_clue_is_marked_and_the_last_board_stays(context, port):
    page = solved(context, port, HEART, "One solution")
    before = states(page)
    page.get_by_label("clues of the rows").fill("1 1\n5\n5\n3:\n1")
    expect(page.locator(".entry .fault")).to_contain_text("Row 4: ", timeout=PATIENCE)
    expect(page.locator(".entry .numbers .wrong")).to_have_text("4")
    assert states(page) == before
    wait_for(page, "One solution")
    # Both are dimmed: they belong to the last clues that could be read.
    expect(page.locator(".solve")).to_have_class(re.compile(r"\bstale\b"))
    page.get_by_label("clues of the rows").fill(HEART[0])
    expect(page.locator(".entry .fault")).to_be_hidden(timeout=PATIENCE)
    expect(page.locator(".solve")).not_to_have_class(re.compile(r"\bstale\b"))


def test_pasted_text_that_cannot_be_read_is_kept_to_be_mended(context, port):
    page = opened(context, port, "solve")
    page.get_by_role("button", name="Open", exact=True).click()
    text = page.get_by_label("a puzzle as text, in any format")
    text.fill("neither clues nor a picture")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.locator("#message")).to_have_class(re.compile("wrong"), timeout=PATIENCE)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(text).to_have_value("neither clues nor a picture")
    text.fill("1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    wait_for(page, "One solution")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(text).to_have_value("")


def test_every_solution_has_its_number(context, port):
    page = solved(context, port, ("1\n1\n1", "1\n1\n1"), "6 solutions")
    board = page.locator("nono-board")
    # The first one is there without being asked for.
    expect(board).to_have_attribute("data-solution", "1")
    page.get_by_role("button", name="See them").click()
    number = page.get_by_label("number of the solution")
    expect(number).to_have_value("1")
    puzzle = nc.Puzzle([[1]] * 3, [[1]] * 3)
    expected = [
        "".join("#" if colour else "." for colour in picture.cells)
        for picture in nc.solution_space(puzzle).pictures()
    ]
    for index, picture in enumerate(expected, start=1):
        expect(board).to_have_attribute("data-solution", str(index))
        expect(number).to_have_value(str(index))
        assert shown(page) == picture
        page.get_by_role("button", name="Next solution").click()
    expect(board).to_have_attribute("data-solution", "6")  # there is no further one
    number.fill("3")
    number.press("Enter")
    expect(board).to_have_attribute("data-solution", "3")
    page.get_by_label("solution", exact=True).fill("5")
    expect(board).to_have_attribute("data-solution", "5")
    assert shown(page) == expected[4]
    page.get_by_role("button", name="Previous solution").click()
    expect(board).to_have_attribute("data-solution", "4")
    number.fill("7")
    number.press("Enter")
    expect(number).to_have_value("4")
    expect(page.locator(".cell.differ")).to_have_count(9)
    tab(page, "Steps")
    expect(page.locator(".cell.differ")).to_have_count(0)


def test_cells_are_shaded_by_their_shares(context, port):
    page = solved(context, port, ("1r 1b\n1b 1r", "*\n*\n*"), "9 solutions")
    tab(page, "Answer")
    page.get_by_role("button", name="Shading").click()
    expect(page.locator(".cell.shaded")).to_have_count(6)
    cell(page, 2, 1).hover()
    expect(page.locator(".spread")).to_contain_text(
        "Row 2, column 1: blank in 33.3 %, blue in 66.7 %"
    )
    # Another solution is a picture again.
    page.get_by_role("button", name="Next solution").click()
    expect(page.locator(".cell.shaded")).to_have_count(0)


def test_length_and_depth_are_told_when_asked_for(context, port):
    page = solved(context, port, HEART, "One solution")
    tab(page, "Answer")
    expect(page.get_by_label("length and depth")).to_have_count(0)
    page.get_by_role("button", name="How long, how deep?").click()
    expect(page.get_by_label("length and depth")).to_contain_text("One line at a time suffices.")


@pytest.mark.parametrize(
    ("clues", "words", "told"),
    [
        (HEART, "One solution", ["Publish it.", "Most people: 1 to 3 minutes.", "of 12 steps."]),
        (("1\n1", "1\n1"), "2 solutions", ["Not yet.", "There are several", "Or give away: "]),
    ],
)
def test_a_card_says_whether_to_publish(context, port, clues, words, told):
    page = solved(context, port, clues, words)
    tab(page, "Answer")
    page.get_by_role("button", name="Before publishing").click()
    for each in told:
        expect(page.locator(".publishing")).to_contain_text(each)


def test_huge_counts_and_ambiguity_are_shown_before_they_are_exact(context, port):
    page = solved(
        context, port, ("\n".join(["1 1"] * 40), "\n".join(["1 1"] * 40)), re.compile("solutions")
    )
    expect(page.locator(".cell.filled").first).to_be_visible(timeout=PATIENCE)
    assert states(page).count("black") == 80
    stop = page.get_by_role("button", name="Stop")
    stop.click()
    expect(stop).to_be_hidden()
    expect(page.get_by_label("verdict")).to_contain_text("not all counted: stopped")
    wait_for(page, re.compile("^At least"))


def test_the_steps_are_played_and_scrubbed(context, port):
    page = solved(context, port, ("3\n1 1\n3", "3\n1 1\n3"), "One solution")
    tab(page, "Steps")
    expect(page.locator(".stepper .facts")).to_contain_text("Solved after", timeout=PATIENCE)
    steps = page.locator(".steps li")
    assert steps.count() > 2
    assert states(page).count("unknown") == 9
    page.get_by_role("button", name="One step on").click()
    expect(steps.first).to_have_attribute("aria-current", "step")
    expect(page.locator(".cell.concluded").first).to_be_visible()
    expect(page.get_by_label("step", exact=True)).to_have_text(steps.first.inner_text())
    page.get_by_role("button", name="To the end").click()
    assert states(page).count("black") == 8
    page.get_by_label("steps shown").fill("0")
    assert states(page).count("unknown") == 9
    page.get_by_label("steps a second").fill("20")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".place")).to_have_text(re.compile(r"^(\d+) of \1$"), timeout=PATIENCE)
    assert states(page).count("unknown") == 0
    tab(page, "Answer")
    expect(page.locator(".cell.concluded")).to_have_count(0)


def test_steps_chosen_while_the_clues_are_being_read_stay(context, port):
    page = opened(context, port, "solve")
    held = []
    page.route("**/api/typed", lambda route: held.append(route))
    with page.expect_request("**/api/typed"):
        typed(page, *HEART)
    tab(page, "Steps")
    for route in held:
        route.continue_()
    page.unroute("**/api/typed")
    expect(page.locator(".stepper .facts")).to_contain_text("Solved after", timeout=PATIENCE)
    wait_for(page, "One solution")
    expect(page.get_by_role("tab", name="Steps")).to_have_attribute("aria-selected", "true")
    # A clue edited on the board: the steps are those of the new puzzle.
    page.locator(".clues.left .clue").first.click()
    page.get_by_label("clue of row 1", exact=True).fill("*")
    expect(page.locator(".steps li").first).not_to_contain_text("row 1")


def test_why_a_cell_is_so(context, port):
    page = solved(context, port, HEART, "One solution")
    puzzle = nc.read(INPUT / "heart.txt")
    chain = nc.explain(puzzle).why((0, 2))
    assert len(chain) > 2
    cell(page, 1, 3).click()
    expect(page.locator(".stepper .what")).to_contain_text(
        f"Why is row 1, column 3 blank? A chain of {len(chain)} steps", timeout=PATIENCE
    )
    assert page.locator(".steps li").all_inner_texts() == [str(step) for step in chain.values()]
    expect(page.locator(".cell.target")).to_have_count(1)
    assert states(page)[2] == "blank"
    # Only what the chain needs is on the board.
    assert states(page).count("unknown") > 0
    page.get_by_label("steps shown").fill("0")
    assert states(page).count("unknown") == 25
    page.get_by_role("button", name="All steps").click()
    expect(page.locator(".steps li")).to_have_count(len(nc.explain(puzzle).run().steps))
    # With the keys.
    cell(page, 3, 3).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".stepper .what")).to_contain_text("Why is row 3, column 3 black?")


def test_a_cell_in_which_solutions_differ_has_no_reason(context, port):
    page = solved(context, port, ("1\n1", "1\n1"), "2 solutions")
    cell(page, 1, 1).click()
    expect(page.locator(".stepper .what")).to_have_text(
        "Nothing decides row 1, column 1: solutions differ there.", timeout=PATIENCE
    )


def test_a_typo_is_found_and_tried(context, port):
    page = solved(context, port, ("1 1\n5\n5\n4\n1", HEART[1]), "No solution")
    page.get_by_role("button", name="Find the typo").first.click()
    typos = page.locator(".typos li")
    expect(typos.first).to_contain_text("Row 4: 4 was probably 3", timeout=PATIENCE)
    expect(page.locator(".clue.wrong").first).to_be_visible()
    page.get_by_role("button", name="Try it").first.click(timeout=PATIENCE)
    wait_for(page, "One solution")
    expect(page.locator(".clue.wrong")).to_have_count(0)
    page.get_by_role("button", name="Undo the last change of clues").click()
    wait_for(page, "No solution")
    tab(page, "Clues")
    assert page.get_by_label("clues of the rows").input_value() == "1 1\n5\n5\n4\n1"


def test_clues_are_edited_in_place(context, port):
    page = solved(context, port, ("1\n1", "1\n1"), "2 solutions")
    page.locator(".clues.left .clue").nth(0).click()
    field = page.get_by_label("clue of row 1", exact=True)
    expect(field).to_be_focused()
    field.fill("2")
    wait_for(page, "No solution")
    page.keyboard.press("Enter")  # on to the next clue
    expect(page.get_by_label("clue of row 2", exact=True)).to_be_focused()
    page.keyboard.type("0")
    wait_for(page, "One solution")
    page.keyboard.press("Enter")
    expect(page.get_by_label("clue of column 1", exact=True)).to_be_focused()
    page.keyboard.type("7")
    page.keyboard.press("Escape")
    expect(page.locator(".in-place")).to_have_count(0)
    wait_for(page, "One solution")
    tab(page, "Clues")
    assert page.get_by_label("clues of the rows").input_value() == "2\n0"
    assert page.get_by_label("clues of the columns").input_value() == "1\n1"


@pytest.mark.parametrize(
    ("example", "words"),
    [
        ("A heart", "One solution"),
        ("Six solutions", "6 solutions"),
        ("A typo to find", "No solution"),
        ("Two colours", "One solution"),
    ],
)
def test_examples_show_what_they_promise(context, port, example, words):
    page = opened(context, port, "solve")
    page.get_by_role("button", name=example).click()
    wait_for(page, words)


def test_an_empty_board_and_the_last_visit(context, port):
    page = opened(context, port, "solve")
    page.get_by_role("button", name="Empty board").click()
    for field, length in zip(page.locator(".sides input").all(), "34", strict=True):
        field.fill(length)
    page.get_by_role("button", name="OK").click()
    expect(page.locator("nono-board .cell")).to_have_count(12, timeout=PATIENCE)
    wait_for(page, "One solution")
    page.reload()
    wait_for(page, "One solution")
    expect(page.locator("nono-board .cell")).to_have_count(12)


def test_puzzles_are_pasted_and_shared_by_address(context, port):
    page = opened(context, port, "solve")
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_label("a puzzle as text").fill("2,2\nR,1\nG,1\nR,1\nG,1\n")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    wait_for(page, "One solution")
    page.get_by_role("button", name="Share").click()
    address = page.get_by_label("address").input_value()
    assert "#solve=" in address
    page.keyboard.press("Escape")
    again = context.new_page()
    again.goto(address)
    expect(again.locator(".cell")).to_have_count(4, timeout=PATIENCE)
    page.goto(f"http://127.0.0.1:{port}/#play/heart.txt")
    expect(page.get_by_role("button", name="Hint")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Share").click()
    packed = page.get_by_label("address").input_value()
    page.get_by_role("button", name="Cancel").click()
    code = nc.formats.dumps(nc.read(INPUT / "heart.txt"), "davidje13").strip()
    for sound in (packed, f"http://127.0.0.1:{port}/#play:{code}"):
        again.goto(sound)
        expect(again.locator(".cell")).to_have_count(25, timeout=PATIENCE)
    for broken in ("#play=!", "#play=AAAA", "#play:R", "#play/nothing.txt", "#nothing"):
        page.goto(f"http://127.0.0.1:{port}/{broken}")
        page.reload()
        expect(page.locator("nav")).to_be_visible()


def test_a_whole_puzzle_is_pasted_where_clues_are_typed(context, port):
    page = opened(context, port, "solve")
    paste = """(field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        const how = { clipboardData, bubbles: true, cancelable: true };
        field.dispatchEvent(new ClipboardEvent("paste", how));
    }"""
    field = page.get_by_label("clues of the rows")
    field.evaluate(paste, "\n\n".join(HEART))
    wait_for(page, "One solution")
    tab(page, "Clues")
    assert field.input_value() == HEART[0]
    assert page.get_by_label("clues of the columns").input_value() == HEART[1]


def test_what_is_known_when_the_time_is_up_and_more_time(context, port):
    page = opened(context, port, "solve")
    asked = []

    def unknown(route):
        request = route.request.post_data_json
        asked.append(request["seconds"])
        if request["seconds"] > 20:
            route.continue_()
        else:
            line = '{"result": {"verdict": "unknown", "count": "0", "stats": {"nodes": 12345}}}'
            route.fulfill(body=line + "\n", content_type="application/x-ndjson")

    page.route("**/api/check", unknown)
    typed(page, *HEART)
    wait_for(page, "Unknown")
    expect(page.get_by_label("verdict")).to_contain_text("after 20 seconds")
    tab(page, "Answer")
    expect(page.locator(".solutions")).to_contain_text("25 of 25 cells are", timeout=PATIENCE)
    assert shown(page).count("#") == 16
    page.get_by_role("button", name="Search for up to 60 seconds").click()
    wait_for(page, "One solution")
    assert asked[-1] == 60


def test_the_sheet_of_a_phone(browser, port):
    with profile(browser, port, viewport={"width": 390, "height": 844}, has_touch=True) as phone:
        page = opened(phone, port, "solve")
        page.get_by_role("button", name="A heart").tap()
        wait_for(page, "One solution")
        tab(page, "Answer")
        before = area(page.locator("nono-board .grid"))
        cell(page, 1, 3).tap()
        expect(page.locator(".stepper .what")).to_contain_text("A chain of 5 steps")
        # Step, sentence and controls are in sight, and the board has not moved.
        expect(page.get_by_label("step", exact=True)).to_be_in_viewport()
        expect(page.get_by_role("button", name="One step back")).to_be_in_viewport()
        assert area(page.locator("nono-board .grid")) == before
        tab(page, "Clues")
        page.get_by_label("clues of the rows").tap()
        expect(page.locator(".bench.open")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.slow
def test_a_board_of_a_hundred_a_side_in_colours(context, port):
    page = opened(context, port, "solve")
    row = " ".join(["3red", "2blue"] * 10)
    typed(page, "\n".join([row] * 100), "\n".join(["*"] * 100))
    expect(page.locator("nono-board .cell")).to_have_count(10_000, timeout=PATIENCE)
    page.locator(".tools").get_by_role("button", name="Play", exact=True).click(timeout=60_000)
    expect(page.get_by_role("button", name="Hint")).to_be_visible(timeout=60_000)


def test_the_speed_of_the_steps_is_in_sight_on_a_phone_held_sideways(browser, port):
    with phone(browser, port, (844, 390)) as context:
        page = opened(context, port, "solve")
        page.get_by_role("button", name="Two colours").tap()
        expect(page.locator("nono-board .cell").first).to_be_visible()
        page.get_by_role("button", name="more").tap()
        expect(page.locator(".bench.open")).to_be_visible()
        page.get_by_role("tab", name="Steps").tap()
        box = area(page.get_by_label("steps a second"))
        assert box["width"] > 40 and box["x"] + box["width"] <= 844


def test_why_there_is_one_solution_or_none(context, port):
    page = solved(context, port, ("1 1\n5\n5\n4\n1", "2\n4\n4\n4\n2"), "No solution")
    tab(page, "Answer")
    page.get_by_role("button", name="Why none?").click()
    argument = page.get_by_label("argument")
    expect(argument).to_contain_text("The puzzle has no solution.", timeout=PATIENCE)
    step = argument.locator(".steps > li").first
    expect(step).to_contain_text("there is no solution.")
    step.focus()
    assert page.locator("nono-board .hinted").count() > 0
    typed(page, *HEART)
    wait_for(page, "One solution")
    tab(page, "Answer")
    page.get_by_role("button", name="Why the only one?").click()
    expect(argument).to_contain_text("the solution is the only one.", timeout=PATIENCE)
    argument.locator(".steps > li").first.focus()
    assert page.locator("nono-board .cell.concluded").count() == 25


def test_arrows_lead_through_tabs_and_clues(context, port):
    page = opened(context, port, "solve")
    page.get_by_role("button", name="A heart").click()
    expect(page.get_by_label("verdict")).to_contain_text("One solution", timeout=PATIENCE)
    tab = {name: page.get_by_role("tab", name=name) for name in ("Clues", "Answer", "Steps")}
    tab["Clues"].focus()
    for key, name in (("ArrowRight", "Answer"), ("ArrowLeft", "Clues"), ("ArrowLeft", "Steps")):
        page.keyboard.press(key)
        expect(tab[name]).to_be_focused()
        expect(tab[name]).to_have_attribute("aria-selected", "true")
        expect(page.locator('[role=tab][tabindex="0"]')).to_have_text(name)
    rows = page.locator(".clues.left .clue")
    rows.first.focus()
    for key, at in (("ArrowDown", 1), ("ArrowRight", 2), ("ArrowUp", 1), ("End", 4)):
        page.keyboard.press(key)
        expect(rows.nth(at)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("clue of row 5")).to_be_focused()

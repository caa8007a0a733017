"""Triangles, hexagons and boards of any cells on the page: played, drawn, made unique, exported."""

from __future__ import annotations

import re

import pytest
from browser import INPUT, PATIENCE, area, expect, opened, phone, states, wait_for_verdict

import nonocsp as nc
from nonocsp import formats
from nonocsp.apps.web.messages import puzzle_address
from nonocsp.core.model.boards import board_of_dict

pytestmark = pytest.mark.page

#: Pictures that their clues determine.
TRIANGLES = nc.Picture.from_cells(
    bytes([0, 1, 1, 1, 0] + [1] * 14 + [0, 1, 1, 1, 0]), nc.Triddler(*[2] * 6)
)
HEXAGONS = nc.Picture.from_cells(bytes([1, 1, 0, 1, 0, 1, 1]), nc.Hexagon(*[2] * 6))


def shared(puzzle):
    """The part of an address that holds a puzzle."""
    return puzzle_address(puzzle, "").removeprefix("#play")


def cells(page):
    return page.locator("nono-board .cell")


def click(page, index):
    box = area(cells(page).nth(index))
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_any_cells_and_lines_are_played_drawn_and_solved(context, port):
    """A board that nobody coded: an outline around a hole, a triangle and a hexagon."""
    cells = [[[x, 0], [x + 1, 0], [x + 1, 1], [x, 1]] for x in range(2)]
    cells += [[[2, 0], [3, 0.5], [2, 1]], [[0, 1], [1, 1], [1.5, 1.5], [1, 2], [0, 2], [-0.5, 1.5]]]
    board = board_of_dict({"kind": "custom", "cells": cells, "lines": [[0, 1, 2], [0, 3]]})
    drawn = nc.Puzzle.from_picture(nc.Picture(board.rows((1, 0, 1, 1)), board=board))
    page = opened(context, port, f"solve{shared(drawn)}")
    expect(page.get_by_label("verdict")).to_contain_text("One solution", timeout=PATIENCE)
    page = opened(context, port, f"play{shared(drawn)}")
    for cell in (3, 2, 0):
        click(page, cell)
    expect(page.get_by_role("dialog", name=re.compile("^Solved"))).to_be_visible(timeout=PATIENCE)
    page = opened(context, port, f"draw{shared(drawn)}")
    wait_for_verdict(page, "Unique: one solution")
    expect(page.locator("#more .tool[aria-label=Rotate]")).to_be_disabled()
    click(page, 1)
    expect(page.get_by_role("note", name="direction A, line 1: 3")).to_be_visible()


def test_a_board_of_the_library_that_nobody_coded(context, port):
    """Found on the shelf of boards, hinted, kept, shared, explained and played to the end."""
    puzzle = nc.opening.load(INPUT / "boards" / "rosette.json").puzzles[0]
    page = opened(context, port, "library")
    cards = page.locator(".shelf.custom .card")
    cards.first.scroll_into_view_if_needed(timeout=PATIENCE)
    expect(cards.first).to_contain_text("cells", timeout=PATIENCE)
    card = cards.filter(has_text=f"{puzzle.board.size} cells")
    expect(card).not_to_contain_text("Rosette")
    card.get_by_role("link").click()
    expect(cells(page)).to_have_count(puzzle.board.size)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the step").click(timeout=PATIENCE)
    page.get_by_role("button", name="Fill it in").click()
    filled = states(page)
    assert set(filled) > {"unknown"}
    page.reload()
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    assert states(page) == filled
    page.get_by_role("button", name="Share").click()
    address = page.get_by_label("address").input_value()
    page.keyboard.press("Escape")
    for index, value in enumerate(puzzle.goals[0].cells):
        if value and states(page)[index] != "black":
            click(page, index)
    expect(page.get_by_role("dialog", name="Solved: Rosette")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="Puzzles").last.click()
    cards.first.scroll_into_view_if_needed(timeout=PATIENCE)
    expect(cards.filter(has_text="Rosette")).to_contain_text("solved")

    solver = opened(context, port, address.partition("#")[2].replace("play", "solve"))
    expect(solver.get_by_label("verdict")).to_contain_text("One solution", timeout=PATIENCE)
    click(solver, 0)
    expect(solver.locator(".stepper .what")).to_contain_text("Why is", timeout=PATIENCE)
    expect(solver.locator(".stepper .sentence")).to_contain_text("irection", timeout=PATIENCE)


@pytest.mark.parametrize("picture", [TRIANGLES, HEXAGONS], ids=["triangles", "hexagons"])
def test_a_puzzle_is_played_to_the_end_by_mouse(context, port, picture):
    puzzle = nc.Puzzle.from_picture(picture, title="Small")
    assert nc.count(puzzle).at_most == 1
    page = opened(context, port, "play" + shared(puzzle))
    expect(cells(page)).to_have_count(picture.board.size)
    for index, value in enumerate(picture.cells):
        if value:
            click(page, index)
    expect(page.get_by_role("dialog", name="Solved: Small")).to_be_visible(timeout=PATIENCE)
    assert states(page) == ["black" if value else "unknown" for value in picture.cells]


def test_hexagons_are_played_with_keys_alone(context, port):
    puzzle = nc.Puzzle.from_picture(HEXAGONS, title="Small")
    page = opened(context, port, "play" + shared(puzzle))
    cells(page).first.focus()
    for row in HEXAGONS.rows:
        page.keyboard.press("Home")
        for value in row:
            if value:
                page.keyboard.press("Space")
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("dialog", name="Solved: Small")).to_be_visible(timeout=PATIENCE)


def test_a_hint_names_direction_and_line_and_shows_them(context, port):
    puzzle = nc.Puzzle.from_picture(TRIANGLES)
    page = opened(context, port, "play" + shared(puzzle))
    advice = page.get_by_role("status", name="advice")
    page.get_by_role("button", name="Hint").click()
    expect(advice).to_contain_text("direction A", timeout=PATIENCE)
    expect(page.locator(".clue.hinted")).to_have_count(1)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".cell.concluded").first).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Fill it in").click()
    expect(page.locator(".cell.concluded")).to_have_count(0)
    assert states(page).count("black") > 0


def test_an_ambiguous_triddler_is_made_unique_and_exported(context, port, tmp_path):
    board = nc.Triddler(1, 1, 1, 1, 1, 1)
    ambiguous = nc.Puzzle.on(board, {axis: [[1], [1]] for axis in board.axes})
    assert nc.count(ambiguous).at_least == 3
    source = tmp_path / "six.json"
    picture = nc.solve(ambiguous).picture
    source.write_text(formats.dumps(ambiguous.replace(goals=[picture]), "json"))
    page = opened(context, port, "draw")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_label("a file with a puzzle").set_input_files(source)
    expect(cells(page)).to_have_count(6)
    wait_for_verdict(page, "Not unique")
    expect(page.locator(".cell.differ")).to_have_count(6)
    page.locator(".repair").first.click(timeout=PATIENCE)
    wait_for_verdict(page, "Unique: one solution")
    click(page, 0)  # and away from it again, by hand
    click(page, 0)
    wait_for_verdict(page, "Unique: one solution")

    page.get_by_role("button", name="Export", exact=True).click()
    page.get_by_role("radio", name=re.compile("^JSON")).check()
    save = page.get_by_role("button", name="Save", exact=True)
    expect(save).to_be_enabled()
    with page.expect_download() as download:
        save.click()
    download.value.save_as(tmp_path / "unique.json")
    [unique] = formats.parse((tmp_path / "unique.json").read_text()).puzzles
    assert unique.board == board
    assert nc.count(unique).at_most == 1


def asked(page, kind, sides):
    """The dialog with a kind of cells and the lengths of sides."""
    dialog = page.get_by_role("dialog", name="Board")
    dialog.get_by_label("Cells").select_option(kind)
    for field, length in zip(dialog.locator(".sides input").all(), sides, strict=True):
        field.fill(str(length))
    return dialog


def choose(page, kind, *sides):
    page.get_by_role("button", name=re.compile("^Board: ")).click()
    asked(page, kind, sides).get_by_role("button", name="OK").click()
    expect(page.locator("dialog")).to_have_count(0)


def test_a_board_is_begun_and_grows_around_its_picture(context, port):
    page = opened(context, port, "draw")
    choose(page, "hexagons", 2, 2, 2, 2)
    expect(cells(page)).to_have_count(7)
    click(page, 3)  # in the middle
    wait_for_verdict(page, "Unique: one solution")
    choose(page, "hexagons", 3, 3, 3, 3)
    expect(cells(page)).to_have_count(19)
    assert [index for index, state in enumerate(states(page)) if state == "black"] == [9]
    choose(page, "triangles", 1, 2, 3, 2)
    expect(cells(page)).to_have_count(nc.Triddler(1, 2, 3, 2, 1, 4).size)
    choose(page, "squares", 2, 3)
    expect(cells(page)).to_have_count(6)
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    expect(cells(page)).to_have_count(7)
    for kind, sides, fault in (
        ("triangles", (5, 1, 1, 1), "a side of a triddler is at least 0, not -3"),
        ("hexagons", (0, 2, 2, 2), "Expected whole numbers from 1 to 200."),
        ("triangles", (200, 200, 200, 200), "a puzzle has at most 40000 cells here, not 240000"),
    ):
        choose(page, kind, *sides)
        expect(page.locator("#message")).to_contain_text(fault)
        expect(cells(page)).to_have_count(7)


#: The width and height of what is drawn on the canvas of a dialog.
DRAWN = """() => {
  const { width, height } = document.querySelector("dialog canvas");
  const pen = document.querySelector("dialog canvas").getContext("2d");
  const { data } = pen.getImageData(0, 0, width, height);
  const places = [...Array(width * height).keys()].filter((at) => data[4 * at + 3] > 99);
  const extent = (of) => Math.max(...of) - Math.min(...of) + 1;
  const [across, down] = [(at) => at % width, (at) => Math.floor(at / width)];
  return [extent(places.map(across)), extent(places.map(down))];
}"""


def test_the_outline_of_a_board_follows_its_sides(context, port):
    page = opened(context, port, "draw")
    page.get_by_role("button", name=re.compile("^Board: ")).click()
    dialog = asked(page, "hexagons", (2, 2, 2, 2))
    expect(dialog.get_by_role("status")).to_have_text("7 hexagons")
    width, height = page.evaluate(DRAWN)
    assert width > 300 and 0.8 < height / width < 1
    asked(page, "triangles", (1, 2, 3, 2))
    expect(dialog.get_by_role("status")).to_have_text("25 triangles")
    dialog.locator(".sides input").first.fill("9")
    expect(dialog.get_by_role("status")).to_contain_text("a side of a triddler is at least 0")
    dialog.get_by_role("button", name="Cancel").click()
    expect(cells(page)).to_have_count(100)


def test_clues_of_three_directions_are_typed(context, port):
    page = opened(context, port, "solve")
    page.get_by_role("button", name="Empty board").click()
    asked(page, "hexagons", (2, 2, 2, 2)).get_by_role("button", name="OK").click()
    expect(cells(page)).to_have_count(7)
    verdict = page.get_by_label("verdict").locator(".verdict")
    expect(verdict).to_have_text("One solution", timeout=PATIENCE)  # all cells blank
    page.get_by_role("tab", name="Clues").click()
    for axis, clues in {"A": "2\n1 1\n2", "B": "2\n1 1", "C": "2\n1 1\n2"}.items():
        page.get_by_label(f"clues of direction {axis}").fill(clues)
    # The last line of B is blank while it is missing.
    expect(page.get_by_label("sums")).to_have_text("Sums differ by 2: A 6, B 4, C 6.")
    page.get_by_label("clues of direction B").press("Control+End")
    page.keyboard.type("\n2")
    expect(page.get_by_label("sums")).to_have_text("Sums agree: 6 cells.", timeout=PATIENCE)
    expect(verdict).to_have_text("One solution", timeout=PATIENCE)
    assert states(page) == ["black"] * 3 + ["blank"] + ["black"] * 3
    # A clue is changed beside the board.
    page.locator(".clue[data-axis=C][data-line='1']").click()
    page.get_by_label("clue of direction C, line 2").fill("3")
    expect(verdict).to_have_text("No solution", timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(verdict).to_have_text("One solution", timeout=PATIENCE)
    # A puzzle in rows and columns takes the place of the three fields.
    page.get_by_role("button", name="Empty board").click()
    asked(page, "squares", (2, 3)).get_by_role("button", name="OK").click()
    expect(cells(page)).to_have_count(6)
    expect(page.get_by_label("clues of the columns")).to_have_value("0\n0\n0")


def test_cells_that_differ_are_tinted_also_where_they_are_blank(context, port):
    board = nc.Triddler(1, 1, 1, 1, 1, 1)
    ambiguous = nc.Puzzle.on(board, {axis: [[1], [1]] for axis in board.axes})
    page = opened(context, port, "solve" + shared(ambiguous))
    expect(page.locator(".cell.differ")).to_have_count(6, timeout=PATIENCE)
    expect(page.locator(".cell.blank.differ")).not_to_have_count(0)
    for index in range(6):
        tinted = re.compile("^linear-gradient")
        expect(cells(page).nth(index)).to_have_css("background-image", tinted)


def test_directions_are_named_beyond_the_numbers_of_their_first_lines(context, port):
    board = nc.Hexagon(*[2] * 6)
    puzzle = nc.Puzzle.on(board, {axis: [[1], [1, 1], [1]] for axis in board.axes})
    widths = []
    for given in (
        puzzle,
        nc.Puzzle.on(board, {**dict.fromkeys("BC", [[1]] * 3), "A": [[1, 1]] * 3}),
    ):
        page = opened(context, port, "play" + shared(given))
        expect(cells(page)).to_have_count(7)
        for axis in board.axes:
            first = page.locator(f".clue[data-axis={axis}][data-line='0']")
            named = first.evaluate("clue => getComputedStyle(clue, '::before').content")
            assert named == f'"{axis}"'
        strip = page.locator(".clue[data-axis=A][data-line='0']")
        widths.append(
            strip.evaluate("clue => clue.offsetWidth / parseFloat(getComputedStyle(clue).fontSize)")
        )
    # A name needs room of its own where the clue of the first line is the longest.
    assert widths[1] > widths[0] + 1


def test_a_random_puzzle_of_hexagons(context, port):
    page = opened(context, port, "library")
    page.get_by_role("button", name="Surprise me").click()
    form = page.get_by_role("form", name="random puzzle")
    form.get_by_label("size").select_option("hexagons, side 3")
    form.get_by_role("button", name="Make one").click()
    expect(cells(page)).to_have_count(19)


def test_paper_shows_the_cells_and_the_clues_of_a_board(context, port):
    page = opened(context, port, "play/boards/boat.xml")
    click(page, 60)
    page.emulate_media(media="print")
    expect(page.locator("nono-board path.outline")).to_be_visible()
    expect(page.locator("nono-board path.rule")).to_be_visible()
    expect(page.locator("nono-board path.focus")).to_be_hidden()
    board, number = area(page.locator("nono-board")), area(page.locator(".clue .number").last)
    assert board["x"] >= 0 and board["width"] <= 700
    assert number["x"] + number["width"] <= board["x"] + board["width"]


def test_on_a_phone_a_board_begins_in_the_middle(browser, port):
    with phone(browser, port, (320, 640)) as context:
        page = opened(context, port, "play/boards/bee.json")
        stage, board = area(page.locator(".stage")), area(page.locator("nono-board"))
        assert board["width"] > stage["width"]
        middles = [box["x"] + box["width"] / 2 for box in (stage, board)]
        assert abs(middles[0] - middles[1]) < 2
        # The clues of the lines through a cell are there wherever the board is scrolled to.
        cells(page).nth(30).tap()
        expect(page.locator(".strip")).to_contain_text("A 5")
        expect(page.locator(".strip")).to_contain_text("B 2")

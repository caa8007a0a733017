"""The page's board and shell: pointer, touch, keys, theme, layout."""

from __future__ import annotations

import random
import re

import pytest
from browser import PATIENCE, area, cell, expect, opened, phone, profile, states

pytestmark = pytest.mark.page


def test_a_drag_fills_in_one_direction_and_does_not_spoil_what_is_there(context, port):
    page = opened(context, port, "play/heart.txt")  # the heart, 5 x 5
    start, end = area(cell(page, 2, 1)), area(cell(page, 3, 5))
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


def test_safe_colours_and_the_dark_theme(context, port):
    page = opened(context, port, "play/parrot.ctu")  # the parrot, in five colours
    swatch = page.locator(".palette .swatch").nth(1)
    before = swatch.evaluate("s => getComputedStyle(s).backgroundColor")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("colour-blind safe").check()
    expect(swatch).not_to_have_css("background-color", before)
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_label("theme").select_option("dark")
    expect(page.locator("body")).not_to_have_css("background-color", light)


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
    with phone(browser, port) as context:
        page = opened(context, port, "play/heart.txt")
        touch = context.new_cdp_session(page)

        def drag(kind):
            one, other = area(cell(page, 2, 1)), area(cell(page, 2, 4))
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


def test_a_hundred_strokes_on_small_cells_fill_what_they_go_over(browser, port):
    """On a phone a 15x15 is whole; a finger that sways stays in its line, and sees where it is."""
    chance = random.Random(1)
    with phone(browser, port) as context:
        page = opened(context, port, "play/cat.json")
        touch = context.new_cdp_session(page)
        grid, size = area(page.locator("nono-board .grid")), size_of_cells(page)
        assert 19 <= size <= 24 and grid["x"] >= 0 and grid["x"] + grid["width"] <= 390

        def put(kind, *places):
            points = [{"x": grid["x"] + 2 + x, "y": grid["y"] + 2 + y} for x, y in places]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        for _ in range(100):
            line, start, end = chance.randrange(15), chance.randrange(15), chance.randrange(15)
            is_row = chance.random() < 0.5
            step = 1 if end > start else -1
            path = []
            for at in range(start, end + step, step):
                # The first step says along which line it goes.
                is_first = abs(at - start) < 2
                sway = chance.uniform(0.2, 0.8) if is_first else chance.uniform(-0.4, 1.4)
                here = (at + 0.5) * size, (line + sway) * size
                path.append(here if is_row else here[::-1])
            put("touchStart", path[0])
            for place in path[1:]:
                put("touchMove", place)
            expect(page.locator(".loupe")).to_be_visible()
            put("touchEnd")
            expect(page.locator(".loupe")).to_be_hidden()
            cells = range(min(start, end), max(start, end) + 1)
            wanted = {15 * line + at if is_row else 15 * at + line for at in cells}
            found = {cell for cell, state in enumerate(states(page)) if state == "black"}
            assert found == wanted
            page.keyboard.press("Control+z")


def test_a_finger_that_stays_marks(browser, port):
    with phone(browser, port) as context:
        page = opened(context, port, "play/heart.txt")
        touch = context.new_cdp_session(page)

        def put(kind, *cells):
            boxes = [area(cell(page, *at)) for at in cells]
            points = [{"x": box["x"] + 8, "y": box["y"] + 8} for box in boxes]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        put("touchStart", (2, 2))
        expect(cell(page, 2, 2)).to_have_class(re.compile("filled"))
        expect(cell(page, 2, 2)).to_have_class(re.compile("blank"))  # after a while
        put("touchMove", (2, 4))
        put("touchEnd")
        assert states(page)[5:10] == ["unknown", "blank", "blank", "blank", "unknown"]
        page.keyboard.press("Control+z")
        assert set(states(page)) == {"unknown"}
        # One that moves at once draws as long as it likes.
        put("touchStart", (3, 1))
        put("touchMove", (3, 3))
        page.wait_for_timeout(700)
        put("touchEnd")
        assert states(page)[10:15] == ["black"] * 3 + ["unknown"] * 2


@pytest.mark.parametrize("size", [(1280, 800), (844, 390)])
def test_for_the_left_hand_sides_change(browser, port, size):
    width, height = size
    with profile(browser, port, viewport={"width": width, "height": height}) as context:
        page = opened(context, port, "play/heart.txt")

        def order():
            side, stage = area(page.locator("aside.side")), area(page.locator(".stage"))
            assert side["width"] > 20 and stage["width"] > 300
            return side["x"] > stage["x"]

        assert order()
        page.get_by_role("button", name="Menu").click()
        page.get_by_label("left-handed").check()
        assert not order()
        page.reload()
        assert not order()


# A board on a bench of its own, without a view around it.
BENCH = """async ({ rows, columns, palette, straight, reserve, editing }) => {
  const load = (file) => import(new URL(`static/${file}`, document.baseURI));
  const { Board } = await load("board/board.js");
  const { workbench, tool } = await load("page/layout.js");
  const { zoomTools } = await load("board/zoom.js");
  const { dress } = await load("page/theme.js");
  const { describe, Puzzle } = await load("puzzle/model.js");
  const { Rectangle } = await load("puzzle/shapes.js");
  const board = new Board();
  board.straight = straight;
  const presses = [];
  const steps = ["undo", "redo"].map((name) =>
    tool(name, name, () => presses.push(name), { key: name[0].toUpperCase() }));
  const view = workbench({ name: "trial", board, tools: [steps, zoomTools(board)], panel: [] });
  document.getElementById("main").replaceChildren(view);
  const shape = new Rectangle(rows.length, columns.length);
  const cells = new Array(shape.size).fill(editing ? 0 : -1);
  board.build({ shape, clues: { row: rows, column: columns }, palette, reserve });
  dress(view, palette);
  board.show(cells);
  let step = [];
  board.addEventListener("stroke", ({ detail }) => {
    if (detail.first) step = [];
    for (const index of detail.cells) {
      step.push([index, cells[index]]);
      cells[index] = detail.tool === "second" ? 0 : 1;
    }
    board.show(cells);
  });
  board.addEventListener("strokeend", ({ detail }) => {
    if (detail.cancelled) for (const [index, before] of step) cells[index] = before;
    board.show(cells);
    if (editing) board.setClues(new Puzzle(describe(cells, shape, palette)).clues);
  });
  window.trial = { board, cells, presses, stage: view.stage };
}"""

BLACK = [
    {"name": "blank", "rgb": "#ffffff", "char": "_"},
    {"name": "black", "rgb": "#000000", "char": "#"},
]


def bench(page, height, width, clue=(1,), palette=BLACK, straight=True, **options):
    """A board with the same clue for each line."""
    line = [[length, 1] for length in clue]
    expect(page.locator("main h1").first).to_be_visible(timeout=PATIENCE)
    given = {"rows": [line] * height, "columns": [line] * width, "palette": palette}
    page.evaluate(BENCH, {**given, "straight": straight, **options})
    expect(page.locator(".trial .cell")).to_have_count(height * width)


def grid(page):
    return area(page.locator("nono-board .grid"))


def size_of_cells(page):
    return area(page.locator("nono-board .cell").first)["width"]


def filled(page):
    return page.evaluate("trial.cells.flatMap((cell, index) => (cell === 1 ? [index] : []))")


#: Collects every shift of something that stays on the page, also right after a click.
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, sources.map(({ node }) => node?.className ?? "")]);
  }).observe({ type: "layout-shift" });
}"""


def test_the_grid_stays_where_it_is_while_clues_grow(context, port):
    page = opened(context, port, "solve")
    bench(page, 10, 10, clue=(), reserve=True, editing=True)
    page.evaluate(SHIFTS)
    before = grid(page)
    size = size_of_cells(page)
    x, y = before["x"] + 2 + size / 2, before["y"] + 2 + size / 2
    for k in (0, 2, 4, 6, 8):  # positions taken once
        page.mouse.click(x + k * size, y)
    assert filled(page) == [0, 2, 4, 6, 8]
    for k in (2, 4, 6, 8):
        page.mouse.click(x, y + k * size)
    assert filled(page) == [0, 2, 4, 6, 8, 20, 40, 60, 80]
    assert grid(page) == before
    page.wait_for_timeout(200)
    assert page.evaluate("shifts") == []


def test_the_editor_fills_the_cells_that_were_aimed_at(context, port):
    page = opened(context, port, "draw")
    expect(cell(page, 10, 10)).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(300)
    boxes = [area(cell(page, 4, column)) for column in (1, 3, 5, 7, 9)]
    for box in boxes:
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    black = [index for index, state in enumerate(states(page)) if state == "black"]
    assert black == [30, 32, 34, 36, 38]


def test_the_grid_stays_even_when_more_room_is_needed_than_was_kept(context, port):
    page = opened(context, port, "solve")
    bench(page, 12, 12, clue=(), reserve=True, editing=True)
    before = grid(page)
    clue = [[1, 1]] * 12
    page.evaluate(
        "c => trial.board.setClues({ row: Array(12).fill(c), column: Array(12).fill(c) })", clue
    )
    after = grid(page)
    assert (after["x"], after["y"]) == (before["x"], before["y"])
    numbers = page.locator(".clues.left .clue").first.locator(".number")
    assert numbers.count() == 12
    # The longest clue is whole: scrolled into sight if need be.
    page.locator("nono-board .left").first.evaluate("left => trial.stage.scrollTo(0, 0)")
    stage = area(page.locator(".trial .stage"))
    assert area(numbers.first)["x"] >= stage["x"]


def test_hints_and_messages_move_nothing(context, port):
    page = opened(context, port, "play/parrot.ctu")
    expect(cell(page, 1, 1)).to_be_visible(timeout=PATIENCE)
    cell(page, 1, 1).click(button="right")
    page.wait_for_timeout(300)
    page.evaluate(SHIFTS)
    before = grid(page)
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the step").click(timeout=PATIENCE)
    expect(page.locator(".cell.concluded").first).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("c")
    page.keyboard.press("Escape")
    page.evaluate(
        """async () => {
          const { say } = await import(new URL("static/page/message.js", document.baseURI));
          say("A long message. ".repeat(20));
        }"""
    )
    expect(page.locator("#message")).to_contain_text("A long message")
    page.wait_for_timeout(300)
    assert grid(page) == before
    moved = [names for _, names in page.evaluate("shifts")]
    assert not any(
        word in name
        for names in moved
        for name in names
        for word in ("grid", "clue", "cell", "stage", "tool")
    )
    page.get_by_role("link", name="Create", exact=True).click()
    expect(page.locator("#message")).to_be_empty()


@pytest.mark.parametrize(
    ("shape", "clue", "least", "most"),
    [
        ((5, 5), (1, 1), 72, 72),
        ((20, 20), (3, 2, 1, 1), 26, 40),
        ((46, 38), (1,) * 7, 13, 20),
        ((100, 100), (1,) * 12, 14, 20),
    ],
)
def test_the_board_uses_the_window(browser, port, shape, clue, least, most):
    with profile(browser, port, viewport={"width": 1440, "height": 900}) as context:
        page = opened(context, port, "solve")
        bench(page, *shape, clue=clue)
        assert least <= size_of_cells(page) <= most
        number = page.locator(".clues.left .number").first
        assert number.evaluate("n => parseFloat(getComputedStyle(n).fontSize)") >= 11
        stage = area(page.locator(".trial .stage"))
        board = area(page.locator("nono-board"))
        if shape[0] < 100:  # whole, and in the middle
            left, right = (
                board["x"] - stage["x"],
                stage["x"] + stage["width"] - board["x"] - board["width"],
            )
            above, below = (
                board["y"] - stage["y"],
                stage["y"] + stage["height"] - board["y"] - board["height"],
            )
            assert min(left, above) > 0
            assert abs(left - right) <= 2
            assert abs(above - below) <= 2
        # The page itself never scrolls.
        assert page.evaluate(
            "[scrollX, scrollY, document.documentElement.scrollHeight <= innerHeight]"
        ) == [0, 0, True]


#: How many cells can be seen and touched: nothing lies over their middle.
IN_SIGHT = """() => [...document.querySelectorAll("nono-board .cell")].filter((cell) => {
  const { x, y, width, height } = cell.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === cell;
}).length"""


@pytest.mark.parametrize(
    ("size", "puzzle", "least"),
    [
        ((390, 844), "1394", 225),  # 15x15, as deep clues as most have
        ((844, 390), "1394", 225),
        ((390, 844), "1818", 270),  # 20x20
        ((844, 390), "1818", 210),
        ((390, 844), "2081", 270),  # 25x25
        ((320, 640), "2081", 140),
    ],
)
def test_as_many_cells_are_in_sight_as_a_finger_can_hit(browser, port, size, puzzle, least):
    with phone(browser, port, size) as context:
        page = opened(context, port, f"play/{puzzle}")
        expect(cell(page, 1, 1)).to_be_attached()
        assert page.evaluate(IN_SIGHT) >= least
        assert size_of_cells(page) >= 17
        # Keys go on from there, pixel by pixel.
        before = size_of_cells(page)
        page.keyboard.press("+")
        assert before < size_of_cells(page) <= before * 1.3


def test_zoom_by_keys_buttons_and_wheel(context, port):
    page = opened(context, port, "solve")
    bench(page, 20, 20, clue=(1, 2, 3))
    fitted = size_of_cells(page)
    page.keyboard.press("+")
    page.get_by_role("button", name="Larger cells").click()
    assert size_of_cells(page) > fitted * 1.4
    page.keyboard.press("-")
    page.keyboard.press(".")
    assert size_of_cells(page) == fitted
    box = grid(page)
    point = (box["x"] + 2 + 7.5 * fitted, box["y"] + 2 + 3.5 * fitted)
    page.mouse.move(*point)
    page.keyboard.down("Control")
    for _ in range(6):
        page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_timeout(200)
    assert size_of_cells(page) > fitted * 1.5
    # The same cell is under the pointer.
    page.mouse.click(*point)
    assert filled(page) == [3 * 20 + 7]


def test_clues_stay_at_the_edges_and_a_line_is_revealed(context, port):
    page = opened(context, port, "solve")
    bench(page, 60, 60, clue=(4, 3, 2, 1))
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.evaluate("trial.board.reveal([59 * 60 + 59])")
    stage = area(page.locator(".trial .stage"))
    last = area(cell(page, 60, 60))
    assert last["x"] + last["width"] <= stage["x"] + stage["width"]
    assert last["y"] + last["height"] <= stage["y"] + stage["height"]
    number = area(page.locator(".clues.left .clue").nth(59).locator(".number").last)
    assert stage["x"] <= number["x"] < last["x"]
    number = area(page.locator(".clues.top .clue").nth(59).locator(".number").last)
    assert stage["y"] <= number["y"] < last["y"]
    page.evaluate("trial.board.focusCell(0)")
    left, top = (
        area(page.locator("nono-board .left")),
        area(page.locator("nono-board .top")),
    )
    first = area(cell(page, 1, 1))
    assert first["x"] >= left["x"] + left["width"]
    assert first["y"] >= top["y"] + top["height"]
    expect(page.locator(".strip")).to_contain_text("row 1")


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_a_puzzle_with_long_clues_opens_at_the_corner_of_its_grid(browser, port, size):
    with phone(browser, port, size) as context:
        page = opened(context, port, "play/61")
        first = cell(page, 1, 1)

        def share():
            box, stage = area(first), area(page.locator(".stage"))
            return (
                (box["x"] - stage["x"]) / stage["width"],
                (box["y"] - stage["y"]) / stage["height"],
            )

        expect(first).to_be_visible()
        assert all(0.2 < part < 0.4 for part in share())
        # Turning the phone keeps the corner in sight.
        page.set_viewport_size({"width": size[1], "height": size[0]})
        page.wait_for_timeout(300)
        assert all(0.2 < part < 0.4 for part in share())
        # A place scrolled to is kept.
        page.locator(".stage").evaluate("stage => stage.scrollTo(200, 150)")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(300)
        at = page.locator(".stage").evaluate("stage => [stage.scrollLeft, stage.scrollTop]")
        assert at == [200, 150]


def test_the_middle_button_and_space_move_the_board(context, port):
    page = opened(context, port, "solve")
    bench(page, 40, 40, clue=(1, 2))
    for _ in range(4):
        page.keyboard.press("+")
    box = area(page.locator(".trial .stage"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def dragged(button):
        before = grid(page)
        page.mouse.move(x, y)
        page.mouse.down(button=button)
        page.mouse.move(x - 60, y - 40, steps=5)
        page.mouse.up(button=button)
        after = grid(page)
        return after["x"] - before["x"], after["y"] - before["y"]

    assert dragged("middle") == (-60, -40)
    page.evaluate("trial.board.focusCell(820)")
    page.keyboard.down("Space")
    assert dragged("left") == (-60, -40)
    page.keyboard.up("Space")
    assert filled(page) == []
    page.keyboard.press("Space")
    assert filled(page) == [820]


def touches(session, kind, *points):
    session.send("Input.dispatchTouchEvent", {
        "type": kind,
        "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)],
    })  # fmt: skip


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_two_fingers_zoom_and_move_and_draw_nothing(browser, port, size):
    with phone(browser, port, size) as context:
        page = opened(context, port, "solve")
        bench(page, 20, 20, clue=(1, 2, 3))
        assert size_of_cells(page) == 24
        session = context.new_cdp_session(page)
        stage = area(page.locator(".trial .stage"))
        x, y = stage["x"] + stage["width"] * 0.6, stage["y"] + stage["height"] * 0.6
        touches(session, "touchStart", (x - 20, y))
        touches(session, "touchStart", (x - 20, y), (x + 20, y))
        for spread in (25, 30, 35, 40):
            touches(session, "touchMove", (x - spread, y), (x + spread, y))
            page.wait_for_timeout(50)
        page.wait_for_timeout(200)
        assert 40 <= size_of_cells(page) <= 54
        before = grid(page)
        for way in (10, 20, 30):
            touches(session, "touchMove", (x - 40 - way, y - way), (x + 40 - way, y - way))
            page.wait_for_timeout(50)
        page.wait_for_timeout(200)
        after = grid(page)
        assert abs(after["x"] - before["x"] + 30) <= 2
        assert abs(after["y"] - before["y"] + 30) <= 2
        # A finger that stays does not draw.
        touches(session, "touchEnd", (x - 70, y - 30))
        touches(session, "touchMove", (x - 30, y - 30))
        touches(session, "touchEnd")
        assert filled(page) == []
        touches(session, "touchStart", (x, y))
        touches(session, "touchEnd")
        assert len(filled(page)) == 1


def test_a_drag_shows_the_length_of_its_run(context, port):
    page = opened(context, port, "solve")
    bench(page, 10, 10)
    box, size = grid(page), size_of_cells(page)
    cell(page, 3, 2).click()
    badge = page.locator("nono-board .badge")
    expect(badge).to_be_hidden()
    at = lambda column: (box["x"] + 2 + (column + 0.5) * size, box["y"] + 2 + 2.5 * size)  # noqa: E731
    page.mouse.move(*at(2))
    page.mouse.down()
    page.mouse.move(*at(5), steps=6)
    expect(badge).to_have_text("5")  # four cells of this drag beside one that was there
    page.mouse.move(box["x"] + box["width"] + 50, at(2)[1], steps=6)  # beyond the edge: to the edge
    expect(badge).to_have_text("9")
    page.mouse.up()
    expect(badge).to_be_hidden()
    assert filled(page) == list(range(21, 30))
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    page.keyboard.press("Shift+ArrowDown")
    expect(badge).to_have_text("2")


def test_a_stroke_on_a_large_board_touches_only_its_cells(context, port):
    page = opened(context, port, "solve")
    palette = [*BLACK, {"name": "red", "rgb": "#d1242f", "char": "r"}]
    bench(page, 100, 100, clue=(3, 2, 1), palette=palette)
    page.evaluate(
        """() => {
          window.touched = new Set();
          new MutationObserver((changes) => {
            for (const { target } of changes) if (target.matches?.(".cell")) touched.add(target);
          }).observe(trial.board, { subtree: true, attributes: true, childList: true });
        }"""
    )
    cell(page, 5, 5).click()
    assert (
        1 <= page.evaluate("touched.size") <= 3
    )  # the cell, and those that lose and gain the focus


def test_the_toolbar_is_one_stop_and_the_board_is_near(context, port):
    page = opened(context, port, "solve")
    bench(page, 10, 10)
    page.locator("main").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="undo")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="redo")).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Larger cells")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    expect(cell(page, 1, 1)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Fit the board")).to_be_focused()
    page.keyboard.press("u")
    assert page.evaluate("trial.presses") == ["undo"]


def test_the_title_of_the_window_is_that_of_the_view(context, port):
    page = opened(context, port, "library")
    for name, title in (("Create", "Create"), ("Draw", "Draw"), ("Play", "Puzzles")):
        page.get_by_role("link", name=name).first.click()
        expect(page).to_have_title(f"{title} – nonocsp")


def test_paper_has_the_title_the_board_and_its_clues_alone(browser, port):
    viewport = {"width": 1440, "height": 900}
    with profile(browser, port, viewport=viewport, color_scheme="dark") as context:
        page = opened(context, port, "play/heart.txt")
        cell(page, 1, 2).click()
        page.keyboard.press("h")
        page.get_by_role("button", name="Show the step").click(timeout=PATIENCE)
        before = grid(page)
        page.emulate_media(media="print")
        expect(page.locator("main h1")).to_be_visible()
        for hidden in ("header", ".tools", ".strip", ".advice", "nono-board .over"):
            expect(page.locator(hidden).first).to_be_hidden()
        board = area(page.locator("nono-board"))
        assert board["x"] >= 0
        assert board["width"] <= 700
        assert board["height"] <= 1000
        # Black on white, whatever the theme, and also where the browser saves ink.
        own = cell(page, 1, 2)
        expect(own).to_have_css("background-color", "rgb(0, 0, 0)")
        expect(own).to_have_css("print-color-adjust", "exact")
        expect(cell(page, 1, 1)).to_have_css("background-color", "rgb(255, 255, 255)")
        assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
        expect(page.locator(".about")).to_have_text("5 × 5 · by The nonocsp authors")
        page.emulate_media(media="screen")
        page.wait_for_timeout(300)
        assert grid(page) == before


def test_fifth_lines_are_thicker_on_paper_and_cells_stay_even(context, port):
    page = opened(context, port, "play/cat.json")
    expect(cell(page, 1, 1)).to_be_visible()
    width = "cell => getComputedStyle(cell).borderLeftWidth"
    sixth = cell(page, 2, 6)
    assert [each.evaluate(width) for each in (sixth, cell(page, 2, 7))] == ["1px", "1px"]
    page.emulate_media(media="print")
    assert [each.evaluate(width) for each in (sixth, cell(page, 2, 7))] == ["2px", "1px"]
    sizes = page.locator(".cell").evaluate_all(
        "cells => cells.map(cell => cell.getBoundingClientRect().width.toFixed(2))"
    )
    assert len(set(sizes)) == 1


CARDS = """() => {
  const cards = [...document.querySelectorAll(".card")];
  const drawn = cards.filter((card) => card.querySelector("canvas").width > 1);
  return [drawn, cards.filter((card) => card.checkVisibility()), cards].map(({ length }) => length);
}"""


def test_the_library_prints_the_pictures_that_are_there(context, port):
    page = opened(context, port, "library")
    drawn = page.locator(".card canvas:not([width='1'])")
    expect(drawn.first).to_be_visible()
    page.emulate_media(media="print")
    # Counted at one moment, since cards are drawn one by one.
    drawn, shown, every = page.evaluate(CARDS)
    assert 0 < shown == drawn < every
    for hidden in page.locator(".library button, .library .first, #waiting").all():
        expect(hidden).to_be_hidden()

"""The editor of the page: tools, verdict, repairs, size, palette, images, export."""

from __future__ import annotations

import io
import json
import re

import pytest
from browser import PATIENCE, area, cell, expect, opened, phone, states, wait_for_verdict

pytestmark = pytest.mark.page


def use(page, tool):
    """Press a button, which may stand under More."""
    is_there = page.get_by_role("button", name=tool, exact=True)
    expect(page.locator(".draw")).to_be_visible()
    if is_there.count():
        is_there.click()
        return
    page.get_by_role("button", name="More", exact=True).click()
    is_there.click()
    page.evaluate("document.querySelector('#more').hidePopover()")


def drag(page, start, end, button="left"):
    """A stroke from one cell (row, column) to another."""
    one, other = (area(cell(page, *at)) for at in (start, end))
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down(button=button)
    middle = other["x"] + other["width"] / 2, other["y"] + other["height"] / 2
    page.mouse.move(*middle, steps=6)
    page.mouse.up(button=button)


def picture(page, width=10):
    """The drawing as rows of characters: # where a cell is not blank."""
    chars = ["_" if state == "blank" else "#" for state in states(page)]
    return ["".join(chars[at : at + width]) for at in range(0, len(chars), width)]


def board(page):
    """The button that says the size, and asks for another one."""
    return page.get_by_role("button", name=re.compile("^Board: "))


def resize(page, columns, rows):
    board(page).click()
    for label, number in (("columns", columns), ("rows", rows)):
        page.get_by_label(label, exact=True).fill(str(number))
    page.get_by_role("button", name="OK").click()


def test_clues_of_a_cell_that_is_gone_are_not_shown(context, port):
    page = opened(context, port, "draw")
    cell(page, 4, 6).hover()
    expect(page.locator(".strip")).to_contain_text("column 6")
    resize(page, 3, 10)
    expect(page.locator("nono-board .cell")).to_have_count(30)
    expect(page.locator(".strip")).to_have_text("")


def test_draw_repair_export_play_and_solve(context, port, tmp_path):
    page = opened(context, port, "draw")
    resize(page, 4, 4)
    cell(page, 1, 1).click()
    cell(page, 2, 2).click()
    wait_for_verdict(page, "Not unique")
    expect(page.get_by_label("verdict")).to_contain_text("2 solutions.")
    expect(page.locator(".cell.differ")).to_have_count(4)
    # They are hatched while the verdict is pointed at.
    look = "cell => getComputedStyle(cell).backgroundImage.split('(')[0]"
    differing = page.locator(".cell.differ").first
    assert differing.evaluate(look) == "linear-gradient"
    page.get_by_text("Not unique").hover()
    assert differing.evaluate(look) == "repeating-linear-gradient"

    expect(page.locator(".parts li")).to_have_text("rows 1–2, columns 1–2 2 ways in 4 cells")
    suggestion = page.get_by_label("suggestion")
    expect(suggestion).to_contain_text("One changed cell makes it unique", timeout=PATIENCE)
    expect(page.locator(".repair").nth(1)).to_be_visible()  # the others follow the first
    expect(page.locator(".cell.suggested")).to_have_count(1)
    page.locator(".repair").nth(1).click()
    wait_for_verdict(page, "Unique: one solution")
    expect(page.locator(".cell.differ, .cell.suggested")).to_have_count(0)
    drawn = states(page)
    use(page, "Undo")
    wait_for_verdict(page, "Not unique")
    use(page, "Redo")
    wait_for_verdict(page, "Unique: one solution")
    assert states(page) == drawn

    page.get_by_label("title").fill("Two dots: a/b")
    use(page, "Export")
    page.get_by_role("radio", name=".non").check()
    expect(page.get_by_label("note")).not_to_contain_text("goal")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    assert download.value.suggested_filename == "Two dots_ a_b.non"
    exported = tmp_path / "drawn.non"
    download.value.save_as(exported)
    assert "width 4" in exported.read_text()

    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    assert set(states(page)) == {"unknown"}


def test_only_the_newest_stroke_is_judged(context, port):
    page = opened(context, port, "draw")
    # Each click sends a question; in any order of answers, the last verdict must stand.
    for index in range(8):
        cell(page, 1 + index, 1 + index).click()
    use(page, "Clear")
    wait_for_verdict(page, "Empty")
    page.wait_for_timeout(500)
    wait_for_verdict(page, "Empty")


def test_steps_can_be_undone_after_another_view(context, port):
    page = opened(context, port, "draw")
    cell(page, 1, 1).click()
    use(page, "New")
    expect(page.locator("nono-board .cell.filled")).to_have_count(0)
    page.get_by_role("link", name="Create").click()
    page.get_by_role("link", name="Draw").first.click()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(cell(page, 1, 1)).to_have_class(re.compile("filled"))


def test_the_grid_stays_where_it_is(context, port):
    page = opened(context, port, "draw")
    places = [area(cell(page, 1 + at % 2 * 4, 1 + at)) for at in range(0, 10, 2)]
    places += [area(cell(page, 1 + at, 1)) for at in range(2, 10, 2)]
    for place in places:
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    wait_for_verdict(page, "Unique: one solution")
    assert picture(page) == [
        "#_#_#_#_#_", "_" * 10, "#" + "_" * 9, "_" * 10, "#" + "_" * 9,
        "_" * 10, "#" + "_" * 9, "_" * 10, "#" + "_" * 9, "_" * 10,
    ]  # fmt: skip


def test_tools(context, port):
    page = opened(context, port, "draw")
    expect(page.get_by_role("button", name="Brush")).to_have_attribute("aria-pressed", "true")
    use(page, "Rectangle")
    expect(page.get_by_role("button", name="Brush")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="Rectangle")).to_have_attribute("aria-pressed", "true")
    drag(page, (2, 2), (4, 4))
    block = ["__________", "_###______", "_###______", "_###______"] + ["__________"] * 6
    assert picture(page) == block
    use(page, "Line")
    drag(page, (6, 1), (10, 5))
    assert [row.index("#") for row in picture(page)[5:]] == [0, 1, 2, 3, 4]
    drag(page, (6, 1), (10, 5), button="right")  # erases, whatever the tool
    assert picture(page) == block
    use(page, "Fill")
    cell(page, 3, 3).click()
    assert picture(page) == block  # its area has that colour
    page.get_by_role("radio", name="blank").click()
    cell(page, 3, 3).click()
    assert set(states(page)) == {"blank"}
    page.keyboard.press("Control+z")
    assert picture(page) == block
    page.keyboard.press("Control+Shift+z")
    assert set(states(page)) == {"blank"}


def test_select_move_turn_copy_and_shift(context, port):
    page = opened(context, port, "draw")
    resize(page, 6, 4)
    for row, column in ((1, 1), (1, 2), (2, 1)):
        cell(page, row, column).click()
    page.keyboard.press("s")
    drag(page, (1, 1), (2, 2))
    expect(page.locator(".selection")).to_be_visible()
    use(page, "Mirror")
    assert picture(page, 6) == ["##____", "_#____", "______", "______"]
    drag(page, (1, 1), (2, 3))  # begins inside: moves it
    assert picture(page, 6) == ["______", "__##__", "___#__", "______"]
    page.keyboard.press("Control+c")
    page.keyboard.press("Delete")
    assert set(states(page)) == {"blank"}
    page.keyboard.press("Control+v")
    assert picture(page, 6)[1:3] == ["__##__", "___#__"]
    page.keyboard.press("Escape")
    expect(page.locator(".selection")).to_be_hidden()
    use(page, "Shift up")
    use(page, "Shift up")
    assert picture(page, 6) == ["___#__", "______", "______", "__##__"]
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_label("Wrap around").uncheck()
    page.keyboard.press("Escape")
    use(page, "Shift up")
    assert picture(page, 6) == ["______", "______", "__##__", "______"]
    use(page, "Rotate")
    assert picture(page, 4) == ["____", "____", "_#__", "_#__", "____", "____"]
    use(page, "Flip")
    assert picture(page, 4)[2:4] == ["_#__", "_#__"]
    page.keyboard.press("m")
    drag(page, (3, 2), (1, 4))
    assert picture(page, 4)[:2] == ["___#", "___#"]


def test_edges_are_dragged_and_everything_is_undone(context, port):
    page = opened(context, port, "draw")
    cell(page, 1, 1).click()
    size = area(cell(page, 1, 1))["width"]
    for edge, across, down in (("left", -2, 0), ("bottom", 0, -3), ("right", 1, 0)):
        handle = page.get_by_role("button", name=re.compile(f"at the {edge}: drag"))
        box = area(handle)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + across * size, y + down * size, steps=4)
        page.mouse.up()
        size = area(cell(page, 1, 1))["width"]
    expect(board(page)).to_have_text("13 × 7")
    assert picture(page, 13)[0] == "__#__________"
    use(page, "Add a row at the top")
    assert picture(page, 13)[1] == "__#__________"
    for _ in range(5):
        use(page, "Undo")
    expect(board(page)).to_have_text("10 × 10")
    assert set(states(page)) == {"blank"}
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    use(page, "Redo")
    resize(page, 0, 10)
    expect(page.locator("#message")).to_have_text("Expected whole numbers from 1 to 200.")
    page.reload()
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, black")


def test_other_solutions_and_shading(context, port):
    page = opened(context, port, "draw")
    resize(page, 3, 3)
    for at in (1, 2, 3):
        cell(page, at, at).click()
    wait_for_verdict(page, "Not unique")
    expect(page.get_by_label("verdict")).to_contain_text("6 solutions.")
    slider = page.get_by_label("your drawing or another solution")
    expect(slider).to_have_attribute("max", "5")
    drawn = states(page)
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert states(page) != drawn
    page.keyboard.press("Home")
    assert states(page) == drawn
    use(page, "Shading")
    expect(page.locator(".cell.shaded")).to_have_count(9)
    shade = page.locator(".cell.shaded").first.evaluate(
        "c => getComputedStyle(c).getPropertyValue('--shade')"
    )
    assert shade.startswith("color-mix(in oklab")
    title = page.locator(".cell.shaded").first.get_attribute("title")
    assert title == "blank in 66.7 %, black in 33.3 %"
    page.keyboard.press("ArrowRight")
    use(page, "Shading")
    expect(page.locator(".cell.shaded")).to_have_count(0)
    # A stroke goes on with the drawing, whatever is looked at.
    slider.fill("3")
    cell(page, 1, 1).click()
    assert picture(page, 3) == ["___", "_#_", "__#"]


def test_length_and_depth_follow_the_drawing(context, port):
    page = opened(context, port, "draw")
    use(page, "Rectangle")
    drag(page, (1, 1), (10, 10))
    gauge = page.get_by_label("length and depth")
    expect(gauge).to_contain_text(
        "Very shallow. One line at a time suffices. Most people: 2 to 8 minutes.", timeout=PATIENCE
    )
    expect(gauge.locator(".step.on")).to_have_count(1)
    cell(page, 1, 1).click(button="right")
    use(page, "Clear")
    expect(gauge.locator(".step.on")).to_have_count(0)


def test_a_card_is_about_the_newest_drawing(context, port):
    page = opened(context, port, "draw")
    use(page, "Rectangle")
    drag(page, (1, 1), (10, 10))
    page.get_by_role("button", name="Before publishing").click()
    expect(page.locator(".publishing")).to_contain_text("Publish it.", timeout=PATIENCE)
    use(page, "Clear")
    expect(page.locator(".publishing")).to_be_empty()


def test_a_whole_palette_is_taken_and_taken_back(context, port):
    page = opened(context, port, "draw")
    cell(page, 1, 1).click()
    use(page, "Add a colour")
    page.get_by_role("radio", name="sea").check()
    page.get_by_role("button", name="Add", exact=True).click()
    swatches = page.locator(".palette .swatch")
    expect(swatches).to_have_count(7)
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, deep")
    expect(swatches.nth(1)).to_have_text("#")
    assert len(set(swatches.all_inner_texts())) == 7
    use(page, "Add a colour")
    page.get_by_role("radio", name="greys").check()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(swatches).to_have_count(7)
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, black")
    for _ in range(2):
        page.keyboard.press("Control+z")
    expect(swatches).to_have_count(2)


def test_a_palette_is_edited_in_the_page(context, port):
    page = opened(context, port, "draw")
    use(page, "Add a colour")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".palette .swatch")).to_have_count(2)
    use(page, "Add a colour")
    page.get_by_label("Name").fill("blue")
    expect(page.get_by_label("Look")).to_have_value("#0969da")
    page.get_by_role("button", name="Add", exact=True).click()
    cell(page, 1, 1).click()
    assert states(page)[0] == "blue"
    use(page, "Edit the colour")
    page.get_by_label("Name").fill("cherry")
    page.get_by_role("button", name="OK").click()
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, cherry")
    expect(page.locator(".clues.top .clue").first).to_have_attribute(
        "aria-label", "column 1: 1 cherry"
    )
    use(page, "Edit the colour")
    page.get_by_label("Name").fill("black")
    page.get_by_role("button", name="OK").click()
    expect(page.locator("#message")).to_contain_text("a name and a character of its own")
    use(page, "Edit the colour")
    page.locator("select[name=place]").select_option("1")
    page.get_by_role("button", name="OK").click()
    expect(page.locator(".palette .swatch").nth(1)).to_have_attribute("aria-label", "cherry")
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, cherry")
    use(page, "Edit the colour")
    page.get_by_label("Remove it").check()
    page.get_by_role("button", name="OK").click()
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, blank")
    expect(page.locator(".palette .swatch")).to_have_count(2)
    use(page, "Undo")
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", "row 1, column 1, cherry")
    wait_for_verdict(page, "Unique: one solution")


def exported(page, name, path):
    """The file of a format, chosen by its name."""
    use(page, "Export")
    more = page.get_by_text("More formats")
    radio = page.get_by_role("radio", name=name)
    expect(page.locator(".formats details .format").first).to_be_attached()
    if not radio.is_visible():
        more.click()
    radio.check()
    button = page.get_by_role("button", name="Save", exact=True)
    expect(button).to_be_enabled()
    with page.expect_download() as download:
        button.click()
    download.value.save_as(path)
    return path.read_bytes()


def test_exports_have_the_size_that_was_chosen_and_no_unused_colour(context, port, tmp_path):
    from PIL import Image

    page = opened(context, port, "draw")
    use(page, "Add a colour")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("radio", name="black").click()
    use(page, "Rectangle")
    drag(page, (1, 1), (5, 10))
    data = json.loads(exported(page, re.compile("^JSON"), tmp_path / "a.json"))
    assert "red" not in json.dumps(data)
    assert data["goals"][0][0] == "##########"

    use(page, "Export")
    page.get_by_role("radio", name="PNG picture").check()
    page.get_by_role("checkbox", name="Clues").uncheck()
    page.get_by_role("checkbox", name="Solution").check()
    page.get_by_label("cell size in pixels").fill("20")
    expect(page.get_by_label("note")).to_have_text("220 × 220 pixels")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    download.value.save_as(tmp_path / "a.png")
    image = Image.open(tmp_path / "a.png").convert("RGB")
    assert image.size == (220, 220)
    assert image.getpixel((20, 20)) == (0, 0, 0)
    assert image.getpixel((20, 180)) == (255, 255, 255)

    assert exported(page, "SVG drawing", tmp_path / "a.svg").startswith(b"<svg")
    assert exported(page, "PDF sheet", tmp_path / "a.pdf").startswith(b"%PDF")
    cells = exported(page, "png, one pixel a cell", tmp_path / "b.png")
    assert Image.open(io.BytesIO(cells)).size == (10, 10)
    use(page, "Export")
    page.get_by_role("radio", name=re.compile("^mk ")).check()
    expect(page.get_by_label("note")).to_have_text(re.compile("Not in this file: .*solution"))


def test_without_a_pdf_the_sheet_is_printed(context, port):
    page = opened(context, port, "draw")
    refusal = '{"error": {"kind": "input", "message": "reportlab is missing"}}'
    page.route("**/api/write", lambda route: route.fulfill(body=refusal))
    page.evaluate("window.print = () => (window.printed = document.querySelector('.sheet img'))")
    use(page, "Export")
    page.get_by_role("radio", name="PDF sheet").check()
    page.get_by_role("button", name="Print…").click()
    assert page.evaluate("window.printed.naturalWidth") > 100
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".sheet")).to_have_count(0)


def scene(path, **keywords):
    """A dark house on light ground, 400 by 300 pixels."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (400, 300), "#e8f2ff")
    draw = ImageDraw.Draw(image)
    draw.rectangle((100, 140, 300, 280), "#802020")
    draw.polygon([(80, 140), (320, 140), (200, 40)], "#202020")
    image.save(path, **keywords)
    return path


@pytest.mark.parametrize("name", ["house.png", "my_house.jpg"])
def test_an_image_becomes_a_puzzle(context, port, tmp_path, name):
    page = opened(context, port, "draw")
    page.get_by_label("an image file").set_input_files(scene(tmp_path / name, quality=95))
    facts = page.get_by_label("facts")
    expect(facts).to_have_text(re.compile("30 × 23, unique"), timeout=PATIENCE)
    expect(page.get_by_label("length and depth").last).to_contain_text("One line at a time")
    page.get_by_role("slider", name="columns").fill("20")
    expect(facts).to_have_text(re.compile("20 × 15, unique"), timeout=PATIENCE)
    expect(page.get_by_role("slider", name="contrast")).to_be_hidden()
    page.get_by_role("slider", name="colours").fill("2")
    expect(facts).to_have_text(re.compile("20 × 15, 2 colours, unique"), timeout=PATIENCE)
    expect(page.get_by_role("slider", name="threshold")).to_be_hidden()

    # A part of it: the right half.
    box = area(page.locator(".studio .source canvas"))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 1)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + box["height"] - 1, steps=5)
    page.mouse.up()
    expect(facts).to_have_text(re.compile("20 × 30, 2 colours, unique"), timeout=PATIENCE)
    page.get_by_role("button", name="Whole image").click()
    expect(facts).to_have_text(re.compile("20 × 15"), timeout=PATIENCE)
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(board(page)).to_have_text("20 × 15")
    expect(page.get_by_label("title")).to_have_value(name.split(".")[0].replace("_", " "))
    wait_for_verdict(page, "Unique: one solution")
    drawn = states(page)
    assert (drawn[0], drawn[10 * 20 + 10] != "blank") == ("blank", True)
    use(page, "Undo")
    expect(board(page)).to_have_text("10 × 10")
    expect(page.get_by_label("title")).to_have_value("")


def test_what_is_no_image_is_refused_in_one_line(context, port, tmp_path):
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG\r\n\x1a\n nothing")
    page = opened(context, port, "draw")
    page.get_by_label("an image file").set_input_files(broken)
    expect(page.locator("#message")).to_contain_text("broken.png is not an image")
    expect(page.locator("dialog")).to_have_count(0)


def test_puzzles_are_opened_from_text_and_files(context, port, tmp_path):
    page = opened(context, port, "draw")
    use(page, "Open")
    page.get_by_label("a puzzle as text, in any format").fill("hello")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.locator("#message")).to_contain_text("unknown format")
    use(page, "Open")
    page.get_by_label("a puzzle as text, in any format").fill("#_#\n_#_\n#_#\n")
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.locator("#message")).to_contain_text("Read as a picture of '#' and '.'")
    assert picture(page, 3) == ["#_#", "_#_", "#_#"]
    source = tmp_path / "wide.non"
    source.write_text('title "Wide"\nwidth 2\nheight 1\nrows\n2\ncolumns\n1\n1\n')
    use(page, "Open")
    page.get_by_label("a file with a puzzle").set_input_files(source)
    expect(page.get_by_label("title")).to_have_value("Wide")
    assert picture(page, 2) == ["##"]
    # Dropped and pasted, without a dialog.
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.setData("text/plain", "##_\\n__#\\n");
            document.querySelector(".stage").dispatchEvent(
              new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
    )
    expect(board(page)).to_have_text("3 × 2")
    assert picture(page, 3) == ["##_", "__#"]


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


def test_drawing_with_a_finger(browser, port):
    with phone(browser, port) as context:
        page = opened(context, port, "draw")
        cell(page, 1, 2).tap()
        assert states(page)[1] == "black"
        tools = area(page.get_by_role("toolbar"))
        assert tools["y"] > 600
        for name in ("Brush", "Undo", "More", "Add a colour", "Edit the colour"):
            box = area(page.get_by_role("button", name=name, exact=True))
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
        expect(page.get_by_label("verdict").locator(".verdict")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("size", [(360, 640), (844, 390)])
def test_every_label_and_colour_is_whole_on_a_phone(browser, port, size):
    with phone(browser, port, size) as context:
        page = opened(context, port, "draw")
        black = page.get_by_role("radio", name="black")
        expect(black).to_be_visible()
        box, seen = area(black), area(page.locator(".tools"))
        assert box["x"] + box["width"] <= seen["x"] + seen["width"] <= size[0]
        cut = page.locator(".actions .tool").evaluate_all(
            "tools => tools.filter(tool => tool.scrollWidth > tool.clientWidth).length"
        )
        assert cut == 0


def own(page):
    page.goto(f"{page.url.split('#')[0]}#library")
    return page.locator(".shelf.own .card")


def test_drawings_are_kept_side_by_side(context, port):
    page = opened(context, port, "draw")
    page.get_by_label("title").fill("First")
    cell(page, 1, 1).click()
    use(page, "New")
    page.get_by_label("title").fill("Second")
    cell(page, 2, 2).click()
    expect(own(page)).to_have_count(2)
    own(page).filter(has_text="First").get_by_role("link").click()
    expect(page.get_by_label("title")).to_have_value("First")
    expect(cell(page, 1, 1)).to_have_class(re.compile("filled"))
    page.reload()
    expect(cell(page, 1, 1)).to_have_class(re.compile("filled"))
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(cell(page, 1, 1)).not_to_have_class(re.compile("filled"))
    page.get_by_role("button", name="Redo", exact=True).click()
    card = own(page).filter(has_text="First")
    card.hover()
    card.get_by_role("button", name="Remove First").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(own(page)).to_have_count(1)


def test_two_tabs_do_not_overwrite_each_other(context, port):
    one = opened(context, port, "draw")
    cell(one, 1, 1).click()
    other = opened(context, port, "draw")
    expect(cell(other, 1, 1)).to_have_class(re.compile("filled"))
    cell(other, 5, 5).click()
    expect(one.locator("#message")).to_contain_text("Another tab")
    cell(one, 1, 2).click()
    one.reload()
    expect(cell(one, 1, 2)).to_have_class(re.compile("filled"))
    expect(cell(one, 5, 5)).not_to_have_class(re.compile("filled"))
    expect(own(one)).to_have_count(2)


def test_strokes_have_images_and_an_image_is_traced(context, port):
    page = opened(context, port, "draw")
    resize(page, 5, 5)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_label("symmetry").select_option("both")
    page.keyboard.press("Escape")
    cell(page, 1, 2).click()
    assert picture(page, 5) == ["_#_#_", "_____", "_____", "_____", "_#_#_"]
    page.keyboard.press("Control+z")
    assert set("".join(picture(page, 5))) == {"_"}
    resize(page, 6, 5)  # turns do not fit a rectangle
    expect(page.get_by_label("symmetry").locator("option[value=turns]")).to_be_disabled()
    from PIL import Image

    file = io.BytesIO()
    Image.new("RGB", (60, 50), "red").save(file, "PNG")
    image = {"name": "a.png", "mimeType": "image/png", "buffer": file.getvalue()}
    page.get_by_label("an image to trace").set_input_files(image)
    traced = page.locator("img.traced")
    expect(traced).to_be_visible()
    grid, over = area(page.locator("nono-board .grid")), area(traced)
    assert abs(grid["width"] - over["width"]) < 6 and abs(grid["x"] - over["x"]) < 6
    cell(page, 2, 2).click()  # it does not hold the pointer
    assert picture(page, 6)[1] == "_#__#_"
    use(page, "Trace")
    expect(traced).to_be_hidden()
    bad = {"name": "a.png", "mimeType": "image/png", "buffer": b"no image"}
    page.get_by_label("an image to trace").set_input_files(bad)
    expect(page.get_by_text("not an image that the browser can read")).to_be_visible()

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from html.parser import HTMLParser
from itertools import combinations
from xml.etree import ElementTree

import drawn
import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import grids, pictures, puzzles, small_puzzles

import nonocsp as nc
from nonocsp import render
from nonocsp.core.base.errors import OptionError, PuzzleError
from nonocsp.core.model.colours import BLANK, STANDARD
from nonocsp.core.model.line import Line
from nonocsp.files.render import Drawing, as_png
from nonocsp.files.render.colour_vision import VISIONS, contrast, distance, ink_on, safe_colours
from nonocsp.files.render.labels import labels, width_of
from nonocsp.files.render.scene import layout_of
from nonocsp.files.render.theme import theme_colours

HOSTILE = "<script>alert('x')</script> & \"q\" \x00\x07\x1b[31m\ud800 \u202e"


def expected_labels(puzzle):
    """What must be written beside the grid, from the clues alone."""
    found = Counter()
    for clue in (*puzzle.rows, *puzzle.columns):
        if clue is None:
            found["*"] += 1
        elif not clue:
            found["0"] += 1
        else:
            found.update(map(str, clue))
    return found


# Where everything is.


def overlap(a, b):
    return (
        min(a.x + a.width, b.x + b.width) > max(a.x, b.x) + 1e-6
        and min(a.y + a.height, b.y + b.height) > max(a.y, b.y) + 1e-6
    )


@given(puzzles(6, 6), st.one_of(st.none(), st.integers(4, 60)), st.booleans())
def test_labels_overlap_neither_the_grid_nor_each_other_and_all_is_inside(
    drawn_puzzle, cell, chars
):
    _, puzzle = drawn_puzzle
    drawing = Drawing.of(puzzle, cell=cell, chars=chars)
    place = layout_of(drawing)
    boxes = []
    for line in puzzle.lines:
        written = labels(drawing, puzzle.clue(line))
        for number, word in enumerate(written):
            box = place.slot_of(line, number, len(written))
            assert width_of(word) * place.font <= (box.width if line.is_row else place.cell)
            assert not overlap(box, place.grid)
            # It stands beside its own line and no other.
            cells = place.line(puzzle.cells(line))
            if line.is_row:
                assert (box.y, box.height) == (cells.y, cells.height)
            else:
                assert (box.x, box.width) == (cells.x, cells.width)
            boxes.append(box)
    assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
    rules = [rule for item in place.rules() for rule in item.boxes]
    guides = [box for item in place.guides([]) for box in item.boxes]
    cells = [place.box(r, c) for r in range(place.rows) for c in range(place.columns)]
    for box in (*boxes, *cells, *rules, *guides, place.grid):
        assert box.x >= 0 and box.y >= 0
        assert box.x + box.width <= place.width and box.y + box.height <= place.height
    assert not any(overlap(a, b) for a, b in combinations(cells, 2))


def test_every_fifth_line_and_the_frame_are_thick():
    place = layout_of(Drawing.of(nc.Grid([3] * 84, 12)))
    thin, thick = (item.boxes for item in place.rules())
    assert place.thick > 1
    assert len(thick) == 3 + 4 and len(thin) == (8 + 13) - 7
    middles = {round(box.y + box.height / 2 - place.top) for box in thick if box.width > box.height}
    assert middles == {0, 5 * place.cell, 7 * place.cell}


@pytest.mark.parametrize("size", [5, 20, 45, 100, 200])
def test_the_writing_of_clues_is_large_enough_to_read(size):
    drawing = Drawing.of(nc.Puzzle([[size]] * size, [[size]] * size))
    assert layout_of(drawing).font >= 8


def test_the_widths_that_layouts_reckon_with_are_those_of_the_font():
    from reportlab.pdfbase.pdfmetrics import stringWidth

    for code in range(33, 127):
        assert stringWidth(chr(code), "Helvetica", 1) <= width_of(chr(code)), chr(code)


# What is drawn.


@given(puzzles(6, 6), st.sampled_from(["light", "dark", "auto"]))
def test_svg_has_every_clue_number_exactly_once(drawn_puzzle, theme):
    _, puzzle = drawn_puzzle
    svg = render.svg(puzzle, theme=theme)
    root = ElementTree.fromstring(svg)
    width, height = float(root.get("width")), float(root.get("height"))
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    written = drawn.words(svg)
    assert Counter(word for word, _, _ in written) == expected_labels(puzzle)
    assert all(0 < x < width and 0 < y < height for _, x, y in written)
    for x, y, w, h, _, _ in drawn.rectangles(svg):
        assert 0 <= x <= x + w <= width and 0 <= y <= y + h <= height


@given(st.data())
def test_svg_and_png_show_the_colour_of_every_cell(data):
    from PIL import Image

    picture = data.draw(pictures(5, 5))
    colours = (BLANK, *list(STANDARD.values())[:3])
    look = {"colours": colours, "cell": data.draw(st.integers(4, 30))}
    svg = drawn.rectangles(render.svg(picture, **look))
    png = Image.open(io.BytesIO(render.png(picture, **look))).convert("RGB")
    place = layout_of(Drawing.of(picture, **look))
    assert png.size == (place.width, place.height)
    rows, columns = picture.shape
    for row in range(rows):
        for column in range(columns):
            x, y = place.box(row, column).centre
            wanted = colours[picture[row, column]].rgb
            assert drawn.colour_at(svg, x, y) == wanted
            assert "#{:02x}{:02x}{:02x}".format(*png.getpixel((int(x), int(y)))) == wanted


@given(st.data())
def test_open_blank_and_coloured_cells_can_be_told_apart(data):
    picture, puzzle = data.draw(puzzles(4, 4, 1))
    grid = data.draw(grids(picture, 1))
    for theme in ("light", "dark"):
        drawing = Drawing.of(grid, puzzle=puzzle, theme=theme)
        shapes = drawn.rectangles(render.svg(drawing))
        place, table = layout_of(drawing), theme_colours(drawing)
        for index, mask in enumerate(grid.masks):
            x, y = place.box(*divmod(index, place.columns)).centre
            ink = {3: "open", 2: "colour 1", 1: "colour 0" if grid.is_decided else "dot"}[mask]
            assert drawn.colour_at(shapes, x, y) == table.colour(ink)
        assert contrast(table.colour("dot"), table.colour("colour 0")) > 1.8
        assert contrast(*(table.colour(f"colour {n}") for n in (0, 1))) > 4.5


def test_several_candidates_are_shown_one_by_one():
    colours = (BLANK, *list(STANDARD.values())[:4])
    grid = nc.Grid([0b01110, 0b11111, 0b10001, 0], 2, 4)
    fills = Counter(fill for *_, fill, _ in drawn.rectangles(render.svg(grid, colours=colours)))
    rgb = [colour.rgb for colour in colours]
    # Of the cell of which nothing is known, nothing is shown.
    assert [fills[rgb[n]] for n in (1, 2, 3, 4)] == [1, 1, 1, 1]
    many = nc.Grid([(1 << 20) - 2, 1], 1, 20)
    assert "19" in [word for word, _, _ in drawn.words(render.svg(many))]


def test_a_cell_without_candidates_is_crossed_out():
    svg = render.svg(nc.Grid([0, 1], 2))
    wrong = theme_colours(Drawing.of(nc.Grid([0, 1], 2))).colour("wrong")
    crossed = [n for n in ElementTree.fromstring(svg).iter() if n.get("fill") == wrong]
    assert len(crossed) == 1 and crossed[0].get("d").count("M") == 2


def test_lines_and_cells_that_are_spoken_of_are_marked():
    drawing = Drawing.of(
        nc.Puzzle([[1], [2], []], [[1], [1], [1]]),
        lines=[Line("row", 1), Line("column", 2)],
        concluded=[(1, 1)],
        because=[(0, 0)],
    )
    place, table = layout_of(drawing), theme_colours(drawing)
    shapes = drawn.rectangles(render.svg(drawing))
    for cell, ink in (((1, 1), "frame"), ((0, 0), "because")):
        box = place.box(*cell)
        assert drawn.colour_at(shapes, box.x + 2, box.y + 2) == table.colour(ink)
        # The corners differ from the frame in shape, not in colour alone.
        middle = drawn.colour_at(shapes, box.x + box.width / 2, box.y + 2)
        assert (middle == table.colour(ink)) == (ink == "frame")
    strip = place.strip(Line("row", 1))
    assert drawn.colour_at(shapes, strip.x + 1, strip.y + 3) == table.colour("line")


def test_an_absent_clue_is_a_sign_on_a_tint():
    drawing = Drawing.of(nc.Puzzle([None, [1]], [[1], []]))
    strip = layout_of(drawing).strip(Line("row", 0))
    shapes = drawn.rectangles(render.svg(drawing))
    assert drawn.colour_at(shapes, strip.x + 2, strip.y + 3) == theme_colours(drawing).colour(
        "absent"
    )


@given(small_puzzles())
def test_the_map_of_ambiguous_cells_is_that_of_brute_force(drawn_puzzle):
    _, puzzle = drawn_puzzle
    everything = oracle.pictures(puzzle)
    drawing = Drawing.of(nc.solution_space(puzzle))
    columns = puzzle.shape[1]
    differ = {
        divmod(cell, columns)
        for cell, colours in enumerate(zip(*everything, strict=True))
        if len(set(colours)) > 1
    }
    assert drawing.ambiguous == differ
    shapes, tint = drawn.rectangles(render.svg(drawing)), theme_colours(drawing).colour("ambiguous")
    place = layout_of(drawing)
    for row in range(place.rows):
        for column in range(columns):
            box = place.box(row, column)
            colour = drawn.colour_at(shapes, box.x + 2.5, box.y + 2.5)
            assert (colour == tint) == ((row, column) in differ)


@given(st.data())
def test_two_pictures_in_one_show_both_colours_where_they_differ(data):
    shape = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    cells = st.binary(min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    first, second = (
        nc.Picture.from_cells(bytes(c % 3 for c in data.draw(cells)), nc.Rectangle(*shape))
        for _ in range(2)
    )
    drawing = Drawing.of_differences(first, second)
    assert drawing.ambiguous == set(first.differences(second))
    data_of_polygons = "".join(
        node.get("d")
        for node in ElementTree.fromstring(render.svg(drawing)).iter()
        if node.get("d")
    )
    assert data_of_polygons.count("L") == 2 * 2 * len(drawing.ambiguous)


def test_heat_is_a_shade_between_the_two_colours():
    drawing = Drawing.of_shares([[[1.0, 0.0], [0.5, 0.5]], [[0.0, 1.0], [0.2, 0.8]]])
    shapes, place = drawn.rectangles(render.svg(drawing)), layout_of(drawing)
    shades = [
        drawn.colour_at(shapes, *place.box(row, column).centre)
        for row in (0, 1)
        for column in (0, 1)
    ]
    assert shades[0] == "#ffffff" and shades[2] == "#000000"
    assert shades[1] == "#808080" and shades[3] == "#333333"


# What it may be made of.


def test_everything_that_can_be_drawn_is_drawn():
    puzzle = nc.Puzzle([[1], [1]], [[1], [1]])
    result, space = nc.solve(puzzle), nc.solution_space(puzzle)
    for what in (puzzle, nc.Grid([3] * 4, 2), result.picture, result, space, Drawing.of(puzzle)):
        ElementTree.fromstring(render.svg(what))
    assert Drawing.of(result, puzzle=puzzle).has_clues
    assert not Drawing.of(result, puzzle=puzzle, clues=False).has_clues
    with pytest.raises(OptionError, match="no picture"):
        render.svg(nc.solve(nc.Puzzle([[2], []], [[2], []])))
    with pytest.raises(OptionError, match="a SolutionSpace or a Result, not 5"):
        render.svg(5)


@pytest.mark.parametrize(
    ("look", "error"),
    [
        ({"cell": 3}, OptionError),
        ({"cell": 2.5}, OptionError),
        ({"theme": "pink"}, OptionError),
        ({"colour": "red"}, OptionError),
        ({"concluded": [(2, 0)]}, PuzzleError),
        ({"lines": [Line("row", 5)]}, PuzzleError),
        ({"heat": [[0.5]]}, PuzzleError),
        ({"heat": [[0.5, 2], [0, 0]]}, OptionError),
        ({"cells": nc.Grid([3] * 6, 2)}, PuzzleError),
        ({"other": nc.Grid([3] * 4, 2)}, OptionError),
    ],
)
def test_what_cannot_be_drawn_is_refused(look, error):
    with pytest.raises(error):
        Drawing.of(nc.Puzzle([[1], [1]], [[1], [1]]), **look)


def test_a_picture_of_too_many_pixels_is_refused_or_made_smaller(monkeypatch):
    from PIL import Image

    with pytest.raises(OptionError, match="pixels"):
        render.png(nc.Picture([[1] * 60_000]), cell=60)
    monkeypatch.setattr(as_png, "MOST_PIXELS", 40_000)
    width, height = Image.open(io.BytesIO(render.png(nc.Grid([3] * 400, 20)))).size
    assert 20_000 < width * height <= 40_000
    with pytest.raises(OptionError, match="choose smaller cells"):
        render.png(nc.Grid([3] * 400, 20), cell=20)
    with pytest.raises(OptionError, match="vector"):
        render.png(nc.Grid([3] * 10000, 100))


# What others wrote into a puzzle.


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen = [], Counter()

    def handle_starttag(self, tag, attributes):
        self.seen[tag] += 1
        self.open.append(tag)
        for name, value in attributes:
            assert name not in ("src", "href", "onload"), (tag, name, value)

    def handle_startendtag(self, tag, attributes):
        self.seen[tag] += 1

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_hostile_words_stay_words():
    red = nc.Colour("<b>&", "#ff0000", "<")
    puzzle = nc.Puzzle(
        [[(1, 1)], [(1, 2)]],
        [[(1, 1)], [(1, 2)]],
        [red, nc.Colour('"', "#0000ff", "&")],
        title=HOSTILE,
        author=HOSTILE,
        copyright=HOSTILE,
    )
    for svg in (render.svg(puzzle, chars=True), render.svg(puzzle, title=HOSTILE)):
        root = ElementTree.fromstring(svg.encode())
        title = root.find(f"{drawn.SVG}title").text
        assert title.startswith("<script>alert('x')</script> & \"q\" ")
        assert "\x00" not in svg and "\ud800" not in svg
    assert Counter(word for word, _, _ in drawn.words(render.svg(puzzle, chars=True))) == {
        "1<": 2,
        "1&": 2,
    }
    page = render.html(puzzle, chars=True)
    tags = Tags()
    tags.feed(page)
    assert tags.seen["script"] == 0 and tags.seen["b"] == 0
    assert page.count("&lt;script&gt;") == 4  # twice the title, author, copyright
    assert render.png(puzzle, chars=True) and render.pdf(puzzle, chars=True)


def test_drawings_on_a_page_have_colours_of_their_own_at_night():
    """Black alone is exchanged on dark paper; black beside red is not."""
    alone, beside = (
        render.Drawing.of(puzzle.goals[0], puzzle=puzzle)
        for puzzle in (nc.Puzzle.from_picture(["#_"]), nc.Puzzle.from_picture([[1, 2]]))
    )
    page = render.html([alone, beside])
    first, second = dict.fromkeys(re.findall(r'class="([\w-]+-colour-1)"', page))
    assert f".{first}{{fill:#" in page and f".{second}{{fill:#" not in page


def test_html_stands_by_itself_and_knows_night():
    puzzle = nc.Puzzle([[2], [1]], [[1], [2]], title="Corner", author="A. N. Other")
    page = render.html([puzzle, nc.solve(puzzle).picture])
    tags = Tags()
    tags.feed(page)
    assert tags.seen["svg"] == 2 and tags.seen["figure"] == 2
    assert tags.open == []
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert "prefers-color-scheme:dark" in page
    assert page.count("Corner") == 1 and "<title>2 nonograms</title>" in page
    assert render.html(puzzle).count("Corner") == 2 and "A. N. Other" in page
    for theme in ("light", "dark"):
        assert "prefers-color-scheme" not in render.html(puzzle, theme=theme)
    with pytest.raises(OptionError, match="nothing to draw"):
        render.html([])


# Colours.


def test_what_is_written_on_a_colour_can_be_read():
    for colour in STANDARD.values():
        assert contrast(ink_on(colour.rgb), colour.rgb) >= 4.5
    puzzle = nc.read("input/parrot.ctu")
    for theme in ("light", "dark"):
        table = theme_colours(Drawing.of(puzzle, theme=theme))
        for number in range(1, len(puzzle.colours)):
            pair = (table.colour(f"{w} {number}") for w in ("on", "colour"))
            assert contrast(*pair) >= 4.5
        assert contrast(table.light["clue"], table.light["paper"]) > 12
        assert contrast(table.dark["clue"], table.dark["paper"]) > 12


@pytest.mark.parametrize("number", range(1, 16))
def test_safe_colours_can_be_told_apart_with_every_kind_of_vision(number):
    names = [colour for colour in STANDARD.values() if colour.name != "white"]
    safe = safe_colours("#ffffff", [colour.rgb for colour in names[:number]])
    assert len(safe) == number
    for vision in VISIONS:
        for a, b in combinations(("#ffffff", *safe), 2):
            assert distance(a, b, vision) > 15, (a, b, vision)


def test_distances_are_those_of_the_literature():
    # Red and green of a traffic light look alike to some, and far apart to most.
    assert distance("#b40000", "#5a6400", "deuteranopia") < 25 < distance("#b40000", "#5a6400") / 2
    assert distance("#000000", "#ffffff") == pytest.approx(100, abs=0.1)
    assert distance("#ff0000", "#00ff00") == pytest.approx(170.6, abs=0.5)


def test_safe_colours_write_the_characters_too():
    puzzle = nc.read("input/tulip.ctu")
    picture = nc.solve(puzzle).picture
    svg = render.svg(picture, puzzle=puzzle, safe_colours=True, clues=False)
    written = Counter(word for word, _, _ in drawn.words(svg))
    cells = Counter(picture.cells)
    assert written == {puzzle.colours[n].char: cells[n] for n in cells if n}
    for colour in puzzle.colours[1:]:
        assert colour.rgb not in svg
    black = nc.read("input/heart.txt")
    assert render.svg(black, safe_colours=True) == render.svg(black)


def test_more_colours_than_there_are_safe_ones_are_no_error():
    many = [f"#{n:02x}{255 - n:02x}80" for n in range(255)]
    assert len(safe_colours("#ffffff", many)) == 255


def test_a_colour_like_blank_is_still_seen():
    colours = (BLANK, nc.Colour("snow", "#fdfdfd", "s"))
    drawing = Drawing.of(nc.Picture([[1]], colours=colours), cell=40)
    box = layout_of(drawing).box(0, 0)
    edge = {
        drawn.colour_at(drawn.rectangles(render.svg(drawing)), box.x + x, box.y + 20)
        for x in range(4, 20)
    }
    assert theme_colours(drawing).colour("dot") in edge


# Notebooks and rich terminals.


def test_things_show_themselves_in_notebooks():
    puzzle = nc.Puzzle([[1], [1]], [[1], [1]])
    result = nc.solve(puzzle)
    for what in (puzzle, nc.Grid([3] * 4, 2), result.picture, result, nc.solution_space(puzzle)):
        root = ElementTree.fromstring(what._repr_svg_())
        assert root.find(f"{drawn.SVG}title").text == repr(what)
    nothing = nc.Puzzle([[2], []], [[2], []])
    assert nc.solve(nothing)._repr_svg_() is None
    assert nc.solution_space(nothing)._repr_svg_() is None
    stopped = nc.solution_space(nc.Puzzle([[1]] * 9, [[1]] * 9), limits=nc.Limits(nodes=3))
    assert not stopped.is_exact
    assert "<text" in stopped._repr_svg_()  # its puzzle
    assert nc.Grid([3] * 1000000, 1000)._repr_svg_() is None


@pytest.mark.parametrize(("system", "codes"), [("truecolor", True), ("256", True), (None, False)])
def test_things_show_themselves_in_rich_terminals(system, codes):
    from rich.console import Console

    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system=system, width=40, _environ={})
    puzzle = nc.read("input/heart.txt")
    console.print(nc.solve(puzzle), puzzle)
    shown = out.getvalue()
    assert ("\x1b[" in shown) == codes
    assert "1 1 │" in shown
    console.print(nc.solve(nc.Puzzle([[2], []], [[2], []])))
    assert "unsatisfiable" in out.getvalue()


def test_drawing_is_loaded_only_when_something_is_drawn(python):
    code = (
        "import sys, nonocsp; p = nonocsp.Puzzle([[1]], [[1]]); repr(p);"
        "assert 'nonocsp.files.render' not in sys.modules; p._repr_svg_();"
        "assert 'nonocsp.files.render' in sys.modules and 'PIL' not in sys.modules;"
        "assert 'rich' not in sys.modules and 'reportlab' not in sys.modules"
    )
    assert python("-c", code) == (0, "", "")


@pytest.mark.parametrize(("module", "make"), [("PIL", "png"), ("reportlab", "pdf")])
def test_a_missing_package_is_one_line_that_names_the_extra(monkeypatch, module, make):
    for name in [name for name in sys.modules if name.split(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(nc.NonocspError, match=r"python -m pip install .*(pillow|reportlab)"):
        getattr(render, make)(nc.Puzzle([[1]], [[1]]))

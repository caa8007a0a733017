"""Triddlers and hexagons as drawings: the geometry of cells, the places of clues."""

from __future__ import annotations

import io
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st
from strategies import boards, pictures

import nonocsp as nc
from nonocsp import render
from nonocsp.core.base.errors import PuzzleError
from nonocsp.core.model.colours import STANDARD
from nonocsp.core.model.line import Line
from nonocsp.files.render import Drawing
from nonocsp.files.render.as_png import image_of
from nonocsp.files.render.polygon_layout import PolygonLayout
from nonocsp.people.explanation import drawings

Image = pytest.importorskip("PIL.Image")
ImageChops = pytest.importorskip("PIL.ImageChops")


#: On triddlers and hexagons.
PICTURES = pictures(max_colours=1, board=boards().filter(lambda board: board.kind != "rectangle"))


@given(PICTURES, st.integers(4, 60))
def test_neighbours_have_exactly_two_corners_in_common(picture, cell):
    layout, board = PolygonLayout(Drawing.of(picture, cell=cell)), picture.board
    for one, other in combinations(range(board.size), 2):
        common = set(layout.polygon(one)) & set(layout.polygon(other))
        assert (len(common) == 2) == (other in board.neighbours(one))


@given(PICTURES)
def test_a_picture_has_a_polygon_of_its_colour_for_each_cell(picture):
    root = ElementTree.fromstring(render.svg(picture))
    paths = [node for node in root.iter() if "L" in node.get("d", "")]
    for fill, colour in (("#ffffff", 0), ("#000000", 1)):
        found = sum(path.get("d").count("M") for path in paths if path.get("fill") == fill)
        assert found == picture.cells.count(colour)


@given(PICTURES)
def test_each_direction_is_named_at_its_first_line_beyond_the_clue(picture):
    puzzle = nc.Puzzle.from_picture(picture)
    layout = PolygonLayout(Drawing.of(puzzle))
    root = ElementTree.fromstring(render.svg(puzzle))
    written = [node.text for node in root.iter() if node.tag.endswith("text")]
    for axis in puzzle.board.axes:
        assert written.count(axis) == 1
        line = Line(axis, 0)
        [((x, y, _), [arrow])] = layout.names(line, False)
        assert 0 < x < layout.width and 0 < y < layout.height
        distance = [
            abs(a - x) + abs(b - y)
            for a, b in (
                layout.label(line, at, len(layout.texts[line]))[0]
                for at in range(len(layout.texts[line]))
            )
        ]
        assert min(distance) >= layout.font
        before, after = (
            layout.centre(cell) for cell in (picture.board.cells(line)[i] for i in (0, -1))
        )
        [[head, *foot]] = arrow.polygons
        points = [head[at] - sum(corner[at] for corner in foot) / 2 for at in (0, 1)]
        assert sum(a * (v - u) for a, u, v in zip(points, before, after, strict=True)) >= 0


@given(PICTURES)
def test_marked_lines_have_their_numbers(picture):
    puzzle = nc.Puzzle.from_picture(picture)
    lines = puzzle.lines[1::2]
    drawing = Drawing.of(puzzle).replace(lines=frozenset(lines))
    root = ElementTree.fromstring(render.svg(drawing))
    written = {node.text for node in root.iter() if node.tag.endswith("text")}
    assert {f"{line.axis}{line.index + 1}" for line in lines} <= written


@given(PICTURES)
def test_clues_stand_outside_on_the_paper_each_at_its_line(picture):
    puzzle = nc.Puzzle.from_picture(picture)
    layout, board = PolygonLayout(Drawing.of(puzzle)), puzzle.board
    polygons = [layout.polygon(cell) for cell in range(board.size)]
    for line, texts in layout.texts.items():
        for place in range(len(texts)):
            (x, y), _ = layout.label(line, place, len(texts))
            assert 0 < x < layout.width and 0 < y < layout.height
            nearest = min(
                range(board.size),
                key=lambda cell: sum(
                    (a - b) ** 2 for a, b in zip(layout.centre(cell), (x, y), strict=True)
                ),
            )
            at_end = place == (0 if line.axis == "C" else len(texts) - 1)
            assert not at_end or nearest in board.cells(line)
        assert sum(set(layout.end(line)) <= set(corners) for corners in polygons) == 1


def test_marks_clues_and_candidates_are_drawn_in_every_output():
    board = nc.Triddler(1, 1, 1, 1, 1, 1)
    puzzle = nc.Puzzle.from_picture(nc.Picture(["#_#", "_##"], board=board))
    grid = nc.Grid([1, 2, 3, 3, 0, 3], board=board)
    look = {"concluded": {(0, 1)}, "because": {(1, 2)}, "lines": {Line("C", 1)}}
    drawing = Drawing.of(grid, puzzle=puzzle, **look)
    shown = render.svg(drawing)
    plain = render.svg(grid, puzzle=puzzle)
    assert shown.count("#0b62d6") == 2 and "#c2410c" in shown and "#0b62d6" not in plain
    assert "#c4122f" in plain  # the cell without candidates
    assert render.png(drawing)[:4] == b"\x89PNG" and render.pdf([drawing])[:4] == b"%PDF"


def test_marks_outside_the_board_are_refused_in_one_line():
    board = nc.Hexagon(2, 2, 2, 2, 2, 2)
    picture = nc.Picture(["##", "#_#", "##"], board=board)
    for look in ({"concluded": {(0, 2)}}, {"lines": {Line("A", 3)}}, {"lines": {Line("row", 0)}}):
        with pytest.raises(PuzzleError):
            Drawing.of(picture, **look)


@pytest.mark.parametrize("kind", [nc.Triddler, nc.Hexagon])
def test_the_frames_of_an_animation_are_drawn_as_pictures_are(kind):
    board = kind(2, 2, 2, 2, 2, 2)
    cells = bytes(number % 3 > 0 for number in range(board.size))
    puzzle = nc.Puzzle.from_picture(nc.Picture.from_cells(cells, board))
    steps = nc.explain(puzzle).run().found
    frames = [drawing for _, drawing in drawings(puzzle, steps, None)]
    file = Image.open(io.BytesIO(render.animated_gif(frames)))
    for number, frame in enumerate(frames[:6]):
        file.seek(number)
        whole = image_of(frame.replace(cell=36))
        assert file.size == whole.size
        # The palette of a GIF is coarse; a cell that is wrong differs everywhere.
        far = ImageChops.difference(file.convert("RGB"), whole).convert("L").point(_far)
        assert far.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)) < 8
    for animate in (render.animated_svg, render.stepped_svg):
        shown = ElementTree.fromstring(animate(frames))
        assert len(shown.findall(".//{*}g")) > len(frames)


def _far(value):
    return 255 if value > 90 else 0


def test_a_heat_map_of_hexagons():
    board = nc.Hexagon(2, 2, 2, 2, 2, 2)
    puzzle = nc.Puzzle.on(board, {axis: [["?"]] * 3 for axis in "ABC"})
    shares = nc.solution_space(puzzle).marginals().floats
    heat = Drawing.of_shares(shares, puzzle=puzzle)
    text = render.text(heat, clues=False).splitlines()
    assert [line.split() for line in text] == [
        [str(round(10 * cell[1])) if cell[1] < 1 else "#" for cell in row] for row in shares
    ]
    assert len(set(re.findall("#[0-9a-f]{6}", render.svg(heat)))) > 4
    with pytest.raises(PuzzleError, match="heat must have one number for each cell"):
        Drawing(puzzle=puzzle, heat=((0.5, 0.5), (0.5, 0.5), (0.5, 0.5)))


def test_text_has_cells_where_they_lie_above_the_clues():
    board = nc.Triddler(1, 1, 1, 1, 1, 1)
    puzzle = nc.Puzzle.from_picture(picture := nc.Picture(["#_#", "_##"], board=board))
    lines = render.text(picture, puzzle=puzzle, blocks=True).splitlines()
    assert lines[:3] == ["▲▽▲", "▽▲▼", "direction A, line 1: 1 1"]
    assert len(lines) == 2 + len(board.lines)
    grid = nc.Grid([3, 1, 2, 0, 3, 2], board=board)
    assert render.text(grid) == "?_#\n!?#"
    comb = nc.Picture(["#_", "_##", "##"], board=nc.Hexagon(2, 2, 2, 2, 2, 2))
    assert render.text(comb) == " # _\n_ # #\n # #"
    assert render.text(comb, blocks=True) == " ⬢ ⬡\n⬡ ⬢ ⬢\n ⬢ ⬢"
    pointed = nc.Picture(["#", "#_#"], board=nc.Triddler(2, 0, 2, 0, 2, 0))
    assert render.text(pointed, blocks=True) == " ▲\n▲▽▲"
    assert "\x1b[" in render.text(pointed, ansi="256")
    # In the terminal's own colours, too, blank cells can be told from the ground.
    own = render.text(comb, ansi="256", blocks=True, theme="auto")
    assert own == render.text(comb, blocks=True)


def test_marks_of_an_animation_leave_the_numbers_beside_them_whole():
    puzzle = nc.read("input/boards/bee.json")
    frames = [Drawing.of(puzzle), *(Drawing.of(puzzle, lines={line}) for line in puzzle.lines)]
    layout = PolygonLayout(frames[0])
    with Image.open(io.BytesIO(render.animated_gif(frames))) as moving:
        before = moving.convert("RGB")
        for frame, marked in enumerate(puzzle.lines, start=1):
            moving.seek(frame)
            now = moving.convert("RGB")
            for line, texts in layout.texts.items():
                for place in range(len(texts) if puzzle.clue(line) else 0):
                    (x, y), _ = layout.label(line, place, len(texts))
                    half = round(layout.font * 0.4)
                    part = (int(x) - half, int(y) - half, int(x) + half, int(y) + half)
                    assert now.crop(part).tobytes() == before.crop(part).tobytes(), (marked, line)


def test_coloured_triangles_share_the_characters_of_their_slanted_sides():
    colours = (nc.Colour("blank", "#ffffff", "_"), *(STANDARD[name] for name in ("red", "blue")))
    picture = nc.Picture([[1], [1, 2, 1]], board=nc.Triddler(2, 0, 2, 0, 2, 0), colours=colours)
    look = {"ansi": "256", "blocks": True, "theme": "auto"}
    drawn = render.text(picture, **look)
    bare = [re.sub("\x1b[^m]*m", "", line) for line in drawn.splitlines()]
    assert bare == [" ◢◣", "◢◥◢◣"]
    inks = re.findall(r"38;5;\d+", drawn)
    red, blue = inks[0], inks[3]
    assert inks == [red, red, red, blue, red, red] and red != blue
    # What is written on a cell needs it whole; the own colours of the terminal have other signs.
    marked = re.sub("\x1b[^m]*m", "", render.text(picture, concluded={(1, 0)}, **look))
    assert marked.splitlines() == ["  ", "[  "]

"""Grids and numbers in drawn pictures: what `nonocsp.people.photo` finds, and what it refuses."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from samples import by_appearance

import nonocsp as nc
from nonocsp.core.base.errors import FormatError, OptionError
from nonocsp.core.kernel import interface
from nonocsp.people.photo.image_file import Pixels, load_pixels
from nonocsp.people.photo.sheet import (
    Sheet,
    _weights,
    find_sheets,
    sheets_with_corners,
    straightened,
)

Image = pytest.importorskip("PIL.Image")
ImageDraw = pytest.importorskip("PIL.ImageDraw")
ImageChops = pytest.importorskip("PIL.ImageChops")
ImageColor = pytest.importorskip("PIL.ImageColor")
ImageFont = pytest.importorskip("PIL.ImageFont")

ROWS = [[3], [1, 1], [12], [2, 2], [5]]
COLUMNS = [[2, 1], [4], [10], [1, 1, 1], [3], [11, 1]]
CELL = 40
ABOVE, LEFT = 3, 2

#: The column, the row and the number of each place with a number.
PLACES = [
    (LEFT - 1 - k, ABOVE + i, number)
    for i, clue in enumerate(ROWS)
    for k, number in enumerate(reversed(clue))
]
PLACES += [
    (LEFT + j, ABOVE - 1 - k, number)
    for j, clue in enumerate(COLUMNS)
    for k, number in enumerate(reversed(clue))
]


def drawn(lined: bool, paper: str = "white", ink: str = "black") -> Image.Image:
    """A page with the puzzle, whose solution begins at cell (3, 2) of 8 x 8."""
    size = CELL * (LEFT + len(COLUMNS) + 1), CELL * (ABOVE + len(ROWS) + 1)
    image = Image.new("RGB", size, paper)
    pen = ImageDraw.Draw(image)
    start = CELL // 2
    right, bottom = start + CELL * (LEFT + len(COLUMNS)), start + CELL * (ABOVE + len(ROWS))
    for i in range(ABOVE + len(ROWS) + 1):
        first = LEFT if i < ABOVE or not lined else 0
        if lined or i >= ABOVE:
            y = start + CELL * i
            pen.line((start + CELL * first, y, right, y), ink, 2)
    for j in range(LEFT + len(COLUMNS) + 1):
        first = ABOVE if j < LEFT or not lined else 0
        if lined or j >= LEFT:
            x = start + CELL * j
            pen.line((x, start + CELL * first, x, bottom), ink, 2)
    font = ImageFont.load_default(24)
    for column, row, number in PLACES:
        at = start + CELL * (column + 0.5), start + CELL * (row + 0.5)
        pen.text(at, str(number), ink, font, anchor="mm")
    return image


#: Colours of squares, of which some are dark and some pale.
SQUARES = ("#000000", "#d1242f", "#1a7f37", "#ffe08a")


def with_squares(lined: bool, inset: float) -> Image.Image:
    """The page with its numbers on coloured squares."""
    image = drawn(lined)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(20)
    start = CELL // 2
    for column, row, number in PLACES:
        x, y = start + CELL * column, start + CELL * row
        colour = SQUARES[(row + 2 * column + number) % len(SQUARES)]
        corners = (x + inset, y + inset, x + CELL - inset, y + CELL - inset)
        pen.rectangle(corners, colour)
        ink = "black" if colour == SQUARES[-1] else "white"
        pen.text((x + CELL / 2, y + CELL / 2), str(number), ink, font, anchor="mm")
    return image


def turned(image: Image.Image, angle: float) -> Image.Image:
    large = image.resize((720, 720))
    return large.rotate(angle, Image.Resampling.BICUBIC, True, None, None, "white")


def a_page(puzzle: nc.Puzzle, layout: str, scale: int = 1, **changes: str) -> Image.Image:
    """A drawn page without its camera."""
    drawn_pages = pytest.importorskip("tests.people.photo.drawn_pages")
    look = replace(drawn_pages.LAYOUTS[layout], **changes)
    return drawn_pages.draw_page(puzzle, look, "built-in", seed=1, scale=scale)


def sheets_of(image: Image.Image) -> list[Sheet]:
    found = find_sheets(load_pixels(image))
    assert found
    return found


def sheet_of(image: Image.Image, lined: bool = True) -> Sheet:
    """As the grid is found first, with lines around all numbers or around none."""
    return next(sheet for sheet in sheets_of(image) if sheet.layout == (False, lined, lined))


def is_read(image: Image.Image, puzzle: nc.Puzzle) -> bool:
    """Whether the puzzle is what is read in one of the layouts."""
    read = (by_appearance(sheet.doubtful.as_read()) for sheet in sheets_of(image))
    return by_appearance(puzzle) in read


def groups_of(sheet: Sheet) -> tuple[list[int], list[int]]:
    return [line.groups for line in sheet.rows], [line.groups for line in sheet.columns]


def are_found(image: Image.Image) -> bool:
    """Whether every line has as many numbers as there are, in one of the layouts."""
    return EXPECTED in map(groups_of, sheets_of(image))


EXPECTED = [len(clue) for clue in ROWS], [len(clue) for clue in COLUMNS]


@pytest.mark.parametrize("lined", [True, False])
@pytest.mark.parametrize("colours", [("white", "black"), ("#20242c", "#e8e8e8")])
def test_numbers_are_found_with_and_without_lines_on_light_and_dark_paper(lined, colours):
    assert are_found(drawn(lined, *colours))


@pytest.mark.parametrize("angle", [0, -4])
@pytest.mark.parametrize(("lined", "inset"), [(True, 2), (False, 3)])
def test_numbers_are_found_on_coloured_squares(lined, inset, angle):
    image = with_squares(lined, inset)
    if angle and lined:
        image = turned(image, angle)
    assert are_found(image)


def test_squares_have_the_colours_of_their_numbers():
    sheets = sheets_of(with_squares(False, 3))
    sheet = max(sheets, key=lambda sheet: len(sheet.doubtful.colours))
    papers = {number.paper for line in (*sheet.rows, *sheet.columns) for number in line.numbers}
    assert papers == {ImageColor.getrgb(colour) for colour in SQUARES}
    assert len(sheet.doubtful.colours) == 1 + len(SQUARES)


def coloured_page(layout: str, colours: list[str]) -> tuple[nc.Puzzle, Image.Image]:
    """A puzzle with these colours, and its page."""
    drawn_pages = pytest.importorskip("tests.people.photo.drawn_pages")
    puzzle = nc.generate(12, 12, colours=colours, texture="blobs", seed=1).puzzle
    return puzzle, drawn_pages.draw_page(puzzle, drawn_pages.LAYOUTS[layout], "built-in", 1, 2)


def test_pale_thin_digits_keep_their_colours():
    """Blur mixes thin strokes with their paper: black and green are near each other then."""
    puzzle, image = coloured_page("coloured digits", ["#d1242f", "black", "#1a7f37"])
    image = Image.blend(image, Image.new("RGB", image.size, "#fbfaf5"), 0.6)
    assert is_read(image, puzzle)


@pytest.mark.parametrize(
    ("darkest", "colours"),
    [
        (255, ["#f2c94c", "#7a4a21", "#4a2c12"]),
        (60, ["#f2c94c", "#d1242f", "#0969da"]),
    ],
)
def test_light_over_squares_is_no_colour(darkest, colours):
    """On a page that is lit evenly, two browns of one hue are two colours."""
    puzzle, image = coloured_page("coloured squares", colours)
    light = Image.linear_gradient("L").resize(image.size)
    light = light.point(lambda value: darkest + value * (255 - darkest) // 255)
    image = ImageChops.multiply(image, Image.merge("RGB", [light] * 3))
    assert is_read(image, puzzle)


@pytest.mark.parametrize(("dark", "line"), [("#4a9a3c", "#505050"), ("#6b4423", "#101010")])
def test_lines_beside_dark_squares_are_no_digits(dark, line):
    """Squares in turns pale and dark, on which the line hardly shows."""
    image = drawn(True)
    pen, font, start = ImageDraw.Draw(image), ImageFont.load_default(20), CELL // 2
    for i, clue in enumerate(ROWS):
        for k, number in enumerate([*clue[::-1], None][:LEFT]):
            x, y = start + CELL * (LEFT - 1 - k), start + CELL * (ABOVE + i)
            colour, ink = (dark, "white") if (i + k) % 2 else ("#ffd75e", "black")
            pen.rectangle((x, y, x + CELL, y + CELL), colour, line, 2)
            if number:
                pen.text((x + CELL / 2, y + CELL / 2), str(number), ink, font, anchor="mm")
    x, top = start + CELL * LEFT, start + CELL * ABOVE
    pen.line((x, top, x, top + CELL * len(ROWS)), line, 4)
    sheet = sheet_of(image)
    for clue, found in zip(ROWS, sheet.rows, strict=True):
        assert found.groups == len(clue)
        for number, seen in zip(clue, found.numbers, strict=True):
            assert seen.box[2] - seen.box[0] < CELL / 3 * (1 if number < 10 else 2)


def test_heavy_digits_are_no_squares():
    """An 8 of a typeface for games, which is solid along its edges."""
    image = drawn(False)
    pen = ImageDraw.Draw(image)
    for column, row in ((LEFT - 1, ABOVE + 4), (LEFT + 4, ABOVE - 1)):
        x, y = CELL // 2 + CELL * column + 12, CELL // 2 + CELL * row + 11
        pen.rectangle((x, y, x + 15, y + 17), "black")
        for hole in (4, 11):
            pen.rectangle((x + 5, y + hole, x + 10, y + hole + 2), "white")
    assert are_found(image)


def test_a_shadow_over_some_numbers_is_no_colour():
    puzzle = nc.generate(20, 20, seed=4).puzzle
    image = a_page(puzzle, "lined")
    right = image.width * 93 // 100, 0, image.width, image.height
    image.paste(image.crop(right).point(lambda value: value * 8 // 10), right)
    assert is_read(image, puzzle)


def test_bands_as_wide_as_cells_are_no_lines():
    """Clues on bands, in a picture in which a line could be as wide as they are."""
    puzzle = nc.generate(15, 15, seed=1).puzzle
    image = Image.new("RGB", (2000, 1200), "#f7f9fc")
    image.paste(a_page(puzzle, "app"), (100, 100))
    assert is_read(image, puzzle)


@pytest.mark.slow
def test_the_last_cells_beside_a_shadow_are_no_larger():
    """Border and shadow are one dark band there."""
    camera = pytest.importorskip("tests.people.photo.camera")
    puzzle = nc.generate(15, 15, seed=1).puzzle
    sheet = sheet_of(camera.photograph(a_page(puzzle, "thick", scale=2), 3, 0))
    for lines in (sheet.points, list(zip(*sheet.points, strict=True))):
        for *_, before, last, outermost in lines:
            assert math.dist(last, outermost) < 1.1 * math.dist(before, last)


def test_numbers_are_found_in_dim_and_noisy_pictures():
    """Nearly all of the lines have as many numbers as there are, of four pictures."""
    light = drawn(True).convert("L")
    small = light.resize((light.width * 7 // 10, light.height * 7 // 10))
    right = 0
    for seed in range(4):
        noise = random.Random(seed)
        dim = (round(30 + value * 50 / 255 + noise.gauss(0, 12)) for value in small.tobytes())
        values = bytes(min(max(value, 0), 255) for value in dim)
        found = groups_of(sheet_of(Image.frombytes("L", small.size, values).convert("RGB")))
        pairs = zip([*found[0], *found[1]], [*EXPECTED[0], *EXPECTED[1]], strict=True)
        right += sum(one == other for one, other in pairs)
    assert right > 33


def test_pale_lines_around_the_cells_of_stairs_are_seen():
    puzzle = nc.generate(10, 10, seed=3).puzzle
    assert is_read(a_page(puzzle, "stairs", line="#88b48c"), puzzle)


@pytest.mark.parametrize("mark", ["cross", "dot"])
def test_marks_of_empty_cells_are_no_clues(mark):
    image = drawn(True)
    pen = ImageDraw.Draw(image)
    y = CELL * (ABOVE + 1)
    for x in range(CELL * (LEFT + 1), CELL * (LEFT + 1 + len(COLUMNS)), CELL):
        if mark == "dot":
            pen.ellipse((x - 4, y - 4, x + 4, y + 4), "#202020")
        else:
            for rise in (10, -10):
                pen.line((x - 10, y + rise, x + 10, y - rise), "#606060", 2)
    assert are_found(image)


def test_a_digit_in_two_parts_is_one():
    """As thin strokes are lost in a dim photograph."""
    image = drawn(False)
    pen = ImageDraw.Draw(image)
    for column, row in ((LEFT - 1, ABOVE + 4), (LEFT + 4, ABOVE - 1)):
        x, y = CELL // 2 + CELL * column, CELL // 2 + CELL * row
        pen.rectangle((x + 10, y + 8, x + 30, y + 32), "white")
        for top in (11, 21):
            pen.rectangle((x + 15, y + top, x + 25, y + top + 8), "black", "black")
            pen.rectangle((x + 18, y + top + 3, x + 22, y + top + 5), "white")
    assert are_found(image)


@pytest.mark.slow
@pytest.mark.parametrize("angle", [-12, -3, 5, 12, 20])
def test_pages_may_be_turned(angle):
    assert are_found(turned(drawn(True), angle))


def test_a_number_is_cut_out_where_it_stands():
    sheet = sheet_of(drawn(True))
    (number,) = sheet.rows[2].numbers
    left, top, right, bottom = number.box
    assert CELL * 1.5 < left < right < CELL * 2.5
    assert CELL * 5.5 < top < bottom < CELL * 6.5
    assert max(number.crop) == 255 and number.crop[0] == 0
    assert max(number.ink) < 60 and min(number.paper) > 240
    assert (number.start, number.end) == (0, 1)


def test_the_lattice_lies_on_the_lines():
    sheet = sheet_of(drawn(True))
    for i, row in enumerate(sheet.points):
        for j, point in enumerate(row):
            line = CELL * (LEFT + j + 0.5), CELL * (ABOVE + i + 0.5)
            assert math.dist(point, line) < 2.5


def test_filled_cells_are_dark_and_crosses_are_not():
    image = drawn(True)
    pen = ImageDraw.Draw(image)
    x, y = CELL * (LEFT + 1.5), CELL * (ABOVE + 2.5)
    pen.rectangle((x + 3, y + 3, x + CELL - 4, y + CELL - 4), "black")
    x += CELL
    pen.line((x + 10, y + 10, x + CELL - 10, y + CELL - 10), "black", 3)
    sheet = sheet_of(image)
    assert sheet.darkness[2][1] > 200
    assert sheet.darkness[2][2] < 50 and sheet.darkness[0][0] < 50


def test_corners_by_hand():
    corners = [
        (CELL * (column + 0.5), CELL * (row + 0.5))
        for row in (ABOVE, ABOVE + len(ROWS))
        for column in (LEFT, LEFT + len(COLUMNS))
    ]
    pixels = load_pixels(drawn(False))
    (sheet,) = sheets_with_corners(pixels, corners, len(ROWS), len(COLUMNS))
    assert groups_of(sheet) == EXPECTED
    with pytest.raises(OptionError):
        sheets_with_corners(pixels, corners, 0, 5)
    with pytest.raises(OptionError):
        sheets_with_corners(pixels, corners[:3], 5, 5)
    with pytest.raises(OptionError):
        sheets_with_corners(pixels, [(math.nan, 0)] * 4, 5, 5)


def test_a_straightened_picture():
    pixels = load_pixels(drawn(True))
    (sheet, *_) = find_sheets(pixels)
    straight = straightened(pixels, sheet.points, 20, above=3, left=2)
    assert (straight.width, straight.height) == (20 * 8, 20 * 8)
    middle = 3 * (straight.width * 70 + 50)
    assert straight.rgb[middle : middle + 3] == b"\xff\xff\xff"
    with pytest.raises(OptionError):
        straightened(pixels, sheet.points, 1000)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1), (2, 3), (1, 500), (20_000, 20), (64, 64), (1200, 900)])
@pytest.mark.parametrize("noisy", [True, False])
def test_pictures_without_a_grid(size, noisy):
    width, height = size
    rgb = (
        bytes(i * i * 7919 // 13 % 251 for i in range(width * height * 3))
        if noisy
        else bytes(3 * width * height)
    )
    assert not find_sheets(Pixels(width, height, rgb))


def test_sizes_that_do_not_fit_are_refused():
    for size in ((0, 5), (5, -1), (1 << 16, 1 << 16), (3, 3)):
        with pytest.raises(ValueError):
            interface.compiled.photo_sheets(_weights(), bytes(12), *size)


@pytest.mark.slow
def test_large_and_broken_files(tmp_path):
    bomb = tmp_path / "bomb.png"
    Image.new("1", (30_000, 30_000)).save(bomb)
    with pytest.raises(FormatError, match=r"at most|too large"):
        load_pixels(bomb)
    broken = tmp_path / "broken.jpg"
    drawn(True).save(broken)
    broken.write_bytes(broken.read_bytes()[:2000])
    with pytest.raises(FormatError, match="broken"):
        load_pixels(broken)
    heic = tmp_path / "photo.heic"
    heic.write_bytes(b"\0\0\0\x18ftypheic" + bytes(20))
    with pytest.raises(FormatError):
        load_pixels(heic)

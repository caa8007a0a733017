"""Photographs read into puzzles: drawn pages with known puzzles, and real pictures if there."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from samples import by_appearance

import nonocsp as nc
from nonocsp.files.render import png
from nonocsp.people.photo.photographs import PhotoReading, read_photo

pytest.importorskip("PIL")

from PIL import Image

from tests.people.photo.drawn_pages import LAYOUTS, choose_puzzle, draw_page, photograph

#: Pillow's own, which is always there.
FACE = "built-in"

#: Real pictures with a `truth.jsonl`; they belong to others and are no part of the repository.
REAL = Path(os.environ.get("NONOCSP_DATA", "")) / "photos"


def read(image: Image.Image, **options: Any) -> PhotoReading:
    return read_photo(image, limits=nc.Limits(seconds=20), **options)


def drawn(layout: str, seed: int, difficulty: int = 0) -> tuple[nc.Puzzle, Image.Image]:
    look = LAYOUTS[layout]
    puzzle = (
        nc.generate(12, 10, colours=["black", "red", "green"], seed=seed).puzzle
        if look.colour
        else choose_puzzle(seed, blank_lines=look.zeros)
    )
    image = draw_page(puzzle, look, FACE, seed, scale=1 if difficulty == 0 else 2)
    return puzzle, photograph(image, difficulty, seed)


def test_the_photograph_of_the_documentation_shows_the_puzzle_beside_it() -> None:
    root = Path(__file__).parents[3]
    reading = read_photo(root / "docs/pictures/photograph.webp", limits=nc.Limits(seconds=20))
    assert reading.is_sure and reading.puzzle == nc.read(root / "input/teapot.txt")


@pytest.mark.parametrize(
    ("layout", "difficulty"),
    [
        ("lined", 0),
        ("lined", 1),
        ("open", 0),
        ("grey block", 0),
        ("dark", 0),
        ("stairs", 0),
        ("zeros", 0),
        ("magazine", 0),
        ("coloured digits", 0),
        ("printed", 0),
        ("printed", 1),
    ],
)
def test_drawn_pages_are_read_right(layout: str, difficulty: int) -> None:
    puzzle, image = drawn(layout, 7, difficulty)
    found = read(image)
    assert found.shape == puzzle.shape
    assert found.puzzle is not None
    assert by_appearance(found.puzzle) == by_appearance(puzzle)
    assert found.is_sure


@pytest.mark.parametrize("seed", [7, 8, 9])
def test_cells_that_are_filled_or_crossed_are_the_saved_state(seed: int) -> None:
    puzzle, image = drawn("struck", seed)
    found = read(image)
    assert found.puzzle is not None
    assert by_appearance(found.puzzle) == by_appearance(puzzle)
    picture = nc.solve(puzzle).picture
    assert picture is not None
    assert found.filled and all(picture[cell] for cell in found.filled)
    assert not any(picture[cell] for cell in found.crossed)
    (saved,) = found.puzzle.saved
    assert {cell for cell in found.filled if saved.candidates(*cell) == (1,)} == set(found.filled)
    assert sum(mask == 0b10 for mask in saved.masks) == len(found.filled)
    assert sum(mask == 0b01 for mask in saved.masks) == len(found.crossed)


FULL, HALF, BLANK = "##########", "#####_____", "__________"


@pytest.mark.parametrize(
    ("picture", "is_sure"),
    [
        ([FULL] * 7 + [BLANK] * 5, True),
        ([FULL] * 6 + [BLANK] * 6, False),
        ([HALF] * 12, False),
        (["#" + BLANK[1:]] * 12, False),
    ],
)
def test_sure_asks_for_numbers_on_most_lines_of_both_sides(
    picture: list[str], is_sure: bool
) -> None:
    puzzle = nc.Puzzle.from_picture(picture)
    found = read(draw_page(puzzle, LAYOUTS["lined"], FACE, 7))
    assert found.puzzle == puzzle
    assert found.deciphered.is_sure
    assert found.is_sure == is_sure


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["lined", "open", "dark"])
@pytest.mark.parametrize("is_row", [True, False])
def test_numbers_beyond_the_grid_count_against_sureness(layout: str, is_row: bool) -> None:
    """The last line has a clue, but is no part of the grid that is read."""
    puzzle, _ = drawn("lined", 7)
    rows, columns = puzzle.rows, puzzle.columns
    longer = nc.Puzzle([*rows, [3]], columns) if is_row else nc.Puzzle(rows, [*columns, [3]])
    for page, is_sure in ((puzzle, True), (longer, False)):
        image = draw_page(page, LAYOUTS[layout], FACE, 7)
        corners = corners_in(image, page.shape, puzzle.shape)
        found = read(image, corners=corners, shape=puzzle.shape)
        assert found.puzzle == puzzle
        assert found.deciphered.is_sure
        assert found.is_sure == is_sure
        assert ("beyond its last" in str(found)) != is_sure


def corners_in(
    image: Image.Image, whole: tuple[int, int], shape: tuple[int, int]
) -> list[tuple[float, float]]:
    """The corners of the first rows and columns of the grid of a drawn page."""
    points = read(image).sheet.points
    assert (len(points) - 1, len(points[0]) - 1) == whole
    rows, columns = shape
    return [points[0][0], points[0][columns], points[rows][0], points[rows][columns]]


def test_a_grid_without_numbers_is_no_puzzle() -> None:
    _, image = drawn("lined", 7)
    points = read(image).sheet.points
    corners = [points[0][0], points[0][-1], points[-1][0], points[-1][-1]]
    left, top, right, bottom = (int(at) for at in (*corners[0], *corners[3]))
    empty = Image.new("RGB", image.size, "white")
    empty.paste(image.crop((left - 1, top - 1, right + 2, bottom + 2)), (left - 1, top - 1))
    with pytest.raises(nc.FormatError, match="no clues were found beside the grid of 12 rows"):
        read(empty, corners=corners, shape=(12, 10))


def test_colours_that_no_number_has_are_no_colours_of_the_puzzle() -> None:
    found = read(drawn("coloured digits", 7)[1])
    (best, *_) = found.deciphered.readings
    names = [colour.name for colour in best.puzzle.colours]
    assert len(names) == 4
    for used in (3,), (1, 3), (1, 2, 3):
        clues = [[nc.Block(1, colour) for colour in used]] * len(best.puzzle.lines)
        reading = replace(
            best, puzzle=nc.Puzzle.on(best.puzzle.board, clues, best.puzzle.colours[1:])
        )
        deciphered = replace(found.deciphered, readings=(reading,))
        puzzle = replace(found, deciphered=deciphered, filled=(), crossed=()).puzzle
        assert puzzle is not None
        assert [colour.name for colour in puzzle.colours] == ["blank", *(names[c] for c in used)]
        named = {tuple(puzzle.colours[b.colour].name for b in clue or ()) for clue in puzzle.clues}
        assert named == {tuple(names[c] for c in used)}


def test_a_page_rendered_in_colours_reads_back() -> None:
    puzzle = nc.read(Path(__file__).parents[3] / "input" / "fish.json")
    found = read(Image.open(io.BytesIO(png(puzzle))))
    assert found.puzzle is not None
    assert by_appearance(found.puzzle) == by_appearance(puzzle)


def test_a_picture_without_a_grid_raises_an_error() -> None:
    for image in (
        Image.linear_gradient("L").resize((800, 600)),
        Image.effect_noise((900, 700), 60),
    ):
        with pytest.raises(nc.FormatError, match="no grid"):
            read(image)


def test_corners_by_hand() -> None:
    puzzle, image = drawn("open", 7)
    points = read(image).sheet.points
    corners = [points[0][0], points[0][-1], points[-1][0], points[-1][-1]]
    found = read(image, corners=corners, shape=puzzle.shape)
    assert found.puzzle is not None
    assert by_appearance(found.puzzle) == by_appearance(puzzle)
    with pytest.raises(nc.OptionError):
        read(image, corners=corners)


def test_alternatives_are_probabilities() -> None:
    _, image = drawn("small", 3)
    doubtful = read(image).doubtful
    assert doubtful
    for number in doubtful:
        shares = [share for _, share in number.alternatives]
        assert shares == sorted(shares, reverse=True)
        assert shares[-1] >= 0 and sum(shares) <= 1 + 1e-9
        assert len(number.crop) == 24 * 32


def real() -> Iterator[dict[str, Any]]:
    file = REAL / "truth.jsonl"
    for text in file.read_text("utf-8").splitlines() if file.is_file() else ():
        if text.strip():
            yield json.loads(text)


def test_real_pictures_are_right_or_not_sure() -> None:
    if not (entries := list(real())):
        pytest.skip("real pictures are not there")
    known = [entry for entry in entries if entry["rows"]]
    sure = 0
    for entry in known:
        with contextlib.suppress(nc.FormatError):
            found = read_photo(REAL / entry["picture"], limits=nc.Limits(seconds=20))
            if found.puzzle is not None and found.is_sure:
                sure += 1
                truth = by_appearance(nc.Puzzle(entry["rows"], entry["columns"]))
                assert by_appearance(found.puzzle) == truth, entry["picture"]
    assert 4 * sure >= len(known)

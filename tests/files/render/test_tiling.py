"""Drawings that are cut over several pages."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from drawn import streams, words_of
from hypothesis import given, strategies as st
from strategies import examples

import nonocsp as nc
from nonocsp import render
from nonocsp.files.render.polygon_layout import PolygonLayout
from nonocsp.files.render.scene import layout_of
from nonocsp.files.render.tiling import SMALLEST_CELL, cut_of


def framed(rows, columns):
    """A frame and its diagonal."""
    cells = [
        [int(y in (0, rows - 1) or x in (0, columns - 1) or x == y) for x in range(columns)]
        for y in range(rows)
    ]
    return nc.Picture(cells)


@examples(60)
@given(st.integers(1, 400), st.integers(1, 400), st.integers(0, 30), st.integers(0, 30))
def test_parts_have_every_cell_once_and_fit_on_the_page(rows, columns, wide, high):
    puzzle = nc.Puzzle(
        [[1] * min(wide, columns // 2)] * rows, [[1] * min(high, rows // 2)] * columns
    )
    place = layout_of(render.Drawing.of(puzzle))
    cut = cut_of(place, 500, 700)
    if cut is None:
        return
    tiles = list(cut.tiles)
    assert len(tiles) > 1
    assert len({tile.mark for tile in tiles}) == len(tiles)
    found = Counter((y, x) for tile in tiles for y in tile.rows for x in tile.columns)
    assert len(found) == found.total() == rows * columns
    for tile in tiles:
        assert tile.rows[0] % 5 == tile.columns[0] % 5 == 0
        assert cut.scale * (place.left + len(tile.columns) * place.cell) <= 500
        assert cut.scale * (place.top + len(tile.rows) * place.cell) <= 700


def test_a_large_puzzle_is_cut_and_its_clues_are_whole():
    picture = framed(100, 120)
    puzzle = nc.Puzzle.from_picture(picture, title="Large")
    pdf = render.pdf(puzzle, solutions=[picture], titles="puzzles")
    (form,), pages = streams(pdf)
    clues = [str(block) for clue in (*puzzle.rows, *puzzle.columns) for block in clue]
    assert Counter(words_of(form)) == Counter(clues)
    overview, *parts, answer = pages
    marks = [word for word in words_of(overview) if re.fullmatch(r"[A-Z][0-9]+", word)]
    assert "100 rows and 120 columns on 6 pages" in words_of(overview)
    assert len(marks) == len(parts) == 6
    for mark, part in zip(marks, parts, strict=True):
        heading, *numbers, _page = words_of(part)
        rows, columns = re.findall(r"(\d+) to (\d+)", heading)
        assert heading.startswith(f"{mark}: rows") and heading.endswith(". Large")
        assert numbers == [
            *(str(n) for n in range(int(rows[0]), int(rows[1]) + 1) if n % 5 == 0),
            *(str(n) for n in range(int(columns[0]), int(columns[1]) + 1) if n % 5 == 0),
        ]
        # The cells, the clues of the rows and those of the columns, each through its window.
        assert part.count(" Do") == len(re.findall(r"\bW\*?\s+n\b", part)) == 3
    assert "Do" not in answer


def random_on(board):
    chosen = random.Random(5).choices([0, 1], k=board.size)
    return nc.Picture.from_cells(chosen, board)


@pytest.mark.parametrize("board", [nc.Triddler(25, 9, 30, 4, 30, 9), nc.Hexagon(*[30] * 6)])
def test_parts_of_a_board_have_every_cell_once_and_whole_clues(board):
    puzzle = nc.Puzzle.from_picture(random_on(board), title="Large")
    drawing = render.Drawing.of(puzzle)
    whole = PolygonLayout(drawing)
    cut = cut_of(whole, 500, 700)
    tiles = list(cut.tiles)
    parts = [[*whole.part(tile.rows, tile.columns)] for tile in tiles]
    assert len(parts) > 1 and all(parts)
    assert sorted(cell for part in parts for cell in part) == list(range(board.size))
    for part in parts:
        layout = PolygonLayout(drawing, part)
        assert layout.width * cut.scale <= 500 and layout.height * cut.scale <= 700
        lines = {line for cell in part for line, _ in board.lines_through(cell)}
        assert set(layout.texts) == lines
        boxes = [layout.label(line, 0, len(layout.texts[line]))[0] for line in lines]
        assert all(0 < x < layout.width and 0 < y < layout.height for x, y in boxes)


@pytest.mark.slow
def test_a_large_board_is_cut_behind_an_overview():
    board = nc.Hexagon(*[30] * 6)
    picture = random_on(board)
    puzzle = nc.Puzzle.from_picture(picture, title="Large")
    pdf = render.pdf(puzzle, solutions=[picture])
    _, (overview, *parts, answer) = streams(pdf)
    assert f"{board} on {len(parts)} pages" in words_of(overview)
    assert words_of(overview)[-len(parts) :] == [str(n) for n in range(1, len(parts) + 1)]
    for mark, part in enumerate(parts, start=1):
        heading, *words = words_of(part)
        (first, last), (left, _) = re.findall(r"(\d+) to (\d+)", heading)
        assert heading.startswith(f"Part {mark}: lines") and heading.endswith(" of B")
        named = [int(word[1:]) for word in words if word.startswith("A")]
        fifths = {n for n in range(int(first), int(last) + 1) if n % 5 == 0}
        assert fifths <= set(named) and f"B{left}" in words
        rows = [puzzle.clues[n - 1] for n in range(int(first), int(last) + 1)]
        assert Counter(str(block) for clue in rows for block in clue) <= Counter(words)
    assert words_of(answer) == ["Large", str(len(parts) + 2)]  # and the number of the page
    assert len(streams(render.pdf(puzzle, tiled=False))[1]) == 1


def test_a_cut_is_made_only_where_cells_would_be_too_small():
    small, large = (nc.Puzzle.from_picture(framed(n, n)) for n in (60, 90))
    assert len(streams(render.pdf(small))[1]) == 1
    assert len(streams(render.pdf(large))[1]) > 1
    assert len(streams(render.pdf(large, tiled=False))[1]) == 1
    assert len(streams(render.pdf([large, large], per_page=2))[1]) == 1


def test_answers_that_are_cut_stand_at_the_end():
    tiny, huge = (nc.Puzzle.from_picture(framed(n, 10 * n), title=f"{n}") for n in (3, 30))
    answers = [puzzle.goals[0] for puzzle in (tiny, huge)]
    forms, pages = streams(render.pdf([huge, tiny], solutions=answers[::-1]))
    headings = [words_of(page)[0] for page in pages]
    assert len(forms) == 2
    assert headings[0] == "1." and headings[1].startswith("A1: rows 1 to 30")
    middle = headings.index("2. 3")
    assert headings[middle + 1] == "1. 30" and headings[middle + 2].startswith("A1")
    assert words_of(forms[1]) == []


def test_long_clues_leave_smaller_cells_or_one_page():
    cells = []
    for size in (100, 180, 400):
        puzzle = nc.Puzzle([[1] * (size // 2)] * size, [[1] * (size // 2)] * size)
        place = layout_of(render.Drawing.of(puzzle))
        cut = cut_of(place, 500, 700)
        cells.append(cut and place.cell * cut.scale)
    assert cells[0] >= SMALLEST_CELL > cells[1]
    assert cells[2] is None


@pytest.mark.slow
@pytest.mark.parametrize("keywords", [{"theme": "dark"}, {"chars": True}, {"clues": False}])
def test_a_cut_board_looks_as_it_is_told(keywords):
    puzzle = nc.Puzzle.from_picture(framed(220, 220))
    forms, pages = streams(render.pdf(puzzle, **keywords))
    assert len(forms) == 1 and len(pages) > 4
    assert bool(words_of(forms[0])) == (keywords != {"clues": False})

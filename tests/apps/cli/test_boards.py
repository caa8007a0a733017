"""Triangles and hexagons in the terminal: what commands print, and what they read."""

import json
from pathlib import Path

import pytest

import nonocsp as nc
from nonocsp.apps.cli import main

INPUT = Path(__file__).parents[3] / "input"


@pytest.mark.parametrize("name", ["bee.json", "fir-tree.json", "one-block-a-line.json"])
def test_printed_pictures_lie_as_on_the_board_and_are_read_as_a_grid(name, capsys, tmp_path):
    file = INPUT / "boards" / name
    puzzle = nc.read(file)
    assert main(["solve", "-n", "1", "-o", str(tmp_path / "cells"), str(file)]) == 0
    lines = (tmp_path / "cells").read_text(encoding="utf-8").splitlines()
    board = puzzle.board
    lefts = [left for _, left in board.places()]
    placed = {
        (row, at) for row, line in enumerate(lines) for at, char in enumerate(line) if char != " "
    }
    assert placed == {(board.place(cell)[0], left - min(lefts)) for cell, left in enumerate(lefts)}
    assert main(["hint", "--grid", str(tmp_path / "cells"), str(file)]) == 0
    assert capsys.readouterr().out == "Every cell is decided.\n"
    assert main(["solve", "-n", "1", "--json", str(file)]) == 0
    rows = json.loads(capsys.readouterr().out)["pictures"][0]
    assert nc.Picture([[char not in "_" for char in row] for row in rows], board=board)
    assert [row.replace(" ", "") for row in lines] == rows


def test_a_hint_says_how_lines_and_cells_are_counted(capsys):
    assert main(["hint", "--what", str(INPUT / "boards" / "star.g")]) == 0
    where, what, counted = capsys.readouterr().out.splitlines()
    assert where == "Look at line 3 of direction A."
    assert what == "Direction A, line 3: the 11 must cover cells 3-11 wherever it starts."
    assert counted == (
        "Lines of direction A are counted from the top, their cells from the left. "
        "Every triangle is a cell."
    )
    assert main(["hint", str(INPUT / "heart.txt")]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_cells_and_lines_are_named_by_their_directions(capsys, tmp_path):
    bee, many = (str(INPUT / "boards" / name) for name in ("bee.json", "one-block-a-line.json"))
    assert main(["explain", "--why", "4,9", bee]) == 0
    assert capsys.readouterr().out.endswith("Direction A, line 4, cell 9: blank.\n")
    assert main(["explain", "--why", "1,7", bee]) == 2
    fault = "there is no cell 7 in direction A, line 1, which has 6 cells"
    assert fault in capsys.readouterr().err
    assert main(["explain", "--why", "8,1", bee]) == 2
    assert "there is no line 8 in direction A, which has 7 lines" in capsys.readouterr().err
    assert main(["count", "--by-component", many]) == 0
    spans = ", ".join(f"lines 1-3 of direction {axis}" for axis in "ABC")
    assert capsys.readouterr().out == f"20: 7 cells in {spans}\n20\n"
    (tmp_path / "grid").write_text("??\n??\n??")
    assert main(["hint", "--grid", str(tmp_path / "grid"), many]) == 2
    assert "row 2: 2 cells where the board has 3" in capsys.readouterr().err


def test_a_puzzle_of_a_sheet_without_a_solution_is_named(capsys, tmp_path):
    names = [str(INPUT / "boards" / name) for name in ("bee.json", "rhombs.json")]
    assert main(["render", "--answers", "-o", str(tmp_path / "sheet.pdf"), *names]) == 1
    fault = "puzzle 2 (Rhombs) has no solution; nothing was written"
    assert fault in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    out = str(tmp_path / "all")
    assert main(["convert", "--solve", "--to", "json", "-o", out, *names]) == 1
    assert f"{names[1]} has no solution; left out" in capsys.readouterr().err
    assert [puzzle.title for puzzle in nc.read_all(out)] == ["Bee"]

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given, strategies as st
from strategies import pictures, puzzles

import nonocsp as nc
from nonocsp import formats, render
from nonocsp.core.base.errors import OptionError
from nonocsp.core.model.colours import BLANK, STANDARD
from nonocsp.core.model.line import Line
from nonocsp.files.render import Drawing, Terminal
from nonocsp.files.render.terminal import nearest_of_256, visible

ESCAPE = re.compile(r"\x1b\[[\d;]*m")


@given(pictures(6, 6))
def test_plain_text_reads_back_as_the_picture_it_was(picture):
    look = {"colours": (BLANK, *list(STANDARD.values())[:3])}
    shown = render.text(picture, **look)
    read = formats.parse(shown, "picture").puzzles[0].goals[0]
    # The format numbers colours as they come.
    order = {0: 0}
    renumbered = bytes(order.setdefault(cell, len(order)) for cell in picture.cells)
    assert read == nc.Picture.from_cells(renumbered, picture.board)


@given(puzzles(5, 5, 1))
def test_text_beside_clues_is_the_text_of_the_grid(drawn):
    picture, puzzle = drawn
    shown = render.text(picture, puzzle=puzzle).splitlines()
    grid = [line.split("|", 1)[1] for line in shown if "|" in line][-picture.shape[0] :]
    cells = ["".join(char for char in line if char in "#_") for line in grid]
    assert "\n".join(cells) == picture.text()
    heads = [line.split("|")[0].split() for line in shown if "|" in line][-picture.shape[0] :]
    assert heads == [
        ["*"] if clue is None else [str(block) for block in clue] or ["0"] for clue in puzzle.rows
    ]


def test_coloured_clues_have_the_character_of_their_colour_where_there_are_no_colours():
    puzzle = nc.read("input/tulip.ctu")
    first = render.text(puzzle).splitlines()
    assert "4R" in first[0]
    coloured = render.text(puzzle, ansi="truecolor", blocks=True)
    assert "4R" not in coloured and "\x1b[48;2;" in coloured


def test_blocks_show_two_rows_in_a_line():
    picture = nc.Picture(["#_#", "##_", "_#_"])
    assert render.text(picture, blocks=True) == "██  ██\n████  \n  ██  "
    assert render.text(picture, blocks=True, width=5) == "█▄▀\n ▀ "
    assert render.text(picture, blocks=True, height=2) == "█▄▀\n ▀ "
    open_grid = nc.Grid([3, 2, 1, 3], 2)
    assert render.text(open_grid, blocks=True) == "░░██\n· ░░"


@given(pictures(6, 6))
def test_half_blocks_in_the_own_colours_of_a_terminal_show_every_cell(picture):
    """What a terminal shows, cell by cell: the colour of letters above or below, and the ground."""
    look = {"colours": (BLANK, *list(STANDARD.values())[: max(picture.cells, default=0) or 1])}
    shown = render.text(
        picture, ansi="truecolor", blocks=True, height=1, width=99, theme="auto", **look
    )
    lines = [line for line in shown.splitlines() if not line.startswith("columns")]
    if len(picture.rows) == 1:  # two columns for each cell
        assert len(lines) == 1
        return
    own = len(look["colours"]) == 2
    names = {colour.rgb: number for number, colour in enumerate(look["colours"])}
    seen = []
    for line in lines:
        upper, lower = [], []
        ink, ground = (1, 0) if own else (None, None)
        for codes, char in re.findall(r"((?:\x1b\[[\d;]*m)*)([ ▄▀█])(?:\x1b\[0m)?", line):
            ink, ground = (1, 0)
            for layer, *rgb in re.findall(r"(38|48);2;(\d+);(\d+);(\d+)", codes):
                number = names["#{:02x}{:02x}{:02x}".format(*map(int, rgb))]
                ink, ground = (number, ground) if layer == "38" else (ink, number)
            upper.append(ink if char in "▀█" else ground)
            lower.append(ink if char in "▄█" else ground)
        seen += [tuple(upper), tuple(lower)]
    assert seen[: len(picture.rows)] == [tuple(row) for row in picture.rows]


def test_black_and_white_has_the_colours_of_the_terminal():
    picture = nc.Picture(["#_", "_#"])
    own = render.text(picture, ansi="truecolor", blocks=True, theme="auto")
    assert own == "██  \n  ██"
    assert "\x1b[48;2;255;255;255m" in render.text(picture, ansi="truecolor", theme="light")
    red = nc.Picture([[1, 0]], colours=(BLANK, nc.Colour("red", "#ff5050", "r")))
    assert (
        render.text(red, ansi="truecolor", theme="auto")
        == "\x1b[48;2;255;80;80m\x1b[38;2;0;0;0m  \x1b[0m  "
    )


def test_colours_show_the_colour_of_every_cell():
    picture = nc.Picture([[1, 2], [0, 1]], colours=(BLANK, *list(STANDARD.values())[:2]))
    shown = render.text(picture, ansi="truecolor")
    codes = re.findall(r"48;2;(\d+);(\d+);(\d+)", shown)
    rgb = {(0, 0, 0): 1, (209, 36, 47): 2, (255, 255, 255): 0}
    assert [rgb[tuple(map(int, code))] for code in codes] == [1, 2, 0, 1]
    assert ESCAPE.sub("", shown) == "    \n    "
    assert "48;5;16m" in render.text(picture, ansi="256")


@pytest.mark.parametrize("rgb", [(0, 0, 0), (255, 255, 255), (95, 135, 175), (8, 8, 8), (238,) * 3])
def test_colours_of_the_256_are_found(rgb):
    number = nearest_of_256(*rgb)
    if number >= 232:
        assert rgb == (8 + 10 * (number - 232),) * 3
    else:
        levels = (0, 95, 135, 175, 215, 255)
        cube = number - 16
        assert rgb == (levels[cube // 36], levels[cube // 6 % 6], levels[cube % 6])


@given(
    puzzles(6, 6),
    st.integers(1, 60),
    st.sampled_from([None, "256", "truecolor"]),
    st.booleans(),
)
def test_no_line_is_wider_than_the_terminal_unless_one_cell_is(drawn, width, ansi, blocks):
    picture, puzzle = drawn
    shown = render.text(picture, puzzle=puzzle, width=width, ansi=ansi, blocks=blocks)
    for line in shown.splitlines():
        assert visible(line) == len(ESCAPE.sub("", line))
        assert visible(line) <= width or line.startswith("columns ")


def test_bands_hold_all_columns():
    picture = nc.Picture(["#_" * 12])
    assert render.text(picture, width=10).splitlines() == [
        "columns 1-10:",
        "#_#_#_#_#_",
        "columns 11-20:",
        "#_#_#_#_#_",
        "columns 21-24:",
        "#_#_",
    ]


def test_marks_are_seen_in_text():
    puzzle = nc.Puzzle([[1], [1]], [[1], [1]])
    drawing = Drawing.of(
        puzzle,
        lines=[Line("row", 1), Line("column", 0)],
        concluded=[(0, 0)],
        because=[(1, 1)],
    )
    shown = render.text(drawing, blocks=True).splitlines()
    assert shown[1] == "  │v"
    assert shown[3] == "1 │[]░░"
    assert shown[4] == "1>│░░()"
    assert "()" not in render.text(drawing)  # one character a cell there


def test_heat_in_text_is_in_tenths():
    drawing = Drawing.of_shares([[[0.75, 0.25], [0, 1]], [[1, 0], [0.01, 0.99]]])
    assert render.text(drawing) == "2#\n_9"


def test_contradictions_and_ambiguous_cells_have_signs():
    assert render.text(nc.Grid([0, 1, 2, 3], 2)) == "!_\n#?"
    space = nc.solution_space(nc.Puzzle([[1], [1]], [[1], [1]]))
    assert render.text(space, clues=False) == "??\n??"


@pytest.mark.parametrize("keywords", [{"ansi": "16"}, {"width": 0}])
def test_what_text_cannot_do_is_refused(keywords):
    with pytest.raises(OptionError):
        render.text(nc.Picture(["#"]), **keywords)


class Screen(io.StringIO):
    encoding = "utf-8"

    def __init__(self, is_terminal=True, encoding="utf-8"):
        super().__init__()
        self._is_terminal = is_terminal
        self.encoding = encoding

    def isatty(self):
        return self._is_terminal


FULL = {"TERM": "xterm", "COLORTERM": "truecolor", "COLUMNS": "77", "LINES": "20"}


@pytest.mark.parametrize(
    ("screen", "environment", "expected"),
    [
        (Screen(), FULL, Terminal("truecolor", True, 77, 20)),
        (Screen(), {**FULL, "COLORTERM": ""}, Terminal("256", True, 77, 20)),
        (Screen(), {**FULL, "NO_COLOR": "1"}, Terminal(None, True, 77, 20)),
        (Screen(), {**FULL, "NO_COLOR": "", "TERM": "xterm"}, Terminal("truecolor", True, 77, 20)),
        (Screen(), {**FULL, "NO_COLOR": "1", "FORCE_COLOR": "1"}, Terminal(None, True, 77, 20)),
        (Screen(), {**FULL, "TERM": "dumb"}, Terminal(None, False, 77, 20)),
        (Screen(encoding="ascii"), FULL, Terminal("truecolor", False, 77, 20)),
        (Screen(False), FULL, Terminal(None, False, None)),
        (Screen(False), {**FULL, "FORCE_COLOR": "1"}, Terminal("truecolor", True, None)),
        (Screen(False), {"FORCE_COLOR": "3"}, Terminal("truecolor", True, None)),
        (Screen(False), {"FORCE_COLOR": "0"}, Terminal(None, False, None)),
        (None, FULL, Terminal(None, False, None)),
    ],
)
def test_a_terminal_gets_what_it_can_show(screen, environment, expected):
    assert Terminal.of(screen, environment) == expected


@pytest.mark.parametrize(
    ("screen", "environment", "when", "expected"),
    [
        (Screen(), FULL, "never", Terminal(None, False, 77, 20)),
        (Screen(), {**FULL, "FORCE_COLOR": "1"}, "never", Terminal(None, False, 77, 20)),
        (Screen(False), {"NO_COLOR": "1"}, "always", Terminal("256", True)),
        (Screen(False), {"TERM": "dumb"}, "always", Terminal("256", False)),
        (Screen(False), FULL, "auto", Terminal(None, False)),
    ],
)
def test_the_user_decides_about_colours(screen, environment, when, expected):
    assert Terminal.of(screen, environment, when) == expected


def test_a_closed_stream_is_no_terminal():
    closed = Screen()
    closed.isatty = io.StringIO().isatty
    other = io.StringIO()
    other.close()
    assert Terminal.of(other, {}) == Terminal(None, False, None)


def test_a_character_behind_a_length_is_not_taken_for_a_digit():
    clues = [[(10, "O"), ("?", "O"), (2, "x")]]
    colours = [nc.Colour("O", "#f80", "O"), nc.Colour("x", "#00f", "x")]
    puzzle = nc.Puzzle(clues, [None] * 16, colours)
    assert "10:O ?O 2x |" in " ".join(render.text(puzzle).split())

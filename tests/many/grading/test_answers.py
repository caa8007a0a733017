"""What models write is read: every kind of writing, mutations of them, real answers, hostile texts.

`score` is the independent scorer: the clues of a picture by `itertools.groupby`.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from strategies import examples, pictures, puzzles

from nonocsp import Colour, Hexagon, OptionError, Picture, Puzzle
from nonocsp.many.grading import grade
from nonocsp.many.grading.answers import picture_of

ANSWERS = Path(os.environ.get("NONOCSP_DATA", "")) / "nonobench_half.jsonl"


def clue(cells):
    return [(len(list(run)), colour) for colour, run in groupby(cells) if colour]


def score(puzzle, rows):
    """The wrong lines of a picture of a rectangle, as indices: rows first."""
    lines = [*rows, *zip(*rows, strict=True)]
    clues = [None if c is None else [(b.length, b.colour) for b in c] for c in puzzle.clues]
    return [n for n, (line, c) in enumerate(zip(lines, clues, strict=True)) if clue(line) != c]


# Every kind of writing: from rows of colour numbers to text.


def lines(chars, between="", before="", after=""):
    def write(rows):
        return "\n".join(before + between.join(chars[c] for c in row) + after for row in rows)

    return write


def labelled(label, inner):
    def write(rows):
        texts = inner(rows).split("\n")
        return "\n".join(label.format(n, n - 1) + text for n, text in enumerate(texts, 1))

    return write


def table(chars, label, header):
    def write(rows):
        width = len(rows[0]) + bool(label)
        top = ["", *(f"C{n + 1}" for n in range(width - 1))] if label else range(1, width + 1)
        texts = ["| " + " | ".join(map(str, top)) + " |", "|" + "---|" * width] if header else []
        for n, row in enumerate(rows, 1):
            cells = [label.format(n)] * bool(label) + [chars[c] for c in row]
            texts.append("| " + " | ".join(cells) + " |")
        return "\n".join(texts)

    return write


def members(rows):
    return json.dumps({f"row{n}": "".join(map(str, row)) for n, row in enumerate(rows, 1)})


def clued(after, chars="░█"):
    """A table with the number and the clue of each row, as numbers that could be cells."""

    def write(rows):
        texts = []
        for number, row in enumerate(rows, 1):
            lengths = " ".join(str(length) for length, _ in clue(row)) or "0"
            cells = " | ".join(chars[c] for c in row)
            order = (number, cells, lengths) if after else (number, lengths, cells)
            texts.append("| " + " | ".join(map(str, order)) + " |")
        return "\n".join(texts)

    return write


def clues_before(rows):
    """Each clue stands before the cells, with nothing but blanks between."""
    lengths = [" ".join(str(length) for length, _ in clue(row)) or "0" for row in rows]
    return "\n".join(
        f"{length:>12} {' '.join('.#'[c] for c in row)}"
        for length, row in zip(lengths, rows, strict=True)
    )


def html(cells, between="", end="</td>"):
    def write(rows):
        texts = (between.join(f"<td class='a'>{cells[cell]}{end}" for cell in row) for row in rows)
        table = between.join(f"<tr>{between}{text}{between}</tr>" for text in texts)
        return f"<table><tbody>{table}</tbody></table>"

    return write


def latex(rows):
    texts = (" & ".join(map(str, row)) for row in rows)
    return "\\begin{array}{c}\n" + " \\\\ ".join(texts) + "\n\\end{array}"


def flat(rows, between=""):
    return between.join(str(cell) for row in rows for cell in row)


def texts(rows):
    return ["".join("_#"[c] for c in row) for row in rows]


ONE_COLOUR = {
    "digits": lines("01"),
    "wide digits": lines("０１"),
    "digits with spaces": lines("01", " "),
    "digits with commas": lines("01", ", "),
    "digits with bars": lines("01", "|"),
    "framed by bars": lines("01", "", "|", "|"),
    "blocks": lines("░█"),
    "blocks with spaces": lines("░█", " "),
    "squares": lines("□■"),
    "hashes and dots": lines(".#"),
    "hashes and dots with spaces": lines(".#", " "),
    "hashes and underscores": lines("_#"),
    "hashes and hyphens": lines("-#", " "),
    "crosses and dots": lines(".X", " "),
    "small crosses and dots": lines(".x"),
    "noughts and dots": lines(".O"),
    "noughts and crosses": lines("OX"),
    "blanks crossed out": lines("x■", " "),
    "blanks crossed out with a sign": lines("×█"),
    "emoji": lines("⬜⬛"),
    "emoji with selectors": lines(["⬜\ufe0f", "⬛\ufe0f"]),
    "green emoji on white": lines("⬜🟩"),
    "green emoji on black": lines("⬛🟩", " "),
    "circles": lines("○●", " "),
    "letters": lines("WB"),
    "filled and empty": lines("EF", " "),
    "false and true": lines("FT", " "),
    "words": lines(["empty", "filled"], ", "),
    "keycaps": lines(["0\ufe0f\u20e3", "1\ufe0f\u20e3"]),
    "lists": lambda rows: json.dumps(rows),
    "lists in lines": lines("01", ", ", "[", "],"),
    "lists with a cell a line": lambda rows: json.dumps(rows, indent=2),
    "one list with a cell a line": lambda rows: json.dumps([int(c) for c in flat(rows)], indent=1),
    "lists of truth": lambda rows: json.dumps([[bool(c) for c in row] for row in rows]),
    "lists of characters": lambda rows: json.dumps([["_#"[c] for c in row] for row in rows]),
    "lists of blanks": lambda rows: json.dumps([[" #"[c] for c in row] for row in rows]),
    "texts": lambda rows: json.dumps(texts(rows)),
    "texts in lines": lambda rows: json.dumps(texts(rows), indent=1),
    "an object": lambda rows: json.dumps({"grid": rows}),
    "an object in lines": lambda rows: json.dumps({"solution": rows}, indent=4),
    "an object of a text": lambda rows: json.dumps({"grid": "\n".join(texts(rows))}),
    "an object of rows": members,
    "tuples": lambda rows: "\n".join(f"{tuple(row)}," for row in rows),
    "an array": lambda rows: "grid = np.array(" + str(rows).replace("], ", "],\n    ") + ")",
    "one line": lambda rows: flat(rows),
    "one line with spaces": lambda rows: flat(rows, " "),
    "rows in one line": lambda rows: " / ".join("".join(map(str, row)) for row in rows),
    "rows with labels": labelled("Row {0}: ", lines("01", " ")),
    "rows with short labels": labelled("R{0}: ", lines("01")),
    "rows with labels from 0": labelled("Row {1}: ", lines(".#")),
    "rows with bold labels": labelled("- **Row {0}:** ", lines("01", " ")),
    "rows with numbers": labelled("{0}. ", lines("░█")),
    "rows with numbers and brackets": labelled("{0}) ", lines(".#", " ")),
    "rows with clues before": labelled("Row {0} (1 2): ", lines("01")),
    "rows with clues after": lines("01", " ", "", "  | 2 1"),
    "rows with what could be cells after": lines("01", " ", "", "  | 1 1"),
    "labels above rows": labelled("Row {0}:\n", lines("01", " ")),
    "rows corrected": labelled("Row {0}: ", lambda rows: "\n".join(
        f"{''.join('10'[c] for c in row)} -> {''.join('01'[c] for c in row)}" for row in rows
    )),
    "rows with remarks": lines("01", "", "", "  (2 1) ✓"),
    "rows with equations": labelled("Row {0} = ", lines("01", " ")),
    "rows with lists": labelled("Row {0}: ", lines("01", ", ", "[", "]")),
    "rows after empty lines": lambda rows: "\n\n".join(lines("01", " ")(rows).split("\n")),
    "rows in quotes": lines(".#", "", '"', '",'),
    "rows in code": lines("01", "", "`", "`"),
    "rows in three backticks": lines("01", "", "```", "```"),
    "rows in bold": lines("01", "", "**", "**"),
    "quoted": lines("01", " ", "> "),
    "a table": table("░█", "", header=True),
    "a table with labels": table("░█", "R{0}", header=True),
    "a table with bold labels": table("01", "**{0}**", header=True),
    "a table of digits": table("01", "", header=False),
    "a table with empty cells": table(["", "X"], "Row {0}", header=True),
    "a table of code": table(["`.`", "`#`"], "", header=True),
    "a table of code and empty cells": table(["", "`X`"], "**{0}**", header=True),
    "numbered columns": lambda rows: (
        "    " + " ".join(str(n % 10) for n in range(1, len(rows[0]) + 1)) + "\n"
        + labelled("{0:2}  ", lines(".#", " "))(rows)
    ),
    "a frame": lambda rows: "\n".join(
        ["+" + "---+" * len(rows[0])]
        + [
            f"| {' | '.join('.#'[c] for c in row)} |\n+{'---+' * len(rows[0])}" for row in rows
        ]
    ),
    "a box": lambda rows: (
        "┌" + "─" * len(rows[0]) + "┐\n" + lines("░█", "", "│", "│")(rows) + "\n└"
        + "─" * len(rows[0]) + "┘"
    ),
    "a tag": lambda rows: f"<answer>\n{lines('01')(rows)}\n</answer>",
    "a tag in one line": lambda rows: f"<answer>{flat(rows)}</answer>",
    "two characters a cell": lines(["░░", "██"]),
    "boxes": lines(["[_]", "[X]"]),
    "boxes of blanks": lines(["[ ]", "[X]"]),
    "checks": lines("⬜✅"),
    "checks behind": lines("01", " ", "", " ✅"),
    "stars before": lines("01", " ", "* "),
    "numbers and clues in a table": clued(after=False),
    "clues behind in a table": clued(after=True),
    "clues in a table with empty cells": clued(after=False, chars=["", "X"]),
    "clues behind empty cells": clued(after=True, chars=["", "X"]),
    "clues before": clues_before,
    "two characters of ASCII a cell": lines(["..", "##"]),
    "HTML": html("01"),
    "HTML with empty cells": html(["", "#"]),
    "HTML with a cell a line": html(["&nbsp;", "<b>X</b>"], "\n", end=""),
    "yes and no": lines("NY"),
    "lines of HTML": lambda rows: lines("01")(rows).replace("\n", "<br>"),
    "LaTeX": latex,
    "a box of LaTeX": lambda rows: f"\\boxed{{{flat(rows)}}}",
}  # fmt: skip

AROUND = {
    "nothing": "{}",
    "a code block": "Here is the solution:\n\n```\n{}\n```\n\nEvery clue is satisfied.",
    "a code block with a name": "```text\n{}\n```",
    "prose": "First the long blocks. Row 2 has a 5, so it is full.\n\n{}\n\nI hope it helps!",
    "working": "First I find 1s and 0s.\nColumn 1: 1 0 1\nCol 2: 0 1\n\nFinal answer:\n\n{}\n",
    "clues": "Rows: [[1, 1], [2]]\nColumns: [[1], [2], [1]]\n\n{}",
    "line ends": "Solution:\r\n\r\n{}\r\n",
}


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("kind", ONE_COLOUR)
def test_every_kind_of_writing_is_read(kind, around):
    rng = random.Random(f"{kind} {around}")
    for height, width in ((5, 5), (4, 7), (11, 6), (12, 12)):
        rows = [[rng.randrange(2) for _ in range(width)] for _ in range(height)]
        rows[0][:2] = [0, 1]
        puzzle = Puzzle.from_picture(rows)
        text = AROUND[around].format(ONE_COLOUR[kind](rows))
        found = grade(puzzle, text)
        assert found, (found.reason, text)
        assert found.picture.tolist() == rows


@pytest.mark.parametrize("cells", [" █", " #", ["  ", "██"], ["  ", "X "]])
def test_blank_cells_may_be_blanks_in_blocks_of_code(cells):
    rows = [[0, 1, 0, 1, 0], [1, 1, 1, 1, 1], [0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 1, 0, 0]]
    puzzle = Puzzle.from_picture(rows)
    whole = lines(cells)(rows)
    trimmed = "\n".join(map(str.rstrip, whole.split("\n")))
    for text in (whole, trimmed):
        found = grade(puzzle, f"So:\n```\n{text}\n```\nDone.")
        assert found and found.picture.tolist() == rows, text


COLOURS = [Colour("black", "#000"), Colour("red", "#f00", "R"), Colour("light blue", "#99f", "L")]
SEVERAL = {
    "characters": lines(["_", "#", "R", "L"]),
    "characters with spaces": lines([".", "#", "R", "L"], " "),
    "numbers": lines("0123", " "),
    "compact numbers": lines("0123"),
    "names": lines(["blank", "black", "red", "light blue"], ", "),
    "names in lists": lambda rows: json.dumps(
        [[["white", "Black", "Red", "light blue"][c] for c in row] for row in rows]
    ),
    "lists": lambda rows: json.dumps(rows),
    "emoji and letters": lines(["⬜", "⬛", "🟥", "L"]),
    "a table": table(["", "black", "red", "light blue"], "Row {0}", header=True),
}


@pytest.mark.parametrize("kind", SEVERAL)
def test_colours_by_character_number_name_and_look(kind):
    rng = random.Random(kind)
    for around in AROUND.values():
        rows = [[0, 1, 2, 3, 0], *([rng.randrange(4) for _ in range(5)] for _ in range(5))]
        puzzle = Puzzle.from_picture(Picture(rows), COLOURS)
        found = grade(puzzle, around.format(SEVERAL[kind](rows)))
        assert found, found.reason
        assert found.picture.tolist() == rows


@pytest.mark.parametrize("kind", ["rows with numbers", "rows with numbers and brackets"])
def test_the_number_of_a_row_is_no_row(kind):
    rows = [[n % 2, 1] for n in range(12)]
    found = grade(Puzzle.from_picture(rows), ONE_COLOUR[kind](rows))
    assert found and found.picture.tolist() == rows, found.reason


LETTERS = [Colour(name, "#123456", name[0]) for name in ("red", "orange", "wine")]
THREE = [[0, 1, 2], [2, 1, 0]]


@pytest.mark.parametrize(
    ("colours", "rows", "text"),
    [
        # What a symbol means depends on the colours.
        (["red", "black"], THREE, "0 1 2\n2 1 0"),
        (["red", "black"], THREE, ". 1 2\n2 1 ."),
        (["white", "black"], THREE, "blank, white, black\nblack, white, blank"),
        (["white", "black"], [[1, 1]], "white, white"),
        ([Colour("a", "#111", "-"), Colour("b", "#222", "b")], THREE, "_-b\nb-_"),
        ([Colour("2", "#111", "x"), Colour("1", "#222", "y")], THREE, "0 1 2\n2 1 0"),
        # A heading that counts the columns is not a row, and labels are none.
        *((COLOURS, [[0, 1, 2], [3, 2, 1]], f"{top}\n0 1 2\n3 2 1") for top in ("0 1 2", "1 2 3")),
        (LETTERS, [[1, 1, 2], [3, 2, 1]], "Row 1: rro\nRow 2: wor"),
        # A clue behind empty cells is not a cell.
        (
            ["black"],
            [[1, 0, 0, 0], [1, 1, 0, 1], [0, 0, 0, 0], [0, 0, 1, 0]],
            "| X | | | | 1 |\n| X | X | | X | 2 1 |\n| | | | | 0 |\n| | | X | | 1 |",
        ),
    ],
)
def test_what_symbols_mean_and_what_is_no_row(colours, rows, text):
    found = grade(Puzzle.from_picture(Picture(rows), colours), text)
    assert found and found.picture.tolist() == rows, found.reason


def test_an_initial_of_two_colours_means_neither():
    colours = [Colour("blue", "#00f", "x"), Colour("brown", "#630", "y")]
    puzzle = Puzzle.from_picture(Picture([[1, 0], [0, 2]]), colours)
    assert grade(puzzle, "b_\n_b").picture is None


def test_which_of_several_grids_is_taken():
    puzzle = Puzzle.from_picture(["##", "_#"])
    first, right = "1 0\n0 1", "1 1\n0 1"
    last = grade(puzzle, f"An attempt:\n{first}\n\nNo.\n\n{right}\nDone.")
    assert last and last.grids == 2
    assert last.taken == "the last of 2 grids, lines 7-8 of the text"
    text = f"Final answer:\n{right}\n\nThe mirror image:\n{first}"
    last = grade(puzzle, text)
    assert not last and last.taken.startswith("announced in line 1, the last of 2 grids, lines 6-7")
    text = f"This is not the final answer:\n{right}\n\nBetter:\n{first}"
    assert not grade(puzzle, text) and not grade(puzzle, text, lenient=True)
    check = f"{right}\n\nCheck of the columns:\n10\n11"
    assert grade(puzzle, check) and grade(puzzle, check).grids == 1
    columns = "Columns:\nColumn 1: 1 0\nColumn 2: 1 1"
    assert grade(puzzle, f"{right}\n\n{columns}").grids == 1
    restarted = "Row 1: 11\nRow 2: 00\nRow 1: 11\nRow 2: 01"
    assert grade(puzzle, restarted)
    scattered = "Row 1: 01\nis wrong, so\nRow 1: 11\nand therefore it follows\nRow 2: 01"
    assert grade(puzzle, scattered).picture.tolist() == [[1, 1], [0, 1]]
    with_clues = "Row 1 (2): 11\nand therefore it follows\nRow 2 (1): 01"
    assert grade(puzzle, with_clues)
    for far in ("The answer is near.\n" + "so\n" * 5, "The final answer " + "so " * 100 + "\n"):
        assert grade(puzzle, f"{far}{first}\n\nBetter:\n{right}")
    blocks = f"```\n{first}\n```\n```\n{right}\n```"
    found = grade(puzzle, f"{first}\n\nSo:\n{blocks}")
    assert found.taken == "the last of 3 grids, lines 10-11 of the text"
    assert not grade(puzzle, "1 1\n0 1\n1 1")
    # A grid in one line goes with no row beside it.
    listed = grade(puzzle, "So row 1 is 11\nFinal answer: [[1, 1], [0, 1]]\nas row 2 is 01")
    assert listed and listed.taken == "announced in line 2, line 2 of the text"
    corrected = grade(puzzle, "[[1, 0], [0, 1]]\n[[1, 1], [0, 1]]")
    assert corrected and corrected.grids == 2


RIGHT, WRONG = "1101\n0110\n1000", "1111\n0110\n1000"
ONE = json.dumps([[*map(int, row)] for row in RIGHT.split()])
UNREADABLE = [
    f"I think:\n{RIGHT}\nFinal answer:\n1101\n0110",
    f"{RIGHT}\n\nMy final answer is that I could not solve it.",
    f"{RIGHT}\n\nFinal answer: unknown",
    # what points back at no grid, or takes it back
    f"{RIGHT}\n\nThis is my final answer: I could not solve it.",
    f"{RIGHT}\n\nThis is my final answer: it is impossible.",
    f"{RIGHT}\n\nThis is my final answer.\nIt isn't complete.",
    f"{RIGHT}\n\nThis is my final answer: columns 2 and 4 of all rows",
    f"{RIGHT}\n\nThis is my final answer.\n1111\n0110",
    f"{RIGHT}\n\nThe rest is hard.\nThis is my final answer.",
    f"{RIGHT}\n\n1111\n0110\n\nThis is my final answer.",
    f"{RIGHT}\n<answer></answer>",
    f"{RIGHT}\n<final_answer>I give up.</final_answer> Sorry.",
    f"{RIGHT}\n\\boxed{{11010110100}}",
    *(f"draft = {ONE}\nanswer = {no}\nSorry." for no in ("[]", "None", "null", '""', "{}", "()")),
    f"draft = {ONE}\nsolution = np.array([])  # nothing fits",
    f"<think>{RIGHT}</think>\nI give up.",
    f"{RIGHT}</think>I give up.",
    f"<think>\nperhaps\n{RIGHT}",
    # the end of the text is nearly a grid
    f"{RIGHT}\n\nBetter:\n1111\n0110",
    f"{RIGHT}\n\nBetter:\n1111\n011\n1000",
    f"{RIGHT}\n\nBetter:\n11110\n01100\n10000",
    f"{RIGHT}\n\nBetter:\naabb\nbaab\nabbb",
    f"{RIGHT}\n\nIn one line: 11010110100",
    f"{RIGHT}\n\nBetter:\n11?1\n0110\n1000",
    # a row with more beside it, a row too many
    "1101\n0110 101\n1000",
    "Row 1: 1101\nRow 2: 0110\nRow 3: 1000\nRow 4: 1000",
    "```\n110\n011\n100\n```",
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_an_answer_that_cannot_be_read_is_neither_right_nor_wrong(text):
    """Whatever scratch work has."""
    found = grade(Puzzle.from_picture(RIGHT.split()), text)
    assert not found and found.picture is None and str(found).startswith("unreadable: ")


@pytest.mark.parametrize(
    "text",
    [
        "<answer>\n{0}\nno:\n{1}\n</answer>\n{0}",
        "{0}\n\nSolution:\n\n{0}\nno:\n{1}\nThis final answer is what I found above.",
        "Answer:\n{0}\nFinal answer:\n{1}\n\nCheck: column 1: 101, column 2: 110",
        "<answer>{0}</answer> is wrong.\n<answer>{1}",
        "I answer in <answer></answer> tags.\n{1}",
        "solution = [[0] * 4 for _ in range(3)]\nprints\n{1}",
        "solution = []\nfor row in rows:\n    solution.append(row)\nprints\n{1}",
        "solution = None\nsolution = solve()\nprints\n{1}",
        "\\boxed{{{1}}} and not\n{0}",
        "<think>{0}</think>\n{1}",
        "{0}\n<think>\n{0}\n</think>{1}",
        "<b>{0}</b>\n{1}",
        "{0}\n\n{1}\n\nThe answer is correct.\nVerification of the columns:\n101\n110\n010\n100",
        "{1}\n\n**Answer:** see above",
        "{0}\nNo.\n{1}\nThis is my final answer.",
        "The answer is:\n```\n{1}\n```\n\nThis is the final answer: it satisfies all.\nBye!",
        "{0}\nThis is my final answer:\n{1}",
        "{1}\n\n*****\n_______________",
    ],
)
def test_what_is_announced_counts_or_else_the_end(text):
    puzzle = Puzzle.from_picture(RIGHT.split())
    for one, other in ((RIGHT, WRONG), (WRONG, RIGHT)):
        found = grade(puzzle, text.format(one, other))
        assert found.picture == Picture(other.split()), found.reason


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (5, 5)])
@pytest.mark.parametrize(
    "write",
    [
        lambda rows: "\n".join(rows),
        lambda rows: "\n".join(rows).translate({48: "_", 49: "#"}),
        lambda rows: "\n".join(f"Row {n}: {' '.join(row)}" for n, row in enumerate(rows, 1)),
        lambda rows: json.dumps({"grid": [[*map(int, row)] for row in rows]}),
        lambda rows: json.dumps({f"row{n}": row for n, row in enumerate(rows, 1)}),
    ],
)
def test_more_than_half_of_a_grid_at_the_end_is_no_answer_on_any_board(shape, write):
    rows = ["".join(str((r + c) % 2) for c in range(shape[1])) for r in range(shape[0])]
    puzzle = Puzzle.from_picture(rows)
    for missing in range(1, shape[1]):
        text = "\n".join(rows) + "\n\nAnew:\n" + write([*rows[:-1], rows[-1][:-missing]])
        assert grade(puzzle, text).picture is None, text
    assert grade(puzzle, "\n".join(rows) + "\n\nAnew:\n" + write(rows))


def test_tags_on_the_lines_of_a_draft_divide_it_from_the_answer_in_the_lenient_way_too():
    text = f"<think>{WRONG}</think>\n{RIGHT}"
    assert grade(Puzzle.from_picture(RIGHT.split()), text, lenient=True)


def test_noughts_are_filled_where_crosses_are_blank_beside_dots():
    found = grade(Puzzle.from_picture(["#_#", "_#_"]), "OXO\n.OX")
    assert found.picture.tolist() == [[1, 0, 1], [0, 1, 0]]


def test_the_end_of_a_text_is_no_cell():
    """Not even where a colour has the character of an ellipsis."""
    puzzle = Puzzle.from_picture(Picture([[1], [1]]), [Colour("dots", "#123", "…")])
    assert grade(puzzle, "…\n…")


def test_reasons_where_nothing_is_taken():
    puzzle = Puzzle([[1]] * 5, [[1]] * 5)
    assert grade(puzzle, "").reason == "The answer is empty."
    assert grade(puzzle, None).reason == "There is no answer."
    assert grade(puzzle, "No idea.").reason == "No grid of 5 x 5 cells was found."
    short = grade(puzzle, "Here:\n10000\n01000\n00100\n00010")
    near = "No grid of 5 x 5 cells was found; the nearest is 4 x 5 cells in line 2."
    assert short.reason == near and short.picture is None and short.share == 0
    assert str(short) == f"unreadable: {near}"
    assert "a word of 24 cells" in grade(puzzle, "1" * 24).reason
    open_cells = grade(puzzle, "\n".join(["? . . . ."] * 5)).reason
    assert open_cells == "The grid in lines 1-5 has cells that are open: '?'."
    assert "There is no colour 2" in grade(puzzle, [[2] * 5] * 5).reason
    assert "4 cells where" in grade(puzzle, [[0] * 5, [0] * 4]).reason
    assert grade(puzzle, Picture(["#"])).reason == "The picture is of 1 row and 1 column."
    for other in (3, object(), [object()], {1: 2}, b"x", [[[]]]):
        assert not grade(puzzle, other)
    with pytest.raises(OptionError):
        grade("puzzle", "answer")


def test_the_first_wrong_line():
    found = grade(Puzzle([[2], [1]], [[1], [2]]), "11\n10")
    assert (found.share, str(found.first_wrong), len(found.wrong)) == (0.5, "column 1", 2)
    assert found.reason == "Column 1 has 2, its clue is 1."
    empty = grade(Puzzle([[1]], [[1]]), "0")
    assert empty.reason == "Row 1 has no block, its clue is 1."


@given(puzzles(4, 4, vague=True), st.data())
def test_pictures_and_lists_are_scored_by_the_clues(case, data):
    right, puzzle = case
    assert grade(puzzle, right) and grade(puzzle, right).share == 1
    other = data.draw(pictures(board=st.just(right.board), max_colours=max(*right.cells, 1)))
    for answer in (other, other.tolist()):
        assert grade(puzzle, answer).is_right == puzzle.is_solved_by(other)


def test_other_boards_are_read_row_by_row():
    board = Hexagon(1, 2, 1, 2, 1, 2)
    picture = Picture.from_cells(bytes(n % 2 for n in range(board.size)), board)
    puzzle = Puzzle.from_picture(picture)
    assert grade(puzzle, str(picture)) and grade(puzzle, picture)
    assert "cells in" in grade(puzzle, "1").reason


# Mutations: what is written is changed, and an independent scorer knows what it should be.


def mutated(rng, rows):
    """Rows with some cells changed, an exchange of rows, or none of it."""
    rows = [list(row) for row in rows]
    for _ in range(rng.choice((0, 0, 1, 2, 5))):
        rows[rng.randrange(len(rows))][rng.randrange(len(rows[0]))] ^= 1
    if rng.random() < 0.2:
        rng.shuffle(rows)
    return rows


def check_mutations(number, seed):
    rng = random.Random(seed)
    for _ in range(number):
        height, width = rng.randint(3, 12), rng.randint(3, 12)
        original = [[int(rng.random() < 0.6) for _ in range(width)] for _ in range(height)]
        original[0][:2] = [1, 0]
        puzzle = Puzzle.from_picture(original)
        rows = mutated(rng, original)
        if len({cell for row in rows for cell in row}) < 2:
            continue  # of one symbol alone nobody knows the meaning
        kind, around = rng.choice([*ONE_COLOUR]), rng.choice([*AROUND])
        text = AROUND[around].format(ONE_COLOUR[kind](rows))
        if rng.random() < 0.3:  # an earlier attempt, which does not count
            early = mutated(rng, rows)
            text = f"An attempt:\n{lines('01', ' ')(early)}\n\nThat fails.\n\n" + text
        wrong = score(puzzle, rows)
        found = grade(puzzle, text)
        assert found.picture is not None, (kind, around, text)
        assert [puzzle.lines.index(line) for line in found.wrong] == wrong, (kind, around, text)
        assert found.is_right == (not wrong)
        assert found.share == 1 - len(wrong) / (height + width)


def check_coloured(number, seed):
    rng = random.Random(seed)
    for _ in range(number):
        height, width = rng.randint(3, 9), rng.randint(3, 9)
        original = [rng.choices(range(4), k=width) for _ in range(height)]
        original[0][:3] = [1, 2, 3]
        puzzle = Puzzle.from_picture(Picture(original), COLOURS)
        rows = [list(row) for row in original]
        for _ in range(rng.choice((0, 1, 3))):
            rows[rng.randrange(height)][rng.randrange(width)] = rng.randrange(4)
        kind, around = rng.choice([*SEVERAL]), rng.choice([*AROUND])
        found = grade(puzzle, AROUND[around].format(SEVERAL[kind](rows)))
        wrong = [puzzle.lines.index(line) for line in found.wrong]
        assert found.picture is not None and wrong == score(puzzle, rows), (kind, around, rows)


some_and_many = pytest.mark.parametrize(
    "number", [500, pytest.param(10_000, marks=pytest.mark.slow)]
)


@some_and_many
def test_mutated_answers_are_scored_as_by_an_independent_scorer(number):
    check_mutations(number, number)
    check_coloured(number // 5, number)


PROSE = ("This fails.", "So we go on.", "Another attempt:", "Hence it must be blank there.")


def part(rng, rows):
    """Some grids and sentences; and the last grid: its rows, () of a wrong number, or None."""
    texts, truth = [rng.choice(PROSE)], None
    for _ in range(rng.choice((0, 1, 1, 2))):
        truth = mutated(rng, rows)
        if rng.random() < 0.25:
            del truth[-1]
        written = rng.choice([*PLAIN])
        texts += [ONE_COLOUR[written](truth), rng.choice(PROSE)]
        truth = truth if len(truth) == len(rows) else ()
    return "\n\n".join(texts), truth


PLAIN = ("digits", "digits with spaces", "blocks", "rows with labels", "a table", "lists", "tuples")


@some_and_many
def test_only_what_is_announced_counts(number):
    """In texts with drafts before and behind it."""
    rng = random.Random(number)
    kinds = {
        "Final answer:\n\n{}": True,
        "## Solution\n\n{}": True,
        "<answer>{}</answer>\n\n": False,
        "<think>{}</think>": None,
        "{}": None,
    }
    for _ in range(number):
        height, width = rng.randint(3, 8), rng.randint(4, 8)
        rows = [[int(rng.random() < 0.6) for _ in range(width)] for _ in range(height)]
        for row in rows:
            row[:2] = rng.choice(([0, 1], [1, 0]))
        text, expected, is_open = "", None, True
        for kind in rng.choices([*kinds], k=rng.randint(1, 4)):
            inner, truth = part(rng, rows)
            text += "\n\n" + kind.format(inner)
            if kinds[kind] is not None:
                expected, is_open = truth, kinds[kind]
            elif kind == "{}" and is_open and truth is not None:
                expected = truth
        found = grade(Puzzle.from_picture(rows), text)
        assert (found.picture is None) == (not expected), (text, found.reason)
        assert not expected or found.picture.tolist() == expected, (text, found.taken)


def damaged(rng, text):
    """A text with characters deleted, doubled, exchanged or replaced."""
    chars = list(text)
    for _ in range(rng.choice((1, 1, 2, 8, 40))):
        at = rng.randrange(len(chars)) if chars else 0
        chars[at : at + rng.choice((0, 1, 1, 9))] = rng.choice(
            ["", "0", "1", "#", "\n", "\n\n", "|", "[", "]", '"', "(", "→", "?", "Row 3: ", "```"]
        )
    return "".join(chars)


@some_and_many
def test_damaged_answers_never_raise(number):
    rng = random.Random(number)
    for _ in range(number):
        size = rng.randint(1, 6), rng.randint(1, 6)
        rows = [[rng.randrange(2) for _ in range(size[1])] for _ in range(size[0])]
        puzzle = Puzzle.from_picture(rows)
        text = rng.choice([*AROUND.values()]).format(rng.choice([*ONE_COLOUR.values()])(rows))
        found = grade(puzzle, damaged(rng, text))
        if found.picture is None:
            assert found.reason and not found and "\n" not in found.reason
        else:
            wrong = score(puzzle, found.picture.tolist())
            assert [puzzle.lines.index(line) for line in found.wrong] == wrong


@examples(200)
@given(st.text(alphabet="01#.X_ \n[],|\"':()→-=Row█⬛?`*{}\\n", max_size=80))
def test_any_text_has_an_answer(text):
    for puzzle in (Puzzle([[1]], [[1]]), Puzzle([[1], [1]], [[1], [(1, "red")]])):
        found = grade(puzzle, text)
        assert (found.picture is None) == (not found.taken)


# Hostile texts: the work is counted in characters that are read.

_N = 10_000_000
HOSTILE = {
    "brackets": "[" * _N,
    "nested lists": "[" * (_N // 2) + "]" * (_N // 2),
    "nested objects": '{"a":' * (_N // 5),
    "digits": "1" * _N,
    "cells": "1 " * (_N // 2),
    "rows": "01010\n" * (_N // 6),
    "newlines": "\n" * _N,
    "hyphens": "-" * _N + "a",
    "bars": "|" * _N,
    "labels": "Row 1: 01010\n\n" * (_N // 14),
    "surrogates": "\ud800" * _N,
    "marks": "Final answer:\n" * (_N // 14),
    "tags": "<answer>" * (_N // 8),
    "drafts": "<think>" * (_N // 7),
    "keys": '"answer": [' * (_N // 11),
    "drafts by key": '{"draft": {"final": ' * (_N // 20),
    "texts by key": """'draft': "\\"{answer: '""" * (_N // 23),
    "names": "".join(f"answer_{n} = []\n" for n in range(_N // 17)),
    "words before brackets": "a b c d e f g" * (_N // 13) + ": [",
    "bracket after bracket": "])}{[(" * (_N // 6),
    "rows of HTML": "<tr><td>" * (_N // 8),
    "a label": f"Row {'1' * 9_000}: 01010\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_texts_are_refused(kind):
    text = HOSTILE[kind]
    for puzzle in (Puzzle([[1]] * 5, [[1]] * 5), Puzzle([[1, (1, "red")]], [[1], [(1, "red")]])):
        assert grade(puzzle, text).picture is None


@pytest.mark.slow
def test_work_grows_linearly():
    """Twice the text takes twice as many calls, whatever the text is."""
    puzzle = Puzzle([[1]] * 5, [[1]] * 5)
    for text in (text[:12_000] + "\n" for text in HOSTILE.values()):
        calls = [counted_calls(lambda t=t: picture_of(t, puzzle)) for t in (text, text * 2)]
        assert calls[1] < 2.5 * calls[0] + 500


def counted_calls(work):
    count = 0

    def count_one(frame, event, argument):
        nonlocal count
        count += 1

    sys.setprofile(count_one)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.slow
def test_of_a_long_text_the_beginning_and_the_end_are_read():
    puzzle = Puzzle.from_picture(["##", "_#"])
    for text in ("11\n01\n" + "so " * 100_000, "so\n" * 100_000 + "11\n01"):
        assert grade(puzzle, text)
    assert grade(puzzle, "so\n" * 100_000 + "11\n01").taken == "lines 100001-100002 of the text"
    assert not grade(puzzle, "1" * 100_000 + "101 \n")  # a word that is cut is none
    large = Puzzle.from_picture([[(r * c) % 3 % 2 for c in range(90)] for r in range(90)])
    assert grade(large, "so " * 99_999 + json.dumps(large.goals[0].tolist(), indent=2))


@pytest.mark.skipif(not ANSWERS.exists(), reason="the recorded answers are not part of the project")
def test_recorded_answers():
    """What a benchmark marked as right by a stored picture is right by the clues, and more is."""
    counts = Counter()
    for line in ANSWERS.read_text().splitlines():
        record = json.loads(line)
        puzzle = Puzzle(record["rows"], record["columns"])
        for answer in record["answers"]:
            found = grade(puzzle, answer["text"])
            assert found or not answer["marked_correct"], answer["model"]
            counts["marked"] += answer["marked_correct"]
            counts["right"] += found.is_right
            counts["unreadable"] += found.picture is None
    assert counts == {"marked": 136, "right": 157, "unreadable": 258}

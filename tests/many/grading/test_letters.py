"""What letters mean: as the question says, as two letters say together; rows as their columns."""

from __future__ import annotations

import json
import random

import pytest

from nonocsp import Picture, Puzzle
from nonocsp.many.grading import grade
from nonocsp.many.grading.letters import said

ROWS = [[0, 1, 1, 0, 1], [1, 1, 0, 0, 0], [0, 0, 1, 1, 1], [1, 0, 0, 1, 0]]
PUZZLE = Puzzle.from_picture(ROWS)
PROMPTS = [
    "{0} = shaded, {1} = empty",
    "{1} black, {0} white",  # the other way round
    "Use {0} for filled and {1} for blank.",
    "Fill each cell with `{0}` (shaded) or `{1}` (empty).",
    "Represent filled cells with {0} and blank cells with {1}.",
    "filled: {0}, empty: {1}",
    "The letter {1} marks empty cells; the letter {0} marks filled cells.",
    "'{0}' if the cell is filled, '{1}' if it is not filled",
    "{0} stands for filled. {0} represents a black cell.\n{1} → unshaded",
    "A clue 4 1 means 4 filled cells, at least 1 empty cell, 1 filled cell.\n{0}: full\n{1}: clear",
    "{0} is filled, {1} is blank. A filled cell, a blank cell.",
]


def written(rows, chars, form):
    cells = [[chars[cell] for cell in row] for row in rows]
    return {
        "words": "\n".join("".join(row) for row in cells),
        "bare lists": str(cells).replace("'", ""),
        "lists": json.dumps(cells),
        "an answer": json.dumps({"perception": [["*"] * 5] * 4, "answer": cells}, indent=1),
    }[form]


@pytest.mark.parametrize("form", ["words", "bare lists", "lists", "an answer"])
@pytest.mark.parametrize("prompt", PROMPTS)
def test_characters_mean_what_the_prompt_says(prompt, form):
    is_turned = prompt.startswith("{1} black")
    for pair in ("se", "cd", "10", "01", "YN", "NY", "kK"):
        filled, blank = pair[::-1] if is_turned else pair
        text = written(ROWS, blank + filled, form)
        found = grade(PUZZLE, text, prompt=prompt.format(*pair))
        assert found and found.picture.tolist() == ROWS, text
        assert not grade(PUZZLE, text, prompt=prompt.format(*pair[::-1]))


@pytest.mark.parametrize(
    "prompt",
    [
        "Row 1 is filled, row 2 is blank.",
        "a filled cell, a blank one; 4 filled, 1 empty cell",
        "Use X for filled cells. 1 is filled, 1 is blank.",
    ],
)
def test_what_is_not_said_of_both_is_not_said(prompt):
    assert said(prompt) == {}


@pytest.mark.parametrize("form", ["words", "bare lists", "lists", "an answer"])
@pytest.mark.parametrize("pair", ["YN", "yn", "TF", "tf", "BW", "bw", "SE", "se", "fe", "s0", "b."])
def test_two_letters_of_which_one_is_known(pair, form):
    """Whatever makes the answer right: the other way round it is wrong."""
    text = written(ROWS, pair[::-1], form)
    turned = written([[1 - cell for cell in row] for row in ROWS], pair[::-1], form)
    assert grade(PUZZLE, text).picture == Picture(ROWS), text
    assert not grade(PUZZLE, turned) and grade(PUZZLE, turned).picture is not None
    prose = "So the rest is empty, as we see in the best answer of yesterday.\n\n"
    assert grade(PUZZLE, prose + text)


@pytest.mark.parametrize("pair", ["ab", "e0", "qz", "n."])
def test_two_letters_that_nobody_knows_are_unreadable_unless_the_answer_says_them(pair):
    text = written(ROWS, pair[::-1], "lists")
    assert grade(PUZZLE, text).picture is None
    legend = f"{pair[0]} = filled, {pair[1]} = blank\n"
    assert bool(grade(PUZZLE, legend + text)) == pair.isalpha()


def columns(row):
    return [n for n, cell in enumerate(row, 1) if cell]


def test_rows_as_lists_of_their_columns():
    rng = random.Random(5)
    for _ in range(50):
        rows = [[rng.randrange(2) for _ in range(6)] for _ in range(5)]
        puzzle = Puzzle.from_picture(rows)
        form = rng.choice(
            ["Row {}: columns {}", "- **Row {}**: filled cells {}.", "row {} = cols {}"]
        )
        listed = [
            form.format(n, ", ".join(map(str, columns(row)))) if any(row) else f"Row {n}: none"
            for n, row in enumerate(rows, 1)
        ]
        text = "I find:\n" + "\n".join(listed)
        found = grade(puzzle, text)
        assert found and found.picture.tolist() == rows, text
        for wrong in (listed[:-1], [*listed, listed[0]], [*listed[:-1], "Row 5: columns 7"]):
            assert grade(puzzle, "\n".join(wrong)).picture is None
        assert grade(puzzle, text.replace("Row 1", "Row 1 (2 1)"))
    assert grade(Puzzle([[3], [1]], [[1], [2], [1]]), "Row 1: columns 1-3\nRow 2: column 2")
    assert grade(Puzzle([[1], [1]], [[1], [1]]), "Row 1: 2 cells\nRow 2: 1 cell").picture is None


def test_a_rule_of_signs_is_looked_through_once():
    assert said("=" * 100_000) == {}  # minutes where each place looks to the end

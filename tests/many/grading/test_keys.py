"""Of several grids the key decides, in both orders, on one line and on many; and what is none."""

from __future__ import annotations

import json
import random
from itertools import product

import pytest

from nonocsp import Picture, Puzzle
from nonocsp.many.grading import grade

ROWS = [[0, 1, 1, 0, 1], [1, 1, 0, 0, 0], [0, 0, 1, 1, 1], [1, 0, 0, 1, 0]]
PUZZLE = Puzzle.from_picture(ROWS)
EMPTY = [[0] * 5] * 4


def other(seed):
    """Another grid of the size, with both colours in it."""
    rng = random.Random(seed)
    cells = [[rng.randrange(2) for _ in range(5)] for _ in range(4)]
    cells[0][:2], cells[1][0] = [1, 0], 0
    return cells


def texts(rows):
    return ["".join(".#"[cell] for cell in row) for row in rows]


def read(text, puzzle=PUZZLE, **how):
    found = grade(puzzle, text, **how)
    assert (found.picture is None) == (not found.taken)
    return found.picture if found.picture is None else found.picture.tolist()


FORMS = {
    "numbers": lambda rows: rows,
    "texts": texts,
    "one text": lambda rows: "\n".join(texts(rows)),
    "JSON in a text": json.dumps,
    "rows by name": lambda rows: {f"row_{n}": row for n, row in enumerate(texts(rows), 1)},
    "an object": lambda rows: {"height": 4, "grid": rows, "valid": True},
}
#: The surer key first: it is the answer, whatever stands under the other.
KEYS = [
    ("answer", "perception"),
    ("solution", "draft"),
    ("final_answer", "answer"),
    ("finalGrid", "first_solution"),
    ("final", "attempts"),
    ("result", "initial_state"),
    ("output", "input"),
    ("solved_grid", "puzzle"),
    ("completedGrid", "givenGrid"),
    ("prediction", "clues"),
    ("grid", "perceived-grid"),
    ("board", "columns"),
    ("cells", "reasoning"),
    ("answer", "grid"),
    ("response", "board"),
    ("solution", "result"),
]


@pytest.mark.parametrize(("key", "beside"), KEYS)
@pytest.mark.parametrize("form", FORMS)
def test_the_key_decides_and_not_the_place(key, beside, form):
    write = FORMS[form]
    for indent, turn, around in product((None, 2), (1, -1), ("{}", "So:\n```json\n{}\n```\nDone.")):
        pair = [(key, write(ROWS)), (beside, write(other(key)))][::turn]
        text = around.format(json.dumps(dict(pair), indent=indent))
        assert read(text) == ROWS, text
        if form in ("numbers", "rows by name"):  # as Python and JavaScript print them
            assert read(around.format(str(dict(pair)))) == ROWS
            bare = f"{{{', '.join(f'{name}: {value}' for name, value in pair)}}}"
            assert "-" in beside or read(bare) == ROWS, bare


#: {0} is the answer, {1} another grid, {2} the answer of texts, {3} the other as lines, {4} the
#: answer of objects.
PLACES = [
    '{{"answer": {{"grid": {0}, "clues": {1}}}}}',
    '{{"clues": {1}, "answer": {{"perception": {1}, "final": {0}}}}}',
    '{{"result": {0}, "steps": [{{"grid": {1}}}, {{"answer": {1}}}]}}',
    '{{"solution": {0}, "details": {{"solution": {1}}}}}',
    '{{"puzzle": {{"solution": {0}, "start": {1}}}}}',
    '[{{"answer": {0}}}, {{"perception": {1}}}]',
    '{{"answer": {1}}}\nNo.\n{{"answer": {0}, "draft": {1}}}',
    '{{"answer": {0}, "is_final": true, "solution_count": 1, "result": "solved"}}',
    '{{"grid": {0}, "draft": {1}, "solution_notes": "Row 1 is 1 1 0 1 1."}}',
    '{{"answer": {0}, "solution_line_2": [1, 1, 0, 0, 0], "final_row": [0, 1, 0, 1, 0]}}',
    '<answer>{{"grid": {0}, "perception": {1}}}</answer>',
    'Final answer: {{"board": {0}, "initial": {1}}}',
    '{{"answer": {0}, "words": "Final answer: {1}"}}',
    '{{"answer": {0}, "draft": {1}',  # cut off
    '{{"answer": {4}, "draft": {1}}}',
    '{{"draft": {1}, "final": {{"size": 4, "rows": {4}}}}}',
    '{{"answer": {1}, "draft": {1}}}\nFinal answer:\n{2}',
    'An interval [0, 1) and a word [sic, {{"answer": {0}, "draft": {1}}}',
    "answer = {0}, not {1}",
    "Answer: {0} (not {1})",
    "Answer: `{0}`, not `{1}`",
    "<draft>{1}</draft>\n{0}\n<perception>{1}</perception>",
    "<clues>\n{1}\n</clues>\n{0}",
    "The answer is {0} instead of {1}.",
    "Final answer: {0}, while {1} fails.",
    "Answer: {0}\nInitial: {1}",
    "perception: {1}, solution: {0}",
    "initial_state = {1}\nsolution = {0}",
    "solution = {0}\ninitial_state = {1}",
    "grid = {0}\nexpected_columns = {1}",
    "{1}\nis wrong: {0}",
    "### Answer\n{2}\n### Perception\n{3}",
    "{2}\n\n**Initial grid**\n\n{3}",
    "answer:\n- {0}\nperception:\n- {1}",
    "Clues: {1}\n{2}",
]


@pytest.mark.parametrize("text", PLACES)
def test_where_the_answer_is(text):
    for rows in (ROWS, EMPTY):
        objects = json.dumps([{"row": n, "cells": row} for n, row in enumerate(rows, 1)])
        draft = other(text)
        filled = text.format(rows, draft, texts(rows), "\n".join(texts(draft)), objects)
        assert read(filled) == rows, filled


@pytest.mark.parametrize("text", [
    '{{"answer": "see the grid", "grid": {0}}}',
    '{{"grid": {0}, "answer": null}}',
    '{{"perception": {0}}}',
    '{{"draft": {0}, "answer": [[1, 1, 0, 1, 0]]}}',
    '{{"draft": {0}, "result": "none"}}',
    '{{"answer": [["?", "?"]], "grid": {0}}}',
    '{{"answer": ["ab", "ba"], "perception": {0}}}',
    "Initial state\n{0}\nSolution\n[[a, b, a, b, a], [b, a, b, a, b]]",
    "{0}\nMy solution: filled (1, 2), (1, 3), (1, 5)",
    "Initial grid:\n{0}",
])  # fmt: skip
def test_what_cannot_be_read_has_no_substitute(text):
    filled = text.format(ROWS)
    assert read(filled) is None, filled
    assert read(json.dumps({"draft": ROWS, "clues": EMPTY})) is None
    reason = grade(PUZZLE, '{"perception": "", "grid": ""}').reason
    assert reason == "No grid of 4 x 5 cells was found outside of 'perception'."


@pytest.mark.parametrize("between", [" ", ", ", "\nor ", " and then ", "; b = "])
def test_of_two_grids_without_a_mark_the_last_counts_and_that_is_said(between):
    for first, last in ((ROWS, other(1)), (other(1), ROWS)):
        text = f"{first}{between}{last}"
        assert read(text) == last
        place = f"line {text.count(chr(10)) + 1} of the text"
        assert grade(PUZZLE, text).taken == f"the last of 2 grids, {place}"
        for each in ([first, last], {"a": first, "b": last}, [texts(first), texts(last)]):
            for indent in (None, 2):
                found = grade(PUZZLE, json.dumps(each, indent=indent))
                assert found.picture == Picture(last) and found.grids == 2, each
        for wrong in (first + last, first + last[:1], [first, last, last[:3]]):
            assert read(json.dumps(wrong)) is None

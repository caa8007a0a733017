"""Questions of the page about puzzles on triangles and hexagons."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("starlette")

from nonocsp.apps.web.endpoints import respond

#: Two hexagons beside three beside two.
HEXAGON = {"kind": "hexagon", "sides": [2] * 6}

#: A hexagon of six triangles in two rows, of which two opposite ones are filled: not unique.
TRIDDLER = {"kind": "triddler", "sides": [1] * 6}
AMBIGUOUS = {"board": TRIDDLER, "rows": [[1, 0, 0], [0, 0, 1]]}


def answer(name, data):
    """The answer to a question, as the page gets it."""
    line = json.loads(respond(name, data, lambda line: None))
    assert "result" in line, line
    return line["result"]


def refusal(name, data):
    return json.loads(respond(name, data, lambda line: None))["error"]["message"]


def test_a_picture_on_a_board_is_the_puzzle_that_describes_it():
    picture = {"board": HEXAGON, "rows": [[1, 1], [0, 0, 0], [0, 1]]}
    told = answer("check", {"picture": picture})
    assert told["puzzle"]["board"].items() >= HEXAGON.items()
    assert told["puzzle"]["clues"]["A"] == [[[2, "black"]], [], [[1, "black"]]]


def test_a_board_is_completed_with_what_the_page_draws():
    told = answer("board", {"board": HEXAGON})["board"]
    assert told.items() >= HEXAGON.items()
    assert told["along"]["C"] == [[2, 5], [0, 3, 6], [1, 4]]
    assert len(told["outlines"]) == 7
    assert answer("board", {"board": told})["board"] == told
    assert "member 'board'" in refusal("board", {})
    assert "do not close" in refusal("board", {"board": {**HEXAGON, "sides": [1, 2, 3, 4, 5, 6]}})


def test_an_ambiguous_triddler_is_repaired():
    told = answer("check", {"picture": AMBIGUOUS, "differ": True})
    assert told["verdict"] == "multiple"
    assert told["differ"]
    found = answer("repair", {"picture": AMBIGUOUS, "number": 3})
    assert found["is_fewest"]
    rows = [list(row) for row in AMBIGUOUS["rows"]]
    for row, place, colour in found["changes"]:
        rows[row][place] = colour
    assert answer("check", {"picture": {**AMBIGUOUS, "rows": rows}})["verdict"] == "unique"


def test_clues_are_typed_for_each_direction():
    typed = answer("typed", {"board": HEXAGON, "clues": {"A": "2\n0\n1", "B": "1\n1", "C": "*"}})
    assert typed["faults"] == []
    assert typed["puzzle"]["board"].items() >= HEXAGON.items()
    # What is not typed at the end is blank.
    assert typed["puzzle"]["clues"] == {
        "A": [[[2, "black"]], [], [[1, "black"]]],
        "B": [[[1, "black"]], [[1, "black"]], []],
        "C": [None, [], []],
    }


def test_typed_lines_that_are_no_clues_or_no_lines_are_named():
    typed = answer("typed", {"board": HEXAGON, "clues": {"A": "1", "B": "1\n3x", "C": "1\n\n\n2"}})
    assert typed["puzzle"] is None
    [word, line] = typed["faults"]
    assert (word["axis"], word["index"]) == ("B", 1)
    assert word["text"].startswith("direction B, line 2: unknown colour 'x'")
    assert (line["axis"], line["index"]) == ("C", 3)
    assert line["text"] == "there is no line 4 in direction C, which has 3 lines"


def test_a_board_is_written_read_and_drawn():
    picture = {"board": HEXAGON, "rows": [[1, 1], [0, 0, 0], [0, 1]], "title": "Seven"}
    puzzle = answer("check", {"picture": picture})["puzzle"] | {"goals": [["##", "___", "_#"]]}
    written = answer("write", {"puzzle": puzzle, "format": "json"})
    [read] = answer("parse", {"base64": written["base64"]})["puzzles"]
    assert read["board"].items() >= HEXAGON.items()
    assert (read["clues"], read["goals"]) == (puzzle["clues"], puzzle["goals"])
    assert answer("render", {"puzzle": puzzle, "solution": True})["svg"].startswith("<svg")


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        (7, "the member 'board' is of another kind than expected"),
        ({}, "expected a board with a kind: 'triddler', 'hexagon' or 'custom'"),
        ({"kind": ["hexagon"], "sides": [2] * 6}, "expected a board with a kind"),
        ({"kind": "rectangle", "sides": [2, 2]}, "expected a board with a kind"),
        ({"kind": "hexagon"}, "expected the lengths of six sides"),
        ({"kind": "hexagon", "sides": [2] * 5}, "expected the lengths of six sides"),
        ({"kind": "hexagon", "sides": [2, 2, 2, 2, 2, "2"]}, "sides of a hexagon are whole"),
        ({"kind": "hexagon", "sides": [0, 2, 2, 2, 0, 2]}, "a side of a hexagon is at least 1"),
        ({"kind": "triddler", "sides": [1, 2, 3, 4, 5, 6]}, "do not close"),
        ({"kind": "triddler", "sides": [0] * 6}, "has no cells"),
        ({"kind": "triddler", "sides": [10**9] * 6}, "is at most 10000, not 1000000000"),
        ({"kind": "triddler", "sides": [10**4] * 6}, "expected a triddler of at most"),
    ],
)
def test_a_board_that_is_none_is_refused_in_one_line(board, reason):
    picture = {"board": board, "rows": [[0, 0], [0, 0, 0], [0, 0]]}
    for message in (
        refusal("check", {"picture": picture}),
        refusal("typed", {"board": board, "clues": {"A": "1"}}),
    ):
        assert reason in message
        assert "\n" not in message


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[0, 0], [0, 0, 0]], "2 rows where the board has 3"),
        ([[0, 0], [0, 0], [0, 0]], "row 2: 2 cells where the board has 3"),
    ],
)
def test_a_picture_has_the_rows_of_its_board(rows, reason):
    assert reason in refusal("check", {"picture": {"board": HEXAGON, "rows": rows}})


def test_large_boards_are_neither_repaired_nor_blurred():
    board = {"kind": "hexagon", "sides": [60] * 6}
    puzzle = {"board": board, "clues": {axis: [[]] * 119 for axis in "ABC"}}
    for question in ("repair", "fog"):
        reason = "a line has at most 100 cells here, not 119"
        assert refusal(question, {"puzzle": puzzle}) == reason


def test_a_random_puzzle_on_a_board_has_one_solution():
    board = {"kind": "hexagon", "sides": [3] * 6}
    made = answer("generate", {"board": board, "seed": 1})["puzzle"]
    assert made["board"].items() >= board.items()
    assert answer("count", {"puzzle": made})["count"] == "1"
    long = {"kind": "triddler", "sides": [60] * 6}
    assert "a line has at most 100 cells" in refusal("generate", {"board": long})


def test_a_joint_is_typed_before_its_block():
    clues = {"row": "1\n2 +1red", "column": "*\n*\n*\n*"}
    rows = answer("typed", {"clues": clues})["puzzle"]["rows"]
    assert rows == [[[1, "black"]], [[2, "black"], [1, "red", "attached"]]]
    clues["row"] = "2 ~1"
    rows = answer("typed", {"clues": clues})["puzzle"]["rows"]
    assert rows == [[[2, "black"], [1, "black", "loose"]]]
    clues["row"] = "+2"
    assert "no block of another colour is before it" in refusal("typed", {"clues": clues})

"""The steps of reading a photograph over HTTP, and what a stranger may send instead of one."""

from __future__ import annotations

import base64
import io
import json
import struct
import sys

import pytest
from serving import serving

from tests.apps.web.test_server import ask, post

pytest.importorskip("PIL")

from PIL import Image

import nonocsp as nc
from nonocsp.apps.web.endpoints import respond
from tests.people.photo.drawn_pages import LAYOUTS, draw_page
from tests.people.photo.test_hostile_pictures import BROKEN, PAGE

PUZZLE = nc.generate(10, 8, seed=4).puzzle

#: Answers that a step has for what is no request of the page: a sentence, and nothing that failed.
KINDS = {"input", "limit"}


@pytest.fixture(scope="module")
def port():
    with serving() as (_, number):
        yield number


def packed(image, kind="PNG"):
    written = io.BytesIO()
    image.save(written, kind)
    return base64.b64encode(written.getvalue()).decode()


@pytest.fixture(scope="module")
def picture():
    return packed(draw_page(PUZZLE, LAYOUTS["lined"], "sans", seed=1))


@pytest.fixture(scope="module")
def sheet(picture):
    return ask("sheets", base64=picture)["sheets"][0]


def graphs(*sheets):
    names = "rows", "columns", "nodes", "counts", "arcs"
    every = [
        {name: sheet[name] for name in names} | {"colours": len(sheet["colours"])}
        for sheet in sheets
    ]
    return {"sheets": every}


def fault(port, question, data):
    status, lines = post(port, f"/api/{question}", data)
    assert status == 200
    error = lines[-1]["error"]
    assert error["kind"] in KINDS and "\n" not in error["message"]
    return error["message"]


def test_a_photograph_is_read_step_by_step(port, picture, sheet):
    _, lines = post(port, "/api/sheets", {"base64": picture})
    assert lines[-1]["result"]["sheets"][0] == json.loads(json.dumps(sheet))
    assert (sheet["rows"], sheet["columns"], sheet["others"]) == (10, 8, 0)
    for numbers, clue in zip(sheet["lines"], PUZZLE.clues, strict=True):
        assert len(numbers) >= len(clue)
    crops = base64.b64decode(sheet["crops"])
    assert len(crops) == 24 * 32 * sum(map(len, sheet["lines"]))

    _, lines = post(port, "/api/readings", graphs(sheet))
    (best,) = lines[-1]["result"]["readings"]
    assert lines[-1]["result"]["is_complete"]
    read = [[length for length, _ in clue] for clue in best["clues"]]
    assert read == [[block.length for block in clue] for clue in PUZZLE.clues]
    assert best["solutions"] == 1

    part = {"points": sheet["points"], "rows": 10, "columns": 8, "above": 3, "left": 2, "cell": 7}
    _, lines = post(port, "/api/straighten", {"base64": picture, **part})
    with Image.open(io.BytesIO(base64.b64decode(lines[-1]["result"]["base64"]))) as straight:
        assert straight.size == (7 * (8 + 2), 7 * (10 + 3))


def test_the_steps_agree_with_the_library():
    """A page in several colours, whose grid is given by its corners."""
    puzzle = nc.generate(8, 8, seed=1, colours=["red", "blue"]).puzzle
    image = draw_page(puzzle, LAYOUTS["coloured digits"], "sans bold", seed=1)
    whole = nc.read_photo(image)
    points = whole.sheet.points
    corners = [points[0][0], points[0][-1], points[-1][0], points[-1][-1]]
    reading = nc.read_photo(image, corners=corners, shape=(8, 8))
    flat = [at for corner in corners for at in corner]
    sheets = ask("sheets", base64=packed(image), corners=flat, rows=8, columns=8)["sheets"]
    assert [len(sheet["colours"]) for sheet in sheets] == [1, 2]
    assert len(reading.as_read.colours) - 1 == 2
    found = ask("readings", **graphs(*sheets))
    expected = reading.deciphered
    assert [each["cost"] for each in found["readings"]] == [
        round(each.cost * 20) for each in expected.readings
    ]
    assert found["readings"][0]["clues"] == [
        [[block.length, block.colour] for block in clue] for clue in expected.puzzle.clues
    ]


def test_a_picture_without_a_grid_has_no_sheet(port):
    _, lines = post(port, "/api/sheets", {"base64": packed(Image.new("RGB", (300, 200), "grey"))})
    assert lines[-1]["result"] == {"sheets": []}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BROKEN))
def test_a_broken_picture_has_its_sentence(port, name, tmp_path):
    data = BROKEN[name](tmp_path / name)
    if len(data) > 4 << 20:
        pytest.skip("larger than a request")
    sent = {"base64": base64.b64encode(data).decode()}
    part = {"points": [0.0] * 8, "rows": 1, "columns": 1, "cell": 10}
    _, lines = post(port, "/api/sheets", sent)
    if "result" in lines[-1]:  # what can be read of it has no grid
        assert lines[-1]["result"] == {"sheets": []}
        return
    message = fault(port, "sheets", sent)
    assert "image" in message or "HEIC" in message
    assert fault(port, "straighten", sent | part) == message


SMALL = {"base64": packed(Image.new("RGB", (30, 20), "grey")), "rows": 1, "columns": 1}
SQUARE = {**SMALL, "points": [0, 0, 9, 0, 0, 9, 9, 9], "cell": 10}
FOUR = [0, 0, 9, 0, 0, 9, 9, 9]


@pytest.mark.parametrize(
    ("question", "data", "reason"),
    [
        ("sheets", {}, "expected the member 'base64'"),
        ("sheets", {"base64": "é"}, "the member 'base64' is not base64"),
        ("sheets", {"base64": ""}, "expected an image"),
        ("sheets", {**SMALL, "corners": [1, 2]}, "'corners' is a list of x and y of 4 points"),
        ("sheets", {**SMALL, "corners": [[0, 0]] * 8}, "'corners' is a list of x and y"),
        ("sheets", {**SMALL, "corners": [True] * 8}, "'corners' is a list of x and y"),
        ("sheets", {**SMALL, "corners": "0 0"}, "the member 'corners' is of another kind"),
        ("sheets", {**SMALL, "corners": FOUR, "rows": 0}, "rows and columns are 1 to 200"),
        ("sheets", {**SMALL, "corners": FOUR, "rows": 10**30}, "rows and columns are 1 to 200"),
        ("sheets", {"base64": SMALL["base64"], "corners": FOUR}, "expected the member 'rows'"),
        ("sheets", {**SMALL, "corners": [float("nan")] * 8}, "points near the picture"),
        ("sheets", {**SMALL, "corners": [10**400] * 8}, "points near the picture"),
        ("straighten", {**SQUARE, "points": FOUR[:6]}, "'points' is a list of x and y of 4"),
        ("straighten", {**SQUARE, "cell": 10**30}, "from 1 to 64 pixels a cell"),
        ("straighten", {**SQUARE, "cell": 0}, "from 1 to 64 pixels a cell"),
        ("straighten", {**SQUARE, "above": 101}, "from 0 to 100 cells around"),
        ("straighten", {**SQUARE, "left": -1}, "'left' is a number of at least 0"),
        ("straighten", {**SQUARE, "points": [float("inf")] * 8}, "points near the picture"),
        ("readings", {}, "expected the member 'sheets'"),
        ("readings", {"sheets": []}, "'sheets' are 1 to 32"),
        ("readings", {"sheets": [7]}, "expected an object"),
        ("readings", {"sheets": [{"rows": 1, "columns": 201}]}, "rows and columns are 1 to 200"),
        ("readings", {"sheets": [{"rows": 1, "columns": 1}]}, "expected the member 'nodes'"),
    ],
)
def test_a_wrong_step_is_answered_in_one_line(port, question, data, reason):
    assert reason in fault(port, question, data)


def one_cell(graph):
    return {"sheets": [{"rows": 1, "columns": 1, **graph}]}


def numbers(*values):
    return base64.b64encode(struct.pack(f"={len(values)}i", *values)).decode()


@pytest.mark.parametrize(
    ("nodes", "counts", "arcs"),
    [
        ((2,), (1,), (0, 1, 1, 1, 0)),  # a line too few
        ((2, 2), (1, 1), (0, 1, 1, 1, 0)),  # an arc too few
        ((2, 2), (1, -1), ()),
        ((2, 2), (2**31 - 1, 1), (0, 1, 1, 1, 0)),
        ((2**31 - 1, 2), (1, 1), (0, 1, 1, 1, 0) * 2),
        ((-5, 2), (1, 1), (0, 1, 1, 1, 0) * 2),
        ((2, 2), (1, 1), (0, 1, 1, 1, 0, 1, 0, 1, 1, 0)),  # backwards
        ((2, 2), (1, 1), (0, 7, 1, 1, 0) * 2),
        ((2, 2), (1, 1), (0, 1, -4, 1, 0) * 2),
        ((2, 2), (1, 1), (0, 1, 2**31 - 1, 1, 0) * 2),
        ((2, 2), (1, 1), (0, 1, 1, 9, 0) * 2),
        ((2, 2), (1, 1), (0, 1, 1, 1, -1) * 2),
        ((2, 2), (1, 1), (0, 1, 1, 1, 2**31 - 1) * 2),
    ],
)
def test_graphs_that_cannot_be_are_refused(nodes, counts, arcs):
    """A board of one cell has two lines."""
    sent = {"nodes": numbers(*nodes), "counts": numbers(*counts), "arcs": numbers(*arcs)}
    answer = json.loads(respond("readings", one_cell(sent), print))
    if "result" in answer:  # a block too long for its line fits nowhere
        assert answer["result"] == {"readings": [], "is_complete": True}
    else:
        assert answer["error"]["kind"] == "input"


def test_bytes_that_are_no_numbers_are_refused():
    sent = dict.fromkeys(("nodes", "counts", "arcs"), base64.b64encode(b"abc").decode())
    answer = json.loads(respond("readings", one_cell(sent), print))
    assert answer["error"] == {"kind": "input", "message": "expected numbers of 32 bits"}


def test_without_pillow_there_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    answer = json.loads(respond("sheets", SMALL, print))
    assert "Pillow" in answer["error"]["message"]


@pytest.mark.slow
def test_the_content_of_a_file_is_read_as_the_file(tmp_path):
    path = tmp_path / "page.png"
    PAGE.image.save(path)
    assert str(nc.read_photo(path.read_bytes())) == str(nc.read_photo(path))

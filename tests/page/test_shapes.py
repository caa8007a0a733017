"""The shapes of the page's boards have the cells and lines of the boards in Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from nonocsp.apps.web.messages import puzzle_in, puzzle_out
from nonocsp.model.board import Rectangle
from nonocsp.model.puzzle import Puzzle
from nonocsp.model.three_directions import Hexagon, Triddler
from nonocsp.render.drawing import Drawing
from nonocsp.render.polygon_layout import PolygonLayout

STATIC = Path(__file__).parents[2] / "nonocsp" / "apps" / "web" / "static"
BOARDS = [
    Rectangle(3, 5), Rectangle(1, 4), Triddler(1, 1, 1, 1, 1, 1), Triddler(3, 0, 3, 0, 3, 0),
    Triddler(5, 3, 7, 2, 6, 4), Triddler(9, 2, 7, 2, 9, 0), Hexagon(1, 1, 1, 1, 1, 1),
    Hexagon(3, 1, 3, 1, 3, 1), Hexagon(4, 4, 6, 4, 4, 6),
]  # fmt: skip

FACTS = """
const { shapeOf } = await import(process.argv[1]);
const WAYS = ["Left", "Right", "Up", "Down"];
const facts = JSON.parse(process.argv[2]).map((data) => {
  const shape = shapeOf(data);
  return {
    cells: shape.lines.map((line) => [line.axis, line.index, shape.cellsOf(line)]),
    names: shape.lines.map((line) => shape.lineName(line)),
    through: shape.all.map((cell) => shape.linesThrough(cell).map(({ index }) => index)),
    places: shape.all.map((cell) => shape.place(cell)),
    numbers: shape.all.map((cell) => shape.number(...shape.place(cell))),
    rows: shape.cut(shape.all),
    polygons: shape.all.map((cell) => shape.polygon(cell)),
    met: shape.all.map((cell) => shape.cellAt(...shape.centre(cell))),
    outside: [[-0.1, -0.1], [shape.extent.width + 0.1, 0.5]].map((at) => shape.cellAt(...at)),
    steps: shape.all.map((cell) => WAYS.map((way) => shape.step(cell, `Arrow${way}`))),
    longest: shape.longest,
  };
});
console.log(JSON.stringify(facts));
"""


def empty(board):
    return Puzzle.on(board, [()] * len(board.lines))


@pytest.fixture(scope="module")
def facts(tmp_path_factory):
    if shutil.which("node") is None:
        pytest.skip("NO TESTS OF SHAPES: node is not installed")
    module = tmp_path_factory.mktemp("shapes") / "shapes.mjs"
    shutil.copyfile(STATIC / "puzzle" / "shapes.js", module)
    given = json.dumps([puzzle_out(empty(board)) for board in BOARDS])
    script = ["node", "--input-type=module", "--eval", FACTS, str(module), given]
    done = subprocess.run(script, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("at", range(len(BOARDS)), ids=map(repr, BOARDS))
def test_a_shape_has_the_cells_and_lines_of_its_board(facts, at):
    board, found = BOARDS[at], facts[at]
    assert found["cells"] == [[*line, [*board.cells(line)]] for line in board.lines]
    assert found["names"] == [str(line) for line in board.lines]
    assert found["through"] == [
        [line.index for line, _ in board.lines_through(cell)] for cell in range(board.size)
    ]
    assert found["places"] == [[*board.place(cell)] for cell in range(board.size)]
    assert found["numbers"] == found["met"] == [*range(board.size)]
    assert [*map(tuple, found["rows"])] == [*board.rows(tuple(range(board.size)))]
    assert found["outside"] == [-1, -1]
    assert found["longest"] == board.longest


@pytest.mark.parametrize("at", range(2, len(BOARDS)), ids=map(repr, BOARDS[2:]))
def test_its_cells_lie_as_in_drawings(facts, at):
    layout = PolygonLayout(Drawing.of(empty(BOARDS[at]), clues=False, cell=200))
    drawn = [layout.polygon(cell) for cell in range(BOARDS[at].size)]
    left, top = (min(point[i] for polygon in drawn for point in polygon) for i in (0, 1))
    for polygon, found in zip(drawn, facts[at]["polygons"], strict=True):
        expected = sorted(((x - left) / 200, (y - top) / 200) for x, y in polygon)
        for point, own in zip(expected, sorted(found), strict=True):
            assert point == pytest.approx(own, abs=0.1)


@pytest.mark.parametrize("at", range(len(BOARDS)), ids=map(repr, BOARDS))
def test_arrows_lead_along_rows_and_from_row_to_row(facts, at):
    board = BOARDS[at]
    for cell, (left, right, up, down) in enumerate(facts[at]["steps"]):
        row, column = board.place(cell)
        cells = board.cells(board.lines[row])
        assert (left, right) == (cells[max(0, column - 1)], cells[min(len(cells) - 1, column + 1)])
        rows = [board.place(up)[0], board.place(down)[0]]
        assert rows == [max(0, row - 1), min(board.height - 1, row + 1)]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_a_puzzle_of_the_page_is_read_back(board):
    puzzle = empty(board)
    assert puzzle_in({"puzzle": puzzle_out(puzzle)}) == puzzle

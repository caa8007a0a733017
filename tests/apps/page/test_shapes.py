"""The page's shapes, made of the data that Python sends: what is met where, and named how."""

from __future__ import annotations

import json

import pytest
from modules import ROOT, answered

from nonocsp.apps.web.messages import board_out, puzzle_in, puzzle_out
from nonocsp.core.kernel.interface import clue_arrays, line_cells
from nonocsp.core.model.board import Rectangle
from nonocsp.core.model.custom_board import CustomBoard
from nonocsp.core.model.puzzle import Puzzle
from nonocsp.core.model.three_directions import Hexagon, Triddler


def square(x, y):
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def ring():
    """Eight squares around a hole; the lines stop at it."""
    cells = {(x, y): square(x, y) for y in range(3) for x in range(3) if (x, y) != (1, 1)}
    rows = [[(0, 0), (1, 0), (2, 0)], [(0, 1)], [(2, 1)], [(0, 2), (1, 2), (2, 2)]]
    columns = [[(0, 0), (0, 1), (0, 2)], [(1, 0)], [(1, 2)], [(2, 0), (2, 1), (2, 2)]]
    return CustomBoard(cells, {"A": rows, "B": columns})


def arrow():
    """A square, a triangle beside it, and a hexagon below, in one line of each direction."""
    triangle = [(1, 0), (2, 0.5), (1, 1)]
    hexagon = [(0, 1), (1, 1), (1.5, 1.5), (1, 2), (0, 2), (-0.5, 1.5)]
    return CustomBoard([square(0, 0), triangle, hexagon], {"A": [[0, 1]], "B": [[0, 2]]})


BOARDS = [
    Rectangle(3, 5), Rectangle(1, 4), Triddler(1, 1, 1, 1, 1, 1), Triddler(3, 0, 3, 0, 3, 0),
    Triddler(5, 3, 7, 2, 6, 4), Triddler(9, 2, 7, 2, 9, 0), Hexagon(1, 1, 1, 1, 1, 1),
    Hexagon(3, 1, 3, 1, 3, 1), Hexagon(4, 4, 6, 4, 4, 6), ring(), arrow(),
]  # fmt: skip
IN_ROWS = [at for at, board in enumerate(BOARDS) if not isinstance(board, CustomBoard)]

FACTS = """
({ shapeOf }, puzzles) => puzzles.map((data) => {
  const ways = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const shape = shapeOf(data);
  return {
    names: shape.lines.map((line) => shape.lineName(line)),
    cells: shape.lines.map((line) => shape.cellsOf(line)),
    through: shape.all.map((cell) => shape.linesThrough(cell).map(({ index }) => index)),
    places: shape.all.map((cell) => shape.place(cell)),
    numbers: shape.all.map((cell) => shape.number(...shape.place(cell))),
    met: shape.all.map((cell) => shape.cellAt(...shape.centre(cell))),
    outside: [[-0.1, -0.1], [shape.extent.width + 0.1, 0.5]].map((at) => shape.cellAt(...at)),
    steps: shape.all.map((cell) => ways.map((way) => shape.step(cell, way))),
    longest: shape.longest,
    listed: shape.listed,
  };
})
"""


def empty(board):
    return Puzzle.on(board, [() if board.has_clue(line) else None for line in board.lines])


@pytest.fixture(scope="module")
def facts():
    return answered("puzzle/shapes.js", FACTS, [puzzle_out(empty(board)) for board in BOARDS])


@pytest.mark.parametrize("at", range(len(BOARDS)), ids=map(repr, BOARDS))
def test_a_shape_has_the_cells_and_lines_of_its_board(facts, at):
    board, found = BOARDS[at], facts[at]
    every = [*range(board.size)]
    assert found["cells"] == [[*board.cells(line)] for line in board.lines]
    assert found["names"] == [str(line) for line in board.lines]
    through = [[line.index for line, _ in board.lines_through(cell)] for cell in every]
    assert found["through"] == through
    assert found["places"] == [[*board.place(cell)] for cell in every]
    assert found["numbers"] == found["met"] == every
    assert found["outside"] == [-1, -1]
    assert found["longest"] == board.longest
    listed = [((1 if board.has_clue(line) else -1), board.cells(line)) for line in board.lines]
    expected = [n for sign, cells in listed for n in (sign * len(cells), *cells)]
    assert found["listed"] == ([] if board.table else expected)


@pytest.mark.parametrize("at", IN_ROWS, ids=[repr(BOARDS[at]) for at in IN_ROWS])
def test_arrows_lead_along_rows_and_from_row_to_row(facts, at):
    board = BOARDS[at]
    for cell, (left, right, up, down) in enumerate(facts[at]["steps"]):
        row, column = board.place(cell)
        cells = board.cells(board.lines[row])
        assert (left, right) == (cells[max(0, column - 1)], cells[min(len(cells) - 1, column + 1)])
        for step, to in ((up, max(0, row - 1)), (down, min(board.height - 1, row + 1))):
            assert board.place(step)[0] == to or step == cell


def test_arrows_lead_over_holes_and_reach_every_cell(facts):
    ring_steps, arrow_steps = (found["steps"] for found in facts[-2:])
    assert ring_steps[3] == [3, 4, 0, 5]  # to the right, over the hole
    for steps in (ring_steps, arrow_steps):
        reached = {0}
        for _ in steps:
            reached |= {to for cell in reached for to in steps[cell]}
        assert reached == {*range(len(steps))}


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_a_puzzle_of_the_page_is_read_back(board):
    puzzle = empty(board)
    assert puzzle_in({"puzzle": puzzle_out(puzzle)}) == puzzle


def test_the_boards_of_the_tests_in_node_are_what_python_sends():
    boards = [Triddler(*[3] * 6), Hexagon(*[3] * 6), Hexagon(*[2] * 6), Hexagon(*[4] * 6), ring()]
    content = json.dumps([board_out(board) for board in boards], separators=(",", ":")) + "\n"
    path = ROOT / "tests" / "apps" / "page" / "boards.json"
    assert path.read_text() == content, f"where board_out has changed, write this: {content}"


#: What the page's modules give to the kernel for each puzzle; a kernel stands in that keeps it.
GIVEN = """
({ KernelAnswers }, puzzles) => puzzles.map((puzzle) => {
  let given;
  const plain = (value) => (value.buffer ? [...new Uint8Array(value.buffer)] : value);
  class Kept {
    constructor(...values) { given ??= values.map(plain); }
    next() {}
    stats() { return {}; }
    delete() {}
  }
  const kernel = { Options: class {}, Puzzle: Kept, Search: Kept, longest_line: 1000 };
  const answers = new KernelAnswers(kernel);
  answers.ask("solve", { puzzle });
  return answers.takes("solve", { puzzle }) && given;
})
"""


def test_the_kernel_of_the_page_gets_what_that_of_python_gets():
    puzzles = [
        Puzzle.on(board, [[(1, "red")] if board.has_clue(line) else None for line in board.lines])
        for board in BOARDS
    ]
    found = answered("answers/kernel_answers.js", GIVEN, [puzzle_out(each) for each in puzzles])
    for puzzle, given in zip(puzzles, found, strict=True):
        board = puzzle.board
        height, others, colours, *arrays = given
        assert (height, others, colours) == (board.height, len(board.lines) - board.height, 1)
        *expected, _ = clue_arrays(puzzle.clues)
        sizes, lengths, own, joints, cells = map(bytes, arrays)
        assert [sizes, lengths, own, cells] == [*expected, line_cells(board)], repr(board)
        assert not any(joints)

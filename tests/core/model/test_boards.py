"""Boards: lines in any direction, by what is known of small triangles and hexagons."""

import pickle
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from ortools.sat.python import cp_model
from strategies import boards

import nonocsp as nc
from nonocsp.core.csp.nonogram import line_network
from nonocsp.core.model.boards import BOARDS
from nonocsp.files.encodings import constraint_graph
from nonocsp.files.encodings.cp_sat import cp_sat
from nonocsp.files.encodings.linear import to_lp
from nonocsp.files.encodings.minizinc import to_minizinc
from nonocsp.files.encodings.xcsp3 import to_xcsp3
from nonocsp.many.questions import ask_many

RECTANGLE = nc.Rectangle(2, 3)
TRIANGLE = nc.Triddler(2, 0, 2, 0, 2, 0)
SIX_TRIANGLES = nc.Triddler(1, 1, 1, 1, 1, 1)
TEN_TRIANGLES = nc.Triddler(2, 1, 1, 2, 1, 1)
FLOWER = nc.Hexagon(2, 2, 2, 2, 2, 2)
SLANTED = nc.Hexagon(1, 2, 3, 1, 2, 3)
SMALL = [RECTANGLE, TRIANGLE, SIX_TRIANGLES, FLOWER, SLANTED]


def every_picture(board, colours=1):
    for cells in product(range(colours + 1), repeat=board.size):
        yield nc.Picture(board.rows(bytes(cells)), board=board)


def every_puzzle(board, colours=1):
    """Every puzzle that a picture of the board has, and its pictures."""
    names = ["black", "red"][:colours]
    found = {}
    for picture in every_picture(board, colours):
        found.setdefault(nc.Puzzle.from_picture(picture, names, goals=()), []).append(picture)
    return found


@given(boards())
def test_every_cell_lies_on_one_line_of_each_direction(board):
    along = Counter(cell for line in board.lines for cell in board.cells(line))
    assert set(along) == set(range(board.size))
    assert set(along.values()) == {len(board.axes)}
    for cell in range(board.size):
        through = board.lines_through(cell)
        assert [line.axis for line, _ in through] == list(board.axes)
        assert all(board.cells(line)[index] == cell for line, index in through)
        assert board.number(*board.place(cell)) == cell


@given(boards())
def test_rows_hold_the_cells_in_order(board):
    rows = [cell for line in board.lines[: board.height] for cell in board.cells(line)]
    assert rows == list(range(board.size))
    assert board.rows(tuple(rows)) == tuple(
        tuple(board.cells(r)) for r in board.lines[: board.height]
    )


@given(boards())
def test_neighbours_follow_each_other_on_a_line(board):
    """Cells that touch are neighbours of each other, and lines lead from neighbour to neighbour."""
    near = {cell: set(board.neighbours(cell)) for cell in range(board.size)}
    pairs = {
        pair
        for line in board.lines
        for pair in zip(board.cells(line), board.cells(line)[1:], strict=False)
    }
    assert pairs | {(b, a) for a, b in pairs} == {(a, b) for a in near for b in near[a]}


@given(boards())
def test_boards_are_values(board):
    again = type(board)(*board.sizes)
    assert again == board
    assert hash(again) == hash(board)
    assert pickle.loads(pickle.dumps(board)) == board
    assert eval(repr(board), vars(nc)) == board
    assert board.table or BOARDS[board.kind] is type(board)


@pytest.mark.parametrize("side", range(1, 6))
def test_numbers_of_cells_are_those_of_geometry(side):
    """A triangle of side n has n² triangles, a hexagon 6n²; of hexagons 3n(n - 1) + 1."""
    assert nc.Triddler(side, 0, side, 0, side, 0).size == side**2
    assert nc.Triddler(*[side] * 6).size == 6 * side**2
    assert nc.Hexagon(*[side] * 6).size == 3 * side * (side - 1) + 1


def test_triangles_share_sides_with_three_others_at_most():
    board = nc.Triddler(3, 3, 3, 3, 3, 3)
    near = [len(list(board.neighbours(cell))) for cell in range(board.size)]
    assert max(near) == 3
    # A triangle that points up and one that points down take turns.
    assert all(
        board.points_up(cell) != board.points_up(other)
        for cell in range(board.size)
        for other in board.neighbours(cell)
    )


@pytest.mark.parametrize(
    ("kind", "sides", "problem"),
    [
        (nc.Triddler, (1, 1, 1, 1, 1, 2), "do not close: after 1, 1, 1, 1 come 1 and 1"),
        (nc.Triddler, (0, 0, 0, 0, 0, 0), "has no cells"),
        (nc.Triddler, (1, 1, -1, 1, 1, -1), "at least 0, not -1"),
        (nc.Triddler, (1.5, 1, 1, 1, 1, 1), r"whole numbers, not \[1.5, 1, 1, 1, 1, 1\]"),
        (nc.Hexagon, (0, 1, 1, 1, 1, 1), "at least 1, not 0"),
        (nc.Hexagon, (10**9, 1, 10**9, 1, 10**9, 1), "at most"),
        (nc.Rectangle, (0, 3), "at least one row"),
    ],
)
def test_what_is_no_board_is_refused(kind, sides, problem):
    with pytest.raises(nc.PuzzleError, match=problem):
        kind(*sides)


def test_two_directions_alone_leave_more_solutions():
    """The third direction does matter."""
    fewer = every_puzzle(FLOWER)
    without = Counter(
        tuple(puzzle.clue(line) for line in puzzle.lines if line.axis != "C")
        for puzzle, pictures in fewer.items()
        for _ in pictures
    )
    assert sum(n == 1 for n in without.values()) < sum(len(p) == 1 for p in fewer.values())


def test_triangles_in_two_common_lines_are_two_constraints():
    puzzle = nc.Puzzle.from_picture(nc.Picture(["#_#", "_#_"], board=SIX_TRIANGLES))
    assert len(line_network(puzzle).arcs) == 2 * 3 * 6
    graph = constraint_graph.constraint_graph(puzzle)
    shared = Counter(len(data["cells"]) for _, _, data in graph.edges(data=True))
    assert set(shared) <= {1, 2}
    assert sum(size * number for size, number in shared.items()) == 3 * 6


def test_puzzles_of_boards_are_values():
    puzzle = nc.Puzzle.from_picture(nc.Picture(["##", "_##", "_#"], board=FLOWER), title="Leaf")
    again = nc.Puzzle.on(
        FLOWER, {"A": puzzle.clues[:3], "B": puzzle.clues[3:6], "C": puzzle.clues[6:]}
    )
    assert again == puzzle
    assert again.fingerprint() == puzzle.fingerprint()
    assert pickle.loads(pickle.dumps(puzzle)).goals == puzzle.goals
    assert puzzle.replace(author="X").board == FLOWER
    others = [nc.Triddler(1, 1, 1, 1, 1, 1), nc.Rectangle(2, 3), SLANTED]
    pictures = [nc.Picture(board.rows(bytes(board.size)), board=board) for board in others]
    prints = {nc.Puzzle.from_picture(picture).fingerprint() for picture in pictures}
    assert len(prints) == len(others)


@pytest.mark.parametrize(
    ("clues", "problem"),
    [
        ({"A": [[1]] * 3, "B": [[1]] * 3}, "have the directions 'A', 'B', 'C'"),
        ({"A": [[1]] * 3, "B": [[1]] * 4, "C": [[1]] * 3}, "direction B has 3 lines, not 4 clues"),
        ([[1]] * 8, "8 clues on a board of 9 lines"),
        ([[1]] * 8 + [[-1]], "direction C, line 3: a block's length is at least 1"),
    ],
)
def test_clues_that_do_not_fit_the_board_are_refused(clues, problem):
    with pytest.raises(nc.PuzzleError, match=problem):
        nc.Puzzle.on(FLOWER, clues)


def test_faults_name_line_and_direction():
    puzzle = nc.Puzzle.on(FLOWER, {"A": [[3], [], []], "B": [[1], [], []], "C": [[3], [], []]})
    assert [str(problem) for problem in puzzle.problems()] == [
        "direction A, line 1: the clue needs 3 cells, the line has 2",
        "direction C, line 1: the clue needs 3 cells, the line has 2",
        "the lines of direction A need 3 black cells, the lines of direction B 1",
    ]


def test_a_line_of_another_board_is_refused_with_the_directions_there_are():
    flower = nc.Puzzle.on(FLOWER, [None] * len(FLOWER.lines))
    for puzzle, line, fault in (
        (flower, nc.Line("row", 0), "there is no row 1 on a hexagon: its directions are A, B, C"),
        (flower, nc.Line("B", 9), "there is no line 10 in direction B, which has 3 lines"),
        (nc.Puzzle([[1]], [[1]]), nc.Line("A", 0), "on a rectangle: its directions are row, col"),
    ):
        with pytest.raises(nc.PuzzleError, match=fault):
            puzzle.clue(line)


def test_what_needs_rows_and_columns_says_so():
    puzzle = nc.Puzzle.from_picture(nc.Picture(["##", "_##", "_#"], board=FLOWER))
    for ask in (lambda: puzzle.rows, lambda: puzzle.columns, puzzle.transpose, puzzle.mirror):
        with pytest.raises(nc.PuzzleError, match="a hexagon has no rows and columns"):
            ask()


def test_rows_of_a_picture_are_as_long_as_those_of_its_board():
    with pytest.raises(nc.PuzzleError, match="row 2: 2 cells where the board has 3"):
        nc.Picture(["##", "##", "##"], board=FLOWER)
    with pytest.raises(nc.PuzzleError, match="2 rows where the board has 3"):
        nc.Picture(["##", "###"], board=FLOWER)
    grid = nc.Grid([[3, 3], [1, 3, 2], [3, 3]], board=FLOWER)
    known = grid.given({(0, 1): 1})
    assert known.row_texts() == ["?#", "_?#", "??"]
    assert str(known) == " ? #\n_ ? #\n ? ?"
    for text in ("\n".join(known.row_texts()), str(known)):
        assert nc.Grid.from_text(text, board=FLOWER) == known
    with pytest.raises(nc.PuzzleError, match="row 2: 1 cell where the board has 3"):
        nc.Grid.from_text(" ? ?\n?\n ? ?", board=FLOWER)
    assert grid.line(nc.Line("B", 1)) == (3, 3, 3)
    assert pickle.loads(pickle.dumps(grid)) == grid


def test_lines_of_triddlers_share_two_cells_at_most():
    board = nc.Triddler(2, 3, 2, 3, 2, 3)
    for one, other in combinations(board.lines, 2):
        shared = set(board.cells(one)) & set(board.cells(other))
        assert len(shared) in ((0,) if one.axis == other.axis else (0, 2, 1))


@pytest.mark.parametrize("board", [TRIANGLE, FLOWER, SLANTED], ids=repr)
def test_cp_sat_finds_a_picture(board):
    puzzle, *_ = every_puzzle(board)
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False  # it would leave Ctrl-C to the system
    assert solver.status_name(solver.solve(cp_sat(puzzle))) == "OPTIMAL"


@pytest.mark.parametrize("board", [TRIANGLE, FLOWER], ids=repr)
def test_every_model_names_every_cell(board):
    puzzle = nc.Puzzle.from_picture(nc.Picture(board.rows(bytes([1] * board.size)), board=board))
    for state, name in ((to_lp, "x_{0}_{1}"), (to_xcsp3, "x[{2}]"), (to_minizinc, "x[{3}]")):
        text = state(puzzle)
        for cell in range(board.size):
            row, column = board.place(cell)
            assert name.format(row + 1, column + 1, cell, cell + 1) in text


@pytest.mark.parametrize("name", ["json", "olsak", "webpbn"])
@given(boards(), st.data())
def test_boards_survive_files(name, board, data):
    if name != "json" and isinstance(board, nc.Hexagon):
        return
    cells = data.draw(st.binary(min_size=board.size, max_size=board.size))
    picture = nc.Picture(board.rows(bytes(cell % 3 for cell in cells)), board=board)
    puzzle = nc.Puzzle.from_picture(picture, ["black", "red"], title="A title")
    again = nc.formats.parse(nc.formats.dumps(puzzle, name), name).puzzles[0]
    assert again == puzzle
    assert again.fingerprint() == puzzle.fingerprint()
    if name != "olsak":  # which has no place for them
        assert again.goals == puzzle.goals
        assert again.title == puzzle.title


def test_what_a_format_cannot_carry_is_refused():
    puzzle = nc.Puzzle.from_picture(nc.Picture(["##", "_##", "_#"], board=FLOWER))
    written = set()
    for name, each in nc.formats.formats().items():
        if each.dump is None:
            continue
        try:
            nc.formats.dumps(puzzle, name)
            written.add(name)
        except nc.FormatError as error:
            assert "hexagon" in str(error)
    assert {"json", "dimacs", "lp", "xcsp3", "minizinc"} <= written
    with pytest.raises(nc.FormatError, match="hexagonal cells"):
        nc.formats.dumps(puzzle, "webpbn")


OLSAK = """A remark
#triddler
:A
1
: B
: C
1
: D
: E
1
: F
"""


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (": F\n", "", "line 9: expected the clues of six sides, not of 5"),
        (": F\n", ": F\n1\n", "line 3: sides of 1, 0, 1, 0, 1, 1 do not close"),
        (":A\n1\n", ":A\n1x\n", "line 4: expected a length and the character of a declared colour"),
    ],
)
def test_faults_of_triddlers_in_files(old, new, problem):
    assert nc.formats.parse(OLSAK, "olsak").puzzles[0].board == nc.Triddler(1, 0, 1, 0, 1, 0)
    with pytest.raises(nc.FormatError, match=problem):
        nc.formats.parse(OLSAK.replace(old, new), "olsak")


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        ("1", "expected a board with a kind"),
        ('{"kind": "circle", "sides": [1, 1, 1, 1, 1, 1]}', "'triddler', 'hexagon' or 'custom'"),
        ('{"kind": "hexagon", "sides": [1, 1]}', "six sides"),
        ('{"kind": "hexagon", "sides": [1, 1, 1, 1, 1, "x"]}', "whole numbers"),
        ('{"kind": "hexagon", "sides": [1, 1, 1, 1, 1, 2]}', "do not close"),
        ('{"kind": "hexagon", "sides": [9999, 9999, 9999, 9999, 9999, 9999]}', "at most"),
        (
            '{"kind": "hexagon", "sides": [700, 700, 700, 700, 700, 700]}',
            "expected a hexagon of at most 1048576 cells, not 1467901",
        ),
        ('{"kind": "hexagon", "sides": [1, 1, 1, 1, 1, 1]}', "expected 1 clue of direction A"),
    ],
)
def test_faults_of_boards_in_json(board, problem):
    text = f'{{"board": {board}, "clues": {{"A": [[1], []], "B": [[1]], "C": [[1]]}}}}'
    with pytest.raises(nc.FormatError, match=problem):
        nc.formats.parse(text, "json")


def test_clues_of_another_direction_are_refused():
    text = """{
  "board": {"kind": "hexagon", "sides": [1, 1, 1, 1, 1, 1]},
  "clues": {"A": [[1]], "B": [[1]], "C": [[1]],
            "D": [[1]]}
}"""
    with pytest.raises(nc.FormatError, match="line 4: a hexagon has no direction 'D'"):
        nc.formats.parse(text, "json")


def test_a_mistyped_side_of_a_triddler_is_named_with_its_line():
    text = (Path(__file__).parents[3] / "input" / "boards" / "boat.xml").read_text()
    fault = "line 10, column 1: a triddler has no side 'toplft': expected topleft, bottomleft, top,"
    with pytest.raises(nc.FormatError, match=fault):
        nc.formats.parse(text.replace("topleft", "toplft"), "webpbn")


def test_the_size_of_a_board_is_that_of_its_lines():
    sides = product(range(4), repeat=4)
    for kind, (a, b, c, d) in product((nc.Triddler, nc.Hexagon), sides):
        try:
            board = kind(a, b, c, d, a + b - d, c + d - a)
        except nc.PuzzleError:
            continue
        assert board.size == sum(board.lengths("A")) == len(board.triples)


def test_hints_name_direction_and_line():
    puzzle = nc.Puzzle.from_picture(nc.Picture(["##", "_#_", "_#"], board=FLOWER))
    texts = [str(step) for step in nc.explain(puzzle, engine="textbook").run().steps]
    assert texts[1] == "Direction C, line 2: the 3 takes all of it, so cells 1-3 are black."
    assert all(text.startswith("Direction ") for text in texts)
    assert any("cell" in text for text in texts)


def test_counting_works_between_any_two_directions():
    """No line alone says anything, but B has one black cell fewer than A and C."""
    clues = {"A": [[1], [1], [1]], "B": [[1], [1], []], "C": [[1], [1], [1]]}
    puzzle = nc.Puzzle.on(FLOWER, clues)
    (step,) = nc.explain(puzzle, engine="textbook").run().steps[-1:]
    assert step.is_contradiction


def test_features_of_boards():
    puzzle = nc.Puzzle.from_picture(nc.Picture(["##", "_#_", "_#"], board=FLOWER))
    found = nc.features(puzzle)
    assert (found.rows, found.columns, found.cells) == (3, 3, 7)
    assert found.density == 4 / 7
    assert found.decided == 1.0


def test_a_typo_on_a_hexagon_is_found():
    goal = nc.Picture(["##", "_##", "_#"], board=FLOWER)
    puzzle = nc.Puzzle.from_picture(goal, goals=())
    wrong = nc.Puzzle.on(FLOWER, [(), *puzzle.clues[1:]])
    found = nc.diagnose(wrong)
    assert found.verdict is nc.Verdict.NONE
    assert found.changes[0].puzzle.is_solved_by(goal)
    assert "Line 1 of direction A: blank was probably 2" in str(found)
    several = [p for p, pictures in every_puzzle(FLOWER).items() if len(pictures) > 1]
    assert nc.diagnose(several[0]).verdict is nc.Verdict.MULTIPLE
    beside = puzzle.replace(goals=[nc.Picture(["##", "###", "_#"], board=FLOWER)])
    assert "not the picture that comes with" in str(nc.diagnose(beside))


@pytest.mark.parametrize("board", [SIX_TRIANGLES, TEN_TRIANGLES, FLOWER], ids=repr)
def test_ambiguous_pictures_are_repaired(board):
    """With the fewest changes, by trying all pictures."""
    puzzles = every_puzzle(board)
    unique = {found[0].cells for found in puzzles.values() if len(found) == 1}
    several = [pictures[0] for pictures in puzzles.values() if len(pictures) > 1]
    assert several
    for picture in several[:5]:
        repaired = nc.repair(picture)
        assert repaired.after.cells in unique
        fewest = min(
            sum(a != b for a, b in zip(picture.cells, cells, strict=True)) for cells in unique
        )
        assert len(picture.differences(repaired.after)) == fewest


def test_answers_about_boards_are_stored(tmp_path):
    puzzles = [puzzle for puzzle, pictures in every_puzzle(FLOWER).items() if len(pictures) > 1]
    for question in ("list", "check", "count"):
        first = [
            list(ask_many(question, puzzles, 1, store=tmp_path / f"{question}.jsonl"))
            for _ in range(2)
        ]
        assert [answer.is_stored for answer in first[1]] == [True] * len(puzzles)
        assert [answer.pictures for answer in first[1]] == [answer.pictures for answer in first[0]]


def test_joints_on_triangles_are_refused_by_olsak():
    """In direction C, whose clues the format reads from below."""
    board = nc.Triddler(2, 2, 2, 2, 2, 2)
    clues = [[] for _ in board.lines]
    clues[-1] = [nc.Block(1, 1), nc.Block(1, 2, "attached")]
    puzzle = nc.Puzzle.on(board, clues, ["black", "red"])
    with pytest.raises(nc.FormatError, match="no such joints"):
        nc.formats.dumps(puzzle, "olsak")

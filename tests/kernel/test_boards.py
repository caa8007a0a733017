"""The kernel on boards with three directions, against all pictures of small boards."""

from __future__ import annotations

from array import array
from itertools import islice, product
from math import prod
from random import Random

import oracle_sat
import pytest

import nonocsp as nc
from nonocsp import Options
from nonocsp.common import plugins
from nonocsp.common.limits import Limits, Meter, Stats
from nonocsp.kernel.decision import by_line
from nonocsp.kernel.edited_picture import EditedPicture
from nonocsp.kernel.interface import LARGEST, UNAVAILABLE, kernel_options, kernel_puzzle, propagated
from nonocsp.kernel.interface import pictures as search
from nonocsp.model.query import Query

if UNAVAILABLE:
    pytest.skip(UNAVAILABLE, allow_module_level=True)

import _nonocsp_kernel as _kernel

#: A board, and the number of block colours.
SMALL = {
    "triangles": (nc.Triddler(2, 1, 1, 2, 1, 1), 1),
    "strip": (nc.Triddler(1, 0, 6, 0, 1, 5), 1),
    "hexagons": (nc.Hexagon(2, 2, 3, 2, 2, 3), 1),
    "flower": (nc.Hexagon(2, 2, 2, 2, 2, 2), 2),
    "star": (nc.Triddler(1, 1, 1, 1, 1, 1), 2),
}

#: Most techniques wait for conflicts, which small boards do not have.
AT_ONCE = {"restart_unit": 1, "positions_after": 0, "bounds_wait": 0, "shaving_effort": 10}
PLAIN = {"probing": False, "lucky": False, "guidance": False}

TECHNIQUES = {
    "usual": Options(),
    "plain": Options.of(**PLAIN, learning=False),
    "guided": Options.of(probing=False, lucky=False),
    "shaved": Options.of(**PLAIN, **AT_ONCE),
    "learned": Options.of(**PLAIN),
    "ac3": Options(strategy="textbook"),
    "degree": Options(strategy="textbook", ordering="mrv_degree"),
    "forward_checking": Options(strategy="textbook", propagation="forward_checking"),
    "none": Options(strategy="textbook", propagation="none", ordering="in_order"),
}


@pytest.fixture(scope="module", params=SMALL)
def puzzles(request):
    """Every puzzle that a picture of a board has, and its pictures."""
    board, colours = SMALL[request.param]
    found = {}
    for cells in product(range(colours + 1), repeat=board.size):
        picture = nc.Picture(board.rows(bytes(cells)), board=board)
        puzzle = nc.Puzzle.from_picture(picture, ["black", "red"][:colours], goals=())
        found.setdefault(puzzle, set()).add(picture)
    return found


def some(puzzles, seed, number):
    """The puzzles with most pictures, and some others."""
    ranked = sorted(puzzles, key=lambda puzzle: -len(puzzles[puzzle]))
    return ranked[:5] + Random(seed).sample(ranked[5:], min(number, len(ranked) - 5))


def mixed(puzzles, seed, number):
    """Puzzles whose clues are from several pictures: most have no solution."""
    random, known = Random(seed), list(puzzles)
    for _ in range(number):
        clues = [random.choice(random.sample(known, 2)).clue(line) for line in known[0].lines]
        yield nc.Puzzle.on(known[0].board, clues, known[0].colours[1:])


def run(puzzle, options=None, *, grid=None, two_suffice=False, threads=1):
    meter = Meter(Limits(threads=threads), Stats())
    found = search(Query(puzzle, grid, options or Options(), meter), two_suffice=two_suffice)
    return list(islice(found, 2) if two_suffice else found)


def random_puzzle(board, random, colours=1, density=0.5, kept=1.0):
    """The puzzle of a random picture, with some of its clues."""
    cells = bytes(
        random.randint(1, colours) * (random.random() < density) for _ in range(board.size)
    )
    picture = nc.Picture(board.rows(cells), board=board)
    puzzle = nc.Puzzle.from_picture(picture, ["black", "red"][:colours], goals=())
    clues = [clue if random.random() < kept else None for clue in puzzle.clues]
    return nc.Puzzle.on(board, clues, puzzle.colours[1:])


@pytest.mark.parametrize("name", TECHNIQUES)
def test_every_technique_finds_exactly_the_pictures(puzzles, name):
    for puzzle in some(puzzles, 1, 30):
        found = run(puzzle, TECHNIQUES[name])
        assert len(found) == len(set(found))
        assert set(found) == puzzles[puzzle]


def test_verdicts_are_right(puzzles):
    refuted = 0
    for puzzle in [*some(puzzles, 2, 30), *mixed(puzzles, 2, 60)]:
        expected = min(2, len(puzzles.get(puzzle, ())))
        for options in (Options(), TECHNIQUES["shaved"]):
            assert len(run(puzzle, options, two_suffice=True)) == expected
        refuted += not expected
    assert refuted


def test_givens_hold(puzzles):
    random = Random(3)
    for puzzle in some(puzzles, 3, 10):
        for picture in list(puzzles[puzzle])[:3]:
            cells = {puzzle.board.place(cell): colour for cell, colour in enumerate(picture.cells)}
            known = dict(random.sample(sorted(cells.items()), 2))
            grid = nc.Grid.unknown(puzzle).given(known)
            fit = [each for each in puzzles[puzzle] if all(each[at] == known[at] for at in known)]
            assert set(run(puzzle, grid=grid)) == set(fit)


def test_threads_find_the_same(puzzles):
    options = Options.of(**PLAIN, join_after=0, restart_unit=1, positions_after=0)
    for puzzle in some(puzzles, 4, 3):
        assert set(run(puzzle, options, threads=2)) == puzzles[puzzle]


@pytest.mark.parametrize("propagation", ["none", "forward_checking", "ac3"])
@pytest.mark.parametrize("ordering", ["in_order", "mrv", "mrv_degree"])
def test_the_textbook_tree_is_that_of_the_definition(puzzles, propagation, ordering):
    same = {"propagation": propagation, "ordering": ordering}
    for puzzle in some(puzzles, 5, 5):
        trees = []
        for engine, own in (
            ("kernel", {"strategy": "textbook"}),
            ("textbook", {"components": False}),
        ):
            found = nc.solutions(puzzle, options=Options.of(**same, **own), engine=engine)
            trees.append((list(found), found.stats.nodes, found.stats.backtracks))
        assert trees[0] == trees[1]


def test_counts_and_spaces_are_exact(puzzles):
    for puzzle in [*some(puzzles, 7, 20), *mixed(puzzles, 7, 20)]:
        expected = puzzles.get(puzzle, set())
        for compilation in ("portfolio", "search", "frontier"):
            options = Options(compilation=compilation)
            assert nc.count(puzzle, engine="kernel", options=options) == len(expected)
        space = nc.solution_space(puzzle, engine="kernel")
        assert len(space) == len(set(space))
        assert set(space) == expected
        assert all(space[space.index(picture)] == picture for picture in expected)


def test_counts_hold_under_givens(puzzles):
    for puzzle in some(puzzles, 8, 20):
        picture = min(puzzles[puzzle], key=lambda each: each.cells)
        grid = nc.Grid.unknown(puzzle).given({(0, 0): picture.cells[0]})
        expected = sum(each.cells[0] == picture.cells[0] for each in puzzles[puzzle])
        assert nc.count(puzzle, engine="kernel", grid=grid) == expected


def test_upper_bounds_hold(puzzles):
    arguments = None, kernel_options(Options()), 10**8, 1 << 30
    for puzzle in [*some(puzzles, 9, 20), *mixed(puzzles, 9, 20)]:
        bound = _kernel.upper_bound(kernel_puzzle(puzzle), *arguments)
        assert int.from_bytes(bound, "little") >= len(puzzles.get(puzzle, ()))


@pytest.mark.parametrize("axis", "ABC")
def test_the_upper_bound_is_that_of_the_best_direction(axis):
    """Where only one direction has clues, the placements of its lines are the pictures."""
    board = nc.Triddler(2, 2, 2, 2, 2, 2)
    clues = [[1] if line.axis == axis else None for line in board.lines]
    puzzle = nc.Puzzle.on(board, clues)
    expected = prod(board.lengths(axis))
    arguments = None, kernel_options(Options()), 10**8, 1 << 30
    assert (
        int.from_bytes(_kernel.upper_bound(kernel_puzzle(puzzle), *arguments), "little") == expected
    )
    assert nc.count(puzzle, engine="kernel") == expected


@pytest.mark.parametrize("line", ["A", "B", "C"])
def test_heuristics_see_boards(puzzles, line):
    """What a decision heuristic sees is true, and any decision is right."""

    def decide(view):
        for each in view.puzzle.lines:
            cells = view.puzzle.cells(each)
            is_open = any(len(view.candidates(cell)) > 1 for cell in cells)
            assert (each in view.open_lines) == is_open
            assert view.domain_size(each) > (1 if is_open else 0)
            assert by_line(lambda state, open_lines: open_lines[-1])(view) == view.open_lines[-1]
        assert all(view.grid.masks[c].bit_count() > 1 for c in view.open_cells)
        mine = [each for each in view.open_lines if each.axis == line]
        return (mine or view.open_lines)[-1]

    plugins.register("decision", "board", decide)
    options = Options.of(decision="board", **PLAIN)
    for puzzle in some(puzzles, 10, 5):
        assert set(nc.solutions(puzzle, engine="kernel", options=options)) == puzzles[puzzle]


LARGER = [
    (nc.Triddler(*[9] * 6), 1, 0.35, 1.0),
    (nc.Triddler(*[6] * 6), 1, 0.35, 0.8),
    (nc.Triddler(5, 9, 7, 4, 10, 6), 2, 0.4, 0.8),
    (nc.Hexagon(*[9] * 6), 1, 0.3, 0.7),
    (nc.Hexagon(7, 9, 8, 9, 7, 10), 2, 0.4, 0.6),
]


@pytest.mark.parametrize(("board", "colours", "density", "kept"), LARGER)
def test_verdicts_of_larger_boards_are_those_of_a_sat_solver(board, colours, density, kept):
    random, conflicts = Random(6), 0
    for _ in range(3):
        puzzle = random_puzzle(board, random, colours, density, kept)
        clues = list(puzzle.clues)
        one, other = random.sample([i for i, clue in enumerate(clues) if clue], 2)
        clues[one], clues[other] = clues[other], clues[one]
        for each in (puzzle, nc.Puzzle.on(board, clues, puzzle.colours[1:])):
            expected = len(oracle_sat.pictures(each, None, 2))
            for name in ("usual", "shaved", "learned", "guided"):
                meter = Meter(Limits(), Stats())
                found = search(Query(each, None, TECHNIQUES[name], meter), two_suffice=True)
                assert len(set(islice(found, 2))) == expected
                conflicts += meter.stats.conflicts
    assert conflicts > 5


def board_of(rows, others, *lines):
    cells = array("i", [number for line in lines for number in (len(line), *line)])
    clues = array("i", [-1] * (rows + others)).tobytes()
    return _kernel.Puzzle(rows, others, 1, clues, b"", b"", cells=cells.tobytes())


SQUARE = [(0, 1), (2, 3), (0, 2), (1, 3)]


def test_a_square_can_be_given_by_its_lines():
    search = _kernel.Search(
        board_of(2, 2, *SQUARE), None, _kernel.Options({}), False, 1.0, LARGEST, LARGEST, 1
    )
    assert len({search.next() for _ in range(16)}) == 16
    assert search.next() is None


@pytest.mark.parametrize(
    ("rows", "others", "lines", "problem"),
    [
        (0, 4, SQUARE, "at least one row"),
        (4, 0, SQUARE, "at least one row"),
        (2, 1, SQUARE, "more lines than expected"),
        (2, 3, SQUARE, "fewer lines than expected"),
        (2, 2, [(0, 1), (), (0, 2), (1, 3)], "line 1 has 0 cells, expected 1 to 10239"),
        (1, 1, [range(10240), range(10240)], "line 0 has 10240 cells"),
        (2, 2, [(0, 1), (3, 2), (0, 2), (1, 3)], "line 1 has cell 3, expected 2: rows have"),
        (2, 2, [(0, 1), (2, 3), (0, 2), (1, 4)], "line 3 has cell 4, which no row has"),
        (2, 2, [(0, 1), (2, 3), (0, 2), (1, -1)], "line 3 has cell -1, which no row has"),
        (2, 2, [(0, 1), (2, 3), (0, 2), (3, 3)], "line 3 has cell 3, which has another number of"),
        (2, 2, [(0, 1), (2, 3), (0, 2), (1,)], "cell 3 lies on no line of the last direction"),
        (2, 3, [*SQUARE, (0, 1, 2)], "cell 3 lies on no line of the last direction"),
        (2, 4, [*SQUARE, (0, 3), (0, 2)], "line 5 has cell 0, which lies on 3 lines already"),
        (2, 6, [*SQUARE, *SQUARE[:2], *SQUARE[:2]], "line 6 has cell 0, which lies on 3 lines"),
    ],
)
def test_lines_that_make_no_board_are_refused(rows, others, lines, problem):
    with pytest.raises(ValueError, match=f"board: .*{problem}"):
        board_of(rows, others, *lines)


def test_more_lines_than_numbers_are_refused():
    with pytest.raises(ValueError, match="board: fewer lines than expected"):
        _kernel.Puzzle(2**31 - 1, 2**31 - 1, 1, b"", b"", b"", cells=bytes(8))


def test_lengths_beyond_the_end_are_refused():
    cells = array("i", [2, 0, 1, 2, 0])
    with pytest.raises(ValueError, match="board: line 1 has fewer cells than it says"):
        _kernel.Puzzle(1, 1, 1, bytes(8), b"", b"", cells=cells.tobytes())


def test_edited_pictures_of_boards(puzzles):
    """Their clues follow each change, so that the kernel answers as for a puzzle made anew."""
    random = Random(11)
    puzzle = next(iter(puzzles))
    board, colours = puzzle.board, puzzle.block_colours
    edited = EditedPicture(bytes(board.size), board, colours)
    for _ in range(20):
        edited.paint(random.randrange(board.size), random.randint(0, colours))
        cells = nc.Picture(board.rows(bytes(edited.cells)), board=board)
        names = [colour.name for colour in puzzle.colours[1:]]
        again = nc.Puzzle.from_picture(cells, names, goals=())
        assert edited.propagated(Limits()) == list(propagated(again).masks)
        unknown = list(nc.Grid.unknown(again).masks)
        assert edited.solutions(unknown, Limits(), Stats()) == min(2, len(puzzles[again]))


def test_bounds_compare_any_two_directions():
    """Weights of lines exclude colours, and verdicts stay those of a SAT solver."""
    random, facts, refuted = Random(3), 0, 0
    board, options = nc.Triddler(3, 3, 3, 3, 3, 3), Options.of(**PLAIN, **AT_ONCE)
    for _ in range(60):
        one, other = random_puzzle(board, random, 1, 0.4), random_puzzle(board, random, 1, 0.4)
        clues = [(one if random.random() < 0.9 else other).clue(line) for line in board.lines]
        puzzle = nc.Puzzle.on(board, clues)
        meter = Meter(Limits(), Stats())
        found = search(Query(puzzle, None, options, meter), two_suffice=True)
        expected = len(oracle_sat.pictures(puzzle, None, 2))
        assert len(list(islice(found, 2))) == expected
        facts += meter.stats.bound_facts
        refuted += not expected
    assert facts
    assert 0 < refuted < 60

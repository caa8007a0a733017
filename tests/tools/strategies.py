"""Hypothesis strategies: pictures first, then everything that is true of them.

`random_puzzle` is for tests that need one certain puzzle.
"""

from __future__ import annotations

import random
from itertools import groupby, pairwise

from hypothesis import settings, strategies as st

from nonocsp import Block, CustomBoard, Grid, Hexagon, Picture, Puzzle, Rectangle, Triddler
from nonocsp.core.csp.orderings import VARIABLE_ORDERS
from nonocsp.core.csp.propagation import PROPAGATORS
from nonocsp.core.csp.search import SEARCHES
from nonocsp.core.csp.values import VALUE_ORDERS
from nonocsp.core.model.board import Board
from nonocsp.core.model.colours import STANDARD


def examples(number: int, **others) -> settings:
    """Settings with so many examples in a thorough run, and in others with their share of them."""
    share = settings.default.max_examples / THOROUGH
    return settings(max_examples=max(1, round(number * share)), **others)


#: The examples of a test that names no number, as `--hypothesis-profile thorough` tries them.
THOROUGH = 40

#: Boards of few cells and of every shape, to try everything on.
ANY = st.sampled_from(
    [
        Rectangle(2, 3),
        Triddler(2, 0, 2, 0, 2, 0),
        Triddler(1, 1, 1, 1, 1, 1),
        Hexagon(2, 1, 2, 1, 2, 1),
        Hexagon(2, 2, 2, 2, 2, 2),
        Hexagon(1, 2, 3, 1, 2, 3),
    ]
)

#: Techniques of the textbook search.
MIXED = st.fixed_dictionaries(
    {
        "propagation": st.sampled_from(list(PROPAGATORS)),
        "ordering": st.sampled_from(list(VARIABLE_ORDERS)),
        "values": st.sampled_from(list(VALUE_ORDERS)),
        "search": st.sampled_from(list(SEARCHES)),
        "last_conflict": st.booleans(),
        "components": st.booleans(),
        "seed": st.integers(0, 2),
    }
)


def tables(max_rows=4, max_columns=4):
    """Boards of rows and columns."""
    return st.builds(Rectangle, st.integers(1, max_rows), st.integers(1, max_columns))


@st.composite
def boards(draw):
    """Any board of some cells."""
    kind = draw(st.sampled_from([Rectangle, Triddler, Hexagon]))
    if kind is Rectangle:
        return draw(tables(5, 5))
    a, b, c, d = (draw(st.integers(1, 4)) for _ in range(4))
    d = min(d, a + b - 1)
    return kind(a, b, c, d, a + b - d, max(1, c + d - a)) if c + d > a else kind(a, b, a, b, a, b)


@st.composite
def pictures(draw, max_rows=4, max_columns=4, max_colours=3, board=None):
    board = draw(tables(max_rows, max_columns) if board is None else board)
    cell = st.integers(0, draw(st.integers(1, max_colours)))
    return Picture.from_cells(
        bytes(draw(st.lists(cell, min_size=board.size, max_size=board.size))), board
    )


def palette(colours):
    return list(STANDARD.values())[:colours]


@st.composite
def puzzles(draw, max_rows=4, max_columns=4, max_colours=3, vague=True, board=None):
    """A picture and a puzzle that it solves; some lengths unknown and some clues absent. The board
    is a table, or one that ``board`` draws."""
    picture = draw(pictures(max_rows, max_columns, max_colours, board))
    colours = draw(st.integers(max(1, *picture.cells, 0), max(max_colours, *picture.cells)))
    puzzle = Puzzle.from_picture(picture, palette(colours))
    if vague and draw(st.booleans()):
        clues = blurred(draw, puzzle.clues)
        puzzle = Puzzle.on(picture.board, clues, palette(colours))
    return picture, puzzle


def blurred(draw, clues):
    """The clues, some of them absent, some lengths unknown and some blocks behind a star."""

    def one(clue):
        kind = draw(st.integers(0, 6))
        if clue is None or kind == 0:
            return None
        blocks = [Block(None if draw(st.integers(0, 3)) == 0 else b.length, b.colour) for b in clue]
        for _ in range(max(0, kind - 4)):
            start, end = sorted(draw(st.integers(0, len(blocks))) for _ in range(2))
            blocks[start:end] = [Block("*")]
        return blocks

    return [one(clue) for clue in clues]


def jointed(cells, choose):
    """The clue of a decided line with joints that are true of it, as ``choose(options)`` says."""
    clue, before = [], 0
    for colour, run in groupby(cells):
        length = len(list(run))
        if colour:
            joint = choose((None, "attached")) if before else None
            first = choose((length, length, 1))
            clue.append(Block(first, colour, joint))
            if first < length:
                clue.append(Block(length - first, colour, "loose"))
        before = colour
    return tuple(clue)


@st.composite
def jointed_puzzles(draw, max_rows=3, max_columns=3, max_colours=2, board=None):
    """A picture and a puzzle that it solves, whose blocks may be attached or loose."""
    picture, puzzle = draw(puzzles(max_rows, max_columns, max_colours, vague=False, board=board))

    def choose(options):
        return draw(st.sampled_from(options))

    clues = [jointed(picture.line(line), choose) for line in picture.board.lines]
    return picture, Puzzle.on(picture.board, clues, puzzle.colours[1:])


def custom_boards(most_cells=9):
    """Any cells, and any lines through them, as ordered lists; one to three through a cell."""
    return st.randoms(use_true_random=False).map(lambda chance: custom_board(chance, most_cells))


def custom_board(chance, most_cells=9):
    """A board drawn by a `random.Random`; see `custom_boards`."""
    size = chance.randint(1, most_cells)
    cells = range(size)
    by_axis = {}
    for axis in "ABC"[: chance.randint(1, 3)]:
        # The cells in any order, cut anywhere; without the last part where `axis` is not the only
        # direction, so that some cells lie on no line of it.
        order = chance.sample(cells, size)
        cuts = sorted({*chance.sample(cells, chance.randint(0, min(4, size)))} - {0} | {size})
        by_axis[axis] = [order[a:b] for a, b in pairwise([0, *cuts])]
    for axis in list(by_axis)[1:]:
        kept = chance.randint(1, len(by_axis[axis]))
        by_axis[axis] = by_axis[axis][:kept]
    if len(by_axis) > 1 and chance.random() < 0.5 and len(by_axis["A"]) > 1:
        others = {c for axis in list(by_axis)[1:] for line in by_axis[axis] for c in line}
        if others.issuperset(by_axis["A"][-1]):
            by_axis["A"].pop()
    columns = chance.randint(1, 3)
    squares = [divmod(cell, columns) for cell in cells]
    around = [(0, 0), (1, 0), (1, 1), (0, 1)]
    return CustomBoard([[(x + u, y + v) for u, v in around] for y, x in squares], by_axis)


def small_puzzles(board=None):
    """Puzzles that trying everything can settle: at most 3^9 or 2^16 pictures; on tables, and on
    what ``board`` draws."""
    tables = st.one_of(puzzles(3, 3, 2), puzzles(4, 4, 1), jointed_puzzles())
    if board is None:
        return tables
    others = st.one_of(puzzles(max_colours=1, board=board), jointed_puzzles(board=board))
    return st.one_of(tables, others)


@st.composite
def grids(draw, picture, colours):
    """A grid of which the picture is one completion."""
    full = (1 << (colours + 1)) - 1
    masks = [
        draw(st.sampled_from([full, full, 1 << cell, (1 << cell) | draw(st.integers(1, full))]))
        for cell in picture.cells
    ]
    return Grid(masks, block_colours=colours, board=picture.board)


@st.composite
def clues(draw, max_blocks=4, max_length=4, colours=3):
    """Any clue at all, fitting or not; None now and then."""
    if draw(st.integers(0, 15)) == 0:
        return None
    block = st.builds(
        Block, st.one_of(st.none(), st.integers(1, max_length)), st.integers(1, colours)
    )
    found = draw(st.lists(block, max_size=max_blocks))
    if draw(st.integers(0, 3)) == 0:
        found.insert(draw(st.integers(0, len(found))), Block("*"))
    if len(found) == 1 and found[0].is_star:
        return None
    if draw(st.booleans()):
        return tuple(found)
    for number, (before, after) in enumerate(pairwise(found), start=1):
        joints = [None]
        if before.is_star or after.is_star:
            continue
        if before.colour != after.colour:
            joints.append("attached")
        elif before.length and after.length:
            joints.append("loose")
        found[number] = Block(after.length, after.colour, draw(st.sampled_from(joints)))
    return tuple(found)


@st.composite
def lines(draw, max_length=7, colours=2, least=1):
    """Any clue, the length of a line, and candidates for its cells; with ``least`` 0 some have
    none."""
    length, full = draw(st.integers(1, max_length)), (2 << colours) - 1
    mask = st.one_of(st.just(full), st.integers(least, full))
    masks = draw(st.lists(mask, min_size=length, max_size=length))
    return draw(clues(max_blocks=5, colours=colours)), length, masks


@st.composite
def wild_puzzles(draw, max_side=3, colours=2, board=None):
    """Clues that need have nothing to do with each other: most have no solution."""
    size = st.integers(1, max_side)
    drawn = draw(st.builds(Rectangle, size, size) if board is None else board)
    lines = [draw(clues(3, 3, colours)) for _ in drawn.lines]
    return Puzzle.on(drawn, lines, palette(colours))


@st.composite
def cases(draw, board=None):
    """A puzzle that trying everything can settle, with a solution or any clues, and a grid of which
    the solution is one completion, or None."""
    if draw(st.booleans()):
        return draw(wild_puzzles(board=board)), None
    picture, puzzle = draw(small_puzzles(board))
    return puzzle, draw(st.none() | grids(picture, puzzle.block_colours))


def random_puzzle(size, density, seed, colours=1):
    """A picture whose cells are filled at random, the same for a seed.

    ``size`` is the side of a square, a pair of rows and columns, or a board; ``seed`` may be a
    `random.Random` that goes on.
    """
    chance = seed if isinstance(seed, random.Random) else random.Random(seed)
    draw = (lambda: chance.randint(1, colours)) if colours > 1 else (lambda: 1)
    if not isinstance(size, Board):
        size = Rectangle(*((size, size) if isinstance(size, int) else size))
    cells = bytes(draw() if chance.random() < density else 0 for _ in range(size.size))
    return Puzzle.from_picture(Picture.from_cells(cells, size), palette(colours))

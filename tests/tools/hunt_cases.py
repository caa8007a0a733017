"""The cases of `hunt`: random puzzles of every kind, each with the options it is asked with."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from itertools import chain, product
from typing import Any

import oracle
import oracle_sat
from strategies import custom_board, jointed

import nonocsp as nc
from nonocsp import Block, Grid, Limits, Options, Picture, Puzzle
from nonocsp.core.base.errors import OptionError, PuzzleError
from nonocsp.core.model.bits import full
from nonocsp.core.model.board import Board
from nonocsp.core.model.colours import BLANK, STANDARD
from nonocsp.core.model.three_directions import Hexagon, Triddler

#: Cells of a small puzzle, about which every question is asked.
SMALL = 36

#: More solutions, or beginnings of some, are not listed by brute force.
MOST = 4_000

TINY = Puzzle([[1], []], [[1], []])


@dataclass(frozen=True)
class Case:
    """A puzzle and how to ask about it."""

    kind: str
    puzzle: Puzzle
    grid: Grid | None
    engine: str
    options: Options
    limits: Limits = Limits()
    given: str = "no grid"
    """What kind of grid it is, a key of `GRIDS`."""
    interrupted: bool = False
    """Whether each question is first asked with an interrupt at some moment."""
    pickled: bool = False
    """Whether puzzle, grid, options and limits have been through pickle."""

    @property
    def ways(self) -> list[str]:
        """How it is asked, one word for each dimension: the columns of the report."""
        default, ways = Options(), [self.given]
        if self.options == default:
            kind = "default"
        elif self.options.strategy == "textbook" != self.engine:
            kind = "by lines"
        else:
            tiers = {Options.table()[n].metadata["tier"] for n in self.options.changed()}
            kind = "numbers" if tiers == {"tuning"} else "techniques"
        ways += [f"{self.engine}, {kind}"]
        ways += ["two threads"] * (self.limits.threads == 2)
        return ways + ["interrupted"] * self.interrupted + ["pickled"] * self.pickled

    @property
    def ask(self) -> dict[str, Any]:
        """Keywords of every question."""
        return {"engine": self.engine, "options": self.options, "limits": self.limits}

    def source(self) -> str:
        """The case as Python text."""
        colours = [colour.name for colour in self.puzzle.colours[1:]]
        board = self.puzzle.board
        lines = [f"board = nc.{board!r}"]
        if isinstance(board, nc.CustomBoard):
            made = board.to_dict()
            lines = [f"board = nc.CustomBoard({made['cells']}, {made['lines']})"]
        lines += [f"clues = {_text(self.puzzle.clues, colours)}"]
        lines += [f"puzzle = nc.Puzzle.on(board, clues, {colours})"]
        if self.grid is not None:
            lines += [f"grid = nc.Grid.of_masks(puzzle, {[*self.grid.masks]})"]
        lines += [f"options = nc.Options.from_json({self.options.to_json()!r})"]
        changed = {
            field.name: value
            for field in dataclasses.fields(Limits)
            if field.compare and (value := getattr(self.limits, field.name)) != field.default
        }
        keywords = ", ".join(f"{name}={value}" for name, value in changed.items())
        lines += [f"limits = nc.Limits({keywords})", f"engine = {self.engine!r}"]
        return "\n".join(lines)


def _text(clues, colours):
    def block(one):
        length = one.entry
        if one.is_star:
            return length
        if one.joint:
            return length, colours[one.colour - 1], one.joint
        return length if len(colours) == 1 else (length, colours[one.colour - 1])

    return [None if clue is None else [block(one) for one in clue] for clue in clues]


class NotAsked(Exception):
    """A check has no question about this case."""


class Truth:
    """The solutions of a puzzle, all of them if ``whole``, found without the package."""

    def __init__(self, puzzle: Puzzle, grid: Grid | None = None) -> None:
        self.puzzle, self.grid = puzzle, grid
        board, found = puzzle.board, None
        if board.size <= SMALL and (puzzle.block_colours + 1) ** board.longest <= 1_100:
            found = oracle.pictures(puzzle, grid, MOST)
        self.whole = found is not None
        if found is None:
            most = 40 if board.size <= 150 else 2
            found = set(oracle_sat.pictures(puzzle, grid, most))
            self.whole = len(found) < most
        self.pictures = found

    def __len__(self) -> int:
        return len(self.pictures)

    @property
    def verdict(self) -> nc.Verdict:
        return [nc.Verdict.NONE, nc.Verdict.UNIQUE, nc.Verdict.MULTIPLE][min(len(self), 2)]

    def has(self, picture: nc.Picture) -> bool:
        if self.whole:
            return picture.cells in self.pictures
        return oracle.solves(self.puzzle, picture.cells, self.grid)

    def masks(self) -> list[int]:
        """The colours of every cell in the solutions."""
        masks = [0] * self.puzzle.board.size
        for cells in self.pictures:
            for at, colour in enumerate(cells):
                masks[at] |= 1 << colour
        return masks


def drawn(seed: object, joints: bool = False, boards: float = 0.0) -> Case:
    """The case of a seed.

    With ``joints`` some have blocks that are attached or loose; ``boards`` is the share of those on
    triangles or hexagons.
    """
    if random.Random(f"{seed} boards").random() < boards:
        return _drawn_on_board(random.Random(f"{seed}"))
    draw = random.Random(f"{seed}")
    kinds, weights = zip(*((kind, weight) for kind, (_, weight) in KINDS.items()), strict=True)
    (kind,) = draw.choices(kinds, weights)
    cells, colours = KINDS[kind][0](draw)
    puzzle = Puzzle.from_picture(cells, [*STANDARD.values()][:colours], goals=())
    if kind in CHANGES:
        puzzle = CHANGES[kind](draw, puzzle)
    chance = random.Random(f"{seed} joints")
    if joints and kind in ("coloured", "square") and chance.random() < 0.3:
        kind, rows, columns = "jointed", cells, [*zip(*cells, strict=True)]
        puzzle = puzzle.replace(
            **{
                side: [jointed(line, chance.choice) for line in lines]
                for side, lines in (("rows", rows), ("columns", columns))
            }
        )
    return _asked(draw, kind, puzzle, [*chain(*cells)])


def _drawn_on_board(draw) -> Case:
    """A case on another board than a rectangle, which has the changes of the others."""
    colours = draw.choice((1, 1, 1, 2, 2, 3))
    if draw.random() < 0.3:
        board = custom_board(draw, 13 if colours == 1 else 9)
    else:
        board = draw.choice(OUTLINES if draw.random() < 0.97 else LARGER_OUTLINES)
    density = draw.choice((0.2, 0.35, 0.5, 0.65, 0.8))
    cells = bytes(
        draw.randint(1, colours) if draw.random() < density else 0 for _ in range(board.size)
    )
    palette = [*STANDARD.values()][:colours]
    picture = Picture.from_cells(cells, board, (BLANK, *palette))
    puzzle = Puzzle.from_picture(picture, palette, goals=())
    change = draw.choice(("", "", "", "jointed", "vague", "typo", "wild"))
    if change == "jointed":
        puzzle = puzzle.replace(
            clues=[
                jointed(picture.line(line), draw.choice) if board.has_clue(line) else None
                for line in board.lines
            ]
        )
    elif change:
        puzzle = CHANGES[change](draw, puzzle)
    kind = f"{board.kind}{', coloured' * (colours > 1)}{', ' * bool(change)}{change}"
    return _asked(draw, kind, puzzle, cells)


def _asked(draw, kind, puzzle, cells) -> Case:
    """The case of a puzzle that was drawn from these cells: how it is asked about."""
    given, grid, size = "no grid", None, puzzle.board.size
    if draw.random() < 0.5:
        given = draw.choice([*GRIDS])
        puzzle, grid = GRIDS[given](draw, puzzle, cells)
    engine = "textbook" if size <= 25 and draw.random() < 0.15 else "kernel"
    options, limits = _options(draw, engine), _limits(draw, size)
    first = {"engine": engine, "options": options, "limits": Limits(nodes=1)}
    if nc.solve(puzzle, **first).stopped_by == "placements":
        options = Options()  # these need lists, and the lines have too many placements
    if size > 20 and options.propagation == "none":
        options = options.replace(propagation="forward_checking")  # else some have no end
    interrupted, pickled = draw.random() < 0.04, draw.random() < 0.1
    return Case(kind, puzzle, grid, engine, options, limits, given, interrupted, pickled)


def _outlines(least, most):
    """The boards of triangles or hexagons with so many cells."""
    found: list[Board] = []
    for kind in (Triddler, Hexagon):
        for a, b, c, d in product(range(8), repeat=4):
            try:
                board = kind(a, b, c, d, a + b - d, c + d - a)
            except PuzzleError:
                continue
            if least <= board.size <= most:
                found.append(board)
    return found


#: Small boards and larger ones.
OUTLINES, LARGER_OUTLINES = _outlines(1, SMALL), _outlines(SMALL + 1, 150)


def _cells(draw, rows, columns, colours, density=None):
    density = draw.choice((0.2, 0.35, 0.5, 0.65, 0.8)) if density is None else density
    return [
        [draw.randint(1, colours) if draw.random() < density else 0 for _ in range(columns)]
        for _ in range(rows)
    ]


def _plain(draw):
    return _cells(draw, draw.randint(1, 6), draw.randint(1, 6), 1), 1


def _square(draw):
    side = draw.randint(4, 6)
    return _cells(draw, side, side, 1, draw.choice((0.4, 0.5, 0.6))), 1


def _coloured(draw):
    colours = draw.randint(2, 3)
    most = 5 if colours == 2 else 4
    return _cells(draw, draw.randint(1, most), draw.randint(1, most), colours), colours


def _permutation(draw):
    side = draw.randint(3, 6)
    cells = [[int(column == at) for column in range(side)] for at in range(side)]
    draw.shuffle(cells)
    cells[draw.randrange(side)][draw.randrange(side)] = 1
    return cells, 1


def _small(draw):
    return _cells(draw, draw.randint(1, 4), draw.randint(1, 4), 1), 1


def _small_coloured(draw):
    return _cells(draw, draw.randint(1, 3), draw.randint(1, 4), 2), 2


def _long(draw):
    colours = draw.choice((1, 1, 2))
    cells = _cells(draw, draw.randint(1, 3), draw.randint(20, 140), colours)
    turned = [list(column) for column in zip(*cells, strict=True)]
    return draw.choice((cells, cells, turned)), colours


def _middle(draw):
    side, density = draw.randint(10, 18), draw.choice((0.45, 0.5, 0.55, 0.6, 0.7))
    colours = draw.choice((1, 1, 1, 2))
    return _cells(draw, side, side, colours, density), colours


def _vague(draw, puzzle):
    """Some lengths unknown, some clues absent and some blocks behind a star."""
    absent, unknown, starred = draw.choice(
        ((0.15, 0.2, 0), (0, 0.4, 0), (0.3, 0, 0), (0, 0.1, 0.7))
    )

    def one(clue):
        blocks = [Block(None if draw.random() < unknown else b.length, b.colour) for b in clue]
        while draw.random() < starred / 2:
            start, end = sorted((draw.randint(0, len(blocks)), draw.randint(0, len(blocks))))
            blocks[start:end] = [Block("*")]
        return blocks

    def blur(clues):
        return [None if clue is None or draw.random() < absent else one(clue) for clue in clues]

    return _with_clues(puzzle, blur(puzzle.clues))


def _with_clues(puzzle, clues, board=None):
    """The puzzle with other clues, and on another board where one is named."""
    return Puzzle.on(board or puzzle.board, clues, puzzle.colours[1:])


def _typo(draw, puzzle):
    """One or two clues changed: most have no solution, though many look as if they had one."""
    for _ in range(draw.randint(1, 2)):
        puzzle = with_typo(draw, puzzle)
    return puzzle


def with_typo(draw, puzzle):
    clued = puzzle.board.clued
    axis = draw.choice(clued).axis
    places = [puzzle.lines.index(line) for line in clued if line.axis == axis]
    clues = list(puzzle.clues)
    at, other = places[draw.randrange(len(places))], places[draw.randrange(len(places))]
    blocks = list(clues[at] or ())
    how = draw.randrange(4)
    if how == 0:  # the sums still agree
        clues[at], clues[other] = clues[other], clues[at]
    elif how == 1:
        draw.shuffle(blocks)
        clues[at] = blocks
    elif how == 2 and len(blocks) > 1:  # a cell moved from one block to another
        one, two = draw.sample(range(len(blocks)), 2)
        if (blocks[one].length or 0) > 1 and blocks[two].length is not None:
            blocks[one] = dataclasses.replace(blocks[one], length=blocks[one].length - 1)
            blocks[two] = dataclasses.replace(blocks[two], length=blocks[two].length + 1)
        clues[at] = blocks
    else:
        longer = Block(draw.randint(1, 3), draw.randint(1, puzzle.block_colours))
        place = draw.randint(0, len(blocks))
        clues[at] = [*blocks[:place], longer, *blocks[place + draw.randint(0, 1) :]]
    return _with_clues(puzzle, clues)


def _wild(draw, puzzle):
    """Clues that have nothing to do with each other."""

    def clue(length):
        return [
            Block(draw.randint(1, 3), draw.randint(1, puzzle.block_colours))
            for _ in range(draw.randint(0, max(1, length // 2)))
        ]

    has_clue = puzzle.board.has_clue
    clues = [clue(puzzle.length(line)) if has_clue(line) else None for line in puzzle.lines]
    return _with_clues(puzzle, clues)


#: For each kind how its pictures are drawn, and its weight.
KINDS = {
    "black and white": (_plain, 12),
    "square": (_square, 20),
    "coloured": (_coloured, 12),
    "permutation": (_permutation, 6),
    "vague": (_small, 12),
    "vague, square": (_square, 3),
    "vague, coloured": (_small_coloured, 8),
    "typo": (_square, 12),
    "typo, coloured": (_coloured, 6),
    "wild": (_small, 5),
    "wild, coloured": (_small_coloured, 2),
    "long": (_long, 1),
    "middle": (_middle, 0.3),
    "typo, middle": (_middle, 0.2),
}
CHANGES = {
    "vague": _vague,
    "vague, square": _vague,
    "vague, coloured": _vague,
    "typo": _typo,
    "typo, coloured": _typo,
    "typo, middle": _typo,
    "wild": _wild,
    "wild, coloured": _wild,
}


def _some_known(draw, puzzle, cells):
    """Known cells: candidates that a picture has, or any at all."""
    every = full(puzzle.block_colours)
    share, lie = draw.choice((0.05, 0.2, 0.5, 1)), draw.choice((0, 0, 0, 0.05))
    masks = []
    for cell in cells:
        mask = every
        if draw.random() < share:
            mask = draw.choice((1 << cell, (1 << cell) | draw.randint(0, every)))
        if draw.random() < lie:
            mask = draw.randint(0, every)
        masks.append(mask)
    return puzzle, Grid.of_masks(puzzle, masks)


def _partly_known(draw, puzzle, cells):
    """Some colours excluded, seldom that of the picture; no cell is decided if there are three."""
    every, masks = full(puzzle.block_colours), []
    share, lie = draw.choice((0.2, 0.6, 1)), draw.choice((0, 0, 0.05))
    for cell in cells:
        colour = draw.randrange(puzzle.block_colours + 1)
        is_excluded = draw.random() < share and (colour != cell or draw.random() < lie)
        masks.append(every & ~(is_excluded << colour))
    return puzzle, Grid.of_masks(puzzle, masks)


def _with_empty_cell(draw, puzzle, cells):
    """A cell has no colour left, and its lines often no clues that could notice."""
    masks = [full(puzzle.block_colours)] * len(cells)
    if draw.random() < 0.5:
        masks = [*_some_known(draw, puzzle, cells)[1].masks]
    at = draw.randrange(len(cells))
    masks[at] = 0
    absent = draw.choice((0, 0.5, 1))
    clues = [
        None if at in puzzle.cells(line) and draw.random() < absent else puzzle.clue(line)
        for line in puzzle.lines
    ]
    return _with_clues(puzzle, clues), Grid.of_masks(puzzle, masks)


def _against_a_line(draw, puzzle, cells):
    """A line is known to be other than its clue, or than the lines that it crosses, allow."""
    masks = [*_some_known(draw, puzzle, cells)[1].masks]
    colour, keep = draw.randrange(puzzle.block_colours + 1), draw.random() < 0.5
    for at in puzzle.cells(draw.choice(puzzle.lines)):
        masks[at] = 1 << colour if keep else full(puzzle.block_colours) & ~(1 << colour)
    return puzzle, Grid.of_masks(puzzle, masks)


#: What is known beforehand; the changes may take clues away.
GRIDS = {
    "known": _some_known,
    "partial": _partly_known,
    "empty cell": _with_empty_cell,
    "against a line": _against_a_line,
}


def _limits(draw, size) -> Limits:
    # Without learning, a larger puzzle may take for ever.
    limits = Limits(nodes=3_000) if size > SMALL else Limits()
    return limits.replace(threads=2) if draw.random() < 1 / 3 else limits


def _options(draw, engine) -> Options:
    """Options that the engine reads: often small numbers, so that rare code runs."""
    reader, given = engine, {}
    if engine == "kernel":
        given = {"strategy": "textbook"} if draw.random() < 0.15 else {}
        reader = f"kernel:{given.get('strategy', 'learning')}"
    taken = ("strategy", "checked")  # the last is for plugins
    read = {
        name: f
        for name, f in Options.table().items()
        if reader in f.metadata["readers"] and name not in taken
    }
    while True:
        chosen: dict[str, Any] = {**given}
        names = {*read}
        if reader == "kernel:learning" and draw.random() < 0.3:
            names &= {n for n, f in read.items() if f.metadata["tier"] == "tuning"}
        share = draw.choice((0, 0.1, 0.3, 0.6))
        for name, field in read.items():
            if name in names and draw.random() < share:
                chosen[name] = _value(draw, field, engine)
        options = Options(**chosen)
        try:
            nc.solve(TINY, engine=engine, options=options)
        except OptionError:
            continue  # the engine does not take these together
        return options


def _value(draw, field, engine):
    if "range" in field.metadata:
        least, most = field.metadata["range"]
        if field.name == "seed":
            return draw.randint(least, most)
        small = least + draw.choice((0, 0, 1, 2, 5))
        if isinstance(field.default, int):
            return draw.choice((small, draw.randint(least, max(least, field.default))))
        return min(most, draw.choice((least, small, least + field.default * draw.random())))
    if "choices" in field.metadata:
        barred = field.metadata["textbook_only"] if engine == "kernel" else ()
        return draw.choice([each for each in field.metadata["choices"] if each not in barred])
    return draw.random() < 0.4

"""What is drawn, in order, as a few kinds of simple things that every output can paint.

A scene is a list of filled rectangles, filled polygons and centred words, each with the name of its
ink. SVG, PNG and PDF only paint it; whatever they have in common is decided here and in `layout`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..model.bits import full
from ..model.clue import Line
from .board import Board, Cell
from .inks import Inks, heat_ink
from .layout import Box, Layout, labels

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Boxes:
    """Filled rectangles of one ink. Where they overlap, they are filled all the same."""

    ink: str
    boxes: Sequence[Box]


@dataclass(frozen=True, slots=True)
class Polygons:
    """Filled polygons of one ink."""

    ink: str
    polygons: Sequence[Sequence[Point]]


@dataclass(frozen=True, slots=True)
class Words:
    """Words of one ink and size, each centred at a point."""

    ink: str
    size: float
    words: Sequence[tuple[float, float, str]]


Item: TypeAlias = Boxes | Polygons | Words

#: Most candidates of a cell that are shown one by one; of more their number is written.
_MOST_SWATCHES = 9


def scene(board: Board, layout: Layout, inks: Inks) -> Iterator[Item]:
    """Everything there is on a board, from the bottom to the top."""
    yield from _there(paper(board, layout))
    yield from _there(cells(board, layout, inks, looks(board)))
    yield from _there(rules(layout))
    yield from _there(marks(board, layout))
    yield from _there(clues(board, layout, inks))


def _there(items: Iterable[Item]) -> Iterator[Item]:
    """Those that hold anything: not all readers like to be told to paint nothing."""
    for item in items:
        if isinstance(item, Boxes):
            there: Sequence[object] = item.boxes
        else:
            there = item.polygons if isinstance(item, Polygons) else item.words
        if there:
            yield item


def paper(board: Board, layout: Layout) -> Iterator[Item]:
    """The ground, and the tint of lines that are spoken of."""
    yield Boxes("paper", [Box(0, 0, layout.width, layout.height)])
    if board.has_clues:
        assert board.puzzle is not None
        missing = [line for line in board.puzzle.lines if board.puzzle.clue(line) is None]
        strips = [layout.strip(line) for line in missing if line not in board.lines]
        yield Boxes("absent", [strip.inset(1) for strip in strips])
        yield from tints(board, layout)
    yield Boxes("open", [layout.grid])


def tints(board: Board, layout: Layout) -> Iterator[Item]:
    """The ground of the clues that are spoken of, under the lines that guide the eye."""
    if board.has_clues:
        yield Boxes("line", [layout.strip(line) for line in _sorted(board.lines)])
        yield Boxes("guide", layout.guides())


def looks(board: Board) -> list[Hashable]:
    """For every cell in row-major order what decides how it is drawn; equal if it looks the same.

    A look is a tuple (mask, mask of the other grid, ambiguous, heat); most cells of most boards
    differ in the mask only. A mask of -1 is a cell of which nothing is told.
    """
    rows, columns = board.shape
    if board.heat is not None:
        return [(-1, -1, False, value) for row in board.heat for value in row]
    if board.cells is None:
        masks: Sequence[int] = [-1] * (rows * columns)
    else:
        # What all candidates are left of, nothing is known of: unless that is what is to be said.
        everything = full(board.cells.block_colours)
        masks = [-1 if mask == everything else mask for mask in board.cells.masks]
        if not board.shows_blanks:
            masks = [-2 if mask == 1 else mask for mask in masks]
    if board.other is None and not board.ambiguous:
        return [(mask, -1, False, None) for mask in masks]
    others = [-1] * len(masks) if board.other is None else board.other.masks
    return [
        (mask, other, divmod(index, columns) in board.ambiguous, None)
        for index, (mask, other) in enumerate(zip(masks, others, strict=True))
    ]


def cells(
    board: Board, layout: Layout, inks: Inks, looks: Iterable[Hashable | None]
) -> Iterator[Item]:
    """The insides of cells, given their looks in row-major order; of None nothing is drawn."""
    painter = _Cells(board, layout, inks)
    for index, look in enumerate(looks):
        if look is not None:
            painter.add(divmod(index, layout.columns), look)
    return painter.items()


class _Cells:
    """Collects what cells are made of, so that everything of one ink is painted together."""

    def __init__(self, board: Board, layout: Layout, inks: Inks) -> None:
        self._board, self._layout, self._inks = board, layout, inks
        self._fills: dict[str, list[Box]] = defaultdict(list)
        self._polygons: dict[str, list[list[Point]]] = defaultdict(list)
        self._details: dict[str, list[Box]] = defaultdict(list)
        self._words: dict[tuple[str, float], list[tuple[float, float, str]]] = defaultdict(list)

    def items(self) -> Iterator[Item]:
        for ink, boxes in self._fills.items():
            yield Boxes(ink, list(_runs(boxes)))
        for ink, polygons in self._polygons.items():
            yield Polygons(ink, polygons)
        for ink, boxes in self._details.items():
            yield Boxes(ink, boxes)
        for (ink, size), words in self._words.items():
            yield Words(ink, size, words)

    def add(self, cell: Cell, look: Hashable) -> None:
        assert isinstance(look, tuple)
        mask, other, ambiguous, heat = look
        box = self._layout.box(*cell)
        if heat is not None:
            self._fills[heat_ink(heat)].append(box)
        elif other not in (-1, mask) and not (mask == -2 and other == 1):
            self._two(box, 1 if mask == -2 else mask, other)
        elif mask == 0:
            self._wrong(box)
        elif mask == -2 or (mask > 0 and mask & (mask - 1) == 0):
            self._decided(box, 0 if mask == -2 else mask.bit_length() - 1, dot=mask == 1)
        else:
            self._open(box, mask, ambiguous)

    def _decided(self, box: Box, colour: int, *, dot: bool) -> None:
        self._fills[f"colour {colour}"].append(box)
        if colour in self._inks.faint:
            self._details["dot"].extend(_frame(box.inset(box.width * 0.22), 1))
        if colour and self._board.shows_chars:
            self._word(box, f"on {colour}", 0.62, self._board.palette[colour].char)
        if dot:
            side = max(2, round(box.width / 7 / 2) * 2)
            self._details["dot"].append(box.inset((box.width - side) // 2))

    def _open(self, box: Box, mask: int, ambiguous: bool) -> None:
        self._fills["ambiguous" if ambiguous else "open"].append(box)
        if mask == -1:
            if not ambiguous or len(self._board.palette) == 2:
                return
            mask = (1 << len(self._board.palette)) - 1
        colours = [c for c in range(mask.bit_length()) if mask >> c & 1]
        if len(self._board.palette) == 2:
            return  # both are possible, which the open cell says already
        if len(colours) > _MOST_SWATCHES:
            self._word(box, "clue", 0.4, str(len(colours)))
            return
        across = 2 if len(colours) <= 4 else 3
        down = -(-len(colours) // across)
        side = max(1, (box.width - max(2, box.width // 6)) // across)
        left = box.x + (box.width - across * side) // 2
        top = box.y + (box.height - down * side) // 2
        for place, colour in enumerate(colours):
            row, column = divmod(place, across)
            self._swatch(Box(left + column * side, top + row * side, side, side), colour)

    def _swatch(self, place: Box, colour: int) -> None:
        """A candidate: a small square of its colour, or the dot of a blank."""
        if colour == 0:
            self._details["faint"].append(place.inset((place.width - 2) // 2))
            return
        swatch = place._replace(width=place.width - 1, height=place.height - 1)
        self._details[f"colour {colour}"].append(swatch)
        if colour in self._inks.faint:
            self._details["dot"].extend(_frame(swatch, 1))
        if self._board.shows_chars:
            size = 0.75 * swatch.width / self._layout.cell
            self._word(swatch, f"on {colour}", size, self._board.palette[colour].char)

    def _two(self, box: Box, mask: int, other: int) -> None:
        """Two colours in one cell: the first above the diagonal, the second below."""
        x, y, width, height = box
        above = [(x, y), (x + width, y), (x, y + height)]
        below = [(x + width, y), (x + width, y + height), (x, y + height)]
        for candidates, corner in ((mask, above), (other, below)):
            decided = candidates > 0 and candidates & (candidates - 1) == 0
            ink = f"colour {candidates.bit_length() - 1}" if decided else "open"
            self._polygons[ink].append(corner)
            if decided and candidates > 1 and self._board.shows_chars:
                char = self._board.palette[candidates.bit_length() - 1].char
                towards = 0.28 if corner is above else 0.72
                half = Box(x + width * (towards - 0.25), y + height * (towards - 0.25), 0, 0)
                half = half._replace(width=width / 2, height=height / 2)
                self._word(half, f"on {candidates.bit_length() - 1}", 0.4, char)
        self._details["because"].extend(_frame(box.inset(1), max(1, self._layout.thick - 1)))

    def _wrong(self, box: Box) -> None:
        """A cell without candidates."""
        self._fills["open"].append(box)
        x, y, width, height = box.inset(box.width * 0.2)
        arm = width * 0.16
        for flip in (False, True):
            bar = [(0, arm), (arm, 0), (width, height - arm), (width - arm, height)]
            points = [(x + width - px if flip else x + px, y + py) for px, py in bar]
            self._polygons["wrong"].append(points)

    def _word(self, box: Box, ink: str, size: float, word: str) -> None:
        self._words[ink, round(size * self._layout.cell, 2)].append((*box.centre, word))


def rules(layout: Layout) -> Iterator[Item]:
    """The lines between cells, and the frame."""
    thin, thick = layout.rules()
    yield Boxes("rule", thin)
    yield Boxes("bold", thick)


def marks(board: Board, layout: Layout) -> Iterator[Item]:
    """Frames around the cells and lines that are spoken of, told apart by their shape too."""
    weight = max(2, layout.cell // 8)
    for line in _sorted(board.lines):
        yield Boxes("frame", _frame(layout.line(line), layout.thick))
    corners = [
        part for cell in sorted(board.because) for part in _corners(layout.box(*cell), weight)
    ]
    yield Boxes("because", corners)
    frames = [
        part for cell in sorted(board.concluded) for part in _frame(layout.box(*cell), weight)
    ]
    yield Boxes("frame", frames)


def clues(
    board: Board, layout: Layout, inks: Inks, lines: Iterable[Line] | None = None
) -> Iterator[Item]:
    """The labels of clues, on a chip of their colour where there are several colours.

    Those of all lines, or of some.
    """
    if not board.has_clues:
        return
    assert board.puzzle is not None
    coloured = len(board.palette) > 2
    chips: dict[int, list[Box]] = defaultdict(list)
    words: dict[str, list[tuple[float, float, str]]] = defaultdict(list)
    for line in board.puzzle.lines if lines is None else lines:
        clue = board.puzzle.clue(line)
        written = labels(board, clue)
        for place, word in enumerate(written):
            box = layout.label(line, place, len(written))
            ink = "clue" if clue else "faint"
            if clue and coloured:
                colour = clue[place].colour
                ink = f"on {colour}"
                chips[colour].append(box.inset(1.5))
            words[ink].append((*box.centre, word))
    for colour, boxes in sorted(chips.items()):
        # A rim keeps a chip apart from paper of the same colour.
        yield Boxes("rule", [box.inset(-0.75) for box in boxes])
        yield Boxes(f"colour {colour}", boxes)
    for ink, items in sorted(words.items()):
        yield Words(ink, layout.font, items)


def _sorted(lines: Iterable[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: (not line.is_row, line.index))


def _frame(box: Box, weight: float) -> list[Box]:
    """The outline of a box, inside it."""
    x, y, width, height = box
    return [
        Box(x, y, width, weight),
        Box(x, y + height - weight, width, weight),
        Box(x, y + weight, weight, height - 2 * weight),
        Box(x + width - weight, y + weight, weight, height - 2 * weight),
    ]


def _corners(box: Box, weight: float) -> list[Box]:
    """The four corners of an outline."""
    x, y, width, height = box
    arm = width / 3
    result = []
    for left in (x, x + width - arm):
        for top in (y, y + height - weight):
            result.append(Box(left, top, arm, weight))
    for left in (x, x + width - weight):
        for top in (y + weight, y + height - arm):
            result.append(Box(left, top, weight, arm - weight))
    return result


def _runs(boxes: Sequence[Box]) -> Iterator[Box]:
    """Neighbours in a row as one box: fewer things to paint, and no seams between them."""
    run: Box | None = None
    for box in boxes:
        if run is not None and box.y == run.y and box.x == run.x + run.width:
            run = run._replace(width=run.width + box.width)
            continue
        if run is not None:
            yield run
        run = box
    if run is not None:
        yield run

"""Scenes: a drawing as a list of simple items, in painting order.

An item is a set of filled rectangles, of filled polygons, or of centred labels, with the role of
its colour. SVG, PNG, PDF and animations only paint items; everything that they share is decided
here and in `layout`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...core import Line, full, highest, is_single, members
from ...core.model.geometry import Point
from .drawing import Cell, Drawing
from .items import Box, Boxes, Item, Label, Labels, Polygons, frame_of
from .layout import Layout
from .polygon_layout import PolygonLayout
from .square_layout import SquareLayout
from .theme import ThemeColours, heat_role, theme_colours

#: Masks of looks: a cell that is not drawn as known, and a blank cell that has no dot.
UNKNOWN, BLANK = -1, -2

#: Most candidates of a cell that are drawn as swatches; of more the number is written.
_MOST_SWATCHES = 9


class Look(NamedTuple):
    """What decides how a cell is drawn: cells with equal looks are drawn alike."""

    mask: int
    """Its candidates, or `UNKNOWN` or `BLANK`."""
    other: int = UNKNOWN
    """Its candidates in the second grid, if any."""
    ambiguous: bool = False
    heat: float | None = None


def looks(drawing: Drawing) -> list[Look]:
    """The look of every cell, in row-major order."""
    place = drawing.board.place
    if drawing.heat is not None:
        return [Look(UNKNOWN, heat=value) for row in drawing.heat for value in row]
    if drawing.cells is None:
        masks: Sequence[int] = [UNKNOWN] * drawing.board.size
    else:
        # A cell with all candidates is unknown, unless the map of ambiguous cells marks it.
        everything = full(drawing.cells.block_colours)
        masks = [UNKNOWN if mask == everything else mask for mask in drawing.cells.masks]
        if not drawing.shows_blanks:
            masks = [BLANK if mask == 1 else mask for mask in masks]
    if drawing.other is None and not drawing.ambiguous:
        return [Look(mask) for mask in masks]
    others = [UNKNOWN] * len(masks) if drawing.other is None else drawing.other.masks
    return [
        Look(mask, other, place(index) in drawing.ambiguous)
        for index, (mask, other) in enumerate(zip(masks, others, strict=True))
    ]


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing with its layout and colours, and the items to paint.

    The parts (`paper`, `cells`, `rules`, `marks`, `clues`) are painted in this order; an animation
    paints only those that change. Items are never empty.
    """

    drawing: Drawing
    layout: Layout
    colours: ThemeColours

    @classmethod
    def of(cls, drawing: Drawing) -> Scene:
        """The scene of a drawing."""
        return cls(drawing, layout_of(drawing), theme_colours(drawing))

    def showing(self, drawing: Drawing) -> Scene:
        """The scene of another drawing of the same puzzle, with this layout and these colours."""
        return replace(self, drawing=drawing)

    def items(self) -> Iterator[Item]:
        """Everything on the drawing, from bottom to top."""
        yield from self.paper()
        yield from self.cells(looks(self.drawing))
        yield from self.rules()
        yield from self.marks()
        yield from self.clues()

    def paper(self) -> Iterator[Item]:
        """The ground, and the tint of marked lines."""
        drawing, layout = self.drawing, self.layout
        yield Boxes("paper", [Box(0, 0, layout.width, layout.height)])
        absent = [line for line in layout.texts if drawing.clue(line) is None]
        yield from layout.strips("absent", [n for n in absent if n not in drawing.lines])
        yield from self.tints()
        yield from layout.ground()

    def tints(self) -> Iterator[Item]:
        """The ground of marked clues, under the rules that guide the eye."""
        order = self.drawing.board.index
        marked = [n for n in sorted(self.drawing.lines, key=order) if n in self.layout.texts]
        yield from self.layout.strips("line", marked)
        yield from self.layout.guides(marked)

    def cells(self, looks: Iterable[Look | None]) -> Iterator[Item]:
        """The insides of cells, by their looks in the order of cells; None draws nothing."""
        every, place = list(looks), self.drawing.board.place
        seen = [(cell, look) for cell in self.layout.cells if (look := every[cell]) is not None]
        grounds: dict[str, list[list[Point]]] = defaultdict(list)
        painter = _CellPainter(self)
        for cell, look in seen:
            if polygon := self.layout.polygon(cell):
                grounds[_ground(look)].append(polygon)
            painter.add(place(cell), look)
        for role, polygons in grounds.items():
            yield Polygons(role, polygons)
        yield from painter.items()

    def rules(self) -> Iterator[Item]:
        """The rules between cells, and the outline."""
        return self.layout.rules()

    def marks(self) -> Iterator[Item]:
        """Frames around marked cells and lines, which differ in shape as well as in colour."""
        drawing, layout = self.drawing, self.layout
        board, seen = drawing.board, set(layout.cells)
        weight = max(2, layout.cell // 8)
        for line in sorted(drawing.lines, key=board.index):
            yield layout.line_frame([*filter(seen.__contains__, board.cells(line))])
        because, concluded = (
            sorted(seen & {board.number(*place) for place in places})
            for places in (drawing.because, drawing.concluded)
        )
        yield from layout.because(because, weight)
        yield from layout.concluded(concluded, weight)

    def clues(self, lines: Iterable[Line] | None = None) -> Iterator[Item]:
        """The labels of clues of all lines or of some, on chips if there are several colours.

        Labels may reach into the strips of the next lines: then those belong to some lines, too.
        """
        drawing, layout = self.drawing, self.layout
        if not drawing.has_clues:
            return
        chips: dict[int, list[Box]] = defaultdict(list)
        written: dict[str, list[Label]] = defaultdict(list)
        for line in layout.texts if lines is None else layout.with_next(lines):
            texts, clue = layout.texts.get(line, []), drawing.clue(line)
            for place, text in enumerate(texts):
                middle, chip = layout.label(line, place, len(texts))
                role = "clue" if clue else "faint"
                if clue and len(drawing.palette) > 2:
                    colour = clue[place].colour
                    role = f"on {colour}"
                    if place and clue[place].is_attached and layout.reaches:
                        chip = _reaching(chip, layout.label(line, place - 1, len(texts))[1])
                    chips[colour].append(chip)
                if text:
                    written[role].append((*middle, text))
            for name, items in layout.names(line, line in drawing.lines):
                if name[2]:
                    written["faint"].append(name)
                yield from items
        for colour, boxes in sorted(chips.items()):
            # A rim separates a chip from paper of the same colour.
            yield Boxes("rule", [box.inset(-0.75) for box in boxes])
            yield from _chips(drawing, colour, boxes)
        for role, labels in sorted(written.items()):
            yield Labels(role, layout.font, labels)


def layout_of(drawing: Drawing) -> Layout:
    """The layout of a drawing. Cost: linear in the cells and blocks."""
    return SquareLayout(drawing) if drawing.board.table else PolygonLayout(drawing)


def _ground(look: Look) -> str:
    """The role of the colour of a whole cell."""
    shown = 1 if look.mask == BLANK else look.mask
    if look.heat is not None:
        return heat_role(look.heat)
    if shown > 0 and is_single(shown) and look.other in (UNKNOWN, shown):
        return f"colour {highest(shown)}"
    return "ambiguous" if look.ambiguous else "open"


class _CellPainter:
    """Collects the insides of cells, so that items with one role are painted together."""

    def __init__(self, scene: Scene) -> None:
        self._drawing, self._side = scene.drawing, scene.layout.inner
        self._box, self._thick = scene.layout.box, scene.layout.thick
        self._faint = scene.colours.faint
        self._fills: dict[str, list[Box]] = defaultdict(list)
        self._polygons: dict[str, list[list[Point]]] = defaultdict(list)
        self._details: dict[str, list[Box]] = defaultdict(list)
        self._swatches: dict[str, list[list[Point]]] = defaultdict(list)
        self._labels: dict[tuple[str, float], list[Label]] = defaultdict(list)

    def items(self) -> Iterator[Item]:
        for role, boxes in self._fills.items():
            yield Boxes(role, list(_runs(boxes)))
        for role, polygons in self._polygons.items():
            yield Polygons(role, polygons)
        for role, boxes in self._details.items():
            yield Boxes(role, boxes)
        for role, polygons in self._swatches.items():
            yield Polygons(role, polygons)
        for (role, size), texts in self._labels.items():
            yield Labels(role, size, texts)

    def add(self, cell: Cell, look: Look) -> None:
        mask, other, ambiguous, heat = look
        box = self._box(*cell)
        shown = 1 if mask == BLANK else mask
        if heat is not None:
            self._fills[heat_role(heat)].append(box)
        elif other not in (UNKNOWN, shown):
            self._two(box, shown, other)
        elif mask == 0:
            self._wrong(box)
        elif shown > 0 and is_single(shown):
            self._decided(box, highest(shown), dot=mask == 1)
        else:
            self._open(box, mask, ambiguous)

    def _decided(self, box: Box, colour: int, *, dot: bool) -> None:
        if halves := _halves(self._drawing, box, colour):
            self._polygons[f"left {colour}"].append(halves[0])
            self._polygons[f"right {colour}"].append(halves[1])
        else:
            self._fills[f"colour {colour}"].append(box)
        if colour in self._faint:
            self._details["dot"].extend(frame_of(box.inset(box.width * 0.22), 1))
        if colour:
            self._char(box, colour, 0.62)
        if dot:
            side = max(2, round(box.width / 7 / 2) * 2)
            self._details["dot"].append(box.inset((box.width - side) // 2))

    def _open(self, box: Box, mask: int, ambiguous: bool) -> None:
        self._fills["ambiguous" if ambiguous else "open"].append(box)
        block_colours = len(self._drawing.palette) - 1
        if block_colours == 1 or (mask == UNKNOWN and not ambiguous):
            return  # without swatches, every colour is possible
        colours = list(members(full(block_colours) if mask == UNKNOWN else mask))
        if len(colours) > _MOST_SWATCHES:
            self._label(box, "clue", 0.4, str(len(colours)))
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
        if halves := _halves(self._drawing, swatch, colour):
            self._swatches[f"left {colour}"].append(halves[0])
            self._swatches[f"right {colour}"].append(halves[1])
        else:
            self._details[f"colour {colour}"].append(swatch)
        if colour in self._faint:
            self._details["dot"].extend(frame_of(swatch, 1))
        self._char(swatch, colour, 0.75 * swatch.width / self._side)

    def _two(self, box: Box, mask: int, other: int) -> None:
        """Two colours in one cell: the first above the diagonal, the second below."""
        x, y, width, height = box
        above = [(x, y), (x + width, y), (x, y + height)]
        below = [(x + width, y), (x + width, y + height), (x, y + height)]
        for candidates, corner, towards in ((mask, above, 0.03), (other, below, 0.47)):
            colour = highest(candidates) if candidates > 0 and is_single(candidates) else None
            self._polygons["open" if colour is None else f"colour {colour}"].append(corner)
            if colour:
                half = Box(x + width * towards, y + height * towards, width / 2, height / 2)
                self._char(half, colour, 0.4)
        self._details["because"].extend(frame_of(box.inset(1), max(1, self._thick - 1)))

    def _wrong(self, box: Box) -> None:
        """A cell without candidates: a cross."""
        self._fills["open"].append(box)
        x, y, width, height = box.inset(box.width * 0.2)
        arm = width * 0.16
        bar = [(0, arm), (arm, 0), (width, height - arm), (width - arm, height)]
        self._polygons["wrong"].append([(x + px, y + py) for px, py in bar])
        self._polygons["wrong"].append([(x + width - px, y + py) for px, py in bar])

    def _char(self, box: Box, colour: int, size: float) -> None:
        if self._drawing.shows_chars:
            self._label(box, f"on {colour}", size, self._drawing.palette[colour].char)

    def _label(self, box: Box, role: str, size: float, text: str) -> None:
        self._labels[role, round(size * self._side, 2)].append((*box.centre, text))


def _halves(drawing: Drawing, box: Box, colour: int) -> tuple[list[Point], list[Point]] | None:
    """The left and the right half of a box of a colour that looks like two triangles."""
    triangle = drawing.palette[colour].triangle
    if triangle is None:
        return None
    x, y, width, height = box
    upper_left, upper_right = (x, y), (x + width, y)
    lower_left, lower_right = (x, y + height), (x + width, y + height)
    if triangle.diagonal == "/":
        ends = [upper_right, lower_left]
        return [upper_left, *ends], [lower_right, *ends]
    ends = [upper_left, lower_right]
    return [lower_left, *ends], [upper_right, *ends]


def _chips(drawing: Drawing, colour: int, boxes: Sequence[Box]) -> Iterator[Item]:
    halves = [found for box in boxes if (found := _halves(drawing, box, colour))]
    if halves:
        yield Polygons(f"left {colour}", [left for left, _ in halves])
        yield Polygons(f"right {colour}", [right for _, right in halves])
    else:
        yield Boxes(f"colour {colour}", boxes)


def _reaching(box: Box, before: Box) -> Box:
    """A box that begins where another one, to the left or above, ends."""
    if before.y == box.y:
        start = before.x + before.width
        return box._replace(x=start, width=box.x + box.width - start)
    start = before.y + before.height
    return box._replace(y=start, height=box.y + box.height - start)


def _runs(boxes: Iterable[Box]) -> Iterator[Box]:
    """Neighbours in a row joined to one box: fewer things to paint, and no seams between them."""
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

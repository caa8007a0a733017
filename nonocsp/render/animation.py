"""Boards one after another, as an animated SVG or GIF.

In the SVG every cell is drawn once for each look that it takes on, and shown from the frame that
brings it to the one that ends it; cells that change together share one group and one ``animate``
element of SMIL. So the file grows with what changes, not with frames times cells. It
needs no script, also moves inside an ``<img>``, and shows the last frame where nothing moves.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..common.errors import OptionError
from .as_png import image, paint, pillow
from .as_svg import Painter, document, number
from .board import SMALLEST_CELL, Board
from .colour_vision import mixed, rgb_of
from .inks import inks
from .layout import Layout, layout
from .scene import Item, cells, clues, looks, marks, paper, rules, tints

if TYPE_CHECKING:
    from PIL import Image

#: Seconds that the last frame stays before the animation begins again.
_REST = 2.0

#: Most pixels of all frames of a GIF together, each a byte while they are held.
_MOST_PIXELS = 200_000_000


def thinned(boards: Iterable[Board], most: int) -> list[Board]:
    """So many boards at most, evenly spaced, the first and the last among them.

    Raises:
        OptionError: there are none, or they differ in what does not move.
    """
    every = list(boards)
    if not every:
        raise OptionError("an animation needs at least one frame")
    first = every[0]
    for board in every:
        if (board.shape, board.puzzle, board.palette, board.theme) != (
            first.shape,
            first.puzzle,
            first.palette,
            first.theme,
        ):
            raise OptionError("the frames of an animation show one puzzle in one theme")
    if len(every) <= most:
        return every
    if most < 2:
        return every[-1:]
    last = len(every) - 1
    return [every[round(index * last / (most - 1))] for index in range(most)]


def animated_svg(boards: Sequence[Board], seconds: float, loop: bool, title: str) -> str:
    """An SVG that shows the boards one after another."""
    last = boards[-1]
    place, table = layout(last), inks(last)
    painter = Painter(last, table)
    frames = len(boards)
    total = (frames - 1) * seconds + _REST if frames > 1 else _REST
    clock = _Clock(frames, seconds, total, loop)
    still = _unmarked(last)
    parts = painter.paint(paper(still, place))
    for (start, stop), group in _intervals(boards).items():
        shown: list[Hashable | None] = [None] * (place.rows * place.columns)
        for cell, look in group:
            shown[cell] = look
        parts += clock.shown(painter, cells(last, place, table, shown), start, stop)
    parts += painter.paint(rules(place))
    for (start, stop), items in _marked(boards, place):
        parts += clock.shown(painter, items, start, stop)
    parts += painter.paint(clues(still, place, table))
    return document(painter, place, title, parts)


def animated_gif(boards: Sequence[Board], seconds: float, loop: bool) -> bytes:
    """A GIF that shows the boards one after another."""
    boards = _affordable(boards)
    shared, plain = _palette(boards[-1]), pillow().Image.Dither.NONE
    images = [frame.quantize(palette=shared, dither=plain) for frame in _drawn(boards)]
    file = io.BytesIO()
    durations = [round(seconds * 1000)] * (len(images) - 1) + [round(_REST * 1000)]
    more: dict[str, Any] = {"loop": 0} if loop else {}
    images[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=durations,
        optimize=True,
        **more,
    )
    return file.getvalue()


def _drawn(boards: Sequence[Board]) -> Iterator[Image.Image]:
    """Every frame as an image: painted over the one before, where something changed."""
    first = boards[0]
    place, table, dark = layout(first), inks(first), first.theme == "dark"
    ground = image(_unmarked(first))
    before = looks(first)
    for board in boards:
        now = looks(board)
        changed = [new if old != new else None for old, new in zip(before, now, strict=True)]
        before = now
        if any(look is not None for look in changed):
            paint(ground, cells(board, place, table, changed), table, dark=dark)
            paint(ground, rules(place), table, dark=dark)
        frame = ground.copy()
        paint(frame, tints(board, place), table, dark=dark)
        paint(frame, rules(place), table, dark=dark)  # the frame reaches beyond the cells
        paint(frame, clues(board, place, table, board.lines), table, dark=dark)
        paint(frame, marks(board, place), table, dark=dark)
        yield frame


def _unmarked(board: Board) -> Board:
    return board.replace(lines=frozenset(), concluded=frozenset(), because=frozenset())


def _palette(board: Board) -> Any:
    """An image with the palette of all frames: the inks themselves, and the edges of letters."""
    table = inks(board)
    used = table.night if board.theme == "dark" else table.day
    edges = [(used["clue"], used["paper"]), (used["faint"], used["paper"])]
    edges += [(used[f"on {n}"], used[f"colour {n}"]) for n in range(len(board.palette))]
    between = [mixed(*edge, share) for share in (0.5, 0.25, 0.75) for edge in edges]
    colours = list(dict.fromkeys([*used.values(), *between]))[:256]
    palette = pillow().Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in rgb_of(colour)])
    return palette


def _affordable(boards: Sequence[Board]) -> Sequence[Board]:
    """The boards with cells small enough for all frames to be held, unless a size was chosen."""
    place = layout(boards[-1])
    if boards[-1].cell is None:
        while place.cell > SMALLEST_CELL and _pixels(place) * len(boards) > _MOST_PIXELS:
            place = layout(boards[-1].replace(cell=place.cell - 1))
    if (pixels := _pixels(place) * len(boards)) > _MOST_PIXELS:
        raise OptionError(
            f"all frames together would have {pixels} pixels, more than {_MOST_PIXELS}: "
            "choose smaller cells, fewer frames, or SVG"
        )
    return [board.replace(cell=place.cell) for board in boards]


def _pixels(place: Layout) -> int:
    return place.width * place.height


def _intervals(boards: Sequence[Board]) -> dict[tuple[int, int], list[tuple[int, Hashable]]]:
    """From which frame to which a cell has which look: grouped by the frames."""
    before = looks(boards[0])
    since = [0] * len(before)
    groups: dict[tuple[int, int], list[tuple[int, Hashable]]] = defaultdict(list)
    for frame, board in enumerate(boards[1:], start=1):
        now = looks(board)
        for cell, (old, new) in enumerate(zip(before, now, strict=True)):
            if old != new:
                groups[since[cell], frame].append((cell, old))
                since[cell] = frame
        before = now
    for cell, look in enumerate(before):
        groups[since[cell], len(boards)].append((cell, look))
    return dict(sorted(groups.items()))


def _marked(boards: Sequence[Board], place: Layout) -> Iterable[tuple[tuple[int, int], list[Item]]]:
    """The marks of every frame that has any."""
    for frame, board in enumerate(boards):
        if board.lines or board.concluded or board.because:
            yield (frame, frame + 1), list(marks(board, place))


class _Clock:
    """Shows things for some of the frames."""

    def __init__(self, frames: int, seconds: float, total: float, loop: bool) -> None:
        self._frames, self._seconds, self._total, self._loop = frames, seconds, total, loop

    def shown(self, painter: Painter, items: Iterable[Item], start: int, stop: int) -> list[str]:
        """The items, visible from one frame until another."""
        painted = "".join(painter.paint(items))
        if not painted:
            return []
        if start == 0 and stop == self._frames:
            return [painted]
        # Where nothing moves, the last frame is seen.
        still = "" if stop == self._frames else ' visibility="hidden"'
        values, times = ["visible"], [start]
        if start > 0:
            values, times = ["hidden", *values], [0, *times]
        if stop < self._frames:
            values.append("hidden")
            times.append(stop)
        key_times = ";".join(number_of(time * self._seconds / self._total) for time in times)
        again = 'repeatCount="indefinite"' if self._loop else 'fill="freeze"'
        return [
            f'<g{still}>{painted}<animate attributeName="visibility" calcMode="discrete" '
            f'values="{";".join(values)}" keyTimes="{key_times}" '
            f'dur="{number(self._total)}s" {again}/></g>'
        ]


def number_of(share: float) -> str:
    """A moment as a share of the whole, exact enough for thousands of frames."""
    return f"{share:.6f}".rstrip("0").rstrip(".") or "0"

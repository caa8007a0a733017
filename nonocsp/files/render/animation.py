"""Animations: drawings one after another, as SVG or GIF.

In the SVG every cell is drawn once for each look that it takes, and shown from the frame where that
begins to the frame where it ends; cells that change together share one group and one ``animate``
element of SMIL. So the file grows with the changes, not with frames times cells. It needs no
script, also moves inside an ``<img>``, and shows the last frame where animation is off.
"""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...core import OptionError, checked
from ..foreign.pillow import pillow
from .as_png import paint, painted
from .as_svg import SvgPainter, number
from .colour_vision import mixed, rgb_of
from .drawing import SMALLEST_CELL, Drawable, Drawing, title_of
from .items import Item
from .scene import Look, Scene, layout_of, looks
from .theme import theme_colours

if TYPE_CHECKING:
    from PIL import Image

#: The default for the most frames of an animation.
MOST_FRAMES = 200

#: Seconds for which the last frame stays before the animation begins again.
_REST = 2.0

#: Most pixels of all frames of a GIF together, each a byte in memory.
_MOST_PIXELS = 200_000_000


def thinned(drawings: Iterable[Drawing], most: int) -> list[Drawing]:
    """At most the given number of drawings, evenly spaced, with the first and the last.

    Raises:
        OptionError: there are none, or they show several puzzles or themes.
    """
    every = list(drawings)
    if not every:
        raise OptionError("an animation needs at least one frame")
    if (
        len({(drawing.board, drawing.puzzle, drawing.palette, drawing.theme) for drawing in every})
        > 1
    ):
        raise OptionError("the frames of an animation show one puzzle in one theme")
    if len(every) <= most:
        return every
    if most < 2:
        return every[-1:]
    last = len(every) - 1
    return [every[round(index * last / (most - 1))] for index in range(most)]


@checked
def animated_svg(
    frames: Iterable[Drawable],
    *,
    seconds: float = 0.2,
    loop: bool = True,
    title: str | None = None,
    most: int = MOST_FRAMES,
    **look: Any,
) -> str:
    """An animated SVG of drawings. Where animation is off, the last one is visible.

    Args:
        frames: anything that `Drawing.of` accepts, all of one puzzle.
        seconds: the time of each frame; the last one stays two seconds.
        loop: begin again at the end.
        title: as for `svg`.
        most: number of frames at most; if there are more, an evenly spaced selection is shown.
        look: fields of every drawing.

    Raises:
        OptionError, PuzzleError: as `Drawing`; no frames, or frames of several puzzles.
    """
    drawings = thinned((Drawing.of(frame, **look) for frame in frames), most)
    return _document(drawings, title, _Clock(len(drawings), seconds, loop).visible)


@checked
def stepped_svg(
    frames: Iterable[Drawable], *, title: str | None = None, most: int = MOST_FRAMES, **look: Any
) -> str:
    """An SVG of drawings for a page whose script shows one at a time; at first the last is visible.

    Parts of some frames only are in groups with their first frame, from 0, as ``data-from`` and the
    first frame without them as ``data-to``. Arguments and errors are as for `animated_svg`.
    """
    drawings = thinned((Drawing.of(frame, **look) for frame in frames), most)

    def visible(start: int, stop: int) -> tuple[str, str]:
        hidden = "" if stop == len(drawings) else ' visibility="hidden"'
        return f'<g data-from="{start}" data-to="{stop}"{hidden}>', "</g>"

    return _document(drawings, title, visible)


def _document(
    drawings: Sequence[Drawing], title: str | None, visible: Callable[[int, int], tuple[str, str]]
) -> str:
    """Drawings in one document; what some frames show is between the two texts of ``visible``."""
    scene = Scene.of(drawings[-1])
    still = scene.showing(_unmarked(drawings[-1]))
    painter = SvgPainter(scene)
    parts = painter.paint(still.paper())

    def add(items: Iterable[Item], start: int, stop: int) -> None:
        painted = "".join(painter.paint(items))
        if painted and (start, stop) != (0, len(drawings)):
            painted = painted.join(visible(start, stop))
        parts.append(painted)

    for (start, stop), group in _intervals(drawings).items():
        shown: list[Look | None] = [None] * drawings[-1].board.size
        for cell, seen in group:
            shown[cell] = seen
        add(scene.cells(shown), start, stop)
    parts += painter.paint(scene.rules())
    for frame, drawing in enumerate(drawings):
        add(scene.showing(drawing).marks(), frame, frame + 1)
    parts += painter.paint(still.clues())
    return painter.document(title_of(drawings, title), filter(None, parts))


@checked
def animated_gif(
    frames: Iterable[Drawable],
    *,
    seconds: float = 0.2,
    loop: bool = True,
    most: int = MOST_FRAMES,
    **look: Any,
) -> bytes:
    """An animated GIF of drawings. Arguments as for `animated_svg`.

    Raises:
        OptionError, PuzzleError: as `animated_svg`; a frame would be too large.
        NonocspError: Pillow is missing.
    """
    drawings = _affordable(thinned((Drawing.of(frame, **look) for frame in frames), most))
    shared, plain = _palette(drawings[-1]), pillow().Image.Dither.NONE
    images = [frame.quantize(palette=shared, dither=plain) for frame in _drawn(drawings)]
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


def _drawn(drawings: Sequence[Drawing]) -> Iterator[Image.Image]:
    """Every frame as an image: the changes painted over the previous one."""
    scene = Scene.of(drawings[0])
    ground, scale = painted(_unmarked(drawings[0]))
    before = looks(drawings[0])

    def draw(image: Image.Image, *parts: Iterable[Item]) -> None:
        for items in parts:
            paint(image, items, scene.colours, scale)

    for drawing in drawings:
        now = looks(drawing)
        changed = [new if old != new else None for old, new in zip(before, now, strict=True)]
        before = now
        shown = scene.showing(drawing)
        if any(changed):
            draw(ground, shown.cells(changed), scene.rules())
        frame = ground.copy()
        # The frame of the grid reaches over the tints.
        draw(frame, shown.tints(), scene.rules(), shown.clues(drawing.lines), shown.marks())
        yield frame.reduce(scale) if scale > 1 else frame


def _unmarked(drawing: Drawing) -> Drawing:
    return drawing.replace(lines=frozenset(), concluded=frozenset(), because=frozenset())


def _palette(drawing: Drawing) -> Any:
    """An image with the palette of all frames: the theme, and the blended edges of letters."""
    used = theme_colours(drawing).current
    edges = [(used["clue"], used["paper"]), (used["faint"], used["paper"])]
    edges += [(used[f"on {n}"], used[f"colour {n}"]) for n in range(len(drawing.palette))]
    between = [mixed(*edge, share) for share in (0.5, 0.25, 0.75) for edge in edges]
    colours = list(dict.fromkeys([*used.values(), *between]))[:256]
    palette = pillow().Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in rgb_of(colour)])
    return palette


def _affordable(drawings: Sequence[Drawing]) -> Sequence[Drawing]:
    """The drawings with cells small enough to hold all frames, unless their size was chosen."""
    layout = layout_of(drawings[-1])
    if drawings[-1].cell is None:
        while layout.cell > SMALLEST_CELL and layout.pixels * len(drawings) > _MOST_PIXELS:
            layout = layout_of(drawings[-1].replace(cell=layout.cell - 1))
    if (pixels := layout.pixels * len(drawings)) > _MOST_PIXELS:
        raise OptionError(
            f"all frames together would have {pixels} pixels, more than {_MOST_PIXELS}: "
            "choose smaller cells, fewer frames, or SVG"
        )
    return [drawing.replace(cell=layout.cell) for drawing in drawings]


def _intervals(drawings: Sequence[Drawing]) -> dict[tuple[int, int], list[tuple[int, Look]]]:
    """The looks of cells, grouped by their first frame and the first frame without them."""
    before = looks(drawings[0])
    since = [0] * len(before)
    groups: dict[tuple[int, int], list[tuple[int, Look]]] = defaultdict(list)
    for frame, drawing in enumerate(drawings[1:], start=1):
        now = looks(drawing)
        for cell, (old, new) in enumerate(zip(before, now, strict=True)):
            if old != new:
                groups[since[cell], frame].append((cell, old))
                since[cell] = frame
        before = now
    for cell, look in enumerate(before):
        groups[since[cell], len(drawings)].append((cell, look))
    return dict(sorted(groups.items()))


class _Clock:
    """Shows items during some of the frames."""

    def __init__(self, frames: int, seconds: float, loop: bool) -> None:
        self._frames, self._seconds, self._loop = frames, seconds, loop
        self._total = (frames - 1) * seconds + _REST

    def visible(self, start: int, stop: int) -> tuple[str, str]:
        """What stands before and after items visible from one frame until before another."""
        # Without animation the last frame is visible.
        still = "" if stop == self._frames else ' visibility="hidden"'
        values, times = ["visible"], [start]
        if start > 0:
            values, times = ["hidden", *values], [0, *times]
        if stop < self._frames:
            values.append("hidden")
            times.append(stop)
        key_times = ";".join(_share(time * self._seconds / self._total) for time in times)
        again = 'repeatCount="indefinite"' if self._loop else 'fill="freeze"'
        return f"<g{still}>", (
            '<animate attributeName="visibility" calcMode="discrete" '
            f'values="{";".join(values)}" keyTimes="{key_times}" '
            f'dur="{number(self._total)}s" {again}/></g>'
        )


def _share(value: float) -> str:
    """A share of the whole time, exact enough for thousands of frames."""
    return f"{value:.6f}".rstrip("0").rstrip(".") or "0"

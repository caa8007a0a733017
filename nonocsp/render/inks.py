"""In what colours a board is drawn, by day and by night.

Everything that is drawn names its ink by what it is for: ``paper``, ``rule``, ``clue``, ``colour
3``, ``on 3`` (what is written on that colour), ``heat 40``. Only here these names become colours. A
dark board has light clues on dark paper. If black and white is all there is, the two are exchanged;
a coloured picture keeps its colours, on the blank that they were chosen for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .board import Board
from .colour_vision import contrast, distance, ink_on, mixed, safe_colours

_DAY = {
    "paper": "#ffffff",
    "open": "#ffffff",
    "rule": "#b6bcc4",
    "guide": "#dde1e6",
    "bold": "#3b424b",
    "clue": "#16191d",
    "faint": "#6b737d",
    "absent": "#e8ebef",
    "ambiguous": "#ffd76e",
    "line": "#d5e7ff",
    "frame": "#0b62d6",
    "because": "#c2410c",
    "wrong": "#c4122f",
}
_NIGHT = {
    "paper": "#12161c",
    "open": "#1a2029",
    "rule": "#4a5361",
    "guide": "#2b333e",
    "bold": "#98a3b3",
    "clue": "#e8ecf1",
    "faint": "#97a1ae",
    "absent": "#2b333e",
    "ambiguous": "#5e4a10",
    "line": "#1d3a5f",
    "frame": "#6db3ff",
    "because": "#ff9d5c",
    "wrong": "#ff6b7d",
}
_HEAT_STEPS = 50


@dataclass(frozen=True, slots=True)
class Inks:
    """The colour of every ink of a board, ``"#rrggbb"``, by day and by night."""

    day: Mapping[str, str]
    night: Mapping[str, str]
    faint: frozenset[int]
    """The colours that could be taken for blank where nothing else tells them apart."""

    def colour(self, ink: str, *, dark: bool = False) -> str:
        """What an ink looks like."""
        return (self.night if dark else self.day)[ink]


def inks(board: Board) -> Inks:
    """The inks of a board."""
    blank, *colours = (colour.rgb for colour in board.palette)
    if board.safe_colours and len(colours) > 1:
        colours = list(safe_colours(blank, colours))
    day, night = dict(_DAY), dict(_NIGHT)
    _add_palette(day, blank, colours)
    if len(colours) == 1 and contrast(blank, _DAY["paper"]) < 1.2:
        # Where the colour cannot be seen on dark paper it is exchanged like the blank.
        seen = contrast(colours[0], _NIGHT["open"]) >= 4.5
        _add_palette(night, _NIGHT["open"], colours if seen else [_NIGHT["clue"]])
    else:
        _add_palette(night, blank, colours)
    if board.heat is not None:
        for table in (day, night):
            cold, hot = table["colour 0"], table[f"colour {board.heat_colour}"]
            if board.heat_colour == 0:
                cold, hot = table["clue"], cold
            for step in range(_HEAT_STEPS + 1):
                table[f"heat {step}"] = mixed(cold, hot, step / _HEAT_STEPS)
    close = {n for n, rgb in enumerate(colours, start=1) if distance(rgb, blank) < 12}
    return Inks(day, night, frozenset(close))


def heat_ink(value: float) -> str:
    """The ink of a number from 0 to 1."""
    return f"heat {round(value * _HEAT_STEPS)}"


def _add_palette(table: dict[str, str], blank: str, colours: list[str]) -> None:
    for number, rgb in enumerate((blank, *colours)):
        table[f"colour {number}"] = rgb
        table[f"on {number}"] = ink_on(rgb)
    # A dot is a sign, and no more than that.
    table["dot"] = mixed(blank, ink_on(blank), 0.45)

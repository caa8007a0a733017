"""Themes: the colours of a drawing, light and dark.

Every drawn item names the role of its colour: ``paper``, ``rule``, ``clue``, ``colour 3``, ``on 3``
(text on that colour), ``left 3`` and ``right 3`` (the halves of a triangle), ``heat 40``. Only this
module turns roles into colours. A dark drawing has light clues on dark paper. Black and white are
exchanged there; a coloured picture keeps its colours and the blank that they were chosen for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .colour_vision import contrast, distance, ink_on, mixed, safe_colours
from .drawing import Drawing

#: The colours of the roles that do not depend on the palette: light and dark.
_ROLES = {
    "paper": ("#ffffff", "#12161c"),
    "open": ("#ffffff", "#1a2029"),
    "rule": ("#b6bcc4", "#4a5361"),
    "guide": ("#dde1e6", "#2b333e"),
    "bold": ("#3b424b", "#98a3b3"),
    "clue": ("#16191d", "#e8ecf1"),
    "faint": ("#6b737d", "#97a1ae"),
    "absent": ("#e8ebef", "#2b333e"),
    "ambiguous": ("#ffd76e", "#5e4a10"),
    "line": ("#d5e7ff", "#1d3a5f"),
    "frame": ("#0b62d6", "#6db3ff"),
    "because": ("#c2410c", "#ff9d5c"),
    "wrong": ("#c4122f", "#ff6b7d"),
}
_LIGHT, _DARK = ({role: looks[at] for role, looks in _ROLES.items()} for at in (0, 1))
_HEAT_STEPS = 50


@dataclass(frozen=True, slots=True)
class ThemeColours:
    """The colour of every role on a drawing, ``"#rrggbb"``."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    is_dark: bool
    """The drawing's theme is dark; otherwise it is light, also if the reader's screen decides."""
    faint: frozenset[int]
    """The block colours that look almost like blank."""

    @property
    def current(self) -> Mapping[str, str]:
        """The colours of the drawing's theme."""
        return self.dark if self.is_dark else self.light

    def colour(self, role: str) -> str:
        """The colour of a role in the drawing's theme."""
        return self.current[role]


def theme_colours(drawing: Drawing) -> ThemeColours:
    """The colours of a drawing."""
    blank, *colours = (colour.rgb for colour in drawing.palette)
    if drawing.safe_colours and len(colours) > 1:
        colours = list(safe_colours(blank, colours))
    light, dark = dict(_LIGHT), dict(_DARK)
    for number, colour in enumerate(drawing.palette):
        if colour.triangle:
            for table in (light, dark):
                table[f"left {number}"] = colour.triangle.left
                table[f"right {number}"] = colour.triangle.right
    _add_palette(light, blank, colours)
    if _takes_any_paper(blank, colours):
        _add_palette(dark, _DARK["open"], [_DARK["clue"]] if _vanishes(colours[0]) else colours)
    else:
        _add_palette(dark, blank, colours)
    if drawing.heat is not None:
        for table in (light, dark):
            cold, hot = table["colour 0"], table[f"colour {drawing.heat_colour}"]
            if drawing.heat_colour == 0:
                cold, hot = table["clue"], cold
            for step in range(_HEAT_STEPS + 1):
                table[f"heat {step}"] = mixed(cold, hot, step / _HEAT_STEPS)
    close = {n for n, rgb in enumerate(colours, start=1) if distance(rgb, blank) < 12}
    return ThemeColours(light, dark, drawing.theme == "dark", frozenset(close))


def ink_and_paper(drawing: Drawing, ink: str, paper: str) -> dict[str, str]:
    """What to change for a medium with colours of its own, that of letters and that behind them:
    nothing on a drawing whose colours were chosen for a certain blank."""
    blank, *colours = (colour.rgb for colour in drawing.palette)
    if drawing.heat is not None or not _takes_any_paper(blank, colours):
        return {}
    own = {"colour 0": paper, "on 0": ink, "open": paper, "clue": ink}
    return own | ({"colour 1": ink, "on 1": paper} if _vanishes(colours[0]) else {})


def heat_role(value: float) -> str:
    """The role of a number from 0 to 1 on a heat map."""
    return f"heat {round(value * _HEAT_STEPS)}"


def _takes_any_paper(blank: str, colours: list[str]) -> bool:
    """One colour on white, which may be drawn on dark paper as well."""
    return len(colours) == 1 and contrast(blank, _LIGHT["paper"]) < 1.2


def _vanishes(colour: str) -> bool:
    """Whether a colour is hardly visible on dark paper: it is exchanged like the blank."""
    return contrast(colour, _DARK["open"]) < 4.5


def _add_palette(table: dict[str, str], blank: str, colours: list[str]) -> None:
    for number, rgb in enumerate((blank, *colours)):
        table[f"colour {number}"] = rgb
        table[f"on {number}"] = ink_on(rgb)
    # A dot only has to be visible.
    table["dot"] = mixed(blank, ink_on(blank), 0.45)

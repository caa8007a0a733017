"""Which colour a symbol of an answer means: a character, an emoji, or the name of a colour.

Most characters outside ASCII are known by their Unicode names: ``FULL BLOCK``, ``WHITE SQUARE``,
``LARGE RED CIRCLE``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from ...core import BLACK, BLANK, Puzzle

#: The look of characters and words that have no telling Unicode name. Noughts and crosses are
#: filled or blank, as the other symbols of the grid say.
_LOOKS = {
    **dict.fromkeys(("0", ".", "_", "-", "~", "·", "⋅", "∙"), "blank"),
    **dict.fromkeys(("blank", "empty", "white", "false", "none", "null", "off"), "blank"),
    **dict.fromkeys(("1", "#", "@", "*", "filled", "full", "black", "true", "on"), "filled"),
    **dict.fromkeys(("✓", "✔", "✅"), "filled"),
    **dict.fromkeys(("x", "X", "×", "✕", "✖", "✗", "✘", "❌", "▒"), "cross"),
    **dict.fromkeys(("o", "O"), "nought"),
    "?": "unknown",
}
#: Letters that stand for words, in a puzzle of one colour; small ones would be in every text.
_LETTERS = {**dict.fromkeys("BTFY", "filled"), **dict.fromkeys("WEN", "blank")}

_SHAPES = re.compile("SQUARE|CIRCLE|HEART|BLOCK|SHADE|BALLOT BOX|PARALLELOGRAM|LOZENGE")
_COLOURS = re.compile("RED|BLUE|GREEN|YELLOW|ORANGE|PURPLE|BROWN|BLACK|WHITE")
_FILLED = ("FULL BLOCK", "DARK SHADE", "BALLOT BOX WITH X", "BALLOT BOX WITH CHECK")

#: How much a symbol looks filled. Where nothing is blank for certain, those that look most filled
#: are.
_DEGREES = {"blank": 0, "nought": 1, "cross": 2, "black": 3, "filled": 4}
_COLOURED = 5


@lru_cache(maxsize=1 << 10)
def look(symbol: str) -> str | None:
    """What a symbol looks like: blank, filled, a cross, a nought, unknown, or a colour's name.

    None: it is no cell of a picture.

    >>> look("░"), look("▓"), look("🟥"), look("⬛"), look("X"), look("5")
    ('blank', 'filled', 'red', 'black', 'cross', None)
    """
    known = _LOOKS.get(symbol)
    if known is not None or len(symbol) != 1 or symbol.isascii():
        return known
    name = unicodedata.name(symbol, "")
    if not _SHAPES.search(name):
        return None
    if name.startswith(_FILLED):
        return "filled"
    colour = _COLOURS.search(name)
    return "blank" if colour is None or colour[0] == "WHITE" else colour[0].lower()


class Symbols:
    """What may stand for a cell in answers to a puzzle.

    >>> symbols = Symbols(Puzzle([[1, (1, "red")]], [[1], [(1, "red")]]))
    >>> "R" in symbols, "🟥" in symbols, "red" in symbols, "9" in symbols
    (True, True, True, False)
    >>> symbols.meanings({"#", "R"}), Symbols(Puzzle([[1]], [[1]])).meanings({"X", "■"})
    ({'#': 1, 'R': 2}, {'X': 0, '■': 1})
    """

    def __init__(self, puzzle: Puzzle) -> None:
        colours = puzzle.colours
        self._is_one = puzzle.has_one_colour
        # Digits are the numbers of colours, even where they are the characters of others.
        self._own = {c.char: n for n, c in enumerate(colours) if not c.char.isdecimal()}
        self._names = {_one_word(colour.name): number for number, colour in enumerate(colours)}
        self._numbers = {str(number): number for number in range(len(colours))}
        initials = [name[0] for name in self._names]
        self._initials = {
            each: number
            for name, number in self._names.items()
            if initials.count(name[0]) == 1 and number
            for each in (name[0], name[0].upper())
        }
        if self._is_one:
            self._initials = {}
            self._numbers = {}
        self._cells: dict[str, bool] = {}
        self.spaced = sorted(name for colour in colours[1:] if " " in (name := colour.name))
        """Names of colours with blanks, which stand as one word in answers."""

    def __contains__(self, symbol: str) -> bool:
        """Whether it may stand for a cell."""
        if len(symbol) > 1:
            return self._is_cell(symbol)
        known = self._cells.get(symbol)
        if known is None:
            known = self._cells[symbol] = self._is_cell(symbol)
        return known

    def _is_cell(self, symbol: str) -> bool:
        if symbol in self._own or symbol in self._initials or symbol in self._numbers:
            return True
        if len(symbol) > 1:
            symbol = symbol.lower()
            if symbol in self._names:
                return True
        elif self._is_one and symbol in _LETTERS:
            return True
        seen = look(symbol)
        return seen is not None and (
            self._is_one or seen in ("blank", "unknown") or self._named(seen) is not None
        )

    def _named(self, seen: str) -> int | None:
        """The number of the colour that a symbol looks like."""
        return self._names.get(BLACK.name if seen == "filled" else seen)

    def meanings(self, symbols: Iterable[str]) -> dict[str, int] | None:
        """The colour number of each symbol of one grid; None if they have no meaning together."""
        found = sorted(symbols)
        if self._is_one:
            return self._of_one_colour(found)
        known = self._any(found)
        if all(each in self._numbers or known.get(each) == 0 for each in found):
            return {each: self._numbers.get(each, 0) for each in found}
        return known if known.keys() == set(found) else None

    def _any(self, symbols: list[str]) -> dict[str, int]:
        """Every meaning that a symbol can have, the likeliest first."""
        known: dict[str, int] = {}
        for each in symbols:
            seen = look(each if len(each) == 1 else each.lower())
            by_look = None if seen is None else self._named(seen)
            meanings = (
                self._own.get(each),
                self._names.get(each.lower()),
                0 if seen == BLANK.name else by_look,
                self._initials.get(each),
            )
            number = next((number for number in meanings if number is not None), None)
            if number is not None:
                known[each] = number
        return known

    def _of_one_colour(self, symbols: list[str]) -> dict[str, int] | None:
        degrees: dict[str, int] = {}
        for each in symbols:
            number = self._own.get(each, self._names.get(each.lower()))
            if number is not None:
                degrees[each] = number and _DEGREES["filled"]
                continue
            seen = look(each if len(each) == 1 else each.lower())
            if seen is None:
                seen = _LETTERS.get(each)
                if each == "F" and "T" in symbols:
                    seen = "blank"  # true and false
            if seen is None or seen == "unknown":
                return None
            degrees[each] = _DEGREES.get(seen, _COLOURED)
        least = max(degrees.values(), default=0)
        if 0 in degrees.values():
            if {1, 2} <= set(degrees.values()):  # noughts are filled where crosses are blank
                degrees = {each: 0 if d == 2 else d + 2 * (d == 1) for each, d in degrees.items()}
            # One of several marks that are certainly filled is as filled as another.
            least = min(max(degrees.values()), _DEGREES["black"])
        return {each: int(degree > 0 and degree >= least) for each, degree in degrees.items()}


def _one_word(name: str) -> str:
    return name.lower().replace(" ", "-")

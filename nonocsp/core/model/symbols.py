"""What a character of a picture means: the one table, and the palette that characters make.

A cell is drawn by a character, an emoji, or a word such as the name of a colour. Most characters
outside ASCII are known by their Unicode names: ``FULL BLOCK``, ``WHITE SQUARE``, ``LARGE RED
CIRCLE``. Where the palette is known, `Symbols` finds it in the symbols; where it is not,
`drawn_palette` makes it from them. What a cross, a nought or a black square means depends on the
symbols beside it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from ..base.errors import PuzzleError
from .colours import (
    BLACK,
    BLANK,
    MAX_COLOURS,
    Colour,
    Triangle,
    colour_of_char,
    free_char,
    named_colour,
)

#: The look of nothing, and of characters and words that have no telling Unicode name. Noughts and
#: crosses are filled or blank, as the other symbols of the picture say; so are squares with a
#: border.
_LOOKS = {
    **dict.fromkeys(("", "0", ".", "_", "-", "~", "·", "⋅", "∙"), "blank"),
    **dict.fromkeys(("blank", "empty", "white", "false", "none", "null", "off"), "blank"),
    **dict.fromkeys(("1", "#", "@", "*", "filled", "full", "black", "true", "on"), "filled"),
    **dict.fromkeys(("✓", "✔", "✅", "▣", "shaded"), "filled"),
    **dict.fromkeys(("x", "X", "×", "✕", "✖", "✗", "✘", "❌", "▒"), "cross"),
    **dict.fromkeys(("o", "O", "🔲", "🔳"), "nought"),
    "?": "unknown",
}
#: Letters that stand for words, in a puzzle of one colour; small ones would be in every text.
_LETTERS = {**dict.fromkeys("BTFY", "filled"), **dict.fromkeys("WEN", "blank")}

#: Two symbols that mean black and blank where there is nothing else.
_PAIRS = [*map(tuple, ("bw", "tf", "yn", "fe", "xo", "x0")), ("yes", "no")]

PAIRED = frozenset([*"bwtfynexoBWTFYNEXO", "yes", "no"])
"""Letters and words that may mean black or blank in a picture without blank cells."""

TRIANGLES = "◢◣◤◥"

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

    >>> look("░"), look("▓"), look("🟥"), look("⬛"), look("X"), look("5"), look("True")
    ('blank', 'filled', 'red', 'black', 'cross', None, 'filled')
    """
    known = _LOOKS.get(symbol if len(symbol) == 1 else symbol.lower())
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
    """What may stand for a cell where the palette is known, blank first.

    >>> symbols = Symbols((BLANK, BLACK, named_colour("red", 2)))
    >>> "R" in symbols, "🟥" in symbols, "red" in symbols, "9" in symbols
    (True, True, True, False)
    >>> symbols.meanings({"#", "R"}), Symbols((BLANK, BLACK)).meanings({"X", "■"})
    ({'#': 1, 'R': 2}, {'X': 0, '■': 1})
    """

    def __init__(self, colours: Sequence[Colour]) -> None:
        self._is_one = len(colours) == 2
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
        if "w" not in initials:
            self._initials |= {"w": 0, "W": 0}  # white, beside other initials
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
        if not symbol:
            return False
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
            self._is_one or seen in ("blank", "unknown", "black") or self._named(seen) is not None
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
            seen = look(each)
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
        dark = next((each for each in symbols if look(each) == BLACK.name), None)
        if 0 not in known.values() and dark and dark not in known:
            known[dark] = 0
        return known

    def _of_one_colour(self, symbols: list[str]) -> dict[str, int] | None:
        degrees: dict[str, int] = {}
        for each in symbols:
            number = self._own.get(each, self._names.get(each.lower()))
            if number is not None:
                degrees[each] = number and _DEGREES["filled"]
                continue
            seen = look(each)
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
        elif len(degrees) > 1 and least == min(degrees.values()):
            return None  # all look filled
        return {each: int(degree > 0 and degree >= least) for each, degree in degrees.items()}


def _one_word(name: str) -> str:
    return name.lower().replace(" ", "-")


def masks_of(chars: set[str], colours: Sequence[Colour]) -> dict[str, int]:
    """The candidates for which characters stand in a grid whose palette is known: those of the
    palette, ``?``, and the looks of others, without those that may be filled or blank."""
    masks = {colour.char: 1 << number for number, colour in enumerate(colours)}
    masks |= {"?": (1 << len(colours)) - 1, "_": 1}
    masks.setdefault(".", 1)
    if chars <= masks.keys():
        return masks
    symbols = Symbols(colours)
    known = {char for char in chars if char != "?" and char in symbols}
    is_alone = {look(char) for char in known} <= {"cross", "nought"}
    numbers = {} if is_alone else symbols.meanings(known) or {}
    return {char: 1 << number for char, number in numbers.items()} | masks


class SymbolError(PuzzleError):
    """A symbol that has no meaning among the others of a picture."""

    def __init__(self, problem: str, symbol: str = "") -> None:
        super().__init__(problem)
        self.symbol = symbol


class Drawn(NamedTuple):
    """What the symbols of a picture mean, and the palette that they make."""

    numbers: dict[str, int]
    colours: tuple[Colour, ...]
    """Blank first."""
    notes: list[str]
    """What was assumed, one sentence each."""


def drawn_palette(counts: Mapping[str, int], stated: Sequence[Colour] = ()) -> Drawn:
    """What the symbols of a picture mean whose palette is unknown.

    Args:
        counts: how many cells each symbol has, in the order in which they appear.
        stated: colours that are known by their characters.

    Raises:
        SymbolError: a symbol is not a cell, or has no meaning among the others.

    >>> drawn_palette({"⬛": 5, "🔲": 4}).numbers, drawn_palette({"B": 1, "W": 1}).notes
    ({'⬛': 1, '🔲': 0}, ["'B' is read as black, 'W' as blank"])
    >>> [colour.name for colour in drawn_palette({"W": 4, "R": 2, "B": 3}).colours]
    ['blank', 'red', 'blue']
    """
    for symbol in counts:
        _check_cell(symbol)
    if not stated:
        if all(symbol.isdecimal() for symbol in counts):
            return _numbered(counts)
        if drawn := _paired(counts) or _of_one_colour(counts):
            return drawn
        _check_kinds(counts)
    return _coloured(counts, stated)


def _check_cell(symbol: str) -> None:
    if look(symbol) == "unknown":
        raise SymbolError("'?' is an open cell; expected a picture in which all are known", symbol)
    if not symbol:
        is_cell = True
    elif symbol.isdecimal():
        is_cell = len(symbol) <= 3 and int(symbol) <= MAX_COLOURS
    elif len(symbol) == 1:
        is_sign = unicodedata.category(symbol).startswith("S") and not symbol.isascii()
        is_cell = symbol.isalnum() or is_sign or look(symbol) is not None
    else:
        is_cell = len(symbol) <= 30 and re.sub("[ _-]", "", symbol).isalpha()
    if not is_cell:
        raise SymbolError("expected '#', '.' or the letter of a colour", symbol)


def _numbered(counts: Mapping[str, int]) -> Drawn:
    """Numbers of colours, of which 0 is blank; those that are not drawn are left out."""
    values = sorted({int(symbol) for symbol in counts} - {0})
    colours = [BLANK]
    for value in values if len(values) > 1 else ():
        char = str(value)
        taken = [colour.char for colour in colours]
        one = len(char) == 1
        colours.append((colour_of_char if one else named_colour)(char, len(colours), taken))
    if len(values) == 1:
        colours.append(BLACK)
    notes = [f"{values[0]} is read as black"] if len(values) == 1 < values[0] else []
    places = {0: 0} | {value: place for place, value in enumerate(values, start=1)}
    return Drawn({s: places[int(s)] for s in counts}, tuple(colours), notes)


def _paired(counts: Mapping[str, int]) -> Drawn | None:
    """Two letters or words that mean black and blank."""
    folded = {symbol.lower(): symbol for symbol in counts}
    pair = next((pair for pair in _PAIRS if folded.keys() == set(pair)), None)
    if pair is None or len(counts) != 2:
        return None
    filled, blank = (folded[char] for char in pair)
    note = f"{filled!r} is read as black, {blank!r} as blank"
    return Drawn({filled: 1, blank: 0}, (BLANK, BLACK), [note])


def _of_one_colour(counts: Mapping[str, int]) -> Drawn | None:
    """Symbols that only say whether a cell is filled; None if some say more."""
    looks = {symbol: look(symbol) or "" for symbol in counts}
    if not _DEGREES.keys() >= set(looks.values()):
        return None
    sure = [symbol for symbol, seen in looks.items() if seen != BLANK.name]
    letters = [symbol for symbol in sure if symbol.isalpha() and len(symbol) == 1]
    # An X is a colour beside a blank and another colour, an O beside a blank.
    if letters and (len(letters) > 1 or (letters == sure and letters[0] in "Oo")):
        return None
    if letters and letters != sure and len(sure) < len(counts):
        return None
    numbers = Symbols((BLANK, BLACK)).meanings(counts) or {}
    filled = [symbol for symbol, number in numbers.items() if number]
    if len(counts) > 1 and not filled and not counts.keys() <= set("._-"):
        what = "filled" if sure else "blank"
        raise SymbolError(f"{' and '.join(map(repr, counts))} all look {what}", [*counts][1])
    black = BLACK
    if letters and letters == filled:
        black = Colour(BLACK.name, BLACK.rgb, letters[0])
    notes = []
    if len(filled) > 1:
        notes.append(f"{' and '.join(map(repr, filled))} are read as black")
    if blank := [symbol for symbol in sure if not numbers[symbol]]:
        notes.append(f"{' and '.join(map(repr, blank))} {_are(blank)} read as blank")
    colours = (BLANK, black) if filled else (BLANK,)
    return Drawn({symbol: numbers[symbol] for symbol in counts}, colours, notes)


def _are(symbols: Sequence[str]) -> str:
    return "is" if len(symbols) == 1 else "are"


def _check_kinds(counts: Mapping[str, int]) -> None:
    """Check that neither a letter stands among digits, nor a 0 or 1 among letters and blanks."""
    digits = [symbol for symbol in counts if symbol.isdecimal()]
    letters = [symbol for symbol in counts if symbol.isalpha()]
    blanks = [symbol for symbol in counts if look(symbol) == BLANK.name]
    if not letters or not {"0", "1"} & {*digits} or digits == blanks == ["0"]:
        return
    if sum(map(counts.__getitem__, digits)) > sum(map(counts.__getitem__, letters)):
        raise SymbolError(f"{letters[0]!r} among digits", letters[0])
    digit = next(digit for digit in digits if digit in "01")
    raise SymbolError(f"{digit!r} among letters", digit)


def _coloured(counts: Mapping[str, int], stated: Sequence[Colour]) -> Drawn:
    known = {colour.char: colour for colour in stated}
    free = [symbol for symbol in counts if symbol not in known]
    blanks = [symbol for symbol in free if look(symbol) == BLANK.name]
    notes: list[str] = []
    if not blanks and (blank := _likely_blank(free)):
        blanks = [blank]
        notes.append(f"{blank!r} is read as blank")
    elif "W" in free and blanks:
        notes.append(f"'W' is read as the colour white, {blanks[0]!r} as blank")
    numbers = dict.fromkeys(blanks, 0)
    colours = [BLANK]
    if len(counts) - len(blanks) > MAX_COLOURS:
        raise SymbolError(f"expected at most {MAX_COLOURS} colours", [*counts][-1])
    for symbol in counts:
        if symbol in numbers:
            continue
        numbers[symbol] = len(colours)
        spare = counts.keys() - {symbol}
        colours.append(known.get(symbol) or _colour_of(symbol, [*colours, *stated], spare))
    return Drawn(numbers, tuple(colours), notes)


def _likely_blank(symbols: Sequence[str]) -> str | None:
    """What is blank in a picture without a symbol that looks so: white, black among colours, or
    the first of squares."""
    if len(symbols) < 2:
        return None
    if white := next((symbol for symbol in symbols if symbol in ("W", "w")), None):
        return white
    signs = [s for s in symbols if len(s) == 1 and not s.isascii() and not s.isalnum()]
    if not signs or set(TRIANGLES).intersection(signs):
        return None
    return next((sign for sign in signs if look(sign) == BLACK.name), symbols[0])


def _colour_of(symbol: str, others: Sequence[Colour], spare: Set[str]) -> Colour:
    """The colour of a symbol, with a character that neither the others nor ``spare`` have."""
    number = len(others)
    names = [colour.name for colour in others]
    taken = {colour.char for colour in others} | spare
    if symbol in TRIANGLES:
        halves = (BLANK.rgb, BLACK.rgb) if symbol in "◢◥" else (BLACK.rgb, BLANK.rgb)
        triangle = Triangle(*halves, "/" if symbol in "◢◤" else "\\")
        char = free_char("abcd"[TRIANGLES.index(symbol)], taken)
        return Colour(symbol, triangle.mixed, char, triangle)
    if len(symbol) == 1 and symbol.isalnum():
        return colour_of_char(symbol, number, names)
    seen = look(symbol)
    name = {None: symbol.lower(), "filled": BLACK.name}.get(seen, seen or "")
    if name in names:
        name = f"colour {number}"
    return named_colour(name, number, taken)

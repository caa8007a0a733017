"""Colours: a name, an RGB value and one character each; the standard ones by name.

Solvers work with colour numbers alone; names, characters and RGB values are for people.
"""

from __future__ import annotations

import colorsys
import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from ..base.errors import PuzzleError, quoted
from ..base.whole import whole

#: Most block colours of a puzzle: with blank there are 256, so that a cell fits in a byte.
MAX_COLOURS = 255

RGB: TypeAlias = str | tuple[int, int, int]
_HEXADECIMAL = re.compile(r"#[0-9a-f]{6}\Z")


@dataclass(frozen=True, slots=True)
class Triangle:
    """The two halves of a square cell, parted by a diagonal.

    Args:
        left, right: the RGB values of the halves as `Colour` takes them; with the diagonal ``/``
            the left half is the upper one, with ``\\`` the lower one.
        diagonal: ``"/"`` or ``"\\"``.

    Raises:
        PuzzleError: an RGB value or the diagonal is none.

    >>> Triangle.of("#fff/#000"), str(Triangle.of("#fff/#000"))
    (Triangle(left='#ffffff', right='#000000', diagonal='/'), '#ffffff/#000000')
    """

    left: str
    right: str
    diagonal: str

    def __post_init__(self) -> None:
        if self.diagonal not in ("/", "\\"):
            raise PuzzleError(f"a diagonal is '/' or '\\', not {quoted(self.diagonal)}")
        for side in ("left", "right"):
            half = _hexadecimal(getattr(self, side), f"the {side} half of a triangle")
            object.__setattr__(self, side, half)

    @classmethod
    def of(cls, text: str) -> Triangle:
        """From two RGB values with the diagonal between them: the inverse of `str`."""
        halves = isinstance(text, str) and re.fullmatch(r"([^/\\]+)([/\\])([^/\\]+)", text)
        if not halves:
            raise PuzzleError(f"a triangle is two RGB values and a diagonal, not {quoted(text)}")
        return cls(halves[1], halves[3], halves[2])

    def __str__(self) -> str:
        return f"{self.left}{self.diagonal}{self.right}"

    @property
    def mixed(self) -> str:
        """The RGB value between the two halves.

        >>> Triangle.of("#fff/#000").mixed
        '#7f7f7f'
        """
        pairs = zip(*(bytes.fromhex(half[1:]) for half in (self.left, self.right)), strict=True)
        return "#" + bytes((a + b) // 2 for a, b in pairs).hex()

    def symbol(self, ground: str) -> str | None:
        """The character ◢ ◣ ◤ or ◥ for a triangle on a ground of this RGB value; None if no half
        has it.

        >>> Triangle.of("#fff/#000").symbol("#ffffff"), Triangle.of("#fff/#000").symbol("#ff0000")
        ('◢', None)
        """
        if ground not in (self.left, self.right):
            return None
        symbols = "◢◤" if self.diagonal == "/" else "◥◣"
        return symbols[self.left != ground]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Colour:
    """One colour of a palette.

    Args:
        name: a word for people, such as ``"red"``.
        rgb: ``"#rrggbb"``, ``"#rgb"``, or red, green and blue as numbers 0 to 255.
        char: the one character that stands for a cell of this colour in text. Left out, it is a
            letter of the name, and in a puzzle one that no other colour has.
        triangle: the two halves of a cell that looks like two triangles, as `Triangle` or as its
            text; ``rgb`` is then for those who draw squares alone.

    Raises:
        PuzzleError: the name is empty, the RGB value is invalid, or the character is not exactly
            one printable, non-blank character.

    >>> Colour("red", "#F00", "x"), Colour("red", (255, 0, 0))
    (Colour(name='red', rgb='#ff0000', char='x'), Colour(name='red', rgb='#ff0000', char='r'))
    """

    name: str
    rgb: str
    char: str
    triangle: Triangle | None
    has_own_char: bool = field(init=False, repr=False, compare=False)
    """The character was given."""

    def __init__(
        self,
        name: str,
        rgb: RGB,
        char: str | None = None,
        triangle: Triangle | str | None = None,
    ) -> None:
        if not name or not isinstance(name, str):
            raise PuzzleError(f"a colour needs a name, not {quoted(name)}")
        colour = f"colour {quoted(name)}"
        if char is not None and (
            not isinstance(char, str) or len(char) != 1 or not char.isprintable() or char.isspace()
        ):
            raise PuzzleError(
                f"{colour}: its character is one printable character, not {quoted(char)}"
            )
        set_field = functools.partial(object.__setattr__, self)
        set_field("name", name)
        set_field("rgb", _hexadecimal(rgb, colour))
        set_field("char", free_char(name, ()) if char is None else char)
        if not isinstance(triangle, Triangle | None):
            triangle = Triangle.of(triangle)
        set_field("triangle", triangle)
        set_field("has_own_char", char is not None)

    def __repr__(self) -> str:
        triangle = f", triangle={str(self.triangle)!r}" if self.triangle else ""
        return f"Colour(name={self.name!r}, rgb={self.rgb!r}, char={self.char!r}{triangle})"


def _hexadecimal(rgb: RGB, colour: str) -> str:
    """``"#rrggbb"`` of a hexadecimal or three numbers. Raises `PuzzleError`."""
    if isinstance(rgb, str):
        digits = rgb.lower()
        if re.fullmatch(r"#[0-9a-f]{3}", digits):
            digits = "#" + "".join(digit * 2 for digit in digits[1:])
        if _HEXADECIMAL.match(digits):
            return digits
    else:
        try:
            if len(rgb) == 3:
                return "#" + bytes(map(whole, rgb)).hex()
        except (TypeError, ValueError):
            pass
    raise PuzzleError(f"{colour}: RGB is #rrggbb or three numbers 0 to 255, not {quoted(rgb)}")


#: As in `string`, whose import takes longer than that of this module.
ASCII_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

BLANK = Colour("blank", "#ffffff", "_")
BLACK = Colour("black", "#000000", "#")

#: The colours that may be used without being declared. The RGB values stay distinguishable for
#: readers with the common kinds of colour blindness where that is possible.
STANDARD: dict[str, Colour] = {
    colour.name: colour
    for colour in (
        BLACK,
        Colour("red", "#d1242f", "r"),
        Colour("green", "#1a7f37", "g"),
        Colour("blue", "#0969da", "b"),
        Colour("yellow", "#f2c94c", "y"),
        Colour("orange", "#e8710a", "o"),
        Colour("purple", "#8250df", "p"),
        Colour("brown", "#7a4a21", "n"),
        Colour("pink", "#ff8fb1", "i"),
        Colour("cyan", "#00a5b5", "c"),
        Colour("grey", "#8c959f", "e"),
        Colour("lime", "#9bd34a", "l"),
        Colour("navy", "#0a2a66", "v"),
        Colour("maroon", "#7d1128", "m"),
        Colour("teal", "#0f6b66", "t"),
        Colour("white", "#f6f8fa", "w"),
    )
}
#: In print k is black, as in CMYK.
_BY_CHAR = {colour.char: colour for colour in STANDARD.values()} | {"k": BLACK}


def _spare_rgb(number: int) -> str:
    """The RGB value of the colour of this number, if it has an unknown name or only a character.

    No two numbers of a palette have the same one, and none that of a standard colour.
    """
    hue, lightness = number * 0.618034 % 1, (0.42, 0.62, 0.3)[number % 3]
    parts = colorsys.hls_to_rgb(hue, lightness, 0.75)
    return "#" + bytes(round(255 * part) for part in parts).hex()


def colour_of_char(char: str, number: int, taken: Iterable[str] = ()) -> Colour:
    """The standard colour of a character (``"R"`` is red, ``"k"`` black), or one named by it.

    Args:
        char: the character, upper or lower case.
        number: the colour's number in its palette, which selects the RGB value of unknown colours.
        taken: names already used in the palette.

    >>> colour_of_char("R", 1).name
    'red'
    """
    known = BLACK if char == BLACK.char else _BY_CHAR.get(char.lower())
    if known is not None and known.name not in taken:
        return Colour(known.name, known.rgb, char)
    return Colour(char, _spare_rgb(number), char)


def letters_of(colours: Iterable[Colour]) -> str:
    """What the letters of colours stand for, in words.

    >>> letters_of([colour_of_char("k", 1), colour_of_char("z", 2)])
    'k = black, z = a colour'
    """
    named = ((c.char, c.name if c.name != c.char else "a colour") for c in colours)
    return ", ".join(f"{char} = {name}" for char, name in named)


#: What `colour_of_char` takes letters for, in words.
LETTERS = letters_of([*STANDARD.values(), colour_of_char("k", 1)])


def named_colour(name: str, number: int, taken: Iterable[str] = ()) -> Colour:
    """A colour for a bare name; its character is not in ``taken``."""
    taken = set(taken)
    known = STANDARD.get(name.lower())
    rgb = known.rgb if known else _spare_rgb(number)
    if known and known.char not in taken:
        return Colour(name, rgb, known.char)
    return Colour(name, rgb, free_char(name, taken))


def free_char(name: str, taken: Iterable[str]) -> str:
    """A character for a colour: a letter of its name if one is free, else any free one."""
    used = set(taken)
    for char in name.lower() + name.upper() + ASCII_LETTERS + "123456789":
        if char.isalnum() and char != "0" and char not in used:
            return char
    code = 0x100  # Latin Extended has more letters than a palette has colours
    while chr(code) in used or not chr(code).isalpha():
        code += 1
    return chr(code)


def checked_palette(colours: Iterable[Colour]) -> tuple[Colour, ...]:
    """Check a palette, blank first: names and characters differ, and there are not too many.

    Raises:
        PuzzleError: two colours share a name or a character, or there are over 255 block colours.
    """
    result = tuple(colours)
    if len(result) - 1 > MAX_COLOURS:
        raise PuzzleError(f"a puzzle has at most {MAX_COLOURS} colours, not {len(result) - 1}")
    for what in ("name", "char"):
        seen: set[str] = set()
        for colour in result:
            value = getattr(colour, what)
            if value in seen:
                raise PuzzleError(f"two colours have the {what} {quoted(value)}")
            seen.add(value)
    return result

"""Colours, and clues with glue, of Olšák's format; see `olsak`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product

from ....core import (
    BLACK,
    BLANK,
    MAX_COLOURS,
    Block,
    Clue,
    Colour,
    Joint,
    Puzzle,
    PuzzleError,
    excerpt,
    named_colour,
    shared_block,
    sound_joints,
)
from ....core.model.colours import Triangle, checked_palette
from ..clues import block_length, cell_char
from ..css_colours import rgb_of
from ..glue import ENDS
from ..text_lines import Lines, fault

TRIANGLE = re.compile(r"([^/\\]+)([/\\])([^/\\]+)\Z")
_COLOUR = re.compile(r"[ \t]*(\S):(.?)[ \t]*(\S*)[ \t]*(.*)")
_WORD = re.compile(r"(\D?)([0-9]+|\?)(\D{0,2})\Z")


class Palette:
    """The declared colours, by the characters used for them."""

    def __init__(self, lines: Lines | None) -> None:
        self.colours = [BLANK]
        self.suffixes: dict[str, int] = {}
        """The number of a colour by the character behind lengths; nothing for the default."""
        self.shown: dict[str, int] = {}
        """The number of a colour by its character for terminals."""
        self.glue: dict[tuple[int, str, str], int] = {}
        """The number of a colour by axis (0 for rows, 1 for columns), ``<`` or ``>``, and its
        character."""
        self.warnings: list[str] = []
        for number, line in lines or ():
            if line.strip():
                self._declare(line, number)
        if len(self.colours) == 1:
            self.suffixes[""] = 1
            self.colours.append(BLACK)

    def _declare(self, line: str, number: int) -> None:
        found = _COLOUR.match(line)
        if found is None:
            raise fault("expected a colour, such as 'r:%  red'", number, line)
        inchar, outchar, word, remark = found.groups()
        glue = re.match(r"[<>]{2}", remark) if TRIANGLE.match(word) else None
        if inchar == "6":
            return  # the surroundings of a triddler
        if (inchar.isdigit() and inchar not in "01") or inchar == ",":
            problem = "expected a character for the colour, neither a digit nor a comma"
            raise fault(problem, number, inchar)
        default = "white" if inchar == "0" else "black" if inchar == "1" else ""
        colour = self._look(inchar, outchar, word or default, remark.strip(), number)
        if inchar == "0":
            is_plain = colour.rgb == BLANK.rgb and colour.name in (BLANK.name, "white")
            self.colours[0] = BLANK if is_plain else colour
            return
        if glue is not None and inchar == "1":
            raise fault("expected another character than '1' for glue", number, inchar)
        suffix = "" if inchar == "1" else inchar
        signs = [(axis, sign, inchar) for axis, sign in enumerate(glue[0])] if glue else []
        is_glue = any(other == inchar for _, _, other in self.glue)
        is_twice = (is_glue and not glue) or not self.glue.keys().isdisjoint(signs)
        if suffix in self.suffixes or is_twice:
            raise fault("the colour is declared twice", number, inchar)
        if len(self.colours) > MAX_COLOURS:
            raise fault(f"expected at most {MAX_COLOURS} colours", number)
        for sign in signs:
            self.glue[sign] = len(self.colours)
        if glue is None:
            self.suffixes[suffix] = len(self.colours)
        self.shown.setdefault(outchar, len(self.colours))
        self.colours.append(colour)

    def _look(self, inchar: str, outchar: str, word: str, remark: str, number: int) -> Colour:
        # The background that was assumed is not an obstacle to one that is declared.
        others = self.colours[1:] if inchar == "0" else self.colours
        names = {colour.name for colour in others}
        taken = {colour.char for colour in self.colours}
        rgb, triangle = rgb_of(word), None
        if halves := TRIANGLE.match(word):
            first, diagonal, second = halves.groups()
            left, right = (rgb_of(h) or self._assumed(h, number) for h in (first, second))
            triangle = Triangle(left, right, diagonal)
            rgb = triangle.mixed
        is_number = word.startswith("#") or "#" in word[1:]
        name = remark.lstrip("<> ") if is_number and remark.strip("<> ") else word
        if rgb is None:
            rgb = self._assumed(word or inchar, number)
        if not name or name in names:
            name = inchar if inchar not in names else f"{name or inchar} {number}"
        if inchar == "0":
            return Colour(name, rgb, BLANK.char)
        char = BLACK.char if inchar == "1" else inchar
        if triangle is not None and outchar.isalpha() and outchar.isascii():
            char = outchar  # the slashes of glue are the same for both ends
        char = cell_char(char, name, taken)
        try:
            colour = Colour(name, rgb, char, triangle)
            checked_palette([*self.colours, colour])
        except PuzzleError as error:
            raise fault(str(error), number) from None
        return colour

    def _assumed(self, word: str, number: int) -> str:
        """The RGB value taken for a word that is not known."""
        self.warnings.append(
            f"line {number}: the colour {excerpt(word)!r} is not known, so another was taken"
        )
        return named_colour(word, number).rgb


def clue_in(text: str, line: int, palette: Palette, axis: int = 0) -> Clue:
    words = text.replace(",", " ").split()
    if words == ["0"]:
        return ()
    blocks: list[Block] = []
    ends_in_glue = False
    for word in words:
        found = _WORD.match(word)
        if found is None:
            problem = "expected a length and the character of a declared colour"
            raise fault(problem, line, word)
        front, digits, suffix = found.groups()
        left = palette.glue.get((axis, "<", front))
        right = palette.glue.get((axis, ">", suffix[-1:]))
        if front and left is None:
            raise fault("expected glue in front of a length", line, word)
        suffix = suffix if right is None else suffix[:-1]
        glued = (left is not None) + (right is not None)
        length = block_length(digits, line)
        if length is None and glued:
            raise fault("expected a number beside glue, which counts it", line, word)
        if length is not None and (length < glued or (length == glued and suffix)):
            raise fault("expected a number that counts the glue too", line, word)
        parts: list[tuple[int | None, int]] = [(1, left)] if left is not None else []
        if length != glued:
            body = None if length is None else length - glued
            parts.append((body, _body(suffix, palette, line, word)))
        parts += [(1, right)] if right is not None else []
        for number, (cells, colour) in enumerate(parts):
            is_loose = ends_in_glue or left is not None or length == glued
            joint: Joint | None = "attached" if number else "loose" if is_loose else None
            blocks.append(shared_block(cells, colour, joint))
        ends_in_glue = right is not None
    return sound_joints(tuple(blocks))


def _body(suffix: str, palette: Palette, line: int, word: str) -> int:
    """The number of the colour of a block."""
    if suffix not in palette.suffixes and suffix.swapcase() in palette.suffixes:
        suffix = suffix.swapcase()
    if not suffix and "" not in palette.suffixes:
        problem = "expected a colour behind the length, as no colour '1' is declared"
        raise fault(problem, line, word)
    if suffix not in palette.suffixes:
        raise fault("expected a length and the character of a declared colour", line, word)
    return palette.suffixes[suffix]


def glue_of(puzzle: Puzzle) -> dict[tuple[int, int], str]:
    """By axis and number of a colour ``<`` or ``>``, for the triangles of a puzzle with joints."""
    glue: dict[tuple[int, int], str] = {}
    if not has_joints(puzzle):
        return glue
    triangles = {n for n, colour in enumerate(puzzle.colours) if colour.triangle}
    for axis, number in product((0, 1), triangles):
        # The half that has the colour of blank cells is away from the block.
        look = puzzle.colours[number].triangle
        symbol = look.symbol(puzzle.colours[0].rgb) if look else None
        glue[axis, number] = "<" if symbol is None else ENDS[symbol][axis]
    for axis, side in enumerate((puzzle.rows, puzzle.columns)):
        for chain in (each for clue in side for each in _chains(clue or ())):
            ends = {"<": chain[0], ">": chain[-1]} if len(chain) > 1 else {}
            for sign, block in ends.items():
                if block.colour in triangles:
                    glue[axis, block.colour] = sign
    return glue


def has_joints(puzzle: Puzzle) -> bool:
    return any(block.joint for clue in puzzle.clues for block in clue or ())


def _chains(clue: Clue) -> list[list[Block]]:
    """The blocks, together with those that are attached to them."""
    chains: list[list[Block]] = []
    for block in clue:
        if block.is_attached:
            chains[-1].append(block)
        else:
            chains.append([block])
    return chains


def clue_out(
    clue: Clue, axis: int, suffixes: Sequence[str], glue: Mapping[tuple[int, int], str]
) -> str:
    """A clue as words; wrong words where its joints are not those of glue."""
    words = []
    for chain in _chains(clue):
        total = sum(block.length or 0 for block in chain)
        front = back = ""
        if glue.get((axis, chain[0].colour)) == "<":
            front = suffixes[chain.pop(0).colour - 1]
        if chain and glue.get((axis, chain[-1].colour)) == ">":
            back = suffixes[chain.pop().colour - 1]
        body = suffixes[chain[0].colour - 1] if chain else ""
        words.append(f"{front}{total}{body}{back}")
    return " ".join(words)

"""A puzzle from a photograph or a screenshot: the numbers are read, the solver puts them right.

A number alone is read right 99 times of 100, which spoils nearly every larger puzzle. But the clues
of rows and columns describe the same picture, so a wrong number hardly ever has a solution, and the
cheapest readings that have one are the puzzle (`nonocsp.people.reading`).
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from ...core import (
    Clue,
    Displayable,
    FormatError,
    Grid,
    Limits,
    Line,
    OptionError,
    Puzzle,
    excerpt,
    logged,
    solve,
)
from ..reading.deciphering import Change, Deciphered, decipher
from ..reading.doubtful import Arc, DoubtfulClue
from .image_file import Pixels, load_pixels
from .sheet import LineImage, Point, Sheet, find_sheets, sheets_with_corners

if TYPE_CHECKING:
    from PIL.Image import Image

#: A number is in doubt if the network gives it less than this.
SURE = 0.95

#: What a reading that is sure costs at most, in nats.
LIKELY = 4.0

#: About how many nanoseconds `read_photo` searches for readings, counted: so a busy machine reads
#: what a quiet one reads.
WORK = 2 * 10**9

#: Alternatives of a number that are given.
_MOST_ALTERNATIVES = 5

#: Cells as dark as this are filled already; a tenth is a dot.
_DARK = 128

#: Nodes of the search for the picture whose blank cells are crossed.
_MOST_NODES = 10_000


class DoubtfulNumber(NamedTuple):
    """A number that may be another one."""

    line: Line
    number: int
    """Its place among the numbers of the line, from 0."""
    alternatives: tuple[tuple[int, float], ...]
    """Lengths with their probabilities, the likeliest first; 0 is not a number."""
    box: tuple[float, float, float, float]
    """Left, top, right, bottom in pixels of the picture."""
    crop: bytes
    """24 x 32 grey pixels by rows: 0 is paper, 255 the darkest ink."""


@dataclass(frozen=True, slots=True)
class PhotoReading(Displayable):
    """What `read_photo` found; ``str`` is a text of a few lines."""

    shape: tuple[int, int]
    """Rows and columns."""
    as_read: Puzzle
    """The puzzle as the network reads the numbers; it need not have a solution."""
    deciphered: Deciphered
    """The readings that have a solution."""
    sheet: Sheet
    """What was found in the picture."""
    filled: tuple[tuple[int, int], ...]
    """Cells that are filled already, as row and column."""
    crossed: tuple[tuple[int, int], ...]
    """Cells with a cross or a dot, if all of them are blank in the solution; else these are
    specks."""
    unexplained: int
    """How many more numbers, or marks that may be some, another layout of the page shows."""

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle; None if no reading of the numbers has a solution.

        It has the colours of its numbers. In one colour, cells that are filled, crossed or dotted
        already are its saved state.
        """
        puzzle = self.deciphered.puzzle and _in_used_colours(self.deciphered.puzzle)
        known = dict.fromkeys(self.filled, 1) | dict.fromkeys(self.crossed, 0)
        if puzzle is None or not known or not puzzle.has_one_colour:
            return puzzle
        saved = Grid.unknown(puzzle).given(known)
        return puzzle.replace(saved=(saved,))

    @property
    def is_sure(self) -> bool:
        """Whether one puzzle was found, with one solution, and nothing speaks against it: no other
        reading, in any layout or colours, is nearly as good (proven); the numbers had to change
        little; most rows and most columns have some; the grid is not cut off; and in several
        colours no other layout shows more numbers.

        The proof is about the numbers that were seen. A grid of another size can also have a
        solution: it mostly costs more than right readings, or has hardly any numbers.
        """
        found = self.deciphered
        if not found.is_sure or found.readings[0].cost > LIKELY:
            return False
        puzzle = found.readings[0].puzzle
        # All numbers of one colour may be lost on both sides.
        if self.sheet.is_cut_off or (self.unexplained and not puzzle.has_one_colour):
            return False
        sides = puzzle.rows, puzzle.columns
        return all(2 * sum(map(bool, clues)) > len(clues) for clues in sides)

    @property
    def changes(self) -> tuple[Change, ...]:
        """Lines that the network reads differently."""
        readings = self.deciphered.readings
        return readings[0].changes if readings else ()

    @property
    def doubtful(self) -> tuple[DoubtfulNumber, ...]:
        """The numbers of the puzzle that are in doubt, in the order of lines."""
        puzzle = self.deciphered.puzzle or self.as_read
        lines = zip(puzzle.lines, puzzle.clues, self.sheet.doubtful.clues, strict=True)
        images = [*self.sheet.rows, *self.sheet.columns]
        return tuple(
            each
            for (line, clue, doubt), image in zip(lines, images, strict=True)
            for each in _doubtful_numbers(line, clue or (), doubt, image)
        )

    def __str__(self) -> str:
        rows, columns = self.shape
        lines = [
            f"a page with clues: {rows} rows and {columns} columns",
            *str(self.deciphered).splitlines(),
        ]
        if self.deciphered.is_sure and not self.is_sure:
            lines.append("not sure: look at the size, at the colours and at what was changed")
        if self.sheet.is_cut_off:
            lines.append("the grid may go on beyond its last row or column, or be cut off")
        if self.sheet.others:
            lines.append("there are further grids in the picture; this is the largest")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<PhotoReading: {excerpt('; '.join(str(self).splitlines()), 80)}>"


@logged
def read_photo(
    source: str | os.PathLike[str] | bytes | Image,
    *,
    corners: Sequence[Point] | None = None,
    shape: tuple[int, int] | None = None,
    limits: Limits | None = None,
) -> PhotoReading:
    """The puzzle of a photograph or a screenshot with clues.

    Where the look alone does not decide, as with lines around the numbers or several colours, every
    way is tried, and the cheapest reading that has a solution is taken. Work is counted, so that
    the result does not depend on how busy the machine is.

    Args:
        source: the name of a file, its content, or an image of Pillow.
        corners: for a picture in which no grid is found: where the solution has its corners, in
            pixels of the upright picture: top left, top right, bottom left, bottom right.
        shape: rows and columns; it goes with the corners.
        limits: as for `decipher`, besides the counted work.

    Raises:
        FormatError: the file cannot be read, no grid with clues is found in it, or the grid is read
            without a number.
        EngineError: the kernel is missing.
        OptionError: corners without a shape, or not as described.
    """
    pixels = load_pixels(source)
    sheets = _sheets(pixels, corners, shape)
    name = None if not isinstance(source, (str, os.PathLike)) else os.fsdecode(source)
    advice = "`nonocsp generate --image FILE --size N` makes a puzzle of any picture"
    if not sheets:
        raise FormatError(f"no grid with clues was found in the picture; {advice}", file=name)
    found = decipher(*(sheet.doubtful for sheet in sheets), work=WORK, limits=limits)
    sheet = sheets[found.readings[0].hypothesis if found.readings else 0]
    rows, columns = len(sheet.rows), len(sheet.columns)
    if found.puzzle is not None and not any(found.puzzle.clues):
        problem = f"no clues were found beside the grid of {rows} rows and {columns} columns"
        raise FormatError(f"{problem}; {advice}", file=name)
    filled, crossed = (
        tuple((r, c) for r, row in enumerate(cells) for c, each in enumerate(row) if each >= least)
        for cells, least in ((sheet.darkness, _DARK), (sheet.crossed, 1))
    )
    if crossed and found.puzzle is not None:
        picture = solve(found.puzzle, limits=Limits(nodes=_MOST_NODES)).picture
        crossed = crossed if picture and not any(picture[cell] for cell in crossed) else ()
    as_read = sheet.doubtful.as_read()
    unexplained = max(each.groups for each in sheets) - sheet.groups
    return PhotoReading((rows, columns), as_read, found, sheet, filled, crossed, unexplained)


def _sheets(
    pixels: Pixels, corners: Sequence[Point] | None, shape: tuple[int, int] | None
) -> list[Sheet]:
    if corners is None or shape is None:
        if corners is not None or shape is not None:
            raise OptionError("corners and shape are given together")
        return find_sheets(pixels)
    return sheets_with_corners(pixels, corners, *shape)


def _in_used_colours(puzzle: Puzzle) -> Puzzle:
    """The puzzle without the colours of ink that no clue has, once the solver put them right."""
    used = sorted({block.colour for clue in puzzle.clues for block in clue or ()})
    clues = [
        [replace(block, colour=1 + used.index(block.colour)) for block in clue or ()]
        for clue in puzzle.clues
    ]
    return Puzzle.on(puzzle.board, clues, [puzzle.colours[each] for each in used])


def _doubtful_numbers(
    line: Line, clue: Clue, doubt: DoubtfulClue, image: LineImage
) -> Iterator[DoubtfulNumber]:
    number = -1
    for arc in doubt.path(clue) or ():
        number += arc.length > 0
        if arc.start % 2 == 0:
            continue  # it was not seen
        alternatives = _alternatives(doubt, arc)
        if alternatives[0][0] == arc.length and alternatives[0][1] >= SURE:
            continue
        groups = (arc.start - 1) // 2, arc.end // 2
        seen = next(each for each in image.numbers if (each.start, each.end) == groups)
        yield DoubtfulNumber(line, max(number, 0), alternatives, seen.box, seen.crop)


def _alternatives(doubt: DoubtfulClue, arc: Arc) -> tuple[tuple[int, float], ...]:
    """What the groups of an arc may be, and how probable each is beside the others."""
    weights = {
        other.length: math.exp(-other.cost)
        for other in doubt.arcs
        if (other.start, other.end) == (arc.start, arc.end)
    }
    ranked = sorted(weights.items(), key=lambda each: -each[1])[:_MOST_ALTERNATIVES]
    return tuple((length, weight / sum(weights.values())) for length, weight in ranked)

"""Make the collection: puzzles with one solution of the drawings of `collection_pictures`.

    python input/make_collection.py              writes collection.json, which takes minutes
    python input/make_collection.py 1234         prints the puzzle of that number as JSON
    python input/make_collection.py --sheet DIR  draws every family on a sheet, to look at

A drawing is fitted to its board and repaired. It is dropped where that changes more than a few
cells, and where the picture, turned or mirrored in any way, is like an earlier one.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from collection_pictures import BLACK, FAMILIES, PALETTES, Canvas, Family

import nonocsp as nc
from nonocsp.apps.collection import Drawn, collection, packed
from nonocsp.files.formats import dumps
from nonocsp.people.generation import repair
from nonocsp.people.generation.rng import Rng

HERE = Path(__file__).parent

Rows = list[list[int]]

#: A picture that differs from another in fewer than this share of its filled cells is like it.
ALIKE = 0.15

#: Cells of a picture for each that repair may change, and questions that it may ask.
CELLS_PER_CHANGE, CHECKS = 60, 300

#: The tedium of the most tedious puzzle that is kept.
TEDIUM = 1800

#: The shares of filled cells between which a picture is neither empty nor full.
DENSITIES = (0.15, 0.85)

#: One drawing in so many has colours, where its family has palettes.
COLOURED = 3


def fitted(family: Family, parts: tuple[object, ...], size: int) -> Rows:
    """A drawing as rows of inks, its longer side of a size."""
    if not size:
        exact = Canvas(40, 40)
        family.draw(exact, *parts)
        return exact.rows()
    low, far, cells = -0.6, 2.2, 66
    probe = Canvas(cells, cells, (low, low, low + far, low + far))
    family.draw(probe, *parts)
    used = [cell for cell, ink in probe.cells.items() if ink]
    (top, bottom), (left, right) = ((min(part), max(part) + 1) for part in zip(*used, strict=True))
    high, wide = bottom - top, right - left
    longest = max(high, wide)
    height, width = (max(5, round(size * part / longest)) for part in (high, wide))
    if 0.85 * size <= min(height, width):
        height = width = size
    unit = far / cells
    frame = (low + left * unit, low + top * unit, low + right * unit, low + bottom * unit)
    drawn = Canvas(width, height, frame)
    family.draw(drawn, *parts)
    return drawn.rows()


def turned(rows: Rows) -> Iterator[Rows]:
    """A picture in all the ways that it can be turned and mirrored."""
    for _ in range(4):
        yield rows
        yield [row[::-1] for row in rows]
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]


def flat(rows: Rows) -> list[int]:
    """All cells, row by row."""
    return [cell for row in rows for cell in row]


def bits(rows: Rows) -> int:
    """The filled cells as the bits of a number."""
    return int("1" + "".join("1" if cell else "0" for row in rows for cell in row), 2)


class Shelf:
    """The pictures so far, by their size."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], list[int]] = {}

    def add(self, rows: Rows) -> bool:
        """Whether a picture is new; from now on it is known."""
        filled = sum(map(bool, flat(rows)))
        for way in turned(rows):
            known = self._known.get((len(way), len(way[0])), ())
            now = bits(way)
            if any((now ^ other).bit_count() < ALIKE * filled for other in known):
                return False
        self._known.setdefault((len(rows), len(rows[0])), []).append(bits(rows))
        return True


def unique(rows: Rows) -> Rows | None:
    """The picture whose puzzle has one solution; None if too many cells would change."""
    picture = nc.Picture(rows)
    found = repair(picture, checks=CHECKS)
    if found.after is None or len(found.flipped) > max(1, picture.board.size // CELLS_PER_CHANGE):
        return None
    return [list(row) for row in found.after.rows]


def palette(name: str, inks: list[int]) -> list[str]:
    """The names of the colours of some inks."""
    return [PALETTES[name][ink - 1] for ink in inks]


class Made(NamedTuple):
    """A puzzle of a family."""

    family: str
    drawn: Drawn


def choices(family: Family, rng: Rng) -> list[tuple[tuple[object, ...], int]]:
    """The drawings of a family with their sizes, in random order: equal numbers of each subject."""
    combined: list[tuple[object, ...]] = [()]
    for part in family.parts:
        combined = [(*before, one) for before in combined for one in part]
    found = [(parts, size) for parts in combined for size in family.sizes or (0,)]
    rng.shuffle(found)
    seen: dict[object, int] = {}
    order = []
    for parts, size in found:
        seen[parts[0]] = seen.get(parts[0], 0) + 1
        order.append((seen[parts[0]], len(order), (parts, size)))
    return [choice for _, _, choice in sorted(order, key=lambda one: one[:2])]


def make(family: Family, shelf: Shelf) -> Iterator[Made]:
    """The puzzles of a family."""
    rng = Rng(zlib.crc32(family.name.encode()))
    left, tries = family.most, 6 * family.most
    for parts, size in choices(family, rng)[:tries]:
        is_coloured = bool(family.palettes) and not rng.below(COLOURED)
        theme = rng.choice(family.palettes or ("",))
        inks = fitted(family, parts, size)
        used = sorted({ink for row in inks for ink in row} - {0})
        if is_coloured and len(used) > 1:
            colours = palette(theme, used)
            rows = [[used.index(ink) + 1 if ink else 0 for ink in row] for row in inks]
        else:
            colours = ["black"]
            rows = [[BLACK[ink] for ink in row] for row in inks]
        cells = flat(rows)
        density = sum(map(bool, cells)) / len(cells)
        if not DENSITIES[0] <= density <= DENSITIES[1] or min(len(rows), len(rows[0])) < 5:
            continue
        after = unique(rows)
        if after is None or {*flat(after)} - {0} != {*cells} - {0} or not bordered(after):
            continue
        if not shelf.add(after):
            continue
        title = family.title.format(str(parts[0])).replace(" with a none", "")
        yield Made(family.name, Drawn(title, after, colours if len(colours) > 1 else []))
        left -= 1
        if not left:
            return


def bordered(rows: Rows) -> bool:
    """Whether no border of empty lines is wider than one."""
    lines = [rows, [*zip(*rows, strict=True)]]
    return all(any(map(any, side[:2])) and any(map(any, side[-2:])) for side in lines)


def everything() -> list[Made]:
    """The puzzles of all families."""
    shelf = Shelf()
    made = []
    for family in FAMILIES:
        made += make(family, shelf)
        print(family.name, len(made), file=sys.stderr)
    return made


def rated(drawn: Drawn) -> Drawn | None:
    """A puzzle with its rating; None if it is too tedious, or too large for a phone."""
    found = nc.rate(drawn.puzzle)
    assert found.minutes is not None  # it has one solution
    if found.tedium > TEDIUM or drawn.longest > 30:
        return None
    return drawn._replace(word=found.depth_word, depth=found.depth, minutes=found.minutes)


def sheets(folder: Path, made: list[Made]) -> None:
    """One PNG a family."""
    from PIL import Image

    folder.mkdir(exist_ok=True)
    for family in FAMILIES:
        drawn = [one.drawn for one in made if one.family == family.name]
        across, step = 16, 92
        sheet = Image.new("RGB", (across * step, -(-len(drawn) // across) * step or 1), "#dddddd")
        for at, one in enumerate(drawn):
            high, wide = len(one.rows), len(one.rows[0])
            image = Image.new("RGB", (wide, high), "white")
            for row, column in ((r, c) for r in range(high) for c in range(wide)):
                if ink := one.rows[row][column]:
                    rgb = one.puzzle.colours[ink].rgb
                    image.putpixel((column, row), tuple(bytes.fromhex(rgb[1:])))
            scale = max(1, 86 // max(high, wide))
            place = at % across * step, at // across * step
            sheet.paste(image.resize((wide * scale, high * scale), 0), place)
        sheet.save(folder / f"{family.name}.png")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", nargs="?", type=int, help="a puzzle of the collection to print")
    parser.add_argument("--sheet", type=Path, metavar="DIR", help="draw contact sheets instead")
    given = parser.parse_args(arguments)
    if given.number is not None:
        print(dumps(collection()[given.number].puzzle, "json"), end="")
        return
    made = everything()
    if given.sheet:
        sheets(given.sheet, made)
        return
    text = packed(filter(None, (rated(one.drawn) for one in made)))
    (HERE / "collection.json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

"""Palettes: a tuple of colours whose index is the colour's number; 0 is blank."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..base.errors import PuzzleError, check_type, quoted
from .arrays import listed
from .clue import Block
from .colours import BLACK, BLANK, RGB, STANDARD, Colour, checked_palette, free_char, named_colour


def palette_of(
    blocks: Iterable[Block],
    colours: Iterable[Colour | str] | Mapping[str, RGB] | None,
    blank: Colour,
) -> tuple[Colour, ...]:
    """The palette of a puzzle as its caller declared it.

    Args:
        blocks: those of all clues, whose colours may be names.
        colours: the block colours as `Puzzle` takes them; None infers them from the blocks.
        blank: the look of blank cells.

    Raises:
        PuzzleError: a colour is not declared, or two share a name or a character.
    """
    check_type("blank", blank, Colour)
    if colours is None:
        return checked_palette((blank, *_inferred(blocks)))
    palette = [blank]
    if isinstance(colours, Mapping):
        looks: Iterable[tuple[Colour | str, RGB | None]] = colours.items()
    else:
        looks = [(colour, None) for colour in listed(colours, "colours")]
    for number, (colour, rgb) in enumerate(looks, start=1):
        taken = [known.char for known in palette]
        if isinstance(colour, str):
            colour = named_colour(colour, number, taken)
            colour = colour if rgb is None else Colour(colour.name, rgb, colour.char)
        elif not isinstance(colour, Colour):
            raise PuzzleError(f"a colour is a Colour or a name, not {quoted(colour)}")
        elif colour.char in taken and not colour.has_own_char:
            char = free_char(colour.name, taken)
            colour = Colour(colour.name, colour.rgb, char, colour.triangle)
        palette.append(colour)
    return checked_palette(palette if len(palette) > 1 else (blank, BLACK))


def palette_given(colours: Iterable[Colour]) -> tuple[Colour, ...]:
    """The colours of a palette, blank first. Raises `PuzzleError`."""
    palette = tuple(listed(colours, "colours"))
    for colour in palette:
        check_type("a member of colours", colour, Colour)
    return palette


def enough_colours(block_colours: Sequence[Colour], wanted: int) -> tuple[Colour, ...]:
    """Block colours, extended to ``wanted`` by standard colours, then by made-up ones."""
    result = list(block_colours)
    for colour in STANDARD.values():
        if len(result) < wanted and not any(
            colour.name == other.name or colour.char == other.char for other in result
        ):
            result.append(colour)
    while len(result) < wanted:
        taken = {BLANK.char, *(colour.char for colour in result)}
        number = len(result) + 1
        result.append(named_colour(f"colour {number}", number, taken))
    return tuple(result)


def _inferred(blocks: Iterable[Block]) -> list[Colour]:
    """The block colours of clues without a palette: black, or the standard colours they name."""
    keys: dict[int | str, None] = dict.fromkeys(
        block.colour for block in blocks if not block.is_star
    )
    names = [key for key in keys if isinstance(key, str)]
    if not names:
        highest = max((key for key in keys if isinstance(key, int)), default=1)
        if highest > 1:
            raise PuzzleError(f"colour {highest} is not declared: give colours=")
        return [BLACK]
    for name in names:
        if name not in STANDARD:
            raise PuzzleError(f"colour {quoted(name)} is not declared: give colours=")
    # A bare length is colour 1, black, so black comes first if there is one.
    first = ["black"] if any(isinstance(key, int) for key in keys) else []
    return [STANDARD[name] for name in dict.fromkeys([*first, *names])]

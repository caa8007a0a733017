"""Lists of lists of numbers, for the formats that are the data of a program or solver.

Their numbers are either the lengths of blocks, padded with zeros to one width; or a *pattern*, the
cells of the shortest line that satisfies the clue, one for a filled cell, zero for the blank
between two blocks and -1 for padding behind: ``1 1 1 0 1`` is the clue 3 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from ....core import MAX_LENGTH, Clue, clue_of, shared_block
from ..clues import MAX_CELLS, SourceClue
from ..text_lines import Place, fault


class Numbers(NamedTuple):
    """The numbers of one clue and where they stand."""

    values: Sequence[int]
    at: Place


def numbers_of(value: Any, what: str) -> list[Numbers]:
    """The member of a JSON object that should be a list of lists of whole numbers.

    Raises:
        FormatError: it is anything else.
    """
    if not isinstance(value, list):
        raise fault(f"expected a list of clues as {what}", (what,))
    for index, clue in enumerate(value):
        if not isinstance(clue, list) or not all(type(number) is int for number in clue):
            problem = f"{what}: expected a list of whole numbers as clue {index + 1}"
            raise fault(problem, (what, index))
    return [Numbers(clue, (what, index)) for index, clue in enumerate(value)]


def clues_of(numbers: Sequence[Numbers], what: str, *, patterns: bool = False) -> list[SourceClue]:
    """Numbers as clues: as lengths, in which zeros are ignored, or as patterns.

    Raises:
        FormatError: a number is out of range, or there are no or too many clues.
    """
    if not 1 <= len(numbers) <= MAX_CELLS:
        raise fault(f"expected 1 to {MAX_CELLS} clues as {what}, not {len(numbers)}")
    low, high = (-1, 1) if patterns else (0, MAX_LENGTH)
    expected = (
        "a pattern of 1 and 0, padded with -1" if patterns else "lengths, whole numbers from 0"
    )
    found = []
    for values, at in numbers:
        for number in values:
            if not low <= number <= high:
                raise fault(f"{what}: expected {expected}", at, str(number))
        if patterns:
            clue = clue_of(max(number, 0) for number in values)
        else:
            clue = tuple(shared_block(number) for number in values if number)
        found.append(SourceClue(clue, at))
    return found


def pattern(clue: Clue) -> list[int]:
    """The pattern of a clue without unknown lengths; that of a blank line is a zero.

    >>> from nonocsp import Block
    >>> pattern((Block(3), Block(1)))
    [1, 1, 1, 0, 1]
    """
    cells = chain.from_iterable([*[1] * (block.length or 1), 0] for block in clue)
    return list(cells)[:-1] or [0]

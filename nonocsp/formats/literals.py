"""Lists of lists of numbers, for the formats that are the data of some program or solver.

Their numbers mean one of two things: the lengths of blocks, padded with zeros to one width; or a
*pattern*, the cells of the shortest line that satisfies the clue, one for a filled cell, zero for
the blank between two blocks and -1 for padding behind: ``1 1 1 0 1`` is the clue 3 1.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from itertools import chain
from typing import Any

from ..common.errors import FormatError
from ..model.clue import MAX_LENGTH, Clue, clue_of, shared_block
from .base import MAX_CELLS, SourceClue
from .places import Where


def document(text: str) -> Any:
    """A text as JSON.

    Raises:
        FormatError: it is not JSON, nested too deeply, or has a number that is too large.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        problem = f"expected JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise FormatError(problem, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise FormatError("the document is nested too deeply") from None
    except ValueError:  # a number of more digits than Python converts
        found = re.search(rf"[0-9]{{{sys.get_int_max_str_digits() + 1}}}", text)
        line = text.count("\n", 0, found.start()) + 1 if found else None
        raise FormatError("a number is too large", line=line) from None


#: The numbers of one clue, and the text line where they stand.
Numbers = tuple[Sequence[int], int | None]


def checked(value: Any, what: str, where: Where) -> list[Numbers]:
    """The member of an object that should be a list of lists of whole numbers.

    Args:
        value: what came, out of JSON.
        what: the name of the member.
        where: tells the lines of the object.

    Raises:
        FormatError: it is anything else.
    """
    if not isinstance(value, list):
        raise FormatError(f"expected a list of clues as {what}", line=where((what,)))
    found: list[Numbers] = []
    for index, clue in enumerate(value):
        line = where((what, index))
        if not isinstance(clue, list) or not all(type(length) is int for length in clue):
            problem = f"{what}: expected a list of whole numbers as clue {index + 1}"
            raise FormatError(problem, line=line)
        found.append((clue, line))
    return found


def clues_of(clues: Sequence[Numbers], what: str) -> list[SourceClue]:
    """Numbers as lengths; zeros, wherever they stand, say nothing.

    Raises:
        FormatError: a number is negative or too large, or there are too many clues.
    """
    if not 1 <= len(clues) <= MAX_CELLS:
        raise FormatError(f"expected 1 to {MAX_CELLS} clues as {what}, not {len(clues)}")
    found = []
    for numbers, line in clues:
        wrong = next((number for number in numbers if not 0 <= number <= MAX_LENGTH), None)
        if wrong is not None:
            problem = f"{what}: expected lengths, whole numbers from 0"
            raise FormatError(problem, line=line, text=str(wrong))
        found.append(SourceClue(tuple(shared_block(number) for number in numbers if number), line))
    return found


def clues_of_patterns(clues: Sequence[Numbers], what: str) -> list[SourceClue]:
    """Numbers as patterns.

    Raises:
        FormatError: a number is none of 1, 0 and -1, or there are too many clues.
    """
    if not 1 <= len(clues) <= MAX_CELLS:
        raise FormatError(f"expected 1 to {MAX_CELLS} clues as {what}, not {len(clues)}")
    found = []
    for numbers, line in clues:
        wrong = next((number for number in numbers if number not in (1, 0, -1)), None)
        if wrong is not None:
            problem = f"{what}: expected a pattern of 1 and 0, padded with -1"
            raise FormatError(problem, line=line, text=str(wrong))
        found.append(SourceClue(clue_of(max(number, 0) for number in numbers), line))
    return found


def pattern(clue: Clue) -> list[int]:
    """The pattern of a clue without unknown lengths; that of a blank line is a zero.

    >>> from nonocsp import Block
    >>> pattern((Block(3), Block(1)))
    [1, 1, 1, 0, 1]
    """
    cells = chain.from_iterable([*[1] * (block.length or 1), 0] for block in clue)
    return list(cells)[:-1] or [0]

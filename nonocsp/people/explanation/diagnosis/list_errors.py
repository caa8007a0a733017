"""Typos in the list of all row clues or all column clues: a line lost, doubled, in another order.

Every function undoes one kind of typo in every place where it may have happened. The list that was
meant can have another length, so each line of it remembers which line of the given list it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ....core import MAX_LENGTH, Block, Clue, mirrored, sound_joints, with_single_stars
from ...reading.clue_errors import Kind

Clues = tuple[Clue | None, ...]

#: The kinds of typos in a list of clues.
LIST_KINDS = {
    "line doubled": Kind(2, "a line twice"),
    "lines swapped": Kind(3, "two lines swapped"),
    "order reversed": Kind(3, "the lines in reverse order"),
    "clues reversed": Kind(3.5, "every clue in reverse order"),
    "line break lost": Kind(3, "a lost line break"),
    "line break added": Kind(3, "an extra line break"),
    "line missing": Kind(5, "a line left out"),
    "line too many": Kind(6, "a line too many"),
}


class Listing(NamedTuple):
    """A list of clues that may have been meant."""

    kind: str
    clues: Clues
    given: tuple[int | None, ...]
    """For every line of it the number of the given line, None for one that was left out."""
    places: range
    """The given lines that the typo is about: one, two neighbours, all; none for a line left out,
    and the start is where it belongs."""
    after: Clues = ()
    """The clues in their place, where they are other ones."""


def listings(clues: Clues) -> Iterator[Listing]:
    """Every list that one typo may have turned into this one, likely kinds first.

    >>> found = list(listings(((Block(1),), (Block(1),), (Block(2), Block(3)))))
    >>> [(one.kind, one.places) for one in found][:2]
    [('line doubled', range(1, 2)), ('lines swapped', range(1, 3))]
    """
    yield from _doubled(clues)
    yield from _swapped(clues)
    yield from _reversed(clues)
    yield from _broken(clues)
    yield from _joined(clues)
    yield from _missing(clues)
    yield from _too_many(clues)


def _replaced(
    kind: str, clues: Clues, at: int, number: int, by: Sequence[tuple[Clue | None, int]]
) -> Listing:
    """The list with some neighbouring lines replaced by others, each with its given number."""
    given = tuple(range(len(clues)))
    return Listing(
        kind,
        (*clues[:at], *(clue for clue, _ in by), *clues[at + number :]),
        (*given[:at], *(origin for _, origin in by), *given[at + number :]),
        range(at, at + number),
        tuple(clue for clue, _ in by),
    )


def _doubled(clues: Clues) -> Iterator[Listing]:
    for at in range(1, len(clues)):
        if clues[at] == clues[at - 1]:
            yield _replaced("line doubled", clues, at, 1, ())


def _too_many(clues: Clues) -> Iterator[Listing]:
    for at in range(len(clues) if len(clues) > 1 else 0):
        yield _replaced("line too many", clues, at, 1, ())


def _swapped(clues: Clues) -> Iterator[Listing]:
    for at in range(len(clues) - 1):
        if clues[at] != clues[at + 1]:
            pair = ((clues[at + 1], at + 1), (clues[at], at))
            yield _replaced("lines swapped", clues, at, 2, pair)


def _reversed(clues: Clues) -> Iterator[Listing]:
    every = range(len(clues))
    if clues != clues[::-1]:
        yield Listing("order reversed", clues[::-1], tuple(every[::-1]), every)
    turned = tuple(clue and mirrored(clue) for clue in clues)
    if clues != turned:
        yield Listing("clues reversed", turned, tuple(every), every)


def _broken(clues: Clues) -> Iterator[Listing]:
    """One line that was two: cut between two blocks, or between two digits of one."""
    for at, clue in enumerate(clues):
        for one, two in _cuts(clue or ()):
            if None in map(with_single_stars, (one, two)):
                continue  # what is left would say nothing
            yield _replaced("line break lost", clues, at, 1, ((one, at), (two, at)))


def _cuts(clue: Clue) -> Iterator[tuple[Clue, Clue]]:
    for at, block in enumerate(clue):
        if at:
            yield clue[:at], sound_joints(clue[at:])
        digits = str(block.length or "")
        for cut in range(1, len(digits)):
            if digits[cut] != "0":
                one, two = (int(d) for d in (digits[:cut], digits[cut:]))
                after = (Block(two, block.colour), *clue[at + 1 :])
                yield (*clue[:at], replace(block, length=one)), after


def _joined(clues: Clues) -> Iterator[Listing]:
    """Two lines that were one: side by side, or with a number cut in two."""
    for at in range(len(clues) - 1):
        one, two = clues[at], clues[at + 1]
        if not one or not two:
            continue
        yield _replaced("line break added", clues, at, 2, ((with_single_stars(one + two), at),))
        last, first = one[-1], two[0]
        if last.length and first.length and last.colour == first.colour:
            cells = int(f"{last.length}{first.length}")
            if cells <= MAX_LENGTH:
                whole = (*one[:-1], replace(last, length=cells), *two[1:])
                yield _replaced("line break added", clues, at, 2, ((whole, at),))


def _missing(clues: Clues) -> Iterator[Listing]:
    """A line left out, whose clue is unknown, from the first place to behind the last."""
    given = tuple(range(len(clues)))
    for at in range(len(clues) + 1):
        places = (*given[:at], None, *given[at:])
        yield Listing("line missing", (*clues[:at], None, *clues[at:]), places, range(at, at))

"""Typos in one clue: what it may have been before it was typed, copied or misread.

A typo turns the clue that was meant into the clue that is there. `typo_of` names the typo between
two clues, `alternatives` lists every clue that one typo may have turned into a given one, and
`misreadings` has the graph of all typos at once. Each kind has a cost, about the binary logarithm
of how seldom it is beside the others when people type: a judgement, checked by the measurement on
the page about difficulty; and a share of all numbers that are misread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from ...core import Block, Clue, minimal_length, mirrored, sound_joints, with_single_stars


class Kind(NamedTuple):
    """A kind of typo."""

    cost: float
    """How seldom people make it, in bits."""
    words: str
    """What happened, for people."""
    misread: float = 0.0
    """Its share of misread numbers: of a wrong digit for each other digit, of a digit lost or added
    for each digit, of a wrong length for any of them together."""


#: The kinds of typos in one clue.
CLUE_KINDS = {
    "one shorter": Kind(2, "one too short"),
    "one longer": Kind(2, "one too long"),
    "lost space": Kind(2, "a lost space", 0.1),
    "extra space": Kind(2.5, "an extra space", 0.1),
    "digit lost": Kind(2.5, "a lost digit", 0.1 / 10),
    "digit added": Kind(2.5, "an extra digit", 0.1 / 10),
    "digits swapped": Kind(2.5, "digits swapped"),
    "block doubled": Kind(2.5, "a number twice"),
    "blocks swapped": Kind(3, "two numbers swapped"),
    "wrong colour": Kind(3, "a wrong colour"),
    "clue reversed": Kind(3, "in reverse order"),
    "wrong digit": Kind(4, "a wrong digit", 0.6 / 9),
    "block missing": Kind(4, "a number left out", 0.1),
    "block too many": Kind(4, "a number too many", 0.1),
    "blocks joined": Kind(5, "two blocks in one"),
    "block split": Kind(5, "one block in two"),
    "wrong length": Kind(6, "a wrong number", 0.01),
}

#: The clue of a neighbouring line was typed twice; the one that was meant can be any.
NEIGHBOUR = Kind(4, "the clue of its neighbour")


def typo_of(typed: Clue, meant: Clue) -> str | None:
    """The likeliest single typo that turns one clue into another; None if there is none.

    Cost: linear in the blocks.

    >>> typo_of((Block(12), Block(3)), (Block(1), Block(2), Block(3)))
    'lost space'
    >>> typo_of((Block(3), Block(1), Block(2)), (Block(2), Block(1), Block(3)))
    'clue reversed'
    """
    if typed == meant:
        return None
    start, most = 0, min(len(typed), len(meant))
    while start < most and typed[start] == meant[start]:
        start += 1
    end = 0
    while end < most - start and typed[-1 - end] == meant[-1 - end]:
        end += 1
    now, then = typed[start : len(typed) - end], meant[start : len(meant) - end]
    found = _TYPOS.get((len(now), len(then)), _no_typo)(now, then)
    if found == "block too many" and start and typed[start - 1] == now[0]:
        return "block doubled"
    if found in (None, "wrong length") and len(typed) > 1 and typed == mirrored(meant):
        return "clue reversed"
    return found


def _no_typo(now: Clue, then: Clue) -> str | None:
    return None


def _missing(now: Clue, then: Clue) -> str | None:
    return "block missing"


def _too_many(now: Clue, then: Clue) -> str | None:
    return "block too many"


def _wrong_block(now: Clue, then: Clue) -> str | None:
    (typed,), (meant,) = now, then
    if typed.is_star or meant.is_star:
        return None
    if typed.length is None or meant.length is None:
        return None
    if typed.colour != meant.colour:
        return "wrong colour" if typed.length == meant.length else None
    return next(wrong_numbers(typed.length, meant.length))


def wrong_numbers(typed: int, meant: int) -> Iterator[str]:
    """Every typo that turns a number into another, the likeliest first.

    >>> list(wrong_numbers(7, 8)), list(wrong_numbers(12, 21))
    (['one shorter', 'wrong digit', 'wrong length'], ['digits swapped', 'wrong length'])
    """
    if abs(typed - meant) == 1:
        yield "one longer" if typed > meant else "one shorter"
    now, then = str(typed), str(meant)
    if _is_one_less(now, then):
        yield "digit lost"
    if _is_one_less(then, now):
        yield "digit added"
    if len(now) == len(then):
        wrong = [at for at in range(len(now)) if now[at] != then[at]]
        if len(wrong) == 1:
            yield "wrong digit"
        one, two = [*wrong, 0, 0][:2]
        if len(wrong) == 2 == two - one + 1 and now[one] + now[two] == then[two] + then[one]:
            yield "digits swapped"
    yield "wrong length"


def _is_one_less(shorter: str, longer: str) -> bool:
    """Whether a text is another without one of its characters."""
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))


def _swapped(now: Clue, then: Clue) -> str | None:
    return "blocks swapped" if now == mirrored(then) else None


def _lost_space(now: Clue, then: Clue) -> str | None:
    return {"joined": "lost space", "added": "blocks joined"}.get(_parts(now[0], then) or "")


def _extra_space(now: Clue, then: Clue) -> str | None:
    return {"joined": "extra space", "added": "block split"}.get(_parts(then[0], now) or "")


def _parts(whole: Block, parts: Clue) -> str | None:
    """How a block is made of two: their digits ``"joined"``, or their cells ``"added"``."""
    one, two = parts
    if not (whole.length and one.length and two.length):
        return None
    if not whole.colour == one.colour == two.colour:
        return None
    if whole.length == int(f"{one.length}{two.length}"):
        return "joined"
    return "added" if whole.length == one.length + two.length else None


#: What to make of a difference, by the number of blocks typed and meant in it.
_TYPOS: dict[tuple[int, int], Callable[[Clue, Clue], str | None]] = {
    (1, 1): _wrong_block,
    (2, 2): _swapped,
    (1, 2): _lost_space,
    (2, 1): _extra_space,
    (0, 1): _missing,
    (1, 0): _too_many,
}


def alternatives(clue: Clue, length: int, block_colours: int) -> Iterator[tuple[str, Clue]]:
    """Every clue that one typo may have turned into this one, each once, the likeliest typo first.

    Args:
        clue: the clue as it is.
        length: cells of the line; longer clues are left out.
        block_colours: number of block colours.

    Yields the kind of the typo and the clue that was meant.

    >>> kinds = [kind for kind, _ in alternatives((Block(12), Block(1)), 30, 1)]
    >>> kinds[0], len(kinds), len(set(kinds))
    ('one longer', 102, 13)
    """
    found: dict[Clue, str] = {}
    for changed in _meant(clue, length, block_colours):
        meant = with_single_stars(sound_joints(changed))
        if meant is not None and meant not in found and minimal_length(meant) <= length:
            kind = typo_of(clue, meant)
            if kind is not None:
                found[meant] = kind
    for meant, kind in sorted(found.items(), key=lambda each: CLUE_KINDS[each[1]].cost):
        yield kind, meant


def _meant(clue: Clue, length: int, block_colours: int) -> Iterator[Clue]:
    colours = range(1, block_colours + 1)
    yield mirrored(clue)
    for number, block in enumerate(clue):
        before, after = clue[:number], clue[number + 1 :]
        yield before + after
        if block.length is None:
            continue
        for colour in colours:
            yield (*before, replace(block, colour=colour), *after)
        for other in range(1, length + 1):
            yield (*before, replace(block, length=other), *after)
        for one, two in _splits(block.length, length):
            yield (*before, replace(block, length=one), Block(two, block.colour), *after)
    for number, (first, second) in enumerate(pairwise(clue)):
        before, after = clue[:number], clue[number + 2 :]
        yield (*before, second, first, *after)
        if first.length and second.length and first.colour == second.colour:
            for whole in (int(f"{first.length}{second.length}"), first.length + second.length):
                if whole <= length:
                    yield (*before, Block(whole, first.colour), *after)
    for number in range(len(clue) + 1):
        for colour in colours:
            for size in range(1, length + 1):
                yield (*clue[:number], Block(size, colour), *clue[number:])


def _splits(whole: int, length: int) -> Iterator[tuple[int, int]]:
    """Two numbers that together are a number, by their digits or by their sum."""
    digits = str(whole)
    for at in range(1, len(digits)):
        if digits[at] != "0":
            yield int(digits[:at]), int(digits[at:])
    for one in range(1, min(whole, length)):
        yield one, whole - one

"""Patterns of one line that leave cells blank: cells that no block can cover.

In a coloured puzzle such a cell may keep other colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..block_positions import BlockPositions, Run, spans
from ..phrasing import PHRASES
from .technique import Finding, LineView, line_technique


@line_technique("blank line", "A clue without blocks: the line is blank.", 1)
def blank_line(view: LineView) -> Iterator[Finding]:
    if not view.clue:
        cells = dict.fromkeys(range(view.length), view.full & ~1)
        yield Finding((), cells, view.phrase("blank line"), states_conclusion=True)


@line_technique("complete line", "All blocks are there: the rest is blank.", 1.2)
def complete_line(view: LineView) -> Iterator[Finding]:
    runs = [run for run in map(view.blocks.run, range(len(view.clue))) if run is not None]
    if not view.clue or len(runs) < len(view.clue):
        return
    filled = {
        cell: block.colour
        for block, run in zip(view.clue, runs, strict=True)
        for cell in range(*run)
    }
    decided = view.blocks.decided
    if view.is_reason or all(decided(cell) == colour for cell, colour in filled.items()):
        rest = {c: view.full & ~1 for c in range(view.length) if c not in filled}
        are_several = len(view.clue) > 1
        why = view.phrase("complete line" if are_several else "complete line, one", block=0)
        yield Finding((), rest, why, list(filled))


@line_technique(
    "finished block", "A block has its length: the cells beside it are not part of it.", 2
)
def finished_block(view: LineView) -> Iterator[Finding]:
    for colour in view.colours:
        for start, end in view.blocks.painted(colour):
            over = view.blocks.over(start, colour)
            runs = {run for _, run in over}
            if len(runs) != 1:
                continue
            (run,) = runs
            beside = dict.fromkeys(view.beside(*run), 1 << colour)
            if not (view.is_reason or run == (start, end)) or not view.is_useful(beside):
                continue
            numbers = sorted({number for number, _ in over})
            key = "finished block" if len(numbers) == 1 else "finished block, any"
            why = view.phrase(key, block=numbers[0], cells=range(*run))
            yield Finding(run, beside, why, range(*run))


@line_technique("small gap", "A gap is too small for every block that could be there.", 3)
def small_gap(view: LineView) -> Iterator[Finding]:
    for colour in view.colours:
        lengths = [block.length or 1 for block in view.clue]
        longest = max(view.clue[n].length or 1 for n in _of_colour(view, colour))
        for start, end in view.blocks.stretches(colour):
            gap = range(start, end)
            blank = dict.fromkeys(gap, 1 << colour)
            is_painted = any(view.blocks.masks[cell] == 1 << colour for cell in gap)
            if is_painted or len(gap) >= longest or not view.is_useful(blank):
                continue
            near = _near(view, colour, (start, end))
            if not near or any(lengths[n] <= len(gap) for n in near):
                continue
            smallest = min(near, key=lengths.__getitem__)
            key = "small gap, one" if len(near) == 1 else "small gap"
            why = view.phrase(key, block=smallest, cells=gap)
            yield Finding((colour, start), blank, why, view.beside(start, end))


@line_technique("unreachable", "No block reaches a cell.", 3)
def unreachable(view: LineView) -> Iterator[Finding]:
    return _out_of_reach(view, -1, range(len(view.clue)), view.full & ~1)


@line_technique("unreachable colour", "No block of a colour reaches a cell.", 5)
def unreachable_colour(view: LineView) -> Iterator[Finding]:
    for colour in view.colours:
        yield from _out_of_reach(view, colour, _of_colour(view, colour), 1 << colour)


def _out_of_reach(
    view: LineView, key: int, numbers: Sequence[int], excluded: int
) -> Iterator[Finding]:
    """Cells that none of some blocks reaches."""
    reaches = [view.blocks.reach(number) for number in range(len(view.clue))]
    if not all(reaches) or not view.clue:
        return
    free = set(range(view.length)).difference(*(reaches[n] for n in numbers))
    for start, end in spans(sorted(free)):
        cells = dict.fromkeys(range(start, end), excluded)
        if not view.is_useful(cells):
            continue
        before = [n for n in numbers if reaches[n].stop <= start]
        after = [n for n in numbers if reaches[n].start >= end]
        why = []
        if before:
            last = before[-1]
            why.append(view.phrase("unreachable, before", block=last, cells=reaches[last][-1:]))
        if after:
            first = after[0]
            why.append(view.phrase("unreachable, after", block=first, cells=reaches[first][:1]))
        yield Finding((key, len(before)), cells, PHRASES["and"].join(why))


@line_technique("split", "A cell would join two runs to more than any block has.", 4)
def split(view: LineView) -> Iterator[Finding]:
    for colour in view.colours:
        for (start, stop), (go_on, end) in pairwise(view.blocks.painted(colour)):
            if go_on != stop + 1:
                continue
            near = {n for c in (start, end - 1) for n, _ in view.blocks.over(c, colour)}
            lengths = [view.clue[n].length for n in near]
            longest = max((length or view.length for length in lengths), default=view.length)
            if longest >= end - start:
                continue
            values = {"others": [stop], "count": end - start, "most": longest}
            runs = [*range(start, stop), *range(go_on, end)]
            why = view.phrase("split", cells=runs, **values)
            yield Finding((colour, stop), {stop: 1 << colour}, why, range(start, end))


def _of_colour(view: LineView, colour: int) -> list[int]:
    """The blocks of a colour."""
    return [number for number, block in enumerate(view.clue) if block.colour == colour]


def _near(view: LineView, colour: int, gap: Run) -> list[int]:
    """The blocks of a colour that could cover some of a gap if its borders were open: the rest of
    the line decides which these are."""
    masks = list(view.blocks.masks)
    for border in view.beside(*gap):
        masks[border] = view.full
    blocks = BlockPositions(view.clue, masks)
    reaches = ((number, blocks.reach(number)) for number in _of_colour(view, colour))
    return [number for number, reach in reaches if reach.start < gap[1] and reach.stop > gap[0]]

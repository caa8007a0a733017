"""Patterns of one line that fill cells in: cells that some block must cover."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.clue import minimal_length
from .technique import Finding, LineView, line_technique


@line_technique("full line", "The blocks and their gaps take the whole line.", 1)
def full_line(view: LineView) -> Iterator[Finding]:
    if not view.clue or minimal_length(view.clue) != view.length:
        return
    cells = dict.fromkeys(range(view.length), view.full & ~1)
    for number in range(len(view.clue)):
        cells |= view.filled(number, view.initial.covered(number))
    if len(view.clue) == 1:
        why = view.phrase("full line, one", block=0)
    else:
        gaps = view.length - sum(block.length or 1 for block in view.clue)
        why = view.phrase("full line, gaps" if gaps else "full line", count=view.length)
    yield Finding((), cells, why)


@line_technique("overlap", "A block covers some cells in its first and in its last place.", 2)
def overlap(view: LineView) -> Iterator[Finding]:
    for number in range(len(view.clue)):
        covered = view.initial.covered(number)
        filled = view.filled(number, covered)
        if view.is_useful(filled):
            why = view.phrase("overlap", block=number, cells=covered)
            yield Finding((number,), filled, why, states_conclusion=True)


@line_technique("edge", "A block that touches a wall or a blank goes on from there.", 2.2)
def edge(view: LineView) -> Iterator[Finding]:
    for number, block in enumerate(view.clue):
        anchors, run = _anchors(view, number), view.blocks.run(number)
        if block.length is None or not anchors or run is None:
            continue
        start, end = run
        filled = view.filled(number, range(start, end))
        if not view.is_useful(filled):
            continue
        for at, beside, verb in ((start, start - 1, "begins"), (end - 1, end, "ends")):
            is_outside = not 0 <= beside < view.length
            if at in anchors and (is_outside or view.blocks.masks[beside] == 1):
                key = f"edge, {verb}{'' if is_outside else ' at blank'}"
                why = view.phrase(key, block=number, cells=[beside])
                yield Finding((number, at), filled, why, [at] if is_outside else [at, beside])


@line_technique("join", "Two runs belong to one block: so does what is between.", 2.5)
def join(view: LineView) -> Iterator[Finding]:
    for number in range(len(view.clue)):
        anchors = _anchors(view, number)
        between = [c for c in range(anchors[0], anchors[-1]) if c not in anchors] if anchors else []
        filled = view.filled(number, between)
        if view.is_useful(filled):
            ends = [c for c in anchors if c - 1 in between or c + 1 in between]
            why = view.phrase("join", block=number, cells=ends)
            yield Finding((number,), filled, why, ends)


@line_technique("narrowed overlap", "As overlap, where known cells leave a block less room.", 3.5)
def narrowed_overlap(view: LineView) -> Iterator[Finding]:
    for number in range(len(view.clue)):
        covered, reach = view.blocks.covered(number), view.blocks.reach(number)
        filled = view.filled(number, covered)
        # A reason that has a cell of the block itself makes it a case of `glue`.
        if view.is_useful(filled) and not (view.is_reason and _anchors(view, number)):
            why = view.phrase("narrowed overlap", block=number, cells=reach)
            beside = view.beside(reach.start, reach.stop)
            yield Finding((number,), filled, why, beside, needs_reasons=True)


@line_technique("glue", "A block has a cell and too little room on one side of it.", 3.5)
def glue(view: LineView) -> Iterator[Finding]:
    for number in range(len(view.clue)):
        anchors = _anchors(view, number)
        filled = view.filled(number, view.blocks.covered(number))
        if anchors and view.is_useful(filled):
            reach = view.blocks.reach(number)
            why = view.phrase("glue", block=number, cells=anchors, others=reach)
            yield Finding((number,), filled, why, anchors)


@line_technique(
    "whichever block",
    "All blocks that can cover a cell cover another one too, or end at the same cell.",
    5,
)
def whichever_block(view: LineView) -> Iterator[Finding]:
    for colour in view.colours:
        for cell in (at for run in view.blocks.painted(colour) for at in range(*run)):
            runs = {run for _, run in view.blocks.over(cell, colour)}
            if not runs:
                continue
            starts, ends = ({run[side] for run in runs} for side in (0, 1))
            core = range(max(starts), min(ends))
            filled = dict.fromkeys(core, view.full & ~(1 << colour))
            if view.is_useful(filled):
                covers = view.phrase("whichever block", cells=[cell], others=core)
                yield Finding((cell, 0), filled, covers, [cell])
            (start, *other_starts), (end, *other_ends) = starts, ends
            if not other_starts and start > 0:
                begins = view.phrase("whichever block, begins", cells=[cell], others=[start])
                yield Finding((cell, 1), {start - 1: 1 << colour}, begins, [cell])
            if not other_ends and end < view.length:
                stops = view.phrase("whichever block, ends", cells=[cell], others=[end - 1])
                yield Finding((cell, 2), {end: 1 << colour}, stops, [cell])


def _anchors(view: LineView, number: int) -> list[int]:
    """Known cells of a block's colour that the block covers in all of its runs."""
    colour = 1 << view.clue[number].colour
    return [cell for cell in view.blocks.covered(number) if view.blocks.masks[cell] == colour]

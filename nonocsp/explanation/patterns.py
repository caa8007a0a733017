"""The patterns that a person sees in one line.

Each is a function that yields what the pattern shows in a line, in whatever is known of it; steps
with reasons are made of that by `LineTechnique`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from ..model.clue import minimal_length
from .block_positions import LineView, Run
from .techniques import Finding, Sight


def blank_line(sight: Sight) -> Iterator[Finding]:
    if not sight.clue:
        cells = dict.fromkeys(range(sight.view.length), sight.full & ~1)
        yield Finding((), cells, lambda _: "it has no blocks, so all of it is blank")


def full_line(sight: Sight) -> Iterator[Finding]:
    length = sight.view.length
    if sight.clue and minimal_length(sight.clue) == length:
        cells = dict.fromkeys(range(length), sight.full & ~1)
        for number in range(len(sight.clue)):
            cells |= _painted(sight, number, sight.at_first.covered(number))
        if len(sight.clue) == 1:
            what = f"{sight.block(0)} takes all of it"
        else:
            gaps = length - sum(block.length or 1 for block in sight.clue)
            taken = f"{sight.words.clue(sight.line)} takes all {length} cells"
            what = f"{taken}, gaps included" if gaps else taken
        yield Finding((), cells, _so(what))


def complete_line(sight: Sight) -> Iterator[Finding]:
    view = sight.view
    runs = [run for run in map(view.run, range(len(sight.clue))) if run is not None]
    if not sight.clue or len(runs) < len(sight.clue):
        return
    painted = {
        cell: block.colour
        for block, (start, end) in zip(sight.clue, runs, strict=True)
        for cell in range(start, end)
    }
    if sight.is_reason or all(view.decided(cell) == colour for cell, colour in painted.items()):
        cells = {c: sight.full & ~1 for c in range(view.length) if c not in painted}
        several = len(sight.clue) > 1
        blocks = "all its blocks are there" if several else f"{sight.block(0)} is there"
        yield Finding((), cells, _so(blocks), list(painted))


def overlap(sight: Sight) -> Iterator[Finding]:
    for number in range(len(sight.clue)):
        covered = sight.at_first.covered(number)
        painted = _painted(sight, number, covered)
        if sight.wants(painted):
            yield Finding((number,), painted, _wherever(sight, number, covered))


def narrowed_overlap(sight: Sight) -> Iterator[Finding]:
    view = sight.view
    for number in range(len(sight.clue)):
        covered, reach = view.covered(number), view.reach(number)
        # A block of which a cell is among the reasons is glued; but other cells may do as well.
        painted = _painted(sight, number, covered)
        if not sight.wants(painted) or (sight.is_reason and _anchors(sight, number)):
            continue
        room = f"{sight.block(number)} fits only in {sight.cells(reach)}"
        borders = [c for c in (reach.start - 1, reach.stop) if 0 <= c < view.length]
        yield Finding(
            (number,),
            painted,
            _so(room),
            borders,
        )


def edge(sight: Sight) -> Iterator[Finding]:
    view = sight.view
    for number, block in enumerate(sight.clue):
        anchors = _anchors(sight, number)
        run = view.run(number)
        if block.length is None or not anchors or run is None:
            continue
        start, end = run
        painted = _painted(sight, number, range(start, end))
        if not sight.wants(painted):
            continue
        for at, beside, verb in ((start, start - 1, "begins"), (end - 1, end, "ends")):
            outside = not 0 <= beside < view.length
            if at not in anchors or not (outside or view.masks[beside] == 1):
                continue
            where = "at the wall" if outside else f"beside the blank in {sight.cells([beside])}"
            say = f"{sight.block(number)} {verb} {where}"
            uses = [at] if outside else [at, beside]
            yield Finding(
                (number, at),
                painted,
                _so(say),
                uses,
            )


def join(sight: Sight) -> Iterator[Finding]:
    for number in range(len(sight.clue)):
        anchors = _anchors(sight, number)
        between = [c for c in range(anchors[0], anchors[-1]) if c not in anchors] if anchors else []
        painted = _painted(sight, number, between)
        if sight.wants(painted):
            ends = [c for c in anchors if c - 1 in between or c + 1 in between]
            say = f"{sight.cells(ends)} belong to the same block, {sight.block(number)}"
            yield Finding(
                (number,),
                painted,
                _so(say),
                ends,
            )


def glue(sight: Sight) -> Iterator[Finding]:
    view = sight.view
    for number in range(len(sight.clue)):
        anchors = _anchors(sight, number)
        covered, reach = view.covered(number), view.reach(number)
        painted = _painted(sight, number, covered)
        if anchors and sight.wants(painted):
            where = f"{sight.block(number)} covers {sight.cells(anchors)}"
            room = f"fits only in {sight.cells(reach)}"
            yield Finding(
                (number,),
                painted,
                _so(f"{where} and {room}"),
                anchors,
            )


def finished_block(sight: Sight) -> Iterator[Finding]:
    view = sight.view
    for colour in _colours(sight):
        for start, end in view.painted(colour):
            over = view.over(start, colour)
            runs = {run for _, run in over}
            if len(runs) != 1:
                continue
            (run,) = runs
            if not sight.is_reason and run != (start, end):
                continue
            beside = dict.fromkeys(
                (c for c in (run[0] - 1, run[1]) if 0 <= c < view.length), 1 << colour
            )
            if not sight.wants(beside):
                continue
            numbers = sorted({number for number, _ in over})
            whole = range(*run)
            verb = "is" if len(whole) == 1 else "are"
            if len(numbers) == 1:
                say = f"{sight.cells(whole)} {verb} the whole of {sight.block(numbers[0])}"
            else:
                size = sight.words.size(sight.clue[numbers[0]])
                say = f"{sight.cells(whole)} {verb} a whole block, a {size}"
            yield Finding(
                run,
                beside,
                _so(say),
                list(whole),
            )


def small_gap(sight: Sight) -> Iterator[Finding]:
    view = sight.view
    for colour in _colours(sight):
        longest = max(block.length or 1 for block in sight.clue if block.colour == colour)
        for start, end in view.stretches(colour):
            if any(view.masks[cell] == 1 << colour for cell in range(start, end)):
                continue
            gap = range(start, end)
            if len(gap) >= longest or not sight.wants(dict.fromkeys(gap, 1 << colour)):
                continue
            near = _near(sight, colour, (start, end))
            if not near or any((sight.clue[n].length or 1) <= end - start for n in near):
                continue
            smallest = min(near, key=lambda n: sight.clue[n].length or 1)
            several = "are" if len(gap) > 1 else "is"
            if len(near) == 1:
                what = f"{sight.block(near[0])}, the only block that could be there"
            else:
                size = sight.words.size(sight.clue[smallest])
                what = f"every block that could be there, even for a {size}"
            say = f"{sight.cells(gap)} {several} too small a gap for {what}"
            yield Finding(
                (colour, start),
                dict.fromkeys(gap, 1 << colour),
                _so(say),
                [c for c in (start - 1, end) if 0 <= c < view.length],
            )


def unreachable(sight: Sight) -> Iterator[Finding]:
    return _out_of_reach(sight, [None])


def unreachable_colour(sight: Sight) -> Iterator[Finding]:
    return _out_of_reach(sight, _colours(sight))


def _out_of_reach(sight: Sight, wanted_colours: Sequence[int | None]) -> Iterator[Finding]:
    """Cells that no block of a colour, or no block at all, reaches."""
    view = sight.view
    every = [view.reach(number) for number in range(len(sight.clue))]
    if not all(every) or not sight.clue:
        return
    for wanted in wanted_colours:
        reaches = [
            (number, every[number])
            for number, block in enumerate(sight.clue)
            if wanted in (None, block.colour)
        ]
        free = set(range(view.length)).difference(*(reach for _, reach in reaches))
        excluded = sight.full & ~1 if wanted is None else 1 << wanted
        for start, end in _spans(sorted(free)):
            cells = dict.fromkeys(range(start, end), excluded)
            if not sight.wants(cells):
                continue
            before = [n for n, reach in reaches if reach.stop <= start]
            after = [n for n, reach in reaches if reach.start >= end]
            why = []
            if before:
                last = view.reach(before[-1]).stop - 1
                at = sight.cells([last])
                why.append(f"{sight.block(before[-1])} ends at {at} at the latest")
            if after:
                at = sight.cells([view.reach(after[0]).start])
                why.append(f"{sight.block(after[0])} begins at {at} at the earliest")
            say = " and ".join(why)
            yield Finding(
                (-1 if wanted is None else wanted, len(before)),
                cells,
                _so(say),
            )


def split(sight: Sight) -> Iterator[Finding]:
    view = sight.view
    for colour in _colours(sight):
        painted = view.painted(colour)
        for (start, stop), (go_on, end) in pairwise(painted):
            if go_on != stop + 1:
                continue
            near = {n for c in (start, end - 1) for n, _ in view.over(c, colour)}
            lengths = [sight.clue[n].length for n in near]
            if not lengths or None in lengths or max(n or 0 for n in lengths) >= end - start:
                continue
            long = f"would join {sight.cells([*range(start, stop), *range(go_on, end)])}"
            largest = max(n or 0 for n in lengths)
            say = f"{sight.cells([stop])} {long} to {end - start} cells, and no block here has"
            say = f"{say} more than {largest}"
            yield Finding(
                (colour, stop),
                {stop: 1 << colour},
                _so(say),
                range(start, end),
            )


def whichever_block(sight: Sight) -> Iterator[Finding]:
    view = sight.view
    for colour in _colours(sight):
        for cell in (at for run in view.painted(colour) for at in range(*run)):
            runs = {run for _, run in view.over(cell, colour)}
            if not runs:
                continue
            starts, ends = ({run[side] for run in runs} for side in (0, 1))
            say = f"whichever block covers {sight.cells([cell])}"
            core = range(max(starts), min(ends))
            painted = dict.fromkeys(core, sight.full & ~(1 << colour))
            if sight.wants(painted):
                say_core = f"{say}, it covers {sight.cells(core)}"
                yield Finding((cell, 0), painted, _so(say_core), [cell])
            for side, (ways, verb) in enumerate(((starts, "begins"), (ends, "ends")), start=1):
                (at, *more) = ways
                last, beside = (at, at - 1) if side == 1 else (at - 1, at)
                if not more and 0 <= beside < view.length:
                    yield Finding(
                        (cell, side),
                        {beside: 1 << colour},
                        _so(f"{say}, it {verb} at {sight.cells([last])}"),
                        [cell],
                    )


def _so(why: str) -> Callable[[str], str]:
    return lambda follows: f"{why}, so {follows}"


def _painted(sight: Sight, number: int, cells: Sequence[int]) -> dict[int, int]:
    return dict.fromkeys(cells, sight.full & ~(1 << sight.clue[number].colour))


def _anchors(sight: Sight, number: int) -> list[int]:
    """Known cells of a block's colour that only this block can be the reason for."""
    colour = 1 << sight.clue[number].colour
    return [cell for cell in sight.view.covered(number) if sight.view.masks[cell] == colour]


def _wherever(sight: Sight, number: int, covered: range) -> Callable[[str], str]:
    say = f"{sight.block(number)} must cover {sight.cells(covered)} wherever it starts"
    return lambda _: say


def _colours(sight: Sight) -> list[int]:
    return sorted({block.colour for block in sight.clue})


def _near(sight: Sight, colour: int, gap: Run) -> list[int]:
    """The blocks of a colour that could cover some of a gap if its borders were open: which these
    are is then told by the rest of the line."""
    masks = list(sight.view.masks)
    for border in (gap[0] - 1, gap[1]):
        if 0 <= border < len(masks):
            masks[border] = sight.full
    view = LineView(sight.clue, masks)
    return [
        number
        for number, block in enumerate(sight.clue)
        if block.colour == colour
        and view.reach(number).start < gap[1]
        and view.reach(number).stop > gap[0]
    ]


def _spans(cells: Sequence[int]) -> list[Run]:
    spans: list[Run] = []
    for cell in cells:
        if spans and spans[-1][1] == cell:
            spans[-1] = spans[-1][0], cell + 1
        else:
            spans.append((cell, cell + 1))
    return spans

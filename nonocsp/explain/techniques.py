"""What a person looks for in one line: small patterns, from the plainest to the full reasoning.

A technique finds a pattern in what is known of a line. What it concludes gets a minimal reason, and
the pattern must show in that reason alone: only then is the step called by the technique's name.
So a step never leans on cells that it does not name, and its sentence is true of those it names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, Protocol

from ..puzzle import Clue, Line, minimal_length
from .position import Position, bits, colours
from .reasons import Exclusions
from .steps import Conclusion, Step
from .view import LineView, Run
from .words import Words, sentence

#: Conclusions of which the one with the shortest reason is taken.
_COMPARED = 40


class Technique(Protocol):
    """What a solver is a list of. Any object with these will do."""

    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str:
        """One sentence for the documentation."""
        ...

    @property
    def cost(self) -> float:
        """How hard it is at least, on the scale of `rate`."""
        ...

    @property
    def level(self) -> Literal["line", "chain", "search"]:
        """What it takes: one line at a time, assumptions, or search."""
        ...

    def step(self, position: Position) -> Step | None:
        """The easiest step of this kind, if there is one."""
        ...


@dataclass(frozen=True)
class Finding:
    """A pattern that was found in a line."""

    key: tuple[int, ...]
    """Tells the findings of a technique in one line apart."""
    exclusions: Exclusions
    """What follows: for cells of the line, bits of the colours that they cannot have."""
    say: Callable[[str], str]
    """The sentence, without the line's name, given what follows in words."""
    uses: Sequence[int] = ()
    """Cells that the pattern looks at."""


@dataclass(frozen=True)
class Sight:
    """A line as a technique looks at it."""

    line: Line
    clue: Clue
    view: LineView
    at_first: LineView
    """The line with nothing known."""
    words: Words
    is_reason: bool
    """Nothing is known but the reasons of a step."""

    @property
    def full(self) -> int:
        return (1 << len(self.words.names)) - 1

    def cells(self, cells: Sequence[int]) -> str:
        return self.words.along(self.line, cells)

    def block(self, number: int) -> str:
        return self.words.block(self.line, number)


Find = Callable[[Sight], Iterator[Finding]]


@dataclass(frozen=True)
class LineTechnique:
    """A pattern in one line.

    Args:
        name, summary: for people.
        cost: how hard it is to see; a tenth is added for every known cell that it takes.
        find: yields what the pattern shows in a line that has a clue.
    """

    name: str
    summary: str
    cost: float
    find: Find
    level: Literal["line"] = field(default="line", init=False)

    def step(self, position: Position) -> Step | None:
        return _easiest(position, self.name, lambda line: next(self.drafts(position, line), None))

    def drafts(self, position: Position, line: Line) -> Iterator[Draft]:
        """Every step of this kind in a line."""
        puzzle, news = position.puzzle, position.news(line) or {}
        clue = puzzle.clue(line) or ()
        at_first = position.view_at_first(line)
        sight = Sight(line, clue, position.view(line), at_first, position.words, False)
        masks, domain = position.of(line), position.domains[line]
        for finding in self.find(sight):
            exclusions = {
                cell: mask & news[cell]
                for cell, mask in finding.exclusions.items()
                if mask & news.get(cell, 0)
            }
            if not exclusions:
                continue
            because = domain.reason(masks, exclusions, finding.uses)
            if because is None:
                continue
            view = LineView(clue, position.only(line, because))
            reason = Sight(line, clue, view, at_first, position.words, True)
            for again in self.find(reason):
                if again.key == finding.key and _covers(again.exclusions, exclusions):
                    yield Draft(line, exclusions, because, again.say, self.cost)
                    break


@dataclass(frozen=True)
class Draft:
    """A step of one line that has not been written out: most are never taken."""

    line: Line
    exclusions: Exclusions
    because: Sequence[int]
    say: Callable[[str], str]
    cost: float

    @property
    def ease(self) -> tuple[float, int]:
        """Steps are compared by this: the least comes first."""
        return self.cost + len(self.because) / 10, -len(self.exclusions)

    def written(self, position: Position, name: str) -> Step:
        cells = position.conclusions(self.line, self.exclusions)
        text = sentence(f"{self.line}: {self.say(position.words.follows(self.line, cells))}.")
        facts = position.facts(self.line, self.because)
        return Step(name, (self.line,), cells, facts, text, round(self.ease[0], 1))


def _easiest(position: Position, name: str, draft: Callable[[Line], Draft | None]) -> Step | None:
    """The easiest step among the drafts of all lines, the first of equal ones."""
    drafts = (
        position.remember(name, line, lambda line=line: draft(line))
        for line in position.lines_with_news
    )
    best = min((one for one in drafts if one is not None), key=lambda one: one.ease, default=None)
    return None if best is None else best.written(position, name)


def _covers(more: Exclusions, fewer: Exclusions) -> bool:
    return all(mask & ~more.get(cell, 0) == 0 for cell, mask in fewer.items())


# The patterns.


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
    if not sight.clue or any(len(runs) != 1 for runs in view.runs):
        return
    painted = {
        cell: block.colour
        for block, ((start, end),) in zip(sight.clue, view.runs, strict=True)
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
        if covered:
            yield Finding(
                (number,), _painted(sight, number, covered), _wherever(sight, number, covered)
            )


def narrowed_overlap(sight: Sight) -> Iterator[Finding]:
    view = sight.view
    for number in range(len(sight.clue)):
        covered, reach = view.covered(number), view.reach(number)
        # A block of which a cell is among the reasons is glued; but other cells may do as well.
        if not covered or (sight.is_reason and _anchors(sight, number)):
            continue
        room = f"{sight.block(number)} fits only in {sight.cells(reach)}"
        borders = [c for c in (reach.start - 1, reach.stop) if 0 <= c < view.length]
        yield Finding(
            (number,),
            _painted(sight, number, covered),
            _so(room),
            borders,
        )


def edge(sight: Sight) -> Iterator[Finding]:
    view = sight.view
    for number, block in enumerate(sight.clue):
        anchors = _anchors(sight, number)
        if block.length is None or not anchors or len(view.runs[number]) != 1:
            continue
        ((start, end),) = view.runs[number]
        for at, beside, verb in ((start, start - 1, "begins"), (end - 1, end, "ends")):
            outside = not 0 <= beside < view.length
            if at not in anchors or not (outside or view.masks[beside] == 1):
                continue
            where = "at the wall" if outside else f"beside the blank in {sight.cells([beside])}"
            say = f"{sight.block(number)} {verb} {where}"
            uses = [at] if outside else [at, beside]
            yield Finding(
                (number, at),
                _painted(sight, number, range(start, end)),
                _so(say),
                uses,
            )


def join(sight: Sight) -> Iterator[Finding]:
    for number in range(len(sight.clue)):
        anchors = _anchors(sight, number)
        between = [c for c in range(anchors[0], anchors[-1]) if c not in anchors] if anchors else []
        if between:
            ends = [c for c in anchors if c - 1 in between or c + 1 in between]
            say = f"{sight.cells(ends)} belong to the same block, {sight.block(number)}"
            yield Finding(
                (number,),
                _painted(sight, number, between),
                _so(say),
                ends,
            )


def glue(sight: Sight) -> Iterator[Finding]:
    view = sight.view
    for number in range(len(sight.clue)):
        anchors = _anchors(sight, number)
        if anchors:
            covered, reach = view.covered(number), view.reach(number)
            where = f"{sight.block(number)} covers {sight.cells(anchors)}"
            room = f"fits only in {sight.cells(reach)}"
            yield Finding(
                (number,),
                _painted(sight, number, covered),
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
            beside = [c for c in (run[0] - 1, run[1]) if 0 <= c < view.length]
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
                dict.fromkeys(beside, 1 << colour),
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
            if end - start >= longest:
                continue
            near = _near(sight, colour, (start, end))
            if not near or any((sight.clue[n].length or 1) <= end - start for n in near):
                continue
            smallest = min(near, key=lambda n: sight.clue[n].length or 1)
            gap = range(start, end)
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
    if any(not runs for runs in view.runs) or not sight.clue:
        return
    for wanted in wanted_colours:
        reaches = [
            (number, view.reach(number))
            for number, block in enumerate(sight.clue)
            if wanted in (None, block.colour)
        ]
        free = [c for c in range(view.length) if not any(c in reach for _, reach in reaches)]
        excluded = sight.full & ~1 if wanted is None else 1 << wanted
        for start, end in _spans(free):
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
                dict.fromkeys(range(start, end), excluded),
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
            yield Finding(
                (cell, 0),
                dict.fromkeys(core, sight.full & ~(1 << colour)),
                _so(f"{say}, it covers {sight.cells(core)}"),
                [cell],
            )
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


@dataclass(frozen=True)
class LineReasoning:
    """Whatever a line alone tells: the colours that no placement has in a cell."""

    name: str
    summary: str
    cost: float
    level: Literal["line"] = field(default="line", init=False)

    def step(self, position: Position) -> Step | None:
        return _easiest(position, self.name, lambda line: self._draft(position, line))

    def _draft(self, position: Position, line: Line) -> Draft:
        """The conclusion with the shortest reason, and whatever else has the same reason."""
        news, masks = position.news(line) or {}, position.of(line)
        domain = position.domains[line]
        reasons = []
        for cell, mask in list(news.items())[:_COMPARED]:
            position.meter.look_at_clock()
            reasons.append(domain.reason(masks, {cell: mask}))
        because = min((reason for reason in reasons if reason is not None), key=len)
        tight = domain.tighten(position.only(line, because))
        assert tight is not None  # the line has a placement
        also = {cell: mask & ~tight[cell] for cell, mask in news.items() if mask & ~tight[cell]}
        words = position.words
        known = f"since {words.known(line, position.facts(line, because))}, " if because else ""
        ways = f"in every way to lay {words.clue(line)}"
        if len(position.puzzle.clue(line) or ()) == 1:
            ways = f"wherever {words.block(line, 0)} is"
        return Draft(line, also, because, lambda f: f"{known}{f} {ways}", self.cost)


@dataclass(frozen=True)
class SharedColours:
    """A cell has only colours that both of its lines have blocks of: said once, for all lines."""

    name: str
    summary: str
    cost: float
    level: Literal["line"] = field(default="line", init=False)

    def step(self, position: Position) -> Step | None:
        puzzle = position.puzzle
        if puzzle.has_one_colour:
            return None
        excluded: dict[int, int] = {}
        lines = []
        for line in puzzle.lines:
            clue = puzzle.clue(line)
            if not clue:
                continue
            missing = position.full & ~1 & ~bits(block.colour for block in clue)
            cells = [cell for cell in position.cells(line) if position.masks[cell] & missing]
            for cell in cells:
                excluded[cell] = excluded.get(cell, 0) | position.masks[cell] & missing
            lines += [line] if cells else []
        if not excluded:
            return None
        columns = puzzle.shape[1]
        follow = tuple(
            Conclusion(*divmod(cell, columns), colours(mask), colours(position.masks[cell] & ~mask))
            for cell, mask in sorted(excluded.items())
        )
        text = "A cell has only colours that are in the clues of both its row and its column."
        return Step(self.name, tuple(lines), follow, (), text, self.cost)


@dataclass(frozen=True)
class LineContradiction:
    """A line that has no placement left: there is no solution."""

    name: str
    summary: str
    cost: float
    level: Literal["line"] = field(default="line", init=False)

    def step(self, position: Position) -> Step | None:
        for line in position.puzzle.lines:
            if position.news(line) is None:
                because = position.domains[line].reason(position.of(line), {})
                assert because is not None  # nothing fits
                text = cannot(position, line, because)
                cost = round(self.cost + len(because) / 10, 1)
                return Step(self.name, (line,), (), position.facts(line, because), text, cost)
        return None


def cannot(position: Position, line: Line, because: Sequence[int]) -> str:
    """Why a line cannot be completed, as a sentence."""
    clue = position.words.clue(line)
    if not because:
        return sentence(f"{line}: {clue} does not fit into {position.puzzle.length(line)} cells.")
    known = position.words.known(line, position.facts(line, because))
    return sentence(f"{line}: {no_way(known, clue)}.")


def no_way(known: str, clue: str) -> str:
    """That what is known leaves a line without a placement."""
    if clue == "empty":
        return f"{known}, but it has no blocks"
    return f"since {known}, there is no way to lay {clue}"


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


LINE_TECHNIQUES: tuple[Technique, ...] = (
    LineContradiction("contradiction", "A line has no placement left: there is no solution.", 1),
    SharedColours("shared colours", "A cell has only colours that are in both its clues.", 1),
    LineTechnique("blank line", "A clue without blocks: the line is blank.", 1, blank_line),
    LineTechnique("full line", "The blocks and their gaps take the whole line.", 1, full_line),
    LineTechnique("complete line", "All blocks are there: the rest is blank.", 1.2, complete_line),
    LineTechnique(
        "overlap", "A block covers some cells in its first and in its last place.", 2, overlap
    ),
    LineTechnique(
        "finished block",
        "A block has its length: the cells beside it are not part of it.",
        2,
        finished_block,
    ),
    LineTechnique("edge", "A block that touches a wall or a blank goes on from there.", 2.2, edge),
    LineTechnique("join", "Two runs belong to one block: so does what is between.", 2.5, join),
    LineTechnique(
        "small gap", "A gap is too small for every block that could be there.", 3, small_gap
    ),
    LineTechnique("unreachable", "No block reaches a cell.", 3, unreachable),
    LineTechnique(
        "narrowed overlap",
        "As overlap, where known cells leave a block less room.",
        3.5,
        narrowed_overlap,
    ),
    LineTechnique("glue", "A block has a cell and too little room on one side of it.", 3.5, glue),
    LineTechnique("split", "A cell would join two runs to more than any block has.", 4, split),
    LineTechnique(
        "unreachable colour", "No block of a colour reaches a cell.", 5, unreachable_colour
    ),
    LineTechnique(
        "whichever block",
        "All blocks that can cover a cell cover another one too, or end at the same cell.",
        5,
        whichever_block,
    ),
    LineReasoning(
        "line reasoning", "Of all ways to lay the blocks of a line, none has the colour.", 8
    ),
)

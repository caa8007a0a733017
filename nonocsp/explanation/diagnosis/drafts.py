"""Drafts: a puzzle with slips undone, and everything one more slip away from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ...model.clue import Clue
from ...model.line import Axis, Line
from ...model.problems import given_by_axis
from ...model.puzzle import Puzzle, with_clues
from ...reading.clue_errors import slip_of
from .list_errors import Clues, Listing, listings
from .slips import KINDS, Slip


class Draft(NamedTuple):
    """A puzzle with slips undone."""

    puzzle: Puzzle
    given: Mapping[Axis, tuple[int | None, ...]]
    """The numbers of the given lines, by direction; None for a line left out."""
    slips: tuple[Slip, ...] = ()
    doubtful: Mapping[Line, Clue | None] = {}
    """Lines whose clue is taken away, with the clue they had; None for a line left out."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> Draft:
        """The draft with no slip undone."""
        lengths = puzzle.board.lengths
        return cls(puzzle, {axis: tuple(range(len(lengths(axis)))) for axis in puzzle.board.axes})

    @property
    def cost(self) -> float:
        """The bits of its slips; two for each line in doubt, which is the least."""
        return sum(KINDS[slip.kind].cost for slip in self.slips) + 2 * len(self.doubtful)

    def with_clues(self, clues: Mapping[Line, Clue | None]) -> Puzzle:
        """The puzzle with other clues for some lines."""
        changed = [clues.get(line, self.puzzle.clue(line)) for line in self.puzzle.lines]
        return with_clues(self.puzzle, changed)

    def doubt(self, line: Line) -> Draft:
        """The draft without the clue of a line."""
        doubtful = {**self.doubtful, line: self.puzzle.clue(line)}
        return self._replace(puzzle=self.with_clues({line: None}), doubtful=doubtful)

    def children(self, conflict: Sequence[Line]) -> Iterator[Draft]:
        """The drafts with one more slip undone that may remove a contradiction between lines: first
        those with one of these lines in doubt, then those with other lists of lines."""
        for line in conflict:
            yield self.doubt(line)
        counts = {axis: len(clues) for axis, clues in self._clues.items()}
        for axis, clues in self._clues.items():
            here = {line.index for line in conflict if line.axis == axis}
            for listing in listings(clues):
                # With another number of lines here, those that cross them have another length.
                is_longer = len(listing.clues) != len(clues)
                if is_longer and self.puzzle.board.with_lines(counts) is None:
                    continue
                crosses = is_longer and len(here) < len(conflict)
                if crosses or not here.isdisjoint(listing.places):
                    draft = self._listed(axis, listing)
                    if draft is not None:
                        yield draft

    def _listed(self, axis: Axis, listing: Listing) -> Draft | None:
        """The draft with another list of lines; None if a line in doubt would be lost."""
        places = {old: new for new, old in enumerate(listing.given) if old is not None}
        doubtful = {}
        for line, clue in self.doubtful.items():
            if line.axis != axis:
                doubtful[line] = clue
            elif line.index not in places or (line.index in listing.places and listing.after):
                return None
            else:
                doubtful[Line(axis, places[line.index])] = clue
        slips = self.slips
        if listing.kind == "line missing":
            doubtful[Line(axis, listing.places.start)] = None
        else:
            slips = (*slips, self._slip(axis, listing))
        changed = self._with_list(axis, listing.clues)
        numbers = tuple(None if old is None else self.given[axis][old] for old in listing.given)
        given = {**self.given, axis: numbers}
        return Draft(changed, given, slips, doubtful)

    @property
    def _clues(self) -> dict[Axis, Clues]:
        return given_by_axis(self.puzzle.board, self.puzzle.clues)

    def _with_list(self, axis: Axis, clues: Clues) -> Puzzle:
        """The puzzle with other clues in a direction, in a rectangle of any number."""
        changed = {**self._clues, axis: clues}
        board = self.puzzle.board
        board = board.with_lines({one: len(own) for one, own in changed.items()}) or board
        given = chain.from_iterable(changed.values())
        every = (next(given) if board.has_clue(line) else None for line in board.lines)
        return with_clues(self.puzzle, every, board)

    def _slip(self, axis: Axis, listing: Listing) -> Slip:
        lines = [Line(axis, at) for at in listing.places]
        before: Clues = ()
        if listing.kind not in ("order reversed", "clues reversed"):
            before = tuple(map(self.puzzle.clue, lines))
        return Slip(listing.kind, tuple(map(self.given_line, lines)), before, listing.after)

    def given_line(self, line: Line) -> Line:
        """The given line at the place of a line; for one left out the given line after it."""
        numbers = [number for number in self.given[line.axis][line.index :] if number is not None]
        if numbers:
            return Line(line.axis, numbers[0])
        known = (number for number in self.given[line.axis] if number is not None)
        return Line(line.axis, 1 + max(known, default=-1))

    def decided(self, clues: Mapping[Line, Clue]) -> Draft:
        """The draft with clues for the lines in doubt."""
        slips = list(self.slips)
        for line, typed in self.doubtful.items():
            place = (self.given_line(line),)
            if typed is None:
                slips.append(Slip("line missing", place, (), (clues[line],)))
            elif typed != clues[line]:
                kind = slip_of(typed, clues[line])
                if kind is None:
                    lines = self._clues[line.axis]
                    around = lines[max(0, line.index - 1) : line.index + 2]
                    kind = "neighbour again" if typed in around else "another clue"
                slips.append(Slip(kind, place, (typed,), (clues[line],)))
        return Draft(self.with_clues(clues), self.given, tuple(slips))

"""Drafts: a puzzle with slips undone, and everything one more slip away from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from ...model.clue import Clue
from ...model.line import Axis, Line
from ...model.problems import given_by_axis
from ...model.puzzle import Puzzle, with_clues
from ...reading.clue_errors import slip_of
from ...reading.misreadings import EVERY_SLIP, is_plain
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
        """The bits of its slips, and of every one but the first; of a clue in doubt two, which is
        the least."""
        kinds = [KINDS[slip.kind].cost for slip in self.slips]
        missing = KINDS["line missing"].cost
        kinds += [missing if typed is None else 2 for typed in self.doubtful.values()]
        return sum(kinds) + EVERY_SLIP * max(0, len(kinds) - 1)

    def with_clues(self, clues: Mapping[Line, Clue | None]) -> Puzzle:
        """The puzzle with other clues for some lines."""
        changed = [clues.get(line, self.puzzle.clue(line)) for line in self.puzzle.lines]
        return with_clues(self.puzzle, changed)

    def doubt(self, line: Line) -> Draft:
        """The draft without the clue of a line."""
        doubtful = {**self.doubtful, line: self.puzzle.clue(line)}
        return self._replace(puzzle=self.with_clues({line: None}), doubtful=doubtful)

    def lists(self, conflict: Collection[Line] = ()) -> Iterator[Draft]:
        """The drafts with one more slip undone in the list of rows or of columns: those that may
        remove a contradiction between some lines, or all."""
        counts = {axis: len(clues) for axis, clues in self._clues.items()}
        for axis, clues in self._clues.items():
            here = {line.index for line in conflict if line.axis == axis}
            for listing in listings(clues):
                # With another number of lines here, those that cross them have another length.
                is_longer = len(listing.clues) != len(clues)
                if is_longer and self.puzzle.board.with_lines(counts) is None:
                    continue
                is_outside = not is_longer and here.isdisjoint(listing.places)
                if conflict and is_outside:
                    continue
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

    def read_as(self, reading: Puzzle) -> Draft:
        """The draft with the clues of a reading; those that cannot be in doubt stay as they are."""
        clues = {}
        for line, typed, meant in zip(
            self.puzzle.lines, self.puzzle.clues, reading.clues, strict=True
        ):
            is_read = line in self.doubtful if typed is None else is_plain(typed)
            if is_read and meant is not None and meant != typed:
                clues[line] = meant
        return self.decided(clues)

    def decided(self, clues: Mapping[Line, Clue]) -> Draft:
        """The draft with the clues that were meant for some lines, those in doubt among them."""
        slips = list(self.slips)
        for line, meant in clues.items():
            typed = self.doubtful.get(line, self.puzzle.clue(line))
            place = (self.given_line(line),)
            if typed is None:
                slips.append(Slip("line missing", place, (), (meant,)))
            elif typed != meant:
                kind = slip_of(typed, meant)
                if kind is None:
                    lines = self._clues[line.axis]
                    around = lines[max(0, line.index - 1) : line.index + 2]
                    kind = "neighbour again" if typed in around else "another clue"
                slips.append(Slip(kind, place, (typed,), (meant,)))
        return Draft(self.with_clues(clues), self.given, tuple(slips))

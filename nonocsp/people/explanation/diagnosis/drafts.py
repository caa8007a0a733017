"""Drafts: a puzzle with typos undone, and everything one more typo away from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from ....core import Axis, Clue, Line, Puzzle, given_by_axis
from ....core.model.puzzle import with_clues
from ...reading.clue_errors import typo_of
from ...reading.misreadings import EVERY_TYPO, is_plain
from .list_errors import Clues, Listing, listings
from .typos import KINDS, Origin, Typo


class Draft(NamedTuple):
    """A puzzle with typos undone."""

    puzzle: Puzzle
    given: Puzzle
    """The puzzle without changes."""
    origins: Mapping[Axis, tuple[Origin, ...]]
    """Where its lines come from, by direction."""
    typos: tuple[Typo, ...] = ()
    doubtful: Mapping[Line, Clue | None] = {}
    """Lines whose clue is taken away, with the clue they had; None for a line left out."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> Draft:
        """The draft with no typo undone."""
        counts = {axis: len(puzzle.board.lengths(axis)) for axis in puzzle.board.axes}
        origins = {
            axis: tuple(Origin((Line(axis, at),)) for at in range(count))
            for axis, count in counts.items()
        }
        return cls(puzzle, puzzle, origins)

    @property
    def cost(self) -> float:
        """The bits of its typos, and of every one but the first; of a clue in doubt two, which is
        the least."""
        kinds = [KINDS[typo.kind].cost for typo in self.typos]
        missing = KINDS["line missing"].cost
        kinds += [missing if typed is None else 2 for typed in self.doubtful.values()]
        return sum(kinds) + EVERY_TYPO * max(0, len(kinds) - 1)

    def with_clues(self, clues: Mapping[Line, Clue | None]) -> Puzzle:
        """The puzzle with other clues for some lines."""
        changed = [clues.get(line, self.puzzle.clue(line)) for line in self.puzzle.lines]
        return with_clues(self.puzzle, changed)

    def doubt(self, line: Line) -> Draft:
        """The draft without the clue of a line."""
        doubtful = {**self.doubtful, line: self.puzzle.clue(line)}
        return self._replace(puzzle=self.with_clues({line: None}), doubtful=doubtful)

    def lists(self, conflict: Collection[Line] = ()) -> Iterator[Draft]:
        """The drafts with one more typo undone in the list of rows or of columns: those that may
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
        at = listing.places.start
        if listing.kind == "line doubled" and Line(axis, at - 1) in self.doubtful:
            return None
        places = {old: new for new, old in enumerate(listing.given) if old is not None}
        doubtful = {}
        for line, clue in self.doubtful.items():
            if line.axis != axis:
                doubtful[line] = clue
            elif line.index not in places or (line.index in listing.places and listing.after):
                return None
            else:
                doubtful[Line(axis, places[line.index])] = clue
        typos = self.typos
        if listing.kind == "line missing":
            doubtful[Line(axis, at)] = None
        else:
            typos = (*typos, self._typo(axis, listing))
        changed = self._with_list(axis, listing.clues)
        origins = {**self.origins, axis: self._origins(axis, listing)}
        return Draft(changed, self.given, origins, typos, doubtful)

    def _origins(self, axis: Axis, listing: Listing) -> tuple[Origin, ...]:
        """Where the lines of another list come from."""
        own = self.origins[axis]
        origins = [Origin(()) if old is None else own[old] for old in listing.given]
        at = listing.places.start
        if listing.kind == "line break lost":
            origins[at : at + 2] = [Origin(own[at].lines, part) for part in (1, 2)]
        elif listing.kind == "line break added":
            origins[at] = Origin((*own[at].lines, *own[at + 1].lines))
        return tuple(origins)

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

    def _typo(self, axis: Axis, listing: Listing) -> Typo:
        if listing.kind in ("order reversed", "clues reversed"):
            return Typo(listing.kind, (Line(axis, 0),))
        before = tuple(self.puzzle.clue(Line(axis, at)) for at in listing.places)
        origins = [self.origins[axis][at] for at in listing.places]
        lines = tuple(dict.fromkeys(line for origin in origins for line in origin.lines))
        if listing.kind == "line doubled":
            origins.append(self.origins[axis][listing.places.start - 1])
        return Typo(listing.kind, lines, before, listing.after, tuple(origins))

    def _missing(self, line: Line, meant: Clue) -> Typo:
        """That a line was left out, which stands before or after some line in the given order."""
        axis, origins = line.axis, self.origins[line.axis]
        later, earlier = origins[line.index + 1 :], origins[: line.index][::-1]
        if any(typo.kind == "order reversed" and typo.lines[0].axis == axis for typo in self.typos):
            later, earlier = earlier, later
        behind = Origin((Line(axis, len(self.given.board.lengths(axis))),))
        after = next((origin for origin in later if origin.lines), behind)
        shown = [after] if after != behind else [*filter(attrgetter("lines"), earlier)][:1]
        return Typo("line missing", after.lines[:1], (), (meant,), tuple(shown))

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
        typos = list(self.typos)
        for line in filter(clues.__contains__, self.puzzle.lines):
            typed, meant = self.doubtful.get(line, self.puzzle.clue(line)), clues[line]
            origin = self.origins[line.axis][line.index]
            if typed is None:
                typos.append(self._missing(line, meant))
            elif typed != meant:
                kind = typo_of(typed, meant)
                if kind is None:
                    lines = self._clues[line.axis]
                    around = lines[max(0, line.index - 1) : line.index + 2]
                    kind = "neighbour again" if typed in around else "another clue"
                typos.append(Typo(kind, origin.lines, (typed,), (meant,), (origin,)))
        return Draft(self.with_clues(clues), self.given, self.origins, tuple(typos))

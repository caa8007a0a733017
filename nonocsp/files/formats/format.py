"""What a file format is: a name, a sign to guess it by, and pure functions on its content."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from ...core import Puzzle
from ...core.model.colours import letters_of

#: A text about a puzzle, the name of an attribute of `Puzzle`.
Text: TypeAlias = Literal["title", "author", "copyright", "licence", "source", "description"]

#: What a puzzle, or a file of puzzles, may have that not every format can carry.
Feature: TypeAlias = (
    Text
    | Literal["colours", "looks", "unknown_lengths", "absent_clues", "stars", "joints"]
    | Literal["triangles", "triddler", "hexagon", "custom"]
    | Literal["goals", "further_goals", "saved", "further_saved", "candidates"]
)

TEXTS: tuple[Text, ...] = get_args(Text)

#: The features that are boards, by their kind.
BOARD_KINDS: tuple[Feature, ...] = ("triddler", "hexagon", "custom")

#: The name of each feature in messages: it fits after "has no" and "lost:".
FEATURES: dict[Feature, str] = {
    "colours": "colours",
    "looks": "look of the colours",
    "unknown_lengths": "unknown lengths",
    "absent_clues": "absent clues",
    "stars": "clues with '*'",
    "joints": "blocks that are attached or loose",
    "triangles": "triangles of two colours",
    "triddler": "triangular cells",
    "hexagon": "hexagonal cells",
    "custom": "cells and lines of any kind",
    **{text: text for text in TEXTS},
    "goals": "solution",
    "further_goals": "solutions after the first",
    "saved": "saved state",
    "further_saved": "saved states after the first",
    "candidates": "candidates of undecided cells",
}

#: The features without which it would be another puzzle: a writer that lacks them refuses.
ESSENTIAL: frozenset[Feature] = frozenset(
    {"colours", "unknown_lengths", "absent_clues", "stars", "joints", *BOARD_KINDS}
)


@dataclass(slots=True)
class Parsed:
    """What was read from a content."""

    puzzles: list[Puzzle]
    warnings: list[str] = field(default_factory=list)
    """Assumptions made and things left out, one sentence each."""
    format: str = ""
    """The name of the format that it was read in."""
    reason: str = ""
    """Why it was read in this format; empty if the caller named it."""
    may_be_page: bool = False
    """Its cells are pixels, and nothing in the file says so."""
    notes: list[str] = field(default_factory=list)
    """How the content was understood where it could mean something else, one sentence each."""
    letters: str = ""
    """The letters whose colours were guessed, in words; of the first puzzle. Letters of clues that
    are all initials are left out."""
    is_sure: bool = True
    """False if numbers in doubt have another reading that may be as good."""

    @property
    def said(self) -> list[str]:
        """Notes and warnings."""
        return [*self.notes, *self.warnings]

    @property
    def how(self) -> str:
        """How the content was read, in one line: format, size, and the letters of colours."""
        why = f" ({self.reason})" if self.reason else ""
        first = self.puzzles[0]
        size = "the first of " * (len(self.puzzles) > 1) + str(first.board)
        several = f"{len(self.puzzles)} puzzles, " if len(self.puzzles) > 1 else ""
        letters = self.letters if first.has_one_colour else letters_of(first.colours[1:])
        meaning = f"; letters: {letters}" if letters else ""
        return f"read as {self.format}{why}: {several}{size}{meaning}"


#: The content of a file: text for most formats, bytes for a few.
Content = TypeVar("Content", str, bytes)


def never(content: str | bytes) -> None:
    """The ``sniff`` of a format that content alone does not give away."""


class Format(NamedTuple, Generic[Content]):
    """One file format.

    The functions of a format take and return text, with ``\\n`` as the end of a line and without a
    byte order mark; those of a format with ``binary=True`` take and return bytes.
    """

    name: str
    summary: str
    suffixes: tuple[str, ...] = ()
    sniff: Callable[[Content], str | None] = never
    """Why a content looks like this format, or None if it does not. Quick, and never raises."""
    parse: Callable[[Content], Parsed] | None = None
    """Raises `FormatError` without a file name, which the registry adds. None: it is not read."""
    dump: Callable[[Puzzle], Content] | None = None
    """One puzzle. None: the format is not written."""
    carries: frozenset[Feature] = frozenset()
    """The features that ``dump`` can write."""
    dump_all: Callable[[Sequence[Puzzle]], Content] | None = None
    """Several puzzles in one file. None: a file holds one."""
    has_line: Callable[[Content], bool] = lambda head: False
    """Whether each line of a content with this beginning is one puzzle."""
    needs_goal: bool = False
    """A picture is written, so the puzzle needs a goal."""
    binary: bool = False
    escapes: bool = False
    """Whether texts can have any character."""
    needless: frozenset[Feature] = frozenset()
    """Features that a file leaves out without loss, like the solution on a sheet."""
    near: Callable[[Content], str | None] = never
    """Why a content seems to be meant in this format, with an error in it. Asked after every
    ``sniff``, and after the suffix of the file's name. Quick, and never raises."""
    letters: str = ""
    """What the letters of colours stand for, where such a file has nothing but letters."""


def sign(pattern: str, reason: str) -> Callable[[str], str | None]:
    """The ``sniff`` of a format that a regular expression finds; ``\\A`` is the start of the text.

    >>> sign(r"(?m)^\\[clues\\]$", "a section [clues]")("[clues]\\n")
    'a section [clues]'
    """
    compiled = re.compile(pattern)
    return lambda text: reason if compiled.search(text) else None


def one_by_one(
    dump: Callable[[Puzzle], Content], between: Content
) -> Callable[[Sequence[Puzzle]], Content]:
    """The ``dump_all`` that writes puzzles one after the other, with ``between`` between them."""
    return lambda puzzles: between.join(map(dump, puzzles))

"""Reading and writing puzzles: a table of formats, and one small module for each.

A format is a pair of pure functions on its content, ``parse`` and ``dump`` in its module:

- `text`: clues in lines of text; `data`: JSON and other data of programs; `xml`; `images`:
  pictures in pixels or characters; `codes`: packed into a word or into bytes;
- `solver_models` and `printable`: written only, by the rooms of these names and
  `nonocsp.files.render`.

To add a format, write such a module with the tools of `format`, `text_lines` and `clues`, and enter
it in the table of `registry`, which also guesses formats. Compression and text encodings are in
`source`; files are opened by `nonocsp.people.opening`. Readers are liberal and report in a warning
what they assumed; writers are canonical and refuse what their format cannot carry.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence, Set
from typing import Any

from ...core import (
    BLANK,
    STANDARD,
    Colour,
    FormatError,
    Puzzle,
    atomic_write,
    checked,
    full,
    has_star,
)
from ...core.model.colours import letters_of
from .clues import build, clue_texts, impossible, number_clues
from .format import BOARD_KINDS, ESSENTIAL, FEATURES, TEXTS, Feature, Format, Parsed, sign
from .registry import (
    UNSURE,
    FormatWarning,
    Guess,
    foreign_formats,
    format_named,
    format_of_suffix,
    formats,
    guess,
    guess_source,
    suffix,
)
from .source import UNREADABLE, Source
from .text_lines import fault, numbered


@checked
def parse(content: str | bytes, format: str | None = None, *, name: str | None = None) -> Parsed:
    """All puzzles of a content, with warnings.

    Pixels may be cells or show a page with clues. If nothing in the file says that they are cells
    and no format is named, they are refused: `nonocsp.people.opening` looks at them.

    Args:
        content: what a file holds: text, or bytes, which may be text in some encoding.
        format: the name of its format; None guesses.
        name: the file's name, for guessing and for messages.

    Raises:
        FormatError: the content is malformed; the error names the line.

    >>> parse("2,1\\nR,1\\n\\nR,1\\n").puzzles[0].shape
    (2, 1)
    """
    parsed = parse_pixels(content, format, name=name)
    if parsed.may_be_page and not format:
        problem = "these pixels may be cells or a page with clues: `nonocsp.read` looks at them, "
        raise FormatError(f"{problem}format {parsed.format!r} takes them for cells", file=name)
    return parsed


@checked
def parse_pixels(
    content: str | bytes, format: str | None = None, *, name: str | None = None
) -> Parsed:
    """What `parse` returns; every pixel is taken for a cell, or for a part of one."""
    source = Source.of(content)
    try:
        chosen, why = (format_named(format), "") if format else guess_source(source, name)
        if chosen.parse is None:
            raise FormatError(f"the format {format!r} can only be written")
        parsed: Parsed
        is_sure = chosen.name not in UNSURE and not why.startswith("the name")
        if format or chosen.binary or is_sure:
            parsed = chosen.parse(source.data if chosen.binary else source.needed_text())
        else:
            chosen, why, parsed = _likelier(chosen, why, source.needed_text())
    except FormatError as error:
        error.file = error.file or name
        place, _, assumed = (source.assumption or "").partition(": ")
        if place == f"line {error.line}":
            error.problem += f"; {assumed}"
        raise
    parsed.format, parsed.reason = chosen.name, why or parsed.reason
    if source.assumption and not chosen.binary:
        parsed.warnings.insert(0, source.assumption)
    parsed.warnings += impossible(parsed.puzzles)
    if not chosen.binary and parsed.puzzles:
        guessed = _guessed(parsed.puzzles[0], source.needed_text())
        is_plain = all(c.name != c.char and c.name[0] == c.char.lower() for c in guessed)
        # Letters of clues are mostly initials: those need no word.
        parsed.letters = "" if is_plain and not chosen.needs_goal else letters_of(guessed)
    return parsed


#: Formats of lines of numbers, which others begin with a count.
_NUMBERS = {"nin", "mk", "cwc", "cwd"}

#: The members of the format json, and what it says of an object of some other program.
_OWN_JSON = r'"rows"\s*:[\s\S]*"col(?:umn)?s"\s*:|"col(?:umn)?s"\s*:[\s\S]*"rows"\s*:'
_OTHER_JSON = (
    "expected (?:JSON|an object with rows and cols|a list of clues as)"
    "|.*a block's length is (?:at least 1, not 0|a whole number, .*, not ')"
    "|.*a block is a length, .* not an object"
)


def _likelier(chosen: Format[Any], why: str, text: str) -> tuple[Format[Any], str, Parsed]:
    """What a text is in a format that its look alone does not prove, or else without format: that
    in which it makes sense, or the format.

    Raises:
        FormatError: it is neither; the fault is that of the format.
    """
    fault: FormatError | None = None
    try:
        parsed = chosen.parse(text)  # type: ignore[misc]
        if not [*impossible(parsed.puzzles)]:
            if chosen.name in _NUMBERS and any(map(_may_be_counted, parsed.puzzles)):
                parsed.warnings.append(
                    "every clue may begin with the number of its blocks; it is read as a block"
                )
            return chosen, why, parsed
    except FormatError as error:
        is_own = chosen.name == "json" and re.search(_OWN_JSON, text)
        if is_own and not re.match(_OTHER_JSON, error.problem):
            raise
        fault = error
    loose = format_named("loose")
    try:
        other = loose.parse(text)  # type: ignore[misc]
        is_better = not [*impossible(other.puzzles)]
        is_better &= bool(fault) or not other.reason.startswith("a picture")
        if (fault and chosen.name == "json") or is_better:
            return loose, "", other
    except FormatError:
        pass
    if fault:
        raise fault
    return chosen, why, parsed


def _may_be_counted(puzzle: Puzzle) -> bool:
    """Whether the first number of every clue is the number of the others."""
    clues = [clue for clue in puzzle.clues if clue]
    return bool(clues) and all(clue[0].length == len(clue) - 1 for clue in clues)


def _guessed(puzzle: Puzzle, text: str) -> list[Colour]:
    """The colours of letters of a text that nowhere says how they are called or look."""
    letters = [c for c in puzzle.colours[1:] if c.char.isalnum() and c.char in text]
    lower = text.lower() if letters else ""
    unnamed = (c for c in letters if c.name == c.char or c.name.lower() not in lower)
    return [colour for colour in unnamed if colour.rgb[1:] not in lower]


@checked
def features(puzzle: Puzzle) -> set[Feature]:
    """The features of a puzzle that not every format can carry."""
    lines = puzzle.clues
    known = {(colour.name, colour.rgb) for colour in (BLANK, *STANDARD.values())}
    plain = {1 << colour for colour in range(len(puzzle.colours))} | {full(puzzle.block_colours)}
    present: dict[Feature, bool] = {
        "colours": not puzzle.has_one_colour,
        "looks": any((colour.name, colour.rgb) not in known for colour in puzzle.colours),
        "unknown_lengths": any(b.entry == "?" for clue in lines for b in clue or ()),
        "absent_clues": None in lines,
        "stars": any(map(has_star, lines)),
        **{kind: puzzle.board.kind == kind for kind in BOARD_KINDS},
        "triangles": any(colour.triangle for colour in puzzle.colours),
        "joints": any(b.joint for clue in lines for b in clue or ()),
        "goals": bool(puzzle.goals),
        "further_goals": len(puzzle.goals) > 1,
        "saved": bool(puzzle.saved),
        "further_saved": len(puzzle.saved) > 1,
        "candidates": any(mask not in plain for grid in puzzle.saved for mask in set(grid.masks)),
        **{text: bool(getattr(puzzle, text)) for text in TEXTS},
    }
    return {feature for feature, there in present.items() if there}


@checked
def losses(puzzle: Puzzle, format: str) -> set[Feature]:
    """The features of a puzzle that a format would lose.

    >>> sorted(losses(Puzzle([[1]], [[1]], title="Dot", source="drawn"), "nin"))
    ['source', 'title']
    """
    return features(puzzle) - format_named(format).carries


@checked
def dumps(puzzles: Puzzle | Sequence[Puzzle], format: str) -> str | bytes:
    """A puzzle, or several, as content in a format: text, or bytes for a few formats.

    Raises:
        FormatError: the format is read-only, holds only one puzzle a file, or cannot carry
            something without which it would be another puzzle. Texts, looks, goals and saved states
            that it cannot carry are left out: see `losses`.

    >>> dumps(Puzzle([[1], []], [[1]]), "two-line")
    '1;0\\n1\\n'
    """
    chosen = format_named(format)
    several = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    if chosen.dump is None:
        raise FormatError(f"the format {format!r} can only be read")
    if not several:
        raise FormatError("there is no puzzle to write")
    for puzzle in several:
        lost = sorted(losses(puzzle, format) & ESSENTIAL)
        if lost:
            words = " and no ".join(FEATURES[feature] for feature in lost)
            raise FormatError(f"the format {format!r} has no {words}, and this puzzle needs them")
        if chosen.needs_goal and not puzzle.goals:
            problem = f"the format {format!r} holds a picture, and the puzzle has no goal"
            raise FormatError(problem)
    if not chosen.escapes:
        _refuse_unreadable(several, chosen, chosen.carries)
    content: str | bytes
    if len(several) == 1:
        content = chosen.dump(several[0])
    elif chosen.dump_all is not None:
        content = chosen.dump_all(several)
    else:
        raise FormatError(f"a file of the format {format!r} holds one puzzle, not {len(several)}")
    if isinstance(content, str) and re.search(UNREADABLE, content):
        _refuse_unreadable(several, chosen, {*TEXTS, "looks"})
    return content


def _refuse_unreadable(
    puzzles: Sequence[Puzzle], known: Format[str] | Format[bytes], carried: Set[Feature]
) -> None:
    """Refuse texts with characters that could not be read again."""
    for puzzle in puzzles:
        texts: list[tuple[str, str | None]] = [(name, getattr(puzzle, name)) for name in TEXTS]
        written = [text for text in texts if text[0] in carried]
        if "looks" in carried:
            written += [("name of a colour", colour.name) for colour in puzzle.colours]
        for what, value in written:
            if found := re.search(UNREADABLE, value or ""):
                problem = f"the {what} has the character {found[0]!r}"
                raise FormatError(f"{problem}, which the format {known.name!r} does not hold")


@checked
def write(
    puzzles: Puzzle | Sequence[Puzzle], path: str | os.PathLike[str], format: str | None = None
) -> None:
    """Write a puzzle, or several, to a file, whole or not at all.

    Args:
        puzzles: what to write; several where the format's files hold several.
        path: a file's name; one that ends in ``.gz`` is compressed, and JSON in one that ends in
            ``.jsonl`` has a puzzle a line.
        format: the name of the format; None chooses by the suffix of ``path``.

    Raises:
        FormatError: no format has that suffix, or the format cannot carry the puzzles. Then
            nothing is written.
    """
    chosen, name = format or writer_for(path).name, os.fsdecode(path).lower()
    content = dumps(puzzles, chosen)
    if chosen == "json":
        from .data.json import LINES, in_lines

        content = in_lines(str(content)) if name.endswith(LINES) else content
    if name.endswith(".gz"):
        import gzip

        data = content if isinstance(content, bytes) else content.encode()
        content = gzip.compress(data, mtime=0)  # equal puzzles give equal files
    try:
        with atomic_write(path, binary=isinstance(content, bytes)) as file:
            file.write(content)
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", file=os.fsdecode(path)) from None


@checked
def writer_for(path: str | os.PathLike[str]) -> Format[str] | Format[bytes]:
    """The format in which a file of this name is written.

    Raises:
        FormatError: none has the name's suffix.
    """
    name = os.fsdecode(path)
    chosen = format_of_suffix(name, "dump")
    if chosen is None:
        written = (each for each in formats().values() if each.dump is not None)
        known = " ".join(dict.fromkeys(end for each in written for end in each.suffixes))
        end = suffix(name)
        problem = (
            f"no format that is written has the suffix {end!r}" if end else "a suffix is missing"
        )
        raise FormatError(f"{problem}; expected a name in {known}, or a format by name", file=name)
    return chosen


__all__ = [
    "FEATURES",
    "TEXTS",
    "Feature",
    "Format",
    "FormatWarning",
    "Guess",
    "Parsed",
    "build",
    "clue_texts",
    "dumps",
    "fault",
    "features",
    "foreign_formats",
    "format_named",
    "formats",
    "guess",
    "losses",
    "number_clues",
    "numbered",
    "parse",
    "parse_pixels",
    "sign",
    "write",
    "writer_for",
]

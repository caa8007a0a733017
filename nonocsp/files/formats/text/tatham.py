"""The ids of Simon Tatham's Pattern: size, columns and rows, and given cells, in one line.

    3x2:2/1/1/2/1.1
    3:1/1/1/1/1/1,aAh

``WIDTHxHEIGHT:`` (``X`` is read as well), or one number for a square, then the clues of the columns
and of the rows with ``/`` between clues and ``.`` between lengths; nothing is a line without
blocks. After a comma the given cells may follow as letters: a letter skips as many cells as its
place in the alphabet, counted from 0, and gives the next one as blank (lower case) or black (upper
case), unless that is beyond the end; ``z`` skips 25 and gives none. They become a saved state of
the puzzle, and its saved state is written as given cells. A line holds one id; a file may hold
several. An address of the program's page holds an id behind ``#``; nothing is fetched.

An id ``WIDTHxHEIGHT#SEED`` cannot be read, as only that program makes the puzzle of a seed. Of the
files that it saves, ``PARAMS`` and ``DESC`` are read, and the moves left out with a warning.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from ....core import Grid, Puzzle, counted
from ..clues import build, check_area, clue_texts, dimension, number_clues
from ..format import Format, Parsed, one_by_one
from ..text_lines import Lines, fault, filled, lines_of, numbered

_ID = re.compile(r"(\d+)(?:[xX](\d+))?([a-z][a-z0-9.]*)?([:#])(.*)", re.ASCII)
_PAGE = re.compile(r"(?i)https?://\S*?sgtatham|https?://[^#]*/pattern\.html")
_DESCRIPTION = re.compile(r"[\d./]*(?:,[a-zA-Z]*)?\Z", re.ASCII)
_FIELD = re.compile(r"([A-Z]+)\s*:\d+:(.*)\Z")
_SKIPPED = 25


def sniff(text: str) -> str | None:
    first = text.lstrip().split("\n", 1)[0].rstrip()
    if first.startswith("SAVEFILE:"):
        return "a saved game begins with SAVEFILE"
    found = _ID.match(_id(first))
    if _PAGE.match(first):
        return "an address of the page of Pattern"
    if found and (found[4] == "#" or ("/" in found[5] and _DESCRIPTION.match(found[5]))):
        return f"the first line is WIDTHxHEIGHT{found[4]} and an id"
    return None


def _id(line: str) -> str:
    """The id that a line is, or that an address has behind ``#``."""
    is_address = re.match("(?i)https?://", line)
    return unquote(line.partition("#")[2]) if is_address else line


def parse(text: str) -> Parsed:
    lines = [(number, line.strip()) for number, line in filled(numbered(text))]
    if lines[0][1].startswith("SAVEFILE:"):
        return _saved_game(lines)
    return Parsed([_puzzle(line, number) for number, line in lines])


def _saved_game(lines: Lines) -> Parsed:
    fields: dict[str, tuple[int, str]] = {}
    for number, line in lines:
        if found := _FIELD.match(line):
            fields.setdefault(found[1], (number, found[2]))
    number, game = fields.get("GAME", (1, "Pattern"))
    if game != "Pattern":
        raise fault("expected a saved game of Pattern", number, game)
    for key in ("PARAMS", "DESC"):
        if key not in fields:
            raise fault(f"expected the field {key} of a saved game")
    number, description = fields["DESC"]
    warnings = ["the moves of the saved game were left out"] if "MOVE" in fields else []
    return Parsed([_puzzle(f"{fields['PARAMS'][1]}:{description}", number)], warnings)


def _puzzle(text: str, at: int) -> Puzzle:
    game = re.search(r"/(\w+)\.html", text) if _PAGE.match(text) else None
    if game and game[1].lower() != "pattern":
        raise fault("expected a puzzle of Pattern", at, game[1])
    shown = text if _id(text) == text else text.partition("#")[2]
    found = _ID.fullmatch(_id(text))
    if found is None:
        problem = "expected WIDTHxHEIGHT: and the clues"
        if not shown:
            problem = "no puzzle in the address; the page's link 'by game ID' has one"
        raise fault(problem, at, shown or text)
    if found[4] == "#":
        problem = (
            "only the program that draws it knows the puzzle of a seed; expected an id with ':'"
        )
        raise fault(problem, at, shown)
    width = dimension(found[1], "columns", at)
    height = dimension(found[2] or found[1], "rows", at)
    description, comma, given = found[5].partition(",")
    parts = description.split("/")
    if len(parts) != width + height:
        wanted = f"{counted(width, 'clue')} of columns and {height} of rows"
        raise fault(f"expected {wanted}, not {len(parts)}", at)
    clues = number_clues((at, part.replace(".", " ")) for part in parts)
    puzzle = build(clues[width:], clues[:width])
    if not comma:
        return puzzle
    check_area(height, width, at)
    return puzzle.replace(saved=[Grid(_given(given, width * height, at), width)])


def _given(letters: str, cells: int, line: int) -> list[int]:
    """The candidates of the cells: those given, and both colours for all others."""
    masks = [3] * cells
    at = 0
    for letter in letters:
        if not (letter.isascii() and letter.isalpha()):
            raise fault("expected a letter for a given cell", line, letter)
        skipped = ord(letter.lower()) - ord("a")
        at += skipped
        if skipped < _SKIPPED:
            # The last letter may stand for the end of the grid instead of a cell.
            if at < cells:
                masks[at] = 2 if letter.isupper() else 1
            at += 1
        if at > cells + 1:
            raise fault(f"the given cells go beyond the {cells} cells of the grid", line)
    return masks


def dump(puzzle: Puzzle) -> str:
    rows, columns = clue_texts(puzzle, ".", "")
    given = f",{_letters(puzzle.saved[0])}" if puzzle.saved else ""
    return lines_of([f"{len(columns)}x{len(rows)}:{'/'.join([*columns, *rows])}{given}"])


def _letters(grid: Grid) -> str:
    """The given cells as letters, up to the end of the grid."""
    out = []
    skipped = 0
    for mask in grid.masks:
        if mask not in (1, 2):
            skipped += 1
            continue
        first = "A" if mask == 2 else "a"
        out += ["z" * (skipped // _SKIPPED), chr(ord(first) + skipped % _SKIPPED)]
        skipped = 0
    out.append("z" * (skipped // _SKIPPED))
    if skipped % _SKIPPED:
        out.append(chr(ord("a") + skipped % _SKIPPED))
    return "".join(out)


FORMAT = Format(
    name="tatham",
    summary="ids of Simon Tatham's Pattern: WIDTHxHEIGHT:columns/rows, given cells",
    sniff=sniff,
    parse=parse,
    dump=dump,
    dump_all=one_by_one(dump, ""),
    has_line=lambda head: not head.lstrip().startswith("SAVEFILE:"),
    carries=frozenset({"saved"}),
)

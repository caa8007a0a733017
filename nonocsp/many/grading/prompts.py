"""Questions to language models: the clues as text, as JSON or as a picture.

Each says in which form it wants the answer, and can write a picture in this form; `grade` reads it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...core import Block, Picture, Puzzle, PuzzleError, checked, counted, has_star
from ...files.formats import dumps

#: How an answer is written: a character a cell, colour numbers with blanks between, or JSON.
Form: TypeAlias = Literal["characters", "numbers", "json"]

#: Further clues, and what they mean.
_MEANINGS = {
    "?": '"?" is a block of unknown length.',
    "*": '"*" stands for any number of blocks, also none.',
    "attached": '"+" before a block: no blank cell is between it and the block before it.',
    "loose": '"~" before a block: no blank cell is needed between it and the block before it.',
}


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question to a model."""

    text: str
    puzzle: Puzzle
    form: Form
    """The form of the answer that it asks for."""
    image: bytes | None = None
    """The picture that belongs to the text, as PNG, or None."""

    @checked
    def answer(self, picture: Picture) -> str:
        """A picture in the form that the text asks for.

        Raises:
            PuzzleError: it has another size than the puzzle, or more colours.
            OptionError: it is not a picture.
        """
        most = self.puzzle.block_colours
        if picture.shape != self.puzzle.shape or any(
            cell > most for row in picture for cell in row
        ):
            raise PuzzleError(f"{picture!r} does not fit {self.puzzle!r}")
        if self.form == "json":
            return json.dumps({"grid": picture.tolist()})
        if self.form == "numbers":
            return "\n".join(" ".join(map(str, row)) for row in picture)
        chars = ["_", *(colour.char for colour in self.puzzle.colours[1:])]
        return "\n".join("".join([chars[cell] for cell in row]) for row in picture)

    def __str__(self) -> str:
        return self.text


@checked
def text_prompt(puzzle: Puzzle) -> Prompt:
    """The clues as text; the answer is rows of characters.

    Raises:
        PuzzleError: the board is not a rectangle. So do the others.
        OptionError: it is not a puzzle, or they are not.

    >>> print(text_prompt(Puzzle([[2], [1]], [[1], [2]])))
    Solve this nonogram of 2 rows and 2 columns.
    A clue has the lengths of the blocks in its line, in order: runs of filled cells,
    with at least one blank cell between two.
    0 is a line without blocks.
    <BLANKLINE>
    rows:
    2
    1
    columns:
    1
    2
    <BLANKLINE>
    Answer with 2 lines of 2 characters: _ blank, # black.
    """
    text = f"{_task(puzzle)}\n0 is a line without blocks.\n\n{puzzle}\n\n{_wanted(puzzle)}"
    return Prompt(text, puzzle, _rows(puzzle))


@checked
def json_prompt(puzzle: Puzzle) -> Prompt:
    """The clues as JSON; the answer is rows of colour numbers in JSON."""
    task = _task(puzzle)
    rows, columns = puzzle.shape
    wanted = f'Answer with JSON: {{"grid": [[…], …]}}, {rows} lists of {columns} numbers: '
    wanted += ", ".join(f"{number} {c.name}" for number, c in enumerate(puzzle.colours))
    absent = "[] is a line without blocks" + ", null an absent clue" * (None in puzzle.clues)
    clues = str(dumps(bare(puzzle), "json")).strip()
    text = f"{task}\n{absent}.\n\n{clues}\n\n{wanted}."
    return Prompt(text, puzzle, "json")


@checked
def picture_prompt(puzzle: Puzzle, **look: object) -> Prompt:
    """The clues as a picture, drawn by `nonocsp.files.render.png` with this look; the answer is
    rows of characters.

    Raises:
        NonocspError: Pillow is missing.
    """
    from ...files.render import png

    text = f"The picture shows a nonogram with its clues. {_task(puzzle)}\n{_wanted(puzzle)}"
    return Prompt(text, puzzle, _rows(puzzle), png(bare(puzzle), **look))


def bare(puzzle: Puzzle) -> Puzzle:
    """The puzzle without what tells its solution: a title does, too."""
    return Puzzle(puzzle.rows, puzzle.columns, puzzle.colours[1:], blank=puzzle.colours[0])


def _task(puzzle: Puzzle) -> str:
    rows, columns = puzzle.shape
    size = f"{counted(rows, 'row')} and {counted(columns, 'column')}"
    blocks = "runs of filled cells,\nwith at least one blank cell between two"
    if not puzzle.has_one_colour:
        blocks = "runs of cells of one colour,\nwith at least one blank cell between two of one "
        blocks += "colour; blocks of different colours may touch"
    task = f"Solve this nonogram of {size}.\nA clue has the lengths of the blocks in its line, in "
    task += f"order: {blocks}."
    signs = {sign for clue in puzzle.clues for block in clue or () for sign in _signs(block)}
    if any(clue is None or has_star(clue) for clue in puzzle.clues):
        signs.add("*")
    return "\n".join([task, *(text for sign, text in _MEANINGS.items() if sign in signs)])


def _signs(block: Block) -> list[str]:
    """What is unusual about a block."""
    unknown = ["?"] if block.length is None and not block.is_star else []
    return [*unknown, block.joint] if block.joint else unknown


def _rows(puzzle: Puzzle) -> Form:
    """Characters, if that of every colour is # or a letter, else numbers."""
    chars = [colour.char for colour in puzzle.colours[1:]]
    return "characters" if all(c == "#" or c.isalpha() for c in chars) else "numbers"


def _wanted(puzzle: Puzzle) -> str:
    """The form of the answer."""
    rows, columns = puzzle.shape
    how = f"Answer with {counted(rows, 'line')} of {counted(columns, 'character')}"
    symbols = ["_", *(colour.char for colour in puzzle.colours[1:])]
    if _rows(puzzle) == "numbers":
        how = f"Answer with {counted(rows, 'line')} of {counted(columns, 'number')}, blanks between"
        symbols = [*map(str, range(len(puzzle.colours)))]
    pairs = zip(symbols, puzzle.colours, strict=True)
    return f"{how}: {', '.join(f'{symbol} {colour.name}' for symbol, colour in pairs)}."

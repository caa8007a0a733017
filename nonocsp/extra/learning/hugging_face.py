"""Puzzles as a data set of Hugging Face's ``datasets``.

``datasets.load_dataset`` reads what `nonocsp dataset` writes; this module is for any other
puzzles, and adds prompts and answers.

Source: Lhoest and others, "Datasets: a community library for natural language processing"
(arXiv:2109.02846, 2021).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core import NonocspError, Puzzle, checked, missing
from .tasks import tasks_of

try:
    import datasets
except ImportError:
    raise NonocspError(missing("data sets need the package datasets", "datasets")) from None

__all__ = ["to_dataset"]

#: What the columns hold.
FEATURES = {
    "prompt": "string",
    "answer": "string",
    "puzzle": "string",
    "height": "int32",
    "width": "int32",
    "colours": "int32",
}


@checked
def to_dataset(puzzles: Iterable[Puzzle] | str) -> Any:
    """A ``datasets.Dataset`` with a row for each puzzle, in memory.

    Its columns: the prompt of `nonocsp.many.grading.text_prompt`, an answer that is right,
    the puzzle in the format ``json``, which `tasks.score` reads, and the numbers of rows, columns
    and block colours.

    Args:
        puzzles: the puzzles, or the path of a file with them, in any format or table.

    Raises:
        FormatError: the file, or a record of it, cannot be read.
        PuzzleError: a puzzle has no solution, or its board is not a rectangle.
    """
    values: dict[str, list[Any]] = {name: [] for name in FEATURES}
    for puzzle, task in tasks_of(puzzles):
        height, width = puzzle.shape
        sizes = {"height": height, "width": width, "colours": puzzle.block_colours}
        for name, value in (task | sizes).items():
            values[name].append(value)
    kinds = {name: datasets.Value(kind) for name, kind in FEATURES.items()}
    return datasets.Dataset.from_dict(values, features=datasets.Features(kinds))

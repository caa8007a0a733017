"""The card of a data set: what it holds and how it was made, counted from its records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import quantiles
from typing import Any

from ...people.explanation.effort import LENGTHS
from ...people.explanation.rating import SCALE
from .order import PARTS, SetOrder

#: The members of a record, with their meaning.
MEMBERS = {
    "index": "the number of the puzzle in the order; gaps are puzzles that are left out",
    "part": "train, validation or test; all images of a puzzle under symmetry are in one part",
    "rows": "the clues of the rows, from the top; in colours, blocks are length and colour",
    "cols": "the clues of the columns, from the left",
    "colours": "the names of the block colours; missing in black and white",
    "verdict": "unique, multiple or none: the number of solutions, proven",
    "solution": "the rows of the only solution, `_` is blank; null if there is not exactly one",
    "length_word": "how long it takes, in a word; null like the next ones without one solution",
    "minutes": "an estimate of the time; most people take between half and twice as long",
    "depth_word": "how deep it is, in a word",
    "depth": "how deep its steps are, from 0 to about 8",
    "level": "what it takes: lines, assumptions, counting or search",
    "tedium": "the sum of the costs of its steps",
    "steps": "the steps that solve it: technique, lines, known cells, conclusions, sentence",
    "texture": "the texture of the random picture",
    "changed": "of a near miss, the line whose clue was changed, and its clue before",
    "seed": "the seed of its picture, as of `nonocsp generate`",
    "version": "the version of nonocsp",
    "hash": "the fingerprint of the puzzle",
    "class": "the key of its symmetry class: rotations, reflections, names of colours",
    "proof": "a proof of the verdict, which `nonocsp verify` checks",
}


#: The words of both scales, from the least.
_WORDS = {
    "length_word": [word for _, word in LENGTHS],
    "depth_word": [word for _, word in SCALE],
}


class SetCard:
    """The card of an order, counted from the records one by one."""

    def __init__(self, order: SetOrder, tried: int, to: str) -> None:
        self._order, self._tried, self._to = order, tried, to
        self._counts: dict[str, Counter[Any]] = {
            name: Counter() for name in ("part", "size", "colours", "verdict", "texture", *_WORDS)
        }
        self._near: Counter[str] = Counter()
        self._numbers: dict[str, list[float]] = {
            name: [] for name in ("minutes", "depth", "tedium")
        }
        self._filled: list[float] = []
        self._members: dict[str, None] = {}
        self._version = ""

    @property
    def parts(self) -> dict[str, int]:
        """The number of puzzles of each part that has any."""
        return {part: n for part in PARTS if (n := self._counts["part"][part])}

    def add(self, record: dict[str, Any]) -> None:
        """Take a record into account."""
        size = f"{len(record['rows'])}x{len(record['cols'])}"
        about = {"size": size, "colours": len(record.get("colours") or [1])}
        for name, counts in self._counts.items():
            value = about.get(name, record.get(name))
            if value is not None:
                counts[value] += 1
        for name, numbers in self._numbers.items():
            if record[name] is not None:
                numbers.append(record[name])
        if record["changed"] is not None:
            self._near[record["verdict"]] += 1
        if record["solution"] is not None:
            cells = "".join(record["solution"])
            self._filled.append(1 - cells.count("_") / len(cells))
        self._members |= dict.fromkeys(record)
        self._version = record["version"]

    def text(self) -> str:
        """It as Markdown, with the head that Hugging Face reads."""
        parts, order = self.parts, self._order
        files = [f"  - split: {part}\n    path: {part}.{self._to}" for part in parts]
        return "\n".join(
            [
                "---",
                "license: cc0-1.0",
                "tags:\n- nonogram",
                "configs:\n- config_name: default\n  data_files:",
                *files,
                "---",
                "",
                "# Nonograms",
                "",
                f"{sum(parts.values()):,} random nonograms, no two of them equal up to rotation, "
                "reflection and the names of colours. Every verdict is proven by complete search.",
                "",
                "## How it was made",
                "",
                f"    {order.command}",
                "",
                f"nonocsp {self._version}; the same command gives the same bytes. {self._tried:,} "
                "numbers were tried; those are left out whose puzzle came before, or of which none "
                "with the verdict and the level was found. "
                f"Filled cells: {order.density:g} of all"
                + (f", with {order.symmetry} symmetry." if order.symmetry != "none" else "."),
                "",
                "## What it holds",
                "",
                *self._tables(),
                "## Members of a record",
                "",
                *_table(("member", "meaning"), [(f"`{m}`", MEMBERS[m]) for m in self._members]),
                "## Licence",
                "",
                "CC0 1.0: the puzzles are random and nobody's. Do with them what you like.",
                "",
            ]
        )

    def _tables(self) -> list[str]:
        lines: list[str] = []
        for name, counts in self._counts.items():
            order = {"part": PARTS, **_WORDS}.get(name) or sorted(counts)
            rows = [(str(value), f"{counts[value]:,}") for value in order if counts[value]]
            if name == "verdict" and self._near:
                rows += [(f"{v}, near misses", f"{n:,}") for v, n in sorted(self._near.items())]
            if rows:
                lines += _table((name, "puzzles"), rows)
        shown = {**self._numbers, "filled cells": self._filled}
        spreads = [(name, *_spread(numbers)) for name, numbers in shown.items() if numbers]
        if spreads:
            lines += _table(("of those with one solution", "5 %", "median", "95 %"), spreads)
        return lines


def _spread(numbers: list[float]) -> tuple[str, str, str]:
    if len(numbers) < 2:
        return (f"{numbers[0]:.2f}",) * 3
    cuts = quantiles(numbers, n=20, method="inclusive")
    return f"{cuts[0]:.2f}", f"{cuts[9]:.2f}", f"{cuts[18]:.2f}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [head, ("---",) * len(head), *rows]
    return [*(f"| {' | '.join(line)} |" for line in lines), ""]

"""Update index.json, fog.json and the tables of README.md from the files of this folder.

    python input/make_index.py

Title, kind and note are written by hand and kept, and so is the number once it is given; everything
else is computed from the file. A rating, which takes minutes, is kept while the clues stay the
same: delete the member to rate again. A new file first needs an entry of its own: ``{"file": …,
"title": …, "kind": …}``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import nonocsp as nc
from nonocsp.apps.web.fog import fog_of
from nonocsp.core.model import Board
from nonocsp.core.space import solution_space
from nonocsp.people.explanation import rate
from nonocsp.people.opening import load

HERE = Path(__file__).parent

#: The kinds of puzzles, in the order of the tables.
KINDS = {
    "picture": "Pictures",
    "ambiguous": "More than one solution",
    "unsolvable": "No solution",
    "family": "Families",
}

#: The largest integer that every JSON reader represents exactly; larger ones become strings.
EXACT = 2**53


def by_lines(puzzle: nc.Puzzle) -> bool:
    """Whether tightening single lines decides the puzzle."""
    options = nc.Options(strategy="textbook")
    found = nc.solutions(puzzle, options=options, limits=nc.Limits(nodes=1))
    number = len(list(found))
    return found.is_complete and number < 2 and not found.stats.nodes


def kind_and_sides(board: Board) -> dict[str, Any]:
    """The kind of a board, and its sides if it is made of sides; its cells are in the file."""
    return {key: part for key, part in board.to_dict().items() if key in ("kind", "sides")}


def longest(board: Board) -> int:
    """The cells of the longest line with a clue."""
    return max(len(board.cells(line)) for line in board.clued)


def rating(puzzle: nc.Puzzle) -> dict[str, Any]:
    """The depth of a puzzle with one solution."""
    found = rate(puzzle).to_dict()
    return {key: found[key] for key in ("length_word", "minutes", "depth_word", "depth", "level")}


def entry(given: dict[str, Any]) -> dict[str, Any]:
    """The entry of a file: its hand-written members and the computed ones."""
    parsed = load(HERE / given["file"])
    puzzle = parsed.puzzles[0]
    count = solution_space(puzzle).count
    verdict = nc.verdict(puzzle)
    whole = {
        "file": given["file"],
        "number": given.get("number"),
        "title": given["title"],
        "author": "The nonocsp authors",
        "licence": "CC0-1.0",
        "kind": given["kind"],
        "format": parsed.format,
        "board": kind_and_sides(puzzle.board),
        "cells": puzzle.board.size,
        "longest": longest(puzzle.board),
        "colours": puzzle.block_colours,
        "verdict": verdict.value,
        "count": count if count <= EXACT else str(count),
        "by_lines": by_lines(puzzle),
        "fingerprint": puzzle.fingerprint(),
    }
    if verdict is nc.Verdict.UNIQUE:
        same = given.get("fingerprint") == whole["fingerprint"]
        whole["rating"] = (same and given.get("rating")) or rating(puzzle)
    return whole | {"note": given["note"]} if "note" in given else whole


def order(entry: dict[str, Any]) -> tuple[int, int, str]:
    """By kind, then by size, then by name."""
    return [*KINDS].index(entry["kind"]), entry["cells"], entry["file"]


def tables(entries: list[dict[str, Any]]) -> str:
    """The tables of README.md, one a kind."""
    return "\n".join(_table(kind, [e for e in entries if e["kind"] == kind]) for kind in KINDS)


def _table(kind: str, entries: list[dict[str, Any]]) -> str:
    heads = ["file", "title", "board", "colours", "by lines"]
    if kind in ("ambiguous", "family"):
        heads[-1] = "solutions"
    if kind != "picture":
        heads.append("note")
    lines = [f"### {KINDS[kind]}\n", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for e in entries:
        cells = {
            "file": f"`{e['file']}`",
            "title": e["title"],
            "board": _board(**e["board"]),
            "colours": str(e["colours"]),
            "by lines": "yes" if e["by_lines"] else "no",
            "solutions": _number(int(e["count"])),
            "note": e.get("note", ""),
        }
        lines.append(f"| {' | '.join(cells[head] for head in heads)} |")
    return "\n".join(lines) + "\n"


def _board(kind: str, sides: list[int] | None = None) -> str:
    if sides is None:
        return "of its own"
    return "×".join(map(str, sides)) if kind == "rectangle" else f"{kind} {_listed(sides)}"


def _listed(sides: list[int]) -> str:
    """The length of all sides, or that of each."""
    return f"of side {sides[0]}" if len(set(sides)) == 1 else ", ".join(map(str, sides))


def _number(count: int) -> str:
    digits = str(count)
    return f"{count:,}" if len(digits) <= 20 else f"{digits[:6]}… ({len(digits)} digits)"


def readme(text: str, entries: list[dict[str, Any]]) -> str:
    """README.md with the tables between the two markers replaced."""
    start, end = "<!-- tables -->\n", "<!-- end of tables -->\n"
    return re.sub(f"(?s)(?<={start}).*(?={end})", lambda _: f"\n{tables(entries)}\n", text)


def main() -> None:
    index, fog, page = HERE / "index.json", HERE / "fog.json", HERE / "README.md"
    entries = [entry(given) for given in json.loads(index.read_text(encoding="utf-8"))]
    entries.sort(key=order)
    # The addresses of the page hold the number: one that is given never changes.
    last = max((e["number"] or 0 for e in entries), default=0)
    for e in entries:
        if e["number"] is None:
            e["number"] = last = last + 1
    lines = ",\n  ".join(json.dumps(e, ensure_ascii=False) for e in entries)
    index.write_text(f"[\n  {lines}\n]\n", encoding="utf-8", newline="\n")
    fogs = ",\n  ".join(
        f"{json.dumps(e['file'])}: {json.dumps(fog_of(load(HERE / e['file']).puzzles[0]))}"
        for e in entries
    )
    fog.write_text(f"{{\n  {fogs}\n}}\n", encoding="utf-8", newline="\n")
    page.write_text(
        readme(page.read_text(encoding="utf-8"), entries), encoding="utf-8", newline="\n"
    )


if __name__ == "__main__":
    main()

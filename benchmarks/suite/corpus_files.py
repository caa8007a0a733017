"""The files of the corpus: JSON lines, their card, and models for other solvers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import nonocsp
from nonocsp import NonocspError, Puzzle
from nonocsp.core import puzzle_key
from nonocsp.core.base.files import atomic_write, write_lines
from nonocsp.files.formats import dumps, format_named
from nonocsp.files.formats.format import Format
from nonocsp.many.sets.order import PARTS

from .experiments import corpus
from .export import Table

NAME = "scaled-1"

FILE = f"{NAME}.jsonl"

#: The members of an instance, with their meaning.
MEMBERS = {
    "id": "its name, which stays",
    "part": "train, validation or test; it stays, and depends on the symmetry class",
    "family": "what it was made by; `ladder` are the instances of growing bare search",
    "source": "the generator with its values, as of `nonocsp bench run --puzzles`",
    "size": "rows and columns",
    "density": "filled cells as a share of all",
    "rows": "the lengths of the blocks of each row, from the top",
    "cols": "those of the columns, from the left",
    "verdict": "unique, multiple or none, proven",
    "solutions": "the exact number of solutions in digits, or null",
    "bounds": "where that is null, proven bounds: at least, at most (null: none known)",
    "pictures": "two different solutions, the only one, or none; a hexadecimal digit for four "
    "cells in row-major order, the first cell its highest bit, blanks at the end",
    "mask": "of several solutions, the cells that differ between any two of them, alike",
    "ambiguous": "the number of these cells",
    "lines": "cells that have one colour in all solutions and are open after tightening every "
    "line until nothing changes; 0 is decided, also that there is no solution",
    "probe1": "the same after probing one cell until nothing changes: a colour is excluded if "
    "assuming it and tightening lines ends in a contradiction",
    "probe2": "the same after probing two cells: each assumption is followed by probing one cell",
    "nodes": "nodes of backtracking with AC-3 and the line with the fewest placements first, until "
    "two solutions are found or there are no more",
    "engines": "the engines that found this number of nodes: the kernel, and the textbook engine "
    "where it can",
    "conflicts": "conflicts of the default search with the seeds 0 to 9, for the same question",
    "open": "what is null because it reached a limit, with the counted work of the limit",
}


#: The card, with the head that Hugging Face reads.
_CARD = """---
license: cc0-1.0
tags:
- nonogram
- constraint-programming
configs:
- config_name: default
  data_files: {file}
---

# Scaled nonograms ({name})

{number} nonograms in black and white, up to {largest} cells a side, no two of them alike up
to rotation and reflection, each with a proven verdict and labels of hardness. A line of
`{file}` is an instance.

    nonocsp bench corpus FOLDER{option}

nonocsp {version} made it; one version gives the same bytes. Every limit is counted
work, so no figure depends on the speed of a machine. `conflicts`, and which two of several
solutions `pictures` has, come from a search that computes with floating point: another compiler may
change them, and nothing else.

## Instances

{families}

Of these {parts}. `lines`, `probe1`, `probe2`: so
many are decided by it; `search`: neither; `both engines` visit as many nodes; `open`: something is
not known.

Random pictures are the first of a stream of seeds with the wanted verdict, so densities of unique
ones are those of the generator, but uniqueness selects among them. The last unique one and the
second without solution of each size and density are also such that lines alone do not decide them.

## Members

{members}

## What is open

{open}.
Limits: `nodes` {corpus.NODES:,} nodes, of the ladder {corpus.LADDER_NODES:,}; `solutions`
{corpus.COUNT_NODES:,} nodes of one compiler; `mask` {corpus.MASK_NODES:,} nodes; `probe2`
{corpus.PROBES:,} probes. The textbook engine repeats up to {corpus.BOTH_NODES:,} nodes.

## Licence

CC0 1.0: made by a program, for any use.
"""


def write(
    folder: Path, instances: Sequence[Mapping[str, Any]], largest: int, to: Sequence[str]
) -> None:
    """Write the corpus.

    Args:
        folder: where to.
        instances: the records, in the order of the declaration.
        largest: the most cells a side, for the card.
        to: names of formats; each instance is also written into a folder of the name.

    Raises:
        NonocspError: two instances are alike up to symmetry.
        FormatError: no such format.
    """
    formats = checked(to)
    puzzles = {each["id"]: Puzzle(each["rows"], each["cols"]) for each in instances}
    alike: dict[bytes, str] = {}
    for name, puzzle in puzzles.items():
        if (other := alike.setdefault(puzzle_key(puzzle), name)) != name:
            raise NonocspError(f"{name} and {other} are alike up to symmetry")
    write_lines(folder / FILE, (json.dumps(each, separators=(",", ":")) for each in instances))
    write_lines(folder / "README.md", card(instances, largest).splitlines())
    for each in formats:
        below = folder / each.name
        below.mkdir(exist_ok=True)
        for name, puzzle in puzzles.items():
            content = dumps(puzzle, each.name)
            path = below / f"{name}{(*each.suffixes, f'.{each.name}')[0]}"
            with atomic_write(path, binary=isinstance(content, bytes)) as file:
                file.write(content)


def checked(names: Sequence[str]) -> list[Format[Any]]:
    """The formats of some names, in which a puzzle can be written.

    Raises:
        FormatError: there is none of a name, or it holds no puzzle without a solution.
    """
    for name in names:
        dumps(Puzzle([[1]], [[1]]), name)
    return [format_named(name) for name in names]


def card(instances: Sequence[Mapping[str, Any]], largest: int) -> str:
    """The card, in Markdown."""
    parts = Counter(each["part"] for each in instances)
    opened = Counter(name for each in instances for name in each["open"])
    members = [(f"`{name}`", text) for name, text in MEMBERS.items()]
    return _CARD.format(
        number=len(instances),
        largest=largest,
        option=f" --largest {largest}" * (largest < max(corpus.SIZES)),
        version=nonocsp.__version__,
        families=_families(instances),
        parts=", ".join(f"{parts[part]} {part}" for part in PARTS),
        members=Table(("member", "meaning"), members, words=2),
        open=", ".join(f"{name}: {opened[name]}" for name in sorted(opened)) or "Nothing",
        corpus=corpus,
        file=FILE,
        name=NAME,
    )


def _families(instances: Sequence[Mapping[str, Any]]) -> Table:
    """The table of the experiment."""
    records = [{"cell": {"family": each["family"]}, "figures": each} for each in instances]
    return corpus.EXPERIMENT.table([*corpus.rows(records)])

"""Sources of the public sets, and a downloader for those that a script may fetch.

    python -m benchmarks.fetch [--into FOLDER] [SET …]

Without names it lists the sources. The puzzles belong to their authors: read the terms of the
source before fetching, and do not publish what was fetched. Each set becomes ``NAME.jsonl`` as
`public` reads it. Only sets with a stable address of one file in a known format can be fetched; the
others have to be requested, or exported by hand, at the page of their source.
"""

from __future__ import annotations

import argparse
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from nonocsp import Puzzle, formats
from nonocsp.core.base.errors import FormatError

#: Longest file that is fetched, in bytes.
_MOST = 1 << 24


class Source(NamedTuple):
    """Where one set comes from."""

    page: str
    """A page about the set and its terms."""
    how: str
    """How to get it by hand."""
    address: str = ""
    """Where a script finds one file with the puzzles; empty if there is no such file."""


_WEBPBN = "https://webpbn.com/"
_TOURNAMENTS = "https://www.chessprogramming.org/Nonogram"

SOURCES: dict[str, Source] = {
    "survey": Source(
        "https://webpbn.com/survey/",
        f"export the puzzles that the survey names, one by one, at {_WEBPBN}export.cgi",
    ),
    "survey_colour": Source(
        "https://webpbn.com/survey/",
        f"export the coloured puzzles that the survey names at {_WEBPBN}export.cgi",
    ),
    "webpbn_harvest": Source(
        _WEBPBN, "puzzles of webpbn.com by number; ask its owner before fetching many"
    ),
    **{
        f"tournament_{name}": Source(
            _TOURNAMENTS, "puzzle files of the tournaments: ask the organisers"
        )
        for name in ("taai2011", "tcga2013", "taai2014", "icga2018")
    },
    "minizinc": Source(
        "https://github.com/MiniZinc/minizinc-benchmarks",
        "the folder nonogram: convert each .dzn",
    ),
    "random30": Source("", "200 random pictures of 30 x 30, half filled"),
    "wilk": Source("", "the examples of Jakub Wilk's program nonogram; no address is known to us"),
    "davidje13": Source(
        "https://github.com/davidje13/Nonogram", "the folder games: CSV files of short codes"
    ),
    "olsak_examples": Source(
        "", "the examples in the archive of the program grid by Mirek and Petr Olšák"
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 1 something could not be fetched, 2 bad usage."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fetch", description=__doc__)
    parser.add_argument("set", nargs="*", help="sets to fetch; without any, list the sources")
    parser.add_argument("--into", type=Path, default=Path("data"), help="folder; default: data")
    parser.add_argument("--from", dest="address", help="fetch the one set named from there")
    chosen = parser.parse_args(arguments)
    if not chosen.set:
        for name, source in SOURCES.items():
            print("\n  ".join(filter(None, (name, source.page, source.how))))
        return 0
    if chosen.address and len(chosen.set) > 1:
        parser.error("--from goes with one set")
    failed = 0
    for name in chosen.set:
        address = chosen.address or (SOURCES[name].address if name in SOURCES else "")
        if not address:
            known = SOURCES.get(name)
            hint = f"{known.how} {known.page}".strip() if known else "expected --from ADDRESS"
            print(f"{name}: {hint}", file=sys.stderr)
            failed += 1
            continue
        try:
            puzzles = fetch(address)
        except (OSError, FormatError, ValueError) as error:
            print(f"{name}: {address}: {error}", file=sys.stderr)
            failed += 1
            continue
        path = write(puzzles, chosen.into / f"{name}.jsonl")
        print(f"{path}: {len(puzzles)} puzzles")
    return 1 if failed else 0


def fetch(address: str) -> list[Puzzle]:
    """The puzzles of a file on the network, in any format that nonocsp reads.

    Raises:
        OSError: it cannot be had.
        ValueError: it is not an address, or larger than any puzzle set.
        FormatError: it is in no known format.
    """
    if not address.startswith(("http://", "https://")):
        raise ValueError("expected an address that begins with http:// or https://")
    with urllib.request.urlopen(address, timeout=60) as answer:
        data = answer.read(_MOST + 1)
    if len(data) > _MOST:
        raise ValueError(f"the file is larger than {_MOST >> 20} MiB")
    return formats.parse(data, name=address.rsplit("/", 1)[-1]).puzzles


def write(puzzles: Sequence[Puzzle], path: Path) -> Path:
    """Write puzzles as a set that `public` reads."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        for number, puzzle in enumerate(puzzles, start=1):
            file.write(json.dumps(_plain(puzzle, number), ensure_ascii=False) + "\n")
    return path


def _plain(puzzle: Puzzle, number: int) -> dict[str, object]:
    names = [colour.name for colour in puzzle.colours]
    coloured = not puzzle.has_one_colour
    sides = (
        [
            clue if clue is None else [
                [b.length or "?", names[b.colour]] if coloured else b.length or "?" for b in clue
            ]
            for clue in clues
        ]
        for clues in (puzzle.rows, puzzle.columns)
    )  # fmt: skip
    entry: dict[str, object] = dict(zip(("rows", "columns"), sides, strict=True))
    entry["id"] = puzzle.title or str(number)
    if coloured:
        entry["colours"] = {colour.name: colour.rgb for colour in puzzle.colours[1:]}
    return entry


if __name__ == "__main__":
    sys.exit(main())

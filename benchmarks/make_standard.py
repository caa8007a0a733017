"""Make the manifest of a standard set: ``python -m benchmarks.make_standard``.

A published standard set is never made again: a change of this list is a new version, with another
name. Takes about two minutes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nonocsp as nc
from benchmarks.suite import standard
from nonocsp.core.solver.features import MEANINGS

NAME = "standard-1"

#: Families with one parameter each that numbers the puzzles, and its values.
SOURCES = {
    # Small.
    "permutation:first={0},last={0}": (3, 5, 7),
    "checkerboard:first={0},last={0}": (6, 7, 10),
    "confetti:colours=2,first={0},last={0}": (2, 3, 4),
    "n-dom:first={0},last={0}": (2, 3, 4, 5, 6, 7, 8, 9, 10, 12),
    "n-dom-turned:first={0},last={0}": (2, 3, 4, 5, 6, 7),
    "random:size=5,count=1,seed={0}": (1, 2),
    "random:size=8,density=0.3,count=1,seed={0}": (1, 2),
    "random:size=10,count=1,seed={0}": range(1, 7),
    "random:size=10,density=0.65,count=1,seed={0}": (1,),
    "random:size=8,colours=3,density=0.6,count=1,seed={0}": (1, 2, 3),
    "vague:size=8,count=1,seed={0}": (1, 2, 3),
    "disturbed:size=10,count=1,seed={0}": (1, 2, 4),
    # Middle.
    "random:size=12,density=0.35,count=1,seed={0}": (1, 2, 3, 4),
    "random:size=15,density=0.4,count=1,seed={0}": (1, 2),
    "random:size=15,density=0.45,count=1,seed={0}": (1, 2, 3, 4),
    "random:size=15,count=1,seed={0}": (1, 2, 3, 4),
    "random:size=20,density=0.45,count=1,seed={0}": (1, 2, 3),
    "random:size=20,count=1,seed={0}": (1, 2, 3, 4),
    "random:size=20,density=0.6,count=1,seed={0}": (1, 2, 3),
    "random:size=25,density=0.55,count=1,seed={0}": (1, 2, 3),
    "random:size=15,colours=2,density=0.6,count=1,seed={0}": (1, 2, 3),
    "random:size=20,colours=4,density=0.6,count=1,seed={0}": (1, 2, 3),
    "vague:size=12,count=1,seed={0}": (1, 2),
    "disturbed:size=20,count=1,seed={0}": (1, 2, 3),
    # Large.
    "random:size=30,density=0.4,count=1,seed={0}": (1, 2),
    "random:size=30,count=1,seed={0}": (1, 2, 3, 4),
    "random:size=30,density=0.6,count=1,seed={0}": (1, 2),
    "random:size=40,density=0.6,count=1,seed={0}": (1, 2),
    "random:size=60,density=0.7,count=1,seed={0}": (1, 2),
    "random:size=30,colours=3,count=1,seed={0}": (1, 2),
    "disturbed:size=30,density=0.6,count=1,seed={0}": (1, 2),
    "line-solvable:size=100,count=1,seed={0}": (1,),
}

#: Files of the library.
FILES = """
heart.txt smile.txt quaver.pbm frog.xml umbrella.dzn rocket.sgriddler duck.txt tulip.ctu
fish.json penguin.ctu anchor.txt butterfly.txt die-two.non fireflies.ctu broken-heart.nin
mistyped-umbrella.json withered-tulip.ctu dominoes.non dizzy-penguin.json spider.txt bicycle.mk
camera.nin balloon.non owl.non parrot.ctu ship.cwd elephant-by-hearsay.non half-a-butterfly.json
kites.json traffic-jam.non wallpaper.non octopus.xpm snowflake.json cat-and-moon.non
hummingbird.g koi.json moth.non lion.xml tree-with-swing.non starry-night.json peacock.non
""".split()  # noqa: SIM905


def sources() -> Iterator[str]:
    for pattern, values in SOURCES.items():
        yield from (pattern.format(value) for value in values)
    yield from (f"input/{file}" for file in FILES)


def entry(source: str) -> dict[str, Any]:
    case = standard.made(source)
    puzzle = case.puzzle
    rows, columns = puzzle.shape
    cells = rows * columns
    with nc.solutions(puzzle, limit=2, limits=nc.Limits(seconds=60)) as found:
        pictures = list(found)
    verdict = nc.verdict(puzzle, limits=nc.Limits(seconds=60))
    if verdict is nc.Verdict.UNKNOWN:
        raise SystemExit(f"{source}: no verdict")
    counted = nc.count(puzzle, limits=nc.Limits(seconds=5))
    work = {"conflicts": found.stats.counted().get("conflicts", 0)}
    options = nc.Options(strategy="textbook")
    limits = nc.Limits(nodes=100_000, seconds=60)
    with nc.solutions(puzzle, limit=2, limits=limits, options=options) as searched:
        if len(list(searched)) == len(pictures) and searched.stopped_by in (None, "solutions"):
            work["nodes"] = searched.stats.nodes
    features = nc.features(puzzle).to_dict()
    exact = {"solutions": str(counted.at_least)} if counted.is_exact else {}
    return {
        "id": case.id,
        "source": source,
        "digest": puzzle.fingerprint(),
        "scale": next(name for name, most in standard.SCALES.items() if cells <= most),
        "shape": [rows, columns, puzzle.block_colours],
        "verdict": verdict.value,
        **exact,
        "work": work,
        "features": [float(f"{features[name]:.4g}") for name in MEANINGS],
    }


def main() -> None:
    entries = [entry(source) for source in sources()]
    entries.sort(key=lambda each: (list(standard.SCALES).index(each["scale"]),))
    about = {"name": NAME, "version": nc.__version__, "features": list(MEANINGS)}
    path = Path(standard.__file__).with_name(f"{NAME}.jsonl")
    lines = [json.dumps(each, separators=(",", ":")) for each in (about, *entries)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    for each in entries:
        print(each["id"], each["scale"], each["verdict"], each.get("solutions"), each["work"])


if __name__ == "__main__":
    main()

"""The command dataset: puzzles with proven verdicts, for programs that learn."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core import counted
from .command import LOG, argument, command, given, group, index, keywords, natural, places, share
from .generate import size_of
from .messages import DONE, INTERRUPTED, say

if TYPE_CHECKING:
    from ...many.sets import SetOrder


def _several(kind: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    """Argument type: several values between commas."""

    def values(text: str) -> list[Any]:
        return [kind(word.strip()) for word in text.split(",")]

    return values


def _level(word: str) -> str | None:
    """Argument type: a depth, or any."""
    return None if word == "any" else word


@command(
    "make a data set for machine learning; puzzles with proven verdicts, no two of them alike",
    argument(
        "sizes", nargs="+", metavar="SIZE", help="rows x columns such as 10x12, or 10 for a square"
    ),
    argument(
        "-n",
        "--number",
        type=natural,
        required=True,
        metavar="N",
        help="number of puzzles; required",
    ),
    group(
        "puzzles (values between commas have equal shares)",
        argument(
            "--colours",
            type=_several(natural),
            metavar="K",
            help="numbers of block colours (default: 1)",
        ),
        argument(
            "--texture",
            dest="textures",
            type=_several(str),
            metavar="T",
            help="textures of the pictures: noise, blobs, stripes or strokes (default: noise)",
        ),
        argument(
            "--depth",
            dest="depths",
            type=_several(_level),
            metavar="LEVEL",
            help="levels, as `nonocsp generate --depth` lists them, or any (default: any)",
        ),
        keywords("nonocsp.people.generation:generate", "density", "symmetry", density=share),
        argument(
            "--none",
            type=share,
            metavar="SHARE",
            help="share of puzzles without a solution, half "
            "of them near misses: one clue of a puzzle with one solution is changed (default: 0)",
        ),
        argument(
            "--multiple",
            type=share,
            metavar="SHARE",
            help="share of puzzles with several solutions, half of them near misses (default: 0)",
        ),
        argument(
            "--seed",
            type=index,
            default=0,
            metavar="S",
            help="random seed; repeats the files of the same version and arguments (default: 0)",
        ),
    ),
    group(
        "records",
        argument(
            "--shares",
            type=_several(share),
            metavar="A,B,C",
            help="shares of the parts train, validation and test; symmetric copies are always in "
            "the same part (default: 0.8,0.1,0.1)",
        ),
        argument("--steps", action="store_true", help="add the steps that solve each puzzle"),
        argument("--proofs", action="store_true", help="add a proof of each verdict"),
    ),
    places(
        argument(
            "-o",
            "--output",
            required=True,
            metavar="FILE",
            help="folder to make; required; the same command goes on with one that is not complete",
        ),
        argument(
            "--to",
            default="jsonl",
            metavar="F",
            help="format of the tables: jsonl, jsonl.gz or parquet (default: jsonl)",
        ),
    ),
    argument(
        "--workers",
        type=natural,
        metavar="N",
        help="number of processes; the files do not depend on it (default: one for each core)",
    ),
    LOG,
    examples=(
        "nonocsp dataset 5 -n 20 -o small --workers 1",
        "nonocsp dataset 4 5 -n 10 --multiple 0.2 --steps -o verdicts --workers 1",
    ),
)
def dataset(chosen: argparse.Namespace) -> int:
    from ...many.sets.dataset import make_dataset

    order = order_of(chosen)
    try:
        made = make_dataset(order, chosen.output, to=chosen.to, workers=chosen.workers)
    except KeyboardInterrupt:
        known = f"the same command goes on in {chosen.output}"
        return say(f"interrupted; {known}", INTERRUPTED)
    parts = ", ".join(f"{number:,} {part}" for part, number in made.parts.items())
    print(f"{made.folder}: {counted(sum(made.parts.values()), 'puzzle')}: {parts}")
    return DONE


def order_of(chosen: argparse.Namespace) -> SetOrder:
    """The order that the arguments state. Raises `OptionError`."""
    from ...many.sets.order import SetOrder

    names = ("colours", "textures", "depths", "density", "symmetry", "none", "multiple")
    how = given(chosen, *names, "shares", "steps", "proofs", "seed")
    sizes = [size_of([word]) for word in chosen.sizes]
    return SetOrder(chosen.number, sizes=sizes, **how)

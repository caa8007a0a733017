"""Print a puzzle of a parametric family.

    python input/make_families.py permutation 8
    python input/make_families.py random 15 20 --density 0.4 --seed 7 --format non
    python input/make_families.py random 12 12 --colours 3 --format ctu
    python input/make_families.py rectangles 512 512

The families are those of `nonocsp.people.generation.families`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from nonocsp import NonocspError, Puzzle
from nonocsp.apps.cli.command import share
from nonocsp.files.formats import dumps, formats
from nonocsp.people.generation import families


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = vars(_parser().parse_args(arguments))
    make, format = chosen.pop("make"), chosen.pop("format")
    try:
        text = dumps(make(**chosen), format)
    except (NonocspError, ValueError) as error:
        print(f"make_families: error: {error}", file=sys.stderr)
        return 2
    # As bytes: the titles hold a multiplication sign, which not every terminal's encoding has.
    sys.stdout.buffer.write(text.encode())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Print a puzzle of a family that follows a rule.")
    commands = parser.add_subparsers(required=True, metavar="FAMILY")

    def family(
        name: str, make: Callable[..., Puzzle], *sizes: str, format: str = "two-line"
    ) -> argparse.ArgumentParser:
        about = make.__doc__ or ""
        command = commands.add_parser(name, help=about.partition("\n")[0], description=about)
        command.set_defaults(make=make)
        for size in sizes:
            command.add_argument(size, type=_natural, metavar=size.upper())
        written = [known.name for known in formats().values() if known.dump and not known.binary]
        command.add_argument("--format", choices=written, default=format, help=f"default: {format}")
        return command

    family("permutation", families.permutation, "n")
    family("checkerboard", families.checkerboard, "n")
    family("n-dom", families.n_dom, "n")
    family("confetti", families.confetti, "colours", "n", format="ctu")
    command = family("random", families.random_picture, "rows", "columns")
    command.add_argument("--density", type=share, default=0.5, help="0 to 1; default: 0.5")
    command.add_argument("--seed", type=int, default=0, help="default: 0")
    command.add_argument("--colours", type=_natural, default=1, help="default: 1")
    command = family("rectangles", families.rectangles, "rows", "columns")
    command.add_argument("--seed", type=int, default=0, help="default: 0")
    return parser


def _natural(word: str) -> int:
    if not (word.isascii() and word.isdigit() and 1 <= int(word) <= 9999):
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 to 9999, not {word!r}")
    return int(word)


if __name__ == "__main__":
    sys.exit(main())

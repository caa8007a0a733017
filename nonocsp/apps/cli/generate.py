"""The command generate."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from ... import formats
from ...common.errors import OptionError
from ...common.files import atomic_write
from ...common.limits import Limits
from ...model.puzzle import Puzzle
from ...solver.engines import ENGINES
from .common import (
    DONE,
    INTERRUPTED,
    LIMIT,
    index,
    natural,
    plain_command,
    positive,
    refuse_unwritable,
    say,
    stopped_by,
)

if TYPE_CHECKING:
    from ...generation import Generated, ImagePuzzle

#: The default format on standard output.
_DEFAULT = "json"


def register(commands: Any) -> None:
    """Add the commands of this module."""
    command = plain_command(
        commands, "generate", _generate, "generate puzzles, random or from an image"
    )
    command.add_argument("rows", nargs="?", type=natural, metavar="ROWS", help="number of rows")
    command.add_argument(
        "columns", nargs="?", type=natural, metavar="COLUMNS", help="number of columns"
    )
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="output file, replaced atomically (default: standard output)",
    )
    command.add_argument(
        "--to",
        metavar="F",
        help="output format (default: by the suffix of the output file, else json)",
    )
    command.add_argument(
        "--colours",
        type=natural,
        default=1,
        metavar="K",
        help="number of block colours (default: 1)",
    )
    command.add_argument(
        "--ambiguous",
        "--no-unique",
        dest="unique",
        action="store_false",
        help="accept puzzles with several solutions",
    )
    command.add_argument(
        "--difficulty",
        nargs="?",
        const="",
        metavar="LEVEL",
        help="lines (solvable one line at a time), search (not solvable so), or a rating such as "
        "easy or 'very hard' (default: any); without LEVEL, list the levels",
    )
    command.add_argument(
        "--engine", metavar="E", help=f"search engine: {' or '.join(ENGINES)} (default: kernel)"
    )
    _register_random(command.add_argument_group("random puzzles"))
    _register_images(command.add_argument_group("puzzles from images"))
    limits = command.add_argument_group("limits (default: none)")
    limits.add_argument("--seconds", type=positive, metavar="S", help="stop after S seconds")
    limits.add_argument(
        "--nodes", type=natural, metavar="N", help="stop after N nodes of the search tree"
    )


def _register_random(random: Any) -> None:
    random.add_argument(
        "--density",
        type=_share,
        metavar="D",
        help="share of filled cells, from 0 to 1 (default: 0.5)",
    )
    random.add_argument(
        "--texture",
        metavar="T",
        help="texture of the picture: noise, blobs, stripes or strokes (default: noise)",
    )
    random.add_argument(
        "--symmetry",
        metavar="S",
        help="symmetry of the picture: none, left-right, up-down, both, half-turn, quarter-turn or "
        "diagonal (default: none)",
    )
    random.add_argument(
        "--seed",
        type=index,
        metavar="S",
        help="random seed; the same seed and arguments give the same puzzle (default: a new one)",
    )
    random.add_argument(
        "--count",
        type=natural,
        metavar="N",
        help="number of puzzles, each with a seed of its own, ascending from S (default: 1)",
    )
    random.add_argument(
        "--attempts",
        type=natural,
        metavar="N",
        help="give up after N random pictures (default: 500)",
    )


def _register_images(images: Any) -> None:
    images.add_argument(
        "--image",
        metavar="FILE",
        help="PNG, JPEG or GIF file to make the puzzle from",
    )
    images.add_argument(
        "--size",
        type=natural,
        metavar="N",
        help="number of cells of the longer side, where ROWS and COLUMNS are absent (default: 40)",
    )
    images.add_argument(
        "--crop",
        type=_box,
        metavar="L,T,R,B",
        help="part of the image to use: left, top, right, bottom in pixels (default: all)",
    )
    images.add_argument(
        "--despeckle",
        type=natural,
        metavar="N",
        help="remove regions of fewer than N cells (default: 1, which removes none)",
    )
    images.add_argument(
        "--checks",
        type=natural,
        metavar="N",
        help="solver calls to spend on the search for the fewest changes (default: 20,000)",
    )
    images.add_argument(
        "--preview",
        metavar="PNG",
        help="PNG file to write, which shows the image, its cells and the picture of the puzzle",
    )


_OF_RANDOM = ("density", "texture", "symmetry", "seed", "count", "attempts")
_OF_IMAGES = ("size", "crop", "despeckle", "checks", "preview")


def _share(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, not {word!r}")
    return value


def _box(word: str) -> tuple[int, int, int, int]:
    words = word.split(",")
    if len(words) != 4 or not all(each.isascii() and each.isdigit() for each in words):
        raise argparse.ArgumentTypeError(f"expected four numbers such as 0,0,640,480, not {word!r}")
    left, top, right, bottom = (int(each[:9]) for each in words)
    return left, top, right, bottom


def _generate(chosen: argparse.Namespace) -> int:
    if chosen.difficulty == "":
        from ...generation import LEVELS

        for name, level in LEVELS.items():
            print(f"{name:10}  {level.summary}")
        return DONE
    if chosen.to is not None:
        target = formats.format_named(chosen.to)
    elif chosen.output is not None:
        target = formats.writer_for(chosen.output)
    else:
        target = formats.format_named(_DEFAULT)
    refuse_unwritable(chosen.output)
    of_others = _OF_RANDOM if chosen.image else _OF_IMAGES
    for name in of_others:
        if getattr(chosen, name) is not None:
            only = "for random puzzles" if chosen.image else "for --image"
            raise OptionError(f"--{name} is only {only}")
    if chosen.image:
        return _from_image(chosen, target.name)
    return _random(chosen, target.name)


def _limits(chosen: argparse.Namespace) -> Limits:
    return Limits(seconds=chosen.seconds, nodes=chosen.nodes)


def _given(chosen: argparse.Namespace, *names: str) -> dict[str, Any]:
    """The given arguments as keywords; the defaults of the others are elsewhere."""
    return {name: getattr(chosen, name) for name in names if getattr(chosen, name) is not None}


def _random(chosen: argparse.Namespace, target: str) -> int:
    from ...generation import generate

    if chosen.columns is None:
        raise OptionError("expected a size: nonocsp generate ROWS COLUMNS")
    order = _given(chosen, "density", "texture", "symmetry", "attempts", "seed", "difficulty")
    order |= {"colours": chosen.colours, "unique": chosen.unique, "engine": chosen.engine}
    puzzles: list[Puzzle] = []
    code = DONE
    try:
        while len(puzzles) < (chosen.count or 1):
            made = generate(chosen.rows, chosen.columns, **order, limits=_limits(chosen))
            if made.puzzle is None:
                code = _not_made(made)
                break
            if "seed" not in order:
                say(f"seed {made.seed}", DONE)
            order["seed"] = made.seed + 1
            puzzles.append(made.puzzle)
    except KeyboardInterrupt:
        code = say("interrupted; the finished puzzles are written", INTERRUPTED)
    if puzzles:
        _write(puzzles, chosen.output, target)
    return code


def _not_made(made: Generated) -> int:
    known = f"seed {made.seed}: no such puzzle was found"
    if made.stopped_by == "attempts":
        return say(f"stopped: {made.detail}; {known}", LIMIT)
    return stopped_by(str(made.stopped_by), made.detail, known)


def _from_image(chosen: argparse.Namespace, target: str) -> int:
    from ...generation import LEVELS, from_image

    if chosen.preview is not None:
        refuse_unwritable(chosen.preview)
    goal: Any = "unique" if chosen.unique else None
    if chosen.difficulty is not None:
        if chosen.difficulty != "lines" or not chosen.unique:
            raise OptionError("an image can be made unique, --ambiguous, or --difficulty lines")
        goal = LEVELS["lines"].goal
    made = from_image(
        chosen.image,
        rows=chosen.rows,
        columns=chosen.columns,
        colours=chosen.colours,
        goal=goal,
        engine=chosen.engine,
        limits=_limits(chosen),
        **_given(chosen, "size", "crop", "despeckle", "checks"),
    )
    if made.puzzle is None:
        assert made.repair is not None
        return stopped_by(str(made.repair.stopped_by), "", "the puzzle is not unique yet")
    if chosen.preview is not None:
        with atomic_write(chosen.preview, binary=True) as file:
            file.write(made.preview())
    _write([made.puzzle], chosen.output, target)
    say(_summary(made), DONE)
    return DONE


def _summary(made: ImagePuzzle) -> str:
    rows, columns = made.picture.shape
    number = len(made.picture.colours) - 1
    size = f"{rows} x {columns} cells, {number} colour{'s' * (number != 1)}"
    if made.repair is None:
        return size
    changed = len(made.repair.flipped)
    if made.repair.is_fewest:
        return f"{size}; {changed} changed, which is the minimum"
    return f"{size}; {changed} changed, at least {made.repair.at_least} had to be"


def _write(puzzles: list[Puzzle], path: str | None, target: str) -> None:
    if path is not None:
        formats.write(puzzles, path, target)
        return
    content = formats.dumps(puzzles, target)
    if isinstance(content, bytes):
        sys.stdout.buffer.write(content)
    else:
        sys.stdout.write(content)

"""The command generate."""

from __future__ import annotations

import argparse
import json
import re
import secrets
from typing import TYPE_CHECKING, Any

from ...core import BOARDS, OptionError, Puzzle, atomic_write, counted, report, typed_board
from ...files import formats
from ...files.formats import Format
from ...people.opening import file_stem
from .command import (
    ENGINE,
    JSON,
    LIMITS,
    OUTPUT,
    PLUGIN,
    SEED,
    argument,
    command,
    common,
    given,
    group,
    keywords,
    natural,
    number,
    places,
    positive,
    share,
)
from .job import limits_of, show_stats
from .messages import DONE, INTERRUPTED, LIMIT, say, stopped_by
from .output import Output, drawn, refuse_unwritable
from .writing import target_format, write_puzzles

if TYPE_CHECKING:
    from ...people.generation import Generated, ImagePuzzle


def _box(word: str) -> tuple[int, int, int, int]:
    words = word.split(",")
    if len(words) != 4 or not all(each.isascii() and each.isdigit() for each in words):
        raise argparse.ArgumentTypeError(f"expected four numbers such as 0,0,640,480, not {word!r}")
    left, top, right, bottom = (int(each[:9]) for each in words)
    return left, top, right, bottom


def size_of(words: list[str]) -> tuple[int, int]:
    """Rows and columns of words such as ``10``, ``10x12`` and ``10 12``.

    Raises:
        OptionError: they do not say a size.
    """
    sides = re.split("[xX×]", words[0]) if len(words) == 1 else words
    if len(sides) > 2 or not all(re.fullmatch("[0-9]{1,9}", side) for side in sides):
        shown = " ".join(words)
        raise OptionError(f"expected a size such as 10x12 (rows x columns) or 10, not {shown!r}")
    rows, columns = int(sides[0]), int(sides[-1])
    if not rows or not columns:
        raise OptionError(f"expected at least 1 row and 1 column, not {rows} x {columns}")
    return rows, columns


_RANDOM = group(
    "random puzzles",
    argument(
        "--board",
        choices=[*BOARDS],
        metavar="B",
        help=f"board instead of rows and columns: {' or '.join(BOARDS)}; SIZE is then the length "
        "of all sides, such as 5, or of each of its four or six sides, such as 3,4,5,4",
    ),
    keywords("nonocsp.people.generation:generate", "minutes", minutes=positive),
    keywords("nonocsp.people.generation:generate", "density", "texture", "symmetry", density=share),
    SEED,
    number("puzzles, with ascending seeds"),
    keywords("nonocsp.people.generation:generate", "attempts"),
)

_IMAGES = group(
    "puzzles from images",
    argument(
        "--image",
        metavar="FILE",
        help="image to make the puzzle from: PNG, JPEG, GIF, WebP or AVIF",
    ),
    keywords(
        "nonocsp.people.generation:from_image", "size", "crop", "despeckle", "checks", crop=_box
    ),
    argument(
        "--preview",
        metavar="PNG",
        help="PNG file to write: the image, its cells and the picture of the puzzle",
    ),
)

_OF_RANDOM = ("board", "minutes", "density", "texture", "symmetry", "seed", "number", "attempts")
_OF_IMAGES = ("size", "crop", "despeckle", "checks", "preview")


@command(
    "generate puzzles, random or from an image",
    argument(
        "shape",
        nargs="*",
        metavar="SIZE",
        help="rows x columns such as 10x12, or 10 for a square (default with --minutes: a square "
        "that takes about as long)",
    ),
    argument(
        "--colours",
        type=natural,
        default=1,
        metavar="K",
        help="number of block colours (default: 1)",
    ),
    argument(
        "--title",
        metavar="TEXT",
        help="title (default of an image: its file's name)",
    ),
    argument(
        "--ambiguous",
        dest="unique",
        action="store_false",
        help="accept puzzles with several solutions",
    ),
    argument(
        "--depth",
        nargs="?",
        const="",
        metavar="LEVEL",
        help="lines (solvable one line at a time), not-lines (the others), or a rating such as "
        "shallow or 'very deep' (default: any); without LEVEL, list the levels",
    ),
    _RANDOM,
    _IMAGES,
    places(
        OUTPUT,
        argument(
            "--to",
            metavar="F",
            help="format of the output (default: by the suffix of the output file, else json; on a "
            "terminal a drawing)",
        ),
        JSON,
    ),
    common(group("search", ENGINE, PLUGIN), *LIMITS),
    examples=(
        "nonocsp generate 10x12 --seed 7",
        "nonocsp generate 8 --depth shallow -n 3 -o shallow.json",
        "nonocsp generate --minutes 5",
        "nonocsp generate --image input/giraffe.png --size 20 --colours 3 -o giraffe.json",
    ),
)
def generate(chosen: argparse.Namespace) -> int:
    if chosen.depth == "":
        from ...people.generation import LEVELS

        for name, level in LEVELS.items():
            print(f"{name:12}  {level.summary}")
        return DONE
    if chosen.json and chosen.to is not None:
        raise OptionError("--json and --to exclude each other: JSON lines are a format")
    target = None if chosen.json else target_format(chosen.output, chosen.to, "json")
    refuse_unwritable(chosen.output, [chosen.image] if chosen.image else ())
    if chosen.title is not None and (chosen.number or 1) > 1:
        raise OptionError("--title is for one puzzle, not with --number")
    for name in _OF_RANDOM if chosen.image else _OF_IMAGES:
        if getattr(chosen, name) is not None:
            only = "for random puzzles" if chosen.image else "for --image"
            raise OptionError(f"--{name} is only {only}")
    is_board = chosen.board is not None or not chosen.shape
    rows, columns = (None, None) if is_board else size_of(chosen.shape)
    order: dict[str, Any] = {
        "rows": rows,
        "columns": columns,
        "colours": chosen.colours,
        "engine": chosen.engine,
        "limits": limits_of(chosen),
    }
    if chosen.image:
        return _from_image(chosen, order, target)
    if chosen.board and chosen.shape:
        order["rows"] = typed_board(chosen.board, chosen.shape)
    elif rows is None and (chosen.board or chosen.minutes is None):
        size = f"--board {chosen.board} 5" if chosen.board else "10x12"
        raise OptionError(f"expected a size, such as nonocsp generate {size}")
    return _random(chosen, order, target)


def _random(chosen: argparse.Namespace, order: dict[str, Any], target: Format[Any] | None) -> int:
    from ...people.generation import generate

    order |= given(chosen, "density", "texture", "symmetry", "attempts", "depth", "minutes")
    first = secrets.randbits(32) if chosen.seed is None else chosen.seed
    done: list[Generated] = []
    code = DONE
    try:
        for seed in range(first, first + (chosen.number or 1)):
            if chosen.number:
                report(done=len(done), total=chosen.number)
            made = generate(**order, unique=chosen.unique, seed=seed)
            show_stats(chosen, made.stats)
            if made.puzzle is None:
                code = _not_made(made)
                break
            if chosen.seed is None:
                say(f"seed {seed}")
            done.append(made)
    except KeyboardInterrupt:
        at = first + len(done)
        if chosen.output is not None:
            done = []  # a file is written whole or not at all
        written = f"{counted(len(done), 'puzzle')} written" if done else "nothing is written"
        code = say(f"interrupted at seed {at}; {written}", INTERRUPTED)
    if done:
        every = [(_titled(made.puzzle, chosen), _members(made)) for made in done if made.puzzle]
        _write(chosen, every, target)
    return code


def _titled(puzzle: Puzzle, chosen: argparse.Namespace) -> Puzzle:
    """A made puzzle with its title, if it has one."""
    title = chosen.title
    if title is None and chosen.image:
        title = file_stem(chosen.image)
    return puzzle.replace(title=title) if title else puzzle


def _members(made: Generated) -> dict[str, Any]:
    return {
        "seed": made.seed,
        "attempts": made.attempts,
        "changed": made.changed,
        "checks": made.checks,
        "stats": made.stats.to_dict(),
    }


def _not_made(made: Generated) -> int:
    known = f"seed {made.seed}: no such puzzle was found"
    if made.stopped_by == "attempts":
        return say(f"stopped: {made.detail}; {known}", LIMIT)
    return stopped_by(str(made.stopped_by), made.detail, known)


def _from_image(
    chosen: argparse.Namespace, order: dict[str, Any], target: Format[Any] | None
) -> int:
    from ...people.generation import LEVELS, from_image

    refuse_unwritable(chosen.preview, [chosen.image])
    goal: Any = "unique" if chosen.unique else None
    if chosen.depth is not None:
        if chosen.depth != "lines" or not chosen.unique:
            raise OptionError("with --image, --depth can only be lines, and not with --ambiguous")
        goal = LEVELS["lines"].goal
    how = given(chosen, "size", "crop", "despeckle", "checks")
    try:
        made = from_image(chosen.image, **order, goal=goal, **how)
    except KeyboardInterrupt:
        return say("interrupted; nothing is written", INTERRUPTED)
    if made.puzzle is None:
        assert made.repair is not None
        return stopped_by(str(made.repair.stopped_by), "", "the puzzle is not unique yet")
    if chosen.preview is not None:
        with atomic_write(chosen.preview, binary=True) as file:
            file.write(made.preview())
    repair = made.repair
    members = (
        {} if repair is None else {"changed": len(repair.flipped), "at_least": repair.at_least}
    )
    _write(chosen, [(_titled(made.puzzle, chosen), members)], target)
    return say(_summary(made))


def _summary(made: ImagePuzzle) -> str:
    rows, columns = made.picture.shape
    size = f"{rows} x {columns} cells, {counted(len(made.picture.colours) - 1, 'colour')}"
    if made.repair is None:
        return size
    changed = len(made.repair.flipped)
    if made.repair.is_fewest:
        return f"{size}; {changed} changed, which is the minimum"
    return f"{size}; {changed} changed, at least {made.repair.at_least} had to be"


def _write(
    chosen: argparse.Namespace,
    made: list[tuple[Puzzle, dict[str, Any]]],
    target: Format[Any] | None,
) -> None:
    """Write puzzles in a format, or without one as JSON lines with what is known of each; draw
    them where a person sees them and chose no format."""
    with Output(chosen.output) as out:
        screen = out.screen()
        if not (screen.is_plain or chosen.output or chosen.to or chosen.json):
            for puzzle, _ in made:
                what = puzzle.goals[0] if puzzle.goals else puzzle
                out.write(drawn(what, screen, puzzle=puzzle) + "\n")
            return
        if target is not None:
            write_puzzles([puzzle for puzzle, _ in made], chosen.output, target)
            return
        for puzzle, members in made:
            form = json.loads(formats.dumps(puzzle, "json"))
            out.write(json.dumps({**members, "puzzle": form}, ensure_ascii=False) + "\n")

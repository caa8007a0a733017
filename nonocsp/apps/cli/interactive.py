"""The commands shell, play, serve and build-page."""

from __future__ import annotations

import argparse
import errno
import os
from pathlib import Path

from ...core import OptionError, counted
from ...people.opening import shown_title
from .command import ALL, FILE, FORMAT, PUZZLE, argument, command, index, limit, limits
from .messages import DONE, say
from .reading import expanded, puzzle_of, selected


@command(
    "enter a puzzle, see it solved pass by pass, correct it; ask about it",
    FILE,
    limits(limit("seconds", "S", "60 for each command", default=60.0)),
    examples=("nonocsp shell", "nonocsp shell input/heart.txt"),
)
def shell(chosen: argparse.Namespace) -> int:
    from ..shell import run

    run(chosen.file, chosen.seconds)
    return DONE


@command(
    "play a puzzle in the terminal, with keys or the mouse",
    FILE,
    FORMAT,
    PUZZLE,
    examples=("nonocsp play input/owl.non", "nonocsp play input/lighthouse.ctu"),
)
def play(chosen: argparse.Namespace) -> int:
    from ..player import run

    if chosen.file in (None, "-"):
        raise OptionError("expected a file, as standard input is the keyboard")
    puzzle = puzzle_of(chosen)
    run(puzzle, shown_title(puzzle, chosen.file))
    return DONE


@command(
    "serve the web page, to draw, play and solve puzzles",
    argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)"),
    argument(
        "--port",
        type=index,
        default=8765,
        help="port to listen on, or 0 for any free one (default: 8765)",
    ),
    argument("--open", action="store_true", help="open the page in a browser"),
    examples=("nonocsp serve --open", "nonocsp serve --port 0"),
)
def serve(chosen: argparse.Namespace) -> int:
    from ..web import serve

    if chosen.port > 65535:
        raise OptionError(f"--port {chosen.port}: expected a port from 0 to 65535")
    try:
        serve(chosen.host, chosen.port, open_browser=chosen.open)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            advice = "is taken, perhaps by another `nonocsp serve`; --port 0 takes any free one"
            raise OptionError(f"port {chosen.port} {advice}") from None
        where = f"--host {chosen.host} --port {chosen.port}"
        raise OptionError(f"{where}: cannot listen there: {error.strerror or error}") from None
    return DONE


@command(
    "write the web page as static files; for any host and for use offline",
    argument("folder", metavar="DIR", help="a new folder, or a page built earlier to replace"),
    argument(
        "--pyodide",
        metavar="FOLDER",
        help="the npm package pyodide, unpacked (default: fetched with npm once, and kept)",
    ),
    argument(
        "--puzzles",
        action="append",
        metavar="FILE",
        help="instead of the library, the puzzles of a file, of the files in a folder, or of an "
        "address, in their order, each rated; can be repeated",
    ),
    FORMAT,
    examples=("nonocsp build-page build/page", "nonocsp build-page site --puzzles all.json"),
)
def build_page(chosen: argparse.Namespace) -> int:
    from ..web.library import own_files, shipped
    from ..web.page_builder import build_page

    folder, own = chosen.folder, chosen.puzzles
    library = shipped().files
    if own:
        chosen.puzzle = ALL
        puzzles = [each for file in expanded(own) for each in selected(file, chosen)]
        heading = Path(own[0]).stem if os.path.exists(own[0]) else ""

        def library() -> dict[str, bytes]:
            say(f"rating {counted(len(puzzles), 'puzzle')}")
            return own_files(heading, puzzles)

    size = build_page(folder, pyodide=chosen.pyodide, library=library, progress=say)
    say(f"{folder}: {size / 1e6:.1f} MB; to try it: python -m http.server -d {folder}")
    return DONE

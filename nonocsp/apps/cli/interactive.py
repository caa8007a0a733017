"""The commands shell, play and serve."""

from __future__ import annotations

import argparse
from typing import Any

from ...common.errors import OptionError
from .common import DONE, index, plain_command, positive, puzzle_of, source_arguments


def register(commands: Any) -> None:
    """Add the commands of this module."""
    shell = plain_command(
        commands,
        "shell",
        _shell,
        "enter a puzzle, see it solved pass by pass, correct it, and ask about it",
    )
    shell.add_argument("file", nargs="?", help="file with a puzzle to start from (default: none)")
    shell.add_argument(
        "--seconds",
        type=positive,
        default=60.0,
        metavar="S",
        help="time limit of each command in seconds (default: 60)",
    )
    play = plain_command(
        commands, "play", _play, "play a puzzle in the terminal, with keys or the mouse"
    )
    source_arguments(play)
    page = plain_command(
        commands, "serve", _serve, "serve a web page to draw, play and solve puzzles on"
    )
    page.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)"
    )
    page.add_argument(
        "--port",
        type=index,
        default=8765,
        help="port to listen on, or 0 for any free one (default: 8765)",
    )
    page.add_argument("--open", action="store_true", help="open the page in a browser")


def _shell(chosen: argparse.Namespace) -> int:
    from ..shell import run

    run(chosen.file, chosen.seconds)
    return DONE


def _play(chosen: argparse.Namespace) -> int:
    from ..player import run

    if chosen.file == "-":
        raise OptionError("expected a file, as standard input is the keyboard")
    run(puzzle_of(chosen))
    return DONE


def _serve(chosen: argparse.Namespace) -> int:
    from ..web import serve

    if chosen.port > 65535:
        raise OptionError(f"--port {chosen.port}: expected a port from 0 to 65535")
    try:
        serve(chosen.host, chosen.port, open_browser=chosen.open)
    except OSError as error:
        where = f"--host {chosen.host} --port {chosen.port}"
        raise OptionError(f"{where}: cannot listen there: {error.strerror or error}") from None
    return DONE

"""Faces for people in a terminal: shell."""

from __future__ import annotations

import argparse
from typing import Any

from .common import DONE, plain_command, positive


def register(commands: Any) -> None:
    """Add the commands of this module."""
    shell = plain_command(
        commands, "shell", _shell, "type a puzzle in, see it solved pass by pass, correct it, ask"
    )
    shell.add_argument("file", nargs="?", help="a puzzle to begin with")
    shell.add_argument(
        "--seconds", type=positive, default=60.0, metavar="S", help="time for a question (60)"
    )


def _shell(chosen: argparse.Namespace) -> int:
    from ..shell import run

    run(chosen.file, chosen.seconds)
    return DONE

"""Many files at once: batch."""

from __future__ import annotations

import argparse
from typing import Any

from .common import (
    BAD_INPUT,
    DONE,
    INTERRUPTED,
    LIMIT,
    natural,
    plain_command,
    question_arguments,
    question_of,
    refuse_unwritable,
    say,
    show_stats,
)


def register(commands: Any) -> None:
    """Add the command of this module."""
    help = "ask something about every puzzle of many files, over many workers"
    batch = plain_command(commands, "batch", _batch, help)
    batch.add_argument("files", nargs="+", metavar="FILE", help="files of one puzzle or several")
    batch.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="append the answers there, one JSON object a line; those it has are not asked again",
    )
    batch.add_argument(
        "--question",
        default="solve",
        metavar="Q",
        help="solve (default), check, count, rate, or another that nonocsp.questions knows",
    )
    workers = batch.add_mutually_exclusive_group()
    workers.add_argument(
        "--workers", type=natural, metavar="N", help="processes here (default: one a core)"
    )
    workers.add_argument(
        "--dask", metavar="ADDRESS", help="the workers of a Dask cluster, by its scheduler"
    )
    workers.add_argument(
        "--ray", metavar="ADDRESS", help="the workers of a Ray cluster, by its head, or auto"
    )
    batch.add_argument(
        "--retry", action="store_true", help="ask again what was stopped, crashed or an error"
    )
    batch.add_argument(
        "--chunk", type=natural, metavar="N", help="puzzles in one call (default: by their times)"
    )
    batch.add_argument(
        "--format", metavar="F", help="their format, one of `nonocsp formats`; or guessed"
    )
    question_arguments(batch)


def _batch(chosen: argparse.Namespace) -> int:
    from ...questions import command

    refuse_unwritable(chosen.output)
    done = command.run(chosen, question_of(chosen), lambda message: say(message, DONE))
    show_stats(chosen, done.stats)
    if done.is_interrupted:
        return say(f"interrupted; the same command goes on after {done}", INTERRUPTED)
    print(done)
    if done.errors:
        return BAD_INPUT
    return LIMIT if done.unknown else DONE

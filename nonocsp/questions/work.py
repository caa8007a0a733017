"""What a worker does: ask the question of each puzzle of a chunk, and never raise.

This is the one function that executors are given. What goes in and what comes out is small and
pickles; whatever a puzzle raises becomes its own answer and costs the others of its chunk nothing.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Sequence
from typing import NamedTuple

from ..common.errors import NonocspError
from ..common.limits import Limits, Stats
from ..common.options import Options
from ..model.grid import Grid
from ..model.puzzle import Puzzle
from ..solver.answers import Status
from .table import Found, Question, question_named


class Asked(NamedTuple):
    """What a worker is asked, the same for every puzzle."""

    question: str
    limits: Limits
    engine: str
    options: Options


class Report(NamedTuple):
    """What a worker reports of one puzzle, in plain data."""

    status: str
    pictures: list[bytes]
    told: dict[str, object]
    stats: dict[str, int | float]
    stopped_by: str | None
    detail: str
    error: str
    seconds: float
    worker: str


def reports(
    asked: Asked, puzzles: Sequence[tuple[Puzzle, Grid | None]], serial: int
) -> list[Report]:
    """The reports on a chunk of puzzles, in order.

    Args:
        asked: the question, limits and techniques.
        puzzles: each with the cells known beforehand.
        serial: a number that no two calls share, so that executors which remember calls by their
            arguments (as Dask does) do not answer a second attempt with the failure of the first.
    """
    del serial
    question = question_named(asked.question)
    worker = f"{socket.gethostname()}:{os.getpid()}"
    return [_report(question, asked, puzzle, grid, worker) for puzzle, grid in puzzles]


def _report(
    question: Question, asked: Asked, puzzle: Puzzle, grid: Grid | None, worker: str
) -> Report:
    begun = time.perf_counter()
    error = ""
    try:
        found = question.ask(puzzle, grid, asked.limits, asked.engine, asked.options)
    except MemoryError:
        found = Found(Status.UNKNOWN, Stats(), "memory", "the worker is out of memory")
    except NonocspError as raised:
        found, error = Found(Status.UNKNOWN, Stats()), str(raised)
    except Exception as raised:
        found, error = Found(Status.UNKNOWN, Stats()), f"{type(raised).__name__}: {raised}"
    return Report(
        found.status.value,
        [picture.cells for picture in found.pictures],
        found.told,
        found.stats.as_dict(),
        found.stopped_by,
        found.detail,
        error,
        time.perf_counter() - begun,
        worker,
    )

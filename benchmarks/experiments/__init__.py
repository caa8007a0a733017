"""Experiments of the checkout: measurements for pages of the documentation.

    python -m benchmarks experiment
    python -m benchmarks experiment boards:sides=6+8,count=5 --plot boards.svg

The first lists them. Each module declares an experiment like those in
`benchmarks/suite/experiments/`, which says how to add one; those that papers have, or that need
nothing but the package, are there. `digit_network` is a program of its own, which trains the
network that reads numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from benchmarks.suite.papers import ARGUMENTS, run_or_list
from nonocsp.apps import cli
from nonocsp.apps.cli.command import Command

#: The modules by what they are about, in the order of the list.
SECTIONS = {
    heading: [f"{__name__}.{module}" for module in modules]
    for heading, modules in {
        "search": ("techniques", "threads", "scale", "limits"),
        "counting": ("estimates", "boards"),
        "proofs": ("proofs",),
        "people": ("explanations", "clue_errors", "generation_time"),
        "photographs": ("photographs", "misreadings"),
        "learning": ("learning_agents",),
    }.items()
}


def _experiment(chosen: argparse.Namespace) -> int:
    return run_or_list(chosen, SECTIONS)


COMMAND = Command(
    "experiment",
    _experiment,
    "run an experiment of the checkout, or list them; exit code 1 if a fault is found",
    ARGUMENTS,
    ("python -m benchmarks experiment boards:sides=6,count=5",),
    "python -m benchmarks",
)


def main(words: Sequence[str]) -> int:
    """Run the command; returns its exit code."""
    return cli.main([COMMAND.name, *words], {COMMAND.name: COMMAND})

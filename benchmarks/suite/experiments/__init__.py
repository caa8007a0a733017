"""Experiments that end in a table: those of papers, with the published figures beside ours, and
questions of our own, whose source says what is published.

`nonocsp bench paper` lists them, and runs one by name. To add one:

1. A module here, named as the experiment, that defines ``EXPERIMENT = Experiment(…)``.
2. Its ``cells`` is a function that yields the work in portions of a few seconds, each a dictionary
   of plain data. Its parameters are those of the command line (``NAME:count=5``); with the defaults
   all cells take some seconds, with the values of ``full`` they are as many as were published.
   A parameter ``data`` is the folder of public sets, or None.
3. Its ``measure`` takes a cell as keywords and returns the figures found, again plain data. It
   imports what is slow to import, or an extra (numpy), itself.
4. Its ``rows`` makes the rows of the table from the records of the cells, in the order of the
   cells; some may be missing. ``columns`` has the names of the columns, each with the format of its
   numbers, as in ``f"{7:,}"``, or an empty one for words. Published figures are columns too.
5. Its ``notes`` say under the table what cannot be compared, its ``faults`` what contradicts a
   published figure. Never write down a published figure without its source.
6. Its ``pictures`` name the columns that ``--plot`` draws, if there is something to see.
7. The module's name in a table below, in the order of the list. Experiments that need the checkout
   are declared alike, in `benchmarks/experiments/`.

All else is common: records that a run resumes, progress, Ctrl-C, tables in every format.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from nonocsp.core.base.suggest import look_up

from ..spec import SpecError
from .experiment import Experiment

#: The modules of experiments that repeat a paper.
PAPERS = [
    f"{__name__}.{module}"
    for module in (
        "unique_pictures",
        "phase_transition",
        "prosser",
        "survey",
        "random_puzzles",
        "tournaments",
    )
]

#: The modules of questions that no paper has answered; their sources say what is known.
QUESTIONS = [
    f"{__name__}.{module}"
    for module in (
        "clue_sets",
        "most_solutions",
        "unique_rectangles",
        "unique_share",
        "hardness",
        "residual_entropy",
    )
]

#: All of them under the headings of the list.
SECTIONS = {"tables of papers": PAPERS, "open questions": QUESTIONS}


def experiments(modules: Sequence[str]) -> dict[str, Experiment]:
    """The experiments of some modules, by name."""
    found: list[Experiment] = [import_module(module).EXPERIMENT for module in modules]
    return {experiment.name: experiment for experiment in found}


def experiment_named(name: str, modules: Sequence[str]) -> Experiment:
    """One of these experiments.

    Raises:
        SpecError: there is none of this name.
    """
    return look_up(experiments(modules), "experiment", name, SpecError)

"""The measurements of explanations and diagnoses, on puzzles small enough to see through."""

from __future__ import annotations

import random

import pytest

import nonocsp as nc
from benchmarks.experiments import clue_errors, explanation_quality
from nonocsp.explanation import diagnose


def test_correlation_of_ranks():
    assert explanation_quality.ranks([3, 1, 1, 7]) == [2, 0.5, 0.5, 3]
    assert explanation_quality.spearman([1, 2, 3], [10, 20, 90]) == pytest.approx(1)
    assert explanation_quality.spearman([1, 2, 3], [5, 4, 1]) == pytest.approx(-1)


def test_a_measurement_counts_steps_and_reasons():
    tally = explanation_quality.Tally()
    rated = explanation_quality.measure(nc.read("input/heart.txt"), 60, tally)
    assert (tally.puzzles, tally.wrong, tally.outcomes["solved"]) == (1, 0, 1)
    assert rated.rating.steps == tally.steps == tally.line_steps == tally.compared
    assert tally.smallest <= tally.minimal <= tally.every
    assert rated.nodes == 0 and rated.tightenings > 0
    assert explanation_quality.measure(nc.read("input/permutation-5.txt"), 60, tally) is None


def test_an_altered_clue_leaves_no_solution_and_its_rank_is_found():
    puzzle = nc.read("input/anchor.txt")
    changed, line, kind = clue_errors.altered(puzzle, random.Random(3))
    assert nc.verdict(changed) is nc.Verdict.NONE and kind
    assert changed.clue(line) != puzzle.clue(line)
    found = diagnose(changed)
    at = clue_errors.rank(found, line, puzzle.clue(line))
    assert at is not None and [change.line for change in found.changes].count(line)
    assert clue_errors.rank(found, line, ()) is None

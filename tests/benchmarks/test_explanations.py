"""The measurements of explanations and diagnoses, on puzzles small enough to see through."""

from __future__ import annotations

import pytest

import nonocsp as nc
from benchmarks.experiments import clue_errors, effort, explanation_quality, slips
from nonocsp.people.explanation import diagnose


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


@pytest.mark.slow
def test_slips_leave_no_solution_and_the_rank_of_the_original_is_found():
    puzzle = nc.read("input/anchor.txt")
    ranks = []
    for kind in slips.KINDS:
        tally = clue_errors.Tally()
        found = next(clue_errors.altered([puzzle], [[kind]], "seed", tally), None)
        if found is None:
            continue  # no room for it, or there still is a solution
        changed, original = found
        assert original == puzzle and changed != puzzle and tally.made >= 1
        assert nc.verdict(changed) is nc.Verdict.NONE
        ranks.append(clue_errors.rank(diagnose(changed), puzzle))
        tally.ranks, tally.seconds = [1, 4, None], [0.5, 1, 2]
        assert tally.cells(kind)[2:] == (3, "33.3", "33.3", "66.7", "1.00", "2.0")
    assert len(ranks) > 15 and None not in ranks
    assert sum(rank <= 3 for rank in ranks) >= len(ranks) - 4
    assert clue_errors.rank(diagnose(puzzle), puzzle) is None


def test_the_constant_of_a_model_of_minutes_centres_the_logarithms():
    assert effort.fitted([(10, 0), (40, 0)], [20, 320]) == pytest.approx(4)
    assert effort.fitted([(10, 5)], [45]) == pytest.approx(4)

"""The features of puzzles against what they are defined to be."""

from __future__ import annotations

import math
from dataclasses import fields

import pytest
from hypothesis import given
from strategies import puzzles

import nonocsp as nc
from nonocsp.core.line import definition
from nonocsp.core.model.bits import has_several
from nonocsp.core.solver.features import MEANINGS, Features
from nonocsp.core.solver.propagation import propagated
from nonocsp.many.questions.registry import QUESTIONS


@given(puzzles())
def test_features_agree_with_the_definition(drawn):
    _, puzzle = drawn
    found = nc.features(puzzle)
    cells = puzzle.shape[0] * puzzle.shape[1]
    lines = [
        (puzzle.clue(line), puzzle.length(line), puzzle.block_colours) for line in puzzle.lines
    ]
    sizes = [definition.count(*line) for line in lines]
    logs = [math.log2(size) if size else 0 for size in sizes]
    assert found.domain_sum == pytest.approx(sum(logs))
    assert found.domain_max == pytest.approx(max(logs))
    tight = propagated(puzzle)
    assert found.contradiction == (tight is None)
    if tight is not None:
        undecided = sum(map(has_several, tight.masks))
        assert found.decided == pytest.approx(1 - undecided / cells)
        assert (found.left_sum == 0) == (undecided == 0)
        assert found.left_sum <= found.domain_sum + 1e-9
    assert 0 <= found.decided_first <= found.decided <= 1
    assert 0 <= found.marginal_distance <= 1
    assert 0 <= found.marginal_entropy <= math.log2(puzzle.block_colours + 1) + 1e-9


@given(puzzles())
def test_features_do_not_change_when_rows_and_columns_are_exchanged(drawn):
    _, puzzle = drawn
    found, other = nc.features(puzzle).to_dict(), nc.features(puzzle.transpose()).to_dict()
    # Lines are tightened in another order.
    ordered = {"rows", "columns", "rounds", "tightenings", "decided_first"}
    for name in MEANINGS.keys() - ordered:
        assert found[name] == pytest.approx(other[name]), name


def test_all_ones_are_as_uncertain_as_can_be():
    found = nc.features(nc.Puzzle([[1]] * 8, [[1]] * 8))
    assert (found.density, found.domain_sum, found.left_sum) == (1 / 8, 48, 48)
    # Both lines give 1/8 to a cell: together 1/50 against 49/50.
    share = 1 / 50
    entropy = -share * math.log2(share) - (1 - share) * math.log2(1 - share)
    assert found.marginal_entropy == found.marginal_entropy_min == pytest.approx(entropy)
    assert found.marginal_distance == found.clue_entropy == 0


def test_a_limit_on_the_time_is_kept():
    with pytest.raises(nc.LimitReached):
        nc.features(nc.Puzzle([[1]] * 8, [[1]] * 8), limits=nc.Limits(seconds=1e-9))


def test_every_feature_is_documented_and_answers_a_question():
    assert list(MEANINGS) == [each.name for each in fields(Features)]
    assert all(MEANINGS.values())  # the reference is made from them
    answer = QUESTIONS["features"].ask(nc.Puzzle([[1], [1]], [[1], [1]]))
    assert list(answer.result) == list(MEANINGS)
    assert all(isinstance(value, (int, float)) for value in answer.result.values())

"""The truth of answers: verdicts, results and counts never pass for more than they know."""

import operator
import pickle

import pytest
from hypothesis import given, strategies as st

import nonocsp as nc
from nonocsp.core.options.limits import Stats
from nonocsp.core.solver.bounds import Count
from nonocsp.core.solver.solving import Result

UNIQUE = nc.Puzzle([[2], [1]], [[1], [2]])
SEVERAL = nc.Puzzle([[1]] * 4, [[1]] * 4)
NONE = nc.Puzzle([[2], [2]], [[1], [1]])
OPEN = nc.Limits(nodes=1)
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]


@pytest.mark.parametrize("engine", ["kernel", "textbook"])
def test_is_unique_is_a_bool(engine):
    answers = [nc.is_unique(puzzle, engine=engine) for puzzle in (UNIQUE, SEVERAL, NONE)]
    assert answers == [True, False, False] and all(type(each) is bool for each in answers)
    verdicts = [nc.verdict(puzzle, engine=engine) for puzzle in (UNIQUE, SEVERAL, NONE)]
    assert verdicts == [nc.Verdict.UNIQUE, nc.Verdict.MULTIPLE, nc.Verdict.NONE]
    assert verdicts == ["unique", "multiple", "none"]


@pytest.mark.parametrize("engine", ["kernel", "textbook"])
def test_what_a_limit_leaves_open_raises(engine):
    assert nc.verdict(SEVERAL, limits=OPEN, engine=engine) is nc.Verdict.UNKNOWN
    with pytest.raises(nc.LimitReached, match="the limit on nodes was reached") as caught:
        nc.is_unique(SEVERAL, limits=OPEN, engine=engine)
    assert caught.value.limit == "nodes"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("verdict", nc.Verdict)
def test_a_verdict_has_no_truth_value(verdict):
    with pytest.raises(TypeError, match="is_unique"):
        bool(verdict)


def test_a_result_is_true_with_a_picture():
    assert nc.solve(UNIQUE)
    assert not nc.solve(NONE)
    unknown = nc.solve(SEVERAL, limits=OPEN, engine="textbook")
    assert unknown.status is nc.Status.UNKNOWN
    with pytest.raises(nc.LimitReached):
        bool(unknown)
    with pytest.raises(nc.LimitReached):
        bool(Result(nc.Status.UNKNOWN, None, Stats()))


@given(number=st.integers(0, 9), other=st.integers(-1, 10))
def test_an_exact_count_is_an_integer(number, other):
    count, equal = Count(number, number, Stats()), Count(other, other, Stats(nodes=1))
    for compare in COMPARISONS:
        wanted = compare(number, other)
        assert compare(count, other) is compare(count, equal) is compare(number, equal) is wanted
        assert compare(count, other + 0.0) is wanted
    assert int(count) == operator.index(count) == number and bool(count) is bool(number)
    assert {number: "found"}[count] == "found" and str(count) == str(number)
    assert count != str(number) and count != None  # noqa: E711


@given(
    bound=st.integers(0, 9),
    width=st.one_of(st.none(), st.integers(1, 5)),
    other=st.integers(-1, 16),
    width_of_other=st.integers(0, 3),
)
def test_bounds_compare_as_far_as_they_decide(bound, width, other, width_of_other):
    """An answer is given if and only if all numbers within the bounds give the same."""
    count = Count(bound, None if width is None else bound + width, Stats(), "seconds")
    others = range(other, other + width_of_other + 1)
    rights = [Count(other, others[-1], Stats(), "nodes")] + [other] * (not width_of_other)
    for compare in COMPARISONS:
        numbers = range(bound, 30 if width is None else bound + width + 1)
        possible = {compare(number, each) for number in numbers for each in others}
        for right in rights:
            if width_of_other and compare in (operator.eq, operator.ne):
                assert compare(count, right) is (compare is operator.ne)  # as records
            elif len(possible) == 1:
                assert {compare(count, right)} == possible
            else:
                with pytest.raises(nc.LimitReached, match=r"the count is (at least|between) "):
                    compare(count, right)


def test_bounds_are_equal_as_records_and_are_no_integers():
    count = Count(3, 5, Stats(), "nodes")
    assert count == Count(3, 5, Stats(nodes=9), "nodes") == pickle.loads(pickle.dumps(count))
    assert count != Count(3, 5, Stats(), "seconds") and count != Count(4, 5, Stats(), "nodes")
    assert count != Count(3, None, Stats(), "nodes") and count.to_dict()["is_exact"] is False
    assert count and str(count) == "between 3 and 5"
    assert str(Count(3, None, Stats())) == "at least 3"
    for use in (int, hash, operator.index, lambda each: bool(Count(0, 1, Stats()))):
        with pytest.raises(nc.LimitReached):
            use(count)

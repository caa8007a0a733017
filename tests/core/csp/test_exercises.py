"""Exercises: what is right passes, and each of these mistakes is shown by a counterexample."""

from __future__ import annotations

import re

import pytest

import nonocsp as nc
from nonocsp.core.csp import problems
from nonocsp.core.csp.exercises import ac3_with, check_ordering, check_revise
from nonocsp.core.csp.orderings.mrv import most_constrained_by_degree


def textbook(here, there, allows):
    removed = False
    for x in list(here):
        if not any(allows(x, y) for y in there):
            here.remove(x)
            removed = True
    return removed


def by_list(here, there, allows):
    """The same, which asks of every pair."""
    kept = [x for x in here if sum([allows(x, y) for y in there])]
    here[:], lost = kept, len(here) - len(kept)
    return lost > 0


@pytest.mark.parametrize("revise", [textbook, by_list])
def test_what_is_right_passes(revise):
    assert check_revise(revise) is None


def while_iterating(here, there, allows):
    removed = False
    for x in here:
        if not any(allows(x, y) for y in there):
            here.remove(x)
            removed = True
    return removed


def until_the_first(here, there, allows):
    for x in here:
        if not any(allows(x, y) for y in there):
            here.remove(x)
            return True
    return False


def returns_nothing(here, there, allows):
    textbook(here, there, allows)


def says_what_is_left(here, there, allows):
    textbook(here, there, allows)
    return bool(here)


def says_removed(here, there, allows):
    textbook(here, there, allows)
    return True


def wants_all(here, there, allows):
    return textbook(here, [there], lambda x, ys: all(allows(x, y) for y in ys))


def swapped(here, there, allows):
    return textbook(here, there, lambda x, y: allows(y, x))


def the_other(here, there, allows):
    return textbook(there, here, lambda y, x: allows(x, y))


def one_support(here, there, allows):
    return textbook(here, there[:1], allows)


def last_support(here, there, allows):
    removed = False
    for x in list(here):
        for y in there:
            found = allows(x, y)
        if not found:
            here.remove(x)
            removed = True
    return removed


def negated(here, there, allows):
    return textbook(here, there, lambda x, y: not allows(x, y))


def a_new_list(here, there, allows):
    before = len(here)
    here = [x for x in here if any(allows(x, y) for y in there)]
    return len(here) != before


def reversed_list(here, there, allows):
    removed = textbook(here, there, allows)
    here.reverse()
    return removed


def never_empty(here, there, allows):
    return len(here) > 1 and textbook(here, there, allows)


def endless(here, there, allows):
    while not all(any(allows(x, y) for y in there) for x in here):
        pass
    return False


def broken(here, there, allows):
    return here[len(here)]


class Remembers:
    """Supports of another call: right as long as names mean the same."""

    def __init__(self):
        self.known = {}

    def __call__(self, here, there, allows):
        def supported(x):
            return any(self.known.setdefault((x, y), allows(x, y)) for y in there)

        lost = [x for x in here if not supported(x)]
        here[:] = [x for x in here if x not in lost]
        return bool(lost)


WRONG = {
    while_iterating: "x has 1 2, y has a, no pair is allowed: 2 has no support and was kept",
    until_the_first: "x has 1 2, y has a, no pair is allowed: 2 has no support and was kept",
    returns_nothing: "x has 1, y has a, no pair is allowed: a value was removed and None was",
    says_what_is_left: "x has 1, y has a, no pair is allowed: a value was removed and False was",
    says_removed: "x has 1, y has a, allowed are 1a: no value was removed and True was returned",
    wants_all: "x has 1, y has a b, allowed are 1a: 1 has support in a and was removed",
    swapped: r"allows\('a', 1\): expected a value of x, then one of y",
    the_other: "x has 1, y has a, no pair is allowed: y was changed to nothing",
    one_support: "x has 1, y has a b, allowed are 1b: 1 has support in b and was removed",
    last_support: "x has 1, y has a b, allowed are 1a: 1 has support in a and was removed",
    negated: "x has 1, y has a, no pair is allowed: 1 has no support and was kept",
    a_new_list: "True was returned, but the list `here` itself was not changed",
    reversed_list: "x has 1 2, y has a, allowed are 1a 2a: x was changed to 2 1",
    never_empty: "x has 1, y has a, no pair is allowed: 1 has no support and was kept",
    endless: "allows was called 11 times for 1 pairs",
    broken: "IndexError: list index out of range",
    Remembers(): "was kept|was removed",
}


@pytest.mark.parametrize("revise", WRONG, ids=lambda each: getattr(each, "__name__", "remembers"))
def test_a_wrong_revise_is_shown_by_a_small_constraint(revise):
    fault = check_revise(revise)
    assert fault is not None and "\n" not in fault
    assert re.search(WRONG[revise], fault), fault


def size_and_degree(state, variables):
    """Written apart from the one that the check computes."""
    least = min(state.size(v) for v in variables)
    chosen = [v for v in variables if state.size(v) == least]
    degrees = [sum(v in state.neighbours(other) for other in variables) for v in chosen]
    return chosen[len(chosen) - 1 - degrees[::-1].index(max(degrees))]


@pytest.mark.parametrize("ordering", [size_and_degree, most_constrained_by_degree])
def test_ties_are_free(ordering):
    assert check_ordering(ordering) is None


def degree(state, variable, others):
    return len(state.neighbours(variable) & {*others})


def assigns(state, variables):
    chosen = most_constrained_by_degree(state, variables)
    state.assign(chosen, 0)
    return chosen


WRONG_ORDERS = {
    "the first": (lambda s, vs: vs[0], "was chosen before"),
    "the last": (lambda s, vs: vs[-1], "was chosen before"),
    "most values": (lambda s, vs: max(vs, key=s.size), "was chosen before"),
    "values alone": (lambda s, vs: min(vs, key=s.size), "was chosen before"),
    "degree alone": (lambda s, vs: max(vs, key=lambda v: degree(s, v, vs)), "chosen before"),
    "degree first": (
        lambda s, vs: min(vs, key=lambda v: (-degree(s, v, vs), s.size(v))),
        "was chosen before",
    ),
    "all neighbours": (
        lambda s, vs: min(vs, key=lambda v: (s.size(v), -len(s.neighbours(v)))),
        "was chosen before",
    ),
    "fewest neighbours": (
        lambda s, vs: min(vs, key=lambda v: (s.size(v), degree(s, v, vs))),
        "was chosen before",
    ),
    "ratio": (
        lambda s, vs: min(vs, key=lambda v: s.size(v) / max(1, degree(s, v, vs))),
        "was chosen before",
    ),
    "assigned too": (
        lambda s, vs: most_constrained_by_degree(s, list(s.scope)),
        "the ordering 'yours' returned .*, not one of the open variables",
    ),
    "the number of values": (lambda s, vs: min(map(s.size, vs)), "was chosen before|returned"),
    "a place in the list": (
        lambda s, vs: vs.index(most_constrained_by_degree(s, vs)),
        "was chosen before|returned",
    ),
    "a name": (lambda s, vs: s.names[most_constrained_by_degree(s, vs)], "returned 'x"),
    "nothing": (lambda s, vs: None, "returned None, not one of the open variables"),
    "an error": (lambda s, vs: vs[len(vs)], "IndexError: list index out of range"),
    "assigns": (assigns, "the ordering 'yours' changed the state of the search"),
}


@pytest.mark.parametrize("name", WRONG_ORDERS)
def test_a_wrong_ordering_is_shown_by_a_small_state(name):
    ordering, words = WRONG_ORDERS[name]
    fault = check_ordering(ordering)
    assert fault is not None and re.search(words, fault) and "\n" not in fault, fault


@pytest.mark.parametrize(
    "problem",
    [nc.read("input/random-12x12.ctu"), nc.read("input/cross-eyed.txt"), problems.queens(6)],
    ids=["12x12", "two solutions", "queens"],
)
def test_the_textbooks_revise_is_measured_like_ours(problem):
    ours, mine, thorough = (
        nc.watch(problem, options=nc.Options(propagation=each, domains="explicit"))
        for each in ("ac3", ac3_with(textbook), ac3_with(by_list))
    )
    for each in (mine, thorough):
        assert {*each.graph.edges} == {*ours.graph.edges}
        for counter in ("nodes", "revisions", "removed"):
            assert getattr(each.stats, counter) == getattr(ours.stats, counter) > 0
    assert list(mine.steps(0)) == list(ours.steps(0))
    assert mine.stats.checks == ours.stats.checks < thorough.stats.checks


def test_what_is_not_removed_costs_work_and_what_is_lost_is_refused():
    puzzle = nc.Puzzle([[1]] * 4, [[1]] * 4)
    hole = nc.Options(propagation=ac3_with(lambda here, there, allows: False))
    assert {*nc.solutions(puzzle, options=hole)} == {*nc.solutions(puzzle)}
    with pytest.raises(nc.OptionError, match="revise is not right yet: x has 1, y has a, "):
        ac3_with(lambda here, there, allows: bool(here.pop()))

"""Techniques that lie are refused by name, and copies of ours measure as ours do."""

from __future__ import annotations

from itertools import count, islice

import pytest

import nonocsp as nc
from nonocsp import Options, Puzzle
from nonocsp.core.base.errors import PluginError
from nonocsp.core.csp import assignments
from nonocsp.core.csp.orderings import VARIABLE_ORDERS
from nonocsp.core.csp.problems import queens
from nonocsp.core.csp.propagation import PROPAGATORS, propagator_traits
from nonocsp.core.csp.propagation.forward_checking import forward_checking
from nonocsp.core.csp.search import SEARCHES
from nonocsp.core.csp.values import VALUE_ORDERS
from nonocsp.core.options import plugins
from nonocsp.core.options.limits import Limits, Meter, Stats

#: Two solutions; one.
EYES, HEART = nc.read("input/cross-eyed.txt"), nc.read("input/heart.txt")
#: Two lines have one placement each at once, of which row 2 has two that disagree.
CROSS = Puzzle([[3], [1], [1]], [["?"], [3], ["?"]])
DOMAINS = ("explicit", "implicit")


def verdict_with(kind, technique, puzzle=EYES, **options):
    plugins.register(kind, "liar", technique)
    return nc.verdict(puzzle, engine="textbook", options=Options(**{kind: "liar"}, **options))


def empty(state, variable):
    """Remove all values of a variable in the way that is allowed."""
    for value in list(state.values(variable)):
        state.remove(variable, value)


def first_of_each(state, changed):
    for variable in state.scope:
        while state.size(variable) > 1:
            state.remove(variable, max(state.values(variable)))
    return True


def grows(state, changed):
    state.replace(changed[0], state.domains[changed[0]] | 1 << 300)
    return True


def behind_the_trail(state, changed):
    for arc in state.arcs[changed[0]]:
        state.domains[arc.variable] &= -state.domains[arc.variable]
    return True


def undoes(state, changed):
    state.undo(0)
    return True


def assigns(state, changed):
    state.assigned.update(state.scope)
    return True


def contradiction(state, changed):
    return len(state.assigned) < 3


def leaves_empty(state, changed):
    empty(state, next(arc.variable for arc in state.arcs[changed[0]]))
    return True


@propagator_traits(decides=True)
def decides_nothing(state, changed):
    return True


LYING_PROPAGATORS = {
    "forgets to return": (lambda state, changed: None, "returned None, not True or False"),
    "returns a number": (lambda state, changed: 1, "returned 1, not True or False"),
    "is a generator": (lambda state, changed: (yield True), "returned <generator object"),
    "removes too much": (first_of_each, "removed a value of .* that a solution has"),
    "sees contradictions": (contradiction, "returned False, though there is a solution"),
    "adds values": (grows, "gave row . values that it did not have"),
    "goes behind the trail": (behind_the_trail, "changed .* without revise, remove or replace"),
    "takes back the search": (undoes, "changed more of the state than domains"),
    "assigns in secret": (assigns, "changed more of the state than domains"),
    "hides an empty domain": (leaves_empty, "returned True, though .* has no value left"),
    "does not decide": (decides_nothing, "decides, but left .* in conflict with "),
}


@pytest.mark.parametrize("domains", DOMAINS)
def test_what_is_assigned_is_compared_with_what_was(domains):
    idle = verdict_with("propagation", lambda state, changed: True, HEART, domains=domains)
    assert idle is nc.Verdict.UNIQUE


def remembered(state, variable):
    """Values that are right at first and wrong when they are tried."""
    first, *others = state.values(variable)
    yield first
    state.assigned.add(variable)
    yield from others


def flipped(state, variable):
    """As many different values as expected, of which one is no placement of the clue."""
    values = [state.actual(variable, value) for value in state.values(variable)]
    return [bytes(colour ^ 1 for colour in values[0]), *values[1:]]


LYING_VALUES = {
    "drops": (lambda s, v: list(s.values(v))[:1], "returned 1 of the 2 values of row 5"),
    "drops lazily": (lambda s, v: islice(s.values(v), 1), "returned 1 of the 2 values of row 5"),
    "repeats": (lambda s, v: [next(s.values(v))] * 2, "returned .* twice as a value of row 5"),
    "repeats for ever": (
        lambda s, v: (next(s.values(v)) for _ in count()),
        "returned .* twice as a value of row 5",
    ),
    "counts for ever": (
        lambda s, v: count(),
        "returned .*, which is not among the values left",
    ),
    "returns nothing": (lambda s, v: None, "returned None, not values of row 5"),
    "returns words": (
        lambda s, v: ["a", "b"],
        "returned 'a', which is not among the values left",
    ),
    "returns floats": (
        lambda s, v: [0.0, 1.0],
        "returned 0.0, which is not among the values left",
    ),
    "turns cells over": (flipped, "returned .*, which is not among the values left"),
    "changes the state": (remembered, "changed the state of the search"),
}


def appends(state, variables):
    variables.append(99)
    return 99


def assigns_first(state, variables):
    state.assign(variables[-1], next(state.values(variables[-1])))
    return variables[0]


LYING_ORDERINGS = {
    "another type": (lambda s, v: float(v[0]), "returned .*, not one of the open variables"),
    "no answer": (lambda s, v: None, "returned None, not one of the open variables"),
    "out of range": (lambda s, v: -1, "returned -1, not one of the open variables"),
    "changes the list": (appends, "returned 99, not one of the open variables"),
    "changes the state": (assigns_first, "changed the state of the search"),
    "cuts arcs": (lambda s, v: s.arcs.clear() or v[0], None),
}


#: Of each kind what a message calls it, a puzzle, and techniques that lie.
LIES = {
    "propagation": ("propagator", CROSS, LYING_PROPAGATORS),
    "values": ("value order", EYES, LYING_VALUES),
    "ordering": ("ordering", EYES, LYING_ORDERINGS),
}


@pytest.mark.parametrize("domains", DOMAINS)
@pytest.mark.parametrize(("kind", "lie"), [(kind, lie) for kind in LIES for lie in LIES[kind][2]])
def test_a_technique_that_lies_is_refused(kind, lie, domains):
    noun, puzzle, table = LIES[kind]
    technique, message = table[lie]
    if technique in (grows, behind_the_trail) and domains == "implicit":
        pytest.skip("changes bit sets")
    if message is None:  # tuples have no such method
        with pytest.raises(AttributeError):
            verdict_with(kind, technique, puzzle, domains=domains)
        return
    where = r".*at node \d+" if kind == "propagation" else ""
    with pytest.raises(PluginError, match=f"^the {noun} 'liar' {message}{where}"):
        verdict_with(kind, technique, puzzle, domains=domains)


def measured(puzzle, **options):
    """The counted work of a whole search, and what it found."""
    found = nc.solutions(puzzle, engine="textbook", options=Options(**options))
    pictures = list(found)
    return found.stats.counted(), pictures


COPIES = [
    *(("propagation", name) for name in PROPAGATORS),
    *(("ordering", name) for name in VARIABLE_ORDERS),
    *(("values", name) for name in VALUE_ORDERS),
]
TABLES = {"propagation": PROPAGATORS, "ordering": VARIABLE_ORDERS, "values": VALUE_ORDERS}


@pytest.mark.slow
@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.parametrize(("kind", "name"), COPIES)
def test_a_copy_measures_as_the_original(kind, name, checked):
    plugins.register(kind, "copy", TABLES[kind][name])
    puzzles = [CROSS, Puzzle([[1]] * 3, [[1], [1], [2]])]
    puzzles.append(Puzzle([[1]] * 4, [[1]] * 4) if name == "none" else EYES)  # a large tree
    for puzzle in puzzles:
        for search in SEARCHES:
            options = {"search": search, "last_conflict": search == "restarts"}
            original = measured(puzzle, **{kind: name}, **options)
            assert measured(puzzle, **{kind: "copy"}, checked=checked, **options) == original
    assert work_on_queens(**{kind: "copy"}, checked=checked) == work_on_queens(**{kind: name})


def work_on_queens(**options):
    stats = Stats()
    list(assignments(queens(6), Options(**options), Meter(Limits(), stats)))
    return stats.counted()


def test_a_wrapped_copy_needs_no_declaration_where_it_only_checks():
    plugins.register("propagation", "copy", lambda state, changed: forward_checking(state, changed))
    for puzzle in (EYES, HEART, Puzzle([[1]] * 4, [[1]] * 4)):
        assert measured(puzzle, propagation="copy") == measured(
            puzzle, propagation="forward_checking"
        )

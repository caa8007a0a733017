"""Every technique of the textbook search, alone and mixed, on networks and on puzzles."""

from __future__ import annotations

from dataclasses import astuple
from itertools import product

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import ANY, MIXED, examples, small_puzzles

import nonocsp as nc
from nonocsp import Limits, Options, Puzzle
from nonocsp.core.base.errors import OptionError, PluginError
from nonocsp.core.csp import Network, assignments
from nonocsp.core.csp.explicit import ExplicitState
from nonocsp.core.csp.orderings import VARIABLE_ORDERS
from nonocsp.core.csp.problems import (
    PROBLEMS,
    australia,
    colouring,
    quasigroup,
    queens,
    random_binary,
    zebra,
)
from nonocsp.core.csp.propagation import PROPAGATORS, needs_lists, propagator
from nonocsp.core.csp.search import SEARCHES
from nonocsp.core.csp.values import VALUE_ORDERS
from nonocsp.core.options import plugins
from nonocsp.core.options.limits import Meter, Stats

ALONE = [
    *({"propagation": name} for name in PROPAGATORS),
    *({"ordering": name} for name in VARIABLE_ORDERS),
    *({"values": name} for name in VALUE_ORDERS),
    *({"search": name, "propagation": p} for name in SEARCHES for p in PROPAGATORS),
    *({"search": name, "ordering": o} for name in SEARCHES for o in VARIABLE_ORDERS),
    *({"search": name, "last_conflict": True} for name in SEARCHES),
    *({"search": name, "seed": 3, "propagation": "forward_checking"} for name in SEARCHES),
]


def named(techniques):
    return "-".join(str(value) for value in techniques.values())


def solved(network, techniques, limits=None):
    """The solutions as a sorted list of value tuples, and the work."""
    stats = Stats()
    found = assignments(network, Options(**techniques), Meter(limits or Limits(), stats))
    return sorted(tuple(solution[name] for name in network.names) for solution in found), stats


def test_the_tables_are_those_of_the_options():
    table = Options.table()
    for name, ours in (
        ("propagation", PROPAGATORS),
        ("ordering", VARIABLE_ORDERS),
        ("values", VALUE_ORDERS),
        ("search", SEARCHES),
    ):
        assert set(table[name].metadata["choices"]) == set(ours)


@st.composite
def networks(draw):
    """A network of up to 5 variables with random tables, and its solutions by trying everything."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=5))
    network, tables = Network(), []
    for number, size in enumerate(sizes):
        network.add_variable(number, range(size))
    pairs = [(a, b) for a in range(len(sizes)) for b in range(a)]
    for a, b in draw(st.lists(st.sampled_from(pairs), max_size=8)) if pairs else []:
        every = list(product(range(sizes[a]), range(sizes[b])))
        allowed = draw(st.sets(st.sampled_from(every)))
        if draw(st.integers(0, 5)):
            allowed = set(every) - allowed if len(allowed) < len(every) / 2 else allowed
        network.constrain(a, b, lambda x, y, allowed=allowed: (x, y) in allowed)
        tables.append((a, b, allowed))
    total = draw(st.one_of(st.none(), st.integers(1, 5)))
    if total is not None:
        network.check(range(len(sizes)), lambda *values: sum(values) != total)
    expected = [
        values
        for values in product(*map(range, sizes))
        if all((values[a], values[b]) in allowed for a, b, allowed in tables)
        and (total is None or sum(values) != total)
    ]
    return network, expected


@pytest.mark.parametrize("techniques", ALONE, ids=named)
@examples(10)
@given(made=networks())
def test_every_technique_finds_each_solution_of_a_network_once(techniques, made):
    network, expected = made
    assert solved(network, techniques)[0] == expected


def test_bounds_look_at_all_values_once_the_other_domain_has_one():
    """When b is revised first, a still has two values, so the value of b between its ends stays."""
    network = Network()
    network.add_variable("a", [0, 1])
    network.add_variable("b", [0, 1, 2])
    network.constrain("a", "b", lambda a, b: a == 0 and b != 1)
    found = [each["b"] for each in assignments(network, Options(propagation="bounds"))]
    assert found == [0, 2]


@examples(200)
@given(made=networks(), techniques=MIXED)
def test_techniques_mix_on_networks(made, techniques):
    network, expected = made
    assert solved(network, techniques)[0] == expected


@examples(120)
@given(made=small_puzzles(ANY), techniques=MIXED, implicit=st.booleans())
def test_techniques_mix_on_puzzles(made, techniques, implicit):
    _, puzzle = made
    implicit = implicit and not needs_lists(techniques["propagation"])
    options = Options(domains="implicit" if implicit else "explicit", **techniques)
    limits = Limits(nodes=3000)
    found = nc.solutions(puzzle, engine="textbook", options=options, limits=limits)
    pictures = [picture.cells for picture in found]
    assert len(pictures) == len(set(pictures))
    expected = oracle.pictures(puzzle)
    assert set(pictures) == expected if found.is_complete else set(pictures) <= expected


@examples(25)
@given(seed=st.integers(0, 10**6), techniques=MIXED)
def test_random_binary_problems_have_the_same_solutions_for_all(seed, techniques):
    network = random_binary(9, 4, 0.5, 0.35, seed)
    assert solved(network, techniques)[0] == solved(network, {})[0]


@pytest.mark.parametrize("techniques", ALONE, ids=named)
def test_the_known_counts_of_classical_problems(techniques):
    assert len(solved(queens(6), techniques)[0]) == 4
    assert len(solved(quasigroup(3), techniques)[0]) == 12
    assert len(solved(australia(), techniques)[0]) == 18


def test_more_known_counts():
    assert len(solved(queens(8), {"ordering": "dom_wdeg"})[0]) == 92
    assert solved(queens(3), {"search": "backjumping"})[0] == []
    assert len(solved(quasigroup(4), {"search": "restarts"})[0]) == 576
    petersen = [f"{i}{(i + 1) % 5}" for i in range(5)]
    petersen += [f"{i}{'abcde'[i]}" for i in range(5)]
    petersen += ["abcde"[i] + "abcde"[(i + 2) % 5] for i in range(5)]
    assert len(solved(colouring(petersen, range(3)), {})[0]) == 120
    given = {(i, j): (i + j) % 5 for i in range(5) for j in range(5) if i * j % 3}
    completed, _ = solved(quasigroup(5, given), {"propagation": "sac"})
    sudoku, stats = solved(PROBLEMS["sudoku"](), {})
    assert len(sudoku) == 1 and stats.backtracks
    assert completed == solved(quasigroup(5, given), {})[0] != []


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("propagation", [name for name in PROPAGATORS if name != "none"])
def test_the_norwegian_drinks_water_and_the_japanese_owns_the_zebra(propagation, search):
    (solution,) = assignments(zebra(), Options(propagation=propagation, search=search))
    assert solution["water"] == solution["norwegian"] == 1
    assert solution["zebra"] == solution["japanese"] == 5


def closure(network, propagation):
    """The domains after propagation at the root; None after a contradiction."""
    state = ExplicitState(network, Meter(Limits(), Stats()))
    return state.domains if propagator(propagation, checked=True)(state, state.scope) else None


@examples(60)
@given(made=networks())
def test_consistencies_are_as_strong_as_their_theory(made):
    network, _ = made
    arc = closure(network, "ac3")
    assert closure(network, "ac2001") == closure(network, "ac3bit") == arc
    weak, strong, stronger = (closure(network, name) for name in ("bounds", "rsac", "sac"))
    if arc is None:
        assert strong is stronger is None
        return
    assert weak is not None
    assert all(fewer & ~more == 0 for fewer, more in zip(arc, weak, strict=True))
    if strong is None:
        assert stronger is None
        return
    assert all(fewer & ~more == 0 for fewer, more in zip(strong, arc, strict=True))
    if stronger is not None:
        assert all(fewer & ~more == 0 for fewer, more in zip(stronger, strong, strict=True))
        for variable, domain in enumerate(stronger):
            for value in range(domain.bit_length()):
                if domain >> value & 1:
                    state = ExplicitState(network, Meter(Limits(), Stats()))
                    state.domains[:] = stronger
                    state.assign(variable, value)
                    assert propagator("ac3", checked=True)(state, state.scope)


def test_checks_are_those_of_a_loop_over_pairs_of_values():
    network = random_binary(12, 6, 0.6, 0.4, 5)
    stats = Stats()
    state = ExplicitState(network, Meter(Limits(), stats))
    pairs = 0
    for arc in network.arcs:
        here, there = (
            [v for v in range(6) if state.domains[each] >> v & 1]
            for each in (arc.variable, arc.other)
        )
        for value in here:
            (support,) = (s for values, s in arc.classes if values >> value & 1)
            for other in there:
                pairs += 1
                if support >> other & 1:
                    break
        state.revise(arc)
    assert stats.checks == pairs > 500


def test_remembered_supports_save_checks_and_visit_the_same_tree():
    work = {}
    for propagation in ("ac3", "ac2001", "ac3bit"):
        for search in SEARCHES:
            found, stats = solved(queens(7), {"propagation": propagation, "search": search})
            assert len(found) == 40
            work[propagation, search] = stats
        for search in SEARCHES:
            assert work[propagation, search].nodes == work["ac3", search].nodes
            assert work[propagation, search].revisions == work["ac3", search].revisions
            assert work[propagation, search].checks <= work["ac3", search].checks
    assert work["ac2001", "chronological"].checks < work["ac3", "chronological"].checks


@examples(40)
@given(seed=st.integers(0, 10**6))
@pytest.mark.parametrize("propagation", ["none", "forward_checking"])
def test_backjumping_visits_no_node_that_backtracking_does_not(propagation, seed):
    network = random_binary(9, 4, 0.4, 0.5, seed)
    techniques = {"propagation": propagation, "ordering": "in_order", "components": False}
    found, there = solved(network, techniques)
    again, jumped = solved(network, {**techniques, "search": "backjumping"})
    assert again == found
    assert jumped.nodes <= there.nodes
    assert jumped.checks <= there.checks


def test_discrepancies_come_in_waves():
    # Each of three free variables prefers 0: solutions by their number of other values.
    network = Network()
    for name in "abc":
        network.add_variable(name, range(2))
    options = Options(search="limited_discrepancy", components=False)
    found = [sum(solution.values()) for solution in assignments(network, options)]
    assert found == [0, 1, 1, 1, 2, 2, 2, 3]


def test_restarts_happen_and_repeat_nothing():
    techniques = {"search": "restarts", "ordering": "dom_wdeg", "propagation": "forward_checking"}
    found, stats = solved(queens(8), techniques)
    assert len(found) == 92 and stats.restarts > 2
    stopped, stats = [], Stats()
    meter = Meter(Limits(), stats)
    for seed in range(3):
        first = next(assignments(queens(12), Options(**techniques, seed=seed), meter))
        stopped.append(tuple(first.values()))
    assert len(set(stopped)) > 1


def test_a_weight_grows_with_every_contradiction():
    weights = []

    def weighing(state, variables):
        weights.append(sum(state.weights))
        return variables[0]

    plugins.register("ordering", "weighing", weighing)
    techniques = {"ordering": "weighing", "propagation": "forward_checking"}
    found, stats = solved(queens(6), techniques)
    assert len(found) == 4
    assert weights[0] == 15 and weights == sorted(weights)
    assert weights[-1] <= 15 + stats.backtracks


@pytest.mark.parametrize("propagation", list(filter(needs_lists, PROPAGATORS)))
def test_the_kernel_refuses_what_only_the_textbook_engine_has(propagation):
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    options = Options(propagation=propagation)
    with pytest.raises(OptionError, match=f"the engine kernel has no propagation '{propagation}'"):
        nc.solve(puzzle, engine="kernel", options=options)


def test_a_random_problem_has_the_shares_that_are_asked_for():
    network = random_binary(10, 5, 0.4, 0.2, 1)
    assert len(network.arcs) == 2 * 18
    for arc in network.arcs:
        allowed = sum(values.bit_count() * support.bit_count() for values, support in arc.classes)
        assert allowed == 20
    same = random_binary(10, 5, 0.4, 0.2, 1)
    assert [*map(astuple, same.arcs)] == [*map(astuple, network.arcs)]
    assert len(random_binary(10, 5, 0.4, 0.2, 1, model="A").arcs) > 0
    with pytest.raises(ValueError, match="the model is 'A' or 'B', not 'C'"):
        random_binary(3, 3, 0.5, 0.5, 1, model="C")


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("ordering", ["dom_wdeg", "impact", "activity"])
def test_a_component_is_searched_again_in_the_same_order(ordering, search, monkeypatch):
    monkeypatch.setattr("nonocsp.core.csp.solving._KEPT_SOLUTIONS", 2)
    network = Network()
    for name in "abcdef":
        network.add_variable(name, range(4))
    network.all_different("abc")
    network.all_different("def")
    network.check("def", lambda d, e, f: d + e != f)
    techniques = {"ordering": ordering, "search": search, "propagation": "forward_checking"}
    found, _ = solved(network, techniques)
    assert found == solved(network, {})[0] and len(found) == len(set(found)) > 100


def test_an_ordering_that_picks_no_open_variable_is_refused():
    plugins.register("ordering", "stuck", lambda state, variables: 0)
    puzzle = Puzzle([[1]] * 3, [[1]] * 3)
    with pytest.raises(PluginError, match=r"the ordering .stuck. returned 0, not one of the open"):
        list(nc.solutions(puzzle, engine="textbook", options=Options(ordering="stuck")))

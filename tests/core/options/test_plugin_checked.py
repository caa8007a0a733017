"""What searches with plugins prove is verified: no lie of an engine or a propagator is believed."""

from __future__ import annotations

import random

import pytest

import nonocsp as nc
from nonocsp import Limits, Options, Puzzle, Status, Verdict
from nonocsp.core.base.errors import OptionError, PluginError
from nonocsp.core.csp import solving
from nonocsp.core.csp.propagation import guarded
from nonocsp.core.options import plugins
from nonocsp.core.options.limits import LimitReached
from nonocsp.core.solver.bounds import Bounds
from nonocsp.core.solver.engines import Engine

EYES, HEART = nc.read("input/cross-eyed.txt"), nc.read("input/heart.txt")
PERMUTATION = Puzzle([[1]] * 4, [[1]] * 4)


def engine(**methods):
    """Register an engine that is right but for some methods."""

    def pictures(self, query):
        return iter(list(nc.solutions(query.puzzle, grid=query.grid, engine="kernel")))

    named = {"name": "liar", "summary": "a liar", "pictures": pictures}
    plugins.register("engine", "liar", type("Liar", (Engine,), {**named, **methods})())


def giving(change):
    """An enumeration whose list of solutions is changed."""

    def pictures(self, query):
        return iter(change(list(nc.solutions(query.puzzle, grid=query.grid, engine="kernel"))))

    return {"pictures": pictures}


def turned(picture):
    return nc.Picture([[1 - colour for colour in row] for row in picture.rows])


LIES = {
    "one is missing": (
        giving(lambda found: found[1:]),
        "the search ended after 1 solution and los",
    ),
    "all are missing": (giving(lambda found: []), "the search ended after 0 solutions and lost"),
    "one comes twice": (giving(lambda found: found[:1] * 2), "solution 2 came twice"),
    "no solution": (giving(lambda found: map(turned, found)), "solution 1 does not solve the"),
    "no picture": (giving(lambda found: ["##"]), "solution 1 is '##', no picture of it"),
    "another size": (giving(lambda found: [nc.Picture(["#"])]), "solution 1 is .*, no picture"),
}


@pytest.mark.parametrize("lie", LIES)
def test_an_engine_that_enumerates_wrongly_is_refused(lie):
    methods, message = LIES[lie]
    engine(**methods)
    for ask in (nc.count, lambda *args, **how: list(nc.solutions(*args, **how))):
        with pytest.raises(PluginError, match=f"^the engine 'liar': {message}"):
            ask(EYES, engine="liar")
    if lie != "one comes twice":  # a verdict takes two
        with pytest.raises(PluginError, match=f"^the engine 'liar': {message}"):
            nc.verdict(EYES, engine="liar")


@pytest.mark.parametrize("number", [0, 1, 3, -1, 2.0, True, None, "2"])
def test_an_engine_that_counts_wrongly_is_refused(number):
    engine(count=lambda self, query, progress: number)
    with pytest.raises(PluginError, match=r"^the engine 'liar' counted .*, but there are 2 sol"):
        nc.count(EYES, engine="liar")


def test_bounds_of_an_engine_are_no_proof():
    def count(self, query, progress):
        progress(Bounds(7, 7))
        return 7

    engine(count=count)
    with pytest.raises(PluginError, match=r"counted 7, but there are 2 solutions"):
        nc.count(EYES, engine="liar")


def test_an_engine_that_compiles_another_puzzle_is_refused():
    from nonocsp.core.solver.diagram import compile_puzzle

    engine(diagram=lambda self, query, progress: compile_puzzle(query._replace(puzzle=HEART)))
    with pytest.raises(PluginError, match=r"^the engine 'liar' compiled 1 solution, but there are"):
        nc.solution_space(EYES, engine="liar")


def test_known_cells_hold_for_engines_too():
    def pictures(self, query):
        return iter(list(nc.solutions(query.puzzle, engine="kernel")))

    engine(pictures=pictures)
    picture = nc.solve(EYES, engine="kernel").picture
    with pytest.raises(PluginError, match=r"does not solve the puzzle|came twice"):
        nc.count(EYES, grid=nc.Grid(picture.rows), engine="liar")


def test_what_is_no_engine_is_refused():
    class Nameless(Engine):
        name, summary = "other", ""

        def pictures(self, query):
            return iter(())

    for wrong, message in (
        (Nameless, "the engine 'liar' is the class Nameless; expected an object of a class of"),
        (3, "the engine 'liar' is 3; expected an object of a class of Engine"),
        (Nameless(), "the engine 'liar' has the name 'other'"),
    ):
        plugins.register("engine", "liar", wrong)
        with pytest.raises(PluginError, match=message):
            nc.solve(EYES, engine="liar")


def test_a_right_engine_is_believed():
    engine()
    assert nc.count(EYES, engine="liar") == 2
    assert nc.verdict(HEART, engine="liar") is Verdict.UNIQUE
    assert nc.solution_space(EYES, engine="liar").count == 2


def test_a_switch_measures_without_verification():
    engine(**giving(lambda found: found[1:]))
    assert nc.verdict(EYES, engine="liar", options=Options(checked=False)) is Verdict.UNIQUE


def one_too_many(state, changed):
    """Remove the second value of an open variable, after three assignments."""
    if len(state.assigned) == 3:
        for variable in state.scope:
            if variable not in state.assigned and state.size(variable) > 1:
                state.remove(variable, max(state.values(variable)))
                break
    return True


@pytest.mark.parametrize("is_found_at_once", [True, False])
def test_the_first_wrong_step_is_named_however_long_its_proof(is_found_at_once, monkeypatch):
    def gives_up(*state):
        raise LimitReached("nodes")

    if not is_found_at_once:  # it is found at the end, and the search repeated
        monkeypatch.setattr(guarded, "_has_solution", gives_up)
    plugins.register("propagation", "liar", one_too_many)
    options = Options(propagation="liar", domains="explicit", ordering="in_order")
    message = (
        "^the propagator 'liar' removed a value of (row|column) . that a solution has "
        r"\(at node \d+, with .* assigned\)$"
    )
    for ask in (nc.count, lambda *args, **how: list(nc.solutions(*args, **how))):
        with pytest.raises(PluginError, match=message):
            ask(PERMUTATION, engine="textbook", options=options)


def test_a_solution_lost_in_other_ways_names_the_plugins(monkeypatch):
    """An ordering that is not repeatable spoils solutions that are searched again."""
    monkeypatch.setattr(solving, "_KEPT_SOLUTIONS", 1)
    chance = random.Random(3)
    plugins.register("ordering", "liar", lambda state, variables: chance.choice(variables))
    lines = [[(1, colour)] for colour in ("red", "red", "red", "blue", "blue", "blue")]
    puzzle = Puzzle(lines, lines, ["red", "blue"])
    options = Options(ordering="liar")
    with pytest.raises(PluginError, match=r"^the ordering 'liar': (solution .* came twice|the )"):
        for _ in range(20):
            list(nc.solutions(puzzle, engine="textbook", options=options))


def test_an_answer_that_cannot_be_verified_is_unknown(monkeypatch):
    engine(**giving(lambda found: []))
    real = nc.core.solver.checked._again

    def out_of_time(query):
        again = real(query)
        again.meter.limits = Limits(seconds=1e-9)
        return again

    monkeypatch.setattr(nc.core.solver.checked, "_again", out_of_time)
    result = nc.solve(nc.read("input/n-dom-6.nin"), engine="liar")
    assert (result.status, result.stopped_by) == (Status.UNKNOWN, "seconds")
    assert result.detail == "the answer of the plugins could not be verified"


def test_a_decision_is_not_a_truth_value():
    plugins.register("decision", "liar", lambda view: True)
    with pytest.raises(PluginError, match=r"^the decision heuristic 'liar' answered True; ex"):
        nc.solve(PERMUTATION, options=Options(decision="liar"))


def test_what_ignores_a_decision_refuses_it():
    plugins.register("decision", "mine", lambda view: None)
    for ask in (nc.count, nc.solution_space):
        with pytest.raises(OptionError, match=r"kernel does not read the option decision where it"):
            ask(PERMUTATION, options=Options(decision="mine"))

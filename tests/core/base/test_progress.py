"""Reports of running work: `nonocsp.core.base.progress`, and what the engines report."""

import threading
from types import SimpleNamespace

import pytest
from strategies import random_puzzle

from nonocsp import Limits, Options, Puzzle, count, solve
from nonocsp.apps.cli.progress import Known, _watch
from nonocsp.core.base.progress import is_watched, report, watching

#: No engine counts its solutions, and chronological backtracking finds none, before a test has seen
#: the few reports that it waits for.
LONG = random_puzzle(40, 0.4, 1)
PLAIN = Options(strategy="textbook")


class Enough(Exception):
    pass


def first_reports(ask, wanted, number=3):
    """The first reports that have a counter, of a question that is ended then."""
    seen = []

    def watch(known):
        if wanted in known:
            seen.append(known)
        if len(seen) == number:
            raise Enough

    with watching(watch), pytest.raises(Enough):
        ask()
    return seen


def test_reports_go_to_the_innermost_watcher():
    inner, outer = [], []
    with watching(outer.append):
        report(a=1)
        with watching(inner.append):
            report(b=2)
        with watching(None):
            assert not is_watched()
            report(c=3)
        report(d=4)
    report(e=5)
    assert (outer, inner) == ([{"a": 1}, {"d": 4}], [{"b": 2}])


def test_the_kernel_reports_its_work_while_it_runs():
    seen = first_reports(lambda: solve(LONG, options=PLAIN, engine="kernel"), "nodes")
    assert seen[0]["nodes"] < seen[1]["nodes"] < seen[2]["nodes"]


def test_a_count_reports_bounds_and_work():
    assert all(each["at_least"] >= 0 for each in first_reports(lambda: count(LONG), "at_least", 1))
    assert first_reports(lambda: count(LONG), "nodes", 1)


def test_the_textbook_engine_reports_its_work():
    seen = first_reports(lambda: count(Puzzle([[1]] * 8, [[1]] * 8), engine="textbook"), "nodes")
    assert seen[0]["nodes"] < seen[1]["nodes"] < seen[2]["nodes"]


def test_another_thread_searches_unwatched():
    seen = []
    found = []

    def work():
        found.append(solve(LONG, options=PLAIN, limits=Limits(nodes=5000), engine="kernel"))

    thread = threading.Thread(target=work)
    with watching(seen.append):
        thread.start()
        thread.join()
    assert found and not seen


def test_watching_changes_nothing():
    how = {"options": PLAIN, "limits": Limits(nodes=5000), "engine": "kernel"}
    plain = solve(LONG, **how)
    with watching(lambda known: None):
        watched = solve(LONG, **how)
    assert plain.stopped_by == watched.stopped_by == "nodes"
    assert plain.stats.counted() == watched.stats.counted()


def test_reports_of_a_command_are_put_together():
    known = Known()
    known.add({"puzzle": "a", "done": 0, "total": 2})
    known.add({"conflicts": 10, "nodes": 5})
    known.add({"conflicts": 3})  # of another search
    known.add({"conflicts": 4, "at_least": 2})
    values, _, _ = known.now()
    assert (values["conflicts"], values["nodes"], values["at_least"]) == (14, 5, 2)
    known.add({"puzzle": "b", "done": 1})
    values, seconds, rates = known.now()
    assert values == {"puzzle": "b", "done": 1, "total": 2} and seconds >= 0
    assert rates["done"] > 0


@pytest.mark.parametrize("is_typing", [True, False])
def test_no_line_is_drawn_over_what_is_typed(is_typing):
    drawn, rounds = [], iter([False, False, True])
    line = SimpleNamespace(draw=lambda *words: drawn.append(words), clear=lambda: None)
    over = SimpleNamespace(wait=lambda seconds: next(rounds))
    known = Known()
    known.add({"is_typing": is_typing})
    _watch(known, "solve", 0.0, line, None, over, is_plain=False)
    assert bool(drawn) is not is_typing

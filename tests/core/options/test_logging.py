"""Questions in the log of a program: the logger ``nonocsp``."""

from __future__ import annotations

import inspect
import logging
import pickle
import threading

import pytest

import nonocsp as nc

DIAGONALS = nc.Puzzle([[1]] * 3, [[1]] * 3)
WIDE = nc.Puzzle([[1, 1]] * 40, [[1, 1]] * 40)

#: Every public question, with arguments.
QUESTIONS = {
    **dict.fromkeys(["solve", "verdict", "is_unique", "count", "estimate"], (DIAGONALS,)),
    **dict.fromkeys(["backbone", "solution_space", "prove", "features"], (DIAGONALS,)),
    **dict.fromkeys(["hint", "rate", "diagnose", "watch"], (DIAGONALS,)),
    "argument": (nc.Puzzle([[1], [1]], [[2], [2]]),),
    "generate": (5, 5),
    "repair": (nc.Picture(["#_", "_#"]),),
}


@pytest.fixture(autouse=True)
def informed(caplog):
    caplog.set_level(logging.INFO, "nonocsp")


FUNCTIONS = {name: getattr(nc, name) for name in nc.__all__}
FUNCTIONS |= {"argument": nc.explanation.argument, "from_image": nc.generation.from_image}


def test_every_public_question_is_logged():
    questions = {
        name
        for name, function in FUNCTIONS.items()
        if inspect.isfunction(function)
        and "limits" in inspect.signature(function).parameters
        and not name.endswith("_many")
    }
    assert questions >= set(QUESTIONS)
    assert {name for name in questions if not hasattr(FUNCTIONS[name], "__wrapped__")} == set()


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_logged_once_at_its_end(caplog, name):
    answer = FUNCTIONS[name](*QUESTIONS[name])
    (end,) = caplog.records
    assert (end.name, end.levelname, end.question) == ("nonocsp", "INFO", name)
    head, _, rest = end.getMessage().partition(": ")
    assert head.split(", ")[0] == name
    assert rest == f"{repr(answer)[:200]} after {end.seconds:.3f} s"
    assert end.stopped_by is None
    assert 0 <= end.seconds < 600


@pytest.mark.parametrize("engine", ["kernel", "textbook"])
def test_the_puzzle_and_the_engine_are_named(caplog, engine):
    caplog.set_level(logging.DEBUG, "nonocsp")
    nc.solve(puzzle=DIAGONALS, engine=engine)
    begin, *_, end = caplog.records
    text = f"solve, <Puzzle of 3 rows and 3 columns>, engine {engine}: "
    assert begin.getMessage() == f"{text}begins"
    assert end.getMessage().startswith(f"{text}<Result: satisfiable")
    assert begin.engine == end.engine == engine


def test_the_default_engine_is_named(caplog, monkeypatch):
    monkeypatch.setenv("NONOCSP_ENGINE", "textbook")
    nc.solve(DIAGONALS)
    assert caplog.records[0].engine == "textbook"


@pytest.mark.parametrize("engine", ["kernel", "textbook"])
def test_lazy_solutions_end_once_when_they_have_ended(caplog, engine):
    found = nc.solutions(DIAGONALS, engine=engine)
    next(found)
    assert caplog.records == []
    list(found)
    found.close()
    (end,) = caplog.records
    seconds = found.stats.seconds
    assert end.getMessage().endswith(f": <Solutions: 6 solutions, all> after {seconds:.3f} s")
    assert end.seconds == seconds


def test_solutions_that_are_closed_early_or_limited_end(caplog):
    with nc.solutions(DIAGONALS) as found:
        next(found)
    list(nc.solutions(DIAGONALS, limit=2))
    assert [end.stopped_by for end in caplog.records] == [None, "solutions"]
    assert "<Solutions: 1 solution, more may follow>" in caplog.messages[0]


def test_explanations_end_with_their_last_step(caplog):
    steps = nc.explain(nc.Puzzle([[3], [1]], [[1], [2], [1]]))
    next(steps)
    assert caplog.records == []
    assert pickle.loads(pickle.dumps(steps)).steps == steps.steps  # the copy is no question
    (message,) = caplog.messages
    assert message.startswith("explain, <Puzzle of 2 rows and 3 columns>, engine ")
    seconds = caplog.records[0].seconds
    assert message.endswith(f": <Explanation: solved, 3 steps> after {seconds:.3f} s")


def test_a_limit_is_told_with_the_end(caplog):
    stop = threading.Event()
    stop.set()
    nc.count(WIDE, limits=nc.Limits(nodes=1))
    nc.solve(WIDE, limits=nc.Limits(stop=stop))
    with pytest.raises(nc.LimitReached):
        nc.is_unique(WIDE, limits=nc.Limits(stop=stop))
    assert [end.stopped_by for end in caplog.records] == ["nodes", "stop", "stop"]
    assert ": LimitReached('stop', '') after " in caplog.messages[-1]
    assert {each.levelname for each in caplog.records} == {"INFO"}


def test_an_error_ends_a_question_and_the_next_is_not_inside_it(caplog):
    caplog.set_level(logging.DEBUG, "nonocsp")
    with pytest.raises(nc.OptionError):
        nc.solve(DIAGONALS, engine="nobody")
    with pytest.raises(ZeroDivisionError):
        nc.count(DIAGONALS, engine="textbook", progress=lambda bounds: 1 / 0)
    assert "OptionError(" in caplog.messages[1]
    assert ": ZeroDivisionError('division by zero') after " in caplog.messages[-1]
    nc.features(DIAGONALS)
    assert [each.levelname for each in caplog.records[-2:]] == ["DEBUG", "INFO"]


def test_questions_of_questions_are_for_debugging(caplog):
    caplog.set_level(logging.DEBUG, "nonocsp")
    nc.rate(DIAGONALS)
    found = [(each.levelname, each.question) for each in caplog.records if each.name == "nonocsp"]
    assert found[:2] == [("DEBUG", "rate"), ("DEBUG", "explain")]
    assert found[-1] == ("INFO", "rate") and found.count(found[-1]) == 1
    assert found.count(("DEBUG", "explain")) >= 2  # begin and end, and perhaps progress


def test_progress_is_for_debugging_and_reaches_who_watches_too(caplog):
    from nonocsp.core.base.progress import watching

    caplog.set_level(logging.DEBUG, "nonocsp")
    seen = []
    with watching(seen.append):
        nc.count(nc.Puzzle([[1]] * 5, [[1]] * 5), engine="textbook")
    begin, progress, *_, end = caplog.records  # further ones after a second
    assert (begin.levelname, progress.levelname, end.levelname) == ("DEBUG", "DEBUG", "INFO")
    assert progress.getMessage() == "count: " + ", ".join(f"{k} {v}" for k, v in seen[0].items())


def test_large_numbers_are_short_and_reports_seldom(caplog, monkeypatch):
    from nonocsp.core.base import progress
    from nonocsp.core.base.progress import asking, report

    monkeypatch.setattr(progress, "_PAUSE", 1e9)
    caplog.set_level(logging.DEBUG, "nonocsp")
    around = asking.set(("count", [0.0]))
    report(at_least=10**5000, seconds=1 / 3, puzzle="a.txt")
    report(at_least=10**5001)
    asking.reset(around)
    assert caplog.messages == ["count: at_least 1.000e5000, seconds 0.333, puzzle a.txt"]


def test_every_thread_is_logged(caplog):
    threads = [threading.Thread(target=nc.count, args=[DIAGONALS]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for thread in threads:
        found = [each.getMessage() for each in caplog.records if each.thread == thread.ident]
        assert len(found) >= 1
    assert len(caplog.records) == 4
    assert {each.levelname for each in caplog.records} == {"INFO"}


def test_a_program_that_wants_no_log_gets_none(python):
    """Without `logging`, the package does not import it; with it, nothing is printed."""
    code = """
import sys
before = "logging" in sys.modules
import nonocsp as nc
puzzle = nc.Puzzle([[1]] * 3, [[1]] * 3)
nc.solve(puzzle), list(nc.solutions(puzzle)), nc.count(puzzle)
assert before or "logging" not in sys.modules
import logging
nc.solve(puzzle, limits=nc.Limits(nodes=1))
logging.getLogger("nonocsp").setLevel(logging.DEBUG)  # no handler
nc.solve(puzzle)
logging.basicConfig(level=logging.WARNING)
logging.getLogger("nonocsp").setLevel(logging.NOTSET)
nc.count(nc.Puzzle([[1, 1]] * 40, [[1, 1]] * 40), limits=nc.Limits(nodes=1))
"""
    assert python("-c", code) == (0, "", "")

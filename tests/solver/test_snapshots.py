"""Observed searches are the searches of the engines, and what they show is true of their nodes."""

from __future__ import annotations

import pytest

import nonocsp as nc
from nonocsp import Limits, Options, Puzzle
from nonocsp.questions.registry import QUESTIONS
from nonocsp.solver.snapshots import observe
from nonocsp.solver.solving import Status

TULIP = nc.read("input/tulip.ctu")
HARD = nc.read("input/n-dom-6.nin")
WAYS = [
    ("textbook", {"propagation": "forward_checking", "ordering": "in_order"}),
    ("textbook", {"propagation": "forward_checking"}),
    ("textbook", {"domains": "implicit"}),
    ("textbook", {"search": "backjumping", "ordering": "in_order"}),
    ("kernel", {"lucky": False, "dives": False}),
    ("kernel", {"lucky": False, "dives": False, "learning": False}),
]


@pytest.mark.parametrize(("engine", "chosen"), WAYS)
@pytest.mark.parametrize("puzzle", [TULIP, HARD], ids=["tulip", "n-dom-6"])
def test_the_search_is_that_of_the_engine(puzzle, engine, chosen):
    how = {"engine": engine, "options": Options.of(**chosen)}
    taken = []
    found, plain = observe(puzzle, taken.append, **how), nc.solve(puzzle, **how)
    assert (found.status, found.picture) == (plain.status, plain.picture)
    times = {"seconds", "peak_memory"}
    counted = [
        {name: work for name, work in each.stats.counted().items() if name not in times}
        for each in (found, plain)
    ]
    assert counted[0] == counted[1]
    nodes = [snapshot.stats["nodes"] for snapshot in taken if snapshot.cells]
    assert nodes == sorted(nodes) and (not nodes or nodes[-1] <= found.stats.nodes)


@pytest.mark.parametrize("domains", ["explicit", "implicit"])
def test_what_is_shown_before_the_first_decision_is_true(domains):
    taken = []
    options = Options.of(domains=domains)
    found = observe(TULIP, taken.append, engine="textbook", options=options)
    assert found.stats.nodes == len(taken)
    first = "".join(taken[0].cells)
    solved = "".join(found.picture.text(TULIP.colours).split())
    assert 0 < first.count("?") < len(first)
    # Arc consistency before the first assignment holds in every solution.
    assert all(shown in ("?", cell) for shown, cell in zip(first, solved, strict=True))


def test_both_kinds_of_domains_show_the_same():
    shown = []
    for domains in ("explicit", "implicit"):
        taken = []
        options = Options.of(domains=domains, propagation="forward_checking")
        observe(TULIP, taken.append, engine="textbook", options=options)
        shown.append([snapshot.cells for snapshot in taken])
    assert shown[0] == shown[1]


def test_long_searches_are_shown_less_and_less_often():
    taken = []
    options = Options(propagation="none", ordering="in_order")
    found = observe(
        TULIP, taken.append, engine="textbook", options=options, limits=Limits(nodes=20_000)
    )
    assert found.status is Status.UNKNOWN and found.stopped_by == "nodes"
    nodes = [snapshot.stats["nodes"] for snapshot in taken if snapshot.cells]
    assert nodes[:5] == [1, 2, 3, 4, 5] and len(nodes) < 400
    assert nodes[-1] > 19_000


def test_no_solution_is_proven():
    assert observe(Puzzle([[2], []], [[1], []]), print).status is Status.UNSATISFIABLE


def test_the_question():
    seen = []
    answer = QUESTIONS["observe"].ask(
        TULIP,
        engine="textbook",
        options=Options(propagation="forward_checking"),
        progress=seen.append,
    )
    assert TULIP.is_solved_by(answer.picture)
    assert [sorted(snapshot.to_dict()) for snapshot in seen[:1]] == [["cells", "stats"]]

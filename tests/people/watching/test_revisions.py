"""Arcs as steps: each removal is what the definition removes, and the queue is the one used."""

import itertools
from collections import deque

import pytest
import strategies
from hypothesis import given, strategies as st
from strategies import examples

import nonocsp as nc
from nonocsp.core.csp import Network
from nonocsp.core.csp.problems import queens
from nonocsp.core.line.definition import placements
from nonocsp.core.options import events
from nonocsp.people.watching import pages, recorder

PROPAGATIONS = ["none", "forward_checking", "ac3", "ac2001", "ac3bit", "bounds", "sac", "rsac"]
SEARCHES = ["chronological", "backjumping", "limited_discrepancy", "restarts"]
OPTIONS = st.fixed_dictionaries(
    {
        "propagation": st.sampled_from(PROPAGATIONS),
        "search": st.sampled_from(SEARCHES),
        "ordering": st.sampled_from(["in_order", "mrv", "dom_wdeg"]),
        "values": st.sampled_from(["lexicographic", "least_constraining"]),
    }
)
PUZZLES = st.one_of(
    *map(strategies.small_puzzles, (None, strategies.ANY, strategies.custom_boards()))
).map(lambda drawn: drawn[1])
LIMITS = nc.Limits(nodes=60)


class Plain:
    """Domains as sets, changed as the events say, where that is what the definition asks for."""

    def __init__(self, problem, propagation=""):
        self.ends_only = propagation == "bounds"
        if isinstance(problem, Network):
            self.domains = [set(values) for values in problem.values]
        else:
            board, colours = problem.board, problem.block_colours
            self.domains = [
                set(placements(problem.clue(line), problem.length(line), colours))
                for line in board.clued
            ]
            # Constraints are numbered cell by cell.
            pairs = (itertools.combinations(each, 2) for each in board.clued_places())
            self.places = [dict(pair) for pair in itertools.chain(*pairs)]
        self.sizes = [len(domain) for domain in self.domains]
        self.arcs = deque()
        self.stack = []
        self.unsupported = None

    def support(self, value, theirs):
        """Whether two placements agree on the cell of the arc, or two queens do not meet."""
        variable, other, constraint = self.arc
        if isinstance(value, bytes):
            places = self.places[constraint]
            return value[places[variable]] == theirs[places[other]]
        return value != theirs and abs(value - theirs) != abs(variable - other)

    def __call__(self, event):
        match event:
            case events.Queue(arcs, is_new):
                self.arcs = deque() if is_new else self.arcs
                self.arcs += arcs
            case events.Revise(variable, other, constraint):
                if self.arcs:
                    assert self.arcs.popleft() == (variable, other, constraint)
                self.arc, theirs = (variable, other, constraint), self.domains[other]
                self.unsupported = {
                    value
                    for value in self.domains[variable]
                    if not any(self.support(value, each) for each in theirs)
                }
            case events.Remove():
                self.remove(event)
            case events.Decide(variable, value):
                self.stack.append((variable, [set(domain) for domain in self.domains]))
                assert value in self.domains[variable]
                self.domains[variable] = {value}
            case events.Backtrack(variable):
                was, self.domains = self.stack.pop()
                assert was == variable
            case events.Fail(variable) if variable is not None:
                assert not self.domains[variable]

    def remove(self, event):
        domain = self.domains[event.variable]
        if event.values:
            gone = set(event.values)
        else:
            assert max(self.sizes) > events.MOST_VALUES
            gone, kept = self.unsupported, domain - self.unsupported
            if self.ends_only and len(self.domains[event.other]) > 1:
                gone = {value for value in gone if not kept or not min(kept) < value < max(kept)}
        if event.other is not None:
            assert gone <= self.unsupported
        assert gone <= domain and len(gone) == event.removed
        domain -= gone
        assert len(domain) == event.left


@given(PUZZLES, OPTIONS)
@examples(150)
def test_what_is_removed_had_no_support(puzzle, options):
    plain = Plain(puzzle, options["propagation"])
    # Parts take turns; what each takes back is its own.
    how = {"options": nc.Options(components=False, **options), "limits": LIMITS}
    nc.watch(puzzle, listen=plain, **how)


@pytest.mark.parametrize("propagation", PROPAGATIONS)
@pytest.mark.parametrize("search", SEARCHES)
def test_what_is_removed_from_queens_had_no_support(propagation, search):
    options = nc.Options(propagation=propagation, search=search)
    nc.watch(queens(5), listen=Plain(queens(5)), options=options)


@given(PUZZLES, st.sampled_from(["forward_checking", "ac3", "ac2001", "ac3bit"]))
@examples(60)
def test_a_revision_removes_all_that_has_no_support(puzzle, propagation):
    class Exact(Plain):
        def __call__(self, event):
            if self.unsupported and not isinstance(event, events.Remove):
                raise AssertionError(f"{event} while values without support are left")
            super().__call__(event)
            if isinstance(event, events.Remove):
                assert event.left == len(self.domains[event.variable])
                self.unsupported -= set(event.values) or self.unsupported

    options = nc.Options(propagation=propagation, components=False)
    nc.watch(puzzle, listen=Exact(puzzle), options=options, limits=LIMITS)


def textbook_ac3(network):
    """AC-3 by sets and a list, from its description: the arcs in the order in which it looks."""
    domains = [set(range(len(values))) for values in network.values]
    against = [[arc for arc in network.arcs if arc.other == v] for v in range(len(domains))]
    queue = [arc for arcs in against for arc in arcs]
    seen = []
    while queue:
        arc = queue.pop(0)
        seen.append((arc.variable, arc.other, arc.constraint))
        there = sum(1 << value for value in domains[arc.other])
        kept = {
            value
            for values, support in arc.classes
            for value in domains[arc.variable]
            if values >> value & 1 and support & there
        }
        if kept != domains[arc.variable]:
            domains[arc.variable] = kept
            if not kept:
                break
            for more in against[arc.variable]:
                if more not in queue and more.constraint != arc.constraint:
                    queue.append(more)
    return seen, queue


@given(PUZZLES)
@examples(60)
def test_the_queue_is_that_of_the_textbook(puzzle):
    from nonocsp.core.csp import line_network

    tree = nc.watch(puzzle, limits=nc.Limits(nodes=1))
    seen, left = textbook_ac3(line_network(puzzle))
    steps = tree.revisions(0)[1:]
    assert [step.variables for step in steps] == [arc[:2] for arc in seen]
    if steps:
        whole = list(steps[0].arcs)
        assert whole[: len(seen)] == seen and len(whole) == len(seen) + len(left)
        assert len(steps[-1].queue) == len(left)


@given(PUZZLES, OPTIONS)
@examples(100)
def test_steps_lead_from_a_node_to_the_next(puzzle, options):
    tree = nc.watch(puzzle, options=nc.Options(components=False, **options), limits=LIMITS)
    for node in tree.graph:
        data, above = tree.graph.nodes[node], tree.parent(node)
        if data["status"] == "part" or (options["propagation"] == "none" and node):
            continue
        masks, sizes = map(
            list, data["start"] if above is None else (tree.masks(above), tree.sizes(above))
        )
        for step in tree.revisions(node):
            for known, changes in ((masks, step.masks), (sizes, step.sizes)):
                for at, value in changes:
                    known[at] = value
        if data["masks"] or not node:
            assert sizes == tree.sizes(node)
            assert masks == tree.masks(node)


@given(PUZZLES, OPTIONS, st.sampled_from(["textbook", "kernel"]))
@examples(60)
def test_every_step_can_be_shown(puzzle, options, engine):
    # A part also shows what is assigned in another one meanwhile.
    whole = nc.Options(components=False, **options)
    how = {"options": whole} if engine == "textbook" else {}
    tree = nc.watch(puzzle, engine=engine, limits=nc.Limits(nodes=20, solutions=50), **how)
    assert len(pages.plain(tree)["nodes"]) == tree.graph.number_of_nodes()
    for node in tree.graph:
        known = [tree.knew(node, step) for step in range(len(tree.revisions(node)))]
        assert all(map(len, known))
        if tree.values is not None and engine == "textbook":
            left = tree.domains(node)
            if data := tree.graph.nodes[node]["sizes"]:
                assert [len(left[line]) for line, _ in data] == [size for _, size in data]


@given(PUZZLES, OPTIONS)
@examples(150)
def test_watching_changes_no_counter(puzzle, options):
    options = nc.Options(**options)
    tree = nc.watch(puzzle, options=options, limits=LIMITS)
    alone = nc.solutions(puzzle, engine="textbook", options=options, limits=LIMITS)
    found = len(list(alone))
    watched, counted = tree.stats.counted(), alone.stats.counted()
    if tree.stopped_by is None:  # the parts of a search are stopped at different nodes
        assert watched == counted and tree.solutions == found


def test_events_beyond_the_bound_are_counted(monkeypatch):
    heard = []
    whole = nc.watch(queens(6), listen=heard.append)
    every = sum(isinstance(event, recorder._PROPAGATION) for event in heard)
    kept = [len(data["events"]) for _, data in whole.graph.nodes(data=True)]
    assert sum(kept) == every > 100 and "not kept" not in whole.summary
    monkeypatch.setattr(recorder, "MOST_EVENTS", 100)
    cut = nc.watch(queens(6))
    assert cut.cut == every - 100 and cut.summary.endswith(f", {cut.cut} events not kept")
    for node in cut.graph:
        assert cut.masks(node) == whole.masks(node)
        steps, more = list(whole.steps(node)), list(cut.steps(node))
        if lost := cut.graph.nodes[node]["cut"]:
            assert more.pop() == f"{lost} more events, not kept"
            # The last one may have queued arcs that are not kept.
            assert [*map(len, more)] <= [*map(len, steps)]
        else:
            assert more == steps
    monkeypatch.setattr(recorder, "MOST_EVENTS", 10**6)
    folded = nc.watch(queens(6), most=8)
    assert folded.cut == 0

"""Searches watched: the tree is that of the search, and each node knew what follows from it."""

import itertools
import json
import re
from collections import Counter
from html import escape

import networkx as nx
import pytest
import strategies
from hypothesis import given, strategies as st
from strategies import examples

import nonocsp as nc
from nonocsp.core.base.errors import FormatError
from nonocsp.core.csp import count_assignments
from nonocsp.core.csp.problems import queens
from nonocsp.core.options import events
from nonocsp.people.watching import side_by_side, tidy

TECHNIQUES = [
    {"propagation": propagation, "search": search}
    for propagation in ("none", "forward_checking", "ac3", "ac2001", "bounds", "sac")
    for search in ("chronological", "backjumping", "limited_discrepancy", "restarts")
]
LIMITS = [nc.Limits(nodes=5), nc.Limits(solutions=3)]
SWITCH = nc.Puzzle([[1], [1]], [[1], [1]])


@pytest.mark.parametrize("techniques", TECHNIQUES, ids=lambda some: "-".join(some.values()))
def test_a_tree_has_the_nodes_of_the_search(techniques):
    options = nc.Options(**techniques)
    tree = nc.watch(queens(5), options=options)
    assert nx.is_arborescence(tree.graph)
    looks = Counter(data["status"] for _, data in tree.graph.nodes(data=True))
    stats = tree.stats
    assert tree.decisions == stats.nodes == tree.graph.number_of_nodes() - 1
    assert (looks["failed"], looks["solution"]) == (stats.backtracks, 10)
    assert tree.solutions == 10 == [*count_assignments(queens(5), options)][-1]
    for node, data in tree.graph.nodes(data=True):
        below = [tree.graph.nodes[child] for child in tree.children(node)]
        is_solution = data["status"] == "solution"
        assert data["size"] == 1 + sum(each["size"] for each in below)
        assert data["solutions"] == is_solution + sum(each["solutions"] for each in below)
        assert not below or data["status"] == "branch"


#: Every solution is a node of the tree, and a puzzle with absent clues can have millions.
FEW = strategies.puzzles().filter(lambda drawn: nc.count(drawn[1]).at_least <= 5_000)


@given(FEW, st.sampled_from(["forward_checking", "ac3", "none"]))
@examples(40)
def test_nodes_know_less_and_less(drawn, propagation):
    _, puzzle = drawn
    options = nc.Options(propagation=propagation)
    limits = nc.Limits(nodes=500)
    tree = nc.watch(puzzle, options=options, limits=limits)
    search = nc.solutions(puzzle, engine="textbook", options=options, limits=limits)
    found = len(list(search))
    assert tree.stopped_by == search.stopped_by
    if tree.stopped_by is None:
        assert (tree.solutions, tree.decisions) == (found, search.stats.nodes)
    for node, data in tree.graph.nodes(data=True):
        if data["status"] in ("part", "failed"):
            continue
        masks, above = tree.masks(node), tree.parent(node)
        assert all(size > 0 for size in tree.sizes(node))
        if above is not None:
            assert all(now & ~old == 0 for now, old in zip(masks, tree.masks(above), strict=True))


def test_a_solution_knows_its_picture():
    puzzle = nc.Puzzle([[1, 1], [2], [1]], [[1, 1], [2], [1]])
    found = {str(picture) for picture in nc.solutions(puzzle)}
    for engine in ("textbook", "kernel"):
        tree = nc.watch(puzzle, engine=engine)
        leaves = [n for n, data in tree.graph.nodes(data=True) if data["status"] == "solution"]
        whole = tree.solutions == len(leaves)  # there are no parts
        assert whole and {"\n".join(tree.knew(leaf)) for leaf in leaves} == found


def test_parts_are_searched_apart_and_their_solutions_multiply():
    apart = nc.Puzzle([[1], [1], [], [1], [1]], [[1], [1], [], [1], [1]])
    grid = nc.Grid.from_text("??___\n??___\n_____\n___??\n___??")
    tree = nc.watch(apart, grid)
    assert tree.solutions == 4
    parts = [data for _, data in tree.graph.nodes(data=True) if data["status"] == "part"]
    assert [part["solutions"] for part in parts] == [2, 2]
    search = nc.solutions(apart, grid=grid, engine="textbook")
    assert (len(list(search)), tree.decisions) == (4, search.stats.nodes)


@given(FEW)
@examples(40)
def test_the_kernel_reports_every_solution(drawn):
    _, puzzle = drawn
    seen = Counter()
    tree = nc.watch(puzzle, engine="kernel", listen=lambda event: seen.update([type(event)]))
    assert tree.solutions == nc.count(puzzle).at_least == seen[events.Solution]
    failed = [n for n, data in tree.graph.nodes(data=True) if data["status"] == "failed"]
    assert len(failed) == tree.failures == seen[events.Fail]
    assert all(tree.graph.out_degree(node) == 0 for node in failed if node)
    assert nx.is_arborescence(tree.graph)
    solutions = {str(picture) for picture in nc.solutions(puzzle)}
    leaves = [n for n, data in tree.graph.nodes(data=True) if data["status"] == "solution"]
    assert {"\n".join(tree.knew(leaf)) for leaf in leaves} == solutions


@given(FEW)
@examples(40)
def test_the_kernel_that_is_watched_does_the_same_work(drawn):
    _, puzzle = drawn
    tree = nc.watch(puzzle, engine="kernel")
    alone = nc.solutions(puzzle)
    list(alone)
    assert tree.stats.counted() == alone.stats.counted()
    assert tree.failures == tree.stats.conflicts


def test_lucky_phases_dives_and_probes_are_seen():
    for file, options, by in (
        ("n-dom-6.nin", {"probing": False, "guidance": False}, "lucky"),
        ("n-dom-6.nin", {"lucky": False}, "dive"),
        ("buckled-bicycle.json", {}, "probe"),
    ):
        puzzle = nc.read(f"input/{file}")
        tree = nc.watch(puzzle, engine="kernel", options=nc.Options(**options))
        assert by in {data.get("by") for _, data in tree.graph.nodes(data=True)}


def test_what_the_kernel_learns_no_solution_contradicts():
    learned, cells, excluded = [], [], []

    def listen(event):
        if isinstance(event, events.Nogood):
            learned.append((event, len(excluded)))
        elif isinstance(event, events.Decide):
            cells.append(event.variable)
        elif isinstance(event, events.Solution) and not excluded:
            excluded.append(event)  # the first one, by a nogood

    plain = nc.Options(lucky=False, dives=False)
    tree = nc.watch(nc.read("input/n-dom-6.nin"), engine="kernel", listen=listen, options=plain)
    assert len(learned) > 30
    failed = [n for n, data in tree.graph.nodes(data=True) if data["status"] == "failed"]
    assert len(failed) == tree.failures == tree.stats.conflicts
    assert not any(tree.graph.out_degree(node) for node in failed)
    pictures = [picture.cells for picture in nc.solutions(tree.problem)]
    for nogood, first in learned:
        if len(nogood.facts) == nogood.size:
            for shown in pictures[first:]:
                assert not all((shown[cell] == colour) is has for cell, colour, has in nogood.facts)
    assert set(cells) <= {-1, *range(tree.problem.board.size)}  # -1: the position of a block


def test_watching_changes_nothing_that_is_counted():
    puzzle = nc.Puzzle([[1]] * 4, [[1]] * 4)
    for techniques in TECHNIQUES:
        options = nc.Options(**techniques)
        tree = nc.watch(puzzle, options=options)
        alone = nc.count(puzzle, engine="textbook", options=options)
        ignored = {"solutions"}
        assert {k: v for k, v in tree.stats.counted().items() if k not in ignored} == {
            k: v for k, v in alone.stats.counted().items() if k not in ignored
        }


def test_a_log_is_read_as_it_was_written():
    heard = []
    for engine in ("textbook", "kernel"):
        nc.watch(nc.Puzzle([[1]] * 4, [[1]] * 4), engine=engine, listen=heard.append)
    restarts = nc.Options(search="restarts")
    nc.watch(queens(6), options=restarts, listen=heard.append)
    text = "".join(map(events.log_line, heard))
    assert events.read_log(text.splitlines()) == heard
    assert {type(event) for event in heard} >= {events.Nogood, events.Remove, events.Propagate}
    for wrong in ("", "{}", '{"event": "dance"}', '{"event": "decide"}', "[]", "3"):
        with pytest.raises(FormatError, match="line 2: expected an event"):
            events.read_log([text.splitlines()[0], wrong])


def test_removals_lead_from_a_domain_to_what_is_left_of_it():
    sizes = {}

    def listen(event):
        if isinstance(event, events.Remove) and event.variable in sizes:
            assert sizes[event.variable] == event.left + event.removed
        if isinstance(event, events.Remove):
            sizes[event.variable] = event.left
        elif isinstance(event, (events.Decide, events.Backtrack)):
            sizes.clear()

    nc.watch(queens(6), listen=listen)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["textbook", "kernel"])
def test_what_is_taken_back_is_the_latest_decision(engine):
    path = []

    def listen(event):
        if isinstance(event, events.Decide):
            path.append(event.variable)
        elif isinstance(event, events.Backtrack):
            assert path.pop() == event.variable

    options = nc.Options(lucky=False, dives=False) if engine == "kernel" else None
    tree = nc.watch(nc.read("input/n-dom-6.nin"), engine=engine, listen=listen, options=options)
    assert tree.failures > 30


@pytest.mark.parametrize("engine", ["textbook", "kernel"])
def test_what_a_restart_leaves_is_not_refuted(engine):
    hard = nc.read("input/n-dom-6.nin")
    problem, options = {
        "textbook": (queens(6), nc.Options(search="restarts", propagation="forward_checking")),
        "kernel": (hard, nc.Options(lucky=False)),
    }[engine]
    tree = nc.watch(problem, engine=engine, options=options)
    nodes = tree.graph.nodes(data=True)
    left = [n for n, data in nodes if data.get("left") and data["status"] == "branch"]
    reasons = {tree.reason(node) for node in left if not tree.graph.nodes[node]["solutions"]}
    assert reasons == {"left by a restart"}


def test_large_trees_are_folded_and_say_so():
    whole, small = nc.watch(queens(6)), nc.watch(queens(6), most=8)
    assert "folded" in small.summary and "folded" not in whole.summary
    assert small.graph.number_of_nodes() < 20 < whole.graph.number_of_nodes()
    assert small.graph.nodes[0]["size"] == whole.graph.nodes[0]["size"] == whole.decisions + 1
    assert (small.decisions, small.failures) == (whole.decisions, whole.failures)
    assert small.solutions == whole.solutions == 4
    folded = [data["folded"] for _, data in small.graph.nodes(data=True) if "folded" in data]
    assert sum(folded) >= small.folded > 0


def test_text_has_a_line_for_every_node_at_its_depth():
    tree = nc.watch(queens(6), options=nc.Options(propagation="none", ordering="in_order"))
    *lines, numbers = tree.to_text().splitlines()
    # In the order of the search, each two blanks deeper than its parent.
    for node, line in zip(sorted(tree.graph), lines, strict=True):
        label = tree.graph.nodes[node]["label"]
        assert line.startswith("  " * (len(tree.path(node)) - 1) + label)
    assert numbers == f"none, in_order, lexicographic: {tree.summary}"
    leaf = next(n for n, data in tree.graph.nodes(data=True) if data["status"] == "failed")
    assert lines[leaf].strip() == "row 2 = 1: row 2 and row 1 contradict each other"


@given(st.integers(1, 60), st.integers(5, 200))
@examples(40)
def test_folded_text_counts_what_it_leaves_out(most, kept):
    tree = nc.watch(queens(6), most=kept)
    *lines, numbers = tree.to_text(most=most).splitlines()
    *lines, rest = lines if lines[-1].startswith("(") else [*lines, "(0 nodes not shown)"]
    shown = [line for line in lines if not line.lstrip().startswith("… ")]
    assert len(shown) == min(most, tree.graph.number_of_nodes())
    below = sum(int(each) for each in re.findall(r"… (\d+) node", "\n".join(lines)))
    assert len(shown) + below == 1 + tree.decisions
    found = sum(int(each) for each in re.findall(r"… .*, (\d+) solution", "\n".join(lines)))
    assert found + sum(line.endswith(": solution") for line in shown) == 4
    assert len(shown) + int(re.findall(r"\d+", rest)[0]) == tree.graph.number_of_nodes()
    assert numbers.endswith(tree.summary)


def test_a_root_that_fails_says_why():
    tree = nc.watch(nc.Puzzle([[1, 1], [3], [1]], [[1], [3], [1, 1]]))
    assert str(tree).splitlines() == [
        "root: column 2 has no placement left",
        "ac3, mrv, lexicographic: 0 decisions, 1 failure, 0 solutions",
    ]
    assert tree.domains(0)[4] == [] and tree.stats.backtracks == 0


@pytest.mark.parametrize("techniques", TECHNIQUES, ids=lambda some: "-".join(some.values()))
@pytest.mark.parametrize("limits", LIMITS, ids=["nodes", "solutions"])
def test_a_limit_leaves_open_what_has_no_solution_below(techniques, limits):
    decisions, path = itertools.count(1), [0]

    def listen(event):
        if isinstance(event, events.Decide):
            path.append(next(decisions))
        elif isinstance(event, events.Backtrack):
            path.pop()

    options = nc.Options(**techniques)
    tree = nc.watch(queens(6), options=options, limits=limits, listen=listen)
    assert tree.stopped_by == ("nodes" if limits.nodes else "solutions")
    nodes = tree.graph.nodes
    has_solution = {
        above for n in nodes if nodes[n]["status"] == "solution" for above in tree.path(n)
    }
    assert has_solution or limits.nodes
    is_open = {n for n in nodes if tidy.look(nodes[n]) == "open" and not nodes[n].get("left")}
    assert is_open == {n for n in path if nodes[n]["status"] != "failed"} - has_solution
    for line, node in zip(tree.to_text().splitlines(), nodes, strict=False):
        if node in has_solution and tree.children(node):
            assert line.strip() == nodes[node]["label"]


@pytest.mark.parametrize("propagation", ["ac3", "ac2001", "ac3bit", "bounds", "sac", "rsac"])
def test_a_root_that_fails_ends_with_what_its_domains_leave(propagation):
    puzzle = nc.read("input/broken-heart.nin")
    tree = nc.watch(puzzle, options=nc.Options(propagation=propagation))
    domains = dict(zip(tree.lines, tree.domains(0), strict=True))
    (empty,) = (line for line, left in domains.items() if not left)
    assert tree.reason(0) == f"{empty} has no placement left"
    assert (tidy.look(tree.graph.nodes[0]), tree.failures) == ("failed", 1)
    last = len(tree.revisions(0)) - 1
    assert tree.knew(0) == tree.knew(0, last)
    marks = {frozenset("#"): "#", frozenset("_"): "_", frozenset("#_"): "?", frozenset(): "!"}
    for row, known in enumerate(tree.knew(0)):
        for column, mark in enumerate(known):
            left = {value[column] for value in domains[f"row {row + 1}"]}
            left &= {value[row] for value in domains[f"column {column + 1}"]}
            assert mark == marks[frozenset(left)]


def test_what_cannot_be_watched_is_refused():
    for wrong in (
        {"engine": "kernel", "options": nc.Options(strategy="textbook")},
        {"engine": "dance"},
        {"most": 0},
        {"options": nc.Options(learning=False)},
    ):
        with pytest.raises(nc.OptionError):
            nc.watch(SWITCH, **wrong)
    for wrong in ({"engine": "kernel"}, {"grid": nc.Grid.unknown(SWITCH)}):
        with pytest.raises(nc.OptionError, match="a network is searched by the textbook engine"):
            nc.watch(queens(4), **wrong)


def test_what_a_listener_raises_reaches_the_caller():
    def listen(event):
        if isinstance(event, events.Solution):
            raise ZeroDivisionError

    for engine in ("textbook", "kernel"):
        with pytest.raises(ZeroDivisionError):
            nc.watch(SWITCH, engine=engine, listen=listen)


def test_pages_and_figures_have_every_node():
    tree = nc.watch(queens(5))
    count = tree.graph.number_of_nodes()
    assert tree.to_svg().count("<title>") == count + 1
    assert tree.to_dot().count("->") == count - 1
    both = side_by_side(tree, nc.watch(SWITCH, engine="kernel"))
    page = both.to_html()
    assert escape(page) in both._repr_html_() and "SideBySide: 15 decisions" in repr(both)
    assert both.to_text() == "\n".join(each.to_text() for each in both.trees)
    data = page.partition('id="data">')[2].partition("</script>")[0]
    first, second = json.loads(data)
    assert len(first["nodes"]) == count and first["board"] is None
    assert len(second["board"]["cells"]) == 4
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")


def test_a_figure_has_room_for_its_labels():
    wide = nc.read("input/tulip.ctu")
    tree = nc.watch(wide, options=nc.Options(propagation="forward_checking"), most=8)
    figure = tree.to_svg(labels=True)
    width = float(re.search(r'width="([\d.]+)"', figure)[1])
    texts = re.findall(r'<text x="([\d.]+)" y="(\d+)">([^<]*)<', figure)
    assert len(texts) == tree.graph.number_of_nodes() - 1
    half = {text: 3.5 * len(text) for _, _, text in texts}  # a letter of 13 pixels is 7 wide
    for x, _, text in texts:
        assert half[text] <= float(x) <= width - half[text]
    for one, two in itertools.combinations(texts, 2):
        apart = abs(float(one[0]) - float(two[0]))
        assert one[1] != two[1] or apart >= half[one[2]] + half[two[2]]


def test_every_kind_of_node_has_a_form_of_its_own():
    forms = [look.shape for look in tidy.LOOKS.values()]
    assert len(set(forms)) == len(forms) == len({*tidy.OUTLINES.values()})
    assert {*forms} == tidy.OUTLINES.keys()


def test_a_title_cannot_leave_its_page():
    puzzle = nc.Puzzle([[1]], [[1]], title="</script><script>alert(1)</script>")
    assert "<script>alert" not in nc.watch(puzzle).to_html()

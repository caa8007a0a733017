"""Techniques and engines from outside the package: by name, in a process and as a distribution."""

from __future__ import annotations

import gc
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from strategies import ANY, small_puzzles

import nonocsp as nc
from nonocsp import Options, Picture, Puzzle
from nonocsp.core.base.errors import OptionError
from nonocsp.core.line import definition as line
from nonocsp.core.options import plugins
from nonocsp.core.solver.engines import Engine, engine_named

ROOT = Path(__file__).parents[3]
SWITCH = Puzzle([[1], [1]], [[1], [1]])

PACKAGE = """
from nonocsp import Line, Picture, line
from nonocsp.core.solver.engines import Engine
from itertools import product

def last(state, variables):
    return variables[-1]

def backwards(state, variable):
    return sorted(state.values(variable), reverse=True)

def idle(state, changed):
    return True

class RowByRow(Engine):
    name, summary = "row-by-row", "every choice of placements"

    def pictures(self, query):
        puzzle, grid, meter = query.puzzle, query.grid, query.meter
        columns, colours = puzzle.shape[1], puzzle.block_colours
        rows = [list(line.placements(c, columns, colours, grid and grid.line(Line("row", i))))
                for i, c in enumerate(puzzle.rows)]
        for chosen in product(*rows):
            meter.node()
            picture = Picture.from_cells(b"".join(chosen), puzzle.board, puzzle.colours)
            if puzzle.is_solved_by(picture):
                yield picture

engine = RowByRow()
"""

ENTRIES = """
[nonocsp.orderings]
last = outside_things:last
broken = outside_things:nothing

[nonocsp.value_orders]
backwards = outside_things:backwards

[nonocsp.propagators]
idle = outside_things:idle

[nonocsp.engines]
row-by-row = outside_things:engine
"""


@pytest.fixture
def outside(tmp_path, monkeypatch):
    """A distribution that offers one thing of each kind."""
    (tmp_path / "outside_things.py").write_text(PACKAGE)
    info = tmp_path / "outside_things-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-things\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(tmp_path)


def last(state, variables):
    return variables[-1]


def idle(state, changed):
    return True


@given(small_puzzles(ANY))
def test_a_propagator_that_does_nothing_is_slow_but_never_wrong(made):
    _, puzzle = made
    plugins.register("propagation", "idle", idle)
    plugins.register("ordering", "last", last)
    options = Options(propagation="idle", ordering="last")
    limits = nc.Limits(nodes=20_000)
    found = nc.solutions(puzzle, engine="textbook", options=options, limits=limits)
    pictures = set(found)
    if found.is_complete:
        assert pictures == set(nc.solutions(puzzle))
    assert all(map(puzzle.is_solved_by, pictures))


def test_a_name_that_nobody_offers_is_refused_as_before():
    with pytest.raises(OptionError, match="option ordering must be one of mrv, "):
        Options(ordering="last")
    with pytest.raises(OptionError, match="unknown engine 'row-by-row'; available:"):
        engine_named("row-by-row")
    with pytest.raises(OptionError, match="unknown kind 'colour'"):
        plugins.register("colour", "x", None)
    with pytest.raises(OptionError, match="unknown ordering 'last'"):
        plugins.load("ordering", "last")


def test_an_engine_that_only_enumerates_answers_every_question():
    class Rows(Engine):
        name, summary = "rows", "rows"

        def pictures(self, query):
            for first in line.placements(query.puzzle.rows[0], 2):
                query.meter.node()
                picture = Picture.from_cells(first + first[::-1], query.puzzle.board)
                if query.puzzle.is_solved_by(picture):
                    yield picture

    plugins.register("engine", "rows", Rows())
    assert nc.solve(SWITCH, engine="rows").picture is not None
    assert nc.count(SWITCH, engine="rows").at_least == 2
    assert nc.verdict(SWITCH, engine="rows") is nc.Verdict.MULTIPLE
    assert nc.solution_space(SWITCH, engine="rows").count == 2
    stopped = nc.solutions(SWITCH, engine="rows", limits=nc.Limits(nodes=1))
    list(stopped)
    assert stopped.stopped_by == "nodes"


@pytest.mark.slow
@pytest.mark.usefixtures("outside")
def test_a_distribution_offers_techniques_and_an_engine(python):
    def run(command, *arguments):
        return python("-m", "nonocsp", command, "input/permutation-5.txt", "--engine", *arguments)

    techniques = ["--set", "ordering=last", "--set", "values=backwards"]
    code, out, err = run("solve", "textbook", *techniques, "--set", "propagation=idle")
    assert (code, err) == (0, "")
    assert len(out.split("\n\n")) == 120
    assert run("count", "row-by-row") == (0, "120\n", "")
    code, _, err = run("solve", "textbook", "--set", "ordering=broken")
    assert code == 2 and err.count("\n") == 1
    assert "the ordering 'broken' cannot be loaded" in err


@pytest.mark.slow
@pytest.mark.usefixtures("outside")
def test_the_suite_measures_what_a_distribution_offers(python, tmp_path):
    out = tmp_path / "r.jsonl"
    code, _, err = python(
        "-m", "benchmarks", "run", "--puzzles", "permutation:last=4", "--protocol", "all",
        "--engine", "textbook:ordering=last", "--engine", "row-by-row", "--output", out,
    )  # fmt: skip
    assert code == 0, err
    records = [json.loads(text) for text in out.read_text().splitlines()]
    assert [record["status"] for record in records] == ["solved"] * 6
    assert {record["engine"] for record in records} == {"textbook:ordering=last", "row-by-row"}
    assert sorted(record["solutions"] for record in records[::2]) == [2, 6, 24]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "No such file"),
        ("x = 1", "mine.py: registers no plugin"),
        ("\nx = 1 / 0", "mine.py, line 2: ZeroDivisionError"),
        ("\n\nx = (", "mine.py, line 3: SyntaxError"),
        ("import sys; sys.exit(3)", "mine.py, line 1: SystemExit: 3"),
        (
            "from nonocsp.core.options import plugins\nplugins.register('a', 'b', 3)",
            "unknown kind 'a'",
        ),
    ],
)
def test_a_file_that_is_no_plugin_is_refused(tmp_path, text, message):
    file = tmp_path / "mine.py"
    if text is not None:
        file.write_text(text)
    with pytest.raises(OptionError, match=message):
        plugins.load_file(file)


PLUGIN = """
from nonocsp.core.options import plugins

def last_cell(view):
    return view.open_cells[-1]

plugins.register("decision", "last_cell", last_cell)
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "my_plugin.py"
    path.write_text(PLUGIN)
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["solve"],
        ["check"],
        ["batch", "--workers", "2"],
        [
            "bench",
            "run",
            "--puzzles",
            "permutation:last=3",
            "--engine",
            "kernel:decision=last_cell",
        ],
    ],
)
def test_every_command_takes_a_file_of_plugins(python, command, file, tmp_path):
    rest = ["input/permutation-5.txt", "--set", "decision=last_cell"]
    if command[0] == "bench":
        rest = ["-o", str(tmp_path / "records.jsonl")]
    if command[0] == "batch":
        rest += ["-o", str(tmp_path / "answers.jsonl")]
    code, _, err = python("-m", "nonocsp", *command, *rest, "--plugin", file)
    assert code == 0, err
    if command[0] == "batch":
        (answer,) = map(json.loads, (tmp_path / "answers.jsonl").read_text().splitlines())
        assert answer["status"] == "satisfiable" and "error" not in answer
    if command[0] == "solve":
        code, _, err = python("-m", "nonocsp", *command, *rest)
        assert code == 2
        assert "decision must be one of vsids, or a plugin (none is loaded), not 'last_cell'" in err


def test_a_module_registers_plugins(file, monkeypatch):
    monkeypatch.syspath_prepend(str(file.parent))
    monkeypatch.setattr(plugins, "_sources", {})
    assert plugins.load_file("my_plugin") == [("decision", "last_cell")]
    assert plugins.sources() == ["my_plugin"]
    file.with_name("broken.py").write_text("import nothing_of_this_name")
    for name, message in {
        "": "no plugins '': expected a Python file or an installed module",
        "no_module": "no plugins 'no_module': expected a Python file or an installed module",
        "no.module": "no plugins 'no.module': expected a Python file or an installed module",
        "broken": "broken, line 1: No module named 'nothing_of_this_name'",
        "math": "math: registers no plugin; call nc.plugins.register",
    }.items():
        with pytest.raises(OptionError, match=message):
            plugins.load_file(name)


def test_workers_do_not_have_what_only_this_process_registers(tmp_path):
    plugins.register("ordering", "here", last)
    options = Options(ordering="here")
    for workers in (None, 1):
        with pytest.raises(OptionError, match=r"do not have the ordering 'here'.*load_file"):
            nc.questions.check_many([SWITCH], workers, engine="textbook", options=options)
    with ThreadPoolExecutor(1) as threads:  # they share the process
        (answer,) = nc.questions.check_many([SWITCH], threads, engine="textbook", options=options)
    assert answer.result["verdict"] == "multiple"
    file = tmp_path / "mine.py"
    file.write_text(
        "from nonocsp.core.options import plugins\n"
        "plugins.register('ordering', 'filed', lambda state, open_: open_[-1])\n"
    )
    plugins.load_file(file)
    options = Options(ordering="filed")
    (answer,) = nc.questions.check_many([SWITCH], 1, engine="textbook", options=options)
    assert answer.result["verdict"] == "multiple"


def test_an_option_takes_a_function_and_keeps_its_name(monkeypatch):
    monkeypatch.setattr(plugins, "_importable", [])  # later batches have none to bring along
    options = Options(ordering=last)
    assert options == Options(ordering=last) and options.ordering.endswith("last")
    assert Options.from_json(options.to_json()) == options
    one, two = Options(ordering=lambda s, v: v[0]), Options(ordering=lambda s, v: v[-1])
    assert one != two
    assert Options(values=lambda s, v: s.values(v)).values.startswith("lambda")
    for taken in (one, two, options):
        found = nc.solutions(SWITCH, engine="textbook", options=taken)
        assert len(list(found)) == 2

    def mrv(state, open_):
        return open_[0]

    assert Options(ordering=mrv).ordering == "mrv-2"  # built-in names take precedence
    with pytest.raises(OptionError, match="option ordering must be one of mrv"):
        Options(ordering=3)
    with pytest.raises(OptionError, match="option learning is on or off"):
        Options(learning=last)


def test_functions_that_can_be_imported_travel_to_workers(tmp_path, monkeypatch):
    monkeypatch.setattr(plugins, "_importable", [])
    (tmp_path / "orders_of_mine.py").write_text("def last(state, open_):\n    return open_[-1]\n")
    monkeypatch.syspath_prepend(tmp_path)
    import orders_of_mine

    options = Options(ordering=orders_of_mine.last)
    assert options.ordering == "orders_of_mine:last"
    (answer,) = nc.questions.check_many([SWITCH], 1, engine="textbook", options=options)
    assert answer.result["verdict"] == "multiple"
    with pytest.raises(OptionError, match="'here-too', which is of this program alone"):
        plugins.register("ordering", "here-too", lambda state, open_: open_[-1])
        again = Options(ordering="here-too")
        nc.questions.check_many([SWITCH], 1, engine="textbook", options=again)
    # A name alone, from JSON or a request, imports nothing.
    with pytest.raises(OptionError, match="option ordering must be one of"):
        Options.from_json('{"ordering": "os:remove"}')


def test_a_wrong_keyword_of_a_batch_leaves_nothing_to_close(capsys, recwarn):
    with pytest.raises(TypeError, match="workers"):
        nc.questions.check_many([SWITCH], workers=2)
    gc.collect()
    assert capsys.readouterr().err == "" and not list(recwarn)


#: A technique of each kind as a user writes it; each gets its name, "mine".
OWN = {
    "ordering": "def mine(state, variables):\n    return min(variables, key=state.size)",
    "values": "def mine(state, variable):\n    return sorted(state.values(variable), reverse=True)",
    "propagation": """
@nc.plugins.propagator_traits(decides=False)
def mine(state: nc.plugins.State, changed):
    arcs = [arc for variable in changed for arc in state.arcs[variable]]
    for arc in (arc for arc in arcs if arc.variable not in state.assigned):
        if state.revise(arc) and not state.domains[arc.variable]:
            return False
    return True
""",
    "decision": """
class mine:
    def __init__(self, puzzle: nc.Puzzle):
        self.conflicts = 0
    def __call__(self, view: nc.plugins.View):
        return min(view.open_lines, key=view.domain_size)
    def on_conflict(self, conflict: nc.plugins.Conflict):
        self.conflicts += 1
""",
    "engine": """
class Mine(nc.Engine):
    name, summary, options_read = "mine", "asks the kernel", ("seed",)
    def pictures(self, query):
        query.meter.node()
        yield from nc.solutions(query.puzzle, grid=query.grid, engine="kernel")
mine = Mine()
""",
}


@pytest.mark.parametrize("kind", plugins.GROUPS)
def test_a_technique_needs_nothing_but_the_public_names(kind, tmp_path):
    file, puzzle = tmp_path / "mine.py", nc.read("input/permutation-5.txt")
    file.write_text(
        f"import nonocsp as nc\n{OWN[kind]}\nnc.plugins.register('{kind}', 'mine', mine)\n"
    )
    assert nc.plugins.load_file(file) == [(kind, "mine")] == nc.plugins.load_file(str(file))
    how = {"engine": "mine"} if kind == "engine" else {"options": nc.Options(**{kind: "mine"})}
    found = nc.solutions(puzzle, **how)
    assert {*found} == {*nc.solutions(puzzle)} and len({*nc.solutions(puzzle)}) == 120
    assert found.engine == {"engine": "mine", "decision": "kernel"}.get(kind, "textbook")
    assert "mine" in nc.plugins.names(kind)


def test_the_book_registers_with_nothing_but_the_public_names():
    pages = [page.read_text() for page in (ROOT / "docs").rglob("*.md")]
    pages = [page for page in pages if "plugins.register(" in page]
    assert pages
    for page in pages:
        assert not re.search(r"^[>. ]*(from|import) nonocsp\.", page, re.M)
        assert not re.search(r"(?<!nc\.)\bplugins\.register\(", page)


@pytest.mark.parametrize(("kind", "name"), [("engine", "kernel"), ("propagation", "ac3")])
def test_a_built_in_name_is_refused(kind: str, name: str) -> None:
    with pytest.raises(nc.OptionError, match=f"the {kind} '{name}' is built in: choose another"):
        nc.plugins.register(kind, name, lambda state, changed: True)


def test_a_file_finds_its_neighbours_and_not_those_of_another(tmp_path: Path) -> None:
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "beside_it.py").write_text(f"NUMBER = {number}\n")
        (folder / "mine.py").write_text(
            "import nonocsp as nc\nfrom beside_it import NUMBER\n"
            "nc.plugins.register('ordering', f'beside_{NUMBER}', lambda state, left: min(left))\n"
        )
        found = plugins.load_file(folder / "mine.py")
        assert found == [("ordering", f"beside_{number}")]
        assert {str(folder / name) for name in ("mine.py", "beside_it.py")} <= {
            *plugins.files(found)
        }

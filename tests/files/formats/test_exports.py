"""Formats that are only written: what was written is solved by somebody else, and counted."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import product

import oracle
import pytest
from hypothesis import given, strategies as st
from memory import memory_below
from samples import WRITTEN
from strategies import examples, small_puzzles, wild_puzzles

import nonocsp as nc
from nonocsp import Block, Puzzle, render
from nonocsp.core.base.errors import EngineError, FormatError
from nonocsp.files.encodings.cnf import cnf
from nonocsp.files.encodings.cp_sat import cp_sat
from nonocsp.files.formats import dumps, format_named, guess, losses, parse, write, writer_for

EXPORTS = ("dimacs", "lp", "opb", "xcsp3", "minizinc", "cp-sat")
FULL = Puzzle(
    [[("?", "black"), (1, "red")], None, [(1, "red")]],
    [[("?", "red")], None, [(2, "black")]],
    ["black", "red"],
)
PUZZLES = st.one_of(small_puzzles().map(lambda made: made[1]), wild_puzzles())


def test_exports_carry_whatever_makes_it_this_puzzle():
    for name in EXPORTS:
        assert not losses(FULL, name)
        assert format_named(name).parse is None
        with pytest.raises(FormatError, match=f"the format '{name}' can only be written"):
            parse("anything", name)
    # Of its clauses `test_cnf` holds that their models are the solutions.
    assert dumps(FULL, "dimacs") == cnf(FULL).to_dimacs()


@pytest.mark.parametrize(
    "clue",
    [
        lambda n: [n],
        lambda n: [1, n, n],
        lambda n: ["*", n],
        lambda n: ["?", n],
        lambda n: [(n, "red"), (1, "black")],
    ],
    ids=["alone", "several", "star", "unknown", "colours"],
)
@pytest.mark.parametrize("name", WRITTEN)
def test_the_length_of_a_block_costs_nothing_beyond_the_line(name, clue):
    """What is written, and the memory for it, is bounded by the line; not by a wrong number."""

    def puzzle(length):
        colours = ["black", "red"] if isinstance(clue(1)[0], tuple) else None
        return Puzzle([clue(length), [1]], [[1], [1]], colours)

    try:
        short = dumps(puzzle(3), name)
        with memory_below(2_000_000):
            long = dumps(puzzle(300_000), name)
    except FormatError:
        return  # it does not hold such clues at all
    assert len(long) <= 1.5 * len(short) + 60


def lp_parts(text):
    """The constraints and the names of an LP text, for the few forms that it has."""
    text = re.sub(r"^\\.*\n", "", text, flags=re.MULTILINE)
    form = r"Minimize\n obj: 0 (\w+)\nSubject To\n(.*)Binary\n(.*)End\n"
    first, stated, binary = re.fullmatch(form, text, re.DOTALL).groups()
    names = binary.split()
    assert first in names
    assert len(set(names)) == len(names)
    constraints = []
    for each in re.split(r"^ c\d+: ", stated, flags=re.MULTILINE)[1:]:
        left, relation, right = re.fullmatch(r"(.*) (<=|>=|=) (-?\d+)\n", each, re.DOTALL).groups()
        terms = re.findall(r"([+-]?)\s*([a-z]\w*)", left)
        assert re.sub(r"([+-]?)\s*([a-z]\w*)|\s", "", left) == ""
        constraints.append(
            ([(-1 if s == "-" else 1, name) for s, name in terms], relation, int(right))
        )
    return constraints, names


def opb_parts(text):
    """The same of an OPB text."""
    head, *lines = text.splitlines()
    variables, number = map(
        int, re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", head).groups()
    )
    constraints = []
    for line in lines:
        if not line.startswith("*"):
            left, relation, right = re.fullmatch(r"(.*) (>=|=) (-?\d+) ;", line).groups()
            terms = re.findall(r"([+-]1) (x\d+)", left)
            assert " ".join(map(" ".join, terms)) == left
            constraints.append(([(int(s), name) for s, name in terms], relation, int(right)))
    assert len(constraints) == number
    return constraints, [f"x{at}" for at in range(1, variables + 1)]


def lp_solutions(text, puzzle, parts=lp_parts):
    """The pictures of an LP text. That each belongs to one solution of the model is checked."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")

    constraints, names = parts(text)
    model = cp_model.CpModel()
    variables = {name: model.new_bool_var(name) for name in names}
    for terms, relation, constant in constraints:
        total = sum(sign * variables[name] for sign, name in terms)
        model.add(
            {"=": total == constant, "<=": total <= constant, ">=": total >= constant}[relation]
        )
    found = enumerated(model)
    colours = puzzle.block_colours
    cells = puzzle.shape[0] * puzzle.shape[1]
    pictures = set()
    for values in found:
        chosen = [values[cell * colours :][:colours] for cell in range(cells)]
        assert all(sum(cell) <= 1 for cell in chosen)
        pictures.add(bytes(1 + cell.index(1) if 1 in cell else 0 for cell in chosen))
    assert len(pictures) == len(found)
    return pictures


def enumerated(model):
    """Every solution of a CP-SAT model, as tuples of the values of its variables."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self):
            super().__init__()
            self.found = set()

        def on_solution_callback(self):
            self.found.add(tuple(self.response_proto.solution))

    collector = Collector()
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # it would leave Ctrl-C to the system
    solver.solve(model, collector)
    return collector.found


@examples(60)
@given(PUZZLES)
def test_the_solutions_of_lp_are_the_solutions(puzzle):
    solutions = oracle.pictures(puzzle)
    assert lp_solutions(dumps(puzzle, "lp"), puzzle) == solutions
    assert lp_solutions(dumps(puzzle, "opb"), puzzle, opb_parts) == solutions


def test_where_only_stars_cross_a_cell_has_one_colour():
    puzzle = Puzzle([[(1, 2), "*", (2, 2)]], [None] * 4, ["red", "blue", "lime"])
    assert lp_solutions(dumps(puzzle, "lp"), puzzle) == oracle.pictures(puzzle)


#: OR-tools brings a HiGHS of its own; two of them do not bear each other in one process.
SOLVE_BY_HIGHS = """
import json, sys
import highspy
solver = highspy.Highs()
solver.silent()
assert solver.readModel(sys.argv[1]) == highspy.HighsStatus.kOk
solver.run()
solved = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
values = [round(value) for value in solver.getSolution().col_value]
print(json.dumps({solver.getColName(at)[1]: v for at, v in enumerate(values)} if solved else None))
"""


@pytest.mark.parametrize("puzzle", [FULL, Puzzle([[2]], [[1]]), Puzzle([[1], [1]], [[1], [1]])])
def test_highs_reads_lp(python, puzzle, tmp_path):
    pytest.importorskip("highspy")
    path = tmp_path / "p.lp"
    path.write_text(dumps(puzzle, "lp"))
    _, out, _ = python("-c", SOLVE_BY_HIGHS, path)
    value = json.loads(out.splitlines()[-1])
    pictures = oracle.pictures(puzzle)
    assert (value is not None) == bool(pictures)
    if value is not None:
        names, colours = lp_parts(path.read_text())[1], puzzle.block_colours
        flat = [value[name] for name in names[: len(next(iter(pictures))) * colours]]
        cells = [flat[at : at + colours] for at in range(0, len(flat), colours)]
        assert bytes(1 + cell.index(1) if 1 in cell else 0 for cell in cells) in pictures


def test_lines_of_lp_are_short_enough_for_every_reader():
    puzzle = Puzzle([[1] * 40], [None] * 90)
    assert max(map(len, dumps(puzzle, "lp").split("\n"))) < 500


def xcsp3_solutions(text):
    """The solutions of an instance by trying everything: each constraint is run word by word."""
    root = ET.fromstring(text)
    assert root.attrib == {"format": "XCSP3", "type": "CSP"}
    array = root.find("variables/array")
    height, width = map(int, re.findall(r"\[(\d+)\]", array.get("size")))
    values = [int(word) for word in array.text.split()]
    constraints = []
    for constraint in root.find("constraints"):
        assert constraint.tag == "regular"
        (cells,) = [re.fullmatch(r" x\[(\d*)\]\[(\d*)\] ", constraint.find("list").text)]
        steps = {}
        found = re.findall(r"\((\w+),(\d+),(\w+)\)", constraint.find("transitions").text)
        for state, value, after in found:
            assert (state, int(value)) not in steps  # deterministic
            steps[state, int(value)] = after
        start = constraint.find("start").text.strip()
        final = set(constraint.find("final").text.split())
        constraints.append((cells.groups(), steps, start, final))
    found = set()
    for flat in product(values, repeat=height * width):
        for (row, column), steps, start, final in constraints:
            word = flat[int(row) * width :][:width] if row else flat[int(column) :: width]
            state = start
            for value in word:
                state = steps.get((state, value))
            if state not in final:
                break
        else:
            found.add(bytes(flat))
    return found


@examples(30)
@given(wild_puzzles(3, 1))
def test_the_solutions_of_xcsp3_are_the_solutions(puzzle):
    assert xcsp3_solutions(dumps(puzzle, "xcsp3")) == oracle.pictures(puzzle)


def test_xcsp3_with_colours_and_absent_clues():
    puzzle = Puzzle([None, [(1, "red"), (1, "black")]], [None, [("?", "black")]])
    assert xcsp3_solutions(dumps(puzzle, "xcsp3")) == oracle.pictures(puzzle)


def minizinc_solutions(text):
    """The solutions of a MiniZinc text by trying everything, for the few forms that it has."""
    sizes = {name: int(n) for name, n in re.findall(r"^int: (\w+) = (\d+);", text, re.MULTILINE)}
    constraint = (
        r"constraint regular\(\[x\[(\w+), (\w+)\] \| (\w) in 1\.\.(\w+)\], (\d+), colours,\n"
        r"  \[\|([\d, |]*)\|\], 1, \{([\d, ]+)\}\);"
    )
    tables = []
    for row, column, _, _, states, table, final in re.findall(constraint, text):
        steps = [[int(word) for word in line.split(",")] for line in table.split("|")]
        assert len(steps) == int(states)
        assert all(len(line) == sizes["colours"] for line in steps)
        tables.append((row, column, steps, {int(word) for word in final.split(",")}))
    assert len(tables) == text.count("constraint")
    found = set()
    width = sizes["columns"]
    for flat in product(range(1, sizes["colours"] + 1), repeat=sizes["rows"] * width):
        for row, column, steps, final in tables:
            if row.isdigit():
                word = flat[(int(row) - 1) * width :][:width]
            else:
                word = flat[int(column) - 1 :: width]
            state = 1
            for value in word:
                state = state and steps[state - 1][value - 1]
            if state not in final:
                break
        else:
            found.add(bytes(value - 1 for value in flat))
    return found


@examples(30)
@given(wild_puzzles(3, 1))
def test_the_solutions_of_minizinc_are_the_solutions(puzzle):
    assert minizinc_solutions(dumps(puzzle, "minizinc")) == oracle.pictures(puzzle)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed here")
@pytest.mark.parametrize(
    "puzzle", [FULL, Puzzle([[1], [1]], [[1], [1]]), Puzzle([[2]], [[1]]), Puzzle([[]], [[], []])]
)
def test_minizinc_itself_finds_the_solutions(puzzle, tmp_path):
    path = tmp_path / "p.mzn"
    path.write_text(dumps(puzzle, "minizinc"), encoding="utf-8")
    ran = subprocess.run(
        ["minizinc", "--solver", "gecode", "-a", path],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    shown = [text.strip() for text in ran.stdout.split("----------")[:-1]]
    wanted = [str(picture) for picture in nc.solutions(puzzle)]
    assert sorted(shown) == sorted(wanted)
    assert ("UNSATISFIABLE" in ran.stdout) == (not wanted)


def cp_sat_solutions(text):
    """The solutions of a text of a CP-SAT model, in the order of its variables."""
    cp_model_pb2 = pytest.importorskip("ortools.sat.cp_model_pb2")
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    from google.protobuf import text_format

    text_format.Parse(text, cp_model_pb2.CpModelProto())  # it is what the schema says
    model = cp_model.CpModel()
    model.proto.parse_text_format(text)
    names = [variable.name for variable in model.proto.variables]

    return names, set(map(bytes, enumerated(model)))


@examples(25)
@given(PUZZLES)
def test_the_solutions_of_cp_sat_are_the_solutions(puzzle):
    names, found = cp_sat_solutions(dumps(puzzle, "cp-sat"))
    rows, columns = puzzle.shape
    assert names == [f"x_{i + 1}_{j + 1}" for i in range(rows) for j in range(columns)]
    assert found == oracle.pictures(puzzle)


def test_without_or_tools_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools.sat.python.cp_model", None)
    puzzle = Puzzle([[1]], [[1]])
    with pytest.raises(EngineError, match=r"python -m pip install .*ortools"):
        cp_sat(puzzle)
    with pytest.raises(FormatError, match=r"python -m pip install .*ortools"):
        dumps(puzzle, "cp-sat")


def test_sheets_are_what_render_draws():
    several = [FULL.replace(title="A <sheet>"), Puzzle([[1]], [[1]], title="Second", author="me")]
    assert dumps(several, "html") == render.book(several)
    assert '"title":"A \\u003csheet>"' in dumps(several, "html")
    assert dumps(several, "pdf") == render.pdf(several)
    assert dumps(several, "pdf").count(b"/Type /Page\n") == 2
    assert dumps(several[0], "svg") == render.svg(several[0])
    assert not losses(several[1], "html") | losses(several[1], "pdf")
    assert losses(several[1], "svg") == {"author"}


def test_without_reportlab_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "reportlab", None)
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen", None)
    monkeypatch.delitem(sys.modules, "nonocsp.files.render.as_pdf", raising=False)
    with pytest.raises(FormatError, match=r"python -m pip install .*reportlab"):
        dumps(FULL, "pdf")


def test_odd_names_and_characters_stay_inside_their_comments_and_strings():
    odd = nc.Colour('a"\nb', "#123456", '"')
    puzzle = Puzzle([[Block(1)]], [[Block(1)]], [odd, nc.Colour("c\nd", "#0000ff", "\\")])
    assert minizinc_solutions(dumps(puzzle, "minizinc")) == {b"\1"}
    assert lp_solutions(dumps(puzzle, "lp"), puzzle) == {b"\1"}


def test_a_suffix_may_be_read_as_one_format_and_written_as_another(tmp_path):
    assert writer_for("p.lp").name == "lp"
    assert writer_for("p.html").name == "html"
    assert writer_for("p.gno").name == "gno"  # nothing writes it, which raises below
    with pytest.raises(FormatError, match="the format 'gno' can only be read"):
        write(FULL, tmp_path / "p.gno")
    assert guess("nothing telling", "p.lp").format.name == "bosch"
    assert guess("nothing telling", "p.cnf").format.name == "loose"

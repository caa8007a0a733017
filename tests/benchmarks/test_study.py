"""The standard set, one's own techniques, the page of HTML, native files and ASlib scenarios."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

import nonocsp as nc
from benchmarks.suite import charts, public, records, scenario, standard
from benchmarks.suite.planning import engines_of
from benchmarks.suite.sets import cases
from benchmarks.suite.spec import SpecError
from nonocsp.apps import cli
from nonocsp.core.solver.features import MEANINGS

INPUT = Path(__file__).parents[2] / "input"

MINE = """
from nonocsp.core.options import plugins

plugins.register("ordering", "study_last", lambda state, variables: variables[-1])
plugins.register("values", "study_same", lambda state, variable: list(state.values(variable)))
"""

#: Loses solutions: the suite must notice.
WRONG = """
from nonocsp.core.options import plugins
from nonocsp.core.solver.engines import Engine


class Nothing(Engine):
    name = "study-nothing"
    summary = "finds nothing"

    def pictures(self, query):
        yield from ()


plugins.register("engine", "study-nothing", Nothing())
"""


def test_the_standard_set_is_what_its_manifest_says():
    manifest = standard.manifest("standard-1")
    assert manifest.about["name"] == "standard-1"
    found = cases("standard-1")  # raises where a digest differs
    assert len(found) == len(manifest.entries) == len({case.id for case in found})
    assert {entry["scale"] for entry in manifest.entries} == set(standard.SCALES)
    assert {entry["verdict"] for entry in manifest.entries} == {"unique", "multiple", "none"}
    assert {case.puzzle.has_one_colour for case in found} == {True, False}
    for case, entry in zip(found, manifest.entries, strict=True):
        shape = [*case.puzzle.shape, case.puzzle.block_colours]
        assert shape == entry["shape"]
        if case.solutions is not None:
            assert case.verdict == ("none", "unique", "multiple")[min(case.solutions, 2)]
    # Never changed: a better set gets another number.
    assert manifest.digest == "67ceabcb4842"


def test_its_features_are_those_of_today():
    manifest = standard.manifest("standard-1")
    assert manifest.about["features"] == list(MEANINGS)
    for entry in manifest.entries[::12]:
        found = nc.features(standard.made(entry["source"]).puzzle).to_dict()
        for name, value in zip(MEANINGS, entry["features"], strict=True):
            assert found[name] == pytest.approx(value, rel=1e-3, abs=1e-9), (entry["id"], name)


def test_its_textbook_trees_have_the_nodes_of_the_manifest():
    options = nc.Options(components=False)
    for entry in standard.manifest("standard-1").entries[::3]:
        if entry["scale"] == "small":
            puzzle = standard.made(entry["source"]).puzzle
            with nc.solutions(puzzle, limit=2, engine="textbook", options=options) as found:
                number = len(list(found))
            assert ("none", "unique", "multiple")[number] == entry["verdict"]
            assert found.stats.nodes == entry["work"]["nodes"], entry["id"]


def test_a_changed_generator_is_noticed(monkeypatch):
    entry = standard.manifest("standard-1").entries[0]
    monkeypatch.setitem(entry, "digest", "0" * 32)
    with pytest.raises(SpecError, match=f"{entry['id']}: the digest .* has changed"):
        cases("standard-1:scale=small")
    with pytest.raises(SpecError, match="unknown scale 'huge'"):
        cases("standard-1:scale=huge")


def test_own_techniques_are_measured_alone_and_together(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(MINE)
    assert [engine.name for engine in engines_of(str(mine))] == [
        "textbook:ordering=study_last",
        "textbook:values=study_same",
        "textbook:ordering=study_last,values=study_same",
    ]


class _Page(HTMLParser):
    """Checks that tags match, and collects addresses and text."""

    VOID = ("meta", "wbr")

    def __init__(self):
        super().__init__()
        self.open, self.addresses, self.text = [], [], ""

    def handle_starttag(self, tag, attributes):
        self.addresses += [value for name, value in attributes if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.mark.slow
def test_one_command_compares_own_techniques_on_one_page(tmp_path, capsys):
    pytest.importorskip("pandas")
    mine, out = tmp_path / "mine.py", tmp_path / "page.html"
    mine.write_text(MINE)
    sets = ["--puzzles", "permutation:last=4", "--puzzles", "random:size=5,count=2"]
    command = ["bench", "--plugin", str(mine), *sets, "--seconds", "20", "-o", str(out)]
    assert cli.main(command) == 0
    said = capsys.readouterr()
    assert said.out.strip() == str(out)
    assert "25 measured" in said.err  # five puzzles, five engines
    page = _Page()
    page.feed(out.read_text())
    assert page.open == []
    assert page.addresses == []  # complete in itself
    for part in ("study_last", "What each technique changes", "How to cite", "CPython", MINE):
        assert part in page.text
    assert all(record["status"] == "solved" for record in records.read(tmp_path / "page.jsonl"))
    # The same command measures nothing again.
    assert cli.main(command) == 0
    assert "0 measured, 25 already in the records" in capsys.readouterr().err


def with_kernel(mine, last, out):
    """The command that measures a file of plugins beside the kernel."""
    words = f"bench --plugin {mine} --engine kernel --puzzles permutation:last={last}"
    return [*words.split(), "--seconds", "20", "-o", str(out)]


def test_a_wrong_engine_is_shown_first(tmp_path, capsys):
    pytest.importorskip("pandas")
    mine, out = tmp_path / "wrong.py", tmp_path / "page.html"
    mine.write_text(WRONG)
    assert cli.main(with_kernel(mine, 3, out)) == 1
    assert "WRONG" in capsys.readouterr().err
    text = out.read_text()
    assert text.index("WRONG ANSWER") < text.index("All engines")


#: Fails on every puzzle with a choice.
FAULTY = """
from nonocsp.core.options import plugins


def study_faulty_order_of_the_values(state, variable):
    return sorted(state.values(variable), key="missing".index)


plugins.register("values", "study_faulty_order_of_the_values", study_faulty_order_of_the_values)
"""


def test_the_first_error_of_a_technique_is_named_with_file_and_line(tmp_path, capsys):
    pytest.importorskip("pandas")
    mine, out = tmp_path / "faulty.py", tmp_path / "page.html"
    mine.write_text(FAULTY)
    assert cli.main(with_kernel(mine, 4, out)) == 1
    error = f"{mine}, line 6: TypeError: must be str, not bytes"
    said = capsys.readouterr().err
    assert said.count(error) == 1 and "3 error" in said
    page = _Page()
    page.feed(out.read_text())
    assert "3 ERRORs of textbook:values=study_faulty_order_of_the_values; the first" in page.text
    assert error in page.text and page.text.index(error) < page.text.index("All engines")
    assert cli.main(["bench", "report", str(out.with_suffix(".jsonl"))]) == 1
    assert error in capsys.readouterr().out


def test_a_report_has_the_times_of_the_page(tmp_path, capsys):
    """CPU seconds, with the limit on them."""
    pytest.importorskip("pandas")
    out = tmp_path / "page.html"
    command = ["bench", "--engine", "kernel", "--puzzles", "permutation:last=4"]
    assert cli.main([*command, "--cpu-seconds", "20", "-o", str(out)]) == 0
    capsys.readouterr()
    kept = [*records.read(out.with_suffix(".jsonl"))]
    for record in kept:
        record |= {"seconds": 1000.0, "cpu_seconds": 0.5}  # on a very busy machine
    records_file = tmp_path / "busy.jsonl"
    records_file.write_text("".join(json.dumps(record) + "\n" for record in kept))
    assert cli.main(["bench", "report", str(records_file)]) == 0
    said = capsys.readouterr().out
    assert "20 s of CPU, 400 s; CPU seconds)" in said and "| 3/3 | 1.5 s | 500 ms |" in said


def test_long_names_break_in_tables_and_fit_beside_plots():
    name = "textbook:values=dense_first," + ",".join(f"propagation=fc{n}" for n in range(9))
    points = [charts.Point("p", 0.1, 0.2, False)]
    drawn = charts.scatter(points, (name, "kernel"), 1.0)
    assert 'style="font-size:7.0px">textbook:values=dense_first,prop' in drawn
    assert 'class="middle">kernel</text>' in drawn
    room = charts.HEIGHT - charts.TOP - charts.BOTTOM
    turned = re.search(r'rotate\(-90\)" class="middle" style="font-size:(.*?)px">(.*?)<', drawn)
    assert turned is None
    drawn = charts.scatter(points, ("kernel", name), 1.0)
    turned = re.search(r'rotate\(-90\)" class="middle" style="font-size:(.*?)px">(.*?)<', drawn)
    assert float(turned[1]) * len(turned[2]) * 0.6 <= room


def test_what_cannot_be_measured_is_refused_in_one_line(tmp_path, capsys):
    mine = tmp_path / "mine.py"
    mine.write_text("1 / 0")
    out = ["-o", str(tmp_path / "page.html")]
    for arguments, message in (
        (["--plugin", str(mine)], "mine.py, line 1: ZeroDivisionError"),
        (["--plugin", str(tmp_path / "none.py")], "No such file"),
        (
            ["--puzzles", "nothing"],
            "unknown set 'nothing'; `nonocsp bench list sets` lists them",
        ),
        (
            ["--engine", "nothing"],
            "unknown engine 'nothing'; `nonocsp bench list engines` lists them",
        ),
        (["--protocol", "nothing"], "unknown protocol 'nothing'; available: first, verdict"),
        (
            ["--quick", "--puzzles", "tiny"],
            "a quick run measures the standard set alone: leave out --puzzles",
        ),
        (["-o", str(tmp_path / "page.jsonl")], "expected a name in .html, .htm"),
        (["--puzzles", str(tmp_path / "none")], "unknown set"),
        (["--set", "nothing=1"], "unknown option 'nothing'"),
    ):
        assert cli.main(["bench", *out, *arguments]) == 2
        said = capsys.readouterr().err
        assert message in said
        assert said.count("\n") == 1


def test_native_files_of_a_folder_are_sets(tmp_path):
    (tmp_path / "mine").mkdir()
    for name in ("heart.txt", "crown.g"):
        shutil.copy(INPUT / name, tmp_path / "mine" / name)
    shutil.copy(INPUT / "owl.non", tmp_path)
    (tmp_path / "mine" / "README.md").write_text("About the puzzles")
    (tmp_path / "mine" / "zzz.non").write_text("what is this?")
    (tmp_path / "lines.jsonl").write_text('{"id": "a", "rows": [[1]], "columns": [[1]]}\n')
    folder = str(tmp_path)
    assert public.names(folder) == sorted([tmp_path.name, "lines", "mine"])
    with pytest.warns(UserWarning, match=r"left out: .*zzz\.non"):
        found = cases("mine", folder)
    assert [(case.set, case.id) for case in found] == [("mine", "crown.g"), ("mine", "heart.txt")]
    assert found[1].puzzle == nc.read(INPUT / "heart.txt").replace(goals=())
    assert [case.id for case in cases("lines", folder)] == ["a"]
    assert [case.id for case in cases(tmp_path.name, folder)] == ["owl.non"]
    with pytest.raises(SpecError, match="there is no folder"):
        cases("mine", folder + "/none")


def test_records_become_a_scenario_of_aslib(tmp_path, capsys):
    out, folder = tmp_path / "records.jsonl", tmp_path / "scenario"
    run = ["bench", "run", "--puzzles", "permutation:last=4", "--puzzles", "standard-1:scale=quick"]
    run += ["-n", "3", "--engine", "kernel", "--engine", "kernel:probing=off", "--features"]
    assert cli.main([*run, "--seconds", "60", "-o", str(out)]) == 0
    assert all(list(record["features"]) == list(MEANINGS) for record in records.read(out))
    assert cli.main(["bench", "scenario", str(out), "-o", str(folder)]) == 0
    assert "6 instances" in capsys.readouterr().err
    lines = (folder / "description.txt").read_text().splitlines()
    described = {name: json.loads(value) for name, value in (s.split(": ", 1) for s in lines)}
    assert described["algorithms_deterministic"] == ["kernel", "kernel_probing=off"]
    assert described["features_deterministic"] == list(MEANINGS)
    tables = {}
    for path in folder.glob("*.arff"):
        head, rows = path.read_text().split("@DATA\n")
        names = re.findall(r"@ATTRIBUTE (\S+)", head)
        tables[path.stem] = [
            dict(zip(names, row.split(","), strict=True)) for row in rows.splitlines()
        ]
    assert len(tables["algorithm_runs"]) == 12
    assert {row["runstatus"] for row in tables["algorithm_runs"]} == {"ok"}
    instances = {row["instance_id"] for row in tables["algorithm_runs"]}
    for name in ("feature_values", "feature_costs", "feature_runstatus", "cv"):
        assert {row["instance_id"] for row in tables[name]} == instances
    assert sorted(row["cells"] for row in tables["feature_values"])[-1] == "9"
    mixed = [*records.read(out), {**next(records.read(out)), "limit_seconds": 1.0}]
    with pytest.raises(SpecError, match="one limit_seconds"):
        scenario.scenario(mixed, folder)


def test_a_cactus_ends_at_the_number_of_solved_puzzles():
    drawn = charts.cactus({"a": [0.001, 0.01], "b": []}, limit=1.0, total=4)
    assert "a: 2 of 4" in drawn
    steps = re.findall(r"V([\d.]+)", re.search(r'd="(M[^"]*)" class="line"', drawn)[1])
    heights = [float(step) for step in steps]
    bottom, top = charts.HEIGHT - charts.BOTTOM, charts.TOP
    assert heights == pytest.approx([bottom - (bottom - top) / 4, bottom - (bottom - top) / 2])

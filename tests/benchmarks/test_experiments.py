"""All experiments: tables, records that resume, what papers say, and what cannot be run."""

from __future__ import annotations

import dataclasses
import json
import re
from xml.etree import ElementTree

import pytest

from benchmarks.__main__ import main
from benchmarks.experiments import SECTIONS, boards
from benchmarks.suite import experiments, papers, records
from benchmarks.suite.experiments import PAPERS, QUESTIONS, phase_transition, running, survey
from benchmarks.suite.generated import random_pictures
from benchmarks.suite.spec import SpecError, parse
from nonocsp.apps import cli

pytest.importorskip("numpy")
pytest.importorskip("gymnasium")

OWN = experiments.experiments([each for section in SECTIONS.values() for each in section])
ALL = experiments.experiments([*PAPERS, *QUESTIONS]) | OWN

#: Parameters of each with which it takes a second.
TINY = {
    "unique-pictures": "sizes=2x2+3x4,sample=3x3,draws=20000",
    "phase-transition": "size=5,count=2",
    "prosser": "problems=1,orders=1",
    "survey": "seconds=60",
    "random-puzzles": "size=8,count=30",
    "tournaments": "sets=taai2011+icga2018",
    "clue-sets": "last=3",
    "most-solutions": "last=4,climbed=3,starts=2,steps=20",
    "unique-rectangles": "most=12",
    "unique-share": "most=10,pictures=20",
    "residual-entropy": "most=7,pictures=3",
    "hardness": "most=5",
    "techniques": "sets=n-dom:first=4/last=5,off=learning+probing=off",
    "threads": "sets=n-dom:first=6/last=6,least=0.0",
    "scale": "sizes=5,densities=0.5,count=5",
    "limits": "seconds=0.05,questions=solve,puzzle=20x20",
    "estimates": "width=100,truth=0.5,nodes=100000",
    "boards": "sides=2,densities=0.5,count=4",
    "proofs": "sets=n-dom:first=4/last=5+disturbed:count=2",
    "explanations": "sets=random:size=5/count=3+n-dom:first=3/last=3",
    "clue-errors": "sets=random:size=8/density=0.6/count=3,count=3,kinds=one longer+two in clues",
    "generation-time": "sizes=6,colours=1,depths=any,count=2",
    "photographs": "pages=1",
    "misreadings": "sets=random:size=15/density=0.65/count=2,count=2,rates=0.02",
    "learning-agents": "sizes=4,count=2,minutes=0.001",
}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder of public sets that holds small puzzles of our own by their names."""
    folder = tmp_path_factory.mktemp("data")
    for number, (name, ids) in enumerate(
        {
            "survey": ["webpbn-1", "webpbn-10088", "knotty", "unknown"],
            "survey_colour": ["webpbn-47"],
            "tournament_taai2011": ["1", "2", "3"],
            "tournament_icga2018": ["1", "2"],
        }.items()
    ):
        lines = []
        for case, id in zip(random_pictures(6, seed=number), ids, strict=False):
            rows, columns = (
                [[block.length for block in clue] for clue in clues]
                for clues in (case.puzzle.rows, case.puzzle.columns)
            )
            lines.append(json.dumps({"id": id, "rows": rows, "columns": columns}) + "\n")
        (folder / f"{name}.jsonl").write_text("".join(lines))
    return folder


def run(capsys, *words):
    """Run the command that has the experiment of the first word."""
    is_own = str(words[0] if words else "").partition(":")[0] in OWN
    code = main(["experiment" if is_own else "paper", *map(str, words)])
    return code, *capsys.readouterr()


def rows_of(text):
    return [line for line in text.splitlines() if line.startswith("| ")][2:]


def timeless(name, rows):
    """Rows of a table, without numbers where some are times."""
    is_timed = name in (*OWN, "survey", "random-puzzles", "tournaments", "unique-rectangles")
    return [re.sub(r"\d[\d.,]*(e-\d+)?", "#", row) if is_timed else row for row in rows]


def test_the_list_says_of_each_what_it_shows_from_whom_and_how_long(capsys):
    modules = [*PAPERS, *QUESTIONS, *(each for section in SECTIONS.values() for each in section)]
    out = run(capsys)[1]
    assert main(["experiment"]) == 0
    out += capsys.readouterr().out
    for module, (name, experiment) in zip(modules, ALL.items(), strict=True):
        assert name == module.rpartition(".")[2].replace("_", "-")
        for text in (f"{name}: {experiment.shows}", experiment.source, experiment.takes):
            assert text in out


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_each_prints_its_table_with_source_and_machine_and_resumes(name, capsys, tmp_path, data):
    file = tmp_path / "records.jsonl"
    words = f"{name}:{TINY[name]}", "-o", file, "--data", data
    code, first, _ = run(capsys, *words)
    assert code == 0 and ALL[name].source in first and "- Machine: " in first
    kept = file.read_bytes()
    cells = len(kept.splitlines())
    assert f"- Work: {cells} of {cells} cells" in first

    file.write_bytes(kept[: len(kept) // 2])  # as if it was killed while it wrote
    resumed = rows_of(run(capsys, *words)[1])
    assert timeless(name, resumed) == timeless(name, rows_of(first)) != []
    again = file.read_bytes()
    assert len(again.splitlines()) == cells
    assert rows_of(run(capsys, *words)[1]) == resumed
    assert file.read_bytes() == again, "what is known is not measured again"


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_every_form_has_the_same_rows(name, capsys, tmp_path, data):
    words = f"{name}:{TINY[name]}", "-o", tmp_path / "records.jsonl", "--data", data
    table = rows_of(run(capsys, *words)[1])
    document = json.loads(run(capsys, *words, "--json")[1])
    assert document["experiment"] == name and len(document["rows"]) == len(table)
    assert document["machine"]["cores"]
    head, *lines = run(capsys, *words, "--to", "csv")[1].splitlines()
    assert len(lines) == len(table) and head.split(",")[0].strip('"') in ALL[name].columns
    latex = run(capsys, *words, "--to", "latex")[1]
    body = latex.partition(r"\midrule")[2].partition(r"\bottomrule")[0]
    assert len(body.strip().splitlines()) == len(table)


@pytest.mark.parametrize(
    "name",
    ["unique-pictures", "phase-transition", "prosser", *experiments.experiments(QUESTIONS), *OWN],
)
def test_the_full_plan_holds_more_and_what_is_given_counts(name):
    experiment = ALL[name]
    whole, few = experiment.plan({}, is_full=True), experiment.plan({})
    assert len(whole) > len(few)
    given = {key: experiment.parameters()[key] for key in experiment.full}
    assert experiment.plan(given, is_full=True) == few


def test_after_an_interrupt_the_table_is_partial_and_the_same_command_resumes(
    capsys, tmp_path, monkeypatch
):
    def report(done, total, skipped):
        if done == 5:
            raise KeyboardInterrupt

    words = "phase-transition:size=5,count=2", "-o", tmp_path / "records.jsonl"
    monkeypatch.setattr(running, "report", report)
    code, out, err = run(capsys, *words)
    assert code == 130 and "5 of 18 cells" in out and len(rows_of(out)) == 3
    assert "interrupted" in err and "holds 5 cells of 18, the same command resumes" in err
    monkeypatch.undo()
    resumed = run(capsys, *words)[1]
    alone = run(capsys, words[0], "-o", tmp_path / "alone.jsonl")[1]
    assert rows_of(resumed) == rows_of(alone)


def test_a_limit_is_said(capsys, tmp_path):
    words = "phase-transition:size=5", "-o", tmp_path / "records.jsonl"
    code, out, err = run(capsys, *words, "--seconds", "1e-9")
    assert code == 3 and out == "" and "0 cells of 180" in err
    assert "the limit on seconds was reached" in err


def test_parts_in_one_file_are_the_whole(capsys, tmp_path):
    words = "phase-transition:size=4,count=3", "-o", tmp_path / "records.jsonl"
    assert "9 of 27 cells" in run(capsys, *words, "--part", "1/3")[1]
    run(capsys, *words, "--part", "2/3")
    assert "27 of 27 cells" in run(capsys, *words, "--part", "3/3")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["phase-transitoin"], "unknown experiment 'phase-transitoin'; did you mean 'phase-tr"),
        (["phase-transition:sise=3"], "takes size, count, seed, not 'sise'"),
        (["phase-transition:size=big"], "expected int, not 'big'"),
        (["phase-transition", "--part", "3/2"], "expected a part like 3/20"),
        (["phase-transition", "-o", "table.md"], "expected a name in .jsonl"),
        (["boards", "--plot", "boards.png"], "expected a name in .svg"),
        (["boards:sides=two"], "expected values joined by +, not 'two'"),
        (["techniques:sets=nobody"], "unknown set 'nobody'"),
        (["limits:questions=nothing"], "unknown question 'nothing'"),
        (["clue-errors:kinds=lost+one shorter"], "unknown typo 'lost'; available: one longer"),
        (["photographs:layouts=dark+x"], "unknown layout 'x'"),
        (["learning-agents:sizes=5+16"], "the network reads up to 15 cells, not 16"),
        (["photographs:real=/nowhere"], "/nowhere/truth.jsonl: No such file"),
    ],
)
def test_misuse_is_one_line(words, message, capsys):
    code, out, err = run(capsys, *words)
    assert code == 2 and out == "" and message in err and err.count("\n") == 1


def test_a_figure_that_contradicts_a_published_one_is_loud(capsys, tmp_path, monkeypatch):
    wrong = dataclasses.replace(
        phase_transition.EXPERIMENT, faults=lambda rows: ["5 where 6 is published"]
    )
    monkeypatch.setattr(phase_transition, "EXPERIMENT", wrong)
    words = "phase-transition:size=3,count=1", "-o", tmp_path / "records.jsonl"
    code, out, _ = run(capsys, *words)
    assert code == 1 and "DIFFERS: 5 where 6 is published" in out


@pytest.mark.parametrize("form", ["markdown", "latex", "csv"])
def test_cells_without_a_row_are_told(form, capsys, tmp_path):
    spec = "threads:sets=n-dom:first=4/last=4,least=9.0"
    words = spec, "-o", tmp_path / "records.jsonl", "--to", form
    code, out, err = run(capsys, *words)
    assert (code, out) == (0, "") and "nothing for a table" in err and "2 cells of 2" in err


@pytest.mark.parametrize("name", [name for name, each in ALL.items() if each.pictures])
def test_a_picture_names_columns_of_numbers(name):
    for picture in ALL[name].pictures:
        assert {picture.across, *picture.up, *picture.by} <= {*ALL[name].columns}
        assert set(picture.up)


def test_a_picture_has_a_line_for_each_column_and_group(capsys, tmp_path):
    words = "-o", tmp_path / "records.jsonl", "--plot", tmp_path / "picture.svg"
    for spec, names in (
        ("phase-transition:size=4,count=2", {"unique", "simple"}),
        ("boards:sides=2,count=2", {f"{board}, side 2" for board in boards.BOARDS}),
    ):
        assert run(capsys, spec, *words)[0] == 0
        text = [*ElementTree.parse(tmp_path / "picture.svg").getroot().itertext()]
        assert names <= {*text} and "density" in text and "100%" in text
    code, out, err = run(capsys, "prosser:problems=1,orders=1", *words)
    assert (code, out) == (2, "") and "'prosser' declares no picture" in err


def test_the_command_stands_above_the_table(monkeypatch):
    for typed, shown in (
        (
            ["/here/benchmarks/__main__.py", "experiment", "boards"],
            "python -m benchmarks experiment",
        ),
        (["nonocsp", "bench", "paper", "survey"], "nonocsp bench paper survey"),
        (["pytest"], "nonocsp bench"),
    ):
        monkeypatch.setattr("sys.argv", typed)
        assert papers.as_typed().startswith(shown)


def test_records_of_experiments_and_of_engines_are_not_mixed_up(capsys, tmp_path):
    file = tmp_path / "records.jsonl"
    run(capsys, "phase-transition:size=3,count=1", "-o", file)
    for command in (["report"], ["merge", "-o", str(tmp_path / "all.jsonl")]):
        assert cli.main(["bench", *command, str(file)]) == 2
        assert "holds the experiment 'phase-transition'" in capsys.readouterr().err


def test_other_code_measures_anew(tmp_path):
    experiment = ALL["phase-transition"]
    cells, file = experiment.plan({"size": 3, "count": 1}), tmp_path / "records.jsonl"
    assert running.run(experiment, cells, file)
    old = [{**record, "code": "older"} for record in records.read(file)]
    file.write_text("".join(json.dumps(record) + "\n" for record in old))
    assert running.measured(experiment, cells, file) == []


def test_a_plan_needs_known_parameters():
    with pytest.raises(SpecError, match="takes size, count, seed, not 'order'"):
        ALL["phase-transition"].plan({"order": 1})


# What the tables say.


def rows_with(name, spec, tmp_path, data=None):
    """The rows of a table, and what contradicts the published figures."""
    file = tmp_path / "records.jsonl"
    experiment = ALL[name]
    cells = experiment.plan(parse(f"{name}:{spec}")[1], data=data and str(data))
    assert running.run(experiment, cells, file)
    rows = list(experiment.rows(running.measured(experiment, cells, file)))
    return rows, list(experiment.faults(rows))


def test_the_numbers_of_small_pictures_are_the_published_ones(tmp_path):
    spec = "sizes=1x1+2x2+3x3+3x4+3x5+4x4,draws=0"
    rows, faults = rows_with("unique-pictures", spec, tmp_path)
    found = {row["size"]: (row["unique"], row["simple"]) for row in rows}
    assert found["3x4"] == (3152, 3116) and found["4x4"] == (52362, 51234)
    assert [row["published unique"] for row in rows] == [each[0] for each in found.values()]
    assert faults == []


def test_the_unique_pictures_are_found_again_by_solving(tmp_path):
    ((row,), faults) = rows_with("unique-pictures", "sizes=3x4,draws=0,solve=on", tmp_path)
    assert row["counted"] == "all, twice" and row["by solving"] == 3152 and faults == []
    assert [*ALL["unique-pictures"].faults([{**row, "by solving": 3151}])]


def test_a_wrong_number_of_pictures_differs_and_a_part_does_not(tmp_path):
    experiment = ALL["unique-pictures"]
    rows, _ = rows_with("unique-pictures", "sizes=3x4,draws=0", tmp_path)
    (fault,) = experiment.faults([{**rows[0], "unique": 3151}])
    assert fault == "3x4 has 3,151 unique pictures, published unique are 3,152"
    cells = experiment.plan({"sizes": "3x4", "draws": 0})
    part = running.measured(experiment, cells, tmp_path / "records.jsonl")[:-1]
    (row,) = experiment.rows(part)
    assert row["counted"] == f"{len(part)} of {len(cells)} parts" and "unique" not in row


def test_of_drawn_pictures_the_bounds_hold_the_true_number(tmp_path):
    (row,) = rows_with("unique-pictures", "sizes=1x1,sample=3x4,draws=20000", tmp_path)[0][1:]
    low, high = (float(word) for word in row["unique"].split(" to "))
    assert low <= 3152 <= high and row["counted"] == "20,000 drawn"
    for spec in ("sizes=5x6", "sample=6x7", "sizes=big"):
        with pytest.raises(SpecError, match="expected a size like 4x5"):
            ALL["unique-pictures"].plan(parse(f"x:{spec}")[1])


@pytest.mark.slow
def test_prossers_order_on_the_zebra(tmp_path):
    rows, _ = rows_with("prosser", "problems=2,orders=3", tmp_path)
    *random, zebra = rows
    assert zebra["problem"] == "zebra" and zebra["soluble"] == 1 and zebra["BT"] is None
    assert zebra["order"].endswith("> FC-CBJ")
    assert sum(row["BT"] for row in random) > 3 * sum(row["FC-CBJ"] for row in random)
    with pytest.raises(SpecError, match="the model is A or B"):
        ALL["prosser"].plan({"model": "C"})


def test_pictures_turn_from_ambiguous_to_unique_and_simple_ones_are_unique(tmp_path):
    rows, _ = rows_with("phase-transition", "size=8,count=10", tmp_path)
    shares = [row["unique"] for row in rows]
    assert shares[0] < 0.3 and shares[-1] == 1
    assert all(row["simple"] <= row["unique"] for row in rows)


def test_the_survey_has_published_times_beside_ours(tmp_path, data):
    rows, _ = rows_with("survey", "seconds=60", tmp_path)
    (dom,) = rows
    assert dom["puzzle"] == "9-Dom" and dom["verdict"] == "unique" and dom["seconds"] < 60
    assert (dom["pbnsolve"], dom["best of the survey"], dom["by"]) == (11, 1.8, "Lazy-FD")
    rows, _ = rows_with("survey", "seconds=60", tmp_path, data)
    assert [row["puzzle"] for row in rows] == ["Dancer", "Marley", "Knotty", "Map"]
    assert [row["pbnsolve"] for row in rows] == [0, "+", None, 0]
    assert len(survey.published()) == 49


def test_a_wrong_answer_is_a_fault(tmp_path, data):
    line = json.loads((data / "survey.jsonl").read_text().splitlines()[0])
    (tmp_path / "survey.jsonl").write_text(json.dumps(line | {"verdict": "none"}) + "\n")
    (tmp_path / "survey_colour.jsonl").write_text("")
    (tmp_path / "records").mkdir()
    _, (fault,) = rows_with("survey", "seconds=60", tmp_path / "records", tmp_path)
    assert fault.startswith("Dancer: wrong: the set states none, which 1 pictures refute")


def test_random_puzzles_of_30_have_published_rows(tmp_path):
    rows, _ = rows_with("random-puzzles", "count=20", tmp_path)
    assert [row["solver"] for row in rows] == [
        "nonocsp",
        "FastNonogramSolver",
        "JSolver",
        "pbnsolve",
    ]
    assert rows[0]["several solutions"] > 0.8 and rows[0]["unsolved"] == 0
    assert [row["unsolved"] for row in rows[1:]] == [0, 12, 18]


def test_tournaments_need_their_puzzles(tmp_path, data):
    rows, _ = rows_with("tournaments", "sets=taai2011+icga2018", tmp_path, data)
    assert [(row["set"], row["solved"]) for row in rows] == [("taai2011", 3), ("icga2018", 2)]
    assert [row["FastNonogramSolver"] for row in rows] == ["71", "61 to 93"]
    with pytest.raises(SpecError, match="belong to their authors"):
        ALL["tournaments"].plan({})


@pytest.mark.parametrize("cut", [1, 2, 300])
def test_a_file_cut_anywhere_loses_its_last_cell_at_most(cut, tmp_path):
    experiment, file = ALL["phase-transition"], tmp_path / "records.jsonl"
    cells = experiment.plan({"size": 3, "count": 1})
    running.run(experiment, cells, file)
    whole = [record["cell"] for record in records.read(file)]
    file.write_bytes(file.read_bytes()[:-cut])  # 1: only the newline
    running.run(experiment, cells, file)
    assert [record["cell"] for record in records.read(file)] == whole == cells

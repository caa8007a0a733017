"""The experiments of papers: tables, records that resume, and what cannot be run."""

from __future__ import annotations

import dataclasses
import json

import pytest

from nonocsp.apps import cli
from nonocsp.apps.bench import experiments, records
from nonocsp.apps.bench.experiments import PAPERS, phase_transition, running
from nonocsp.apps.bench.spec import SpecError

ALL = experiments.experiments(PAPERS)

#: Parameters of each with which it takes a second.
TINY = {"phase-transition": "size=5,count=2"}


def run(capsys, *words):
    code = cli.main(["bench", "paper", *map(str, words)])
    return code, *capsys.readouterr()


def rows_of(text):
    return [line for line in text.splitlines() if line.startswith("| ")][2:]


def test_the_list_says_of_each_what_it_shows_from_whom_and_how_long(capsys):
    code, out, _ = run(capsys)
    assert code == 0
    for module, (name, experiment) in zip(PAPERS, ALL.items(), strict=True):
        assert name == module.replace("_", "-")
        for text in (f"{name}: {experiment.shows}", experiment.source, experiment.takes):
            assert text in out


@pytest.mark.parametrize("name", ALL)
def test_each_prints_its_table_with_source_and_machine_and_resumes(name, capsys, tmp_path):
    file = tmp_path / "records.jsonl"
    words = f"{name}:{TINY[name]}", "-o", file
    code, first, _ = run(capsys, *words)
    assert code == 0 and ALL[name].source in first and "- Machine: " in first
    assert "- Command: `nonocsp bench" in first
    kept = file.read_bytes()
    cells = len(kept.splitlines())
    assert f"- Work: {cells} of {cells} cells" in first

    file.write_bytes(kept[: len(kept) // 2])  # as if it was killed while it wrote
    assert rows_of(run(capsys, *words)[1]) == rows_of(first) != []
    again = file.read_bytes()
    assert len(again.splitlines()) == cells
    assert run(capsys, *words)[1].splitlines()[-1] == first.splitlines()[-1]
    assert file.read_bytes() == again, "what is known is not measured again"


@pytest.mark.parametrize("name", ALL)
def test_every_form_has_the_same_rows(name, capsys, tmp_path):
    words = f"{name}:{TINY[name]}", "-o", tmp_path / "records.jsonl"
    table = rows_of(run(capsys, *words)[1])
    document = json.loads(run(capsys, *words, "--json")[1])
    assert document["experiment"] == name and len(document["rows"]) == len(table)
    assert document["notes"] and document["machine"]["cores"]
    head, *lines = run(capsys, *words, "--to", "csv")[1].splitlines()
    assert len(lines) == len(table) and head.split(",")[0] in ALL[name].columns
    latex = run(capsys, *words, "--to", "latex")[1]
    body = latex.partition(r"\midrule")[2].partition(r"\bottomrule")[0]
    assert len(body.strip().splitlines()) == len(table)


@pytest.mark.parametrize("name", ALL)
def test_the_full_plan_holds_more(name):
    experiment = ALL[name]
    assert len(experiment.plan({}, is_full=True)) > len(experiment.plan({}))


def test_after_an_interrupt_the_table_is_partial_and_the_same_command_resumes(
    capsys, tmp_path, monkeypatch
):
    measured = []

    def measure(**cell):
        if len(measured) == 5:
            raise KeyboardInterrupt
        measured.append(cell)
        return phase_transition.measure(**cell)

    whole = phase_transition.EXPERIMENT
    words = "phase-transition:size=5,count=2", "-o", tmp_path / "records.jsonl"
    monkeypatch.setattr(phase_transition, "EXPERIMENT", dataclasses.replace(whole, measure=measure))
    code, out, err = run(capsys, *words)
    assert code == 130 and "5 of 18 cells" in out and len(rows_of(out)) == 3
    assert "interrupted" in err and "holds 5 cells of 18, the same command resumes" in err
    monkeypatch.setattr(phase_transition, "EXPERIMENT", whole)
    resumed = run(capsys, *words)[1]
    alone = run(capsys, words[0], "-o", tmp_path / "alone.jsonl")[1]
    assert rows_of(resumed) == rows_of(alone)


def test_a_limit_is_said(capsys, tmp_path):
    words = "phase-transition:size=5", "-o", tmp_path / "records.jsonl"
    code, out, err = run(capsys, *words, "--seconds", "1e-9")
    assert code == 3 and out == "" and "the time is up" in err and "0 cells of 180" in err


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

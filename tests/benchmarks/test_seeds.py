"""Seeds: the spread over them, and paired comparison of engines."""

from __future__ import annotations

import csv
import re
import threading
import time

import pytest

from benchmarks.suite import records
from benchmarks.suite.engine_times import by_puzzle, gather
from benchmarks.suite.engines import engine_named, with_seeds
from benchmarks.suite.paired import against, signed_rank
from benchmarks.suite.report import report
from nonocsp.apps import cli
from nonocsp.apps.cli import progress
from nonocsp.core.base.progress import report as reported
from tests.benchmarks.test_reading import made


def test_the_test_leaves_out_ties_and_has_a_p_of_one_without_differences():
    assert signed_rank([0, 1, 2, 3, 4, 5, 6, -0.5, 0]) == 0.03125  # 4 of 2^7 signs, both sides
    assert signed_rank([]) == signed_rank([0.0]) == 1
    assert signed_rank([(-1) ** n * n for n in range(1, 200)]) > 0.9


def test_holm_corrects_several_tests():
    ratios = {"a": 0.5, "b": [0.5, 2.0] * 4, "c": 2.0}
    found = [r for n in range(8) for r in made("base", [1.0], puzzle=n)]
    for engine, ratio in ratios.items():
        each = ratio if isinstance(ratio, list) else [ratio] * 8
        found += [r for n, t in enumerate(each) for r in made(engine, [t], puzzle=n)]
    one, two, three = against("base", by_puzzle(gather(found)))
    assert one.p == three.p == 3 / 2**7 and two.p == 1


def runs(engine, seed, seconds, puzzle, status="solved"):
    return made(engine, seconds, status, puzzle, seed=seed, options={"seed": seed})


def test_a_table_has_the_mean_and_the_spread_over_seeds():
    found = [
        *runs("e", 1, [1.0, 1.5], 0), *runs("e", 2, [3.0], 0),
        *runs("e", 1, [2.0], 1), *runs("e", 2, [10.0], 1, "timeout"),
        *made("plain", [4.0], puzzle=0), *made("plain", [4.0], puzzle=1),
    ]  # fmt: skip
    times = by_puzzle(gather(found)).loc["e"]
    assert list(times["seconds"].dropna()) == [2.0]  # the median of the least of the repeats
    assert times["par"].mean() == 6.5
    text = report(found, each=0)
    assert "| e | 1/2 (1 timeout) | > 12 s | > 6 s | > 10 s | 6.5 s |" in text
    assert "| e | 2 | 1.5 | 1–2 | 6.5 s | 1.5 s–11.5 s |" in text
    assert "| unique | 2 s (1 s–3 s) | 4 s |" in text and "| unique | > 10 s | 4 s |" in text
    assert "seeds" not in report(made("plain", [4.0]))


def test_what_is_not_verified_is_in_no_mean():
    found = [
        *made("e", [1.0], puzzle=0), *made("e", [1.0], puzzle=1, status="unverified"),
        *made("e", [1.0], puzzle=2, status="wrong"), *made("none", [1.0], status="unverified"),
    ]  # fmt: skip
    assert by_puzzle(gather(found)).loc["e"]["par"].mean() == (1 + 20) / 2
    assert "| none | 0/1 (1 unverified) | > 10 s | > 10 s | > 10 s |  |" in report(found)


def test_the_sentence_says_what_test_and_bounds_say():
    def said(ratios):
        found = []
        for number, ratio in enumerate(ratios):
            found += made("base", [1.0], puzzle=number)
            found += made("new", [ratio], puzzle=number)
        (one,) = against("base", by_puzzle(gather(found)))
        return one.sentence()

    assert said([0.5] * 12) == (
        "new takes 0.50 times the time of base (95 %: 0.50 to 0.50; faster on 12 of 12 puzzles, "
        "slower on 0; unsolved as twice the limit; p < 0.001): more than chance explains."
    )
    assert "chance may explain it" in said([0.5, 2.0] * 6)
    assert "too few puzzles differ" in said([0.5] * 5)
    assert "measure more puzzles" in said([0.9] * 20 + [100.0])


@pytest.mark.slow
def test_engines_run_with_each_seed(tmp_path, capsys):
    out = tmp_path / "r.jsonl"
    command = ["bench", "run", "--puzzles", "permutation:last=3", "--seconds", "60", "-o", str(out)]
    command += ["--engine", "kernel", "--engine", "kernel:seed=7", "--engine", "python-constraint"]
    assert cli.main([*command, "--seeds", "3"]) == 0
    found = [*records.read(out)]
    ran = {}
    for record in found:
        ran.setdefault(record["engine"], set()).add(record["options"].get("seed"))
        assert record["seed"] == record["options"].get("seed")
    assert ran["kernel"] == {1, 2, 3} and ran["kernel:seed=7"] == {7}
    assert ran.get("python-constraint", {None}) == {None}  # it takes no seed
    assert cli.main([*command, "--seeds", "3"]) == 0  # measured already
    assert f"0 measured, {len(found)} already" in capsys.readouterr().err
    assert cli.main(["bench", "report", str(out)]) == 0
    assert "| kernel | 3 | 2 | 2–2 |" in capsys.readouterr().out
    page = tmp_path / "page.html"
    study = ["bench", "--puzzles", "permutation:last=3", "--engine", "kernel", "--seconds", "20"]
    study += ["--engine", "kernel:probing=off", "--seeds", "2", "-o", str(page)]
    assert cli.main(study) == 0
    text = page.read_text()
    assert "kernel against kernel" not in text
    assert "Spread over the seeds" in text and "too few puzzles differ" in text


def test_with_seeds_leaves_engines_without_seeds_alone():
    engine = engine_named("python-constraint")
    assert with_seeds([engine], 3) == [engine]
    assert with_seeds([engine_named("kernel")], None) == [engine_named("kernel")]


def test_par2_has_one_penalty_on_both_clocks():
    found = made("e", [1.0], puzzle=0) + made("e", [1.0], "timeout", puzzle=1, limit_cpu=1.0)
    found[0]["limit_cpu"] = 1.0  # the clock may run for ten seconds
    for clock, name in (("cpu", "CPU"), ("wall", "wall-clock")):
        text = report(found, clock=clock)
        assert "| 1.5 s |" in text and f"{name} seconds)" in text


def test_latex_is_balanced_and_escaped():
    name = "textbook:propagation=fc_2,values=dense_first&50%"
    found = [r for n in range(7) for e in ("e", name) for r in made(e, [1.0 + n], puzzle=n)]
    text = report(found, to="latex", each=0)
    body = re.sub(r"(?m)^%.*$", "", text)
    assert body.count("{") - body.count(r"\{") == body.count("}") - body.count(r"\}")
    assert re.findall(r"\\begin{(\w+)}", body).count("tabular") == 2
    for columns, lines in re.findall(r"(?s)tabular}{(.*?)}\n(.*?)\\end{tabular}", body):
        width = len(re.sub(r"p{.*?}", "l", columns + "}").rstrip("}"))
        rows = [line for line in lines.splitlines() if line.endswith(r"\\")]
        assert len(rows) > 2
        for row in rows:
            assert len(re.findall(r"(?<!\\)&", row)) == width - 1
    assert (
        r"fc\_\allowbreak{}2" in body
        and r"\&50\%" in body
        and "too few puzzles differ" in body
        and "(2) textbook" in body
    )
    assert not re.search(r"(?<!\\)[_#]", body) and body.isascii()


def test_csv_has_the_figures_as_numbers():
    found = [*runs("e", 1, [1.0], 0), *runs("e", 2, [3.0], 0), *made("f", [4.0], puzzle=0)]
    one, other = csv.DictReader(report(found, to="csv").splitlines())
    assert one["engine"] == "e" and float(one["par2"]) == 2 and one["seeds"] == "2"
    assert (float(one["par2_least"]), float(one["par2_most"])) == (1, 3) and one["clock"] == "cpu"
    assert other["base"] == "e" and float(other["ratio"]) == 2 and float(other["p"]) == 1


def test_progress_is_lines_where_there_is_no_terminal(capsys, monkeypatch):
    monkeypatch.setattr(progress, "PLAIN", 0.01)
    with progress.watched("bench"):
        reported(done=3, total=12)
        said = ""
        while "3 of 12" not in said:
            time.sleep(0.01)
            said += capsys.readouterr().err
    assert re.search(r"nonocsp: bench: 3 of 12, \d+:\d\d", said)
    before = threading.enumerate()
    with progress.watched("solve"):
        assert threading.enumerate() == before  # a thread would print

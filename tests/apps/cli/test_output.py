"""Output files: written whole or not at all, in the format of their suffix."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
from pathlib import Path

import pytest

import nonocsp as nc
from benchmarks.suite.spec import SpecError
from nonocsp.apps import cli
from nonocsp.apps.cli.output import Output
from nonocsp.core.base.errors import NonocspError
from nonocsp.core.base.files import atomic_write

INPUT = Path(__file__).parents[3] / "input"
MANY, HEART = str(INPUT / "cross-eyed.txt"), str(INPUT / "heart.txt")

ANSWERS = [
    ["solve", MANY],
    ["solve", MANY, "--json"],
    ["solve", MANY, "--from", "0"],
    ["solve", MANY, HEART],
    ["sample", MANY],
    ["check", MANY],
    ["count", MANY, HEART],
    ["estimate", MANY],
    ["hint", HEART],
    ["explain", HEART],
    ["explain", HEART, "--html"],
    ["explain", HEART, "--verdict"],
    ["rate", HEART],
    ["diagnose", MANY],
]


@pytest.mark.parametrize(
    ("end", "code", "said"),
    [
        (KeyboardInterrupt, 130, "nothing is written"),
        (lambda: NonocspError("a fault"), 2, "a fault"),
        (lambda: OSError(errno.ENOSPC, "No space left on device"), 2, "No space left"),
    ],
)
@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
@pytest.mark.parametrize("times", [1, 2])
def test_a_file_stays_as_it_was(words, times, end, code, said, tmp_path, monkeypatch, capsys):
    """After Ctrl-C or an error in the middle of writing, whatever was written before."""
    real, calls = Output.write, []

    def write(self, text):
        real(self, text)
        calls.append(text)
        if len(calls) == times:
            raise end()

    monkeypatch.setattr(Output, "write", write)
    out = tmp_path / "out"
    out.write_text("old")
    ended = cli.main([*words, "-o", str(out)])
    err = capsys.readouterr().err
    if len(calls) < times:
        pytest.skip("all is written at once")
    assert (ended, out.read_text(), os.listdir(tmp_path)) == (code, "old", ["out"])
    assert said in err and "Traceback" not in err


def test_an_interrupt_leaves_no_stand_in(tmp_path, monkeypatch):
    """Whether it comes before the file is open, while it is written or before it is renamed."""
    for module, name in ((os, "open"), (os, "chmod"), (os, "replace")):
        for is_after in (False, True):
            path = tmp_path / f"{name}{is_after}"
            real = getattr(module, name)

            def call(*arguments, real=real, is_after=is_after, **more):
                if is_after:
                    real(*arguments, **more)
                raise KeyboardInterrupt

            with monkeypatch.context() as patch:
                patch.setattr(module, name, call)
                with pytest.raises(KeyboardInterrupt), atomic_write(path) as file:
                    file.write("text")
            expected = [path.name] if (name, is_after) == ("replace", True) else []
            assert os.listdir(tmp_path) == expected
            path.unlink(missing_ok=True)


def test_a_limit_leaves_the_answers_so_far(tmp_path, capsys):
    out = tmp_path / "out.txt"
    assert cli.main(["solve", MANY, "-n", "1", "-o", str(out)]) == 0
    assert len(out.read_text().split("\n\n")) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("words", [each for each in ANSWERS if "--json" not in each], ids=" ".join)
@pytest.mark.parametrize("name", ["x.png", "x.svg", "x.non", "x.xyz", "x.txt.gz"])
def test_a_suffix_that_is_not_written_is_refused(words, name, tmp_path, capsys):
    path = tmp_path / name
    assert cli.main([*words, "-o", str(path)]) == 2
    err = capsys.readouterr().err
    assert f"{name}: expected a name in .txt, .out, .log, .json, .jsonl" in err
    assert ("nonocsp render" in err) == (words[0] in ("solve", "sample"))
    assert not path.exists()


def test_the_suffix_chooses_json_and_pages(tmp_path):
    for words in (["solve", HEART], ["rate", HEART]):
        out = tmp_path / "x.jsonl"
        assert cli.main([*words, "-o", str(out)]) == 0
        assert json.loads(out.read_text())["question"] == words[0]
    out = tmp_path / "x.html"
    assert cli.main(["explain", HEART, "-o", str(out)]) == 0
    assert out.read_text().startswith("<!DOCTYPE html>")
    assert cli.main(["hint", HEART, "-o", str(out)]) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["batch", HEART, "--question", "count", "-o", "x.png"],
        ["batch", HEART, "--question", "count", "-o", "x.html"],
        ["bench", "-o", "x.jsonl"],
        ["bench", "run", "-o", "x.html"],
        ["convert", HEART, "-o", "x"],
        ["generate", "5", "-o", "x.docx"],
        ["render", HEART, "-o", "x.bmp"],
    ],
    ids=" ".join,
)
def test_other_commands_refuse_as_well(words, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == 2
    err = capsys.readouterr().err
    assert "expected a name" in err and " ." in err
    assert os.listdir(tmp_path) == []


def test_a_plot_has_a_known_suffix(tmp_path):
    from benchmarks.suite.plot import plot  # needs pandas

    with pytest.raises(SpecError, match=r"expected a name that ends in \.svg$"):
        plot("cactus", [{"engine": "kernel"}], tmp_path / "x.bmp")


class _Screen(io.TextIOWrapper):
    def isatty(self):
        return True


@pytest.mark.parametrize("words", [["convert", HEART, "--to"], ["generate", "3", "--to"]])
@pytest.mark.parametrize(("name", "suffix"), [("png", ".png"), ("pdf", ".pdf")])
def test_binary_is_kept_off_terminals(words, name, suffix, capsys, monkeypatch):
    bytes_shown = io.BytesIO()
    monkeypatch.setattr("sys.stdout", _Screen(bytes_shown, encoding="utf-8"))
    assert cli.main([*words, name]) == 2
    assert bytes_shown.getvalue() == b""
    assert f"binary, which no terminal shows: add -o FILE{suffix}" in capsys.readouterr().err


def test_compressed_puzzles_are_compressed(tmp_path):
    puzzle = nc.read(HEART)
    nc.write(puzzle, tmp_path / "heart.json.gz")
    assert gzip.decompress((tmp_path / "heart.json.gz").read_bytes())[:1] == b"{"
    assert nc.read(tmp_path / "heart.json.gz") == puzzle


@pytest.mark.parametrize("name", ["x.pdf", "x.html", "x.svg"])
def test_a_sheet_needs_no_solution(name, tmp_path, capsys):
    if name == "x.pdf":
        pytest.importorskip("reportlab")
    assert cli.main(["convert", HEART, "-o", str(tmp_path / name)]) == 0
    assert capsys.readouterr().err == ""
    assert "goals" in nc.formats.losses(nc.read(HEART), name[2:])

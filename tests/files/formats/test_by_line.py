"""Files with a puzzle a line: read line by line, each line as if it were alone."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, strategies as st
from strategies import examples, puzzles

import nonocsp as nc
from nonocsp import FormatError, Puzzle
from nonocsp.files.formats import by_line, dumps, formats, source
from nonocsp.files.formats.by_line import lines_of_file
from nonocsp.people.opening import load

#: The formats whose files always have a puzzle a line.
NAMES = [name for name, known in formats().items() if known.has_line("RnP5_n\nRnP5_n\n")]
DOT = json.dumps({"rows": [[1]], "cols": [[1]]})


def line_of(puzzle, name):
    return " ".join(dumps(puzzle, name).split("\n")).strip()


@pytest.mark.parametrize("name", ["json", *NAMES])
@pytest.mark.parametrize("is_packed", [False, True])
@examples(10)
@given(
    drawn=st.lists(puzzles(4, 4, 1, vague=False), min_size=2, max_size=5),
    end=st.sampled_from(["", "\n", "\n\n"]),
)
def test_each_line_is_the_puzzle_that_the_whole_file_has_there(
    tmp_path_factory, name, is_packed, drawn, end
):
    path = tmp_path_factory.mktemp("lines") / "file.txt"
    goals = [puzzle.replace(goals=[picture]) for picture, puzzle in drawn]
    content = ("\n".join(line_of(puzzle, name) for puzzle in goals) + end).encode()
    path.write_bytes(gzip.compress(content) if is_packed else content)
    lines = lines_of_file(path)
    whole = load(path)
    assert lines.format.format.name == whole.format == name
    assert [puzzle for line in lines for puzzle in line.puzzles] == whole.puzzles
    assert list(nc.read_all(path)) == whole.puzzles and len(whole.puzzles) == len(goals)


def test_other_files_are_read_as_a_whole(tmp_path):
    for content in ("", DOT, DOT + "\n", f"[{DOT},\n{DOT}]", json.dumps(json.loads(DOT), indent=1)):
        path = tmp_path / "file.json"
        path.write_text(content)
        assert lines_of_file(path) is None, content
    for path in ("input/heart.txt", "input/collection.json", "no-such-file", "a\0b", "."):
        assert lines_of_file(path) is None
    assert lines_of_file("input/heart.txt", "json") is None


def test_a_faulty_line_is_the_fault_of_that_line(tmp_path):
    path = tmp_path / "file.jsonl"
    path.write_text("\n".join([DOT, "", '{"rows": [[2]], "cols": [[1]]}', '{"rows"', DOT]))
    one, two, three, four = lines_of_file(path)
    assert one.puzzles == four.puzzles == [Puzzle([[1]], [[1]])]
    assert two.warnings == ["line 3: no solution: row 1: the clue needs 2 cells, the line has 1"]
    assert str(three).startswith(f"{path}, line 4, column 1: expected JSON")
    found = nc.read_all(path)
    with pytest.warns(nc.formats.FormatWarning, match="line 3"):
        assert [next(found), next(found)]
    with pytest.raises(FormatError, match="line 4, column 1: expected JSON"):
        next(found)


def test_the_bound_is_on_a_line_and_not_on_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "MAX_BYTES", 200)
    monkeypatch.setattr(by_line, "MAX_BYTES", 200)
    path = tmp_path / "file.jsonl"
    long = DOT.replace("}", f', "title": "{"x" * 500}"}}')
    path.write_text("\n".join([DOT, DOT, long, *[DOT] * 20]))
    with pytest.raises(FormatError, match="larger than"):
        load(path)
    found = list(lines_of_file(path))
    assert [part.line for part in found if isinstance(part, FormatError)] == [3]
    assert "longer than" in str(found[2]) and len(found) == 23


def test_a_long_first_line_is_one_of_many_by_the_name_of_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(by_line, "_HEAD", 32)
    path = tmp_path / "file.jsonl"
    path.write_text(f"{DOT}\n{DOT}\n")
    assert len(list(lines_of_file(path))) == 2


@pytest.mark.slow
def test_damage_ends_the_lines(tmp_path):
    path = tmp_path / "file.jsonl.gz"
    lines = [
        json.dumps({"rows": [[1]], "cols": [[1]], "title": os.urandom(9).hex()})
        for _ in range(99_999)
    ]
    packed = gzip.compress("\n".join(lines).encode())
    path.write_bytes(packed[: len(packed) // 2])
    *found, last = lines_of_file(path)
    assert len(found) > 10_000 and "the compressed data is damaged" in str(last)
    assert found[500].puzzles[0].title == json.loads(lines[500])["title"]


def test_a_batch_answers_what_was_read_before_the_file_is_complete(tmp_path):
    command = [
        sys.executable,
        "-m",
        "nonocsp",
        "batch",
        "-",
        "--workers",
        "1",
        "--question",
        "check",
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(f"{DOT}\n{DOT}\n".encode())
        process.stdin.flush()
        first = json.loads(process.stdout.readline())
        process.stdin.write(f"{DOT}\n".encode())
        process.stdin.close()
        # `communicate` would lose what has been read ahead with the first line.
        rest = process.stdout.read()
    assert (first["name"], first["verdict"]) == ("standard input#1", "unique")
    assert len(rest.splitlines()) == 2


@given(st.lists(puzzles(), min_size=1, max_size=4))
def test_json_in_a_file_of_lines_has_a_puzzle_a_line(made):
    with TemporaryDirectory() as folder:
        for suffix in (".jsonl", ".ndjson", ".jsonl.gz"):
            path = Path(folder, f"all{suffix}")
            several = [puzzle for _, puzzle in made]
            nc.write(several, path, "json")
            assert list(nc.read_all(path)) == several
            data = path.read_bytes()
            text = gzip.decompress(data) if suffix.endswith("gz") else data
            assert len(text.splitlines()) == len(several)

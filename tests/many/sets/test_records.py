"""Tables read and written: every form of clues and pictures, faulty rows, archives."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
import tarfile
import zipfile

import pytest
from hypothesis import example, given, strategies as st
from samples import damaged, files, records_or_refused
from strategies import pictures, puzzles

from nonocsp import FormatError, NonocspError, OptionError, Picture, Puzzle
from nonocsp.files.formats import dumps
from nonocsp.files.formats.registry import files_of
from nonocsp.many.sets import records as module
from nonocsp.many.sets.columns import Columns, entry_of
from nonocsp.many.sets.records import SUFFIXES, records, write_rows
from nonocsp.many.sets.values import clues_of, read_picture

ROWS = [{"id": f"p{n}", "rows": [[n]], "columns": [[1]] * n} for n in range(1, 6)]


def read(path, **how):
    return [record.row() for record in records(str(path), **how)]


def faults(path, **how):
    found = {}
    for record in records(str(path), **how):
        try:
            record.row()
        except FormatError as error:
            found[record.place] = str(error)
    return found


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.parquet"])
def test_rows_that_are_written_are_read(tmp_path, name):
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    path = tmp_path / name
    write_rows(path, iter(ROWS))
    assert read(path) == ROWS
    before = path.read_bytes()
    write_rows(path, ROWS)
    assert path.read_bytes() == before


def test_parquet_of_several_batches(tmp_path, monkeypatch):
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(module, "BATCH", 1)
    rows = [{"id": n, "rows": [[n]], "columns": [[1]] * n} for n in range(1, 26)]
    write_rows(tmp_path / "a.parquet", rows)
    assert read(tmp_path / "a.parquet") == rows
    assert [r.place for r in records(str(tmp_path / "a.parquet"))][-1] == "record 25"
    with pytest.raises(NonocspError, match="rows of different kinds"):
        write_rows(tmp_path / "a.parquet", [*rows, {"id": "x"}])
    assert read(tmp_path / "a.parquet") == rows  # the old file


def test_without_pyarrow_a_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NonocspError, match="Parquet needs pyarrow: python -m pip install"):
        write_rows(tmp_path / "a.parquet", ROWS)


def test_a_damaged_parquet_file_is_one_fault(tmp_path):
    pytest.importorskip("pyarrow")
    write_rows(tmp_path / "a.parquet", ROWS)
    whole = (tmp_path / "a.parquet").read_bytes()
    (tmp_path / "a.parquet").write_bytes(whole[: len(whole) // 2])
    ((place, problem),) = faults(tmp_path / "a.parquet").items()
    assert place == "record 1" and problem.startswith("damaged: ")
    (tmp_path / "a.parquet").write_bytes(b"no table")
    assert faults(tmp_path / "a.parquet") == {"": "expected a Parquet file"}


def test_faulty_lines_do_not_stop_those_behind_them(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"id": 1}\n\n{"id"\n[1]\n\xff\n{"id": 2}')
    assert faults(path).keys() == {"line 3", "line 4", "line 5"}
    assert [r.row() for r in records(str(path)) if r.place in ("line 1", "line 6")] == [
        {"id": 1},
        {"id": 2},
    ]


def test_a_line_without_end_is_a_fault_and_fills_no_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MAX_BYTES", 100)
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "x" * 1000}) + '\n{"id": 2}\n')
    assert faults(path).keys() == {"line 1"}
    assert [record.place for record in records(str(path))] == ["line 1", "line 2"]


@pytest.mark.parametrize("head", [1, 7, 1 << 16])
@pytest.mark.parametrize("indent", [None, 2])
def test_arrays_are_read_in_parts(tmp_path, monkeypatch, head, indent):
    path = tmp_path / "a.json"
    path.write_text(json.dumps([*ROWS, {"text": 'é"]},{['}], indent=indent))
    # Recognised first: that needs more than a byte.
    with open(path, "rb") as file:
        monkeypatch.setattr(module, "_HEAD", head)
        found = list(module._of_array("a.json", file))
    assert [record.row() for record in found] == [*ROWS, {"text": 'é"]},{['}]
    assert found[2].place == "record 3"


def test_an_array_is_read_up_to_its_fault(tmp_path):
    (tmp_path / "a.json").write_text('[{"id": 1}, {"id": 2}, {"id": ]')
    assert [*faults(tmp_path / "a.json")] == ["record 3"]
    (tmp_path / "a.json").write_text('[{"id": 1}, {"id": 2}')
    assert [*faults(tmp_path / "a.json")] == ["record 3"]
    (tmp_path / "a.json").write_text('[{"id": 1}, 7, {"id": 2}]')
    assert [*faults(tmp_path / "a.json")] == ["record 2"]


@pytest.mark.parametrize(("suffix", "between"), [("csv", ","), ("tsv", "\t"), ("csv", ";")])
def test_values_between_separators(tmp_path, suffix, between):
    path = tmp_path / f"a.{suffix}"
    with open(path, "w", newline="") as file:
        table = csv.writer(file, delimiter=between)
        table.writerow(["id", "row_clues", "col_clues"])
        table.writerow(["a", "[[1, 1], [2]]", "2, 1, 1"])
        table.writerow(["b", "1"])
        table.writerow(["c", "[[1]\n [1]]", "2"])
    first, _, last = records(str(path))
    assert entry_of(first.row()).puzzle == Puzzle([[1, 1], [2]], [[2], [1], [1]])
    assert entry_of(last.row()).puzzle == Puzzle([[1], [1]], [[2]])
    assert faults(path) == {"line 3": "expected 3 values as in the first line, not 2"}


def test_a_table_of_short_codes_is_a_file_of_its_own_format(tmp_path):
    puzzle = Puzzle([[1, 1], [2]], [[2], [1], [1]], title="x")
    (tmp_path / "a.csv").write_text(dumps(puzzle, "csv"))
    assert read(tmp_path / "a.csv") == [puzzle]


def test_values_whose_columns_say_nothing_need_names(tmp_path):
    (tmp_path / "a.csv").write_text("p,q\n1,1\n")
    ((_, problem),) = faults(tmp_path / "a.csv").items()
    assert "if it is a table, name its columns" in problem
    (row,) = read(tmp_path / "a.csv", is_table=True)
    assert entry_of(row, Columns.named("rows=p, columns=q")).puzzle == Puzzle([[1]], [[1]])
    with pytest.raises(FormatError, match="the columns are p, q"):
        entry_of(row)


def test_archives_hold_tables_and_puzzles(tmp_path):
    puzzle = Puzzle([[1, 1], [2]], [[2], [1], [1]])
    table = "".join(json.dumps(row) + "\n" for row in ROWS).encode()
    members = {
        "folder/a.jsonl": table,
        "b.jsonl.gz": gzip.compress(table),
        "c.non": dumps(puzzle, "non").encode(),
    }
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    for name, mode in (("t.tar", "w"), ("t.tar.gz", "w:gz"), ("t.tgz", "w:gz")):
        with tarfile.open(tmp_path / name, mode) as tar:
            for inner, content in members.items():
                info = tarfile.TarInfo(inner)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
    for name in ("z.zip", "t.tar", "t.tar.gz", "t.tgz"):
        assert read(tmp_path / name) == [*ROWS, *ROWS, puzzle]
    places = [record.name for record in records(str(tmp_path / "z.zip"))]
    assert places[0].endswith("z.zip/folder/a.jsonl, line 1")
    (tmp_path / "._z.zip").touch()  # as macOS leaves them
    assert len(files_of([str(tmp_path)], SUFFIXES)) == 4
    cut = (tmp_path / "z.zip").read_bytes()[:-30]
    (tmp_path / "z.zip").write_bytes(cut)
    assert len(faults(tmp_path / "z.zip")) == 1


def test_what_cannot_be_opened_is_a_fault(tmp_path):
    ((_, problem),) = faults(tmp_path / "none.jsonl").items()
    assert "cannot be opened" in problem
    with pytest.raises(FormatError, match="folder without"):
        files_of([str(tmp_path)], SUFFIXES)


def test_a_file_without_records_is_a_fault(tmp_path):
    for name, text in (("a.jsonl", ""), ("b.json", "[ {} ]"), ("c.csv", "rows,cols\n")):
        (tmp_path / name).write_text(text)
    assert [*faults(tmp_path / "a.jsonl").values()] == ["there is no record in it"]
    assert faults(tmp_path / "b.json") == {}
    assert [*faults(tmp_path / "c.csv").values()] == ["there is no record in it"]


def test_empty_values_hold_nothing(tmp_path):
    lines = [
        "id,rows,cols,solution",
        'a,"1, 1","1, 1",',
        'b,,,"10/01"',
        "c,,, ",
        'd,"1, 1","1, 1",10/10',
    ]
    (tmp_path / "set.csv").write_text("\n".join(lines))
    open_, drawn, empty, wrong = records(str(tmp_path / "set.csv"))
    assert entry_of(open_.row())[1:3] == (None, "a")
    assert entry_of(drawn.row()).puzzle == Puzzle([[1], [1]], [[1], [1]])
    with pytest.raises(FormatError, match="no clues and no picture in the columns rows=rows"):
        entry_of(empty.row())
    assert entry_of(wrong.row()).picture == Picture(["#_", "#_"])
    with pytest.raises(FormatError, match="the record is empty"):
        entry_of({})


def test_the_name_of_an_image_is_no_picture_unless_the_column_was_named():
    row = {"rows": [[1]], "cols": [[1]], "image": "folder/a.png"}
    assert entry_of(row).picture is None
    assert entry_of({**row, "image": {"bytes": b"", "path": None}}).picture is None
    with pytest.raises(FormatError, match="column 'image'"):
        entry_of(row, Columns.named("rows=rows,columns=cols,picture=image"))
    with pytest.raises(FormatError, match="column 'image'"):
        entry_of({**row, "image": "maybe"})


def lists(puzzle):
    return [
        [[block.length for block in clue] for clue in side]
        for side in (puzzle.rows, puzzle.columns)
    ]


def padded(side):
    most = max(map(len, side))
    return [[0] * (most - len(clue)) + clue for clue in side]


def as_numpy(side):
    return "[" + "\n ".join("[" + " ".join(map(str, clue)) + "]" for clue in side) + "]"


@given(pictures(5, 5, 1))
def test_clues_in_every_form(picture):
    puzzle = Puzzle.from_picture(picture)
    rows, columns = lists(puzzle)
    forms = {
        "lists": lambda side: side,
        "tuples": lambda side: tuple(map(tuple, side)),
        "padded": padded,
        "JSON": json.dumps,
        "NumPy": lambda side: as_numpy(padded(side)),
        "objects": lambda side: "[" + " ".join(f"list({clue})" for clue in side) + "]",
        "array": lambda side: f"array({padded(side)}, dtype=int64)",
        "Python": lambda side: str(tuple(map(tuple, side))).replace("(", "[", 1)[:-1] + "]",
        "texts": lambda side: [" ".join(map(str, clue)) or "0" for clue in side],
        "text": lambda side: ", ".join(" ".join(map(str, clue)) or "0" for clue in side),
        "semicolons": lambda side: ";".join(",".join(map(str, clue)) or "0" for clue in side),
    }
    for name, form in forms.items():
        if name == "semicolons" and 1 in picture.shape:  # nothing between the clues of one line
            continue
        row = {"row_clues": form(rows), "colHints": form(columns)}
        assert entry_of(row).puzzle == puzzle, name


@given(pictures(5, 5, 1))
def test_pictures_in_every_form(picture):
    rows = picture.tolist()
    digits = ["".join(map(str, row)) for row in rows]
    forms = {
        "lists": rows,
        "truths": [[cell == 1 for cell in row] for row in rows],
        "floats": [list(map(float, row)) for row in rows],
        "JSON": json.dumps(rows),
        "NumPy": as_numpy(rows),
        "blocks": "\n".join("".join("█" if c else "░" for c in row) for row in rows),
        "signs": picture.row_texts(),
        "slashes": "/".join(digits),
        "flat": [cell for row in rows for cell in row],
        "text": "".join(digits),
    }
    for name, form in forms.items():
        if name == "slashes" and len(digits) == 1:
            continue
        assert read_picture(form, Puzzle.from_picture(picture)) == picture, name


@given(puzzles(3, 4, 3))
def test_records_of_the_format_json_keep_all_that_clues_have(found):
    _, puzzle = found
    row = json.loads(dumps(puzzle, "json"))
    (one,) = [row] if isinstance(row, dict) else row
    assert entry_of(one).puzzle == puzzle


@given(st.recursive(st.none() | st.integers() | st.text() | st.floats(), st.lists))
@example([[float("inf")]])
def test_any_value_is_read_or_a_fault(value):
    for row in ({"rows": value, "cols": value}, {"solution": value}, {"rows": value}):
        try:
            entry_of(row)
        except FormatError as error:
            assert "\n" not in str(error)


def test_names_of_columns():
    assert str(Columns.guessed(["cols", "rows", "n"])) == "rows=rows, columns=cols"
    found = Columns.guessed(["rows", "cols", "row_clues", "col_clues"])
    assert (found.rows, found.columns) == ("row_clues", "col_clues")
    for text in ("rows", "rows=", "lines=x", "rows=a"):
        with pytest.raises(OptionError):
            Columns.named(text)
    with pytest.raises(FormatError, match="column 'r': expected"):
        entry_of({"r": 7.5, "c": [[1]]}, Columns.named("rows=r,columns=c"))
    assert clues_of([1, [2]]) == [[1], [2]]


@pytest.mark.slow
@pytest.mark.parametrize("name", files())
def test_damaged_files_are_read_as_far_as_they_are_whole(name):
    assert records_or_refused(name, files()[name])
    is_picture = name.startswith("page")
    for content in damaged(files()[name], 10 if is_picture else 60, 4 if is_picture else 30):
        records_or_refused(name, content)


def changed(content, at, byte):
    return content[:at] + bytes([byte]) + content[at + 1 :]


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        (6, 1, "^cannot be unpacked: .*encrypted"),
        (6, 0x20, "^cannot be unpacked: compressed patched data"),
        (8, 9, "^cannot be unpacked: That compression method is not supported"),
        (8, 99, "^cannot be unpacked: That compression method is not supported"),
        (8, 14, "damaged: "),
    ],
)
def test_a_member_that_cannot_be_unpacked_is_a_fault_and_the_others_are_read(
    tmp_path, field, value, problem
):
    """Encryption, Deflate64, patched data, unknown methods and damage, of the first of two."""
    content = files()["deflated.zip"]
    for head, further in ((b"PK\3\4", 0), (b"PK\1\2", 2)):
        content = changed(content, content.index(head) + field + further, value)
    path = tmp_path / "a.zip"
    path.write_bytes(content)
    first, *others = records(str(path))
    with pytest.raises(FormatError, match=problem):
        first.row()
    assert first.file.endswith("a.zip/a.jsonl")
    assert [record.file.rpartition("/")[2] for record in others] == ["b.non"]
    assert isinstance(others[0].row(), Puzzle)


def test_a_date_that_python_does_not_hold_is_a_fault_of_its_row(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    late = arrow.array([0, 10**12, 0], arrow.timestamp("s"))
    path = tmp_path / "a.parquet"
    arrow.parquet.write_table(arrow.table({"id": [1, 2, 3], "at": late}), path)
    assert [*faults(path)] == ["record 2"]
    assert [record.row()["id"] for record in records(str(path)) if record.number != 2] == [1, 3]

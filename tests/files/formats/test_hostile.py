"""Whatever a file holds, it is read or refused in one line, and small files take little memory."""

from __future__ import annotations

import gzip
import random
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from memory import memory_below
from samples import READ, SAMPLES, check_fault, mutated, read_or_refused
from strategies import examples

from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import dumps, formats, guess, parse, registry
from nonocsp.files.formats.source import MAX_BYTES, Source
from nonocsp.people.opening import load

FORMATS = formats()


def as_bytes(content):
    return content if isinstance(content, bytes) else content.encode()


@pytest.mark.parametrize("name", READ)
def test_samples_are_read_and_guessed(name):
    assert read_or_refused(SAMPLES[name], name)
    assert guess(SAMPLES[name]).format.name == name


def check_guess(content):
    """A guess loads only formats of which the content has a sign: it is that of all formats."""
    source = Source.of(content)
    claimed = [
        name
        for name, known in FORMATS.items()
        if known.parse
        and (sample := source.data if known.binary else source.text)
        and known.sniff(sample) is not None
    ]
    ascii_only = source.data.decode() if source.data.isascii() else None
    assert {*claimed} <= {known.name for known in registry._every(ascii_only)}
    if claimed:
        assert guess(content).format.name == claimed[0]
    return claimed


def test_the_guess_for_every_file_and_sample_is_that_of_all_formats():
    files = [path.read_bytes() for path in sorted(Path("input").rglob("*")) if path.is_file()]
    assert len(files) > 100
    assert sum(bool(check_guess(content)) for content in files) > len(files) / 2
    guessed = {name for content in SAMPLES.values() for name in check_guess(content)[:1]}
    assert guessed == {*READ} - {"loose"}  # which has no sign of its own


@examples(300)
@given(name=st.sampled_from(READ), seed=st.integers(0, 2**32))
def test_the_guess_for_mutated_contents_is_that_of_all_formats(name, seed):
    content = mutated(random.Random(seed), SAMPLES[name])
    check_guess(content)
    if isinstance(content, str):  # without the characters that make formats hard to exclude
        check_guess(content.encode("ascii", "ignore"))


@examples(500)
@given(text=st.text("019 \n,;|/?*:#$[]{}\"'=<>.-_+RLBPxXrowscolumns", max_size=30))
def test_the_guess_for_signs_in_any_order_is_that_of_all_formats(text):
    check_guess(text)


@pytest.mark.parametrize("name", READ)
def test_truncated_at_every_byte_it_is_read_or_refused(name):
    data = as_bytes(SAMPLES[name])
    for end in range(len(data)):
        for format in (None, name):
            read_or_refused(data[:end], format)


@examples(300)
@given(name=st.sampled_from(READ), seed=st.integers(0, 2**32), named=st.booleans())
def test_mutated_contents_are_read_or_refused(name, seed, named):
    read_or_refused(mutated(random.Random(seed), SAMPLES[name]), name if named else None)


@examples(200)
@given(data=st.data(), named=st.booleans())
def test_spliced_samples_are_read_or_refused(data, named):
    first, second = (data.draw(st.sampled_from(READ)) for _ in range(2))
    head, tail = as_bytes(SAMPLES[first]), as_bytes(SAMPLES[second])
    cut = data.draw(st.integers(0, len(head)))
    read_or_refused(
        head[:cut] + tail[data.draw(st.integers(0, len(tail))) :], first if named else None
    )


@examples(300)
@given(text=st.text(max_size=80), name=st.sampled_from([None, *READ]))
def test_any_text_is_read_or_refused(text, name):
    read_or_refused(text, name)


@examples(300)
@given(
    text=st.text('0123456789 ,;:|/\n#.?$xRLB-[]{}"=<>_', max_size=40), name=st.sampled_from(READ)
)
def test_texts_of_telling_characters_are_read_or_refused(text, name):
    read_or_refused(text, name)
    read_or_refused(text)


@examples(100)
@given(data=st.binary(max_size=80), name=st.sampled_from([None, *READ]))
def test_any_bytes_are_read_or_refused(data, name):
    read_or_refused(data, name)


@pytest.mark.parametrize("name", READ)
def test_nul_bytes_are_refused_in_text_and_no_trouble_in_bytes(name):
    data = as_bytes(SAMPLES[name])
    for at in (0, len(data) // 2, len(data)):
        puzzles = read_or_refused(data[:at] + b"\0" + data[at:], name)
        assert FORMATS[name].binary or not puzzles


@pytest.mark.parametrize("name", [name for name in READ if not FORMATS[name].binary])
def test_other_encodings_are_read_or_refused(name):
    text = SAMPLES[name]
    known = parse(text, name).puzzles
    for encoding in ("utf-8-sig", "utf-16"):
        assert parse(text.encode(encoding), name).puzzles == known
    assert parse(text.replace("\n", "\r\n"), name).puzzles == known
    if text.isascii():
        assert read_or_refused(b"\xe9" + text.encode(), name) in ([], known)
    for encoding in ("utf-16-le", "utf-16-be", "utf-32"):
        read_or_refused(text.encode(encoding), name)
    for broken in (b"\xff\xfe\xfd", b"\xc3\x28", b"\xed\xa0\x80", "\ud800"):
        if isinstance(broken, bytes):
            read_or_refused(text.encode() + broken, name)
        else:
            read_or_refused(text + broken, name)


#: A few characters that ask for very much.
GREEDY = {
    "non": ['width 99999\nheight 99999\nrows\ncolumns\ngoal "0"'],
    "nin": ["99999 99999\n1\n", "999999999999 1\n"],
    "mk": ["99999 99999\n1\n#\n1\n"],
    "cwd": ["99999\n99999\n\n1"],
    "cwc": ["99999\n99999\n255\n\n\n\n"],
    "ctu": ["99999,99999\n"],
    "bosch": ["number_of_rows: 99999 number_of_columns: 99999 row_1 x: 99999 y: 1"],
    "sgriddler": ["MK Version 3.0\n\n99999 99999\n\n #\n"],
    "tatham": ["99999x99999:1/1", "99999:/", "2:1//1/,zzzzzzzzzzzz"],
    "davidje13": ["R" + "A" * 50, "R" + "A" * 8 + "_" * 90, "L" + "B" * 50, "B_____________"],
    "olsak": [":\n:\n::::\n", ":\n" * 3 + "::::\n" + ":\n" * 9],
    "picross": ["GRID x\nROWS\n[ 999999999 ]\nCOLUMNS\n[ 1 ]\n"],
    "tournament": ["$1\n999999999\n999999999\n"],
    "json": ['{"rows": [[999999999999]], "cols": [[1]]}', "[" * 5000, '{"a":' * 5000],
}


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, texts in GREEDY.items() for text in texts]
)
def test_large_numbers_in_small_files_take_no_memory(name, text):
    with memory_below(32 << 20):
        read_or_refused(text, name)


@pytest.mark.slow
def test_pictures_that_are_not_spelled_out_are_bounded():
    # Each of these has few cells in the text and nine hundred million in the picture.
    lines = "0\n" * 30_000
    for text, name in (
        (f'width 30000\nheight 30000\nrows\n{lines}columns\n{lines}goal "0"', "non"),
        (f"MK Version 3.0\n\n30000 30000\n\n{lines}", "sgriddler"),
        (f"30000:{'/' * (2 * 30_000 - 1)},a", "tatham"),
        (f":\n{lines}:\n{lines}::::\n{' :' + chr(10)}" + " :\n" * 30_000, "olsak"),
    ):
        assert not any(puzzle.goals or puzzle.saved for puzzle in read_or_refused(text, name))


@pytest.mark.slow
@pytest.mark.parametrize("name", [None, *(name for name in READ if not FORMATS[name].binary)])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("1 " * 20_000, id="words"),
        pytest.param("\n" * 100_000 + "1", id="newlines"),
        pytest.param(":\n" * 20_000, id="colons"),
        pytest.param("[" * 100_000, id="brackets"),
        pytest.param("1;" * 20_000, id="semicolons"),
        pytest.param("#" * 50_000, id="hashes"),
        pytest.param("1\n" * 10_000, id="lines"),
        pytest.param("GRID\n" * 5_000, id="grids"),
        pytest.param("$1\n" * 10_000, id="dollars"),
        pytest.param("  \n" * 50_000 + ".", id="blanks"),
    ],
)
def test_long_texts_are_looked_through_once(text, name):
    # Each would take minutes where a reader looks back over what it has read.
    if name is None:
        read_or_refused(text)
    else:
        known = FORMATS[name]
        known.sniff(text)
        read_or_refused(text, name)


@pytest.mark.parametrize(
    "text",
    [
        ("." * 200_000 + "!\n") * 2,
        '{"rows": "' + '\\"' * 500_000,
        'width 1\nheight 1\nrows\n1\ncolumns\n1\ngoal "' + "0\n" * 100_000,
        '{"rows":[' + "[]," * 100_000 + '[]], "cols":[[]]}',
        "[" * 1_000_000,
    ],
    ids=["dots", "escapes", "goal", "rows", "nesting"],
)
def test_small_hostile_texts_take_no_time(text):
    read_or_refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "rows:\n" + "9" * 300_000 + "\ncolumns:\n1",
        "a" + " " * 300_000 + "1",
        "AB" * 60_000 + "\n1",
        "<p>" + " " * 300_000 + "1",
        "<style><p>" * 20_000,
        "[/" + "[b=1 " * 60_000,
        "rows:\n" + "1 " * 20_000 + "\ncolumns:\n1",
        "1 # " * 60_000,
        "[1]= " * 40_000,
        "rows:\n" * 20_000,
        "".join(f"k{n}:\n- 1\n" for n in range(10_000)),
        'a: """\n' + "1\n" * 20_000,
        "{" * 35 + "name: 1\nrow {}\n" + "}" * 35,
        "     " + "1 " * 20_000 + "\n" + "1 1\n" * 20_000,
    ],
    ids=[
        *("digits", "blanks", "letters", "html", "styles", "tags", "clue", "remarks", "signs"),
        *("headings", "keys", "quotes", "braces", "board"),
    ],
)
def test_no_loose_text_is_looked_through_twice(text):
    # Each takes a minute where a pattern tries again at every place, or a loop at every level.
    read_or_refused(text, "loose")


@pytest.mark.parametrize("text", ["1" + "\n" * 200_000 + "1", "1" + "  \n" * 200_000 + "1"])
def test_formats_are_guessed_in_no_time(text):
    read_or_refused(text)


def of_two(unit):
    return lambda n: f"{unit * n}\n{unit * n}"


def below(heading, unit):
    return lambda n: heading + unit * n


#: Texts by the number of their pieces.
SHAPES = {
    "prose": below("", "One may read it, as many do, in lines.\n"),
    "prose with numbers": below("", "Of 12 cells 2 are black.\n"),
    "numbers in a line": below("", "1 2 3 "),
    "numbers in two lines": of_two("1 2;"),
    "numbers in lines": below("", "1 2 3\n"),
    "groups": below("", "1 1\n2\n\n"),
    "headings": below("", "rows:\n1\n2\ncolumns:\n1\n2\n"),
    "numbered": lambda n: "".join(f"row {i + 1}: 1 1\n" for i in range(n)),
    "tables": below("", "| row | clue |\n|---|---|\n| 1 | 1 1 |\n\n"),
    "csv": below("rows,columns\n", "1 2,2 1\n"),
    "tabs": below("", "1\t0\t1\t\t2\n"),
    "html": below("<table><tr>", "<td>1</td>"),
    "html lists": below("<ul>", "<li>1 1</li>\n"),
    "brackets": below("", "[1] "),
    "lists": lambda n: f"[[{'[1, 2], ' * n}[1]], [[1]]]",
    "objects": lambda n: "[" + '{"top": [1], "left": [1]}, ' * n + "1]",
    "keys": lambda n: "".join(f"k{i}: 1\n" for i in range(n)),
    "items": below("rows:\n", "- 1 1\n"),
    "quoted": below("", '"1 2"\n'),
    "open quotes": below("", 'a: "\n'),
    "frames": below("", "│ █ │ │\n├───┼─┤\n"),
    "boxes": below("", "[X][ ][X]\n"),
    "emoji": below("", "🟦⬜🟦\n"),
    "pictures": below("", "#.#\n.#.\n\n"),
    "colours": below("rows:\n", "3r 2b 1r\n"),
    "bars": below("", "1|"),
    "words": lambda n: "rows:\n" + " ".join(f"1:c{i}" for i in range(n)) + "\ncolumns:\n1\n",
    "board": below("      1 2\n   1  1 1\n", "1 1  . .\n"),
}


def calls(text):
    """How many functions are called to read a text."""
    number = 0

    def count(frame, event, argument):
        nonlocal number
        number += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read_or_refused(text, "loose")
    finally:
        sys.setprofile(None)
    return number


@pytest.mark.parametrize("shape", SHAPES)
def test_work_grows_as_the_text_does(shape):
    read_or_refused(SHAPES[shape](2), "loose")  # loads what it needs
    few, many = (calls(SHAPES[shape](n)) for n in (300, 600))
    assert many <= 2.2 * few + 1000


def test_texts_in_no_format_are_read_up_to_a_size():
    with pytest.raises(FormatError, match="read up to 2 MiB"):
        parse("1 2\n" * (1 << 19) + "1", "loose")


@pytest.mark.parametrize(
    "text",
    ["name [, ,] 1 = [1]", "[[s, s, 0, s]]\n[[0, s]]", "<p>&copy; 1<p>rows: 1<p>columns: x&copy;"],
)
def test_messages_show_what_stands_in_the_text(text):
    with pytest.raises(FormatError) as caught:
        parse(text, "loose")
    assert caught.value.text is None or caught.value.text.removesuffix("…") in text


@examples(200)
@given(name=st.sampled_from([*SHAPES]), seed=st.integers(0, 2**32))
def test_mutated_loose_texts_are_read_twice_the_same(name, seed):
    text = mutated(random.Random(seed), SHAPES[name](3))
    try:
        first = parse(text, "loose")
    except FormatError as error:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert error.line is None or 1 <= error.line <= len(lines)
        with pytest.raises(FormatError, match=re.escape(str(error))):
            parse(text, "loose")
        assert error.text is None or error.text.removesuffix("…") in text
    else:
        assert parse(text, "loose") == first


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "text empty"),
        (b"\x1f\x8b\x08\x00nonsense", "compressed damaged"),
        (b"\xff\xfe\x00", "text binary"),
        (b"1 " * 2_000_000 + b";\n1", "line 1: clue line"),
        (
            b"9" * 1_000_000 + b";1\n1",
            "line 1: '999999999999999999999999999999999999999…' number length",
        ),
        (b"#" * 3_000_000 + b"\n#", "line 1: 1048576 cells"),
    ],
    ids=["empty", "gzip", "utf-16", "4-mb-clue", "1-mb-number", "3-mb-row"],
)
def test_bad_files_are_reported_with_their_name(tmp_path, data, expected):
    path = tmp_path / "bad"
    path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        load(path)
    assert str(caught.value).startswith(str(path))
    check_fault(caught.value, expected)
    assert caught.value.file == str(path)


def test_files_that_cannot_be_opened_are_reported(tmp_path):
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(FormatError, match="cannot be opened"):
            load(path)


def test_endless_files_are_refused(monkeypatch):
    monkeypatch.setattr("nonocsp.files.formats.source.MAX_BYTES", 1 << 20)
    with pytest.raises(FormatError, match="larger than 1 MiB"):
        load("/dev/zero")


def test_a_compressed_bomb_is_refused_before_it_is_unpacked(tmp_path):
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(bytes(1 << 28), 1))
    with memory_below(4 * MAX_BYTES), pytest.raises(FormatError, match="larger than 16 MiB"):
        load(path)


@pytest.mark.parametrize("name", READ)
def test_what_is_read_can_be_written_as_json(name):
    for puzzle in parse(SAMPLES[name], name).puzzles:
        assert parse(dumps(puzzle, "json")).puzzles == [puzzle]

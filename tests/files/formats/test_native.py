"""Real files, where they are at hand: all are read, and agree with what is known of them."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

import nonocsp as nc
from nonocsp import Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import dumps, losses, parse
from nonocsp.files.formats.format import ESSENTIAL
from nonocsp.people.opening import load, read

NATIVE = Path(__file__).parents[4] / "shared" / "data" / "native"

pytestmark = pytest.mark.skipif(not NATIVE.is_dir(), reason="the sample files are not here")


def files(*patterns):
    return sorted(path for pattern in patterns for path in NATIVE.glob(pattern))


def named(path):
    return path.name


#: Files that are not squares in one picture, and the words that say so.
REFUSED = {
    "invalid_input.txt": "expected a section ROWS in the puzzle that begins here",
}

TEXTS = files("n[io]n/*.n[io]n", "olsak/*", "picross_solver/*.txt", "picross_solver/*.nin")


@pytest.mark.parametrize("path", [path for path in TEXTS if path.name not in REFUSED], ids=named)
def test_files_are_read_without_warnings_and_written_again(path):
    parsed = load(path)
    assert parsed.warnings == []
    for puzzle in parsed.puzzles:
        assert not puzzle.problems()
        assert all(puzzle.is_solved_by(goal) for goal in puzzle.goals)
        assert not losses(puzzle, parsed.format) & ESSENTIAL
        assert parse(dumps(puzzle, parsed.format)).puzzles == [puzzle]


#: Files of further formats, with their names; those of davidje13 are named by their suffix.
OTHERS = {
    **{f"{name}/*": name for name in ("nonogrid", "pynogram", "dzn", "gno")},
    "davidje13/*": None,
    "webpbn_xml/*.xml": "webpbn",
    "picross_solver/test.pbm": "pbm",
}


@pytest.mark.parametrize(
    ("path", "format"), [(path, name) for each, name in OTHERS.items() for path in files(each)]
)
def test_files_of_further_formats_are_read(path, format):
    parsed = load(path)
    assert parsed.format == (format or path.suffix[1:])
    for puzzle in parsed.puzzles:
        assert not puzzle.problems()
        assert all(map(puzzle.is_solved_by, puzzle.goals))
    if format in ("webpbn", "pbm"):
        assert parsed.warnings == []
        assert parse(dumps(parsed.puzzles, format)).puzzles == parsed.puzzles


@pytest.mark.parametrize("path", [path for path in TEXTS if path.name in REFUSED], ids=named)
def test_what_is_not_supported_is_reported(path):
    with pytest.raises(FormatError, match=re.escape(REFUSED[path.name])):
        load(path)


@pytest.mark.parametrize(
    ("name", "solutions"),
    [
        ("olsak/sachovnice.g", 2),
        ("olsak/viceres.g", 4),
        ("olsak/kocka.g", 1),
        ("olsak/oko.g", 1),
        ("olsak/alladin.g", 1),
        ("olsak/brontik.g", 1),
        ("olsak/zajac.mk", 1),
        ("olsak/fred.mk", 1),
        ("picross_solver/note.nin", 1),
    ],
)
def test_known_numbers_of_solutions(name, solutions):
    assert nc.count(read(NATIVE / name)).at_least == solutions


def test_one_puzzle_in_several_formats_has_one_fingerprint():
    note = read(NATIVE / "picross_solver" / "note.nin").fingerprint()
    assert read(NATIVE / "picross_solver" / "note.txt").fingerprint() == note
    assert read(NATIVE / "picross_solver" / "test_pattern_01.txt").fingerprint() == note


def test_a_file_of_picross_solver_holds_several():
    puzzles = load(NATIVE / "picross_solver" / "domino_logic.txt").puzzles
    assert len(puzzles) > 3
    assert [puzzle.title for puzzle in puzzles[:2]] == ["3-Dom", "4-Dom"]
    assert all(nc.is_unique(puzzle) for puzzle in puzzles[:3])


def test_the_published_codes_are_those_of_their_puzzles():
    number = 0
    for path in files("davidje13/*.csv"):
        lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        for row in list(csv.reader(line for line in lines if line))[1:]:
            code = row[-1].strip("'\"")
            puzzle = parse(code).puzzles[0]
            assert dumps(puzzle, "davidje13") == code + "\n"
            assert not puzzle.problems()
            number += 1
    assert number > 100


def test_tournament_puzzles_come_in_order():
    text = (NATIVE / "tournament_first_part.txt").read_text()
    # The file is cut off in the middle of a puzzle.
    parsed = parse(text[: text.rindex("$")])
    assert parsed.format == "tournament"
    assert len(parsed.puzzles) > 5
    for puzzle in parsed.puzzles:
        assert puzzle.shape == (25, 25) and not puzzle.problems()
    assert nc.solve(parsed.puzzles[0]).picture is not None
    again = dumps(parsed.puzzles, "tournament")
    assert parse(again).puzzles == parsed.puzzles
    assert isinstance(again, str) and isinstance(parsed.puzzles[0], Puzzle)

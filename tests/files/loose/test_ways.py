"""A hundred ways to write a puzzle: right, or refused with a true sentence, or with a warning."""

from __future__ import annotations

import re
import warnings

import pytest

from nonocsp import FormatError, Picture, Puzzle, is_unique
from tests.files.loose.ways import COLOURED, WAYS, outcome, random_case

#: Ways in which some puzzles, or all, are refused or have another meaning. All others are right.
NOT_ALWAYS = {
    *("Haskell lists", "clingo facts", "Game of Life", "SQL"),
    *("JSON, clues in one text", "JSON lines", "JSON, filled cells"),
    *("HTML, classes of cells", "HTML table as on paper", "protocol buffer", "LaTeX table"),
    *("chat", "message in one line", "English sentences", "read out cell by cell"),
    *("emoji of a result", "NumPy, printed", "cells between bars", "blocks of a terminal"),
    *("brackets around cells", "CSV of 0 and 1", "CSV laid out as on paper", "pandas with NaN"),
    *("CSV, a record for each block", "TSV, x in filled cells", "on paper, blanks alone"),
    *("on paper, letters", "JSON, hexadecimal colours", "JSON, palette and pixels"),
    *("emoji of colours", "letters with a legend", "digits with a legend", "XPM"),
    *("length and colon", "initials, W for blank", "numbers of colours"),
    *("length by colour", "separators at the ends", "bars around", "lines closed by 0"),
    *("nested tuples", "contest input"),
}


def _untrue(text: str, error: FormatError) -> str:
    """What a refusal says that is not so of its text."""
    lines = text.splitlines()
    if error.line is not None and not 1 <= error.line <= len(lines):
        return "there is no such line"
    line = lines[error.line - 1] if error.line is not None else text
    if (error.text or "").removesuffix("…") not in line:
        return "what it found is not there"
    if error.column is not None:
        character = re.search(r", not '(.)'$", error.problem)
        if character and line[error.column - 1 : error.column] != character[1]:
            return "another character is there"
    counts = re.findall(r"(?:picture of |^)(\d+) rows?\b", error.problem)
    if any(int(count) > len(lines) for count in counts):
        return "it has fewer lines"
    if re.search(r"\(\)|, or ;", error.problem):
        return "a reading has no name"
    return ""


def _tried(name: str, seeds: range) -> tuple[set[str], set[str]]:
    """The outcomes of a way, and what its refusals say that is not so."""
    words, untrue = set(), set()
    with warnings.catch_warnings(action="ignore"):
        for seed in seeds:
            word, text, error = outcome(name, random_case(seed, name in COLOURED))
            words.add(word)
            if error is not None:
                untrue.add(_untrue(text, error))
    return words, untrue - {""}


def test_there_are_a_hundred() -> None:
    assert len(WAYS) == 100 and len(COLOURED) == 20
    assert {*WAYS} >= NOT_ALWAYS


@pytest.mark.parametrize("is_coloured", [False, True])
def test_there_are_puzzles_of_every_kind(is_coloured: bool) -> None:
    cases = [random_case(seed, is_coloured) for seed in range(40)]
    puzzles = [Puzzle.from_picture(Picture(case.picture)) for case in cases]
    assert {is_unique(puzzle) for puzzle in puzzles} == {True, False}
    assert {() in puzzle.rows + puzzle.columns for puzzle in puzzles} == {True, False}
    assert {case.height == case.width for case in cases} == {True, False}
    assert min(case.height for case in cases) == min(case.width for case in cases) == 1


@pytest.mark.parametrize("name", WAYS)
def test_a_way_is_right_or_refused_or_warned_of(name: str) -> None:
    words, untrue = _tried(name, range(40))
    assert "wrong" not in words
    assert not untrue, untrue
    assert words <= {"right", "warned"} or name in NOT_ALWAYS


@pytest.mark.slow
@pytest.mark.parametrize("name", WAYS)
def test_each_way_with_500_puzzles(name: str) -> None:
    words, untrue = _tried(name, range(500))
    assert "wrong" not in words
    assert not untrue, untrue
    assert (words <= {"right", "warned"}) == (name not in NOT_ALWAYS)

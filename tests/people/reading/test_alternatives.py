"""Numbers with alternatives in texts of clues."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import nonocsp as nc
from nonocsp import FormatError
from nonocsp.people.reading import decipher, read_doubtful

HEART = "1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2\n"


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        (HEART.replace("3", "8|3"), "row 4: 8 was read, 3 fits"),
        (HEART.replace("1 1", "1 7|1"), "row 1: 1 7 was read, 1 1 fits"),
        (HEART.replace("1 1", "1 1 1|0"), "row 1: 1 1 1 was read, 1 1 fits"),
        (HEART, "every clue fits as it was read"),
    ],
)
def test_the_alternative_that_fits_is_taken(text: str, taken: str) -> None:
    found = decipher(read_doubtful(text))
    assert str(found) == taken
    assert found.puzzle is not None
    assert found.puzzle.rows == nc.formats.parse(HEART).puzzles[0].rows


@pytest.mark.parametrize(
    "text",
    [
        "1|2",
        "3 1|7\n\n",
        "#1|7\n" + HEART,
        "#1|7.\n###",
        "row_rules = [1|7]",
        "rows = [|1,2|0,2|x|];\ncols = [|1|1|1|];",
    ],
)
def test_faulty_texts_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_doubtful(text)
    assert "\n" not in str(caught.value)
    assert caught.value.text is None or caught.value.text in text


PARTED = "Rows: 1 1 | 5 | 5 | 3 | 1\nColumns: 2|4|4|4|2\n"


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (HEART.replace("3", "8|3"), 0, ".*row 4: 8 was read, 3 fits.*"),
        (HEART.replace("3", "2|4"), 2, "nonocsp: error: .*no reading has a solution.*"),
        (PARTED, 0, ""),  # signs that part clues are no alternatives
    ],
)
def test_solve_says_which_reading_it_took(
    command_line: Any, tmp_path: Path, text: str, code: int, said: str
) -> None:
    path = tmp_path / "heart.txt"
    path.write_text(text)
    ended, out, err = command_line("solve", path)
    assert ended == code and re.fullmatch(said, err.rstrip("\n"))
    assert out.startswith("_#_#_\n#####") if code == 0 else out == ""

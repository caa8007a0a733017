"""The examples of the programs and pages that the documentation names, solved on the command line.

Every picture, with one empty line between two, and exit code 0; or `null`, and exit code 1.
"""

from __future__ import annotations

import io
import sys
from contextlib import suppress

import oracle
import pytest
from samples import READ, SAMPLES, shown

from nonocsp import Picture
from nonocsp.core.base.errors import FormatError
from nonocsp.files.formats import formats, guess, parse

HEART = "_#_#_/#####/#####/_###_/__#__"
SWITCH = ("_#/#_", "#_/_#")
RING = "###/#_#/###"
#: Rows of 0, 2 3, 2 2, 1 1, 1 2 1, 1 1 1, 3; columns of 1 3, 2 1, 1 3, 1 1 1, 2, 5.
SEVEN = "______/##_###/_##_##/#____#/#_##_#/#_#__#/_###__"
FOOTBALL = "RSJH58Z7Dnyl9tWtZGp7r8XqjLwdrazUm-812Xl5kSoFuEelf7b7FW0LhH2lo-VloqQ"
FOOTBALL_PICTURE = "LSJGLQRYQShD41JJX_QjekiFT8-SPTj3J0IIfSiK_ri16tDFuy00opFQpBLos"
FOUR = "\n".join(["1 1"] * 4) + "\n"

#: What a program is given, and all pictures, with rows between slashes.
EXAMPLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "rows; columns": ("4;1;3;1;3,1\n2;1,1;1,1,1;3;1,1,1", ("_####/___#_/__###/#____/###_#",)),
    "rows; columns, several": ("1;1\n1;1\n", SWITCH),
    "rows; columns, sums that differ": ("2;0\n1;0\n", ()),
    "coloured text": ("2,2\nR,1\nG,1\nR,1\nG,1\n", ("R_/_G",)),
    "coloured text, touching": ("1,4\nR,2,G,2\nR,1\nR,1\nG,1\nG,1\n", ("RRGG",)),
    "coloured text, black": ("2,2\n#,1\n#,1\n#,1\n#,1\n", SWITCH),
    "coloured text, carriage returns": ("2,2\r\nR, 1\r\nG, 1\r\nR, 1\r\nG, 1\r\n", ("R_/_G",)),
    "coloured text, empty": ("2,2\n\n#,2\n#,1\n#,1\n", ("__/##",)),
    "coloured text, zero": ("2,2\n#,0\n#, 2\n#,1\n#,1\n", ("__/##",)),
    "coloured text, bare zero": ("2,2\n0\nR,1\nR,0\nR,1\n", ("__/_R",)),
    "coloured text, none": ("1,1\nR,1\nG,1\n", ()),
    "davidje13": ("RnP5_n", (RING,)),
    "davidje13, ambiguous": ("RlKq", SWITCH),
    "davidje13, blank": ("RjE", ("_",)),
    "davidje13, picture": ("L_9AcQ", ("/".join(["_" * 15] * 15),)),
    "davidje13, share": ("https://davidje13.github.io/Nonogram/#rules=RnP5_n", (RING,)),
    "davidje13, file": ('{"rows": [[3], [1, 1], [3]], "cols": [[3], [1, 1], [3]]}', (RING,)),
    "davidje13, unknown": ('{"rows": [[1], null], "cols": [[1], [1]]}', SWITCH),
    "davidje13, table": ("# mine\n\nname,rules\nRing,RnP5_n\n", (RING,)),
    "shell": ("5\n5\n1 1\n5\n5\n3\n1\n2\n4\n4\n4\n2\n", (HEART,)),
    "shell, not square": ("3\n2\n3\n1\n2\n1\n1\n", ("###/#__",)),
    "shell, none": ("3\n2\n3\n1\n2\n1\n2\n", ()),
    "puzz.link": ("https://puzz.link/p?nonogram/6/7/31h12h31h111g2i5l32g22g11g1211113h", (SEVEN,)),
    "Tatham": ("2x2:1//1/", ("#_/__",)),
    "Simpson": (
        'title "Note"\nby "me"\nlicense CC0-1.0\nwidth 3\nheight 2\n'
        'rows\n1,1\n0\ncolumns\n1\n0\n1\ngoal "101000"\n',
        ("#_#/___",),
    ),
    "Olšák": (
        "comment\n#d\n  0:   white\n  1:*  black\n  r:%  #FF0000 red\n:rows\n1 2r\n\n"
        ":columns\n1\n1r\n1r\n",
        ("#rr/___",),
    ),
    "Olšák, two": (f":\n{FOUR}:\n{FOUR}", ("#_#_/_#_#/#_#_/_#_#", "_#_#/#_#_/_#_#/#_#_")),
}


@pytest.fixture
def answer(command_line, monkeypatch):
    """What the command line answers to a text on standard input."""

    def answer(text, *words):
        data = text if isinstance(text, bytes) else text.encode()
        stream = io.TextIOWrapper(io.BufferedReader(io.BytesIO(data)))
        monkeypatch.setattr(sys, "stdin", stream)
        return command_line(*words)

    return answer


def check(found, pictures):
    """Check an answer: all pictures, each once, with empty lines between, and the exit code."""
    code, out, _ = found
    assert sorted(out.removesuffix("\n").split("\n\n")) == (sorted(pictures) or ["null"])
    assert out.endswith("\n") and code == (0 if pictures else 1)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_other_programs(answer, name):
    text, pictures = EXAMPLES[name]
    check(answer(text), [picture.replace("/", "\n") for picture in pictures])
    code, out, _ = answer(text, "count")
    assert (code, out) == (0 if pictures else 1, f"{len(pictures)}\n")
    (puzzle,) = parse(text).puzzles
    assert len(oracle.pictures(puzzle, None, 100)) == len(pictures)


def test_the_published_football_is_its_published_picture(answer):
    picture = parse(FOOTBALL_PICTURE).puzzles[0].goals[0]
    check(answer(FOOTBALL), [picture.text()])


@pytest.mark.parametrize("name", READ)
def test_what_the_reference_shows_of_each_format(answer, name):
    contents = [SAMPLES[name]]
    for block in shown(sys.modules[formats()[name].parse.__module__]):
        with suppress(FormatError):
            contents += [block] * (guess(block).format.name == name)
    for content in contents:
        for number, puzzle in enumerate(parse(content, name).puzzles, start=1):
            expected = oracle.pictures(puzzle, None, 3000)
            texts = (Picture.from_cells(cells, puzzle.board) for cells in expected)
            found = answer(content, "solve", "--format", name, "--puzzle", number)
            check(found, [each.text(puzzle.colours) for each in texts])

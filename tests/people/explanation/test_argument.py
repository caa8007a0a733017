"""Arguments for verdicts: every step is read by its definition, over all placements."""

from __future__ import annotations

import json
import random

import hunt_cases
import oracle
import pytest
from proof_cases import EAGER
from true_arguments import check

import nonocsp as nc
from nonocsp import Grid, Limits, Options, Puzzle
from nonocsp.core.proofs import prove
from nonocsp.many.questions.registry import QUESTIONS
from nonocsp.people.explanation import Start


@pytest.mark.parametrize("part", range(4))
def test_every_step_is_true_and_follows(part):
    kinds, about_starts = set(), 0
    for seed in range(part * 40, part * 40 + 40):
        draw = random.Random(f"argument {seed}")
        case = hunt_cases.drawn(f"argument {seed}", joints=True)
        rows, columns = case.puzzle.shape
        if rows * columns > 20:
            continue
        pictures = oracle.pictures(case.puzzle, case.grid, 3_000)
        if pictures is None or len(pictures) > 1:
            continue
        options = draw.choice([None, EAGER])
        proof = prove(case.puzzle, grid=case.grid, options=options)
        for found in (
            nc.explanation.argument(case.puzzle, proof),
            nc.explanation.argument(case.puzzle, grid=case.grid, options=options),
        ):
            check(case.puzzle, found, pictures)
            kinds |= {step.kind for step in found.steps}
            about_starts += any(isinstance(f, Start) for s in found.steps for f in s.assumed)
    assert {"lines", "end"} <= kinds


#: None of its cells is decided by single lines, and it has no solution.
DOMINOES = "input/dominoes.non"

HEART = """\
1. Every cell can be decided, one line at a time.
2. Every cell is decided: the solution is the only one.
The puzzle has exactly one solution.
"""

TULIP = """\
1. 92 of the 108 cells can be decided, one line at a time.
2. Suppose row 1, column 2 is blank. Then row 5 cannot be completed. So row 1, column 2 is not \
blank. After that, 7 more cells can be decided, one line at a time.
    Row 1: since columns 1-2, 4 and 9 are blank, column 3 is red.
    Column 2: since row 1 is blank and row 2 is red, row 5 is red.
    Column 3: since row 1 is red, row 5 is not red.
    Row 5: since column 2 is red and column 3 is blank, there is no way to lay red 5.
3. Suppose row 8, column 2 is blank. Then row 10 cannot be completed. So row 8, column 2 is not \
blank. After that, every cell can be decided, one line at a time.
    Row 8: since columns 1-2, 4 and 9 are blank, column 3 is green.
    Column 2: since row 8 is blank and row 9 is green, row 10 is green.
    Column 3: since row 8 is green, row 10 is blank.
    Row 10: since column 2 is green and column 3 is blank, there is no way to lay green 5.
4. Every cell is decided: the solution is the only one.
The puzzle has exactly one solution.
"""


DOMINOES_TEXT = """\
1. Give the cells weights: each black cell weighs 1 in rows 1, 3 and 5. The picture weighs the \
same, row by row or column by column.
2. The weights of step 1 do not agree: there is no solution.
    By the weights of step 1: the rows weigh at least 14, the columns at most 12.
The puzzle has no solution.
"""


def test_the_text(command_line):
    assert command_line("explain", "input/heart.txt", "--verdict") == (0, HEART, "")
    proof = "input/proofs/heart.proof"
    assert command_line("explain", "input/heart.txt", "--from-proof", proof) == (0, HEART, "")
    assert command_line("explain", "input/tulip.ctu", "--verdict") == (0, TULIP, "")
    code, out, _ = command_line("explain", DOMINOES, "--verdict")
    assert (code, out) == (1, DOMINOES_TEXT)


def test_two_pictures_are_the_argument(command_line):
    code, out, _ = command_line("explain", "input/cross-eyed.txt", "--verdict")
    assert code == 0
    text, *pictures = out.rstrip("\n").split("\n\n")
    assert text.endswith("The puzzle has several solutions: these two pictures show it.")
    puzzle = nc.read("input/cross-eyed.txt")
    assert len({*pictures}) == 2
    for picture in pictures:
        assert puzzle.is_solved_by(Grid.from_text(picture).picture())


def test_as_json_and_as_a_page(command_line):
    code, out, _ = command_line("explain", "input/tulip.ctu", "--verdict", "--json")
    found = json.loads(out)
    assert (code, found["verdict"], len(found["steps"])) == (0, "unique", 4)
    assert found["length"] == sum(len(s["links"]) + len(s["assumed"]) for s in found["steps"])
    answer = QUESTIONS["argument"].ask(nc.read("input/tulip.ctu"))
    assert answer.result["steps"] == found["steps"]
    code, out, _ = command_line("explain", "input/tulip.ctu", "--verdict", "--html")
    assert code == 0 and out.count("there is no way to lay") == 2


def test_refusals(tmp_path, command_line):
    def refused(*words):
        code, _, err = command_line("explain", "input/heart.txt", *words)
        return err * (code == 2)

    wrong = tmp_path / "wrong"
    wrong.write_text("nonsense")
    assert "expected 'nonocsp proof 1'" in refused("--from-proof", str(wrong))
    assert "cannot be opened" in refused("--from-proof", str(tmp_path / "none"))
    assert "exclude each other" in refused("--verdict", "--why", "1,1")
    assert "writes no proofs" in refused("--verdict", "--engine", "textbook")
    with pytest.raises(nc.LimitReached):
        nc.explanation.argument(nc.read(DOMINOES), limits=Limits(seconds=1e-9))


def test_an_argument_is_the_same_each_time_and_no_longer_than_that_of_the_first_proof():
    puzzle = nc.read(DOMINOES)
    found = nc.explanation.argument(puzzle)
    assert found == nc.explanation.argument(puzzle)
    assert found.length <= nc.explanation.argument(puzzle, prove(puzzle)).length


@pytest.mark.slow
def test_weights_and_positions_in_words():
    puzzle = nc.read("input/n-dom-6.nin")
    found = nc.explanation.argument(puzzle, prove(puzzle, options=EAGER, limits=Limits(seconds=60)))
    text = str(found)
    assert found.claim == "unique"
    assert " begins in " in text or "weighs" in text
    assert "\n    By the weights of step 1: " in text
    cells = nc.explanation.argument(
        puzzle, prove(puzzle, options=Options(bounds=False, positions=False))
    )
    assert "\n    By step " in str(cells) and " begins in " not in str(cells)


def test_a_puzzle_without_any_cells_to_decide():
    assert str(nc.explanation.argument(Puzzle([[]], [[]]))).endswith("exactly one solution.")

"""Arguments for verdicts: every step is read by its definition, over all placements."""

from __future__ import annotations

import json
import random

import hunt_cases
import oracle
import pytest

import nonocsp as nc
from nonocsp import Grid, Limits, Options, Puzzle
from nonocsp.apps import cli
from nonocsp.common.options import Tuning
from nonocsp.explanation import Fact, Start
from nonocsp.line import definition
from nonocsp.model.bits import mask_of
from nonocsp.proofs import prove
from nonocsp.questions.registry import QUESTIONS

#: Options of which proofs speak of positions and weights.
EAGER = Options(
    probing=False,
    guidance=False,
    lucky=False,
    tuning=Tuning(positions_after=0, restart_unit=2, bounds_wait=0, shaving_effort=10),
)


def starts_of(clue, placement):
    """Where the blocks of a clue begin in a placement."""
    starts, cell = [], 0
    for block in clue or ():
        while placement[cell] == 0:
            cell += 1
        starts.append(cell)
        cell += block.length or 1
        while block.length is None and cell < len(placement) and placement[cell] == block.colour:
            cell += 1
    return starts


def holds(puzzle, picture, fact):
    """Whether a fact, a conclusion or a start is true of the cells of a picture."""
    if isinstance(fact, Start):
        cells = [picture[cell] for cell in puzzle.cells(fact.line)]
        return fact.first <= starts_of(puzzle.clue(fact.line), cells)[fact.block] <= fact.last
    colour = picture[puzzle.board.number(fact.row, fact.column)]
    return colour in fact.colours if isinstance(fact, Fact) else colour not in fact.excluded


def check_line(puzzle, link):
    """What follows in a link is true of all placements of which its reasons are."""
    clue, length = puzzle.clue(link.line), puzzle.length(link.line)
    found = 0
    for placement in definition.placements(
        clue, length, puzzle.block_colours, [(2 << puzzle.block_colours) - 1] * length
    ):
        picture = [0] * puzzle.board.size
        for cell, colour in zip(puzzle.cells(link.line), placement, strict=True):
            picture[cell] = colour
        if all(holds(puzzle, picture, fact) for fact in link.because):
            found += 1
            assert all(holds(puzzle, picture, one) for one in (*link.cells, *link.starts)), link
    assert link.cells or link.starts or not found, link


def place(one):
    return (one.line, one.block) if isinstance(one, Start) else (one.row, one.column)


def values(one):
    return {*range(one.first, one.last + 1)} if isinstance(one, Start) else {*one.colours}


def check(puzzle, found, pictures):
    """Every step of an argument is true, and every link follows from what stands before it."""
    grid = found.grid or Grid.unknown(puzzle)
    known = {puzzle.board.place(cell): mask for cell, mask in enumerate(grid.masks)}
    for number, step in enumerate(found.steps, start=1):
        assert step.number == number and step.sentence
        assert all(use < number for use in step.uses)
        if step.assumed and all(one.kind != "solution" for one in found.steps):
            for picture in found.pictures:
                assert not all(holds(puzzle, picture.cells, fact) for fact in step.assumed)
        here = dict(known)

        def learn(one, here=here):
            if not isinstance(one, Start):
                excluded = one.excluded if hasattr(one, "excluded") else ()
                mask = mask_of(one.colours) if isinstance(one, Fact) else ~mask_of(excluded)
                here[place(one)] &= mask

        for fact in step.assumed:
            learn(fact)
        for link in step.links:
            for fact in link.because:
                if isinstance(fact, Fact):
                    assert here[place(fact)] & ~mask_of(fact.colours) == 0, (step, link)
            if link.line is not None:
                check_line(puzzle, link)
            else:
                check_step(puzzle, found.steps[link.step - 1], link)
            for one in link.cells:
                learn(one)
        if step.links:
            assert not (step.links[-1].cells or step.links[-1].starts)
        for one in step.cells:
            known[place(one)] &= ~mask_of(one.excluded)
            assert known[place(one)] or found.grid is not None  # which may contradict the clues
            for picture in found.pictures:
                assert holds(puzzle, picture.cells, one)
    if found.claim == "unique":
        assert {picture.cells for picture in found.pictures} == pictures and len(pictures) == 1
    if found.claim == "none":
        assert not pictures


def check_step(puzzle, earlier, link):
    """An earlier nogood gives the opposite of the one fact that is not among the reasons."""
    if earlier.kind == "weights":
        assert not link.cells and not link.starts
        return
    if earlier.kind == "solution":
        return
    because = {place(fact): values(fact) for fact in link.because}
    missing = [
        fact
        for fact in earlier.assumed
        if place(fact) not in because or not because[place(fact)] <= values(fact)
    ]
    follows = [*link.cells, *link.starts]
    assert len(missing) <= 1 and len(follows) <= 1 and (follows or not missing), link
    if follows:
        assert place(missing[0]) == place(follows[0])
        assert not values(missing[0]) & (
            values(follows[0]) if isinstance(follows[0], Start) else {*follows[0].left}
        )


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
    Column 3: since row 1 is red, row 5 is blank.
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


def printed(capsys, *words):
    code = cli.main([*words])
    return code, capsys.readouterr().out


def test_the_text(capsys):
    assert printed(capsys, "explain", "input/heart.txt", "--verdict") == (0, HEART)
    proof = "input/proofs/heart.proof"
    assert printed(capsys, "explain", "input/heart.txt", "--from-proof", proof) == (0, HEART)
    assert printed(capsys, "explain", "input/tulip.ctu", "--verdict") == (0, TULIP)
    code, out = printed(capsys, "explain", DOMINOES, "--verdict")
    assert (code, out) == (1, DOMINOES_TEXT)


def test_two_pictures_are_the_argument(capsys):
    code, out = printed(capsys, "explain", "input/cross-eyed.txt", "--verdict")
    assert code == 0
    text, *pictures = out.rstrip("\n").split("\n\n")
    assert text.endswith("The puzzle has several solutions: these two pictures show it.")
    puzzle = nc.read("input/cross-eyed.txt")
    assert len({*pictures}) == 2
    for picture in pictures:
        assert puzzle.is_solved_by(Grid.from_text(picture).picture())


def test_as_json_and_as_a_page(capsys):
    code, out = printed(capsys, "explain", "input/tulip.ctu", "--verdict", "--json")
    found = json.loads(out)
    assert (code, found["verdict"], len(found["steps"])) == (0, "unique", 4)
    assert found["length"] == sum(len(s["links"]) + len(s["assumed"]) for s in found["steps"])
    answer = QUESTIONS["argument"].ask(nc.read("input/tulip.ctu"))
    assert answer.result["steps"] == found["steps"]
    code, out = printed(capsys, "explain", "input/tulip.ctu", "--verdict", "--html")
    assert code == 0 and out.count("there is no way to lay") == 2


def test_refusals(tmp_path, capsys):
    def refused(*words):
        assert cli.main(["explain", "input/heart.txt", *words]) == 2
        return capsys.readouterr().err

    wrong = tmp_path / "wrong"
    wrong.write_text("nonsense")
    assert "expected 'nonocsp proof 1'" in refused("--from-proof", str(wrong))
    assert "cannot be read" in refused("--from-proof", str(tmp_path / "none"))
    assert "exclude each other" in refused("--verdict", "--why", "1,1")
    assert "writes no proofs" in refused("--verdict", "--engine", "textbook")
    with pytest.raises(nc.LimitReached):
        nc.explanation.argument(nc.read(DOMINOES), limits=Limits(seconds=1e-9))


def test_an_argument_is_the_same_each_time_and_no_longer_than_that_of_the_first_proof():
    puzzle = nc.read(DOMINOES)
    found = nc.explanation.argument(puzzle)
    assert found == nc.explanation.argument(puzzle)
    assert found.length <= nc.explanation.argument(puzzle, prove(puzzle)).length


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

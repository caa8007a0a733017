"""Numbers of solutions in CPOG, checked by a program that knows nothing of nonograms."""

import random

import cpog_checker
import hunt_cases
import oracle
import pytest

import nonocsp as nc
from nonocsp import Limits, Puzzle
from nonocsp.apps import cli
from nonocsp.common.limits import LimitReached
from nonocsp.model.grid import Grid
from nonocsp.proofs import cpog, prove

ROOKS = Puzzle([[1]] * 4, [[1]] * 4)
TWO_COLOURS = Puzzle([[(1, "red"), (1, "blue")]] * 2, [[(1, "red")], None, None])


def proven(puzzle, grid=None):
    clauses, steps = cpog(prove(puzzle, grid=grid, every=True))
    return cpog_checker.count(clauses, steps)


def test_numbers_of_puzzles_of_every_kind_are_confirmed():
    seen, kinds = set(), set()
    for seed in range(150):
        case = hunt_cases.drawn(f"cpog {seed}")
        rows, columns = case.puzzle.shape
        if rows * columns > 25:
            continue
        pictures = oracle.pictures(case.puzzle, case.grid, 500)
        if pictures:
            assert proven(case.puzzle, case.grid) == len(pictures), seed
            seen.add(len(pictures))
            kinds.add(case.kind)
    assert len(seen) > 8 and len(kinds) > 4


def test_components_dead_ends_and_merging():
    assert proven(ROOKS) == 24
    _, steps = cpog(prove(Puzzle([[1]] * 7, [[1]] * 7), every=True))
    assert sum(" s " in step for step in steps) < 500  # for 5,040 solutions
    three = Puzzle([[1]] * 6, [[1]] * 6)
    # Two parts that share no line.
    halves = [3 if (cell // 6 < 3) == (cell % 6 < 3) else 1 for cell in range(36)]
    assert proven(three, Grid.of_masks(three, halves)) == 36
    assert proven(nc.read("input/heart.txt")) == 1
    assert proven(nc.read("input/cross-eyed.txt")) == 2


def altered(draw, lines):
    """Lines with one number or word changed, or lines removed, repeated or exchanged."""
    lines, at, other = list(lines), draw.randrange(len(lines)), draw.randrange(len(lines))
    kind, words = draw.randrange(8), lines[at].split()
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 2:
        lines.insert(other, lines[at])
    elif kind == 3:
        del lines[at:]
    elif kind == 4:
        del words[draw.randrange(len(words))]
        lines[at] = " ".join(words)
    else:
        i = draw.randrange(len(words))
        near = [str(int(words[i]) + step) for step in (-1, 1)] if words[i].isdigit() else []
        words[i] = draw.choice([*near, *lines[other].split(), *words, "-" + words[i]])
        lines[at] = " ".join(words)
    return lines


@pytest.mark.parametrize("puzzle", [ROOKS, TWO_COLOURS], ids=["one colour", "two colours"])
def test_altered_proofs_are_refused(puzzle):
    clauses, steps = map(list, cpog(prove(puzzle, every=True)))
    expected, draw, refused = cpog_checker.count(clauses, steps), random.Random(1), 0
    assert expected > 1
    for _ in range(400):
        try:  # some remain proofs: two deletions can be exchanged
            assert cpog_checker.count(clauses, altered(draw, steps)) == expected
        except cpog_checker.Refused:
            refused += 1
    assert refused > 300


def test_proofs_of_other_clauses_are_refused():
    clauses, steps = map(list, cpog(prove(ROOKS, every=True)))
    for at in range(1, len(clauses), 20):
        with pytest.raises(cpog_checker.Refused):
            cpog_checker.count([*clauses[:at], clauses[-1], *clauses[at:][1:]], steps)


#: Either of two variables, but not both; and the same of two others.
PAIRS = ["p cnf 4 4", "1 2 0", "-1 -2 0", "3 4 0", "-3 -4 0"]
GRAPH = [
    *("5 p 5 1 -2 0", "8 p 6 -1 2 0", "11 s 7 5 6 6 9 0"),
    *("14 p 8 3 -4 0", "17 p 9 -3 4 0", "20 s 10 8 9 15 18 0"),
    *("23 p 11 7 10 0", "26 a 7 -1 0 2 5 12 0", "27 a 7 0 26 1 8 13 0"),
    *("28 a 10 -3 0 4 14 21 0", "29 a 10 0 28 3 17 22 0", "30 a 11 0 27 29 23 0", "r 11"),
    *("d 29 28 3 17 22 0", "d 28 4 14 21 0", "d 27 26 1 8 13 0", "d 26 2 5 12 0"),
    *("d 1 6 10 11 24 30 0", "d 2 7 9 11 24 30 0", "d 3 15 19 20 25 30 0", "d 4 16 18 20 25 30 0"),
]


def with_line(old, *new):
    at = GRAPH.index(old)
    return [*GRAPH[:at], *new, *GRAPH[at:][1:]]


WRONG = {
    "no product of what shares a variable": with_line("23 p 11 7 10 0", "23 p 11 7 7 0"),
    "no sum of what can be true together": with_line("11 s 7 5 6 6 9 0", "11 s 7 5 6 6 0"),
    "hints of a sum define": with_line("11 s 7 5 6 6 9 0", "11 s 7 5 6 6 2 0"),
    "hint that is not unit": with_line("26 a 7 -1 0 2 5 12 0", "26 a 7 -1 0 1 2 5 12 0"),
    "more than the root is left": GRAPH[:-1],
    "no root": [line for line in GRAPH if line != "r 11"],
    "another root": with_line("r 11", "r 10"),
    "definition that is deleted": with_line("d 26 2 5 12 0", "d 26 2 5 12 0", "d 24 0"),
    "deleted twice": with_line("d 26 2 5 12 0", "d 26 2 5 12 0", "d 26 2 5 12 0"),
    "number used before": with_line("8 p 6 -1 2 0", "7 p 6 -1 2 0"),
    "node that is a variable": with_line("8 p 6 -1 2 0", "8 p 4 -1 2 0"),
    "unknown factor": with_line("8 p 6 -1 2 0", "8 p 6 -1 99 0"),
    "no end of a list": with_line("8 p 6 -1 2 0", "8 p 6 -1 2"),
    "no such step": with_line("8 p 6 -1 2 0", "8 q 6 -1 2 0"),
    "product of one factor": with_line("8 p 6 -1 2 0", "8 p 6 -1 0"),
}


def test_the_checker_counts():
    assert cpog_checker.count(PAIRS, GRAPH) == 4


@pytest.mark.parametrize("steps", WRONG.values(), ids=WRONG)
def test_the_checker_refuses_what_does_not_follow(steps):
    with pytest.raises(cpog_checker.Refused):
        cpog_checker.count(PAIRS, steps)


def test_what_has_no_such_proof():
    with pytest.raises(nc.OptionError, match="only a number"):
        cpog(prove(ROOKS))
    with pytest.raises(nc.OptionError, match="DRUP"):
        cpog(prove(Puzzle([[2]], [[1], []]), every=True))


def test_limits():
    proof = prove(ROOKS, every=True)
    for limits in (Limits(nodes=5), Limits(seconds=1e-9)):
        _, steps = cpog(proof, limits)
        with pytest.raises(LimitReached):
            list(steps)


def test_the_command_writes_clauses_and_steps(tmp_path, capsys):
    file = tmp_path / "x.cpog"
    arguments = ["input/cross-eyed.txt", "--proof", str(file), "--proof-format", "cpog"]
    assert cli.main(["count", *arguments]) == 0
    assert capsys.readouterr().out == "2\n"
    clauses = (tmp_path / "x.cpog.cnf").read_text().splitlines()
    assert cpog_checker.count(clauses, file.read_text().splitlines()) == 2
    assert cli.main(["check", *arguments]) == 2
    assert "only a number" in capsys.readouterr().err

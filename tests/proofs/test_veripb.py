"""Proofs in VeriPB's format, checked by a program that knows nothing of nonograms."""

import random
from itertools import product

import hunt_cases
import pytest
import veripb_checker
from proof_cases import EAGER, in_two_colours, random_puzzle
from veripb_checker import Constraint, Refused

import nonocsp as nc
from nonocsp import Puzzle, Verdict
from nonocsp.apps import cli
from nonocsp.generation.families import n_dom
from nonocsp.proofs import prove, veripb

#: Three pigeons in two holes: x1 to x3 are in the first, x4 to x6 in the second.
PIGEONS = [
    "* #variable= 6 #constraint= 5",
    *(f"1 x{pigeon} 1 x{pigeon + 3} = 1 ;" for pigeon in (1, 2, 3)),
    *(f"-1 x{a} -1 x{a + 1} -1 x{a + 2} >= -1 ;" for a in (1, 4)),
]
REFUTED = ["pol 1 3 + 5 + 7 + 8 + ;", "rup >= 1 ;"]


def proof_of(steps, conclusion=None):
    """The lines of a proof for `PIGEONS`, which is the constraints 1 to 8."""
    end = ["output NONE;", conclusion or f"conclusion UNSAT : {8 + len(steps)};"]
    head = ["pseudo-Boolean proof version 3.0", "f 8 ;"]
    return [*head, *steps, *end, "end pseudo-Boolean proof;"]


def test_the_checker_knows_the_rules():
    veripb_checker.check(PIGEONS, proof_of(REFUTED))
    a, b = Constraint({1: 3, 2: -2}, 1), Constraint({1: -1, 3: 1}, 0)
    assert a.degree == 3 and a.plus(b) == Constraint({1: 2, 2: -2, 3: 1}, 1)
    assert a.divided(2) == Constraint({1: 2, 2: -1}, 1)
    assert Constraint({1: 9, 2: -2}, 1).saturated() == Constraint({1: 3, 2: -2}, 1)
    assert a.without(1) == Constraint({2: -2}, -2)


@pytest.mark.parametrize(
    "steps",
    [
        ["rup >= 1 ;"],
        ["pol 1 3 + 5 + 7 + ;", "rup >= 1 ;"],
        ["pol 1 3 + 5 + 7 + 8 + 9 + ;", "rup >= 1 ;"],
        ["pol 1 0 * 3 + 5 + 7 + 8 + ;", "rup >= 1 ;"],
        ["pol 1 3 + 5 + 7 + 8 + ;", "del id 1 ;", "rup >= 1 ;"],
        ["pol 1 3 + 5 + 7 + 8 + ;", "del id 9 ;", "rup >= 1 ;"],
        ["pol 1 3 + 5 + 7 + 8 + 2 ;", "rup >= 1 ;"],
        ["red >= 1 ; x1 0"],
        ["rup 1 x1 = 1 ;", "rup >= 1 ;"],
        ["rup 1 x1 >= 0 ;"],
    ],
)
def test_the_checker_refuses_what_does_not_follow(steps):
    with pytest.raises(Refused):
        veripb_checker.check(PIGEONS, proof_of(steps))


def test_the_checker_refuses_other_ends():
    proof = proof_of(REFUTED)
    head, sum_, end = "pseudo-Boolean proof version 2.0", REFUTED[0][:-2], "end"
    for at, line in ((0, head), (1, "f 7 ;"), (2, sum_), (-3, ""), (-1, end)):
        with pytest.raises(Refused):
            veripb_checker.check(PIGEONS, [*proof[:at], line, *proof[at:][1:]])
    for conclusion in ("conclusion NONE;", "conclusion UNSAT : 8;", "conclusion UNSAT : 99;"):
        with pytest.raises(Refused):
            veripb_checker.check(PIGEONS, proof_of(REFUTED, conclusion))


def test_what_the_checker_derives_holds_in_every_model():
    draw = random.Random(7)
    derived = 0

    def a_constraint():
        terms = {x: draw.choice((-3, -2, -1, 1, 2, 3)) for x in draw.sample(range(1, 6), 3)}
        return Constraint(terms, draw.randint(-3, 3))

    def holds(constraint, model):
        return sum(a * model[x - 1] for x, a in constraint.terms.items()) >= constraint.bound

    for _ in range(150):
        formula = [a_constraint() for _ in range(4)]
        models = [m for m in product((0, 1), repeat=5) if all(holds(c, m) for c in formula)]
        checker = veripb_checker.Checker(formula)
        for _ in range(6):
            ids = draw.choices(list(checker.known), k=2)
            last = draw.choice(("s", "2 d", "3 d", "2 *", "x1 +", "~x3 2 * +", "x2 w", ""))
            words = f"pol {ids[0]} {ids[1]} + {last} ;"
            wanted = a_constraint()
            terms = "".join(f"{a} x{x} " for x, a in wanted.terms.items())
            checker.read(words)
            try:
                checker.read(f"rup {terms}>= {wanted.bound} ;")
                derived += bool(models)
            except Refused:
                pass
        assert all(holds(c, m) for c in checker.known.values() for m in models)
    assert derived > 30


def confirmed(proof):
    """The lines of a proof in VeriPB's format, which the checker has confirmed."""
    formula, steps = map(list, veripb(proof))
    veripb_checker.check(formula, steps)
    return formula, steps


@pytest.mark.slow
def test_verdicts_of_every_kind_are_confirmed():
    several = set()
    for seed in range(100):
        case = hunt_cases.drawn(f"veripb {seed}")
        proof = prove(case.puzzle, grid=case.grid, options=EAGER)
        if proof.verdict is not Verdict.MULTIPLE:
            confirmed(proof)
            several.add((case.kind, proof.verdict))
    assert len(several) > 10


def test_learned_nogoods_and_deletions_are_confirmed():
    for seed in range(10):
        proof = prove(random_puzzle(random.Random(seed)), options=EAGER)
        if proof.verdict is not Verdict.MULTIPLE:
            confirmed(proof)
    proof = prove(n_dom(5), options=EAGER.replace(bounds=False))
    _, steps = confirmed(proof)
    assert any("b1<" in line for line in proof.lines())
    assert proof.stats.learned > 20 and any(step.startswith("del ") for step in steps)


def test_every_solution_is_excluded():
    confirmed(prove(Puzzle([[1]] * 3, [[1]] * 3), every=True))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_weights_are_sums_of_equations(seed):
    puzzle = n_dom(4)
    rows = list(puzzle.rows)
    random.Random(seed).shuffle(rows)
    puzzle = [puzzle, in_two_colours(puzzle), *[puzzle.replace(rows=rows)] * 4][seed]
    proof = prove(puzzle, options=EAGER)
    formula, steps = confirmed(proof)
    assert sum(step.startswith("pol ") for step in steps) > 10
    without = ["rup 1 x1 >= 0 ;" if step.startswith("pol ") else step for step in steps]
    with pytest.raises(Refused, match="unit propagation"):
        veripb_checker.check(formula, without)


def test_a_false_claim_is_refused():
    proof = prove(n_dom(4), options=EAGER)
    formula, steps = map(list, veripb(proof))
    assert proof.verdict is Verdict.UNIQUE and formula[-1].count("-1 x") == 81
    with pytest.raises(Refused):
        veripb_checker.check([*formula[:-1], "1 x1 >= 0 ;"], steps)


def test_several_solutions_are_no_refutation():
    with pytest.raises(nc.OptionError, match="several solutions"):
        veripb(prove(Puzzle([[1], [1]], [[1], [1]])))


def test_the_command_writes_constraints_and_steps(tmp_path, capsys):
    file = tmp_path / "x.pbp"
    arguments = ["input/heart.txt", "--proof", str(file), "--proof-format", "veripb"]
    assert cli.main(["check", *arguments]) == 0
    assert capsys.readouterr().out == "unique\n"
    formula = (tmp_path / "x.pbp.opb").read_text().splitlines()
    veripb_checker.check(formula, file.read_text().splitlines())

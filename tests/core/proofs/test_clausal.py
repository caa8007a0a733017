"""Proofs in DRUP and LRAT, checked by programs that know nothing of nonograms."""

import random
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import hunt_cases
import oracle
import pytest
from proof_cases import EAGER, is_confirmed, random_puzzle
from pysat.solvers import Solver

import nonocsp as nc
from nonocsp import Options, Puzzle, Verdict
from nonocsp.core.proofs import (
    ProofError,
    clausal,
    clause_checker,
    in_clauses,
    lrat_checker,
    prove,
    verify,
)
from nonocsp.core.proofs.clauses import Formula
from nonocsp.core.proofs.plain import plain

drup, lrat = partial(in_clauses, form="drup"), partial(in_clauses, form="lrat")
NO_BOUNDS = EAGER.replace(bounds=False)


def test_every_solution_is_one_assignment():
    seen = set()
    for seed in range(100):
        puzzle = hunt_cases.drawn(f"clauses {seed}", joints=True).puzzle
        rows, columns = puzzle.shape
        pictures = oracle.pictures(puzzle, None, 200) if rows * columns <= 16 else None
        if pictures is not None:
            formula = Formula(plain(puzzle))
            with Solver(bootstrap_with=formula.clauses) as solver:
                assert sum(1 for _ in solver.enum_models()) == len(pictures), seed
            seen.add(len(pictures))
    assert len(seen) > 3


def is_confirmed_by_hints(clauses, steps):
    try:
        lrat_checker.check(lrat_checker.read_clauses(clauses), steps)
    except lrat_checker.Refused:
        return False
    return True


def test_verdicts_of_every_kind_are_confirmed():
    several = set()
    for seed in range(120):
        case = hunt_cases.drawn(f"drup {seed}", joints=True)
        proof = prove(case.puzzle, grid=case.grid, options=NO_BOUNDS)
        if proof.verdict is not Verdict.MULTIPLE:
            assert is_confirmed(*drup(proof)), seed
            assert is_confirmed_by_hints(*lrat(proof)), seed
            several.add((case.kind, proof.verdict))
    assert len(several) > 10


def test_the_plain_program_states_the_same_clauses():
    """Two programs that share no line but the reader of puzzles."""
    seen = set()
    for seed in range(300):
        case = hunt_cases.drawn(f"stated {seed}", joints=True)
        proof = prove(case.puzzle, grid=case.grid, options=NO_BOUNDS)
        if proof.verdict is not Verdict.MULTIPLE and case.puzzle.board.size > 1:
            clauses = Formula.denying(proof).clauses
            found = clause_checker.compare(plain(case.puzzle), clauses)
            assert found == (proof.givens, len(proof.pictures)), seed
            seen.add((case.kind, found[0] > 0, found[1]))
    assert len(seen) > 20


@pytest.mark.parametrize("name", ["tulip.ctu", "smile.txt", "n-dom-6.nin"])
def test_clauses_that_are_changed_are_refused(name):
    puzzle, draw = nc.read(f"input/{name}"), random.Random(name)
    clauses = Formula.denying(prove(puzzle, options=NO_BOUNDS)).clauses
    for _ in range(60):
        at, changed = draw.randrange(len(clauses)), [*clauses]
        clause = [*changed[at]]
        kind = draw.choice(["flip", "drop", "add", "lose", "twice", "shift"])
        if kind == "lose" and at < len(clauses) - 1:
            del changed[at]
        elif kind == "twice":
            changed.insert(at, changed[at])
        else:
            literal = draw.randrange(len(clause))
            if kind == "drop":
                del clause[literal]
            elif kind == "add":
                clause.append(draw.choice(draw.choice(clauses)))
            else:
                clause[literal] = -clause[literal] if kind == "flip" else clause[literal] + 1
            changed[at] = tuple(clause)
        with pytest.raises(clause_checker.Refused):
            clause_checker.compare(plain(puzzle), changed)
    other = nc.read("input/heart.txt")
    with pytest.raises(clause_checker.Refused):
        clause_checker.compare(plain(other), clauses)


@pytest.mark.parametrize("name", ["tulip.ctu", "n-dom-6.nin"])
def test_steps_that_are_changed_are_refused(name):
    """A changed hint is not the next that leaves one literal. Against clauses that have a solution,
    the picture not being excluded, no change of any word makes a proof."""
    clauses, steps = map(list, lrat(prove(nc.read(f"input/{name}"), options=NO_BOUNDS)))
    satisfiable, draw = [*clauses[:-1], "1 -1 0"], random.Random(name)
    assert is_confirmed_by_hints(clauses, steps)
    assert not is_confirmed_by_hints(clauses, steps[:-1])
    assert not is_confirmed_by_hints(satisfiable, steps)
    for _ in range(150):
        at = draw.randrange(len(steps))
        words = steps[at].split()
        end = words.index("0")
        if words[1] != "d":
            changed = [*words]
            changed[draw.randrange(end + 1, len(words) - 1)] = draw.choice(
                ["1", "-7", "9999999", "x"]
            )
            text = " ".join(changed)
            assert text == steps[at] or not is_confirmed_by_hints(
                clauses, [*steps[:at], text, *steps[at + 1 :]]
            )
        place = draw.randrange(len(words))
        words[place : place + draw.randrange(2)] = draw.choice(
            [["0"], ["d"], [], ["1", "0"], ["-1"]]
        )
        changed = [*steps[:at], " ".join(words), *steps[at + 1 :]]
        assert not is_confirmed_by_hints(satisfiable, changed)


def test_a_step_that_was_left_out_is_written_when_it_is_needed(monkeypatch):
    proof = prove(nc.read("input/n-dom-6.nin"), options=NO_BOUNDS)
    fewer = [*lrat(proof)[1]]
    monkeypatch.setattr(clausal, "_needed", lambda proof: set())
    clauses, steps = map(list, lrat(proof))
    assert is_confirmed_by_hints(clauses, steps) and len(steps) > len(fewer)


@pytest.mark.slow
def test_learned_nogoods_and_positions_are_confirmed():
    learned = 0
    for seed in range(40):
        proof = prove(random_puzzle(random.Random(seed)), options=NO_BOUNDS)
        if proof.verdict is not Verdict.MULTIPLE:
            assert is_confirmed(*drup(proof)) and is_confirmed_by_hints(*lrat(proof)), seed
            learned += proof.stats.learned
    proof = prove(nc.read("input/n-dom-6.nin"), options=NO_BOUNDS)
    assert any("b1<" in line for line in proof.lines()) and is_confirmed(*drup(proof))


def test_a_proof_without_its_nogoods_is_refused():
    clauses, steps = drup(prove(nc.read("input/n-dom-6.nin"), options=NO_BOUNDS))
    assert [*steps][-1] == "0" and not is_confirmed(clauses, ["0"])


def test_what_cannot_be_stated_is_refused():
    with pytest.raises(nc.OptionError, match="only none and unique"):
        drup(prove(Puzzle([[1], [1]], [[1], [1]])))
    proof = prove(nc.read("input/n-dom-6.nin"), options=EAGER.replace(bounds=True))
    for form in (drup, lrat):
        with pytest.raises(nc.OptionError, match="weights"):
            list(form(proof)[1])
    with pytest.raises(nc.OptionError, match="learns"):
        prove(Puzzle([[1]], [[1]]), options=Options(strategy="textbook"))


@pytest.mark.parametrize("form", ["drup", "lrat"])
def test_the_command_writes_clauses_and_steps(form, tmp_path, command_line):
    file = tmp_path / "x.proof"
    words = ("check", "input/n-dom-6.nin", "--proof", file, "--proof-format", form)
    assert command_line(*words)[:2] == (0, "unique\n")
    clauses = (tmp_path / "x.proof.cnf").read_text().splitlines()
    is_right = is_confirmed if form == "drup" else is_confirmed_by_hints
    assert is_right(clauses, file.read_text().splitlines())


PLAIN = Path(clause_checker.__file__).parent


@pytest.fixture
def smile(tmp_path, command_line):
    """A puzzle, and a proof about it in LRAT."""
    file = tmp_path / "smile.lrat"
    command_line("check", "input/smile.txt", "--proof", file, "--proof-format", "lrat")
    return "input/smile.txt", file


def test_a_program_of_the_reader_checks_it(smile, command_line):
    puzzle, file = smile
    program = f"{sys.executable} {PLAIN}/lrat_checker.py"
    code, out, _ = command_line("verify", puzzle, file, "--with", program)
    assert code == 0 and out.startswith(
        "verified: unique (the clauses by nonocsp, that they cannot"
    )
    assert program in out
    # The wrong puzzle, a proof cut short, and clauses that lack one.
    assert command_line("verify", "input/heart.txt", file, "--with", program)[0] == 1
    clauses = file.with_suffix(".lrat.cnf")
    lines = clauses.read_text().splitlines(keepends=True)
    fewer = re.sub(r"\d+$", str(len(lines) - 2), lines[0].strip()) + "\n"
    clauses.write_text(fewer + "".join(lines[2:]))
    code, _, error = command_line("verify", puzzle, file, "--with", program)
    assert code == 1 and "clause 1 of the puzzle is 1 2" in error
    clauses.write_text("".join(lines))
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    code, _, error = command_line("verify", puzzle, file, "--with", program)
    assert code == 1 and "ends without the empty clause" in error


@pytest.mark.parametrize("program", ["no-such-program", "", "'"])
def test_a_program_that_cannot_be_run_is_a_mistake(program, smile, command_line):
    puzzle, file = smile
    code, _, error = command_line("verify", puzzle, file, "--with", program)
    assert code == 2 and "cannot be run" in error and "Traceback" not in error


def test_a_program_that_says_nothing_confirms_nothing(smile):
    puzzle, file = smile
    for script in (
        "true",
        "echo s NOT VERIFIED",
        "echo s VERIFIED UNSAT; exit 1",
        "echo s VERIFIED; echo c NOT VERIFIED",
        "echo s VERIFIED UNSAT; echo s SATISFIABLE",
        "echo c VERIFIED",
    ):
        with pytest.raises(ProofError, match="does not confirm"):
            verify(nc.read(puzzle), file, program=f"sh -c '{script}'")
    with pytest.raises(nc.LimitReached):
        program = f"{sys.executable} -c 'import time; time.sleep(60)'"
        verify(nc.read(puzzle), file, program=program, limits=nc.Limits(seconds=0.2))


@pytest.mark.parametrize("word", ["+1", "01", "0_1", "-0", "\u0661", "1\r", "1\x1c2", "1\t", "0x1"])
def test_numbers_that_readers_take_differently_are_refused(word):
    good = "p cnf 1 2", "1 0", "-1 0"
    assert is_confirmed_by_hints(good, ["3 0 1 2 0"])
    with pytest.raises(ValueError, match="expected"):
        lrat_checker.read_clauses([good[0], f"{word} 0", good[2]])
    for step in (f"3 0 {word} 2 0", f"3 {word} 0 1 2 0", f"{word} 0 1 2 0"):
        assert not is_confirmed_by_hints(good, [step])


def test_a_line_ends_in_one_way(smile):
    """What is a comment to one reader is a clause to none."""
    clauses = smile[1].with_suffix(".lrat.cnf")
    text = clauses.read_text()
    for hidden in ("c x\r-1 0\n", "c x\x0b-1 0\n", "c x\x85-1 0\n"):
        clauses.write_text(hidden + text, newline="")
        with lrat_checker.opened(str(clauses)) as opened:
            read = lrat_checker.read_clauses(opened)
        assert len(read) == int(text.split()[3])


def test_the_plain_programs_run_alone(smile, command_line, tmp_path):
    puzzle, file = smile
    found = tmp_path / "smile.json"
    command_line("convert", puzzle, "-o", found)
    for program, words, line in (
        (
            "clause_checker.py",
            (found, f"{file}.cnf"),
            "with 1 solution excluded: if they cannot all",
        ),
        ("lrat_checker.py", (f"{file}.cnf", file), "s VERIFIED UNSAT"),
    ):
        run = [sys.executable, PLAIN / program, *words]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.count(line)) == (0, 1), done
        broken = subprocess.run([*run[:-1], "none"], capture_output=True, text=True, check=False)
        assert broken.returncode == 2 and "Traceback" not in broken.stderr
        usage = subprocess.run(run[:2], capture_output=True, text=True, check=False)
        assert usage.returncode == 2 and f"python {program}" in usage.stderr


def test_givens_are_refused_unless_they_are_asked_for(tmp_path, command_line):
    """Several solutions, one of them given in part."""
    (tmp_path / "two.txt").write_text("rows: 1, 1\ncolumns: 1, 1\n")
    (tmp_path / "grid").write_text("#?\n??\n")
    file, found = tmp_path / "x.lrat", tmp_path / "two.json"
    words = "--grid", tmp_path / "grid", "--proof", file, "--proof-format", "lrat"
    assert command_line("check", tmp_path / "two.txt", *words)[1] == "unique\n"
    command_line("convert", tmp_path / "two.txt", "-o", found)
    run = [sys.executable, PLAIN / "clause_checker.py", found, f"{file}.cnf"]
    for more, code, words in (([], 1, "refused without --given"), (["--given"], 0, "and 1 given")):
        done = subprocess.run([*run, *more], capture_output=True, text=True, check=False)
        assert done.returncode == code and words in done.stdout
        program = f"{sys.executable} {PLAIN}/lrat_checker.py"
        assert command_line("verify", found, file, "--with", program, *more)[0] == code


def test_words_that_do_not_go_together_are_mistakes(smile, command_line):
    puzzle, file = smile
    code, _, error = command_line("check", puzzle, "--proof-format", "lrat")
    assert code == 2 and "--proof FILE" in error
    code, _, error = command_line("verify", puzzle, file, "--with", "true", "--trimmed", "x")
    assert code == 2 and "--trimmed" in error
    code, _, error = command_line("verify", puzzle, file)
    assert code == 1 and "--with PROGRAM" in error

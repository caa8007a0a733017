"""Proofs: both checkers accept what follows, refuse what does not, and agree."""

from __future__ import annotations

import ast
import gzip
import importlib
import json
import random
import sys
from pathlib import Path

import naive_proofs
import pytest
from memory import memory_below
from proof_cases import ABSENT, COLOURED, ONE, TWO, UNKNOWN, whole
from samples import damaged
from strategies import random_puzzle

import nonocsp as nc
from nonocsp import Puzzle, formats
from nonocsp.apps import cli
from nonocsp.core.options.limits import LimitReached, Limits
from nonocsp.core.proofs import ProofError, checker, verify
from nonocsp.core.proofs.plain import plain
from nonocsp.core.proofs.trimming import trim

CHECKER = Path(checker.__file__)

#: Three rows need five columns, each of which is crossed by one block only.
HEAVY = Puzzle([[1, 1], [1, 1], [1, 1]], [[1], [1], [1], [1], []])

CASES = {
    "unique by lines": (ONE, ["s 1 11/10", "n 2 : 1", "claim unique"], "unique"),
    "without hints": (ONE, ["s 1 11/10", "n 2", "claim unique"], "unique"),
    "multiple": (TWO, ["s 1 10/01", "s 2 01/10", "claim multiple"], "multiple"),
    "none at the root": (Puzzle([[2]], [[1], []]), ["claim none"], "none"),
    "no picture": (TWO, ["claim unique"], 3),
    "not proven": (TWO, ["s 1 10/01", "claim unique"], 4),
    "one of two": (TWO, ["s 1 10/01", "n 2", "claim unique"], 4),
    "the same picture twice": (TWO, ["s 1 10/01", "s 2 10/01", "claim multiple"], 4),
    "wrong picture": (ONE, ["s 1 11/01"], 3),
    "given": (TWO, ["g r1c1=1", "s 1 10/01", "n 2 : 1", "claim unique"], "unique"),
    "given without": (TWO, ["g r2c2!0", "s 1 10/01", "n 2 : 1", "claim unique"], "unique"),
    "given position": (TWO, ["g R1b1<2", "s 1 10/01", "n 2 : 1", "claim unique"], "unique"),
    "given too late": (TWO, ["s 1 10/01", "g r1c1=1", "n 2 : 1", "claim unique"], 4),
    "against a given": (TWO, ["g r1c1=1", "s 1 01/10"], 4),
    "hints": (TWO, ["s 1 10/01", "n 2 r1c1=1 : R1 C1 C2 1", "s 3 01/10", "n 4 : 3"], 6),
    "hint of a line too few": (TWO, ["s 1 10/01", "n 2 r1c1=1 : R1 1"], 4),
    "all of two": (TWO, ["s 1 10/01", "s 2 01/10", "n 3 r1c1=1", "n 4 : 2", "claim multiple"], ""),
    "position": (TWO, ["s 1 10/01", "n 2 R1b1<2 : R1 C1 C2 1", "s 3 01/10", "claim multiple"], ""),
    "position after": (TWO, ["s 1 01/10", "n 2 R1b1>1 : R1 C1 C2 1", "n 3 R1b1<2 : R1"], 5),
    "coloured": (COLOURED, ["s 1 12/00", "n 2", "claim unique"], "unique"),
    "coloured wrongly": (COLOURED, ["s 1 21/00"], 3),
    "unknown lengths": (UNKNOWN, ["s 1 10/01", "s 2 01/10", "claim multiple"], "multiple"),
    "position of an unknown length": (UNKNOWN, ["n 1 R1b1<1"], 3),
    "absent clue": (ABSENT, ["s 1 10/01", "s 2 01/10", "claim multiple"], "multiple"),
    "weights": (HEAVY, ["w 1 R1=1 R2=1 R3=1", "n 2 : 1", "claim none"], "none"),
    "weights of colours": (
        HEAVY,
        ["w 1 C1k1=-1 C2k1=-1 C3k1=-1 C4k1=-1", "n 2 : 1", "claim none"],
        "none",
    ),
    "weights too small": (TWO, ["w 1 R1=5", "n 2 : 1"], 4),
    "weights twice": (TWO, ["w 1 R1=5 R1=5"], 3),
    "no step": (ONE, ["n 1 : 7"], 3),
    "deleted": (ONE, ["s 1 11/10", "d 1", "n 2 : 1"], 5),
    "deleted and not followed": (ONE, ["s 1 11/10", "d 1", "n 2"], 5),
    "deleted twice": (ONE, ["s 1 11/10", "d 1", "d 1"], 5),
    "number used before": (ONE, ["s 2 11/10", "n 2"], 4),
    "number 0": (ONE, ["s 0 11/10"], 3),
    "after the claim": (Puzzle([[2]], [[1], []]), ["claim none", "claim none"], 4),
    "comments": (ONE, ["# ä", "", "s 1 11/10", "n 2", "claim unique", "", "# end"], "unique"),
    "no claim": (ONE, ["s 1 11/10", "n 2"], 4),
    "two spaces": (ONE, ["s  1 11/10"], 3),
    "no cell": (ONE, ["n 1 r3c1=1"], 3),
    "no colour": (ONE, ["n 1 r1c1=2"], 3),
    "no line": (ONE, ["n 1 : R3"], 3),
    "no block": (ONE, ["n 1 R1b2<1"], 3),
    "great number": (ONE, [f"n 1 r{10**30}c1=1"], 3),
    "great position": (ONE, ["n 1 R1b1>999999999", "s 2 11/10", "n 3", "claim unique"], "unique"),
    "other digits": (ONE, ["n ١ r1c1=1"], 3),
}


@pytest.mark.parametrize("name", CASES)
def test_both_checkers_answer_as_expected(name):
    puzzle, lines, expected = CASES[name]
    ours, theirs = naive_proofs.verdicts(puzzle, whole(puzzle, lines))
    assert ours == theirs
    assert ours == (f"line {expected}" if isinstance(expected, int) else expected or "multiple")


def test_a_proof_about_another_puzzle_is_refused():
    lines = whole(ONE, ["s 1 11/10", "n 2", "claim unique"])
    assert naive_proofs.verdicts(ONE, lines) == ("unique", "unique")
    assert naive_proofs.verdicts(TWO, lines) == ("line 2", "line 2")
    assert naive_proofs.verdicts(ONE, lines[1:]) == ("line 1", "line 1")
    assert naive_proofs.verdicts(ONE, []) == ("line 0", "line 0")


def proof_case(seed):
    """A drawn puzzle with a proof of its verdict."""
    draw = random.Random(f"proof {seed}")
    drawn = naive_proofs.drawn(seed, draw)
    return drawn and (*drawn, draw)


@pytest.mark.parametrize(
    ("seeds", "changes"),
    [(range(100), 4), pytest.param(range(1_000, 2_500), 20, marks=pytest.mark.slow)],
)
def test_naive_proofs_are_verified_and_changed_ones_never_prove_what_is_false(seeds, changes):
    verified, refused, changed = naive_proofs.agree_on(proof_case, seeds, changes)
    assert verified > len(seeds) // 3 and refused > len(seeds) and changed > 3


def test_the_fingerprint_is_the_packages():
    for seed in range(100):
        puzzle = naive_proofs.hunt_cases.drawn(seed).puzzle
        assert checker.fingerprint(naive_proofs.plain(puzzle)) == puzzle.fingerprint()


def test_the_python_checker_can_be_read_in_one_sitting():
    assert sum(map(bool, map(str.strip, CHECKER.read_text().splitlines()))) <= 336


def test_the_python_checker_stands_alone():
    for node in ast.walk(ast.parse(CHECKER.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert not node.level and node.module in sys.stdlib_module_names
        elif isinstance(node, ast.Import):
            assert all(alias.name in sys.stdlib_module_names for alias in node.names)


def test_the_python_checker_is_a_program(python, tmp_path):
    def run(*arguments):
        code, out, err = python("-I", CHECKER, *arguments, cwd=tmp_path)
        assert "Traceback" not in err
        assert (out + err).count("\n") == 1
        return code, out

    puzzle, proof, packed = tmp_path / "p.json", tmp_path / "proof", tmp_path / "packed"
    puzzle.write_text(formats.dumps(ONE, "json"))
    text = "\n".join(whole(ONE, ["s 1 11/10", "n 2 : 1", "claim unique"]))
    proof.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    assert run(puzzle, proof) == (0, "verified: unique\n")
    assert run(puzzle, packed) == (0, "verified: unique\n")
    proof.write_bytes(text.encode().replace(b"n 2", b"n \xff"))
    assert run(puzzle, proof)[0] == 1
    packed.write_bytes(packed.read_bytes()[:-12])
    assert run(puzzle, packed)[0] == 2
    assert run(puzzle, tmp_path / "none")[0] == 2
    assert run(puzzle)[0] == 2
    for wrong in ("[" * 100_000, "{}", '{"rows": [[-1]], "cols": [[1]]}', '{"rows": 1, "cols": 2}'):
        puzzle.write_text(wrong)
        assert run(puzzle, proof)[0] == 2


def test_a_proof_file_is_verified_and_limited(tmp_path):
    path = tmp_path / "proof.gz"
    lines = whole(ONE, ["# " + "x" * 300_000, "s 1 11/10", "n 2 : 1", "claim unique"])
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    found = verify(ONE, path)
    assert (found.claim, found.steps, found.givens) == ("unique", 2, 0)
    with pytest.raises(ProofError, match="line 2"):
        verify(TWO, path)
    with pytest.raises(LimitReached):
        verify(ONE, path, limits=Limits(seconds=1e-9))
    path.write_bytes(path.read_bytes()[:-12])
    with pytest.raises(nc.FormatError, match="damaged"):
        verify(ONE, path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["proof", "proof.gz"])
def test_a_changed_proof_proves_nothing_else(tmp_path, name):
    puzzle = Puzzle([[1], [1], [1]], [[1], [1], [1]])
    path = tmp_path / name
    nc.prove(puzzle).save(path)
    for changed in damaged(path.read_bytes(), 2000, 300):
        path.write_bytes(changed)
        try:
            assert verify(puzzle, path).claim == "multiple"
        except ProofError as error:
            assert "\n" not in str(error)
        except nc.FormatError as error:
            assert error.file == str(path) and "damaged" in error.problem


def test_the_command_verifies_and_refuses(tmp_path, capsys):
    puzzle, proof = tmp_path / "two.json", tmp_path / "proof"
    puzzle.write_text(formats.dumps(TWO, "json"))

    def run(*lines, options=()):
        proof.write_text("\n".join(whole(TWO, lines)))
        code = cli.main(["verify", str(puzzle), str(proof), *options])
        return code, *capsys.readouterr()

    assert run("s 1 10/01", "s 2 01/10", "claim multiple") == (0, "verified: multiple\n", "")
    code, out, errors = run("s 1 10/01", "n 2", "claim unique")
    assert (code, out, errors[:28]) == (1, "", "nonocsp: not verified: line ")
    code, out, _ = run("claim none", options=["--json"])
    assert code == 1 and json.loads(out)["verified"] is False
    _, out, _ = run("s 1 10/01", "s 2 01/10", "claim multiple", options=["--json"])
    assert json.loads(out) == {"verified": True, "claim": "multiple", "steps": 2, "givens": 0}
    assert run("claim none", options=["--seconds", "1e-9"])[0] == 3
    assert cli.main(["verify", str(puzzle), str(tmp_path / "nothing")]) == 2


CHECKERS = "checker", "board_checker", "count_checker"


@pytest.mark.parametrize(
    ("lines", "claim", "end"),
    [
        (["g r1c1=1 r1c1!0", "s 1 10/01", "n 2", "claim unique"], "unique", "with 1 given"),
        (["g r1c1=0", "g r1c1=1", "claim none"], "none", "with 1 given"),
        (["g r1c1!1 R2b1>1", "claim none"], "none", "with 2 givens"),
    ],
)
def test_every_checker_refuses_givens_or_counts_them(lines, claim, end, tmp_path, capsys):
    # The puzzle has two pictures.
    puzzle, proof = tmp_path / "two.json", tmp_path / "proof"
    puzzle.write_text(formats.dumps(TWO, "json"))
    lines = whole(TWO, lines)
    proof.write_text("\n".join(lines))
    with pytest.raises(ProofError, match=rf"^{end[5:]}: refused without --given"):
        verify(TWO, proof)
    assert str(verify(TWO, proof, given=True)) == f"verified: {claim}, {end}"
    for name in CHECKERS:
        module = importlib.import_module(f"nonocsp.core.proofs.{name}")
        kind = getattr(module, "CountChecker", checker.Checker)
        assert checker.main([str(puzzle), str(proof)], kind) == 1
        assert checker.main([str(puzzle), str(proof), "--given"], kind) == 0
        refused, accepted = capsys.readouterr().out.splitlines()
        assert refused == "not verified: line 3: givens are refused without --given"
        assert accepted == f"verified: {claim}, {end}"
    assert cli.main(["verify", str(puzzle), str(proof)]) == 1
    assert cli.main(["verify", "--given", str(puzzle), str(proof)]) == 0
    out, error = capsys.readouterr()
    assert out == f"verified: {claim}, {end}\n" and error.startswith("nonocsp: not verified: ")


def test_a_line_of_a_proof_is_bounded_in_every_checker(tmp_path, capsys):
    # A kilobyte that unpacks to a line of 40 MB.
    puzzle, proof = tmp_path / "two.json", tmp_path / "proof.gz"
    puzzle.write_text(formats.dumps(TWO, "json"))
    head = "\n".join(whole(TWO, [])).encode()
    proof.write_bytes(gzip.compress(head + b"\n# " + b" " * 40_000_000))
    most = checker.longest(plain(TWO))
    with memory_below(6 * most):
        with pytest.raises(ProofError, match=f"^line 3: longer than {most} characters$"):
            verify(TWO, proof)
        assert checker.main([str(puzzle), str(proof)]) == 1
    assert capsys.readouterr().out == f"not verified: line 3: longer than {most} characters\n"
    lines = whole(TWO, ["#" * most, "s 1 10/01", "s 2 01/10", "claim multiple"])
    assert naive_proofs.verdicts(TWO, lines) == ("multiple", "multiple")
    lines[2] += "#"
    assert naive_proofs.verdicts(TWO, lines) == ("line 3", "line 3")


def test_trimmed_proofs_are_verified_and_not_longer():
    longer = shorter = 0
    for seed in range(60):
        drawn = naive_proofs.drawn(f"trim {seed}", random.Random(f"trim {seed}"))
        if drawn is None:
            continue
        lines, puzzle, _ = drawn
        trimmed = trim(puzzle, lines)
        claim = lines[-1].removeprefix("claim ")
        assert naive_proofs.verdicts(puzzle, trimmed) == (claim, claim), seed
        assert sum(line[:2] == "n " for line in trimmed) <= sum(line[:2] == "n " for line in lines)
        assert all(" :" in line for line in trimmed if line[:2] == "n ")
        assert len(trim(puzzle, trimmed)) <= len(trimmed)
        longer, shorter = longer + len(lines), shorter + len(trimmed)
    assert 0 < shorter < longer


def test_trimming_keeps_what_the_end_needs_and_drops_the_rest():
    lines = ["s 1 10/01", "n 2 r1c1=1 r2c1=1 : C2 C1 R1", "n 3 r1c1=1", "s 4 01/10", "n 5"]
    head, *steps, claim = trim(TWO, whole(TWO, [*lines, "claim multiple"]))[1:]
    assert head == f"puzzle {TWO.fingerprint()}" and claim == "claim multiple"
    assert steps == ["s 1 10/01", "s 2 01/10"]
    given = ["g r1c1=1", "s 1 10/01", "n 2 r1c2=1 : C2 R1", "n 3 : C1 R1 R2 1", "claim unique"]
    assert trim(TWO, whole(TWO, given))[2:] == [given[0], "s 1 10/01", "n 2 : 1", "claim unique"]
    with pytest.raises(ProofError, match="line 3"):
        trim(TWO, whole(TWO, ["claim none"]))


def test_the_command_writes_a_trimmed_proof(tmp_path, capsys):
    puzzle, proof, out = tmp_path / "p.json", tmp_path / "proof", tmp_path / "trimmed.gz"
    puzzle.write_text(formats.dumps(TWO, "json"))
    proof.write_text("\n".join(whole(TWO, ["g r1c1=1", "s 1 10/01", "n 2", "claim unique"])))
    assert cli.main(["verify", "--given", str(puzzle), str(proof), "--trimmed", str(out)]) == 0
    assert gzip.decompress(out.read_bytes()).decode().endswith("\nn 2 : 1\nclaim unique\n")
    assert cli.main(["verify", "--given", str(puzzle), str(out)]) == 0


@pytest.mark.parametrize(
    "seed", [0, 2, 3, 4, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 5))]
)
def test_long_lines(seed):
    """Lines of two words of the kernel."""
    draw = random.Random(f"long {seed}")
    colours = draw.choice((1, 2))
    density, length = draw.choice((0.4, 0.7, 0.9)), draw.randint(60, 140)
    puzzle = random_puzzle((3, length), density, draw, colours)
    puzzle = puzzle if seed % 2 else puzzle.transpose()
    try:
        lines = naive_proofs.Writer(naive_proofs.plain(puzzle), draw).prove([])
    except naive_proofs.TooLong:
        pytest.skip("the search is too long")
    claim = lines[-1].removeprefix("claim ")
    assert naive_proofs.verdicts(puzzle, lines) == (claim, claim)
    for _ in range(5):
        ours, theirs = naive_proofs.verdicts(puzzle, naive_proofs.mutated(draw, lines))
        assert ours == theirs

"""Proofs for the checkers of SAT solvers: the puzzle as clauses, and a proof in DRUP or LRAT.

The nogoods of a proof, in order, are clauses that unit propagation confirms, which is what DRUP
asks for. LRAT also names, for every clause, those from which it follows, in order, so that a
checker does not search. Only weights have no such proof: counting needs exponentially many steps.

Sources: Heule, Hunt and Wetzler, "Trimming while checking clausal proofs" (FMCAD 2013);
Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification" (CADE
2017).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import chain
from typing import Literal, TypeAlias

from ..base.arguments import checked
from ..base.errors import OptionError, counted
from ..kernel import interface as kernel
from .clauses import Clause, Formula, dimacs, text_of
from .proof import Proof

#: The forms of such proofs.
Form: TypeAlias = Literal["drup", "lrat"]


@checked
def in_clauses(proof: Proof, form: Form = "lrat") -> tuple[Iterator[str], Iterator[str]]:
    """The lines of a DIMACS file, and those of a proof that it is unsatisfiable.

    The clauses say that there is a solution other than the pictures of the proof. LRAT has the
    steps that the end of the proof needs, each with all its hints, and each fact that is known for
    good before its first use. Writing takes memory for the clauses and for the hints.

    Args:
        proof: from `prove`, with the option ``bounds`` off.
        form: ``"drup"`` or ``"lrat"``.

    Raises:
        OptionError: the claim is ``"multiple"``, so nothing is unsatisfiable; or the solutions are
            counted by branches; or (when the steps are read) the proof has weights.
        EngineError: the kernel is missing.

    >>> from nonocsp import Puzzle, prove
    >>> proof = prove(Puzzle([[1]], [[1], []]))
    >>> clauses, steps = in_clauses(proof, "drup")
    >>> next(clauses), list(steps)
    ('p cnf 11 28', ['0'])
    >>> [step.split() for step in in_clauses(proof)[1]][-1][1:]
    ['0', '30', '29', '28', '0']
    """
    kernel.ensure_available()
    formula = Formula.denying(proof)
    return _stated(formula), (_lrat if form == "lrat" else _drup)(proof, formula)


def _stated(formula: Formula) -> Iterator[str]:
    if formula.givens:
        yield f"c with {counted(formula.givens, 'given')}"
    yield from dimacs(formula.clauses)


def _steps(proof: Proof) -> Iterator[tuple[str, list[str]]]:
    """The first word of each line, and the others. Raises `OptionError`."""
    for line in proof.lines():
        kind, *words = line.split()
        if kind == "w":
            raise OptionError("weights have no such proof: prove without bounds")
        yield kind, words


def _drup(proof: Proof, formula: Formula) -> Iterator[str]:
    known: dict[str, Clause] = {}
    for kind, words in _steps(proof):
        if kind == "n":
            clause = known[words[0]] = formula.nogood(_divided(words)[0])
            yield text_of(clause)
        elif kind == "d":
            for word in words:
                if len(clause := known.pop(word, ())) > 1:
                    yield f"d {text_of(clause)}"


def _lrat(proof: Proof, formula: Formula) -> Iterator[str]:
    clauses = array("i", chain.from_iterable((*clause, 0) for clause in formula.clauses))
    writer = kernel.compiled.LratWriter(formula.variables, clauses.tobytes(), formula.ends)
    picture = len(formula.clauses) - len(proof.pictures)
    # The last step names no hints. If it needs one of those left out, all are written after all.
    needed = _needed(proof)
    for is_whole in (False, True):
        for kind, words in _steps(proof):
            if kind == "s" and not is_whole:
                writer.name(int(words[0]), picture)
                picture += 1
            elif kind == "n" and (is_whole or words[0] in needed):
                facts, hints = _divided(words)
                writer.add(int(words[0]), formula.nogood(facts), [*map(formula.hint, hints)])
                text, is_over = writer.text()
                yield from text.decode().splitlines()
                if is_over:
                    return
            elif kind == "d" and not is_whole:
                for word in words:
                    writer.remove(int(word))
    raise AssertionError("a step does not follow")  # a mistake in this package


def _needed(proof: Proof) -> set[str]:
    """The steps that are used: those that say what is known for good, the last, and their hints."""
    found: set[str] = set()
    named: dict[str, list[str]] = {}
    for kind, words in _steps(proof):
        if kind == "n":
            facts, hints = _divided(words)
            named[words[0]] = [hint for hint in hints if hint.isdecimal()]
            if len(facts) < 2:
                found.add(words[0])
    for step in reversed(named):
        if step in found:
            found.update(named[step])
    return found


def _divided(words: list[str]) -> tuple[list[str], list[str]]:
    """The facts of a nogood and its hints, from the words after ``n``."""
    cut = words.index(":") if ":" in words else len(words)
    return words[1:cut], words[cut + 1 :]

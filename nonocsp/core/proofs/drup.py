"""Proofs for the checkers of SAT solvers: the puzzle as clauses, and a proof in DRUP.

The nogoods of a proof, in order, are clauses that unit propagation confirms, which is what DRUP
asks for. Only weights are not: counting needs exponentially many such steps.

Source: Heule, Hunt and Wetzler, "Trimming while checking clausal proofs" (FMCAD 2013).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.arguments import checked
from ..base.errors import OptionError, counted
from .clauses import Clause, Formula
from .proof import Proof


@checked
def drup(proof: Proof) -> tuple[Iterator[str], Iterator[str]]:
    """The lines of a DIMACS file, and those of a DRUP proof that it is unsatisfiable.

    The clauses say that there is a solution other than the pictures of the proof.

    Raises:
        OptionError: the claim is ``"multiple"``, so nothing is unsatisfiable; or the solutions are
            counted by branches.

    >>> from nonocsp import Puzzle, prove
    >>> clauses, steps = drup(prove(Puzzle([[1]], [[1], []])))
    >>> next(clauses), list(steps)
    ('p cnf 20 54', ['0'])
    """
    formula = Formula.denying(proof)
    return dimacs(formula), _steps(proof, formula)


def dimacs(formula: Formula) -> Iterator[str]:
    """The lines of a file of clauses, which begins with a comment if cells are given in it."""
    if formula.givens:
        yield f"c with {counted(formula.givens, 'given')}"
    yield f"p cnf {formula.variables} {len(formula.clauses)}"
    yield from map(_text, formula.clauses)


def _steps(proof: Proof, formula: Formula) -> Iterator[str]:
    known: dict[str, Clause] = {}
    for line in proof.lines():
        kind, *words = line.split()
        if kind == "w":
            raise OptionError("weights have no DRUP proof: prove without bounds")
        if kind == "n":
            clause = known[words[0]] = formula.nogood(words[1:])
            yield _text(clause)
        elif kind == "d":
            for word in words:
                if len(clause := known.pop(word, ())) > 1:
                    yield f"d {_text(clause)}"


def _text(clause: Clause) -> str:
    return " ".join(map(str, (*clause, 0)))

"""Proofs of verdicts: text files that say why a puzzle has no, one or several solutions.

`checker` checks them in plain Python and imports nothing of the package; it runs alone, and with
`count_checker` those that count by branches. `prove` writes them, `verify` checks them with the
kernel's checker, which shares no code with its search. `in_clauses` states them
for the checkers of SAT solvers.
"""

from .clausal import in_clauses
from .proof import Proof
from .proving import prove
from .verification import ProofError, VerifiedProof, verify

__all__ = ["Proof", "ProofError", "VerifiedProof", "in_clauses", "prove", "verify"]

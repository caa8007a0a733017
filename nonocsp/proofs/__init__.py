"""Proofs of verdicts: text files that say why a puzzle has no, one or several solutions.

`nonocsp.proofs.checker` checks them in plain Python and imports nothing of the package; it runs
alone. `verify` checks them with the kernel's checker, which shares no code with its search.
"""

from .verification import ProofError, VerifiedProof, verify

__all__ = ["ProofError", "VerifiedProof", "verify"]

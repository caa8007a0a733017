"""The command verify."""

from __future__ import annotations

import argparse
import json
import os

from ...core import LimitReached, Limits, Meter, OptionError, Stats, write_lines
from .command import (
    FORMAT,
    JSON,
    LOG,
    MEMORY,
    PUZZLE,
    SECONDS,
    argument,
    command,
    common,
    group,
    limits,
)
from .messages import DONE, NO_SOLUTION, say, stopped_by
from .reading import puzzle_of


@command(
    "check a proof of a verdict, or of the number of solutions",
    argument("file", metavar="PUZZLE", help="file with the puzzle, or - for standard input"),
    argument(
        "proof", metavar="PROOF", help="file with the proof, which may be compressed with gzip"
    ),
    FORMAT,
    PUZZLE,
    JSON,
    argument(
        "--given",
        action="store_true",
        help="accept a proof that takes cells as given, and count them",
    ),
    argument(
        "--trimmed",
        metavar="FILE",
        help="also write the proof to FILE, without unneeded steps",
    ),
    argument(
        "--with",
        dest="program",
        metavar="PROGRAM",
        help="for a proof in DRUP or LRAT, with its clauses in PROOF.cnf: check these, and let "
        "PROGRAM check the proof, as cake_lpr and drat-trim do",
    ),
    common(limits(SECONDS, MEMORY), group("reports", LOG)),
    examples=(
        "nonocsp verify input/heart.txt input/proofs/heart.proof",
        "nonocsp verify input/cross-eyed.txt input/proofs/cross-eyed.proof --json",
    ),
)
def verify(chosen: argparse.Namespace) -> int:
    from ...core import trim
    from ...core.proofs import ProofError, verify
    from ...core.proofs.proof import lines_of

    puzzle, limits = puzzle_of(chosen), Limits(seconds=chosen.seconds)
    if chosen.memory is not None:
        limits = limits.replace(memory=chosen.memory << 20)
    try:
        if chosen.trimmed and chosen.program is not None:
            raise OptionError("--trimmed is for proofs that nonocsp checks, without --with")
        how = {"given": chosen.given, "program": chosen.program, "limits": limits}
        found = verify(puzzle, chosen.proof, **how)
    except LimitReached as reached:
        return stopped_by(reached.limit, reached.detail, "the proof is not verified")
    except ProofError as error:
        if chosen.json:
            print(json.dumps({"verified": False, "error": str(error)}, ensure_ascii=False))
            return NO_SOLUTION
        # A proof in another form has its clauses beside it.
        is_other = chosen.program is None and os.path.exists(f"{chosen.proof}.cnf")
        advice = "; DRUP and LRAT are checked by --with PROGRAM" if is_other else ""
        return say(f"not verified: {error}{advice}", NO_SOLUTION)
    if chosen.trimmed:
        meter = Meter(Limits(seconds=chosen.seconds), Stats())
        try:
            with meter:
                trimmed = trim(puzzle, lines_of(chosen.proof), meter.tick)
        except LimitReached as reached:
            known = "the proof is verified, but not trimmed"
            return stopped_by(reached.limit, reached.detail, known)
        write_lines(chosen.trimmed, trimmed)
    if chosen.json:
        members = {"claim": found.claim, "steps": found.steps, "givens": found.givens}
        by = {"program": found.program} if found.program is not None else {}
        print(json.dumps({"verified": True, **members, **by}))
        return DONE
    print(found)
    return DONE

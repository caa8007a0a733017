"""The protocol ``tighten``: how long one line takes.

The bindings of the kernel offer no loop on the other side, so this is the time per call from
Python, the door included: some hundreds of nanoseconds that the search itself never pays. The set
``lines:length=1,density=1,known=0`` measures little else, and may be subtracted.
"""

from __future__ import annotations

import timeit
from typing import TYPE_CHECKING

from nonocsp.line import tighten as definition

from .adapters.base import Adapter, Refused
from .cases import Case

if TYPE_CHECKING:
    from .ask import Outcome

LOOPS, SECONDS = 5, 0.02


def tighten(engine: Adapter, case: Case, outcome: Outcome) -> None:
    """Time the tightening of a case's line: the best mean of a few loops, checked beforehand."""
    clue, candidates = case.puzzle.rows[0], case.candidates
    try:
        if candidates is None:
            raise Refused("the protocol tighten takes sets of lines only")
        call, read = engine.tightener(clue, candidates, len(case.puzzle.colours) - 1)
    except Refused as refused:
        outcome.status, outcome.detail = "refused", str(refused)
        return
    if read(call()) != definition(clue, candidates, len(case.puzzle.colours) - 1):
        outcome.status, outcome.detail = "wrong", "the line was tightened to something else"
        return
    timer = timeit.Timer(call)
    calls = max(1, int(SECONDS / max(timer.timeit(10) / 10, 1e-9)))
    outcome.seconds = min(timer.repeat(LOOPS, calls)) / calls
    outcome.counted = {"calls": LOOPS * calls, "blocks": len(clue or ())}

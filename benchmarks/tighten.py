"""The protocol ``tighten``: how long one line takes.

The kernel times a loop on its own side of the door, since a call from Python takes longer than the
tightening itself; other engines are timed call by call.
"""

from __future__ import annotations

import timeit
from typing import TYPE_CHECKING

from nonocsp.line import tighten as definition

from .adapters.base import Adapter, Refused
from .cases import Case

if TYPE_CHECKING:
    from .ask import Outcome

LOOPS, SECONDS, LOOP = 5, 0.02, 20_000


def tighten(engine: Adapter, case: Case, outcome: Outcome) -> None:
    """Time the tightening of a case's line: the best mean of a few loops, checked beforehand."""
    clue, candidates = case.puzzle.rows[0], case.candidates
    try:
        if candidates is None:
            raise Refused("the protocol tighten takes sets of lines only")
        colours = len(case.puzzle.colours) - 1
        call, read = engine.tightener(clue, candidates, colours)
    except Refused as refused:
        outcome.status, outcome.detail = "refused", str(refused)
        return
    if read(call()) != definition(clue, candidates, colours):
        outcome.status, outcome.detail = "wrong", "the line was tightened to something else"
        return
    outcome.counted = {"blocks": len(clue or ()), "calls": LOOPS * LOOP}
    inside = engine.tighten_seconds(clue, candidates, colours)
    if inside is not None:
        outcome.seconds = min(inside(LOOP) for _ in range(LOOPS))
        return
    timer = timeit.Timer(call)
    calls = max(1, int(SECONDS / max(timer.timeit(10) / 10, 1e-9)))
    outcome.seconds = min(timer.repeat(LOOPS, calls)) / calls
    outcome.counted["calls"] = LOOPS * calls

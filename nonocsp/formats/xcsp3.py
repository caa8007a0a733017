"""XCSP3, for constraint solvers: an array of cells, and a regular constraint a line. Written only.

    <instance format="XCSP3" type="CSP">
      <variables>
        <array id="x" note="colours of cells" size="[1][1]"> 0 1 </array>
      </variables>
      <constraints>
        <regular note="row 1">
          <list> x[0][] </list>
          <transitions> (q0,0,q0)(q0,1,q1)(q1,0,q2)(q2,0,q2) </transitions>
          <start> q0 </start>
          <final> q1 q2 </final>
        </regular>
      </constraints>
    </instance>

A value is the colour of a cell, 0 for blank. The model is that of `nonocsp.encodings.xcsp3`. The
suffix ``.xml`` is that of webpbn's format: use ``.xcsp3``, or say ``--to xcsp3``.
"""

from __future__ import annotations

from ..encodings.xcsp3 import to_xcsp3
from ..model.puzzle import Puzzle
from .base import ESSENTIAL, Format, never


def dump(puzzle: Puzzle) -> str:
    return to_xcsp3(puzzle)


FORMAT = Format(
    name="xcsp3",
    summary="an XCSP3 instance for constraint solvers",
    suffixes=(".xcsp3",),
    sniff=never,
    parse=None,
    dump=dump,
    carries=ESSENTIAL,
)

"""A model of CP-SAT, the solver of OR-tools, as a text of its protocol buffer. Written only.

    variables {
      name: "x_1_1"
      domain: 0
      domain: 1
    }

The variables of the cells come first, in row-major order; a value is a colour, 0 for blank. The
model is that of `nonocsp.encodings.cp_sat`, and writing it needs OR-tools.
"""

from __future__ import annotations

from ..common.errors import EngineError, FormatError
from ..encodings.cp_sat import cp_sat
from ..model.puzzle import Puzzle
from .base import ESSENTIAL, Format, never


def dump(puzzle: Puzzle) -> str:
    try:
        return str(cp_sat(puzzle).proto)
    except EngineError as error:
        raise FormatError(str(error)) from None


FORMAT = Format(
    name="cp-sat",
    summary="a CP-SAT model as a text of its protocol buffer",
    suffixes=(".pbtxt", ".textproto"),
    sniff=never,
    parse=None,
    dump=dump,
    carries=ESSENTIAL,
)

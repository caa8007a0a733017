"""Models for SAT, MIP and constraint solvers, of `nonocsp.files.encodings`. Written only.

``dimacs``: clauses, in DIMACS CNF, by the order encoding of blocks. The variables of the cells come
first, in row-major order, for each cell one for each block colour; a comment explains every
variable. The models are the solutions, one for one, and the line ``c p show`` has the cells as the
projection set.

    c nonogram of 1 rows and 1 columns, stated by nonocsp
    c 1 row 1 column 1 colour 1
    c t pmc
    p cnf 1 1
    c p show 1 0
    1 0

``lp``: linear constraints over zeros and ones, by the order encoding, in the LP format of CPLEX.
``x_1_1`` is 1 if the cell in row 1 and column 1 is filled; with several colours, ``x_1_1_2`` is 1
if it has colour 2.

    Minimize
     obj: 0 x_1_1
    Subject To
     c1: x_1_1 = 1
    Binary
     x_1_1
    End

``opb``: the same for pseudo-Boolean solvers. The variables of the cells come first, as in
``dimacs``, and a comment names each.

    * #variable= 1 #constraint= 1
    * x1 x_1_1
    +1 x1 = 1 ;

``xcsp3``: an array of cells and a regular constraint a line. A value is the colour of a cell, 0 for
blank. The suffix ``.xml`` is that of webpbn's format: use ``.xcsp3`` or ``--to xcsp3``.

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

``minizinc``: a model with its data in one file, for ``minizinc file``. Its output is the picture;
``minizinc -a`` prints all solutions. Data for the models of others is the format dzn.

    array[1..rows, 1..columns] of var 1..colours: x;
    % row 1
    constraint regular([x[1, j] | j in 1..columns], 3, colours,
      [|1, 2|3, 0|3, 0|], 1, {2, 3});
    solve satisfy;

``cp-sat``: a model of CP-SAT, the solver of OR-tools, as a text of its protocol buffer. The
variables of the cells come first, in row-major order; a value is a colour, 0 for blank. Writing it
needs OR-tools.

    variables {
      name: "x_1_1"
      domain: 0
      domain: 1
    }
"""

from __future__ import annotations

from collections.abc import Callable

from ...core import EngineError, FormatError, Puzzle
from ..encodings.cnf import cnf
from ..encodings.cp_sat import cp_sat
from ..encodings.linear import to_lp, to_opb
from ..encodings.minizinc import to_minizinc
from ..encodings.xcsp3 import to_xcsp3
from .format import ESSENTIAL, Format, never


def _cp_sat(puzzle: Puzzle) -> str:
    try:
        return str(cp_sat(puzzle).proto)
    except EngineError as error:
        raise FormatError(str(error)) from None


def _model(name: str, dump: Callable[[Puzzle], str], summary: str, *suffixes: str) -> Format[str]:
    return Format(name, summary, suffixes, never, None, lambda puzzle: dump(puzzle), ESSENTIAL)


FORMATS = (
    _model(
        "dimacs",
        lambda puzzle: cnf(puzzle).to_dimacs(),
        "clauses for SAT solvers and model counters",
        ".cnf",
        ".dimacs",
    ),
    _model("lp", to_lp, "linear constraints for MIP solvers", ".lp"),
    _model("opb", to_opb, "linear constraints for pseudo-Boolean solvers", ".opb"),
    _model("xcsp3", to_xcsp3, "an XCSP3 instance for constraint solvers", ".xcsp3"),
    _model("minizinc", to_minizinc, "a MiniZinc model with its data", ".mzn"),
    _model(
        "cp-sat", _cp_sat, "a CP-SAT model as a text of its protocol buffer", ".pbtxt", ".textproto"
    ),
)

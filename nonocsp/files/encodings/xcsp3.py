"""An XCSP3 instance: an array of cells, and a regular constraint for every line.

The value of ``x[i][j]``, counted from 0, is the colour of the cell, 0 for blank. There are no other
variables, and solutions of puzzle and instance correspond one to one.

Source: Boussemart, Lecoutre, Audemard and Piette, "XCSP3: an integrated format for benchmarking
combinatorial constrained problems" (2016), for ``array`` and ``regular``.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Board, Puzzle, checked
from ...core.line.definition import Automaton

__all__ = ["to_xcsp3"]


@checked
def to_xcsp3(puzzle: Puzzle) -> str:
    """The instance, as XML. Cost: a transition for every state and colour of every line.

    >>> print(to_xcsp3(Puzzle([[1]], [None])))
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
    <BLANKLINE>
    """
    values = " ".join(map(str, range(len(puzzle.colours))))
    size = "".join(f"[{side}]" for side in _sides(puzzle.board))
    lines = [
        '<instance format="XCSP3" type="CSP">',
        "  <variables>",
        f'    <array id="x" note="colours of cells" size="{size}"> {values} </array>',
        "  </variables>",
        "  <constraints>",
        *_constraints(puzzle),
        "  </constraints>",
        "</instance>",
        "",
    ]
    return "\n".join(lines)


def _sides(board: Board) -> tuple[int, ...]:
    """The array is as the board; where that is not a rectangle, one cell after the other."""
    return board.table or (board.size,)


def _constraints(puzzle: Puzzle) -> Iterator[str]:
    for line in puzzle.lines:
        clue = puzzle.clue(line)
        if clue is None:
            continue
        automaton = Automaton(clue, puzzle.block_colours, puzzle.length(line))
        if not puzzle.board.table:
            cells = " ".join(f"x[{cell}]" for cell in puzzle.cells(line))
        else:
            cells = f"x[{line.index}][]" if line.is_row else f"x[][{line.index}]"
        steps = "".join(f"(q{a},{colour},q{b})" for a, colour, b in automaton.transitions)
        yield f'    <regular note="{line}">'
        yield f"      <list> {cells} </list>"
        yield f"      <transitions> {steps} </transitions>"
        yield "      <start> q0 </start>"
        accepting = " ".join(f"q{state}" for state in sorted(automaton.accepting))
        yield f"      <final> {accepting} </final>"
        yield "    </regular>"

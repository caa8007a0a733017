"""A clue as a finite automaton: what the systems with a regular constraint are told.

The word is the line, cell by cell, and a letter the colour of a cell, 0 for blank. A state is a
place in the clue: before a block, inside it after so many cells, or behind the last. The automaton
is deterministic, so that every line that satisfies the clue is accepted in one way.

Source: Pesant, "A regular language membership constraint for finite sequences of variables" (CP
2004), whose example is the nonogram's stretches.
"""

from __future__ import annotations

from typing import NamedTuple

from ..puzzle import Clue


class Automaton(NamedTuple):
    """A deterministic automaton; what is not in its table has no way on."""

    states: int
    """States are numbered from 0, which is the first."""
    steps: dict[tuple[int, int], int]
    """The next state for a state and a colour, ordered by both."""
    accepting: tuple[int, ...]

    def accepts(self, word: bytes) -> bool:
        """Whether a line is among those of the automaton. Cost: linear in the cells.

        >>> automaton((), 1).accepts(bytes([0, 0]))
        True
        """
        state: int | None = 0
        for colour in word:
            state = self.steps.get((state, colour)) if state is not None else None
        return state in self.accepting


def automaton(clue: Clue | None, colours: int) -> Automaton:
    """The automaton of the lines that satisfy a clue, of whatever length.

    Args:
        clue: any clue; None, an absent one, accepts every line.
        colours: the number of block colours of the puzzle.

    Cost: a state for every cell that a block is sure to have, and one for every gap.

    >>> from nonocsp import Block
    >>> stated = automaton((Block(2),), 1)
    >>> stated.states, stated.accepts(bytes([0, 1, 1, 0])), stated.accepts(bytes([1, 0, 1, 0]))
    (4, True, False)
    """
    if clue is None:
        return Automaton(1, {(0, colour): 0 for colour in range(colours + 1)}, (0,))
    steps: dict[tuple[int, int], int] = {(0, 0): 0}
    state, before = 0, [0]  # before: the states from which the next block may begin
    for number, block in enumerate(clue):
        for _ in range(block.length or 1):
            for origin in before:
                steps[origin, block.colour] = state + 1
            state += 1
            before = [state]
        if block.length is None:
            steps[state, block.colour] = state
        full = state
        state += 1
        steps[full, 0] = steps[state, 0] = state
        last = number == len(clue) - 1
        touches = not last and clue[number + 1].colour != block.colour
        before = [full, state] if touches or last else [state]
    return Automaton(state + 1, dict(sorted(steps.items())), tuple(before))

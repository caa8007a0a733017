"""The automaton of a clue with stars, by the subset construction.

A nondeterministic automaton reads any cells in the position of a star, and guesses which is the
last one: its colour must not be that of the next block. A set of its positions is one state of the
deterministic automaton. Once a set has a star, what comes before the star adds no line and is left
out, so that the sets are few. Source: M. O. Rabin and D. Scott, "Finite automata and their decision
problems" (1959).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ..base.errors import EngineError
from ..model.clue import Block, Clue, needs_gap

#: States of an automaton, at most.
MOST_STATES = 20_000


def star_automaton(clue: Clue, block_colours: int) -> tuple[list[dict[int, int]], set[int]]:
    """For every state the next state for each colour, and the accepting states.

    Raises:
        EngineError: there are more than `MOST_STATES` states. Only blocks of unknown length between
            stars can do that, by powers of two.

    >>> from nonocsp import Block
    >>> steps, accepting = star_automaton((Block(1), Block("*")), 1)
    >>> steps
    [{0: 0, 1: 1}, {0: 2}, {0: 2, 1: 2}]
    """
    positions = _Positions(clue, range(block_colours + 1))
    numbers = {frozenset({0}): 0}
    steps: list[dict[int, int]] = []
    for some in (waiting := [*numbers]):
        step = {}
        for colour in positions.colours:
            reached = positions.read(some, colour)
            if not reached:
                continue
            if reached not in numbers:
                numbers[reached] = len(numbers)
                waiting.append(reached)
                if len(numbers) > MOST_STATES:
                    raise EngineError(f"a clue with '*' has more than {MOST_STATES} states")
            step[colour] = numbers[reached]
        steps.append(step)
    return steps, {number for some, number in numbers.items() if some & positions.ends}


class _Positions:
    """The nondeterministic automaton. Position 0 has read blanks only."""

    def __init__(self, clue: Clue, colours: range) -> None:
        self.colours = colours
        self.ends = {0}
        """Where the clue may be complete; while it is built, the clue up to here."""
        self._entrances = {0}  # where the next block may begin
        self._before = 0  # the colour of the last block
        self._stars: set[int] = set()
        self._ways: list[dict[int, set[int]]] = [defaultdict(set)]
        self._lead({0}, {0}, 0)
        for number, block in enumerate(clue):
            following = clue[number + 1] if number + 1 < len(clue) else None
            if block.is_star:
                self._add_star(following)
            else:
                self._add_block(block, following)

    def read(self, some: Iterable[int], colour: int) -> frozenset[int]:
        """The positions behind a cell, from the last star on."""
        found = set().union(*(self._ways[position].get(colour, ()) for position in some))
        newest = max(self._stars & found, default=0)
        return frozenset(position for position in found if position >= newest)

    def _add(self) -> int:
        self._ways.append(defaultdict(set))
        return len(self._ways) - 1

    def _lead(self, positions: Iterable[int], colours: Iterable[int], to: int) -> None:
        for position in positions:
            for colour in colours:
                self._ways[position][colour].add(to)

    def _add_star(self, following: Block | None) -> None:
        inside, last = self._add(), self._add()
        self._stars.add(inside)
        # The block before does not go on.
        others = {0, *self.colours} - ({self._before} - {0})
        self._lead(self.ends, others, inside)
        self._lead({inside}, self.colours, inside)
        if following is not None:
            self._lead(self.ends, others - {following.colour}, last)
            self._lead({inside}, {*self.colours} - {following.colour}, last)
        may_touch = following is None or following.colour != self._before
        self._entrances = {last, *(self.ends if may_touch else ())}
        self.ends = self.ends | {inside}

    def _add_block(self, block: Block, following: Block | None) -> None:
        position = 0
        for _ in range(block.length or 1):
            position = self._add()
            self._lead(self._entrances, {block.colour}, position)
            self._entrances = {position}
        if block.length is None:
            self._lead({position}, {block.colour}, position)
        self.ends, self._before = {position}, block.colour
        if following is None or not (following.is_attached or following.is_star):
            gap = self._add()
            self._lead({position, gap}, {0}, gap)
            self.ends.add(gap)
            if following is not None:
                is_apart = needs_gap(block, following)
                self._entrances = {gap} if is_apart else {position, gap}

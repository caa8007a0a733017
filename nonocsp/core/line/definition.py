"""The regular constraint for one line: placements, their number, tightening and explanations.

This is the reference that every faster implementation must agree with. A placement is the decided
line itself, one byte a cell, so placements compare and sort as bytes do: *lexicographic order*
means blank before colour 1 before colour 2, the first cell most significant. (For a block of 2 in 4
cells: ``__##``, ``_##_``, ``##__``.)

The lines that satisfy a clue form a regular language, accepted by a small deterministic automaton
whose state is the part of the clue that has been read. Unrolled along the line, it is a layered
graph whose paths are the placements; restricted to the candidates of each cell, the paths are the
placements still possible. Counting paths counts placements, and tightening keeps the colours on
edges that lie on some path.

Sources: G. Pesant, "A regular language membership constraint for finite sequences of variables"
(CP 2004), for the layered graph; K. J. Batenburg and W. A. Kosters, "Solving nonograms by combining
relaxations" (Pattern Recognition 42, 2009), for deciding and tightening a nonogram line by dynamic
programming; N. Ueda and T. Nagao, "NP-completeness results for nonogram" (1996): lines alone do not
suffice.

In the costs below, n is the number of cells, s the number of states (the sum of the lengths plus
the number of blocks plus one) and k the number of block colours.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import comb
from typing import TypeAlias

from ..base.arguments import checked
from ..base.errors import OptionError
from ..model.bits import full, mask_of, members
from ..model.clue import Block, Clue, has_star, minimal_length, needs_gap
from ..options.mus import minimal_unsatisfiable_subset
from .stars import star_automaton

#: For every cell of a line, its candidates as bits: bit ``c`` for colour ``c``, bit 0 for blank.
Candidates: TypeAlias = Sequence[int]


@checked
class Automaton:
    """The automaton that accepts exactly the lines with a given clue.

    Args:
        clue: the blocks, or None for an absent clue, which accepts everything.
        block_colours: number of block colours (only an absent clue depends on it).
        length: cells of the line. A clue that does not fit it is replaced by one block that is too
            long, so that the size is bounded.

    State 0 has read only blanks. Each cell of a block is a state; an unknown length is one state
    with a loop. After a block there may be blanks, or at once a block of another colour, as its
    joint says. Cost of building: O(s). With stars see `star_automaton`.

    >>> from nonocsp import Block
    >>> automaton = Automaton((Block(1), Block(1)))
    >>> automaton.steps[0], automaton.accepting
    ({0: 0, 1: 1}, {3, 4})
    """

    def __init__(
        self, clue: Clue | None, block_colours: int = 1, length: int | None = None
    ) -> None:
        if length is not None and clue is not None and minimal_length(clue) > length:
            clue = (Block(length + 1),)
        self.steps: list[dict[int, int]] = [{0: 0}]
        """For every state, the next state for each colour."""
        self.accepting: set[int] = {0}
        """The states in which the whole clue has been read."""
        if clue is None:
            self.steps = [dict.fromkeys(range(block_colours + 1), 0)]
            return
        if has_star(clue):
            self.steps, self.accepting = star_automaton(clue, block_colours)
            return
        entrances = [0]  # states from which the next block may start
        for number, block in enumerate(clue):
            first = len(self.steps)
            for state in entrances:
                self.steps[state][block.colour] = first
            for offset in range(block.length or 1):
                state = first + offset
                self.steps.append({block.colour: state + 1})
            last, gap = len(self.steps) - 1, len(self.steps)
            self.steps[last] = {block.colour: last} if block.length is None else {}
            self.accepting = {last}
            following = clue[number + 1] if number + 1 < len(clue) else None
            if following is None or not following.is_attached:
                self.steps[last][0] = gap
                self.steps.append({0: gap})
                self.accepting.add(gap)
            if following is None or following.is_attached:
                entrances = [last]
            else:
                entrances = [gap] if needs_gap(block, following) else [last, gap]

    @property
    def transitions(self) -> list[tuple[int, int, int]]:
        """The partial transition function as triples (state, colour, next state), sorted.

        >>> from nonocsp import Block
        >>> Automaton((Block(2),)).transitions
        [(0, 0, 0), (0, 1, 1), (1, 1, 2), (2, 0, 3), (3, 0, 3)]
        """
        steps = enumerate(self.steps)
        return [(state, colour, to) for state, ways in steps for colour, to in sorted(ways.items())]


def check_line(
    clue: Clue | None, length: int, block_colours: int, candidates: Candidates | None
) -> None:
    """Raises `OptionError` where the arguments of a function here contradict each other."""
    if clue and max(block.colour for block in clue) > block_colours:
        raise OptionError(f"clue has a colour above block_colours, which is {block_colours}")
    if candidates is not None:
        if len(candidates) != length:
            raise OptionError(f"candidates must be {length} masks, not {len(candidates)}")
        if candidates and not 0 <= min(candidates) <= max(candidates) < 2 << block_colours:
            raise OptionError(f"candidates have a colour outside 0 to {block_colours}")


def check_cells(name: str, cells: Collection[int], length: int) -> None:
    """Raises `OptionError` where a line has not all of these cells."""
    if cells and not 0 <= min(cells) <= max(cells) < length:
        raise OptionError(f"{name} has a cell outside 0 to {length - 1}")


def check_cell(cell: int, colour: int, length: int, block_colours: int) -> None:
    """Raises `OptionError` where a line has no such cell, or the cell no such colour."""
    if not -1 <= cell < length:
        raise OptionError(f"cell must be below {length}, the length, not {cell}")
    if cell >= 0 and not 0 <= colour <= block_colours:
        raise OptionError(f"colour must be at most {block_colours}, not {colour}")


@checked
def placements(
    clue: Clue | None, length: int, block_colours: int = 1, candidates: Candidates | None = None
) -> Iterator[bytes]:
    """All placements of a clue in a line, in lexicographic order, lazily.

    Args:
        clue: the blocks, or None for an absent clue.
        length: cells of the line.
        block_colours: number of block colours.
        candidates: only the placements compatible with these; None means all.

    Cost: O(n s k) before the first, then O(n) each, without dead ends.

    >>> from nonocsp import Block
    >>> [placement.hex() for placement in placements((Block(2),), 4)]
    ['00000101', '00010100', '01010000']
    """
    check_line(clue, length, block_colours, candidates)
    return _placements(clue, length, block_colours, candidates)


def _placements(
    clue: Clue | None, length: int, block_colours: int, candidates: Candidates | None
) -> Iterator[bytes]:
    if clue is not None and minimal_length(clue) > length:
        return
    automaton = Automaton(clue, block_colours)
    steps, ways = automaton.steps, _ways_to_end(automaton, length, candidates)
    if not ways[0].get(0):
        return
    cells = bytearray(length)
    # An explicit stack of iterators instead of recursion: lines may be longer than the call stack.
    stack = [iter(_choices(steps, ways, candidates, 0, 0))]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
            continue
        position = len(stack) - 1
        cells[position], state = step
        if position + 1 == length:
            yield bytes(cells)
        else:
            stack.append(iter(_choices(steps, ways, candidates, position + 1, state)))


@checked
def count(
    clue: Clue | None, length: int, block_colours: int = 1, candidates: Candidates | None = None
) -> int:
    """The exact number of placements, without listing them.

    Cost: O(n s k) additions; without candidates one binomial coefficient, since the spare cells are
    distributed freely over the gaps and the blocks of unknown length.

    >>> from nonocsp import Block
    >>> count((Block(1),) * 10, 40)
    44352165
    >>> count((Block("?"),), 3, candidates=[3, 3, 2])
    3
    """
    check_line(clue, length, block_colours, candidates)
    if clue is not None and minimal_length(clue) > length:
        return 0
    if candidates is None and not has_star(clue):
        if clue is None:
            return int((block_colours + 1) ** length)
        spare = length - minimal_length(clue)
        places = len(clue) + sum((block.length is None) - block.is_attached for block in clue)
        return comb(spare + places, places)
    return _ways_to_end(Automaton(clue, block_colours), length, candidates)[0].get(0, 0)


@checked
def tighten(
    clue: Clue | None, candidates: Candidates, block_colours: int = 1
) -> tuple[int, ...] | None:
    """For every cell, the colours that it has in some placement compatible with the candidates.

    Returns None if there is none. Applied to every line until nothing changes, this is arc
    consistency of the model whose variables are lines and whose values are placements.
    Cost: O(n s k).

    >>> from nonocsp import Block
    >>> tighten((Block(3),), [3, 3, 3, 3])
    (3, 2, 2, 3)
    >>> tighten((Block(3),), [1, 3, 1, 3]) is None
    True
    """
    check_line(clue, len(candidates), block_colours, candidates)
    if clue is not None and minimal_length(clue) > len(candidates):
        return None
    automaton = Automaton(clue, block_colours)
    steps, ways = automaton.steps, _ways_to_end(automaton, len(candidates), candidates)
    if not ways[0].get(0):
        return None
    kept = []
    reached = {0}
    for position in range(len(candidates)):
        edges = [
            edge for state in reached for edge in _choices(steps, ways, candidates, position, state)
        ]
        kept.append(mask_of(colour for colour, _ in edges))
        reached = {state for _, state in edges}
    return tuple(kept)


@checked
def colour_counts(
    clue: Clue | None, candidates: Candidates, block_colours: int = 1
) -> tuple[tuple[int, ...], ...]:
    """For every cell and colour, the exact number of placements in which the cell has the colour.

    Only placements compatible with the candidates count, so that every cell sums up to `count`:
    the colours of a cell, divided by it, are the marginals of the line. They are numbers of paths
    forward times backward; cost: O(n s k) additions and multiplications.

    >>> from nonocsp import Block
    >>> colour_counts((Block(2),), [3, 3, 3, 3])
    ((2, 1), (1, 2), (1, 2), (2, 1))
    """
    check_line(clue, len(candidates), block_colours, candidates)
    automaton = Automaton(clue, block_colours, len(candidates))
    steps = [tuple(step.items()) for step in automaton.steps]
    from_start = _paths(steps, {0: 1}, candidates)
    ways = _ways_to_end(automaton, len(candidates), candidates)
    counts = []
    for allowed, before, after in zip(candidates, from_start, ways[1:], strict=False):
        found = [0] * (block_colours + 1)
        for state, paths in before.items():
            for colour, target in steps[state]:
                if allowed >> colour & 1 and target in after:
                    found[colour] += paths * after[target]
        counts.append(tuple(found))
    return tuple(counts)


#: A missing candidate: this cell cannot have this colour.
Lack: TypeAlias = tuple[int, int]


@checked
def explain(
    clue: Clue | None, candidates: Candidates, cell: int, colour: int, block_colours: int = 1
) -> tuple[Lack, ...] | None:
    """A minimal set of missing candidates that forces a colour out of a cell.

    Args:
        clue: the blocks, or None for an absent clue.
        candidates: what is known of the line.
        cell: the cell, or -1 for a set that leaves the line without any placement.
        colour: the colour that the cell cannot have (ignored with ``cell=-1``).
        block_colours: number of block colours.

    Returns pairs (cell, colour), none of which can be spared, in the order of the cells; None if
    the colour is not forced out. Cost: about k log n tightenings for k pairs.

    >>> from nonocsp import Block
    >>> explain((Block(3),), [3, 3, 3, 1], cell=0, colour=0)
    ((3, 1),)
    >>> explain((Block(3),), [3, 3, 3, 3], cell=0, colour=0) is None
    True
    """
    check_line(clue, len(candidates), block_colours, candidates)
    check_cell(cell, colour, len(candidates), block_colours)
    unknown = full(block_colours)
    missing = [(at, c) for at, mask in enumerate(candidates) for c in members(unknown & ~mask)]

    def is_unsatisfiable(some: Sequence[Lack]) -> bool:
        masks = [unknown] * len(candidates)
        if cell >= 0:
            masks[cell] = 1 << colour
        for at, lacking in some:
            masks[at] &= ~(1 << lacking)
        return next(_placements(clue, len(masks), block_colours, masks), None) is None

    if not is_unsatisfiable(missing):
        return None
    return tuple(minimal_unsatisfiable_subset(missing, is_unsatisfiable))


def _ways_to_end(
    automaton: Automaton, length: int, candidates: Candidates | None
) -> list[dict[int, int]]:
    """``ways[p][state]``: paths from a state before cell ``p`` to the end; no zeros."""
    sources: list[list[tuple[int, int]]] = [[] for _ in automaton.steps]
    for state, colour, target in automaton.transitions:
        sources[target].append((colour, state))
    masks = [-1] * length if candidates is None else candidates[::-1]
    return _paths(sources, dict.fromkeys(automaton.accepting, 1), masks)[::-1]


def _paths(
    edges: Sequence[Sequence[tuple[int, int]]], first: dict[int, int], masks: Sequence[int]
) -> list[dict[int, int]]:
    """The numbers of paths that lead to each state before, between and after some cells.

    ``edges`` has for every state the colours and states that follow.
    """
    layers = [first]
    for allowed in masks:
        reached: dict[int, int] = {}
        for state, paths in layers[-1].items():
            for colour, target in edges[state]:
                if allowed >> colour & 1:
                    reached[target] = reached.get(target, 0) + paths
        layers.append(reached)
    return layers


def _choices(
    steps: list[dict[int, int]],
    ways: list[dict[int, int]],
    candidates: Candidates | None,
    position: int,
    state: int,
) -> list[tuple[int, int]]:
    """The colours of a cell that lead to the end, ascending, with the next state."""
    allowed = -1 if candidates is None else candidates[position]
    after = ways[position + 1]
    return [
        (colour, target)
        for colour, target in sorted(steps[state].items())
        if allowed >> colour & 1 and target in after
    ]

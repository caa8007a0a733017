"""How many minutes people take for a puzzle, from the steps that solve it.

A step takes time to find and time to do. To find is counted in units of cost, the scale of `rate`:

- *Find.* A step costs what its technique and its reasons cost. Before it, lines are looked at in
  vain, each for `LOOK` units and ten cells. The open lines are looked at in random order until one
  shows something: v / (p + 1) on average, for v lines without a step and p places with one. A
  place shows something from the step on that gives the last of its reasons. A line is not looked
  at again before one of its cells changes. A step of several lines is looked for when no single
  line shows anything. So a puzzle is slow where few steps can be made at a time, as R. Pelánek
  found of people and Sudoku ("Difficulty rating of Sudoku puzzles: an overview and evaluation",
  2014).
- *Do.* Every cell that gets its colour takes `CELL` seconds.

`UNIT` alone is fitted: to the mean times of the people who finished four random puzzles of 10x10
with one solution (405, 508, 666 and 851 seconds, 25 to 31 people each; He, Ju, Calver and Gao,
arXiv:2608.23300), which are 0.75 to 1.26 times those of the model. The rest is set. A look costs
as much as a pattern of middling cost, since it checks all of them in part; anything from 1 to 8
fits the four as well. A cell is pointing and pressing, 1.3 seconds in the keystroke-level model (S.
Card, T. Moran and A. Newell, 1980), of which a drag saves some. For other sizes, colours, other
boards and steps of several lines it is a guess.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from ...core import Line, counted, has_several
from .explanation import Explanation, Outcome
from .steps import Step

#: Seconds for a unit of cost.
UNIT = 2.0

#: The cost of looking at ten cells of a line that shows nothing.
LOOK = 3.0

#: Seconds to give a cell its colour.
CELL = 1.0

#: The least minutes for each word.
LENGTHS: tuple[tuple[float, str], ...] = (
    (0, "very short"),
    (3, "short"),
    (8, "medium"),
    (20, "long"),
    (60, "very long"),
)

#: Eight of ten people take between half and twice the minutes: on one puzzle the standard deviation
#: of the logarithm of the seconds of 22 people is 0.57, in the study above.
FACTOR = 2


def minutes_of(explanation: Explanation) -> float | None:
    """The minutes that people take on average for the steps of a finished explanation, to a tenth.

    None if it did not end with every cell decided. Cost: the number of steps times that of lines.

    >>> from nonocsp import Puzzle
    >>> from nonocsp.people.explanation import explain
    >>> minutes_of(explain(Puzzle([[3], [1]], [[1], [2], [1]])).run())
    0.3
    """
    if explanation.outcome is not Outcome.SOLVED:
        return None
    cost = sum(step.cost for step in explanation.found)
    cells = sum(map(has_several, explanation.start.masks))
    return round((UNIT * (cost + LOOK * cells_in_vain(explanation) / 10) + CELL * cells) / 60, 1)


def range_in_words(minutes: float) -> str:
    """The times between which most people lie, no more exact than they are known.

    >>> [range_in_words(each) for each in (0.2, 1.4, 10.6, 36.6, 60, 341)]
    ['up to 1 minute', '1 to 3 minutes', '5 to 20 minutes', '20 to 75 minutes',\
 '30 minutes to 2 hours', '3 to 11 hours']
    """
    shortest, longest = minutes / FACTOR, minutes * FACTOR
    low, high = _rounded(shortest), max(1, _rounded(longest))
    if longest >= 100:
        hours = counted(int(longest / 60 + 0.5), "hour")
        return f"{f'{low} minutes' if low < 50 else int(shortest / 60 + 0.5)} to {hours}"
    return f"{low} to {high} minutes" if 0 < low < high else f"up to {counted(high, 'minute')}"


def _rounded(minutes: float) -> int:
    step = 1 if minutes < 10 else 5
    return step * int(minutes / step + 0.5)


def cells_in_vain(explanation: Explanation) -> float:
    """The cells of all lines that are looked at in vain, on average."""
    puzzle, steps = explanation.puzzle, explanation.found
    number = puzzle.board.number
    # A line without a clue shows nothing, and is not looked at.
    length = {line: puzzle.length(line) * (puzzle.clue(line) is not None) for line in puzzle.lines}
    undecided = Counter(
        line
        for cell, mask in enumerate(explanation.start.masks)
        if has_several(mask)
        for line, _ in puzzle.lines_through(cell)
    )
    # The chance that a line has changed since it was last looked at.
    unseen = dict.fromkeys(length, 1.0)
    total = 0.0
    for step, places, several in _openings(steps):
        is_single = len(step.lines) == 1
        shown = several if is_single else 0
        for line, chance in unseen.items():
            if chance and undecided[line] > 0 and not (is_single and places[(line,)] > 0):
                total += length[line] * chance / (shown + 1)
                unseen[line] = chance * shown / (shown + 1)
        for one in step.cells:
            for line, _ in puzzle.lines_through(number(one.row, one.column)):
                undecided[line] -= one.colour is not None
                unseen[line] = 1.0
        for line in step.lines:
            unseen[line] = 0.0
    return total


def scarcity(explanation: Explanation) -> tuple[int, ...]:
    """Before each step of a finished explanation, the number of places that show a step: lines, or
    groups of lines, with a later step of the explanation whose reasons are known.

    >>> from nonocsp import Puzzle
    >>> from nonocsp.people.explanation import explain
    >>> scarcity(explain(Puzzle([[3], [1]], [[1], [2], [1]])).run())
    (2, 1, 1)
    """
    return tuple(several for _, _, several in _openings(explanation.found))


def _openings(steps: Sequence[Step]) -> Iterator[tuple[Step, Counter[tuple[Line, ...]], int]]:
    """Each step with the places that show one then: the number of steps of each group of lines, and
    of the groups that have any."""
    # By the number of steps that were made: the lines of the steps that can be made from then on.
    ready: defaultdict[int, list[tuple[Line, ...]]] = defaultdict(list)
    for step in steps:
        ready[max(step.uses, default=-1) + 1].append(step.lines)
    places: Counter[tuple[Line, ...]] = Counter()
    several = 0
    for at, step in enumerate(steps):
        for lines in ready[at]:
            several += not places[lines]
            places[lines] += 1
        yield step, places, several
        places[step.lines] -= 1
        several -= not places[step.lines]

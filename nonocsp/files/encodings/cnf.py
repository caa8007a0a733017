"""CNF by the order encoding of blocks, for SAT solvers and model counters.

There is a variable for each cell and block colour ("the cell has it"; blank is none of them) and,
for each block and position, "the block starts at or before it". Bounds on starts are single
literals, so learned clauses can use block positions: a conflict over many cells often needs few
bounds. A block of unknown length has a second chain, "the block ends at or before it"; otherwise
the end follows from the start. No variable states which block covers a cell. For a line of n cells
and k blocks there are O(n k) variables and short clauses:

- bounds are monotone, and one event (the start or end of a block) keeps its distance from the next;
- a cell at or behind the start of a block and not behind its end has the block's colour;
- a cell behind one block and before the next is blank.

Every cell is in one of the last two cases, so propagation goes both ways, from blocks to cells and
back. A picture satisfies a clue by one placement only, since its runs are the blocks in order. So
the cells determine all other variables: **models and solutions correspond one to one**, with or
without projection to the cells.

A clue with stars has no such positions. Its deterministic automaton has a variable for every state
before every cell; a cell's colour leads from one state to the next, so the cells determine them.

Source: the order encoding of Tamura, Taga, Kitagawa and Banbara, "Compiling finite linear CSP into
SAT" (Constraints 14, 2009).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Literal, NamedTuple, TypeAlias

from ...core import (
    Clue,
    Grid,
    Line,
    OptionError,
    Picture,
    Puzzle,
    PuzzleError,
    check_fit,
    checked,
    clues_by_axis,
    has_star,
    minimal_length,
    quoted,
)
from ...core.line.definition import Automaton
from ...core.model.clue import needs_gap

__all__ = ["Bounds", "Cnf", "States", "cnf"]

#: A disjunction of literals: a variable's number, negative for its negation.
Clause: TypeAlias = tuple[int, ...]

#: An unsatisfiable pair: many readers of DIMACS reject an empty clause.
_NEVER: tuple[Clause, ...] = ((1,), (-1,))


class Bounds(NamedTuple):
    """The variables for one event: number ``variables[i]`` means "at or before ``first + i``"."""

    line: Line
    block: int
    """The number of the block in its clue, from 0."""
    event: Literal["starts", "ends"]
    """Whether the bounds are on the first or on the last cell of the block."""
    first: int
    """The first cell where this can be, from 0. It is always at or before ``first + n`` for n
    variables."""
    variables: range


class States(NamedTuple):
    """The variables for a cell of a line with stars: ``variables[i]`` means that the automaton of
    the clue is in state ``states[i]`` before the cell."""

    line: Line
    cell: int
    """The cell's place in the line, from 0; the number of its cells means the end."""
    states: tuple[int, ...]
    variables: range


@dataclass(frozen=True, slots=True)
class Cnf:
    """The clauses of a puzzle, the meaning of their variables, and the decoding of models.

    Variables are counted from 1: those of the cells first, in row-major order, for each cell one
    for each block colour; then those of the bounds, which the cells determine.
    """

    puzzle: Puzzle
    """The encoded puzzle."""
    variables: int
    """The number of variables."""
    clauses: tuple[Clause, ...] = field(repr=False)
    """No clause is empty: a contradiction is the clauses ``(1,)`` and ``(-1,)``."""
    cells: Mapping[tuple[int, int, int], int] = field(repr=False, hash=False)
    """The variable of every (row, column, colour), all but the colour counted from 0."""
    bounds: tuple[Bounds, ...] = field(repr=False)
    """The meaning of the variables of blocks."""
    states: tuple[States, ...] = field(repr=False, default=())
    """The meaning of those of lines with stars."""

    @property
    def show(self) -> range:
        """The projection set: the variables of the cells."""
        return range(1, len(self.cells) + 1)

    @property
    def names(self) -> dict[int, str]:
        """The meaning of every variable that is not of a cell, counted from 1.

        >>> cnf(Puzzle([[1]], [[], [1]])).names
        {3: 'row 1 block 1 starts at or before 1'}
        """
        of_bounds = {
            variable: f"{line} block {block + 1} {event} at or before {position}"
            for line, block, event, first, variables in self.bounds
            for position, variable in enumerate(variables, start=first + 1)
        }
        of_states = {
            variable: f"{line} is in state {state} before {cell + 1}"
            for line, cell, states, variables in self.states
            for state, variable in zip(states, variables, strict=True)
        }
        return of_bounds | of_states

    @checked
    def picture(self, model: Iterable[int]) -> Picture:
        """The picture of a model. It is not checked against the clues.

        Args:
            model: the true literals; negative ones and those of bounds may be left out.

        >>> print(cnf(Puzzle([[1]], [[], [1]])).picture([-1, 2]))
        _#
        """
        colours, last = self.puzzle.block_colours, len(self.cells)
        cells = bytearray(last // colours)
        for literal in model:
            if 0 < literal <= last:
                cell, colour = divmod(literal - 1, colours)
                cells[cell] = colour + 1
        return Picture.from_cells(bytes(cells), self.puzzle.board, self.puzzle.colours)

    @checked
    def excluding(self, picture: Picture) -> Clause:
        """The blocking clause of a solution: all others satisfy it. Empty if there is no other.

        If all lines of a direction have only blocks of known length, every solution has the same
        number of cells of each colour, so another one lacks a coloured cell of this one. Otherwise
        blank cells are in the clause too. Cost: linear in the cells.

        Raises:
            PuzzleError: the picture has another shape than the puzzle, or other colours.

        >>> cnf(Puzzle([[1]], [None, None])).excluding(Picture(["#_"]))
        (-1,)
        """
        colours = self.puzzle.block_colours
        if picture.board != self.puzzle.board or max(picture.cells) > colours:
            raise PuzzleError("the picture does not fit the puzzle")
        directions = clues_by_axis(self.puzzle.board, self.puzzle.clues).values()
        counted = any(map(_has_all_lengths, directions))
        clause: list[int] = []
        for cell, colour in enumerate(picture.cells):
            if colour:
                clause.append(-(cell * colours + colour))
            elif not counted:
                clause.extend(range(cell * colours + 1, (cell + 1) * colours + 1))
        return tuple(clause)

    @checked
    def to_dimacs(self, projection: Literal["show", "ind"] = "show") -> str:
        """The clauses as a DIMACS file for SAT solvers and model counters.

        Comments name every variable, rows, columns and positions counted from 1; on other boards
        than rectangles the column is the place in the row. The projection set
        is given once, on one line: Ganak and related counters reject a file that has it twice.

        Args:
            projection: ``"show"`` for ``c p show … 0``, the format of the model counting
                competition since 2021; ``"ind"`` for ``c ind … 0``, of older tools.

        Raises:
            OptionError: another projection.

        >>> print(cnf(Puzzle([[1]], [None])).to_dimacs(), end="")
        c nonogram of 1 row and 1 column, stated by nonocsp
        c 1 row 1 column 1 colour 1
        c t pmc
        p cnf 1 1
        c p show 1 0
        1 0
        """
        if projection not in ("show", "ind"):
            raise OptionError(f"the projection is 'show' or 'ind', not {quoted(projection)}")
        cells = (
            f"c {variable} row {row + 1} column {column + 1} colour {colour}"
            for (row, column, colour), variable in self.cells.items()
        )
        kind, word = (["c t pmc"], "p show") if projection == "show" else ([], "ind")
        lines = [
            f"c nonogram of {self.puzzle.board}, stated by nonocsp",
            *cells,
            *(f"c {variable} {name}" for variable, name in self.names.items()),
            *kind,
            f"p cnf {self.variables} {len(self.clauses)}",
            f"c {word} {' '.join(map(str, self.show))} 0",
            *(f"{' '.join(map(str, clause))} 0" for clause in self.clauses),
        ]
        return "\n".join(lines) + "\n"


@checked
def cnf(puzzle: Puzzle, grid: Grid | None = None) -> Cnf:
    """The clauses whose models correspond one to one to the solutions of a puzzle.

    Args:
        puzzle: what to encode; any number of colours, unknown lengths and absent clues included.
        grid: known cells; only solutions that agree with it are models.

    Cost: O(n k c) for every line of n cells, k blocks and c different colours, and O(c²) for every
    cell in which c colours are possible.

    Raises:
        PuzzleError: the grid does not fit the puzzle.

    >>> stated = cnf(Puzzle([[2], [1]], [[1], [2]]))
    >>> stated.variables, stated.cells[0, 1, 1], len(stated.show)
    (6, 2, 4)
    """
    check_fit(puzzle, grid)
    board, colours = puzzle.board, range(1, len(puzzle.colours))
    places = ((*board.place(cell), c) for cell in range(board.size) for c in colours)
    cells = {place: number for number, place in enumerate(places, start=1)}
    used = {line: _colours_of(puzzle.clue(line), colours) for line in puzzle.lines}
    clauses: list[Clause] = []
    for cell, mask in enumerate([-1] * board.size if grid is None else grid.masks):
        possible = set.intersection(*(used[line] for line, _ in puzzle.lines_through(cell)))
        clauses += _cell([cell * len(colours) + colour for colour in colours], possible, mask)
    bounds: list[Bounds] = []
    states: list[States] = []
    variables = len(cells)
    for line in puzzle.lines:
        clue, length = puzzle.clue(line), puzzle.length(line)
        if clue is None:
            continue
        if minimal_length(clue) > length:
            clauses += _NEVER
            continue
        along = [{c: cell * len(colours) + c for c in used[line]} for cell in puzzle.cells(line)]
        if has_star(clue):
            automaton = Automaton(clue, puzzle.block_colours)
            read = states_of(line, automaton, length, variables + 1)
            states += read
            variables += sum(len(each.variables) for each in read)
            clauses += readings(automaton, read, along)
            continue
        of_line = bounds_of(line, clue, length, variables + 1)
        bounds += of_line
        variables += sum(len(each.variables) for each in of_line)
        clauses += implications(clue, of_line)
        clauses += _blocks_and_gaps(clue, of_line, along)
    return Cnf(puzzle, variables, tuple(clauses), cells, tuple(bounds), tuple(states))


def _cell(variables: Sequence[int], possible: set[int], mask: int) -> Iterable[Clause]:
    """A cell has at most one colour, and only colours of its lines and its candidates."""
    open_ = [v for c, v in enumerate(variables, start=1) if c in possible and mask >> c & 1]
    yield from ((-v,) for v in variables if v not in open_)
    yield from ((-a, -b) for a, b in combinations(open_, 2))
    if not mask & 1:
        yield from [tuple(open_)] if open_ else _NEVER


def bounds_of(line: Line, clue: Clue, length: int, variable: int) -> list[Bounds]:
    """The events of a line in order, with variables from the given number on."""
    slack = length - minimal_length(clue)
    found: list[Bounds] = []
    first = 0
    for number, block in enumerate(clue):
        if number and needs_gap(clue[number - 1], block):
            first += 1
        events: tuple[Literal["starts", "ends"], ...] = ("starts", "ends")
        for event in events[: 1 if block.length else 2]:
            numbers = range(variable, variable + slack)
            found.append(Bounds(line, number, event, first, numbers))
            variable += slack
        first += block.length or 1
    return found


def implications(clue: Clue, bounds: Sequence[Bounds]) -> Iterable[tuple[int, int]]:
    """Bounds are monotone, and consecutive events keep their distance."""
    for each in bounds:
        yield from ((-a, b) for a, b in pairwise(each.variables))
    for before, after in pairwise(bounds):
        # Both count from where the event is at the earliest, so distances need no sum.
        yield from ((-b, a) for a, b in zip(before.variables, after.variables, strict=True))
        if after.block > before.block and clue[after.block].is_attached:
            yield from ((-a, b) for a, b in zip(before.variables, after.variables, strict=True))


def states_of(line: Line, automaton: Automaton, length: int, variable: int) -> list[States]:
    """The states of a line from which it can be accepted, cell by cell, with variables from the
    given number on."""
    reached = [{0}]
    for _ in range(length):
        reached.append({to for state in reached[-1] for to in automaton.steps[state].values()})
    alive = [reached[-1] & automaton.accepting]
    for before in reached[-2::-1]:
        alive.append(
            {state for state in before if alive[-1].intersection(automaton.steps[state].values())}
        )
    found = []
    for cell, states in enumerate(reversed(alive)):
        found.append(
            States(line, cell, (*sorted(states),), range(variable, variable + len(states)))
        )
        variable += len(states)
    return found


def readings(
    automaton: Automaton, read: Sequence[States], cells: Sequence[Mapping[int, int]]
) -> Iterable[Clause]:
    """There is one state before every cell and at the end, and the cell's colour leads from one to
    the next."""
    for each in read:
        yield tuple(each.variables)
        yield from ((-a, -b) for a, b in combinations(each.variables, 2))
    for here, after, colours in zip(read, read[1:], cells, strict=False):
        numbers = dict(zip(after.states, after.variables, strict=True))
        for state, variable in zip(here.states, here.variables, strict=True):
            for colour in (0, *colours):
                # A cell that has no colour is blank.
                reads = [-colours[colour]] if colour else list(colours.values())
                to = numbers.get(automaton.steps[state].get(colour, -1))
                yield (-variable, *reads, *([] if to is None else [to]))


def _blocks_and_gaps(
    clue: Clue, bounds: Sequence[Bounds], cells: Sequence[Mapping[int, int]]
) -> Iterable[Clause]:
    """Blocks cover cells, and the cells between two of them are blank.

    A bound that is always true, or always false, has no variable: satisfied clauses and false
    literals are left out.
    """
    starts = {each.block: each for each in bounds if each.event == "starts"}
    overs = {each.block: each.variables for each in bounds}  # by its last event
    behind, over = 0, range(0)  # the first cell that can be behind the block before; whether it is
    for number, block in enumerate(clue):
        first, start, length = starts[number].first, starts[number].variables, block.length or 1
        yield from _gap(cells, behind, over, first, start)
        behind, over = first + length, overs[number]
        for at in range(length + len(start)):
            given = [-start[at]] if at < len(start) else []
            given += [over[at - length]] if at >= length else []
            yield (*given, cells[first + at][block.colour])
    yield from _gap(cells, behind, over, len(cells), range(0))


def _gap(
    cells: Sequence[Mapping[int, int]], behind: int, over: range, first: int, start: range
) -> Iterable[Clause]:
    """A cell behind one block (first by ``over``) and before the next (by ``start``) is blank."""
    for at in range(behind, first + len(start)):
        given = [-over[at - behind]] if at - behind < len(over) else []
        given += [start[at - first]] if at >= first else []
        yield from ((*given, -variable) for variable in cells[at].values())


def _colours_of(clue: Clue | None, colours: Iterable[int]) -> set[int]:
    if clue is None or has_star(clue):
        return set(colours)
    return {block.colour for block in clue}


def _has_all_lengths(clues: Iterable[Clue | None]) -> bool:
    return all(clue is not None and all(block.length for block in clue) for clue in clues)

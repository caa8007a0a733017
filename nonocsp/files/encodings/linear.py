"""A 0-1 integer program: in the LP format for MIP solvers, as OPB for pseudo-Boolean solvers.

There is a variable for every cell and block colour, ``x_row_column`` or ``x_row_column_colour``,
counted from 1, and one for every bound, "the block starts (or ends) at or before the cell", as in
`cnf`. The bounds are monotone and in order, and for every line, cell and colour there is one
equation: the cell has the colour iff a block of the colour has started there or before and has not
ended before. So the cells determine the bounds, and solutions of puzzle and model correspond one to
one. For a line of n cells and k blocks there are O(n k) variables and terms, far fewer than with a
variable for every start and a sum over the cells that it covers.

Source: the order encoding as in `cnf`; Khan, "Solving Nonograms Using Integer Programming Without
Coloring" (IEEE Transactions on Games, 2020) compares models with starts.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Clue, Line, Puzzle, checked, has_star, minimal_length
from ...core.line.definition import Automaton
from .cnf import Bounds, bounds_of, implications, readings, states_of

__all__ = ["to_lp", "to_opb"]

#: A sum: a sign for every name.
Terms = list[tuple[str, str]]

#: A constraint: its sum, its relation, its constant.
Constraint = tuple[Terms, str, int]


@checked
def to_lp(puzzle: Puzzle) -> str:
    """The model in the LP format of CPLEX. There is nothing to minimise but a constant.

    >>> print(to_lp(Puzzle([["?"]], [[1]])))
    \\ nonogram of 1 row and 1 column, stated by nonocsp
    \\ x_R_C is 1 if the cell in row R and column C is filled
    Minimize
     obj: 0 x_1_1
    Subject To
     c1: x_1_1 = 1
     c2: x_1_1 = 1
    Binary
     x_1_1
    End
    <BLANKLINE>
    """
    head = [f"\\ nonogram of {puzzle.board}, stated by nonocsp"]
    if puzzle.has_one_colour:
        head += ["\\ x_R_C is 1 if the cell in row R and column C is filled"]
    else:
        head += ["\\ x_R_C_K is 1 if the cell in row R and column C has colour K"]
        head += [
            f"\\ colour {number} is {' '.join(colour.name.split())}"
            for number, colour in enumerate(puzzle.colours)
            if number
        ]
    names, constraints = _model(puzzle)
    return "\n".join(
        [
            *head,
            "Minimize",
            f" obj: 0 {names[0]}",
            "Subject To",
            *(_text(number, each) for number, each in enumerate(constraints, start=1)),
            "Binary",
            *(f" {name}" for name in names),
            "End",
            "",
        ]
    )


@checked
def to_opb(puzzle: Puzzle) -> str:
    """The same model in the format OPB of the pseudo-Boolean competitions, for any solution.

    >>> print(to_opb(Puzzle([["?"]], [[1]])))
    * #variable= 1 #constraint= 2
    * nonogram of 1 row and 1 column, stated by nonocsp
    * x1 x_1_1
    +1 x1 = 1 ;
    +1 x1 = 1 ;
    <BLANKLINE>
    """
    names, constraints = _model(puzzle)
    numbers = {name: number for number, name in enumerate(names, start=1)}
    lines = [
        f"* #variable= {len(names)} #constraint= {len(constraints)}",
        f"* nonogram of {puzzle.board}, stated by nonocsp",
        *(f"* x{number} {name}" for name, number in numbers.items()),
    ]
    for terms, relation, constant in constraints:
        turned = relation == "<="  # which OPB does not have
        signs = {"+": "-", "-": "+"} if turned else {"+": "+", "-": "-"}
        left = " ".join(f"{signs[sign]}1 x{numbers[name]}" for sign, name in terms)
        right = f">= {-constant}" if turned else f"{relation} {constant}"
        lines.append(f"{left} {right} ;")
    return "\n".join([*lines, ""])


def _model(puzzle: Puzzle) -> tuple[list[str], list[Constraint]]:
    """The names of the variables, those of the cells first, and the constraints."""
    names = [_name(puzzle, cell, c) for cell in range(puzzle.board.size) for c in _colours(puzzle)]
    constraints = list(_one_colour(puzzle))
    for line in puzzle.lines:
        clue, length = puzzle.clue(line), puzzle.length(line)
        if clue is None:
            continue
        if minimal_length(clue) > length:
            constraints.append(([("+", names[0])], ">=", 2))  # which a zero or one never is
            continue
        add = _with_stars if has_star(clue) else _by_bounds
        constraints += add(puzzle, line, clue, names)
    return names, constraints


def _by_bounds(puzzle: Puzzle, line: Line, clue: Clue, names: list[str]) -> Iterator[Constraint]:
    """The constraints of a line; the names of its variables are added."""
    bounds = bounds_of(line, clue, puzzle.length(line), len(names))
    for each in bounds:
        name = f"{each.event[0]}_{line.axis}{line.index + 1}_{each.block + 1}"
        first = each.first + 1
        names += [f"{name}_{at}" for at in range(first, first + len(each.variables))]
    for earlier, later in implications(clue, bounds):
        yield [("+", names[-earlier]), ("-", names[later])], "<=", 0
    yield from _cells(puzzle, line, clue, bounds, names)


def _with_stars(puzzle: Puzzle, line: Line, clue: Clue, names: list[str]) -> Iterator[Constraint]:
    """The same by the states of the automaton: a clause holds where one of its literals does."""
    automaton, colours = Automaton(clue, puzzle.block_colours), _colours(puzzle)
    read = states_of(line, automaton, puzzle.length(line), len(names) + 1)
    where = f"q_{line.axis}{line.index + 1}"
    names += [f"{where}_{each.cell + 1}_{state}" for each in read for state in each.states]
    along = [{c: cell * len(colours) + c for c in colours} for cell in puzzle.cells(line)]
    for clause in readings(automaton, read, along):
        # The first name is that of variable 1.
        terms = [("+" if literal > 0 else "-", names[abs(literal) - 1]) for literal in clause]
        yield terms, ">=", 1 - sum(literal < 0 for literal in clause)


def _colours(puzzle: Puzzle) -> range:
    return range(1, len(puzzle.colours))


def _name(puzzle: Puzzle, cell: int, colour: int) -> str:
    row, column = puzzle.board.place(cell)
    name = f"x_{row + 1}_{column + 1}"
    return name if puzzle.has_one_colour else f"{name}_{colour}"


def _one_colour(puzzle: Puzzle) -> Iterator[Constraint]:
    """A cell without blocks through it has at most one colour; elsewhere they imply it."""
    if puzzle.has_one_colour:
        return
    for cell in range(puzzle.board.size):
        clues = [puzzle.clue(line) for line, _ in puzzle.lines_through(cell)]
        if all(clue is None or has_star(clue) for clue in clues):
            yield [("+", _name(puzzle, cell, colour)) for colour in _colours(puzzle)], "<=", 1


def _cells(
    puzzle: Puzzle, line: Line, clue: Clue, events: list[Bounds], names: list[str]
) -> Iterator[Constraint]:
    """A cell has a colour iff a block of that colour has started and has not ended before."""
    length = puzzle.length(line)
    terms = {
        (at, colour): [("+", _name(puzzle, cell, colour))]
        for at, cell in enumerate(puzzle.cells(line))
        for colour in _colours(puzzle)
    }
    constants = dict.fromkeys(terms, 0)
    starts = {each.block: each for each in events if each.event == "starts"}
    ends = {each.block: each for each in events if each.event == "ends"}
    for number, block in enumerate(clue):
        start = starts[number]
        # Where the block is over: its length behind its start, or one cell behind its end.
        over, behind = (start, block.length) if block.length else (ends[number], 1)
        for sign, event, first in (("-", start, start.first), ("+", over, over.first + behind)):
            for at, variable in enumerate(event.variables, start=first):
                if at < length:
                    terms[at, block.colour].append((sign, names[variable]))
            # From there on it is certain.
            for at in range(first + len(event.variables), length):
                constants[at, block.colour] += 1 if sign == "-" else -1
    for place, terms_there in terms.items():
        yield terms_there, "=", constants[place]


def _text(number: int, constraint: Constraint) -> str:
    """A constraint, in several lines, since some readers take at most some hundred characters."""
    terms, relation, constant = constraint
    words = [f"{sign} {name}" for sign, name in terms]
    words[0] = words[0].removeprefix("+ ")
    parts = [" ".join(words[at : at + 10]) for at in range(0, len(words), 10)]
    return f" c{number}: " + "\n  ".join(parts) + f" {relation} {constant}"

"""Problems beside nonograms, to be watched: all are networks for the textbook engine."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..csp.network import Network

#: A puzzle with one solution, that arc consistency alone does not solve.
_SUDOKU = (
    "46..219..",
    ".9.......",
    ".......45",
    "..6..7..9",
    "13..89...",
    "...25..1.",
    "6.2.7..94",
    "7..5....2",
    ".5.1..8..",
)


def queens(n: int) -> Network:
    """``n`` queens, one in each row; a value is a column. No two attack each other.

    >>> from nonocsp.csp import assignments
    >>> len(list(assignments(queens(6))))
    4
    """
    network = Network()
    for row in range(n):
        network.add_variable(f"row {row + 1}", range(1, n + 1))
    for one in range(n):
        for two in range(one):

            def allows(x: int, y: int, far: int = one - two) -> bool:
                return x != y and abs(x - y) != far

            network.constrain(f"row {one + 1}", f"row {two + 1}", allows)
    return network


def australia() -> Network:
    """The map of Australia in three colours, so that neighbours differ."""
    neighbours = {
        "Western Australia": ("Northern Territory", "South Australia"),
        "Northern Territory": ("South Australia", "Queensland"),
        "South Australia": ("Queensland", "New South Wales", "Victoria"),
        "Queensland": ("New South Wales",),
        "New South Wales": ("Victoria",),
        "Victoria": (),
        "Tasmania": (),
    }
    network = Network()
    for state in neighbours:
        network.add_variable(state, ("red", "green", "blue"))
    for state, others in neighbours.items():
        for other in others:
            network.constrain(state, other, lambda x, y: x != y)
    return network


def sudoku(rows: tuple[str, ...] = _SUDOKU) -> Network:
    """A sudoku of nine rows, with ``.`` for an empty cell."""
    network = Network()
    for row, text in enumerate(rows):
        for column, given in enumerate(text):
            values = range(1, 10) if given == "." else [int(given)]
            network.add_variable(f"r{row + 1}c{column + 1}", values)
    names = [str(name) for name in network.names]
    for one in range(81):
        for two in range(one):
            box = one // 27 == two // 27 and one % 9 // 3 == two % 9 // 3
            if one // 9 == two // 9 or one % 9 == two % 9 or box:
                network.constrain(names[one], names[two], lambda x, y: x != y)
    return network


#: What makes each problem, by its name.
PROBLEMS: dict[str, Callable[[], Network]] = {
    "4 queens": partial(queens, 4),
    "8 queens": partial(queens, 8),
    "map of Australia": australia,
    "sudoku": sudoku,
}

"""Classical problems as networks, to test and watch techniques and to repeat experiments.

>>> from nonocsp.core.csp import assignments
>>> len(list(assignments(queens(6))))
4
>>> next(assignments(zebra()))["zebra"], next(assignments(zebra()))["water"]
(5, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from operator import eq, ne
from random import Random

from .network import Network


def queens(n: int) -> Network:
    """A queen a row on a board of ``n`` by ``n``, none attacking another; values are columns.

    92 solutions for 8 queens: M. Bezzel (1848), F. Nauck (1850).
    """
    network = Network()
    for row in range(n):
        network.add_variable(f"row {row + 1}", range(1, n + 1))
    for above, below in combinations(range(n), 2):
        apart = _not_attacking(below - above)
        network.constrain(network.names[above], network.names[below], apart)
    return network


def _not_attacking(rows: int) -> Callable[[int, int], bool]:
    return lambda a, b: abs(a - b) not in (0, rows)


def colouring(edges: Iterable[Sequence[str]], colours: Sequence[str]) -> Network:
    """A colour for every vertex of a graph, different at the ends of every edge.

    >>> from nonocsp.core.csp import count_assignments
    >>> *_, number = count_assignments(colouring(["ab", "bc", "ca"], ["red", "green", "blue"]))
    >>> number
    6
    """
    network, edges = Network(), list(edges)
    for vertex in dict.fromkeys(vertex for edge in edges for vertex in edge):
        network.add_variable(vertex, colours)
    for first, second in edges:
        network.constrain(first, second, ne)
    return network


def australia() -> Network:
    """The map of Australia in three colours, so that neighbours differ."""
    colours = ("red", "green", "blue")
    network = colouring((pair.split("/") for pair in _NEIGHBOURS.split(", ")), colours)
    network.add_variable("Tasmania", colours)
    return network


#: Neighbouring states of Australia.
_NEIGHBOURS = (
    "Western Australia/Northern Territory, Western Australia/South Australia, "
    "Northern Territory/South Australia, Northern Territory/Queensland, "
    "South Australia/Queensland, South Australia/New South Wales, South Australia/Victoria, "
    "Queensland/New South Wales, New South Wales/Victoria"
)


def sudoku(rows: Sequence[str]) -> Network:
    """A sudoku of nine rows, with ``.`` for an empty cell."""
    network, cells = Network(), [*product(range(9), range(9))]
    for row, column in cells:
        given = rows[row][column]
        values = range(1, 10) if given == "." else [int(given)]
        network.add_variable(f"r{row + 1}c{column + 1}", values)
    for (one, (y, x)), (other, (v, u)) in combinations(enumerate(cells), 2):
        if y == v or x == u or (y // 3, x // 3) == (v // 3, u // 3):
            network.constrain(network.names[one], network.names[other], ne)
    return network


#: A sudoku with one solution, that arc consistency alone does not solve.
_SUDOKU = (
    "46..219.. .9....... .......45 ..6..7..9 13..89... ...25..1. 6.2.7..94 7..5....2 .5.1..8.."
)


def quasigroup(n: int, given: Mapping[tuple[int, int], int] | None = None) -> Network:
    """A Latin square of order ``n``, completed from given cells; variables are (row, column).

    Source: C. Gomes and B. Selman, "Problem structure in the presence of perturbations" (1997).
    """
    network = Network()
    for cell in product(range(n), range(n)):
        network.add_variable(cell, [given[cell]] if given and cell in given else range(n))
    for i in range(n):
        network.all_different((i, j) for j in range(n))
        network.all_different((j, i) for j in range(n))
    return network


#: The five attributes of the five houses, the names in the order of P. Prosser (1993).
_HOUSES = (
    "red blue yellow green ivory",
    "oldgold parliament kools lucky chesterfield",
    "norwegian ukranian englishman spaniard japanese",
    "zebra dog horse fox snails",
    "coffee tea water milk orangejuice",
)
#: Pairs in the same house, and pairs in neighbouring houses.
_SAME = (
    "englishman red, spaniard dog, green coffee, ukranian tea, oldgold snails, kools yellow, "
    "lucky orangejuice, japanese parliament"
)
_BESIDE = "chesterfield fox, kools horse, norwegian blue"


def zebra(order: Sequence[int] | None = None) -> Network:
    """Who owns the zebra, and who drinks water? 25 variables, the houses 1 to 5; one solution.

    Args:
        order: the order of the 25 variables, as a permutation; None is that of the paper.

    P. Prosser, "Hybrid algorithms for the constraint satisfaction problem" (1993); the puzzle is in
    Life International (1962).
    """
    names = " ".join(_HOUSES).split()
    network = Network()
    first = {"norwegian": [1], "milk": [3]}
    for number in order or range(25):
        network.add_variable(names[number], first.get(names[number], [1, 2, 3, 4, 5]))
    allowed: dict[frozenset[str], Callable[[int, int], bool]] = {}
    for group in _HOUSES:
        allowed |= {frozenset(pair): ne for pair in combinations(group.split(), 2)}
    allowed |= {frozenset(pair.split()): eq for pair in _SAME.split(", ")}
    allowed |= {frozenset(pair.split()): _are_neighbours for pair in _BESIDE.split(", ")}
    for one, other in combinations(map(str, network.names), 2):
        if (one, other) == ("green", "ivory"):
            network.constrain(one, other, lambda green, ivory: green == ivory + 1)
        elif (one, other) == ("ivory", "green"):
            network.constrain(one, other, lambda ivory, green: green == ivory + 1)
        elif (pair := frozenset((one, other))) in allowed:
            network.constrain(one, other, allowed[pair])
    return network


def _are_neighbours(first: int, second: int) -> bool:
    return abs(first - second) == 1


def random_binary(n: int, m: int, p1: float, p2: float, seed: int, model: str = "B") -> Network:
    """A random binary problem <n, m, p1, p2> of model A or B.

    Args:
        n, m: number of variables, and of values of each.
        p1: model B: the share of all pairs of variables that have a constraint; model A: the
            probability of each.
        p2: the same for the pairs of values that a constraint forbids.
        seed: of the random choices.
        model: ``"A"`` or ``"B"``.

    B. Smith and M. Dyer, "Locating the phase transition in binary constraint satisfaction problems"
    (1996); the models' names are from I. Gent et al., "Random constraint satisfaction: flaws and
    structure" (2001).

    Raises:
        ValueError: another model.
    """
    if model not in ("A", "B"):
        raise ValueError(f"the model is 'A' or 'B', not {model!r}")
    chance = Random(seed)

    def some(pairs: Iterable[tuple[int, int]], share: float) -> list[tuple[int, int]]:
        every = list(pairs)
        if model == "A":
            return [pair for pair in every if chance.random() < share]
        return sorted(chance.sample(every, round(share * len(every))))

    network = Network()
    for variable in range(n):
        network.add_variable(variable, range(m))
    for one, other in some(combinations(range(n), 2), p1):
        network.constrain(one, other, _none_of(set(some(product(range(m), range(m)), p2))))
    return network


def _none_of(forbidden: set[tuple[int, int]]) -> Callable[[int, int], bool]:
    return lambda a, b: (a, b) not in forbidden


#: The function that makes each problem that the page can watch, by name.
PROBLEMS: dict[str, Callable[[], Network]] = {
    "4 queens": partial(queens, 4),
    "8 queens": partial(queens, 8),
    "map of Australia": australia,
    "sudoku": partial(sudoku, _SUDOKU.split()),
}

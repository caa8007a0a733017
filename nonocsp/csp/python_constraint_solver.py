"""The textbook search as a solver of python-constraint.

    problem = constraint.Problem(TextbookSolver())

Constraints on two variables become arcs of the network, "all different" and "all equal" a set of
such; any other constraint on several variables is tested once they all are decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from constraint import AllDifferentConstraint, AllEqualConstraint, Solver

from ..common.arguments import checked
from ..common.limits import Limits, Meter, Stats
from ..common.options import Options
from .network import Network
from .solving import assignments


@checked
class TextbookSolver(Solver):  # type: ignore[misc]  # python-constraint is not typed
    """Backtracking with propagation, for any `constraint.Problem`.

    Args:
        options: the techniques; by default arc consistency with the most constrained variable.

    Solutions come in the order of the search, which differs from that of python-constraint's own
    solvers; the set is the same.

    >>> import constraint
    >>> problem = constraint.Problem(TextbookSolver())
    >>> problem.addVariables("ab", [1, 2, 3])
    >>> problem.addConstraint(lambda a, b: a > b + 1, "ab")
    >>> problem.getSolutions()
    [{'a': 3, 'b': 1}]
    """

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        self.stats = Stats()
        """Counted work of the last call."""

    def getSolutionIter(
        self, domains: dict[Any, Any], constraints: list[Any], vconstraints: dict[Any, Any]
    ) -> Iterator[dict[Any, Any]]:
        """Every solution, lazily."""
        self.stats = Stats()
        meter = Meter(Limits(), self.stats)
        return assignments(_network(domains, constraints), self.options, meter)

    def getSolution(
        self, domains: dict[Any, Any], constraints: list[Any], vconstraints: dict[Any, Any]
    ) -> dict[Any, Any] | None:
        """The first solution, or None."""
        return next(self.getSolutionIter(domains, constraints, vconstraints), None)

    def getSolutions(
        self, domains: dict[Any, Any], constraints: list[Any], vconstraints: dict[Any, Any]
    ) -> list[dict[Any, Any]]:
        """Every solution, as a list."""
        return list(self.getSolutionIter(domains, constraints, vconstraints))


def _network(domains: dict[Any, Any], constraints: list[Any]) -> Network:
    network = Network()
    for name, values in domains.items():
        network.add_variable(name, list(values))
    for constraint, names in constraints:
        if type(constraint) is AllDifferentConstraint:
            network.all_different(names)
        elif type(constraint) is AllEqualConstraint:
            network.all_equal(names)
        elif len(set(names)) == 2 == len(names):
            first, second = names
            network.constrain(first, second, _predicate(constraint, names, domains))
        else:
            network.check(names, _predicate(constraint, names, domains))
    return network


def _predicate(
    constraint: Any, names: Sequence[Any], domains: dict[Any, Any]
) -> Callable[..., bool]:
    def holds(*values: Any) -> bool:
        return bool(constraint(names, domains, dict(zip(names, values, strict=True))))

    return holds

"""The textbook search as a solver of python-constraint."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from math import prod
from typing import Any, Literal, cast

import constraint
from constraint import (
    AllDifferentConstraint,
    AllEqualConstraint,
    FunctionConstraint,
    Solver,
    SomeInSetConstraint,
    SomeNotInSetConstraint,
)

from ..base.arguments import checked
from ..options.limits import Limits, Meter, Stats
from ..options.options import Options
from .filters import Different, Relation, Total
from .network import Filter, Network
from .solving import assignments

#: A constraint on two variables with more pairs of values is not listed, but tested in the search.
_LISTED_PAIRS = 100_000

#: The names of the classes that state totals; older versions lack some.
_TOTAL = re.compile("(Variable)?(Min|Max|Exact)(Sum|Prod)Constraint")
_TOTALS: dict[str, Literal["sum", "product"]] = {"Sum": "sum", "Prod": "product"}


@checked
class TextbookSolver(Solver):  # type: ignore[misc]  # python-constraint is not typed
    """Backtracking with propagation, for any `constraint.Problem`.

    Args:
        options: the techniques; by default arc consistency with the most constrained variable.

    Constraints on two variables become arcs of the network, others checks. Sums, products,
    different values and members of sets are filtered before all their variables are decided.

    Solutions come in the order of the search, which differs from that of python-constraint's own
    solvers; the set is the same. An error that a constraint raises is raised here only if every
    other constraint allows the assignment.

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
        stated = _Statement(domains, constraints)
        found = assignments(stated.network, self.options, Meter(Limits(), self.stats))
        return filter(stated.is_solution, found)

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


class _Statement:
    """A problem as a network."""

    def __init__(self, domains: dict[Any, Any], constraints: list[Any]) -> None:
        self.network = Network()
        self._domains = {name: list(values) for name, values in domains.items()}
        self._raised: dict[Callable[[dict[Any, Any]], bool], None] = {}
        """The constraints that raised an error."""
        for name, values in self._domains.items():
            self.network.add_variable(name, values)
        for stated, names in constraints:
            self._add(stated, list(names))

    def is_solution(self, found: dict[Any, Any]) -> bool:
        """Whether the constraints that raised an error hold, too; raises the first such error."""
        errors = []
        for holds in self._raised:
            try:
                if not holds(found):
                    return False
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]
        return True

    def _add(self, stated: Any, names: list[Any]) -> None:
        if type(stated) is AllDifferentConstraint:
            # The filter is complete, and takes values that cannot be hashed.
            different = Different([self._domains[name] for name in names])
            self.network.check(names, lambda *values: True, different)
        elif type(stated) is AllEqualConstraint:
            for pair in pairwise(names):
                self._add_function(stated, list(pair), None)
        else:
            self._add_function(stated, *self._filtered(stated, names))

    def _add_function(self, stated: Any, names: list[Any], filtered: Filter | None) -> None:
        def is_allowed(found: dict[Any, Any]) -> bool:
            return bool(stated(names, self._domains, found))

        function = stated._func if type(stated) is FunctionConstraint else None

        def holds(*values: Any) -> bool:
            try:
                if function is not None:
                    return bool(function(*values))
                return is_allowed(dict(zip(names, values, strict=True)))
            except Exception:
                self._raised[is_allowed] = None
                return True

        pairs = prod(len(self._domains[name]) for name in names)
        if len(set(names)) == 2 == len(names) and pairs <= _LISTED_PAIRS:
            self.network.constrain(names[0], names[1], holds)
        else:
            self.network.check(names, holds, filtered)

    def _filtered(self, stated: Any, names: list[Any]) -> tuple[list[Any], Filter | None]:
        """The variables of a constraint, and its filter if it has one."""
        kind = type(stated)
        if kind is not getattr(constraint, kind.__name__, None):
            return names, None
        match = _TOTAL.fullmatch(kind.__name__)
        if match and match[1]:
            names = [*getattr(stated, f"{_TOTALS[match[3]]}_vars"), stated.target_var]
        rows: list[list[Any]] = [self._domains[name] for name in names]
        # Without numbers there is no filter; the constraint itself is tested all the same.
        with suppress(ArithmeticError, TypeError, ValueError):
            if kind in (SomeInSetConstraint, SomeNotInSetConstraint):
                wanted = kind is SomeInSetConstraint
                rows = [[(value in stated._set) is wanted for value in row] for row in rows]
                relation: Relation = "exact" if stated._exact else "min"
                return names, Total("sum", rows, [stated._n], relation)
            if match:
                relation = cast(Relation, match[2].lower())
                bound = f"_{relation}{match[3].lower()}"
                bounds = rows.pop() if match[1] else [getattr(stated, bound)]
                if factors := getattr(stated, "_multipliers", None):
                    factored = zip(factors[: len(rows)], rows, strict=True)
                    rows = [[factor * value for value in row] for factor, row in factored]
                return names, Total(_TOTALS[match[3]], rows, bounds, relation)
        return names, None

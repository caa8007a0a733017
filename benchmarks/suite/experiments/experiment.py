"""What an experiment is: cells to measure, and a table of what was found."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, TypeAlias, TypeVar

from ..export import Table, csv_text
from ..records import Record
from ..spec import SpecError, Value

_Key = TypeVar("_Key", bound=Hashable)

#: A portion of the work, as the keywords of `Experiment.measure`: plain data.
Cell: TypeAlias = dict[str, Any]

#: A row of the table: words and numbers by column; None where there is no figure.
Row: TypeAlias = dict[str, Any]


def grouped(records: Iterable[Record], of: Callable[[Cell], _Key]) -> dict[_Key, list[Record]]:
    """The records by something of their cells, in the order in which they come."""
    groups: dict[_Key, list[Record]] = {}
    for record in records:
        groups.setdefault(of(record["cell"]), []).append(record)
    return groups


def _nothing(rows: Sequence[Row]) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """An experiment; `benchmarks.suite.experiments` says how to add one."""

    name: str
    """Its name on the command line."""
    title: str
    source: str
    """Where the published figures are from, with the number of the table or page."""
    shows: str
    """What the table shows, as a noun phrase."""
    takes: str
    """About how long it takes on one core: with the defaults, and in full."""
    cells: Callable[..., Iterable[Cell]]
    full: Mapping[str, Value]
    measure: Callable[..., dict[str, Any]]
    columns: Mapping[str, str]
    rows: Callable[[Sequence[Record]], Iterable[Row]]
    notes: Callable[[Sequence[Row]], Iterable[str]] = _nothing
    faults: Callable[[Sequence[Row]], Iterable[str]] = _nothing

    def plan(
        self, values: Mapping[str, Value], *, is_full: bool = False, data: str | None = None
    ) -> list[Cell]:
        """All cells for some values of the parameters.

        Args:
            values: the parameters that are given.
            is_full: take the values of `full` for others.
            data: the folder of public sets, for those that have a parameter ``data``.

        Raises:
            SpecError: there is no such parameter, or no such value.
        """
        parameters = self.parameters()
        for name, value in values.items():
            if name not in parameters:
                takes = ", ".join(parameters) or "nothing"
                raise SpecError(f"the experiment {self.name!r} takes {takes}, not {name!r}")
            kind = type(parameters[name])
            if type(value) is not kind and not (kind is float and type(value) is int):
                raise SpecError(f"{name} of {self.name!r}: expected {kind.__name__}, not {value!r}")
        folder = {"data": data} if "data" in inspect.signature(self.cells).parameters else {}
        return list(self.cells(**{**(self.full if is_full else {}), **values, **folder}))

    def parameters(self) -> dict[str, Value]:
        """The parameters on the command line, with their defaults."""
        every = inspect.signature(self.cells).parameters
        return {name: each.default for name, each in every.items() if name != "data"}

    def table(self, rows: Sequence[Row]) -> Table:
        """The rows as a table."""
        words = sum(1 for _ in takewhile(lambda form: not form, self.columns.values()))
        return Table(list(self.columns), [self._texts(row) for row in rows], words=words)

    def csv(self, rows: Sequence[Row]) -> str:
        """The rows as CSV, with all digits; a figure that is missing is empty."""
        return csv_text([{column: row.get(column) for column in self.columns} for row in rows])

    def _texts(self, row: Row) -> list[str]:
        values = ((row.get(column), form) for column, form in self.columns.items())
        return [
            "–" if value is None else value if isinstance(value, str) else format(value, form)
            for value, form in values
        ]

"""What an experiment is: cells to measure, and a table of what was found."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product, takewhile
from typing import Any, NamedTuple, TypeAlias, TypeVar

from .. import charts
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


class Picture(NamedTuple):
    """What to draw of a table: some of its columns against another, all of numbers."""

    across: str
    up: tuple[str, ...]
    by: tuple[str, ...] = ()
    """The columns that tell several lines apart."""
    is_log: bool = False
    """Both axes are logarithmic."""
    is_up_log: bool = False
    """The upright axis is."""


def _nothing(rows: Sequence[Row]) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """An experiment; `benchmarks.suite.experiments` says how to add one."""

    name: str
    """Its name on the command line."""
    title: str
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
    pictures: Sequence[Picture] = ()
    source: str = "our own question"
    """Where the published figures are from, with the number of the table or page."""

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
        given = dict(values)
        for name, value in values.items():
            if name not in parameters:
                takes = ", ".join(parameters) or "nothing"
                raise SpecError(f"the experiment {self.name!r} takes {takes}, not {name!r}")
            kind = type(parameters[name])
            if kind in (float, str) and type(value) in (int, float):
                given[name] = kind(value)
            elif type(value) is not kind:
                raise SpecError(f"{name} of {self.name!r}: expected {kind.__name__}, not {value!r}")
        folder = {"data": data} if "data" in inspect.signature(self.cells).parameters else {}
        return list(self.cells(**{**(self.full if is_full else {}), **given, **folder}))

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

    def drawn(self, rows: Sequence[Row]) -> list[str]:
        """The pictures of the rows, as SVG.

        Raises:
            SpecError: the experiment declares none, or there is no number to draw.
        """
        if not self.pictures:
            raise SpecError(f"the experiment {self.name!r} declares no picture")
        return [self._drawn(each, rows) for each in self.pictures]

    def _drawn(self, picture: Picture, rows: Sequence[Row]) -> str:
        across, columns, by, is_log, is_up_log = picture
        lines: dict[str, dict[float, list[float]]] = {}
        for row, column in product(rows, columns):
            if row.get(across) is not None and row.get(column) is not None:
                values = [(each, row.get(each, "")) for each in by]
                words = [x if isinstance(x, str) else f"{each} {x:g}" for each, x in values]
                name = ", ".join([*words, *[column] * (len(columns) > 1 or not by)])
                lines.setdefault(name, {}).setdefault(row[across], []).append(row[column])
        if not lines:
            raise SpecError(f"{self.name}: there is no number to draw")
        form = self.columns[columns[0]]
        text = f"{{:{form if form.endswith('%') else 'g'}}}".format
        most = max(y for line in lines.values() for values in line.values() for y in values)
        labels, is_up_log = (across, ", ".join(columns)), is_log or is_up_log
        chart = charts.by_quantity(
            lines, labels, most, is_log=is_log, text=text, is_up_log=is_up_log
        )
        return charts.standalone(chart, lines)

    def _texts(self, row: Row) -> list[str]:
        values = ((row.get(column), form) for column, form in self.columns.items())
        return [
            "–" if value is None else value if isinstance(value, str) else format(value, form)
            for value, form in values
        ]

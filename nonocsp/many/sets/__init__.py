"""Sets of puzzles: made, audited, read from tables and written to them.

`auditing` finds the faults of a set: what cannot be read, is unsolvable or ambiguous, has a wrong
picture or stands there twice; `examining` looks at one record, and `tally` has the faults and the
summary. `records` streams the rows of tables, `columns` makes puzzles of them, `symmetry_class` has
the keys by which puzzles are compared up to rotation, reflection and the names of colours.
`dataset` makes a set by an `order`: `puzzle_records` has the puzzle of a number, `near_misses`
those that almost have one solution, `card` the description of what was made.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .auditing import Audit, audit
    from .columns import entry_of
    from .dataset import DataSet, make_dataset
    from .order import SetOrder
    from .puzzle_records import step_record
    from .records import write_rows
    from .symmetry_class import picture_key, puzzle_key
    from .tally import Fault, Tally

_MODULES = {
    **dict.fromkeys(["Audit", "audit"], "auditing"),
    "entry_of": "columns",
    **dict.fromkeys(["DataSet", "make_dataset"], "dataset"),
    "SetOrder": "order",
    "step_record": "puzzle_records",
    "write_rows": "records",
    **dict.fromkeys(["picture_key", "puzzle_key"], "symmetry_class"),
    **dict.fromkeys(["Fault", "Tally"], "tally"),
}

__all__ = [
    "Audit",
    "DataSet",
    "Fault",
    "SetOrder",
    "Tally",
    "audit",
    "entry_of",
    "make_dataset",
    "picture_key",
    "puzzle_key",
    "step_record",
    "write_rows",
]


def __getattr__(name: str) -> Any:
    # Imported when first used: keys of puzzles need neither workers nor tables.
    if name in _MODULES:
        return getattr(import_module(f".{_MODULES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

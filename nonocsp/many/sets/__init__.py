"""Sets of puzzles: made, audited, read from tables and written to them.

`auditing` finds the faults of a set: what cannot be read, is unsolvable or ambiguous, has a wrong
picture or stands there twice; `examining` looks at one record, and `tally` has the faults and the
summary. `records` streams the rows of tables, `columns` makes puzzles of them. By `puzzle_key`
puzzles are compared up to rotation, reflection and the names of colours.
`dataset` makes a set by an `order`: `puzzle_records` has the puzzle of a number, `near_misses`
those that almost have one solution, `card` the description of what was made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import lazy_room, puzzle_key
from ...core.model.symmetry_class import picture_key

if TYPE_CHECKING:
    from . import records
    from .auditing import Audit, audit
    from .columns import Columns, Entry, entry_of
    from .dataset import DataSet, make_dataset
    from .order import SetOrder
    from .puzzle_records import step_record
    from .records import Record, write_rows
    from .tally import Fault, Tally
else:
    __getattr__, __dir__ = lazy_room(
        __name__,
        {
            "auditing": "Audit audit",
            "columns": "Columns Entry entry_of",
            "dataset": "DataSet make_dataset",
            "order": "SetOrder",
            "puzzle_records": "step_record",
            "records": "Record records write_rows",
            "tally": "Fault Tally",
        },
    )

__all__ = [
    "Audit",
    "Columns",
    "DataSet",
    "Entry",
    "Fault",
    "Record",
    "SetOrder",
    "Tally",
    "audit",
    "entry_of",
    "make_dataset",
    "picture_key",
    "puzzle_key",
    "records",
    "step_record",
    "write_rows",
]

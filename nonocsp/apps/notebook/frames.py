"""Tables of results for pandas, which is imported when one is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ...core import NonocspError, OptionError, checked, missing, quoted

if TYPE_CHECKING:
    import pandas as pd


@checked
def to_frame(results: Iterable[Any] | Any) -> pd.DataFrame:
    """A table of results: one row each, a column for each member of ``to_dict``.

    Members of members have a dot in their name, such as ``stats.nodes``.

    Args:
        results: a result, or an iterable of results or mappings, such as the answers of a batch,
            ratings, features, or the records of a benchmark; of an explanation every step is a row,
            of marginals every cell and colour.

    Raises:
        NonocspError: pandas is not installed (the extra ``notebook``).
        OptionError: something is not a result.
    """
    try:
        import pandas as pd
    except ImportError:
        raise NonocspError(missing("a table needs pandas", "pandas")) from None
    if hasattr(results, "records"):
        results = results.records()
    rows = results if isinstance(results, Iterable) else [results]
    return pd.json_normalize([_members(row) for row in rows])


def _members(result: Any) -> dict[str, Any]:
    if isinstance(result, Mapping):
        return dict(result)
    if not hasattr(result, "to_dict"):
        raise OptionError(f"a table takes results or mappings, not {quoted(result)}")
    members: dict[str, Any] = result.to_dict()
    return members

"""Results as plain values, for JSON, and as one line."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any


class Plain:
    """Gives dataclasses a JSON form: every field that takes part in comparisons, by name."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON values."""
        fields = dataclasses.fields(self)  # type: ignore[arg-type]  # subclasses are dataclasses
        return {each.name: plain(getattr(self, each.name)) for each in fields if each.compare}


def plain(value: Any) -> Any:
    """A value as JSON: enums by value, results and named tuples by field, sequences as lists."""
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, enum.Enum):
        return value.value
    if hasattr(value, "_asdict"):
        return value._asdict()
    return [plain(each) for each in value] if isinstance(value, (list, tuple)) else value

"""Results as plain values, for JSON, and as one line."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar


class Plain:
    """Gives dataclasses a JSON form: every field that takes part in comparisons, by name, and some
    properties."""

    __slots__ = ()

    shown: ClassVar[tuple[str, ...]] = ()
    """The members that come first in the JSON form, also properties."""
    forms: ClassVar[Mapping[str, Any]] = {}
    """The JSON types of members that differ from their Python types; None leaves a field out."""

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {name: plain(getattr(self, name)) for name in self.json_names()}

    @classmethod
    @cache
    def json_names(cls) -> list[str]:
        """The members of the JSON form, in order."""
        fields = dataclasses.fields(cls)  # type: ignore[arg-type]  # subclasses are dataclasses
        names = dict.fromkeys([*cls.shown, *(each.name for each in fields if each.compare)])
        return [name for name in names if cls.forms.get(name, "") is not None]


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

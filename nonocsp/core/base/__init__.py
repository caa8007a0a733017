"""What every room needs: errors, arguments, files, and a few helpers without an idea of puzzles."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any


def lazy_room(
    room: str, homes: Mapping[str, str], renamed: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of a room.

    Args:
        room: its ``__name__``.
        homes: the names of each of its modules. One's own name stands for the module itself.
        renamed: modules by another name.
    """
    aliases = renamed or {}
    modules = {name: home for home, names in homes.items() for name in names.split()} | {**aliases}

    def load(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        value: Any = import_module(f".{modules[name]}", room)
        if name != modules[name] and name not in aliases:
            value = getattr(value, name)
        setattr(sys.modules[room], name, value)
        return value

    def present() -> list[str]:
        from .errors import NonocspError

        for name in modules:
            with suppress(ImportError, NonocspError):  # the package that it needs is missing
                load(name)
        return sorted(vars(sys.modules[room]))

    return load, present

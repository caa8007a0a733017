"""Packages that are installed, and what to install where an optional one is missing."""

from __future__ import annotations

import re
from functools import cache


def missing(sentence: str, *packages: str) -> str:
    """The message about optional packages that are not installed, with the command that does it.

    The command names the packages in the versions that nonocsp asks for, and so works anywhere; an
    extra needs nonocsp in an index, or its checkout as the current folder.

    Args:
        sentence: what needs them.
        packages: their names in the index.
    """
    specs = required()
    words = (f'"{specs[each]}"' if each in specs else each for each in packages)
    return f"{sentence}: python -m pip install {' '.join(words)}"


def required() -> dict[str, str]:
    """What nonocsp and its extras require, by name; nothing where nonocsp is not installed."""
    from importlib import metadata

    try:
        every = metadata.requires("nonocsp") or []
    except metadata.PackageNotFoundError:
        return {}
    specs = (each.partition(";")[0].strip() for each in every)
    found = {re.split(r"[^\w.-]", spec)[0].lower(): spec for spec in specs}
    return {name: spec for name, spec in found.items() if name != "nonocsp"}


@cache
def version_of(package: str) -> str | None:
    """The installed version of a package; None if there is none."""
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def own_version() -> str:
    """The version of nonocsp; ``"0"`` where it is used from a folder that was never installed."""
    return version_of("nonocsp") or "0"

"""All puzzle sets by name: generated families, and what the folder of public sets holds."""

from __future__ import annotations

import dataclasses
import inspect
import os
from pathlib import Path

from nonocsp.core.base.docs import docstring
from nonocsp.core.base.suggest import unknown

from . import public, standard
from .cases import Case
from .generated import FAMILIES
from .spec import SpecError, parse

#: The corpus, whose file holds its puzzles.
CORPUS = "scaled-1"


def chosen(text: str) -> list[Case]:
    """The cases of ``--puzzles``: a set, a file, or all sets of a folder.

    Public sets are looked for in the folder of ``NONOCSP_DATA``. A set comes before a file of its
    name.

    Raises:
        SpecError, FormatError: there is no such thing, or it cannot be read.
    """
    data, path = os.environ.get("NONOCSP_DATA") or None, Path(text)
    is_set = parse(text)[0] in [*standard.names(), CORPUS, *FAMILIES] or text in public.names(data)
    if is_set or not path.exists():
        return cases(text, data)
    if path.is_dir():
        return [case for name in public.names(text) for case in public.cases(name, text)]
    return public.of_file(path)


def cases(spec: str, data: str | None = None) -> list[Case]:
    """The cases of a set such as ``survey`` or ``random:size=30,count=5``.

    Args:
        spec: the set's name, for a family with parameters.
        data: the folder of the public sets, if there is one; its names take precedence.

    Raises:
        SpecError: there is no such set, or the family has no such parameter.
    """
    known = public.names(data)
    if data is not None and spec in known:
        return public.cases(spec, data)
    name, values = parse(spec)
    if name in standard.names():
        if values.keys() - {"scale"}:
            raise SpecError(f"the set {name!r} takes scale, not {spec!r}")
        return standard.cases(name, str(values.get("scale", "")))
    if spec == CORPUS:
        kept = public.of_file(Path(__file__).with_name(f"{CORPUS}.jsonl"))
        return [dataclasses.replace(case, is_given=False) for case in kept]
    if name in FAMILIES:
        try:
            found = list(FAMILIES[name](**values))
        except TypeError:
            takes = ", ".join(inspect.signature(FAMILIES[name]).parameters) or "nothing"
            raise SpecError(f"the set {name!r} takes {takes}, not {spec!r}") from None
        return [dataclasses.replace(case, set=spec) for case in found]
    if name not in [*known, CORPUS]:
        more = "" if data else "; others belong to their authors: NONOCSP_DATA names their folder"
        every = [*standard.names(), CORPUS, *FAMILIES, *known]
        raise SpecError(unknown("set", name, every, f"`nonocsp bench list sets` lists them{more}"))
    raise SpecError(f"the set {name!r} takes no parameters")


def summaries() -> dict[str, str]:
    """What every set is, for people."""
    data = os.environ.get("NONOCSP_DATA") or None
    fixed = {
        name: f"{len(standard.manifest(name).entries)} puzzles that come with the package, scale="
        for name in standard.names()
    }
    fixed[CORPUS] = (
        "scaled nonograms, 5x5 to 40x40, with labels of hardness; `bench corpus` makes them"
    )
    generated = {
        name: f"{(docstring(make).splitlines() or [''])[0]} {_defaults(name)}"
        for name, make in FAMILIES.items()
    }
    return fixed | generated | dict.fromkeys(public.names(data), f"public, from {data}")


def _defaults(name: str) -> str:
    parameters = inspect.signature(FAMILIES[name]).parameters.values()
    return ", ".join(f"{parameter.name}={parameter.default}" for parameter in parameters)

"""The members of a result in JSON, with their types and meanings, read from its class.

They are the fields of a dataclass, and the properties that its ``shown`` names. Where a member has
another type in JSON, ``forms`` of the class says which.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import inspect
import re
import textwrap
import types
import typing
from collections import abc
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ...core import Plain
from ...core.base.docs import docstring
from .answer import ENVELOPE

_SIMPLE = {str: "string", bool: "boolean", int: "integer", float: "number"}


class Member(NamedTuple):
    """One member of a JSON object."""

    meaning: str
    schema: Mapping[str, Any]
    """Its type, as in JSON Schema."""


def described(member: Member) -> dict[str, Any]:
    """The schema of a member, with its meaning."""
    return {"description": member.meaning, **member.schema}


def members(function: Callable[..., Any]) -> dict[str, Member]:
    """What the result of a function has beside the `ENVELOPE`."""
    result = function.__annotations__["return"]
    if isinstance(result, str):  # alone: others may name what only type checkers import
        result = eval(result, function.__globals__)
    if not issubclass(result, Plain):
        return {}  # pictures alone
    return {name: each for name, each in _members(result) if name not in ENVELOPE}


def _members(result: type[Plain]) -> Iterator[tuple[str, Member]]:
    hints = {**typing.get_type_hints(result), **result.forms}
    meanings = {name: text for base in result.__mro__[::-1] for name, text in _said(base)}
    for name in result.json_names():
        if name not in hints:
            hints[name] = typing.get_type_hints(getattr(result, name).fget)["return"]
        yield name, Member(meanings.get(name, ""), schema_of(hints[name]))


def _said(result: type) -> Iterator[tuple[str, str]]:
    """The first sentence about each field and property, from the source of a class."""
    if dataclasses.is_dataclass(result):
        for each in dataclasses.fields(result):
            if "help" in each.metadata:
                yield each.name, each.metadata["help"]
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(result))).body
        assert isinstance(tree, ast.ClassDef)
        for before, node in zip(tree.body, tree.body[1:], strict=False):
            if isinstance(before, ast.AnnAssign) and isinstance(node, ast.Expr):
                assert isinstance(before.target, ast.Name)
                yield before.target.id, _sentence(str(ast.literal_eval(node.value)))
    for name in getattr(result, "shown", ()):
        if isinstance(getattr(result, name), property):
            yield name, _sentence(docstring(getattr(result, name)))


def _sentence(text: str) -> str:
    """The first sentence, as one line of plain text."""
    said = " ".join(text.split()).partition(". ")[0].removesuffix(".").replace("`", "")
    said = re.sub(r"\bNone\b", "null", said)
    return said[:1].lower() + said[1:]


def schema_of(hint: Any) -> dict[str, Any]:
    """The JSON Schema of what `plain` makes of a value of this type.

    >>> schema_of(tuple[int, ...])
    {'type': 'array', 'items': {'type': 'integer'}}
    """
    origin, inner = typing.get_origin(hint) or hint, typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        some = [schema_of(each) for each in inner]
        return {"anyOf": some}
    if hint is types.NoneType:
        return {"type": "null"}
    if origin is typing.Literal:
        return {"enum": list(inner)}
    if origin in _SIMPLE:
        return {"type": _SIMPLE[origin]}
    if isinstance(origin, type):
        if issubclass(origin, enum.Enum):
            return {"enum": [each.value for each in origin]}
        if issubclass(origin, tuple) and hasattr(origin, "_fields"):
            return _object({n: schema_of(h) for n, h in typing.get_type_hints(origin).items()})
        if origin is tuple and inner[-1:] != (...,):
            some = [schema_of(each) for each in inner]
            return {"type": "array", "prefixItems": some, "minItems": len(some)}
        if issubclass(origin, (tuple, list, abc.Sequence)):
            return {"type": "array", "items": schema_of(inner[0])}
        if issubclass(origin, (dict, abc.Mapping)):
            return {"type": "object", "additionalProperties": schema_of(inner[1])}
        if issubclass(origin, Plain):
            return _object({name: dict(each.schema) for name, each in _members(origin)})
    return {}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties]}

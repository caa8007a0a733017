"""Writes `answers.d.ts`: the answers to all questions as types of TypeScript, for the page.

python -m nonocsp.apps.web.make_types
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...many.questions.registry import QUESTIONS

PATH = Path(__file__).with_name("answers.d.ts")

_HEAD = "// Made by make_types.py from the results of the questions.\n\n"
_NAMES = {"integer": "number", "null": "null", "boolean": "boolean"}


def types() -> str:
    """The text of the file."""
    lines = []
    for name, question in QUESTIONS.items():
        members = {member: each.schema for member, each in question.gives.items()}
        lines.append(f"  {name}: Found & {_object(members)};")
    return "\n".join([f"{_HEAD}interface QuestionAnswers {{", *lines, "}\n"])


def _type(schema: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "properties" in schema:
        return _object(schema["properties"])
    if "additionalProperties" in schema:
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    if "items" in schema:
        inner = _type(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    kind: str = schema.get("type", "unknown")
    return _NAMES.get(kind, kind)


def _object(properties: Mapping[str, Any]) -> str:
    members = (
        f"{name}{'?' * ({'type': 'null'} in each.get('anyOf', ()))}: {_type(each)}"
        for name, each in properties.items()
    )
    return f"{{ {'; '.join(members)} }}"


if __name__ == "__main__":
    PATH.write_text(types(), encoding="utf-8", newline="\n")

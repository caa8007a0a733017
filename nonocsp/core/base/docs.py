"""Docstrings that the program shows, also where Python has dropped them (``python -OO``)."""

from __future__ import annotations

import ast
import inspect
import sys
from textwrap import dedent
from typing import Any


def docstring(documented: Any) -> str:
    """The docstring of a function or class, from its source if need be; empty if there is neither.

    >>> docstring(docstring).partition(",")[0]
    'The docstring of a function or class'
    """
    if sys.flags.optimize < 2:
        return inspect.cleandoc(documented.__doc__ or "")
    try:
        definition, *_ = ast.parse(dedent(inspect.getsource(documented))).body
        return ast.get_docstring(definition) or ""  # type: ignore[arg-type]
    except (OSError, SyntaxError, TypeError):  # without source, or of another kind
        return ""

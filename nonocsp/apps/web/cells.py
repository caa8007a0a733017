"""Cells of a notebook on the page: they run in the browser of who reads it.

`in_browser` calls this, no server does. The cells share the module ``__main__``, as in Jupyter.
"""

from __future__ import annotations

import ast
import base64
import io
import linecache
import sys
import traceback
import zipfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from types import ModuleType
from typing import Any

#: Characters of text that a cell shows at most.
MOST = 100_000

#: Receives a part of the output: its ``text``, the ``html`` of what draws itself, or an ``error``.
Send = Callable[[dict[str, str]], object]


def begin(files: str) -> None:
    """Begin a notebook: an empty ``__main__``, and files in the present folder.

    Args:
        files: an archive as base64.
    """
    sys.modules["__main__"] = ModuleType("__main__")
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(files))) as archive:
        archive.extractall()


def run(source: str, name: str, send: Send) -> bool:
    """Run a cell; whether it came to its end.

    Args:
        source: its code. The value of an expression at its end is shown.
        name: the cell in tracebacks.
        send: receives the output while the cell runs; the error that ends it comes last.
    """
    # Tracebacks and `inspect` find the code here.
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    output = _Output(send)
    with redirect_stdout(output), redirect_stderr(output):
        try:
            value = _executed(source, name)
            drawn = _drawn(value)
            if drawn is None and value is not None:
                print(repr(value))
            output.flush()
            if drawn is not None:
                send({"html": drawn})
        except BaseException as error:  # also SystemExit: the next cell can run
            output.flush()
            send({"error": _traceback(error)})
            return False
    return True


class _Output(io.TextIOBase):
    """Sends what is printed, in whole lines; beyond `MOST` characters nothing."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._line = ""
        self._left = MOST

    def write(self, text: str) -> int:
        self._line += text
        if "\n" in text:
            self.flush()
        return len(text)

    def flush(self) -> None:
        text, self._line = self._line, ""
        if text and self._left > 0:
            cut = "\n… the rest is not shown\n" if len(text) > self._left else ""
            self._send({"text": text[: self._left] + cut})
        self._left -= len(text)


def _executed(source: str, name: str) -> Any:
    """Run the code; the value of the expression at its end, or None."""
    names = vars(sys.modules["__main__"])
    tree = compile(source, name, "exec", ast.PyCF_ONLY_AST)
    assert isinstance(tree, ast.Module)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), name, "eval"), names)


def _drawn(value: Any) -> str | None:
    """What a value shows of itself, as notebooks ask for it: a part of a page, or a drawing."""
    for method in ("_repr_html_", "_repr_svg_"):
        draw: Callable[[Any], str | None] = getattr(type(value), method, lambda _: None)
        if (found := draw(value)) is not None:
            return found
    return None


def _traceback(error: BaseException) -> str:
    """The traceback from the cell on."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename == __file__:
        frames = frames.tb_next
    return "".join(traceback.format_exception(error.with_traceback(frames)))

"""The largest files, classes and functions of package and suite, each with a sentence why it is
large.

    python tests/tools/largest.py    # rewrites large_units.md, keeping its sentences

A number that fails would shape the code. What is large instead needs a reason that others read.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = Path(__file__).with_name("large_units.md")
HEAD = "| | unit | why it is one |\n|---|---|---|\n"

#: From how many lines, methods or lines a unit stands in the table. It may shrink by a fifth there.
LEAST = {"file": 450, "class": 24, "function": 46}
SUFFIXES = (".py", ".cpp", ".hpp", ".js")

Unit = tuple[str, str]
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def units() -> dict[Unit, int]:
    """The size of every file, class and function: lines, methods, lines without docstring."""
    found: dict[Unit, int] = {}
    folders = (ROOT / "nonocsp", ROOT / "benchmarks" / "suite")
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        # What others wrote stays as it came.
        if path.suffix not in SUFFIXES or "outside" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        name = "/".join(path.parts[-2:])
        found["file", name] = text.count("\n")
        for node in ast.walk(ast.parse(text)) if path.suffix == ".py" else ():
            if isinstance(node, ast.ClassDef):
                methods = {each.name for each in node.body if isinstance(each, FUNCTIONS)}
                found["class", f"{name}: {node.name}"] = len(methods)
            if isinstance(node, FUNCTIONS):
                found["function", f"{name}: {node.name}"] = length_of(node)
    return found


def length_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without its decorators and docstring."""
    first = function.body[0]
    is_documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    documented = (first.end_lineno or 0) - first.lineno + 1 if is_documented else 0
    return (function.end_lineno or 0) - function.lineno + 1 - documented


def listed() -> dict[Unit, str]:
    """The units in the table, with their sentences."""
    _, _, table = PAGE.read_text(encoding="utf-8").partition(HEAD)
    rows = re.findall(r"^\| (\w+) \| `(.+?)` \| (.*?) \|$", table, re.M)
    return {(kind, name): why for kind, name, why in rows}


def faults() -> list[str]:
    """What the table lacks, and what stands in it for no reason."""
    sizes, sentences = units(), listed()
    found = [
        f"{kind} {name} has {size}: say in large_units.md why it is one"
        for (kind, name), size in sizes.items()
        if size >= LEAST[kind] and not sentences.get((kind, name))
    ]
    return found + [
        f"{kind} {name} is not large any more, or has gone: run tests/tools/largest.py"
        for kind, name in sentences
        if sizes.get((kind, name), 0) < 0.8 * LEAST[kind]
    ]


def main() -> None:
    sizes, sentences = units(), listed()
    rows = [
        f"| {kind} | `{name}` | {sentences.get((kind, name), '')} |\n"
        for kind in LEAST
        for (other, name), size in sorted(sizes.items(), key=lambda each: -each[1])
        if kind == other and size >= LEAST[kind]
    ]
    before, _, _ = PAGE.read_text(encoding="utf-8").partition(HEAD)
    PAGE.write_text(before + HEAD + "".join(rows), encoding="utf-8")
    print(*faults(), sep="\n")


if __name__ == "__main__":
    main()

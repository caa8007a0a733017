"""Code generation: the fields of `Options` and `Stats` from params.def.

    make params

writes them between the marks in options/options.py and options/limits.py. They are source text, not
made when the package is imported, so that type checkers and editors see every field, a wheel needs
no data file and the import costs nothing more. A test fails when the text is out of date.
"""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

#: The options that take names of plugins.
GROUPS = ("propagation", "ordering", "values", "decision")

HERE = Path(__file__).parent
WIDTH = 100


def parameters() -> Iterator[tuple[str, list[str]]]:
    """The macro and the arguments of every line of params.def."""
    for line in (HERE / "params.def").read_text().splitlines():
        if match := re.fullmatch(r"([A-Z_]+)\((.*)\)", line):
            digits = re.sub(r"(?<=\d)'(?=\d)", "_", match[2])
            (arguments,) = csv.reader([digits], skipinitialspace=True)
            yield match[1], arguments


def sections() -> dict[str, str]:
    """The text between the marks, by the name in the mark."""
    text = {"types": "", "options": "", "textbook": "", "tuning": "", "stats": ""}
    more = {name: values for macro, (name, *values) in parameters() if macro == "TEXTBOOK_VALUES"}
    for macro, (name, *rest) in parameters():
        if macro in ("TEXTBOOK_CHOICE", "TEXTBOOK_FLAG"):
            at = 2 if macro == "TEXTBOOK_CHOICE" else 1
            macro, rest = macro.removeprefix("TEXTBOOK_"), [*rest[:at], "textbook", *rest[at:]]
        match macro, rest:
            case "TEXTBOOK_VALUES", _:
                pass
            case "CHOICE", (kind, default, engines, help, *choices):
                choices += more.get(name, [])
                names = [f'"{choice}"' for choice in choices]
                text["types"] += _written(f"{kind} = Literal[", names, "]") + "\n"
                # The choices that plugins extend.
                hint = f"{kind} | Plugin" if name in GROUPS else kind
                arguments = [f'"{default}"', kind, f'"{help}"', *_engines(engines)]
                if name in more:
                    only = ", ".join(f'"{value}"' for value in more[name])
                    arguments.append(f"textbook_only=({only})")
                text[_tier(engines)] += _field(name, hint, "_choice(", arguments)
            case "FLAG" | "PYTHON_FLAG", (default, engines, help):
                arguments = [default.title(), f'"{help}"', *_engines(engines)]
                text[_tier(engines)] += _field(name, "bool", "_option(", arguments)
            case "SEED", (default, least, most, engines, help):
                arguments = [default, least, most, f'"{help}"', *_engines(engines)]
                text["options"] += _field(name, "int", "_number(", arguments)
            case "WHOLE" | "REAL", (default, least, most, help):
                hint = "float" if macro == "REAL" else "int"
                default = repr(float(default)) if macro == "REAL" else default
                arguments = [default, least, most, f'"{help}"']
                text["tuning"] += _field(name, hint, "_number(", [*arguments, '"tuning"'])
            case "COUNTER", (help,):
                text["stats"] += f'    {name}: int = 0\n    """{help}"""\n'
            case "SECONDS", (help,):
                text["stats"] += f'    {name}: float = 0.0\n    """{help}"""\n'
            case _:
                raise ValueError(f"params.def: wrong number of arguments: {macro}({name}, ...)")
    return text


def _tier(engines: str) -> str:
    """The section of an option."""
    return engines if engines in ("textbook", "tuning") else "options"


def _engines(engines: str) -> list[str]:
    return [] if engines == "learning" else [f'"{engines}"']


def _field(name: str, hint: str, call: str, arguments: list[str]) -> str:
    return "    " + _written(f"{name}: {hint} = {call}", arguments, ")", "    ") + "\n"


def _written(head: str, items: list[str], tail: str, indent: str = "") -> str:
    """A bracket as ruff formats it: on one line, on three, or with one item a line."""
    together = ", ".join(items)
    if len(indent + head + together + tail) <= WIDTH:
        return head + together + tail
    if len(f"{indent}    {together}") <= WIDTH:
        return f"{head}\n{indent}    {together}\n{indent}{tail}"
    lines = "".join(f"{indent}    {item},\n" for item in items)
    return f"{head}\n{lines}{indent}{tail}"


def filled(source: str) -> str:
    """A module's source with the text between the marks replaced."""
    for name, text in sections().items():
        mark = rf"( *# params\.def: {name}\n).*?( *# params\.def: end\n)"
        source = re.sub(mark, rf"\g<1>{text}\g<2>", source, flags=re.S)
    return source


#: The modules that hold marks.
MODULES = [HERE.parent / "options" / name for name in ("options.py", "limits.py")]

if __name__ == "__main__":
    for module in MODULES:
        module.write_text(filled(module.read_text()))

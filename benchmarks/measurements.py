"""The log as data: heads, values and tables of its files, and which of them others supersede.

Each file of `log/` begins with its title and a block of TOML, the head, with the date, the command,
the conclusion and, where known, commit, machine, load and versions of a measurement. `values` names
its figures. `measured` has sentences by topic, with figures by name, and `tables` the topic and
caption of the first table. `supersedes` names older files, or values of them as ``FILE.VALUE``,
that are not quoted any more.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

LOG = Path(__file__).with_name("log")

#: A file of the log in a text, not as part of a path.
NAMED = re.compile(r"(?<![\w/.:-])20\d\d-\d\d-\d\d-[a-z-]*[a-z]\b")


def parsed(path: Path) -> dict[str, Any]:
    """The head of a file, with its title."""
    found = re.match(r"# (.+)\n\n```toml\n(.*?)^```$", path.read_text("utf-8"), re.M | re.S)
    assert found is not None, f"{path} does not begin with a title and a head"
    return {"title": found[1], **tomllib.loads(found[2])}


@cache
def heads() -> dict[str, dict[str, Any]]:
    """The heads of all files, oldest first."""
    return {path.stem: parsed(path) for path in sorted(LOG.glob("2*.md"))}


@cache
def superseded() -> dict[str, str]:
    """Files, and values of files, each with the file that supersedes it."""
    return {old: new for new, head in heads().items() for old in head.get("supersedes", ())}


def stale(text: str) -> Iterator[str]:
    """What a text says that is superseded or has no date in sight, in sentences."""
    for block in text.split("\n\n"):
        seen = {*NAMED.findall(block)}
        quoted = {*re.findall(r"<!-- f:(20\S+) -->", block)}
        for name in sorted(seen | quoted):
            file = name.partition(".")[0]
            if newer := superseded().get(name) or superseded().get(file):
                yield f"{name} is superseded by {newer}: quote that"
            elif file not in seen and name != file:  # a table needs none
                yield f"{name} is quoted without a date: name {file} beside it"


def value(name: str) -> str:
    """A value of a file, by ``FILE.VALUE``."""
    file, _, key = name.partition(".")
    return str(heads()[file]["values"][key])


def measured(topic: str) -> str:
    """What the log says of a topic, as a list and tables, without what is superseded."""
    said, tables = [], []
    for name, head in heads().items():
        if name in superseded():
            continue
        known = {
            key: figure
            for key, figure in head.get("values", {}).items()
            if f"{name}.{key}" not in superseded()
        }
        sentences = [
            sentence.format_map(known)
            for sentence in head.get("measured", {}).get(topic, ())
            if {*re.findall(r"{(.*?)}", sentence)} <= known.keys()
        ]
        said += [f"- {'. '.join(sentences)} ({name})."] * bool(sentences)
        if caption := head.get("tables", {}).get(topic):
            table = re.search(r"(?:^\|.*\n)+", (LOG / f"{name}.md").read_text("utf-8"), re.M)
            tables.append(f"{caption} ({name}):\n\n```{{table}}\n:class: wide\n\n{table[0]}```")
    return "\n\n".join(["\n".join(said), *tables]).strip()


def rows(text: str) -> Iterator[list[list[str]]]:
    """The tables of a text: the cells of their lines, the second of which are rules."""
    for lines in re.findall(r"(?:^\|.*\n)+", text + "\n", re.M):
        yield [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines.splitlines()]


def filled(file: str, text: str) -> str:
    """A table of a page with the cells of a table of the log.

    The page chooses columns by their heads, in the order of the log, and rows by their first cell,
    or by the first two where that is not enough.
    """
    ((head, _, *chosen),) = rows(text)
    for names, _, *found in rows((LOG / f"{file}.md").read_text("utf-8")):
        places: list[int] = []
        for name in head:
            start = places[-1] + 1 if places else 0
            places += [names.index(name, start)] if name in names[start:] else []
        keys = 1 + (len({row[0] for row in chosen}) < len(chosen))
        known = {tuple(row[at] for at in places[:keys]): row for row in found}
        if len(places) == len(head) and {tuple(row[:keys]) for row in chosen} <= known.keys():
            lines = [[known[tuple(row[:keys])][at] for at in places] for row in chosen]
            table = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
            begin = re.search(r"^\|.*\n.*\n", text, re.M)
            return text[: begin.end()] + table + text[text.rindex("|") + 2 :]
    raise ValueError(f"{file} has no table with the columns {head} and these rows")

"""The page of results, from their data in the log alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from benchmarks.suite import engines
from benchmarks.suite.export import Table
from nonocsp.people.explanation.phrasing import listed

from .fetch import SOURCES
from .measurements import measured, parsed
from .published_data import solved

#: Puzzles of a set that the page lists one by one.
MOST = 60

#: The topics of other measurements, by the name that heads of the log give them.
_TOPICS = {
    "speed": "Speed elsewhere",
    "techniques": "Gain of each technique",
    "counting": "Counts and bounds",
    "boards": "Boards",
    "proofs": "Proofs",
    "people": "Puzzles and people",
    "scale": "Many puzzles, many cores",
    "reliability": "Reliability",
}

#: How a reader repeats one table.
_ONE_TABLE = """\
nonocsp bench run --puzzles n-dom:first=3,last=9 --engine kernel --engine python-sat \\
    --protocol verdict --cpu-seconds 5 -o n-dom.jsonl
nonocsp bench report n-dom.jsonl"""

_UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}


def page(head_file: Path, pictures: str = "../pictures/results") -> str:
    """The page of results, from a file of the log and the data beside it."""
    data = json.loads(head_file.with_suffix(".json").read_text(encoding="utf-8"))
    return "\n\n".join(_blocks(head_file.stem, parsed(head_file), data, pictures)) + "\n"


def _blocks(
    name: str, head: Mapping[str, Any], data: Mapping[str, Any], pictures: str
) -> Iterator[str]:
    yield "# Results"
    if "warning" in head:
        yield head["warning"]
    yield (
        "Which solver solves which puzzles, and how fast. Every answer was checked before its\n"
        f"time counted. {head['conclusion']}"
    )
    yield (
        "Times are CPU seconds; `> 5 s` means that the limit stopped the engine. A ratio says how\n"
        "many times as long as the kernel an engine takes: the geometric mean over the puzzles\n"
        "that both solved, whose number is in brackets. The engines took turns on each puzzle, so\n"
        "a ratio is more reliable than a time. Taking turns also leaves cold caches: in a loop,\n"
        "calls below a millisecond take a fraction of these times.\n"
        f"{_sat_solver(data['parts'])}After the tables come\n"
        "[other measurements](#other-measurements) by topic, and\n"
        "[how it was measured](#how-it-was-measured), with the sources of the sets."
    )
    yield from data["alarms"]
    for part in data["parts"]:
        yield f"## {part['title']}"
        yield part["text"]
        yield _short(part["sets"])
        for each in part["sets"]:
            if len(rows := each.get("several", ())) > MOST:
                number = f"{len(rows)} puzzles of {each['set']}"
                yield f"The {number} with several solutions are in the data."
            elif rows:
                names = [row[0] for row in each["rows"][: len(rows[0]) - 1]]
                yield f"Puzzles of {each['set']} with several solutions:"
                yield str(Table(["puzzle", *names], rows))
        if part["plots"] and part["not_drawn"]:
            shown = [each for each in part["sets"] if each["set"] not in part["not_drawn"]]
            number = sum(solved(each["rows"][0])[1] for each in shown)
            chosen = listed([f"`{each['set']}`" for each in shown])
            yield f"The plot shows only the {number} puzzles of {chosen}:"
        for kind in part["plots"]:
            yield f"![{part['title']}: {kind}]({pictures}/{part['name']}-{kind}.svg)"
    if data["left_out"]:
        yield "## Left out"
        yield "\n".join(data["left_out"])
    yield "## Other measurements"
    yield (
        "Each sentence links its file in `benchmarks/log/`, which begins with the date, and has\n"
        "the command, the machine and the tables. The older a file, the more the program has\n"
        "changed since; what a later file replaced is left out."
    )
    for topic, title in _TOPICS.items():
        if text := measured(topic):
            yield f"### {title}"
            yield text
    yield "## How it was measured"
    yield (
        "One command measures the plan in `benchmarks/published.toml`. This page is made from\n"
        f"the log: {name} has the tables with all columns.\n"
        "`benchmarks/README.md` explains the protocols."
    )
    yield f"```sh\n{head['command']}\n```"
    yield "For one table, name its sets, engines and protocol:"
    yield f"```sh\n{_ONE_TABLE}\n```"
    yield _cost(data["parts"])
    known = {key.capitalize(): head.get(key) for key in ("machine", "versions", "commit", "load")}
    known["Measured"] = head["date"]
    yield "\n".join(f"- {key}: {text}" for key, text in known.items() if text)
    yield "The log has neither the model of the CPU nor its clock rate."
    yield (
        "`nonocsp bench list` describes the generated sets, which follow a rule and a seed. The\n"
        "others, in the folder DIR, belong to their authors; `python -m benchmarks.fetch` says\n"
        "how to get them."
    )
    if sources := _sources({each["set"] for part in data["parts"] for each in part["sets"]}):
        yield "\n".join(sources)


def _sat_solver(parts: Sequence[Mapping[str, Any]]) -> str:
    """What the engine ``python-sat`` is, if the tables have it."""
    if not any(row[0] == "python-sat" for p in parts for each in p["sets"] for row in each["rows"]):
        return ""
    solver, encoding = engines.ENGINES["python-sat"].summary.removeprefix("rival: ").split(", ")
    return f"`python-sat` is {solver} on the {encoding}. "


def _cost(parts: Sequence[Mapping[str, Any]]) -> str:
    """How long the answers of all tables took."""
    totals = {}
    for part in parts:
        rows = [
            row[each["head"].index("total")].removeprefix("> ").split()
            for each in part["sets"]
            for row in each["rows"]
            if "total" in each["head"] and row[0] != "virtual best"
        ]
        totals[part["title"]] = sum(float(number) * _UNITS[unit] for number, unit in rows)
    longest = max(totals, key=totals.__getitem__)
    return (
        "A run of a table takes the sum of its column `total` in the log, and time for imports\n"
        "and checks. Without repeats and further seeds, all tables take\n"
        f"{sum(totals.values()):.0f} CPU seconds, *{longest}* {totals[longest]:.0f} of them."
    )


def _short(sets: Sequence[Mapping[str, Any]]) -> str:
    """One table of a part, without what only an expert reads."""
    ratio = next(name for name in sets[0]["head"] if name.startswith("ratio"))
    columns = ("engine", "solved", "median", "worst", ratio)
    lines = []
    for each in sets:
        name = each["set"].replace(",", ", ")  # to be wrapped
        for row in each["rows"]:
            if row[0] != "virtual best":
                lines.append([name, *(row[each["head"].index(column)] for column in columns)])
                name = ""
    return str(Table(["set", *columns], lines, words=2))


def _sources(names: Set[str]) -> list[str]:
    """Where public sets come from, as items of a list."""
    found: dict[str, list[str]] = {}
    for name, source in SOURCES.items():
        if name in names:
            page = f"<{source.page}>" if source.page else source.how
            found.setdefault(page, []).append(f"`{name}`")
    return [f"- {listed(words)}: {page}" for page, words in found.items()]

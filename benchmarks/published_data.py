"""The results as data of the log, from which `published_page` is made."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.suite import engines, public, records
from benchmarks.suite.export import Table
from benchmarks.suite.heading import about, alarms
from benchmarks.suite.spec import SpecError
from nonocsp.people.explanation.phrasing import listed

if TYPE_CHECKING:
    from .publish import Part

#: What an engine finds by a protocol.
_FINDS = {
    "verdict": "the verdict",
    "first": "a solution",
    "all": "every solution",
    "count": "the number of solutions",
}

#: A set of boards that lines alone decide: its ratios are no measure of a search.
_LINES = "large"


def write(
    log: Path,
    every: Sequence[Part],
    results: Sequence[tuple[Part, list[records.Record]]],
    command: str,
    folder: str | None,
) -> Path:
    """Write the data and their head into the log; the path of the file with the head.

    Raises:
        SpecError: there are no records.
    """
    kept = [record for _, found in results for record in found]
    if not kept:
        raise SpecError("nothing of the plan could be measured")
    parts = [_part(part, found) for part, found in results if found]
    data = {"alarms": alarms(kept), "left_out": _left_out(every, folder), "parts": parts}
    text = json.dumps(data, ensure_ascii=False, indent=1)
    rows = re.compile(r"\[\n +([^][{}]*?)\n +\]")  # each in a line of its own
    text = rows.sub(lambda row: "[" + re.sub(r"\n +", " ", row[1]) + "]", text)
    path = log / f"{max(record['when'][:10] for record in kept)}-results.md"
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8", newline="\n")

    head: dict[str, Any] = {}
    for name, about_it in re.findall(r"^- (\w+): (.*)$", about(kept), re.M):
        head[name.lower()] = "; ".join(filter(None, [head.get(name.lower()), about_it]))
    del head["measured"]  # the date
    head |= {"command": command, "conclusion": _in_short(every[0].engines[0], kept)}
    if older := sorted(each.stem for each in log.glob("2*-results.md") if each < path):
        head["supersedes"] = older[-1:]
    values, sentences = _ratios(parts)
    lines = ["# Results: every set, all columns", "", "```toml", f"date = {path.stem[:10]}"]
    for title, block in (("", head), ("[values]", values), ("[measured]", sentences)):
        lines += ["", title] * bool(title)
        for name, value in block.items():
            indent = 4 if isinstance(value, list) else None
            lines += [f"{name} = {json.dumps(value, ensure_ascii=False, indent=indent)}"]
    lines += ["```", "", f"The tables are in `{path.stem}.json`.", ""]
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")
    return path


def _part(part: Part, found: Sequence[records.Record]) -> dict[str, Any]:
    """The tables of a part, with its text."""
    from benchmarks.suite.report import tables  # needs pandas

    sets = []
    each = 0.0 if part.seeds else None
    for title, (table, *more) in tables(found, base=part.engines[0], each=each):
        known = re.match(
            r"(?P<set>.+): (?P<protocol>\w+) \(limit (?P<limit>.+);", title
        ).groupdict()
        rest = {"head": table.head, "rows": table.rows, "more": [*map(str, more)]}
        if part.seeds and isinstance(more[-1], Table):
            several = [row for row in more.pop().rows if row[1] == "multiple"]
            rest["several"] = [[name, *times] for name, _, *times in several]
            rest["more"] = [*map(str, more)]
        sets.append(known | rest)
    drawn = any(record["set"] in part.sets for record in found)
    text, plots = " ".join(part.text.split()), part.plots if drawn else []
    not_drawn = [each["set"] for each in sets if each["set"] not in part.sets] if plots else []
    rest = {"plots": plots, "not_drawn": not_drawn, "sets": sets}
    return {"name": part.name, "title": part.title, "text": text, **rest}


def _ratios(parts: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Figures of the tables by name, and what is said of them.

    That is the least and the largest ratio of every rival by protocol, and what stays unsolved
    without a technique.
    """
    found: dict[str, dict[str, list[tuple[float, str]]]] = {name: {} for name in _FINDS}
    for each in (each for part in parts for each in part["sets"]):
        name, protocol = each["set"], each["protocol"]
        if protocol not in found or name.partition(":")[0] == _LINES:
            continue
        for row in each["rows"]:
            ratio = dict(zip(each["head"], row, strict=True)).get("ratio to kernel", "").split()
            if ratio and not row[0].startswith(("kernel", "virtual")):
                found[protocol].setdefault(row[0], []).append((float(ratio[0]), name))
    values: dict[str, Any] = {}
    sentences: dict[str, list[str]] = {"speed": [], "counting": []}
    for protocol, rivals in found.items():
        words = []
        for engine, known in rivals.items():
            least, most = min(known), max(known)
            ends = {"-least": least, "-most": most} if len(known) > 1 else {"": least}
            families = len({name.partition(":")[0] for _, name in (least, most)})
            said = []
            for which, (ratio, name) in ends.items():
                key = re.sub(r"\W+", "-", f"{protocol}-{engine}{which}")
                values[key] = f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.2g}"
                on = f" (on `{name.replace(',', ', ')}`)"
                said.append(f"{{{key}}}" + on * (families > 1))
            if ":" not in engine:  # or with other options
                words.append(f"{engine} {' to '.join(said)}")
        if words:
            place = "counting" if protocol == "count" else "speed"
            sentences[place].append(f"for {_FINDS[protocol]}, {', '.join(words)}")
    about_it = "Others take these multiples of the kernel's time, in geometric mean by set: "
    sentences = {name: [about_it + "; ".join(said)] for name, said in sentences.items() if said}
    for one in [part["sets"][0] for part in parts if part["name"] == "techniques"]:
        without = [row for row in one["rows"] if row[0].startswith("kernel-no-")]
        left = {row[0][10:]: solved(row)[1] - solved(row)[0] for row in without}
        left = {name: number for name, number in left.items() if number}
        values |= {f"without-{name}": number for name, number in left.items()}
        if words := listed([f"{{without-{name}}} without *{name}*" for name in left]):
            said = f"Without one technique, some puzzles of {one['set']} stay unsolved: {words}"
            sentences["techniques"] = [said]
    return values, sentences


def solved(row: Sequence[str]) -> list[int]:
    """How many puzzles a row has solved, of how many."""
    return [*map(int, row[1].split()[0].split("/"))]


def _in_short(engine: str, kept: Sequence[records.Record]) -> str:
    """What an engine solved, in a sentence."""
    words = []
    for protocol, what in _FINDS.items():
        own = (r for r in kept if r["engine"] == engine and r["protocol"] == protocol)
        ended: dict[tuple[str, str], bool] = {}
        for record in own:
            name = record["set"], record["puzzle"]
            ended[name] = ended.get(name, True) and record["status"] == "solved"
        if ended:
            most, number = len(ended), sum(ended.values())
            of = "all" if number == most else f"{number:,} of"
            words.append(f"{what} of {of} {most:,}{' puzzles' * (not words)}")
    limits = {record.get("limit_cpu") for record in kept}
    within = f"Within {limits.pop():g} CPU seconds each" if len(limits) == 1 and any(limits) else ""
    within = within or "Within the limits of the plan"
    return f"{within}, the {engine} finds {listed(words)}." if words else ""


def _left_out(every: Sequence[Part], data: str | None) -> list[str]:
    """Engines and sets of the plan that are missing here, as items of a list."""
    names = dict.fromkeys(name for part in every for name in part.engines)
    missing = {name: engines.engine_named(name).make().missing() for name in names}
    lines = [f"- {name}: {reason}" for name, reason in missing.items() if reason]
    available = public.names(data)
    absent = [n for n in dict.fromkeys(n for p in every for n in p.public) if n not in available]
    return [
        *lines,
        *([f"- public sets not in the data folder: {', '.join(absent)}"] if absent else []),
    ]

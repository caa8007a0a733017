"""The results as data of the log, and the page that is made from them alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.suite import engines, public, records
from benchmarks.suite.export import Table
from benchmarks.suite.heading import about, alarms
from benchmarks.suite.spec import SpecError
from nonocsp.people.explanation.phrasing import listed

from .fetch import SOURCES
from .measurements import measured, parsed

if TYPE_CHECKING:
    from .publish import Part

#: What an engine finds by a protocol.
_FINDS = {
    "verdict": "the verdict",
    "first": "a solution",
    "all": "every solution",
    "count": "the number of solutions",
}

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

#: A set of boards that lines alone decide: its ratios are no measure of a search.
_LINES = "large"

#: How a reader repeats one table.
_ONE_TABLE = """\
nonocsp bench run --puzzles n-dom:first=3,last=9 --engine kernel --engine python-sat \\
    --protocol verdict --cpu-seconds 5 -o n-dom.jsonl
nonocsp bench report n-dom.jsonl"""

_UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}


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
        left = {row[0][10:]: _solved(row)[1] - _solved(row)[0] for row in without}
        left = {name: number for name, number in left.items() if number}
        values |= {f"without-{name}": number for name, number in left.items()}
        if words := listed([f"{{without-{name}}} without *{name}*" for name in left]):
            said = f"Without one technique, some puzzles of {one['set']} stay unsolved: {words}"
            sentences["techniques"] = [said]
    return values, sentences


def _solved(row: Sequence[str]) -> list[int]:
    """How many puzzles a row has solved, of how many."""
    return [*map(int, row[1].split()[0].split("/"))]


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
            number = sum(_solved(each["rows"][0])[1] for each in shown)
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


def _in_short(engine: str, kept: Sequence[records.Record]) -> str:
    """What an engine solved, in a sentence."""
    words = []
    for protocol, what in _FINDS.items():
        own = (r for r in kept if r["engine"] == engine and r["protocol"] == protocol)
        solved: dict[tuple[str, str], bool] = {}
        for record in own:
            name = record["set"], record["puzzle"]
            solved[name] = solved.get(name, True) and record["status"] == "solved"
        if solved:
            most, number = len(solved), sum(solved.values())
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

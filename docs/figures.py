"""Sentences of the pages with the figures, lists and names that the code or the log decides.

``{}`` in a sentence stands for a figure or a list, and what computes it stands beside. A test looks
for each sentence in the book, as it is read: without marks and line ends. Where it stands, it has
to say what is computed; where it stands no more, its entry goes. So a page says its sentence in
plain words, and neither of the two changes alone.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Callable, Iterator
from math import atan, ceil, degrees, log10
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import nonocsp as nc
from benchmarks import measurements, work
from benchmarks.suite.protocols import PROTOCOLS
from nonocsp.apps.cli import COMMANDS, messages
from nonocsp.apps.cli.parser import whole_parser
from nonocsp.files.formats import formats

ROOT = Path(__file__).parents[1]

#: Blocks of code, not tables with a class.
BLOCK = re.compile(r"^ *```(?!\{table\}).*?^ *```$", re.M | re.S)

NUMBERS = {
    word: float(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
} | {
    "half": 1 / 2,
    "third": 1 / 3,
    "quarter": 1 / 4,
    "fifth": 1 / 5,
    "tenth": 1 / 10,
    "twentieth": 1 / 20,
    "twenty": 20.0,
    "thirty": 30.0,
    "hundred": 100.0,
    "thousand": 1000.0,
}


def number(text: str) -> float | None:
    """The number that a text says in digits or words; None if it says none."""
    plain = text.strip().removeprefix("a ").removeprefix("one ").replace(",", "").strip(" .;:`")
    try:
        return float(plain)
    except ValueError:
        return NUMBERS.get(plain.casefold())


def value(name: str) -> Any:
    """A constant of the package, by its path."""
    return resolve_name(f"nonocsp.{name}")


def default(option: str) -> Any:
    """The default of an option."""
    return nc.Options.table()[option].default


def source(file: str, pattern: str) -> str:
    """What the group of a pattern finds in a source."""
    found = re.search(pattern, (ROOT / file).read_text(encoding="utf-8"), re.M)
    assert found is not None, f"{file} has no {pattern!r}"
    return found[1].replace("'", "")


def log(name: str) -> str:
    """A value of the log."""
    return measurements.value(name)


def _action(command: str, option: str) -> argparse.Action:
    (commands,) = (
        action.choices
        for action in whole_parser(COMMANDS)._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    actions = commands[command]._actions
    return next(each for each in actions if option in (each.dest, *each.option_strings))


def choices(command: str, argument: str) -> list[str]:
    """The values that an argument of a command takes."""
    return [*map(str, _action(command, argument).choices or ())]


def default_of(command: str, option: str) -> Any:
    """The default of an option of a command."""
    return _action(command, option).default


def extra(package: str) -> str:
    """The first extra that brings a package."""
    return source("pyproject.toml", rf"^(\w+) = \[.*\"{package}")


def audited(name: str) -> str:
    """The number of puzzles of an audited set."""
    return source("benchmarks/log/2026-11-27-audits.md", rf"^\| {name} \| ([\d,]+) \|")


def keys(does: str) -> list[str]:
    """The keys of the terminal player that do something, from the source: it needs a library."""
    table = source("nonocsp/apps/player/keys.py", r"(?s)^KEYS = (\{.*?^\})")
    key = next(key for key, said in ast.literal_eval(table).items() if said.startswith(does))
    return re.findall(r"\w+", key)


def keeping(feature: str) -> list[str]:
    """The formats, read and written, that carry a feature."""
    return sorted(
        name for name, known in formats().items() if known.parse and feature in known.carries
    )


def members(file: str, function: str) -> list[str]:
    """The members of the JSON that a function returns."""
    return re.findall(r'"(\w+)":', source(file, rf"(?s)def {function}\(.*?return \{{(.*?)\}}"))


def _collision() -> str:
    """The power of ten above the chance that two of ten million fingerprints are equal."""
    bits = int(source(f"{SRC}/counting/components/component_cache.hpp", r"by (\d+) bits"))
    digits = str(ceil(log10(10**14 / 2 ** (bits + 1))))
    return f"10{digits.translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def _anchor(ordering: Any) -> int:
    """The nodes of the textbook search on the anchor of the first hour."""
    how = nc.Options(ordering=ordering)
    anchor = nc.read(ROOT / "input/anchor.txt")
    return int(nc.count(anchor, engine="textbook", options=how).stats.nodes)


SRC = "nonocsp/core/kernel/src"
NPM = "benchmarks/log/2026-11-26-npm.md"
CMAKE = "nonocsp/core/kernel/CMakeLists.txt"
CHECKER = "nonocsp/core/proofs/checker.py"
TECHNIQUES = "nonocsp/people/explanation/techniques"
RESTARTS = "core.csp.search.restarts"

#: What computes the figure of each sentence.
FIGURES: dict[str, Callable[[], object]] = {
    # What it needs.
    "Python {} or newer": lambda: source("pyproject.toml", r'requires-python = ">=([\d.]+)"'),
    "C++{} compiler": lambda: source(CMAKE, r"cxx_std_(\d+)"),
    "g++ {}, clang": lambda: source(CMAKE, r'"GNU" AND \w+ VERSION_LESS (\d+)'),
    "clang {}, or newer": lambda: source(CMAKE, r'"Clang" AND \w+ VERSION_LESS (\d+)'),
    "two small ones, {}. The rest": lambda: [
        re.split("[>2]", each)[0]
        for each in sorted(
            re.findall(r'"(\S+)"', source("pyproject.toml", r"^dependencies = (.*)"))
        )
    ],
    "for threads, {}.": lambda: source(
        "nonocsp/core/options/limits.py", r"None means no bound; for threads, ([\w ]+)"
    ).split(),
    # Exit codes.
    "an engine that failed ends with exit code {},": lambda: messages.NO_SOLUTION,
    "was not verified with exit code {}": lambda: messages.LIMIT,
    "may be as good (exit code {};": lambda: messages.LIMIT,
    "and end with exit code {}.": lambda: messages.DONE,
    "makes the exit code {} for warnings": lambda: messages.NO_SOLUTION,
    "| {} | done": lambda: messages.DONE,
    "| {} | no solution": lambda: messages.NO_SOLUTION,
    "| {} | bad input": lambda: messages.BAD_INPUT,
    "| {} | not proven": lambda: messages.LIMIT,
    "| {} | interrupted": lambda: messages.INTERRUPTED,
    "the exit code is the worst: {} in this order": lambda: [
        str(code) for code in reversed(messages._BY_WEIGHT)
    ],
    # Files and formats.
    "formats {} keep joints": lambda: keeping("joints"),
    "formats {} hold triddlers": lambda: keeping("triddler"),
    "`generate --json` prints {} and the `puzzle`;": lambda: members(
        "nonocsp/apps/cli/generate.py", "_members"
    ),
    "anything else is read as {}, with a warning": lambda: source(
        "nonocsp/files/formats/source.py", r"so it was read as ([\w-]+)"
    ),
    "of pixels, is a cell. {} keep colours and their names": lambda: [
        name.upper().replace("EBP", "ebP")
        for name in keeping("looks")
        if re.search(r"images\.(?!picture)", formats()[name].parse.__module__)
    ],
    "independent checker; {}.": lambda: [
        name.upper() for name in choices("count", "proof_format") if name != "nonocsp"
    ],
    "`.png` files need the extra {}.": lambda: extra("pillow"),
    "The build needs the extras {}, and Node.js": lambda: [extra("starlette"), extra("pillow")],
    "| `index` | place in the run, from {} |": lambda: source(
        "nonocsp/many/questions/answer.py", r"among the puzzles of a batch, from (\d)"
    ),
    "reads such a puzzle as JSON, {} files and addresses": lambda: source(
        "nonocsp/apps/javascript/library/formats.js", r"as JSON, (\.\w+) or an"
    ),
    # Solution spaces and searches.
    "by a fingerprint of {} bits": lambda: source(
        f"{SRC}/counting/components/component_cache.hpp", r"by (\d+) bits"
    ),
    "an automaton of more than {} states": lambda: source(
        f"{SRC}/search/line/star_automaton.cpp", r"min\(([\d']+),"
    ),
    "with a probability of about *r*² / 2⁹⁷: below {} for ten million": _collision,
    "are numbered from {} in a fixed order": lambda: source(
        "nonocsp/apps/cli/solve.py", r"first to print, from (\d)"
    ),
    "each of at most {} open cells": lambda: value("core.solver.features.MOST_CELLS"),
    "That is {} times the work of `mrv`": lambda: round(
        _anchor(lambda state, variables: max(variables, key=state.size)) / _anchor("mrv")
    ),
    "The queue holds all {} arcs": lambda: 2 * nc.read(ROOT / "input/heart.txt").board.size,
    "Restarts after {} contradictions": lambda: value(f"{RESTARTS}._FIRST"),
    "contradictions, then {}, and so on": lambda: (
        value(f"{RESTARTS}._FIRST") * value(f"{RESTARTS}._GROWTH")
    ),
    "or {} pairs of values are tested at once": lambda: value("core.csp.propagation.ac3bit._WORD"),
    "done a {} times their work": lambda: default("bounds_wait"),
    # Proofs.
    "have no leading zeros and at most {} digits": lambda: (
        1 + int(source(CHECKER, r'ID = "\(\[1-9\]\[0-9\]\{0,(\d)\}\)"'))
    ),
    "An ID has at most {} digits": lambda: 1 + int(source(CHECKER, r"\{0,(\d\d)\}")),
    "A line has at most {} MiB": lambda: (
        2 ** (int(source(CHECKER, r"return \(1 << (\d+)\) \+")) - 20)
    ),
    "(blank too), {} bytes more": lambda: source(CHECKER, r"<< 24\) \+ (\d+) \*"),
    # People.
    "the reasons adds a {}": lambda: (
        1 / int(source(f"{TECHNIQUES}/technique.py", r"len\(because\) / (\d+)"))
    ),
    "| depth from | {} |": lambda: [
        f"{least:g}" for least, _ in value("people.explanation.rating.SCALE")
    ],
    "| minutes from | {} |": lambda: [
        f"{least:g}" for least, _ in value("people.explanation.effort.LENGTHS")
    ],
    "plus {} tenths of a second for each cell": lambda: (
        value("people.explanation.effort.LOOK") * value("people.explanation.effort.UNIT")
    ),
    "takes {} seconds per unit of cost": lambda: value("people.explanation.effort.UNIT"),
    "Textures are {}.": lambda: [*nc.generation.TEXTURES],
    # Readings.
    "pages turned by more than {} degrees": lambda: round(
        degrees(atan(float(source(f"{SRC}/people/photos/grid_lines.cpp", r"steepest = ([\d.]+)"))))
    ),
    "({} nats)": lambda: value("people.reading.deciphering.MARGIN"),
    # The command line.
    "After {} a second of work, threads join": lambda: value("apps.cli.job._ALONE"),
    "other threads join after {} a second": lambda: value("apps.cli.job._ALONE"),
    "`-o` also writes {} for Graphviz": lambda: [*value("apps.cli.watch._SUFFIXES")[1:4]],
    "change that with `--memory` (in {})": lambda: str(
        _action("solve", "--memory").metavar
    ).replace("IB", "iB"),
    # Sets.
    "| webpbn, half of a harvest | {} |": lambda: audited("webpbn, every second of a harvest"),
    "| half of NonoBench, a leaderboard of language models | {} |": lambda: audited(
        r"half of NonoBench \(.*\)"
    ),
    "costs its puzzle a retry (`retries={}`)": lambda: source(
        "nonocsp/many/work/work.py", r"retries: int = (\d+)"
    ),
    # Benchmarks.
    "grown by more than {} %": lambda: round(100 * (work.MOST - 1)),
    # The page, the terminal, JavaScript.
    "| {} | where to look; what follows and why; fill it in |": lambda: keys("where to look"),
    "| space, {} | fill in, mark as blank, clear |": lambda: keys("mark as") + keys("clear"),
    "| {} | check for mistakes |": lambda: keys("check for mistakes"),
    "script for {}. It": lambda: choices("completion", "shell"),
    "keeps a worker ({} MB)": lambda: source(
        "nonocsp/apps/javascript/library/asked.js", r"holds (\d+) MB"
    ),
    "lines of up to {} cells": lambda: source(
        "nonocsp/apps/javascript/game/game.js", r"up to (\d+) cells"
    ),
    "or has colours; lines have up to {} cells": lambda: source(
        "nonocsp/apps/javascript/game/game.js", r"up to (\d+) cells"
    ),
    "a random 10x10 takes {} ms": lambda: source(NPM, r"^\| 300 .* several \| 0 \| ([\d.]+)"),
    "on a 15x15 {} ms": lambda: source(NPM, r"^\| 200 .* several \| 0 \| ([\d.]+)"),
    "the slowest of 500 took {} ms": lambda: source(NPM, r"^\| 300 .* 0\.31 \| ([\d.]+)"),
    "needs Node.js {},": lambda: source(
        "nonocsp/apps/javascript/package.json", r'"node": ">=([\d.]+)"'
    ),
    " Chrome {},": lambda: log("2026-11-30-javascript-hosts.oldest_chrome"),
    "Firefox {} or": lambda: log("2026-11-30-javascript-hosts.oldest_firefox"),
    "Safari {}, or newer": lambda: log("2026-11-30-javascript-hosts.oldest_safari"),
    "memory is limited to {} GiB": lambda: (
        2
        ** (
            int(source("nonocsp/apps/javascript/library/kernel_questions.js", r"2 \*\* (\d+)")) - 30
        )
    ),
    "is one file of {} kB after gzip": lambda: log("2026-11-30-games.kb"),
    "All but {} are async": lambda: source(
        "nonocsp/apps/javascript/game/game.js", r"export \{ (\w+) \} from"
    ),
    "After gzip, the kernel has {} kB": lambda: source(
        "benchmarks/log/2026-11-30-games.md", r"the whole kernel \| (\d+)"
    ),
    "at most `limit` ({})": lambda: source(
        "nonocsp/apps/javascript/game/game.js", r"LIMIT = (\d+)"
    ),
}

#: The first columns of tables, by their heads.
COLUMNS: dict[str, Callable[[], list[str]]] = {
    "`reward`": lambda: sorted(f'"{name}"' for name in value("extra.learning.episode.REWARDS")),
    "protocol": lambda: sorted(PROTOCOLS),
}

#: Sentences that say *every*, *all*, *always*, *never*, *only* or *wherever*, and the test that
#: fails if one is false.
TESTS = {
    "It solves nonograms only": "tests/project/test_claims.py::test_what_cannot_be_done_fails",
    "finds every solution, and proves that there is no other": (
        "tests/project/test_claims.py::test_every_probe_succeeds"
    ),
    "Less than {} seconds for each of {} ": (
        "tests/project/test_front.py::test_every_number_is_computed"
    ),
    "it counts {} solutions of": "tests/project/test_front.py::test_every_number_is_computed",
    "See all {} solutions": "tests/project/test_front.py::test_every_number_is_computed",
    "{} lines of plain Python verify": "tests/project/test_front.py::test_every_number_is_computed",
    "open questions are answered unknown, never wrongly": (
        "tests/project/test_claims.py::test_facts_are_as_computed"
    ),
    "Other techniques change work and order, never the answer": (
        "tests/core/kernel/test_kernel.py::test_every_technique_can_be_switched_and_changes_no_answer"
    ),
    "Every engine runs against the same tests": (
        "tests/core/solver/test_engines.py::test_solutions_are_those_of_brute_force_each_once"
    ),
    "every solution once": (
        "tests/core/solver/test_engines.py::test_solutions_are_those_of_brute_force_each_once"
    ),
    "`-o` writes its file whole or not at all": (
        "tests/apps/cli/test_commands.py::test_output_is_written_whole_or_not_at_all"
    ),
    "`tests/project/test_input.py` checks every entry": (
        "tests/project/test_input.py::test_file_is_the_puzzle_of_its_entry"
    ),
    "may only fall": "tests/project/test_claims.py::test_what_is_counted_may_only_fall",
}


def read(text: str) -> str:
    """A page as it is read: without marks and addresses of links; a paragraph or row is a line."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"\]\([^)]*\)", "]", text).replace("[", "").replace("]", "")
    return re.sub(r"[^\S\n]*\n(?![\n|])[^\S\n]*|[^\S\n]+", " ", text).strip()


def pattern(sentence: str, truth: object = "") -> re.Pattern[str]:
    """What finds a sentence with any figure, or with any list."""
    gap = r"(.{1,200}?)" if isinstance(truth, list) else r"(\S+)"
    end = "$" if sentence.endswith("|") and isinstance(truth, list) else ""
    parts = (f"(?i:{re.escape(part)})" for part in read(sentence).split("{}"))
    return re.compile(gap.join(parts) + end, re.M)


def says(text: str, truth: object) -> bool:
    """Whether a text says a figure, in digits or words, or lists just these names."""
    if isinstance(truth, list):
        return re.findall(r"[^\s,;|`]+", re.sub(r"\b(and|or)\b", " ", text)) == truth
    said, known = number(text), number(str(truth))
    return text.strip("`") == str(truth) if known is None else said == known


def said(pages: dict[str, str]) -> dict[str, list[tuple[str, str, object]]]:
    """Where each sentence stands: the page, what it says, and what is computed."""
    texts = {name: read(text) for name, text in pages.items()}
    found: dict[str, list[tuple[str, str, object]]] = {}
    for sentence, compute in FIGURES.items():
        truth = compute()
        form = pattern(sentence, truth)
        found[sentence] = [
            (name, text, truth) for name in texts for text in form.findall(texts[name])
        ]
    return found


def false_figures(pages: dict[str, str]) -> Iterator[str]:
    """The sentences that say something else than what is computed."""
    for sentence, found in said(pages).items():
        for name, text, truth in found:
            if not says(text, truth):
                yield f"{name} says {sentence.format(text)!r}, and it is {truth}"
    for head, compute in COLUMNS.items():
        for name, text in pages.items():
            for rows in re.findall(rf"(?m)^\| {head} \|.*\n\|.*\n((?:\|.*\n)+)", text):
                column = re.findall(r"(?m)^\| `?(.*?)`? \|", rows)
                if sorted(column) != (truth := compute()):
                    yield f"{name}: the column {head} has {column}, not {truth}"
    codes = {str(code) for code in messages._BY_WEIGHT}
    for name, text in pages.items():
        for code in {*re.findall(r"exit codes?:? (\d+)", text)} - codes:
            yield f"{name} names the exit code {code}, which no command ends with"


#: A number by itself: not of a label ("row 3"), a size ("5 x 5"), a year, or 0 and 1.
LABELLED = (
    r"\b(?:rows?|columns?|cells?|states?|clues?|blocks? of|nodes?|exercises?|colours?|lines?"
    r"|layers?|versions?|boundar(?:y|ies)|C\+\+|g\+\+|clang|Python|Node\.js)"
    r" \*?\d+(?:(?:,|,? and|,? to|,? or|[-–]| )? ?\d+)*"
)
NOT_BARE = re.compile(
    r"\A---\n.*?^---$|<!-- (f:|tables).*?<!-- (?:/f|end of tables) -->|<!--.*?-->"
    r"|^#[^\n]*$|^[ >]*(?:\*\*)?\d+\.(?:\*\*)? |(`+)[^`\n]+?\2|\]\([^)]*\)|https?://\S+"
    rf"|20\d\d-\d\d-\d\d[\w-]*|\b(?:19|20)\d\d\b|\d+ ?[x×] ?\d+|{LABELLED}",
    re.M | re.S | re.I,
)
BARE = re.compile(r"(?<![\w.,/*-])(?:\d[\d,.]*\d|[2-9])(?![\w/!*])")
ABSOLUTE = re.compile(r"\b(?:every|all|always|never|only|wherever)\b", re.I)


def bare_numbers(text: str) -> list[str]:
    """The numbers in the prose of a page that nothing computes."""
    text = BLOCK.sub("", text)
    for sentence in (*FIGURES, *TESTS):
        form = re.sub(r"\\ ", r"\\s+", pattern(sentence, [] if "|" in sentence else "").pattern)
        text = re.sub(form, "", text, flags=re.M)
    return BARE.findall(NOT_BARE.sub("", text))


def absolutes(text: str) -> list[str]:
    """The sentences with *every* and its like that no test guards, by `TESTS`."""
    text = re.sub(r"<!-- tables -->.*?<!-- end of tables -->", "", BLOCK.sub("", text), flags=re.S)
    text = read(text)
    for sentence in TESTS:  # with the rest of the sentence before it
        text = re.sub(rf"[^.:;|\n]*{pattern(sentence).pattern}", "", text, flags=re.M)
    return [*filter(ABSOLUTE.search, re.split(r"(?<=[.:;!?]) |\n+|(?<=\|)", text))]


def words(text: str) -> int:
    """The words of a page, code included, comments and tables of the log not."""
    text = re.sub(r"<!-- f:20[a-z0-9-]+ -->.*?<!-- /f -->", "", text, flags=re.S)
    text = re.sub(r"<!-- tables -->.*?<!-- end of tables -->", "", text, flags=re.S)
    return len(re.sub(r"<!--.*?-->|^% .*$", "", text, flags=re.M).split())


def counts(pages: dict[str, str]) -> dict[str, int]:
    """Of the whole book: words, bare numbers, sentences with *every* that no test guards."""
    prose = [text for name, text in pages.items() if name != LITERATURE]
    return {
        "words": sum(map(words, pages.values())),
        "numbers": sum(len(bare_numbers(text)) for text in prose),
        "absolutes": sum(len(absolutes(text)) for text in prose),
    }


#: Years, volumes and pages are those of others.
LITERATURE = "docs/explanation/literature.md"

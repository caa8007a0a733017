"""The facts that the pages state, each computed here: ``python docs/facts.py --write`` mends them.

In Markdown a fact stands between comments that no reader sees::

    <!-- f:formats -->46<!-- /f -->

A sentence about what nonocsp cannot do bears the name of a probe that has to fail,
``<!-- cannot:textbook-proofs -->``: on the day it succeeds, the test names the sentence. Words and
lines with times are bounded for each page, and the defaults of the options are kept in
``defaults.json``, so that a default that changes names the pages to read again.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from math import factorial
from pathlib import Path

import nonocsp as nc
from nonocsp.apps.bench.generated import FAMILIES
from nonocsp.apps.bench.standard import cases
from nonocsp.apps.cli import COMMANDS
from nonocsp.common import plugins
from nonocsp.common.options import Options
from nonocsp.explanation import TECHNIQUES, argument, diagnose
from nonocsp.formats import formats
from nonocsp.proofs import proof
from nonocsp.questions import scheduler
from nonocsp.questions.registry import QUESTIONS
from nonocsp.space import estimation

ROOT = Path(__file__).parents[1]
DEFAULTS = ROOT / "docs/defaults.json"
BUDGETS = ROOT / "docs/budgets.json"
FACT = re.compile(r"<!-- f:([a-z0-9.-]+) -->(.*?)<!-- /f -->")
CANNOT_MARK = re.compile(r"<!-- cannot:([a-z-]+) -->")
TIME = re.compile(r"\d (µs|ms|s|seconds?|MB|kB|GB)\b")


def pages() -> dict[str, str]:
    """The text of every page that people write, by its path from the root of the repository."""
    found = [*ROOT.glob("*.md"), ROOT / "benchmarks/README.md", *ROOT.glob("docs/**/*.md")]
    names = sorted(str(path.relative_to(ROOT)) for path in found)
    generated = ("docs/_build/", "docs/reference/formats/", "docs/explanation/results.md")
    return {
        name: (ROOT / name).read_text(encoding="utf-8")
        for name in names
        if not name.startswith(generated)
    }


# Numbers.


def _lines_of(checker: str) -> int:
    return len((ROOT / "nonocsp/proofs" / checker).read_text(encoding="utf-8").splitlines())


def _longest_line() -> int:
    """The longest line that the kernel takes, and no longer one."""
    longest = int(_constant("nonocsp/kernel/src/base/board.hpp", "longest_line"))
    assert nc.solve(nc.Puzzle([[longest]], [[1]] * longest)).status is nc.Status.SATISFIABLE
    try:
        nc.solve(nc.Puzzle([[1]], [None] * (longest + 1)))
    except nc.NonocspError:
        return longest
    raise AssertionError(f"the kernel takes lines of more than {longest} cells")


def _constant(file: str, name: str) -> str:
    found = re.search(rf"\b{name} = ([\d']+)", (ROOT / file).read_text(encoding="utf-8"))
    assert found is not None, f"{file} has no {name}"
    return found[1].replace("'", "")


def _memory(limit: int | None) -> str:
    assert limit is not None
    return f"{limit >> 30} GiB"


# What nonocsp can do: each probe does it, and returns the words that a page may use for it.

HEART = nc.read(ROOT / "input/heart.txt")
CAT = nc.read(ROOT / "input/cross-eyed.txt")
HEXAGON = nc.Hexagon(2, 2, 2, 2, 2, 2)


def _ones(size: int) -> nc.Puzzle:
    return nc.Puzzle([[1]] * size, [[1]] * size)


def _colours() -> str:
    clues = ([[(1, "red"), (2, "green")]], [[(1, "red")], [(1, "green")], [(1, "green")]])
    assert nc.is_unique(nc.Puzzle(*clues))
    return "yes"


def _unknown_clues() -> str:
    assert nc.solve(nc.Puzzle([["?"], None], [[1], [2]])).picture is not None
    return "blocks, lines"


def _all_solutions() -> str:
    assert next(nc.solutions(_ones(40))).rows
    return "lazily"


def _exact_count() -> str:
    assert nc.count(_ones(25)) == factorial(25)
    return "yes"


def _sampling() -> str:
    space = nc.solution_space(_ones(20))
    assert space.index(space[10**18]) == 10**18 and len(space.sample(3, seed=1)) == 3
    assert space.marginals()[0, 0, 1] * 20 == 1
    return "yes"


def _ambiguity() -> str:
    answer = QUESTIONS["check"].ask(CAT, differ=True)
    assert len(answer.result["differ"]) == 4
    return "yes"


def _made_unique() -> str:
    assert nc.solution_space(CAT).disambiguate().is_smallest
    assert nc.repair(nc.solution_space(CAT)[0]).is_fewest
    return "smallest set"


def _hints() -> str:
    assert all(step.holds(HEART) for step in nc.explain(HEART).run().steps)
    return "yes, verified"


def _mistyped() -> str:
    with warnings.catch_warnings(action="ignore"):  # that it has no solution
        assert diagnose(nc.read(ROOT / "input/broken-heart.nin")).changes
    missing = diagnose(nc.Puzzle([*HEART.rows[:2], *HEART.rows[3:]], HEART.columns))
    assert missing.changes[0].puzzle.shape == HEART.shape
    return "clues and lists"


def _difficulty() -> str:
    assert nc.rate(HEART).word == "very easy"
    return "yes"


def _generator() -> str:
    assert nc.is_unique(nc.generate(8, 8, seed=1).puzzle)
    assert callable(nc.generation.from_image)
    return "random, images"


def _cores() -> str:
    assert nc.verdict(CAT, limits=nc.Limits(threads=2)) is nc.Verdict.MULTIPLE
    with nc.questions.check_many([CAT], 1) as answers:
        assert next(answers).verdict is nc.Verdict.MULTIPLE
    return "threads, any executor"


def _boards() -> str:
    made = nc.generate(HEXAGON, seed=1).puzzle
    nc.verify(made, nc.prove(made))
    assert nc.explain(made).run().steps
    return "triangles, hexagons"


def _proofs() -> str:
    for every in (False, True):
        proof = nc.prove(CAT, every=every)
        assert nc.verify(CAT, proof).claim
    return "verdicts, counts"


def _argument() -> str:
    assert argument(HEART).steps
    return "yes"


def _static_page() -> str:
    assert "build-page" in COMMANDS
    return "yes"


def _techniques() -> str:
    nodes = {
        nc.count(HEART, engine="textbook", options=nc.Options(ordering=name)).stats.nodes
        for name in ("in_order", "mrv")
    }
    assert nodes
    return "yes"


#: The facts: what to write for each name.
FACTS: dict[str, Callable[[], object]] = {
    "formats": lambda: len(formats()),
    "formats.read": lambda: sum(each.parse is not None for each in formats().values()),
    "formats.written": lambda: sum(each.dump is not None for each in formats().values()),
    "formats.both": lambda: sum(bool(each.parse and each.dump) for each in formats().values()),
    "commands": lambda: len(COMMANDS),
    "questions": lambda: len(QUESTIONS),
    "options": lambda: len(Options.table()),
    "techniques.explain": lambda: len(TECHNIQUES),
    "features": lambda: len(nc.features(HEART).to_dict()),
    "library": lambda: len(json.loads((ROOT / "input/index.json").read_text(encoding="utf-8"))),
    "line.longest": lambda: f"{_longest_line():,}",
    "limits.memory": lambda: _memory(nc.Limits().memory),
    "limits.placements": lambda: f"{nc.Limits().placements:,}",
    "standard.puzzles": lambda: len(cases("standard-1")),
    "standard.quick": lambda: len(cases("standard-1", "quick")),
    "families": lambda: len(FAMILIES),
    "checker.lines": lambda: _lines_of("checker.py"),
    "checker.count": lambda: _lines_of("count_checker.py"),
    "checker.boards": lambda: _lines_of("board_checker.py"),
    "proof.memory": lambda: f"{proof._IN_MEMORY >> 10} KiB",
    "chunk.most": lambda: scheduler.MOST_IN_CHUNK,
    "estimate.factor": lambda: f"{estimation.MOST_DISAGREEMENT:g}",
    "estimate.deviation": lambda: f"{estimation.MOST_DEVIATION:g}",
    "python": lambda: "3.11",
    "us.colours": _colours,
    "us.unknown": _unknown_clues,
    "us.all": _all_solutions,
    "us.count": _exact_count,
    "us.sampling": _sampling,
    "us.ambiguity": _ambiguity,
    "us.unique": _made_unique,
    "us.hints": _hints,
    "us.mistyped": _mistyped,
    "us.difficulty": _difficulty,
    "us.generator": _generator,
    "us.formats": lambda: f"{FACTS['formats.read']()} / {FACTS['formats.written']()}",
    "us.cores": _cores,
    "us.boards": _boards,
    "us.proofs": _proofs,
    "us.argument": _argument,
    "us.page": _static_page,
    "us.techniques": _techniques,
}


# What the pages say that nonocsp cannot do: each probe has to fail.


def _run(*words: str) -> None:
    from nonocsp.apps.cli import main

    assert main(words) == 0


def _takes_constraints() -> None:
    assert set(inspect.signature(nc.solve).parameters) & {"constraint", "constraints"}


def _count_with_decisions() -> None:
    plugins.register("decision", "first", lambda view: min(view.open_lines))
    nc.count(CAT, options=nc.Options.of(decision="first"))


#: What cannot be done: a probe raises as long as that is true.
CANNOT: dict[str, Callable[[], object]] = {
    "textbook-proofs": lambda: _run(
        "check", str(ROOT / "input/heart.txt"), "--engine", "textbook", "--proof", "unwritten"
    ),
    "further-constraints": _takes_constraints,
    "decisions-in-counts": _count_with_decisions,
    "longer-lines": lambda: nc.solve(nc.Puzzle([[1]], [None] * (_longest_line() + 1))),
}


# What the tests compare with the pages, and what the command mends.


def stale(text: str) -> Iterator[tuple[str, str, str]]:
    """The facts of a text that differ from what is computed: name, text, truth."""
    for name, said in FACT.findall(text):
        if said != (truth := str(FACTS[name]())):
            yield name, said, truth


def mended(text: str) -> str:
    """The text with every fact as computed."""
    return FACT.sub(lambda found: found[0].replace(found[2], str(FACTS[found[1]]())), text)


def defaults() -> dict[str, object]:
    """The default of every option and tuning number."""
    return {name: option.default for name, option in sorted(Options.table().items())}


def mentions(option: str) -> list[str]:
    """The pages that mention an option."""
    return [name for name, text in pages().items() if re.search(rf"\b{option}\b", text)]


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def words(text: str) -> int:
    """The words of a page, code and tables included."""
    return len(re.sub(r"<!--.*?-->", "", text).split())


def times(text: str) -> int:
    """The lines outside code that state a time or a size in bytes."""
    return sum(TIME.search(line) is not None for line in prose(text).splitlines())


def budgets() -> dict[str, dict[str, int]]:
    """The most words of every page, and the most lines with times where there are any."""
    known: dict[str, dict[str, int]] = json.loads(BUDGETS.read_text(encoding="utf-8"))
    return known


def main() -> None:
    """List the facts; with ``--write``, mend the pages and the defaults."""
    if "--write" not in sys.argv[1:]:
        for name, fact in FACTS.items():
            print(f"{name:20} {fact()}")
        return
    for name, text in pages().items():
        if (new := mended(text)) != text:
            (ROOT / name).write_text(new, encoding="utf-8", newline="\n")
            print(name)
    text = json.dumps(defaults(), indent=0) + "\n"
    DEFAULTS.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

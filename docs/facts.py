"""The facts that the pages state, each computed here: ``python docs/facts.py --write`` mends them.

In Markdown a fact stands between comments that no reader sees::

    <!-- f:formats -->46<!-- /f -->

What is measured comes from `benchmarks/log/`: ``f:FILE.VALUE`` is a value of a file, ``f:FILE`` a
table of it.

A sentence about what nonocsp cannot do bears the name of a probe that has to fail,
``<!-- cannot:textbook-proofs -->``: on the day it succeeds, the test names the sentence. No
line states a time by itself, but for the README, whose few numbers `tests/project/test_front.py`
knows. The words of each page are bounded, and the defaults of the options
are kept in ``defaults.json``, so that a default that changes names the pages to read again.
"""

from __future__ import annotations

import inspect
import json
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
import warnings
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import factorial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import nonocsp as nc
from benchmarks import measurements, published_page
from benchmarks.suite.generated import FAMILIES
from benchmarks.suite.sets import chosen
from benchmarks.suite.standard import cases
from nonocsp.apps.cli import COMMANDS
from nonocsp.apps.cli.command import Command
from nonocsp.apps.collection import collection
from nonocsp.apps.web import page_builder
from nonocsp.apps.web.endpoints import respond
from nonocsp.core.options.limits import LIMIT_REACHED
from nonocsp.core.proofs import proof
from nonocsp.core.space import estimation
from nonocsp.files.formats import dumps, formats
from nonocsp.many.questions import QUESTIONS
from nonocsp.many.work import work
from nonocsp.people.explanation import TECHNIQUES, argument, diagnose
from nonocsp.people.explanation.rating import FLOORS
from nonocsp.people.generation import families

ROOT = Path(__file__).parents[1]
DEFAULTS = ROOT / "docs/defaults.json"
COUNTS = ROOT / "docs/counts.json"
RESULTS = ROOT / "docs/explanation/results.md"
FACT = re.compile(r"<!-- f:([a-z0-9.-]+) -->(.*?)<!-- /f -->", re.S)
CANNOT_MARK = re.compile(r"<!-- cannot:([a-z-]+) -->")
TIME = re.compile(r"\d (µs|ms|s|seconds?|MB|kB|GB|times (as|more|less|faster|slower))\b")


#: Code spans of the pages, and sentences with figures: `quoted.py`, `figures.py`.
QUOTED, FIGURES = (
    SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name(f"{name}.py"))))
    for name in ("quoted", "figures")
)
pages: Callable[[], dict[str, str]] = QUOTED.pages
words: Callable[[str], int] = FIGURES.words


# Numbers.


def _lines_of(checker: str) -> int:
    return len((ROOT / "nonocsp/core/proofs" / checker).read_text(encoding="utf-8").splitlines())


def _ladder() -> list[int]:
    """The nodes that each puzzle of the corpus's ladder needs."""
    lines = (ROOT / "benchmarks/suite/scaled-1.jsonl").read_text(encoding="utf-8").splitlines()
    rungs = [each for each in map(json.loads, lines) if each["family"] == "ladder"]
    assert all(each["verdict"] == "unique" and each["probe1"] == 0 for each in rungs)
    return [each["nodes"] for each in rungs]


def _oldest_python() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["requires-python"]).removeprefix(">=")


def _longest_line() -> int:
    """The longest line that the kernel takes, and no longer one."""
    longest = int(_constant("nonocsp/core/kernel/src/search/base/board.hpp", "longest_line"))
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


def _ones(size: int) -> nc.Puzzle:
    return nc.Puzzle([[1]] * size, [[1]] * size)


def _colours() -> str:
    clues = ([[(1, "red"), (2, "green")]], [[(1, "red")], [(1, "green")], [(1, "green")]])
    puzzle = nc.Puzzle(*clues)
    assert nc.is_unique(puzzle) and nc.solve(puzzle).picture.rows == ((1, 2, 2),)
    return "yes"


def _unknown_clues() -> str:
    assert nc.count(nc.Puzzle([["?"], [1]], [[1], [1]])) == 2
    assert nc.count(nc.Puzzle([["?"], None], [[1], [2]])) == 2
    return "blocks, lines"


def _all_solutions() -> str:
    found = nc.solutions(_ones(40))  # more than anybody could wait for
    assert next(found) != next(found)
    return "lazily"


def _exact_count() -> str:
    assert nc.count(_ones(25)) == factorial(25)
    return "yes"


def _sampling() -> str:
    space = nc.solution_space(_ones(20))
    assert space.index(space[10**18]) == 10**18
    assert all(_ones(20).is_solved_by(picture) for picture in space.sample(3, seed=1))
    assert space.marginals()[0, 0, 1] * 20 == 1
    return "yes"


def _ambiguity() -> str:
    drawn = {"rows": [list(row) for row in nc.solution_space(CAT)[0].rows]}
    answer = json.loads(respond("check", {"picture": drawn, "differ": True}, id))["result"]
    assert answer["verdict"] == "multiple" and len(answer["differ"]) == 4
    return "yes"


def _made_unique() -> str:
    space = nc.solution_space(CAT)
    found = space.disambiguate()
    given = nc.Grid.unknown(CAT).given({cell: space[0][cell] for cell in found.cells})
    assert found.is_smallest and nc.is_unique(CAT, grid=given)
    repaired = nc.repair(space[0])
    assert repaired.is_fewest and nc.is_unique(repaired.puzzle)
    return "smallest set"


def _hints() -> str:
    for puzzle in (HEART, CAT):
        steps = nc.explain(puzzle).run().steps
        assert steps and all(str(step) and step.holds(puzzle) for step in steps)
    return "each step can be checked"


def _mistyped() -> str:
    with warnings.catch_warnings(action="ignore"):  # that it has no solution
        wrong = diagnose(nc.read(ROOT / "input/broken-heart.nin"))
    assert any(change.puzzle == HEART for change in wrong.changes)
    missing = diagnose(nc.Puzzle([*HEART.rows[:2], *HEART.rows[3:]], HEART.columns))
    assert missing.changes[0].puzzle.shape == HEART.shape
    return "clues and lists"


def _difficulty() -> str:
    easy, hard = (nc.rate(nc.read(ROOT / "input" / name)) for name in ("duck.txt", "smile.txt"))
    assert easy.depth < hard.depth and easy.depth_word != hard.depth_word
    return "yes"


def _generator() -> str:
    assert nc.is_unique(nc.generate(8, 8, seed=1).puzzle)
    assert nc.is_unique(nc.generation.from_image(ROOT / "input/whale.png", size=24).puzzle)
    return "random, images"


def _cores() -> str:
    options = nc.Options(bounds=False, join_after=0)
    found = nc.solutions(families.n_dom(9), limit=2, options=options, limits=nc.Limits(threads=2))
    assert len([*found]) == 1 and found.stats.threads == 2
    with ThreadPoolExecutor(2) as executor, nc.questions.check_many([CAT] * 2, executor) as answers:
        assert {answer.verdict for answer in answers} == {nc.Verdict.MULTIPLE}
    return "threads, any executor"


def _boards() -> str:
    for board in (nc.Triddler(2, 1, 2, 1, 2, 1), nc.Hexagon(2, 2, 2, 2, 2, 2)):
        made = nc.generate(board, seed=1).puzzle
        nc.verify(made, nc.prove(made))
        assert nc.explain(made).run().steps and nc.count(made) == 1
    return "triangles, hexagons"


def _proofs() -> str:
    for every, claim in ((False, "multiple"), (True, f"count {nc.count(CAT).at_least}")):
        proof = nc.prove(CAT, every=every)
        assert nc.verify(CAT, proof).claim == claim
        with TemporaryDirectory() as folder:  # by the checker that knows nothing of the package
            puzzle, file = Path(folder, "puzzle.json"), Path(folder, "proof")
            puzzle.write_text(dumps(CAT, "json"), encoding="utf-8")
            proof.save(file)
            checker = ROOT / "nonocsp/core/proofs/count_checker.py"
            run = [sys.executable, "-S", str(checker), str(puzzle), str(file)]
            assert subprocess.check_output(run, text=True) == f"verified: {claim}\n"
    return "verdicts, counts"


def _argument() -> str:
    puzzle = nc.read(ROOT / "input/smile.txt")
    assert any(str(step).startswith("Suppose") for step in argument(puzzle).steps)
    return "yes"


def _static_page() -> str:
    """The page answers itself, by the Python that it holds; `tests/apps/page` drives all of it."""
    assert "build-page" in COMMANDS
    asked = {"puzzle": {"rows": [[1], [1]], "cols": [[1], [1]]}, "engine": "textbook"}
    with TemporaryDirectory() as folder:
        index = Path(folder, "index.html")
        parts = [Path(folder, "nonocsp.zip"), Path(folder, "libraries.zip")]
        shutil.copytree(page_builder.STATIC, index.parent / "static")
        page_builder.add_shared(index.parent / "static")
        shutil.copyfile(page_builder.STATIC / index.name, index)
        page_builder._adapt(index)
        assert '"nonocsp-answers" content="workers"' in index.read_text(encoding="utf-8")
        page_builder.write_package(parts[0])
        page_builder.write_libraries(parts[1])
        code = (
            f"import sys; sys.path[:0] = {[*map(str, parts)]}; from nonocsp.apps.web import "
            f"endpoints as page; print(page.__file__, page.respond('check', {asked!r}, id))"
        )
        file, answer = subprocess.check_output([sys.executable, "-S", "-c", code]).split(b" ", 1)
        assert b"nonocsp.zip" in file and json.loads(answer)["result"]["verdict"] == "multiple"
    return "yes"


def _listed(names: Iterable[str]) -> str:
    """Names in code spans, as a sentence lists them."""
    *others, last = (f"`{name}`" for name in names)
    return f"{', '.join(others)} and {last}"


def _commands_with_grid() -> str:
    def takes_grid(command: Command) -> bool:
        parser = ArgumentParser()
        command.complete(parser)
        return "--grid" in parser.format_help()

    return _listed(name for name, command in COMMANDS.items() if takes_grid(command))


_WITHOUT_KERNEL = """
import sys; sys.modules["_nonocsp_kernel"] = None
import nonocsp as nc
from nonocsp.core.plugins import EngineError
from nonocsp.many.questions import QUESTIONS
for name, question in QUESTIONS.items():
    try:
        question.ask(nc.read("input/cross-eyed.txt"))
    except EngineError:
        print(name)
    except nc.NonocspError:
        pass
"""


def _questions_of_the_kernel() -> str:
    """The questions that are refused where the kernel is not installed."""
    run = [sys.executable, "-W", "ignore", "-c", _WITHOUT_KERNEL]
    return _listed(subprocess.check_output(run, text=True, cwd=ROOT).split())


def _techniques() -> str:
    """Every technique is switched alone: the answer stays, and the counted work shows it."""

    def work(puzzle: nc.Puzzle, engine: str, solutions: int, **chosen: object) -> dict[str, int]:
        options = nc.Options(**chosen)
        found = nc.solutions(puzzle, engine=engine, limit=2, options=options)
        assert len([*found]) == solutions
        return found.stats.counted()

    switched: tuple[dict[str, object], ...] = (
        {"propagation": "forward_checking"},
        {"propagation": "ac3bit"},
        {"ordering": "in_order"},
        {"search": "limited_discrepancy"},
        {"last_conflict": True},
    )
    turned = nc.read(ROOT / "input/n-dom-5-turned.txt")
    usual = work(turned, "textbook", 0)
    for technique in switched:
        assert work(turned, "textbook", 0, **technique) != usual, technique
    usual = work(families.n_dom(7), "kernel", 1, bounds=False)
    assert work(families.n_dom(7), "kernel", 1) != usual
    for name in ("learning", "activity", "restarts", "positions"):
        assert work(families.n_dom(7), "kernel", 1, bounds=False, **{name: False}) != usual, name
    return "yes"


#: The facts: what to write for each name.
FACTS: dict[str, Callable[[], object]] = {
    "formats": lambda: len(formats()),
    "formats.read": lambda: sum(each.parse is not None for each in formats().values()),
    "formats.written": lambda: sum(each.dump is not None for each in formats().values()),
    "formats.both": lambda: sum(bool(each.parse and each.dump) for each in formats().values()),
    "commands": lambda: len(COMMANDS),
    "questions": lambda: len(QUESTIONS),
    "commands.grid": _commands_with_grid,
    "questions.no-grid": lambda: _listed(n for n, q in QUESTIONS.items() if not q.takes_grid),
    "questions.kernel": _questions_of_the_kernel,
    "options": lambda: len(nc.Options.table()),
    "techniques.explain": lambda: len(TECHNIQUES),
    "features": lambda: len(nc.features(HEART).to_dict()),
    "library": lambda: len(json.loads((ROOT / "input/index.json").read_text(encoding="utf-8"))),
    "levels": lambda: "{}, {}, {} or {}".format(*(f"`{level}`" for level in FLOORS)),
    "library.collection": lambda: f"{len(collection()):,}",
    "line.longest": lambda: f"{_longest_line():,}",
    "limits.memory": lambda: _memory(nc.Limits().memory),
    "limits.reached": lambda: LIMIT_REACHED,
    "limits.placements": lambda: f"{nc.Limits().placements:,}",
    "corpus": lambda: len(chosen("scaled-1")),
    "corpus.ladder": lambda: len(_ladder()),
    "corpus.hardest": lambda: f"{max(_ladder()):,}",
    "standard.puzzles": lambda: len(cases("standard-1")),
    "standard.quick": lambda: len(cases("standard-1", "quick")),
    "families": lambda: len(FAMILIES),
    "checker.lines": lambda: _lines_of("checker.py"),
    "checker.count": lambda: _lines_of("count_checker.py"),
    "checker.boards": lambda: _lines_of("board_checker.py"),
    "proof.memory": lambda: f"{proof._IN_MEMORY >> 10} KiB",
    "chunk.most": lambda: work.MOST_IN_CHUNK,
    "estimate.factor": lambda: f"{estimation.MOST_DISAGREEMENT:g}",
    "estimate.deviation": lambda: f"{estimation.MOST_DEVIATION:g}",
    "python": _oldest_python,
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
    nc.plugins.register("decision", "first", lambda view: min(view.open_lines))
    nc.count(CAT, options=nc.Options(decision="first"))


#: What cannot be done: a probe raises as long as that is true.
CANNOT: dict[str, Callable[[], object]] = {
    "textbook-proofs": lambda: _run(
        "check", str(ROOT / "input/heart.txt"), "--engine", "textbook", "--proof", "unwritten"
    ),
    "further-constraints": _takes_constraints,
    "decisions-in-counts": _count_with_decisions,
}


# What the tests compare with the pages, and what the command mends.


def fact(name: str, said: str) -> str:
    """What a fact says; a table of the log keeps the columns and rows that the page chose."""
    if name in FACTS:
        return str(FACTS[name]())
    return measurements.value(name) if "." in name else measurements.filled(name, said)


def stale(text: str) -> Iterator[tuple[str, ...]]:
    """The facts of a text that differ from what is computed: name, text, truth; what is old."""
    yield from ((sentence,) for sentence in measurements.stale(text))
    for name, said in FACT.findall(text):
        if said != (truth := fact(name, said)):
            yield name, said, truth


def mended(text: str) -> str:
    """The text with every fact as computed."""
    return FACT.sub(lambda f: f"<!-- f:{f[1]} -->{fact(f[1], f[2])}<!-- /f -->", text)


def results() -> str:
    """The page of results, from the newest data of the log."""
    return published_page.page(max(measurements.LOG.glob("2*-results.md")))


def defaults() -> dict[str, object]:
    """The default of every option and tuning number."""
    return {name: option.default for name, option in sorted(nc.Options.table().items())}


def mentions(option: str) -> list[str]:
    """The pages that mention an option."""
    return [name for name, text in pages().items() if re.search(rf"\b{option}\b", text)]


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def times(text: str) -> list[str]:
    """The lines outside code that state a time, a size in bytes or a ratio by themselves."""
    return [*filter(TIME.search, prose(FACT.sub("", text)).splitlines())]


def counts() -> dict[str, tuple[int, int]]:
    """What may only fall, of the whole book: how many there are, and how many there were."""
    known: dict[str, int] = json.loads(COUNTS.read_text(encoding="utf-8"))
    return {kind: (now, known[kind]) for kind, now in FIGURES.counts(pages()).items()}


def main() -> None:
    """List the facts; with ``--write``, mend the pages and the defaults."""
    if "--write" not in sys.argv[1:]:
        for name, fact in FACTS.items():
            print(f"{name:20} {fact()}")
        for file, head in measurements.heads().items():
            for name, figure in head.get("values", {}).items():
                print(f"{file}.{name} {figure}")
        return
    for name, text in pages().items():
        if (new := mended(text)) != text:
            (ROOT / name).write_text(new, encoding="utf-8", newline="\n")
            print(name)
        for old in measurements.stale(new):
            print(f"{name}: {old}", file=sys.stderr)
    RESULTS.write_text(results(), encoding="utf-8", newline="\n")
    text = json.dumps(defaults(), indent=0) + "\n"
    DEFAULTS.write_text(text, encoding="utf-8", newline="\n")
    text = json.dumps({kind: min(each) for kind, each in counts().items()}, indent=0) + "\n"
    COUNTS.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

"""Statements of the book made false, one at a time, and which test notices each.

``python tests/tools/mutate_book.py [WORD ...]`` works in a copy of the repository and tries the
statements whose kind or text has one of the words, or all. A statement that no page has any more is
counted apart. ``--show`` only lists where they stand.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

ROOT = Path(__file__).parents[2]

#: What the guards of a day did and did not notice: kind, statement, falsehood.
OLD = [
    (
        "fact",
        "<!-- f:limits.memory -->4 GiB<!-- /f -->",
        "<!-- f:limits.memory -->5 GiB<!-- /f -->",
    ),
    ("fact", "threads, any executor", "one core"),
    ("option", "and `--how-read` says", "and `--howread` says"),
    ("option", "With `limits.seconds`", "With `--timeout`"),
    ("option", "--dask tcp", "--dusk tcp"),
    ("output", "verified: unique\n", "verified: none\n"),
    ("output", "(<Puzzle of 5 rows and 5 columns>, True, ())", "(<Puzzle of 5 rows>, True, ())"),
    ("name", "`watching`, `explanation`", "`looking`, `explanation`"),
    ("source", "Moskewicz et al. 2001", "Moskowitz et al. 2002"),
    ("link", "options.md#limits)", "options.md#limit)"),
    ("figure", "You need Python 3.11", "You need Python 3.12"),
    ("words", "Nothing is downloaded.", "Nothing is downloaded." + " More" * 60),
    ("figure", "Nothing is downloaded.", "Nothing is downloaded in 3 ms."),
    ("figure", "Nothing is downloaded.", "It takes a tenth of a second."),
    ("figure", "need Python 3.11", "need Python 3.9"),
    ("figure", "the kernel has 580 kB", "the kernel has 850 kB"),
    ("figure", "744", "794"),
    ("figure", "25,309,575", "25,309,576"),
    ("figure", "39 ms", "93 ms"),
    ("constant", "(3 nats)", "(5 nats)"),
    ("constant", "20,000 states", "90,000 states"),
    ("constant", "10 contradictions, then 15", "100 contradictions, then 105"),
    ("constant", "the reasons adds a tenth", "the reasons adds a fifth"),
    ("constant", "at most 9 digits", "at most 12 digits"),
    ("exit code", "| 3 | not proven", "| 4 | not proven"),
    ("key", "| `c` | check for mistakes", "| `v` | check for mistakes"),
    ("list", '| `"backbone"` |', '| `"spine"` |'),
    ("rival", "| Dart | Rust |", "| Dart | Haskell |"),
    ("rival", "nonocsp takes clues and known cells", "nonocsp has no threads. It takes clues"),
    ("file", "`line/tighten_word.hpp`", "`line/tighten_byte.hpp`"),
    ("file", "(2026-11-29-corpus)", "(2026-11-29-corpse)"),
    ("name", "`nc.notebook.to_frame` makes", "`nc.notebook.to_table` makes"),
    ("name", "sets.puzzle_key", "sets.puzzle_hash"),
    ("name", "bench paper residual-entropy", "bench paper residual-energy"),
    ("JavaScript", "`{ verdict, pictures }`", "`{ answer, images }`"),
    ("JavaScript", "await check({ rows", "await verify({ rows"),
]

#: Chosen from the pages before the guards of figures and names were written; where a page no longer
#: has a statement, another of its kind took its place.
NEW = [
    ("figure", "a worker (20 MB)", "a worker (200 MB)"),
    ("figure", "| 1,319 |", "| 1,391 |"),
    ("figure", "clang 13, or newer", "clang 10, or newer"),
    ("constant", "a fingerprint of 96 bits", "a fingerprint of 64 bits"),
    ("constant", "at most 500 open cells", "at most 300 open cells"),
    (
        "constant",
        "join after half a second",
        "join after two seconds",
    ),
    ("figure", "three times the work of `mrv`", "five times the work of `mrv`"),
    ("constant", "at most 18 digits", "at most 20 digits"),
    ("constant", "more than 20 degrees", "more than 50 degrees"),
    ("file", "`board_checker.py`", "`grid_checker.py`"),
    ("file", "`counting/portfolio.hpp`", "`counting/race.hpp`"),
    ("file", "`static/views/notebook/output.html`", "`static/views/notebook/input.html`"),
    ("name", "`is_sure`", "`is_certain`"),
    ("name", "`ask_async` runs", "`ask_later` runs"),
    ("name", "`check_by_cubes`", "`verdict_by_cubes`"),
    ("key", "`h`, again `h`, `f`", "`t`, again `t`, `f`"),
    ("key", "space, `x`, delete", "space, `z`, delete"),
    ("exit code", "| 130 | interrupted", "| 131 | interrupted"),
    ("exit code", "(exit code 3;", "(exit code 4;"),
    ("list", '| `"clues"` |', '| `"lines"` |'),
    ("list", "formats `json` and `olsak` keep", "formats `json` and `non` keep"),
    ("list", "bash, zsh, fish or tcsh", "bash, zsh, fish or PowerShell"),
    ("option", "`--despeckle N` removes", "`--speckle N` removes"),
    ("option", "`bounds_wait`", "`bounds_delay`"),
    ("member", "`engine_reason`", "`engine_why`"),
    ("member", '`stopped_by="crashed"`', '`stopped_by="lost"`'),
    ("format", "as JSON, `.non` files", "as JSON, `.nin` files"),
    ("engine", "(`retries=1`)", "(`retries=3`)"),
    ("rival", "| C++ | C | C |", "| C++ | C | Pascal |"),
    ("JavaScript", 'from "nonocsp/sync"', 'from "nonocsp/fast"'),
]

#: The tests that read a page, by how the paths of these begin; after the guards of all pages.
TESTS = {
    "CONTRIBUTING.md": "architecture",
    "README.md": "front",
    "docs/install.md": "front",
    "docs/gallery.md": "front",
    "docs/explanation/comparison.md": "rivals",
    "docs/explanation/": "literature",
    "docs/reference/glossary.md": "words",
    "docs/reference/api": "public_names",
}


class Book:
    """The guards of all pages, with what they compute for every statement computed once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.facts, self.quoted, self.figures = (
            SimpleNamespace(**runpy.run_path(str(root / f"docs/{module}.py")))
            for module in ("facts", "quoted", "figures")
        )
        for table in (self.facts.FACTS, self.figures.FIGURES):
            table.update({name: cache(compute) for name, compute in table.items()})
        self.pages: dict[str, str] = self.quoted.pages()
        self.counts = self.figures.counts(self.pages)

    def faults(self, name: str, text: str) -> Iterator[tuple[str, object]]:
        """The tests of all pages that fail, each with its complaint."""
        yield from (
            ("test_what_a_page_quotes_exists", f) for f in self.quoted.Page(name, text).faults()
        )
        figures = self.figures.false_figures({name: text})
        yield from (("test_sentences_with_figures_and_lists", f) for f in figures)
        gone = [s for s, found in self.figures.said(self.pages | {name: text}).items() if not found]
        yield from (("test_a_sentence_that_no_page_says_has_no_entry", s) for s in gone)
        yield from (("test_facts_are_as_computed", f) for f in self.facts.stale(text))
        yield from (("test_lines_with_times", f) for f in self.facts.times(text))

    def noticed(self, page: Path, says: str, lies: str) -> list[str]:
        """The tests that fail after a change."""
        name = page.relative_to(self.root).as_posix()
        old = self.pages[name]
        new = old.replace(says, lies, 1)
        known = {*self.faults(name, old)}
        found = [test for test, fault in self.faults(name, new) if (test, fault) not in known]
        counts = self.figures.counts(self.pages | {name: new})
        found += [f"test_{k}_may_only_fall" for k in counts if counts[k] > self.counts[k]]
        if found:
            return found
        page.write_text(new, encoding="utf-8")
        tests = [
            f"tests/project/test_{t}.py" for start, t in TESTS.items() if name.startswith(start)
        ]
        skip = ["-k", "not type_checker and not docstrings and not messages"]
        blocks = ["tests/project/test_claims.py", "-k", f"shell_blocks and {name}"]
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        run = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "-n0"]
        try:
            code = "\n".join(self.quoted.BLOCK.findall(old))
            inside = says.strip() in code and "readme" not in name.casefold()
            runs = [[*tests, *skip]] * bool(tests) + [blocks, [name]] * inside
            for chosen in runs:
                done = subprocess.run(
                    [*run, *chosen],
                    cwd=self.root,
                    env=os.environ | {"PATH": programs},
                    capture_output=True,
                    text=True,
                )
                found += re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)
                if found:
                    break
        finally:
            page.write_text(old, encoding="utf-8")
        return found


def places(root: Path, statement: str) -> list[Path]:
    """The pages that have a statement."""
    pages = SimpleNamespace(**runpy.run_path(str(root / "docs/quoted.py"))).pages()
    return [root / name for name, text in pages.items() if statement in text]


def main() -> None:
    """Try the statements, and print what noticed each."""
    words = [word for word in sys.argv[1:] if word != "--show"]
    every = [("old", *each) for each in OLD] + [("new", *each) for each in NEW]
    every = [each for each in every if not words or any(word in "\t".join(each) for word in words)]
    counts: Counter[tuple[str, str]] = Counter()
    with TemporaryDirectory() as folder:
        root = Path(folder, "nonocsp")
        left = shutil.ignore_patterns(".git", ".venv", "node_modules", "_build", "__pycache__")
        if "--show" not in sys.argv:
            shutil.copytree(ROOT, root, ignore=left)
            book = Book(root)
        for age, kind, says, lies in every:
            pages = places(ROOT if "--show" in sys.argv else root, says)
            outcome, by = ("gone", "") if not pages else ("stands in", str(pages[0].name))
            if pages and "--show" not in sys.argv:
                page = pages[0]
                found = book.noticed(page, says, lies)
                outcome, by = ("noticed", found[0]) if found else ("MISSED", str(page.name))
            counts[age, outcome] += 1
            print(f"{outcome:9} {age} {kind}: {says[:60]!r} -> {lies[:60]!r}; {by}", flush=True)
    for (age, outcome), number in sorted(counts.items()):
        print(f"{age}: {number} {outcome}")


if __name__ == "__main__":
    main()

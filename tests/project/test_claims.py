"""What the pages claim is run, computed, or counted: see `docs/facts.py`.

The examples of the pages are run by the `conftest.py` of the repository. Here are the claims beside
them: facts by name, what nonocsp cannot do, command lines that are not run, and what may only fall.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import nonocsp
from benchmarks import experiments
from nonocsp.apps.cli import COMMANDS
from nonocsp.apps.cli.parser import parse

ROOT = Path(__file__).parents[2]
BOOK = SimpleNamespace(**runpy.run_path(str(ROOT / "docs/facts.py")))
PAGES: dict[str, str] = BOOK.pages()


@pytest.mark.parametrize("page", PAGES)
def test_facts_are_as_computed(page: str) -> None:
    assert [*BOOK.stale(PAGES[page])] == [], "python docs/facts.py --write mends it"


def test_the_results_are_made_from_the_newest_data() -> None:
    assert BOOK.RESULTS.read_text(encoding="utf-8") == BOOK.results(), "facts.py --write mends it"


@pytest.mark.parametrize("name", BOOK.FACTS)
def test_every_probe_succeeds(name: str) -> None:
    assert BOOK.FACTS[name]()


@pytest.mark.parametrize("name", BOOK.CANNOT)
def test_what_cannot_be_done_fails(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = [page for page, text in PAGES.items() if f"<!-- cannot:{name} -->" in text]
    assert where, f"no page says that {name} cannot be done"
    monkeypatch.chdir(tmp_path)
    try:
        BOOK.CANNOT[name]()
    except (Exception, SystemExit):
        return
    pytest.fail(f"{name} can be done now; {', '.join(where)} says the contrary")


def test_every_mark_has_a_probe() -> None:
    named = {name for text in PAGES.values() for name in BOOK.CANNOT_MARK.findall(text)}
    assert named <= BOOK.CANNOT.keys()


def test_a_default_that_changes_names_its_pages() -> None:
    then, now = json.loads(BOOK.DEFAULTS.read_text(encoding="utf-8")), BOOK.defaults()
    changed = {
        name: (then.get(name), now.get(name), BOOK.mentions(name))
        for name in sorted({*then, *now})
        if then.get(name) != now.get(name)
    }
    assert changed == {}, "read these pages again, then run python docs/facts.py --write"


# Command lines that are not run.


def _commands(text: str, language: str) -> Iterator[list[str]]:
    """The commands of the blocks of a language, each as words."""
    for block in re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            while words:
                end = next((n for n, word in enumerate(words) if word in OPERATORS), len(words))
                yield words[:end]
                words = words[end + 1 :]


OPERATORS = {"&&", "|", "&", ";", "||"}


def _check(words: list[str]) -> None:
    """Parse a command line of ours; others pass. Exits or raises if it cannot be parsed."""
    while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
        words = words[1:]
    if ">" in words:
        words = words[: words.index(">")]
    if words[:1] == ["nonocsp"]:
        parse(words[1:], COMMANDS)
    elif words[:3] == ["python", "-m", "nonocsp"]:
        parse(words[3:], COMMANDS)
    elif words[:2] == ["python", "-m"] and words[2].startswith("benchmarks"):
        _check_benchmark(words[2], words[3:])
    elif words[:1] == ["make"]:
        targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
        assert {*words[1:]} <= {*targets}
    elif words[:1] in (["python"], ["pip"]) and words[1:2] and words[1].endswith(".py"):
        assert (ROOT / words[1]).exists() or "/" not in words[1]


class _Parsed(Exception):
    pass


def _check_benchmark(module: str, words: list[str]) -> None:
    if module == "benchmarks" and words[:1] == ["experiment"]:
        parse(words, {"experiment": experiments.COMMAND})
        return
    if module == "benchmarks" and words[:1] != ["publish"]:
        parse(["bench", *words], COMMANDS)
        return
    known = importlib.import_module("benchmarks.publish" if module == "benchmarks" else module)
    words = words[1:] if module == "benchmarks" else words
    accept = argparse.ArgumentParser.parse_args

    def stop(parser: argparse.ArgumentParser, given: Any = None, *_: Any) -> None:
        accept(parser, words)
        raise _Parsed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("argparse.ArgumentParser.parse_args", stop)
        patch.setattr("sys.argv", [module, *words])
        with pytest.raises(_Parsed):
            known.main()


@pytest.mark.parametrize("page", PAGES)
def test_shell_blocks_can_be_parsed(page: str) -> None:
    for words in _commands(PAGES[page], "sh"):
        try:
            _check(words)
        except SystemExit as error:
            assert not error.code, f"{page}: {shlex.join(words)}"


# Lists against the house.


def test_the_reference_has_every_public_name() -> None:
    named = set(re.findall(r"`(\w+)`", PAGES["docs/reference/api.md"]))
    assert {*nonocsp.__all__} <= named


@pytest.mark.parametrize("kind", BOOK.counts())
def test_what_is_counted_may_only_fall(kind: str) -> None:
    """Words of the book, bare numbers, sentences with *every* and its like that no test guards.

    A page that needs more says too much, or another page can say less. A number comes from
    `docs/figures.py`; so does the name of the test that fails if an *every* is false.
    """
    now, known = BOOK.counts()[kind]
    assert now <= known


@pytest.mark.parametrize("page", [page for page in PAGES if "README.md" not in page])
def test_lines_with_times(page: str) -> None:
    """Times and ratios come from the log, by name."""
    assert BOOK.times(PAGES[page]) == []

"""What the pages claim is run, computed, or bounded: see `docs/facts.py`.

The examples of the pages are run by the `conftest.py` of the repository. Here are the claims beside
them: facts by name, what nonocsp cannot do, command lines that are not run, and the budgets.
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
from nonocsp.apps.cli.parser import parse, whole_parser

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


def _flags(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _flags(inner)


#: Options of other programs.
OTHERS = {"--no-build-isolation", "--check", "--write", "--colors", "--hypothesis-profile"}


def _ours() -> Iterator[str]:
    """The options of programs of the repository that are no commands of the package."""
    for folder in ("benchmarks", "tests", "nonocsp/apps/cli"):
        for path in (ROOT / folder).rglob("*.py"):
            yield from re.findall(r'"(--[a-z][a-z-]+)"', path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES)
def test_options_in_the_text_exist(page: str) -> None:
    whole = whole_parser(COMMANDS)
    known = {*_flags(whole), *OTHERS}
    if page.startswith(("CONTRIBUTING", "benchmarks", "docs/explanation")):
        known |= {*_ours()}
    spans = re.findall(r"`([^`\n]+)`", BOOK.prose(PAGES[page]))
    for span in (command for piped in spans for command in piped.split(" | ")):
        words = span.split()
        named = {flag for word in words for flag in re.findall(r"^--[a-z][a-z-]+", word)}
        assert named <= known, f"{page}: {span}"
        if words[0] == "nonocsp" and words[1:2] and words[1] in COMMANDS:
            (parts,) = (a for a in whole._actions if isinstance(a, argparse._SubParsersAction))
            assert named <= {*_flags(parts.choices[words[1]])}, f"{page}: {span}"


# Lists against the house.


def test_the_reference_has_every_public_name() -> None:
    named = set(re.findall(r"`(\w+)`", PAGES["docs/reference/api.md"]))
    assert {*nonocsp.__all__} <= named


# Budgets.


@pytest.mark.parametrize("page", PAGES)
def test_words_of_the_page(page: str) -> None:
    """A page over its budget says too much, or deserves a larger one in `docs/budgets.json`."""
    assert BOOK.words(PAGES[page]) <= BOOK.budgets()[page]["words"]


@pytest.mark.parametrize("page", [page for page in PAGES if page != "README.md"])
def test_lines_with_times(page: str) -> None:
    """Times and ratios come from the log, by name."""
    assert BOOK.times(PAGES[page]) == []

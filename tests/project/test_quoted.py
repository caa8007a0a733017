"""What pages quote exists and is as computed: see `docs/quoted.py` and `docs/figures.py`."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
QUOTED, FIGURES = (
    SimpleNamespace(**runpy.run_path(str(ROOT / f"docs/{name}.py")))
    for name in ("quoted", "figures")
)
PAGES: dict[str, str] = QUOTED.pages()


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_quotes_exists(name: str) -> None:
    assert [*QUOTED.Page(name, PAGES[name]).faults()] == []


@pytest.mark.parametrize(
    "span",
    [
        "to_table",
        "nc.sets.puzzle_hash",
        "--howread",
        "nonocsp check --sett",
        "nonocsp check --density",
        "line/tighten_byte.hpp",
        'reward="spine"',
        'stopped_by="lost"',
        "Options(bounds_delay=3)",
        "very shady",
        ".nonogramm",
    ],
)
def test_what_does_not_exist_is_found(span: str) -> None:
    assert [*QUOTED.Page("docs/index.md", f"See `{span}`.\n").faults()]


def test_names_of_javascript_are_for_its_pages() -> None:
    text = "`{ verdict, pictures }`, `isSmooth`\n"
    assert not [*QUOTED.Page("nonocsp/apps/javascript/README.md", text).faults()]
    assert [*QUOTED.Page("docs/how-to/get-a-hint.md", text).faults()]
    other = "`{ answer, images }`\n"
    assert [*QUOTED.Page("nonocsp/apps/javascript/README.md", other).faults()]


def test_sentences_with_figures_and_lists_say_what_is_computed() -> None:
    assert [*FIGURES.false_figures(PAGES)] == []


def test_a_sentence_that_no_page_says_has_no_entry() -> None:
    assert [sentence for sentence, found in FIGURES.said(PAGES).items() if not found] == []


@pytest.mark.parametrize(
    ("said", "truth"),
    [
        ("10,239", 10239),
        ("twenty", 20),
        ("tenth", 0.1),
        ("`json`", "json"),
        ("bash, zsh or fish", ["bash", "zsh", "fish"]),
    ],
)
def test_a_figure_is_said_in_digits_or_words(said: str, truth: object) -> None:
    assert FIGURES.says(said, truth)
    assert not FIGURES.says("thirty", truth) and not FIGURES.says("json and dots", truth)


@pytest.mark.parametrize(
    "text",
    [
        "see [limits](docs/reference/options.md#limit)",
        "see [limits](docs/reference/option.md)",
        "slower (2026-11-24-sedes).",
        "```js\nawait verify(puzzle);\n```",
    ],
)
def test_broken_links_logs_and_calls_are_found(text: str) -> None:
    assert [*QUOTED.Page("README.md", f"{text}\n").faults()]


def test_an_exit_code_that_no_command_has_is_found() -> None:
    assert [*FIGURES.false_figures({"README.md": "It ends with exit code 4."})]


@pytest.mark.parametrize("sentence", FIGURES.TESTS)
def test_sentences_with_every_have_their_tests(sentence: str) -> None:
    assert any(FIGURES.pattern(sentence).search(FIGURES.read(text)) for text in PAGES.values())
    file, _, name = FIGURES.TESTS[sentence].partition("::")
    assert name in (ROOT / file).read_text(encoding="utf-8")

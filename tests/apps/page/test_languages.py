"""The page in other languages: every text has a translation, and every translation its text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import PATIENCE, expect

from nonocsp.apps.web.library import HEADINGS, STUDY
from nonocsp.people.explanation.phrasing import PHRASES
from nonocsp.people.explanation.rating import MEANINGS
from nonocsp.people.watching.tidy import LOOKS

PACKAGE = Path(__file__).parents[3] / "nonocsp"
STATIC = PACKAGE / "apps" / "web" / "static"
TABLES = sorted((STATIC / "languages").glob("*.json"))


def _texts(code: str) -> Iterator[str]:
    """The texts after t and later, with what is put in numbered; those inside of it too."""
    for found in re.finditer(r"\b(?:t|later)`", code):
        text, at, number = "", found.end(), 0
        while code[at] != "`":
            if code.startswith("${", at):
                at, text, number = _end(code, at + 2), f"{text}{{{number}}}", number + 1
            else:
                at += code[at] == "\\"
                text, at = text + code[at], at + 1
        yield text
    for _, noun in re.findall(r'(?<!#)\bcounted\(((?:[^"]|"[^"]{0,2}")*?), "([\w ]+)"\)', code):
        yield from (f"{{0}} {noun}", f"{{0}} {noun}s")
    yield from re.findall(r'\bt\("([^"]+)"[,)]', code)
    for listed in re.findall(r"const WRITTEN = \[(.*?)\];", code, re.DOTALL):
        yield from re.findall(r'"([^"]+)"', listed)


def _end(code: str, at: int) -> int:
    """Behind the bracket that closes what is put in."""
    depth = 1
    while depth:
        if code[at] == "`":
            at = code.index("`", at + 1)
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        at += 1
    return at


def _in_html(page: str) -> Iterator[str]:
    body = page[page.index("<body>") : page.index("<noscript>")]
    yield from (text for text in re.findall(r">([^<>]*[A-Za-z][^<>]*)<", body))
    yield from re.findall(r'aria-label="([^"]+)"', body)


def texts() -> set[str]:
    """All texts of the page, in English."""
    found = {*HEADINGS.values(), *STUDY.values()} | set(MEANINGS) | set(MEANINGS.values())
    found |= {meaning for _, _, meaning in LOOKS.values()}
    for file in (*STATIC.rglob("*.js"), *(PACKAGE / "people" / "watching" / "page").rglob("*.js")):
        if file.name != "language.js":
            found |= set(_texts(file.read_text(encoding="utf-8")))
    found |= {
        text.strip() for text in _in_html((STATIC / "index.html").read_text(encoding="utf-8"))
    }
    # Nouns of cells, which boards have, and of search trees.
    nouns = "cell triangle hexagon decision failure node arc event placement value fact"
    for noun in nouns.split():
        found |= {f"{{0}} {noun}", f"{{0}} {noun}s"}
    return found - {"nonocsp"}


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_table_has_every_text_and_no_other(path):
    table = json.loads(path.read_text(encoding="utf-8"))
    assert set(table["texts"]) == texts()
    assert list(table) == ["texts", "colours", "hints"]
    for english, own in table["texts"].items():
        assert own.strip(), english
        assert sorted(re.findall(r"{\d}", own)) == sorted(re.findall(r"{\d}", english)), english
        assert [len(own) - len(own.lstrip()), len(own) - len(own.rstrip())] == [
            len(english) - len(english.lstrip()),
            len(english) - len(english.rstrip()),
        ], english


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_table_has_the_sentences_of_hints(path):
    """The same keys as English, and no placeholder that English does not fill."""
    hints = json.loads(path.read_text(encoding="utf-8"))["hints"]
    assert hints["phrases"].keys() == PHRASES.keys()
    for key, own in hints["phrases"].items():
        assert set(re.findall(r"{\w+}", own)) <= set(re.findall(r"{\w+}", PHRASES[key])), key
    library = (PACKAGE / "apps" / "javascript" / "library" / "hints.js").read_text("utf-8")
    words = library[library.index("words: {") :].partition("\n  },")[0]
    english = set(re.findall(r'^ {4}"?([\w, ]+?)"?: "', words, re.MULTILINE))
    assert len(english) > 20 and hints["words"].keys() == english | {"ordinal"}
    assert len(hints["ordinals"]) == 10


def test_every_language_is_offered():
    module = (STATIC / "page" / "language.js").read_text(encoding="utf-8")
    offered = set(re.findall(r"(\w\w): \"", module[module.index("LANGUAGES") :].split("}")[0]))
    assert offered == {"en", *(path.stem for path in TABLES)} and len(TABLES) == 3


@pytest.mark.page
@pytest.mark.parametrize(
    ("locale", "play", "hint"),
    [
        (
            "de-DE",
            "Spielen",
            "Zeile 2: die 5 belegt die ganze Linie; also gilt: Spalten 1-5 sind schwarz.",
        ),
        (
            "es-ES",
            "Jugar",
            "Fila 2: el 5 la ocupa entera, así que las columnas 1-5 van en negro.",
        ),
        (
            "fr-CA",
            "Jouer",
            "Ligne 2: le 5 occupe toute la place, donc les colonnes 1-5 sont en noir.",
        ),
    ],
)
def test_the_page_speaks_the_language_of_the_browser(browser, port, locale, play, hint):
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/#play/heart.txt")
    expect(page.locator("nav a").first).to_have_text(play)
    assert page.evaluate("document.documentElement.lang") == locale[:2]
    expect(page.locator(".cell").first).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("h")
    expect(page.locator(".advice:not(.guess) .bar button").first).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("h")
    expect(page.locator(".advice:not(.guess)")).to_contain_text(hint, timeout=PATIENCE)
    context.close()


@pytest.mark.page
def test_a_mistake_is_explained_in_german(browser, port):
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/#play/heart.txt")
    advice = page.locator(".advice:not(.guess)")
    page.locator(".cell").first.click()
    page.keyboard.press("c")
    expect(advice).to_contain_text(
        "Zeile 1, Spalte 1 kann nicht schwarz sein. "
        "Über Spalte 1 ließe sich Zeile 3 nicht vollenden.",
        timeout=PATIENCE,
    )
    page.locator(".cell").nth(5).click(button="right")
    page.keyboard.press("c")
    expect(advice).to_contain_text(
        "Zeile 2, Spalte 1 kann nicht leer sein. "
        "Zeile 2: Spalte 1 ist leer, das heißt, es gibt keine Möglichkeit, 5 zu legen.",
        timeout=PATIENCE,
    )
    context.close()


@pytest.mark.page
def test_another_language_needs_no_reload(context, port):
    """What was drawn stays, and the choice is kept."""
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/#play/heart.txt")
    page.locator(".cell").nth(6).click()
    page.evaluate("window.here = true")
    page.get_by_role("button", name="Menu").click()
    page.locator("#language").select_option("fr")
    expect(page.locator("nav a").first).to_have_text("Jouer")
    expect(page.locator(".cell").nth(6)).to_have_attribute("aria-label", "ligne 2, colonne 2, noir")
    assert page.evaluate("window.here")
    page.reload()
    expect(page.locator("nav a").first).to_have_text("Jouer")


@pytest.mark.page
def test_no_text_of_the_page_is_left_in_english(browser, port):
    """With a table that puts every text into brackets, nothing stands outside of them."""
    table = {"texts": {}, "colours": {"black": "⟦black⟧", "blank": "⟦blank⟧"}, "hints": None}
    for text in texts():
        bare = text.strip()
        table["texts"][text] = text.replace(bare, f"⟦{bare}⟧")
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.route("**/languages/de.json", lambda route: route.fulfill(json=table))
    for view in (
        "library",
        "library/all",
        "create",
        "study",
        "play/heart.txt",
        "draw",
        "solve",
        "watch",
    ):
        page.goto(f"http://127.0.0.1:{port}/#{view}")
        expect(page.locator("main h1, main h2").first).to_be_attached(timeout=PATIENCE)
        if view.startswith("library"):
            expect(page.locator(".card").first).to_be_visible(timeout=PATIENCE)
        if view == "watch":
            expect(page.locator(".viewer .tree path")).not_to_have_count(0, timeout=PATIENCE)
        page.wait_for_timeout(500)
        assert page.evaluate(UNTRANSLATED) == [], view
    context.close()


# Texts and labels with letters outside of the brackets, but for names and dates.
UNTRANSLATED = """() => {
  const bare = (text) => {
    for (let before = ""; before !== text; ) [before, text] = [text, text.replace(/⟦[^⟦⟧]*⟧/g, "")];
    return text.replace(/nonocsp|Ctrl|Escape/g, "");
  };
  const found = [];
  const take = (text) => /[A-Za-z]{2}/.test(bare(text)) && found.push(text);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: holder, nodeValue } = texts.currentNode;
    if (!holder.closest("noscript, [dir=auto], #language")) take(nodeValue);
  }
  for (const each of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"]) take(each.getAttribute(name) ?? "");
  return found;
}"""

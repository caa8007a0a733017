"""The two games of the documentation and the examples of its page, with the module for games.

The environment variable NONOCSP_GAME names the folder into which `.ci/npm` wrote the module;
without it every test here is skipped, with the reason.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from browser import expect, profile
from static_site import hosted

import nonocsp as nc

pytestmark = pytest.mark.page

DOCS = Path(__file__).parents[3] / "docs"
MODULES = ("nonocsp-game.js", "nonocsp-game.global.js")
CLICKS = {0: 2, 1: 1}  # blank, black


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The games and the examples, beside the module."""
    built = os.environ.get("NONOCSP_GAME")
    if not built:
        pytest.skip("NO TESTS OF GAMES: NONOCSP_GAME names no folder with the module for games")
    made = tmp_path_factory.mktemp("games")
    for name in MODULES:
        shutil.copy(Path(built, name), made)
    for game in (DOCS / "games").glob("*.html"):
        shutil.copy(game, made)
    page = (DOCS / "how-to" / "build-a-game.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```html\n(.*?)^```$", page, re.M | re.S)
    for number, block in enumerate(blocks):
        icon = '<!doctype html><link rel="icon" href="data:,">'
        (made / f"example-{number}.html").write_text(icon + block, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def host(folder):
    with hosted(folder) as port:
        yield port


@pytest.fixture
def page(browser, host):
    with profile(browser, host) as context:
        yield context.new_page()


def cell(page, row, column):
    return page.locator(f"tr:nth-child({row + 2}) > :nth-child({column + 2})")


def test_endless_puzzles_are_solved_by_their_hints(page, host):
    page.goto(f"http://127.0.0.1:{host}/endless.html#7")
    help, text = page.locator("#help"), page.locator("#text")
    expect(page.locator("td")).to_have_count(100)
    clues = page.locator("th").all_inner_texts()[1:]
    columns, rows = (
        [[*map(int, clue.split())] for clue in some] for some in (clues[:10], clues[10:])
    )
    (picture,) = nc.solutions(nc.Puzzle(rows, columns))
    # A wrong mark is shown before anything else.
    row, column = next((y, x) for y in range(10) for x in range(10) if picture.rows[y][x] == 0)
    cell(page, row, column).click()
    help.click()
    expect(text).to_have_text("These are wrong.")
    expect(page.locator(".hinted")).to_have_count(1)
    cell(page, row, column).click(click_count=2)
    sentences = []
    while text.inner_text() != "Solved!":
        help.click()
        expect(text).not_to_have_text("")
        sentences.append(text.inner_text())
        assert re.match(r"(Row|Column) \d+: .*\.$", sentences[-1])
        hinted = page.evaluate(
            """() => [...document.querySelectorAll(".hinted")]
            .map((cell) => [cell.parentElement.rowIndex - 1, cell.cellIndex - 1])"""
        )
        assert hinted
        for y, x in hinted:
            cell(page, y, x).click(click_count=CLICKS[picture.rows[y][x]])
    assert len(sentences) > 10


def test_an_address_holds_its_puzzle_and_the_next_one_is_another(page, host):
    def clues():
        expect(page.locator("td")).to_have_count(100)
        return page.locator("th").all_inner_texts()

    page.goto(f"http://127.0.0.1:{host}/endless.html")
    first, address = clues(), page.url
    assert re.search(r"#\d+$", address)
    page.locator("#next").click()
    page.wait_for_function("(old) => location.href !== old", arg=address)
    assert clues() != first
    page.goto("about:blank")
    page.goto(address)
    assert clues() == first


def test_levels_with_several_solutions_are_not_offered(browser, folder):
    """From a file: this game loads a plain script."""
    page = browser.new_page()
    faults = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((folder / "levels.html").as_uri())
    buttons = page.get_by_role("button")
    expect(buttons).to_have_count(4)
    expect(page.get_by_role("button", disabled=True)).to_have_text("die")
    die = nc.Puzzle.from_picture(["#___#", "_____", "__#__", "_____", "#___#"])
    number = nc.count(die).at_least
    said = f"die has {number} solutions, which differ in rows "
    expect(page.locator("#text")).to_contain_text(said)
    page.get_by_text("heart", exact=True).click()
    heart = ["_#_#_", "#####", "#####", "_###_", "__#__"]
    black = [(y, x) for y, row in enumerate(heart) for x, letter in enumerate(row) if letter == "#"]
    for y, x in black:
        expect(page.locator("#text")).to_have_text("Click the black cells.")
        cell(page, y, x).click()
    expect(page.locator("#text")).to_have_text("Solved!")
    page.close()
    assert faults == []


EXPECTED = (r"(Row|Column) \d+: .*\. true", "false", "7")


@pytest.mark.parametrize("number", range(len(EXPECTED)))
def test_examples_print_what_they_should(number, page, host, folder):
    assert len([*folder.glob("example-*.html")]) == len(EXPECTED)
    with page.expect_console_message() as printed:
        page.goto(f"http://127.0.0.1:{host}/example-{number}.html")
    assert re.fullmatch(EXPECTED[number], printed.value.text)


def test_a_worker_answers_in_order(page, host):
    page.goto(f"http://127.0.0.1:{host}/example-0.html")
    cross = {"rows": [[1], [1]], "cols": [[1], [1]]}
    asked = [
        ["check", cross],
        ["nothing"],
        5,
        ["count", None],
        ["isUnique", cross],
        ["count", cross],
    ]
    asked += [["count", {"rows": [None] * 9, "cols": [None] * 9}, {"seconds": 0.1, "limit": 10**9}]]
    found = page.evaluate(
        """(asked) => new Promise((resolve) => {
        const worker = new Worker("./nonocsp-game.js", { type: "module", name: "nonocsp" });
        const found = [];
        worker.onmessage = ({ data }) => found.push(data) < asked.length || resolve(found);
        for (const each of asked) worker.postMessage(each);
        })""",
        asked,
    )
    checked, *refused, unique, count, limited = found
    assert checked["answer"]["verdict"] == "multiple"
    names = "question: expected isUnique, check, count, hint, generate, not "
    assert [each["error"]["message"] for each in refused] == [
        names + '"nothing"',
        names + "5",
        "puzzle: expected an object with lists rows and cols, not null",
    ]
    assert [each["error"]["name"] for each in refused] == ["OptionError"] * 2 + ["PuzzleError"]
    assert (unique["answer"], count["answer"]) == (False, 2)
    error = limited["error"]
    assert (error["name"], error["limit"]) == ("LimitReached", "seconds") and error["at_least"] >= 0


@pytest.mark.parametrize("scripts", ["'self' 'wasm-unsafe-eval'", "'self'"])
def test_a_policy_must_allow_webassembly_and_no_more(scripts, page, host):
    def with_policy(route):
        answer = route.fetch()
        policy = {"content-security-policy": f"default-src 'none'; script-src {scripts}"}
        route.fulfill(response=answer, headers={**answer.headers, **policy})

    page.route("**/*", with_policy)
    page.goto(f"http://127.0.0.1:{host}/nonocsp-game.js")
    found = page.evaluate(
        """() => import("/nonocsp-game.js")
        .then((game) => game.isUnique({ rows: [[1]], cols: [[1]] }))
        .catch((error) => error.name)"""
    )
    assert found == (True if "wasm" in scripts else "CompileError")

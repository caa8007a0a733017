"""The page as static files: built once, served below a path by an interpreter without nonocsp."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import shutil
from pathlib import Path

import pytest
from browser import INPUT, LINK, expect, profile, states
from static_site import INSTALLED, LOADED, PATH, hosted, quiet, wait_until

from nonocsp.apps.web.endpoints import ENDPOINTS, respond
from nonocsp.apps.web.library import own_files
from nonocsp.apps.web.messages import puzzle_out
from nonocsp.apps.web.page_builder import MARK, STATIC, build_page, write_worker
from nonocsp.core.base.errors import NonocspError
from nonocsp.files.formats.data.json import puzzle_of
from nonocsp.people.opening import load

pytestmark = pytest.mark.page

ASK = """async ([question, data]) => {
    const { ask } = await import(new URL("static/page/api.js", document.baseURI));
    const progress = [];
    try {
        const result = await ask(question, data, { progress: (value) => progress.push(value) });
        return { result, progress };
    } catch (error) {
        return { error: { kind: error.kind, message: error.message }, progress };
    }
}"""

#: Whether the service worker has a new version.
WAITING = "navigator.serviceWorker.getRegistration().then((found) => !!found.waiting)"


@pytest.fixture
def port(static_port):
    return static_port


@pytest.fixture(scope="module")
def shared(browser, static_port):
    """One page for the tests that ask questions, so that Python is loaded once."""
    with quiet(browser, static_port) as page:
        asked(page, "formats", {})  # until Python is there, the kernel alone makes other puzzles
        yield page


def asked(page, question, data):
    return page.evaluate(ASK, [question, data])


def native(question, data):
    """The answer of this interpreter, with the kernel compiled for this machine."""
    lines = []
    last = json.loads(respond(question, data, lines.append))
    return {**last, "progress": [json.loads(line)["progress"] for line in lines]}


def same(page, question, data):
    """Ask page and interpreter; gives the answer, which is the same."""
    found, expected = asked(page, question, data), native(question, data)
    for answer in (found, expected):
        answer.get("result", {}).pop("stats", None)
        del answer["progress"]
    assert rounded(found) == rounded(expected), (question, data)
    return found.get("result")


def rounded(value):
    """A JSON value whose shares and logarithms may differ in the last digit."""
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(part) for part in value]
    return round(value, 9) if isinstance(value, float) else value


def library(*names):
    return {name: puzzle_out(load(INPUT / name).puzzles[0].replace(goals=())) for name in names}


def chosen():
    """Entries of twenty puzzles of all kinds up to 20 a side."""
    index = json.loads((INPUT / "index.json").read_text())
    boards = ("boards/star.g", "boards/bee.json")
    small = [
        entry
        for entry in index
        if entry["cells"] <= 400 and entry["verdict"] == "unique" and entry["file"] not in boards
    ]
    found = small[:: len(small) // 18][:18]
    found += [entry for entry in index if entry["file"] in boards]
    assert len(found) == 20
    return found


HEART = library("heart.txt")["heart.txt"]
SWITCH = {**HEART, "rows": [[[1, "black"]]] * 3, "cols": [[[1, "black"]]] * 3}
#: Its solutions cannot be counted within minutes.
HARD = {**HEART, "rows": [[[2, "black"]] * 9] * 40, "cols": [[[2, "black"]] * 9] * 40}
DRAWN = {"rows": [[1, 0], [0, 1]], "colours": HEART["colours"], "blank": HEART["blank"]}

#: For each endpoint what it is asked.
DATA = {
    **{name: {"puzzle": HEART} for name in ENDPOINTS},
    "check": {"puzzle": SWITCH, "differ": True, "components": True},
    "count": {"puzzle": SWITCH},
    "list": {"puzzle": SWITCH},
    "components": {"puzzle": SWITCH},
    "solutions": {"puzzle": SWITCH, "start": "4", "limit": 2},
    "sample": {"puzzle": SWITCH, "number": 3, "seed": 1},
    "marginals": {"puzzle": SWITCH},
    "diagnose": {"puzzle": SWITCH},
    "repair": {"picture": DRAWN, "number": 3},
    "photo": {
        "base64": base64.b64encode((bytes(12) + bytes([255] * 12)) * 4 * 3).decode(),
        "columns": 2,
        "colours": 2,
    },
    "render": {"picture": DRAWN, "solution": True, "cell": 20},
    "typed": {"clues": {"row": "2\n1", "column": "1\n2"}},
    "generate": {"rows": 8, "columns": 8, "seed": 3},
    "parse": {"text": "1\n1\n\n1\n1\n"},
    "write": {"puzzle": HEART, "format": "non"},
    "formats": {},
    "board": {"board": {"kind": "hexagon", "sides": [2] * 6}},
}


@pytest.mark.parametrize("question", sorted(ENDPOINTS))
def test_every_endpoint_answers_as_the_interpreter_does(shared, question):
    same(shared, question, DATA[question])


def test_twenty_puzzles_of_the_library(shared):
    """Solve, count, hint, rate, export and import again."""
    for name, puzzle in library(*(entry["file"] for entry in chosen())).items():
        for question in ("solve", "check", "count", "hint"):
            same(shared, question, {"puzzle": puzzle})
        written = same(shared, "write", {"puzzle": puzzle, "format": "json"})
        file = f"{Path(name).stem}.json"
        read = same(shared, "parse", {"base64": written["base64"], "name": file})
        sides = ("rows", "cols", "board", "clues")
        # Tuples are lists in JSON.
        expected = json.loads(json.dumps([*map(puzzle.get, sides)]))
        assert [*map(read["puzzles"][0].get, sides)] == expected


def test_twenty_puzzles_are_played_with_a_hint_each(browser, port):
    with quiet(browser, port) as page:
        for entry in chosen():
            cells = page.locator(".play .cell")
            # The board before may have as many cells.
            page.goto(f"http://127.0.0.1:{port}/{PATH}/#create")
            expect(cells).to_have_count(0, timeout=LOADED)
            page.goto(f"http://127.0.0.1:{port}/{PATH}/#play/{entry['file']}")
            expect(cells).to_have_count(entry["cells"], timeout=LOADED)
            assert set(states(page)) == {"unknown"}
            page.keyboard.press("h")
            page.get_by_role("button", name="Show the step").click()
            page.keyboard.press("f")
            assert set(states(page)) != {"unknown"}


def test_errors_are_those_of_the_interpreter(shared):
    for question, data in (
        ("check", {"puzzle": {}}),
        ("check", {"puzzle": HEART, "seconds": 1000}),
        ("write", {"puzzle": HEART, "format": "nothing"}),
        ("parse", {"text": "what is this?"}),
    ):
        found, expected = asked(shared, question, data), native(question, data)
        assert found["error"] == expected["error"]
    stopped = asked(shared, "count", {"puzzle": HARD, "seconds": 0.5})["result"]
    assert stopped["stopped_by"] == "seconds" and not stopped["is_exact"]


def test_a_picture_of_a_hundred_a_side_in_colours(shared):
    """Rings in three colours."""
    rows = [[(r * r + c * c) // 300 % 4 for c in range(100)] for r in range(100)]
    looks = [
        {"name": name, "rgb": rgb, "char": name[0]}
        for name, rgb in (("red", "#d00000"), ("green", "#008000"), ("blue", "#0000d0"))
    ]
    picture = {"rows": rows, "colours": looks, "blank": HEART["blank"]}
    answer = same(shared, "check", {"picture": picture, "differ": True})
    assert answer["verdict"] == "unique"


def test_a_cancelled_question_ends_and_does_not_block_the_next(shared):
    """Questions that would take a minute are cancelled; all workers answer soon after."""
    found = shared.evaluate(
        """async ([slow, quick]) => {
            const api = new URL("static/page/api.js", document.baseURI);
            const { ask, Channel, isStale } = await import(api);
            const channel = new Channel();
            const ends = [];
            for (let i = 0; i < 4; i++) {
                channel.ask("count", { puzzle: slow, seconds: 60 }).then(
                    () => ends.push("answered"),
                    (error) => ends.push(isStale(error) ? "stale" : error.message),
                );
                await new Promise((resolve) => setTimeout(resolve, 100));
            }
            const verdict = (await ask("check", { puzzle: quick })).verdict;
            const last = (await channel.ask("count", { puzzle: quick })).count;
            return { ends, verdict, last };
        }""",
        [HARD, HEART],
    )
    assert found == {"ends": ["stale"] * 4, "verdict": "unique", "last": "1"}


def test_progress_arrives_while_the_work_runs(shared):
    found = asked(shared, "explain", {"puzzle": HEART})
    assert len(found["progress"]) > 3
    assert found["progress"] == native("explain", {"puzzle": HEART})["progress"]


def test_the_kernel_alone_gives_verdicts_hints_and_puzzles(browser, port):
    """Where Python cannot be loaded, one plays none the less."""
    with profile(browser, port) as context:
        context.route("**/python/**", lambda route: route.abort())
        context.set_default_timeout(LOADED)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/{PATH}/")
        assert asked(page, "check", {"puzzle": HEART})["result"]["verdict"] == "unique"
        found = asked(page, "check", {"puzzle": SWITCH, "components": True})
        assert found["result"]["count"] == found["progress"][-1]["count"] == "6"
        rated = asked(page, "rate", {"puzzle": HEART})["error"]
        assert "Python could not be loaded" in rated["message"]
        assert asked(page, "solve", {"puzzle": HEART})["result"]["pictures"]
        assert asked(page, "hint", {"puzzle": HEART})["result"]["where"] == "Look at row 2."
        ordered = {"rows": 15, "columns": 15, "seed": 1, "depth": "lines"}
        made = asked(page, "generate", ordered)["result"]["puzzle"]
        assert asked(page, "check", {"puzzle": made})["result"]["verdict"] == "unique"


#: Notes when an element is first there; `performance` has what came before.
NOTE = """new MutationObserver((_, observer) => {
    if (!document.querySelector(%s)) return;
    performance.mark("there");
    observer.disconnect();
}).observe(document, { childList: true, subtree: true });"""

BEFORE = """() => {
    const [{ startTime }] = performance.getEntriesByName("there");
    return ["navigation", "resource"]
        .flatMap((kind) => performance.getEntriesByType(kind))
        .filter((entry) => entry.startTime < startTime)
        .map(({ name }) => new URL(name).pathname);
}"""


@pytest.mark.parametrize(
    ("view", "board"),
    [
        ("library", ".card canvas"),
        ("play/1159", ".cell"),
        (f"play={LINK}", ".cell"),
        ("draw", ".cell"),
    ],
)
def test_the_first_board_needs_little(browser, port, site, view, board):
    """A view asks for its own modules, styles and puzzles, and for Python never."""
    with profile(browser, port, service_workers="block") as context:
        page = context.new_page()
        page.add_init_script(NOTE % json.dumps(board))
        page.goto(f"http://127.0.0.1:{port}/{PATH}/#{view}")
        page.locator(board).first.wait_for()
        names = page.evaluate(BEFORE)
    paths = [name.removeprefix("/") for name in names]
    files = [site / path / "index.html" if path.endswith("/") else site / path for path in paths]
    assert 20 < len(files) < 66
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < 110_000
    data = [path for path in paths if "/library" in path and path.endswith(".json")]
    assert len(data) == {"play/1159": 2, "library": len(data)}.get(view, 0), data
    assert not [path for path in paths if "/python/" in path or "/kernel/" in path]


@pytest.mark.parametrize("view", ["library", "play/1700"])
def test_an_outline_stands_while_data_come(browser, port, view):
    with profile(browser, port, service_workers="block") as context:
        page = context.new_page()
        page.route(re.compile(r"/library.*\.json"), lambda route: None)
        page.goto(f"http://127.0.0.1:{port}/{PATH}/#{view}", wait_until="commit")
        size = """getComputedStyle(document.querySelector("main :empty") ??
            document.querySelector("main"), "::before").height"""
        wait_until(page, f"parseFloat({size}) > 100")
        expect(page).to_have_title(re.compile("–"))
        wait_until(page, f"parseFloat({size}) > 100")


def test_nothing_is_asked_of_another_host_and_the_policy_holds(browser, port):
    """`profile` fails on any request to another host, `quiet` on any message of the console."""
    with quiet(browser, port) as page:
        for view in ("library", "play/heart.txt", "draw", "solve"):
            page.goto(f"http://127.0.0.1:{port}/{PATH}/#{view}")
            expect(page.locator("main > *").first).to_be_visible()
        assert asked(page, "formats", {})["result"]["formats"]


#: Names of the files that are kept, and their bytes.
KEPT = """async () => {
    const cache = await caches.open((await caches.keys())[0]);
    const sizes = {};
    for (const key of await cache.keys())
        sizes[new URL(key.url).pathname] = (await (await cache.match(key)).blob()).size;
    return sizes;
}"""


def on_a_phone(browser, port):
    screen = {"width": 390, "height": 844}
    return profile(browser, port, has_touch=True, is_mobile=True, viewport=screen)


def test_a_phone_that_was_there_once_plays_without_a_connection(browser, site):
    """Python was never asked for; what needs it says so."""
    with hosted(site) as port, on_a_phone(browser, port) as context:
        requested = []
        context.on("request", lambda request: requested.append(request.url))
        page = context.new_page()
        address = f"http://127.0.0.1:{port}/{PATH}/"
        page.goto(address)
        page.locator(".card canvas").first.wait_for()
        page.wait_for_timeout(3000)
        wait_until(page, INSTALLED)
        shown = page.locator(".card a[href^='#play/']").first.get_attribute("href")
        kept = page.evaluate(KEPT)
        assert not [name for name in [*kept, *requested] if "/python/" in name]
        assert sum(kept.values()) < 4_000_000
        context.set_offline(True)
        page.reload()
        page.locator(".card canvas").first.wait_for()
        page.goto(address + shown)
        cells = page.locator("nono-board .cell")
        cells.first.wait_for()
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Show the step").click()
        page.get_by_role("button", name="Fill it in").click()
        page.get_by_role("button", name="Check").click()
        expect(page.get_by_label("advice")).to_contain_text("No mistake so far.")
        assert asked(page, "check", {"picture": DRAWN, "differ": True})["result"]["count"] == "2"
        assert asked(page, "generate", {"rows": 5, "columns": 5, "seed": 1})["result"]["puzzle"]
        page.goto(address + "#draw")
        cells.first.click()
        expect(page.locator(".verdict")).to_have_text("Unique: one solution")
        expect(page.locator(".gauge")).to_contain_text(
            "Python could not be loaded: there is no connection"
        )


def test_a_desk_keeps_the_whole_page_once_python_is_there(browser, site):
    with hosted(site) as port, quiet(browser, port) as page:
        wait_until(page, INSTALLED)
        assert asked(page, "explain", {"puzzle": HEART})["result"]["steps"]
        files = json.loads((site / PATH / "sw.js").read_text().split("FILES = ")[1].split(";\n")[0])
        wait_until(page, f"({KEPT})().then((kept) => Object.keys(kept).length === {len(files)})")
        page.context.set_offline(True)
        page.reload()
        expect(page.locator("main > *").first).to_be_visible()
        assert asked(page, "explain", {"puzzle": HEART})["result"]["steps"]


def test_the_page_can_be_installed(site):
    folder = site / PATH
    manifest = json.loads((folder / "manifest.webmanifest").read_text())
    assert manifest["start_url"] == manifest["scope"] == "./"
    for icon in manifest["icons"]:
        content = (folder / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]
    assert "Mozilla Public License" in (folder / "LICENCES.txt").read_text()


def test_nothing_of_the_sources_or_tests_is_in_the_page(site):
    names = [str(file.relative_to(site / PATH)) for file in (site / PATH).rglob("*")]
    assert not [name for name in names if name.endswith((".cpp", ".hpp", ".def"))]


def test_only_a_page_is_overwritten(tmp_path):
    (tmp_path / "letter.txt").write_text("dear all")
    with pytest.raises(NonocspError, match="expected an empty folder or a page"):
        build_page(str(tmp_path))
    with pytest.raises(NonocspError, match="not a folder"):
        build_page(str(tmp_path / "letter.txt"))
    with pytest.raises(NonocspError, match=r"it has no pyodide\.mjs"):
        build_page(str(tmp_path / "new"), pyodide=str(tmp_path))
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]
    assert MARK not in os.listdir(tmp_path)


def test_a_page_of_other_puzzles_shows_exactly_those_in_order(browser, site, tmp_path):
    copy = tmp_path / PATH
    shutil.copytree(site / PATH, copy)
    puzzles = [(name, load(INPUT / name).puzzles[0]) for name in ("smile.txt", "heart.txt")]
    puzzles.insert(1, ("two.json#2", puzzle_of(SWITCH)))
    for name, content in own_files("winter", puzzles).items():
        (copy / name).write_bytes(content)
    write_worker(copy / "sw.js", copy)
    with hosted(tmp_path) as port, quiet(browser, port) as page:
        cards = page.locator(".library .list .card")
        expect(cards).to_have_count(3)
        assert page.locator(".list h1").inner_text() == "winter"
        expect(cards.last).to_contain_text("minute")
        assert [text.split("\n") for text in cards.all_inner_texts()] == [
            ["Puzzle 1", "5 × 5", "1 to 6 minutes"],
            ["Puzzle 2", "3 × 3", "6 solutions"],
            ["Puzzle 3", "5 × 5", "1 to 3 minutes"],
        ]
        page.get_by_role("link", name="Puzzle 2").click()
        expect(page.locator("nono-board .cell")).to_have_count(9)
        page.evaluate("location.hash = '#watch'")
        expect(page.get_by_label("Problem")).to_have_value("0")


def test_a_new_version_replaces_the_old_one_when_the_page_is_loaded_again(browser, site, tmp_path):
    copy = tmp_path / PATH
    shutil.copytree(site / PATH, copy)
    with hosted(tmp_path) as port, profile(browser, port) as context:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/{PATH}/")
        wait_until(page, INSTALLED)
        library = json.loads((copy / "library.json").read_text())
        (copy / "library.json").write_text(json.dumps({**library, "version": 2}))
        (copy / "notebooks.json").write_text("[]")
        shutil.copyfile(STATIC / "service_worker.js", copy / "sw.js")
        write_worker(copy / "sw.js", copy)
        get = "fetch('library.json').then((found) => found.json()).then((found) => found.version)"
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        wait_until(page, WAITING)
        assert page.evaluate(get) is None  # the old version, whole, as long as it is shown
        # What was not kept of it is gone.
        assert page.evaluate("fetch('notebooks.json').catch((error) => error.name)") == "TypeError"
        page.reload()
        expect(page.locator("main > *").first).to_be_visible()
        assert page.evaluate(get) == 2
        context.set_offline(True)
        page.reload()
        assert page.evaluate(get) == 2


@pytest.mark.parametrize("view", ["library", "play/heart.txt", "draw", "solve"])
def test_nothing_moves_while_a_view_loads(browser, port, view):
    with profile(browser, port) as context:
        page = context.new_page()
        page.add_init_script(
            """new PerformanceObserver((list) => {
                for (const { value, sources } of list.getEntries()) {
                    const moved = sources.map(({ node }) => node?.outerHTML?.slice(0, 80));
                    (globalThis.moved ??= []).push([value, ...moved]);
                }
            }).observe({ type: "layout-shift", buffered: true })"""
        )
        page.goto(f"http://127.0.0.1:{port}/{PATH}/#{view}")
        expect(page.locator("main > *").first).to_be_visible()
        assert asked(page, "formats", {})["result"]
        page.wait_for_timeout(500)
        assert page.evaluate("globalThis.moved ?? []") == []

"""One pass through every view in Firefox and in WebKit, and a photograph."""

from __future__ import annotations

import base64
import io
import time

import pytest
from other_browsers import firefox, webkit
from static_site import PATH

import nonocsp as nc

pytestmark = pytest.mark.page

PATIENCE = 60

#: Faults of a page, from the moment that a view is asked for.
LISTEN = """window.faults = [];
addEventListener("error", (event) => window.faults.push(event.message));
addEventListener("unhandledrejection", (event) => window.faults.push(String(event.reason)));"""

#: The views with what is in them, and how many of it at least.
VIEWS = {
    "library": (".library .cards .card a", 20),
    "play/parrot.ctu": (".play nono-board .cell", 400),
    "draw": (".draw nono-board .cell", 100),
    "play/boards/star.g": (".play nono-board .cell", 96),
    "solve": (".solve h1", 1),
    "watch": (".watch .viewer svg, .watch .viewer canvas", 2),
}


def until(page, script):
    """What a script returns as soon as that is something."""
    end = time.monotonic() + PATIENCE
    while not (found := page.run(f"return {script}")):
        assert time.monotonic() < end, (script, page.run("return document.body.innerText"))
        time.sleep(0.1)
    return found


def click(page, selector, number=0):
    until(page, f"document.querySelectorAll({selector!r}).length > {number}")
    x, y = page.run(f"""const part = document.querySelectorAll({selector!r})[{number}];
        part.scrollIntoView({{ block: "nearest" }});
        const box = part.getBoundingClientRect();
        return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];""")
    steps = [
        {"type": "pointerMove", "duration": 0, "x": x, "y": y},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    page.act([{"type": "pointer", "id": "mouse", "actions": steps}])


#: Drop a picture on the page.
DROP = """const bytes = Uint8Array.from(atob("{}"), (char) => char.charCodeAt(0));
const dataTransfer = new DataTransfer();
dataTransfer.items.add(new File([bytes], "page.png", {{ type: "image/png" }}));
document.querySelector("main").dispatchEvent(
  new DragEvent("drop", {{ dataTransfer, bubbles: true, cancelable: true }}));"""

#: How many different colours the straightened picture has, which is grey from black to white.
LOOKS = """const { width, height } = document.querySelector(".photo .straight canvas");
const pen = document.querySelector(".photo .straight canvas").getContext("2d");
return new Set(pen.getImageData(0, 0, width, height).data).size;"""

CLUES = '[...document.querySelectorAll(".photo .lines input")].map((field) => field.value)'


@pytest.mark.parametrize("browser", [firefox, webkit])
def test_every_view_in_another_browser(browser, port):
    with browser() as page:
        page.open(f"http://127.0.0.1:{port}/#library")
        page.run(LISTEN)
        for view, (part, number) in VIEWS.items():
            page.run(f"location.hash = {view!r}")
            until(page, f"document.querySelectorAll({part!r}).length >= {number}")
            wide = "document.documentElement.scrollWidth <= innerWidth"
            assert page.run(f"return {wide}"), view
            if view.startswith("play"):
                click(page, part, 30)
                until(page, 'document.querySelectorAll(".cell.filled").length === 1')
                click(page, '[aria-label="Hint"]')
                until(page, 'document.querySelector(".advice .bar button")')
                click(page, '[aria-label="Undo"]')
                until(page, 'document.querySelectorAll(".cell.filled").length === 0')
            if view == "draw":
                click(page, part, 3)
                until(page, '/unique/i.test(document.querySelector(".verdict")?.textContent)')
        assert page.run("return window.faults") == []


@pytest.mark.parametrize("browser", [firefox, webkit])
@pytest.mark.parametrize("answers", ["static_port", "port"])
def test_a_photograph_in_another_browser(browser, answers, request):
    pytest.importorskip("PIL")
    from tests.people.photo.drawn_pages import LAYOUTS, draw_page

    number = request.getfixturevalue(answers)
    puzzle = nc.generate(10, 10, seed=4).puzzle
    written = io.BytesIO()
    draw_page(puzzle, LAYOUTS["lined"], "sans", seed=1).save(written, "PNG")
    clues = [" ".join(str(b.length) for b in clue) or "0" for clue in puzzle.clues]
    with browser() as page:
        page.open(f"http://127.0.0.1:{number}/{PATH + '/' if answers != 'port' else ''}#solve")
        page.run(LISTEN)
        until(page, "document.querySelector('[title^=\"Read a printed\"]')")
        page.run(DROP.format(base64.b64encode(written.getvalue()).decode()))
        until(page, "document.querySelector('.photo .lines input')")
        assert page.run(f"return {CLUES}") == clues
        verdict = 'document.querySelector(".photo .verdict").textContent'
        until(page, f'{verdict} === "Unique: one solution"')
        click(page, ".photo .rows .chip")
        until(page, f'{CLUES}[0] !== "{clues[0]}"')
        assert page.run(LOOKS) > 20
        assert page.run("return window.faults") == []

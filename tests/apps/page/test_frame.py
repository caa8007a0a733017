"""The frame: whatever was waited for when a view was left, the next one stands alone."""

from __future__ import annotations

import re

import pytest
from browser import LINK, PATIENCE, expect, profile
from static_site import PATH

pytestmark = pytest.mark.page

#: By its address, the title of each view and what stands in the page; notebooks are static.
VIEWS = {
    "library": ("Puzzles", ".library:has(.first .cell)"),
    "play/1700": ("Puzzle 1700", '.play:has([aria-label="Puzzle 1700"])'),
    "play/1012": ("Puzzle 1012", '.play:has([aria-label="Puzzle 1012"])'),
    f"play={LINK}": ("Puzzle 2 × 2", '.play:has([aria-label="Puzzle 2 × 2"])'),
    "create": ("Create", ".library:has(.choices)"),
    "draw": ("Draw", ".draw"),
    "solve": ("Solve", ".solve.empty"),
    "study": ("Study", ".library:has(.card)"),
    "watch": ("Watch", ".watch"),
    "notebook": ("Notebooks", ".notebook:has(.notebooks)"),
}

DATA = re.compile(r"\.json$|/api/|\.wasm$|worker\.js$")
ALL = re.compile(rf"/views/|{DATA.pattern}")

#: What views listen to outside of their elements.
LISTENED = {
    "document": {"keydown", "paste", "visibilitychange"},
    "window": {"storage", "pagehide", "nonocsp:fog", "nonocsp:options"},
}

LEAVE = """address => new Promise((done) => {
  addEventListener("hashchange", done, { once: true });
  location.hash = address;
})"""
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Held:
    """A page whose data wait until they are released, and modules, too, once a view was left."""

    def __init__(self, context):
        self.page = context.new_page()
        self.held = DATA
        self.waiting = []
        self.ended = set()
        for event in ("requestfinished", "requestfailed"):
            self.page.on(event, lambda request: self.ended.add(request))
        # Nothing is loaded when idle, and Python never.
        self.page.add_init_script("globalThis.requestIdleCallback = () => {}")
        self.page.route(ALL, self._take)
        self.page.route("**/python/**", lambda _: None)

    def _take(self, route):
        if self.held.search(route.request.url):
            self.waiting.append(route)
        else:
            route.continue_()

    def until(self, is_so, patience=PATIENCE):
        for _ in range(patience // 20):
            if is_so():
                return True
            self.page.wait_for_timeout(20)
        return False

    def leave(self, second):
        """Choose another view as soon as the first one has something in the page, or waits."""
        assert self.until(lambda: self.waiting or self.page.locator("main > *").count())
        self.held = ALL
        self.page.evaluate(LEAVE, second)

    def release(self, newest):
        """Answer one by one what waits, and what follows from that."""
        while self.waiting:
            route = self.waiting.pop(-1 if newest else 0)
            route.continue_()
            # Of an answer that its view has cancelled, the browser may never tell the end.
            self.until(lambda request=route.request: request in self.ended, 2000)
            self.page.evaluate(PAINTED)


def stands(page, view):
    """Whether this view stands in the page, and nothing of another one."""
    title, shown = VIEWS[view]
    expect(page.locator("main > *")).to_have_count(1)
    expect(page.locator(f"main > {shown}")).to_be_visible()
    expect(page).to_have_title(f"{title} – nonocsp")
    expect(page.locator("#message")).to_be_empty()


def listened(page):
    """What document and window listen to, each kind as often as it is listened to."""
    session = page.context.new_cdp_session(page)
    found = []
    for target, kinds in LISTENED.items():
        thing = session.send("Runtime.evaluate", {"expression": target})["result"]["objectId"]
        answer = session.send("DOMDebugger.getEventListeners", {"objectId": thing})
        found += [(target, each["type"]) for each in answer["listeners"] if each["type"] in kinds]
    return sorted(found)


@pytest.mark.parametrize("newest", [False, True], ids=["oldest first", "newest first"])
@pytest.mark.parametrize("second", VIEWS)
def test_the_view_that_was_left_shows_nothing(browser, request, second, newest):
    """Every pair of views, with every request held back when the first one is left."""
    alone = None
    for first in [second, *(view for view in VIEWS if view != second)]:
        is_static = "notebook" in first + second
        port = request.getfixturevalue("static_port" if is_static else "port")
        folder = f"{PATH}/" if is_static else ""
        with profile(browser, port, service_workers="block") as context:
            held = Held(context)
            held.page.goto(f"http://127.0.0.1:{port}/{folder}#{first}", wait_until="commit")
            if first != second:
                held.leave(second)
            shown = held.page.locator(f"main > {VIEWS[second][1]}")
            shows = shown.is_visible
            assert held.until(lambda held=held, shows=shows: held.release(newest) or shows())
            held.page.evaluate(PAINTED)
            held.release(newest)
            stands(held.page, second)
            alone = alone or listened(held.page)
            assert listened(held.page) == alone, f"after #{first}"

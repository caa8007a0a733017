"""Experiment: how soon the static page shows a board and a verdict, and whether anything moves.

    nonocsp build-page build/page
    python -m benchmarks.experiments.page_load build/page --throttle 4

The folder is served from this machine by Python's own file server, uncompressed, below a path. Each
visit has a fresh profile of the system's Chromium, whose CPU is slowed down by the factor. Times
are milliseconds from the beginning of the navigation, medians of the visits: the first picture of
the library; the board of the editor, and the verdict on its picture, which the kernel gives before
Python is there; the first answer of Python. Bytes are those sent until the verdict. The layout
shift is the sum of the browser's own measure.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from nonocsp.apps.machine import machine

#: Runs in the page before anything else: notes when each selector is first in it, and what moves.
NOTE = """(() => {
    const selectors = { library: ".card canvas", board: "nono-board .cell", verdict: ".verdict" };
    const seen = (globalThis.seen = { shift: 0 });
    const look = () => {
        for (const [name, selector] of Object.entries(selectors)) {
            const found = document.querySelector(selector);
            const isKnown = name !== "verdict" || /unique|solution/i.test(found?.textContent);
            if (found && isKnown) seen[name] ??= performance.now();
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
})()"""

PYTHON = """async () => {
    const { ask } = await import(new URL("static/page/api.js", document.baseURI));
    await ask("formats", {});
    return performance.now();
}"""


class CountingServer(ThreadingHTTPServer):
    """A server that counts the bytes of its answers' bodies."""

    sent = 0

    def handle_error(self, *_: object) -> None:
        """A browser that closes a connection is not an error."""


class Handler(SimpleHTTPRequestHandler):
    def copyfile(self, source: Any, outputfile: Any) -> None:
        content = source.read()
        outputfile.write(content)
        self.server.sent += len(content)  # type: ignore[attr-defined]

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving(page: Path) -> Iterator[tuple[CountingServer, str]]:
    """A server of the page below a path, and its address."""
    with tempfile.TemporaryDirectory() as root:
        (Path(root) / "page").symlink_to(page.absolute())
        server = CountingServer(("127.0.0.1", 0), partial(Handler, directory=root))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server, f"http://127.0.0.1:{server.server_port}/page/"
        server.shutdown()


def visit(browser: Browser, page: Path, view: str, throttle: float) -> dict[str, float]:
    """What one visit of a view shows: milliseconds, bytes and the layout shift."""
    with serving(page) as (server, address):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        tab = context.new_page()
        context.new_cdp_session(tab).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        tab.add_init_script(NOTE)
        tab.goto(f"{address}#{view}", wait_until="commit")
        # The policy of the page forbids `wait_for_function`, which evaluates text.
        while not tab.evaluate(f"globalThis.seen?.{'verdict' if view == 'draw' else view}"):
            tab.wait_for_timeout(50)
        sent = server.sent
        python = tab.evaluate(PYTHON)
        tab.wait_for_timeout(1000)
        seen: dict[str, float] = tab.evaluate("seen")
        context.close()
    return {**seen, "bytes": sent, "python": python}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=Path, help="a folder that `nonocsp build-page` wrote")
    parser.add_argument("--throttle", type=float, default=4, help="factor that slows the CPU down")
    parser.add_argument("--visits", type=int, default=5, help="visits of each view")
    chosen = parser.parse_args()
    where = machine()
    print(f"- Machine: {where['cpu']}, {where['cores']} cores, {where['os']}")
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        print(f"- Chromium {browser.version}, CPU slowed down {chosen.throttle:g} times\n")
        for view, names in (
            ("library", ("library", "python", "shift")),
            ("draw", ("board", "verdict", "bytes", "python", "shift")),
        ):
            visits = [
                visit(browser, chosen.page, view, chosen.throttle) for _ in range(chosen.visits)
            ]
            for name in names:
                values = [each[name] for each in visits]
                middle = statistics.median(values)
                unit = {"bytes": "bytes", "shift": ""}.get(name, "ms")
                shown = f"{middle:.4f}" if name == "shift" else f"{middle:.0f} {unit}"
                print(f"{view:8} {name:8} {shown}  ({min(values):.4g} to {max(values):.4g})")
        browser.close()


if __name__ == "__main__":
    main()

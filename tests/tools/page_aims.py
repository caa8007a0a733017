"""How soon pages show a board on a slow phone, and what that costs.

    python tests/tools/page_aims.py [--repeats N] NAME=FOLDER-OR-ADDRESS ...

Folders are served twice: as they are, and compressed over HTTP 1.1 as hosts do. 1.6 Mb/s, 150 ms,
processor six times slower, nothing in the cache; pages take turns; medians. An address, with the
selector of what is waited for after a space, is measured as it is. What workers ask for is not
slowed down.
"""

from __future__ import annotations

import argparse
import gzip
import http.server
import statistics
import sys
import threading
from functools import cache, partial
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parent))
from browser import LINK, launched

VIEWS = {
    "shared link": (f"#play={LINK}", ".cell"),
    "#play/1159": ("#play/1159", ".cell"),
    "library": ("#library", ".card canvas"),
}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 90_000,
}

#: Notes when what is waited for is painted, and the tasks that took longer than 50 ms.
NOTE = """(() => {
  globalThis.tasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector(%r)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark("there")));
  }).observe(document, { childList: true, subtree: true });
})()"""

FOUND = """() => {
  const [{ startTime: time }] = performance.getEntriesByName("there");
  const files = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .filter((entry) => entry.responseEnd && entry.responseEnd <= time);
  const bytes = files.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return { time, requests: files.length, bytes };
}"""

KEPT = """async () => {
  let bytes = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) bytes += (await (await cache.match(key)).blob()).size;
  }
  return bytes;
}"""


class Plain(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@cache
def packed(file):
    return gzip.compress(file.read_bytes(), 6)


class Compressed(Plain):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(404)
            return
        content = packed(file)
        self.send_response(200)
        self.send_header("content-type", self.guess_type(str(file)))
        self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class Quiet(http.server.ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        pass


def served(folder, handler):
    made = Quiet(("127.0.0.1", 0), partial(handler, directory=str(Path(folder).resolve())))
    threading.Thread(target=made.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{made.server_port}/"


def opened(browser, address, selector, options, slow=True):
    context = browser.new_context(**options)
    page = context.new_page()
    session = context.new_cdp_session(page)
    if slow:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", NETWORK)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    page.add_init_script(NOTE % selector)
    page.goto(address, wait_until="commit")
    page.locator(selector).first.wait_for(timeout=120_000)
    page.wait_for_timeout(300)
    return context, page


def board(browser, address, selector):
    context, page = opened(browser, address, selector, PHONE)
    found = page.evaluate(FOUND)
    page.wait_for_timeout(2000)
    found["task"] = max(page.evaluate("tasks"), default=0)
    context.close()
    return found


def renderers(browser):
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return {each["id"] for each in found if each["type"] == "renderer"}


def resident(process):
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


def memory(browser, address, selector, options):
    before = renderers(browser)
    context, page = opened(browser, address, selector, options, slow=False)
    page.wait_for_timeout(9000)
    found = max(map(resident, renderers(browser) - before))
    context.close()
    return found


def cached(browser, address, selector):
    context, page = opened(browser, address, selector, PHONE, slow=False)
    page.wait_for_timeout(5000)
    found = page.evaluate(KEPT)
    context.close()
    return found


def measures(browser, address):
    """What is measured of a page: each a name with a function that gives numbers by their units."""
    if urlsplit(address).fragment or " " in address:
        where, _, selector = address.partition(" ")
        views = {"board": (where, selector or ".cell")}
    else:
        views = {name: (address + end, selector) for name, (end, selector) in VIEWS.items()}
    for name, (where, selector) in views.items():
        yield name, partial(board, browser, where, selector)
    where, selector = views.get("library", [*views.values()][-1])
    yield "cache", lambda: {"bytes": cached(browser, where, selector)}
    where, selector = views.get("#play/1159", [*views.values()][-1])
    for device, options in (("phone", PHONE), ("desk", {})):
        yield (
            f"process, {device}",
            lambda options=options: {"bytes": memory(browser, where, selector, options)},
        )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("pages", nargs="+", metavar="NAME=PAGE")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", help="measures whose names begin with this")
    given = parser.parse_args()
    addresses = {}
    for page in given.pages:
        name, _, where = page.partition("=")
        if Path(where).is_dir():
            addresses[f"{name}, plain"] = served(where, Plain)
            addresses[f"{name}, gzip"] = served(where, Compressed)
        else:
            addresses[name] = where
    results: dict[tuple[str, str, str], list[float]] = {}
    with launched() as browser:
        for _ in range(given.repeats):
            for name, address in addresses.items():
                for what, measure in measures(browser, address):
                    if given.only and not what.startswith(given.only):
                        continue
                    for unit, value in measure().items():
                        results.setdefault((what, unit, name), []).append(value)
    for (what, unit, name), values in sorted(results.items()):
        middle, low, high = statistics.median(values), min(values), max(values)
        print(f"{what:16} {unit:9} {name:20} {middle:12,.0f}   {low:,.0f} to {high:,.0f}")


if __name__ == "__main__":
    main()

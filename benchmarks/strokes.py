"""How long a drawing waits for its verdict: from the end of a stroke to the verdict in the page.

``python -m benchmarks.strokes [--side 30] [--strokes 40]`` serves the page, draws in it with the
system's Chromium (and Playwright, the extra `test`) on a random drawing, and prints the median and
the spread of what the page's own clock says. A verdict is what the panel says first: unique or not;
the number of solutions and suggestions may follow.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import statistics
import subprocess
import sys

from nonocsp.generation import generate

#: Notes when the pointer was lifted, and when the panel's verdict had been drawn after that.
_CLOCK = """
() => {
  window.waits = [];
  let lifted = null;
  document.querySelector("nono-board").addEventListener("strokeend", () => {
    lifted = performance.now();
  }, { capture: true });
  new MutationObserver((changes) => {
    const told = changes.some(({ target }) => target.closest?.("[aria-label=verdict]"));
    const verdict = document.querySelector("[aria-label=verdict] .verdict");
    if (lifted === null || !told || !verdict) return;
    const begun = lifted;
    lifted = null;
    requestAnimationFrame(() => window.waits.push(performance.now() - begun));
  }).observe(document.querySelector("section.draw"), { childList: true, subtree: true });
}
"""


def waits(side: int, strokes: int, seed: int, colours: int = 1) -> list[float]:
    """Milliseconds for each stroke on a drawing of that size.

    Args:
        side: rows and columns.
        strokes: how many; each paints a few cells in a row.
        seed: of the drawing and the strokes.
        colours: block colours of the drawing.
    """
    from playwright.sync_api import sync_playwright

    chance = random.Random(seed)
    begun = subprocess.Popen(
        [sys.executable, "-m", "nonocsp", "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert begun.stdout is not None
        found = re.search(r"http\S+", begun.stdout.readline())
        assert found, "the server did not start"
        made = generate(side, side, seed=seed, colours=colours, density=0.6)
        assert made.puzzle is not None
        picture = made.puzzle.goals[0]
        palette = [{"name": c.name, "rgb": c.rgb, "char": c.char} for c in made.puzzle.colours]
        drawing = {"cells": list(picture.cells), "width": side, "palette": palette, "title": ""}
        with sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path=shutil.which("chromium") or shutil.which("chromium-browser"),
                args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
            )
            page = browser.new_page()
            page.goto(f"{found[0]}#library")
            page.evaluate(
                "d => localStorage.setItem('nonocsp:drawing', JSON.stringify(d))", drawing
            )
            page.goto(f"{found[0]}#draw")
            page.wait_for_selector("[aria-label=verdict] .verdict")
            page.evaluate(_CLOCK)
            for number in range(strokes):
                start = chance.randrange(side) * side + chance.randrange(side - 3)
                cells = page.locator(".cell")
                first, last = (cells.nth(at).bounding_box() for at in (start, start + 2))
                assert first and last
                page.mouse.move(first["x"] + 3, first["y"] + 3)
                page.mouse.down()
                page.mouse.move(last["x"] + 3, last["y"] + 3, steps=3)
                page.mouse.up()
                page.wait_for_function("n => window.waits.length > n", arg=number)
                page.wait_for_timeout(chance.randrange(150, 400))
            found_waits: list[float] = page.evaluate("window.waits")
            browser.close()
            return found_waits
    finally:
        begun.terminate()
        begun.wait(20)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strokes", description=__doc__)
    parser.add_argument("--side", type=int, default=30)
    parser.add_argument("--strokes", type=int, default=40)
    parser.add_argument("--colours", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found = sorted(waits(chosen.side, chosen.strokes, chosen.seed, chosen.colours))
    tenth, ninetieth = found[len(found) // 10], found[len(found) * 9 // 10]
    print(
        f"{chosen.side} x {chosen.side}, {len(found)} strokes: median "
        f"{statistics.median(found):.0f} ms, nine tenths within {ninetieth:.0f} ms, "
        f"one tenth within {tenth:.0f} ms"
    )


if __name__ == "__main__":
    main()

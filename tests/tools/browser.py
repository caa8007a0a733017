"""A browser for the tests of the page, and what a person does with mouse, touch and keys.

It needs Playwright (the extra `ci`) and Debian's Chromium; without one of them every test of the
page is skipped, with the reason. The fixtures `port`, `browser` and `context` are in conftest.py.
"""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest

playwright = pytest.importorskip("playwright.sync_api")
pytest.importorskip("uvicorn")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None:
    pytest.skip("NO BROWSER TESTS: chromium is not installed", allow_module_level=True)

expect = playwright.expect
STYLE = Path(__file__).parents[2] / "nonocsp" / "apps" / "web" / "static" / "style"
INPUT = Path(__file__).parents[2] / "input"

#: A puzzle of two rows and columns, as an address holds it.
LINK = (
    "VYzLCoAgFET_ZdpKVEt_RVyYWIaVYIUL8d_zAT1md-6dMwHO-gOUMdYTjKuQBpyTH3ECaddaGr6l_Em0"
    "G9CAXWwKFF4vpwKBm8dEzVSSWGrh0qFFLGv2cnnw0eroo3Ulr9Yg8ngD"
)

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

#: Milliseconds that anything on the page may take on a busy machine.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)


@contextmanager
def launched():
    """The system's Chromium, without a window."""
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@contextmanager
def profile(browser, port, **options):
    """A fresh profile. Nothing may be asked of another host, and no script may fail."""
    context = browser.new_context(accept_downloads=True, **options)
    context.set_default_timeout(PATIENCE)
    faults = []
    own = f"http://127.0.0.1:{port}/"
    context.on(
        "request", lambda r: r.url.startswith((own, "blob:", "data:")) or faults.append(r.url)
    )
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield context
    context.close()
    assert faults == [], faults  # this module is not rewritten by pytest


def phone(browser, port, size=(390, 844), **options):
    """A fresh profile on a phone of this width and height."""
    viewport = dict(zip(("width", "height"), size, strict=True))
    return profile(browser, port, has_touch=True, is_mobile=True, viewport=viewport, **options)


def opened(context, port, view):
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/#{view}")
    return page


def area(locator):
    """Where something lies on the screen, once it is there: its x, y, width and height."""
    expect(locator).to_be_visible()
    return locator.bounding_box()


def cell(page, row, column):
    return page.get_by_role("gridcell", name=re.compile(rf"^row {row}, column {column},"))


def states(page):
    """What every cell of the board says it is."""
    labels = page.locator("nono-board .cell").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    return [label.rsplit(", ", 1)[1] for label in labels]


def wait_for_verdict(page, words):
    expect(page.get_by_label("verdict").locator(".verdict")).to_have_text(words, timeout=PATIENCE)

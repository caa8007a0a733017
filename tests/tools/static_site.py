"""The page as static files, for its tests: built once, served below a path.

It needs em++, npm and node to build the page, or a page built already whose folder the environment
variable NONOCSP_PAGE names; without either every test of it is skipped, with the reason. The
fixtures `site` and `static_port` are in conftest.py.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser import PATIENCE, profile

from nonocsp.apps.web.page_builder import build_page
from nonocsp.core.base.errors import NonocspError

#: The page is not at the root of its host.
PATH = "some/folder"

#: Milliseconds until Python is loaded on a busy machine.
LOADED = 4 * PATIENCE


def build_site(folder):
    """Put the page into the folder of a host."""
    built = os.environ.get("NONOCSP_PAGE")
    (folder / PATH).parent.mkdir(parents=True)
    if built:
        (folder / PATH).symlink_to(Path(built).absolute())
        return
    try:
        build_page(str(folder / PATH))
    except NonocspError as missing:
        pytest.skip(f"NO TESTS OF THE STATIC PAGE: {missing}")


@contextmanager
def hosted(folder):
    """Python's own file server, in a process that cannot import nonocsp."""
    bare = [sys.executable, "-I", "-S", "-u"]
    assert subprocess.run([*bare, "-c", "import nonocsp"], capture_output=True).returncode
    process = subprocess.Popen(
        [*bare, "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", folder],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield int(re.search(r"port (\d+)", process.stdout.readline())[1])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


#: Whether the service worker has all files.
INSTALLED = "navigator.serviceWorker.getRegistration().then((found) => !!found?.active)"


def wait_until(page, condition):
    """Wait for an expression of JavaScript; the page's policy forbids `wait_for_function`."""
    for _ in range(PATIENCE // 100):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"still not true: {condition}")


@contextmanager
def quiet(browser, port, view="library"):
    """A page of a fresh profile, whose console stays silent."""
    with profile(browser, port) as context:
        context.set_default_timeout(LOADED)
        page = context.new_page()
        spoken = []
        page.on("console", lambda message: spoken.append(message.text))
        page.goto(f"http://127.0.0.1:{port}/{PATH}/#{view}")
        yield page
        assert spoken == []

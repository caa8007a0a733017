"""Firefox and WebKit, by commands of WebDriver (W3C), as far as one pass through the page takes.

Firefox takes them over its own protocol (Marionette), WebKit from Debian's `WebKitWebDriver` on a
display in memory. What is missing is said, and its test skipped.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

STARTED = 60
"""Seconds that a browser may take to start on a busy machine."""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def program(name):
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"NOT TRIED IN THIS BROWSER: {name} is not installed")
    return found


def retried(function, *errors):
    """What a function gives as soon as it raises none of these."""
    end = time.monotonic() + STARTED
    while True:
        try:
            return function()
        except errors:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


class Firefox:
    def __init__(self, connection):
        self._connection, self._file, self._sent = connection, connection.makefile("rb"), 0
        self._read()  # its greeting
        self._ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})

    def _read(self):
        size = b""
        while (byte := self._file.read(1)) != b":":
            size += byte
        return json.loads(self._file.read(int(size)))

    def _ask(self, name, values):
        self._sent += 1
        text = json.dumps([0, self._sent, name, values]).encode()
        self._connection.sendall(b"%d:%b" % (len(text), text))
        _, _, error, answer = self._read()
        assert not error, error
        return answer

    def open(self, address):
        self._ask("WebDriver:Navigate", {"url": address})

    def run(self, script):
        """What a script returns."""
        return self._ask("WebDriver:ExecuteScript", {"script": script, "args": []})["value"]

    def act(self, actions):
        self._ask("WebDriver:PerformActions", {"actions": actions})


class WebKit:
    def __init__(self, address, binary):
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._address = f"{address}/session"
        self._address += "/" + self._ask("", {"capabilities": wanted})["sessionId"]

    def _ask(self, path, values):
        headers = {"Content-Type": "application/json"}
        body = json.dumps(values).encode()
        asked = urllib.request.Request(self._address + path, body, headers)
        with urllib.request.urlopen(asked, timeout=STARTED) as answer:
            return json.load(answer)["value"]

    def open(self, address):
        self._ask("/url", {"url": address})

    def run(self, script):
        """What a script returns."""
        return self._ask("/execute/sync", {"script": script, "args": []})

    def act(self, actions):
        self._ask("/actions", {"actions": actions})


@contextmanager
def firefox() -> Iterator[Firefox]:
    port = free_port()
    with TemporaryDirectory() as folder:
        Path(folder, "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = [program("firefox-esr"), "--headless", "--marionette", "--profile", folder]
        with started(command):
            address = ("127.0.0.1", port)
            connect = retried(lambda: socket.create_connection(address), OSError)
            with connect as connection:
                connection.settimeout(STARTED)
                yield Firefox(connection)


@contextmanager
def webkit() -> Iterator[WebKit]:
    driver, display = program("WebKitWebDriver"), program("Xvfb")
    (binary, *_) = Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")
    screen = [display, "-displayfd", "1", "-screen", "0", "1400x1000x24"]
    with started(screen, stdout=subprocess.PIPE) as shown:
        with shown.stdout:
            number = shown.stdout.readline().decode().strip()
        port = free_port()
        with started([driver, f"--port={port}"], env={"DISPLAY": f":{number}", "HOME": "/tmp"}):
            address = f"http://127.0.0.1:{port}"
            ready = f"{address}/status"
            retried(lambda: urllib.request.urlopen(ready).close(), urllib.error.URLError)
            yield WebKit(address, str(binary))


@contextmanager
def started(command, **how):
    process = subprocess.Popen(command, **{"stdout": subprocess.DEVNULL} | how)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=STARTED)

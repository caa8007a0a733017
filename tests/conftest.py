import os
import signal
import subprocess
import sys

import pytest
from hypothesis import settings
from serving import serving
from strategies import THOROUGH

from nonocsp.core.options import plugins

# No test depends on how fast the machine is. A run tries a quarter of the examples, a thorough one
# all: `--hypothesis-profile thorough`.
settings.register_profile("quick", deadline=None, max_examples=THOROUGH // 4)
settings.register_profile("thorough", deadline=None, max_examples=THOROUGH)
settings.load_profile("quick")

# A shell starts background jobs with Ctrl-C ignored, and `nohup` ignores the end of the terminal.
# Processes inherit that, and the tests of interrupts would wait for ever.
for number, handler in (
    (signal.SIGINT, signal.default_int_handler),
    (getattr(signal, "SIGHUP", None), signal.SIG_DFL),
):
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    """What a test registers, and files of plugins that it loads, are for that test alone."""
    before = [(table, dict(table)) for table in (plugins._registered, plugins._sources)]
    try:
        return (yield)
    finally:
        for table, kept in before:
            table.clear()
            table.update(kept)


@pytest.fixture
def command_line(capsys):
    """Run a command line; gives exit code, output and errors."""

    def run(*words):
        from nonocsp.apps import cli

        try:
            code = cli.main([*map(str, words)])
        except SystemExit as ended:
            code = ended.code
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture(scope="session")
def python():
    """Run Python in a process of its own that finds what this one does; as `command_line`."""

    def run(*words, **how):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, *map(str, words)]
        how = {"env": environment, "capture_output": True, "text": True, **how}
        done = subprocess.run(command, **how)
        return done.returncode, done.stdout, done.stderr

    return run


# For the tests of the page. `browser` is imported only by those who use it: it skips where there is
# no browser.


@pytest.fixture(scope="session")
def port():
    """The port of a server that answers to the page."""
    with serving() as (_, number):
        yield number


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of a host, with the page as static files in it."""
    from static_site import build_site

    folder = tmp_path_factory.mktemp("host")
    build_site(folder)
    return folder


@pytest.fixture(scope="session")
def static_port(site):
    """The port of a host of static files."""
    from static_site import hosted

    with hosted(site) as number:
        yield number


@pytest.fixture(scope="session")
def browser():
    from browser import launched

    with launched() as started:
        yield started


@pytest.fixture
def context(browser, port):
    """A fresh profile of the browser."""
    from browser import profile

    with profile(browser, port) as made:
        yield made

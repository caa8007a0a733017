"""Every example in the documentation is run.

In Markdown files, ``python`` blocks run as code, or as doctests when they begin with ``>>>``, and
the lines of ``console`` blocks that begin with ``$`` run in a shell, what they print compared with
what follows them. Between ``% skip: start needs("…")`` and ``% skip: end`` are examples of a module
that may be missing. All blocks of a file share one namespace and one working folder: a scratch
folder that looks like the root of the repository and is thrown away afterwards. Blocks of any other
language, ``sh`` above all, are not run; `tests/project/test_claims.py` parses their commands. In
Python files the doctests of the docstrings run.

A test that needs an optional package which is not installed is skipped, and the last line of the
run counts what was skipped for which package.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from doctest import ELLIPSIS
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sybil import Example, Sybil
from sybil.evaluators.doctest import OutputChecker
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser, SkipParser
from sybil.parsers.rest import DocTestParser

ROOT = Path(__file__).parent
PROMPT, CONTINUED = "$ ", "> "
VARIABLE = "NONOCSP_ENGINE"  # the examples show what happens where it is not set

# Tests start hundreds of processes. Where Python may not write compiled modules beside the sources,
# each of them would compile the package anew, which takes as long as all else that it does.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / ".pytest_cache" / "bytecode")


def run_console(example: Example) -> str | None:
    """Run the commands of a block one by one; what is wrong with the first that differs."""
    commands: list[tuple[str, list[str]]] = []
    for line in str(example.parsed).splitlines():
        if line.startswith(PROMPT):
            commands.append((line.removeprefix(PROMPT), []))
        elif not commands:
            return f"expected a line that begins with {PROMPT!r}, not {line!r}"
        elif line.startswith(CONTINUED) and not commands[-1][1]:
            command, _ = commands.pop()
            commands.append((f"{command}\n{line.removeprefix(CONTINUED)}", []))
        else:
            commands[-1][1].append(line)
    for command, expected in commands:
        found = _output(command)
        wanted = "".join(f"{line}\n" for line in expected)
        if not OutputChecker().check_output(wanted, found, ELLIPSIS):
            return f"$ {command}\nexpected:\n{wanted}\nbut it printed:\n{found}"
    return None


def _output(command: str) -> str:
    """What a shell command prints, errors included, as it would show in a terminal."""
    here = str(Path(sys.executable).parent)  # where pip puts the command ``nonocsp``
    environment = os.environ | {
        "PATH": os.pathsep.join((here, os.environ.get("PATH", ""))),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "NONOCSP_PROGRESS": "off",  # a line that appears only on a busy machine
    }
    done = subprocess.run(
        command,
        shell=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
    )
    return done.stdout


def _enter_scratch_folder(namespace: dict[str, Any]) -> None:
    scratch = TemporaryDirectory()
    namespace["_scratch"], namespace["_left"] = scratch, Path.cwd()
    namespace["_engine"] = os.environ.pop(VARIABLE, None)
    namespace["needs"] = needs
    for entry in ROOT.iterdir():
        if not entry.name.startswith("."):
            Path(scratch.name, entry.name).symlink_to(entry)
    os.chdir(scratch.name)


def _leave_scratch_folder(namespace: dict[str, Any]) -> None:
    os.chdir(namespace["_left"])
    if namespace["_engine"] is not None:
        os.environ[VARIABLE] = namespace["_engine"]
    namespace["_scratch"].cleanup()


pages = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=ELLIPSIS),
        CodeBlockParser("console", run_console),
        SkipParser(),
    ],
    patterns=["*.md"],
    setup=_enter_scratch_folder,
    teardown=_leave_scratch_folder,
)
docstrings = Sybil(parsers=[DocTestParser()], patterns=["*.py"], path="nonocsp")

pytest_collect_file = (pages + docstrings).pytest()


# The packages that an extra of pyproject.toml names and nobody has installed, by their modules.
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
OTHERWISE = {"pillow": "PIL", "python-sat": "pysat"}  # modules that are not named as the package
ABSENT = {
    module: package
    for package in {re.split(r"[^\w-]", each)[0] for each in chain(*EXTRAS.values())}
    if find_spec(module := OTHERWISE.get(package, package.replace("-", "_"))) is None
}


def needs(name: str) -> str | None:
    """Why examples of a module, or of a program, are skipped, if they are."""
    return None if find_spec(name) or which(name) else f"No module named {name!r}"


def absent_in(text: str) -> str | None:
    """The optional package that is not installed of which a message says that it is missing."""
    for module, packages in re.findall(r"No module named '(\w+)|pip install (.*)", text):
        names = {ABSENT.get(module), *re.findall(r"[\w-]+", packages)}
        if found := names & {*ABSENT.values()}:
            return min(found)
    return None


@contextmanager
def packages_present() -> Iterator[None]:
    try:
        yield
    except (Exception, pytest.fail.Exception) as error:
        cause: BaseException | None = error
        while cause is not None:
            if absent_in(text := str(cause)):
                pytest.skip(text, allow_module_level=True)
            cause = cause.__cause__ or cause.__context__
        raise


class Module(pytest.Module):
    def collect(self):
        with packages_present():
            return super().collect()


def pytest_pycollect_makemodule(module_path, parent):
    return Module.from_parent(parent, path=module_path)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup():
    with packages_present():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    with packages_present():
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session):
    """The last line of the run counts the tests, and files of tests, that were skipped for what."""
    result = yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped") if reporter else None
    if skipped:
        reasons = Counter(absent_in(report.longrepr[2]) for report in skipped)
        others = reasons.pop(None, 0)
        parts = [f"{count} need {package}" for package, count in sorted(reasons.items())]
        parts += [f"{others} for other reasons"] if others else []
        reporter.write_line(f"skipped: {', '.join(parts)} (-rs names them)")
    return result

"""Every example in the documentation is run.

In Markdown files, ``python`` blocks run as code, or as doctests when they begin with ``>>>``, and
the lines of ``console`` blocks that begin with ``$`` run in a shell, what they print compared with
what follows them. Between ``% skip: start if(…)`` and ``% skip: end`` are
examples whose package may be missing. All blocks of a file share one namespace and one working
folder: a scratch folder that looks like the root of the repository and is thrown away afterwards.
Blocks of any other language, ``sh`` above all, are not run; `tests/project/test_claims.py` parses
their commands. In Python files the doctests of the docstrings run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from doctest import ELLIPSIS
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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

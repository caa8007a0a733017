"""The examples of the README for JavaScript have the types of the package; its reference is whole.

`.ci/npm` runs the examples, with the package and its kernel.
"""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "nonocsp/apps/javascript"
DECLARED = SimpleNamespace(**runpy.run_path(str(ROOT / "docs/declarations.py")))
TSC = ROOT / "node_modules/.bin/tsc"


def test_examples_have_the_types_of_the_package(tmp_path: Path) -> None:
    if not TSC.exists() or shutil.which("node") is None:
        pytest.skip("EXAMPLES IN JAVASCRIPT ARE NOT CHECKED: there is no TypeScript, see npm ci")
    tool = ROOT / "tests/tools/javascript_blocks.mjs"
    subprocess.run(["node", tool, PACKAGE / "README.md", tmp_path / "blocks"], check=True)
    entries = {
        "nonocsp": "library/index.js",
        "nonocsp/sync": "library/sync.js",
        "nonocsp/game": "game/game.js",
    }
    options = {
        **json.loads((ROOT / "tsconfig.json").read_text(encoding="utf-8"))["compilerOptions"],
        "noUnusedLocals": False,
        "paths": {name: [str(PACKAGE / file)] for name, file in entries.items()},
        "types": ["node"],
        "typeRoots": [str(ROOT / "node_modules/@types")],
    }
    del options["rootDirs"]
    project = {"compilerOptions": options, "include": ["blocks/*.mjs"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(project), encoding="utf-8")
    done = subprocess.run([TSC, "-p", tmp_path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    wrong = tmp_path / "blocks/wrong.mjs"
    wrong.write_text('import { chek } from "nonocsp";\n', encoding="utf-8")
    assert "chek" in subprocess.run([TSC, "-p", tmp_path], capture_output=True, text=True).stdout


@pytest.mark.parametrize(
    ("entry", "file"),
    [
        ("nonocsp", "library/index.js"),
        ("nonocsp/game", "game/game.js"),
        ("nonocsp/sync", "library/sync.js"),
    ],
)
def test_the_reference_has_every_export(entry: str, file: str) -> None:
    source = (PACKAGE / file).read_text(encoding="utf-8")
    lists = ", ".join(re.findall(r"^export \{ (.*?) \}", source, re.M)).split(", ")
    named = re.findall(r"^export (?:const|class|(?:async )?function\*?) (\w+)", source, re.M)
    listed, errors, first = (
        {name for names in DECLARED.EXPORTS[part].values() for name in names}
        for part in (entry, "errors", "nonocsp")
    )
    again = first if entry == "nonocsp/sync" else set()  # the page says "the functions above"
    assert {*lists, *named} - {""} - errors - again == listed


@pytest.mark.parametrize("entry", DECLARED.EXPORTS)
def test_every_export_is_described(entry: str) -> None:
    for file, names in DECLARED.EXPORTS[entry].items():
        for known in map(DECLARED.documented(file).__getitem__, names):
            assert known.text.endswith("."), known.name
            assert entry == "errors" or known.returns, known.name


def test_types_of_signatures_are_listed() -> None:
    types = {
        name: DECLARED.types(file)[name] for file, names in DECLARED.TYPES.items() for name in names
    }
    signatures = [
        known.signature()
        for entry, names in DECLARED.EXPORTS.items()
        for file, few in names.items()
        for known in map(DECLARED.documented(file).__getitem__, few)
        if entry != "errors"
    ]
    used = {*re.findall(r"\b[A-Z]\w+", " ".join([*signatures, *types.values()]))}
    assert used - {"Promise", "AsyncGenerator", "AbortSignal", "Answers", "Omit"} <= types.keys()

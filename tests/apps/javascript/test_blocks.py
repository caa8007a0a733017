"""The examples of the README for JavaScript have the types of the package.

`.ci/npm` runs them, with the package and its kernel.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "nonocsp/apps/javascript"
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

"""The page's modules without elements, asked in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "nonocsp" / "apps" / "web" / "static"
STORAGE = "globalThis.localStorage = { getItem: () => null };"


def answered(module, code, given):
    """What a function of JavaScript makes of a module's exports and of data."""
    if shutil.which("node") is None:
        pytest.skip("NO TESTS OF THE PAGE'S MODULES: node is not installed")
    path = json.dumps((STATIC / module).as_uri())
    script = (
        f"{STORAGE} const given = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));"
        f"import({path}).then((m) => console.log(JSON.stringify(({code})(m, given))))"
    )
    done = subprocess.run(
        ["node", "-e", script], input=json.dumps(given), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)

"""The page's modules without elements, asked in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from nonocsp.apps.web.page_parts import add_shared

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "nonocsp" / "apps" / "web" / "static"
STORAGE = "globalThis.localStorage = { getItem: () => null };"


def answered(module, code, given):
    """What a function of JavaScript makes of a module's exports and of data."""
    if shutil.which("node") is None:
        pytest.skip("NO TESTS OF THE PAGE'S MODULES: node is not installed")
    with tempfile.TemporaryDirectory() as work:
        # As they are served: with the modules of other rooms beside them.
        static = Path(work, "static")
        Path(work, "package.json").write_text('{"type": "module"}')
        shutil.copytree(STATIC, static)
        add_shared(static)
        script = (
            f"{STORAGE} const given = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));"
            f"import({json.dumps((static / module).as_uri())})"
            f".then((m) => console.log(JSON.stringify(({code})(m, given))))"
        )
        command = ["node", "-e", script]
        done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)

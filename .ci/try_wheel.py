"""Try an installed nonocsp: the kernel solves and counts, what is compiled in is listed with its
licences, and nothing needless came along.

Run it outside the checkout, or Python finds the package there and not the installed one.
"""

import json
import re
import subprocess
import sys
from importlib.metadata import files
from pathlib import Path

import nonocsp as nc
from nonocsp.core.kernel import interface

assert not interface.UNAVAILABLE, interface.UNAVAILABLE
needless = [
    str(file)
    for file in files("nonocsp") or []
    if file.suffix in (".cpp", ".hpp", ".def", ".pyi") or file.parts[0] in ("tests", "benchmarks")
]
assert not needless, needless
(listed,) = (file for file in files("nonocsp") or [] if file.name == "nonocsp.cdx.json")
components = json.loads(listed.read_text())["components"]
assert [each["name"] for each in components] == ["nanobind", "robin-map"], components
assert all(re.fullmatch(r"\d+\.\d+\.\d+", each["version"]) for each in components), components
licences = {file.parent.name for file in files("nonocsp") or [] if file.name == "LICENSE"}
assert licences == {"licenses", "nanobind", "robin-map"}, licences

dots = nc.Puzzle([[1]] * 20, [[1]] * 20)
assert nc.solve(dots).picture is not None
assert int(nc.count(dots)) == 2432902008176640000
assert nc.is_unique(nc.Puzzle.from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]]))
library = Path(nc.__file__).parent / "apps" / "input"
shown = subprocess.run(
    [sys.executable, "-m", "nonocsp", "count", str(library / "confetti.ctu")],
    capture_output=True,
    text=True,
    check=True,
)
assert shown.stdout == "7962624\n", shown
listed = subprocess.run(
    [sys.executable, "-m", "nonocsp", "bench", "list", "protocols"],
    capture_output=True,
    text=True,
    check=True,
)
assert listed.stdout.startswith("protocols:\n"), listed
print("nonocsp", nc.__version__, "works:", interface.compiled.__file__)

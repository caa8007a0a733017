"""Try an installed nonocsp: the kernel solves and counts, and nothing needless came along.

Run it outside the checkout, or Python finds the package there and not the installed one.
"""

import subprocess
import sys
from importlib.metadata import files
from pathlib import Path

import nonocsp as nc
from nonocsp.kernel import interface

assert not interface.UNAVAILABLE, interface.UNAVAILABLE
needless = [
    str(file)
    for file in files("nonocsp") or []
    if file.suffix in (".cpp", ".hpp", ".def", ".pyi") or file.parts[0] in ("tests", "benchmarks")
]
assert not needless, needless

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
print("nonocsp", nc.__version__, "works:", interface._kernel.__file__)

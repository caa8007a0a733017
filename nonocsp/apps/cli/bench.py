"""The command bench, of the suite: in a checkout `benchmarks.suite`, in a wheel `nonocsp.suite`.

It is the one place where the package looks up to what stands on it.
"""

import sys
from importlib import import_module
from pathlib import Path

from .command import Command

_ROOT = Path(__file__).parents[3]


def _suite() -> str:
    if not (_ROOT / "benchmarks" / "suite").is_dir():
        return "nonocsp.suite"
    if str(_ROOT) not in sys.path:  # installed for editing, and elsewhere
        sys.path.append(str(_ROOT))
    return "benchmarks.suite"


bench: Command = import_module(f"{_suite()}.command").bench

"""The machine, the compiled kernel and the commit, of a measurement or a report."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from ..core import kernel_interface as kernel

HERE = Path(__file__).parent


@cache
def machine() -> dict[str, Any]:
    """The machine, the system, Python and the compiler of the kernel."""
    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "os": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": _compiler(),
    }


@cache
def commit() -> dict[str, Any]:
    """The git commit of the checkout and whether anything was changed since; else None."""
    if not _git("ls-files", Path(__file__).name):
        return {"commit": None, "dirty": None}  # an installed package, perhaps in another checkout
    head = _git("rev-parse", "HEAD")
    changed = _git("status", "--porcelain", "--untracked-files=no")
    return {"commit": head, "dirty": None if changed is None else bool(changed)}


def kernel_file() -> Path | None:
    """The file of the compiled kernel; None where there is none."""
    return None if kernel.UNAVAILABLE else Path(kernel.compiled.__file__)


def _git(*words: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "--no-optional-locks", *words],
            cwd=HERE,
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _cpu_model() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor() or "unknown"
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1] if found else platform.machine()


def _compiler() -> str:
    """The compiler of the kernel, which it leaves as a comment in the module; or unknown."""
    module = kernel_file()
    if module is None:
        return "no kernel"
    found = re.search(rb"GCC: \([^\0]*|[a-zA-Z ]*clang version [^\0]*", module.read_bytes())
    return found[0].decode(errors="replace") if found else "unknown"

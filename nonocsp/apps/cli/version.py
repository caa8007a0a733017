"""What `nonocsp --version` prints, and the command about: what a report of a fault needs."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from .command import JSON, command
from .messages import DONE


def version_line() -> str:
    """The version and whether the kernel is there."""
    from ... import __version__
    from ...core.kernel.interface import UNAVAILABLE as why

    kernel = (
        f"without its kernel ({why}); the textbook engine is slow" if why else "with its kernel"
    )
    return f"nonocsp {__version__} {kernel}"


@command(
    "show version, kernel, machine, packages and folders; for a bug report",
    JSON,
    examples=("nonocsp about", "nonocsp about --json"),
)
def about(chosen: argparse.Namespace) -> int:
    found = _facts()
    if chosen.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        print(version_line(), *_lines(found), sep="\n")
    return DONE


def _facts() -> dict[str, Any]:
    from ... import __version__
    from ...core import available_cores, cache_path
    from ...core.base.files import state_path
    from ...core.base.optional import required, version_of
    from ..library import folder
    from ..machine import commit, kernel_file, machine

    kernel, library = kernel_file(), folder()
    return {
        "version": __version__,
        **commit(),
        "kernel": kernel and str(kernel),
        **machine(),
        "threads": available_cores(),
        "executable": sys.executable,
        "packages": {name: version_of(name) for name in sorted(required())},
        "folders": {
            "library": library and str(library),
            "state": str(state_path()),
            "cache": str(cache_path()),
        },
        "variables": {
            name: value for name, value in sorted(os.environ.items()) if name.startswith("NONOCSP_")
        },
    }


def _lines(found: dict[str, Any]) -> Iterator[str]:
    """The facts for people, a line for each subject."""
    packages, folders, variables = found["packages"], found["folders"], found["variables"]
    if found["commit"]:
        yield f"commit: {found['commit']}{', with changes' if found['dirty'] else ''}"
    yield f"kernel: {found['kernel']}, {found['compiler']}" if found["kernel"] else "kernel: none"
    yield f"threads: at most {found['threads']}"
    yield f"Python: {found['python']}, {found['executable']}"
    yield f"system: {found['os']}; {found['cpu']}, {found['cores']} cores"
    yield "packages: " + ", ".join(f"{name} {which}" for name, which in packages.items() if which)
    yield "not installed: " + ", ".join(name for name, which in packages.items() if not which)
    yield "folders: " + ", ".join(f"{name} {path or 'missing'}" for name, path in folders.items())
    if variables:
        yield "variables: " + ", ".join(f"{name}={value}" for name, value in variables.items())

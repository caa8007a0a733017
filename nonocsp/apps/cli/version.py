"""What `nonocsp --version` prints; with ``--verbose``, what a report of a fault needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator


def lines(is_verbose: bool) -> Iterator[str]:
    """The version and whether the kernel is there; more on request, a line for each thing."""
    from ... import __version__
    from ...kernel import interface

    why = interface.UNAVAILABLE
    kernel = (
        f"without its kernel ({why}); the textbook engine is slow" if why else "with its kernel"
    )
    yield f"nonocsp {__version__} {kernel}"
    if is_verbose:
        from ...common.optional import required
        from ..bench.adapters.ours import kernel_file
        from ..bench.machine import machine

        here, found = machine(), {name: _version(name) for name in sorted(required())}
        file = kernel_file()
        yield f"kernel: {file}, {here['compiler']}" if file else "kernel: none"
        yield f"Python: {here['python']}, {sys.executable}"
        yield f"system: {here['os']}; {here['cpu']}, {here['cores']} cores"
        yield "packages: " + ", ".join(f"{name} {which}" for name, which in found.items() if which)
        yield "not installed: " + ", ".join(name for name, which in found.items() if not which)


def _version(package: str) -> str:
    """The installed version of a package; empty if there is none."""
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""

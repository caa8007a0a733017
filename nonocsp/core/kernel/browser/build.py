"""The kernel as WebAssembly, compiled by emscripten from the same sources as the native module.

    python -m nonocsp.core.kernel.browser.build DIR

writes ``kernel.js``, a module whose default export makes the kernel, and ``kernel.wasm``. Objects
are kept under ``build/browser`` of the checkout, so that only what changed is compiled again; an
installed package takes the sources of the checkout in which it is run. A released package has both
files already, in ``built`` beside this file, and needs no compiler. If the environment variable
``NONOCSP_KERNEL`` names a folder, they are taken from there.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from ...base.errors import NonocspError

HERE = Path(__file__).parent
_CORE = HERE.parents[1]

#: Python files that fit one version of the sources.
_FITTING = ("kernel/interface.py", "options/options.py", "options/limits.py")


def _sources() -> Path:
    """The sources beside this file, or those of the checkout around the current folder."""
    here = Path.cwd()
    checkouts = (folder / "nonocsp" / "core" for folder in (here, *here.parents))
    found = (core / "kernel" / "src" for core in (_CORE, *checkouts))
    return next((sources for sources in found if sources.is_dir()), HERE.parent / "src")


SOURCES = _sources()

#: What is built, and where a package has it.
FILES = ("kernel.js", "kernel.wasm")
BUILT = HERE / "built"

#: Sources compiled together: a third of the time of compiling each by itself.
BATCH = 8

#: Folders whose code is hot: it is compiled for speed, all other for size.
HOT = ("components", "diagram", "frontier", "grid", "line", "photos", "search")

COMPILE = [
    *("-std=c++20", "-DNDEBUG", "-ffp-contract=off", "-fwasm-exceptions"),
    *(f"-I{SOURCES.parent}", f"-I{SOURCES}", "-Wall", "-Wextra"),
]
# Objects are optimised when they are compiled. To link with -O2, or for more than 2 GB of memory,
# emscripten needs a package of Node.js that Debian does not have.
LINK = [
    *("-O1", "-fwasm-exceptions", "--bind", "--js-library", str(HERE / "host.js")),
    *("-sMODULARIZE", "-sEXPORT_ES6", "-sENVIRONMENT=web,worker", "-sFILESYSTEM=0"),
    # Without eval, which a strict content security policy forbids.
    *("-sDYNAMIC_EXECUTION=0", "-sALLOW_MEMORY_GROWTH", "-sMAXIMUM_MEMORY=2GB"),
]


# The linker would do this with -O2: the file is a tenth smaller.
OPTIMISE = [
    *("wasm-opt", "-O3", "--enable-exception-handling", "--enable-mutable-globals"),
    *("--enable-sign-ext", "--enable-bulk-memory", "--enable-nontrapping-float-to-int"),
]


class BuildError(NonocspError, RuntimeError):
    """The kernel cannot be built for the browser."""


def lacking() -> str:
    """What is missing to build the kernel, in words; empty if nothing is."""
    if "NONOCSP_KERNEL" in os.environ or all((BUILT / name).is_file() for name in FILES):
        return ""
    if not SOURCES.is_dir():
        return "the sources of the kernel (run it in a checkout of nonocsp)"
    core = SOURCES.parents[1]
    if any((core / name).read_bytes() != (_CORE / name).read_bytes() for name in _FITTING):
        return f"the sources of the installed version: {core.parents[1]} has others; install that"
    return "" if shutil.which("em++") else "em++ (on Debian: apt install emscripten)"


def build_kernel(folder: Path, *, jobs: int = 2) -> list[Path]:
    """Write ``kernel.js`` and ``kernel.wasm`` into a folder, which is made if need be.

    Args:
        jobs: compilations at once.

    Raises:
        BuildError: there is no emscripten, no checkout, or the sources do not compile.
    """
    if named := os.environ.get("NONOCSP_KERNEL"):
        return _copied(Path(named), folder)
    if all((BUILT / name).is_file() for name in FILES):
        return _copied(BUILT, folder)
    if lack := lacking():
        raise BuildError(f"the browser's kernel needs {lack}")
    compiler = shutil.which("em++") or ""
    cache = SOURCES.parents[3] / "build" / "browser"
    cache.mkdir(parents=True, exist_ok=True)
    version = _run([compiler, "--version"]).splitlines()[0]

    def compiled(batch: Sequence[Path]) -> Path:
        flags = [*COMPILE, "-O3" if batch[0].parent.name in HOT else "-Os"]
        name = _digest(version, flags, batch)
        target = cache / f"{name}.o"
        if not target.exists():
            with TemporaryDirectory(dir=cache) as work:
                unity, made = Path(work, "unity.cpp"), Path(work, "unity.o")
                unity.write_text("".join(f'#include "{source}"\n' for source in batch))
                _run([compiler, *flags, "-c", str(unity), "-o", str(made)])
                made.replace(target)
        return target

    with ThreadPoolExecutor(jobs) as pool:
        try:
            objects = list(pool.map(compiled, _batches()))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in [*_running]:
                _kill(process)
            raise
    linked = cache / _digest(version, [*LINK, *OPTIMISE], [HERE / "host.js", *objects])
    if not (linked / FILES[-1]).exists():
        linked.mkdir(exist_ok=True)
        with TemporaryDirectory(dir=cache) as work:
            script, code = (Path(work, name) for name in FILES)
            _run([compiler, *LINK, *map(str, objects), "-o", str(script)])
            if shutil.which(OPTIMISE[0]):
                _run([*OPTIMISE, str(code), "-o", str(code)])
            for made in (script, code):
                made.replace(linked / made.name)
    return _copied(linked, folder)


def _copied(made: Path, folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    return [Path(shutil.copy(made / name, folder)) for name in FILES]


def _batches() -> list[list[Path]]:
    """The sources by compilation: those of the bindings, the hot ones and the others apart."""
    groups: dict[str, list[Path]] = {"bindings": [], "hot": [], "other": []}
    for source in sorted(SOURCES.rglob("*.cpp")):
        folder = source.parent.name
        groups["hot" if folder in HOT else folder if folder in groups else "other"].append(source)
    bindings = groups.pop("bindings")
    parts = (each[at : at + BATCH] for each in groups.values() for at in range(0, len(each), BATCH))
    return [bindings, *parts]


def _digest(version: str, flags: Sequence[str], files: Sequence[Path]) -> str:
    """A name for what is made of files. Headers of the bindings count for the bindings alone."""
    headers = [*SOURCES.rglob("*.hpp"), SOURCES.parent / "params.def"]
    if not any(file.parent.name == "bindings" for file in files):
        headers = [header for header in headers if header.parent.name != "bindings"]
    digest = hashlib.sha256("\0".join([version, *flags]).encode())
    for file in [*files, *sorted(headers)]:
        digest.update(str(file).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:20]


#: The compilers that run now.
_running: set[subprocess.Popen[str]] = set()


def _run(command: list[str]) -> str:
    """What a program prints; an interrupt ends it and all that it has started."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    _running.add(process)
    try:
        printed, said = process.communicate()
    except BaseException:
        _kill(process)
        process.communicate()
        raise
    finally:
        _running.discard(process)
    if process.returncode:
        raise BuildError(f"{command[0]} failed:\n{said[-4000:]}")
    return printed


def _kill(process: subprocess.Popen[str]) -> None:
    """End a compiler: em++ is a script that starts others."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder to write to")
    parser.add_argument(
        "-j", "--jobs", type=int, default=2, help="compilations at once (default: 2)"
    )
    given = parser.parse_args(arguments)
    try:
        for path in build_kernel(given.folder, jobs=given.jobs):
            print(f"{path}: {path.stat().st_size} bytes")
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

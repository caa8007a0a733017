"""The kernel as WebAssembly, compiled by emscripten from the same sources as the native module.

    python -m nonocsp.core.kernel.browser.build DIR

writes ``kernel.js``, a module whose default export makes the kernel, and ``kernel.wasm``; with
``--small`` ``small.wasm``, the kernel of games: search and hints alone, see ``small.cpp``. Objects
are kept under ``build/browser`` of the checkout, so that only what changed is compiled again; an
installed package takes the sources of the checkout in which it is run. A released package has the
first two already, in ``built`` beside this file, and needs no compiler. If the environment variable
``NONOCSP_KERNEL`` names a folder, files are taken from there.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
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

#: Where a package has what is built.
BUILT = HERE / "built"

#: Sources compiled together: a third of the time of compiling each by itself.
BATCH = 8


@dataclass(frozen=True)
class Kernel:
    """How a kernel is built."""

    files: tuple[str, ...]  #: what the linker writes, the WebAssembly last
    sources: Callable[[], Iterable[Path]]
    is_hot: Callable[[Path], bool]
    hot: str  #: how hot sources are optimised
    cold: str  #: how the others are
    compile: tuple[str, ...]
    link: tuple[str, ...]


_COMPILE = ("-std=c++20", "-DNDEBUG", "-ffp-contract=off", "-Wall", "-Wextra")
# Objects are optimised when they are compiled. To link with -O2, or for more than 2 GB of memory,
# emscripten needs a package of Node.js that Debian does not have.
_LINK = ("-O1", "-sALLOW_MEMORY_GROWTH", "-sMAXIMUM_MEMORY=2GB")

#: Folders with hot code.
HOT = ("components", "diagram", "frontier", "grid", "line", "photos", "search")

#: All that Python calls.
WHOLE = Kernel(
    files=("kernel.js", "kernel.wasm"),
    sources=lambda: SOURCES.rglob("*.cpp"),
    is_hot=lambda source: source.parent.name in HOT,
    hot="-O3",
    cold="-Os",
    compile=(*_COMPILE, "-fwasm-exceptions"),
    link=(
        *(*_LINK, "-fwasm-exceptions", "--bind", "--js-library", str(HERE / "host.js")),
        *("-sMODULARIZE", "-sEXPORT_ES6", "-sENVIRONMENT=web,worker", "-sFILESYSTEM=0"),
        # Without eval, which a strict content security policy forbids.
        "-sDYNAMIC_EXECUTION=0",
    ),
)

#: Sources of search whose speed nobody notices in a game, and which -O2 makes much larger.
COLD = (
    *("lagrangian_bounds", "lucky", "optimum", "order_encoding", "proof_log", "star_automaton"),
    *("search_ahead", "search_team", "textbook"),
)

#: What games need. -O2 makes it a fifth larger than -Oz, and three times as fast.
SMALL = Kernel(
    files=("small.wasm",),
    sources=lambda: [
        SOURCES.parent / "browser" / "small.cpp",
        *(SOURCES / "search").rglob("*.cpp"),
        *(SOURCES / "people" / "hints").rglob("*.cpp"),
    ],
    is_hot=lambda source: (
        source.parent.name in ("grid", "line", "search") and source.stem not in COLD
    ),
    hot="-O2",
    cold="-Oz",
    compile=(*_COMPILE, "-fno-rtti", "-DNONOCSP_SHORT_LINES"),
    link=(
        *(*_LINK, "-sSTANDALONE_WASM", "--no-entry", "-sMALLOC=emmalloc"),
        # `fail` is in JavaScript, where a call of anything else that is missing is an error.
        *("-sERROR_ON_UNDEFINED_SYMBOLS=0", "-sWARN_ON_UNDEFINED_SYMBOLS=0"),
    ),
)

# The linker would do this with -O2: the file is a tenth smaller.
OPTIMISE = [
    *("wasm-opt", "-O3", "--enable-exception-handling", "--enable-mutable-globals"),
    *("--enable-sign-ext", "--enable-bulk-memory", "--enable-nontrapping-float-to-int"),
    *("--strip-debug", "--strip-producers"),
]


class BuildError(NonocspError, RuntimeError):
    """The kernel cannot be built for the browser."""


def lacking(kernel: Kernel = WHOLE) -> str:
    """What is missing to build a kernel, in words; empty if nothing is."""
    if "NONOCSP_KERNEL" in os.environ or _is_built(kernel):
        return ""
    if not SOURCES.is_dir():
        return "the sources of the kernel (run it in a checkout of nonocsp)"
    core = SOURCES.parents[1]
    if any((core / name).read_bytes() != (_CORE / name).read_bytes() for name in _FITTING):
        return f"the sources of the installed version: {core.parents[1]} has others; install that"
    return "" if shutil.which("em++") else "em++ (on Debian: apt install emscripten)"


def _is_built(kernel: Kernel) -> bool:
    return all((BUILT / name).is_file() for name in kernel.files)


def build_kernel(folder: Path, kernel: Kernel = WHOLE, *, jobs: int = 2) -> list[Path]:
    """Write the files of a kernel into a folder, which is made if need be.

    Args:
        jobs: compilations at once.

    Raises:
        BuildError: there is no emscripten, no checkout, or the sources do not compile.
    """
    if named := os.environ.get("NONOCSP_KERNEL"):
        return _copied(kernel, Path(named), folder)
    if _is_built(kernel):
        return _copied(kernel, BUILT, folder)
    if lack := lacking(kernel):
        raise BuildError(f"the browser's kernel needs {lack}")
    compiler = shutil.which("em++") or ""
    cache = SOURCES.parents[3] / "build" / "browser"
    cache.mkdir(parents=True, exist_ok=True)
    version = _run([compiler, "--version"]).splitlines()[0]

    def compiled(batch: Sequence[Path]) -> Path:
        how = kernel.hot if kernel.is_hot(batch[0]) else kernel.cold
        flags = [*kernel.compile, f"-I{SOURCES.parent}", f"-I{SOURCES}", how]
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
            objects = list(pool.map(compiled, _batches(kernel)))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in [*_running]:
                _kill(process)
            raise
    linked = cache / _digest(version, [*kernel.link, *OPTIMISE], [HERE / "host.js", *objects])
    if not (linked / kernel.files[-1]).exists():
        linked.mkdir(exist_ok=True)
        with TemporaryDirectory(dir=cache) as work:
            files = [Path(work, name) for name in kernel.files]
            code = str(files[-1])
            _run([compiler, *kernel.link, *map(str, objects), "-o", str(files[0])])
            if shutil.which(OPTIMISE[0]):
                _run([*OPTIMISE, code, "-o", code])
            for made in files:
                made.replace(linked / made.name)
    return _copied(kernel, linked, folder)


def _copied(kernel: Kernel, made: Path, folder: Path) -> list[Path]:
    for name in kernel.files:
        if not (made / name).is_file():
            raise BuildError(f"the folder {made} has no {name}")
    folder.mkdir(parents=True, exist_ok=True)
    return [Path(shutil.copy(made / name, folder)) for name in kernel.files]


def _batches(kernel: Kernel) -> list[list[Path]]:
    """The sources by compilation: those of the bindings, the hot ones and the others apart."""
    bindings: list[Path] = []
    groups: tuple[list[Path], list[Path]] = ([], [])
    for source in sorted(kernel.sources()):
        is_binding = source.parent.name == "bindings"
        (bindings if is_binding else groups[kernel.is_hot(source)]).append(source)
    parts = (each[at : at + BATCH] for each in groups for at in range(0, len(each), BATCH))
    return [*([bindings] if bindings else []), *parts]


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
    parser.add_argument("--small", action="store_true", help="the kernel of games")
    given = parser.parse_args(arguments)
    try:
        for path in build_kernel(given.folder, SMALL if given.small else WHOLE, jobs=given.jobs):
            print(f"{path}: {path.stat().st_size} bytes")
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

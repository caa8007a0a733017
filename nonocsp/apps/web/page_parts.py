"""The parts of the static page that are not files of ours as they are.

Pyodide (CPython compiled to WebAssembly) comes from npm or from a folder; the package and the
libraries that it needs come from this environment, each as one archive of pure Python. esbuild,
from npm, makes the page's own files smaller.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from importlib import metadata
from io import BytesIO
from pathlib import Path, PurePosixPath

from ... import __version__
from ...core import NonocspError, cache_path, missing

PACKAGE = Path(__file__).parents[2]

#: Modules of other rooms that the page uses, by their folder beside its own: what shows searches,
#: also on pages of one file, and the library for JavaScript.
SHARED = {
    "search": PACKAGE / "people" / "watching" / "page" / "search",
    "library": PACKAGE / "apps" / "javascript" / "library",
}

#: Sentences of explanations, which Python reads, and the library for JavaScript as a module.
PHRASES = PACKAGE / "people" / "explanation" / "phrases.json"
BOOK = [PACKAGE / "files" / "render" / name for name in ("book.js", "book.css")]

#: The version of Pyodide, and the SHA-256 of its archive on npm.
PYODIDE = "314.0.7"
PYODIDE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"

#: The version of esbuild, and the SHA-256 of its archive on npm for each platform of Node.js.
ESBUILD = "0.28.2"
ESBUILD_SHA256 = {
    "darwin-arm64": "1980cde09749094452b20d36ff267585ccb3f72749c7bc97291cd9996ccf5a2a",
    "darwin-x64": "abb6a7a895aaf2cc0df36fecc3bf0042479ffec51a643a056d54e9109f27db55",
    "linux-arm64": "a96dbfa41d3ef5dbd1ef22b1c10d5187be9267e86093a870f06402a7ec931596",
    "linux-x64": "9573bb2233aab0f9ea7647d5cca9726113cc1768de61d66b17267f4db84488f6",
    "win32-x64": "7286c3611b6f1f4c4d9ec90adcbc478407ff0d28ead96567f361d53e67613e19",
}

#: What a page takes of Pyodide.
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_DESCRIPTIONS = ("package.json", "pyodide-lock.json")

#: Parts of the package that answer no question of the page.
LEFT_OUT = (
    "__main__.py", "core/kernel/src", "core/kernel/stubs", "core/kernel/generate_params.py",
    "suite", "apps/cli", "apps/input", "apps/player", "apps/shell", "apps/web/notebooks.py",
    "apps/web/page_builder.py", "apps/web/page_parts.py",
)  # fmt: skip

#: Distributions that the package imports while it answers.
LIBRARIES = ("networkx", "reportlab")

#: Parts of them that it does not import.
UNUSED = ("tests", "graphics", "platypus")


def add_shared(static: Path) -> None:
    """Put the modules of other rooms into the folder of the page's own ones."""
    for name, folder in SHARED.items():
        shutil.copytree(folder, static / name, ignore=shutil.ignore_patterns("*.d.ts"))
    (static / "library" / "phrases.js").write_text(phrases_module(), encoding="utf-8")


def phrases_module() -> str:
    """The sentences as a module for JavaScript."""
    return f"export default {PHRASES.read_text(encoding='utf-8')}"


def lacking(pyodide: str | None) -> Iterator[str]:
    """What is missing to put these parts together, each in words."""
    kept = pyodide is not None or _kept().is_dir()
    if not kept and shutil.which("npm") is None:
        yield "Pyodide, which comes from npm (npm is not installed; --pyodide gives a folder)"
    if shutil.which("node") is None:
        yield "Node.js (node is not installed)"
    for name in (*LIBRARIES, "markdown-it-py"):
        try:
            metadata.files(name)
        except metadata.PackageNotFoundError:
            yield missing(name, name)


def minify(folder: Path) -> None:
    """Make the modules and styles of a folder smaller: each stays a file of its own.

    Raises:
        NonocspError: esbuild cannot be fetched, or does not know this platform.
        OSError: it, or npm, cannot be run.
    """
    platform = _node("-p", "`${process.platform}-${process.arch}`")
    if platform not in ESBUILD_SHA256:
        raise NonocspError(f"esbuild is not known for {platform}")
    kept = cache_path() / f"esbuild-{ESBUILD}-{platform}"
    if not kept.is_dir():
        _fetch(f"@esbuild/{platform}@{ESBUILD}", ESBUILD_SHA256[platform], kept)
    program = kept / ("esbuild.exe" if platform.startswith("win") else "bin/esbuild")
    files = sorted(file for kind in ("*.js", "*.css") for file in folder.rglob(kind))
    how = ["--minify", "--charset=utf8", "--format=esm", "--target=es2022", "--log-level=error"]
    where = [f"--outdir={folder}", f"--outbase={folder}", "--allow-overwrite"]
    done = subprocess.run([program, *files, *how, *where], capture_output=True, text=True)
    if done.returncode:
        raise NonocspError(f"esbuild fails: {done.stderr.strip()}")


def _node(*arguments: str) -> str:
    """What Node.js prints."""
    node = shutil.which("node") or "node"
    return subprocess.run([node, *arguments], capture_output=True, text=True).stdout.strip()


def _kept() -> Path:
    return cache_path() / f"pyodide-{PYODIDE}"


def pyodide_folder(given: str | None = None) -> Path:
    """A folder with the files of Pyodide: the given one, or one fetched from npm and kept.

    Raises:
        NonocspError: it lacks a file, or cannot be fetched.
    """
    folder = Path(given) if given is not None else _kept()
    if given is None and not folder.is_dir():
        _fetch(f"pyodide@{PYODIDE}", PYODIDE_SHA256, folder)
    for name in (*PYODIDE_FILES, *_DESCRIPTIONS):
        if not (folder / name).is_file():
            raise NonocspError(f"{folder}: not a folder of Pyodide: it has no {name}")
    return folder


def _fetch(name: str, expected: str, folder: Path) -> None:
    """Fetch a package from npm, whose archive has the expected SHA-256, into a new folder."""
    npm = shutil.which("npm") or "npm"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as work:
        pack = [npm, "pack", name, "--silent", "--pack-destination", work]
        done = subprocess.run(pack, capture_output=True, text=True, cwd=work)
        archive = next(Path(work).glob("*.tgz"), None)
        if done.returncode or archive is None:
            why = (done.stderr.strip().splitlines() or ["no answer"])[-1]
            raise NonocspError(f"npm cannot fetch {name}: {why}")
        if hashlib.sha256(archive.read_bytes()).hexdigest() != expected:
            raise NonocspError(f"npm gave another {name} than expected")
        with tarfile.open(archive) as packed:
            packed.extractall(work, filter="data")
        try:
            (Path(work) / "package").rename(folder)
        except OSError:
            if not folder.is_dir():  # else another build was faster
                raise


def write_package(path: Path) -> None:
    """Write the package as an archive that Python imports from."""
    files = {
        f"nonocsp/{file.relative_to(PACKAGE).as_posix()}": file.read_bytes()
        for file in (*PACKAGE.rglob("*.py"), PHRASES, *BOOK, *SHARED["search"].iterdir())
        if not _is_left_out(file.relative_to(PACKAGE).as_posix())
    }
    # At the root: what begins before the package is imported, and the kernel as Python sees it.
    files["in_browser.py"] = files.pop("nonocsp/apps/web/in_browser.py")
    files["_nonocsp_kernel.py"] = files.pop("nonocsp/core/kernel/browser/door/_nonocsp_kernel.py")
    about = f"Metadata-Version: 2.1\nName: nonocsp\nVersion: {__version__}\n"
    files[f"nonocsp-{__version__}.dist-info/METADATA"] = about.encode()
    write_archive(path, files)


def _is_left_out(name: str) -> bool:
    return any(name == left or name.startswith(f"{left}/") for left in LEFT_OUT)


def write_libraries(path: Path) -> None:
    """Write what is used of the libraries, as they are installed here, as one archive."""
    files = {}
    for name in LIBRARIES:
        for file in _files(name):
            inside = PurePosixPath(file.as_posix())
            if inside.suffix == ".py" and not set(inside.parts) & set(UNUSED):
                files[str(inside)] = Path(str(file.locate())).read_bytes()
    write_archive(path, files)


def _files(name: str) -> list[metadata.PackagePath]:
    try:
        return metadata.files(name) or []
    except metadata.PackageNotFoundError:
        advice = missing(f"the page needs {name}", name)
        raise NonocspError(advice) from None


def write_snapshot(folder: Path) -> None:
    """Write the memory of Python after it has loaded the archives of the folder.

    Raises:
        NonocspError: Node.js fails.
    """
    node = shutil.which("node") or "node"
    maker = Path(__file__).parent / "make_snapshot.mjs"
    done = subprocess.run([node, maker, folder.absolute()], capture_output=True, text=True)
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        raise NonocspError(f"Python cannot be prepared with Node.js: {why}")


def write_archive(path: Path | BytesIO, files: dict[str, bytes]) -> None:
    """Write a zip file: the same bytes from the same files, whenever it is written."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)


def licences(pyodide: Path) -> Iterator[str]:
    """What the page holds of others, with the texts of the licences that ask for it."""
    about = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))
    yield (
        f"Pyodide {about['version']}, Mozilla Public License 2.0, "
        "https://www.mozilla.org/MPL/2.0/\n"
        "Its source code: https://github.com/pyodide/pyodide\n"
        "It holds CPython and its standard library (Python Software Foundation License 2.0,\n"
        "https://docs.python.org/3/license.html) and the runtime of Emscripten, which is in the\n"
        "kernel too (MIT, https://github.com/emscripten-core/emscripten/blob/main/LICENSE)."
    )
    for file in sorted((Path(__file__).parent / "static" / "outside").glob("*.txt")):
        yield f"{file.stem}\n\n{file.read_text(encoding='utf-8').strip()}"
    for name in LIBRARIES:
        texts = [
            Path(str(file.locate())).read_text(encoding="utf-8").strip()
            for file in _files(name)
            if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING"))
        ]
        yield "\n\n".join((f"{name} {metadata.version(name)}", *texts))

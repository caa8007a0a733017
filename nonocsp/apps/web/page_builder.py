"""The page as static files, which any host serves: `build_page` writes the folder.

The files of the page are the same as those that `server` serves. Added are the kernel as
WebAssembly, Python and the package (`page_parts`), the library as JSON, and what makes the page
installable and lets it work offline.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ... import __version__
from ...core import NonocspError
from ...core.kernel.browser import build
from .library import shipped
from .notebooks import for_page
from .page_parts import (
    PACKAGE,
    PYODIDE_FILES,
    add_shared,
    lacking,
    licences,
    minify,
    pyodide_folder,
    write_libraries,
    write_package,
    write_snapshot,
)

STATIC = Path(__file__).resolve().parent / "static"

#: The weights of the network that reads photographed numbers.
DIGITS = PACKAGE / "people" / "photo" / "digits.bin"

#: The file by which a built page is known, so that nothing else is ever overwritten.
MARK = "nonocsp-page.json"

#: The policy of the page: as that of the server, and WebAssembly may be compiled.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; "
    "img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'"
)

MANIFEST = {
    "name": "nonocsp",
    "short_name": "nonocsp",
    "description": "Nonograms: draw, play, solve and count",
    "id": "./",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#ffffff",
    "theme_color": "#0a2a66",
    "icons": [
        {"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
        *(
            {"src": f"static/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ),
    ],
}


def build_page(
    target: str,
    *,
    pyodide: str | None = None,
    library: Callable[[], Mapping[str, bytes]] = lambda: shipped().files(),
    progress: Callable[[str], object] = lambda step: None,
) -> int:
    """Write the page into a folder; returns its size in bytes.

    The folder is complete or as it was before: it is made beside it and renamed at the end.

    Args:
        target: the folder, which is new, empty or a page built earlier.
        pyodide: a folder with the files of the npm package ``pyodide``; None fetches them.
        library: gives the files of the library, by path; called once nothing is missing.
        progress: called with each step, in words, before it begins.

    Raises:
        NonocspError: something that is needed is missing, or the folder holds something else.
        OSError: the folder cannot be written.
    """
    place = Path(target).absolute()
    _check(place)
    if lacks := [*filter(None, [build.lacking()]), *lacking(pyodide)]:
        raise NonocspError(f"the page needs {'; '.join(lacks)}")
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent) as work:
        made, old = Path(work) / "new", Path(work) / "old"
        progress("getting Pyodide")
        engine = pyodide_folder(pyodide)
        made.mkdir()
        _write_json(made / "notebooks.json", for_page())
        progress("compiling the kernel")
        _write_kernel(made / "kernel")
        progress("preparing Python")
        _write_python(made / "python", engine)
        (made / "library").mkdir()
        for name, content in library().items():
            (made / name).write_bytes(content)
        shutil.copytree(STATIC, made / "static")
        add_shared(made / "static")
        (made / "static" / "index.html").rename(made / "index.html")
        (made / "static" / "service_worker.js").rename(made / "sw.js")
        _adapt(made / "index.html")
        progress("making its files small")
        try:
            minify(made)
        except (NonocspError, OSError) as error:
            progress(f"they stay as they are: {error}")
        _write_json(made / "manifest.webmanifest", MANIFEST)
        _write_licences(made / "LICENCES.txt", engine)
        version = write_worker(made / "sw.js", made)
        _write_json(made / MARK, {"nonocsp": __version__, "content": version})
        made.chmod(0o755)
        _replace(place, made, old)
    return sum(file.stat().st_size for file in place.rglob("*") if file.is_file())


def _replace(place: Path, made: Path, old: Path) -> None:
    """Put the new folder in its place; the one that was there comes back if that fails."""
    if place.exists():
        place.rename(old)
    try:
        made.rename(place)
    except OSError:
        if old.exists():
            old.rename(place)
        raise


def _check(place: Path) -> None:
    if not place.exists():
        return
    if not place.is_dir():
        raise NonocspError(f"{place}: not a folder")
    if any(place.iterdir()) and not (place / MARK).is_file():
        raise NonocspError(f"{place}: expected an empty folder or a page, but it holds other files")


def _write_kernel(folder: Path) -> None:
    build.build_kernel(folder)
    shutil.copyfile(DIGITS, folder / DIGITS.name)


def _write_python(folder: Path, pyodide: Path) -> None:
    folder.mkdir()
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, folder / name)
    # The list of the packages that Pyodide can load from elsewhere: without any.
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    _write_json(folder / "pyodide-lock.json", {**lock, "packages": {}})
    write_package(folder / "nonocsp.zip")
    write_libraries(folder / "libraries.zip")
    write_snapshot(folder)


def _write_json(path: Path, content: Any) -> None:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text, encoding="utf-8")


def _adapt(index: Path) -> None:
    """Have the page answer itself under its policy, and fetch the first view at once."""
    head = [
        '<meta charset="utf-8" />',
        f'<meta http-equiv="content-security-policy" content="{POLICY}">',
        '<script src="static/first.js" async fetchpriority="high"></script>',
        '<meta name="nonocsp-answers" content="workers">',
        '<link rel="manifest" href="manifest.webmanifest">',
        '<link rel="apple-touch-icon" href="static/icon-192.png">',
        *_preloads(index.parent / "static"),
    ]
    text = index.read_text(encoding="utf-8")
    before, found, after = text.partition(head[0])
    if not found:
        raise NonocspError(f"{index.name} has no {head[0]}")
    index.write_text(before + "\n    ".join(head) + after, encoding="utf-8")


def _preloads(static: Path) -> Iterator[str]:
    """Links to the modules of the frame, and to those that views need besides, see first.js."""
    static = static.resolve()
    frame = _imported(static / "app.js")
    found = ((view.name, view / f"{view.name}.js") for view in sorted(static.glob("views/*")))
    own = {view: _imported(module) for view, module in found if module.is_file()}
    # Addresses that hold a puzzle.
    shared = _imported(static / "puzzle" / "share.js")
    own |= {f"{view}=": shared - own[view] for view in ("play", "draw", "solve", "watch")}
    for file in sorted(frame.union(*own.values())):
        views = " ".join(view for view, files in own.items() if file in files)
        how = f'data-views="{views}" data-rel="modulepreload"'
        if file in frame:
            how = 'rel="modulepreload"'
        yield f'<link {how} href="static/{file.relative_to(static).as_posix()}">'
    about = 'data-views="library play/" data-rel="preload" as="fetch" crossorigin'
    yield f'<link {about} href="library.json">'


def _imported(*files: Path) -> set[Path]:
    """Modules and all that they import, but not what they import later."""
    found: set[Path] = set()
    waiting = [*files]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            names = re.findall(r'(?:from|^import) "(\.[^"]+)";', file.read_text("utf-8"), re.M)
            waiting += [(file.parent / name).resolve() for name in names]
    return found


def _write_licences(path: Path, pyodide: Path) -> None:
    ours = Path(__file__).parents[3] / "LICENSE"
    own = ours.read_text(encoding="utf-8").strip() if ours.is_file() else "MIT"
    parts = [f"nonocsp {__version__}\n\n{own}", *licences(pyodide)]
    path.write_text(("\n\n" + "-" * 72 + "\n\n").join(parts) + "\n", encoding="utf-8")


def write_worker(path: Path, root: Path) -> str:
    """Complete the service worker with the files and their hashes; returns the hash of it all."""
    files = {
        file.relative_to(root).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(root.rglob("*"))
        if file.is_file() and file != path and file.name != "LICENCES.txt"
    }
    version = hashlib.sha256(json.dumps(files).encode() + path.read_bytes()).hexdigest()[:16]
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files, indent=0)};\n"
    path.write_text(head + path.read_text(encoding="utf-8"), encoding="utf-8")
    return version

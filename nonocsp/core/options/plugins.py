"""The table of plugins: techniques and engines from other distributions, files and programs.

`nonocsp.core.plugins` is its public side. An option takes the function itself, too; then `name_of`
registers it.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Container
from functools import cache
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ..base.arguments import checked
from ..base.errors import OptionError
from ..base.suggest import look_up

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from pathlib import Path

#: The group of entry points of every kind.
GROUPS = {
    "propagation": "nonocsp.propagators",
    "ordering": "nonocsp.orderings",
    "values": "nonocsp.value_orders",
    "decision": "nonocsp.decisions",
    "engine": "nonocsp.engines",
}

#: The names of each kind that come before those of plugins; the rooms that have them enter them.
built_in: dict[str, Container[str]] = {}

_registered: dict[tuple[str, str], Any] = {}

#: The files and modules that were loaded, with what they registered.
_sources: dict[str, list[tuple[str, str]]] = {}

#: The folders that were put at the end of ``sys.path``.
_added: set[str] = set()

#: Functions that were given as options and can be imported: their kinds and names.
_importable: list[tuple[str, str]] = []


@checked
def register(kind: str, name: str, plugin: Any) -> None:
    """Register a plugin for this process; it replaces an earlier one of the same name.

    Args:
        kind: one of `GROUPS`.
        name: the name that selects it.
        plugin: see the table in `nonocsp.core.plugins`.

    Raises:
        OptionError: unknown kind, not something of this kind, or a name that is built in.
    """
    look_up(GROUPS, "kind", kind)
    if name in built_in.get(kind, ()):
        raise OptionError(f"the {kind} {name!r} is built in: choose another name")
    if kind != "engine" and not callable(plugin):
        raise OptionError(f"the {kind} {name!r} is a {type(plugin).__name__}, not a function")
    _registered[kind, name] = plugin


@checked
def load_file(source: str | Path) -> list[tuple[str, str]]:
    """Run a Python file that registers plugins, or import a module that does, once in this process.

    A file finds the modules beside it, after all others.

    Args:
        source: a file, or the name of a module.

    Returns:
        The kind and the name of each plugin that was registered, in order.

    Raises:
        OptionError: the file cannot be read, fails, or registers nothing; with file and line.
    """
    if not source:
        raise OptionError("no plugins '': expected a Python file or an installed module")
    is_file = isinstance(source, os.PathLike) or source.endswith(".py") or os.path.exists(source)
    name = os.path.realpath(source) if is_file else str(source)
    if name in _sources:
        return _sources[name]
    before = dict(_registered)
    try:
        if is_file:
            _run_file(name)
        else:
            importlib.import_module(name)
    except ModuleNotFoundError as error:
        if is_file or not f"{name}.".startswith(f"{error.name}."):
            raise OptionError(f"{place(name, error)}: {error}") from None
        problem = f"no plugins {name!r}: expected a Python file or an installed module"
        raise OptionError(problem) from None
    except OSError as error:
        raise OptionError(f"{name}: cannot be opened: {error.strerror}") from None
    except SyntaxError as error:
        raise OptionError(
            f"{error.filename}, line {error.lineno}: SyntaxError: {error.msg}"
        ) from None
    except (Exception, SystemExit) as error:  # a fault of the plugin: no traceback of ours
        problem = f"{type(error).__name__}: {error}"
        raise OptionError(f"{place(name, error)}: {' '.join(problem.split())}") from None
    found = [key for key, plugin in _registered.items() if before.get(key) is not plugin]
    if not found:
        raise OptionError(f"{name}: registers no plugin; call nc.plugins.register")
    _sources[name] = found
    return found


def name_of(kind: str, plugin: Any, taken: Container[str] = ()) -> str:
    """The name of a function, which is registered if it is not yet.

    A function that other processes can import is called ``module:function``; another one by its own
    name, with a number if that is taken.

    Args:
        kind, plugin: as for `register`.
        taken: names that it cannot have.

    >>> name_of("ordering", os.path.join)
    'posixpath:join'
    """
    for (known, name), other in _registered.items():
        if known == kind and other is plugin:
            return name
    name = f"{getattr(plugin, '__module__', '')}:{getattr(plugin, '__qualname__', '')}"
    if not name.startswith("__main__:") and _imported(name) is plugin:
        _importable.append((kind, name))
    else:
        own = getattr(plugin, "__name__", type(plugin).__name__).strip("<>")
        names = (f"{own}-{number}" if number > 1 else own for number in count(1))
        name = next(each for each in names if each not in taken and (kind, each) not in _registered)
    register(kind, name, plugin)
    return name


def _imported(name: str) -> Any:
    """What ``module:function`` stands for; None if it cannot be imported."""
    module, _, function = name.partition(":")
    try:
        return attrgetter(function)(importlib.import_module(module))
    except (ImportError, AttributeError, ValueError):
        return None


def sources() -> list[str]:
    """What other processes have to `restore` so that they know the plugins of this one."""
    return [*_sources, *(f"{kind}={name}" for kind, name in _importable)]


def files(used: Container[tuple[str, str]]) -> list[str]:
    """The files that plugins were loaded from, and those of modules beside them that are imported.

    What is imported later, or from a folder inside, is not known.

    Args:
        used: the kinds and names of the plugins.
    """
    of = {pair: name for name, pairs in _sources.items() for pair in pairs if pair in used}
    loaded = {getattr(sys.modules.get(name), "__file__", None) or name for name in of.values()}
    folders = {os.path.dirname(file) for file in loaded}
    modules = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    beside = {file for file in modules if file and os.path.dirname(file) in folders}
    return sorted(file for file in loaded | beside if os.path.isfile(file))


def search_path() -> list[str]:
    """``sys.path`` without the folders of plugins, which those who `restore` them add in turn."""
    return [folder for folder in sys.path if folder not in _added]


def restore(source: str) -> None:
    """Load one of the `sources` of another process; a function only if it can be imported here.

    Raises:
        OptionError: a file or module of plugins cannot be loaded.
    """
    kind, _, name = source.partition("=")
    if kind not in GROUPS:
        load_file(source)
    elif (plugin := _imported(name)) is not None:
        register(kind, name, plugin)


def is_of_this_process(kind: str, name: str) -> bool:
    """Whether a plugin was registered here, in a way that other processes cannot repeat."""
    known = (kind, name)
    elsewhere = (_importable, *_sources.values())
    return known in _registered and not any(known in found for found in elsewhere)


def _run_file(path: str) -> None:
    """Execute a file as a module of its own."""
    from importlib.machinery import SourceFileLoader
    from importlib.util import module_from_spec, spec_from_loader

    _find_beside(os.path.dirname(path))
    name = f"nonocsp_plugin_{len(_sources)}_{os.path.splitext(os.path.basename(path))[0]}"
    loader = SourceFileLoader(name, path)
    spec = spec_from_loader(name, loader)  # sets __file__, by which sources are found
    assert spec is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise


def _find_beside(folder: str) -> None:
    """Let a file of this folder import its neighbours, not those of the files loaded before."""
    others = _added - {folder}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        is_beside = os.path.dirname(file) in others and not name.startswith("nonocsp_plugin_")
        if is_beside and os.path.exists(os.path.join(folder, os.path.basename(file))):
            del sys.modules[name]
    if folder in _added and folder in sys.path:
        sys.path.remove(folder)
    if folder not in sys.path:
        _added.add(folder)
        sys.path.append(folder)
        sys.path.sort(key=lambda each: (each in _added, each != folder))


def place(name: str, error: BaseException) -> str:
    """A file or module, with the last of its lines that an error passed through, if any."""
    from traceback import walk_tb

    lines = [
        line
        for frame, line in walk_tb(error.__traceback__)
        if name in (frame.f_code.co_filename, frame.f_globals.get("__name__"))
    ]
    return f"{name}, line {lines[-1]}" if lines else name


def blamed(error: BaseException) -> str:
    """The line of a loaded file or module that an error passed through; empty if of none."""
    return next((at for name in _sources if (at := place(name, error)) != name), "")


@checked
def names(kind: str) -> list[str]:
    """The names of the plugins of a kind, in alphabetical order. Raises `OptionError`."""
    group = look_up(GROUPS, "kind", kind)
    here = {name for known, name in _registered if known == kind}
    return sorted({*here, *_points(group)})


def exists(kind: str, name: object) -> bool:
    """Whether there is a plugin of that kind and name."""
    return kind in GROUPS and isinstance(name, str) and name in names(kind)


def load(kind: str, name: str) -> Any:
    """The plugin of a kind and name.

    Raises:
        OptionError: there is none, or it cannot be loaded; with the reason.
    """
    if (kind, name) in _registered:
        return _registered[kind, name]
    point = _points(GROUPS[kind]).get(name)
    if point is None:
        raise OptionError(f"unknown {kind} {name!r}")
    try:
        return point.load()
    except Exception as error:  # a fault of the plugin: no traceback of ours
        raise OptionError(f"the {kind} {name!r} cannot be loaded: {error}") from None


@cache
def _points(group: str) -> dict[str, EntryPoint]:
    # Imported here: it takes as long as the rest of the package.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=group)}

"""What pages quote: every code span in their prose names something that exists.

A span is a file, an option, a command line, or code. Files are those of the repository and those
that examples of the page write. Of all else every word and string has to be known: as a public
name, parameter or field of the package; as a value that an argument takes; as a command, question,
member of JSON, format, technique or experiment; as a word in the examples of the page, which are
run; on pages about the inside also as a name in the sources. `quoted.toml` lists what belongs to
other programs.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import keyword
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType

import nonocsp as nc
from benchmarks import experiments, measurements
from benchmarks.suite import experiments as published
from nonocsp.apps.cli import COMMANDS
from nonocsp.apps.cli.parser import whole_parser
from nonocsp.core.options import Stats
from nonocsp.files.formats import formats
from nonocsp.many.questions import QUESTIONS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "nonocsp"
IGNORED = {".git", ".venv", "node_modules", "_build", "__pycache__", ".mypy_cache", ".ruff_cache"}

#: Pages that may name what is private, and pages with JavaScript.
INSIDE = ("CONTRIBUTING.md", "benchmarks/", "input/", "docs/explanation/", "docs/contributing.md")
JAVASCRIPT = (
    "nonocsp/apps/javascript/",
    "docs/how-to/build",
    "docs/javascript.md",
    "docs/reference/javascript.md",
)

BLOCK = re.compile(r"^ *```(?!\{table\}).*?^ *```$", re.M | re.S)
SPAN = re.compile(r"(?<!`)(`+)([^`\n]+?)\1(?!`)")
STRING = re.compile(r"\"([^\"]*)\"|'([^']*)'")
OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][a-z-]*")
FILE = re.compile(r"[\w.*-]*(?:/[\w.*-]+)+/?|[\w*-]+/|[\w.*-]*\.[a-z]\w*")


def pages() -> dict[str, str]:
    """The text of every page that people write, by its path from the root of the repository."""
    found = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    found += [
        ROOT / f"{folder}/README.md"
        for folder in ("benchmarks", "input", "nonocsp/apps/javascript")
    ]
    names = sorted(path.relative_to(ROOT).as_posix() for path in found)
    return {
        name: (ROOT / name).read_text(encoding="utf-8")
        for name in names
        if not name.startswith(GENERATED)
    }


GENERATED = ("docs/_build/", "docs/reference/formats/", "docs/explanation/results.md")


@cache
def files() -> str:
    """The files of the repository and their folders, a line each."""
    found = [path for path in ROOT.rglob("*") if not IGNORED & {*path.relative_to(ROOT).parts}]
    return "\n".join(path.relative_to(ROOT).as_posix() for path in found)


@cache
def sources(*ends: str) -> tuple[str, ...]:
    """The texts of the files of the package and of what stands beside it, with these endings."""
    names = (
        name
        for name in files().split("\n")
        if name.startswith(("nonocsp/", "benchmarks/", "input/", "docs/"))
    )
    return tuple((ROOT / name).read_text(encoding="utf-8") for name in names if name.endswith(ends))


@cache
def foreign() -> frozenset[str]:
    """What belongs to other programs, and quotations of texts."""
    known = tomllib.loads(Path(__file__).with_name("quoted.toml").read_text(encoding="utf-8"))
    return frozenset(span for found in known.values() for span in found)


def _rooms() -> Iterator[ModuleType]:
    yield nc
    for path in PACKAGE.glob("*/*"):
        if (path / "__init__.py").exists() or path.suffix == ".py":
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            try:
                module = importlib.import_module(name.removesuffix(".__init__"))
            except (ImportError, nc.NonocspError):
                continue
            if hasattr(module, "__all__"):
                yield module


def _members(value: object, seen: set[int]) -> Iterator[str]:
    """The public names inside a public value, with parameters and fields."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if inspect.ismodule(value):
        for name in getattr(value, "__all__", ()):
            yield name
            try:
                yield from _members(getattr(value, name), seen)
            except (nc.NonocspError, ImportError):  # of an extra that is missing
                continue
        return
    if isinstance(value, type):
        for each in value.__mro__:
            if each.__module__.startswith("nonocsp"):
                yield from getattr(each, "__annotations__", ())
                for name, member in vars(each).items():
                    if not name.startswith("_"):
                        yield name
                        yield from _members(getattr(member, "fget", member), seen)
                yield from getattr(each, "__slots__", ())
    if callable(value):
        with suppress(TypeError, ValueError):
            yield from inspect.signature(value).parameters


@cache
def python_names() -> frozenset[str]:
    """Public names of the package: attributes, parameters, fields."""
    seen: set[int] = set()
    found = {name for room in _rooms() for name in _members(room, seen)}
    return frozenset(found | {room.__name__.rpartition(".")[2] for room in _rooms()})


@cache
def texts() -> dict[str, frozenset[str]]:
    """The short texts in quotes of each source: what arguments and answers may be."""
    found = sources(".py", ".def", ".hpp", ".cpp")
    return {source: frozenset(re.findall(r'"([^"\n]{2,40})"', source)) for source in found}


@cache
def values() -> frozenset[str]:
    """All of these."""
    return frozenset().union(*texts().values())


@cache
def inner_names() -> frozenset[str]:
    """Every name in the sources: Python, C++, JavaScript, tables."""
    found = sources(".py", ".cpp", ".hpp", ".js", ".mjs", ".def", ".toml", ".css", ".json")
    return frozenset(word for text in found for word in re.findall(r"[A-Za-z_]\w+", text))


@cache
def javascript_names() -> frozenset[str]:
    """What the packages for npm export, and the members of their types."""
    texts = [
        path.read_text(encoding="utf-8")
        for folder in ("library", "game")
        for path in (PACKAGE / "apps/javascript" / folder).glob("*.*s")
    ]
    found: set[str] = set()
    for text in texts:
        found |= {*re.findall(r"export (?:async )?(?:const|class|function\*?) (\w+)", text)}
        for exported in re.findall(r"export \{([^}]*)\}", text):
            found |= {*re.findall(r"\w+", exported)}
        for comment in re.findall(r"/\*\*.*?\*/", text, re.S):
            found |= {*re.findall(r"\b(\w+)\??:", comment)}
            found |= {*re.findall(r"@(?:property|param|typedef) \{.*\} \[?(\w+)", comment)}
    return frozenset(found)


@cache
def entries() -> frozenset[str]:
    """The modules that the package for npm exports."""
    known = json.loads((PACKAGE / "apps/javascript/package.json").read_text(encoding="utf-8"))
    return frozenset(f"nonocsp{name.removeprefix('.')}" for name in known["exports"])


def _flags(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        yield from map(str, action.choices or ())
        yield from re.findall(r"[A-Za-z]+", str(action.metavar or ""))
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _flags(inner)


@cache
def flags(command: str | None = None) -> frozenset[str]:
    """The options of a command or of all, with their values and the names of these."""
    whole = whole_parser(COMMANDS)
    if command is None:
        return frozenset(_flags(whole))
    (found,) = (a.choices for a in whole._actions if isinstance(a, argparse._SubParsersAction))
    return frozenset(_flags(found[command]))


@cache
def tool_flags() -> frozenset[str]:
    """The options of programs of the repository that are no commands of the package."""
    found = {
        flag for source in sources(".py") for flag in re.findall(r'"(--[a-z][a-z-]+)"', source)
    }
    return frozenset(found | {"-m"})


@cache
def interface() -> frozenset[str]:
    """Words of the interface: commands, questions, members, formats, options and their values."""
    found: set[str] = {*COMMANDS, *QUESTIONS, *formats(), *flags(), *nc.Options.table()}
    for question in QUESTIONS.values():
        found |= {*question.gives, *question.arguments}
    for option in nc.Options.table().values():
        found |= {*map(str, option.metadata.get("choices", ()))}
    for known in formats().values():
        found |= {*known.suffixes, *(suffix.removeprefix(".") for suffix in known.suffixes)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found |= {*Stats().counted(), *project["optional-dependencies"]}
    for modules in (*experiments.SECTIONS.values(), *published.SECTIONS.values()):
        found |= {module.rpartition(".")[2].replace("_", "-") for module in modules}
    return frozenset(found)


@cache
def anchors(path: Path) -> frozenset[str]:
    """The headings of a page, as links name them, and its labels."""
    text = path.read_text(encoding="utf-8")
    for included in re.findall(r"^```\{include\} (\S+)", text, re.M):
        text += (path.parent / included).read_text(encoding="utf-8")
    found = {*re.findall(r"^ *\(([\w-]+)\)=$", text, re.M)}
    for heading in re.findall(r"^#+ (.+)$", text, re.M):
        plain = re.sub(r"\]\([^)]*\)|[`*\[]", "", heading).strip().lower()
        found.add(re.sub(r"[^\w -]", "", plain).replace(" ", "-"))
    return frozenset(found)


class Page:
    """What the spans of a page may name."""

    def __init__(self, name: str, text: str) -> None:
        self.path = ROOT / name
        self.examples = "\n".join(BLOCK.findall(text))
        self.prose = BLOCK.sub("", text)
        self.spans = [found[2] for found in SPAN.finditer(self.prose)]
        self.known = frozenset({"nc", *re.findall(r"\w+", self.examples)})
        self.values = values()
        if name.startswith(JAVASCRIPT[0]):  # the page of a package without Python
            self.values = javascript_names()
        else:
            self.known |= python_names() | interface()
        self.known |= inner_names() if name.startswith(INSIDE) else frozenset()
        self.known |= javascript_names() if name.startswith(JAVASCRIPT) else frozenset()

    def faults(self) -> Iterator[str]:
        """The spans that name what does not exist, with the word; links; files of the log."""
        for link, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", self.prose):
            if (what := self._broken(link, anchor)) is not None:
                yield f"{link}#{anchor}: {what}"
        for log in {*measurements.NAMED.findall(self.prose)} - measurements.heads().keys():
            yield f"{log} is not a file of the log"
        for block in re.findall(r"(?s)```js\n(.*?)```", self.examples):
            own = {*re.findall(r"function\*? (\w+)", block)} | javascript_names()
            for name in {*re.findall(r"\bawait (\w+)\(", block)} - own:
                yield f"await {name}(): JavaScript has no such function"
        for name in {
            *re.findall(r"""\bfrom ["'](nonocsp[\w/.-]*)["']""", self.examples)
        } - entries():
            yield f"{name}: JavaScript has no such module"
        for span in self.spans:
            if (word := self._unknown(span)) is not None:
                yield f"`{span}`: {word!r} is not known"

    def _broken(self, link: str, anchor: str) -> str | None:
        """Why a link leads nowhere; generated pages are not looked into."""
        path = (self.path.parent / link).resolve() if link else self.path
        if not path.is_relative_to(ROOT) or "_build" in path.parts or "formats" in path.parts:
            return None
        if not path.exists():
            return "there is no such file"
        if not anchor or path.suffix != ".md":
            return None
        return None if anchor in anchors(path) else "there is no such heading or label"

    def _unknown(self, span: str) -> str | None:
        if target := re.search(r" <([^>]+)>$", span):  # of a role: what it links to
            span = target[1]
        span = span.removeprefix("~")
        if self._is_known(span) or span.startswith(OTHERS):
            return None
        if FILE.fullmatch(span) and not self._is_path(span):
            return span
        for found in STRING.finditer(span):
            text = found[1] or found[2] or ""
            before = re.search(r"(\w+) ?=[ (\[{]*$", span[: found.start()])
            if not self._is_value(text, before and before[1]):
                return text
        rest = STRING.sub(" ", span)
        known = flags() | tool_flags() if span.startswith("python ") else flags()
        commands = [name for name in re.findall(r"nonocsp (\w[\w-]*) ", span) if name in COMMANDS]
        if commands:
            known = frozenset().union(*map(flags, commands))
        for flag in OPTION.findall(rest):
            if flag not in known and flag[1:] not in self.known:
                return flag
        for word in re.findall(r"[\w./-]*[A-Za-z_][\w./-]*", OPTION.sub(" ", rest)):
            if not self._is_known(word) and not self._is_path(word):
                return word
        return None

    def _is_known(self, text: str) -> bool:
        if text in self.known or text in foreign() or text in self.examples or text in self.values:
            return True
        return text.isupper() or len(text) == 1 or keyword.iskeyword(text)

    def _is_value(self, text: str, name: str | None) -> bool:
        """Whether an argument, by its name if it has one, can be a text."""
        if len(text) < 2 or "…" in text or text in self.known | foreign() or text in self.examples:
            return True
        if re.search(r"[/.]", text) and self._is_path(text):
            return True
        gap, quoted = r"(?s:.{0,100}?)", re.escape(f'"{text}"')
        near = f"{name}{gap}{quoted}|{quoted}{gap}{name}" if name else quoted
        return any(re.search(near, source) for source, found in texts().items() if text in found)

    def _is_path(self, path: str) -> bool:
        """Whether a path or a dotted name leads anywhere."""
        if path in values():  # a file that the package writes
            return True
        names = [part for part in path.split(".") if part]
        is_dotted = "/" not in path and not path.partition(".")[0].isupper()
        if is_dotted and all(self._is_known(part) for part in names):
            return True
        if not re.search(r"[/.]", path):
            return False
        path = re.sub(r"\.ipynb$", ".md", path.removeprefix("./").rstrip("/"))  # made of it
        end = re.escape(path).replace(r"\*", "[^/]*")
        return re.search(rf"(?:^|/){end}/?$", files(), re.M) is not None


#: The beginnings of command lines of other programs.
OTHERS = ("python -m pip ", "git ", "apt ", "mpiexec ")

"""Sphinx configuration, with directives that generate tables from the package.

``fields`` lists the fields of a dataclass with their values, defaults and meaning, ``commands`` the
arguments of every command, ``questions`` what answers hold, ``formats`` the file formats,
``engines`` the engines, ``words`` the glossary, ``library`` the puzzles in ``input/``. ``api``
describes the names of Python that it lists. Sources that the explanations cite are linked to the
page of literature. The pages of the formats are generated too, that of loose text with a table of
the ways that the tests try. ``searches`` shows two searches, ``try-page`` the page of the folder
that the environment variable NONOCSP_PAGE names, which becomes part of the documentation.
``javascript`` lists what an entry of the package for JavaScript exports, ``types`` its types,
``cite`` is the entry of BibTeX. The addresses in pyproject.toml are placeholders until a release
writes a date into CITATION.cff; then ``addresses`` lists them, and what is in ``{only} published``
is shown.
"""

from __future__ import annotations

import argparse
import base64
import dataclasses
import enum
import html
import inspect
import json
import logging
import os
import pkgutil
import re
import runpy
import shutil
import sys
import tomllib
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml
from docutils import nodes
from docutils.statemachine import StringList
from pygments.lexers.shell import BashSessionLexer
from sphinx.application import Sphinx
from sphinx.ext.autodoc.preserve_defaults import DefaultValue
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging as sphinx_logging
from sphinx.util.docutils import SphinxDirective

import nonocsp
from benchmarks import measurements
from nonocsp import render
from nonocsp.apps.cli import COMMANDS
from nonocsp.apps.cli.convert import carried
from nonocsp.apps.cli.parser import whole_parser
from nonocsp.apps.web.notebooks import split
from nonocsp.core import model
from nonocsp.core.options.readers import words_of
from nonocsp.core.solver.engines import ENGINES
from nonocsp.files.formats import dumps, format_named, formats
from nonocsp.many.questions import QUESTIONS
from nonocsp.people.explanation import TECHNIQUES
from nonocsp.people.explanation.rating import LEVELS
from nonocsp.people.watching import side_by_side

sys.path.append(str(Path(__file__).parent))
import declarations

# The highlighting styles of the theme, when they are loaded, make the root logger print INFO.
logging.getLogger("nonocsp").setLevel(logging.WARNING)

project = "nonocsp"
author = "The nonocsp authors"
copyright = "2026, The nonocsp authors"
version = release = nonocsp.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["attrs_block", "attrs_inline", "deflist"]
myst_heading_anchors = 3

default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
# Too large for the pages alone.
autodoc_mock_imports = ["cpmpy", "datasets", "reasoning_gym", "verifiers"]
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

highlight_language = "none"  # the sample files in the pages of the formats are not Python

html_theme = "furo"
html_title = "nonocsp"
html_copy_source = False
html_show_sourcelink = False
html_static_path = ["_static"]
html_css_files = ["library.css", "wide.css", "front.css"]

ROOT = Path(__file__).parents[1]
INPUT = ROOT / "input"

LOGGER = sphinx_logging.getLogger(__name__)
QUOTED, FIGURES = (
    SimpleNamespace(**runpy.run_path(str(ROOT / "docs" / name)))
    for name in ("quoted.py", "figures.py")
)
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
URLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
PUBLISHED = "date-released" in CITATION

html_favicon = html_logo = "../nonocsp/apps/web/static/icon.svg"
if PUBLISHED:
    tags.add("published")  # noqa: F821
    html_baseurl = URLS["Documentation"]
    html_theme_options = {
        "source_repository": URLS["Repository"],
        "source_branch": "main",
        "source_directory": "docs/",
    }

#: Puzzles for each way in the table of what is read without a format.
PUZZLES = 50

#: The characters of a default in a signature; a longer one is shown by its name.
LONGEST_DEFAULT = 80

#: A folder that ``nonocsp build-page`` wrote, to be tried in the documentation; None without one.
PAGE = os.environ.get("NONOCSP_PAGE")


class Console(BashSessionLexer):
    """Commands behind ``$`` alone: a picture's row that begins with ``#`` is output."""

    _ps1rgx = re.compile(r"^(\$ )(.*\n?)")


class Generated(SphinxDirective):
    """A directive that generates its content as reStructuredText."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        lines = ["````{eval-rst}", *self.lines(), "````"]
        return self.parse_text_to_nodes(StringList(lines, source=self.get_location()))

    def lines(self) -> Iterator[str]:
        raise NotImplementedError


class Fields(Generated):
    """The fields of a dataclass, as a table; of options, those of a tier."""

    required_arguments = 1
    optional_arguments = 1

    def lines(self) -> Iterator[str]:
        kind = pkgutil.resolve_name(self.arguments[0])
        described = ModuleAnalyzer.for_module(kind.__module__).find_attr_docs()
        tiers = self.arguments[1:] or [None]
        fields = [
            field for field in dataclasses.fields(kind) if field.metadata.get("tier") in tiers
        ]
        rows = []
        # Counters all begin at zero, and what has no default needs no column for it.
        counts = not any(field.default not in (0, dataclasses.MISSING) for field in fields)
        for field in fields:
            written = described.get((kind.__name__, field.name), [])
            meaning = field.metadata.get("help") or " ".join(written)
            rows.append(
                (
                    f"``{field.name}``",
                    _values(field),
                    "" if counts else f"``{_shown(field.default)}``",
                    _sentence(meaning),
                    words_of(field.metadata.get("readers", ())),
                )
            )
        yield from _table(("name", "values", "default", "meaning", "read by"), rows)


class Api(Generated):
    """Functions, classes and modules of Python, one a line, with their members.

    ``NAME(...)`` is a class that programs construct: it is shown with the parameters. ``NAME.*`` is
    what a module has. Behind a name are the members to show, if they are not all; ``-member``
    leaves one out, ``inherited`` adds those of bases, ``alone`` shows none.
    """

    has_content = True

    def lines(self) -> Iterator[str]:
        for entry in filter(str.strip, self.content):
            name, *members = entry.split()
            path = name.removesuffix("(...)").removesuffix(".*")
            thing = pkgutil.resolve_name(path)
            if inspect.ismodule(thing) and not name.endswith(".*"):
                thing = getattr(thing, path.rpartition(".")[2])  # in a module of its name
            if inspect.isfunction(thing):
                yield f".. autofunction:: {path}"
            elif inspect.ismodule(thing):
                yield f".. automodule:: {path}"
            elif issubclass(thing, BaseException):
                yield f".. autoexception:: {path}"
            else:
                yield f".. autoclass:: {path}"
            if not inspect.isfunction(thing) and "alone" not in members:
                hidden = [member[1:] for member in members if member.startswith("-")]
                shown = [each for each in members if each[0] != "-" and each != "inherited"]
                yield f"   :members: {', '.join(shown)}"
                if "inherited" in members:
                    yield "   :inherited-members:"
                if inspect.isclass(thing) and issubclass(thing, enum.Enum):
                    yield "   :undoc-members:"
                if path == name:
                    hidden += ["__init__", "__new__"]
                if hidden:
                    yield f"   :exclude-members: {', '.join(hidden)}"
            yield ""


class Searches(Generated):
    """Two searches of one puzzle, stepped together, in a frame."""

    def lines(self) -> Iterator[str]:
        page = "../" * self.env.docname.count("/") + "searches.html"
        frame = f'<iframe class="page" src="{page}" title="Two searches"></iframe>'
        yield from (".. raw:: html", "", f"    {frame}")


def _write_searches(app: Sphinx, error: Exception | None) -> None:
    """The page that ``searches`` frames."""
    if error is None and app.builder.format == "html":
        puzzle = nonocsp.read(ROOT / "input/smile.txt")
        options = (nonocsp.Options(propagation=name) for name in ("ac3", "forward_checking"))
        trees = side_by_side(*(nonocsp.watch(puzzle, options=each) for each in options))
        Path(app.outdir, "searches.html").write_text(trees.to_html(), encoding="utf-8")


class TryPage(Generated):
    """The page in a frame, or a view of it, where a built one is given; how to see it where not."""

    def lines(self) -> Iterator[str]:
        view = "".join(self.arguments)
        if PAGE is None:
            how = 'After ``python -m pip install ".[web,pictures]"``, ``nonocsp serve --open``'
            yield "" if view else f"There is no public copy yet. {how} shows it."
        else:
            yield "Here it is: nothing is installed, and nothing is uploaded."
            yield ""
            page = "../" * self.env.docname.count("/") + "page/index.html"
            frame = f'<iframe class="page" src="{page}{view}" title="nonocsp"></iframe>'
            yield from (".. raw:: html", "", f"    {frame}")


class Addresses(Generated):
    """Where the repository, its issues and changes are, as soon as they are somewhere."""

    def lines(self) -> Iterator[str]:
        linked = [f"`{name} <{address}>`__" for name, address in URLS.items() if PUBLISHED]
        inside = [":doc:`Changes <reference/changelog>`", ":doc:`MIT licence <cite>`"]
        yield " · ".join([*linked[2:4], *inside, ":doc:`How to contribute <contributing>`"])


class JavaScript(Generated):
    """What an entry of the package for JavaScript exports; ``nonocsp`` gives promises."""

    required_arguments = 1

    def lines(self) -> Iterator[str]:
        for file, names in declarations.EXPORTS[self.arguments[0]].items():
            promised = self.arguments[0] == "nonocsp" and file == "library/answers.js"
            for known in map(declarations.documented(file).__getitem__, names):
                kind = "class" if known.name[0].isupper() else "function"
                taken = ", ".join(name.strip("[]") for name, _ in known.parameters)
                yield f".. js:{kind}:: {known.name}" + f"({taken})" * (kind == "function")
                if self.arguments[0] == "nonocsp/game":  # the same names once more
                    yield "   :no-index:"
                yield from ("", f"   {known.text}".replace("`", "``"), "")
                if kind == "function":
                    yield from ("   .. code-block:: typescript", "")
                    yield from (f"      {known.signature(promised)}", "")


class Types(SphinxDirective):
    """The types of the package for JavaScript."""

    def run(self) -> list[nodes.Node]:
        text = "\n".join(
            f"type {name} = {declarations.types(file)[name]};"
            for file, names in declarations.TYPES.items()
            for name in names
        )
        return [nodes.literal_block(text, text, language="typescript")]


class Cite(SphinxDirective):
    """The entry of BibTeX."""

    def run(self) -> list[nodes.Node]:
        released = str(CITATION.get("date-released", copyright))
        fields = {
            "author": f"{{{CITATION['authors'][0]['name']}}}",
            "title": f"{{{CITATION['title']}}}",
            "year": released[:4],
            "version": str(CITATION["version"]),
            "license": CITATION["license"],
        }
        if PUBLISHED:
            fields["url"] = CITATION["repository-code"]
        inside = ",\n".join(f"  {name} = {{{text}}}" for name, text in fields.items())
        entry = f"@software{{nonocsp,\n{inside}\n}}"
        return [nodes.literal_block(entry, entry, language="bibtex")]


def _name_defaults(app: Sphinx, function: Any, bound: bool) -> None:
    """Show a long default by its name in the module of the function."""
    if not inspect.isfunction(function):
        return
    signature, known = inspect.signature(function), inspect.unwrap(function).__globals__
    parameters = list(signature.parameters.values())
    for place, each in enumerate(parameters):
        if each.default is not each.empty and len(repr(each.default)) > LONGEST_DEFAULT:
            name = next((name for name, value in known.items() if value is each.default), "…")
            parameters[place] = each.replace(default=DefaultValue(name))
            function.__signature__ = signature.replace(parameters=parameters)


def _describe(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """What search engines and cards for links show: the title, and the first paragraph."""
    if doctree is None:
        return
    first = next(doctree.findall(nodes.paragraph), None)
    described = {
        "og:site_name": project,
        "og:type": "website",
        "og:title": re.sub("<.*?>", "", context.get("title", project)),
        "og:description": " ".join(first.astext().split()) if first else "",
    }
    if PUBLISHED:
        described["og:url"] = context["pageurl"]
        described["og:image"] = f"{URLS['Documentation']}_images/page-play.png"
    written = {name: html.escape(text, quote=True) for name, text in described.items() if text}
    plain = f'<meta name="description" content="{written.get("og:description", "")}">'
    cards = (f'<meta property="{name}" content="{text}">' for name, text in written.items())
    context["metatags"] = "\n".join([context.get("metatags", ""), plain, *cards])


def _copy_page(app: Sphinx, exception: Exception | None) -> None:
    if PAGE is not None and exception is None and app.builder.format == "html":
        shutil.copytree(PAGE, Path(app.outdir) / "page", dirs_exist_ok=True)


def _write_notebooks(app: Sphinx) -> None:
    """The Markdown of each notebook as cells, for programs that do not open Markdown."""
    for page in sorted((Path(__file__).parent / "notebooks").glob("*.md")):
        cells = []
        for number, (kind, source) in enumerate(split(page.read_text("utf-8"))):
            cell = {"id": f"cell-{number}", "metadata": {}, "cell_type": kind, "source": source}
            cells.append(
                cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
            )
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        notebook = {"cells": cells, "metadata": {"kernelspec": kernel}}
        notebook |= {"nbformat": 4, "nbformat_minor": 5}
        written = json.dumps(notebook, ensure_ascii=False, indent=1)
        page.with_suffix(".ipynb").write_text(written, encoding="utf-8")


class Commands(Generated):
    """Every command with its arguments and examples; the shared arguments come last, once."""

    def lines(self) -> Iterator[str]:
        (commands,) = (
            action
            for action in whole_parser(COMMANDS)._actions
            if isinstance(action, argparse._SubParsersAction)
        )
        rows = {
            name: [
                (_written(action), _sentence(action.help or ""))
                for action in command._actions
                if action.help != argparse.SUPPRESS
            ]
            for name, command in commands.choices.items()
        }
        uses = Counter(row for own in rows.values() for row in own)
        shared = [row for row in uses if uses[row] > 3]
        for name, command in commands.choices.items():
            own = [row for row in rows[name] if row not in shared]
            examples = ("Examples::", "", *(f"    {line}" for line in COMMANDS[name].examples), "")
            yield from _folded(
                f"nonocsp {name}",
                _sentence(command.description or ""),
                chain(_table(("argument", "meaning"), own) if own else (), examples),
            )
        about = "The options that most commands take."
        yield from _folded("Common options", about, _table(("argument", "meaning"), shared))


class Questions(Generated):
    """The findings of every question."""

    def lines(self) -> Iterator[str]:
        rows = [
            (f"``{name}``" * (place == 0), f"``{member}``", _sentence(about.meaning))
            for name, question in QUESTIONS.items()
            for place, (member, about) in enumerate(question.gives.items())
        ]
        yield from _table(("question", "finding", "meaning"), rows)


class Engines(Generated):
    """The engines, as a table."""

    def lines(self) -> Iterator[str]:
        rows = [(f"``{name}``", _sentence(engine.summary)) for name, engine in ENGINES.items()]
        yield from _table(("name", "what it is"), rows)
        takers = (f":py:func:`~nonocsp.{name}`" for name in nonocsp.__all__ if _takes_engine(name))
        yield from ("", f"An engine can be chosen in {', '.join(sorted(takers))}.")


def _takes_engine(name: str) -> bool:
    thing = getattr(nonocsp, name)
    return inspect.isfunction(thing) and "engine" in inspect.signature(thing).parameters


#: An entry of the page of literature: ``- **Pesant 2004.** …``.
ENTRY = re.compile(r"^- \*\*(.+) (\d{4})\.\*\*", re.MULTILINE)


def _link_citations(app: Sphinx, page: str, content: list[str]) -> None:
    """Link "Pesant 2004" and "Pesant (2004)" in the explanations to the literature."""
    folder, _, name = page.rpartition("/")
    if folder != "explanation":
        return
    literature = Path(app.srcdir, folder, "literature.md")
    if name == literature.stem:
        content[0] = ENTRY.sub(
            lambda found: f"- [**{found[1]} {found[2]}.**]{{#{_key(found)}}}", content[0]
        )
        return
    app.env.note_dependency(str(literature))
    for found in ENTRY.finditer(literature.read_text(encoding="utf-8")):
        cited = rf"(?<![\w-]){re.escape(found[1])} (?:{found[2]}|\({found[2]}\))"
        content[0] = re.sub(cited, rf"[\g<0>](#{_key(found)})", content[0])


def _check_quoted(app: Sphinx, page: str, content: list[str]) -> None:
    """Warn of code spans that name nothing, and of sentences with other figures than computed."""
    if (name := f"docs/{page}.md") in QUOTED.pages():
        for fault in (
            *QUOTED.Page(name, content[0]).faults(),
            *FIGURES.false_figures({name: content[0]}),
        ):
            LOGGER.warning(fault, location=page)


def _link_measurements(app: Sphinx, page: str, content: list[str]) -> None:
    """Link each file of the log; its name begins with the date."""
    link = rf'<a href="{"../" * page.count("/")}log/\g<0>.txt">\g<0></a>'
    content[0] = measurements.NAMED.sub(link, content[0])


def _copy_log(app: Sphinx, error: Exception | None) -> None:
    """The files of the log, as plain text."""
    folder = Path(app.outdir, "log")
    if error is None and app.builder.format == "html":
        folder.mkdir(exist_ok=True)
        for path in measurements.LOG.glob("2*.md"):
            shutil.copyfile(path, folder / f"{path.stem}.txt")


def _key(entry: re.Match[str]) -> str:
    return re.sub(r"\W+", "-", f"{entry[1]} {entry[2]}".casefold())


class Words(Generated):
    """The glossary: the docstring of the room of puzzles, without its first line."""

    def lines(self) -> Iterator[str]:
        yield from (model.__doc__ or "").split("\n")[1:]


class Techniques(Generated):
    """What a careful person tries, in this order, with the cost of each."""

    def lines(self) -> Iterator[str]:
        rows = [
            (each.name, f"{each.cost:g}", LEVELS[each.level], each.summary) for each in TECHNIQUES
        ]
        yield from _table(("technique", "cost", "level", "what it sees"), rows)


class Formats(Generated):
    """The file formats: a table of all, or the page of one module."""

    def lines(self) -> Iterator[str]:
        pages = _format_pages()
        if self.arguments:
            page = self.arguments[0]
            yield from _table_of_formats(dict.fromkeys(pages[page]))
            module = _module_of(pages[page][0])
            yield from _with_literal_blocks((sys.modules[module].__doc__ or "").split("\n"))
            if page == "loose":
                yield from _table_of_ways()
        else:
            yield from _table_of_formats({name: page for page in pages for name in pages[page]})


def _table_of_formats(pages: Mapping[str, str | None]) -> Iterator[str]:
    """A table of the named formats, each with a link to its page if it has one here."""
    head = ("name", "suffixes", "what it is", "directions", "a file holds", "carries")
    rows = []
    for name, page in pages.items():
        known = formats()[name]
        several = known.dump_all is not None
        rows.append(
            (
                f":doc:`{name} <formats/{page}>`" if page else f"``{name}``",
                ", ".join(f"``{suffix}``" for suffix in known.suffixes),
                _sentence(known.summary),
                " and ".join(["read"] * bool(known.parse) + ["written"] * bool(known.dump)),
                ("several puzzles" if several else "one puzzle") if known.dump else "",
                (known.dump and carried(known.carries)) or "–",
            )
        )
    yield from _table(head, rows)


def _table_of_ways() -> Iterator[str]:
    """What the reader makes of the hundred ways of the tests, with an example of each."""
    tried = SimpleNamespace(**runpy.run_path(str(INPUT.parent / "tests/files/loose/ways.py")))
    words = {
        "right": "right",
        "warned": "right, with a warning",
        "doubted": "another, with a warning",
        "wrong": "another, without a warning",
        "refused": "refused",
    }
    yield (
        f"What becomes of {PUZZLES} puzzles at random in each of {len(tried.WAYS)} ways to write"
        " one; ⏎ is the end of a line, ⇥ a tab:"
    )
    yield ""
    rows = []
    for name in sorted(tried.WAYS, key=str.lower):
        is_coloured = name in tried.COLOURED
        cases = [tried.random_case(seed, is_coloured) for seed in range(PUZZLES)]
        with warnings.catch_warnings(action="ignore"):
            counts = Counter(tried.outcome(name, case)[0] for case in cases)
        example = f"``{tried.example(name)}``"
        rows.append((name, example, *(str(counts[word] or "") for word in words)))
    yield from _table(("way", "as in", *words.values()), rows)


def _module_of(name: str) -> str:
    known = format_named(name)
    return (known.parse or known.dump).__module__


def _format_pages() -> dict[str, list[str]]:
    """The formats of each page: one page for each module, named after its first format.

    Pages are in the order of detection, stronger signs first.
    """
    pages: dict[str, list[str]] = {}
    for name in formats():
        pages.setdefault(_module_of(name), []).append(name)
    return {names[0]: names for names in pages.values()}


def _write_format_pages(app: Sphinx) -> None:
    """Write a page for each format module before Sphinx reads the pages; git ignores them."""
    folder = Path(app.srcdir, "reference", "formats")
    folder.mkdir(exist_ok=True)
    wanted = {}
    for page, names in _format_pages().items():
        title = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
        wanted[folder / f"{page}.md"] = f"# {title}\n\n```{{formats}} {page}\n```\n"
    for path in set(folder.iterdir()) - set(wanted):
        path.unlink()
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")


class Library(SphinxDirective):
    """The puzzles in ``input/`` of one kind: drawn, or listed if they have no picture."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(INPUT / "index.json"))
        index = json.loads((INPUT / "index.json").read_text(encoding="utf-8"))
        shown = [self.figure(entry) for entry in index if entry["kind"] == self.arguments[0]]
        return [nodes.raw("", f'<div class="library">{"".join(shown)}</div>', format="html")]

    def figure(self, entry: dict[str, Any]) -> str:
        title, file, note = (html.escape(entry.get(key, "")) for key in ("title", "file", "note"))
        with warnings.catch_warnings(action="ignore"):  # that a broken one has no solution
            puzzle = nonocsp.read(INPUT / entry["file"])
        picture = next(iter(puzzle.goals), None) or nonocsp.solve(puzzle).picture
        if picture is None:
            return f"<p><code>{file}</code> {title}: {note}</p>"
        has_squares = isinstance(picture.board, nonocsp.Rectangle)
        if not has_squares or any(colour.triangle for colour in puzzle.colours):
            pixels = render.png(picture)
        else:  # one pixel a cell: CSS enlarges them without blurring
            blank, *colours = puzzle.colours
            pixels = dumps(nonocsp.Puzzle.from_picture(picture, colours, blank=blank), "png")
        source = f"data:image/png;base64,{base64.b64encode(pixels).decode()}"
        solutions = f"<br>{_rounded(entry['count'])}" if entry["verdict"] == "multiple" else ""
        width = min(48 + 3 * picture.board.longest, 240)
        return (
            f'<figure title="{note}">'
            f'<img alt="{title}" style="width: {width}px" src="{source}">'
            f"<figcaption>{title}{solutions}<br><code>{file}</code></figcaption></figure>"
        )


def _rounded(count: int | str) -> str:
    digits = str(count)
    return f"{int(count):,}" if len(digits) <= 20 else f"{len(digits)} digits"


def _folded(name: str, about: str, inside: Iterable[str]) -> Iterator[str]:
    """A line that opens, so that a long page can be scanned; in its address it has its name."""
    key, said = name.replace(" ", "-").lower(), html.escape(about)
    head = f'<details id="{key}"><summary><code>{name}</code> {said}</summary>'
    yield from (".. raw:: html", "", f"    {head}", "", *inside)
    yield from (".. raw:: html", "", "    </details>", "")


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """A list table without the columns that are empty in every row."""
    kept = [column for column in range(len(head)) if any(row[column] for row in rows)]
    yield from (".. list-table::", "   :header-rows: 1", "")
    for row in (head, *rows):
        for place, column in enumerate(kept):
            yield f"   {'*' if place == 0 else ' '} - {row[column]}"
    yield ""


def _values(field: dataclasses.Field[Any]) -> str:
    """The values that a field accepts, if its metadata lists them."""
    if "range" in field.metadata:
        low, high = field.metadata["range"]
        return f"``{_shown(low)}`` to ``{_shown(high)}``"
    choices = field.metadata.get("choices") or (
        ("true", "false") if isinstance(field.default, bool) else ()
    )
    return ", ".join(f"``{choice}``" for choice in choices)


def _shown(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    text = text[:1].upper() + text[1:]
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def _written(action: argparse.Action) -> str:
    """An argument as one types it."""
    value = action.metavar or ("{" + ",".join(action.choices) + "}" if action.choices else "")
    if not action.option_strings:
        return f"``{action.metavar or action.dest}``"
    return ", ".join(f"``{flag} {value}``".replace(" ``", "``") for flag in action.option_strings)


def _with_literal_blocks(lines: Iterable[str]) -> list[str]:
    """Mark every indented block as literal: docstrings show sample files in this form."""
    result: list[str] = []
    inside = False
    for line in lines:
        indented = line.startswith("    ")
        if indented and not inside and result and not result[-1] and not _opens_block(result):
            result += ["::", ""]
        inside = indented or (inside and not line)
        result.append(line)
    return result


def _opens_block(lines: list[str]) -> bool:
    last = next((line for line in reversed(lines) if line), "")
    return last.endswith("::") or re.match(r"\s*[-*.]", last) is not None


def _prepared(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    if what == "module":
        lines[:] = _with_literal_blocks(lines)
    elif what in ("attribute", "data", "property"):
        # Napoleon reads the text before a colon in the first line as a type, so the first line is
        # an empty comment.
        lines[:0] = ["..", ""]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_lexer("console", Console)
    app.add_directive("fields", Fields)
    app.add_directive("commands", Commands)
    app.add_directive("searches", Searches)
    app.connect("build-finished", _write_searches)
    app.add_directive("try-page", TryPage)
    app.connect("build-finished", _copy_page)
    app.connect("build-finished", _copy_log)
    app.add_directive("addresses", Addresses)
    app.add_directive("cite", Cite)
    app.add_directive("javascript", JavaScript)
    app.add_directive("types", Types)
    app.connect("html-page-context", _describe)
    app.add_directive("engines", Engines)
    app.add_directive("api", Api)
    app.add_directive("questions", Questions)
    app.add_directive("techniques", Techniques)
    app.add_directive("words", Words)
    app.add_directive("formats", Formats)
    app.connect("source-read", _check_quoted)
    app.connect("source-read", _link_citations)
    app.connect("source-read", _link_measurements)
    app.connect("builder-inited", _write_format_pages)
    app.connect("builder-inited", _write_notebooks)
    app.add_directive("library", Library)
    app.connect("autodoc-before-process-signature", _name_defaults)
    app.connect("autodoc-process-docstring", _prepared, priority=400)  # before napoleon
    return {"parallel_read_safe": True, "parallel_write_safe": True}

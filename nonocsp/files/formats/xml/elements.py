"""XML as a tree of elements with their places in the text; nothing is fetched or expanded.

On expat, because its parser reports the line and the column of every element. A document type is
skipped; declarations of entities are refused, whether they stand in the text or elsewhere, since by
them a small document becomes a large one or reads other files. Depth and number of elements are
bounded.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from ....core import FormatError

#: Deepest nesting that is read: puzzle files have six levels.
MAX_DEPTH = 64

#: Most elements that are read, in some 300 MB of memory; a puzzle of 1000 × 1000 has half of them.
MAX_ELEMENTS = 1 << 20


@dataclass(slots=True)
class Element:
    """An element, its names in lower case."""

    name: str
    attributes: dict[str, str]
    line: int
    """Where it begins, from 1."""
    column: int
    content: list[str | Element] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it and below it, without blanks at the ends."""
        pieces = self.content
        if len(pieces) == 1 and isinstance(pieces[0], str):  # most elements, by far
            return pieces[0].strip()
        return self._text().strip()

    def _text(self) -> str:
        return "".join([p if isinstance(p, str) else p._text() for p in self.content])

    def children(self, name: str) -> list[Element]:
        """The elements directly below that have a name."""
        return [e for e in self.content if isinstance(e, Element) and e.name == name]

    def child(self, name: str) -> Element | None:
        """The first element directly below that has a name."""
        return next(iter(self.children(name)), None)

    def child_text(self, name: str) -> str | None:
        """The text of the first element directly below that has a name, if there is any."""
        found = self.child(name)
        return found.text or None if found else None

    def within(self) -> Iterator[Element]:
        """The element and all elements in it, in the order of the text."""
        yield self
        for piece in self.content:
            if isinstance(piece, Element):
                yield from piece.within()

    def error(self, problem: str, text: str | None = None) -> FormatError:
        """What is wrong with this element, with its place."""
        return FormatError(problem, line=self.line, column=self.column, text=text)


def root_of(text: str) -> Element:
    """The root element of a document.

    Raises:
        FormatError: it is not well formed, declares entities, or is too deep or too large.

    >>> root = root_of("<a>\\n  <b c='1'>2</b></a>")
    >>> root.child("b").line, root.child_text("b")
    (2, '2')
    """
    builder = _Builder()
    # The encoding in the declaration no longer holds: the text is decoded already.
    parser = builder.parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.EntityDeclHandler = builder.refuse
    parser.SkippedEntityHandler = builder.skipped
    try:
        parser.Parse(text.encode(errors="replace"), True)
    except expat.ExpatError as error:
        problem = f"expected XML: {expat.errors.messages[error.code]}"
        raise FormatError(problem, line=error.lineno, column=error.offset + 1) from None
    return builder.root


class _Builder:
    """The handlers of the parser, and the elements that are open."""

    parser: expat.XMLParserType
    root: Element

    def __init__(self) -> None:
        self.open: list[Element] = []
        self.elements = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        element = Element(
            name.lower(),
            {key.lower(): attributes[key] for key in attributes} if attributes else {},
            self.parser.CurrentLineNumber,
            self.parser.CurrentColumnNumber + 1,
        )
        if len(self.open) == MAX_DEPTH:
            raise element.error(f"expected at most {MAX_DEPTH} elements inside each other")
        if self.elements > MAX_ELEMENTS:
            raise element.error(f"expected at most {MAX_ELEMENTS} elements")
        if self.open:
            self.open[-1].content.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, name: str) -> None:
        self.open.pop()

    def characters(self, text: str) -> None:
        self.open[-1].content.append(text)

    def refuse(self, name: str, *declared: object) -> None:
        problem = "declarations of entities are not read"
        raise FormatError(problem, line=self.parser.CurrentLineNumber, text=name)

    def skipped(self, name: str, is_parameter: bool) -> None:
        """An entity that a document type elsewhere may declare: those of HTML are known."""
        written = f"&{name};"
        if is_parameter or (known := html.unescape(written)) == written:
            problem = "an entity is not declared"
            raise FormatError(problem, line=self.parser.CurrentLineNumber, text=name)
        if self.open:
            self.open[-1].content.append(known)


def escaped(text: str) -> str:
    """A text for the inside of an element or of a quoted attribute."""
    return html.escape(text).replace("\r", "&#13;").replace("\t", "&#9;")


def root_sign(reason: str, *names: str) -> Callable[[str], str | None]:
    """The ``sniff`` of XML with one of these elements as its root. Quick."""

    def sniff(text: str) -> str | None:
        if not text.lstrip().startswith("<"):
            return None
        # Comments and a document type before the root begin otherwise.
        first = re.search(r"<([A-Za-z_][\w.-]*)(?=[\s/>])", text[:100_000])
        return reason if first is not None and first[1].lower() in names else None

    return sniff

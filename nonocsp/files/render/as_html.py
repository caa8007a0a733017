"""Drawings on a web page of one file, without scripts or external resources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...core import checked
from .as_svg import document, escaped
from .drawing import Drawable, Drawing, credits_of, document_title, drawings_of
from .page import STYLE, page
from .theme import theme_colours

#: Drawings below each other, each with its title and its colours.
DRAWINGS = f"""{STYLE}
figure{{margin:0 0 3rem;overflow:auto}}
h1{{margin:0 0 .2rem}}
p{{margin:0 0 1rem;color:light-dark(#57606a,#97a1ae)}}
ul{{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin:.8rem 0 0;padding:0}}
li{{display:flex;align-items:center;gap:.4rem}}
li svg{{width:1em;height:1em}}
@media print{{figure{{break-inside:avoid;overflow:visible}}
figure>svg{{max-width:100%;height:auto}}}}
"""


@checked
def html(what: Drawable | Iterable[Drawable], *, title: str | None = None, **look: Any) -> str:
    """A self-contained web page with one drawing or several.

    The theme is ``"auto"`` by default: light or dark like the reader's screen.

    Args:
        what: anything that `Drawing.of` accepts, or an iterable of such objects.
        title: of the page; None is that of a puzzle that is alone.
        look: fields of every drawing.

    Raises:
        OptionError, PuzzleError: as `Drawing`.
    """
    drawings = drawings_of(what, {"theme": "auto", **look})
    title = document_title(drawings, title)
    scopes = [str(n) for n in range(len(drawings))] if len(drawings) > 1 else [""]
    pairs = zip(drawings, scopes, strict=True)
    figures = "\n".join(part for pair in pairs for part in _figure(*pair))
    return page(title, figures, style=DRAWINGS, theme=drawings[0].theme)


def _figure(drawing: Drawing, scope: str) -> Iterator[str]:
    yield "<figure>"
    puzzle = drawing.puzzle
    if puzzle is not None:
        if puzzle.title:
            yield f"<h1>{escaped(puzzle.title)}</h1>"
        if credits := credits_of(drawing):
            yield f"<p>{escaped(credits)}</p>"
    yield document(drawing, "", scope).rstrip("\n")
    if len(drawing.palette) > 2:
        yield from _legend(drawing)
    yield "</figure>"


def _legend(drawing: Drawing) -> Iterator[str]:
    """The names of the colours, for screen readers and colour vision deficiencies."""
    looks = theme_colours(drawing).light
    yield "<figcaption><ul>"
    for number, colour in enumerate(drawing.palette[1:], start=1):
        char = f" ({escaped(colour.char)})" if drawing.shows_chars else ""
        role, half = f"colour {number}", ""
        if colour.triangle:
            role = f"right {number}"
            path = "M.5 9.5v-9h9z" if colour.triangle.diagonal == "/" else "M.5 .5v9h9z"
            half = f'<path fill="{colour.triangle.left}" d="{path}"/>'
        yield (
            '<li><svg viewBox="0 0 10 10" aria-hidden="true">'
            f'<path fill="{looks[role]}" stroke="#8c959f" d="M.5 .5h9v9h-9z"/>{half}</svg>'
            f"{escaped(colour.name)}{char}</li>"
        )
    yield "</ul></figcaption>"

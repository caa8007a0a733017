"""Drawings on a web page of one file, without scripts or external resources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..common.arguments import checked
from .as_svg import escaped, svg
from .drawing import Drawable, Drawing, credits_of, drawings_of, title_of
from .theme import theme_colours

_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;padding:0 1rem;max-width:80rem;
background:#fff;color:#16191d}
figure{margin:0 0 3rem;overflow:auto}
svg{display:block;max-width:none}
h1{font-size:1.4rem;margin:0 0 .2rem}
p{margin:0 0 1rem;color:#57606a}
ul{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin:.8rem 0 0;padding:0}
li{display:flex;align-items:center;gap:.4rem}
li svg{width:1em;height:1em}
@media (prefers-color-scheme:dark){body{background:#12161c;color:#e8ecf1}p{color:#97a1ae}}
@media print{body{margin:0;background:#fff;color:#000}figure{break-inside:avoid;overflow:visible}
figure>svg{max-width:100%;height:auto}}
"""
_STYLES = {
    "auto": _STYLE,
    "light": _STYLE.replace("light dark", "light").split("@media (prefers")[0],
    "dark": _STYLE.replace("light dark", "dark")
    .replace("#fff;color:#16191d", "#12161c;color:#e8ecf1", 1)
    .replace("#57606a", "#97a1ae")
    .split("@media (prefers")[0],
}


@checked
def html(what: Drawable | Iterable[Drawable], *, title: str | None = None, **look: Any) -> str:
    """A self-contained web page with one drawing or several.

    The theme is ``"auto"`` by default: light or dark like the reader's screen.

    Args:
        what: anything that `Drawing.of` accepts, or an iterable of such objects.
        title: of the page; None is that of the first puzzle.
        look: fields of every drawing.

    Raises:
        OptionError, PuzzleError: as `Drawing`.
    """
    drawings = drawings_of(what, {"theme": "auto", **look})
    title = title_of(drawings, title) or "Nonogram"
    figures = "\n".join(part for drawing in drawings for part in _figure(drawing))
    return page(title, figures, drawings[0].theme)


def page(title: str, body: str, theme: str = "auto") -> str:
    """A self-contained web page with this content, which is HTML; the title is plain text."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\"/>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escaped(title)}</title>\n"
        f"<style>{_STYLES[theme]}</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _figure(drawing: Drawing) -> Iterator[str]:
    yield "<figure>"
    puzzle = drawing.puzzle
    if puzzle is not None:
        if puzzle.title:
            yield f"<h1>{escaped(puzzle.title)}</h1>"
        if credits := credits_of(drawing):
            yield f"<p>{escaped(credits)}</p>"
    yield svg(drawing, title="").rstrip("\n")
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

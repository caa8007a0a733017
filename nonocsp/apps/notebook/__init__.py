"""Display in notebooks, and in terminals with rich: drawings to step through, galleries, heat maps,
and `to_frame`, tables for pandas.

Nothing here takes long: a solution space whose backbone takes more than a second is drawn as its
puzzle, and an explanation is shown as far as two seconds reach. What cannot be drawn, such as an
answer without a picture, is left to ``repr``.

The HTML has no script element and needs no network, so that it also works in saved notebooks.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...core import (
    Bounds,
    Grid,
    LimitReached,
    Limits,
    NonocspError,
    OptionError,
    Picture,
    Verdict,
    brief,
    check_type,
    checked,
    counted,
    missing,
)
from ...core.base.display import Renderer
from ...files.render import MOST_FRAMES, Drawing, stepped_svg, svg, text
from ...files.render.drawing import HasBackbone
from ...files.render.stepper import ROW, stepper_html
from ...files.render.theme import theme_colours
from .frames import to_frame as to_frame

if TYPE_CHECKING:
    from ...people.explanation import Explanation

__all__ = ["Gallery", "gallery", "stepper", "to_frame"]

_LIMITS = Limits(seconds=1.0)

#: Seconds in which an explanation computes steps to be shown.
_SECONDS = 2.0

#: Most cells of a drawing in a notebook.
_MOST_CELLS = 100_000

#: The default for the most drawings of a gallery.
MOST_DRAWINGS = 24

#: The longer side of a drawing in a gallery, in pixels.
_THUMBNAIL = 160


def _drawing(what: Any) -> Drawing | None:
    try:
        if isinstance(what, HasBackbone):
            try:
                backbone = what.backbone(limits=_LIMITS)
            except LimitReached:
                drawing = Drawing.of(what.puzzle)
            else:
                # Without solutions there is no map of cells.
                if backbone.is_contradictory:
                    return None
                drawing = Drawing.of_backbone(backbone, puzzle=what.puzzle)
        else:
            picture, puzzle = getattr(what, "picture", None), getattr(what, "puzzle", None)
            drawing = Drawing.of(what, puzzle=puzzle) if picture and puzzle else Drawing.of(what)
    except OptionError:
        return None
    return drawing if drawing.board.size <= _MOST_CELLS else None


def _svg(what: Any) -> str | None:
    drawing = _drawing(what)
    return None if drawing is None else svg(drawing, title=repr(what))


def _html(what: Any) -> str | None:
    page = _PAGES.get(type(what).__name__)
    return None if page is None else page(what)


def _text(what: Any, width: int, colours: bool, blocks: bool) -> str | None:
    drawing = _drawing(what)
    if drawing is None:
        return None
    return text(drawing, ansi="truecolor" if colours else None, blocks=blocks, width=width)


RENDERER = Renderer(_svg, _html, _text)


def _figure(drawing: str, caption: str = "") -> str:
    # As a table, the caption is as wide as the drawing.
    style = "display:table-caption;caption-side:bottom"
    below = f'<figcaption style="{style}">{caption}</figcaption>' if caption else ""
    return (
        '<figure style="margin:0;display:table;min-width:8em">'
        f'<div style="line-height:0">{drawing}</div>{below}</figure>'
    )


def _drawn(drawing: Drawing, caption: str = "") -> str:
    return _figure(svg(drawing, title=""), caption)


def _steps(puzzle: Any, steps: Sequence[Any], grid: Any, ending: str = "") -> str:
    from ...people.explanation import drawings

    frames = [drawing.replace(theme="light") for _, drawing in drawings(puzzle, steps, grid)]
    sentences = [escape(str(step)) for step in steps]
    return stepper_html(stepped_svg(frames, title=""), sentences, escape(ending))


def _explanation(what: Any) -> str | None:
    if what.puzzle.board.size > _MOST_CELLS:
        return None
    stop = time.monotonic() + _SECONDS
    for number, _ in enumerate(what, start=1):
        if number >= MOST_FRAMES or time.monotonic() > stop:
            break
    steps = what.found[:MOST_FRAMES]
    if not steps:
        return _drawn(Drawing(puzzle=what.puzzle, cells=what.grid), escape(what.ending))
    shown = "" if len(steps) == len(what.found) else f" The first {len(steps)} are shown."
    return _steps(what.puzzle, steps, what.start, what.ending + shown)


def _step(what: Any) -> str:
    links = "".join(f"<li>{escape(link.sentence)}</li>" for link in what.links)
    below = f"<ol>{links}</ol>" if links else ""
    return f"<div><b>{escape(what.technique)}</b>: {escape(what.sentence)}{below}</div>"


def _argument(what: Any) -> str:
    steps = "".join(f"<li>{_step(step)}</li>" for step in what.steps)
    return f"<ol>{steps}</ol><div>{escape(what.text)}</div>"


def _proof(what: Any) -> str:
    pictures = [_drawn(Drawing.of(each)) for each in what.pictures[:MOST_DRAWINGS]]
    caption = f"{what.claim}, proven in {counted(what.steps, 'step')}, {counted(what.size, 'byte')}"
    body = pictures or [_drawn(Drawing.of(what.puzzle))]
    return f'<div style="{ROW}">{"".join(body)}</div><div>{escape(caption)}</div>'


def _hint(what: Any) -> str:
    body = f"<p>{escape(what.what)}</p>"
    if what.puzzle is not None:
        if what.is_mistake:
            wrong = frozenset((fact.row, fact.column) for fact in what.wrong)
            look = Drawing(
                puzzle=what.puzzle, cells=what.grid, because=wrong, lines=frozenset(what.lines)
            )
            body += _drawn(look, "The cells with marked corners are wrong.")
        elif len(what.steps) > 1:
            body = _steps(what.puzzle, what.steps, what.grid)
        elif what.steps:
            from ...people.explanation import drawings

            ((_, drawing),) = drawings(what.puzzle, what.steps, what.grid)
            body += svg(drawing.replace(theme="light"), title="")
    return f"<details><summary>{escape(what.where)}</summary>{body}</details>"


def _diagnosis(what: Any) -> str:
    puzzle, findings = what.puzzle, what.text
    if puzzle is not None and what.differing is not None:  # it is drawn instead
        findings = findings.replace(what.differing.text(puzzle.colours) + "\n", "")
    sentences = f'<pre style="white-space:pre-wrap;margin:0">{escape(findings)}</pre>'
    if puzzle is None or puzzle.board.size > _MOST_CELLS:
        return sentences
    if what.verdict is Verdict.MULTIPLE and what.differing is not None:
        look = Drawing.of_backbone(what.differing, puzzle=puzzle)
        caption = "Solutions differ in the tinted cells."
        if what.givens:
            look = look.replace(concluded=frozenset(what.givens))
            caption += " One is left when the framed ones are given."
    else:
        look = Drawing(puzzle=puzzle, lines=frozenset(what.conflict))
        several = len(what.conflict) > 1
        caption = "The framed lines contradict each other." if several else ""
    return f'<div style="{ROW}">{_drawn(look, caption)}{sentences}</div>'


def _marginals(what: Any) -> str:
    figures = []
    for number in range(1, what.shape[2]):
        drawing = Drawing.of_shares(what.floats, number, puzzle=what.puzzle)
        looks = theme_colours(drawing).light
        shades = ",".join(looks[f"heat {step}"] for step in (0, 25, 50))
        bar = (
            '<span style="display:inline-block;width:8em;height:.8em;vertical-align:middle;'
            f'border:1px solid #8888;background:linear-gradient(90deg,{shades})"></span>'
        )
        name = escape(drawing.palette[number].name)
        figures.append(_drawn(drawing, f"{name}: 0 % {bar} 100 % of {brief(what.total)} solutions"))
    return f'<div style="{ROW}">{"".join(figures)}</div>'


def _space(what: Any) -> str | None:
    drawing = _drawing(what)
    if drawing is None:
        return None
    if what.is_exact:
        caption = counted(what.count) if what.count < 10**15 else f"{brief(what.count)} solutions"
        caption += "; they differ in the tinted cells" if drawing.ambiguous else ""
    else:
        caption = f"{Bounds(what.at_least, what.at_most)} solutions; {what.stopped_by} stopped it"
    return _drawn(drawing, escape(caption))


def _range(what: Any) -> str:
    captions = [f"solution {index}" for index in islice(what.indices, MOST_DRAWINGS)]
    return gallery(what, captions=captions)._repr_html_()


def _made(what: Any) -> str | None:
    drawing = _drawing(what)
    return None if drawing is None else _drawn(drawing, escape(repr(what)[1:-1]))


def _repair(what: Any) -> str:
    changed = frozenset(what.flipped)
    pictures = [(what.before, "before")] + ([(what.after, "after")] if what.after else [])
    figures = [_drawn(Drawing.of(each, concluded=changed), name) for each, name in pictures]
    return f'<div style="{ROW}">{"".join(figures)}</div><div>{escape(repr(what)[1:-1])}</div>'


def _image(what: Any) -> str:
    data = base64.b64encode(what.preview()).decode()
    return _figure(f'<img src="data:image/png;base64,{data}">', escape(repr(what)[1:-1]))


def _givens(what: Any) -> str:
    drawing = Drawing.of(what.picture, concluded=frozenset(what.cells))
    return _drawn(drawing, f"{counted(len(what.cells), 'cell')} to give, framed")


def _table(what: Any) -> str:
    """The members of a result, a row each."""

    from ...many.questions.answer import whole

    def shown(value: Any) -> str:
        if isinstance(value, dict):
            return ", ".join(f"{name} {shown(each)}" for name, each in value.items())
        if isinstance(value, float):
            return f"{value:.6g}"
        return brief(whole(words)) if (words := str(value)).isdigit() else words

    rows = "".join(
        f'<tr><th style="text-align:left">{escape(name.replace("_", " "))}</th>'
        f'<td style="text-align:left">{escape(shown(value))}</td></tr>'
        for name, value in what.to_dict().items()
        if value not in (None, "", {})
    )
    return f"<table>{rows}</table>"


#: The HTML of results, by the name of their class: importing the classes would take longer than
#: drawing a puzzle.
_PAGES: dict[str, Callable[[Any], str | None]] = {
    "Explanation": _explanation,
    "Step": _step,
    "Argument": _argument,
    "Proof": _proof,
    "Hint": _hint,
    "Diagnosis": _diagnosis,
    "Marginals": _marginals,
    "SolutionSpace": _space,
    "SolutionRange": _range,
    "Generated": _made,
    "Answer": _made,
    "Repair": _repair,
    "ImagePuzzle": _image,
    "Disambiguation": _givens,
    "Rating": _table,
    "Features": _table,
    "Stats": _table,
    "Count": _table,
    "Estimate": _table,
    "Grade": _table,
}


class Gallery:
    """Drawings side by side, for a notebook; made by `gallery`."""

    def __init__(self, drawings: list[str], more: bool) -> None:
        self.drawings = drawings
        """A part of a page for each."""
        self.more = more
        """There are others, which are not drawn."""

    def __repr__(self) -> str:
        return f"<Gallery of {counted(len(self.drawings), 'drawing')}{', and more' * self.more}>"

    def _repr_html_(self) -> str:
        more = "<div>…</div>" if self.more else ""
        return f'<div style="{ROW}">{"".join(self.drawings)}{more}</div>'


@checked
def gallery(
    items: Iterable[Any],
    *,
    captions: Iterable[object] | None = None,
    most: int = MOST_DRAWINGS,
    **look: Any,
) -> Gallery:
    """Pictures, puzzles or results side by side, small, for a notebook.

    Args:
        items: anything that `nonocsp.files.render.Drawing.of` accepts, also answers of a batch.
        captions: a text for each; None is the titles of puzzles.
        most: items that are taken and drawn; a lazy iterable is read no further than one more.
        look: fields of every drawing, such as ``puzzle`` or ``theme``.

    Raises:
        OptionError: ``items`` is one item.

    >>> from nonocsp import Puzzle, solutions
    >>> gallery(solutions(Puzzle([[1]] * 3, [[1]] * 3)), most=4)
    <Gallery of 4 drawings, and more>
    """
    if not isinstance(items, Iterable) or isinstance(items, Picture | Grid):
        name = type(items).__name__
        raise OptionError(f"items must be a list of values, not one {name}")
    taken = list(islice(items, most + 1))
    names = iter(captions) if captions is not None else iter(())
    drawings = []
    for item in taken[:most]:
        puzzle = getattr(item, "puzzle", item)
        drawing = _drawing(item)
        caption = escape(str(next(names, getattr(puzzle, "title", None) or "")))
        if drawing is None:
            drawings.append(_figure(escape(repr(item)), caption))
            continue
        side = max(4, min(20, _THUMBNAIL // drawing.board.longest))
        drawings.append(_drawn(drawing.replace(**{"clues": False, "cell": side, **look}), caption))
    return Gallery(drawings, len(taken) > most)


_WIDGET = """
export default {render({model, el}) {
  el.innerHTML = model.get("html");
  const range = el.querySelector("input");
  const show = () => {
    if (+range.value !== model.get("step")) {
      range.value = model.get("step");
      range.dispatchEvent(new Event("input"));
    }
  };
  range.addEventListener("input", () => {
    model.set("step", +range.value);
    model.save_changes();
  });
  model.on("change:step", show);
  show();
}}
"""


@checked
def stepper(explanation: Explanation) -> Any:
    """An explanation as a live widget: its trait ``step``, from 1, is the step that is shown.

    Raises:
        NonocspError: anywidget is not installed (the extra ``notebook``), or there are no steps.
    """
    from ...people.explanation import Explanation

    check_type("explanation", explanation, Explanation)
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise NonocspError(missing("a widget needs anywidget", "anywidget")) from None

    class Stepper(anywidget.AnyWidget):
        _esm = _WIDGET
        html = traitlets.Unicode().tag(sync=True)
        step = traitlets.Int(1).tag(sync=True)

        def __repr__(self) -> str:
            return f"<Stepper at step {self.step}>"

    page = explanation._repr_html_()
    if not explanation.found or page is None:
        raise NonocspError("there are no steps to show")
    return Stepper(html=page)

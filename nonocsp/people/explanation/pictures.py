"""Pictures of an explanation: a drawing for each step, and a web page to step through them.

On the drawing of a step the lines to look at are framed, its reasons are marked at their corners
(in triangles and hexagons by a thin frame inside), and what follows is drawn in with a bold frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, TypeVar

from ...core import Grid, Puzzle, checked, mask_of
from .steps import ArgumentStep, Step

AnyStep = TypeVar("AnyStep", Step, ArgumentStep)

if TYPE_CHECKING:
    from ...files.render import Drawing

_STYLE = """
small{color:light-dark(#57606a,#97a1ae)}
ul{margin:.3rem 0;padding-left:1.2rem;font-size:.9rem}
svg{max-width:100%;height:auto}
ol{max-height:75vh!important}
@media print{button,input,output{display:none}ol{max-height:none!important}}
"""

_LEGEND = (
    "A bold frame marks cells about which something follows, corners (in triangles and hexagons a "
    "thin frame inside) mark the known cells that it follows from, and the lines to look at are "
    "framed."
)


@checked
def drawings(
    puzzle: Puzzle, steps: Iterable[AnyStep], grid: Grid | None = None
) -> Iterator[tuple[AnyStep, Drawing]]:
    """Each step with the drawing that shows it, to be drawn by any function of
    `nonocsp.files.render`.

    Args:
        puzzle: the puzzle of the steps.
        steps: the steps in order, from the first.
        grid: what was known before the first step.

    >>> from nonocsp import render
    >>> from nonocsp.people.explanation import explain
    >>> puzzle = Puzzle([[3], [1]], [[1], [2], [1]])
    >>> step, drawing = next(drawings(puzzle, explain(puzzle)))
    >>> print(render.text(drawing, clues=False))
    ###
    ???
    """
    from ...files.render import Drawing

    known = grid or Grid.unknown(puzzle)
    for step in steps:
        masks = list(known.masks)
        for cell in step.cells:
            masks[puzzle.board.number(cell.row, cell.column)] &= ~mask_of(cell.excluded)
        known = Grid.of_masks(puzzle, masks)
        yield (
            step,
            Drawing(
                puzzle=puzzle,
                cells=known,
                concluded=frozenset((cell.row, cell.column) for cell in step.cells),
                because=frozenset((fact.row, fact.column) for fact in step.because),
                lines=frozenset(step.focus),
                theme="auto",
            ),
        )


@checked
def page(
    puzzle: Puzzle,
    steps: Iterable[AnyStep],
    grid: Grid | None = None,
    *,
    title: str | None = None,
    ending: str = "",
) -> str:
    """A self-contained web page that shows the steps one at a time, with a sentence for each.

    Args:
        puzzle, steps, grid: as for `drawings`.
        title: of the page; None is that of the puzzle.
        ending: a sentence below the last step.

    >>> from nonocsp.people.explanation import explain
    >>> puzzle = Puzzle([[3], [1]], [[1], [2], [1]])
    >>> page(puzzle, explain(puzzle)).count("<li>")
    3
    """
    from ...files.render import Drawing, stepped_svg, svg
    from ...files.render.page import SCRIPTS, STYLE, page as page_of
    from ...files.render.stepper import stepper_html

    name = title or puzzle.title or "Nonogram"
    every = list(drawings(puzzle, steps, grid))
    if every:
        drawing = stepped_svg((shown for _, shown in every), title="", most=len(every))
        body = stepper_html(drawing, [_caption(step) for step, _ in every], escape(ending))
    else:
        shown = Drawing(puzzle=puzzle, cells=grid or Grid.unknown(puzzle), theme="auto")
        body = f"{svg(shown, title='')}<p>{escape(ending)}</p>"
    body = f"<h1>{escape(name)}</h1>\n<p>{_LEGEND}</p>\n{body}"
    return page_of(f"{name}: explained", body, style=STYLE + _STYLE, policy=SCRIPTS)


def _caption(step: Step | ArgumentStep) -> str:
    """A step as HTML, with the links of its chains."""
    links = [f"<li>{escape(str(link))}</li>" for link in step.links]
    chain = f"<ul>{''.join(links)}</ul>" if links else ""
    return f"{escape(str(step))} <small>({escape(step.technique)})</small>{chain}"

"""The page of an audit: the summary, and of each kind of fault some records, drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...core import Limits, NonocspError, solutions
from ...files.render import Drawing, svg
from ...files.render.as_html import DRAWINGS
from ...files.render.as_svg import escaped
from ...files.render.page import page as page_of
from ..grading import grade
from .auditing import Audit, Worst
from .columns import Entry, entry_of
from .examining import graded
from .tally import KINDS, Fault, summary

_PRE = '<pre style="white-space:pre-wrap">{}</pre>'

#: Seconds for the solutions of one drawing.
_SECONDS = 2.0


def page(found: Audit) -> str:
    """A self-contained page of an audit that is over.

    Ambiguous puzzles are drawn as two solutions in one, the stored picture first, where they differ
    on both sides of a diagonal; wrong pictures, and answers that are marked right and are wrong,
    with the clues that they break.
    """
    body = ["<h1>Audit</h1>", _PRE.format(escaped(summary(found.tally)))]
    for kind, meaning in KINDS.items():
        worst = sorted(found.worst[kind], reverse=True, key=lambda each: each[:2])
        if worst:
            number = f"{found.tally.kinds[kind]:,}"
            body.append(f"<h1>{kind}: {number}</h1><p>{meaning}; {len(worst)} shown here</p>")
            body += [_figure(each, found) for each in worst]
    return page_of("Audit", "\n".join(body), style=DRAWINGS)


def _figure(worst: Worst, found: Audit) -> str:
    """A record with its fault, drawn where there is something to see."""
    caption = f"<p>{escaped(str(worst.fault))}</p>"
    if worst.fault.kind == "unreadable":
        return caption
    try:
        entry = entry_of(worst.record.row(), found.columns)
        drawing = next(_drawings(entry, worst.fault))
    except (NonocspError, StopIteration):
        return caption
    return f"<figure>{caption}{svg(drawing, title='').rstrip()}</figure>"


def _drawings(entry: Entry, fault: Fault) -> Iterator[Drawing]:
    """What shows a record best."""
    puzzle, picture = entry.puzzle, entry.picture
    for mark, found in graded(entry) if fault.kind == "wrong mark" else ():
        if mark.fault == (fault.kind, fault.text) and found.picture is not None:
            yield Drawing.of(found.picture, puzzle=puzzle, lines=found.wrong, theme="auto")
    if picture is not None and not puzzle.is_solved_by(picture):
        if picture.board == puzzle.board and max(picture.cells) < len(puzzle.colours):
            wrong = grade(puzzle, picture).wrong
            yield Drawing.of(picture, puzzle=puzzle, lines=wrong, theme="auto")
        yield Drawing.of(puzzle, theme="auto")
    limits = Limits(seconds=_SECONDS)
    with solutions(puzzle, limit=2, limits=limits) as search:
        known = [] if picture is None else [picture]
        different = (each for each in search if each != picture)
        two = [*known, *islice(different, 2 - len(known))]
    if len(two) == 2:
        yield Drawing.of_differences(*two, puzzle=puzzle, theme="auto")
    yield Drawing.of(two[0] if two else puzzle, puzzle=puzzle, theme="auto")

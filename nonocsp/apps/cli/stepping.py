"""A search on the terminal, step by step: each key shows the next arc or node."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, TypeAlias

from ...core import Grid, OptionError, Puzzle, full
from .keyboard import keyboard
from .output import Output, drawn

if TYPE_CHECKING:
    from ...files.render.terminal import Terminal
    from ...people.watching import SearchTree

#: To another screen and back, which keeps what was written before; and to its corner, to clear it.
_ENTER, _LEAVE, _CLEAR = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l", "\x1b[H\x1b[J"

_KEYS = "space: next, b: back, r: next removal, n: next node, q: "

NO_KEYS = "--step needs a terminal as standard input, for the keys: name the puzzle's file"

#: Arcs of the queue that are named.
_MOST_NAMED = 5


#: A node, and the number of a step of its propagation, or None where that has ended.
Moment: TypeAlias = tuple[int, int | None]


def step_through(tree: SearchTree, label: str = "", is_several: bool = False) -> None:
    """Show a search step by step until ``q`` is pressed.

    Args:
        tree: the search.
        label: the name of its puzzle; empty if it is the only one.
        is_several: other searches may follow.

    Raises:
        OptionError: there is no terminal, or one that gives no single keys.
    """
    keys = _KEYS + ("next search or end, Ctrl-C: end" if is_several else "end")
    with keyboard(_ENTER, _LEAVE) as key:
        if key is None:
            raise OptionError(NO_KEYS)
        moments, at = list(_moments(tree)), 0
        while True:
            screen = Output(None).screen()
            said = [*_said(tree, moments[at]), f"{at + 1} of {len(moments)}   {keys}"]
            said[0] = f"{label}: {said[0]}" if label else said[0]
            below = [line for each in said for line in _wrapped(each, screen.width or 80)]
            board = _board(tree, moments[at], screen, (screen.height or 24) - len(below))
            sys.stdout.write(_CLEAR + "\n".join([*board, *below]))
            sys.stdout.flush()
            match key(None):
                case "q" | "\x1b" | "\x04" | "":
                    return
                case "b" | "\x7f" | "\x1b[D":
                    at = max(0, at - 1)
                case "n" | "r" as which:
                    at = _next(tree, moments, at, which == "r")
                case " " | "\n" | "\x1b[C":
                    at = min(len(moments) - 1, at + 1)


def _moments(tree: SearchTree) -> Iterator[Moment]:
    """Every node in the order of the search, after the steps of its propagation."""
    for node in sorted(tree.graph):
        steps = len(tree.revisions(node))
        yield from ((node, step) for step in range(steps) if steps > 1)
        yield node, None


def _next(tree: SearchTree, moments: Sequence[Moment], at: int, removes: bool) -> int:
    """The place of the next moment at which a node has ended, or also values are removed."""
    for place in range(at + 1, len(moments)):
        node, step = moments[place]
        if step is None or (removes and tree.revisions(node)[step].removed):
            return place
    return at


def _board(tree: SearchTree, moment: Moment, screen: Terminal, height: int) -> list[str]:
    """What is known at a moment, as lines; the lines of an arc are marked."""
    from ...files.render import Drawing

    node, step = moment
    if not isinstance(tree.problem, Puzzle):
        return tree.knew(node, step)[:height]
    steps = [] if step is None else [tree.revisions(node)[step]]
    marked = {tree.lines[variable] for each in steps for variable in each.variables}
    changed = {tree.problem.board.place(cell) for each in steps for cell, _ in each.masks}
    board = Drawing(
        puzzle=tree.problem,
        cells=Grid.of_masks(tree.problem, _assigned(tree, node) or tree.masks(node, step)),
        blanks=True,
        concluded=frozenset(changed),
        lines=frozenset(line for line in tree.problem.lines if str(line) in marked),
    )
    return drawn(board, screen._replace(height=height)).splitlines()[:height]


def _assigned(tree: SearchTree, node: int) -> list[int]:
    """The masks of the cells at a node without propagation, by its assignments; else empty.

    What the placements of a line have in common is not known to such a search.
    """
    puzzle, every = tree.problem, tree.graph.nodes
    if not isinstance(puzzle, Puzzle) or not tree.techniques.startswith("none,"):
        return []
    masks = [full(len(puzzle.colours) - 1)] * puzzle.board.size
    for each in tree.path(node)[1:]:
        if not isinstance(placement := every[each].get("value"), bytes):
            continue  # a part of the puzzle
        cells = puzzle.cells(puzzle.board.clued[every[each]["variable"]])
        for cell, colour in zip(cells, placement, strict=True):
            masks[cell] &= 1 << colour
    return masks


def _wrapped(sentence: str, width: int) -> list[str]:
    """The lines of a sentence, which end at a comma or the like if they can."""
    glued = re.sub(r"(?<![,;]) ", "\xa0", sentence)
    lines = wrap(glued, width, break_on_hyphens=False)
    if any(len(line) == width and not line.endswith((",", ";")) for line in lines[:-1]):
        lines = wrap(sentence, width, break_on_hyphens=False)  # a part is wider than the screen
    return [line.replace("\xa0", " ") for line in lines]


def _said(tree: SearchTree, moment: Moment) -> list[str]:
    """The path to a node, what happens, and the queue."""
    node, step = moment
    path = [tree.graph.nodes[each]["label"] for each in tree.path(node)]
    lines = [tree.techniques, ", ".join(path[-4:])]
    if step is None:
        return [*lines, tree.reason(node) or "no contradiction so far"]
    now, domains = tree.revisions(node)[step], tree.domains(node, step)
    noun = "placements" if isinstance(tree.problem, Puzzle) else "values"
    if domains is not None:
        for each in now.variables:
            lines.append(f"{noun} of {tree.lines[each]}: {', '.join(domains[each]) or 'none'}")
    lines.append(now.text)
    queue = [f"{tree.lines[one]} by {tree.lines[other]}" for one, other, _ in now.queue]
    if queue:
        more = f", and {len(queue) - _MOST_NAMED} more" if len(queue) > _MOST_NAMED else ""
        lines.append(f"queue of {len(queue)}: {', '.join(queue[:_MOST_NAMED])}{more}")
    elif now.arcs:
        lines.append("the queue is empty")
    return lines

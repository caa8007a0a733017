"""The propagation of a node step by step: the queue of arcs, each arc revised, what it removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core import Puzzle, counted
from ...core.csp.network import Network
from ...core.options.events import Arc, Propagate, Queue, Remove, Revise
from .recorder import Changes

#: Most values that a sentence lists, and arcs that it names.
_MOST_LISTED = 6

#: Most characters of the list.
_MOST_CHARACTERS = 60


@dataclass(slots=True)
class Revision:
    """A step of the propagation of a node, the first one its decision."""

    text: str
    """What was done, as a sentence."""
    variables: tuple[int, ...]
    """Numbers in ``lines`` of the tree: the variable that may lose values, and for an arc the one
    whose support they need."""
    masks: Changes = ()
    """Shown variables whose domains changed, with what is left, as in ``masks`` of a node."""
    sizes: Changes = ()
    """The same with the numbers of values left, as in ``sizes`` of a node."""
    keeps: int = -1
    """The values that the first variable keeps, as a mask over ``values`` of the tree."""
    removed: Remove | None = None
    """What was removed; None if all values have support."""
    arcs: list[Arc] = field(default_factory=list, repr=False)
    """All arcs that the propagation of the node queued, in order."""
    first: int = 0
    """The place in ``arcs`` of the next one to be revised."""
    last: int = 0
    """The place behind the last one in the queue."""
    added: int = 0
    """How many arcs this step put at the end of the queue."""

    def __str__(self) -> str:
        return self.text

    @property
    def queue(self) -> list[Arc]:
        """The arcs to be revised after this step, the next one first."""
        return self.arcs[self.first : self.last]


class Reader:
    """Makes steps of the events of a node.

    Args:
        problem: what was searched.
        lines: what the variables are called whose domains propagation changes.
        text_of: writes a value.
        values: the values of every variable before the search, or None.
    """

    def __init__(
        self,
        problem: Puzzle | Network,
        lines: tuple[str, ...],
        text_of: Callable[[Any], str],
        values: Sequence[Sequence[Any]] | None,
    ) -> None:
        self._problem, self._lines, self._text_of = problem, lines, text_of
        self._values = values

    def read(self, data: dict[str, Any], known: Sequence[int]) -> list[Revision]:
        """The steps of a node, from its attributes and the masks before its decision."""
        masks = dict(enumerate(known))
        found = [self._decision(data, masks)]
        arcs = found[0].arcs
        for index, event in enumerate(data["events"]):
            now = found[-1]
            if isinstance(event, Queue):
                arcs += event.arcs
                now.first = now.last if event.is_new else now.first
                now.last = len(arcs)
                now.added += len(event.arcs)
                continue
            is_of_arc = isinstance(event, Remove) and event.other is not None
            if not is_of_arc or now.removed or now.variables[:1] != (event.variable,):
                now = Revision("", (), arcs=arcs, first=now.first, last=now.last)
                found.append(now)
            self._take(now, event, masks)
            if isinstance(event, Remove):
                now.masks = data["changes"].get(index, ())
                masks.update(now.masks)
            if index >= data["settled"]:  # later than what the node knew
                now.masks = now.sizes = ()
        for each in found:
            each.text += self._removed(each) + self._queued(each)
        return found

    def _decision(self, data: dict[str, Any], masks: dict[int, int]) -> Revision:
        """The step that is the decision of a node; the masks are updated."""
        variable, value, problem = data.get("variable", -1), data.get("value"), self._problem
        if variable < 0:
            return Revision(data["label"], ())
        if isinstance(problem, Network):
            index = next(i for i, each in enumerate(problem.values[variable]) if each == value)
            facts = [(variable, index, True)]
        elif isinstance(value, bytes):
            cells = problem.cells(problem.board.clued[variable])
            facts = [(cell, colour, True) for cell, colour in zip(cells, value, strict=True)]
        else:  # the kernel decides cells
            return Revision(data["label"], (), _meet(masks, [(variable, value, data["has"])]))
        changes, keeps = _meet(masks, facts), self._mask(variable, [value])
        return Revision(data["label"], (variable,), changes, ((variable, 1),), keeps)

    def _mask(self, variable: int, some: Sequence[Any]) -> int:
        """Some values of a variable as a mask, which is 0 where values are not listed."""
        listed = [] if self._values is None else self._values[variable]
        return sum(1 << index for index, value in enumerate(listed) if value in some)

    def _take(self, now: Revision, event: Any, masks: dict[int, int]) -> None:
        """Note an event in its step."""
        match event:
            case Revise(variable, other, constraint):
                now.variables = variable, other
                is_next = now.first < now.last
                if is_next and now.arcs[now.first] == (variable, other, constraint):
                    now.first += 1
                now.text = f"{self._lines[variable]} by {self._lines[other]}"
            case Remove(variable):
                now.variables = now.variables or (variable,)
                now.text = now.text or self._lines[variable]
                now.removed, now.sizes = event, ((variable, event.left),)
                now.keeps = ~self._mask(variable, event.values)
            case Propagate(line, facts):
                now.variables = () if line is None else (line,)
                by = "a nogood" if line is None else self._lines[line]
                now.text = f"{by}: {counted(len(facts), 'fact')}"
                now.masks = _meet(masks, facts)

    def _removed(self, step: Revision) -> str:
        """What a step removed, as the end of its sentence."""
        removed = step.removed
        if removed is None:
            return ": all supported" if len(step.variables) == 2 else ""
        listed = ", ".join(map(self._text_of, removed.values[: _MOST_LISTED + 1]))
        if not 0 < len(removed.values) <= _MOST_LISTED or len(listed) > _MOST_CHARACTERS:
            noun = "placement" if isinstance(self._problem, Puzzle) else "value"
            listed = counted(removed.removed, noun)
        return f": {listed} removed, {removed.left} left"

    def _queued(self, step: Revision) -> str:
        """The arcs that a step queued, as text: those against the variable that changed by name."""
        arcs = step.arcs[step.last - step.added : step.last]
        if not arcs:
            return ""
        if len(arcs) > _MOST_LISTED or any((other,) != step.variables[:1] for _, other, _ in arcs):
            return f"; queued: {counted(len(arcs), 'arc')}"
        return "; queued: " + ", ".join(self._lines[variable] for variable, _, _ in arcs)


def _meet(masks: dict[int, int], facts: Any) -> Changes:
    """What facts leave of some masks, which are updated."""
    changes = {}
    for shown, value, has in facts:
        before = masks.get(shown, -1)
        masks[shown] = before & (1 << value if has else ~(1 << value))
        if masks[shown] != before:
            changes[shown] = masks[shown]
    return tuple(changes.items())

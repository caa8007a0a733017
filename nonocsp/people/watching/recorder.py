"""The recorder: makes a tree of the events of a search.

A node is a decision; its children are the decisions taken next. Each part of a puzzle that is
searched by itself has a node below the root. A node keeps what it knew when its propagation had
ended, as the difference to its parent: the mask of every *shown* variable (the cells of a puzzle,
the variables of a network) and the size of every domain.

Memory: beyond ``most`` nodes, a subtree that is complete is folded into its topmost node, which
keeps the numbers of its nodes and solutions. Of the events of propagation at most `MOST_EVENTS` are
kept, those of nodes that are folded aside; a node counts those that it lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import networkx as nx

from ...core import Event
from ...core.options.events import (
    Backjump,
    Backtrack,
    Decide,
    End,
    Fail,
    Nogood,
    Part,
    Propagate,
    Queue,
    Remove,
    Restart,
    Revise,
    Solution,
)

#: Events of propagation that are kept.
MOST_EVENTS = 100_000

#: Changed entries, each with its index and new value.
Changes = tuple[tuple[int, int], ...]

#: The masks of the shown variables, and the sizes of all domains.
Known: TypeAlias = tuple[Sequence[int], Sequence[int]]
#: Gives what is known now.
Look: TypeAlias = Callable[[], Known]

#: The events within the propagation of a node.
_PROPAGATION = Queue, Revise, Remove, Propagate


@dataclass
class _Open:
    """A node on the path from the root to the present."""

    node: int
    masks: Sequence[int]
    sizes: Sequence[int]
    is_settled: bool = False


@dataclass
class _Branch:
    """The present path in one part of the search."""

    path: list[_Open]
    run: int = 0


class Recorder:
    """The tree of a search, while it grows.

    Args:
        say: a fact as text.
        most: nodes to keep.
    """

    def __init__(self, say: Callable[[int, Any, bool], str], most: int) -> None:
        self.graph: nx.DiGraph[int] = nx.DiGraph()
        self.decisions = self.failures = 0
        self.folded = self.cut = 0
        """Nodes that are not kept, and events of the others that are not."""
        self.limit: str | None = None
        self.say, self._most = say, most
        self.values: Sequence[Sequence[Any]] | None = None
        """The values of every variable before the search; None if there are too many to list."""
        self._next = self._kept = 0
        # The masks that the propagation of the present node has changed.
        self._changed: dict[int, int] = {}
        root = _Open(self._add(None, label="root", status="branch"), (), ())
        self._root = root
        self._branches: dict[tuple[int, ...], _Branch] = {}
        self._branch = _Branch([root])
        self._look: Look = lambda: ((), ())

    @property
    def is_full(self) -> bool:
        """Whether events of propagation are counted only."""
        return self._kept >= MOST_EVENTS

    def start(self, look: Look, values: Sequence[Sequence[Any]] | None) -> None:
        """Note what is known before the search; also the values of every variable, if few."""
        self.values = values
        self.graph.nodes[self._root.node]["start"] = self._root.masks, self._root.sizes = look()

    def __call__(self, event: Event, shown: Changes = ()) -> None:
        """Take note of an event, after which shown variables have these masks."""
        branch = self._branch
        data = self.graph.nodes[branch.path[-1].node]
        if isinstance(event, _PROPAGATION):
            self._keep(data, branch.path[-1], event, shown)
            return
        self._changed = {}
        match event:
            case Part(variables):
                self._enter(variables)
            case Decide():
                self._decide(event)
            case Nogood():
                data["nogoods"].append(event)
            case Fail():
                self.failures += 1
                self._mark_leaf(status="failed", fail=event)
            case Solution():
                self._mark_leaf(status="solution", solutions=1)
            case Backjump(conflicts):
                data["conflicts"] = conflicts
                self._jump(conflicts)
            case Backtrack():
                self._close(branch)
            case Restart():
                branch.run += 1
                for place in branch.path[1:]:
                    self.graph.nodes[place.node]["left"] = True
            case End(limit):
                self._end(limit)

    def _keep(self, data: dict[str, Any], top: _Open, event: Event, shown: Changes) -> None:
        """Keep an event of propagation, if there is room."""
        if data["cut"] or self.is_full:
            data["cut"] += 1
            self.cut += 1
            return
        self._kept += 1
        data["events"].append(event)
        now, before = self._changed, top.masks
        changes = tuple(each for each in shown if now.get(each[0], before[each[0]]) != each[1])
        if changes:
            now.update(changes)
            data["changes"][len(data["events"]) - 1] = changes

    def settle(self, look: Look) -> None:
        """Note what the present node knows, if that is not noted yet.

        ``look`` is called only then, or for a contradiction that is the next event.
        """
        path = self._branch.path
        top, self._look = path[-1], look
        if not top.is_settled:
            self.graph.nodes[top.node]["settled"] = len(self.graph.nodes[top.node]["events"])
            above = path[-2] if len(path) > 1 else _Open(-1, (), ())
            top.masks, top.sizes = self._note(top.node, above)
            top.is_settled = True

    def _note(self, node: int, above: _Open) -> Known:
        """Note what a node knows, as the difference to the one above it."""
        masks, sizes = self._look()
        data = self.graph.nodes[node]
        data["masks"] = _changes(above.masks, masks)
        data["sizes"] = _changes(above.sizes, sizes)
        return masks, sizes

    def _end(self, limit: str | None) -> None:
        """Mark the nodes that the search left open, and add up all numbers."""
        for branch in self._branches.values() or (self._branch,):
            while len(branch.path) > 1:
                self._mark_open(branch.path[-1], limit)
                self._close(branch)
        self._mark_open(self._root, limit)
        self.limit = limit

    def _mark_open(self, place: _Open, limit: str | None) -> None:
        """Mark a node in which a limit ended the search before a solution below was found."""
        data = self.graph.nodes[place.node]
        if limit and data["status"] == "branch" and not data["solutions"]:
            data["status"] = "open"

    def _add(self, parent: int | None, **data: Any) -> int:
        number = self._next
        self._next += 1
        start = {"events": [], "changes": {}, "settled": 0, "cut": 0, "nogoods": []}
        start |= {"masks": (), "sizes": (), "solutions": 0, "size": 1}
        self.graph.add_node(number, **start, **data)
        if parent is not None:
            self.graph.add_edge(parent, number)
        return number

    def _enter(self, variables: tuple[int, ...]) -> None:
        """Go on with a part of the search, or begin with it."""
        if variables not in self._branches:
            root = self._root
            node = self._add(root.node, label="part", status="part", scope=variables)
            top = _Open(node, root.masks, root.sizes, is_settled=True)
            self._branches[variables] = _Branch([root, top])
        self._branch = self._branches[variables]

    def _decide(self, event: Decide) -> None:
        self.decisions += event.by != "probe"
        top = self._branch.path[-1]
        label = self.say(event.variable, event.value, event.has)
        node = self._add(
            top.node,
            label=f"{event.by}: {label}" if event.by else label,
            status="branch",
            variable=event.variable,
            value=event.value,
            has=event.has,
            by=event.by,
            run=self._branch.run,
            decision=self.decisions,
        )
        self._branch.path.append(_Open(node, top.masks, top.sizes))

    def _mark_leaf(self, solutions: int = 0, **marks: Any) -> None:
        """Mark the present node; one that has children became a leaf later, by what was learned."""
        top = self._branch.path[-1]
        node, data = top.node, self.graph.nodes[top.node]
        data["solutions"] += solutions
        if self.graph.out_degree(node):
            data["size"] += 1
            node = self._add(node, label="by what was learned")
            self._note(node, top)
            data = self.graph.nodes[node]
            data["solutions"] = solutions
        data.update(marks)

    def _jump(self, conflicts: tuple[int, ...]) -> None:
        """Mark the nodes above the present one that have no part in the conflict."""
        for place in reversed(self._branch.path[:-1]):
            data = self.graph.nodes[place.node]
            if data.get("variable", -1) in conflicts or "variable" not in data:
                return
            data["jumped"] = True

    def _close(self, branch: _Branch) -> None:
        """Leave the present node for good; its numbers are added to those of its parent."""
        node = branch.path.pop().node
        graph, data = self.graph, self.graph.nodes[node]
        parent = graph.nodes[branch.path[-1].node]
        parent["size"] += data["size"]
        parent["solutions"] += data["solutions"]
        if graph.number_of_nodes() > self._most and graph.out_degree(node):
            below = list(nx.descendants(graph, node))
            gone = [graph.nodes[each] for each in below]
            self._kept -= sum(len(each["events"]) for each in gone)
            self.cut -= sum(each["cut"] for each in gone)
            graph.remove_nodes_from(below)
            self.folded += len(below)
            data["folded"] = data["size"] - 1


def _changes(before: Sequence[int], after: Sequence[int]) -> Changes:
    if not before:
        return tuple(enumerate(after))
    pairs = enumerate(zip(before, after, strict=True))
    return tuple((index, new) for index, (old, new) in pairs if new != old)

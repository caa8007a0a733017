"""The nodes of a search tree, and what each of them knew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations
from typing import Any, Literal, TypeAlias

import networkx as nx

from ...core import OptionError, Puzzle, Stats, checked, counted, quoted
from ...core.csp.network import Network
from ...core.options.events import Fail, Nogood
from .recorder import Recorder
from .revisions import Reader, Revision

#: What became of a node: it has children; a contradiction; a solution; a limit ended the search in
#: it without a solution; the root of a part of the problem.
NodeStatus: TypeAlias = Literal["branch", "failed", "solution", "open", "part"]


class Nodes:
    """The nodes of a `SearchTree`, which draws them."""

    def __init__(
        self,
        recorder: Recorder,
        problem: Puzzle | Network,
        names: tuple[str, ...],
        lines: tuple[str, ...],
        text: Callable[[Any], str],
        techniques: str,
        stats: Stats,
    ) -> None:
        self.graph: nx.DiGraph[int] = recorder.graph
        self.problem = problem
        self._say = recorder.say
        self.names = names
        """The names of the variables that are decided."""
        self.lines = lines
        """The names of the variables whose domains propagation changes: for a puzzle, the lines."""
        self._reader = Reader(problem, lines, text, recorder.values)
        self.values = recorder.values and [[*map(text, each)] for each in recorder.values]
        """The values of each of ``lines`` before the search, as text; None if they are too many."""
        self.techniques = techniques
        """What distinguishes the search, in a few words."""
        self.stats = stats
        """The counted work."""
        self.stopped_by = recorder.limit
        """The limit that ended the search, or None."""
        self.decisions = recorder.decisions
        """Decisions taken."""
        self.failures = recorder.failures
        """Contradictions met."""
        self.folded = recorder.folded
        """Nodes that are not kept."""
        self.cut = recorder.cut
        """Propagation events of the kept nodes that are not kept."""

    def __repr__(self) -> str:
        stopped = f", stopped by {self.stopped_by}" if self.stopped_by else ""
        return f"<SearchTree: {self.summary}{stopped}>"

    @property
    def solutions(self) -> int:
        """Solutions that were found; those of parts are multiplied."""
        return self.stats.solutions

    @cached_property
    def summary(self) -> str:
        """The numbers of the tree, in words."""
        folded = f", {counted(self.folded, 'node')} folded" if self.folded else ""
        cut = f", {counted(self.cut, 'event')} not kept" if self.cut else ""
        return (
            f"{counted(self.decisions, 'decision')}, {counted(self.failures, 'failure')}, "
            f"{counted(self.solutions, 'solution')}{folded}{cut}"
        )

    def children(self, node: int) -> list[int]:
        """The nodes below one, in the order in which they were visited."""
        self._data(node)
        return sorted(self.graph.successors(node))

    def parent(self, node: int) -> int | None:
        """The node above one; None for the root."""
        self._data(node)
        return next(iter(self.graph.predecessors(node)), None)

    def path(self, node: int) -> list[int]:
        """The nodes from the root to one, both included."""
        path: list[int] = [node]
        while (above := self.parent(path[-1])) is not None:
            path.append(above)
        return path[::-1]

    def masks(self, node: int, step: int | None = None) -> list[int]:
        """The domains of the shown variables at a node, as masks, after its propagation.

        With ``step``: after that one of `revisions`.
        """
        return self._state(node, "masks", step)

    def sizes(self, node: int, step: int | None = None) -> list[int]:
        """The number of values of each variable at a node; of a puzzle, placements of each line."""
        return self._state(node, "sizes", step)

    def knew(self, node: int, step: int | None = None) -> list[str]:
        """What a node knew: the rows of a puzzle, or the domains of a network as text.

        A cell is the character of its colour, ``?`` if it is open and ``!`` if it has no colour.
        """
        masks = self.masks(node, step)
        if isinstance(self.problem, Network):
            values = self.problem.values
            return [
                f"{name}: {' '.join(str(v) for i, v in enumerate(values[at]) if mask >> i & 1)}"
                for at, (name, mask) in enumerate(zip(self.names, masks, strict=True))
            ]
        looks = {1 << i: colour.char for i, colour in enumerate(self.problem.colours)} | {0: "!"}
        board, rows = self.problem.board, []
        for line in board.lines[: board.height]:
            rows.append("".join(looks.get(masks[cell], "?") for cell in board.cells(line)))
        return rows

    def domains(self, node: int, step: int | None = None) -> list[list[str]] | None:
        """The values left of each of ``lines`` at a node, as text, in order.

        With ``step``: after that one of `revisions`. None if ``values`` is None, or
        if events on the path are not kept.

        >>> from nonocsp import Puzzle, watch
        >>> tree = watch(Puzzle([[2], [1]], [[1], [2]]))
        >>> tree.domains(0, 0)
        [['##'], ['_#', '#_'], ['_#', '#_'], ['##']]
        >>> tree.domains(0)
        [['##'], ['_#'], ['#_'], ['##']]
        """
        path = self.path(node)
        if self.values is None or any(self.graph.nodes[each]["cut"] for each in path):
            return None
        left = [-1] * len(self.values)
        for each in path:
            for revision in self._until(each, step if each == node else None):
                if revision.variables:
                    left[revision.variables[0]] &= revision.keeps
        return [
            [value for index, value in enumerate(values) if mask >> index & 1]
            for mask, values in zip(left, self.values, strict=True)
        ]

    def reason(self, node: int) -> str:
        """Why the search did not go on below a node, or how it ended there, as text."""
        data = self._data(node)
        if data["status"] == "failed":
            return self._why(data)
        if data["status"] == "solution":
            return "solution"
        if data["status"] == "open":
            return f"open: the limit on {self.stopped_by} was reached"
        if data.get("left") and not data["solutions"]:
            return "left by a restart"
        if data.get("jumped"):
            return "left by a backjump: it has no part in the conflict"
        if data["status"] == "branch" and not data["solutions"] and not self.stopped_by:
            return "no solution below"
        return ""

    @checked
    def facts(self, nogood: Nogood) -> list[str]:
        """The facts of a nogood, which no solution has together."""
        return [self._say(*fact) for fact in nogood.facts]

    def steps(self, node: int) -> Iterator[str]:
        """What the propagation of a node did, a sentence for each step; see `revisions`."""
        for revision in self.revisions(node)[1:]:
            yield revision.text
        if cut := self._data(node)["cut"]:
            yield f"{counted(cut, 'more event')}, not kept"

    def revisions(self, node: int) -> list[Revision]:
        """The propagation of a node, step by step; the first one is its decision.

        Applied one after another to what the node above knew, they lead to what the node knew.

        >>> from nonocsp import Puzzle, watch
        >>> tree = watch(Puzzle([[2], [1]], [[1], [2]]))
        >>> for revision in tree.revisions(0)[:4]:
        ...     print(revision.text)
        root; queued: 8 arcs
        column 1 by row 1: _# removed, 1 left
        column 2 by row 1: all supported
        column 1 by row 2: all supported
        """
        data, above = self._data(node), self.parent(node)
        known = self.start[0] if above is None else self.masks(above)
        return self._reader.read(data, known)

    def _data(self, node: int) -> dict[str, Any]:
        """What is known of a node. Raises `OptionError` if it is missing."""
        try:
            return self.graph.nodes[node]
        except (KeyError, TypeError):
            raise OptionError(f"the tree has no node {quoted(node)}") from None

    def _state(self, node: int, what: Literal["masks", "sizes"], step: int | None) -> list[int]:
        path = [self.graph.nodes[each][what] for each in self.path(node)]
        if step is not None:
            path[-1:] = [getattr(each, what) for each in self._until(node, step)]
        values = list(self.start[what == "sizes"])
        for index, value in chain(*path):
            values[index] = value
        return values

    def _until(self, node: int, step: int | None) -> list[Revision]:
        """The steps of a node up to one of them. Raises `OptionError` if it is missing."""
        found = self.revisions(node)
        if step is None:
            return found
        if type(step) is not int or not 0 <= step < len(found):
            raise OptionError(f"node {node} has no step {quoted(step)}")
        return found[: step + 1]

    @property
    def start(self) -> tuple[Sequence[int], Sequence[int]]:
        """The masks and the sizes before the search; of the kernel, after its first propagation."""
        data = self.graph.nodes[0]
        if "start" not in data:
            return [mask for _, mask in data["masks"]], [size for _, size in data["sizes"]]
        start: tuple[Sequence[int], Sequence[int]] = data["start"]
        return start

    def _why(self, data: dict[str, Any]) -> str:
        fail: Fail = data["fail"]
        if fail.variable is not None:
            value = "placement" if isinstance(self.problem, Puzzle) else "value"
            return f"{self.lines[fail.variable]} has no {value} left"
        if fail.constraint in self._pairs:
            one, other = (self.lines[each] for each in self._pairs[fail.constraint])
            return f"{one} and {other} contradict each other"
        return "the constraints contradict each other"

    @cached_property
    def _pairs(self) -> dict[int | None, tuple[int, int]]:
        """The two variables of every constraint."""
        if isinstance(self.problem, Network):
            return {arc.constraint: (arc.variable, arc.other) for arc in self.problem.arcs}
        board = self.problem.board
        through = (combinations(places, 2) for places in board.clued_places())
        pairs = ((one, other) for each in through for (one, _), (other, _) in each)
        return dict(enumerate(pairs))

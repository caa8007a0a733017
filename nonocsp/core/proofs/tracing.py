"""Tracing: what each step of a proof follows from, for the steps that its end needs.

The steps are read from the beginning without being checked, and then followed from the end, each
where it stands: what it turns out to need is followed later, the others never. A step is traced
back from its contradiction as conflict analysis does, and every line gives a smallest set of known
cells and blocks from which its conclusions still follow. So lines and steps that only the search
needed drop out, and facts of nogoods, too.

Sources: E. Goldberg and Y. Novikov, "Verification of proofs of unsatisfiability for CNF formulas"
(2003), for checking from the end; M. Heule, W. Hunt and N. Wetzler, "Trimming while checking
clausal proofs" (2013), for following steps first that are needed already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from ..line.domain import LineDomain, line_domain
from ..model.clue import Block
from ..model.puzzle import Puzzle
from ..options.mus import minimal_unsatisfiable_subset
from .plain import checker, plain

#: States of lines that are remembered, and their sums.
_REMEMBERED = 100_000

#: For variables of the checker, which are cells and blocks, the values that they cannot have.
Excluded = dict[int, int]


class Use(NamedTuple):
    """A line, or an earlier step, where a step uses it."""

    hint: int
    """The number of the step; or -1 - line."""
    because: Excluded
    """What it takes for this."""
    follows: Excluded
    """What follows and is used later; nothing where it is the contradiction."""


class Nogood(NamedTuple):
    """A line of a proof that excludes some facts together, and what it follows from."""

    id: int
    """Its number; 0 for a contradiction at the root, which has no line."""
    words: list[str]
    """Its facts as they are written."""
    facts: list[tuple[int, int]]
    """The facts: for variables the values that are left."""
    hints: list[int] | None = None
    """The hints as they are given."""
    uses: tuple[Use, ...] = ()
    """What it uses, in order; filled in by `Tracer.traced`."""


class Weights(NamedTuple):
    """A line of a proof with weights of cells, by line and colour."""

    id: int
    words: list[str]
    """The weights as they are written."""
    weights: dict[tuple[int, int], int]


class Solution(NamedTuple):
    """A line of a proof with a picture."""

    id: int
    words: list[str]
    """The picture as it is written."""


Step = Nogood | Weights | Solution


class Change(NamedTuple):
    """What becomes known at the root, by a line or by a nogood of a single fact."""

    hint: int
    """The number of the step; or -1 - line; 0 for givens."""
    before: list[tuple[int, int]]
    """The variables that change, with their values before."""
    follows: Mapping[int, int] = MappingProxyType({})
    """The values that they lose; filled in by `Tracer.traced`."""


class Memory:
    """What was computed of lines, kept for other proofs of the same puzzle."""

    def __init__(self) -> None:
        self.tight: dict[tuple[int, ...], list[tuple[int, int]] | None] = {}
        """For a line and its state, what is tightened; None if there is no placement."""
        self.domains: dict[int, LineDomain] = {}


class Tracer(checker.Checker):  # type: ignore[misc]
    """A checker that reads a proof that is known to be right.

    Args:
        puzzle: the puzzle.
        lines: the proof.
        is_minimal: whether reasons are made minimal; if not, all that is known of a line is one.
        tick: called now and then; what it raises ends the work.
        memory: of an earlier tracer of the same puzzle.
    """

    initial: list[int]
    ended: bool

    def __init__(
        self,
        puzzle: Puzzle,
        lines: Iterable[str],
        *,
        is_minimal: bool = True,
        tick: Callable[[], object] = lambda: None,
        memory: Memory | None = None,
    ) -> None:
        self.is_minimal, self.tick = is_minimal, tick
        self.memory = memory or Memory()
        self._least: dict[tuple[int, ...], float] = {}
        self._weighed_cells: dict[tuple[int, int, int], list[list[int]]] = {}
        self.events: list[Step | Change] = []
        self.givens: list[str] = []
        self.earlier: dict[int, Step] = {}
        """The steps by their numbers."""
        self.end: Nogood | None = None
        """The step that ends the argument; None if there is none."""
        self._log: list[tuple[int, int]] = []  # what was followed, and the trail's length before
        self._number = 0
        self._words: list[str] = []
        super().__init__(plain(puzzle))
        checker.check(self.puzzle, lines, self, given=True)

    # Reading.

    def read(self, text: str) -> None:
        kind, *words = text.split(" ")
        if kind == "d":
            return
        self._number = int(words[0]) if kind in "nws" else 0
        if kind == "g":
            self.givens.append(text)
            self._words = words
        super().read(text)
        if kind == "w":
            self._add(Weights(self._number, words[1:], self.steps[self._number][1]))
        elif kind == "s":
            self._add(Solution(self._number, words[1:]))

    def _add(self, step: Step) -> None:
        self.events.append(step)
        self.earlier[step.id] = step

    def nogood(self, words: list[str]) -> Any:
        cut = words.index(":") if ":" in words else len(words)
        facts = [self.fact(word) for word in words[:cut]]
        hints = [self.hint(word) for word in words[cut + 1 :]] if cut < len(words) else None
        if self.ended:
            return facts
        step = Nogood(self._number, words[:cut], facts, hints)
        self._add(step)
        if not facts:
            self.ended, self.end = True, step
        elif len(facts) == 1:
            self.set_root([(facts[0][0], ~facts[0][1])])
        return facts

    def set_root(self, facts: Any) -> None:
        if not hasattr(self, "initial"):  # it is called first when all is unknown
            self.initial = [*self.state]
        if self.ended:
            return
        self.tick()
        self._log.clear()
        if facts:
            self._log.append((self._number, 0))
        self.ended = self.refuted(facts)
        hints = [hint for hint, _ in self._log]
        if self.ended:  # the last lines are a step of their own
            self._back_to(next((start for hint, start in self._log if hint < 0), 0))
            hints = [hint for hint in hints if hint < 0] or hints
            self.end = Nogood(0, [], [], hints)
            if hints == [0]:  # the givens contradict the clues at once
                self.end = Nogood(0, self._words, facts, [])
        ends = [start for _, start in self._log[1:]] + [len(self.trail)]
        for (hint, start), stop in zip(self._log, ends, strict=True):
            if start < stop <= len(self.trail):
                self.events.append(Change(hint, self.trail[start:stop]))
        self.trail.clear()
        if self.end:
            self.events.append(self.end)

    def tighten(self, line: int) -> None:
        self._log.append((-1 - line, len(self.trail)))
        key = line, *self._state_of(line)
        if key not in self.memory.tight:
            self.tick()
            if len(self.memory.tight) > _REMEMBERED:
                self.memory.tight.clear()
            try:
                found, windows = checker.tightened(*self.known(line))
            except checker.Contradiction:
                self.memory.tight[key] = None
            else:
                variables = *self.cells[line], *self.blocks[line]
                self.memory.tight[key] = [*zip(variables, found + windows, strict=False)]
        facts = self.memory.tight[key]
        if facts is None:
            raise checker.Contradiction
        for fact in facts:
            self.learn(fact)
        self.dirty.discard(line)

    def _state_of(self, line: int) -> list[int]:
        return [self.state[variable] for variable in (*self.cells[line], *self.blocks[line])]

    def apply(self, step: int) -> None:
        self._log.append((step, len(self.trail)))
        super().apply(step)

    def totals(self, weights: dict[tuple[int, int], int]) -> list[tuple[float, float]]:
        """By direction, the least and the greatest weight of its lines together."""

        def total(lines: Iterable[int], sign: int) -> float:
            return sign * sum(self._least_of(line, weights, sign) for line in lines)

        return [(total(lines, 1), total(lines, -1)) for lines in self.axes.values()]

    def outweighs(self, weights: dict[tuple[int, int], int]) -> bool:
        """As that of the checker, with every line of every state weighed once."""
        if len(self._least) > _REMEMBERED:
            self._least.clear()
        leasts, mosts = zip(*self.totals(weights), strict=True)
        return bool(max(leasts) > min(mosts))

    def _least_of(self, line: int, weights: dict[tuple[int, int], int], sign: int) -> float:
        """The least weight of a line; with sign -1 the greatest, negated."""
        about = id(weights), line, sign
        key = *about, *self._state_of(line)
        if key not in self._least:
            if about not in self._weighed_cells:
                self._weighed_cells[about] = [
                    [
                        sign * sum(weights.get((n, k), 0) for n in lines for k in {c, c and -1})
                        for c in self.colours
                    ]
                    for lines in (self.lines[cell] for cell in self.cells[line])
                ]
            self._least[key] = checker.least(*self.known(line), self._weighed_cells[about])
        return self._least[key]

    def _back_to(self, length: int) -> None:
        while len(self.trail) > length:
            variable, old = self.trail.pop()
            self.state[variable] = old

    # Tracing.

    def traced(self) -> list[Step | Change]:
        """The steps that are needed, in order, with what they use, and without the facts that they
        do not need; between them all that becomes known at the root. In the end nothing is known.

        Raises:
            ProofError: one of them does not follow.
        """
        wanted: Excluded = {}  # at the root
        needed = {self.end.id} if self.end and self.claim != "multiple" else set()
        kept: list[Step | Change] = []
        for event in reversed(self.events):
            if isinstance(event, Change):
                kept.append(self._undo(event, wanted, needed))
            elif isinstance(event, Solution) or event.id in needed:
                self.tick()
                if isinstance(event, Nogood):
                    event = self._follow(event, wanted)
                    needed.update(use.hint for use in event.uses)
                kept.append(event)
        return kept[::-1]

    def _undo(self, change: Change, wanted: Excluded, needed: set[int]) -> Change:
        """Take a change at the root back; if it is wanted, want what it follows from."""
        every = {v: old & ~self.state[v] for v, old in reversed(change.before)}
        follows = self._taken(change.before, wanted)
        if follows and change.hint > 0:
            needed.add(change.hint)
        elif follows and change.hint < 0:
            _join(wanted, self._reason(-1 - change.hint, follows, {}))
        return change._replace(follows=every)

    def _taken(self, before: Iterable[tuple[int, int]], wanted: Excluded) -> Excluded:
        """Take changes back, in reverse; returns what of it was wanted, and now is not any more."""
        follows: Excluded = {}
        for variable, old in reversed([*before]):
            found = old & ~self.state[variable] & wanted.get(variable, 0)
            self.state[variable] = old
            if found:
                follows[variable] = follows.get(variable, 0) | found
                wanted[variable] &= ~found
        return follows

    def _follow(self, step: Nogood, root: Excluded) -> Nogood:
        """A nogood with what it uses; the shorter one of two ways to follow it."""
        given = step.hints or []
        steps = [hint for hint in given if hint > 0]
        if step.hints is None:
            steps = [n for n, (kind, _) in self.steps.items() if n < step.id and kind != "w"]
        found: list[tuple[list[Use], list[int], Excluded]] = []
        if step.hints is not None and self._runs(step, given):
            found.append(self._trace(step))
        if (self.is_minimal or step.hints is None) and self._runs(step, self._rounds(steps)):
            found.append(self._trace(step))
        if not found:
            raise checker.ProofError(f"step {step.id} does not follow")
        uses, facts, wanted = min(found, key=lambda one: (len(one[0]), len(one[1])))
        _join(root, wanted)
        return step._replace(
            words=[step.words[i] for i in facts],
            facts=[step.facts[i] for i in facts],
            uses=tuple(uses),
        )

    def _runs(self, step: Nogood, hints: Iterable[int]) -> bool:
        """Whether following hints leads to a contradiction. It is left in the state."""
        self.undo()
        self._log.clear()
        if step.id == 0:
            self.dirty.update(range(len(self.cells)))
        try:
            for fact in step.facts:
                self._log.append((0, len(self.trail)))
                self.learn(fact)
            for hint in hints:
                self.apply(hint) if hint > 0 else self.tighten(-1 - hint)
        except checker.Contradiction:
            return True
        self.undo()
        return False

    def _rounds(self, steps: Sequence[int]) -> Iterator[int]:
        """All lines that may have become tighter, round by round, and steps where these end."""
        before = -1
        while before < len(self.trail):
            before = len(self.trail)
            while self.dirty:
                yield from (-1 - line for line in sorted(self.dirty))
            yield from steps

    def _trace(self, step: Nogood) -> tuple[list[Use], list[int], Excluded]:
        """Back from a contradiction: what was used, the numbers of the facts that were, and what is
        wanted of the root."""
        root = dict(reversed(self.trail))
        uses: list[Use] = []
        facts: list[int] = []
        wanted: Excluded = {}
        is_last = True
        for at in reversed(range(len(self._log))):
            hint, start = self._log[at]
            if is_last and not hint:  # a fact that leaves no value
                variable = self.trail[-1][0]
                wanted[variable] = self.initial[variable]
            before = self.trail[start:]
            del self.trail[start:]
            follows = self._taken(before, wanted)
            if hint and (follows or is_last):
                if hint > 0:
                    because = self._applied(hint, root)
                else:
                    because = self._reason(-1 - hint, follows, root)
                _join(wanted, because)
                uses.append(Use(hint, because, follows))
            elif follows:
                facts.append(at)
            is_last = False
        self.dirty.clear()
        return uses[::-1], facts[::-1], {v: bits for v, bits in wanted.items() if bits}

    def _applied(self, step: int, root: Excluded) -> Excluded:
        """What a step takes to be applied in this state."""
        kind, content = self.steps[step]
        if kind == "w":
            return self._weighed(content, root)
        because: Excluded = {}
        for variable, bits in content:
            if not self.state[variable] & ~bits:
                _join(because, {variable: self.initial[variable] & ~bits})
        return because

    def _known(self, variables: Iterable[int]) -> Excluded:
        """All that is known of variables."""
        pairs = ((v, self.initial[v] & ~self.state[v]) for v in variables)
        return {variable: bits for variable, bits in pairs if bits}

    def _reason(self, line: int, follows: Excluded, root: Excluded) -> Excluded:
        """Why a line excludes something, or, without that, has no placement."""
        cells, blocks = self.cells[line], self.blocks[line]
        known = self._known([*cells, *blocks])
        if not self.is_minimal or not known:
            return known

        def order(variable: int) -> tuple[bool, bool]:  # what is known at the root comes first
            return variable >= blocks.start, root.get(variable, -1) != -1

        ordered = sorted(known, key=order)
        some = self._cells_for(line, follows, ordered)
        if some is None:
            some = minimal_unsatisfiable_subset(ordered, self._forces(line, follows, known))
        return {variable: known[variable] for variable in some}

    def _cells_for(self, line: int, follows: Excluded, ordered: list[int]) -> list[int] | None:
        """A reason by the kernel, which knows nothing of positions; None if there is none."""
        cells = self.cells[line]
        if any(variable not in cells for variable in follows):
            return None
        if line not in self.memory.domains:
            clue = self.puzzle.clues[line]
            blocks = clue and tuple(
                Block("*") if length < 0 else Block(length or None, *other)
                for length, *other in clue
            )
            self.memory.domains[line] = line_domain(blocks, len(cells), self.puzzle.colours)
        number = {variable: i for i, variable in enumerate(cells)}
        self.tick()
        some = self.memory.domains[line].reason(
            [self.state[v] for v in cells],
            {number[v]: bits for v, bits in follows.items()},
            [number[v] for v in ordered if v in number],
        )
        return None if some is None else [cells[i] for i in some]

    def _forces(self, line: int, follows: Excluded, known: Excluded) -> Callable[[list[int]], bool]:
        """Whether some of what is known of a line forces what follows."""

        def suffices(some: list[int]) -> bool:
            self.tick()
            try:
                forced = self._forced(line, {v: known[v] for v in some})
            except checker.Contradiction:
                return True
            return bool(follows) and not any(bits & ~forced[v] for v, bits in follows.items())

        return suffices

    def _forced(self, line: int, known: Excluded) -> Excluded:
        """All that follows from some of what is known of a line."""
        cells, blocks = self.cells[line], self.blocks[line]
        can, windows = ([self.initial[v] & ~known.get(v, 0) for v in of] for of in (cells, blocks))
        automaton = self.automata[line]
        found, starts = checker.tightened(automaton, can, windows or [-1] * len(automaton[1]))
        left = zip([*cells, *blocks], found + starts, strict=False)
        return {variable: self.initial[variable] & ~values for variable, values in left}

    def follows(self, use: Use) -> Excluded:
        """All that follows from what a use takes about what follows from it, whatever is known."""
        if not use.follows:
            return {}
        if use.hint < 0:
            every = self._forced(-1 - use.hint, use.because)
        else:
            every = {v: self.initial[v] & bits for v, bits in self.steps[use.hint][1]}
        return {variable: every[variable] for variable in use.follows}

    def _weighed(self, weights: dict[tuple[int, int], int], root: Excluded) -> Excluded:
        """Why weights are a contradiction: all that is known at the root, and little more."""
        state = [*self.state]
        known = self._known(range(len(state)))
        later = [v for v in known if v in root and root[v] != state[v]]
        if not self.is_minimal:
            return known

        def suffices(some: list[int]) -> bool:
            self.tick()
            for variable in later:
                self.state[variable] = state[variable] if variable in some else root[variable]
            is_enough: bool = self.outweighs(weights)
            self.state[:] = state
            return is_enough

        some = set(minimal_unsatisfiable_subset(later, suffices))
        early = {v: self.initial[v] & ~root.get(v, state[v]) for v in known if v not in some}
        return {v: bits for v, bits in early.items() if bits} | {v: known[v] for v in some}


def _join(one: Excluded, other: Excluded) -> None:
    for variable, bits in other.items():
        one[variable] = one.get(variable, 0) | bits

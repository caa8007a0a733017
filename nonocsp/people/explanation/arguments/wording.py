"""The steps of an argument in words, from a proof that was traced (`nonocsp.core.proofs.tracing`).

Every nogood becomes an assumption that leads, by way of lines and earlier steps, to a
contradiction. What becomes known for good follows line by line and is only counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ....core import Line, Puzzle, counted, is_single, members
from ....core.proofs.tracing import Change, Excluded, Nogood, Solution, Step, Tracer, Use, Weights
from ..facts import Conclusion, Fact, Start
from ..phrasing import Phrasing, inferred, listed, sentence
from ..steps import ArgumentStep, Inference, Kind


class _Group(NamedTuple):
    """A step of the proof, none in the beginning, and all that becomes known by it."""

    step: Step | None
    follows: Excluded


def argument_steps(
    puzzle: Puzzle, tracer: Tracer, events: Iterable[Step | Change]
) -> list[ArgumentStep]:
    """The steps of an argument.

    Args:
        puzzle: the puzzle of the proof.
        tracer: has read the proof.
        events: what it traced.
    """
    groups = [_Group(None, {})]
    writer = _Writer(puzzle, tracer)
    for event in events:
        if not isinstance(event, Change):
            groups.append(_Group(event, {}))
            continue
        known = writer.known if event.hint == 0 else groups[-1].follows
        for variable, bits in event.follows.items():
            known[variable] = known.get(variable, 0) | bits
    nogoods = [group.step for group in groups if isinstance(group.step, Nogood)]
    writer.used = {use.hint for step in nogoods for use in step.uses if not writer.is_end(step)}
    for group in groups:
        writer.add(*group)
    return writer.found


class _Writer:
    """Writes the steps in order."""

    def __init__(self, puzzle: Puzzle, tracer: Tracer) -> None:
        self.puzzle, self.tracer, self.phrasing = puzzle, tracer, Phrasing(puzzle)
        self.colours = puzzle.colours_by_use()
        self.known: Excluded = {}
        """What is known at the root."""
        self.used: set[int] = set()
        """The numbers, in the proof, of the steps that others than the last name."""
        self.numbers: dict[int, int] = {}
        """The numbers of the steps by those in the proof."""
        self.found: list[ArgumentStep] = []
        self.size = puzzle.board.size
        self.lines = puzzle.lines
        self.blocks = {
            variable: (puzzle.lines[line], number)
            for line, variables in enumerate(tracer.blocks)
            for number, variable in enumerate(variables)
        }

    def is_end(self, step: Nogood) -> bool:
        """Whether a step ends the argument."""
        end = self.tracer.end
        return end is not None and step.id == end.id

    def add(self, step: Step | None, follows: Excluded) -> None:
        """The next step, with what follows from it, and line by line after it."""
        match step:
            case None:
                text = self._by_lines(follows, self.known)
                if text:
                    self._append(None, "lines", text, follows)
            case Nogood():
                self._end(step) if self.is_end(step) else self._nogood(step, follows)
            case Weights():
                self._append(step, "weights", self._weights(step.weights), {})
            case Solution() if step.id in self.used or self.tracer.claim != "unique":
                number = sum(one.kind == "solution" for one in self.found) + 1
                text = f"Picture {number} below satisfies all clues."
                if self.tracer.claim != "multiple":
                    text += " What follows is about any others."
                self._append(step, "solution", text, {})

    def _append(
        self,
        step: Step | None,
        kind: Kind,
        text: str,
        follows: Excluded,
        links: Sequence[Inference] = (),
    ) -> None:
        number = len(self.found) + 1
        assumed = self._assumed(step) if isinstance(step, Nogood) else []
        premises = {fact for link in links for fact in link.because if isinstance(fact, Fact)}
        uses = {link.step for link in links if link.step is not None}
        number_of = self.puzzle.board.number
        because = sorted(
            fact
            for fact in premises
            if self._bits(fact) & ~self.known.get(number_of(fact.row, fact.column), 0) == 0
        )
        cells = tuple(self._conclusion(v, follows[v], self.known) for v in self._cells(follows))
        if step is not None:
            self.numbers[step.id] = number
        for variable, bits in follows.items():
            self.known[variable] = self.known.get(variable, 0) | bits
        self.found.append(
            ArgumentStep(
                number,
                kind,
                tuple(assumed),
                tuple(links),
                cells,
                tuple(because),
                tuple(sorted(uses)),
                text,
            )
        )

    # The kinds of steps.

    def _nogood(self, step: Nogood, follows: Excluded) -> None:
        facts = self._assumed(step)
        links = self._links(step)
        parts = self._facts(facts)
        end = f"Then {self._failure(step, links)}." if links else "That is excluded already."
        so = "So not both." if len(facts) == 2 else "So not all of this."
        if len(facts) == 1:
            variable, bits = step.facts[0]
            (opposite,) = self._facts([self._fact(variable, bits)])
            so = f"So {opposite}."
            known = self.known.get(variable, 0) | bits & int(self.tracer.initial[variable])
            after = self._by_lines(follows, {**self.known, variable: known}, "After that")
            so = " ".join(filter(None, (so, after)))
        self._append(step, "nogood", f"Suppose {_joined(parts)}. {end} {so}", follows, links)

    def _end(self, step: Nogood) -> None:
        claim = self.tracer.claim
        links = self._links(step)
        so = {
            "none": "there is no solution",
            "unique": "the solution is the only one",
        }.get(claim, f"there are no more than these {claim.removeprefix('count ')} solutions")
        hints = [use.hint for use in step.uses]
        if step.facts:
            text = f"That {_joined(self._facts(self._assumed(step)))} contradicts the clues: {so}."
        elif len(hints) == 1 and isinstance(self.tracer.earlier.get(hints[0]), Solution):
            links = []
            text = f"Every cell is decided: {so}."
        else:
            text = sentence(f"{self._failure(step, links)}: {so}.")
        self._append(step._replace(facts=[]), "end", text, {}, links)

    def _failure(self, step: Nogood, links: Sequence[Inference]) -> str:
        """What cannot be at the end of a step."""
        last = links[-1]
        if last.line is not None:
            return f"{last.line} cannot be completed"
        match self.tracer.earlier[step.uses[-1].hint]:
            case Weights():
                return f"the weights of step {last.step} do not agree"
            case Solution():
                return "only the picture of an earlier step is left"
            case Nogood():
                return f"all that step {last.step} excludes would be so"

    def _by_lines(self, follows: Excluded, known: Excluded, when: str = "") -> str:
        """How many cells are decided line by line, in words; empty if none are."""
        decided = left = 0
        for variable in range(self.size):
            before = self._left(variable, known)
            after = before & ~follows.get(variable, 0)
            decided += not is_single(before) and is_single(after)
            left += not is_single(after)
        if not decided:
            return ""
        number = counted(decided, "more cell" if when else "cell")
        text = f"{number} can be decided, one line at a time"
        if not left:
            text = "every cell can be decided, one line at a time"
        elif not when:
            text = f"{decided} of the {self.size} cells can be decided, one line at a time"
        return sentence(f"{when}, {text}." if when else f"{text}.")

    def _weights(self, weights: dict[tuple[int, int], int]) -> str:
        """Weights in words: lines with equal weights together."""
        phrasing, sign = self.phrasing, _sign(weights)
        groups: dict[tuple[int, int], list[Line]] = {}
        for (line, colour), weight in weights.items():
            if weight:
                groups.setdefault((colour, sign * weight), []).append(self.lines[line])
        parts: dict[int, list[str]] = {}
        for (colour, weight), lines in sorted(groups.items(), key=lambda group: -group[0][1]):
            parts.setdefault(colour, []).append(f"{weight} in {phrasing.lines(sorted(lines))}")
        texts = []
        for colour, each in parts.items():
            name = phrasing.names[self.colours[colour]] if colour >= 0 else "coloured"
            if self.puzzle.has_one_colour:
                name = phrasing.names[1]
            texts.append(f"each {name} cell weighs {_joined(each)}")
        axes = {self.lines[line].axis for (line, _), weight in weights.items() if weight}
        ways = [f"{axis} by {axis}" for axis in self.puzzle.board.axes]
        both = "Where a row and a column both have one, they add up. "
        if not self.puzzle.board.table:
            ways = [f"by the lines of direction {axis}" for axis in self.puzzle.board.axes]
            both = "Where several lines of a cell have one, they add up. "
        return (
            f"Give the cells weights: {_joined(texts)}. {both * (len(axes) > 1)}"
            f"The picture weighs the same, {listed(ways, 'or')}."
        )

    # The links of a step.

    def _links(self, step: Nogood) -> list[Inference]:
        known = dict(self.known)
        for variable, bits in step.facts:
            known[variable] = known.get(variable, 0) | self._excluded(variable, bits)
        links = []
        for use in step.uses:
            links.append(self._link(use, known))
            for variable, bits in self.tracer.follows(use).items():
                known[variable] = known.get(variable, 0) | bits
        return links

    def _link(self, use: Use, known: Excluded) -> Inference:
        because = [self._fact(v, bits) for v, bits in sorted(use.because.items())]
        follows = self.tracer.follows(use)
        cells = tuple(self._conclusion(v, follows[v], known) for v in self._cells(follows))
        starts = tuple(self._start(v, follows[v]) for v in sorted(follows) if v >= self.size)
        if use.hint < 0:
            line = self.lines[-1 - use.hint]
            text = self._line_sentence(line, because, cells, starts)
            return Inference(line, None, tuple(because), cells, starts, text)
        number = self.numbers.get(use.hint, 0)
        text = self._step_sentence(use, number, because, cells, starts)
        return Inference(None, number, tuple(because), cells, starts, text)

    def _line_sentence(
        self,
        line: Line,
        because: Sequence[Fact | Start],
        cells: Sequence[Conclusion],
        starts: Sequence[Start],
    ) -> str:
        phrasing = self.phrasing
        facts = [fact for fact in because if isinstance(fact, Fact)]
        blocks = [phrasing.start(fact) for fact in because if isinstance(fact, Start)]
        known = listed([*filter(None, [phrasing.known(line, facts)]), *blocks])
        after = [*filter(None, [phrasing.follows(line, cells)]), *map(phrasing.start, starts)]
        return inferred(phrasing, line, known, listed(after))

    def _step_sentence(
        self,
        use: Use,
        number: int,
        because: Sequence[Fact | Start],
        cells: Sequence[Conclusion],
        starts: Sequence[Start],
    ) -> str:
        earlier = self.tracer.earlier[use.hint]
        after = _joined([*self._conclusions(cells), *self._facts(starts)])
        if isinstance(earlier, Weights):
            return f"By the weights of step {number}: {self._sums(earlier.weights, use.because)}."
        if isinstance(earlier, Solution):
            if not after:
                return f"This is the picture of step {number} again."
            return f"All other cells are as in the picture of step {number}, so {after}."
        known = _joined(self._facts(because))
        if not after:
            return f"But step {number} excludes that {known}."
        return f"By step {number}: {f'since {known}, ' * bool(known)}{after}."

    def _sums(self, weights: dict[tuple[int, int], int], because: Excluded) -> str:
        """How weights contradict what is known."""
        tracer = self.tracer
        for variable, bits in because.items():
            tracer.state[variable] &= ~bits
        totals = tracer.totals(weights)
        tracer.state[:] = tracer.initial
        if _sign(weights) < 0:
            totals = [(-most, -least) for least, most in totals]
        names = [self.phrasing.direction(axis) for axis in self.puzzle.board.axes]
        heavy = max(range(len(names)), key=lambda axis: totals[axis][0])
        light = min(range(len(names)), key=lambda axis: totals[axis][1])
        least, most = totals[heavy][0], totals[light][1]
        return f"{names[heavy]} weigh at least {least}, {names[light]} at most {most}"

    # Facts.

    def _assumed(self, step: Nogood) -> list[Fact | Start]:
        """The facts of a step, as they are assumed."""
        return [self._fact(v, self._excluded(v, bits)) for v, bits in step.facts]

    def _cells(self, variables: Iterable[int]) -> list[int]:
        return sorted(variable for variable in variables if variable < self.size)

    def _excluded(self, variable: int, bits: int) -> int:
        """What a fact of the proof excludes."""
        return int(self.tracer.initial[variable]) & ~bits

    def _left(self, variable: int, known: Excluded) -> int:
        return int(self.tracer.initial[variable]) & ~known.get(variable, 0)

    def _colours(self, bits: int) -> tuple[int, ...]:
        return tuple(sorted(self.colours[bit] for bit in members(bits)))

    def _bits(self, fact: Fact) -> int:
        """What a fact excludes, as the proof has it."""
        kept = {self.colours.index(colour) for colour in fact.colours}
        return sum(1 << bit for bit in range(len(self.colours)) if bit not in kept)

    def _fact(self, variable: int, excluded: int) -> Fact | Start:
        """What is known of a cell or block that cannot have some values."""
        if variable >= self.size:
            return self._start(variable, excluded)
        left = self._colours(int(self.tracer.initial[variable]) & ~excluded)
        return Fact(*self.puzzle.board.place(variable), left)

    def _start(self, variable: int, excluded: int) -> Start:
        left = int(self.tracer.initial[variable]) & ~excluded
        first = (left & -left).bit_length() - 1
        return Start(*self.blocks[variable], first, left.bit_length() - 1)

    def _conclusion(self, variable: int, excluded: int, known: Excluded) -> Conclusion:
        left = self._left(variable, known) & ~excluded
        row, column = self.puzzle.board.place(variable)
        return Conclusion(row, column, self._colours(excluded), self._colours(left))

    def _facts(self, facts: Iterable[Fact | Start]) -> list[str]:
        """Facts in words, those of a row together."""
        facts = [*facts]
        places = sorted(fact for fact in facts if isinstance(fact, Fact))
        cells = [(fact.row, fact.column, fact.colours) for fact in places]
        starts = [fact for fact in facts if isinstance(fact, Start)]
        texts = [self.phrasing.start(start, is_inside=False) for start in starts]
        return [*self.phrasing.places(cells), *texts]

    def _conclusions(self, cells: Sequence[Conclusion]) -> list[str]:
        phrasing = self.phrasing
        return [f"{phrasing.cell(one.row, one.column)} is {phrasing.after(one)}" for one in cells]


def _sign(weights: dict[tuple[int, int], int]) -> int:
    """The sign with which weights are shown: most of them are positive."""
    return -1 if sum(weights.values()) < 0 else 1


def _joined(parts: Sequence[str]) -> str:
    """Parts of a sentence, which may have commas of their own.

    >>> _joined(["a", "b", "c"])
    'a; b; and c'
    """
    return " and ".join(parts) if len(parts) < 3 else "; ".join([*parts[:-1], f"and {parts[-1]}"])

"""Estimates of the number of solutions, with samples and marginals, where nothing can be counted.

A run follows a frontier of at most K states from one end of the puzzle to the other; where there
are more, states are dropped at random and the others weigh more, so that the expected result is
exactly the number of solutions. Runs that keep the best states instead count some of the solutions,
which proves a lower bound.

That an estimate has the right expectation does not make it right: a single run, and all runs
together, may miss rare states with many solutions, and the spread of runs does not show it. So
there is no confidence interval. An estimate is declined where runs disagree visibly.

Source: Fearnhead and Clifford, "On-line inference for hidden Markov models via particle filters"
(Journal of the Royal Statistical Society B 65, 2003).
"""

from __future__ import annotations

import math
import operator
import random
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from ..base.arguments import checked
from ..base.display import Displayable
from ..base.errors import decimal
from ..base.plain import Plain
from ..base.progress import report
from ..kernel import interface
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..model.query import Query
from ..options.limits import LimitReached, Limits, Meter, Stats
from ..options.options import Options
from ..solver.bounds import Bounds, Status
from ..solver.engines import query_of
from ..solver.logged import question

#: The variants of a run: tempering, and whether the puzzle is followed by columns.
VARIANTS = tuple(
    (tempering, by_columns) for tempering in (0.6, 0.9) for by_columns in (False, True)
)

#: The tempering of runs that keep the best states.
_BEST = 0.9

#: The width of the first round; it doubles from round to round.
_FIRST_WIDTH = 1000

#: States of a run that draws pictures, at most: it keeps them all.
_WIDTH_TO_DRAW = 3000

#: An estimate is declined beyond this relative deviation of runs, or this factor between variants.
MOST_DEVIATION, MOST_DISAGREEMENT = 0.5, 2.0


class Run(NamedTuple):
    """One run, an estimate by itself."""

    width: int
    """States kept at most (K)."""
    tempering: float
    """How far the expected completions of lines are trusted, from 0 to 1."""
    by_columns: bool
    """Column by column instead of row by row."""
    log10: float | None
    """The decimal logarithm of its estimate; None if it found no solution."""

    @property
    def value(self) -> float | None:
        """Its estimate; None beyond floating-point numbers."""
        return 0.0 if self.log10 is None else _value(self.log10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate(Displayable, Plain):
    """The answer of `estimate`: a number of solutions that is not proven, or why there is none.

    It is not a number: read ``value``. Only ``at_least`` and ``is_exact`` are proven.
    """

    value: float | int | None = None
    """The estimated number of solutions: an integer if it is exact; None if declined, or if it is
    beyond floating-point numbers (then ``log10`` has it)."""
    log10: float | None = None
    """The decimal logarithm of the estimate; None if declined or 0."""
    is_exact: bool = False
    """Nothing was dropped, and the number is below 2^53: the value is the number of solutions,
    proven."""
    at_least: int
    """Solutions that are proven to exist."""
    runs: tuple[Run, ...]
    """Every run, in order. The estimate is the mean of those of the last two complete rounds, which
    have a run of each variant, weighted by width."""
    deviation: float | None = None
    """The standard deviation of the runs of these rounds, relative to their mean; or None."""
    disagreement: float | None = None
    """The greatest mean of a variant in these rounds over the least; None if the least is 0."""
    reason: str = ""
    """Why it declines to give a value; empty if it gives one."""
    stats: Stats
    stopped_by: str | None = None
    """The limit that ended the last round ("seconds", "memory", …), or None; "memory" also if a
    state takes too many machine words."""
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    _query: Query | None = field(default=None, compare=False, repr=False)

    shown: ClassVar = ("value", "log10", "text")
    forms: ClassVar = {"value": str | None, "at_least": str}

    @property
    def status(self) -> Status:
        """What is proven about the existence of a solution."""
        return Bounds(self.at_least, self.at_least if self.is_exact else None).status

    @property
    def text(self) -> str:
        """The answer in words."""
        return str(self)

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON values, the numbers of solutions in digits."""
        value = None if self.value is None else decimal(round(self.value))
        return Plain.to_dict(self) | {"value": value, "at_least": decimal(self.at_least)}

    def __str__(self) -> str:
        if self.is_exact:
            return f"{decimal(int(self.value or 0))} (exact: nothing was left out)"
        proven = f"proven: at least {decimal(self.at_least)}"
        if self.log10 is None:
            return f"no estimate: {self.reason}; {proven}"
        return f"about {_rounded(self.log10)} (an estimate, not proven; {proven})"

    def __repr__(self) -> str:
        return f"<Estimate: {self}>"

    @checked
    def sample(self, number: int = 1, *, seed: int = 0) -> Sample:
        """Pictures that are drawn nearly uniformly from all solutions.

        New runs of at most 3,000 states are made and kept. A run is chosen with a probability
        proportional to its estimate (importance resampling), and pictures are drawn from it
        uniformly by weight. With more runs the pictures come closer to uniform.

        Args:
            number: pictures to draw.
            seed: the same seed gives the same pictures, unless time or memory ends.

        Raises:
            LimitReached: no run found a solution, with or without a limit that ended them.
            OptionError: a wrong argument.

        >>> estimated = estimate(Puzzle([[1]] * 5, [[1]] * 5))
        >>> len(estimated.sample(3).pictures)
        3
        """
        assert self._query is not None
        return _sample(self._query, number, seed, self.is_exact)


class Sample(NamedTuple):
    """Pictures drawn nearly uniformly, and marginals estimated from the same runs."""

    pictures: tuple[Picture, ...]
    """The pictures; they depend on each other only by the runs that they share."""
    runs: int
    """Runs that had solutions."""
    effective_runs: float
    """The effective sample size: as good as this number of runs with equal estimates. Far below
    ``runs``, or near 1, the pictures are not uniform."""
    marginals: tuple[tuple[tuple[float, ...], ...], ...]
    """Estimated share of the solutions with a colour in a cell: rows x columns x colours."""
    errors: tuple[tuple[tuple[float, ...], ...], ...]
    """Standard errors of these, from the differences between runs; as uncertain as the estimate."""


@question(kernel_only="makes no estimates")
def estimate(
    puzzle: Puzzle,
    *,
    seconds: float | None = None,
    width: int | None = None,
    seed: int = 0,
    grid: Grid | None = None,
    limits: Limits | None = None,
    options: Options | None = None,
) -> Estimate:
    """Estimate the number of solutions. Not proven; `count` proves.

    Rounds of runs are made, each with twice the states of the one before, until the time ends, the
    greatest width is reached or nothing was dropped (then a value below 2^53 is exact). Ctrl-C also
    ends them: the result is that of the runs before, and ``stopped_by`` is ``"interrupt"``.

    Args:
        puzzle: what to count.
        seconds: wall-clock seconds, if ``limits`` has none. One second if neither these, nodes nor
            the width are limited.
        width: the greatest width, in states. With it and without a limit on time, the result
            depends on the seed alone.
        seed: of the random choices.
        grid: known cells; only solutions that agree with it are counted.
        limits: bounds on the work: seconds, nodes and memory.
        options: the techniques before the runs.

    Raises:
        PuzzleError: the grid does not fit the puzzle.
        EngineError: the kernel is missing.
        OptionError: an argument of another type.

    >>> estimated = estimate(Puzzle([[1]] * 5, [[1]] * 5))
    >>> estimated.value, estimated.is_exact
    (120, True)
    >>> wide = Puzzle([[1]] * 13, [[1]] * 13)
    >>> estimated = estimate(wide, width=1000, seed=1)
    >>> estimated.is_exact, 0.9 < estimated.value / 6227020800 < 1.1
    (False, True)
    """
    query = query_of(puzzle, grid, limits, "kernel", options)
    limits = query.meter.limits
    if width is None and seconds is None and limits.nodes is None:
        seconds = 1.0
    if limits.seconds is None and seconds is not None:
        query = query._replace(meter=Meter(limits.replace(seconds=seconds), Stats()))
    return _Rounds(query, seed).run(width)


class _Rounds:
    """Rounds of runs with growing width."""

    def __init__(self, query: Query, seed: int) -> None:
        self._query = query
        self._seeds = random.Random(seed)
        self._kernel = _estimator(query, query.meter.limits)
        self._runs: list[Run] = []
        self._rounds: list[list[Run]] = []
        """The complete ones."""
        self._best = [-math.inf, -math.inf]
        """The logarithms of the lower bounds by rows and by columns, of the latest runs."""
        self._stopped_by: str | None = None

    def run(self, most: int | None) -> Estimate:
        width = _FIRST_WIDTH if most is None else min(most, _FIRST_WIDTH)
        try:
            with self._query.meter:
                while not self._is_over(width) and width != most:
                    width = 2 * width if most is None else min(most, 2 * width)
        except LimitReached as reached:
            self._stopped_by = reached.limit
        except KeyboardInterrupt:
            self._stopped_by = "interrupt"
        finally:
            self._query.meter.stats.update(self._kernel.stats())
        return self._estimate()

    def _is_over(self, width: int) -> bool:
        """Make a round; whether it was the last, whatever the widths."""
        # Where the better bound is expected: each direction once, then the better one.
        by_columns = self._best[0] > -math.inf and self._best[0] < self._best[1]
        if len(self._rounds) == 1:
            by_columns = True
        bound = self._one(width, _BEST, by_columns, None)
        if bound is None or self._kernel.is_complete:
            return True
        self._best[by_columns] = -1.0 if bound.log10 is None else bound.log10
        runs = []
        for tempering, by_columns in VARIANTS:
            run = self._one(width, tempering, by_columns, self._seeds.getrandbits(63))
            if run is None:
                return True
            runs.append(run)
            self._runs.append(run)
            report(runs=len(self._runs), at_least=self._at_least)
            if self._kernel.is_complete:
                return True
        self._rounds.append(runs)
        return False

    def _one(self, width: int, tempering: float, by_columns: bool, seed: int | None) -> Run | None:
        """A run, at random with a seed; None where a limit stopped it."""
        found = self._kernel.run(by_columns, width, tempering, seed is not None, seed or 0, False)
        if isinstance(found, str):
            self._stopped_by = found
            return None
        return Run(width, tempering, by_columns, _log10(found))

    @property
    def _at_least(self) -> int:
        return int.from_bytes(self._kernel.at_least, "little")

    def _estimate(self) -> Estimate:
        query, at_least = self._query, self._at_least
        found = Estimate(
            at_least=at_least,
            runs=tuple(self._runs),
            stats=query.meter.stats,
            stopped_by=self._stopped_by,
            puzzle=query.puzzle,
            _query=query,
        )
        log10 = math.log10(at_least) if at_least else None
        if self._kernel.is_complete:
            # Beyond 2^53 even a run that drops nothing is rounded down.
            is_exact = at_least < 2**53
            value = at_least if is_exact or log10 is None else _value(log10)
            how: dict[str, Any] = {"is_exact": is_exact, "deviation": 0.0, "disagreement": 1.0}
            return replace(found, value=value, log10=log10, **how)
        latest = [run for runs in self._rounds[-2:] for run in runs]
        if not latest:
            reason = f"no round of runs was completed ({self._stopped_by})"
            return replace(found, reason=reason)
        mean, deviation, disagreement = _spread(latest)
        reason = _reason(latest, deviation, disagreement)
        found = replace(found, deviation=deviation, disagreement=disagreement, reason=reason)
        if reason or mean is None:
            return found
        log10 = mean if log10 is None else max(mean, log10)
        return replace(found, value=_value(log10), log10=log10)


def _spread(runs: Sequence[Run]) -> tuple[float | None, float | None, float | None]:
    """Logarithm of the mean by width, relative deviation, and the factor between variants."""
    found = [run.log10 for run in runs if run.log10 is not None]
    if not found:
        return None, None, None
    greatest = max(found)
    shares = [0.0 if run.log10 is None else 10 ** (run.log10 - greatest) for run in runs]
    mean = statistics.fmean(shares, [run.width for run in runs])
    variants: dict[tuple[float, bool], float] = defaultdict(float)
    for share, run in zip(shares, runs, strict=True):
        variants[run.tempering, run.by_columns] += share * run.width
    least = min(variants.values())
    disagreement = max(variants.values()) / least if least else None
    return greatest + math.log10(mean), statistics.stdev(shares) / mean, disagreement


def _reason(runs: Sequence[Run], deviation: float | None, disagreement: float | None) -> str:
    """Why there is no estimate from these runs; empty if there is one."""
    zeros = sum(run.log10 is None for run in runs)
    if zeros:
        return f"{zeros} of {len(runs)} runs found no solution"
    if disagreement is not None and disagreement > MOST_DISAGREEMENT:
        return f"variants of the runs differ by a factor of {disagreement:.3g}"
    if deviation is not None and deviation > MOST_DEVIATION:
        return f"runs deviate by {deviation:.0%} from their mean"
    return ""


# Samples.

#: Runs to draw from, and pictures of each for the marginals.
_RUNS_TO_DRAW, _PICTURES_OF_A_RUN = 32, 64


def _sample(query: Query, number: int, seed: int, is_exact: bool) -> Sample:
    """Runs until there are enough or a limit ends them, and pictures of them."""
    puzzle, chance = query.puzzle, random.Random(seed)
    kernel = _estimator(query, query.meter.limits)
    lots: list[tuple[float, list[bytes]]] = []  # logarithm of the estimate, and pictures
    stopped_by = None
    size = puzzle.board.size
    wanted = max(_PICTURES_OF_A_RUN, number)
    with Meter(query.meter.limits, Stats()):
        for index in range(1 if is_exact else _RUNS_TO_DRAW):
            tempering, by_columns = VARIANTS[index % len(VARIANTS)]
            found = kernel.run(
                by_columns, _WIDTH_TO_DRAW, tempering, True, chance.getrandbits(63), True
            )
            if isinstance(found, str):
                stopped_by = found
                break
            log10 = _log10(found)
            if log10 is not None:
                drawn = kernel.draw(wanted, chance.getrandbits(63))
                lots.append((log10, [drawn[at : at + size] for at in range(0, len(drawn), size)]))
    if not lots:
        raise LimitReached(stopped_by or "runs", "no run has found a solution")
    greatest = max(log10 for log10, _ in lots)
    weights = [10 ** (log10 - greatest) for log10, _ in lots]
    left = [iter(pictures) for _, pictures in lots]
    chosen = chance.choices(range(len(lots)), weights, k=number)
    pictures = tuple(
        Picture.from_cells(next(left[index]), puzzle.board, puzzle.colours) for index in chosen
    )
    effective = math.fsum(weights) ** 2 / math.fsum(weight**2 for weight in weights)
    shares, errors = _marginals(puzzle, weights, [lot for _, lot in lots])
    return Sample(pictures, len(lots), effective, shares, errors)


_Table = tuple[tuple[tuple[float, ...], ...], ...]


def _marginals(
    puzzle: Puzzle, weights: Sequence[float], lots: Sequence[Sequence[bytes]]
) -> tuple[_Table, _Table]:
    """Estimated marginals and their standard errors, as a ratio of weighted sums over runs."""
    total = math.fsum(weights)

    def of(cell: int, colour: int) -> tuple[float, float]:
        shares = [sum(cells[cell] == colour for cells in lot) / len(lot) for lot in lots]
        mean = math.fsum(map(operator.mul, weights, shares)) / total
        if len(lots) == 1:
            return mean, math.sqrt(mean * (1 - mean) / len(lots[0]))
        spread = math.fsum(
            (weight * (share - mean)) ** 2 for weight, share in zip(weights, shares, strict=True)
        )
        return mean, math.sqrt(spread * len(lots) / (len(lots) - 1)) / total

    colours = range(len(puzzle.colours))
    cells = [[of(cell, colour) for colour in colours] for cell in range(puzzle.board.size)]

    def part(index: int) -> _Table:
        return puzzle.board.rows(tuple(tuple(each[index] for each in cell) for cell in cells))

    return part(0), part(1)


# Numbers.


def _estimator(query: Query, limits: Limits) -> interface.compiled.Estimator:
    return interface.compiled.Estimator(
        *interface.subject_of(query), *interface.kernel_limits(limits)[:3]
    )


def _log10(found: tuple[float, int]) -> float | None:
    """Of mantissa x 2^exponent; None for 0."""
    mantissa, exponent = found
    return math.log10(mantissa) + exponent * math.log10(2) if mantissa else None


def _value(log10: float) -> float | None:
    """None beyond floating-point numbers."""
    return 10**log10 if log10 < 308 else None


def _rounded(log10: float) -> str:
    """Three digits: 12,300 or 1.23e+45."""
    if log10 < 6:
        return f"{float(f'{10**log10:.3g}'):,.0f}"
    exponent = math.floor(log10)
    return f"{10 ** (log10 - exponent):.2f}e+{exponent}"

"""The kernel: the same model at the speed of the machine, and the thin Python door to it.

Domains are held implicitly, as sets of colours per cell: after arc consistency the placements of
a line are exactly those that agree with the candidates of its cells. The C++ files of this folder
hold one idea each; their opening paragraphs tell it. Nothing but small plain data crosses the
door, and the whole search runs on the other side, with the interpreter's lock released.

Where the compiled module is missing (there was no compiler when the package was installed),
`REASON` says why and every call raises `EngineError`.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from weakref import WeakKeyDictionary

from ..common.errors import EngineError, OptionError
from ..common.limits import LimitReached, Limits, Meter, Stats
from ..common.options import Options
from ..model.clue import Clue
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle

REASON = ""
"""Why the kernel cannot be used; empty when it can."""

try:
    import _nonocsp_kernel as _kernel

    if _kernel.interface != 5:
        REASON = "the compiled kernel is of another version: install the package again"
except ImportError as error:
    REASON = f"the compiled kernel is not installed ({error})"

_MOST = 2**64 - 1

#: Puzzles as the kernel holds them, as long as somebody holds the puzzle.
_compiled: WeakKeyDictionary[Puzzle, _kernel.Puzzle] = WeakKeyDictionary()


def pictures(
    puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter, *, two_suffice: bool = False
) -> Iterator[Picture]:
    """Every solution of a puzzle, each once, in an order fixed by puzzle, options and seed.

    Args:
        puzzle, grid, options, meter: as for every engine.
        two_suffice: only two solutions are wanted, in whatever order is fastest.

    Raises:
        EngineError: the kernel is missing, or the puzzle is larger than it takes.
        LimitReached: a limit of the meter was reached.
    """
    search = _search(puzzle, grid, options, meter.limits, two_suffice)
    columns, colours = len(puzzle.columns), puzzle.colours
    stats = meter.stats
    while True:
        found = search.next()
        note(search.stats(), stats)
        if found is None:
            return
        if isinstance(found, str):
            raise LimitReached(found)
        yield Picture.from_cells(found, columns, colours)


def propagated(
    puzzle: Puzzle, grid: Grid | None = None, limits: Limits | None = None
) -> Grid | None:
    """What tightening every line, until nothing changes, leaves of the candidates.

    Returns None if some line has no placement.

    Raises:
        EngineError: the kernel is missing, or the puzzle is larger than it takes.
        LimitReached: time or memory did not suffice.

    >>> print(propagated(Puzzle([[3], [1]], [["?"], [1], [1], [1]])))
    ?##?
    ?__?
    """
    limits = limits or Limits()
    colours = puzzle.block_colours
    seconds, _, memory = bounds(limits)
    left = _kernel.propagated(compiled(puzzle), words(grid), seconds, memory)
    if left is None:
        return None
    if isinstance(left, str):
        raise LimitReached(left)
    return Grid(unpacked(left, colours), puzzle.shape[1], colours)


class KernelLineDomain:
    """One line's domain as the kernel sees it; the definitions are those of `nonocsp.line`.

    Args:
        clue: the blocks, or None for an absent clue.
        length: cells of the line, 1 to 10,239.
        colours: number of block colours.

    Candidates are masks as in `nonocsp.line`: bit ``c`` of a cell's mask for colour ``c``.

    Raises:
        EngineError: the kernel is missing.
        ValueError: a length, mask, cell or colour that the line does not have.

    >>> from nonocsp import Block
    >>> line = KernelLineDomain((Block(3),), 4)
    >>> line.tighten([3, 3, 3, 3]), line.count([3, 3, 3, 3])
    ((3, 2, 2, 3), 2)
    >>> line.explain([3, 3, 3, 1], cell=0, colour=0)
    ((3, 1),)
    """

    def __init__(self, clue: Clue | None, length: int, colours: int = 1) -> None:
        require()
        self.length, self.colours = length, colours
        self._line = _kernel.Line(length, colours, *_flat([clue]))

    def tighten(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        """The candidates that some placement supports; None if there is no placement."""
        left = self._line.tighten(self._words(candidates))
        return None if left is None else tuple(unpacked(left, self.colours))

    def feasible(self, candidates: Sequence[int]) -> bool:
        """Whether any placement agrees with the candidates."""
        return self._line.feasible(self._words(candidates))

    def count(self, candidates: Sequence[int]) -> int:
        """The exact number of placements that agree with the candidates."""
        return int.from_bytes(self._line.count(self._words(candidates)), "little")

    def explain(
        self, candidates: Sequence[int], cell: int, colour: int
    ) -> tuple[tuple[int, int], ...] | None:
        """A minimal set of missing candidates that forces a colour out of a cell.

        Each is a pair (cell, colour): "this cell cannot have this colour". With ``cell=-1`` it is
        a set that leaves the line without any placement. None if nothing of the kind is forced.
        """
        because = self._line.explain(self._words(candidates), cell, colour)
        return None if because is None else tuple(because)

    def reason(
        self, candidates: Sequence[int], exclusions: Mapping[int, int], order: Sequence[int]
    ) -> tuple[int, ...] | None:
        """Cells that force colours out of cells, none of which can be spared, ascending.

        Args:
            candidates: what is known. Of an excluded colour's own cell it does not count.
            exclusions: for cells, bits of the colours; without any, that there is no placement.
            order: the cells that may be named, those that are rather kept first.

        None if it is not forced. Cost: a tightening for each of these cells.

        >>> from nonocsp import Block
        >>> KernelLineDomain((Block(2), Block(1)), 6).reason([3, 3, 3, 1, 3, 3], {1: 0b01}, [3])
        (3,)
        """
        excluded = None
        if exclusions:
            masks = [0] * self.length
            for cell, mask in exclusions.items():
                masks[cell] = mask
            excluded = self._words(masks)
        cells = array("i", order).tobytes()
        because = self._line.reason(self._words(candidates), excluded, cells)
        return None if because is None else tuple(sorted(because))

    def placements(self, candidates: Sequence[int], limit: int) -> list[bytes]:
        """The first placements that agree with the candidates, in lexicographic order."""
        if limit < 0:
            raise ValueError(f"a limit is 0 or more, not {limit}")
        limit = min(limit, _MOST)
        return self._line.placements(self._words(candidates), limit)

    def seconds_to_tighten(self, candidates: Sequence[int], repeats: int = 10_000) -> float:
        """Mean seconds of one tightening inside the kernel, the door to Python not included."""
        return self._line.seconds_to_tighten(self._words(candidates), repeats)

    def _words(self, candidates: Sequence[int]) -> bytes:
        if len(candidates) != self.length:
            raise ValueError(f"{self.length} masks are expected, not {len(candidates)}")
        if not 0 <= min(candidates) <= max(candidates) < 2 << self.colours:
            raise ValueError(f"a mask speaks of a colour outside 0 to {self.colours}")
        return packed(candidates, self.colours)


def takes(length: int) -> bool:
    """Whether the kernel is there and takes lines of so many cells."""
    return not REASON and length <= _kernel.longest_line


def require() -> None:
    """Raises `EngineError` if the compiled module is missing."""
    if REASON:
        raise EngineError(REASON)


def _search(
    puzzle: Puzzle, grid: Grid | None, options: Options, limits: Limits, two_suffice: bool
) -> _kernel.Search:
    return _kernel.Search(
        compiled(puzzle),
        words(grid),
        settings(options),
        two_suffice,
        *bounds(limits),
    )


def bounds(limits: Limits) -> tuple[float, int, int]:
    """Seconds, nodes and bytes of memory as the compiled module takes them."""
    seconds = math.inf if limits.seconds is None else float(limits.seconds)
    nodes = _MOST if limits.nodes is None else min(limits.nodes, _MOST)
    memory = _MOST if limits.memory is None else min(limits.memory, _MOST)
    return seconds, nodes, memory


def note(counted: Mapping[str, int | float], stats: Stats) -> None:
    """Put what the compiled module counted into its fields."""
    for name, value in counted.items():
        setattr(stats, name, value)


def compiled(puzzle: Puzzle) -> _kernel.Puzzle:
    """The puzzle as the compiled module holds it."""
    require()
    held = _compiled.get(puzzle)
    if held is None:
        rows, columns = puzzle.shape
        if not takes(max(rows, columns)):
            raise EngineError(f"the kernel takes lines of up to {_kernel.longest_line} cells")
        colours = puzzle.block_colours
        held = _kernel.Puzzle(rows, columns, colours, *_flat((*puzzle.rows, *puzzle.columns)))
        _compiled[puzzle] = held
    return held


def _flat(clues: Sequence[Clue | None]) -> tuple[bytes, bytes, bytes]:
    """Clues as arrays: blocks of each (-1: absent), lengths (0: unknown) and colours of all."""
    blocks = [block for clue in clues for block in clue or ()]
    sizes = array("i", [-1 if clue is None else len(clue) for clue in clues])
    lengths = array("i", [block.length or 0 for block in blocks])
    return sizes.tobytes(), lengths.tobytes(), bytes([block.colour for block in blocks])


def words(grid: Grid | None) -> bytes | None:
    """The candidates of a grid as the compiled module takes them."""
    return None if grid is None else packed(grid.masks, grid.block_colours)


def packed(masks: Sequence[int], colours: int) -> bytes:
    """Masks as 64-bit words, as many for each as the colours need."""
    if colours < 64:
        return array("Q", masks).tobytes()
    size = 8 * (colours // 64 + 1)
    return b"".join(mask.to_bytes(size, "little") for mask in masks)


def unpacked(words: bytes, colours: int) -> list[int]:
    """The masks that the compiled module gave as words."""
    if colours < 64:
        return array("Q", words).tolist()
    size = 8 * (colours // 64 + 1)
    return [int.from_bytes(words[at : at + size], "little") for at in range(0, len(words), size)]


@lru_cache(maxsize=64)
def settings(options: Options) -> _kernel.Options:
    """The options that the kernel reads, as the compiled module takes them."""
    table = Options.table()
    read = {
        name: value
        for name, value in options.as_dict().items()
        if "kernel" in table[name].metadata["engines"]
    }
    for name, value in read.items():
        if isinstance(value, str) and value not in table[name].metadata["choices"]:
            problem = f"the engine kernel has no {name} {value!r}"
            raise OptionError(f"{problem}; the engine textbook takes it")
    return _kernel.Options(read)

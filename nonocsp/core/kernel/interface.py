"""The Python side of the kernel: the same model, compiled.

Domains are implicit, as sets of colours per cell: after arc consistency the placements of
a line are exactly those that agree with the candidates of its cells. Each C++ file under `src`
holds one idea and opens with it. Only small plain data crosses this module, and the whole search
runs on the other side, with the interpreter's lock released; only a decision heuristic in Python
(`nonocsp.core.kernel.decision`) is called back.

`compiled` is the compiled module, the only place that has it: everything above asks for it here,
as `interface.compiled`. Where it is missing (there was no compiler when the package was installed),
`UNAVAILABLE` gives the reason and every use raises `EngineError`.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from ..base.errors import EngineError
from ..base.progress import is_watched, report
from ..model.board import Board
from ..model.clue import Clue, Joint, has_star
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..model.query import Query
from ..options.limits import LimitReached, Limits, Meter, Stats
from ..options.options import Options
from ..options.stops import current, is_stopped

UNAVAILABLE = ""
"""Why the kernel cannot be used; empty when it can."""


def _look(counted: list[dict[str, int | float]]) -> bool | None:
    """Report the work that a running call has counted so far, as the sum over its parts.

    The kernel calls it about every 20 milliseconds, in the main thread and where someone may stop
    the work; the call ends unless it returns None.
    """
    if counted and is_watched():
        total = Stats()
        for part in counted:
            work = Stats()
            work.update(part)
            total.add(work)
        report(**total.to_dict())
    return is_stopped() or None


class _Missing:
    """In the place of the compiled module: everything of it raises `EngineError`."""

    def __getattr__(self, name: str) -> Any:
        raise EngineError(UNAVAILABLE)


def _is_main_interpreter() -> bool:
    """Whether this is the first interpreter of the process, not one made inside it."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        with suppress(ImportError):
            made = import_module(name)
            return bool(made.get_current() == made.get_main())
    return True


def connect(module: Any) -> None:
    """Use a compiled module, also after another one or none."""
    global compiled, UNAVAILABLE
    compiled, UNAVAILABLE = module, ""
    if module.interface != 26:
        UNAVAILABLE = "the compiled kernel is of another version: install the package again"
    else:
        module.watch(_look, current)


try:
    if not _is_main_interpreter():  # its types would take the place of the first one's
        raise ImportError("it serves only the first interpreter of a process")
    import _nonocsp_kernel

    compiled = _nonocsp_kernel
    connect(compiled)
except ImportError as error:
    UNAVAILABLE = f"the compiled kernel is not installed ({error})"
    compiled = _Missing()  # type: ignore[assignment]

#: The largest number of 64 bits: no limit.
LARGEST = 2**64 - 1

#: The options that were asked for last, and what the kernel reads of them.
_latest: tuple[Options, compiled.Options] | None = None

#: Kernel puzzles, each cached for the lifetime of its Python puzzle.
_puzzles: WeakKeyDictionary[Puzzle, compiled.Puzzle] = WeakKeyDictionary()

_T = TypeVar("_T")


def pictures(
    query: Query,
    *,
    heuristic: tuple[Any, Any, Any, Any] | None = None,
    proof: Callable[[bytes], object] | None = None,
) -> Iterator[Picture]:
    """Every solution of a puzzle, each once, in an order fixed by puzzle, options and seed.

    Args:
        query: what every engine gets.
        heuristic: a decision heuristic, from `nonocsp.core.kernel.decision.functions_of`, or an
            observer, from `nonocsp.core.kernel.observed`. Every decision is that of the heuristic:
            lucky phases and dives, which decide by themselves, are left out. An observer changes
            nothing.
        proof: takes the steps of a proof, in pieces; for one thread.

    Raises:
        EngineError: the kernel is missing, or a line is longer than it supports.
        LimitReached: a limit of the meter was reached.
    """
    puzzle, meter = query.puzzle, query.meter
    if heuristic is not None and heuristic[3] is None:
        query = query._replace(options=query.options.replace(lucky=False, dives=False))
    about, known, options = subject_of(query)
    limits = kernel_limits(meter.limits)
    search = compiled.Search(about, known, options, *limits, heuristic, proof)
    board, colours = puzzle.board, puzzle.colours
    while True:
        found = search.next()
        meter.stats.update(search.stats())
        cells = unless_limited(found)
        if cells is None:
            return
        yield Picture.from_cells(cells, board, colours)


def subject_of(query: Query) -> tuple[compiled.Puzzle, bytes | None, compiled.Options]:
    """What a question is about, as the compiled module takes it."""
    return kernel_puzzle(query.puzzle), pack_grid(query.grid), kernel_options(query.options)


def propagated(
    puzzle: Puzzle, grid: Grid | None = None, limits: Limits | None = None
) -> Grid | None:
    """The candidates left when every line has been tightened until nothing changes.

    Returns None if some line has no placement.

    Raises:
        EngineError: the kernel is missing, or a line is longer than it supports.
        LimitReached: the limit on time or memory was reached.

    >>> print(propagated(Puzzle([[3], [1]], [["?"], [1], [1], [1]])))
    ?##?
    ?__?
    """
    limits = limits or Limits()
    seconds, _, memory, _ = kernel_limits(limits)
    with Meter(limits, Stats()):
        left = unless_limited(
            compiled.propagated(kernel_puzzle(puzzle), pack_grid(grid), seconds, memory)
        )
    return None if left is None else Grid.of_masks(puzzle, unpack(left, puzzle.block_colours))


def supports(length: int) -> bool:
    """Whether the kernel is installed and has room for lines of that length."""
    return not UNAVAILABLE and 0 < length <= compiled.longest_line


def ensure_available() -> None:
    """Raises `EngineError` if the compiled module is missing."""
    if UNAVAILABLE:
        raise EngineError(UNAVAILABLE)


def unless_limited(answer: _T | str) -> _T:
    """An answer of the compiled module. Raises `LimitReached` if it is the name of a limit."""
    if isinstance(answer, str):
        raise LimitReached(answer)
    return answer


def kernel_limits(limits: Limits) -> tuple[float, int, int, int]:
    """Seconds, nodes, bytes of memory and threads."""
    seconds = math.inf if limits.seconds is None else float(limits.seconds)
    nodes = LARGEST if limits.nodes is None else min(limits.nodes, LARGEST)
    memory = LARGEST if limits.memory is None else min(limits.memory, LARGEST)
    return seconds, nodes, memory, limits.thread_count


def kernel_options(options: Options) -> compiled.Options:
    """The options that the kernel reads, of those that `query_of` has checked."""
    global _latest
    known = _latest
    if known is None or options is not known[0]:  # comparing them is as slow as a small puzzle
        known = _latest = options, _options_of(options)
    return known[1]


@lru_cache(maxsize=64)
def _options_of(options: Options) -> compiled.Options:
    table = Options.table()
    read = {
        name: value
        for name, value in options.to_dict().items()
        if any(reader.startswith("kernel") for reader in table[name].metadata["readers"])
    }
    del read["checked"]  # it is read in Python
    if options.decision not in table["decision"].metadata["choices"]:
        del read["decision"]  # functions, which `pictures` takes
    return compiled.Options(read)


def kernel_puzzle(puzzle: Puzzle) -> compiled.Puzzle:
    """The puzzle as the compiled module holds it."""
    ensure_available()
    known = _puzzles.get(puzzle)
    if known is None:
        board = puzzle.board
        if not supports(board.longest):
            raise EngineError(f"the kernel takes lines of up to {compiled.longest_line} cells")
        for line, clue in zip(board.lines, puzzle.clues, strict=True):
            if has_star(clue):
                compiled_line(clue, puzzle.length(line), puzzle.block_colours, str(line))
        known = _puzzles[puzzle] = compiled.Puzzle(
            board.height,
            len(board.lines) - board.height,
            puzzle.block_colours,
            *clue_arrays(puzzle.clues),
            line_cells(board),
        )
    return known


def compiled_line(
    clue: Clue | None, length: int, block_colours: int, name: str = "the line"
) -> compiled.Line:
    """A line as the compiled module holds it.

    Raises:
        EngineError: the automaton of its clue is too large; the name tells of which line.
    """
    try:
        return compiled.Line(length, block_colours, *clue_arrays([clue]))
    except OverflowError as error:
        raise EngineError(f"{name}: {error}") from None


def line_cells(board: Board) -> bytes:
    """For each line the number of its cells, negative if it takes no clue, then their numbers.

    Nothing for a rectangle.
    """
    flat = array("i")
    for line in () if board.table else board.lines:
        cells = board.cells(line)
        flat.append(len(cells) if board.has_clue(line) else -len(cells))
        flat.extend(cells)
    return flat.tobytes()


#: The joints of blocks, by their numbers in the kernel.
_JOINTS: tuple[Joint | None, ...] = (None, "attached", "loose")


def clue_arrays(clues: Sequence[Clue | None]) -> tuple[bytes, bytes, bytes, bytes]:
    """Blocks of each clue (-1: absent); then lengths (0: unknown, -1: a star), colours, joints of
    all blocks.

    There are no joints at all where no block has one.
    """
    blocks = [block for clue in clues for block in clue or ()]
    sizes = array("i", [-1 if clue is None else len(clue) for clue in clues])
    lengths = array("i", [block.code for block in blocks])
    colours = bytes([block.colour for block in blocks])
    joints = b""
    if any(block.joint for block in blocks):
        joints = bytes([_JOINTS.index(block.joint) for block in blocks])
    return sizes.tobytes(), lengths.tobytes(), colours, joints


def pack_grid(grid: Grid | None) -> bytes | None:
    """The candidates of a grid, as `pack` writes them."""
    return None if grid is None else pack(grid.masks, grid.block_colours)


def pack(masks: Sequence[int], block_colours: int) -> bytes:
    """Masks as 64-bit words, for each as many as the colours need."""
    if block_colours < 64:
        return array("Q", masks).tobytes()
    size = 8 * (block_colours // 64 + 1)
    return b"".join(mask.to_bytes(size, "little") for mask in masks)


def unpack(words: bytes, block_colours: int) -> list[int]:
    """The masks that `pack` wrote."""
    if block_colours < 64:
        return array("Q", words).tolist()
    size = 8 * (block_colours // 64 + 1)
    return [int.from_bytes(words[at : at + size], "little") for at in range(0, len(words), size)]

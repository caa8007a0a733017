"""The compiled module; see `src/bindings`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

interface: int
longest_line: int

class Options:
    def __init__(self, given: Mapping[str, object]) -> None: ...
    def as_dict(self) -> dict[str, object]: ...

class Puzzle:
    def __init__(
        self,
        rows: int,
        columns: int,
        colours: int,
        blocks: bytes,
        lengths: bytes,
        block_colours: bytes,
        joints: bytes = b"",
        cells: bytes = b"",
    ) -> None: ...

class Search:
    def __init__(
        self,
        puzzle: Puzzle,
        givens: bytes | None,
        options: Options,
        seconds: float,
        nodes: int,
        memory: int,
        threads: int,
        heuristic: tuple[Any, Any, Any, Any] | None = None,
        proof: Callable[[bytes], object] | None = None,
    ) -> None: ...
    def next(self) -> bytes | str | None: ...
    def stats(self) -> dict[str, int | float]: ...

class SearchView:
    def open_cells(self) -> list[int]: ...
    def candidates(self, cell: int) -> list[int]: ...
    def domain_size(self, line: int) -> bytes: ...
    def activity(self, cell: int) -> float: ...
    def masks(self) -> bytes: ...
    def trail(self) -> list[tuple[int, int, bool, int, int]]: ...
    def state(self) -> tuple[int, int, int, int, int]: ...
    def technique(self) -> str: ...

class Line:
    def __init__(
        self,
        cells: int,
        colours: int,
        blocks: bytes,
        lengths: bytes,
        block_colours: bytes,
        joints: bytes,
    ) -> None: ...
    def tighten(self, candidates: bytes) -> bytes | None: ...
    def feasible(self, candidates: bytes) -> bool: ...
    def count(self, candidates: bytes) -> bytes: ...
    def explain(
        self, candidates: bytes, cell: int, colour: int
    ) -> list[tuple[int, int]] | None: ...
    def reason(
        self, candidates: bytes, excluded: bytes | None, order: bytes
    ) -> list[int] | None: ...
    def min_marginals(self, candidates: bytes, weights: bytes) -> bytes: ...
    def least_sums(self, candidates: bytes, weights: bytes) -> bytes: ...
    def seconds_to_tighten(self, candidates: bytes, repeats: int) -> float: ...
    def placements(self, candidates: bytes, limit: int) -> list[bytes]: ...
    def runs(self, candidates: bytes) -> list[bytes]: ...

def watch(
    function: Callable[[list[dict[str, int | float]]], object],
    may_stop: Callable[[], object] | None = None,
) -> None: ...
def propagated(
    puzzle: Puzzle, givens: bytes | None, seconds: float, memory: int
) -> bytes | str | None: ...

#: A key of `phrases.json` with block, cells, others, count and most.
_Words = tuple[str, int, list[int], list[int], int, int]
#: Cells with the colours that they cannot have.
_Excluded = list[tuple[int, list[int]]]
#: Technique, lines, excluded colours, reasons, words, tenths of the cost.
_Hint = tuple[str, list[int], _Excluded, list[int], list[_Words], int]

def hint(puzzle: Puzzle, givens: bytes | None, seconds: float) -> _Hint | str | None: ...

class KnownLine:
    def __init__(self, puzzle: Puzzle, number: int) -> None: ...
    def know(self, candidates: bytes) -> bytes | None: ...
    def step(
        self, technique: str, preferred: bytes, seconds: float
    ) -> tuple[str, _Excluded, list[int], list[_Words]] | str | None: ...

class FailedLiterals:
    def __init__(self, puzzle: Puzzle) -> None: ...
    def refuted(
        self, known: bytes, most_rounds: int, seconds: float, memory: int
    ) -> tuple[list[tuple[int, int, int, int]] | str, int, int]: ...
    def shared(
        self, known: bytes, seconds: float, memory: int
    ) -> tuple[list[tuple[int, int, int, int]] | str, int, int]: ...

class ProofVerifier:
    def __init__(self, puzzle: Puzzle, fingerprint: str) -> None: ...
    def feed(self, text: bytes) -> bool: ...
    def finish(self) -> bool: ...
    def state(self) -> tuple[str, str, int, int, int]: ...

class CountWriter:
    def __init__(self, puzzle: Puzzle, fingerprint: str, text: bytes) -> None: ...
    def run(self, steps: int) -> bool: ...
    def text(self) -> bytes: ...
    def state(self) -> tuple[int, int]: ...
    def count(self) -> bytes: ...

class LratWriter:
    def __init__(self, variables: int, clauses: bytes, ends: list[int]) -> None: ...
    def name(self, step: int, clause: int) -> None: ...
    def add(self, step: int, clause: Sequence[int], hints: list[int]) -> bool: ...
    def remove(self, step: int) -> None: ...
    def text(self) -> tuple[bytes, bool]: ...

class Portfolio:
    def __init__(
        self,
        puzzle: Puzzle,
        givens: bytes | None,
        options: Options,
        seconds: float,
        nodes: int,
        memory: int,
        threads: int,
        only_count: bool,
    ) -> None: ...
    def run(self, work: int) -> bool: ...
    stopped_by: str | None
    lower_bound: bytes
    upper_bound: bytes | None
    def stats(self) -> list[dict[str, int | float]]: ...
    def solutions(self) -> Space: ...

class Estimator:
    def __init__(
        self,
        puzzle: Puzzle,
        givens: bytes | None,
        options: Options,
        seconds: float,
        nodes: int,
        memory: int,
    ) -> None: ...
    def run(
        self,
        by_columns: bool,
        width: int,
        tempering: float,
        is_random: bool,
        seed: int,
        remembers: bool,
    ) -> tuple[float, int] | str: ...
    def draw(self, number: int, seed: int) -> bytes: ...
    is_complete: bool
    at_least: bytes
    def stats(self) -> dict[str, int | float]: ...

class Space:
    count: bytes
    colours: int
    base: bytes
    array: bytes
    size: int
    def nodes(self) -> bytes: ...
    def parts(self) -> list[tuple[int, bytes]]: ...
    def edges(
        self, node: int
    ) -> list[tuple[list[tuple[int, int]], list[tuple[int, list[int]]]]]: ...
    def node_count(self, node: int) -> bytes: ...
    def picture(self, index: bytes) -> bytes: ...
    def index(self, cells: bytes) -> bytes | None: ...
    def marginals(self, seconds: float, memory: int) -> bytes | str: ...

class SolutionEnumerator:
    def __init__(self, space: Space, index: bytes) -> None: ...
    def next(self, most: int, packed: bool) -> bytes: ...

def upper_bound(
    puzzle: Puzzle, givens: bytes | None, options: Options, work: int, memory: int
) -> bytes | None: ...
def loaded(colours: int, base: bytes, parts: list[tuple[int, bytes]], array: bytes) -> Space: ...
def read_crops(weights: bytes, crops: bytes) -> bytes: ...

_Colour = tuple[int, int, int]
_Number = tuple[int, int, float, tuple[float, float, float, float], _Colour, _Colour]
_ClueLine = tuple[int, list[_Number]]
_Clues = tuple[bytes, bytes, bytes]
_Sheet = tuple[
    tuple[bool, bool, bool],
    int,
    int,
    bytes,
    bytes,
    bytes,
    int,
    bool,
    list[_ClueLine],
    list[_ClueLine],
    bytes,
    list[_Colour],
    _Clues,
]

def photo_sheets(weights: bytes, pixels: bytes, width: int, height: int) -> list[_Sheet]: ...
def photo_sheets_with_corners(
    weights: bytes,
    pixels: bytes,
    width: int,
    height: int,
    corners: bytes,
    rows: int,
    columns: int,
) -> list[_Sheet]: ...
def straightened_photo(
    pixels: bytes,
    width: int,
    height: int,
    points: bytes,
    rows: int,
    columns: int,
    above: int,
    left: int,
    cell: int,
) -> bytes: ...

_Reading = tuple[int, int, int, list[list[tuple[int, int]]]]

class Page:
    def __init__(self) -> None: ...
    def add(self, board: Puzzle, nodes: bytes, counts: bytes, arcs: bytes) -> None: ...
    def readings(
        self,
        most_readings: int,
        most_cost: int,
        margin: int,
        several: int,
        work: int,
        seconds: float,
        most_nodes: int,
        memory: int,
    ) -> tuple[list[_Reading], int, bool, str | None, dict[str, int | float]]: ...

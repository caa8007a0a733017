"""The compiled module; see `bindings.cpp`."""

interface: int
longest_line: int

class Options:
    def __init__(self) -> None: ...

class Puzzle:
    def __init__(
        self,
        rows: int,
        columns: int,
        colours: int,
        blocks: bytes,
        lengths: bytes,
        block_colours: bytes,
    ) -> None: ...

class Search:
    def __init__(
        self,
        puzzle: Puzzle,
        givens: bytes | None,
        options: Options,
        two_suffice: bool,
        seconds: float,
        nodes: int,
        memory: int,
    ) -> None: ...
    def next(self) -> bytes | str | None: ...
    def stats(self) -> tuple[int | float, ...]: ...

class Line:
    def __init__(
        self, cells: int, colours: int, blocks: bytes, lengths: bytes, block_colours: bytes
    ) -> None: ...
    def tighten(self, candidates: bytes) -> bytes | None: ...
    def feasible(self, candidates: bytes) -> bool: ...
    def count(self, candidates: bytes) -> bytes: ...
    def explain(
        self, candidates: bytes, cell: int, colour: int
    ) -> list[tuple[int, int]] | None: ...
    def seconds_to_tighten(self, candidates: bytes, repeats: int) -> float: ...
    def placements(self, candidates: bytes, limit: int) -> list[bytes]: ...

def propagated(
    puzzle: Puzzle, givens: bytes | None, seconds: float, memory: int
) -> bytes | str | None: ...

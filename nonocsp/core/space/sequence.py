"""Solutions as a sequence: looked up by index in the diagram, never listed."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from typing import Any, overload

from ..base.arguments import checked
from ..base.display import Displayable
from ..base.errors import OptionError
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from ..solver.diagram import Diagram


class SolutionSequence(Collection[Picture]):
    """The solutions of a diagram in its order; what `SolutionSpace` is as a sequence."""

    puzzle: Puzzle

    @property
    @abstractmethod
    def diagram(self) -> Diagram:
        """The decision diagram, see `nonocsp.core.solver.diagram`.

        Raises:
            LimitReached: a limit ended its compilation.
        """

    @property
    def count(self) -> int:
        """The number of solutions.

        Raises:
            LimitReached: it is not known; ``at_least`` and ``at_most`` bound it.
        """
        return self.diagram.count

    def __len__(self) -> int:
        """The count if it is below 2^63, the most that ``len`` can return; see `count`."""
        return self.count

    def __iter__(self) -> Iterator[Picture]:
        return self.pictures()

    @checked
    def pictures(self, start: int = 0, stop: int | None = None) -> Iterator[Picture]:
        """The solutions from one index to another, lazily; ``stop`` None is the end."""
        board, colours = self.puzzle.board, self.puzzle.colours
        size = board.size
        first, last, _ = slice(start, stop).indices(self.count)
        for chunk in self.diagram.pictures(first, last):
            for at in range(0, len(chunk), size):
                yield Picture.from_cells(chunk[at : at + size], board, colours)

    @overload
    def __getitem__(self, index: int) -> Picture: ...
    @overload
    def __getitem__(self, index: slice) -> SolutionRange: ...
    def __getitem__(self, index: int | slice) -> Picture | SolutionRange:
        return SolutionRange(self, range(self.count))[index]

    @checked
    def index(self, picture: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of a solution, the inverse of ``space[index]``.

        Raises:
            ValueError: the picture is not a solution.
        """
        found = self.rank(picture)
        if found is None or found not in range(*slice(start, stop).indices(self.count)):
            raise ValueError("this picture does not solve the puzzle")
        return found

    def rank(self, picture: object) -> int | None:
        """The index of a solution; None for anything else."""
        if not isinstance(picture, Picture) or picture.board != self.puzzle.board or not self.count:
            return None
        return self.diagram.index(picture.cells)

    def __contains__(self, picture: object) -> bool:
        return self.rank(picture) is not None

    def partition(self, parts: int) -> list[SolutionRange]:
        """All solutions in ``parts`` ranges whose sizes differ by one at most.

        Raises:
            OptionError: fewer than one part.
        """
        return self[:].partition(parts)

    @checked
    def array(self, start: int = 0, stop: int | None = None, *, packed: bool = False) -> memoryview:
        """Many solutions in one array, without an object for each.

        Returns an array of bytes of shape solutions x rows x columns, a colour number each. Packed,
        for black and white: solutions x bytes, eight cells in each byte, row by row, the first
        cell in the highest bit, as ``numpy.packbits`` has it. ``numpy.asarray`` takes either
        without copying. Without solutions the view is empty and has no such shape.

        Raises:
            OptionError: packed pictures of a coloured puzzle.

        >>> from nonocsp import solution_space
        >>> space = solution_space(Puzzle([[1], [1]], [[1], [1]]))
        >>> space.array().tolist()
        [[[0, 1], [1, 0]], [[1, 0], [0, 1]]]
        >>> space.array(packed=True).tolist()
        [[96], [144]]
        """
        board = self.puzzle.board
        if packed and not self.puzzle.has_one_colour:
            raise OptionError("only black-and-white pictures can be packed, a bit a cell")
        first, last, _ = slice(start, stop).indices(self.count)
        pictures = b"".join(self.diagram.pictures(first, last, packed=packed))
        number = max(0, last - first)
        if packed:
            shape = [number, -(-board.size // 8)]
        else:
            shape = [number, *(board.table or [board.size])]
        # An empty view cannot be given a shape.
        return memoryview(pictures).cast("B", shape) if number else memoryview(b"")

    @checked
    def sample(self, k: int, seed: int | None = None) -> list[Picture]:
        """``k`` solutions drawn independently and uniformly, so that one may come twice.

        Exactly uniform: a random index is drawn and looked up. The same seed gives the same sample.

        Raises:
            OptionError: a negative number, or there is no solution to draw.
        """
        if k and not self.count:
            raise OptionError(f"cannot draw {k} of {self.count} solutions")
        random_number = random.Random(seed)
        return [self[random_number.randrange(self.count)] for _ in range(k)]


class SolutionRange(Displayable, Sequence[Picture]):
    """The solutions at the indices of a range; nothing is listed.

    >>> from nonocsp import solution_space
    >>> space = solution_space(Puzzle([[1]] * 4, [[1]] * 4))
    >>> some = space[20:2:-5]
    >>> len(some), some.indices, some[1] == space[15]
    (4, range(20, 2, -5), True)
    """

    def __init__(self, space: SolutionSequence, indices: range) -> None:
        self.space = space
        self.indices = indices
        """The indices of these solutions in the space."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SolutionRange):
            return NotImplemented
        return (self.indices, self.space) == (other.indices, other.space)

    def __hash__(self) -> int:
        return hash((self.indices, self.space))

    def __len__(self) -> int:
        return len(self.indices)

    def __bool__(self) -> bool:
        return bool(self.indices)

    @overload
    def __getitem__(self, index: int) -> Picture: ...
    @overload
    def __getitem__(self, index: slice) -> SolutionRange: ...
    def __getitem__(self, index: int | slice) -> Picture | SolutionRange:
        if isinstance(index, slice):
            return SolutionRange(self.space, self.indices[index])
        try:
            at = self.indices[index]
        except IndexError:
            raise IndexError(f"there is no solution {index}") from None
        puzzle = self.space.puzzle
        cells = self.space.diagram.picture(at)
        return Picture.from_cells(cells, puzzle.board, puzzle.colours)

    def __iter__(self) -> Iterator[Picture]:
        if self.indices.step == 1:
            return self.space.pictures(self.indices.start, self.indices.stop)
        return (self.space[index] for index in self.indices)

    def __contains__(self, picture: object) -> bool:
        rank = self.space.rank(picture)
        return rank is not None and rank in self.indices

    @checked
    def index(self, picture: Any, start: int = 0, stop: int | None = None) -> int:
        """The position of a solution in this range.

        Raises:
            ValueError: it is not in the range.
        """
        rank = self.space.rank(picture)
        if rank is None or rank not in self.indices[start:stop]:
            raise ValueError("this picture is not among these solutions")
        return self.indices.index(rank)

    @checked
    def partition(self, parts: int) -> list[SolutionRange]:
        """Consecutive ranges whose sizes differ by one at most.

        Raises:
            OptionError: fewer than one part.
        """
        size, more = divmod(_size(self.indices), parts)
        ranges, at = [], 0
        for number in range(parts):
            after = at + size + (number < more)
            ranges.append(self[at:after])
            at = after
        return ranges

    def __repr__(self) -> str:
        return f"<SolutionRange {self.indices} of {self.space!r}>"


def _size(indices: range) -> int:
    """As `len`, also for ranges that are too long for it."""
    return max(0, -((indices.start - indices.stop) // indices.step))

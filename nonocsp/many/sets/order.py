"""The order of a data set: what its puzzles are.

Puzzle number i depends on the order and on i alone, whatever process makes it. Its size, colours,
texture and depth are the combination number i of those that were ordered, round and round.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from hashlib import blake2b
from itertools import product
from typing import Any

from ...core import Limits, OptionError, Verdict, checked, plain, watching
from ...people.generation import generate

#: The parts of a set, in the order of their shares.
PARTS = ("train", "validation", "test")

#: The option of the command for what is called otherwise here.
_OPTIONS = {"textures": "texture", "depths": "depth"}


@checked
@dataclass(frozen=True)
class SetOrder:
    """An order for the puzzles of a data set.

    Raises:
        OptionError: an order that no puzzle can meet, an unknown name or an impossible number.

    >>> SetOrder(1000, sizes=[(5, 5), (10, 10)], seed=7).about(3)["rows"]
    10
    """

    number: int
    """How many puzzles."""
    sizes: Sequence[tuple[int, int]]
    """Rows and columns, one or more sizes."""
    seed: int
    """The random seed: the same order gives the same set, byte for byte, on every machine with this
    version."""
    colours: Sequence[int] = (1,)
    """Numbers of block colours."""
    textures: Sequence[str] = ("noise",)
    """Names of `nonocsp.people.generation.TEXTURES`."""
    depths: Sequence[str | None] = (None,)
    """Names of `nonocsp.people.generation.LEVELS`; None is any."""
    density: float = 0.5
    """Share of the filled cells."""
    symmetry: str = "none"
    """A name of `nonocsp.people.generation.SYMMETRIES`."""
    none: float = 0.0
    """Share of puzzles without a solution."""
    multiple: float = 0.0
    """Share of puzzles with several solutions; the others have one."""
    shares: Sequence[float] = (0.8, 0.1, 0.1)
    """The average shares of train, validation and test: the part of a puzzle is drawn by its
    symmetry class."""
    steps: bool = False
    """Whether the records have the steps of an explanation."""
    proofs: bool = False
    """Whether the records have a proof of the verdict."""

    def __post_init__(self) -> None:
        for name in ("sizes", "colours", "textures", "depths", "shares"):
            given = getattr(self, name)
            if not given:
                raise OptionError(f"{name}: expected at least one")
            object.__setattr__(self, name, tuple(given))
        if self.none + self.multiple > 1:
            raise OptionError(
                f"the shares of none and multiple exceed 1: {self.none + self.multiple:g}"
            )
        if len(self.shares) != len(PARTS) or abs(sum(self.shares) - 1) > 1e-9:
            raise OptionError(
                f"shares of {', '.join(PARTS)}: expected three numbers with the sum 1"
            )
        with watching(None):
            for how in self._combinations:  # names and numbers are looked at first
                generate(**how, seed=0, attempts=1, limits=Limits(seconds=1e-9))

    @cached_property
    def _combinations(self) -> tuple[dict[str, Any], ...]:
        every = product(self.sizes, self.colours, self.textures, self.depths)
        return tuple(
            {
                "rows": rows,
                "columns": columns,
                "colours": colours,
                "texture": texture,
                "depth": depth,
                "density": self.density,
                "symmetry": self.symmetry,
            }
            for (rows, columns), colours, texture, depth in every
        )

    @checked
    def about(self, index: int) -> dict[str, Any]:
        """The keywords of `generate` for a puzzle, without its seed."""
        return self._combinations[index % len(self._combinations)]

    def drawn(self, *what: int | str) -> int:
        """A number below 2**48 that depends only on the seed and on ``what``."""
        text = " ".join(map(str, (self.seed, *what)))
        return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big")

    @checked
    def verdict(self, index: int) -> Verdict:
        """The verdict that a puzzle is to have."""
        place = self.drawn(index, "verdict") / 2**48
        if place < self.none:
            return Verdict.NONE
        return Verdict.MULTIPLE if place < self.none + self.multiple else Verdict.UNIQUE

    @checked
    def part(self, key: bytes) -> str:
        """The part of a symmetry class: the same in every set with these shares, with any seed."""
        place = int.from_bytes(blake2b(key, digest_size=6).digest(), "big") / 2**48
        train, validation, _ = self.shares
        return PARTS[(place >= train) + (place >= train + validation)]

    def to_dict(self) -> dict[str, Any]:
        """The order as JSON values."""
        return {each.name: plain(getattr(self, each.name)) for each in fields(self)}

    @property
    def command(self) -> str:
        """The command that makes the set, without the folder.

        >>> SetOrder(100, sizes=[(10, 12)], seed=7, none=0.25, steps=True).command
        'nonocsp dataset 10x12 -n 100 --seed 7 --none 0.25 --steps'
        """
        words = [f"{rows}x{columns}" for rows, columns in self.sizes]
        words += ["-n", str(self.number), "--seed", str(self.seed)]
        for each in fields(self):
            value = getattr(self, each.name)
            if each.default is MISSING or value == each.default:
                continue
            words.append(f"--{_OPTIONS.get(each.name, each.name)}")
            if value is not True:
                values = value if isinstance(value, tuple) else (value,)
                words.append(",".join("any" if one is None else str(one) for one in values))
        return shlex.join(["nonocsp", "dataset", *words])

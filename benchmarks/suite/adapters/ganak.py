"""Ganak, an exact model counter, on the clauses of `nonocsp.files.encodings.cnf` by way of pyganak.

A top-down search with component caching, after a preprocessing (Arjun) that is part of the time.
"""

from __future__ import annotations

from typing import Any

from nonocsp import Puzzle

from .base import Adapter


class Ganak(Adapter):
    """It counts and gives no solutions. It cannot stop itself: it is killed.

    Options: ``seed``; ``projected=off`` counts all variables instead of the cells, which is the
    same number.
    """

    packages = ("pyganak", "nonocsp")
    modules = ("pyganak",)
    imports = ("pyganak", "nonocsp.files.encodings.cnf")
    takes = ("seed", "projected")

    def count(self, puzzle: Puzzle, seconds: float, work: dict[str, Any]) -> int:
        from pyganak import Counter

        from nonocsp.files.encodings.cnf import cnf

        stated = cnf(puzzle)
        work["variables"], work["clauses"] = stated.variables, len(stated.clauses)
        counter = Counter(seed=int(self.options.get("seed", 0)))
        counter.new_vars(stated.variables)
        counter.add_clauses(stated.clauses)
        if self.options.get("projected", True):
            counter.set_sampling_set(stated.show)
        return int(counter.count())

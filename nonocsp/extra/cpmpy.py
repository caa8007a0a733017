"""The corpus of scaled nonograms as a data set of CPMpy.

Source of the interface: CPMpy's ``tools.datasets``, above all its data set of scaled Sudokus: M.
Lagerkvist, "Scaling Sudoku as a constraint problem" (ModRef 2026).
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from ..core import NonocspError, Puzzle, missing

try:
    from cpmpy.tools.datasets.core import FileDataset
except ImportError:
    raise NonocspError(missing("this data set needs CPMpy", "cpmpy")) from None

__all__ = ["ScaledNonogramDataset"]

_PACKAGE = Path(__file__).parents[1]

#: The folders of the corpus where the package is installed, and in the checkout.
_FOLDERS = (_PACKAGE / "suite", _PACKAGE.parent / "benchmarks" / "suite")


class ScaledNonogramDataset(FileDataset):
    """Nonograms from 5x5 to 40x40, each with a proven verdict and labels of hardness.

    An item is the path of an instance, a file of JSON that `nonocsp.read` takes, and its labels:
    ``verdict``, ``solutions`` (the exact number, or None), ``nodes``, ``family`` and others, which
    the card of the corpus describes. With ``parse=True`` it is a `Puzzle` instead of the path, and
    ``transform`` makes of it what it returns.

    Args:
        root: the folder with the data set; instances are in ``root/scalednonogram``.
        part: ``"train"``, ``"validation"``, ``"test"``, or None for all.
        options: ``transform``, ``target_transform``, ``download``, ``parse`` and what else CPMpy's
            ``FileDataset`` takes. ``download=True`` copies the corpus from this package.

    Raises:
        ValueError: no such part, or nothing in the folder and no ``download``.
    """

    name = "scalednonogram"
    description = "Nonograms of growing size, with proven answers and labels of hardness."
    homepage = "https://pypi.org/project/nonocsp/"

    PARTS = ("train", "validation", "test")
    VERSION = "scaled-1"

    def __init__(
        self, root: str | os.PathLike[str] = ".", part: str | None = None, **options: Any
    ) -> None:
        if part not in (None, *self.PARTS):
            raise ValueError(f"part must be one of {', '.join(self.PARTS)}, not {part!r}")
        self.part = part
        subdirs = (self.VERSION, part) if part else (self.VERSION,)
        # Labels are in the instances, so there is nothing to collect in files beside them.
        options = {"extension": ".json", "ignore_sidecar": True, "subdirs": subdirs, **options}
        super().__init__(root=root, **options)

    def categories(self) -> dict[str, Any]:
        return {"part": self.part}

    def parse(self, instance: str | os.PathLike[str]) -> Puzzle:
        """The puzzle of an instance."""
        record = json.loads(self.read(instance))
        return Puzzle(record["rows"], record["cols"], title=record["id"])

    def collect_instance_metadata(self, file: Path) -> dict[str, Any]:
        """The labels of an instance; its ``name`` is that of the corpus."""
        labels = json.loads(self.read(file))
        for clues in ("id", "rows", "cols"):  # CPMpy's own id is the path
            del labels[clues]
        solutions = labels["solutions"]
        return {**labels, "solutions": None if solutions is None else int(solutions)}

    def download(self) -> None:
        """Write an instance a file; nothing is fetched."""
        corpus = next(path for path in _FOLDERS if path.is_dir()) / f"{self.VERSION}.jsonl"
        for line in corpus.read_text("utf-8").splitlines():
            record = json.loads(line)
            folder = self.root / self.name / self.VERSION / record["part"]
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{record['id']}.json").write_text(line + "\n", "utf-8")

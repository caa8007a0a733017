"""Records as a scenario of ASlib, the benchmark library for algorithm selection.

Writes ``description.txt`` (JSON members, which are YAML), ``algorithm_runs.arff``,
``feature_values.arff``, ``feature_costs.arff``, ``feature_runstatus.arff`` and ``cv.arff``, ten
folds. The features are those of `nonocsp.features`, computed here, one step for all; their costs
are its CPU seconds. The puzzles are those of the
records, or are made again by the names of their sets.

Source: B. Bischl et al., "ASlib: a benchmark library for algorithm selection" (AIJ 237, 2016), and
the specification at https://github.com/coseal/aslib-spec.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from nonocsp import __version__
from nonocsp.core.base.files import write_lines
from nonocsp.core.solver.features import MEANINGS, features

from .cases import Case
from .records import Record
from .repeating import cases_of
from .seconds import limit_of, seconds_of
from .spec import SpecError
from .stopwatch import cpu_seconds

#: The status of a run by that of its record; others are ``other``.
_STATUS = {
    "solved": "ok",
    "timeout": "timeout",
    "memory": "memout",
    "refused": "not_applicable",
    "crash": "crash",
}
_STATUSES = "{ok, timeout, memout, not_applicable, crash, other}"

FOLDS = 10


def scenario(found: Iterable[Record], folder: Path) -> int:
    """Write a scenario into a folder.

    Args:
        found: records of one protocol and one limit.
        folder: made if it is missing; files of the same names are replaced.

    Returns:
        The number of instances.

    Raises:
        SpecError: no records, or several protocols or limits; a puzzle that is no longer in its
            set, or is another than the one measured.
    """
    kept = list(found)
    if not kept:
        raise SpecError("no records")
    for name in ("protocol", "limit_seconds", "limit_cpu"):
        if len(different := {record.get(name) for record in kept}) > 1:
            shown = ", ".join(sorted(map(str, different)))
            raise SpecError(f"a scenario has one {name}, not {shown}: choose records")
    instances = {f"{r['set']}/{r['puzzle']}": r for r in kept}
    puzzles = _puzzles(instances)
    ids = _plain_names(instances)
    algorithms = _plain_names(dict.fromkeys(record["engine"] for record in kept))
    folder.mkdir(parents=True, exist_ok=True)
    cutoff = limit_of(kept[0])
    values: list[list[Any]] = []
    costs: list[list[Any]] = []
    for name, case in puzzles.items():
        begun = cpu_seconds()
        row = features(case.puzzle).to_dict()
        costs.append([ids[name], 1, cpu_seconds() - begun])
        values.append([ids[name], 1, *(row[feature] for feature in MEANINGS)])
    for file, columns, rows in (
        ("algorithm_runs", _RUN_COLUMNS, list(_runs(kept, ids, algorithms, cutoff))),
        ("feature_values", _KEYS + [(each, "NUMERIC") for each in MEANINGS], values),
        ("feature_costs", [*_KEYS, ("all", "NUMERIC")], costs),
        ("feature_runstatus", [*_KEYS, ("all", _STATUSES)], [[ids[i], 1, "ok"] for i in puzzles]),
        ("cv", [*_KEYS, ("fold", "NUMERIC")], list(_folds(list(ids.values())))),
    ):
        write_lines(folder / f"{file}.arff", _arff(file, columns, rows))
    described = _description(kept[0], algorithms, cutoff)
    lines = (f"{name}: {json.dumps(value)}" for name, value in described.items())
    write_lines(folder / "description.txt", lines)
    return len(instances)


_KEYS = [("instance_id", "STRING"), ("repetition", "NUMERIC")]
_RUN_COLUMNS = [*_KEYS, ("algorithm", "STRING"), ("runtime", "NUMERIC"), ("runstatus", _STATUSES)]


def _puzzles(instances: dict[str, Record]) -> dict[str, Case]:
    """The puzzles that were measured, by instance."""
    there = cases_of(instances.values())
    for name, record in instances.items():
        case = there.get((record["set"], record["puzzle"]))
        if case is None or case.puzzle.fingerprint() != record["fingerprint"]:
            raise SpecError(f"{name} is not the puzzle that was measured")
    return {name: there[record["set"], record["puzzle"]] for name, record in instances.items()}


def _plain_names(names: Iterable[str]) -> dict[str, str]:
    """Names without what has a meaning in ARFF, all different."""
    found: dict[str, str] = {}
    for name in names:
        plain = re.sub(r"[^\w.+/=-]", "_", name)
        found[name] = plain if plain not in found.values() else f"{plain}_{len(found)}"
    return found


def _runs(
    found: Sequence[Record], ids: dict[str, str], algorithms: dict[str, str], cutoff: float
) -> Iterator[list[Any]]:
    runs: Counter[tuple[str, str]] = Counter()
    for record in found:
        status = _STATUS.get(record["status"], "other")
        instance = ids[f"{record['set']}/{record['puzzle']}"]
        runtime = min(seconds_of(record, "cpu"), cutoff) if status == "ok" else cutoff
        runs[instance, record["engine"]] += 1  # repeats and seeds
        number = runs[instance, record["engine"]]
        yield [instance, number, algorithms[record["engine"]], runtime, status]


def _folds(ids: Sequence[str]) -> Iterator[list[Any]]:
    """Ten folds of equal size, by a seed."""
    order = sorted(ids)
    random.Random(1).shuffle(order)
    for number, name in enumerate(order):
        yield [name, 1, number % FOLDS + 1]


def _arff(
    name: str, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[Any]]
) -> list[str]:
    head = [f"@RELATION {name}", "", *(f"@ATTRIBUTE {c} {kind}" for c, kind in columns), ""]
    lines = (",".join(f"{v:.6g}" if isinstance(v, float) else str(v) for v in row) for row in rows)
    return [*head, "@DATA", *lines]


def _description(first: Record, algorithms: dict[str, str], cutoff: float) -> dict[str, Any]:
    return {
        "scenario_id": f"NONOGRAMS-{first['protocol'].upper()}-nonocsp-{__version__}",
        "performance_measures": ["runtime"],
        "maximize": [False],
        "performance_type": ["runtime"],
        "algorithm_cutoff_time": cutoff,
        "algorithm_cutoff_memory": "?",
        "features_cutoff_time": "?",
        "features_cutoff_memory": "?",
        "algorithms_deterministic": list(algorithms.values()),
        "algorithms_stochastic": [],
        "metainfo_algorithms": {
            plain: {"configuration": name, "deterministic": True}
            for name, plain in algorithms.items()
        },
        "features_deterministic": list(MEANINGS),
        "features_stochastic": [],
        "number_of_feature_steps": 1,
        "feature_steps": {"all": {"provides": list(MEANINGS)}},
        "default_steps": ["all"],
    }

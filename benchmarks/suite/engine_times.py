"""The times of engines on puzzles: records as tables of pandas."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import Any

from nonocsp.core.base.optional import missing

from .records import Record
from .seconds import answer, is_kept, limit_of, seconds_of, seconds_text
from .spec import SpecError

try:
    import numpy as np
    import pandas as pd
    from scipy import stats
except ModuleNotFoundError:
    what = "tables of measurements need pandas and scipy"
    raise SpecError(missing(what, "pandas", "scipy", "jinja2")) from None

__all__ = ["by_puzzle", "gather", "np", "pd", "stats"]


def gather(rows: Sequence[Record], clock: str = "cpu", of: str = "min") -> pd.DataFrame:
    """The runs: a row for each engine, puzzle and seed, in the order of measuring.

    A run is solved if every repeat was; then ``seconds`` are the least or the median of the
    repeats, the first if `is_kept`, and ``noise`` the median divided by the least. ``par`` are the
    seconds as PAR-2 counts them: twice the limit if not solved, none if not verified. Puzzles of
    several sets have the set in their names; engines have code or machine in theirs where these
    differ.
    """
    every = pd.DataFrame([_row(row, clock) for row in rows])
    several = every.groupby("engine")["code"].transform("nunique") > 1
    every["engine"] += (" @" + every["code"].str[:6]).where(several, "")
    if every["cpu"].nunique() > 1:
        every["engine"] += " on " + every["cpu"]
    if every["set"].nunique() > 1:
        every["puzzle"] = every["set"] + " " + every["puzzle"]
    by = every.groupby(["engine", "puzzle", "seed"], sort=False)
    runs = by.agg(
        failed=("failed", "first"),
        limit=("limit", "first"),
        cells=("cells", "first"),
        first=("time", "first"),
        least=("time", "min"),
        median=("time", "median"),
        repeats=("time", "size"),
        nodes=("nodes", "mean"),
        memory=("memory", "max"),
        answer=("answer", "last"),
    )
    solved = runs["failed"].isna()
    counts = runs["least" if of == "min" else "median"]
    kept = [is_kept(*each) for each in zip(runs["first"], runs["least"], strict=True)]
    runs["seconds"] = counts.mask(kept, runs["first"]).where(solved)
    runs["noise"] = (runs["median"] / runs["least"]).where(solved & (runs["repeats"] > 1))
    runs["par"] = runs["seconds"].fillna(2 * runs["limit"]).mask(runs["failed"] == "unverified")
    return runs


def _row(row: Record, clock: str) -> dict[str, Any]:
    is_solved, counted = row["status"] == "solved", row["counted"]
    return {
        **{name: row[name] for name in ("engine", "code", "set", "puzzle")},
        "cpu": str(row["machine"].get("cpu")),
        "seed": str(row.get("seed")),
        "failed": None if is_solved else row["status"],
        "time": seconds_of(row, clock) if is_solved else nan,
        "limit": limit_of(row),
        "cells": row["size"][0] * row["size"][1],
        "nodes": counted.get("nodes", 0) if counted else nan,  # a record has no zeros
        "memory": row["peak_memory"] or 0,
        "answer": answer(row),
    }


def by_puzzle(runs: pd.DataFrame) -> pd.DataFrame:
    """The times: a row for each engine and puzzle, over all seeds.

    A puzzle is solved if it was with every seed; then ``seconds`` are the median over the seeds.
    ``par`` is the mean, ``bound`` the seconds or the limit, ``cell`` the text for a table.
    """
    by = runs.groupby(["engine", "puzzle"], sort=False)
    times = by.agg(
        failed=("failed", "first"),
        limit=("limit", "first"),
        cells=("cells", "first"),
        seconds=("seconds", "median"),
        least=("seconds", "min"),
        most=("seconds", "max"),
        seeds=("seconds", "size"),
        noise=("noise", "median"),
        par=("par", "mean"),
        nodes=("nodes", "mean"),
        memory=("memory", "max"),
        answer=("answer", "last"),
    )
    unsolved = times["failed"].notna()
    times.loc[unsolved, ["seconds", "nodes"]] = nan
    times["bound"] = times["seconds"].fillna(times["limit"])
    times["cell"] = times.apply(_cell, axis=1)
    return times


def _cell(row: pd.Series) -> str:
    """The time of a puzzle for a table, with its range over the seeds; else why there is none."""
    if pd.notna(row.seconds):
        ends = f" ({seconds_text(row.least)}–{seconds_text(row.most)})" if row.seeds > 1 else ""
        return seconds_text(row.seconds) + ends
    return seconds_text(row.limit, True) if row.failed == "timeout" else loud(row.failed)


def loud(status: str) -> str:
    return status.upper() if status == "wrong" else status


def in_common(times: pd.DataFrame, engine: str, base: str) -> pd.DataFrame:
    """The puzzles that two engines were asked; the columns of the second end in ``_base``."""
    own, other = times.loc[engine], times.loc[base]
    return own.merge(other, left_index=True, right_index=True, suffixes=("", "_base"))


def side_by_side(times: pd.DataFrame) -> pd.DataFrame:
    """The times of every puzzle as texts, a column for each engine."""
    puzzles, engines = times.index.unique("puzzle"), times.index.unique("engine")
    return times["cell"].unstack("engine", fill_value="").loc[puzzles, engines]


def virtual_best(times: pd.DataFrame) -> pd.DataFrame:
    """The virtual best solver: for each puzzle the fastest engine."""
    order = times.sort_values("seconds", kind="stable")  # unsolved ones last
    best = order.groupby("puzzle", sort=False).head(1).droplevel("engine")
    best["par"] = times.groupby("puzzle")["par"].min()
    return best.assign(memory=0, noise=nan, nodes=nan)

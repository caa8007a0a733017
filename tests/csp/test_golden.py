"""Counted work of fixed puzzles: a change in these numbers is a change of the search.

Seconds depend on the machine; nodes, backtracks, revisions and removed placements do not.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonocsp as nc
from nonocsp import Options

INPUT = Path(__file__).parents[2] / "input"
GOLDEN = json.loads((Path(__file__).parent / "golden_textbook.json").read_text())


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['file']}-{case['options']}")
def test_counted_work_of_the_textbook_search(case):
    puzzle = nc.read(INPUT / case["file"])
    options = Options.from_json(json.dumps(case["options"]))
    found = nc.solutions(puzzle, options=options, engine="textbook", limit=case["limit"])
    for _ in found:
        pass
    assert found.stats.counted() == case["work"]

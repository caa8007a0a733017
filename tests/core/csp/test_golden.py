"""Counted work of fixed puzzles: a change in these numbers is a change of the search.

Seconds depend on the machine; nodes, backtracks, revisions and removed placements do not.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonocsp as nc
from nonocsp import Options

GOLDEN = json.loads((Path(__file__).parent / "golden_textbook.json").read_text())


#: What only one of the two kinds of domains counts.
OWN = {"placements", "checks", "removed", "tightenings"}


@pytest.mark.parametrize("domains", ["explicit", "implicit"])
@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['file']}-{case['options']}")
def test_counted_work_of_the_textbook_search(case, domains):
    puzzle = nc.read(f"input/{case['file']}")
    options = Options.from_json(json.dumps(case["options"] | {"domains": domains}))
    found = nc.solutions(puzzle, options=options, engine="textbook", limit=case["limit"])
    for _ in found:
        pass
    own = set() if domains == "explicit" else OWN
    work = found.stats.counted().items()
    assert {name: number for name, number in work if name not in own} == {
        name: number for name, number in case["work"].items() if name not in own
    }

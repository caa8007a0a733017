"""Minutes: the model against people who are simulated, and what has to hold of all puzzles."""

from __future__ import annotations

import json
import random
import re
import statistics
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from strategies import ANY, examples, small_puzzles

import nonocsp as nc
from nonocsp.apps.collection import SECTIONS, collection
from nonocsp.people.explanation import TECHNIQUES, explain, rate
from nonocsp.people.explanation.effort import CELL, LOOK, UNIT, minutes_of, range_in_words


def looked_at(explanation, rng):
    """The cells of the lines that a person looks at in vain: the rules, played once."""
    puzzle, steps = explanation.puzzle, explanation.found
    masks = dict(enumerate(explanation.start.masks))
    lines = {line for line in puzzle.lines if puzzle.clue(line) is not None}
    unseen, total = set(lines), 0
    for at, step in enumerate(steps):
        waiting = [later for later in steps[at:] if all(used < at for used in later.uses)]
        shows = set() if len(step.lines) > 1 else {later.lines for later in waiting}
        still = {n for n in lines if any(masks[c] & masks[c] - 1 for c in puzzle.cells(n))}
        vain = {(line,) for line in unseen & still} - shows
        for place in rng.sample(order := sorted(vain | shows, key=str), len(order)):
            if place in shows:
                break
            total += len(puzzle.cells(place[0]))
            unseen.remove(place[0])
        changed = {puzzle.board.number(one.row, one.column): one for one in step.cells}
        for cell, one in changed.items():
            masks[cell] = sum(1 << colour for colour in one.left)
        unseen |= {line for line in lines if changed.keys() & set(puzzle.cells(line))}
        unseen -= set(step.lines)
    return total


@pytest.mark.slow
@pytest.mark.parametrize("name", ["heart.txt", "tulip.ctu", "smile.txt"])
def test_the_expectation_is_the_mean_of_people_who_follow_the_rules(name):
    explanation = explain(nc.read(f"input/{name}")).run()
    rng = random.Random(5)
    runs = [looked_at(explanation, rng) for _ in range(400)]
    cost = sum(step.cost for step in explanation.found)
    size = explanation.puzzle.board.size
    played = (UNIT * (cost + LOOK * statistics.mean(runs) / 10) + CELL * size) / 60
    error = UNIT * LOOK * statistics.stdev(runs) / 10 / 60 / len(runs) ** 0.5
    assert abs(minutes_of(explanation) - played) < 4 * error + 0.05


@examples(60)
@given(made=small_puzzles(ANY))
def test_only_what_is_solved_has_minutes(made):
    _, puzzle = made
    explanation = explain(puzzle)
    assert minutes_of(explanation) is None
    rating = rate(puzzle)
    assert (rating.minutes is not None) == (nc.verdict(puzzle) is nc.Verdict.UNIQUE)
    if rating.minutes is not None:
        # Finding takes longer than without any look in vain.
        cells = sum(mask & mask - 1 > 0 for mask in explanation.start.masks)
        least = (UNIT * rating.tedium + CELL * cells) / 60
        assert rating.minutes > least - 0.1
        assert f"{rating.length_word}, most people {range_in_words(rating.minutes)};" in str(rating)
    assert json.loads(json.dumps(rating.to_dict()))["minutes"] == rating.minutes


def test_what_ends_early_has_none():
    dom = nc.read("input/n-dom-6.nin")
    others = [technique for technique in TECHNIQUES if technique.name != "counting"]
    assert rate(dom, limits=nc.Limits(nodes=1), techniques=others).minutes is None
    assert "about" not in str(rate(dom, limits=nc.Limits(nodes=1), techniques=others))
    heart = nc.read("input/heart.txt")
    assert rate(heart, grid=explain(heart).run().grid).minutes == 0


def side_by_side(one, other):
    """Two puzzles of rows and columns on one board, without a line in common."""
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    cells, lines, at = [], {"A": [], "B": []}, 0
    for puzzle in (one, other):
        rows, columns = puzzle.shape
        cells += [
            [(x + column + at, y + row + at) for x, y in square]
            for row in range(rows)
            for column in range(columns)
        ]
        start = len(cells) - rows * columns
        lines["A"] += [[start + r * columns + c for c in range(columns)] for r in range(rows)]
        lines["B"] += [[start + r * columns + c for r in range(rows)] for c in range(columns)]
        at += max(rows, columns)
    clues = {
        "A": [*one.rows, *other.rows],
        "B": [*one.columns, *other.columns],
    }
    return nc.Puzzle.on(nc.CustomBoard(cells, lines), clues)


@pytest.mark.parametrize("seeds", [(1, 2), (3, 4), (5, 6)])
def test_minutes_of_parts_add_up(seeds):
    one, other = (nc.generate(8, 8, seed=seed).puzzle for seed in seeds)
    whole, parts = rate(side_by_side(one, other)), [rate(one), rate(other)]
    assert whole.steps == sum(part.steps for part in parts)
    assert whole.minutes == pytest.approx(sum(part.minutes for part in parts), rel=0.15)


def test_a_small_one_takes_minutes_and_the_largest_hours():
    for seed in range(25):
        assert rate(nc.generate(5, 5, seed=seed).puzzle).minutes < 10
    index = json.loads(Path("input/index.json").read_text(encoding="utf-8"))
    times = {entry["file"]: entry["rating"]["minutes"] for entry in index if "rating" in entry}
    assert 2 * 60 < times["peacock.non"] < 24 * 60
    assert max(times.values()) < 24 * 60
    assert all(times[e["file"]] < 10 for e in index if e["file"] in times and e["cells"] <= 25)


def test_larger_puzzles_of_the_library_take_longer():
    by_side = defaultdict(list)
    for one in collection().values():
        by_side[-(-one.longest // 5)].append(one.minutes)
    medians = [statistics.median(times) for _, times in sorted(by_side.items())]
    assert len(medians) == 5 and medians == sorted(set(medians))
    by_section = {name: [] for name in SECTIONS}
    for one in collection().values():
        by_section[one.section].append(one.minutes)
    medians = [statistics.median(times) for times in by_section.values()]
    assert medians[:4] == sorted(set(medians[:4])) and medians[4] < medians[5]


#: The same as in tests/apps/page/library.test.mjs.
TIMES = {
    "up to 1 minute": (0, 0.2, 0.7),
    "1 to 3 minutes": (1.3, 1.7),
    "5 to 20 minutes": (9, 10.9),
    "20 to 75 minutes": (36.3, 38.7),
    "25 to 95 minutes": (46.3, 48.7),
    "25 minutes to 2 hours": (50, 54.9),
    "45 minutes to 3 hours": (85, 89.9),
    "2 to 6 hours": (180,),
}


def test_times_are_as_the_page_has_them():
    for text, minutes in TIMES.items():
        assert {range_in_words(each) for each in minutes} == {text}


def test_a_range_in_words_is_no_more_exact_than_it_is_known():
    known = [range_in_words(tenth / 10) for tenth in range(20_000)]
    assert len(set(known)) < 140
    for tenth, words in enumerate(known):
        *low, high = map(int, re.findall(r"\d+", words))
        unit = 60 if words.endswith(("hour", "hours")) else 1
        assert abs(high * unit - tenth / 5) <= max(1, 0.25 * tenth / 5)
        if low:
            unit = 1 if "minutes" in words else 60
            assert abs(low[0] * unit - tenth / 20) <= max(0.5, 0.4 * tenth / 20)
            assert low[0] * unit < high * (60 if "hour" in words else 1)

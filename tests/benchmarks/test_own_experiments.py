"""The experiments of the checkout, on puzzles small enough to see through."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from itertools import product

import pytest

import nonocsp as nc
from benchmarks.experiments import (
    boards,
    clue_errors,
    estimates,
    explanations,
    generation_time,
    limits,
    misreadings,
    photographs,
    proofs,
    scale,
    techniques,
    threads,
)
from benchmarks.suite.experiments.timing import puzzle_of
from benchmarks.suite.spec import parse
from nonocsp.files.formats import dumps
from nonocsp.people.explanation import diagnose


def rows_of(module, spec=""):
    """The rows of a table, measured in this process, and its faults."""
    experiment = module.EXPERIMENT
    cells = experiment.plan(parse(f"x:{spec}")[1])
    found = [{"cell": cell, "figures": experiment.measure(**cell)} for cell in cells]
    rows = list(experiment.rows(json.loads(json.dumps(found))))
    return rows, list(experiment.faults(rows))


# The search.


def test_a_technique_that_is_never_used_changes_nothing():
    rows, _ = rows_of(techniques, "sets=line-solvable:size=10/count=3,off=restarts+learning")
    assert [(row["without"], row["changed"]) for row in rows] == [("restarts", 0), ("learning", 0)]
    assert all(row["tightenings"] == 1 and row["conflicts, 95 %"] == "1.00 to 1.00" for row in rows)
    ((row,), _) = rows_of(techniques, "sets=n-dom:first=7/last=7,off=restarts=off")
    assert row["changed"] == 1 and row["not within"] == row["without it"] == 0
    ((row,), _) = rows_of(techniques, "sets=n-dom:first=9/last=9,off=probing,nodes=1,mirrors=2")
    assert (row["pairs"], row["not within"], row["without it"]) == (2, 2, 2)


def test_work_does_not_depend_on_who_is_first_and_reflections_are_eight():
    cell = {"content": dumps(nc.generation.families.n_dom(6), "json"), "off": "probing"}
    how = {"wanted": 2, "nodes": 10_000, "seconds": 60.0}
    counted = [
        {
            side: (figures[side]["conflicts"], figures[side]["tightenings"])
            for side in ("with", "without")
        }
        for figures in (techniques.measure(**cell, mirror=0, turn=n, **how) for n in (0, 1))
    ]
    assert counted[0] == counted[1]
    skew = nc.Puzzle.from_picture(["##_", "_#_", "___"])
    assert len({techniques.mirrored(skew, mirror) for mirror in range(8)}) == 8
    number = techniques.work(skew, nc.Options(), 0, nc.Limits())
    assert number["done"] and techniques.work(skew, nc.Options(), 1, nc.Limits())["done"]


def test_only_long_searches_are_asked_of_several_threads():
    assert rows_of(threads, "sets=n-dom:first=4/last=4,least=60.0") == ([], [])
    rows, _ = rows_of(threads, "sets=n-dom:first=8/last=8,least=0.0,first=on")
    assert [row["seed"] for row in rows] == ["0", "1"] and all(row["CPU"] > 0 for row in rows)
    geometric, _ = threads.notes([{**rows[0], "ratio": 2.0}, {**rows[0], "ratio": 8.0}])
    assert geometric == "ratio: geometric mean 4.00, median 5.00."


def test_a_batch_answers_all_and_a_limit_is_counted():
    rows, _ = rows_of(scale, "sizes=4+25,densities=0.3,count=3,question=count,seconds=0.000001")
    assert [(row["size"], row["puzzles"]) for row in rows] == [(4, 3), (25, 3)]
    assert rows[1]["over the limit"] == 3 and rows[1]["in the main process"] > 0


def test_questions_keep_a_limit_on_seconds_and_on_memory():
    spec = "seconds=0.1,questions=count+solve,puzzle=20x20"
    rows, faults = rows_of(limits, spec)
    assert [row["question"] for row in rows] == ["count", "solve"] and faults == []
    assert all(row["past it, CPU s"] < 1 for row in rows) and "MiB" not in rows[0]
    ((row, _), _) = rows_of(limits, f"{spec},memory=50")
    assert row["MiB"] == 50 and 0 <= row["grown, share"] < 2
    assert [*limits.faults([{**row, "end": "killed"}])] == ["count of 20x20 at 0.3 was killed"]


# Counting.


def test_bounds_are_below_the_counts():
    rows, faults = rows_of(estimates, "width=50,truth=1.0,nodes=200000")
    assert len(rows) > 2 and faults == []
    for row in rows:
        assert row["at least / solutions"] <= 1 and row["solutions"] > 1
    assert [*estimates.faults([{**rows[0], "at least / solutions": 1.5}])]
    bound, error = estimates.notes(
        [
            {"at least / solutions": 0.5, "estimate / solutions": ratio}
            for ratio in (0.5, 1.1, 3.0, None)
        ]
    )
    assert bound == "Lower bound: median 0.500, tenth percentile 0.500."
    assert error == "Declined: 1 of 4; within a factor of two 33%; median error 100.0%."


@pytest.mark.parametrize("name", boards.BOARDS)
def test_pictures_are_unique_by_definition(name):
    side = 2 if name != "hexagon of triangles" else 1
    board = boards.BOARDS[name](side)
    every = [bytes(cells) for cells in product((0, 1), repeat=board.size)]
    clues = [nc.Puzzle.from_picture(nc.Picture.from_cells(c, board)).clues for c in every]
    shared = Counter(clues)
    ((row,), faults) = rows_of(boards, f"sides={side},densities=0.5,count=40")[0][:1], []
    found = 0
    for seed in range(40):
        clue = boards.drawn(board, 0.5, seed).clues
        verdict = boards.measure(name, side, 0.5, seed, 5.0)["verdict"]
        assert verdict == ("unique" if shared[clue] == 1 else "multiple"), seed
        found += verdict == "unique"
    assert row["pictures"] == 40 and faults == []
    if name == "hexagon of hexagons":  # of 128 pictures 124, as counted by sorting
        assert sum(number == 1 for number in shared.values()) == 124
    assert [*boards.faults([{**row, "highest bound": 1.5}])]


# Proofs.


def test_proofs_claim_what_the_search_found():
    rows, faults = rows_of(proofs, "sets=disturbed:count=5+n-dom:first=4/last=4")
    assert rows[0]["claims"] == "4 none, 1 unique" and rows[1]["claims"] == "1 unique"
    assert faults == [] and rows[1]["largest kB"] > 0
    ((row,), faults) = rows_of(proofs, "sets=random:size=6/density=0.4/count=8,every=on")
    assert row["claims"].endswith("count") and faults == []
    (row,) = rows_of(proofs, "sets=n-dom:first=9/last=9,nodes=1")[0]
    assert row["not within"] == 1 and row["claims"] == ""


@pytest.mark.parametrize("says", ["s VERIFIED", "s NOT VERIFIED"])
def test_a_checker_is_asked(says):
    command = f"{sys.executable} -c \"print('{says}')\""
    rows, faults = rows_of(proofs, f"sets=n-dom:first=4/last=4,form=drup,checker={command}")
    assert rows[0]["claims"] == "1 unique" and rows[0]["written kB"] > 0
    assert len(faults) == (says != "s VERIFIED") and all(says in fault for fault in faults)


def test_hints_are_checked_by_the_plain_program():
    rows, faults = rows_of(proofs, "sets=disturbed:count=5+n-dom:first=4/last=4,form=lrat")
    assert rows[0]["claims"] == "4 none, 1 unique" and faults == []
    assert all(row["written kB"] > 1 for row in rows)


# People.


def test_steps_and_their_reasons_are_counted():
    def figures(name):
        return explanations.measure(dumps(nc.read(f"input/{name}.txt"), "json"), 60.0)

    heart = figures("heart")
    tally, rated = heart["tally"], heart["rated"]
    assert heart["outcome"] == "solved" and tally["wrong"] == 0
    assert rated["steps"] == tally["steps"] == tally["line steps"] == tally["compared"]
    assert tally["smallest"] <= tally["cited"] <= tally["known"]
    assert rated["nodes of a plain search"] == 0 and rated["lines tightened"] > 0
    assert figures("permutation-5")["rated"] is None
    rows, faults = rows_of(explanations, "sets=random:size=5/count=3+n-dom:first=3/last=3")
    assert rows[-1]["set"] == "all" and faults == []
    assert rows[-1]["steps"] == sum(row["steps"] for row in rows[:-1])
    assert [*explanations.faults([{**rows[-1], "wrong": 2}])] == ["2 steps do not hold"]
    rows[-1]["rated"] = [{**rated, "steps": n, "depth": n * n, "tedium": -n} for n in (1, 3, 9)]
    _, depth, tedium, *_ = explanations.notes(rows)
    assert "depth: 1.00 with steps" in depth and "tedium: -1.00 with steps" in tedium


@pytest.mark.slow
def test_typos_leave_no_solution_and_the_rank_of_the_original_is_found():
    puzzle = nc.read("input/anchor.txt")
    ranks = []
    for kind in clue_errors.KINDS:
        for number in range(10):
            draw = random.Random(f"{kind} {number}")
            found = clue_errors.measure(dumps(puzzle, "json"), kind, f"{kind} {number}", 60.0)
            changed = clue_errors.with_typo(puzzle, draw.choice([kind]), draw)
            assert found["made"] == (changed is not None)
            if found["diagnosed"]:
                assert changed and nc.verdict(changed) is nc.Verdict.NONE
                ranks.append(found["rank"])
                break  # else there was no room for it, or there still is a solution
    assert len(ranks) > 15 and None not in ranks
    assert sum(rank <= 3 for rank in ranks) >= len(ranks) - 4
    assert clue_errors.rank(diagnose(puzzle), puzzle) is None


def test_ranks_are_counted():
    found = [
        {"cell": {"kind": "x"}, "figures": {"made": True, "diagnosed": True, "rank": n, "spent": s}}
        for n, s in ((1, 0.5), (4, 1.0), (None, 2.0))
    ]
    found += [
        {"cell": {"kind": "x"}, "figures": {"made": made, "diagnosed": False}} for made in (0, 1)
    ]
    (row,) = clue_errors.rows(found)
    assert (row["made"], row["no solution"], row["CPU s"], row["most"]) == (4, 3, 1.0, 2.0)
    assert [row[name] * 3 for name in ("first", "in three", "found")] == [1, 1, 2]


def test_generated_puzzles_are_unique():
    rows, faults = rows_of(generation_time, "sizes=6+8,depths=lines,count=2,colours=1")
    assert len(rows) == 2 * len(generation_time.TEXTURES) and faults == []
    assert all(row["made"] == row["asked"] == 2 and row["tries"] >= 1 for row in rows)
    assert [*generation_time.faults([{**rows[0], "wrong": 1}])]


# Photographs.


def test_numbers_in_their_place_are_the_longest_common_subsequence():
    def line(*numbers):
        return [(number, 1) for number in numbers]

    assert photographs.common(line(1, 2, 3), line(1, 3)) == 2
    assert photographs.common(line(1, 2), line(2, 1)) == 1 and not photographs.common([], line(1))
    one, other = ([[(1, 2), (3, 1)]], [[(1, 2)]]), ([[(1, 5), (3, 2)]], [[(1, 5)]])
    assert photographs.canonical(*one) == photographs.canonical(*other)
    assert photographs.canonical(*one) != photographs.canonical(one[0], [[(1, 1)]])


@pytest.mark.slow
def test_an_easy_page_is_read_and_what_is_no_picture_is_not(tmp_path):
    rows, _ = rows_of(photographs, "pages=1,difficulties=0")
    assert rows[-1][""] == "all" and rows[-1]["right"] == 1 and rows[-1]["not found"] == 0
    (tmp_path / "a.png").write_bytes(b"nothing")
    truth = {"picture": "a.png", "rows": [[1], [2]], "columns": [[2], [1]]}
    (tmp_path / "truth.jsonl").write_text(json.dumps(truth) + "\n\n")
    rows, _ = rows_of(photographs, f"real={tmp_path}")
    assert rows[-1]["not found"] == 1 and rows[-1]["right"] == rows[-1]["numbers"] == 0
    assert "a.png" in [*photographs.notes(rows)][1]


def test_what_is_not_misread_is_read_and_misread_numbers_are_counted():
    spec = "sets=random:size=15/density=0.65/count=3+tiny,count=50,seed=2"
    rows, _ = rows_of(misreadings, f"{spec},rates=0.0+0.05")
    by_rate = {(row["alternatives"], row["misread"]): row for row in rows}
    for known in ("known", "unknown"):
        none = by_rate[known, 0.0]
        assert (none["errors"], none["right"], none["sure"]) == (0, 1, 1)
        assert by_rate[known, 0.05]["errors"] > 1 and by_rate[known, 0.05]["sure and wrong"] == 0
    clue = puzzle_of(dumps(nc.Puzzle([[11, 3]], [[1]] * 15), "json")).rows[0]
    every = [misreadings.misread_clue(clue, 15, 1.0, random.Random(seed)) for seed in range(200)]
    read = {tuple(number.length for number in numbers) for numbers in every}
    assert {(1, 1), (), (3,)} <= read and all(n <= 15 for numbers in read for n in numbers)


# Learning.


def test_lines_solve_what_lines_solve_and_no_more():
    pytest.importorskip("gymnasium")
    from benchmarks.experiments import learning_agents

    rows, _ = rows_of(learning_agents, "sizes=5,count=3,minutes=0.001")
    solved = {(row["depth"], row["agent"]): row["solved"] for row in rows}
    assert len(solved) == 8 and solved["lines", "lines"] == solved["lines", "greedy"] == 1
    assert solved["not-lines", "lines"] == 0 and solved["lines", "random"] < 1
    assert all(row["steps a second"] > 0 and row["puzzles"] == 3 for row in rows)

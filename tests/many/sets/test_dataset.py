"""Data sets: the same bytes however they are made, verdicts, parts, and what readers get."""

from __future__ import annotations

import filecmp
import json
import re
import shlex
import sys
from collections import Counter
from functools import partial

import batch_tricks
import pytest

from nonocsp import Colour, Puzzle
from nonocsp.apps.cli import COMMANDS
from nonocsp.apps.cli.dataset import order_of
from nonocsp.apps.cli.parser import parse
from nonocsp.core import puzzle_key
from nonocsp.core.base.errors import FormatError, NonocspError, OptionError
from nonocsp.core.base.optional import own_version
from nonocsp.core.model.bits import mask_of
from nonocsp.core.model.grid import Grid
from nonocsp.core.proofs import verify
from nonocsp.core.solver.solving import count, verdict
from nonocsp.many.sets import dataset
from nonocsp.many.sets.columns import entry_of
from nonocsp.many.sets.dataset import CARD, JOURNAL, make_dataset
from nonocsp.many.sets.near_misses import near_misses
from nonocsp.many.sets.order import PARTS, SetOrder
from nonocsp.many.sets.puzzle_records import made
from nonocsp.many.sets.records import records
from nonocsp.many.work import journal, work
from nonocsp.people.explanation import explain
from nonocsp.people.generation import generate
from nonocsp.people.generation.rng import Rng

SMALL = SetOrder(
    40,
    sizes=[(3, 3), (4, 5)],
    seed=3,
    colours=[1, 2],
    none=0.2,
    multiple=0.2,
    shares=(0.5, 0.25, 0.25),
    steps=True,
    proofs=True,
)


def rows_of(folder):
    return [
        record.row()
        for part in PARTS
        for file in sorted(folder.glob(f"{part}.*"))
        for record in records(str(file))
    ]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small") / "set"
    make_dataset(SMALL, folder, workers=1)
    return folder


def assert_same(one, other):
    names = sorted(path.name for path in one.iterdir())
    assert names == sorted(path.name for path in other.iterdir())
    assert filecmp.cmpfiles(one, other, names, shallow=False) == (names, [], [])


@pytest.mark.slow
def test_the_number_of_workers_changes_no_byte(small, tmp_path):
    make_dataset(SMALL, tmp_path / "two", workers=2)
    assert_same(small, tmp_path / "two")


@pytest.mark.slow
def test_a_set_that_was_interrupted_goes_on_to_the_same_bytes(small, tmp_path, monkeypatch):
    folder = tmp_path / "set"
    append, calls = journal.append, []

    def interrupted(file, content):
        calls.append(content)
        if len(calls) % 7 == 0:
            raise KeyboardInterrupt
        if len(calls) % 5 == 0:  # a machine that loses its power
            append(file, content[: len(content) // 2])
            raise KeyboardInterrupt
        return append(file, content)

    monkeypatch.setattr(journal, "append", interrupted)
    interrupts = 0
    while True:
        try:
            make_dataset(SMALL, folder, workers=1)
            break
        except KeyboardInterrupt:
            interrupts += 1
            assert [path.name for path in folder.iterdir()] == [JOURNAL]
    assert interrupts > 3
    assert_same(small, folder)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes are not killed by signals there")
@pytest.mark.parametrize("times", [1, 2])
def test_a_killed_worker_is_asked_again_then_one_line(small, tmp_path, monkeypatch, times):
    (tmp_path / "12").write_text(str(times))
    monkeypatch.setattr(dataset, "made_of", partial(batch_tricks.made_of, tmp_path))
    monkeypatch.setattr(work, "MOST_IN_CHUNK", 1)
    if times > 1:
        with pytest.raises(NonocspError, match=r"^the worker was killed by signal 9; the same com"):
            make_dataset(SMALL, tmp_path / "set", workers=1)
    make_dataset(SMALL, tmp_path / "set", workers=1)
    assert_same(small, tmp_path / "set")


@pytest.mark.slow
def test_more_puzzles_begin_with_the_same_ones(small, tmp_path):
    order = SetOrder(**SMALL.to_dict() | {"number": 25})
    make_dataset(order, tmp_path / "set", workers=1)
    fewer, more = rows_of(tmp_path / "set"), rows_of(small)
    assert len(fewer) == 25
    assert sorted(map(json.dumps, fewer)) == sorted(
        json.dumps(row) for row in more if row["index"] <= max(each["index"] for each in fewer)
    )


def test_records_hold_what_they_promise(small):
    """The verdicts by an independent engine, the solutions, the parts, the proofs, the steps."""
    kinds = Counter()
    keys = {}
    for row in rows_of(small):
        puzzle, picture, *_ = entry_of(row)
        found = int(count(puzzle, engine="textbook"))
        kinds[row["verdict"], row["changed"] is not None, "colours" in row] += 1
        assert row["verdict"] == ("none", "unique", "multiple")[min(found, 2)]
        assert puzzle.fingerprint() == row["hash"]
        key = puzzle_key(puzzle)
        assert key.hex() == row["class"] and key not in keys
        keys[key] = row["part"]
        assert str(verify(puzzle, row["proof"].splitlines())) == "verified: " + row["verdict"]
        if found == 1:
            assert puzzle.is_solved_by(picture)
            assert solved_by_steps(puzzle, row["steps"]) == picture.cells
        else:
            assert picture is row["steps"] is row["depth_word"] is None
        if row["changed"]:
            assert is_near(puzzle, row["changed"])
    assert {kind[0] for kind in kinds} == {"none", "unique", "multiple"}
    assert {kind[1:] for kind in kinds if kind[0] != "unique"} >= {(True, True), (False, False)}
    assert set(keys.values()) == set(PARTS)


def solved_by_steps(puzzle, steps):
    """The picture to which the cells of the steps lead; each step knows what it takes."""
    columns = puzzle.board.shape[1]
    masks = list(Grid.unknown(puzzle).masks)
    for number, step in enumerate(steps):
        for row, column, mask in step["because"]:
            assert masks[row * columns + column] & ~mask == 0
        for row, column, mask in step["cells"]:
            assert masks[row * columns + column] & mask not in (0, masks[row * columns + column])
            masks[row * columns + column] &= mask
        assert all(use < number for use in step["uses"])
    return bytes(mask.bit_length() - 1 for mask in masks if mask & (mask - 1) == 0)


def is_near(puzzle, changed):
    """Whether the puzzle with the clue from before has one solution, and the same sums."""
    sides = {"row": [*puzzle.rows], "column": [*puzzle.columns]}
    clue = sides[changed["line"]][changed["index"]]
    names = [colour.name for colour in puzzle.colours]
    before = [tuple(b) if isinstance(b, list) else (b, names[1]) for b in changed["clue_before"]]
    sums = [Counter(), Counter()]
    for length, name in before:
        sums[0][name] += length
    for block in clue:
        sums[1][names[block.colour]] += block.length
    sides[changed["line"]][changed["index"]] = before
    whole = Puzzle(sides["row"], sides["column"], puzzle.colours[1:])
    return sums[0] == sums[1] and verdict(whole).value == "unique"


def test_a_class_stands_in_one_part_in_every_set():
    order = SetOrder(10, sizes=[(4, 6)], seed=1)
    other = SetOrder(99, sizes=[(4, 6)], seed=2, colours=[3], multiple=0.5)
    for seed in range(50):
        puzzle = generate(4, 6, seed=seed).puzzle
        images = puzzle, puzzle.mirror(), puzzle.transpose(), puzzle.transpose().mirror()
        assert len({order.part(puzzle_key(image)) for image in images}) == 1
        assert order.part(puzzle_key(puzzle)) == other.part(puzzle_key(puzzle))


def test_shares_of_verdicts_and_parts_are_met():
    order = SetOrder(10, sizes=[(4, 4)], seed=1, none=0.1, multiple=0.3, shares=(0.2, 0.5, 0.3))
    verdicts = Counter(order.verdict(index).value for index in range(10_000))
    assert abs(verdicts["none"] - 1000) < 150 and abs(verdicts["multiple"] - 3000) < 200
    parts = Counter(order.part(number.to_bytes(16, "big")) for number in range(10_000))
    assert abs(parts["train"] - 2000) < 200 and abs(parts["validation"] - 5000) < 250


@pytest.mark.slow
def test_a_small_space_is_exhausted(tmp_path, monkeypatch):
    monkeypatch.setattr(dataset, "IN_VAIN", 200)
    with pytest.raises(NonocspError, match=r"([0-9]+) different puzzles? of 500 found") as failed:
        make_dataset(SetOrder(500, sizes=[(2, 2)], seed=1), tmp_path / "set", workers=1)
    known = int(re.search("[0-9]+", str(failed.value))[0])
    done = make_dataset(SetOrder(known, sizes=[(2, 2)], seed=1), tmp_path / "set", workers=1)
    assert sum(done.parts.values()) == known == len(rows_of(tmp_path / "set"))


@pytest.mark.slow
def test_parquet_holds_the_same(tmp_path, small):
    pytest.importorskip("pyarrow")
    make_dataset(SMALL, tmp_path / "set", workers=1, to="parquet")
    for one, other in zip(rows_of(small), rows_of(tmp_path / "set"), strict=True):
        assert one["hash"] == other["hash"] == entry_of(other).puzzle.fingerprint()
        for name in ("rows", "cols", "steps", "changed"):
            assert (json.loads(other[name]) if other[name] else None) == one[name]
        for name in set(one) - {"rows", "cols", "steps", "changed"}:
            assert one[name] == other[name]


def test_the_card_counts_the_records(small):
    card = (small / CARD).read_text()
    rows = rows_of(small)
    for name in ("part", "verdict", "texture", "length_word", "depth_word"):
        for value, number in Counter(row[name] for row in rows if row[name]).items():
            assert f"| {value} | {number} |" in card
    assert set(re.findall("^[|] `([a-z_]+)` [|]", card, re.M)) == {m for row in rows for m in row}


@pytest.mark.parametrize(
    "order",
    [
        SMALL,
        SetOrder(7, sizes=[(10, 10)], seed=0),
        SetOrder(
            7,
            sizes=[(10, 12), (5, 5)],
            seed=9,
            textures=["blobs", "stripes"],
            depths=["shallow", "very deep"],
            density=0.6,
            symmetry="both",
        ),
        SetOrder(
            7, sizes=[(4, 4)], seed=1, depths=["shallow", None], density=0.7654321, none=1 / 3
        ),
    ],
)
def test_the_command_of_the_card_states_the_order(order):
    words = shlex.split(order.command)[1:]
    assert order_of(parse([*words, "-o", "x"], COMMANDS)) == order


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 0},
        {"sizes": []},
        {"sizes": [(0, 5)]},
        {"colours": [0]},
        {"textures": ["plaid"]},
        {"depths": ["trivial"]},
        {"density": 2},
        {"none": 0.6, "multiple": 0.6},
        {"none": -0.1},
        {"shares": (0.5, 0.5)},
        {"shares": (0.5, 0.5, 0.5)},
        {"symmetry": "diagonal", "sizes": [(4, 5)]},
        {"seed": -1},
        {"sizes": 5},
        {"sizes": [5]},
        {"sizes": [(4, 4, 4)]},
        {"colours": 2},
        {"textures": "noise"},
    ],
)
def test_an_impossible_order_is_refused(wrong):
    with pytest.raises(OptionError):
        SetOrder(**{"number": 5, "sizes": [(4, 4)], "seed": 1} | wrong)


def test_a_folder_in_use_is_left_alone(small, tmp_path):
    with pytest.raises(FormatError, match="holds a data set already"):
        make_dataset(SMALL, small, workers=1)
    other = tmp_path / "other"
    other.mkdir()
    (other / JOURNAL).write_text('["0", {}]\n{}\n')
    with pytest.raises(FormatError, match="another data set was begun"):
        make_dataset(SMALL, other, workers=1)
    (tmp_path / "file").write_text("")
    with pytest.raises(FormatError, match="expected a folder, not a file"):
        make_dataset(SMALL, tmp_path / "file", workers=1)
    with pytest.raises(FormatError, match="cannot be written"):
        make_dataset(SMALL, tmp_path / "file" / "in it", workers=1)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "train.jsonl").write_text("mine\n")
    with pytest.raises(FormatError, match="holds a data set already"):
        make_dataset(SMALL, mine, workers=1)
    assert (mine / "train.jsonl").read_text() == "mine\n"
    begun = tmp_path / "begun"
    begun.mkdir()
    head = [own_version(), SetOrder(**SMALL.to_dict() | {"number": 1}).to_dict()]
    (begun / JOURNAL).write_text(f"{json.dumps(head)}\n{{}}\n")
    with pytest.raises(FormatError, match="damaged"):
        make_dataset(SMALL, begun, workers=1)


def test_near_misses_differ_in_one_clue_and_keep_every_sum():
    for seed in range(20):
        paper = Colour("paper", "#eeeeff", "_")
        puzzle = generate(5, 6, colours=1 + seed % 2, seed=seed).puzzle.replace(blank=paper)
        seen = set()
        for line, other in near_misses(puzzle, Rng(seed)):
            differing = [
                n for n, a, b in zip(puzzle.lines, puzzle.clues, other.clues, strict=True) if a != b
            ]
            assert differing == [line] and not other.problems()
            assert other.colours == puzzle.colours
            seen.add(other)
        assert len(seen) == len(list(near_misses(puzzle, Rng(0))))


def test_steps_are_those_of_an_explanation():
    order = SetOrder(1, sizes=[(8, 8)], seed=5, depths=["not-lines"], steps=True)
    row = json.loads(made(order, 0).line)
    steps = explain(entry_of(row).puzzle).steps
    assert [step["sentence"] for step in row["steps"]] == [step.sentence for step in steps]
    assert [step["because"] for step in row["steps"]] == [
        [[fact.row, fact.column, mask_of(fact.colours)] for fact in step.because] for step in steps
    ]
    assert any("branches" in step for step in row["steps"])

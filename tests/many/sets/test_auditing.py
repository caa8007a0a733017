"""Audits: a planted set of a thousand records whose faults are known, and going on after a stop."""

from __future__ import annotations

import gzip
import json
import os
import random
from collections import Counter
from concurrent.futures import Future
from functools import partial
from itertools import product
from math import factorial

import batch_tricks
import pytest

from nonocsp import FormatError, Limits, OptionError, Picture, Puzzle, verdict
from nonocsp.many.grading.prompts import json_prompt, text_prompt
from nonocsp.many.sets import audit, auditing, examining, write_rows
from nonocsp.many.sets.examining import Examination, Mark, examine
from nonocsp.many.sets.order import SetOrder
from nonocsp.many.sets.puzzle_records import made
from nonocsp.many.sets.records import Record
from nonocsp.many.sets.tally import KINDS, Tally, summary
from nonocsp.many.work.pool import WorkerLost


def clues(puzzle):
    return [[b.length for b in clue] for clue in puzzle.rows], [
        [b.length for b in clue] for clue in puzzle.columns
    ]


def images(picture):
    rows, found = picture.rows, set()
    for _ in range(4):
        rows = tuple(zip(*rows[::-1], strict=True))
        found |= {rows, rows[::-1]}
    return found


def unique_pictures(rng, number):
    """Different pictures up to symmetry whose puzzles are unique by the textbook engine."""
    seen = set()
    while number:
        side = rng.choice((5, 6))
        picture = Picture([[rng.randint(0, 1) for _ in range(side)] for _ in range(side)])
        least = min(images(picture))
        if least in seen or verdict(Puzzle.from_picture(picture), engine="textbook") != "unique":
            continue
        seen.add(least)
        number -= 1
        yield picture


def permutations(rng, number):
    """Puzzles with k! solutions, different up to symmetry, and one solution of each."""
    places = [(k, a, b) for k in range(2, 5) for a in range(4) for b in range(a + 1)]
    for k, a, b in rng.sample(places, number):
        rows, columns = [[]] * a + [[1]] * k, [[]] * b + [[1]] * k
        cells = [[0] * len(columns) for _ in rows]
        for n in range(k):
            cells[a + n][b + n] = 1
        yield [*rows, []], [*columns, []], [[*row, 0] for row in [*cells, [0] * len(columns)]], k


def texts(rows):
    return ["".join(map(str, row)) for row in rows]


def planted(seed, size, of_each):
    """Lines of a table, and the faults as pairs of the number of a line and a kind."""
    rng = random.Random(seed)
    kinds = [*KINDS][:-1]
    several = [*permutations(rng, 2 * of_each)]
    places = rng.sample(range(size // 10, size), len(kinds) * of_each)
    kind_at = dict(zip(places, kinds * of_each, strict=True))
    lines, expected, good, counts = [], set(), [], {}
    for at, picture in enumerate(unique_pictures(rng, size)):
        rows, columns = clues(Puzzle.from_picture(picture))
        cells = [list(row) for row in picture.rows]
        row = {"id": f"p{at}", "row_clues": rows, "col_clues": columns, "solution": texts(cells)}
        kind = kind_at.get(at)
        answer = "\n".join(texts(cells))
        row["answers"] = [
            {"model": "a", "marked_correct": True, "text": f"Here it is:\n{answer}\n"},
            {"model": "b", "marked_correct": False, "text": "1" + "0" * (len(rows) ** 2 - 1)},
            {"model": "c", "marked_correct": rng.random() < 0.5, "text": "I give up."},
        ]
        if rng.random() < 0.5:
            row |= rng.choice([{"verdict": "unique"}, {"num_solutions": 1}, {"solvable": True}])
        if kind is None:
            good.append(row)
        else:
            expected.add((at + 1, kind))
        if kind == "unreadable":
            row["row_clues"][rng.randrange(len(rows))] = rng.choice(["x", [-1], {"a": 1}, 2.5])
        elif kind == "unsolvable":
            row = {name: row[name] for name in ("id", "row_clues", "col_clues", "solution")}
            line = max(rows, key=len)
            line[rng.randrange(len(line))] += rng.choice((1, 9))  # sums differ
        elif kind == "wrong picture":
            y, x = rng.randrange(len(rows)), rng.randrange(len(rows))
            cells[y][x] ^= 1
            row["solution"] = texts(cells)
        elif kind in ("ambiguous", "one of several"):
            rows, columns, cells, k = several.pop()
            row = {"id": f"p{at}", "row_clues": rows, "col_clues": columns}
            counts[at + 1] = factorial(k)
            if kind == "one of several":
                row["solution"] = texts(cells)
                expected.add((at + 1, "ambiguous"))
        elif kind == "duplicate":
            row = {**rng.choice(good), "id": f"p{at}"}
        elif kind == "image":
            other = Picture(rng.choice(good)["solution"])
            image = Picture(rng.choice(sorted(images(other) - {other.rows}) or [other.rows]))
            if image.rows == other.rows:
                expected ^= {(at + 1, "image"), (at + 1, "duplicate")}
            rows, columns = clues(Puzzle.from_picture(image))
            row = {"row_clues": rows, "col_clues": columns, "solution": texts(image.rows)}
        elif kind == "wrong verdict":
            said = {
                "verdict": ["none", "multiple"],
                "num_solutions": [0, 2, 7],
                "solvable": [False],
            }
            name = rng.choice(sorted(said))
            row = {each: row[each] for each in ("row_clues", "col_clues")}
            row[name] = rng.choice(said[name])
        elif kind == "wrong mark":
            row["answers"][rng.randrange(2)]["marked_correct"] ^= True
        elif kind == "lenient mark":
            row["answers"][0]["text"] += "\nFinal answer: unknown"
        elif kind == "no clues":
            del row["row_clues"], row["col_clues"]
        lines.append(json.dumps(row))
    return lines, expected, counts


@pytest.fixture(scope="module")
def planted_set(tmp_path_factory):
    path = tmp_path_factory.mktemp("planted") / "set.jsonl"
    path.write_text("".join(f"{line}\n" for line in planted(seed=7, size=200, of_each=6)[0]))
    return path


@pytest.mark.parametrize(
    ("size", "of_each"), [(200, 6), pytest.param(1000, 15, marks=pytest.mark.slow)]
)
def test_of_a_planted_set_all_faults_are_found_and_none_is_invented(tmp_path, size, of_each):
    lines, expected, counts = planted(8, size, of_each)
    path = tmp_path / "set.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines))
    with audit([path], workers=2, sample=0) as faults:
        found = list(faults)
    pairs = [(int(fault.place.rpartition(" ")[2]), fault.kind) for fault in found]
    assert Counter(pairs) == Counter(expected)
    assert {kind for _, kind in pairs} == {*KINDS} - {"unknown"}
    assert [number for number, _ in pairs] == sorted(number for number, _ in pairs)
    by_line = {n: f.text for (n, kind), f in zip(pairs, found, strict=True) if kind == "ambiguous"}
    assert by_line == {number: f"{count} solutions" for number, count in counts.items()}
    tally = faults.tally
    assert tally.puzzles == size
    assert tally.kinds == Counter(kind for _, kind in expected)
    assert tally.verdicts["multiple"] == 2 * of_each and tally.verdicts["none"] == of_each
    text = summary(tally)
    assert f"{size:,} puzzles" in text and f"({100 * of_each / size:.1f} %)" in text


@pytest.mark.slow
def test_the_number_of_workers_changes_nothing(planted_set):
    found = []
    for workers in (1, 3):
        with audit([planted_set], workers=workers, sample=5) as faults:
            found.append(([*faults], faults.tally.to_dict()))
    assert found[0] == found[1]
    assert sum(found[0][1]["depth"].values()) == 5


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are posix")
def test_an_accident_is_not_kept_and_the_same_audit_asks_again(planted_set, tmp_path, monkeypatch):
    with audit([planted_set], workers=1, sample=0) as whole:
        expected = [*whole]
    state = tmp_path / "state"
    monkeypatch.setattr(auditing, "examine", partial(batch_tricks.examined, tmp_path))
    for times, unknown in ((100, 2), (1, 0)):  # the worker dies of two records
        for number in (6, 91):
            (tmp_path / str(number)).write_text(str(times))
        with audit([planted_set], workers=2, sample=0, state=state) as found:
            faults = [*found]
        lost = [fault.text for fault in faults if fault.kind == "unknown"]
        assert lost == ["the worker was killed by signal 9"] * unknown
        assert (found.tally.puzzles, found.stored) == (200, 0 if unknown else 198)
        assert b"signal" not in state.read_bytes()
    assert faults == expected
    with audit([planted_set], workers=1, sample=0, state=state) as third:
        assert [*third] == expected and third.stored == 200
    assert third.tally.to_dict() == whole.tally.to_dict()


@pytest.mark.slow
def test_an_audit_goes_on_from_its_state(planted_set, tmp_path):
    state = tmp_path / "state"
    with audit([planted_set], workers=1, sample=0) as whole:
        expected = [*whole]
    with audit([planted_set], workers=1, sample=0, state=state) as first:
        begun = [next(first) for _ in range(15)]
    assert begun == expected[:15]
    with open(state, "ab") as file:  # as a disk that was full leaves it
        file.write(b'{"found":[["')
    with audit([planted_set], workers=2, sample=0, state=state) as second:
        assert [*second] == expected
        assert 0 < second.stored < 200
    with audit([planted_set], workers=1, sample=0, state=state) as third:
        assert [*third] == expected
        assert third.stored == 200
    assert third.tally.to_dict() == whole.tally.to_dict()
    with pytest.raises(FormatError, match="findings of another audit"):
        audit([planted_set], most=7, state=state)
    (tmp_path / "notes").write_text("mine")
    with pytest.raises(FormatError, match="findings of another audit"):
        audit([planted_set], state=tmp_path / "notes")
    assert (tmp_path / "notes").read_text() == "mine"
    with pytest.raises(OptionError, match="standard input"):
        audit("-", state=tmp_path / "other")


@pytest.mark.slow
def test_compressed_and_in_a_folder_it_is_the_same_set(planted_set, tmp_path):
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(planted_set.read_bytes()))
    tallies = []
    for each in (planted_set, tmp_path):
        with audit(str(each), workers=1, sample=0) as faults:
            assert len([*faults]) > 45
        tallies.append(faults.tally.to_dict())
    assert tallies[0] == tallies[1]


def test_a_lost_worker_costs_one_record(planted_set):
    with audit([planted_set], workers=1, sample=0) as faults:
        call = faults._pool.call

        def lose(timed, function, part, serial, **more):
            if any(b'"p30"' in record.content for record in part):
                lost = Future()
                lost.set_exception(WorkerLost("the worker was killed by signal 9", -9))
                return lost
            return call(timed, function, part, serial, **more)

        faults._pool.call = lose
        found = [*faults]
    (unknown,) = (fault for fault in found if fault.kind == "unknown")
    assert unknown.place.endswith("line 31") and unknown.text.endswith("signal 9")
    assert faults.tally.puzzles == 200


def test_an_error_is_no_fault_of_the_clues(monkeypatch):
    """What goes wrong behind the reading is said, and is not called unreadable."""
    monkeypatch.setattr(examining, "propagated", lambda *_, **__: [][0])
    found = one({"rows": [[1]], "cols": [[1]]})
    assert (found.problem, found.verdict) == ("", "unknown")
    assert found.detail == "IndexError: list index out of range"


def test_a_worker_lost_over_a_rating_is_counted(tmp_path):
    (tmp_path / "set.jsonl").write_text('{"rows": [[1]], "cols": [[1]]}\n')
    with audit([tmp_path / "set.jsonl"], workers=1, sample=1) as faults:
        call = faults._pool.call

        def lose(timed, function, *arguments, **more):
            if function.func is not auditing._words:
                return call(timed, function, *arguments, **more)
            lost = Future()
            lost.set_exception(WorkerLost("the worker was killed by signal 9", -9))
            return lost

        faults._pool.call = lose
        assert [*faults] == []
    assert faults.tally.words == {"not rated": 1}


def one(row, **how):
    examination = Examination(None, how.pop("limits", Limits()), how.pop("most", 100), **how)
    (found,) = examine(examination, [Record("a", "record", 1, row)])
    return found


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("most", [1, 5, 17, 119, 120, 121])
def test_solutions_are_counted_up_to_a_number(number, most):
    found = one({"rows": [[1]] * number, "columns": [[1]] * number}, most=most)
    exact = factorial(number)
    assert (found.solutions, found.is_exact) == (
        (exact, True) if exact <= most else (most + 1, False)
    )


#: A puzzle that takes a search.
OPEN = {
    "rows": [[3], [1], *[[3, 1], [1]] * 5, [1]],
    "columns": [[1], [1], *[[1, 3], [1]] * 5, [3]],
}


def test_limits_make_a_verdict_unknown_and_never_wrong():
    found = one({**OPEN, "solution": [[0] * 13] * 13}, limits=Limits(nodes=1))
    assert (found.verdict, found.picture) == ("unknown", "wrong")


def test_all_pictures_of_two_rows_by_definition():
    """Verdict, count and picture of every 2 x 3 picture, against all pictures with its clues."""
    every = [Picture([cells[:3], cells[3:]]) for cells in product((0, 1), repeat=6)]
    of = Counter(Puzzle.from_picture(picture).clues for picture in every)
    for picture in every:
        found = one({"grid": picture.tolist()})
        number = of[Puzzle.from_picture(picture).clues]
        assert found.solutions == number
        assert found.verdict == ("unique" if number == 1 else "multiple")
        assert found.picture == ("right" if number == 1 else "several")
        assert found.density == round(sum(picture.cells) / 6, 3)


SAID = {
    "verdict": {"none": {0}, "Unique": {1}, "multiple": {2, 3, 6}},
    "num_solutions": {str(number): {number} for number in range(8)},
    "unique": {True: {1}, "false": {0, 2, 3, 6}, "1.0": {1}, 0: {0, 2, 3, 6}},
    "is_solvable": {False: {0}, "no": {0}, 1: {1, 2, 3, 6}, "True": {1, 2, 3, 6}},
}


def test_what_a_record_says_of_its_puzzle_is_checked_by_definition():
    """By puzzles of 0, 1, 2, 3 and 6 solutions: what it says is no fault, else it is false."""
    counts = {
        0: ([[2], [2]], [[2], [1]]),
        1: ([[1]], [[1]]),
        2: ([[1]] * 2, [[1]] * 2),
        3: ([[1]], [None] * 3),
        6: ([[1]] * 3, [[1]] * 3),
    }
    for number, (rows, cols) in counts.items():
        for name, meanings in SAID.items():
            for value, meant in meanings.items():
                found = one({"rows": rows, "cols": cols, name: value})
                assert found.solutions == number
                assert found.is_false == (number not in meant), (name, value, number)
    bounded = {"rows": [[1]] * 3, "cols": [[1]] * 3}
    assert not one({**bounded, "num_solutions": 4}, most=3).is_false  # there may be as many
    assert one({**bounded, "num_solutions": 3}, most=3).is_false
    assert not one({**bounded, "verdict": "hard"}).is_false
    assert not one({**OPEN, "num_solutions": 7}, limits=Limits(nodes=1)).is_false


def test_an_empty_verdict_says_nothing_and_words_that_are_not_understood_are_counted():
    tally, row = Tally(), {"rows": [[1]], "cols": [[1]]}
    said = [None, "", [], "unique", "blurb", "many", "2+", "2+"] + [f"word {n}" for n in range(20)]
    for value in said:
        found = one({**row, "verdict": value})
        kinds = [fault.kind for fault in tally.add(Record("a", "record", 1, {}), found)]
        assert ("wrong verdict" in kinds) == (value == "many")
    assert one({**row, "verdict": "none"}).is_false
    assert tally.not_understood["'2+'"] == 2 and tally.not_understood["'blurb'"] == 1
    assert tally.not_understood.total() == 23 and len(tally.not_understood) == 11
    assert "  not understood  verdicts 'others" not in summary(tally)
    assert "'2+' 2" in summary(tally)


def test_an_unreadable_answer_keeps_its_mark_when_models_are_compared():
    right, wrong = "\n".join(PICTURE), "\n".join(["####", *PICTURE[1:]])
    for text, first in (("I see", ["A", "B"]), (wrong, ["A"])):
        given = [{"model": "A", "correct": True, "text": right}]
        given += [{"model": "B", "correct": True, "text": text}]
        tally = Tally()
        found = one({"rows": ROWS, "cols": COLUMNS, "answers": given})
        [*tally.add(Record("a", "record", 1, {}), found)]
        assert tally.first_by("marked") == ["A", "B"] and tally.first_by("right") == first
        change = "stays" if len(first) == 2 else "changes"
        assert f"first place {change}: A and B by the marks, {' and '.join(first)}" in summary(
            tally
        )


def test_a_set_passes_its_own_audit_and_a_false_verdict_in_it_is_found(tmp_path):
    order = SetOrder(24, sizes=[(5, 5), (4, 6)], seed=7, none=0.25, multiple=0.25)
    records = [json.loads(made(order, index).line) for index in range(24)]
    counts = Counter(record["verdict"] for record in records)
    assert len(counts) == 3
    path = tmp_path / "set.jsonl"
    write_rows(path, records)
    with audit(str(path), workers=1, sample=0) as faults:
        assert [*faults] == []
    shown = ", ".join(f"{name} {number}" for name, number in counts.most_common())
    assert f"  verdicts         {shown}\n" in summary(faults.tally)
    for record in records:
        other = {"unique": "multiple", "multiple": "none", "none": "unique"}[record["verdict"]]
        found = one({**record, "verdict": other})
        assert found.is_false and not one(record).is_false


ROWS, COLUMNS = [[2, 1], [2], [1]], [[1, 1], [2], [1], [1]]
PICTURE = ["##_#", "_##_", "#___"]


@pytest.mark.parametrize(
    "row",
    [
        {"clues": {"rows": ROWS, "cols": COLUMNS}},
        {"rows": 3, "cols": 4, "hints": {"left": ROWS, "top": COLUMNS}},
        {"data": {"puzzle": {"horizontal": ROWS, "vertical": COLUMNS}}},
        {"clues": [ROWS, COLUMNS]},
        {"clues": str((ROWS, COLUMNS))},
        {"clues": str({"rows": ROWS, "cols": COLUMNS})},
        {"task": json.dumps({"rows": ROWS, "cols": COLUMNS})},
        {"rowInputs": ROWS, "columnInputs": COLUMNS},
        {"Spalten": COLUMNS, "Zeilen": ROWS},
        {"colonnes-indices": COLUMNS, "lignes-indices": ROWS},
        {"C": COLUMNS, "R": ROWS},
        {"puzzles": [{"cols": COLUMNS, "rows": ROWS}]},
        {"meta": {"levels": {"one": {"top": COLUMNS, "left": ROWS}}}},
        {"row_runs": [[{"length": n} for n in clue] for clue in ROWS], "col_runs": COLUMNS},
        {"messages": [{"role": "user", "content": "Rows: 2 1, 2, 1\nColumns: 1 1, 2, 1, 1"}]},
        {"across_given": "2 1; 2; 1", "down_given": "1 1; 2; 1; 1"},
        {"prompt": "Rows: 2 1, 2, 1\nColumns: 1 1, 2, 1, 1"},
        {"prompt": f"A puzzle.\nRow clues: {ROWS}\nColumn clues: {COLUMNS}\nUse # and _."},
        {"prompt": text_prompt(Puzzle(ROWS, COLUMNS)).text},
        {"prompt": json_prompt(Puzzle(ROWS, COLUMNS)).text},
    ],
)
def test_a_picture_is_compared_with_the_clues_wherever_they_are(row):
    right, wrong = (
        one({"solution": PICTURE, **row}),
        one({"solution": ["####", *PICTURE[1:]], **row}),
    )
    assert (right.picture, right.not_used) == ("right", None)
    assert (wrong.picture, wrong.detail) == ("wrong", "Row 1 has 4, its clue is 2 1.")


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"rows": ROWS},
        {"row_sums": [3, 2, 1], "col_sums": [2, 2, 1, 1]},
        {"row_at": [[0, 1, 3], [1, 2], [0]], "column_at": [[0, 2], [0, 1], [1], [0]]},
        {"prompt": "Solve puzzle 12 of 300, please."},
        {"prompt": "2 1\n2\n1\n\n1 1\n2\n1\n1"},
        {"one": ROWS, "other": COLUMNS},
        {"puzzles": [{"rows": ROWS, "cols": COLUMNS}, {"rows": COLUMNS, "cols": ROWS}]},
        {"prompt": "Rows: 2 1, 2\nColumns: 1 1, 2, 1"},
    ],
)
def test_without_clues_a_picture_is_compared_with_nothing_and_that_is_said(row):
    found = one({"solution": PICTURE, **row})
    assert found.not_used == ", ".join(row) and found.verdict == "unique"
    (fault,) = Tally().add(Record("a", "record", 1, {}), found)
    assert fault.kind == "no clues" and all(
        f"not used: {', '.join(row)};" in fault.text for _ in row
    )


@pytest.mark.parametrize("clues", [{"rows": ROWS, "cols": COLUMNS}, [ROWS, COLUMNS]])
def test_both_sides_of_the_clues_may_be_in_one_named_column(tmp_path, clues):
    path = tmp_path / "set.jsonl"
    for each, columns in ((clues, "rows=a,columns=a"), (json.dumps(clues), "rows=a,columns=a")):
        path.write_text(json.dumps({"a": each, "b": [[1]], "grid": ["####", *PICTURE[1:]]}))
        with audit(str(path), columns=f"{columns},picture=grid", workers=1) as faults:
            assert [fault.kind for fault in faults] == ["wrong picture"]
    if isinstance(clues, dict):
        with audit(str(path), columns="rows=a.rows,columns=a.cols", workers=1) as faults:
            assert [*faults] == []


def test_a_prompt_beside_the_answers_says_what_stands_for_a_cell():
    answer = "\n".join(PICTURE).translate({35: "0", 95: "1"})
    given = [{"model": "A", "correct": True, "text": answer}]
    row = {"rows": ROWS, "cols": COLUMNS, "answers": given}
    for prompt, is_right in (("0 is filled and 1 is blank.", True), ("Fill in the cells.", False)):
        (mark,) = one({**row, "prompt": prompt}).marks
        assert Mark(*mark).is_right is is_right


def test_answers_that_cannot_be_read_accuse_nobody_and_lenient_marks_are_named():
    right, wrong = "\n".join(PICTURE), "\n".join(["####", *PICTURE[1:]])
    answers = {
        "in words": ("Row 1: columns 1, 2, 4", True, None, None),
        "other symbols": (
            '{"answer": [["s", "s", "e", "s"], ["e", "s", "s", "e"]]}',
            True,
            None,
            None,
        ),
        "given up": (f"{right}\nFinal answer: none", False, None, None),
        "scratch": (f"{right}\nFinal answer: none", True, None, "lenient mark"),
        "withdrawn": (f"Final answer:\n{right}\nNo:\n{wrong}", True, False, "wrong mark"),
        "then empty": (json.dumps({"answer": PICTURE, "draft": ["____"] * 3}), True, True, None),
        "missed": (right, False, True, "wrong mark"),
        "credited": (wrong, True, False, "wrong mark"),
    }
    given = [{"model": m, "correct": mark, "text": t} for m, (t, mark, *_) in answers.items()]
    found = one({"rows": ROWS, "cols": COLUMNS, "answers": given})
    marks = {mark.model: mark for mark in (Mark(*each) for each in found.marks)}
    for model, (_, _, is_right, kind) in answers.items():
        fault = marks[model].fault
        assert marks[model].is_right is is_right, model
        assert (fault and fault[0]) == kind and (fault is None or model in fault[1])
    tally = Tally()
    kinds = Counter(fault.kind for fault in tally.add(Record("a", "record", 1, {}), found))
    assert kinds == {"wrong mark": 3, "lenient mark": 1}
    assert sum(score.unreadable for score in tally.scores.values()) == 4


def test_a_copy_of_an_image_is_a_duplicate_of_the_image():
    bend, mirrored, upside_down = (
        {"rows": rows, "columns": columns}
        for rows, columns in (([[2], [1]], [[2], [1]]), ([[2], [1]], [[1], [2]]), ([[1], [2]],) * 2)
    )
    tally, said = Tally(), []
    for number, row in enumerate((bend, mirrored, mirrored, upside_down, bend, upside_down), 1):
        faults = tally.add(Record("a", "record", number, row), one(row))
        said.append([(fault.kind, fault.text[-8:]) for fault in faults])
    assert said == [
        [],
        [("image", "record 1")],
        [("duplicate", "record 2")],
        [("image", "record 1")],
        [("duplicate", "record 1")],
        [("duplicate", "record 4")],
    ]


def test_bad_settings_and_paths():
    for keywords in ({"most": 0}, {"sample": -1}, {"columns": "rows"}):
        with pytest.raises(OptionError):
            audit(__file__, **keywords)
    with pytest.raises(FormatError, match="No such file"):
        audit("none.jsonl")


def test_an_audit_that_is_left_keeps_what_is_finished(planted_set, tmp_path):
    state = tmp_path / "state"
    with audit([planted_set], workers=1, sample=0, state=state) as left:
        next(left)
        given = left.tally.puzzles
    with audit([planted_set], workers=1, sample=0, state=state) as again:
        assert len([*again]) > 45
        assert 0 < given <= again.stored < again.tally.puzzles

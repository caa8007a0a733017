"""Answers in a file: nothing is asked twice, nothing is lost, nothing else is damaged."""

from __future__ import annotations

import json

import batch_tricks
import pytest
import strategies as own
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import damaged

import nonocsp as nc
from nonocsp import Grid, Limits, Options, Puzzle
from nonocsp.common.errors import FormatError
from nonocsp.questions import Store, Task, ask_many, check_many, count_many, solve_many


class Counting(batch_tricks.AtOnce):
    """Counts the puzzles that it is given."""

    def __init__(self):
        super().__init__()
        self.puzzles = 0

    def submit(self, fn, /, asked, puzzles, serial):
        self.puzzles += len(puzzles)
        return super().submit(fn, asked, puzzles, serial)


def ones(n, **about):
    return Puzzle([[1]] * n, [[1]] * n, **about)


def lines(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def what(answer):
    """An answer without what depends on the run."""
    return (answer.index, answer.status, answer.pictures, answer.result, answer.fingerprint)


@given(
    puzzles=st.lists(own.puzzles(4, 4, 3).map(lambda drawn: drawn[1]) | own.wild_puzzles()),
    question=st.sampled_from(["solve", "check", "count", "list", "rate"]),
    cut=st.integers(0, 10**6),
)
@settings(max_examples=25)
def test_a_batch_goes_on_where_its_file_was_torn(tmp_path_factory, puzzles, question, cut):
    path = tmp_path_factory.mktemp("store") / "answers.jsonl"
    first = list(ask_many(question, puzzles, Counting(), store=path))
    whole = path.read_bytes()
    different = len({puzzle.fingerprint() for puzzle in puzzles})
    assert len(lines(path)) == different

    kept = whole[: cut % (len(whole) + 1)]
    path.write_bytes(kept)
    executor = Counting()
    second = list(ask_many(question, puzzles, executor, store=path, chunk=1))
    assert list(map(what, second)) == list(map(what, first))
    assert [line["fingerprint"] for line in lines(path)] == [
        json.loads(line)["fingerprint"] for line in whole.splitlines()
    ]
    assert path.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])

    executor = Counting()
    third = list(ask_many(question, puzzles, executor, store=path))
    assert list(map(what, third)) == list(map(what, first))
    assert all(answer.is_stored for answer in third)
    assert executor.puzzles == 0


def test_only_the_same_question_asked_the_same_way_is_known(tmp_path):
    path = tmp_path / "answers.jsonl"
    grid = Grid([3] * 16, 4).given({(0, 0): 1})
    ways = [
        (solve_many, ones(4), {}),
        (check_many, ones(4), {}),
        (count_many, ones(4), {}),
        (count_many, ones(5), {}),
        (count_many, Task(ones(4), grid), {}),
        (count_many, ones(4), {"limits": Limits(nodes=10**6)}),
        (count_many, ones(4), {"options": Options(probing=False)}),
        (count_many, ones(4), {"engine": "textbook"}),
    ]
    for known in (0, 1):
        executor = Counting()
        for ask, puzzle, how in ways:
            (answer,) = ask([puzzle], executor, store=path, **how)
            assert answer.is_stored == bool(known)
            if ask is count_many:
                expected = {4: 24, 5: 120}[len(getattr(puzzle, "puzzle", puzzle).rows)]
                assert answer.count == (6 if isinstance(puzzle, Task) else expected)
        assert executor.puzzles == (0 if known else len(ways))
    assert len(lines(path)) == len(ways)


def test_every_name_has_its_line_and_none_has_two(tmp_path):
    path = tmp_path / "answers.jsonl"
    tasks = [Task(ones(3), name="a"), Task(ones(3), name="b"), Task(None, name="c", error="gone")]
    for _ in range(2):
        assert len(list(count_many(tasks, Counting(), store=path, chunk=1))) == 3
        assert [line["name"] for line in lines(path)] == ["a", "b", "c"]
        assert lines(path)[2]["error"] == "gone"


def test_what_was_stopped_is_asked_again_when_that_is_wished(tmp_path):
    path = tmp_path / "answers.jsonl"
    hard = Puzzle([[1, 1]] * 30, [[1, 1]] * 30)
    limits = Limits(nodes=300)
    assert not next(count_many([hard], Counting(), store=path, limits=limits)).is_final
    executor = Counting()
    (answer,) = count_many([hard], executor, store=path, limits=limits)
    assert (answer.is_stored, answer.stopped_by, executor.puzzles) == (True, "nodes", 0)
    with Store(path, retry=True) as store:
        list(count_many([hard, ones(3)], executor, store=store, limits=limits))
        assert executor.puzzles == 2
        list(count_many([ones(3)], executor, store=store, limits=limits))
        assert executor.puzzles == 2
        assert len(store) == 2
    assert len(lines(path)) == 3


def test_numbers_of_any_length_come_back(tmp_path):
    path = tmp_path / "answers.jsonl"
    free = Puzzle([None] * 120, [None] * 130)
    for _ in range(2):
        (answer,) = count_many([free], Counting(), store=path)
        assert answer.count == 2 ** (120 * 130)
    assert answer.is_stored


def test_another_look_of_the_same_puzzle_is_no_answer_to_it(tmp_path):
    path = tmp_path / "answers.jsonl"
    clues = ([[(1, "red"), (1, "blue")]], [[(1, "red")], [(1, "blue")]])
    puzzle = Puzzle(*clues, ["red", "blue"])
    turned = Puzzle(*clues, ["blue", "red"])
    assert puzzle.fingerprint() == turned.fingerprint()
    (first,) = solve_many([puzzle], Counting(), store=path)
    (second,) = solve_many([turned], Counting(), store=path)
    assert (first.picture.cells, second.picture.cells) == (b"\1\2", b"\2\1")
    assert turned.is_solved_by(second.picture)


def test_what_is_finished_is_kept_when_the_batch_is_closed(tmp_path):
    path = tmp_path / "answers.jsonl"
    puzzles = [ones(n) for n in range(1, 9)]
    with count_many(puzzles, Counting(), store=path, chunk=2, in_flight=2) as answers:
        assert next(answers).count == 1
    assert [int(line["count"]) for line in lines(path)][:2] == [1, 2]
    with Store(path) as store:  # and the file was let go of
        assert len(store) == len(lines(path))


@pytest.mark.parametrize(
    "text",
    ["2,2\nR,1\n", '{"rows": [[1]], "cols": [[1]]}\n', "[]\n", "\n", "half a line", "\0\0"],
)
def test_a_file_that_is_none_of_ours_is_left_alone(tmp_path, text):
    path = tmp_path / "puzzle.ctu"
    path.write_text(text)
    with pytest.raises(FormatError, match=r"puzzle\.ctu, line 1: expected the answers of a batch"):
        solve_many([ones(1)], Counting(), store=path)
    assert path.read_text() == text


def test_a_damaged_line_in_the_middle_is_said(tmp_path):
    path = tmp_path / "answers.jsonl"
    list(count_many([ones(1), ones(2), ones(3)], Counting(), store=path))
    damaged = path.read_bytes().splitlines(keepends=True)
    damaged[1] = damaged[1][:50] + b"\n"
    path.write_bytes(b"".join(damaged))
    with pytest.raises(FormatError, match="line 2: expected the answers"):
        Store(path)
    assert path.read_bytes() == b"".join(damaged)


def test_a_changed_store_is_refused_or_answers_as_before(tmp_path):
    path = tmp_path / "answers.jsonl"
    puzzles = [ones(1), ones(2), ones(3)]
    list(check_many(puzzles, Counting(), store=path))
    for changed in damaged(path.read_bytes(), 600, 300):
        path.write_bytes(changed)
        try:
            answers = list(check_many(puzzles, Counting(), store=path))
        except FormatError as error:
            assert str(error).startswith(str(path)) and "\n" not in str(error)
            assert path.read_bytes() == changed
        else:
            assert [answer.verdict.value for answer in answers] == [
                "unique",
                "multiple",
                "multiple",
            ]
            assert all(
                p.is_solved_by(x) for p, a in zip(puzzles, answers, strict=True) for x in a.pictures
            )


def test_a_place_that_cannot_be_written_is_said(tmp_path):
    for path in (tmp_path, tmp_path / "missing" / "x"):
        with pytest.raises(FormatError, match="cannot be written"):
            Store(path)


def test_a_file_is_for_one_process_at_a_time(tmp_path):
    pytest.importorskip("fcntl")
    from nonocsp.questions import Pool

    path = str(tmp_path / "answers.jsonl")
    with Pool(1) as workers, Store(path):
        second = workers.submit(Store, path)
        with pytest.raises(nc.NonocspError, match="another batch is writing to it"):
            second.result()

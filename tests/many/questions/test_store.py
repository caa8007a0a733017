"""Answers in a file: nothing is asked twice, nothing is lost, nothing else is damaged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from contextlib import nullcontext
from pathlib import Path

import batch_tricks
import pytest
import strategies as own
from hypothesis import given, strategies as st
from samples import damaged
from strategies import examples

import nonocsp as nc
from nonocsp import Grid, Limits, Options, Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.many.questions import (
    Store,
    Task,
    WorkWarning,
    ask_many,
    check_many,
    count_many,
    solve_many,
)
from nonocsp.many.questions.answer import Answer
from nonocsp.many.questions.tasks import Settings

ROOT = Path(__file__).parents[3]


class Counting(batch_tricks.AtOnce):
    """Counts the puzzles that it is given."""

    def __init__(self):
        super().__init__()
        self.puzzles = 0

    def submit(self, fn, /, *arguments):
        self.puzzles += len(arguments[-2])  # before it, plugins that other tests left are named
        return super().submit(fn, *arguments)


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
@examples(25)
def test_a_batch_goes_on_where_its_file_was_torn(tmp_path_factory, puzzles, question, cut):
    path = tmp_path_factory.mktemp("store") / "answers.jsonl"
    first = list(ask_many(question, puzzles, Counting(), store=path))
    whole = path.read_bytes()
    different = len({puzzle.fingerprint() for puzzle in puzzles})
    assert len(lines(path)) == different

    kept = whole[: cut % (len(whole) + 1)]
    path.write_bytes(kept)
    is_torn = kept != b"" and not kept.endswith(b"\n")
    with pytest.warns(WorkWarning, match="cut off") if is_torn else nullcontext():
        second = list(ask_many(question, puzzles, Counting(), store=path, chunk=1))
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


def test_every_answer_of_a_long_batch_is_in_its_file(tmp_path):
    path = tmp_path / "answers.jsonl"
    puzzles = [Puzzle([[n]], [[1]] * n) for n in range(1, 101)]
    first = list(ask_many("check", puzzles, Counting(), store=path))
    assert {line["fingerprint"] for line in lines(path)} == {p.fingerprint() for p in puzzles}
    again = Counting()
    assert [*map(what, ask_many("check", puzzles, again, store=path))] == [*map(what, first)]
    assert again.puzzles == 0


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


def test_the_last_answer_counts(tmp_path):
    path, task = tmp_path / "answers.jsonl", Task(ones(2))
    settings = Settings("check", Limits(seconds=1), "kernel", Options())
    late = Answer(nc.Status.UNKNOWN, stopped_by="seconds", question="check", puzzle=task.puzzle)
    found = Answer(nc.Status.SATISFIABLE, question="check", puzzle=task.puzzle)
    for answer in (late, found):
        with Store(path, retry=True) as store:
            assert store.find(task, settings, 0) is None
            store.add(answer, task, settings)
    with Store(path) as store:
        assert store.find(task, settings, 0).status is nc.Status.SATISFIABLE
    assert len(lines(path)) == 2


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


def test_damaged_lines_are_named_and_asked_again(tmp_path):
    path = tmp_path / "answers.jsonl"
    puzzles = [ones(n) for n in (1, 2, 3, 4, 5)]
    list(count_many(puzzles, Counting(), store=path))
    first, second, third, fourth, fifth = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(
        first + second[:50] + b"\n" + third.replace(b'"6"', b'"7"') + fourth + fifth[:-9]
    )
    executor = Counting()
    with pytest.warns(WorkWarning) as warned:
        answers = list(count_many(puzzles, executor, store=path, chunk=1))
    assert [str(warning.message) for warning in warned] == [
        f"{path}, lines 2 and 3: not whole, or changed; their puzzles are asked again",
        f"{path}, line 5: cut off, and dropped; its puzzle is asked again",
    ]
    assert [answer.count for answer in answers] == [1, 2, 6, 24, 120]
    assert executor.puzzles == 3
    # What is damaged stays, in its place; the new answers follow.
    assert path.read_bytes().splitlines(keepends=True)[1] == second[:50] + b"\n"
    assert [json.loads(line)["count"] for line in path.read_bytes().splitlines()[4:]] == [
        "2",
        "6",
        "120",
    ]
    with pytest.warns(WorkWarning, match="lines 2 and 3") as warned, Store(path) as store:
        assert len(store) == 5
    assert len(warned) == 1


def test_only_the_first_of_many_damaged_lines_are_named(tmp_path):
    path = tmp_path / "answers.jsonl"
    list(count_many([ones(1)], Counting(), store=path))
    path.write_bytes(path.read_bytes() + b"\0\n" * 10_000)
    with pytest.warns(WorkWarning, match="lines 2, 3, 4, .*, 10 and 9991 more: "):
        Store(path).close()


class Short:
    """A raw file that takes a few bytes of what it is given, and nothing when it is full."""

    def __init__(self, file, room, error):
        self._file, self.room, self._error = file, room, error

    def __getattr__(self, name):
        return getattr(self._file, name)

    def write(self, data):
        taken = min(len(data), 7, self.room)
        if not taken and self._error is not None:
            raise self._error
        self.room -= taken
        return self._file.write(data[:taken]) if taken else None


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), None])
def test_an_answer_is_written_whole_or_not_at_all(tmp_path, error):
    path = tmp_path / "answers.jsonl"
    list(count_many([ones(n) for n in range(1, 7)], Counting(), store=path))
    whole = path.read_bytes()
    path.unlink()
    for room in range(0, len(whole), 997):
        with Store(path) as store:
            store._journal._file = Short(store._journal._file, room, error)
            with pytest.raises(
                FormatError, match=r"answers\.jsonl: cannot be written: [NR]"
            ) as full:
                list(count_many([ones(n) for n in range(1, 7)], Counting(), store=store, chunk=1))
            assert full.value.file == str(path)
            kept = path.read_bytes()
            assert kept == b"" or kept.endswith(b"\n")
            assert len(kept) <= room
            store._journal._file.room = 10**6  # there is room again
            list(count_many([ones(n) for n in range(1, 7)], Counting(), store=store))
        assert [line["count"] for line in lines(path)] == ["1", "2", "6", "24", "120", "720"]
        path.unlink()


@pytest.mark.slow
def test_a_full_disk_ends_the_command_and_loses_nothing(tmp_path):
    resource = pytest.importorskip("resource")
    path = tmp_path / "answers.jsonl"
    batch = [sys.executable, "-m", "nonocsp", "batch", "--question", "check", "--workers", "1"]
    batch += ["-o", str(path), *(f"input/{name}.txt" for name in ("heart", "cross-eyed"))]

    def run(room=resource.RLIM_INFINITY):
        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        # Bytecode that ends at the limit would stay for all processes after this one.
        env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            batch, capture_output=True, text=True, preexec_fn=limited, cwd=ROOT, env=env
        )

    done = run(300)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr == f"nonocsp: error: {path}: cannot be written: File too large\n"
    assert path.read_bytes() == b""
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    assert {line["name"] for line in lines(path)} == {"input/heart.txt", "input/cross-eyed.txt"}


@pytest.mark.filterwarnings("ignore::nonocsp.many.questions.WorkWarning")
def test_a_changed_store_is_refused_or_answers_as_before(tmp_path):
    path = tmp_path / "answers.jsonl"
    puzzles = [ones(1), ones(2), ones(3)]
    list(check_many(puzzles, Counting(), store=path))
    for changed in damaged(path.read_bytes(), 200, 100):
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_device_without_an_end_is_not_read(tmp_path):
    with pytest.raises(FormatError, match="/dev/full: cannot be written: No space left on device"):
        list(count_many([ones(1)], Counting(), store="/dev/full"))


def test_a_place_that_cannot_be_written_is_said(tmp_path):
    for path in (tmp_path, tmp_path / "missing" / "x"):
        with pytest.raises(FormatError, match="cannot be written"):
            Store(path)


def test_a_file_is_for_one_process_at_a_time(tmp_path):
    pytest.importorskip("fcntl")
    from nonocsp.many.questions import Pool

    path = str(tmp_path / "answers.jsonl")
    with Pool(1) as workers, Store(path):
        second = workers.submit(Store, path)
        with pytest.raises(nc.NonocspError, match="another batch is writing to it"):
            second.result()


def test_short_answers_have_no_pictures_and_no_statistics(tmp_path):
    path = tmp_path / "answers.jsonl"
    with Store(path, is_short=True) as store:
        full = list(ask_many("check", [ones(1), ones(2)], Counting(), store=store))
    assert all(answer.pictures and answer.stats.to_dict() for answer in full)
    assert not any({"pictures", "stats"} & line.keys() for line in lines(path))
    again = list(ask_many("check", [ones(1), ones(2)], Counting(), store=path))
    assert [answer.verdict for answer in again] == [answer.verdict for answer in full]
    assert all(answer.is_stored and not answer.pictures for answer in again)


@pytest.mark.slow
def test_a_store_takes_some_hundred_bytes_an_answer(tmp_path):
    number = 4_000
    shapes = [((n >> 6) % 8 + 1, n % 64 + 1, n >> 9) for n in range(number)]
    puzzles = [Puzzle([[a], [b]], [[c + 1]]) for a, b, c in shapes]
    assert len({puzzle.fingerprint() for puzzle in puzzles}) == number  # which they keep
    settings = Settings("check", Limits(), "kernel", Options())
    with Store(tmp_path / "answers.jsonl") as store:
        answers = [Answer(nc.Status.UNSATISFIABLE, question="check", puzzle=p) for p in puzzles]
        tracemalloc.start()
        try:
            for n, answer in enumerate(answers):
                store.add(answer, Task(answer.puzzle, name=f"file#{n}"), settings)
            held, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert len(store) == number and held < 200 * number
        assert store.find(Task(puzzles[77], name="other"), settings, 5).puzzle is puzzles[77]
    assert len(lines(tmp_path / "answers.jsonl")) == number

"""What the library returns and raises survives pickling and copying, and leaves nothing behind."""

import copy
import gc
import itertools
import multiprocessing
import os
import pickle
import sys
import tempfile
from pathlib import Path

import pytest
from every_result import HEART, LONG, NONE, SWITCH, results
from sources import import_all

import nonocsp as nc
from nonocsp.core.base.errors import NonocspError
from nonocsp.core.proofs import proof as texts

#: Ways to make another object of the same value.
TRIPS = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def values():
    """Every kind of object that the library takes or returns."""
    yield from (result for _, result in results())
    yield from (HEART, nc.Grid.unknown(HEART), nc.Picture(["#_"]), nc.Block(3), nc.Line("row", 2))
    yield from (nc.Colour("red", "#ff0000"), nc.Rectangle(2, 3), nc.Triddler(1, 1, 1, 1, 1, 1))
    yield from (nc.Options(probe_lead=2), nc.Limits(seconds=3), nc.Hexagon(2, 2, 2, 2, 2, 2))
    proof = nc.prove(HEART)
    yield from (
        proof,
        nc.prove(SWITCH, every=True),
        nc.verify(HEART, proof),
        nc.explanation.argument(HEART),
    )
    yield from (nc.verdict(HEART), nc.backbone(SWITCH), nc.rate(HEART).outcome)
    yield from (nc.estimate(SWITCH), nc.estimate(LONG, width=10), nc.estimate(SWITCH).sample())
    space = nc.solution_space(SWITCH)
    yield from (space[:1], space.components[0], space.backbone(), space.disambiguate())
    yield from (nc.solution_space(NONE), nc.solution_space(SWITCH, engine="textbook"))
    yield nc.solution_space(LONG, limits=nc.Limits(nodes=1))
    begun = nc.explain(HEART)
    next(begun)
    yield from (begun, nc.explain(SWITCH).run(), nc.explain(NONE).run(), nc.hint(SWITCH))
    yield from (nc.formats.parse("1;1\n1;1\n"), nc.explanation.TECHNIQUES)


@pytest.mark.parametrize("value", list(values()), ids=lambda value: type(value).__name__)
def test_what_is_returned_survives_every_trip(value):
    for name, trip in TRIPS.items():
        again = trip(value)
        assert type(again) is type(value) and again == value, name
        assert repr(again) == repr(value) and str(again) == str(value), name


def test_what_differs_is_not_equal():
    other = nc.solution_space(nc.Puzzle([[1], [1], []], [[1], [1]]))
    space = nc.solution_space(SWITCH)
    assert space != other and space[:1] != space[1:] and space != [*space]
    grid = nc.Grid.from_text("#?\n??")
    assert space != nc.solution_space(SWITCH, grid=grid)
    assert space.marginals() != nc.solution_space(SWITCH, grid=grid).marginals()
    assert nc.explain(HEART) != nc.explain(HEART).run() != nc.explain(SWITCH).run()
    assert nc.estimate(SWITCH) != nc.estimate(HEART) and nc.prove(SWITCH) != nc.prove(HEART)
    assert len({space, nc.solution_space(SWITCH), other}) == 2


@pytest.mark.parametrize("trip", TRIPS)
def test_a_copy_goes_on_by_itself(trip):
    whole = nc.explain(HEART).run()
    steps = nc.explain(HEART)
    next(steps)
    again = TRIPS[trip](steps)
    assert again.run() == whole and len(steps.found) == 1
    assert again.why((2, 2)) == whole.why((2, 2))
    space = TRIPS[trip](nc.solution_space(SWITCH))
    assert space[1] in space and space.marginals().total == 2
    assert nc.verify(HEART, TRIPS[trip](nc.prove(HEART))).claim == "unique"


def test_a_search_under_way_says_what_can_be_pickled():
    for trip in TRIPS.values():
        with pytest.raises(TypeError, match="a list can"):
            trip(nc.solutions(SWITCH))


@pytest.fixture(params=[1 << 18, 0], ids=["in memory", "in files"])
def temporary(request, monkeypatch, tmp_path):
    """A folder for temporary files, with proofs of any size in them or not."""
    monkeypatch.setattr(texts, "_IN_MEMORY", request.param)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.slow
def test_proofs_hold_no_open_file_and_leave_none(temporary):
    opened = Path("/proc/self/fd")
    before = len(list(opened.iterdir())) if opened.exists() else 0
    proofs = [nc.prove(SWITCH) for _ in range(50)]
    lines = proofs[0].lines()
    next(lines)
    files = 1 if texts._IN_MEMORY == 0 else 0
    if opened.exists():
        assert len(list(opened.iterdir())) <= before + files
    assert nc.verify(SWITCH, proofs[1]).claim == "multiple"
    assert proofs[2] == pickle.loads(pickle.dumps(proofs[2]))
    assert len(list(temporary.iterdir())) >= 50 * files
    del proofs
    assert "".join(f"{line}\n" for line in lines)  # the file is there as long as it is read
    gc.collect()
    assert list(temporary.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_process_leaves_the_files_of_proofs(temporary):
    proof = nc.prove(SWITCH)
    child = multiprocessing.get_context("fork").Process(target=gc.collect)
    child.start()
    child.join()
    assert nc.verify(SWITCH, proof).claim == "multiple"
    texts._remove(str(temporary / "other"), os.getpid() + 1)


def errors():
    """Every error of the package, by class."""
    import_all()
    agenda = [NonocspError]
    for kind in agenda:
        agenda += kind.__subclasses__()
    return sorted({kind for kind in agenda if kind.__module__.startswith("nonocsp")}, key=str)


ODD = [None, b"1;1", 3, -1.5, "", "x" * 100, "\udc80", ["a"], {"a": 1}, Path("a")]


@pytest.mark.parametrize("kind", errors(), ids=lambda kind: kind.__qualname__)
def test_errors_can_be_shown_and_pickled_whatever_they_are_made_of(kind):
    names = {"line": None, "file": None, "column": None, "text": None}
    for odd, other in itertools.product(ODD, ODD):
        for arguments, words in (
            [(odd,), {}],
            [(odd, other), {}],
            *([(odd,), {name: other}] for name in names),
            [("problem",), dict.fromkeys(names, odd)],
        ):
            try:
                error = kind(*arguments, **words)
            except TypeError:  # it takes other arguments
                continue
            shown = str(error), repr(error)
            for trip in TRIPS.values():
                again = trip(error)
                assert type(again) is kind and (str(again), repr(again)) == shown


def test_paths_of_bytes_are_names(tmp_path):
    name = os.fsencode(tmp_path / "no such")
    for ask in (nc.read, lambda path: list(nc.read_all(path)), nc.read_space):
        with pytest.raises(nc.FormatError, match=r"^/.*no such: "):
            ask(name)
    with pytest.raises(nc.FormatError, match="the name of a file, not a puzzle"):
        nc.read(b"1;1")
    with pytest.raises(nc.FormatError, match="has the suffix"):
        nc.write(HEART, os.fsencode(tmp_path / "a.nothing"))
    nc.write(HEART, os.fsencode(tmp_path / "a.json"))
    assert nc.read(os.fsencode(tmp_path / "a.json")) == HEART


def test_a_picture_is_no_puzzle_and_the_message_says_what_to_do(tmp_path):
    for picture in (HEART.goals[0], [HEART.goals[0]]):
        with pytest.raises(nc.OptionError, match=r"not Picture; .*Puzzle\.from_picture"):
            nc.write(picture, tmp_path / "x.png")
    for other in (nc.Grid.unknown(HEART), None, 3, "1;1"):
        with pytest.raises(nc.OptionError, match="must be a Puzzle or a list of Puzzles, not "):
            nc.write(other, tmp_path / "x.png")
    assert list(tmp_path.iterdir()) == []


def test_what_could_not_be_made_is_silent_when_it_goes(monkeypatch, recwarn):
    unraisable = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    for make in (
        lambda: nc.questions.check_many([SWITCH], workers=2),
        lambda: nc.questions.check_many([SWITCH], chunk=0),
        lambda: nc.questions.answering.Answers.__new__(nc.questions.answering.Answers),
        lambda: texts._Packed.__new__(texts._Packed),
        lambda: texts._Packed(None, None),
        lambda: nc.solutions(SWITCH, wrong=1),
    ):
        try:
            made = make()
        except (TypeError, nc.OptionError, AttributeError):
            made = None
        del made
    gc.collect()
    assert unraisable == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_a_proof_on_a_full_disk_names_the_temporary_file():
    store = texts.Text(b"a")
    store._path = "/dev/full"
    for _ in range(2):
        with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
            store._spill()
    assert store._memory == b"a"

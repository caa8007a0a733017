"""The corpus as a data set of CPMpy."""

from __future__ import annotations

import pytest

import nonocsp as nc
from benchmarks.suite import sets
from nonocsp.extra.cpmpy import ScaledNonogramDataset
from nonocsp.files.encodings.cpmpy import model

CASES = {case.id: case for case in sets.cases(sets.CORPUS)}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    root = tmp_path_factory.mktemp("data")
    ScaledNonogramDataset(root, download=True)
    return root


@pytest.fixture(scope="module")
def items(root):
    return list(ScaledNonogramDataset(root, parse=True))


def test_its_instances_are_those_of_the_corpus(items):
    assert len(items) == len(CASES) == len({labels["name"] for _, labels in items})
    for puzzle, labels in items:
        case = CASES[labels["name"]]
        assert puzzle == case.puzzle
        assert (labels["verdict"], labels["solutions"]) == (case.verdict, case.solutions)
        assert {"nodes", "lines", "probe1", "probe2", "family"} <= labels.keys()


def test_a_path_is_read_as_any_puzzle(root):
    path, labels = ScaledNonogramDataset(root)[0]
    assert path == str(labels["path"]) == labels["id"]
    assert nc.read(path) == CASES[labels["name"]].puzzle


def test_parts_share_no_instance_and_are_all(root, items):
    parts = [ScaledNonogramDataset(root, part) for part in ScaledNonogramDataset.PARTS]
    assert sum(map(len, parts)) == len(items)
    for part in parts[1:]:
        assert {labels["part"] for _, labels in part} == {part.part}


def small(items, most):
    """The numbers of instances of at most this many cells a side whose solutions can be listed."""
    return [
        number
        for number, (_, labels) in enumerate(items)
        if max(labels["size"]) <= most and labels["solutions"] in range(501)
    ]


def test_a_transform_makes_models_whose_solutions_are_counted(root, items):
    found = ScaledNonogramDataset(root, parse=True, transform=model)
    assert len(small(items, 7)) >= 5
    for number in small(items, 7)[:12]:
        (stated, _), labels = found[number]
        assert stated.solveAll(solver="ortools") == labels["solutions"]


@pytest.mark.slow
@pytest.mark.parametrize("lines", ["regular", "table"])
@pytest.mark.parametrize("solver", ["ortools", "choco", "exact", "pumpkin"])
def test_its_solvers_count_fifty_instances_alike(solver, lines, items):
    cpmpy = pytest.importorskip("cpmpy")
    if not dict(cpmpy.SolverLookup.base_solvers())[solver].supported():
        pytest.skip(f"CPMpy has not found its solver {solver}")
    numbers = small(items, 15)
    numbers = numbers[:: max(1, len(numbers) // 50)][:50]
    assert {items[number][1]["verdict"] for number in numbers} == {"none", "unique", "multiple"}
    for number in numbers:
        puzzle, labels = items[number]
        stated, _ = model(puzzle, lines)
        assert stated.solveAll(solver=solver) == labels["solutions"], labels["name"]


def test_what_is_not_there_is_said(tmp_path, root):
    with pytest.raises(ValueError, match="part must be one of train, validation, test, not 'dev'"):
        ScaledNonogramDataset(root, "dev")
    with pytest.raises(ValueError, match="download=True"):
        ScaledNonogramDataset(tmp_path)
    with pytest.raises(ValueError, match="not found in dataset"):
        ScaledNonogramDataset(root)["no such name"]

"""Solution spaces in files and in other tools' formats."""

from __future__ import annotations

import base64
import json
import random
import zlib
from math import prod

import networkx as nx
import pytest
import strategies as own
from hypothesis import given
from memory import memory_below
from samples import damaged
from strategies import examples

import nonocsp as nc
from nonocsp import Grid, Picture, Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.core.base.files import checksum
from nonocsp.files.encodings.cnf import cnf

ONES = Puzzle([[1]] * 5, [[1]] * 5)


def saved(space, path):
    nc.write_space(space, path)
    return nc.read_space(path)


@given(own.puzzles(5, 5, 3))
@examples(40)
def test_a_space_comes_back_as_it_was(tmp_path_factory, drawn):
    space = nc.solution_space(drawn[1])
    back = saved(space, tmp_path_factory.mktemp("space") / "space.json")
    assert back.puzzle == space.puzzle
    assert back.count == space.count
    assert list(back.pictures(0, 300)) == list(space.pictures(0, 300))
    assert back.marginals().counts == space.marginals().counts


def test_a_space_with_givens_or_without_solutions_comes_back(tmp_path):
    grid = Grid([3] * 25, 5).given({(0, 2): 1})
    back = saved(nc.solution_space(ONES, grid=grid), tmp_path / "a")
    assert (back.count, back.grid) == (24, grid)
    assert back.components
    back = saved(nc.solution_space(Puzzle([[2]], [[1], []])), tmp_path / "b")
    assert (back.count, list(back)) == (0, [])
    huge = saved(nc.solution_space(Puzzle([None] * 120, [None] * 130)), tmp_path / "c")
    assert huge.count == 2 ** (120 * 130)


def test_only_whole_spaces_of_the_kernel_are_saved(tmp_path):
    with pytest.raises(nc.NonocspError, match="kernel"):
        nc.write_space(nc.solution_space(ONES, engine="textbook"), tmp_path / "x")
    with pytest.raises(nc.NonocspError):
        nc.write_space(nc.solution_space(ONES, limits=nc.Limits(nodes=1)), tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_space_is_refused_in_one_line(tmp_path):
    path = tmp_path / "x"
    nc.write_space(nc.solution_space(ONES), path)
    whole = path.read_text()
    document = json.loads(whole)
    other = json.loads(json.dumps(document))
    other["puzzle"]["rows"][0] = [2]
    fewer = json.loads(json.dumps(document))
    fewer["count"] = "0x1"
    older = {**document, "nonocsp solution space": 0}
    bomb = {**document, "base": base64.b64encode(zlib.compress(bytes(10**7))).decode()}
    texts = ["", "{}", "[1]", "\0", whole[:-50], signed(other), signed(fewer)]
    texts += [signed(older), signed(bomb), "[" * 100_000]
    document.pop("checksum")
    texts += [signed({k: v for k, v in document.items() if k != gone}) for gone in document]
    texts += [json.dumps({k: v for k, v in document.items() if k != "checksum"})]
    for text in texts:
        path.write_text(text)
        with pytest.raises(FormatError) as refused:
            nc.read_space(path)
        assert str(refused.value).startswith(str(path))
        assert "\n" not in str(refused.value)
    with pytest.raises(FormatError, match="cannot be opened"):
        nc.read_space(tmp_path / "missing")


def signed(document):
    """The text of a space with the right checksum."""
    others = {key: value for key, value in document.items() if key != "checksum"}
    return json.dumps(others | {"checksum": checksum(others)})


@pytest.mark.slow
def test_a_changed_space_is_refused_or_the_same(tmp_path):
    path = tmp_path / "x"
    grid = Grid.unknown(ONES).given({(0, 0): 0})
    space = nc.solution_space(ONES, grid=grid)
    nc.write_space(space, path)
    for changed in damaged(path.read_bytes(), 3000, 500):
        path.write_bytes(changed)
        try:
            back = nc.read_space(path)
        except FormatError as error:
            assert str(error).startswith(str(path)) and "\n" not in str(error)
        else:
            assert (back.puzzle, back.grid, back.count) == (ONES, grid, space.count)


@pytest.mark.slow
def test_a_small_file_takes_little_memory(tmp_path):
    path = tmp_path / "x"
    nc.write_space(nc.solution_space(ONES), path)
    document = json.loads(path.read_text())
    document["diagram"] = base64.b64encode(zlib.compress(bytes(500_000_000))).decode()
    path.write_text(signed(document))
    with (
        memory_below(200 * path.stat().st_size),
        pytest.raises(FormatError, match="cut off or too large"),
    ):
        nc.read_space(path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300))
def test_damaged_diagrams_never_crash(tmp_path, seed):
    draw = random.Random(seed)
    rows = [[draw.randint(0, 2) for _ in range(6)] for _ in range(6)]
    path = tmp_path / "x"
    space = nc.solution_space(Puzzle.from_picture(Picture(rows), own.palette(2)))
    nc.write_space(space, path)
    document = json.loads(path.read_text())
    data = bytearray(zlib.decompress(base64.b64decode(document["diagram"])))
    for _ in range(draw.randint(1, 3)):
        if data:
            data[draw.randrange(len(data))] = draw.randrange(256)
    if draw.random() < 0.2:
        del data[draw.randrange(len(data) + 1) :]
    document["diagram"] = base64.b64encode(zlib.compress(bytes(data))).decode()
    path.write_text(signed(document))
    try:
        back = nc.read_space(path)
    except FormatError:
        return
    # A change that still makes a diagram: whatever it says, it can be walked.
    assert len(list(back.pictures(0, 1000))) == min(1000, back.count)
    back.marginals()


def models(text, show):
    """The models of a c2d text over the variables shown, by its definition; checks its form."""
    header, *lines = text.splitlines()
    nodes, edges, variables = map(int, header.split()[1:])
    assert nodes == len(lines)
    assert variables == show
    made = []
    counted = 0
    for line in lines:
        kind, *numbers = line.split()
        numbers = list(map(int, numbers))
        if kind == "L":
            made.append([frozenset(numbers)])
            continue
        children = numbers[1:] if kind == "A" else numbers[2:]
        assert len(children) == numbers[0 if kind == "A" else 1]
        counted += len(children)
        found = [made[child] for child in children]
        if kind == "O":
            union = [model for one in found for model in one]
            assert len(set(union)) == len(union)  # deterministic
            if decided := numbers[0]:
                values = [{decided in model for model in one} for one in found]
                assert sorted(values, key=str) == [{False}, {True}]
            made.append(union)
            continue
        joined = [frozenset()]
        for one in found:
            joined = [a | b for a in joined for b in one]
        # Decomposable: no variable twice.
        assert all(len({abs(literal) for literal in m}) == len(m) for m in joined)
        made.append(joined)
    assert counted == edges
    return made[-1]


@given(own.small_puzzles(own.ANY))
@examples(60)
def test_d_dnnf_has_the_solutions_as_models(drawn):
    puzzle = drawn[1]
    stated = cnf(puzzle)
    space = nc.solution_space(puzzle)
    if space.count > 3000:
        return
    found = models(space.to_nnf(), len(stated.cells))
    assert all(len(model) == len(stated.cells) for model in found)
    assert {stated.picture(sorted(model, key=abs)) for model in found} == set(space)
    assert len(found) == space.count


def test_d_dnnf_of_nothing():
    assert nc.solution_space(Puzzle([[2]], [[1], []])).to_nnf() == "nnf 1 0 2\nO 0 0\n"


def test_the_graph_counts_as_the_space_does():
    space = nc.solution_space(ONES)
    graph = space.to_networkx()
    assert nx.is_directed_acyclic_graph(graph)
    counts = {}
    for node in reversed(list(nx.topological_sort(graph))):
        options = {}
        for _, child, about in graph.out_edges(node, data=True):
            options.setdefault(about["option"], []).append(counts[child])
        counts[node] = sum(map(prod, options.values())) if options else 1
        assert counts[node] == graph.nodes[node]["count"]
    assert max(counts.values()) == 120
    text = space.to_dot()
    assert text.startswith("digraph")
    assert text.count('label="row') == sum(1 for _, c in graph.nodes(data="cell") if c)

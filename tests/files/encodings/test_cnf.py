"""Puzzles as clauses: the models are the solutions, one for one."""

from __future__ import annotations

import math
import pickle
from itertools import islice

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import ANY, cases, examples, puzzles, small_puzzles, wild_puzzles

from nonocsp import Block, Grid, Picture, Puzzle, solutions
from nonocsp.core.base.errors import OptionError, PuzzleError
from nonocsp.core.model.clue import has_star, minimal_length
from nonocsp.files.encodings.cnf import cnf

NEVER = {(1,), (-1,)}


def models(stated):
    """Every model over all variables, as the set of those that are true."""
    Solver = pytest.importorskip("pysat.solvers").Solver

    with Solver("cadical195", bootstrap_with=stated.clauses) as solver:
        while solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            yield true
            every = range(1, stated.variables + 1)
            solver.add_clause([-v if v in true else v for v in every])


def check(puzzle, grid=None):
    """Models, projected or not, are the solutions."""
    stated = cnf(puzzle, grid)
    found = list(models(stated))
    assert len({frozenset(model & set(stated.show)) for model in found}) == len(found)
    decoded = [stated.picture(model).cells for model in found]
    assert len(decoded) == len(set(decoded))
    assert set(decoded) == oracle.pictures(puzzle, grid)
    return stated, found


@examples(80)
@given(cases(ANY))
def test_models_are_the_solutions_that_agree_with_a_grid(case):
    check(*case)


@pytest.mark.parametrize(
    ("puzzle", "known"),
    [
        (Puzzle([[1]] * 4, [[1]] * 4), 24),
        (Puzzle([["?"]], [None] * 4), 10),
        (Puzzle([["?", "?"]], [None] * 5), 15),
        (Puzzle([[("?", "red"), ("?", "blue")]], [None] * 4), 15),
        (Puzzle([None] * 2, [None] * 3), 64),
        (Puzzle([None] * 2, [None] * 2, ["red", "blue"]), 81),
        (Puzzle([[]] * 2, [[]] * 2), 1),
        (Puzzle([[3]], [[1], [1]]), 0),
        (Puzzle([[1, "?"]], [None, None]), 0),
        (Puzzle([[1]], [[]]), 0),
    ],
)
def test_numbers_of_models_that_are_known(puzzle, known):
    _, found = check(puzzle)
    assert len(found) == known


@given(small_puzzles(ANY))
def test_a_bound_says_where_a_block_starts_or_ends(drawn):
    _, puzzle = drawn
    stated = cnf(puzzle)
    for model in islice(models(stated), 3):
        picture = stated.picture(model)
        for line, block, event, first, variables in stated.bounds:
            (blocks,) = oracle.layings(picture.line(line), oracle.plain(puzzle.clue(line)), 0)
            start, end = blocks[block]
            position = start if event == "starts" else end - 1
            for at, variable in enumerate(variables, start=first):
                assert (variable in model) == (position <= at), stated.names[variable]
            assert first <= position <= first + len(variables)


@given(puzzles(5, 5, 3))
def test_size_and_names(drawn):
    _, puzzle = drawn
    stated = cnf(puzzle)
    rows, columns = puzzle.shape
    size = rows * columns * (puzzle.block_colours)
    for line in puzzle.lines:
        clue = puzzle.clue(line)
        if clue is not None and not has_star(clue):
            events = len(clue) + sum(block.length is None for block in clue)
            size += events * (puzzle.length(line) - minimal_length(clue))
    of_states = [of_cell.variables for of_cell in stated.states]
    size += sum(map(len, of_states))
    assert stated.variables == size
    assert sorted([*stated.show, *stated.names]) == list(range(1, size + 1))
    assert list(stated.cells.values()) == list(stated.show)
    assert len(set(stated.names.values())) == len(stated.names)
    assert all(0 < abs(literal) <= size for clause in stated.clauses for literal in clause)
    assert all(stated.clauses)


@given(puzzles(5, 5, 3) | small_puzzles(ANY))
def test_the_solution_that_made_the_puzzle_is_not_excluded_by_others(drawn):
    picture, puzzle = drawn
    stated = cnf(puzzle)

    def holds(clause, other):
        flat = other.cells
        colours = puzzle.block_colours
        true = {cell * colours + colour for cell, colour in enumerate(flat) if colour}
        return any((abs(literal) in true) == (literal > 0) for literal in clause)

    clause = stated.excluding(picture)
    assert not holds(clause, picture)
    for other in islice(solutions(puzzle, engine="textbook"), 20):
        assert holds(clause, other) == (other != picture)


def test_what_cannot_be_is_two_clauses():
    assert set(cnf(Puzzle([[2]], [[1]])).clauses) >= NEVER
    contradictory = Grid([0], 1)
    assert set(cnf(Puzzle([None], [None]), contradictory).clauses) >= NEVER


def test_what_does_not_fit_is_refused():
    puzzle = Puzzle([[1]], [[1], []])
    with pytest.raises(PuzzleError, match="does not fit"):
        cnf(puzzle, Grid([3] * 4, 2))
    with pytest.raises(PuzzleError, match="does not fit"):
        cnf(puzzle).excluding(Picture(["#"]))
    with pytest.raises(PuzzleError, match="does not fit"):
        cnf(puzzle).excluding(Picture([[2, 0]]))
    with pytest.raises(OptionError, match="one of show, ind"):
        cnf(puzzle).to_dimacs("both")


def test_it_is_a_value():
    puzzle = Puzzle([[Block("?")], [1]], [None, [1, 1]])
    stated = cnf(puzzle)
    assert stated == cnf(puzzle) and hash(stated) == hash(cnf(puzzle))
    assert pickle.loads(pickle.dumps(stated)) == stated


# DIMACS.


def parsed(text):
    """Header, projection sets by their word, comments by variable and clauses of a DIMACS file."""
    header, shown, names, clauses = None, {}, {}, []
    for line in text.splitlines():
        words = line.split()
        if words[:2] == ["p", "cnf"]:
            assert header is None
            header = int(words[2]), int(words[3])
        elif words[0] != "c":
            numbers = [int(word) for word in words]
            assert header and numbers[-1] == 0 and 0 not in numbers[:-1]
            clauses.append(tuple(numbers[:-1]))
        elif words[1] == "ind" or words[1:3] == ["p", "show"]:
            word = words[1] if words[1] == "ind" else "show"
            numbers = [int(each) for each in words[words.index(word) + 1 :]]
            assert header and word not in shown and numbers[-1] == 0
            shown[word] = numbers[:-1]
        elif words[1].isdigit():
            names[int(words[1])] = " ".join(words[2:])
    return header, shown, names, clauses


@given(st.one_of(puzzles(4, 4, 3).map(lambda drawn: drawn[1]), wild_puzzles(board=ANY)))
def test_dimacs_reads_back(puzzle):
    stated = cnf(puzzle)
    for projection in ("show", "ind"):
        text = stated.to_dimacs(projection)
        header, shown, names, clauses = parsed(text)
        assert header == (stated.variables, len(stated.clauses))
        assert shown == {projection: list(stated.show)}
        assert tuple(clauses) == stated.clauses
        assert sorted(names) == list(range(1, stated.variables + 1))
        for (row, column, colour), variable in stated.cells.items():
            assert names[variable] == f"row {row + 1} column {column + 1} colour {colour}"
        assert {v: names[v] for v in stated.names} == stated.names
        assert text.isascii() and text.endswith("\n")


def test_python_sat_reads_the_dimacs():
    CNF = pytest.importorskip("pysat.formula").CNF

    stated = cnf(Puzzle([[1, "?"]] * 2, [None] * 5))
    read = CNF(from_string=stated.to_dimacs())
    assert read.nv == stated.variables
    assert [tuple(clause) for clause in read.clauses] == list(stated.clauses)


@pytest.mark.parametrize("projected", [True, False])
def test_a_model_counter_counts_solutions_projected_or_not(projected):
    Counter = pytest.importorskip("pyganak").Counter

    for puzzle, known in (
        (Puzzle([[1]] * 6, [[1]] * 6), math.factorial(6)),
        (Puzzle([["?", "?"]], [None] * 9), math.comb(10, 4)),
        (Puzzle([None] * 3, [None] * 3, ["red", "blue"]), 3**9),
        (Puzzle([[2]], [[1]]), 0),
    ):
        stated = cnf(puzzle)
        counter = Counter()
        counter.new_vars(stated.variables)
        counter.add_clauses(stated.clauses)
        if projected:
            counter.set_sampling_set(stated.show)
        assert counter.count() == known

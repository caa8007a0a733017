"""Diagnoses: contradicting lines, the typo behind it, the cells that stay open."""

from __future__ import annotations

import json
import random

import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import examples, random_puzzle, small_puzzles, wild_puzzles

import nonocsp as nc
from nonocsp import Block, Limits, Puzzle, Verdict
from nonocsp.core.model.clue import minimal_length
from nonocsp.core.model.line import Line
from nonocsp.people.explanation import diagnose
from nonocsp.people.explanation.diagnosis import mending
from nonocsp.people.explanation.diagnosis.list_errors import LIST_KINDS, listings
from nonocsp.people.explanation.diagnosis.typos import KINDS
from nonocsp.people.reading.clue_errors import CLUE_KINDS, alternatives, typo_of


def with_clue(puzzle, line, clue):
    axis = "rows" if line.is_row else "columns"
    clues = list(getattr(puzzle, axis))
    clues[line.index] = clue
    return puzzle.replace(**{axis: clues}, goals=())


def only_lines(puzzle, lines):
    clues = [puzzle.clue(line) if line in lines else None for line in puzzle.lines]
    rows = len(puzzle.rows)
    return puzzle.replace(rows=clues[:rows], columns=clues[rows:], goals=())


def verdict(puzzle):
    return [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(2, len(oracle.pictures(puzzle)))]


@examples(60)
@given(made=st.one_of(small_puzzles(), wild_puzzles().map(lambda puzzle: (None, puzzle))))
def test_a_diagnosis_is_true(made):
    _, puzzle = made
    found = diagnose(puzzle)
    assert found.verdict is verdict(puzzle)
    assert json.loads(json.dumps(found.to_dict()))["text"] == str(found)
    if found.verdict is Verdict.NONE:
        assert found.conflict and found.is_minimal
        assert not oracle.pictures(only_lines(puzzle, found.conflict))
        for spared in found.conflict:
            rest = [line for line in found.conflict if line != spared]
            assert oracle.pictures(only_lines(puzzle, rest))
        for change in found.changes:
            assert change.verdict is verdict(change.puzzle) is not Verdict.NONE
            assert change.puzzle != puzzle and change.typos
            assert all(typo.kind in KINDS for typo in change.typos)
        costs = [change.cost for change in found.changes]
        assert costs == sorted(costs)
        assert len({change.puzzle for change in found.changes}) == len(costs)
    elif found.verdict is Verdict.MULTIPLE:
        pictures = oracle.pictures(puzzle)
        shown = [
            sum(1 << c for c in {p[i] for p in pictures}) for i in range(len(found.differing.masks))
        ]
        assert list(found.differing.masks) == shown
        unknown = nc.Grid.unknown(puzzle)
        assert len(oracle.pictures(puzzle, unknown.given(found.givens))) == 1
        for spared in found.givens:
            rest = {cell: c for cell, c in found.givens.items() if cell != spared}
            assert len(oracle.pictures(puzzle, unknown.given(rest))) > 1
    else:
        assert str(found) == "Nothing is wrong: there is exactly one solution."


@examples(40)
@given(puzzle=wild_puzzles(2, 2))
def test_no_change_is_overlooked(puzzle):
    """Every clue that one typo may have been meant as is tried by brute force, in every line, and
    every list of lines that one typo may have been meant as."""
    if verdict(puzzle) is not Verdict.NONE:
        return
    meant = [
        with_clue(puzzle, line, clue)
        for line in puzzle.lines
        if puzzle.clue(line) is not None
        for _, clue in alternatives(puzzle.clue(line), puzzle.length(line), 2)
    ]
    for axis in ("rows", "columns"):
        for listing in listings(getattr(puzzle, axis)):
            if listing.kind != "line missing":
                meant.append(puzzle.replace(**{axis: listing.clues}))
    expected = {each for each in meant if oracle.pictures(each)}
    assert expected <= {change.puzzle for change in diagnose(puzzle).changes}


TYPOS = [
    ("one longer", [4], [3]),
    ("one shorter", [2], [3]),
    ("digits swapped", [21], [12]),
    ("lost space", [12], [1, 2]),
    ("extra space", [1, 2], [12]),
    ("digit lost", [7, 1], [7, 16]),
    ("digit added", [17], [7]),
    ("wrong digit", [8], [3]),
    ("wrong length", [8], [21]),
    ("blocks swapped", [1, 3, 4], [3, 1, 4]),
    ("clue reversed", [1, 3, 4], [4, 3, 1]),
    ("block missing", [3], [3, 5]),
    ("block too many", [3, 5], [3]),
    ("block doubled", [3, 3, 5], [3, 5]),
    ("blocks joined", [5, 1], [3, 2, 1]),
    ("block split", [2, 2], [4]),
]


@pytest.mark.parametrize(("kind", "typed", "meant"), TYPOS)
def test_each_typo_is_known_by_its_name(kind, typed, meant):
    clue, wanted = tuple(map(Block, typed)), tuple(map(Block, meant))
    assert typo_of(clue, wanted) == kind
    assert (kind, wanted) in alternatives(clue, 30, 1)


def test_a_wrong_colour_is_a_typo_and_blocks_of_two_colours_are_not_joined():
    red, black = Block(2, 2), Block(1, 1)
    assert typo_of((Block(2, 1), black), (red, black)) == "wrong colour"
    assert typo_of((Block(21, 2),), (red, black)) is None
    assert set(CLUE_KINDS) == {kind for kind, *_ in TYPOS} | {"wrong colour"}


clues = st.lists(st.builds(Block, st.integers(1, 12), st.integers(1, 2)), max_size=3).map(tuple)


@examples(40)
@given(clue=clues, other=clues)
def test_the_list_of_alternatives_and_the_name_of_a_typo_agree(clue, other):
    found = {meant: kind for kind, meant in alternatives(clue, 14, 2)}
    assert clue not in found
    assert all(kind == typo_of(clue, meant) for meant, kind in found.items())
    costs = [CLUE_KINDS[kind].cost for kind in found.values()]
    assert costs == sorted(costs)
    if typo_of(clue, other) and minimal_length(other) <= 14:
        assert other in found


@examples(40)
@given(lines=st.lists(clues, min_size=1, max_size=4).map(tuple))
def test_lists_of_lines_remember_where_each_line_was(lines):
    for listing in listings(lines):
        assert listing.kind in LIST_KINDS and listing.clues != lines
        assert len(listing.clues) == len(listing.given)
        for clue, number in zip(listing.clues, listing.given, strict=True):
            if number is not None and number not in listing.places:
                assert clue == lines[number]


def altered(seed, size=12):
    """A puzzle with one solution, and one block of it a cell longer or shorter."""
    draw = random.Random(seed)
    while True:
        puzzle = random_puzzle(size, 0.55, draw)
        if not nc.is_unique(puzzle):
            continue
        line = draw.choice([line for line in puzzle.lines if puzzle.clue(line)])
        clue = list(puzzle.clue(line))
        at = draw.randrange(len(clue))
        clue[at] = Block(clue[at].length + draw.choice((-1, 1)) or 2)
        changed = with_clue(puzzle, line, tuple(clue))
        if nc.verdict(changed) is Verdict.NONE:
            return puzzle, changed, line


@pytest.mark.parametrize("seed", range(5))
def test_an_altered_clue_is_found(seed):
    puzzle, changed, line = altered(seed)
    found = diagnose(changed)
    assert line in found.conflict
    (mine,) = [change for change in found.changes if change.puzzle == puzzle]
    assert mine.verdict is Verdict.UNIQUE and found.changes.index(mine) < 3
    (typo,) = mine.typos
    assert typo.lines == (line,) and typo.kind in ("one longer", "one shorter")
    assert (typo.before, typo.after) == ((changed.clue(line),), (puzzle.clue(line),))


def test_a_line_that_is_too_long_is_told_by_itself():
    found = diagnose(Puzzle([[2, 2], [1]], [[1], [1]]))
    assert found.conflict == (Line("row", 0),)
    assert str(found).startswith("There is no solution: row 1 needs 5 cells and has 2.")


def test_limits_keep_what_is_known():
    puzzle = nc.read("input/n-dom-6.nin")
    assert diagnose(puzzle, limits=Limits(nodes=1)).verdict is Verdict.UNKNOWN
    stopped = diagnose(nc.read("input/permutation-8.txt"), limits=Limits(nodes=150))
    assert stopped.verdict is not Verdict.NONE and stopped.stopped_by == "nodes"
    assert "limit was reached" in str(stopped)


def test_cells_to_give_away_are_found_one_by_one_where_the_space_is_too_large():
    puzzle = Puzzle([[1]] * 14, [[1]] * 14)
    found = diagnose(puzzle)
    assert len([mask for mask in found.differing.masks if mask == 3]) == 14 * 14
    unknown = nc.Grid([3] * 196, 14)
    assert nc.is_unique(puzzle, grid=unknown.given(found.givens))


def test_the_textbook_engine_diagnoses_too():
    puzzle = nc.read("input/broken-heart.nin")
    assert str(diagnose(puzzle, engine="textbook")) == str(diagnose(puzzle))


def altered_by(typos, size=10, seed=1):
    """A random puzzle with one solution, and the same with typos, which has none."""
    draw = random.Random(seed)
    while True:
        puzzle = random_puzzle(size, 0.6, draw).replace(goals=())
        if nc.verdict(puzzle) is Verdict.UNIQUE:
            changed = typos(puzzle)
            if nc.verdict(changed) is Verdict.NONE:
                return puzzle, changed


def with_rows(change):
    return lambda puzzle: puzzle.replace(rows=change(list(puzzle.rows)))


LISTS = [
    ("lines swapped", lambda rows: [*rows[:3], rows[4], rows[3], *rows[5:]], "Rows 4-5 were prob"),
    ("line doubled", lambda rows: [*rows[:3], *rows[2:]], "Row 4 is probably row 3 a second"),
    ("line missing", lambda rows: [*rows[:3], *rows[4:]], "A row is probably missing before row 4"),
    ("line missing", lambda rows: rows[:-1], "A row is probably missing after row 9: "),
    ("order reversed", lambda rows: rows[::-1], "The rows are probably in reverse order"),
    ("clues reversed", lambda rows: [row[::-1] for row in rows], "The clue of every row is"),
    ("line break lost", lambda rows: [*rows[:3], rows[3] + rows[4], *rows[5:]], "Row 4: "),
    ("line break added", lambda rows: [*rows[:3], rows[3][:1], rows[3][1:], *rows[4:]], "Rows 4-5"),
    ("line too many", lambda rows: [*rows[:3], (), *rows[3:]], "Row 4 (blank) is probably one too"),
    ("neighbour again", lambda rows: [*rows[:3], rows[4], *rows[4:]], "Row 4: "),
]


@pytest.mark.parametrize(("kind", "change", "words"), LISTS)
@pytest.mark.parametrize("axis", ["row", "column"])
def test_a_typo_in_the_list_of_lines_is_among_the_first_three(kind, change, words, axis):
    def typos(puzzle):
        turned = puzzle if axis == "row" else puzzle.transpose()
        changed = with_rows(change)(turned)
        return changed if axis == "row" else changed.transpose()

    puzzle, changed = altered_by(typos)
    first = [found for found in diagnose(changed).changes[:3] if found.puzzle == puzzle]
    assert first and first[0].verdict is Verdict.UNIQUE
    assert first[0].typos[0].kind == kind or kind == "neighbour again"
    if axis == "row":
        assert first[0].sentence.startswith(words)


def test_typos_in_coloured_puzzles():
    tulip = nc.read("input/tulip.ctu").replace(goals=())
    kinds = set()
    for line in tulip.lines[::3]:
        clue = tulip.clue(line)
        for at, block in enumerate(clue or ()):
            other = Block(block.length, block.colour % tulip.block_colours + 1)
            changed = with_clue(tulip, line, (*clue[:at], other, *clue[at + 1 :]))
            if nc.verdict(changed) is Verdict.NONE:
                (mine,) = [c for c in diagnose(changed).changes if c.puzzle == tulip]
                kinds |= {typo.kind for typo in mine.typos}
    assert kinds == {"wrong colour"}


@pytest.mark.slow
def test_two_typos_at_once_in_clues_and_in_the_list_of_lines():
    anchor = nc.read("input/anchor.txt").replace(goals=())
    row = next(line for line in anchor.lines if len(anchor.clue(line)) == 3)
    one, two, three = anchor.clue(row)
    run_together = with_clue(anchor, row, (Block(int(f"{one}{two}")), three))
    longer = with_clue(run_together, Line("column", 5), (*anchor.columns[5], Block(12)))
    mine = next(c for c in diagnose(longer).changes[:3] if c.puzzle == anchor)
    assert str(mine).startswith(f"{str(row).capitalize()}: {one}{two} {three} was probably {one} ")
    assert "(a lost space); and column 6: " in str(mine)
    both = run_together.replace(rows=[*run_together.rows[:-2], *run_together.rows[:-3:-1]])
    mine = next(c for c in diagnose(both).changes[:3] if c.puzzle == anchor)
    assert {typo.kind for typo in mine.typos} == {"lost space", "lines swapped"}


def digit_added(clue):
    return (Block(int(f"{clue[0]}7")), *clue[1:])


def test_many_typos_in_clues_are_found():
    anchor = nc.read("input/anchor.txt").replace(goals=())
    lines = [*anchor.lines[1:12:5], anchor.lines[-3]]
    wrong = anchor
    for line in lines:
        wrong = with_clue(wrong, line, digit_added(wrong.clue(line)))
    (mine,) = [change for change in diagnose(wrong).changes if change.puzzle == anchor]
    assert [typo.lines for typo in mine.typos] == [(line,) for line in lines]
    assert {typo.kind for typo in mine.typos} == {"digit added"}
    assert str(mine).count("(an extra digit)") == 4


@pytest.mark.parametrize("vague", [None, (Block("?"), Block("*"))], ids=["absent", "unknown"])
def test_several_typos_are_found_beside_clues_that_say_little(vague):
    """These stay as they were."""
    anchor = nc.read("input/anchor.txt").replace(goals=())
    line, other, empty = anchor.lines[1], anchor.lines[-3], anchor.lines[4]
    meant = with_clue(anchor, empty, vague)
    wrong = with_clue(meant, line, digit_added(anchor.clue(line)))
    wrong = with_clue(wrong, other, digit_added(anchor.clue(other)))
    found = diagnose(wrong)
    assert meant in [change.puzzle for change in found.changes]
    for change in found.changes:
        if change.puzzle.shape == meant.shape and len(change.typos) == 2:
            assert nc.verdict(change.puzzle) is change.verdict


def test_a_picture_that_comes_with_the_puzzle_is_evidence():
    kite = nc.Picture(["_#_", "##_", "###"])
    puzzle = Puzzle.from_picture(kite)
    turned = puzzle.transpose().replace(goals=(kite,))
    found = diagnose(turned)
    assert found.verdict is Verdict.UNIQUE and found.changes[0].puzzle == puzzle
    assert str(found).splitlines() == [
        "There is exactly one solution, but it is not the picture that comes with the puzzle.",
        "What may have gone wrong, the likeliest first:",
        "  Rows and columns were probably exchanged",
    ]
    assert str(diagnose(puzzle)) == "Nothing is wrong: there is exactly one solution."
    wrong = puzzle.replace(rows=[[3], [3], [1, 1]], columns=[[1], *puzzle.columns[1:]])
    first = diagnose(wrong).changes[0]
    assert first.puzzle == puzzle and len(first.typos) == 4


def test_the_work_is_bounded_and_counted(monkeypatch):
    """Impossible in too many places for a few typos to explain it."""
    hopeless = Puzzle([[9, 9]] * 8, [[1]] * 8)
    found = diagnose(hopeless)
    assert not found.changes and found.stopped_by is None
    tests = []
    solve = mending.first_solutions
    monkeypatch.setattr(
        mending, "first_solutions", lambda *how, **more: tests.append(1) or solve(*how, **more)
    )
    monkeypatch.setattr(mending, "_MOST_WORK", 40 * 364)
    monkeypatch.setattr(mending, "_LEAST_TESTS", 1)
    _, changed = altered_by(with_rows(lambda rows: rows[::-1]), size=8, seed=3)
    assert "bound on work was reached" in str(diagnose(changed))
    assert 20 < len(tests) < 150


def test_interrupts_and_limits_keep_what_was_found():
    from nonocsp.many.questions.registry import QUESTIONS

    _, changed = altered_by(with_rows(lambda rows: [*rows[:3], rows[4], rows[3], *rows[5:]]))
    seen = []

    def stop(found):
        seen.append(found)
        if found.changes:
            raise KeyboardInterrupt

    answer = QUESTIONS["diagnose"].ask(changed, progress=stop)
    assert answer.stopped_by == "interrupt" and answer.result["verdict"] == "none"
    assert len(answer.result["changes"]) == len(answer.puzzles) == 1
    assert "bound on work" not in answer.result["text"]
    assert not seen[0].changes and seen[0].conflict == seen[-1].conflict
    stopped = diagnose(changed, limits=Limits(nodes=60))
    assert stopped.stopped_by == "nodes" or stopped.changes


def test_a_clue_far_longer_than_its_line_is_diagnosed():
    found = diagnose(Puzzle([[10**9], [1]], [[1], [1]]))
    assert found.conflict == (Line("row", 0),) and found.verdict is Verdict.NONE
    assert nc.count(Puzzle([[10**9, 10**9, 3]], [[10**9]])) == 0

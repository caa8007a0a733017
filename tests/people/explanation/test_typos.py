"""All pairs of typos: what is proposed can be done, has a solution, and is said of given lines."""

from __future__ import annotations

import random
import re

import pytest

import nonocsp as nc
from benchmarks.experiments.clue_errors import KINDS, with_typo
from nonocsp import Block, Puzzle, Verdict
from nonocsp.core.model.clue import mirrored
from nonocsp.core.model.line import Line
from nonocsp.people.explanation import diagnose
from nonocsp.people.explanation.diagnosis.drafts import Draft
from nonocsp.people.explanation.diagnosis.typos import Origin, sentence_of
from nonocsp.people.explanation.phrasing import Phrasing
from nonocsp.people.reading.clue_errors import alternatives

RED, BLUE = (1, "red"), (1, "blue")
PUZZLES = [
    Puzzle([[1, 1], [1, 1], [12, 1]], [[1], None]),
    Puzzle([[1, 1], None, []], [[2], [2]]),
    Puzzle([[RED, BLUE, RED, BLUE], None], [[], [BLUE], None], ["blue", "red"]),
    Puzzle(
        [[RED, BLUE], [RED, (*BLUE, "attached")]], [[(2, "red")], [BLUE, BLUE]], ["blue", "red"]
    ),
    Puzzle([["?", 1], ["*", 2]], [[1], [1], ["?"]]),
]


def undone(puzzle, typos):
    """A puzzle without some typos, each undone by what it says itself, one after another."""
    lists = {
        axis: [(Origin((Line(axis, at),)), clue) for at, clue in enumerate(clues)]
        for axis, clues in (("row", puzzle.rows), ("column", puzzle.columns))
    }
    counts, turned = {axis: len(entries) for axis, entries in lists.items()}, set()
    for typo in typos:
        axis = typo.lines[0].axis
        entries = lists[axis]
        origins = [origin for origin, _ in entries]
        if typo.kind == "order reversed":
            entries.reverse()
            turned ^= {axis}
        elif typo.kind == "clues reversed":
            entries[:] = [(origin, clue and mirrored(clue)) for origin, clue in entries]
        elif typo.kind == "line missing":
            is_before = typo.lines[0].index < counts[axis]
            at = origins.index(typo.origins[0]) + (is_before == (axis in turned))
            while not is_before and at < len(entries) and not origins[at].lines:
                at += 1  # of several in one place the first comes first
            entries.insert(at, (Origin(()), *typo.after))
        else:
            at, number = origins.index(typo.origins[0]), len(typo.before)
            here = slice(at, at + number)
            assert origins.count(typo.origins[0]) == 1
            assert [*zip(typo.origins, typo.before, strict=False)] == entries[here]
            own = [line for origin in origins[here] for line in origin.lines]
            assert typo.lines == tuple(dict.fromkeys(own))
            made = origins[here][: len(typo.after)]
            if typo.kind == "lines swapped":
                made.reverse()
            elif typo.kind == "line break lost":
                made = [Origin(typo.lines, part) for part in (1, 2)]
            elif typo.kind == "line break added":
                made = [Origin(tuple(own))]
            elif typo.kind == "line doubled":
                assert typo.origins[1] == origins[at - 1]
            entries[here] = zip(made, typo.after, strict=True)
    rows, columns = ([clue for _, clue in entries] for entries in lists.values())
    return puzzle.replace(rows=rows, columns=columns, goals=())


def named(text):
    """The lines that a part of a sentence names."""
    found = set()
    for noun, first, last, other in re.findall(
        r"(row|column)s? (\d+)(?:-(\d+))?(?: and (\d+)(?! was))?", text
    ):
        found |= {Line(noun, at - 1) for at in range(int(first), int(last or first) + 1)}
        found |= {Line(noun, int(other) - 1)} if other else set()
    return found


def check(puzzle, typos, sentence, meant):
    """Typos lead to the puzzle that was meant, and the sentence says the same of given lines."""
    assert undone(puzzle, typos) == meant, sentence
    phrasing = Phrasing(puzzle)
    for typo, text in zip(typos, sentence.split("; and "), strict=True):
        text = text[0].lower() + text[1:]
        if typo.kind in ("order reversed", "clues reversed"):
            assert not named(text)
            continue
        origins = typo.origins
        assert named(text) == {line for origin in origins for line in origin.lines}, sentence
        assert named(text) <= {*puzzle.lines}
        for part, word in ((1, "the first part of "), (2, "the second part of ")):
            assert (word in text) == any(origin.part == part for origin in origins)
        if typo.kind not in ("line doubled", "lines swapped", "line break added", "line missing"):
            assert phrasing.blocks(typo.before[0]) in text


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=range(len(PUZZLES)))
def test_all_pairs_of_typos(puzzle):
    """In lists, and in a list and a clue, whatever their solutions are."""
    for first in Draft.of(puzzle).lists():
        drafts = [(draft, {}) for draft in first.lists()]
        for line in first.puzzle.lines:
            clue = first.puzzle.clue(line)
            if clue is not None:
                every = dict(alternatives(clue, 20, puzzle.block_colours))  # one of each kind
                drafts += [(first, {line: meant}) for meant in every.values()]
        for draft, clues in drafts:
            lost = dict(zip(draft.doubtful, ((Block(7),), ()), strict=False))
            whole = draft.decided({**clues, **lost})
            check(puzzle, whole.typos, sentence_of(whole.typos, puzzle), whole.puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("first", KINDS)
def test_pairs_of_typos_are_diagnosed(first):
    """One typo after another in random puzzles: nothing is raised, and each proposal is true."""
    diagnosed, draw = 0, random.Random(first)
    while diagnosed < 2:
        height, width, colours = draw.choice([(2, 2, 2), (2, 3, 2), (3, 3, 1), (1, 12, 1)])
        cells = [[draw.choice((0, 1, colours)) for _ in range(width)] for _ in range(height)]
        typed = with_typo(Puzzle.from_picture(cells), first, draw)
        typed = typed and with_typo(typed, draw.choice(KINDS), draw)
        if typed is None or nc.verdict(typed) is not Verdict.NONE:
            continue
        diagnosed += 1
        for change in diagnose(typed).changes:
            assert nc.verdict(change.puzzle) is change.verdict is not Verdict.NONE
            check(typed, change.typos, change.sentence, change.puzzle)

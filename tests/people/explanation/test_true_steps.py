"""What a step says, in words and as data, follows from its reasons: all ways are tried."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain

import pytest
from strategies import palette
from true_steps import false_claims

from nonocsp import Grid, Hexagon, Picture, Puzzle, Rectangle, Triddler
from nonocsp.people.explanation import TECHNIQUES, explain

LONG = Rectangle(1, 16)
BOARDS = [LONG, LONG, Hexagon(2, 2, 2, 2, 2, 2), Triddler(2, 0, 2, 0, 2, 0)]

#: Techniques that random positions rarely need: a clue and what is known.
RARE = {
    "join": ([5], "????#??#????"),
    "split": ([3, 3], "?????##?##?????"),
}


def rare_position(clue, known, colours):
    puzzle = Puzzle([[(length, "black") for length in clue]], [None] * len(known), palette(colours))
    masks = [2 if each == "#" else (2 << colours) - 1 for each in known]
    return puzzle, Grid.of_masks(puzzle, masks)


def random_position(seed, colours):
    """A random puzzle of any shape, some lines without a clue, and a grid that agrees with it, but
    for a cell now and then."""
    draw = random.Random(seed)
    board = draw.choice([Rectangle(draw.randint(2, 4), draw.randint(2, 5)), *BOARDS])
    own = draw.choice([range(1, colours + 1), [draw.randint(1, colours)]])
    cells, most = [], draw.choice([1, 2, 4])
    while len(cells) < board.size:
        cells += [0] * draw.randint(0, 2) + [draw.choice(own)] * draw.choice([1, most, most])
    picture = Picture.from_cells(bytes(cells[: board.size]), board)
    whole = Puzzle.from_picture(picture, palette(colours))
    clues = [None if draw.random() < 0.1 else clue for clue in whole.clues]
    every, open_share = (2 << colours) - 1, draw.choice([0.3, 0.6, 0.9])

    def known(cell):
        chance = draw.random()
        if chance < open_share:
            return every
        if chance > 0.99:
            return draw.randint(1, every)
        return 1 << cell | draw.choice([0, draw.randint(1, every)])

    puzzle = Puzzle.on(board, clues, palette(colours))
    return puzzle, Grid.of_masks(puzzle, map(known, picture.cells))


@pytest.mark.slow
@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.name)
def test_every_step_of_every_technique_in_every_number_of_colours(technique):
    found = Counter()
    numbers = {1, 2, 3, 4} - {1 if technique.name == "shared colours" else 0}
    for colours in numbers:
        rare = [rare_position(*RARE[technique.name], colours)] if technique.name in RARE else []
        seeds = (f"{technique.name} {colours} {number}" for number in range(300))
        for puzzle, grid in chain(rare, (random_position(seed, colours) for seed in seeds)):
            for step in explain(puzzle, grid, techniques=[technique]):
                assert not [*false_claims(puzzle, step)]
                found[colours] += 1
            if found[colours] >= 6:
                break
    assert set(found) == numbers

"""Rewards of the environment by brute force: every mask, every mistake, every cell that earns."""

from __future__ import annotations

import random
from itertools import count, product

import numpy as np
import oracle

import nonocsp as nc
from nonocsp.extra.learning.environment import NonogramEnv


def _lines_through(row, column):
    return nc.Line("row", row), nc.Line("column", column)


def _by_the_lines(puzzle, known, row, column):
    """The colours of a cell that are in some placement of its row and in some of its column."""
    left = set(range(puzzle.block_colours + 1))
    for line in _lines_through(row, column):
        cells = puzzle.cells(line)
        at = cells.index(row * puzzle.shape[1] + column)
        masks = [known.get(cell, set(range(puzzle.block_colours + 1))) for cell in cells]
        clue = oracle.plain(puzzle.clue(line))
        every = oracle.lines_of(clue, len(cells), puzzle.block_colours)
        fitting = [each for each in every if all(map(set.__contains__, masks, each))]
        left &= {each[at] for each in fitting}
    return left


def check_episode(puzzle, every, reward, ends, seed):
    """An episode of actions at random, among them mistakes and what the mask excludes.

    Args:
        puzzle: one with a solution.
        every: all its solutions, each the colours of its cells.
        reward: a name of `REWARDS`.
        ends: whether a mistake ends the episode.
        seed: of the actions.
    """
    height, width = puzzle.shape
    colours = puzzle.block_colours + 1
    env = NonogramEnv([puzzle], reward=reward, mistake="end" if ends else "go on", penalty=0.25)
    _, info = env.reset(seed=seed)
    known, wrong, chance, total = {}, set(), random.Random(seed), 0.0
    for taken in count(1):
        allowed = [
            (cell, colour)
            for cell, colour in product(range(height * width), range(colours))
            if cell not in known and (cell, colour) not in wrong
        ]
        mask = np.zeros(height * width * colours, np.int8)
        mask[[cell * colours + colour for cell, colour in allowed]] = 1
        assert (info["action_mask"] == mask).all()
        cell, colour = chance.choice(allowed)
        if chance.random() < 0.05:
            cell, colour = chance.randrange(height * width), chance.randrange(colours)
        row, column = divmod(cell, width)
        left = [each for each in every if all(each[k] in v for k, v in known.items())]
        possible = {each[cell] for each in left}
        in_lines = _by_the_lines(puzzle, known, row, column)
        step = dict(env._episode.step)
        seen, got, terminated, truncated, info = env.step(cell * colours + colour)
        assert truncated == (not terminated and taken == height * width * colours)
        total += got
        if (cell, colour) not in allowed or colour not in possible:
            wrong |= {(cell, colour)} if (cell, colour) in allowed else set()
            assert got == -0.25
            assert terminated == ends
        else:
            known[cell] = {colour}
            assert seen["cells"][row, column] == colour
            done = sum(
                all(other in known for other in puzzle.cells(line))
                for line in _lines_through(row, column)
            )
            earns = {
                "line": in_lines == {colour},
                "backbone": possible == {colour},
                "step": step.get((row, column)) == colour,
                "clues": True,
            }[reward]
            share = done / (height + width) if reward == "clues" else 1 / (height * width)
            is_clean = reward == "clues" or all(other != cell for other, _ in wrong)
            assert got == (share if earns and is_clean else 0)
            assert reward != "step" or not earns or possible == {colour}
            assert terminated == (len(known) == height * width) == info["solved"]
        if terminated or truncated:
            break
    assert total <= 1 + 1e-9
    if info["solved"]:
        assert puzzle.is_solved_by(nc.Picture(seen["cells"].tolist()))

"""Experiment: steps of the environment in a second, and how far agents without learning come.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.experiments.learning_agents

First the speed by reward, on 10 x 10: whole episodes whose right cells come in random order, in
seconds of CPU, the observations included. *new* puzzles are asked for all their solutions, *known*
ones are played again, and *together* is the same in 64 environments that are stepped together. Then
agents on puzzles with one solution, of density 0.5 and the seeds 0, 1, …; a set that lines solve,
and one that they do not. The first mistake ends an episode. NumPy's threads would count as time of
CPU in which nothing is learned.

- *random* takes any action that the mask allows;
- *lines* decides what a row and a column leave no choice about, and stops where there is nothing;
- *greedy* goes on with the cell and colour that are likeliest by crossed marginals;
- *network* always takes the cell that `line_network` is most certain of.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import time

import gymnasium
import numpy as np

import nonocsp as nc
from nonocsp.core.line.crossing import crossed_marginals
from nonocsp.extra.learning import episode
from nonocsp.extra.learning.environment import NonogramEnv

from .line_network import LineNetwork
from .printing import about, head, row

#: Environments that are stepped together.
TOGETHER = 64

#: A share that is 1 but for rounding.
CERTAIN = 1 - 1e-12


def likeliest(puzzle: nc.Puzzle, cells: np.ndarray, guess: bool) -> list[int]:
    """The actions that are certain by crossed marginals; without any, the likeliest one."""
    known = {(int(y), int(x)): int(cells[y, x]) for y, x in np.argwhere(cells >= 0)}
    shares = np.array(crossed_marginals(puzzle, nc.Grid.unknown(puzzle).given(known)))
    shares[cells >= 0] = 0
    certain = np.flatnonzero(shares >= CERTAIN).tolist()
    return certain or ([int(shares.argmax())] if guess else [])


def most_certain(puzzle: nc.Puzzle, cells: np.ndarray, network: LineNetwork) -> list[int]:
    """The action that a network is most certain of."""
    rows, columns = (
        [[block.length for block in clue] for clue in clues]
        for clues in (puzzle.rows, puzzle.columns)
    )
    black = network.chances(rows, columns, cells)
    shares = np.stack([1 - black, black], -1)
    shares[cells >= 0] = 0
    return [int(shares.argmax())]


def played(
    agent: str, env: NonogramEnv, seed: int, network: LineNetwork
) -> tuple[bool, float, float]:
    """An episode, until it ends or the agent gives up: whether it is solved, the share of the cells
    that are decided, and the reward."""
    seen, info = env.reset(seed=seed)
    chance, total, ended = random.Random(seed), 0.0, False
    while not ended:
        if agent == "random":
            plan = [chance.choice(np.flatnonzero(info["action_mask"]).tolist())]
        elif agent == "network":
            plan = most_certain(env.puzzle, seen["cells"], network)
        else:
            plan = likeliest(env.puzzle, seen["cells"], agent == "greedy")
        if not plan:
            break
        for action in plan:
            seen, reward, ended, _, info = env.step(action)
            total += reward
            if ended:
                break
    return info["solved"], float((seen["cells"] >= 0).mean()), total


def steps_per_second(reward: str, puzzles: list[nc.Puzzle]) -> list[float]:
    """Steps in a second of CPU: on new puzzles, the best of three times on known ones, and the same
    of many environments that are stepped together."""
    env = NonogramEnv(puzzles, reward=reward)
    chance = random.Random(1)
    plans = []
    for puzzle in puzzles:
        plans.append([2 * cell + colour for cell, colour in enumerate(puzzle.goals[0].cells)])
        chance.shuffle(plans[-1])
    episode._possible.cache_clear()
    found = []
    for _ in range(4):
        begun, steps = time.process_time(), 0
        for puzzle, plan in zip(puzzles, plans, strict=True):
            env.reset(options={"puzzle": puzzle})
            for action in plan:
                solved = env.step(action)[2]
            assert solved
            steps += len(plan)
        found.append(steps / (time.process_time() - begun))
    several = gymnasium.make_vec(
        "nonocsp/Nonogram-v0", TOGETHER, vectorization_mode="sync", puzzles=puzzles, reward=reward
    )
    several.reset(seed=1)
    plan_of = dict(zip(puzzles, plans, strict=True))
    together = []
    for _ in range(3):
        begun = time.process_time()
        several.reset()
        every = [plan_of[env.unwrapped.puzzle] for env in several.unwrapped.envs]
        for actions in zip(*every, strict=True):
            solved = several.step(np.array(actions))[2]
        assert solved.all()
        together.append(TOGETHER * len(plans[0]) / (time.process_time() - begun))
    return [found[0], max(found[1:]), max(together)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="5,8,10,15", help="sides of squares, up to 15")
    parser.add_argument("--number", type=int, default=100, help="puzzles of each line")
    parser.add_argument("--minutes", type=float, default=10, help="of CPU, to train the network")
    chosen = parser.parse_args()
    about()
    head("reward", "steps a second, new", "known", "together")
    puzzles = [nc.generate(10, 10, seed=seed).puzzle for seed in range(200)]
    for reward in episode.REWARDS:
        some = puzzles[:10] if reward == "step" else puzzles
        row(reward, *(f"{speed:,.0f}" for speed in steps_per_second(reward, some)))
    sizes = [int(size) for size in chosen.sizes.split(",")]
    network = LineNetwork(seed=1)
    network.train(sizes, 60 * chosen.minutes)
    print(f"\nThe network saw {network.batches:,} batches of 32 pictures.\n")
    head("size", "difficulty", "agent", "solved", "cells decided", "reward `line`")
    for size, difficulty in itertools.product(sizes, ("lines", "not-lines")):
        made = [
            nc.generate(size, size, difficulty=difficulty, seed=seed).puzzle
            for seed in range(chosen.number)
        ]
        for agent in ("random", "lines", "greedy", "network"):
            every = [
                played(agent, NonogramEnv([puzzle], penalty=0), number, network)
                for number, puzzle in enumerate(made)
                if puzzle is not None
            ]
            solved, right, earned = (statistics.mean(values) for values in zip(*every, strict=True))
            shown = f"{solved:.0%} of {len(every)}", f"{right:.0%}", f"{earned:.2f}"
            row(f"{size} x {size}", difficulty, agent, *shown)


if __name__ == "__main__":
    main()

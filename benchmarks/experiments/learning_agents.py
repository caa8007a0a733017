"""How far agents come in the environment, and how many steps it takes in a second.

Agents play puzzles with one solution, of density 0.5 and the seeds 0, 1, …: a set that lines solve,
and one that they do not. The first mistake ends an episode. Steps a second are those of CPU within
the environment, its observations and the solving of new puzzles included. Set
OPENBLAS_NUM_THREADS=1: the threads of NumPy would count as time in which nothing is learned.

- *random* takes any action that the mask allows;
- *lines* decides what a row and a column leave no choice about, and stops where there is nothing;
- *greedy* goes on with the cell and colour that are likeliest by crossed marginals;
- *network* always takes the cell that `line_network` is most certain of.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from statistics import fmean
from typing import Any

import numpy as np

import nonocsp as nc
from benchmarks.suite.experiments.experiment import Cell, Experiment, Picture, Row
from benchmarks.suite.records import Record
from benchmarks.suite.spec import SpecError, several
from nonocsp.core.line.crossing import crossed_marginals
from nonocsp.extra.learning.environment import NonogramEnv

from .line_network import LONGEST, LineNetwork

AGENTS = ("random", "lines", "greedy", "network")

#: A share that is 1 but for rounding.
CERTAIN = 1 - 1e-12


def cells(
    sizes: str = "5+8", count: int = 5, reward: str = "line", minutes: float = 0.05
) -> Iterator[Cell]:
    """``count``: puzzles of each size and depth; ``minutes``: of CPU to train the network."""
    every = several(sizes, int)
    if max(every, default=0) > LONGEST:
        raise SpecError(f"the network reads up to {LONGEST} cells, not {max(every)}")
    for size, depth, agent in product(every, ("lines", "not-lines"), AGENTS):
        how = {"agent": agent, "count": count, "reward": reward}
        training = {"training": [sizes, minutes]} if agent == "network" else {}
        yield {"size": size, "depth": depth, **how, **training}


@cache
def trained(sizes: str, minutes: float) -> LineNetwork:
    """The network after some minutes of CPU."""
    network = LineNetwork(seed=1)
    network.train(several(sizes, int), 60 * minutes)
    return network


def likeliest(puzzle: nc.Puzzle, cells: Any, guess: bool) -> list[int]:
    """The actions that are certain by crossed marginals; without any, the likeliest one."""
    known = {(int(y), int(x)): int(cells[y, x]) for y, x in np.argwhere(cells >= 0)}
    shares = np.array(crossed_marginals(puzzle, nc.Grid.unknown(puzzle).given(known)))
    shares[cells >= 0] = 0
    certain: list[int] = np.flatnonzero(shares >= CERTAIN).tolist()
    return certain or ([int(shares.argmax())] if guess else [])


def most_certain(puzzle: nc.Puzzle, cells: Any, network: LineNetwork) -> list[int]:
    """The action that a network is most certain of."""
    rows, columns = (
        [[block.length or 0 for block in clue or ()] for clue in clues]
        for clues in (puzzle.rows, puzzle.columns)
    )
    black = network.chances(rows, columns, cells)
    shares = np.stack([1 - black, black], -1)
    shares[cells >= 0] = 0
    return [int(shares.argmax())]


def played(
    agent: str, env: NonogramEnv, seed: int, network: LineNetwork | None
) -> dict[str, float]:
    """An episode, until it ends or the agent gives up."""
    begun = time.process_time()
    seen, info = env.reset(seed=seed)
    spent = time.process_time() - begun
    assert env.puzzle is not None
    chance, total, steps, is_over = random.Random(seed), 0.0, 0, False
    while not is_over:
        if agent == "random":
            plan = [chance.choice(np.flatnonzero(info["action_mask"]).tolist())]
        elif network:
            plan = most_certain(env.puzzle, seen["cells"], network)
        else:
            plan = likeliest(env.puzzle, seen["cells"], agent == "greedy")
        is_over = not plan
        begun = time.process_time()
        for action in plan:
            seen, reward, is_over, _, info = env.step(action)
            total += reward
            steps += 1
            if is_over:
                break
        spent += time.process_time() - begun
    decided = float((seen["cells"] >= 0).mean())
    found = {"solved": info["solved"], "decided": decided, "reward": total}
    return found | {"steps": steps, "seconds": spent}


def measure(
    size: int, depth: str, agent: str, count: int, reward: str, training: Any = None
) -> dict[str, Any]:
    """Play the puzzles of one size and depth."""
    made = [nc.generate(size, size, depth=depth, seed=seed).puzzle for seed in range(count)]
    network = trained(*training) if training else None
    every = [
        played(agent, NonogramEnv([puzzle], reward=reward, penalty=0), number, network)
        for number, puzzle in enumerate(made)
        if puzzle is not None
    ]
    means = {name: fmean(each[name] for each in every) for name in every[0]}
    return {"puzzles": len(every), "batches": network.batches if network else 0, **means}


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each size, depth and agent."""
    for record in records:
        row: Row = {**record["cell"], **record["figures"]}
        yield row | {"steps a second": row["steps"] / row["seconds"]}


def notes(rows: Sequence[Row]) -> Iterator[str]:
    batches = max(row["batches"] for row in rows)
    yield f"The network saw {batches:,} batches of 32 pictures; solved and decided are shares."


EXPERIMENT = Experiment(
    name="learning-agents",
    title="Agents in the environment",
    shows="how much of puzzles four agents solve, and the steps a second, by size and depth",
    takes="9 s; in full half an hour",
    cells=cells,
    full={"sizes": "5+8+10+15", "count": 100, "minutes": 10.0},
    measure=measure,
    columns={
        **dict.fromkeys(("size", "depth", "agent"), ""),
        "puzzles": ",",
        "solved": ".0%",
        "decided": ".0%",
        "reward": ".2f",
        "steps a second": ",.0f",
    },
    rows=rows,
    notes=notes,
    pictures=(Picture("size", ("solved",), ("depth", "agent")),),
)

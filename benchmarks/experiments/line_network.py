"""A small network that learns lines, in numpy: for `learning_agents`.

Two hidden layers read one line: its clue and what is known of its cells. The chance that a cell is
black is the logistic function of what its row says plus what its column says. It learns from random
pictures, of which random cells are shown; it is never given a deduction.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.special import expit

from benchmarks.suite.experiments.counting import lengths

#: The longest line, the most blocks in it, and the neurons of a hidden layer.
LONGEST, BLOCKS, HIDDEN = 15, 8, 256
INPUTS = LONGEST * 4 + LONGEST * BLOCKS

Array = np.ndarray[Any, Any]
Clues = Sequence[Sequence[int]]


def inputs(clues: Clues, known: Array) -> Array:
    """What the network reads: lines x inputs, from clues and from cells of -1, 0 and 1."""
    lines, length = known.shape
    cells = np.zeros((lines, LONGEST, 4), np.float32)
    for number in range(3):
        cells[:, :length, number] = known == number - 1
    cells[:, length:, 3] = 1
    blocks = np.zeros((lines, BLOCKS, LONGEST), np.float32)
    for line, clue in enumerate(clues):
        for at, block in enumerate(clue):
            blocks[line, at, block - 1] = 1
    return np.concatenate([cells.reshape(lines, -1), blocks.reshape(lines, -1)], 1)


class LineNetwork:
    """The network, and its training by Adam."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        sizes = [INPUTS, HIDDEN, HIDDEN, LONGEST]
        self.weights = [
            self.chance.normal(0, (2 / above) ** 0.5, (above + 1, below)).astype(np.float32)
            for above, below in pairwise(sizes)
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.batches = 0

    def layers(self, read: Array) -> list[Array]:
        """The values of all layers, with a 1 at the end of each but the last."""
        ones = np.ones((len(read), 1), np.float32)
        values = [np.hstack([read, ones])]
        for weights in self.weights[:-1]:
            values.append(np.hstack([np.maximum(values[-1] @ weights, 0), ones]))
        return [*values, values[-1] @ self.weights[-1]]

    def chances(self, rows: Clues, columns: Clues, known: Array) -> Array:
        """For every cell of a puzzle the chance that it is black."""
        height, width = known.shape
        across = self.layers(inputs(rows, known))[-1][:, :width]
        down = self.layers(inputs(columns, known.T))[-1][:, :height].T
        found: Array = expit(across + down)
        return found

    def train(self, sizes: list[int], seconds: float, boards: int = 32) -> None:
        """Learn from random pictures for some seconds of CPU."""
        begun = time.process_time()
        while (spent := (time.process_time() - begun) / seconds) < 1:
            size = int(self.chance.choice(sizes))
            pictures = self.chance.random((boards, size, size)) < self.chance.uniform(0.35, 0.65)
            shown = self.chance.random(pictures.shape) < self.chance.random((boards, 1, 1))
            known = np.where(shown, pictures, -1)
            lines = np.concatenate([pictures, pictures.transpose(0, 2, 1)]).reshape(-1, size)
            seen = np.concatenate([known, known.transpose(0, 2, 1)]).reshape(-1, size)
            values = self.layers(
                inputs([lengths(line.astype(int).tolist()) for line in lines], seen)
            )
            across, down = values[-1][:, :size].reshape(2, boards, size, size)
            logits = across + down.transpose(0, 2, 1)
            error = (expit(logits) - pictures) * ~shown / max(1, (~shown).sum())
            slope = np.zeros_like(values[-1])
            slope[:, :size] = np.concatenate([error, error.transpose(0, 2, 1)]).reshape(-1, size)
            self._descend(values, slope, 2e-3 * (1 - spent))

    def _descend(self, values: list[Array], slope: Array, rate: float) -> None:
        self.batches += 1
        for layer in (2, 1, 0):
            weights, (first, second) = self.weights[layer], self.moments[layer]
            gradient = values[layer].T @ slope
            slope = (slope @ weights.T)[:, :-1] * (values[layer][:, :-1] > 0)
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            share = (1 - 0.999**self.batches) ** 0.5 / (1 - 0.9**self.batches)
            weights -= rate * share * first / (np.sqrt(second) + 1e-8)

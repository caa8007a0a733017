"""Experiments: measurements made once for a page of the documentation, each a program of its own.

    python -m benchmarks.experiments.generation_time --sizes 10,20 --seeds 3

`explanation_quality` measures explanations and ratings, `effort` minutes of people, `clue_errors`
how often a diagnosis finds a slip, `generation_time` how long generating takes, `batch_scaling`
what batches and workers cost, `photographs` how much of photographed puzzles is read,
`learning_agents` the environment, and agents in it.
None belongs to the suite; each prints machine and commit above its tables, most by `printing`. The
experiments of papers are in `benchmarks/suite/experiments/`.
"""

"""The benchmark suite: which solver solves which puzzles, how fast, and is the answer right?

A measurement passes through these files: `sets` (with `public` and `generated`) supplies cases,
`engines` named configurations of `adapters`; `runner` sends each case to a `worker` process, where
`measurement` asks the question of a protocol, `stopwatch` times it and `judge` checks the answers;
`records` stores the results, and `report`, `compare` and `plot` evaluate them.
"""

"""The benchmark suite: which solver solves which puzzles, how fast, and is the answer right?

    python -m benchmarks list
    python -m benchmarks run --set random --engine kernel --engine python-sat
    python -m benchmarks report build/bench.jsonl

A measurement passes through these files: `sets` (with `public` and `generated`) supplies cases,
`engines` named configurations of `adapters`; `runner` sends each case to a `worker` process, where
`measurement` asks the question of a protocol, `stopwatch` times it and `judge` checks the answers;
`records` stores the results, and `report`, `compare`, `plot` and `publish` evaluate them.
`experiments` holds programs that measured one thing once.
"""

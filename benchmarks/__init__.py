"""The benchmark suite: who solves which puzzles, how fast, and is the answer right?

    python -m benchmarks list
    python -m benchmarks run --set random --engine kernel --engine python-sat
    python -m benchmarks report build/bench.jsonl

The way of one measurement through the files: `sets` (with `public` and `generated`) gives cases,
`engines` gives named configurations of `adapters`, `runner` sends each case to a `worker` process,
where `ask` puts the question of a protocol, `measure` times it and `judge` checks every answer;
`records` keeps what came back and `report` turns it into tables.
"""

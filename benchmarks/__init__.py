"""Measurements of this project by `benchmarks.suite`, which `nonocsp bench` runs.

`python -m benchmarks` takes the same commands and ``publish``, which measures the plan in
`published.toml` for the page of results. `fetch` gets public sets. `experiments` holds programs
that measured one thing once.
"""

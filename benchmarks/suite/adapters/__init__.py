"""One small module for each solver that the suite can run; `base` is their interface.

To add a solver: a Python library gets a module with a subclass of `base.Adapter` and a name in
`benchmarks.suite.engines`, a program (`programs`) gets a table in ``configurations.toml``.
"""

"""One small module for each solver that the suite can run; `base` is their interface.

To add a solver: a Python library gets a module with a subclass of `base.Adapter`, a program gets an
entry in `programs`; either gets a name in `benchmarks.suite.engines`.
"""

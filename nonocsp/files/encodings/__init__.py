"""Encodings of puzzles for other systems, one module each."""

__all__ = ["cnf", "constraint_graph", "cp_sat", "linear", "minizinc", "python_constraint", "xcsp3"]

"""Formats that are the data of a program: JSON, Python, MiniZinc."""

"""Puzzles in files and pictures: formats, encodings for other solvers, drawings."""

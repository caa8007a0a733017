"""Encodings of puzzles for other systems, one module each."""

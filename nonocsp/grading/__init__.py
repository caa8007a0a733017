"""Answers of language models, scored by the clues.

>>> from nonocsp import Puzzle
>>> found = grade(Puzzle([[1], [3]], [[1], [2], [1]]), "Row 1: 🟩⬜⬜\\nRow 2: 🟩🟩🟩")
>>> found.share, found.reason
(0.6, 'Column 1 has 2, its clue is 1.')

`symbols` knows what may stand for a cell, `rows` reads a line of text, `answers` finds the picture
in all of it, `scores` compares it with the clues.
"""

from .scores import Grade, grade

__all__ = ["Grade", "grade"]

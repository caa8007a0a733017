"""Answers and steps of language models, scored by the clues; prompts that ask for them.

>>> from nonocsp import Puzzle
>>> found = grade(Puzzle([[1], [3]], [[1], [2], [1]]), "Row 1: 🟩⬜⬜\\nRow 2: 🟩🟩🟩")
>>> found.share, found.reason
(0.6, 'Column 1 has 2, its clue is 1.')

`rows` reads a line of text, `keys` and `announced` know what is the answer, `answers` finds the
picture in it, `scores` compares it with the clues. `steps` grades one step of a solution, `prompts`
puts puzzles into words and pictures.
"""

from .prompts import Prompt, json_prompt, picture_prompt, text_prompt
from .scores import Grade, grade
from .steps import StepGrade, StepVerdict, grade_step

__all__ = [
    "Grade",
    "Prompt",
    "StepGrade",
    "StepVerdict",
    "grade",
    "grade_step",
    "json_prompt",
    "picture_prompt",
    "text_prompt",
]

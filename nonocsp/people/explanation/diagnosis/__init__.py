"""What is wrong with a puzzle, or with what a player has filled in.

`diagnosing` says which lines contradict each other or which cells differ; `mending` undoes `typos`
in `drafts` of the puzzle: in clues (by `nonocsp.people.reading`) and in lists of them
(`list_errors`). `mistakes` finds the cells of a player's grid that no solution has.
"""

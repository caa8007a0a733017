"""Sets of puzzles: tables of them read and written, and duplicates up to symmetry.

`records` streams the rows of tables and makes puzzles of them; `symmetry_class` has the keys by
which puzzles are compared up to rotation, reflection and the names of colours.
"""

"""What a puzzle is: colours, clues, puzzles, grids and pictures."""

"""What every room needs: errors, arguments, files, and a few helpers without an idea of puzzles."""

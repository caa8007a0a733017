"""What every room needs: errors, limits, options, and a few helpers without an idea of puzzles."""

"""The solver: puzzles, and all about their solutions. It knows no file, no words, no screen."""

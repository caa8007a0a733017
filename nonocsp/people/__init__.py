"""One puzzle, for a person: hints, puzzles made, read in doubt or in photographs, searches seen."""

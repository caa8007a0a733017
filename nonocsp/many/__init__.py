"""Many puzzles: questions over processes, sets, answers of language models graded."""

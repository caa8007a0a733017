"""Data sets of Hugging Face."""

import json

import pytest

import nonocsp as nc
from nonocsp.extra.learning import hugging_face
from nonocsp.extra.learning.tasks import score
from nonocsp.many.sets.columns import entry_of

PUZZLES = [
    nc.Puzzle([[2], [1]], [[1], [2]]),
    nc.Puzzle([[(1, "red"), (1, "green")]], [[(1, "red")], [(1, "green")]]),
    nc.Puzzle([[1], [1]], [[1], [1]]),
]


def test_the_rows_are_the_puzzles():
    found = hugging_face.to_dataset(PUZZLES)
    assert found.num_rows == 3
    for row, puzzle in zip(found, PUZZLES, strict=True):
        assert entry_of(json.loads(row["puzzle"])).puzzle == puzzle
        assert (row["height"], row["width"], row["colours"]) == (
            *puzzle.shape,
            puzzle.block_colours,
        )
        assert score(row["puzzle"], row["answer"]).is_right
        assert str(puzzle) in row["prompt"]


def test_a_stored_picture_counts_only_if_it_is_right(tmp_path):
    path = tmp_path / "set.jsonl"
    rows = [
        {"rows": [[1], [1]], "cols": [[1], [1]], "solution": each} for each in ("01/10", "11/10")
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    answers = hugging_face.to_dataset(str(path))["answer"][:]
    assert answers[0] == "_#\n#_"
    assert all(score(json.dumps(rows[0]), answer).is_right for answer in answers)


def test_no_puzzles_are_a_data_set_and_what_has_no_solution_is_not(tmp_path):
    assert hugging_face.to_dataset([]).num_rows == 0
    right, wrong = nc.Puzzle([[1]], [[1]]), nc.Puzzle([[1]], [[]])
    with pytest.raises(nc.PuzzleError, match=r"puzzle 2: .* has no solution"):
        hugging_face.to_dataset([right, wrong])
    path = tmp_path / "set.jsonl"
    path.write_text('{"rows": [[1]], "cols": [[1]]}\n{"rows": [[1]], "cols": [[]]}\n')
    with pytest.raises(nc.PuzzleError, match=r"set\.jsonl, line 2: .* has no solution"):
        hugging_face.to_dataset(str(path))
    with pytest.raises(nc.OptionError, match=r"puzzles\[0\] must be a Puzzle, not 5"):
        hugging_face.to_dataset([5])

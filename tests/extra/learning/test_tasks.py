"""Tasks for language models, by what the adapters share."""

from __future__ import annotations

import pytest

from nonocsp import FormatError, OptionError, Puzzle
from nonocsp.extra.learning.tasks import score, task_of


def test_scratch_work_earns_nothing():
    task = task_of(Puzzle([[2], [1]], [[1], [2]]))
    for last in ("##", "I could not solve it.", "<answer></answer>"):
        found = score(task["puzzle"], f"{task['answer']}\n\nFinal answer: {last}")
        assert (found.is_right, found.share, found.picture) == (False, 0, None)


def test_what_is_no_task():
    task = task_of(Puzzle([[1]], [[1]]))
    assert score(task["puzzle"], task["answer"])
    with pytest.raises(OptionError, match="puzzle must be a text, not dict"):
        score(task, task["answer"])
    with pytest.raises(FormatError, match="expected JSON"):
        score("no task", task["answer"])
    with pytest.raises(OptionError, match="puzzle must be a Puzzle, not"):
        task_of("1;1")

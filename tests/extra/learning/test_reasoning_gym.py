"""The task in reasoning-gym itself."""

import json

import pytest

import nonocsp as nc
from nonocsp.extra.learning.tasks import score
from nonocsp.many.sets.columns import entry_of

rg = pytest.importorskip("reasoning_gym")
adapter = pytest.importorskip("nonocsp.extra.learning.reasoning_gym")


def puzzle_of(task):
    return entry_of(json.loads(task["metadata"]["puzzle"])).puzzle


def made(**order):
    return rg.create_dataset("nonogram", **{"seed": 3, "size": 8, "max_colours": 3, **order})


def test_each_task_has_one_solution_which_is_its_answer():
    sizes = set()
    for task in made():
        assert json.dumps(task)
        puzzle = puzzle_of(task)
        assert nc.verdict(puzzle) is nc.Verdict.UNIQUE
        numbers = puzzle.shape, puzzle.block_colours
        about = task["metadata"]
        assert numbers == ((about["rows"], about["columns"]), about["colours"])
        assert score(about["puzzle"], task["answer"]).picture == nc.solve(puzzle).picture
        assert task["answer"] not in task["question"]
        sizes.add(numbers)
    assert len(sizes) > 4
    assert {colours for _, colours in sizes} == {1, 2, 3}


def test_the_same_seed_and_index_give_the_same_task():
    assert [*made()] == [*made()] == [made()[index] for index in range(8)]
    # A set whose seed is greater by one is another set, not the same one shifted.
    assert not {task["answer"] for task in made()} & {task["answer"] for task in made(seed=4)}


def test_answers_are_scored_by_the_clues():
    tasks = made(max_colours=1, partial=0.5)
    task = tasks[0]
    assert tasks.score_answer(f"I think:\n```\n{task['answer']}\n```", task) == 1
    picture = nc.solve(puzzle_of(task)).picture
    lines = len(puzzle_of(task).lines)
    for row, column in ((0, 0), (2, 1)):
        cells = picture.tolist()
        cells[row][column] ^= 1
        wrong = "\n".join(" ".join(map(str, line)) for line in cells)
        found = tasks.score_answer(wrong, task)
        assert found == pytest.approx(0.5 * (lines - 2) / lines)
    short = task["answer"].rpartition("\n")[0]
    scratch = f"I think:\n{task['answer']}\n\nFinal answer:\n{short}"
    for text in (None, "", "I give up.", "[" * 100_000, scratch):
        assert tasks.score_answer(text, task) == 0
    several = {"metadata": {"puzzle": '{"rows":[[1],[1]],"cols":[[1],[1]]}'}, "answer": "#_\n_#"}
    assert [tasks.score_answer(text, several) for text in ("#_\n_#", "_#\n#_")] == [1, 1]


def test_it_is_part_of_compositions_and_endless_sets():
    from reasoning_gym.composite import DatasetSpec
    from reasoning_gym.dataset import ReseedingDataset

    spec = DatasetSpec(name="nonogram", weight=1, config={"max_rows": 5, "max_columns": 5})
    mixed = rg.create_dataset("composite", seed=1, size=3, datasets=[spec])
    assert [mixed.score_answer(task["answer"], task) for task in mixed] == [1, 1, 1]
    endless = iter(ReseedingDataset(made(), chunk_size=2))
    assert len({next(endless)["question"] for _ in range(5)}) == 5


def test_the_curriculum_goes_up():
    from reasoning_gym.factory import create_curriculum

    curriculum = create_curriculum("nonogram")
    before = (0, 0, 0)
    for level in range(6):
        config = curriculum.generate_configuration({"seed": 1, "size": 1})
        config.validate()
        now = config.max_rows, config.max_columns, config.max_colours
        assert now > before or level == 5
        before = now
        for name, attribute in curriculum.attributes.items():
            if curriculum.get_attr_level(name) + 1 < len(attribute.levels):
                curriculum.increment_attr_level(name)
    assert before == (20, 20, 4)
    (task,) = adapter.NonogramDataset(config)
    assert task["metadata"]["difficulty"]["rows"] == (4, 20)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"min_rows": 0}, "min_rows is a whole number from 1 to 100, not 0"),
        ({"max_rows": 3}, "max_rows is a whole number from 4 to 100, not 3"),
        ({"density": 2}, "density is 0 to 1, not 2"),
        ({"size": -1}, "size is a whole number of at least 1, not -1"),
    ],
)
def test_a_wrong_configuration_is_one_clear_line(order, message):
    with pytest.raises(nc.OptionError, match=message):
        made(**order)

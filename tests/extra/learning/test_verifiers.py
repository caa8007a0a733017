"""The task set in verifiers itself."""

import asyncio

import pytest

import nonocsp as nc

vf = pytest.importorskip("verifiers.v1")
adapter = pytest.importorskip("nonocsp.extra.learning.verifiers")
NonogramConfig, NonogramTaskset = adapter.NonogramConfig, adapter.NonogramTaskset


def scored(task, reply):
    """The rewards and metrics of a rollout that ended with a reply."""
    nodes = [
        vf.MessageNode(message=vf.UserMessage(content=task.data.prompt)),
        vf.MessageNode(message=vf.AssistantMessage(content=reply), parent=0, sampled=True),
    ]
    trace = vf.Trace.model_construct(nodes=nodes, rewards={}, metrics={}, root_reply=None)
    asyncio.run(task.score(trace))
    rewards = {name: reward.score for name, reward in trace.rewards.items()}
    return rewards, trace.metrics, trace.reward


def test_new_puzzles_are_scored_by_the_clues():
    tasks = [*NonogramTaskset(NonogramConfig(num_tasks=3, rows=4, columns=6, colours=2, seed=5))]
    assert [task.data.idx for task in tasks] == [0, 1, 2]
    for task in tasks:
        assert task.data.answer not in task.data.prompt
        assert asyncio.run(task.validate(None)) is True
        right = scored(task, f"The answer:\n{task.data.answer}")
        assert right == ({"right": 1, "lines": 1}, {"has_picture": 1}, 1)
        for reply in ("I give up.", f"{task.data.answer}\n<answer>No.</answer>"):
            assert scored(task, reply) == ({"right": 0, "lines": 0}, {"has_picture": 0}, 0)
        rewards, metrics, total = scored(task, "\n".join(["______"] * 4))
        assert 0 <= rewards["lines"] < 1
        assert metrics == {"has_picture": 1}
        assert total == rewards["right"] == 0


def test_the_same_configuration_gives_the_same_tasks():
    def keys(**order):
        return [task.key for task in NonogramTaskset(NonogramConfig(num_tasks=3, **order))]

    assert keys() == keys()
    assert keys() != keys(seed=9)
    assert len({*keys()}) == 3


def test_the_puzzles_of_a_file(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    path.write_text(
        '{"rows": [[1], [1]], "cols": [[1], [1]]}\n{"rows": [[2]], "cols": [[1], [1]]}\n'
    )
    several, one = NonogramTaskset(NonogramConfig(path=str(path)))
    for reply in ("#_\n_#", "_#\n#_"):
        assert scored(several, reply)[2] == 1
    assert one.data.answer == "##"
    assert len([*NonogramTaskset(NonogramConfig(path=str(path), num_tasks=1))]) == 1
    path.write_text('{"rows": [[1], [1]], "cols": [[1], [1]]}\n{"rows": 3}\n')
    with pytest.raises(nc.FormatError, match=r"puzzles.jsonl, line 2: "):
        [*NonogramTaskset(NonogramConfig(path=str(path)))]


def test_verifiers_loads_it_as_a_package(tmp_path, monkeypatch):
    package = tmp_path / "some_nonograms"
    package.mkdir()
    export = (
        "from nonocsp.extra.learning.verifiers import NonogramTaskset\n\n"
        "__all__ = ['NonogramTaskset']\n"
    )
    (package / "__init__.py").write_text(export)
    monkeypatch.syspath_prepend(tmp_path)
    config = vf.taskset_config_type("some-nonograms")(id="some-nonograms", num_tasks=2)
    tasks = vf.load_taskset(config).shuffle(seed=1).take(1)
    assert [task.data.puzzle for task in tasks]

"""The environment against brute force: every reward, every mistake, every mask."""

import copy
import pickle
import random

import gymnasium
import numpy as np
import oracle
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, strategies as st
from strategies import examples, puzzles
from true_rewards import check_episode

import nonocsp as nc
import nonocsp.extra.learning
from nonocsp.extra.learning.environment import NonogramEnv
from nonocsp.extra.learning.episode import REWARDS

SETTINGS = [
    {},
    {"rows": (3, 6), "columns": (2, 5), "density": (0.3, 0.7)},
    {"colours": 3, "observation": "text"},
    {"colours": ["red", "blue"], "reward": "step", "mistake": "go on"},
    {"unique": False, "reward": "backbone"},
]


@pytest.mark.parametrize("order", SETTINGS)
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_gymnasium_finds_no_fault(order, render_mode):
    made = gymnasium.make("nonocsp/Nonogram-v0", render_mode=render_mode, **order)
    check_env(made.unwrapped)  # it warns of faults, and warnings are errors


def played(env, seed, choose):
    """An episode by the mask: the observations as bytes, rewards and ends."""
    seen, info = env.reset(seed=seed)
    found = [pickle.dumps(seen)]
    chance, ended = random.Random(seed), False
    while not ended:
        action = choose(chance, np.flatnonzero(info["action_mask"]).tolist())
        seen, reward, terminated, truncated, info = env.step(action)
        found.append((pickle.dumps(seen), reward, terminated))
        assert not truncated
        ended = terminated
    return found


@pytest.mark.parametrize("order", SETTINGS)
def test_the_same_seed_gives_the_same_episode(order):
    def at(seed):
        return played(NonogramEnv(**{**order, "mistake": "go on"}), seed, random.Random.choice)

    assert at(5) == at(5)
    assert at(5)[0] != at(6)[0]


@pytest.mark.parametrize("reward", REWARDS)
@examples(60)
@given(drawn=puzzles(3, 4, 2, vague=False), seed=st.integers(0, 99), ends=st.booleans())
def test_every_reward_is_that_of_brute_force(reward, drawn, seed, ends):
    puzzle = drawn[1]
    check_episode(puzzle, [tuple(cells) for cells in oracle.pictures(puzzle)], reward, ends, seed)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("colours", [1, 3])
def test_who_follows_the_hints_earns_everything(reward, colours):
    """Line-solvable puzzles: each cell that a hint decides is forced by a line, too."""
    env = NonogramEnv(rows=6, columns=5, colours=colours, reward=reward, depth="lines")
    for seed in range(5):
        env.reset(seed=seed)
        total, solved, puzzle = 0.0, False, env.puzzle
        grid = nc.Grid.unknown(puzzle)
        while not solved:
            for row, column, colour in nc.hint(puzzle, grid).steps[-1].decided:
                grid = grid.given({(row, column): colour})
                place = (row * 5 + column) * (colours + 1) + colour
                _, got, solved, _, _ = env.step(place)
                total += got
        # In colours, lines also tell each other which colours a cell cannot have.
        assert total == pytest.approx(1) or (reward == "line" and colours > 1 and 0 < total < 1)


def rest(env):
    """What the same actions still give: the end of the episode, and the one after it."""
    found = []
    for _ in range(2):
        for action in range(env.action_space.n):
            found.append(env.step(action))
        found.append(env.reset())
    return tuple(found)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize(
    "order",
    [*SETTINGS, {"puzzles": [nc.Puzzle([[1], [1]], [[1], [1]]), nc.Puzzle([[2]], [[1]] * 2)]}],
)
def test_a_copy_goes_on_as_the_environment_does(order, copied):
    env = NonogramEnv(**{**order, "mistake": "go on"})
    env.reset(seed=3)
    for action in (0, 1, 4):
        env.step(action)
    twin = copied(env)
    assert equal(rest(twin), rest(env))


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_environments_side_by_side_are_those_by_themselves(mode):
    order = {"rows": (2, 4), "colours": 2, "reward": "backbone"}
    several = gymnasium.make_vec("nonocsp/Nonogram-v0", 3, vectorization_mode=mode, **order)
    seen, info = several.reset(seed=7)
    for number in range(3):  # the seeds count up
        alone, mask = NonogramEnv(**order).reset(seed=7 + number)
        assert (info["action_mask"][number] == mask["action_mask"]).all()
        for name, value in alone.items():
            assert (seen[name][number] == value).all()
    actions = [int(np.flatnonzero(mask)[-1]) for mask in info["action_mask"]]
    _, rewards, ended, _, _ = several.step(np.array(actions))
    for number, action in enumerate(actions):
        alone = NonogramEnv(**order)
        alone.reset(seed=7 + number)
        assert alone.step(action)[1:3] == (rewards[number], ended[number])
    several.close()


def equal(one, two):
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(equal(one[name], two[name]) for name in one)
    if isinstance(one, np.ndarray):
        return one.dtype == two.dtype and (one == two).all()
    if isinstance(one, tuple):
        return len(one) == len(two) and all(map(equal, one, two))
    return one == two


def test_an_observation_says_what_the_puzzle_says():
    small, large = (
        nc.Puzzle([[1, (1, "red")]], [[1], [], [(1, "red")]]),
        nc.Puzzle([[1]] * 4, [[1]] * 4),
    )
    env = NonogramEnv([small, large])
    seen, info = env.reset(options={"puzzle": small})
    assert seen["cells"].tolist() == [[-1, -1, -1, -2], *[[-2] * 4] * 3]
    assert seen["rows"].tolist() == [[1, 1], [0, 0], [0, 0], [0, 0]]
    assert seen["row_colours"].tolist()[0] == [1, 2]
    assert seen["columns"].tolist() == [[1], [0], [1], [0]]
    assert seen["column_colours"].tolist() == [[1], [0], [2], [0]]
    assert np.flatnonzero(info["action_mask"]).tolist() == [*range(9)]
    seen, info = env.reset(options={"puzzle": large})
    assert np.flatnonzero(info["action_mask"] == 0).tolist() == [*range(2, 48, 3)]
    text, _ = NonogramEnv([small], observation="text").reset(seed=1)
    clues, _, cells = text.partition("\n\n")
    assert clues == str(small)
    assert cells == "???"


def test_an_agent_that_ignores_the_mask_is_stopped():
    env = NonogramEnv([nc.Puzzle([[1]], [[1], []])], mistake="go on")
    env.reset(seed=1)
    ends = [env.step(0)[2:4] for _ in range(4)]
    assert ends == [(False, False)] * 3 + [(False, True)]


def test_a_guess_leaves_fewer_solutions():
    puzzle = nc.Puzzle([[1], [1]], [[1], [1]])
    env = NonogramEnv([puzzle], reward="backbone")
    env.reset(seed=1)
    assert [env.step(action)[1] for action in (1, 2, 4, 7)] == [0, 0.25, 0.25, 0.25]


UNSOLVABLE = nc.Puzzle([[1], [1]], [[2], [1]])


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"reward": "lines"}, "unknown reward 'lines'; did you mean 'line'?"),
        ({"mistake": "stop"}, "mistake must be one of end, go on, not 'stop'"),
        ({"observation": "image"}, "observation must be one of arrays, text, not 'image'"),
        ({"render_mode": "human"}, "render_mode must be one of None, ansi, rgb_array, not 'human'"),
        ({"penalty": "high"}, "penalty must be an int or float, not str"),
        ({"penalty": -0.5}, "the penalty is a number of at least 0, not -0.5"),
        ({"penalty": float("nan")}, "the penalty is a number of at least 0, not nan"),
        ({"density": (0.6, 0.4)}, "the density is the least and the greatest, not"),
        ({"rows": 0}, "the least number of rows is a whole number from 1 to 1000, not 0"),
        ({"rows": (5, 4)}, "the greatest number of rows is a whole number from 5 to 1000, not 4"),
        ({"columns": (1, 2, 3)}, r"columns are a number, or the least and the greatest, not"),
        ({"density": "half"}, "the density is 0 to 1, or two such numbers, not 'half'"),
        ({"density": (0.9,)}, "the density is 0 to 1, or two such numbers, not"),
        ({"colours": "red"}, "colours are a number or a list, not 'red'"),
        ({"puzzles": 5}, "puzzles must be an Iterable, not int"),
        ({"colours": 0}, "the number of colours is a whole number from 1 to 255, not 0"),
        ({"texture": "wood"}, "unknown texture 'wood'"),
        ({"textures": "noise"}, "unknown argument 'textures'; did you mean 'texture'?"),
        ({"puzzles": []}, "no puzzles to draw from: expected at least one"),
        ({"puzzles": [3]}, "puzzle 1: the puzzle must be a Puzzle, not int"),
        ({"puzzles": [UNSOLVABLE], "texture": "noise"}, "are given: 'texture' has no effect"),
        ({"puzzles": [UNSOLVABLE], "rows": 6}, "the puzzles are given: 'rows' has no effect"),
        ({"puzzles": [UNSOLVABLE]}, "has no solution"),
        ({"puzzles": [nc.Puzzle([["?"]], [[1]])]}, "puzzle 1: row 1: expected a clue of known"),
        ({"puzzles": [nc.Puzzle([[1]], [None])]}, "puzzle 1: column 1: expected a clue of known"),
        (
            {
                "rows": 6,
                "density": 1 / 36,
                "attempts": 1,
                "texture": "noise",
                "depth": "very deep",
            },
            "could be made",
        ),
    ],
)
def test_a_wrong_order_is_one_clear_line(order, message):
    with pytest.raises(nc.NonocspError, match=message) as caught:
        NonogramEnv(**order).reset(seed=1)
    assert "\n" not in str(caught.value)


def test_a_wrong_call_is_one_clear_line():
    env = NonogramEnv(rows=2)
    for call in (lambda: env.step(0), env.render):
        with pytest.raises(nc.OptionError, match="reset"):
            call()
    env.reset(seed=1)
    for action in (-1, 8, 2.5, "x", None):
        with pytest.raises(
            nc.OptionError, match=f"an action is 0 to 7 after a reset, not {action!r}"
        ):
            env.step(action)
    with pytest.raises(nc.PuzzleError, match="has no room in the arrays"):
        env.reset(options={"puzzle": nc.Puzzle([[1]] * 3, [[1]] * 3)})

"""Every result: one line as text, plain JSON, and nothing lost when it is shown."""

import json
import pickle
import re

import pytest
from every_result import HEART, PICTURE, SWITCH, results

import nonocsp as nc


@pytest.mark.parametrize("expected, result", list(results()), ids=lambda each: type(each).__name__)
def test_a_result_is_one_short_line_and_json(expected, result):
    line = repr(result)
    assert re.fullmatch(re.escape(expected) if isinstance(expected, str) else expected, line)
    assert "\n" not in line and "0x" not in line
    if not line.startswith("Features"):
        assert len(line) <= 160
    members = result.to_dict()
    assert json.loads(json.dumps(members)) == members and type(members) is dict


def test_lazy_answers_say_how_far_they_are():
    found = nc.solutions(SWITCH)
    assert repr(found) == "<Solutions: 0 solutions, more may follow>"
    next(found)
    assert repr(found) == "<Solutions: 1 solution, more may follow>"
    list(found)
    assert repr(found) == "<Solutions: 2 solutions, all>"
    some = nc.solutions(SWITCH, limit=1)
    list(some)
    assert repr(some) == "<Solutions: 1 solution, stopped by solutions>"


def test_json_values_of_pictures_are_colour_numbers():
    assert nc.solve(HEART).to_dict()["picture"] == HEART.goals[0].tolist()
    assert nc.count(SWITCH).to_dict()["count"] == "2"
    made = nc.generate(4, 4, seed=1)
    text = json.dumps(made.to_dict()["puzzle"])
    assert nc.formats.parse(text, "json").puzzles[0] == made.puzzle


def test_the_steps_of_an_explanation_can_be_read_again():
    steps = nc.explain(HEART)
    first = next(steps)
    assert steps.found == [first]
    every = list(steps)
    assert every[0] is first and list(steps) == every == steps.steps
    assert next(steps, None) is None and steps.start == nc.Grid.unknown(HEART)
    assert len(nc.explain(HEART).to_dict()["steps"]) == len(nc.explain(HEART).steps) == len(every)


@pytest.mark.parametrize(
    ("axis", "index", "problem"),
    [
        ("diag", 0, "the axis of a line is 'row', 'column', 'A', 'B' or 'C', not 'diag'"),
        ("row", -1, "the index of a line is a whole number of at least 0, not -1"),
        ("column", 1.0, "the index of a line is a whole number of at least 0, not 1.0"),
        ("column", True, "the index of a line is a whole number of at least 0, not True"),
    ],
)
def test_what_is_no_line_is_refused(axis, index, problem):
    with pytest.raises(nc.OptionError, match=f"^{re.escape(problem)}$"):
        nc.Line(axis, index)


def test_a_line_that_the_puzzle_lacks_is_refused():
    line = pickle.loads(pickle.dumps(nc.Line("column", 5)))
    for ask in (HEART.clue, HEART.cells, HEART.length, HEART.goals[0].line):
        with pytest.raises(nc.PuzzleError, match="no column 6: the puzzle has 5 columns"):
            ask(line)
    assert HEART.clue(line._replace(index=4)) == HEART.columns[4]


def test_one_size_is_a_square():
    assert nc.generate(4, seed=1).puzzle == nc.generate(4, 4, seed=1).puzzle


def test_tables_and_galleries_refuse_what_they_cannot_show():
    pytest.importorskip("pandas")
    for what in (3, [3], HEART):
        with pytest.raises(nc.OptionError, match="takes results or mappings, not"):
            nc.notebook.to_frame(what)
    for what in (3, HEART, HEART.goals[0]):
        with pytest.raises(nc.OptionError, match="items must be a list of values, not "):
            nc.notebook.gallery(what)


def test_batches_and_parts_are_one_short_line():
    answers = nc.questions.solve_many([HEART, SWITCH], 1)
    assert repr(answers) == "<Answers: 0 of 2 given>"
    list(answers)
    assert repr(answers) == "<Answers: 2 of 2 given>"
    assert repr(nc.solution_space(SWITCH).components) == "(<Component: 4 cells, 2 ways>,)"


def test_messages_name_values_on_one_line():
    np = pytest.importorskip("numpy")
    for make in (
        lambda: nc.generate(5, 5, density=np.ones((9, 9))),
        lambda: nc.generation.from_image(np.ones((9, 9))),
        lambda: nc.render.svg(PICTURE, cell=np.ones((9, 9))),
        lambda: nc.Limits(nodes=np.ones((9, 9))),
        lambda: nc.Puzzle([[np.ones((9, 9))]], [[1]]),
        lambda: nc.solve(np.ones((9, 9))),
    ):
        with pytest.raises(nc.NonocspError) as caught:
            make()
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 160

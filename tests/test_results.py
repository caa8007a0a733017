"""Every result: one line as text, plain JSON, and nothing lost when it is shown."""

import json
import pickle
import re

import pytest

import nonocsp as nc

HEART = nc.Puzzle.from_picture(["_#_#_", "#####", "#####", "_###_", "__#__"])
SWITCH = nc.Puzzle([[1], [1]], [[1], [1]])
NONE = nc.Puzzle([[2], [2]], [[1], [1]])
PICTURE = nc.Picture(["#_", "_#"])
LONG = nc.Puzzle([[1]] * 30, [[1]] * 30)


def results():
    space = nc.solution_space(SWITCH)
    picture = space[0]
    yield "<Result: satisfiable, <Picture of 5 rows and 5 columns>>", nc.solve(HEART)
    yield "<Result: unsatisfiable>", nc.solve(NONE)
    limits = nc.Limits(nodes=1)
    unknown = nc.solve(nc.Puzzle([[1]] * 4, [[1]] * 4), limits=limits, engine="textbook")
    yield "<Result: unknown, stopped by nodes>", unknown
    yield "<Count: 2>", nc.count(SWITCH)
    yield "<Count: 2.652e32>", nc.count(LONG)
    bound = nc.count(SWITCH, limits=nc.Limits(solutions=1), engine="textbook")
    yield "<Count: between 2 and 4, stopped by solutions>", bound
    yield "<SolutionSpace of 2 solutions>", space
    yield "<SolutionSpace of 1 solution>", nc.solution_space(HEART)
    yield "<Marginals of 2 solutions, shape (2, 2, 2)>", space.marginals()
    yield "<Disambiguation: 1 cell, the fewest possible>", space.disambiguate(picture)
    yield "<Explanation: 0 steps so far>", nc.explain(HEART)
    step = next(nc.explain(HEART))
    yield re.compile(r"<Step \(full line\): Row 2: the 5 takes all of it.*>"), step
    yield re.compile(r"<Explanation: solved, \d+ steps>"), nc.explain(HEART).run()
    yield "<Hint (step): Look at row 2.>", nc.hint(HEART)
    yield re.compile(r"<Diagnosis \(none\): There is no solution: .*>"), nc.diagnose(NONE)
    yield re.compile(r"<Diagnosis \(multiple\): .*>"), nc.diagnose(SWITCH)
    yield re.compile(r"<Change: .*>"), nc.diagnose(NONE).changes[0]
    yield re.compile(r"<Rating: .*difficulty .*>"), nc.rate(HEART)
    made = nc.generate(5, 5, seed=3)
    yield "<Generated: <Puzzle of 5 rows and 5 columns>, seed 3>", made
    yield "<Repair: 1 cell changed, the fewest possible>", nc.repair(PICTURE)
    answer = next(nc.questions.check_many([SWITCH], 1))
    yield "<Answer 0: satisfiable, verdict multiple, count 2>", answer
    yield re.compile(r"Stats\(.*\)"), nc.solve(HEART).stats
    yield re.compile(r"Features\(.*\)"), nc.features(HEART)


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
    assert nc.count(SWITCH).to_dict()["at_least"] == 2
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
        with pytest.raises(nc.OptionError, match=f"not one {type(what).__name__}"):
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

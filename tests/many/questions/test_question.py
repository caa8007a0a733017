"""What every face knows of a question comes from its function, and answers are as it says."""

import asyncio
import contextlib
import inspect
import json
import pickle
import typing
from dataclasses import dataclass

import pytest
import strategies as own
from hypothesis import given

import nonocsp as nc
from nonocsp.apps.shell import Session
from nonocsp.apps.web.endpoints import endpoint_of
from nonocsp.apps.web.make_types import PATH, types
from nonocsp.apps.web.messages import puzzle_out
from nonocsp.core import Asked, Plain, question
from nonocsp.core.solver.logged import ASKED
from nonocsp.many.questions import QUESTIONS, Task, ask_async
from nonocsp.many.questions.batch import settings_of
from nonocsp.many.questions.members import Member
from nonocsp.many.questions.tasks import answer_chunk

TWO = nc.Puzzle([[1], [1]], [[1], [1]])


@dataclass(frozen=True)
class Free(Plain):
    free: int
    """Cells that are open, or null. More."""
    names: tuple[str, ...]

    @property
    def status(self):
        return nc.Status.UNKNOWN


def free(puzzle: nc.Puzzle, *, number: int = 1, **asked: typing.Unpack[Asked]) -> Free:
    """Cells that no line decides. More about it.

    Args:
        puzzle: what it is about.
        number: cells to begin with.
    """
    grid = QUESTIONS["propagate"].function(puzzle, grid=asked.get("grid")).grid
    return Free(number + sum(mask == 3 for mask in grid.masks), ("a", "b"))


@pytest.fixture
def asked():
    """The question ``free``, declared where its function is and nowhere else."""
    before = dict(ASKED)
    yield question()(free)
    ASKED.clear()
    ASKED.update(before)


def test_every_face_asks_a_question_that_is_a_function(asked, command_line, tmp_path):
    expected = {"free": 5, "names": ["a", "b"]}
    declared = QUESTIONS["free"]
    assert declared.summary == "Cells that no line decides."
    assert declared.gives["free"] == Member("cells that are open, or null", {"type": "integer"})
    assert declared.ask(TWO, number=1).result == expected
    assert asyncio.run(ask_async(asked, TWO, number=1)) == Free(5, ("a", "b"))
    settings = settings_of("free", None, None, None)._replace(arguments={"number": 1})
    assert answer_chunk(settings, [Task(TWO)])[0].result == expected
    request = {"puzzle": puzzle_out(TWO), "number": 1}
    reply = endpoint_of(declared).respond(request, print)
    assert {name: reply[name] for name in expected} == expected
    file = tmp_path / "two.json"
    nc.write(TWO, file)
    code, out, err = command_line("free", file, "--number", "1")
    assert (code, out, err) == (0, 'free: 5\nnames: ["a", "b"]\n', "")
    assert command_line("help", "free")[1].count("cells to begin with") == 1
    said: list[str] = []
    session = Session(said.append)
    for line in ("2", "2", "1", "1", "1", "1", "ask free number=1"):
        session.answer(line)
    assert said[-1] == 'free: 5\nnames: ["a", "b"]'
    assert "free: Found & { free: number; names: string[] };" in types()


def test_answers_are_said_in_the_words_of_their_results(command_line, tmp_path):
    file = tmp_path / "two.json"
    nc.write(TWO, file)
    assert command_line("propagate", file) == (0, "??\n??\n", "")
    said = command_line("argument", file)[1].splitlines()
    assert said[0] == "1. Picture 1 below satisfies all clues."
    assert said[3:] == ["", "_#", "#_", "", "#_", "_#"]
    assert command_line("components", file)[1].endswith("factors: 2\n")  # beside the number


def test_a_limit_is_one_line(command_line, tmp_path):
    pairs, file = [[1, 1]] * 30, tmp_path / "pairs.json"
    nc.write(nc.Puzzle(pairs, pairs), file)
    code, _, err = command_line("components", file, "--nodes", "200")
    assert (code, err) == (3, "nonocsp: stopped: the limit on nodes was reached\n")
    said: list[str] = []
    session = Session(said.append)
    for line in (f"open {file}", "limit 0.05", "ask components"):
        session.answer(line)
    assert said[-1] == "the limit on seconds was reached"


def test_an_interrupt_leaves_the_solutions_found(monkeypatch):
    kind, after = type(nc.solutions(TWO)), [2]
    found = kind.__next__

    def interrupted(self):
        after[0] -= 1
        if after[0] < 0:
            raise KeyboardInterrupt
        return found(self)

    monkeypatch.setattr(kind, "__next__", interrupted)
    answer = QUESTIONS["list"].ask(TWO)
    assert (answer.stopped_by, len(answer.pictures)) == ("interrupt", 2)
    with pytest.raises(KeyboardInterrupt):
        QUESTIONS["list"].ask(TWO)


def test_arguments_are_refused_before_the_first_puzzle():
    with pytest.raises(nc.OptionError, match="row must be a whole number"):
        nc.questions.ask_many("why", [TWO], 1, arguments={"row": "x"})
    with pytest.raises(nc.OptionError, match=r"^number must be a whole number from 1 to"):
        nc.questions.sample(TWO, number=10**10)


def test_the_types_of_the_page_are_those_of_the_results():
    assert PATH.read_text() == types(), "python -m nonocsp.apps.web.make_types"


def schema_of(asked):
    """What an answer's findings are, as JSON Schema; without a solution some may be absent."""
    members = {name: dict(each.schema) for name, each in asked.gives.items()}
    must = [name for name, each in members.items() if {"type": "null"} not in each.get("anyOf", ())]
    closed = {"additionalProperties": False, "required": must}
    return {"type": "object", "properties": members, **closed}


@pytest.mark.parametrize("name", QUESTIONS)
def test_answers_have_the_members_that_are_documented(name):
    jsonschema = pytest.importorskip("jsonschema")
    asked = QUESTIONS[name]
    assert all(each.meaning for each in asked.gives.values())
    assert all(each.help for each in asked.arguments.values())
    check = jsonschema.Draft202012Validator(schema_of(asked)).validate
    flags = {each: True for each, about in asked.arguments.items() if about.kind is bool}

    @given(own.puzzles())
    def holds(drawn):
        picture, puzzle = drawn
        puzzle = puzzle.replace(goals=(picture,))
        for arguments in ({}, flags):
            with contextlib.suppress(nc.LimitReached):
                answer = asked.ask(puzzle, limits=nc.Limits(nodes=50), **arguments)
                assert str(pickle.loads(pickle.dumps(answer))) == str(answer)
                check(json.loads(json.dumps(dict(answer.result))))

    holds()


PUBLIC = [getattr(nc, name) for name in nc.__all__]
FUNCTIONS = {each.__name__: each for each in PUBLIC if inspect.isfunction(each)}
FUNCTIONS |= {n: getattr(nc.questions, n) for n in nc.questions.__all__ if n[0].islower()}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signatures_name_every_keyword(name):
    parameters = inspect.signature(FUNCTIONS[name]).parameters.values()
    assert not [each for each in parameters if "Unpack" in str(each.annotation)]
    code = inspect.unwrap(FUNCTIONS[name]).__code__
    if code.co_flags & inspect.CO_VARKEYWORDS and name not in ("ask_async",):
        assert {"limits", "engine", "options"} <= {each.name for each in parameters}


def test_an_answer_has_a_count_only_from_questions_that_count():
    answer = QUESTIONS["estimate"].ask(nc.Puzzle([[1]] * 5, [[1]] * 5))
    assert answer.result["is_exact"] and answer.count is None

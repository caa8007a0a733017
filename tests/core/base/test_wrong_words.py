"""Words that people try first lead to the right ones."""

import inspect
import re
from collections.abc import Iterable

import pytest

import nonocsp as nc
from nonocsp.core.base.suggest import SENTENCES, SYNONYMS
from nonocsp.core.options import plugins

PUZZLE = nc.Puzzle([[1], [1]], [[1], [1]])
LINES = [[1], [1]]
WORDS = sorted({*SYNONYMS, *" ".join(SYNONYMS.values()).split()})
CHOICES = {
    n: f.metadata["choices"] for n, f in nc.Options.table().items() if "choices" in f.metadata
}

#: Calls that go wrong, and how what they say ends, by the type of the error.
CALLS = {
    TypeError: {
        "nc.Puzzle(rows=LINES, cols=LINES)": "write columns=…",
        "nc.solve(rows=LINES, cols=LINES)": SENTENCES["rows"],
        "nc.solve(PUZZLE, cols=LINES)": SENTENCES["columns"],
        "nc.solve(PUZZLE, timeout=5)": "write limits=nc.Limits(seconds=…)",
        "nc.count(PUZZLE, nodes=5)": "write limits=nc.Limits(nodes=…)",
        "nc.verdict(PUZZLE, limit=5)": SENTENCES["limit"],
        "nc.solutions(PUZZLE, max_solutions=5)": "write limit=…",
        "nc.solve(PUZZLE, workers=2)": "write limits=nc.Limits(threads=…)",
        "nc.questions.solve_many([], workers=2)": "write executor=…",
        "nc.solve(PUZZLE, propagation='ac3')": "write options=nc.Options(propagation=…)",
        "nc.solve(PUZZLE, limts=None)": "write limits=…",
        "nc.features(PUZZLE, magic=1)": "expected puzzle, limits",
        "nc.Limits(timeout=5)": "write seconds=…",
        "nc.Limits(search='x')": "write nc.Options(search=…)",
        "nc.Options(timeout=5)": "write nc.Limits(seconds=…)",
        "nc.Options(magic=5)": "`nonocsp help options` lists them",
        "nc.Options().replace(heuristic='mrv')": "write ordering=…",
        "nc.Puzzle('1;1')": SENTENCES["str for a Puzzle"],
        "[*nc.solve(PUZZLE)]": SENTENCES["Result for a list"],
        "nc.solve(PUZZLE)[0]": SENTENCES["Result for a list"],
    },
    nc.OptionError: {
        "nc.solve(LINES)": SENTENCES["list for a Puzzle"],
        "nc.solve('1;1')": SENTENCES["str for a Puzzle"],
        "nc.solve(nc.Picture(['#']))": SENTENCES["Picture for a Puzzle"],
        "nc.Options(propagation='fc')": "did you mean 'forward_checking'?",
        "nc.Options.from_words(['propagation=MAC'])": "did you mean 'ac3'?",
        "nc.Options(propagation='mrv')": "did you mean ordering='mrv'?",
        "nc.Options.from_dict({'heuristic': 1})": "did you mean 'ordering'?",
        "nc.solve(PUZZLE, engine='fc')": "propagation='forward_checking' is an option",
    },
    nc.FormatError: {
        "nc.read_photo('1;1\\n1;1\\n')": "cannot be opened: No such file or directory",
        "nc.read('1;1\\n1;1\\n')": SENTENCES["text for a path"] + " (found '1;1\\n1;1\\n')",
    },
}
EVERY = [(call, error, words) for error, calls in CALLS.items() for call, words in calls.items()]


@pytest.mark.parametrize(("call", "error", "words"), EVERY)
def test_a_wrong_call_says_what_to_write(call, error, words):
    with pytest.raises(error) as caught:
        eval(call)
    assert type(caught.value) is error
    assert str(caught.value).endswith(words) and "\n" not in str(caught.value)


def test_every_sentence_is_said():
    said = " ".join(words for _, _, words in EVERY)
    assert [name for name, sentence in SENTENCES.items() if sentence not in said] == []


def test_every_meaning_is_an_argument_an_option_or_a_value():
    functions = [nc.solutions, nc.generate, nc.questions.ask_many, nc.Puzzle]
    known = {name for each in functions for name in inspect.signature(each).parameters}
    known |= {*nc.Limits.__match_args__, *nc.Options.table(), "number", "workers"}
    known |= {value for values in CHOICES.values() for value in values}
    assert SYNONYMS.keys() - known == set()


#: Of more than fifty the names are not listed.
LISTED = {nc.Options: "`nonocsp help options` lists them"}
FUNCTIONS = [
    function
    for function in (getattr(nc, name) for name in nc.__all__)
    if inspect.isfunction(function)
] + [nc.Options, nc.Limits, nc.Puzzle, nc.Rectangle]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda each: each.__name__)
def test_what_is_to_be_written_is_taken(function):
    names = inspect.signature(function).parameters
    for word in [word for word in WORDS if word not in names]:
        with pytest.raises(TypeError) as caught:
            function(**{word: 1})
        message = str(caught.value)
        assert re.match(
            rf"\w+(\.__init__)?\(\) got an unexpected keyword argument '{word}'; ", message
        )
        if found := re.search(r"; write (?:(\w+)=)?(?:nc\.(\w+)\((\w+)=…\)|…)$", message):
            outer, kind, inner = found.groups()
            assert outer in names or (outer is None and function in (nc.Options, nc.Limits))
            assert kind is None or inner in inspect.signature(getattr(nc, kind)).parameters
        else:
            assert message.endswith((*SENTENCES.values(), LISTED.get(function, ", ".join(names))))


@pytest.mark.parametrize("name", CHOICES)
def test_the_value_that_is_meant_is_one(name, monkeypatch):
    monkeypatch.setattr(plugins, "_registered", {})  # by other tests
    for word in [word for word in WORDS if word not in CHOICES[name]]:
        with pytest.raises(nc.OptionError) as caught:
            nc.Options(**{name: word})
        if found := re.search(r"did you mean (?:(\w+)=)?'(\w+)'\?$", str(caught.value)):
            assert found[2] in CHOICES[found[1] or name]
        else:
            assert str(caught.value).startswith(f"option {name} must be one of {CHOICES[name][0]}")


def test_a_result_is_not_iterable_for_libraries():
    assert not isinstance(nc.solve(PUZZLE), Iterable)

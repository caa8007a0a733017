"""The arguments of every public function: what none can be is refused by name, and what one can be
has the answer of the table here."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import io
import math
import re
import tempfile
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from types import ModuleType

import networkx as nx
import pytest

import nonocsp as nc

pytest.importorskip("PIL")
pytest.importorskip("reportlab")

VALUES = {
    "-1": -1,
    "0": 0,
    "NaN": math.nan,
    "2^31": 2**31,
    "2^32 + 1": 2**32 + 1,
    "1e400": 1e400,
    "None": None,
    "text": "junk",
    "list": [3],
}

PUZZLE = nc.Puzzle([[2], [1]], [[1], [2]])
TWO = nc.Puzzle([[1], [1]], [[1], [1]])
RIGHT = nc.Picture(["##", "_#"])
CLUE = (nc.Block(1),)


def public():
    """Every function in a public ``__all__``, by its path; without one, those without underscore.

    The modules that a module names are public with it.
    """
    waiting = [(name, getattr(nc, name)) for name in nc.__all__]
    found = {}
    for path, value in waiting:
        if isinstance(value, ModuleType):
            names = getattr(value, "__all__", None)
            assert names, f"{path} has no list of public names"
            for name in names:
                try:
                    inner = getattr(value, name, None) or importlib.import_module(
                        f"{value.__name__}.{name}"
                    )
                except (ImportError, nc.NonocspError):  # a package that is not installed
                    continue
                waiting.append((f"{path}.{name}", inner))
        elif inspect.isfunction(value):
            found.setdefault(value, path)
    return {path: function for function, path in found.items()}


def members():
    """Methods of results, and classes that callers make."""
    space = nc.solution_space(TWO)
    step = next(nc.explain(PUZZLE))
    every = [space.sample, space.partition, space.pictures, space.array, space.marginals]
    every += [space.backbone, space.ambiguous, space.disambiguate, nc.estimate(TWO).sample]
    every += [nc.explain(PUZZLE).why, step.holds, nc.watch(PUZZLE).to_svg, RIGHT.differences]
    every += [nc.Grid.of, nc.Options.from_words]
    every += [nc.grading.text_prompt(PUZZLE).answer, nc.render.Drawing.of, nc.line.LineDomains]
    every += [nc.questions.Task, nc.line.Automaton]
    return {member.__qualname__: member for member in every}


FUNCTIONS = public() | members()


@cache
def photo():
    from PIL import Image

    picture = nc.Picture(["_#_#_", "#####", "#####", "_###_", "__#__"])
    png = nc.render.png(nc.Puzzle.from_picture(picture))
    return Image.open(io.BytesIO(png)).convert("RGB")


@cache
def threads():
    return ThreadPoolExecutor(1)


#: A value for each argument that has no default, by the name of the argument or of both.
SAMPLES = {
    "answer": lambda: "##\n_#",
    "audit.paths": lambda: ["two.json"],
    "candidates": lambda: [3, 3],
    "cell": lambda: (0, 0),
    "clue": lambda: CLUE,
    "colour": lambda: 1,
    "columns": lambda: 2,
    "content": lambda: "1\n\n1\n",
    "doubtful": lambda: nc.reading.misread(PUZZLE),
    "executor": threads,
    "workers": lambda: 1,
    "explain.cell": lambda: 0,
    "explanation": lambda: nc.explain(PUZZLE),
    "folder": lambda: f"{tempfile.mkdtemp(dir='.')}/set",
    "format": lambda: "non",
    "frames": lambda: [PUZZLE],
    "function": lambda: len,
    "ask_async.arguments": lambda: "text",
    "generate.rows": lambda: 3,
    "generate.seed": lambda: 1,
    "graph": lambda: nc.explanation.implication_graph(TWO),
    "grid": lambda: None,
    "k": lambda: 1,
    "other": lambda: RIGHT,
    "words": lambda: ["seed=7"],
    "items": lambda: [PUZZLE],
    "lazy": lambda: nc.solutions(PUZZLE),
    "length": lambda: 2,
    "format_named.name": lambda: "json",
    "network": lambda: nc.csp.line_network(PUZZLE),
    "order": lambda: nc.sets.SetOrder(1, [(3, 3)], 1),
    "parts": lambda: 2,
    "path": lambda: "puzzle.non",
    "picture": lambda: RIGHT,
    "problem": lambda: PUZZLE,
    "proof": lambda: nc.prove(PUZZLE),
    "argument.proof": lambda: None,
    "puzzle": lambda: PUZZLE,
    "puzzles": lambda: [PUZZLE],
    "question": lambda: "count",
    "results": lambda: [nc.count(PUZZLE)],
    "row": lambda: PUZZLE,
    "rows": lambda: 2,
    "score.puzzle": lambda: nc.formats.dumps(PUZZLE, "json"),
    "seed": lambda: 1,
    "solution": lambda: {line: bytes(RIGHT.line(line)) for line in PUZZLE.lines},
    "source": photo,
    "step": lambda: next(nc.explain(PUZZLE)),
    "steps": lambda: [next(nc.explain(PUZZLE))],
    "text": lambda: "1|2\n1\n\n1\n2\n",
    "trees": lambda: nc.watch(PUZZLE),
    "weights": lambda: [(0, 1), (0, 2)],
    "what": lambda: PUZZLE,
    "write_rows.path": lambda: "rows.jsonl",
    "write_rows.rows": lambda: [{"number": 1}],
}

#: What is answered beside a value that makes no difference: what is answered without it.
SAME = object()
LARGE = {"2^31": SAME, "2^32 + 1": SAME}


def has(text):
    return lambda answer: text in (answer if isinstance(answer, str) else repr(answer))


def goes_on(graph):
    return {*graph.edges} > {*nc.explanation.implication_graph(PUZZLE).edges}


def holds(length):
    return lambda found: len(found) == length


def is_right(drawn):
    return TWO.is_solved_by(drawn[0] if isinstance(drawn, list) else drawn.pictures[0])


#: What is answered where a value is taken, by the function and the argument, or by the argument.
#: A function here says whether the answer is right. None is taken where it is the default.
ACCEPTED = {
    "Automaton.block_colours": {"0": SAME},
    "Automaton.clue": {"None": lambda automaton: automaton.accepting == {0}},
    "Estimate.sample.seed": dict.fromkeys(["0", "2^31", "2^32 + 1"], is_right),
    "SolutionSequence.partition.parts": {},
    "SolutionSequence.sample.k": {"0": []},
    "SolutionSequence.sample.seed": dict.fromkeys(["None", "0", "2^31", "2^32 + 1"], is_right),
    "Task.error": {"text": lambda task: task.error == "junk"},
    "Task.name": {"None": SAME, "text": lambda task: task.name == "junk"},
    "Task.puzzle": {"None": lambda task: task.puzzle is None},
    "start": {"-1": holds(1), "0": SAME, "2^31": holds(0), "2^32 + 1": holds(0)},
    "stop": {"-1": holds(1), "0": holds(0), **LARGE},
    "ask_async.arguments": {"text": 4, "list": 1},
    "backbone.shown": {"list": SAME},
    "colour_counts.candidates": {"list": ((0, 1),)},
    "colour_counts.clue": {"None": ((2, 2), (2, 2))},
    "count.clue": {"None": 4},
    "count.length": {"0": 0},
    "decipher.margin": {"0": SAME},
    "decipher.most": LARGE,
    "decipher.most_above": {"0": has("no reading")},
    "decipher.several": {"0": SAME},
    "decipher.work": {"0": has("no reading"), **LARGE},
    "estimate.seed": {"0": SAME, **LARGE},
    "estimate.width": LARGE,
    "explain.candidates": {"list": None},
    "explain.cell": {"-1": None, "0": None},
    "explain.clue": {"None": None},
    "explain.colour": {"0": None},
    "from_image.checks": LARGE,
    "from_image.goal": {"None": lambda made: made.repair is None},
    "gallery.captions": {"list": lambda drawn: "3</figcaption>" in drawn.drawings[0]},
    "gallery.items": {"list": has("Gallery of 1 drawing")},
    "generate.density": {"0": lambda made: not any(made.picture.cells)},
    "generate.seed": {
        "None": lambda made: made.seed is not None,
        "0": lambda made: made.seed == 0,
        "2^31": lambda made: made.seed == 2**31,
        "2^32 + 1": lambda made: made.seed == 2**32 + 1,
    },
    "grade.answer": dict.fromkeys(VALUES, lambda grade: not grade and grade.picture is None),
    "grade_step.grid": {"None": SAME},
    "grade_step.colour": {"0": lambda grade: grade.verdict == "contradicts"},
    "guess.name": {"text": SAME},
    "opened.name": {"text": SAME},
    "has_alternatives.text": {"text": False},
    "implication_graph.depth": dict.fromkeys(["None", "2^31", "2^32 + 1"], goes_on),
    "chunk": LARGE,
    "in_flight": LARGE,
    "line_domain.clue": {"None": lambda domain: domain.count([3, 3]) == 4},
    "line_domain.length": {"0": lambda domain: domain.count([]) == 0},
    "make_dataset.folder": {"text": lambda made: made.folder == "junk"},
    "min_marginals.clue": {"None": (((0, 2), (1, 3)), ((0, 1), (2, 3)))},
    "mistyped.every": {"0": lambda doubt: doubt.clues[0].cost([nc.Block(1)]) > 0},
    "new_puzzle.seed": dict.fromkeys(["0", "2^31", "2^32 + 1"], lambda made: made.shape == (2, 2)),
    "optimum.clue": {"None": (0, 3)},
    "page.ending": {"text": has("junk</p>")},
    "parse.name": {"text": SAME},
    "parse_pixels.name": {"text": SAME},
    "parts": LARGE,
    "placements.clue": {"None": [b"\0\0", b"\0\1", b"\1\0", b"\1\1"]},
    "placements.length": {"0": []},
    "read_doubtful.name": {"text": SAME},
    "repair.checks": LARGE,
    "repair.number": LARGE,
    "retries": {"0": SAME, **LARGE},
    "audit.sample": {"0": SAME, **LARGE},
    "score.answer": {"None": lambda grade: not grade, "text": lambda grade: not grade},
    "solutions.limit": {"0": [], **LARGE},
    "state": {"text": SAME},
    "store": {"text": SAME},
    "text.height": LARGE,
    "text.width": LARGE,
    "tighten.candidates": {"list": (2,)},
    "tighten.clue": {"None": (3, 3)},
    "title": {"text": lambda drawn: b"junk" in (drawn if type(drawn) is bytes else drawn.encode())},
    "write_rows.path": {"text": SAME},
}


#: What has to be given together with another argument where it is None.
NOT_NONE = {"generate.rows"}


def parameters_of(function):
    """The names of all arguments with their defaults, also of keywords in a dictionary of types."""
    found = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not parameter.VAR_KEYWORD:
            found[parameter.name] = parameter
        elif parameter.annotation.startswith("Unpack"):
            types = getattr(inspect.getmodule(function), parameter.annotation[7:-1])
            for name, kind in types.__annotations__.items():
                default = None if "None" in kind.__forward_arg__ else 0
                found[name] = inspect.Parameter(name, parameter.KEYWORD_ONLY, default=default)
    return found


def row_of(table, function, argument, otherwise=None):
    both = f"{function.__qualname__}.{argument}"
    return table[both] if both in table else table.get(argument, otherwise)


def answer_of(function, **given):
    """The answer with valid arguments but for those that are given, in a form to compare."""
    places, keywords = [], {}
    for name, parameter in parameters_of(function).items():
        if name in given:
            value = given[name]
        elif parameter and (
            parameter.default is parameter.empty or name in ("executor", "workers")
        ):
            value = row_of(SAMPLES, function, name)()
        elif f"{function.__qualname__}.{name}" in SAMPLES:
            value = SAMPLES[f"{function.__qualname__}.{name}"]()
        else:
            continue
        if parameter and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.VAR_POSITIONAL):
            places.append(value)
        else:
            keywords[name] = value
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        answer = function(*places, **keywords)
        if inspect.iscoroutine(answer):
            return asyncio.run(answer)
        if inspect.isasyncgen(answer):
            return asyncio.run(collected(answer))
        if type(answer) is tuple and all(hasattr(each, "__next__") for each in answer):
            return [list(each) for each in answer]  # two texts, line by line
        return list(answer) if hasattr(answer, "__next__") else answer


async def collected(items):
    return [item async for item in items]


def told(answer):
    """What an answer says, without addresses and the time that it took."""
    if isinstance(answer, nx.Graph):
        return sorted(map(str, answer)), answer.number_of_edges()
    if isinstance(answer, nc.csp.Network):
        return answer.names, answer.values
    if isinstance(answer, bytes):  # a PDF has its date
        return len(answer)
    return re.sub(r" at 0x\w+|/tmp\w+|seconds\w*=[\d.e-]+|seed \d+", "", str(answer) + repr(answer))


def test_names_of_files_and_members_are_texts():
    for wrong in (partial(nc.read, "\0"), partial(nc.sets.audit, "two.json", state="\0")):
        with pytest.raises(nc.OptionError, match=r"(path|state) must be a text"):
            wrong()
    with pytest.raises(nc.OptionError, match="row must be a mapping with texts as keys"):
        nc.sets.entry_of({1: 2})


@pytest.mark.parametrize("path", sorted(FUNCTIONS))
def test_an_argument_is_refused_by_name_or_has_its_answer(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    nc.write(PUZZLE, "puzzle.non")
    nc.write(TWO, "two.json")
    function = FUNCTIONS[path]
    usual = answer_of(function)
    for argument, parameter in parameters_of(function).items():
        expected = dict(row_of(ACCEPTED, function, argument, {}))
        if parameter.default is None and f"{function.__name__}.{argument}" not in NOT_NONE:
            expected.setdefault("None", SAME)
        for name, value in VALUES.items():
            value = list(value) if name == "list" else value
            where = f"{path}: {argument} = {name}"
            try:
                answer = answer_of(function, **{argument: value})
            except nc.NonocspError as error:
                assert name not in expected, where
                message = str(error)
                assert "\n" not in message, where
                named = rf"\b{argument}\b" + "|junk" * (name == "text")
                assert re.search(named, message), f"{where}: {message}"
                continue
            except TypeError:
                if function is nc.questions.ask_async:  # the function that it calls
                    continue
                raise
            assert name in expected, f"{where} is taken: {answer!r:.100}"
            wanted = expected.pop(name)
            if callable(wanted):
                assert wanted(answer), where
            else:
                assert told(answer) == told(usual if wanted is SAME else wanted), where

"""The arguments of every public function: what none can be is refused by name, and what one can be
has the answer of the table here."""

from __future__ import annotations

import asyncio
import atexit
import importlib
import inspect
import io
import math
import re
import tempfile
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
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
GRID = nc.Grid([2, 2, 1, 2], 2)
SQUARES = [[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 0), (2, 0), (2, 1), (1, 1)]]
TWO = nc.Puzzle([[1], [1]], [[1], [1]])
RIGHT = nc.Picture(["##", "_#"])
TWO_RIGHT = nc.solve(TWO).picture
CLUE = (nc.Block(1),)
SIZES = {"Rectangle": 4, "Hexagon": 3, "Triddler": 6, "CustomBoard": 2}


#: Tools for authors of formats, techniques and orderings, and modules for looking closer: they
#: check no arguments.
UNCHECKED = {
    *(f"csp.{name}" for name in ("filters", "orderings", "problems", "propagation", "search")),
    *(f"csp.{name}" for name in ("values", "State", "ExplicitState", "ImplicitState")),
    *(f"explanation.{name}" for name in ("BlockPositions", "Finding", "LineView")),
    *(f"explanation.{name}" for name in ("minimal_reason", "smallest_reason")),
    *(f"formats.{name}" for name in ("build", "clue_texts", "fault", "number_clues", "numbered")),
    *(f"sets.{name}" for name in ("Columns", "Entry", "Record", "records")),
    *("formats.sign", "generation.families", "line.KernelLineDomain", "questions.Question"),
    *("render.colour_vision", "space.Run", "space.Sample", "space.export", "watching.trace"),
}


@cache
def public():
    """Everything in a public ``__all__``, with its path, but for what is unchecked.

    The modules that a module names are public with it.
    """
    waiting = [(name, getattr(nc, name)) for name in nc.__all__]
    found = {}
    for path, value in waiting:
        if isinstance(value, ModuleType):
            names = getattr(value, "__all__", None)
            assert names, f"{path} has no list of public names"
            for name in names:
                if f"{path}.{name}" in UNCHECKED:
                    continue
                try:
                    inner = getattr(value, name)
                except (ImportError, nc.NonocspError):  # a package that is not installed
                    continue
                waiting.append((f"{path}.{name}", inner))
        elif isinstance(value, type) or inspect.isfunction(value):
            found.setdefault(value, path)
    return found


def constructors():
    """The classes that callers make."""
    every = [nc.Puzzle, nc.Block, nc.Colour, nc.Grid, nc.Picture, nc.Line, nc.Rectangle]
    every += [nc.Triddler, nc.Hexagon, nc.CustomBoard, nc.Limits, nc.Options, nc.line.LineDomain]
    every += [nc.line.LineDomains, nc.line.Automaton, nc.questions.Task, nc.questions.Pool]
    every += [nc.csp.TextbookSolver, nc.render.Drawing, nc.sets.SetOrder]
    every += [nc.reading.Doubtful, nc.reading.DoubtfulClue]
    return [*every, nc.learning.environment.NonogramEnv]


#: Methods that are called as another library or an author of a plugin says, and those that say of
#: themselves that nothing is checked.
FOREIGN = {
    "TextbookSolver",
    "NonogramEnv",
    "RayExecutor",
    "Technique",
    "Engine",
}
FOREIGN |= {"LineTechnique", "Level", "Pool.shutdown", "Picture.from_cells"}
FOREIGN |= {"SolutionSpace.index", "SolutionRange.index"}  # with the errors of list.index
FOREIGN |= {"Network.add_variable"}  # it would change the network: see new_variable


def objects():
    """Objects of every public class with methods that take arguments."""
    network = nc.csp.Network()
    for name in "ab":
        network.add_variable(name, [1, 2])
    board = nc.CustomBoard(SQUARES, {"A": [[0, 1]], "B": [[0], [1]]})
    clue = nc.reading.DoubtfulClue.of_numbers([{1: 0.0}])
    space = nc.solution_space(TWO)
    cnf = importlib.import_module("nonocsp.files.encodings.cnf").cnf
    found = [nc.Rectangle(2, 2), nc.Hexagon(2, 1, 2, 1, 2, 1), nc.Triddler(1, 1, 1, 1, 1, 1), board]
    found += [GRID, RIGHT, PUZZLE, nc.Limits(), nc.Options(), network, cnf(PUZZLE)]
    found += [nc.line.line_domain(CLUE, 2, by_definition=is_slow) for is_slow in (True, False)]
    found += [clue, nc.reading.Doubtful.of([clue], [clue]), nc.watch(PUZZLE), nc.estimate(TWO)]
    found += [space, space[:], nc.prove(PUZZLE), nc.explain(PUZZLE), next(nc.explain(PUZZLE))]
    found += [nc.grading.text_prompt(PUZZLE), nc.render.Drawing.of(PUZZLE), nc.sets.Tally()]
    found += [nc.watching.side_by_side(nc.watch(PUZZLE))]
    found += [nc.sets.SetOrder(1, [(3, 3)], 1), an_answer(), nc.questions.Pool(1)]
    store = nc.questions.Store(f"{tempfile.mkdtemp()}/store")
    atexit.register(store.close)
    return [*found, store]


def an_answer():
    return nc.questions.Answer.of(nc.solve(PUZZLE))


def settings():
    tasks = importlib.import_module("nonocsp.many.questions.tasks")
    return tasks.Settings("solve", nc.Limits(), "kernel", nc.Options())


def record():
    records = importlib.import_module("nonocsp.many.sets.records")
    return records.Record("set.jsonl", "line", 1, nc.formats.dumps(PUZZLE, "json"))


def nogood():
    return importlib.import_module("nonocsp.core.options.events").Nogood(())


def finding():
    return importlib.import_module("nonocsp.many.sets.examining").Finding("no puzzle")


def packed():
    clue = nc.reading.DoubtfulClue.of_numbers([{1: 0.0}])
    return nc.reading.Doubtful.of([clue], [clue]).packed()


def members():
    """All methods of public classes that take arguments, of an object of each."""
    every = objects()
    found = {name_of(each): each for each in constructors()}
    found |= {"new_variable": new_variable, "open_store": open_store}
    for owner, path in public().items():
        if not isinstance(owner, type) or owner.__name__ in FOREIGN:
            continue
        if path.startswith("plugins."):  # what an engine gives to a plugin in its inner loop
            continue
        for name, member in inspect.getmembers_static(owner):
            function = getattr(member, "__func__", member)
            is_ours = str(getattr(function, "__module__", "")).startswith("nonocsp")
            if name.startswith("_") or not inspect.isfunction(function) or not is_ours:
                continue
            owners = [each for each in every if isinstance(each, owner)]
            for each in [owner] if function is not member else owners:
                method = getattr(each, name)
                is_error = name in ("missing", "no_cell")
                if parameters_of(method) and name_of(method) not in FOREIGN and not is_error:
                    found[name_of(method)] = method
            is_open = function is member and len(inspect.signature(member).parameters) > 1
            assert owners or not is_open, f"objects() has none of {path}, for {name}"
    return found


def new_variable(name, values):
    return nc.csp.Network().add_variable(name, values)


def open_store(path, *, retry=False, is_short=False):
    with nc.questions.Store(path, retry=retry, is_short=is_short) as store:
        return store.path


def name_of(function):
    """The qualified name, of a method with the class of its object."""
    owner = getattr(function, "__self__", None)
    if owner is None or isinstance(owner, type):
        return function.__qualname__
    return f"{type(owner).__name__}.{function.__name__}"


@cache
def photo():
    from PIL import Image

    picture = nc.Picture(["_#_#_", "#####", "#####", "_###_", "__#__"])
    png = nc.render.png(nc.Puzzle.from_picture(picture))
    return Image.open(io.BytesIO(png)).convert("RGB")


@cache
def plugin_file():
    path = Path(tempfile.mkdtemp(), "own.py")
    path.write_text("import nonocsp as nc\nnc.plugins.register('ordering', 'own', len)\n")
    return path


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
    "hypotheses": lambda: nc.reading.misread(PUZZLE),
    "executor": threads,
    "workers": lambda: 1,
    "explain.cell": lambda: 0,
    "explanation": lambda: nc.explain(PUZZLE),
    "folder": lambda: f"{tempfile.mkdtemp(dir='.')}/set",
    "format": lambda: "non",
    "frames": lambda: [PUZZLE],
    "function": lambda: len,
    "kind": lambda: "ordering",
    "load_file.source": plugin_file,
    "register.name": lambda: "mine",
    "register.plugin": lambda: len,
    "by_line.order": lambda: len,
    "ask_async.arguments": lambda: "text",
    "generate.rows": lambda: 3,
    "generate.seed": lambda: 1,
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
    "CustomBoard.cells": lambda: SQUARES,
    "CustomBoard.lines": lambda: {"A": [[0, 1]], "B": [[0], [1]]},
    "Drawing.puzzle": lambda: PUZZLE,
    "SetOrder.number": lambda: 1,
    "Drawing.of_differences.first": lambda: RIGHT,
    "Drawing.of_differences.second": lambda: RIGHT,
    "Doubtful.of.columns": lambda: [nc.reading.DoubtfulClue.of_numbers([{1: 0.0}])],
    "Doubtful.of.rows": lambda: [nc.reading.DoubtfulClue.of_numbers([{1: 0.0}])],
    "Grid.candidates.column": lambda: 0,
    "Grid.candidates.row": lambda: 0,
    "Grid.columns": lambda: 2,
    "Grid.from_text.text": lambda: "?#\n_?",
    "Network.agree.first": lambda: "a",
    "Options.from_dict.given": lambda: {"seed": 7},
    "Options.from_json.text": lambda: '{"seed": 7}',
    "Picture.rows": lambda: ["##", "_#"],
    "Puzzle.columns": lambda: [[1], [2]],
    "Puzzle.lines_through.cell": lambda: 0,
    "Puzzle.rows": lambda: [[2], [1]],
    "allows": lambda: lambda one, other: True,
    "axis": lambda: "row",
    "backbone": lambda: GRID,
    "board": lambda: nc.Rectangle(2, 2),
    "cells": lambda: {(0, 0): 1},
    "clues": lambda: PUZZLE.clues,
    "first": lambda: "a",
    "holds": lambda: bool,
    "index": lambda: 0,
    "line": lambda: nc.Line("row", 0),
    "masks": lambda: GRID.masks,
    "name": lambda: "red",
    "names": lambda: ["a", "b"],
    "ordering": lambda: lambda state, variables: variables[0],
    "revise": lambda: lambda here, there, allows: False,
    "num_envs": lambda: 1,
    "numbers": lambda: [{1: 0.0, 7: 0.5}],
    "rgb": lambda: "#f00",
    "scope": lambda: ["a"],
    "second": lambda: "b",
    "shares": lambda: [[(0.5, 0.5), (0.0, 1.0)]],
    "sizes": lambda: [(3, 3)],
    "view_of_first": lambda: {1: 1},
    "view_of_second": lambda: {1: 1},
    **dict.fromkeys("abcdef", lambda: 1),
    "Network.agree.second": lambda: "b",
    "Cnf.picture.model": lambda: [1, 2, 4],
    "Cnf.excluding.picture": lambda: RIGHT,
    "Answer.of.found": lambda: nc.solve(PUZZLE),
    "Answer.from_dict.members": lambda: an_answer().to_dict() | {"question": "solve"},
    "Answer.from_dict.name": lambda: None,
    "Doubtful.colours": lambda: PUZZLE.colours,
    "Doubtful.clues": lambda: [nc.reading.DoubtfulClue.of_numbers([{1: 0.0}])] * 4,
    "Doubtful.with_clues.clues": lambda: [CLUE, CLUE],
    "Doubtful.unpacked.board": lambda: nc.Rectangle(1, 1),
    "Doubtful.unpacked.colours": lambda: PUZZLE.colours,
    "Doubtful.unpacked.nodes": lambda: packed()[0],
    "counts": lambda: packed()[1],
    "arcs": lambda: packed()[2],
    "DoubtfulClue.arcs": list,
    "values": lambda: [1, 2],
    **{f"{name}.with_lines.counts": lambda: {"row": 1, "column": 1} for name in SIZES},
    "Hexagon.text.rows": lambda: ["#", "##"],
    "Rectangle.text.rows": lambda: ["##", "_#"],
    "Triddler.text.rows": lambda: ["###", "___"],
    "CustomBoard.text.rows": lambda: ["#_"],
    "Drawing.replace.puzzle": lambda: PUZZLE,
    "SolutionSpace.rank.picture": lambda: TWO_RIGHT,
    "read_space.path": lambda: "two.space",
    "write_space.space": lambda: nc.solution_space(TWO),
    "nodes": lambda: 1,
    "every": lambda: [[(0, 1), (0, 2)]],
    "LineDomain.placements.limit": lambda: 3,
    "KernelLineDomain.placements.limit": lambda: 3,
    "exclusions": lambda: {0: 1},
    "LineDomain.reason.order": lambda: [0, 1],
    "KernelLineDomain.reason.order": lambda: [0, 1],
    "LineDomain.explain.cell": lambda: 0,
    "KernelLineDomain.explain.cell": lambda: 0,
    "fn": lambda: len,
    "calls": list,
    "Pool.call.args": lambda: "text",
    "Pool.submit.args": lambda: "text",
    "node": lambda: 0,
    "nogood": nogood,
    "SetOrder.drawn.what": lambda: 1,
    "key": lambda: b"key",
    "open_store.path": lambda: f"{tempfile.mkdtemp()}/store",
    "task": lambda: nc.questions.Task(PUZZLE),
    "settings": settings,
    "Store.add.answer": lambda: an_answer(),
    "record": record,
    "found": finding,
    "Tally.first_by.what": lambda: "marked",
    "stream": io.StringIO,
}

#: What is answered beside a value that makes no difference: what is answered without it.
SAME = object()
LARGE = {"2^31": SAME, "2^32 + 1": SAME}


def has(text):
    return lambda answer: text in (answer if isinstance(answer, str) else repr(answer))


def keeps(name, *values):
    """What is made has these of `VALUES` under a name."""
    return {
        value: lambda made, wanted=VALUES[value]: getattr(made, name) == wanted for value in values
    }


def holds(length):
    return lambda found: len(found) == length


def is_right(drawn):
    return TWO.is_solved_by(drawn[0] if isinstance(drawn, list) else drawn.pictures[0])


#: What is answered where a value is taken, by the function and the argument, or by the argument.
#: A function here says whether the answer is right. None is taken where it is the default.
ACCEPTED = {
    "Automaton.block_colours": {"0": SAME},
    "Automaton.clue": {"None": lambda automaton: automaton.accepting == {0}},
    "Automaton.length": {"0": lambda automaton: automaton.accepting == {1, 2}},  # of one cell
    "Estimate.sample.seed": dict.fromkeys(["0", "2^31", "2^32 + 1"], is_right),
    "SolutionSpace.partition.parts": {},
    "SolutionSpace.sample.k": {"0": []},
    "SolutionSpace.sample.seed": dict.fromkeys(["None", "0", "2^31", "2^32 + 1"], is_right),
    "model.limits": {"None": lambda stated: True},  # with other variables
    "node": {"0": SAME},
    **{  # rows; lines or cells
        f"SearchTree.{name}.step": {"0": lambda known: len(known) in (2, 4)}
        for name in ("domains", "knew", "masks", "sizes")
    },
    "wide": dict.fromkeys(VALUES, SAME),  # there is no gap
    "Terminal.of.stream": dict.fromkeys(VALUES, SAME),  # none of them is a terminal
    "SetOrder.drawn.what": dict.fromkeys(VALUES, lambda number: 0 <= number < 2**48),
    "Store.find.index": {"0": SAME, **LARGE},
    "Rectangle.text.rows": {"text": "j\nu\nn\nk"},
    "SetOrder.about.index": {"0": SAME, **LARGE},
    "SetOrder.verdict.index": {"0": SAME, **LARGE},
    "SolutionRange.partition.parts": {},
    "SolutionSpace.rank.picture": dict.fromkeys(VALUES, None),
    "Proof.save.path": {"text": SAME},
    "write_space.path": {"text": SAME},
    "open_store.path": {"text": "junk"},
    "DoubtfulClue.nodes": keeps("nodes", "0", "2^31", "2^32 + 1"),
    "CustomBoard.text.wide": {},
    "Hexagon.along.values": {"list": [3], "text": ["j"]},
    "Rectangle.along.values": {"list": [3], "text": "ju"},
    "Pool.call.seconds": {"None": lambda call: call.result() == 4},
    "Pool.call.progress": {"None": lambda call: call.result() == 4},
    "Answer.from_dict.index": keeps("index", "0", "2^31", "2^32 + 1"),
    "Answer.from_dict.name": {"None": SAME, "text": lambda answer: answer.name == "junk"},
    "LineDomain.tighten.candidates": {"list": (2,)},
    "placements.limit": {"0": [], **LARGE},
    "LineDomain.placements.limit": {"0": [], **LARGE},
    "KernelLineDomain.placements.limit": {"0": [], **LARGE},
    "LineDomain.explain.cell": {"-1": None, "0": SAME},
    "KernelLineDomain.explain.cell": {"-1": None, "0": SAME},
    "LineDomain.explain.colour": {"0": None},
    "KernelLineDomain.explain.colour": {"0": None},
    "LineDomain.explain.candidates": {"list": None},
    "Cnf.picture.model": {"list": lambda picture: picture.rows == ((0, 0), (1, 0))},
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
    "grade.prompt": {"text": SAME},
    "grade.answer": dict.fromkeys(VALUES, lambda grade: not grade and grade.picture is None),
    "grade_step.grid": {"None": SAME},
    "grade_step.colour": {"0": lambda grade: grade.verdict == "contradicts"},
    "guess.content": {"text": lambda guessed: guessed.format.name == "loose"},
    "guess.name": {"text": SAME},
    "opened.name": {"text": SAME},
    "has_alternatives.text": {"text": False},
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
    "sample.seed": dict.fromkeys(["0", "2^31", "2^32 + 1"], SAME),
    "score.answer": {"None": lambda grade: not grade, "text": lambda grade: not grade},
    "solutions.limit": {"0": [], **LARGE},
    "state": {"text": SAME},
    "store": {"text": SAME},
    "text.height": LARGE,
    "text.width": LARGE,
    "tighten.candidates": {"list": (2,)},
    "tighten.clue": {"None": (3, 3)},
    "title": {"text": lambda drawn: b"junk" in (drawn if type(drawn) is bytes else drawn.encode())},
    "shown_title.path": {"text": "junk"},
    "write_rows.path": {"text": SAME},
    "Block.colour": keeps("colour", "text"),
    "Block.length": keeps("length", "None"),
    "Colour.name": keeps("name", "text"),
    "Drawing.heat_colour": keeps("heat_colour", "0"),
    "Drawing.of_shares.colour": {"0": lambda drawing: drawing.heat == ((0.5, 0.0),)},
    "Grid.candidates.column": {"0": SAME},
    "Grid.candidates.row": {"0": SAME},
    "Limits.memory": keeps("memory", "None", "2^31", "2^32 + 1"),
    "Limits.nodes": keeps("nodes", "2^31", "2^32 + 1"),
    "Limits.placements": keeps("placements", "None", "2^31", "2^32 + 1"),
    "Limits.solutions": keeps("solutions", "0", "2^31", "2^32 + 1"),
    "Limits.stop": {},
    "Limits.threads": keeps("threads", "None"),
    "Line.index": keeps("index", "0", "2^31", "2^32 + 1"),
    "LineDomain.block_colours": keeps("block_colours", "0"),
    "LineDomain.clue": {"None": lambda domain: domain.count([3, 3]) == 4},
    "LineDomain.length": {"0": lambda domain: domain.count([]) == 0},
    "NonogramEnv.density": {"0": lambda env: not env.reset(seed=1)[0]["rows"].any()},
    "NonogramEnv.penalty": keeps("penalty", "0", "2^31", "2^32 + 1"),
    "Puzzle.lines_through.cell": {"0": SAME},
    "Rectangle.columns": {"2^31": has("(2, 2147483648)"), "2^32 + 1": has("(2, 4294967297)")},
    "Rectangle.rows": {"2^31": has("(2147483648, 2)"), "2^32 + 1": has("(4294967297, 2)")},
    "SetOrder.density": keeps("density", "0"),
    "SetOrder.multiple": keeps("multiple", "0"),
    "SetOrder.none": keeps("none", "0"),
    "SetOrder.number": keeps("number", "2^31", "2^32 + 1"),
    "SetOrder.colours": {"list": lambda order: order.colours == (3,)},
    "SetOrder.seed": keeps("seed", "0", "2^31", "2^32 + 1"),
    "register.name": {"text": SAME},
    "new_variable.name": dict.fromkeys(VALUES.keys() - {"list"}, SAME),
    "new_variable.values": {"list": SAME, "text": SAME},
    **{
        f"Puzzle.{name}": keeps(name, "text")
        for name in ("title", "author", "copyright", "licence", "source", "description")
    },
    **{
        f"Options.{name}": keeps(
            name, *(n for n in ("0", "2^31", "2^32 + 1") if least <= VALUES[n] <= most)
        )
        for name, option in nc.Options.table().items()
        for least, most in [option.metadata.get("range", (1, 0))]
    },
}
for _method in ("submit", "call"):
    ACCEPTED[f"Pool.{_method}.args"] = {
        name: (lambda call, value=value: call.result() == len(value))
        if name in ("text", "list")
        else lambda call: isinstance(call.exception(), TypeError)
        for name, value in VALUES.items()
    }
for _board, _size in SIZES.items():
    for _method in ("along", "rows"):
        SAMPLES[f"{_board}.{_method}.values"] = lambda size=_size: bytes(size)
    ACCEPTED.setdefault(f"{_board}.along.values", {"text": lambda found: "".join(found) in "junk"})
    for _method in ("lines_through", "place", "outline", "centre", "neighbours", "points_up"):
        SAMPLES[f"{_board}.{_method}.cell"] = lambda: 0
        ACCEPTED[f"{_board}.{_method}.cell"] = {"0": SAME}
    if _board != "Triddler":
        ACCEPTED[f"{_board}.points_up.cell"] = dict.fromkeys(VALUES, SAME)
    for _method in ("cells", "index", "outwards", "along", "has_clue"):
        if _board != "Rectangle":
            SAMPLES[f"{_board}.{_method}.line"] = lambda: nc.Line("A", 0)
    for _method in ("lengths", "counting"):
        if _board != "Rectangle":
            SAMPLES[f"{_board}.{_method}.axis"] = lambda: "A"
    for _argument in ("row", "column"):
        SAMPLES[f"{_board}.number.{_argument}"] = lambda: 0
        ACCEPTED[f"{_board}.number.{_argument}"] = {"0": SAME}

#: Where a message has the puzzle's own words instead of the name of an argument.
WORDS = {
    "CustomBoard.cells": "cell 0: an outline has",
    "CustomBoard.lines": "line 1: expected a list of cells",
    "Grid.from_text.text": "no colour has the character 'j'",
    "NonogramEnv.puzzles": "puzzle 1: the puzzle must be",
    "Options.from_json.text": "options are a JSON object",
    "Picture.rows": "row 1: expected a sequence of cells",
    "Puzzle.columns": "column clues|column 1: expected a sequence of blocks",
    "Puzzle.from_picture.picture": "sequence of rows|row 1: expected a sequence of cells",
    "Puzzle.on.clues": "1 clue on a board",
    "Puzzle.rows": "row clues|row 1: expected a sequence of blocks",
    "Rectangle.columns": "at least one row and one column",
    "Rectangle.rows": "at least one row and one column",
    "block_colours": "1 to 255 block colours",
    "char": "its character is",
    "values": "1 value for",
    "colours": "a colour is a Colour or a name",
    "column": r"no cell \(",
    "first": "the network has no variable",
    "load_file.source": "no plugins 'junk'",
    "register.plugin": "not a function",
    "masks": "sequence of candidates|1 cells? (do not|on a board)",
    "names": "the network has no variable",
    "rgb": "RGB is",
    "row": r"no cell \(",
    "scope": "the network has no variable",
    "second": "the network has no variable",
    **dict.fromkeys("abcdef", r"\bsides?\b"),
}

#: Methods that pass their keywords to a constructor.
PASSED = {f"{each.__name__}.replace": each for each in (nc.Limits, nc.Options, nc.Puzzle)}
PASSED |= {"Drawing.replace": nc.render.Drawing}

#: What has to be given together with another argument where it is None.
NOT_NONE = {"generate.rows", "Drawing.puzzle", "Grid.columns", "replace.puzzle"}


@cache
def functions():
    """All that is called, by its path."""
    found = {path: each for each, path in public().items() if inspect.isfunction(each)}
    return found | members()


def parameters_of(function):
    """The names of all arguments with their defaults, also of keywords in a dictionary of types,
    or of the constructor that a method calls."""
    found = {}
    if name_of(function) in PASSED:
        return dict(inspect.signature(PASSED[name_of(function)]).parameters)
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
    name = name_of(function)
    keys = [f"{name}.{argument}", argument]
    if name in PASSED:
        keys.insert(1, f"{name.partition('.')[0]}.{argument}")
    return next((table[key] for key in keys if key in table), otherwise)


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
        elif f"{name_of(function)}.{name}" in SAMPLES:
            value = SAMPLES[f"{name_of(function)}.{name}"]()
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


@pytest.mark.parametrize("path", sorted(functions()))
def test_an_argument_is_refused_by_name_or_has_its_answer(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    nc.write(PUZZLE, "puzzle.non")
    nc.write(TWO, "two.json")
    nc.write_space(nc.solution_space(TWO), "two.space")
    function = functions()[path]
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
                words = row_of(WORDS, function, argument, "(?!)")
                named = rf"\b{argument}\b|{words}" + "|junk" * (name == "text")
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

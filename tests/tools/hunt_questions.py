"""Further questions of `hunt`: the whole table of questions, estimates, formats and stores."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from batch_tricks import AtOnce
from hunt_cases import NotAsked
from samples import by_appearance

import nonocsp as nc
from nonocsp import FormatError, Status, formats
from nonocsp.apps.player import Game
from nonocsp.core.model.bits import is_single
from nonocsp.files.formats.format import ESSENTIAL
from nonocsp.many.questions import Store, Task, ask_many
from nonocsp.many.questions.registry import QUESTIONS

#: The readable formats that can be written.
FORMATS = [name for name, known in formats.formats().items() if known.parse and known.dump]

#: Formats that number colours as they appear, so that a puzzle may come back with others.
RENUMBERED = {"ctu", "picture"}


def check_question(name, case, truth, draw):
    """One question of the table: what its answer says about solutions."""
    question = QUESTIONS[name]
    takes_grid = question.takes_grid
    known = truth if takes_grid or case.grid is None else type(truth)(case.puzzle)
    if name == "repair":
        _check_repair(case, truth)
        return
    options, is_kernel = case.options, case.engine == "kernel"
    learns = is_kernel and options.learning and options.strategy == "learning"
    if name == "argument" and not learns:  # refused: only such a search writes a proof
        raise NotAsked
    if name == "diagnose" and options.propagation in ("sac", "rsac") and not is_kernel:
        # It takes clues away, and then each of the 4^8 placements of a line is assumed in turn;
        # `check_diagnosis` asks within a limit.
        raise NotAsked
    arguments = {}
    if name == "check":
        arguments = {"differ": draw.random() < 0.5, "components": draw.random() < 0.5}
    if name == "why":
        arguments = {"row": 0, "column": 0}
    if name == "solutions":
        arguments = {"start": draw.randrange(5), "limit": 4, "components": True}
    if name == "estimate":
        if not is_kernel:  # the only one that estimates
            raise NotAsked
        arguments = {"width": draw.choice((1, 3, 1000)), "seed": draw.randrange(9)}
    if name == "list" and not known.whole:
        arguments = {"limit": 20}
    grid = case.grid if takes_grid else None
    answer = question.ask(case.puzzle, grid, **case.ask, **arguments)
    _check_answer(name, answer, known, arguments)
    json.dumps(answer.to_dict())


def _check_answer(name, answer, truth, arguments):
    number = len(truth)
    if answer.status is not Status.UNKNOWN:
        is_satisfiable = answer.status is Status.SATISFIABLE
        assert is_satisfiable == bool(number), f"{name}: {answer.status} of {number}"
    for picture in answer.pictures:
        assert truth.has(picture), f"{name}: a picture is no solution"
    result = answer.result
    if truth.whole and "count" in result:
        least, most = answer.at_least, answer.at_most
        assert least <= number, f"{name}: at least {least} of {number}"
        assert most is None or most >= number, f"{name}: at most {most} of {number}"
        assert answer.count in (None, number), f"{name}: {answer.count} of {number}"
    if "verdict" in result:
        assert result["verdict"] in ("unknown", truth.verdict.value), f"{name}: {result['verdict']}"
    if name == "list" and not arguments and answer.is_final:
        assert len(answer.pictures) == number, f"list: {len(answer.pictures)} of {number}"
    if result.get("differ") is not None and truth.whole and number > 1:
        _check_differ(name, answer, truth)
    if name == "propagate":
        left = result["grid"]
        assert left is not None or not number, "propagate: no placement, but a solution"
        masks = [] if left is None else [mask for row in left for mask in row]
        lost = any(not m >> c & 1 for p in truth.pictures for m, c in zip(masks, p, strict=False))
        assert not lost, "propagate loses a solution"
    if name == "marginals" and truth.whole and result.get("shares"):
        cells = [shares for row in result["shares"] for shares in row]
        for cell, shares in enumerate(cells):
            has = [picture[cell] for picture in truth.pictures]
            for colour, share in enumerate(shares):
                assert abs(share - has.count(colour) / number) < 1e-9, f"share of cell {cell}"
    if name in ("explain", "rate") and truth.whole:
        outcomes = {0: "contradiction", 1: "solved"}
        assert result["outcome"] == outcomes.get(number, "ambiguous"), f"{name}: {result}"


def _check_differ(name, answer, truth):
    number = truth.puzzle.board.number
    differ = [cell for cell, mask in enumerate(truth.masks()) if not is_single(mask)]
    found = [number(*place) for place in answer.result["differ"]]
    is_exact = answer.result.get("differ_is_exact", answer.is_final)
    assert set(found) <= set(differ), f"{name}: cells that do not differ"
    assert not is_exact or found == differ, f"{name}: differ {found}, not {differ}"


def _check_repair(case, truth):
    """The nearest picture with a unique puzzle is unique, and as far as it is claimed."""
    if not truth.pictures:
        raise NotAsked
    cells = min(truth.pictures)
    picture = nc.Picture.from_cells(cells, case.puzzle.board, case.puzzle.colours)
    puzzle = case.puzzle.replace(goals=[picture])
    limits = case.limits.replace(seconds=10)
    answer = QUESTIONS["repair"].ask(puzzle, limits=limits, engine=case.engine)
    for made in answer.puzzles:
        found = type(truth)(made)
        assert len(found) == 1, f"repair: {len(found)} solutions"
        changed = sum(a != b for a, b in zip(cells, min(found.pictures), strict=True))
        assert changed == len(answer.result["changes"]), "repair: another number of changes"
        assert changed >= answer.result["at_least"], "repair: fewer changes than the bound"


def check_estimate(case, truth, draw):
    options = case.options if case.engine == "kernel" else nc.Options()
    width, seed = draw.choice((1, 2, 5, 50)), draw.randrange(100)
    how = {"width": width, "seed": seed, "grid": case.grid, "limits": case.limits}
    found = nc.estimate(case.puzzle, options=options, **how)
    if truth.whole:
        number = len(truth)
        assert found.at_least <= number, f"{found} of {number}"
        assert not found.is_exact or found.value == number, f"{found}, exact, of {number}"


def check_formats(case, truth, draw):
    """What is written in a format comes back, unless its writer refuses it."""
    goals, saved = (), ()
    if truth.pictures:
        cells = bytes(draw.choice(sorted(truth.pictures)))
        goals = [nc.Picture.from_cells(cells, case.puzzle.board, case.puzzle.colours)]
    if case.grid is not None:
        saved = [case.grid]
    for name in draw.sample(FORMATS, 4):
        known = formats.formats()[name]
        puzzle = case.puzzle
        if "goals" in known.carries and known.needs_goal:
            if not goals:
                continue
            puzzle = nc.Puzzle.from_picture(goals[0], puzzle.colours[1:])
        elif "goals" in known.carries and draw.random() < 0.5:
            puzzle = puzzle.replace(goals=goals, saved=saved)
        try:
            content = formats.dumps(puzzle, name)
        except FormatError as error:
            assert "\n" not in str(error)
            continue
        assert not formats.losses(puzzle, name) & ESSENTIAL, f"{name} loses clues"
        (again,) = formats.parse(content, name).puzzles
        if name in RENUMBERED or known.needs_goal:
            assert by_appearance(again) == by_appearance(puzzle), f"{name}: {content!r}"
        else:
            assert again == puzzle, f"{name}: {content!r}"
            assert "goals" not in known.carries or len(again.goals) == len(puzzle.goals), name


def check_files(case, truth, draw):
    """Answers in a store are those that were asked; a game comes back."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "store")
        task = Task(case.puzzle, grid=case.grid)
        question = draw.choice(("solve", "count", "check"))
        limits = case.limits.replace(threads=1)
        how = {"limits": limits, "engine": case.engine, "options": case.options}
        first = next(ask_many(question, [task], AtOnce(), store=path, **how))
        with Store(path) as store:
            assert len(store) == (not first.error), "the store has no answer"
        again = next(ask_many(question, [task], AtOnce(), store=path, **how))
    assert again.is_stored and again.to_dict() | {"worker": ""} == first.to_dict() | {"worker": ""}
    _check_answer(question, again, truth, {})
    cells = [draw.randint(-1, case.puzzle.block_colours) for _ in truth.masks()]
    game = Game.of_dict(case.puzzle, {"cells": cells, "seconds": 3})
    assert Game.of_dict(case.puzzle, json.loads(json.dumps(game.to_dict()))).cells == game.cells

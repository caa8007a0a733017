"""Prompts say what a puzzle is, and an answer in the form that they ask for is read."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from strategies import jointed_puzzles, pictures, puzzles

from nonocsp import Colour, Hexagon, OptionError, Picture, Puzzle, PuzzleError
from nonocsp.many.grading import grade, json_prompt, picture_prompt, text_prompt

PROMPTS = (text_prompt, json_prompt)


@given(puzzles(5, 5, max_colours=5))
def test_an_answer_in_the_wanted_form_is_right(case):
    picture, puzzle = case
    for prompt in (make(puzzle) for make in PROMPTS):
        answer = prompt.answer(picture)
        for text in (answer, f"Row by row:\n\n```\n{answer}\n```\nDone."):
            found = grade(puzzle, text)
            assert found and found.picture == picture, (text, found.reason)


@given(pictures(4, 4))
def test_colours_with_odd_characters_are_asked_for_as_numbers(picture):
    colours = [Colour("a", "#111", "|"), Colour("b", "#222", "-"), Colour("c", "#333", "0")]
    puzzle = Puzzle.from_picture(picture, colours)
    prompt = text_prompt(puzzle)
    assert prompt.form == "numbers"
    assert grade(puzzle, prompt.answer(picture)).picture == picture


@given(jointed_puzzles())
def test_the_clues_are_in_the_text(case):
    _, puzzle = case
    assert str(puzzle) in text_prompt(puzzle).text
    joints = {block.joint for clue in puzzle.clues for block in clue or ()}
    assert ('"+" before' in text_prompt(puzzle).text) == ("attached" in joints)
    found = json_prompt(puzzle).text.split("\n\n")[1]
    rows = json.loads(found)["rows"]
    assert len(rows) == puzzle.shape[0]


def test_unusual_clues_are_explained():
    text = text_prompt(Puzzle([[1, "?"], None], [["*", 1], [], []])).text
    assert '"?" is a block of unknown length.' in text and '"*" stands for' in text
    assert "unknown" not in text_prompt(Puzzle([[1]], [[1]])).text
    coloured = text_prompt(Puzzle([[1, (1, "red")]], [[1], [(1, "red")]])).text
    assert "may touch" in coloured and "_ blank, # black, r red" in coloured


def test_the_solution_is_not_given_away():
    puzzle = Puzzle.from_picture(["##", "_#"], title="An owl")
    for prompt in (text_prompt(puzzle), json_prompt(puzzle)):
        assert "owl" not in prompt.text and "goal" not in prompt.text


def test_a_picture_of_the_clues():
    pillow = pytest.importorskip("PIL.Image")
    puzzle = Puzzle.from_picture(["##", "_#"], title="An owl")
    prompt = picture_prompt(puzzle, cell=20)
    bare = picture_prompt(puzzle.replace(goals=(), title=None), cell=20)
    assert prompt.image == bare.image
    with pillow.open(io.BytesIO(prompt.image)) as image:
        assert image.format == "PNG"
    assert "picture" in prompt.text and grade(puzzle, prompt.answer(puzzle.goals[0]))


def test_other_boards_have_no_prompt():
    board = Hexagon(1, 1, 1, 1, 1, 1)
    puzzle = Puzzle.from_picture(Picture.from_cells(bytes(board.size), board))
    for prompt in PROMPTS:
        with pytest.raises(PuzzleError):
            prompt(puzzle)


def test_what_is_no_puzzle_and_pictures_of_another_one():
    for prompt in PROMPTS:
        with pytest.raises(OptionError, match="puzzle must be a Puzzle, not 5"):
            prompt(5)
        asked = prompt(Puzzle([[1], []], [[1], []]))
        for other in (Picture(["#"]), Picture([[2, 0], [0, 1]])):
            with pytest.raises(PuzzleError, match="does not fit"):
                asked.answer(other)
        with pytest.raises(OptionError, match="picture must be a Picture, not list"):
            asked.answer([[1, 0], [0, 0]])

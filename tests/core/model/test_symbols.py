"""What symbols mean: the table of looks, and palettes made of symbols."""

from __future__ import annotations

import pytest

from nonocsp import Grid, Puzzle, PuzzleError
from nonocsp.core.model.symbols import SymbolError, Symbols, drawn_palette

RED = Puzzle([[1]], [[1]], ["black", "red"]).colours


@pytest.mark.parametrize(
    ("symbols", "filled", "notes"),
    [
        ("⬛🔲", "⬛", 1),
        ("BW", "B", 1),
        ("FT", "T", 1),
        ("ny", "y", 1),
        ("EF", "F", 1),
        ("XO", "X", 1),
        ("✓✗", "✓", 1),
        ("●○", "●", 0),
        ("#0", "#", 0),
        (".1", "1", 0),
        ("_1", "1", 0),
        ("01", "1", 0),
        ("■x", "■", 1),
        ("░▓", "▓", 0),
        ("⬜⬛❌", "⬛", 1),
        (".X", "X", 0),
        ("X", "X", 0),
        (".*", "*", 0),
        (["yes", "no"], "yes", 1),
        (["True", "False"], "True", 0),
        (["filled", "empty"], "filled", 0),
    ],
)
def test_symbols_of_one_colour(symbols, filled, notes):
    found = drawn_palette(dict.fromkeys(symbols, 1))
    assert [symbol for symbol, number in found.numbers.items() if number] == [filled]
    assert [colour.name for colour in found.colours] == ["blank", "black"]
    assert len(found.notes) == notes


@pytest.mark.parametrize(
    ("symbols", "names", "notes"),
    [
        ("WRB", ["red", "blue"], 1),
        (".WR", ["white", "red"], 1),
        (".wr", ["white", "red"], 0),
        ("012", ["1", "2"], 0),
        ("0RG", ["red", "green"], 0),
        ("rg", ["red", "green"], 0),
        (".XO", ["X", "orange"], 0),
        ("⬛🟩", ["green"], 1),
        ("⬜🟥⬛", ["red", "black"], 0),
        ("🟦r🟥", ["red", "colour 2"], 1),
        (["white", "blue", "red"], ["blue", "red"], 0),
        (["0", "10", "7"], ["7", "10"], 0),
    ],
)
def test_symbols_of_several_colours(symbols, names, notes):
    found = drawn_palette(dict.fromkeys(symbols, 1))
    assert [colour.name for colour in found.colours[1:]] == names
    assert len(found.notes) == notes


@pytest.mark.parametrize(
    ("counts", "problem"),
    [
        ({"#": 3, "!": 1}, "expected '#', '.' or the letter of a colour"),
        ({"#": 3, ".": 3, "?": 1}, "'?' is an open cell"),
        ({"1": 3, "0": 3, "a": 1}, "'a' among digits"),
        ({"R": 3, ".": 3, "0": 1}, "'0' among letters"),
        ({".": 3, "0": 3}, "'.' and '0' all look blank"),
        ({"#": 3, "1": 3}, "'#' and '1' all look filled"),
        ({"0": 3, "256": 3}, "expected '#'"),
    ],
)
def test_what_has_no_meaning_is_refused(counts, problem):
    with pytest.raises(SymbolError) as caught:
        drawn_palette(counts)
    assert str(caught.value).startswith(problem)
    assert caught.value.symbol in counts


def test_symbols_that_all_look_filled_have_no_meaning_together():
    black_and_white = Symbols(Puzzle([[1]], [[1]]).colours)
    assert black_and_white.meanings("#1") is black_and_white.meanings("🟥🟦") is None
    assert black_and_white.meanings("#1.") == {"#": 1, ".": 0, "1": 1}


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("X.\n.X", "#_\n_#"),
        ("█0\n?1", "#_\n?#"),
        ("⬛️⬜️\n⬜️?", "#_\n_?"),
        ("?#\nX.", "?#\n__"),
        ("?X\n.?", "?#\n_?"),
    ],
)
def test_grids_are_read_in_symbols_of_every_kind(text, like):
    assert Grid.from_text(text) == Grid.from_text(like)


def test_characters_of_a_palette_come_before_looks():
    assert Grid.from_text("#R\n?r", RED) == Grid.from_text("#r ?r", RED)
    crosses = (RED[0], Puzzle([[]], [[]], ["X"]).colours[1])
    assert Grid.from_text("?x", crosses).candidates(0, 1) == (1,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("?x", "row 1: no colour has the character 'x'"),
        ("#_\n#5", "row 2: no colour has the character '5'"),
    ],
)
def test_a_character_without_a_meaning_is_named_with_its_row(text, message):
    with pytest.raises(PuzzleError) as caught:
        Grid.from_text(text)
    assert str(caught.value) == message

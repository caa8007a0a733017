"""What a format writes reads back: the clues always, and all that it says it carries."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from samples import WRITTEN, by_appearance
from strategies import examples, grids, palette, puzzles

from nonocsp import Grid, Picture, Puzzle
from nonocsp.core.base.errors import FormatError
from nonocsp.core.model.colours import Colour
from nonocsp.files.formats import (
    FEATURES,
    dumps,
    features,
    format_named,
    formats,
    guess,
    losses,
    parse,
)
from nonocsp.files.formats.format import ESSENTIAL, TEXTS

FORMATS = formats()

#: Formats of which what is written can be read.
BOTH = [name for name in WRITTEN if FORMATS[name].parse]

#: Formats without a palette of their own: colours are numbered as they appear.
BY_APPEARANCE = ("ctu", "picture")

#: Why a writer may refuse a puzzle.
REFUSED = (
    "this puzzle needs them",
    "has no goal",
    "square puzzles only",
    "columns exchanged",
    "look the same",  # pixels cannot tell two colours apart
    "a clue is longer than its line",  # and has no code
    "for blocks in a line of",  # an address has no more places
)

#: Written texts that another format claims, each with the reason.
CLAIMED = {
    # One row, or few, of letters may be a word of any kind.
    "picture": {"davidje13", "davidje13-picture", "two-line", "ctu", "loose", None}
}


def written(puzzle, name):
    """What a format makes of a puzzle, None if it refuses it."""
    try:
        return dumps(puzzle, name)
    except FormatError as error:
        assert any(reason in str(error) for reason in REFUSED), str(error)
        assert ("this puzzle needs them" in str(error)) == bool(losses(puzzle, name) & ESSENTIAL)
        return None


words = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S"), include_characters=" "),
    min_size=1,
    max_size=12,
).map(lambda text: " ".join(text.split()) or "x")


@st.composite
def rich_puzzles(draw, max_side=4):
    """Puzzles with everything that a puzzle may have."""
    picture, puzzle = draw(puzzles(max_side, max_side, 3))
    about = {text: draw(st.none() | words) for text in TEXTS}
    colours = puzzle.block_colours
    saved = draw(st.lists(grids(picture, colours), max_size=2))
    goals = [picture] * draw(st.integers(0, 2))
    return puzzle.replace(**about, goals=goals, saved=saved)


SIGNS = "İ#*@+-=<>&;:,.!?/\\|'\"()[]{}%$~^`0123456789abcXYZRéЖ漢☺"
NAMES = ["red", "dark red", "black", "Red", "a", "#f00", "x,y", "<b>", "1", '"q"', "Ж", "=", "(x)"]
TITLES = ["rows", "width 3", "1 1", "----", "#d", ":", "é漢", "====", "[clues]", "{", "it's", "$1"]


@st.composite
def large_puzzles(draw):
    """Puzzles of every size to 30 × 30 with up to 60 colours and odd names, signs and texts."""
    chance = draw(st.randoms(use_true_random=False))
    sides = draw(st.tuples(st.integers(1, 30), st.integers(1, 30)))
    number, density = draw(st.sampled_from([1, 1, 2, 3, 27, 60])), draw(st.floats(0, 1))
    names, chars = ([*dict.fromkeys(chance.sample(odd, 9))] for odd in (NAMES, SIGNS))
    palette = [
        Colour(name, f"#{chance.randrange(1 << 24):06x}", char)
        for name, char in zip(
            [*names, *(f"c{n}" for n in range(60))][:number],
            [*chars, *map(chr, range(0x4E00, 0x4E3C))][:number],
            strict=True,
        )
    ]
    rows = [
        [chance.randint(1, number) * (chance.random() < density) for _ in range(sides[1])]
        for _ in range(sides[0])
    ]
    puzzle = Puzzle.from_picture(Picture(rows), palette)
    if draw(st.booleans()):  # a typo: no solution any more
        puzzle = puzzle.replace(columns=[puzzle.rows[0], *puzzle.columns[1:]], goals=())
    return puzzle.replace(**{text: draw(st.none() | st.sampled_from(TITLES)) for text in TEXTS})


@pytest.mark.parametrize("name", BOTH)
@examples(8)
@given(puzzle=large_puzzles())
def test_large_and_odd_puzzles_come_back_or_are_refused(name, puzzle):
    content = written(puzzle, name)
    if content is None:
        return
    (again,) = parse(content, name).puzzles
    carries = FORMATS[name].carries
    if name in BY_APPEARANCE or FORMATS[name].needs_goal:
        assert by_appearance(again) == by_appearance(puzzle)
    else:
        assert again == puzzle
        assert all(
            getattr(again, text) == getattr(puzzle, text) for text in TEXTS if text in carries
        )
    if "goals" in carries:
        assert len(again.goals) == len(puzzle.goals)


def without_candidates(grid):
    """A saved state in which a cell that is not known is not known at all."""
    full = (1 << grid.block_colours + 1) - 1
    masks = [mask if mask.bit_count() == 1 else full for mask in grid.masks]
    return Grid(masks, grid.shape[1], grid.block_colours)


@pytest.mark.parametrize("name", WRITTEN)
@examples(30)
@given(puzzle=rich_puzzles())
def test_what_is_carried_comes_back_and_nothing_else(name, puzzle):
    content = written(puzzle, name)
    if content is None or FORMATS[name].parse is None:
        return
    (again,) = parse(content, name).puzzles
    if name in BY_APPEARANCE or FORMATS[name].needs_goal:
        if not FORMATS[name].needs_goal:
            assert by_appearance(again) == by_appearance(puzzle)
        return
    assert again == puzzle
    assert dumps(again, name) == content
    carries = FORMATS[name].carries
    for text in TEXTS:
        assert getattr(again, text) == (getattr(puzzle, text) if text in carries else None)
    if "goals" in carries:
        wanted = puzzle.goals if "further_goals" in carries else puzzle.goals[:1]
        assert again.goals == wanted
    if "looks" in carries:
        assert [(c.name, c.rgb) for c in again.colours] == [(c.name, c.rgb) for c in puzzle.colours]
    states = puzzle.saved if "candidates" in carries else map(without_candidates, puzzle.saved)
    known = [state for state in states if not known_nothing(state) or "further_saved" in carries]
    if "further_saved" in carries:
        assert list(again.saved) == known
    elif "saved" in carries and puzzle.saved and not known_nothing(puzzle.saved[0]):
        assert list(again.saved) == known[:1]
    elif "saved" not in carries:
        assert not again.saved
    assert features(again) <= carries | {"colours", "looks", "goals"}


def known_nothing(grid):
    """Whether no cell of a saved state is known: some formats do not write such a state."""
    return all(mask.bit_count() != 1 for mask in grid.masks)


@pytest.mark.parametrize("name", WRITTEN)
@examples(25)
@given(made=puzzles(6, 6, 3))
def test_what_is_written_is_guessed_to_be_in_its_format(name, made):
    content = written(made[1], name)
    if content is None or FORMATS[name].parse is None:
        return
    try:
        guessed = guess(content).format.name
    except FormatError:
        guessed = None
    assert guessed == name or guessed in CLAIMED.get(name, ()), content


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in WRITTEN if FORMATS[name].dump_all])
@examples(20)
@given(made=st.lists(puzzles(4, 4, 3), min_size=2, max_size=4))
def test_several_puzzles_come_back_in_order(name, made):
    several = [puzzle for _, puzzle in made if written(puzzle, name) is not None]
    if len(several) < 2 or FORMATS[name].parse is None:
        return
    try:
        content = dumps(several, name)
    except FormatError as error:
        assert any(reason in str(error) for reason in REFUSED), str(error)
        return
    again = parse(content, name).puzzles
    if name in BY_APPEARANCE:
        assert list(map(by_appearance, again)) == list(map(by_appearance, several))
    else:
        assert again == several
    if name not in CLAIMED:
        assert guess(content).format.name == name


@pytest.mark.parametrize("name", [name for name in BOTH if "looks" in FORMATS[name].carries])
def test_looks_come_back(name):
    colours = [Colour("dark rose", "#aa3355", "d"), Colour("black", "#000000", "#")]
    puzzle = Puzzle([[1, (1, 2)]], [[1], [(1, 2)]], colours, blank=Colour("paper", "#eeeedd", "_"))
    puzzle = puzzle.replace(goals=[Picture([[1, 2]])])
    again = parse(dumps(puzzle, name), name).puzzles[0]
    assert [(c.name, c.rgb) for c in again.colours] == [(c.name, c.rgb) for c in puzzle.colours]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in BOTH if "colours" in FORMATS[name].carries])
def test_palettes_of_many_colours_come_back_or_are_refused(name):
    for number in (26, 27, 255):
        colours = [Colour(f"c{n}", f"#{n:06x}", chr(0x4E00 + n)) for n in range(number)]
        puzzle = Puzzle.from_picture(Picture([range(1, number + 1)]), colours)
        try:
            content = dumps(puzzle, name)
        except FormatError as error:
            assert "\n" not in str(error)
            continue
        assert parse(content, name).puzzles == [puzzle]


def test_json_carries_every_feature():
    assert FORMATS["json"].carries == set(FEATURES)


def test_palettes_in_the_standard_look_lose_nothing():
    puzzle = Puzzle([[(1, "red")]], [[(1, "red")]], palette(2)[1:])
    assert features(puzzle) == set()


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize(
    "text", ["a\0b", "\ud800", "a\x1bb", "\0", "a\x01b", "a\x1cb", "a\x1ab", "\ud800b", "\uffff"]
)
def test_a_text_that_no_file_holds_is_refused_by_name_or_read_again(name, text):
    for about in ({"title": text}, {"author": text}, {"colours": [text, "red"]}):
        colours = about.get("colours")
        puzzle = Puzzle.from_picture([[1, 2 if colours else 1], [0, 1]], colours)
        puzzle = puzzle if colours else puzzle.replace(**about)
        try:
            content = dumps(puzzle, name)
        except FormatError as error:
            lost = losses(puzzle, name) & {"colours"}
            assert lost or f"has the character {text.strip('ab')!r}" in str(error)
            continue
        data = content if isinstance(content, bytes) else content.encode()
        if format_named(name).parse is not None:
            again = parse(data, name).puzzles[0]
            assert again.rows == puzzle.rows
            known = features(puzzle) & {"title", "author"} & FORMATS[name].carries
            assert all(getattr(again, key) == text for key in known)
            if "looks" in FORMATS[name].carries:
                assert [c.name for c in again.colours] == [c.name for c in puzzle.colours]

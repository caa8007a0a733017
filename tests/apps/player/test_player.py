"""Playing without a terminal, and the player in one that Textual pretends to have."""

from __future__ import annotations

import asyncio
import json
import os
import re
import stat
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import oracle
import pytest
from hypothesis import assume, given, strategies as st
from samples import damaged
from strategies import puzzles

import nonocsp as nc
from nonocsp import Grid, Puzzle
from nonocsp.apps.player import Game, saves
from nonocsp.apps.player.game import OPEN
from nonocsp.core.base.errors import FormatError
from nonocsp.core.model.clue import has_star
from nonocsp.core.model.line import Line
from nonocsp.people.explanation import hint

INPUT = Path(__file__).parents[3] / "input"
SWITCH = Puzzle([[1], [1]], [[1], [1]])
FACE = Puzzle([[3], [1, 1], [3]], [[3], [1, 1], [3]])


# The game.


def test_a_stroke_paints_what_its_first_cell_was_and_no_more():
    game = Game(FACE)
    game.stroke([4], "mark")
    game.stroke([3, 4, 5], "fill")
    assert game.cells[3:6] == [1, 0, 1]
    game.stroke([3, 4, 5], "fill")  # a cell that has the value already is cleared
    assert game.cells[3:6] == [OPEN, 0, OPEN]
    game.stroke([4], "clear")
    assert game.cells == [OPEN] * 9


def test_undo_takes_back_whole_strokes():
    game = Game(FACE)
    game.stroke([0, 1, 2], "fill")
    game.carry(0, 3)
    assert game.cells[:4] == [1, 1, 1, 1]
    assert game.undo() and game.cells[:4] == [1, 1, 1, OPEN]
    assert game.undo() and not game.is_begun
    assert not game.undo()
    assert game.redo() and game.redo() and not game.redo()
    assert game.cells[:4] == [1, 1, 1, 1]
    game.restart()
    assert not game.is_begun
    assert game.undo() and game.is_begun
    game.put([(8, 0)])
    assert not game.redo()
    assert game.undo()
    game.stroke([8], "fill")
    assert not game.redo()


@given(st.lists(st.tuples(st.integers(0, 8), st.sampled_from(["fill", "mark", "clear"]))))
def test_undoing_everything_leads_back_and_redoing_it_forth(strokes):
    game = Game(FACE)
    for index, tool in strokes:
        game.stroke([index], tool)
    after = list(game.cells)
    while game.undo():
        pass
    assert game.cells == [OPEN] * 9
    while game.redo():
        pass
    assert game.cells == after


@given(puzzles(3, 3, 2), st.data())
def test_solved_is_what_satisfies_the_clues(made, data):
    _, puzzle = made
    colours = len(puzzle.colours)
    rows, columns = puzzle.shape
    cells = data.draw(
        st.lists(st.integers(OPEN, colours - 1), min_size=rows * columns, max_size=rows * columns)
    )
    picture = tuple(
        tuple(max(cell, 0) for cell in cells[r * columns : (r + 1) * columns]) for r in range(rows)
    )
    solutions = {tuple(map(tuple, one)) for one in _rows(oracle.pictures(puzzle), columns)}
    assert Game(puzzle, cells).is_solved == (picture in solutions)


def _rows(pictures, columns):
    for cells in pictures:
        flat = list(cells)
        yield [flat[at : at + columns] for at in range(0, len(flat), columns)]


@given(puzzles(4, 4, 2), st.data())
def test_a_block_is_placed_when_all_placements_agree_on_it_and_it_is_filled_in(made, data):
    picture, puzzle = made
    columns = puzzle.shape[1]
    shown = data.draw(st.sets(st.integers(0, len(picture.cells) - 1)))
    cells = [cell if at in shown else OPEN for at, cell in enumerate(picture.cells)]
    game = Game(puzzle, cells)
    for index, clue in enumerate(puzzle.rows):
        if not clue:
            assert game.placed(Line("row", index)) == ()
            continue
        own = cells[index * columns : (index + 1) * columns]
        if has_star(clue):
            is_done = OPEN not in own and oracle.fits(tuple(own), oracle.plain(clue))
            assert game.placed(Line("row", index)) == (is_done,) * len(clue)
            continue
        colours = puzzle.block_colours
        masks = [2 ** (colours + 1) - 1 if cell == OPEN else 1 << cell for cell in own]
        fitting = oracle.lines(oracle.plain(clue), columns, colours, masks)
        runs = [set(each) for each in zip(*map(_runs, fitting), strict=True)]
        wanted = tuple(
            len(run) == 1 and all(own[at] != OPEN for at in range(*next(iter(run)))) for run in runs
        )
        assert game.placed(Line("row", index)) == wanted


def _runs(cells):
    """The first cell and the end of every block of a decided line."""
    runs, before = [], 0
    for at, cell in enumerate([*cells, 0]):
        if before and cell != before:
            runs[-1] = (runs[-1][0], at)
        if cell and cell != before:
            runs.append((at, at))
        before = cell
    return runs


# Hints.


@given(puzzles(3, 4, 3), st.data())
def test_a_hint_decides_open_cells_as_every_solution_has_them(made, data):
    _, puzzle = made
    rows, columns = puzzle.shape
    grid = Grid.unknown(puzzle)
    solutions = list(oracle.pictures(puzzle))
    one = data.draw(st.sampled_from(solutions))
    for at in data.draw(st.sets(st.integers(0, rows * columns - 1))):
        grid = grid.given({divmod(at, columns): one[at]})
    while (found := hint(puzzle, grid)).kind == "step":
        assert found.cells
        assert found.where
        agreeing = [
            picture
            for picture in solutions
            if all(mask >> cell & 1 for mask, cell in zip(grid.masks, picture, strict=True))
        ]
        for row, column, colour in found.cells:
            assert len(grid.candidates(row, column)) > 1
            assert {picture[row * columns + column] for picture in agreeing} == {colour}
        for row, column in found.because:
            assert len(grid.candidates(row, column)) == 1
        grid = grid.given({(row, column): colour for row, column, colour in found.cells})
    left = [p for p in solutions if all(m >> c & 1 for m, c in zip(grid.masks, p, strict=True))]
    assert found.kind == ("solved" if len(left) == 1 and grid.is_decided else "ambiguous")


def test_exclusions_are_given_with_the_step_that_they_lead_to():
    # A step that only rules out colours leaves nothing to write down: it must not be all of a hint.
    puzzle = nc.Puzzle(
        [[(1, "red"), (1, "blue")], [(1, "blue")], [(1, "red")]],
        [[(1, "red")], [(2, "blue")], [(1, "red")]],
    )
    grid = Grid.unknown(puzzle)
    seen = []
    while (found := hint(puzzle, grid)).kind == "step":
        assert found.cells and found.what
        seen.append(found)
        grid = grid.given({(row, column): colour for row, column, colour in found.cells})
    assert found.kind == "solved"
    assert any(len(each.sentences) > 1 for each in seen)


def test_a_hint_names_a_mistake():
    found = hint(FACE, Grid([3] * 9, 3).given({(1, 1): 1}))
    assert found.is_mistake
    assert found.cells == ((1, 1, None),)


# What is kept.


@pytest.fixture
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def test_a_game_is_kept_and_found_again(state):
    game = Game(FACE)
    assert saves.save(game)
    assert not list(state.rglob("*.json"))  # nothing was begun
    game.stroke([0, 1], "fill")
    game.seconds = 65
    assert saves.save(game)
    again = saves.load(FACE)
    assert (again.cells, again.seconds) == (game.cells, 65)
    assert saves.load(SWITCH).cells == [OPEN] * 4


@pytest.mark.parametrize(
    "kept",
    ["", "[", "[]", '{"cells": [1]}', '{"cells": [7, 0, 0, 0]}', '{"cells": [true, 0, 0, 0]}'],
)
def test_what_is_no_game_is_refused_in_one_line(state, kept):
    path = saves.path_of(SWITCH)
    path.write_text(kept)
    with pytest.raises(FormatError) as refused:
        saves.load(SWITCH)
    assert str(refused.value) == f"{path}: a damaged saved game; without the file a new one begins"


def test_a_changed_game_is_refused_or_the_same(state):
    game = Game(SWITCH)
    game.stroke([0, 3], "fill")
    assert saves.save(game)
    path = saves.path_of(SWITCH)
    for changed in damaged(path.read_bytes()):
        path.write_bytes(changed)
        try:
            assert saves.load(SWITCH).cells == game.cells
        except FormatError as error:
            assert str(error).startswith(str(path)) and "\n" not in str(error)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_where_nothing_can_be_written_the_game_goes_on(state):
    state.chmod(stat.S_IRUSR | stat.S_IXUSR)
    game = Game(FACE)
    game.stroke([0], "fill")
    assert not saves.save(game)


def test_a_file_instead_of_the_folder_is_no_fault(state):
    (state / "nonocsp").write_text("")
    game = Game(FACE)
    game.stroke([0], "fill")
    assert not saves.save(game)
    assert saves.load(FACE).cells == [OPEN] * 9


# The terminal.


def played(puzzle, conversation, size=(90, 30)):
    """Hold a conversation with the player: a coroutine of the pilot and the app."""
    pytest.importorskip("textual")
    from nonocsp.apps.player.app import Player

    async def run():
        app = Player(puzzle)
        async with app.run_test(size=size) as pilot:
            await conversation(pilot, app)
        return app

    return asyncio.run(run())


async def press_and_wait(pilot, app, *keys):
    """Press keys, and wait for what they ask."""
    await pilot.press(*keys)
    await app.workers.wait_for_complete()
    await pilot.pause()


def shown(app):
    return str(app.query_one("#hint").visual)


def test_the_title_is_the_puzzles_or_that_of_its_file():
    pytest.importorskip("textual")
    from nonocsp.apps.player.app import Player

    puzzle = Puzzle([[1]], [[1]])
    assert (Player(puzzle).title, Player(puzzle, "owl").title) == ("Nonogram", "owl")
    assert Player(puzzle.replace(title="Dot")).title == "Dot"


def test_keys_fill_mark_clear_and_undo(state):
    async def conversation(pilot, app):
        await pilot.press("space", "right", "x", "right", "space", "delete", "down", "space")
        assert app.game.cells[:6] == [1, 0, OPEN, OPEN, OPEN, 1]
        await pilot.press("shift+left")
        assert app.game.cells[3:6] == [OPEN, 1, 1]
        await pilot.press("u", "ctrl+z", "r")
        assert app.game.cells[3:6] == [OPEN, OPEN, 1]
        await pilot.press("n")
        assert not app.game.is_begun
        await pilot.press("u")

    app = played(FACE, conversation)
    # What was played is there at the next sitting.
    assert saves.load(FACE).cells == app.game.cells


def test_a_game_that_cannot_be_saved_is_an_error_at_the_end(state, monkeypatch):
    async def conversation(pilot, app):
        await pilot.press("space")
        (state / "nonocsp").rename(state / "old")
        (state / "nonocsp").write_text("")

    assert not played(FACE, conversation).is_saved

    from nonocsp.apps.player import app, terminal

    monkeypatch.setattr(app.Player, "run", lambda self: self.on_unmount())
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr(app, "save", lambda game: False)
    with pytest.raises(nc.NonocspError, match="the game is not saved: its folder cannot be writ"):
        terminal.run(FACE)


def test_a_hint_has_two_stages_and_can_be_filled_in(state):
    async def conversation(pilot, app):
        while not app.game.is_solved:
            await press_and_wait(pilot, app, "h")
            assert "Look at" in shown(app)
            assert not app.board.concluded
            await pilot.press("f")  # not before the reason is shown
            before = list(app.game.cells)
            await pilot.press("h")
            assert app.board.concluded
            assert app.game.cells == before
            await pilot.press("f")
            assert app.game.cells != before
            assert not app.board.concluded
        await press_and_wait(pilot, app, "h")

    assert played(FACE, conversation).game.is_solved


def test_check_looks_at_the_clues(state):
    async def conversation(pilot, app):
        await press_and_wait(pilot, app, "c")
        assert "No mistake" in shown(app)
        await press_and_wait(pilot, app, "down", "right", "space", "c")  # the middle is blank
        assert "cannot be black" in shown(app)
        await pilot.press("escape")
        assert not app.query_one("#hint").has_class("shown")

    played(FACE, conversation)


@pytest.mark.slow
def test_the_mouse_drags_along_a_line(state):
    async def conversation(pilot, app):
        board = app.board

        def at(row, column):
            return (board.left + column * board.wide, board.top + row)

        await pilot.mouse_down("#board", offset=at(0, 0))
        await pilot.hover("#board", offset=at(0, 1))
        await pilot.hover("#board", offset=at(1, 2))
        await pilot.mouse_up("#board", offset=at(1, 2))
        assert app.game.cells == [1, 1, 1] + [OPEN] * 6
        await pilot.click("#board", offset=at(1, 1), button=3)
        assert app.game.cells[4] == 0
        await pilot.click("#board", offset=(0, 0))
        assert app.game.cells[4] == 0

    played(FACE, conversation)


def test_a_large_coloured_board_scrolls_with_the_cursor(state):
    row = [(3, "red"), (2, "blue")] * 10
    puzzle = Puzzle([row] * 100, [None] * 100)

    async def conversation(pilot, app):
        await pilot.press("2", "space", "end", *["pagedown"] * 10)
        assert app.board.cell == 100 * 100 - 1
        await pilot.press("space", "s", "d")
        assert app.game.cells[0] == app.game.cells[-1] == 2
        assert app.board.safe
        lines = [app.board.render_line(y).text for y in range(app.board.size.height)]
        assert any("[b]" in line or "b]" in line for line in lines), lines
        await pilot.press("home", *["pageup"] * 10)
        assert app.board.cell == 0

    played(puzzle, conversation, size=(60, 20))


def test_without_a_terminal_it_says_so():
    done = subprocess.run(
        [sys.executable, "-m", "nonocsp", "play", "-"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_without_textual_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "nonocsp.apps.player.app", None)
    from nonocsp.apps.player import terminal
    from nonocsp.core.base.errors import NonocspError

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    with pytest.raises(NonocspError, match=r"python -m pip install .*textual"):
        terminal.run(FACE)


def test_the_game_is_plain_data(state):
    game = Game(FACE)
    game.stroke([0], "fill")
    assert Game.of_dict(FACE, json.loads(json.dumps(game.to_dict()))).cells == game.cells


def screen_lines(app):
    """What the screen shows, as lines of text."""
    return [
        "".join(segment.text for segment in strip)
        for strip in app.screen._compositor.render_strips()
    ]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30)])
def test_the_way_out_and_all_column_clues_are_in_sight(state, size):
    puzzle = nc.read(INPUT / "owl.non")
    deepest = max(len(clue) for clue in puzzle.columns)

    async def conversation(pilot, app):
        await pilot.pause()
        while "q Quit" not in screen_lines(app)[-1]:  # a busy machine draws it later
            await pilot.pause(0.02)
        lines = screen_lines(app)
        assert "Owl" in lines[0] and "0%" in lines[0]
        assert "q Quit" in lines[-1] and "? Keys" in lines[-1]
        assert app.board.top == deepest
        assert not any("…" in line for line in lines)
        rows = size[1] - 3 - deepest  # the title, the clues of the cursor, the keys
        assert (f"rows 1–{rows} of 20" in lines[0]) == (rows < 20)

    played(puzzle, conversation, size)


def test_the_keys_are_listed(state):
    async def conversation(pilot, app):
        await pilot.press("question_mark")
        await pilot.pause()
        assert any("where to look; what follows" in line for line in screen_lines(app))
        await pilot.press("q")
        await pilot.pause()
        assert app.is_running and not any("where to look" in line for line in screen_lines(app))

    played(FACE, conversation)


def test_a_solved_puzzle_has_no_percentage(state):
    async def conversation(pilot, app):
        await pilot.press("space", "shift+down", "shift+down", "right", "space")
        await pilot.press("right", "space", "shift+up", "shift+up", "left", "space")
        await pilot.pause()
        assert app.game.is_solved and OPEN in app.game.cells
        first = screen_lines(app)[0]
        assert "solved" in first and "%" not in first

    played(FACE, conversation)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
@pytest.mark.parametrize("name", ["city-at-night.json", "turtle.json", "owl.non"])
def test_the_clues_of_the_cursor_are_complete_and_nothing_moves(state, name, size):
    puzzle = nc.read(INPUT / name)

    async def conversation(pilot, app):
        await pilot.pause()
        strip = app.query_one("#clues")
        place, end = app.board.region, strip.region.bottom
        for index in range(0, max(puzzle.shape), 7):
            app.board.move_to(app.board.step(0, index, index))
            for is_safe in (False, True):
                app.board.safe = is_safe
                strip.refresh()
                await pilot.pause()
                text = "\n".join(screen_lines(app)[strip.region.y : end])
                for line, _ in puzzle.lines_through(app.board.cell):
                    after = text.partition(f"{line}:")[2].partition("column")[0]
                    expected = [str(block) for block in puzzle.clue(line)] or ["0"]
                    assert re.findall(r"\d+", after) == expected
        assert app.board.region == place

    played(puzzle, conversation, size)


def test_a_hint_below_is_scrolled_to_and_the_clues_stay(state):
    async def conversation(pilot, app):
        await pilot.pause()
        top, place = app.board.top, app.board.region
        for _ in range(2):
            await press_and_wait(pilot, app, "h")
        lines = screen_lines(app)
        (there,) = [number for number, line in enumerate(lines) if "20  ?  ?" in line]
        box = app.query_one("#hint").region
        assert there < box.y and "the 20 takes all of it" in lines[box.y]
        assert (app.board.top, app.board.region) == (top, place)
        await pilot.press("down")
        await pilot.pause()
        assert any("3 3  [ ]" in line for line in screen_lines(app))  # back at the cursor

    played(nc.read(INPUT / "owl.non"), conversation, (80, 24))


# Triangles and hexagons.

STAR = nc.read(INPUT / "boards" / "star.g")
#: One triangle and one hexagon are blank.
TRIANGLES = nc.Picture(["##_", "###"], board=nc.Triddler(*[1] * 6))
HEXAGONS = nc.Picture(["##", "#_#", "##"], board=nc.Hexagon(*[2] * 6))


@pytest.fixture(scope="module")
def slanted():
    """The class that shows such boards."""
    pytest.importorskip("textual")
    from nonocsp.apps.player.slanted import Slanted

    return Slanted


@st.composite
def boards(draw):
    kind = draw(st.sampled_from([nc.Triddler, nc.Hexagon]))
    a, b, c, d = (draw(st.integers(kind is nc.Hexagon, 4)) for _ in range(4))
    try:
        return kind(a, b, c, d, a + b - d, c + d - a)
    except nc.PuzzleError:
        assume(False)


@given(boards(), st.randoms())
def test_cells_and_numbers_lie_apart_and_numbers_continue_their_lines(slanted, board, random):
    cells = bytes(random.random() < 0.5 for _ in range(board.size))
    view = slanted(Game(nc.Puzzle.from_picture(nc.Picture.from_cells(cells, board))))
    (top, right, bottom, left), rows = view._margins, board.height * view._tall
    high, wide = top + rows + bottom, left + len(view._across) + right
    size = [[None] * wide for _ in range(high)]
    view._room = lambda: (high, wide)
    for y, row in enumerate(size):
        row[:] = (view.cell_at(x, y) for x in range(wide))
    assert {cell for row in size for cell in row} >= set(range(board.size))
    places = {line: [] for line in board.lines}
    for y, labels in view._labels.items():
        for label in labels:
            for x in range(label.x, label.x + len(label.text)):
                assert x + view._move >= 0
                assert size[y + view._top][x + view._move] is None
                size[y + view._top][x + view._move] = label
            if label.number >= 0:
                places[label.line].append((label.number, y, label.x + len(label.text)))
    for line, found in places.items():
        assert len(found) == len(view.numbers(line))
        for (_, y, x), (_, v, u) in pairwise(sorted(found)):
            beyond = {"A": v == y and u > x, "B": v == y + 1 and u < x, "C": v == y + 1 and u > x}
            assert beyond[line.axis]


def test_squares_that_are_no_rectangle_have_their_clues_around_them(slanted):
    folder = Path(__file__).parents[3] / "input" / "boards"
    puzzle = nc.read(folder / "mask.json")
    board, view = puzzle.board, slanted(Game(puzzle))
    (top, right, bottom, left), high = view._margins, len(view._in_row)
    view._room = lambda: (top + high + bottom, left + len(view._across) + right)
    seen = [[view.cell_at(x, y) for x in range(view._room()[1])] for y in range(view._room()[0])]
    assert {cell for row in seen for cell in row} == {None, *range(board.size)}
    placed = {label.line for labels in view._labels.values() for label in labels}
    assert placed == {line for line in board.clued if board.outwards(line)}
    for y, labels in view._labels.items():
        for label in labels:
            assert not any(seen[y + top][label.x + view._move + i] for i in range(len(label.text)))
    with pytest.raises(nc.PuzzleError, match="the terminal shows squares on a grid"):
        slanted(Game(nc.read(folder / "floor.json")))


def test_arrows_lead_to_what_is_nearest(slanted):
    triangle, flower = (
        nc.Puzzle.on(board, [None] * len(board.lines))
        for board in (nc.Triddler(3, 0, 3, 0, 3, 0), HEXAGONS.board)
    )
    view = slanted(Game(triangle))  # rows of 1, 3 and 5
    assert [view.step(cell, 1, 0) for cell in range(9)] == [2, 5, 6, 7, 4, 5, 6, 7, 8]
    assert [view.step(cell, -1, 0) for cell in range(4, 9)] == [1, 1, 2, 3, 3]
    assert view.step(4, 0, -1) == 4 and view.step(4, 0, 99) == 8 and view.step(0, 99, 0) == 6
    view = slanted(Game(flower))  # rows of 2, 3 and 2
    assert [view.step(cell, 1, 0) for cell in range(5)] == [2, 3, 5, 6, 6]
    assert [view.step(cell, -1, 0) for cell in range(2, 7)] == [0, 1, 1, 2, 3]


@pytest.mark.parametrize("picture", [TRIANGLES, HEXAGONS], ids=["triangles", "hexagons"])
def test_a_board_is_played_to_the_end_with_keys(state, picture):
    puzzle = nc.Puzzle.from_picture(picture)

    async def conversation(pilot, app):
        for row in picture.rows:
            await pilot.press("home")
            for colour in row:
                if colour:
                    await pilot.press("space")
                await pilot.press("right")
            await pilot.press("down")
        assert app.game.is_solved
        await pilot.pause()
        assert "solved" in screen_lines(app)[0]

    played(puzzle, conversation, size=(100, 40))
    assert saves.load(puzzle).is_solved
    assert not saves.load(puzzle.replace(clues=[None, *puzzle.clues[1:]])).is_begun


def test_a_hint_names_a_direction_and_is_filled_in(state):
    async def conversation(pilot, app):
        await press_and_wait(pilot, app, "h")
        assert "line 3 of direction A" in shown(app)
        await pilot.press("h", "f")
        assert [app.game.cells[cell] for cell in STAR.cells(Line("A", 2))][2:11] == [1] * 9

    played(STAR, conversation)


@pytest.mark.slow
@pytest.mark.parametrize("axis", ["A", "B", "C"])
@pytest.mark.parametrize("board", [HEXAGONS.board, nc.Triddler(*[2] * 6)], ids=repr)
def test_the_mouse_drags_along_each_direction(state, board, axis):
    cells = board.cells(Line(axis, 1))

    async def conversation(pilot, app):
        view = app.board

        def at(cell):
            y, x = view._origin(cell)
            is_up = view._up is not None and view._up(cell)
            return x + view._half, y + is_up * (view._tall - 1)

        assert [view.cell_at(*at(cell)) for cell in cells] == [*cells]
        await pilot.mouse_down("#board", offset=at(cells[0]))
        for cell in (*cells[1:2], cells[-1]):
            await pilot.hover("#board", offset=at(cell))
        # Beside the line it stays in the line.
        await pilot.hover("#board", offset=(at(cells[-1])[0] - 4, at(cells[-1])[1]))
        await pilot.mouse_up("#board", offset=at(cells[-1]))
        assert {cell for cell, value in enumerate(app.game.cells) if value == 1} == set(cells)
        await pilot.press("u")
        assert app.game.cells == [OPEN] * board.size

    played(nc.Puzzle.on(board, [None] * len(board.lines)), conversation)


@pytest.mark.parametrize("name", ["boards/snowflake.json", "boards/boat.xml", "windmill.json"])
def test_hints_lead_to_the_solution_on_all_kinds_of_boards(state, name):
    async def conversation(pilot, app):
        for _ in range(3):
            await press_and_wait(pilot, app, "h")
            await pilot.press("h")
            assert app.board.concluded
            assert any("?" in line for line in screen_lines(app))
            await pilot.press("f")
        found = nc.solve(app.puzzle).picture.cells
        assert all(cell in (OPEN, found[at]) for at, cell in enumerate(app.game.cells))
        app.game.put(enumerate(found))
        app.board.changed()
        await pilot.pause()
        assert "solved" in screen_lines(app)[0]

    played(nc.read(INPUT / name), conversation)


def test_half_cells_of_trianograms_have_their_characters(state):
    async def conversation(pilot, app):
        app.game.put(enumerate(nc.solve(app.puzzle).picture.cells))
        app.board.changed()
        await pilot.pause()
        lines = screen_lines(app)[1:]
        # In the first row the clue, then the cells.
        assert any("◢ ◣ ◢ ◣" in line and "◢████◣" in line for line in lines)
        assert all(any(sign in line for line in lines) for sign in "◢◣◤◥")

    played(nc.read(INPUT / "windmill.json"), conversation)


def test_a_board_that_is_too_large_scrolls_with_the_cursor(state):
    board = nc.Hexagon(9, 9, 9, 9, 9, 9)
    puzzle = nc.Puzzle.on(board, [[2, 1]] * len(board.lines))

    async def conversation(pilot, app):
        await pilot.pause()
        assert "of 17" in screen_lines(app)[0]
        await pilot.press("end", *["pagedown"] * 2)
        await pilot.pause()
        assert any("[" in app.board.render_line(y).text for y in range(app.board.size.height))

    played(puzzle, conversation, size=(40, 15))


@pytest.mark.slow
@pytest.mark.parametrize("board", [nc.Hexagon(*[9] * 6), nc.Triddler(*[7] * 6)], ids=repr)
@pytest.mark.parametrize("keys", [[], ["pagedown", "end"], ["pagedown"] * 2, ["end"]])
def test_clues_stay_in_sight_while_the_board_scrolls(state, board, keys):
    puzzle = nc.Puzzle.on(board, [[line.index + 1] for line in board.lines])

    async def conversation(pilot, app):
        await pilot.press(*keys)
        await pilot.pause()
        view, size = app.board, app.board.size
        seen = [[view.cell_at(x, y) for x in range(size.width)] for y in range(size.height)]
        cells = {cell for row in seen for cell in row} - {None}
        assert len(cells) < board.size and view.cell in cells
        rows = sorted({board.place(cell)[0] for cell in cells})
        shown = set()
        for y, labels in view._labels.items():
            for label in labels:
                column = label.x + view._move
                on_screen = range(max(0, column), min(size.width, column + len(label.text)))
                assert len(on_screen) == len(label.text)
                assert not any(seen[y + view._top][x] for x in on_screen)
                shown.add(label.line)
        at_the_edge = {"B": rows[0], "C": rows[-1]}
        expected = {
            line
            for cell in cells
            for line, _ in board.lines_through(cell)
            if board.place(cell)[0] == at_the_edge.get(line.axis, board.place(cell)[0])
        }
        # Where a line enters at a corner of the window, its clue may have no room.
        assert {line for line in expected if line.axis == "A"} <= shown
        assert len(expected - shown) <= 2

    played(puzzle, conversation, size=(50, 20))

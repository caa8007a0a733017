from __future__ import annotations

import io

import drawn
import oracle
import pytest
from hypothesis import given, strategies as st
from strategies import grids, pictures, small_puzzles, wild_puzzles

import nonocsp as nc
from nonocsp import render
from nonocsp.core.base.errors import OptionError
from nonocsp.core.kernel import interface as kernel
from nonocsp.core.line import tighten
from nonocsp.core.model.line import Line
from nonocsp.core.options.limits import LimitReached
from nonocsp.files.render import Drawing, animation
from nonocsp.files.render.as_png import image_of
from nonocsp.files.render.scene import layout_of
from nonocsp.people.watching import trace as tracing
from nonocsp.people.watching.trace import trace


@given(st.one_of(small_puzzles().map(lambda drawn: drawn[1]), wild_puzzles()))
def test_a_trace_ends_with_a_solution_or_the_proof_that_there_is_none(puzzle):
    solutions = oracle.pictures(puzzle)
    columns = puzzle.shape[1]
    masks = list(nc.Grid.unknown(puzzle).masks)
    guesses = []
    events = list(trace(puzzle))
    for event in events:
        before = nc.Grid(masks, columns, puzzle.block_colours)
        for (row, column), mask in event.changes:
            assert masks[row * columns + column] != mask
            masks[row * columns + column] = mask
        if event.kind in ("tighten", "backtrack", "contradiction"):
            line = event.line
            left = tighten(puzzle.clue(line), before.line(line), before.block_colours)
            if event.kind == "tighten":
                assert left == nc.Grid(masks, columns, before.block_colours).line(line)
            else:
                assert left is None
        if event.kind == "guess":
            assert len(event.changes) == 1
            guesses.append((before, event.changes[0]))
        if event.kind == "backtrack":
            # Everything is as before the guess, but for its colour.
            old, ((row, column), mask) = guesses.pop()
            ruled_out = list(old.masks)
            ruled_out[row * columns + column] &= ~mask
            assert masks == ruled_out
    if solutions:
        grid = nc.Grid(masks, columns, puzzle.block_colours)
        assert grid.is_decided and grid.picture().cells in solutions
    else:
        assert events[-1].kind == "contradiction" and not guesses


@given(small_puzzles(), st.data())
def test_a_trace_begins_with_what_is_known(drawn_puzzle, data):
    picture, puzzle = drawn_puzzle
    grid = data.draw(grids(picture, puzzle.block_colours))
    last = list(tracing.frames(puzzle, trace(puzzle, grid=grid), grid=grid))[-1]
    assert last.cells.picture().cells in oracle.pictures(puzzle, grid)


def test_a_trace_without_the_kernel_is_the_same(monkeypatch):
    puzzle = nc.read("input/random-10x10.txt")
    events = list(trace(puzzle))
    assert {event.kind for event in events} >= {"tighten", "guess"}
    monkeypatch.setattr(kernel, "UNAVAILABLE", "not there")
    assert list(trace(puzzle)) == events


def test_what_happened_before_a_limit_is_told():
    puzzle = nc.read("input/n-dom-6.nin")
    events = []
    with pytest.raises(LimitReached, match="nodes"):
        for event in trace(puzzle, limits=nc.Limits(nodes=2)):
            events.append(event)
    assert sum(event.kind == "guess" for event in events) == 2
    assert str(next(e for e in events if e.kind == "guess")).startswith("guess colour 1 in row ")


def frames_of(data):
    picture = data.draw(pictures(3, 3, 2))
    number = data.draw(st.integers(1, 5))
    return [data.draw(grids(picture, 2)) for _ in range(number)]


@given(st.data(), st.booleans(), st.sampled_from([0.1, 0.25, 1.0]))
def test_an_animated_svg_shows_every_frame_at_its_time(data, loop, seconds):
    frames = frames_of(data)
    moving = render.animated_svg(frames, seconds=seconds, loop=loop, blanks=True)
    assert ("indefinite" in moving) <= loop
    shapes = drawn.rectangles(moving)
    place = layout_of(Drawing.of(frames[0]))
    for number, frame in enumerate(frames):
        still = drawn.rectangles(render.svg(frame, blanks=True))
        for row in range(place.rows):
            for column in range(place.columns):
                for share in (0.3, 0.5, 0.62):
                    box = place.box(row, column)
                    x, y = box.x + share * box.width, box.y + share * box.height
                    moment = (number + 0.5) * seconds
                    shown = drawn.colour_at(shapes, x, y, moment)
                    assert shown == drawn.colour_at(still, x, y)
                    if frame is frames[-1]:
                        # Where nothing moves, the last one is seen.
                        assert drawn.colour_at(shapes, x, y) == shown


@pytest.mark.parametrize("name", ["tulip.ctu", "heart.txt", "cat.json"])
def test_the_last_frame_of_a_solve_is_its_solution(name):
    from PIL import Image

    puzzle = nc.read(f"input/{name}")
    picture = nc.solve(puzzle).picture
    frames = list(tracing.frames(puzzle, trace(puzzle)))
    assert frames[-1].cells == nc.Grid.of(picture, puzzle.block_colours)
    moving = drawn.rectangles(render.animated_svg(frames))
    gif = Image.open(io.BytesIO(render.animated_gif(frames, cell=8)))
    gif.seek(gif.n_frames - 1)
    shown = gif.convert("RGB")
    wide, narrow = layout_of(frames[-1]), layout_of(frames[-1].replace(cell=8))
    for row in range(wide.rows):
        for column in range(wide.columns):
            wanted = puzzle.colours[picture[row, column]].rgb
            assert drawn.colour_at(moving, *wide.box(row, column).centre) == wanted
            x, y = narrow.box(row, column).centre
            assert "#{:02x}{:02x}{:02x}".format(*shown.getpixel((int(x), int(y)))) == wanted


def test_an_animation_of_a_hundred_steps_is_small():
    side = 30
    rows = [[(i * j + i // 3) % 7 < 4 for j in range(side)] for i in range(side)]
    puzzle = nc.Puzzle.from_picture(nc.Picture([[int(cell) for cell in row] for row in rows]))
    events = list(trace(puzzle, limits=nc.Limits(nodes=200)))
    frames = list(tracing.frames(puzzle, events, most=100))
    assert len(frames) <= 100
    assert len(events) > 60
    assert len(render.animated_svg(frames)) < 1_000_000


@given(st.integers(1, 60), st.integers(1, 20))
def test_frames_are_thinned_evenly_with_the_first_and_the_last(number, most):
    frames = [
        Drawing.of(nc.Grid([3] * 6 + [1 + n % 3], 7), chars=n % 2 == 0) for n in range(number)
    ]
    kept = animation.thinned(frames, most)
    assert len(kept) == min(number, most)
    assert kept[-1] is frames[-1] and (most == 1 or kept[0] is frames[0])


def test_what_cannot_move_is_refused():
    with pytest.raises(OptionError, match="at least one frame"):
        render.animated_svg([])
    with pytest.raises(OptionError, match="one puzzle"):
        render.animated_svg([nc.Grid([3] * 4, 2), nc.Grid([3] * 6, 3)])
    with pytest.raises(OptionError, match="seconds"):
        render.animated_gif([nc.Grid([3] * 4, 2)], seconds=0)
    with pytest.raises(OptionError, match="pixels"):
        render.animated_gif([nc.Grid([3] * 1600, 40)] * 40, cell=100)


def test_a_gif_holds_every_frame_and_stays_or_begins_again():
    from PIL import Image

    frames = [nc.Grid([3, 3], 2), nc.Grid([2, 3], 2), nc.Grid([2, 2], 2)]
    gif = Image.open(io.BytesIO(render.animated_gif(frames, seconds=0.5)))
    assert gif.n_frames == 3 and gif.info["loop"] == 0 and gif.info["duration"] == 500
    gif.seek(2)
    assert gif.info["duration"] == 2000
    assert "loop" not in Image.open(io.BytesIO(render.animated_gif(frames, loop=False))).info


@given(st.data())
def test_a_gif_shows_what_the_single_pictures_show(data):
    from PIL import ImageChops

    lines = st.sampled_from([None, Line("row", 0), Line("column", 0)])
    frames = [
        Drawing.of(
            grid,
            puzzle=nc.Puzzle([[1]] * grid.shape[0], [["?"]] * grid.shape[1], ["black", "red"]),
            lines={line} if (line := data.draw(lines)) else (),
            concluded=[(0, 0)] if data.draw(st.booleans()) else (),
            cell=12,
        )
        for grid in frames_of(data)
    ]
    drawn_frames = list(animation._drawn(frames))
    assert len(drawn_frames) == len(frames)
    for frame, drawing in zip(drawn_frames, frames, strict=True):
        assert ImageChops.difference(frame, image_of(drawing)).getbbox() is None

from __future__ import annotations

import json
from functools import partial

import pytest

import nonocsp as nc
from nonocsp.files.formats import parse


@pytest.fixture
def run(command_line):
    return partial(command_line, "generate")


@pytest.fixture
def image(tmp_path):
    from PIL import Image, ImageDraw

    drawn = Image.new("RGB", (120, 100), "white")
    ImageDraw.Draw(drawn).ellipse((20, 20, 80, 80), "red")
    path = tmp_path / "image.png"
    drawn.save(path)
    return path


def test_a_puzzle_on_standard_output(run):
    code, out, err = run(8, 9, "--seed", 3, "--density", 0.6, "--colours", 2)
    assert (code, err) == (0, "")
    (puzzle,) = parse(out).puzzles
    assert parse(out).format == "json"
    assert puzzle.shape == (8, 9)
    assert nc.is_unique(puzzle)
    assert run(8, 9, "--seed", 3, "--density", 0.6, "--colours", 2)[1] == out
    code, out, err = run(4, 4)
    assert code == 0
    assert err.startswith("nonocsp: seed ")
    assert run(4, 4, "--seed", err.split()[-1])[1] == out


def test_sizes_are_written_in_several_ways(run):
    expected = run(6, 9, "--seed", 4)
    assert run("6x9", "--seed", 4) == run("--seed", 4, "6×9") == run(6, "--seed", 4, 9) == expected
    assert run(7, "--seed", 4) == run("7X7", "--seed", 4)


def test_boards_are_given_by_their_sides(run, image):
    code, out, _ = run(2, "--board", "hexagon", "--seed", 4)
    (puzzle,) = parse(out).puzzles
    assert code == 0 and puzzle.board == nc.Hexagon(2, 2, 2, 2, 2, 2) and nc.is_unique(puzzle)
    words = ("--board", "triddler", "--seed", 4)
    expected = run("3,1,2,3,1,2", *words)
    (puzzle,) = parse(expected[1]).puzzles
    assert puzzle.board == nc.Triddler(3, 1, 2, 3, 1, 2)
    assert run("3,1,2,3", *words) == run(3, 1, 2, 3, *words) == expected
    for sides in ("3,1", "x", "3,1,2,9,9,9", "0"):
        code, out, err = run(sides, *words)
        assert (code != 0, out, err.count("\n")) == (True, "", 1)
    assert "--board is only for random puzzles" in run("--image", image, "--board", "hexagon")[2]


def test_the_spelling_of_colour_is_free(run):
    expected = run(6, "--seed", 4, "--colours", 2)
    for name in ("--color", "--colour", "--colors"):
        assert run(6, "--seed", 4, name, 2) == run(6, "--seed", 4, f"{name}=2") == expected


def test_json_lines_tell_the_seed_and_the_work(run):
    code, out, err = run("5", "--seed", 7, "-n", 2, "--json", "--engine", "textbook")
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["seed"] for line in lines] == [7, 8]
    assert all(line["attempts"] >= 1 and line["stats"]["seconds"] > 0 for line in lines)
    puzzles = [parse(json.dumps(line["puzzle"]), "json").puzzles[0] for line in lines]
    assert puzzles == parse(run("5", "--seed", 7, "-n", 2)[1]).puzzles


def test_the_format_goes_by_the_suffix_or_is_told(run, tmp_path):
    path = tmp_path / "made.non"
    assert run(5, 6, "--seed", 1, "-o", path) == (0, "", "")
    written = nc.read(path)
    assert written == parse(run(5, 6, "--seed", 1, "--to", "picture")[1]).puzzles[0]
    code, _, err = run(5, 5, "--to", "pigeon")
    assert (code, err.count("\n")) == (2, 1)
    assert run(5, 5, "-o", tmp_path / "made.xyz")[0] == 2
    assert run(5, 5, "-o", tmp_path / "missing" / "made.non")[0] == 2


def test_several_puzzles_have_seeds_one_after_another(run):
    code, out, _ = run(5, 5, "--seed", 7, "-n", 3, "--to", "json")
    assert code == 0
    each = [parse(run(5, 5, "--seed", seed)[1]).puzzles[0] for seed in (7, 8, 9)]
    assert parse(out).puzzles == each


def test_orders_reach_the_maker(run):
    code, out, _ = run(
        *(7, 7, "--seed", 2, "--symmetry", "left-right", "--texture", "blobs", "--to", "picture"),
        *("--depth", "lines", "--attempts", 50),
    )
    assert code == 0
    rows = out.split()
    assert rows == [row[::-1] for row in rows]
    code, out, _ = run(9, 9, "--seed", 1, "--ambiguous", "--density", 0.2)
    assert code == 0
    assert not nc.is_unique(parse(out).puzzles[0])


def test_what_cannot_be_made_is_exit_code_three(run, tmp_path):
    path = tmp_path / "old.non"
    path.write_text("old")
    code, out, err = run(1, 4, "--depth", "not-lines", "--seed", 1, "--attempts", 5, "-o", path)
    assert (code, out, path.read_text()) == (3, "", "old")
    assert err == (
        "nonocsp: stopped: of 5 attempts 5 had another depth; seed 1: no such puzzle was found\n"
    )
    code, _, err = run(50, 50, "--nodes", 1, "--seed", 1)
    assert code == 3
    assert err.startswith("nonocsp: stopped: the limit on nodes was reached")


def test_what_was_made_before_a_limit_is_written(run):
    sizes = (5, 5, "--depth", "not-lines", "--attempts", 12, "--density", 0.5)
    made = [run(*sizes, "--seed", seed)[0] for seed in range(30)]
    first = next(s for s in range(29) if (made[s], made[s + 1]) == (0, 3))
    code, out, err = run(*sizes, "--seed", first, "-n", 5)
    assert (code, len(parse(out).puzzles)) == (3, 1)
    assert f"seed {first + 1}: no such puzzle was found" in err


def test_an_image_becomes_a_puzzle_with_a_preview(run, image, tmp_path):
    from PIL import Image

    sheet = tmp_path / "sheet.png"
    code, out, err = run("--image", image, "--size", 12, "--colours", 2, "--preview", sheet)
    assert code == 0
    assert err.startswith("nonocsp: 10 x 12 cells, ")
    assert "changed" in err
    (puzzle,) = parse(out).puzzles
    assert nc.is_unique(puzzle)
    with Image.open(sheet) as drawn:
        assert drawn.format == "PNG"
    code, out, err = run(
        *("--image", image, 10, 10, "--crop", "20,20,80,80", "--despeckle", 2, "--checks", 9),
        *("--depth", "lines", "--to", "picture"),
    )
    title, *rows = out.splitlines()
    assert (code, title, len(rows)) == (0, f"title: {image.stem}", 10)
    assert run("--image", image, "--ambiguous", "--size", 5)[2].endswith("4 x 5 cells, 1 colour\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "expected a size, such as nonocsp generate 10x12"),
        (["--board", "hexagon"], "expected a size, such as nonocsp generate --board hexagon 5"),
        (["five"], "expected a size such as 10x12 (rows x columns) or 10, not 'five'"),
        (["5x5x5"], "expected a size such as 10x12 (rows x columns) or 10, not '5x5x5'"),
        ([0, 5], "expected at least 1 row and 1 column, not 0 x 5"),
        ([5, 5, "--texture", "strpes"], "unknown texture 'strpes'; did you mean 'stripes'?"),
        ([5, 5, "--json", "--to", "non"], "--json and --to exclude each other"),
        ([5, 5, "--density", "2"], "expected a number from 0 to 1, not '2'"),
        ([5, 5, "--texture", "tartan"], "unknown texture 'tartan'"),
        ([5, 5, "--preview", "x.png"], "--preview is only for --image"),
        (["--image", "x.png", "--seed", "1"], "--seed is only for random puzzles"),
        (["--image", "missing.png"], "missing.png: cannot be opened"),
        (["--image", "x.png", "--crop", "1,2,3"], "expected four numbers"),
        (
            ["--image", "x.png", "--depth", "not-lines"],
            "with --image, --depth can only be lines",
        ),
        (["--image", "x.png", "--preview", "no/folder.png"], "there is no folder"),
    ],
    ids=str,
)
def test_bad_usage_is_one_line(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1

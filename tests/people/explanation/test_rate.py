"""Ratings and the commands."""

from __future__ import annotations

import json

from hypothesis import given
from strategies import examples, puzzles

import nonocsp as nc
from nonocsp import Limits, Puzzle
from nonocsp.people.explanation import TECHNIQUES, Outcome, explain, rate
from nonocsp.people.explanation.rating import FLOORS, LEVELS, MEANINGS, SCALE


@examples(40)
@given(made=puzzles(6, 6, 2))
def test_the_level_is_what_the_puzzle_takes(made):
    _, puzzle = made
    rating = rate(puzzle)
    alone = nc.core.kernel.interface.propagated(puzzle)
    if rating.level == "lines":
        assert alone == explain(puzzle).run().grid
    else:
        assert alone != explain(puzzle).run().grid
    assert rating.steps == sum(rating.counts.values())
    assert json.loads(json.dumps(rating.to_dict()))["depth_word"] == rating.depth_word


def test_ratings_of_what_is_known():
    easy, tulip, dom = (
        rate(nc.read(f"input/{name}")) for name in ("cup.nin", "tulip.ctu", "n-dom-6.nin")
    )
    assert (easy.level, tulip.level, dom.level) == ("lines", "assumptions", "counting")
    assert easy.depth < tulip.depth < dom.depth
    words = [word for _, word in SCALE]
    assert (
        words.index(easy.depth_word) < words.index(tulip.depth_word) < words.index(dom.depth_word)
    )
    assert rate(Puzzle([[1]] * 2, [[1]] * 2)).depth_word == "several solutions"
    assert rate(nc.read("input/broken-heart.nin")).depth_word == "no solution"
    others = [technique for technique in TECHNIQUES if technique.name != "counting"]
    stopped = rate(nc.read("input/n-dom-6.nin"), limits=Limits(nodes=1), techniques=others)
    assert stopped.outcome is Outcome.STOPPED and stopped.depth_word == "not rated"


def test_the_word_is_never_milder_than_the_level():
    words = [word for _, word in SCALE]
    assert list(MEANINGS) == words and list(FLOORS) == list(LEVELS.values())
    # one crossing of two lines among 152 easy steps
    balloon = rate(nc.read("input/balloon.non"))
    assert (balloon.level, balloon.depth_word) == ("assumptions", "moderate")
    assert balloon.depth < 2.1
    assert rate(nc.read("input/crab.json")).depth_word == "shallow"


def test_the_commands(command_line, tmp_path):
    code, out, _ = command_line("hint", "input/heart.txt")
    assert (code, out) == (0, "Look at row 2.\n")
    code, out, _ = command_line("hint", "input/heart.txt", "--what")
    assert out.splitlines()[1] == "Row 2: the 5 takes all of it, so columns 1-5 are black."
    grid = tmp_path / "grid.txt"
    grid.write_text("??#??\n#####\n#####\n_###_\n__#__\n")
    code, out, _ = command_line("hint", "input/heart.txt", "--grid", grid, "--what")
    assert code == 1 and "Row 1, column 3 cannot be black." in out
    code, out, _ = command_line("explain", "input/heart.txt")
    assert code == 0 and out.splitlines()[-1] == "Solved after 12 steps."
    code, out, _ = command_line("explain", "input/tulip.ctu", "--json", "-n", "30")
    found = json.loads(out)
    assert len(found["explanation"]) == found["steps"] == 30 and found["outcome"] == "open"
    code, out, _ = command_line("explain", "input/tulip.ctu", "--html", "-n", "30")
    assert code == 0 and out.count("</small>") == 30 and "Not finished after 30 steps" in out
    assert out.count("<svg") == 1 and "since column 3 is red, column 2 is blank" in out
    code, out, _ = command_line("explain", "input/owl.non", "--html")
    assert code == 0 and len(out) < 300_000  # a board of 20 x 20, and what changes
    grid.write_text("_#_#_\n#####\n#####\n_###_\n__#__\n")
    code, out, _ = command_line("explain", "input/heart.txt", "--html", "--grid", grid)
    assert code == 0 and "<svg" in out and "Solved after 0 steps." in out
    code, out, err = command_line("explain", "input/heart.txt", "input/tulip.ctu", "--html")
    assert (code, out) == (2, "") and "a web page explains one puzzle" in err
    code, out, _ = command_line("rate", "input/heart.txt")
    assert out.startswith(
        "length: very short, most people 1 to 3 minutes\n"
        "depth: very shallow, 1.4 on a scale from 0 to 8\n"
    )
    code, out, _ = command_line("rate", "input/heart.txt", "--json")
    assert json.loads(out)["level"] == "lines"
    code, out, _ = command_line("diagnose", "input/broken-heart.nin")
    assert code == 1 and "Row 4: 4 was probably 3 (one too long)\n" in out
    code, out, _ = command_line("diagnose", "input/cross-eyed.txt", "--json")
    assert code == 0 and len(json.loads(out)["differing"]) == 4


def test_the_commands_refuse_bad_grids_and_stop_at_limits(command_line, tmp_path):
    grid = tmp_path / "grid.txt"
    for text, problem in (
        ("??x??", "no colour has the character 'x'"),
        ("??", "row 1: 2 cells where the board has 5"),
        ("", "0 cells on a board of 25"),
    ):
        grid.write_text(text)
        code, out, err = command_line("hint", "input/heart.txt", "--grid", grid)
        assert (code, out) == (2, "") and problem in err and str(grid) in err
    grid.write_bytes(b"\xff\xfe\xff")
    assert command_line("hint", "input/heart.txt", "--grid", grid)[0] == 2
    assert command_line("hint", "input/heart.txt", "--grid", tmp_path / "none")[0] == 2
    code, out, err = command_line("explain", "input/random-10x10.txt", "--nodes", "1")
    assert code == 3 and "steps so far" in err and "Not finished" in out
    assert command_line("rate", "input/random-10x10.txt", "--nodes", "1")[0] == 3
    assert command_line("diagnose", "input/n-dom-5-turned.txt", "--nodes", "1")[0] == 3
    assert command_line("hint", "input/n-dom-6.nin", "--nodes", "1")[0] == 3
    output = tmp_path / "steps.txt"
    code, out, _ = command_line("explain", "input/heart.txt", "-o", output)
    assert (code, out) == (0, "") and output.read_text().startswith("1. ")
    assert command_line("explain", "input/broken-heart.nin")[0] == 1

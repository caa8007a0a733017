from __future__ import annotations

import importlib.util
import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

import nonocsp as nc
from nonocsp.formats import load, parse

INPUT = Path(__file__).parents[1] / "input"
FAMILIES = INPUT / "make_families.py"
INDEX = json.loads((INPUT / "index.json").read_text(encoding="utf-8"))
NOT_PUZZLES = {"README.md", "index.json", "make_families.py"}

#: The 6-Dom puzzle written out, so that the rule is not only compared with itself.
SIX_DOM = "3;1;3,1;1;3,1;1;3,1;1;3,1;1;3,1;1;1\n1;1;1,3;1;1,3;1;1,3;1;1,3;1;1,3;1;3\n"

#: Files with so many solutions in one piece that counting them takes seconds.
SLOW = {"permutation-8.txt"}

every_file = pytest.mark.parametrize("entry", INDEX, ids=[entry["file"] for entry in INDEX])


@pytest.fixture(scope="module")
def rules():
    spec = importlib.util.spec_from_file_location("make_families", FAMILIES)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def families(rules, capsysbinary):
    """Runs the script in this process: exit code, standard output, standard error."""

    def run(*arguments):
        try:
            code = rules.main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = stop.code
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return run


def test_index_and_folder_name_the_same_files():
    indexed = [entry["file"] for entry in INDEX]
    there = {path.name for path in INPUT.iterdir() if path.is_file()} - NOT_PUZZLES
    assert set(indexed) == there
    assert len(indexed) == len(set(indexed))


def test_readme_has_the_table_of_the_index():
    rows = [
        f"| `{e['file']}` | {e['title']} | {e['format']} | {e['rows']}×{e['columns']} "
        f"| {e['colours']} | {e['verdict']} | {e['count']:,} |"
        for e in INDEX
    ]
    text = (INPUT / "README.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("| `")] == rows


@every_file
def test_file_is_the_puzzle_of_its_entry(entry):
    parsed = load(INPUT / entry["file"])
    assert (parsed.format, parsed.warnings, len(parsed.puzzles)) == (entry["format"], [], 1)
    puzzle = parsed.puzzles[0]
    assert puzzle.shape == (entry["rows"], entry["columns"])
    assert len(puzzle.colours) - 1 == entry["colours"]
    assert puzzle.fingerprint() == entry["fingerprint"]
    assert puzzle.title in (None, entry["title"])
    assert all(puzzle.is_solved_by(goal) for goal in puzzle.goals)


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(e, id=e["file"], marks=[pytest.mark.slow] if e["file"] in SLOW else [])
        for e in INDEX
    ],
)
def test_verdict_and_count_are_those_of_the_entry(entry):
    puzzle = nc.read(INPUT / entry["file"])
    counted = nc.count(puzzle)
    assert (counted.at_least, counted.is_exact) == (entry["count"], True)
    assert nc.is_unique(puzzle).value == entry["verdict"]


@pytest.mark.parametrize("format", ["json", "non"])
def test_files_that_can_tell_author_and_licence_do(format):
    puzzles = [nc.read(INPUT / entry["file"]) for entry in INDEX if entry["format"] == format]
    assert {(p.author, p.licence) for p in puzzles} == {("The nonocsp authors", "CC0-1.0")}


def test_cat_has_an_absent_clue_and_unknown_lengths():
    puzzle = nc.read(INPUT / "cat.json")
    clues = [*puzzle.rows, *puzzle.columns]
    assert clues.count(None) == 1
    assert sum(block.length is None for clue in clues for block in clue or ()) == 26


def test_sunset_has_a_row_without_blocks():
    assert () in nc.read(INPUT / "sunset.ctu").rows


@pytest.mark.parametrize(
    ("name", "needs_search"),
    [
        ("owl.non", False),
        ("parrot.ctu", False),
        ("lighthouse.ctu", False),
        ("cat.json", False),
        ("withered-tulip.ctu", False),
        ("anchor.txt", True),
        ("tulip.ctu", True),
        ("n-dom-6.nin", True),
        ("n-dom-5-turned.txt", True),
    ],
)
def test_puzzle_is_decided_line_by_line_or_needs_search(name, needs_search):
    found = nc.solutions(nc.read(INPUT / name), engine="textbook")
    assert len(list(found)) < 2
    assert (found.stats.nodes > 0) is needs_search


@pytest.mark.parametrize("name", ["n-dom-5-turned.txt", "withered-tulip.ctu"])
def test_sums_of_an_unsolvable_puzzle_agree(name):
    assert nc.read(INPUT / name).problems() == ()


def test_sums_of_the_broken_heart_differ():
    problems = nc.read(INPUT / "broken-heart.nin").problems()
    assert [problem.kind for problem in problems] == ["sums_differ"]


@pytest.mark.parametrize(
    ("file", "arguments"),
    [
        ("permutation-5.txt", ["permutation", 5]),
        ("permutation-8.txt", ["permutation", 8]),
        ("checkerboard-4.txt", ["checkerboard", 4]),
        ("checkerboard-9.txt", ["checkerboard", 9]),
        ("confetti.ctu", ["confetti", 5, 4]),
        ("n-dom-6.nin", ["n-dom", 6, "--format", "nin"]),
        ("random-10x10.txt", ["random", 10, 10, "--density", 0.5, "--seed", 7]),
    ],
)
def test_file_of_a_family_is_what_the_script_prints(families, file, arguments):
    assert families(*arguments) == (0, (INPUT / file).read_text(encoding="utf-8"), "")


def test_families_is_a_script():
    command = [sys.executable, str(FAMILIES), "confetti", "5", "4"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (INPUT / "confetti.ctu").read_text(encoding="utf-8")


@pytest.mark.parametrize("n", range(1, 7))
def test_permutation_has_factorially_many_solutions(rules, n):
    assert nc.count(rules.permutation(n)).at_least == math.factorial(n)


@pytest.mark.parametrize("n", range(1, 11))
def test_checkerboard_has_two_solutions_if_even_and_one_if_odd(rules, n):
    assert nc.count(rules.checkerboard(n)).at_least == (1 if n % 2 else 2)


@pytest.mark.parametrize("n", range(1, 6))
def test_n_dom_is_unique(rules, n):
    puzzle = rules.n_dom(n)
    assert puzzle.shape == (2 * n + 1, 2 * n + 1)
    assert nc.is_unique(puzzle) is nc.Verdict.UNIQUE


def test_n_dom_follows_the_rule(rules):
    assert rules.n_dom(6) == parse(SIX_DOM).puzzles[0]


@pytest.mark.parametrize(("colours", "n"), [(1, 3), (2, 2), (3, 3), (7, 2)])
def test_confetti_multiplies_the_permutations_of_its_colours(rules, colours, n):
    assert nc.count(rules.confetti(colours, n)).at_least == math.factorial(n) ** colours


def test_random_is_the_same_for_the_same_seed_only(rules):
    def made(seed):
        return rules.random_picture(6, 9, 0.5, seed)

    assert made(7) == made(7) != made(8)
    assert made(7).shape == (6, 9)
    assert made(7).is_solved_by(made(7).goals[0])


@pytest.mark.parametrize(("density", "cells"), [(0, 0), (1, 12)])
def test_density_0_is_blank_and_density_1_is_full(rules, density, cells):
    assert sum(rules.random_picture(3, 4, density).goals[0].cells) == cells


@pytest.mark.parametrize("format", ["json", "non", "ctu", "nin", "two-line"])
def test_families_come_in_the_chosen_format(families, format):
    parsed = parse(families("random", 4, 5, "--seed", 1, "--format", format)[1])
    assert parsed.format == format
    assert parsed.puzzles[0].shape == (4, 5)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["unheard-of", 4],
        ["permutation"],
        ["permutation", 0],
        ["permutation", "²"],
        ["confetti", 8, 2],
        ["confetti", 2, 2, "--format", "two-line"],
        ["permutation", 3, "--format", "picture"],
        ["random", 4, 4, "--density", 1.5],
        ["random", 4, 4, "--density", "nan"],
    ],
)
def test_wrong_use_of_families_is_an_error_message(families, arguments):
    code, out, err = families(*arguments)
    assert (code, out) == (2, "")
    assert "error: " in err

from __future__ import annotations

import functools
import json
import math
import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

import nonocsp as nc
from nonocsp.apps.web.fog import fog_of
from nonocsp.core.space import solution_space
from nonocsp.files.formats import formats, parse
from nonocsp.people.explanation.rating import MEANINGS
from nonocsp.people.opening import load

INPUT = Path(__file__).parents[2] / "input"
FAMILIES = INPUT / "make_families.py"
INDEX = json.loads((INPUT / "index.json").read_text(encoding="utf-8"))
NOT_PUZZLES = {"README.md", "fog.json", "index.json"}
NOT_PUZZLES |= {"make_boards.py", "make_families.py", "make_index.py"}
NOT_PUZZLES |= {"collection.json", "collection_pictures.py", "make_collection.py"}

#: The 6-Dom puzzle written out, so that the rule is not only compared with itself.
SIX_DOM = "3;1;3,1;1;3,1;1;3,1;1;3,1;1;3,1;1;1\n1;1;1,3;1;1,3;1;1,3;1;1,3;1;1,3;1;3\n"

#: The member ``rating`` of an entry, out of a rating.
RATED = ("length_word", "minutes", "depth_word", "depth", "level")

every_file = pytest.mark.parametrize("entry", INDEX, ids=[entry["file"] for entry in INDEX])


def entries(**wanted):
    return [e for e in INDEX if all(e[key] == value for key, value in wanted.items())]


@functools.cache
def loaded(file):
    return load(INPUT / file)


def read(entry):
    return loaded(entry["file"]).puzzles[0]


def script(path):
    return SimpleNamespace(**runpy.run_path(path))


@pytest.fixture(scope="module")
def rules():
    return script(FAMILIES)


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
    folders = (INPUT, INPUT / "boards")
    files = {path for folder in folders for path in folder.iterdir() if path.is_file()}
    assert set(indexed) == {path.relative_to(INPUT).as_posix() for path in files} - NOT_PUZZLES
    assert len(indexed) == len(set(indexed))


def test_readme_has_the_tables_of_the_index():
    text = (INPUT / "README.md").read_text(encoding="utf-8")
    assert script(INPUT / "make_index.py").readme(text, INDEX) == text
    tables = text.partition("<!-- end of tables -->")[0]
    rows = [line.split("`")[1] for line in tables.splitlines() if line.startswith("| `")]
    assert rows == [entry["file"] for entry in INDEX]


@every_file
def test_file_is_the_puzzle_of_its_entry(entry):
    parsed = loaded(entry["file"])
    assert (parsed.format, len(parsed.puzzles)) == (entry["format"], 1)
    puzzle = parsed.puzzles[0]
    assert len(parsed.warnings) == len(puzzle.problems())
    board = puzzle.board
    sides = {} if board.kind == "custom" else {"sides": [*board.sizes]}
    assert entry["board"] == {"kind": board.kind, **sides}
    longest = max(len(board.cells(line)) for line in board.clued)
    assert (entry["cells"], entry["longest"]) == (board.size, longest)
    assert puzzle.block_colours == entry["colours"]
    assert puzzle.fingerprint() == entry["fingerprint"]
    assert puzzle.title in (None, entry["title"])
    assert all(puzzle.is_solved_by(goal) for goal in puzzle.goals)


@every_file
def test_file_is_attributed(entry):
    assert (entry["author"], entry["licence"]) == ("The nonocsp authors", "CC0-1.0")
    puzzle, carried = read(entry), formats()[entry["format"]].carries
    # Lines above a drawing are optional: these are examples of drawings without.
    if entry["kind"] != "family" and entry["format"] != "picture":
        assert puzzle.author == (entry["author"] if "author" in carried else None)
        assert puzzle.licence == (entry["licence"] if "licence" in carried else None)
    if entry["kind"] == "picture":
        assert bool(puzzle.goals) is ("goals" in carried)


@every_file
def test_verdict_and_count_are_those_of_the_entry(entry):
    puzzle = read(entry)
    assert isinstance(entry["count"], str) is (int(entry["count"]) > 2**53)
    assert solution_space(puzzle).count == int(entry["count"])
    assert nc.verdict(puzzle).value == entry["verdict"]


@pytest.mark.parametrize(
    "entry", [e for e in INDEX if int(e["count"]) <= 1100], ids=lambda entry: entry["file"]
)
def test_solutions_one_by_one_are_as_many(entry):
    puzzle = read(entry)
    found = list(nc.solutions(puzzle))
    assert len(set(found)) == len(found) == entry["count"]
    assert all(puzzle.is_solved_by(picture) for picture in found)


@pytest.mark.parametrize(
    ("stem", "count"),
    [
        ("blank-canvas", 2**64),
        ("white-noise", 4**400),
        # 29 blanks and 8 blocks of 31 cells, 7 of the blanks spoken for as gaps
        ("one-long-line", math.comb(60 - 31 - 7 + 8, 8)),
        ("starry-night", math.factorial(16)),
        ("rain", math.factorial(8) // 2**4),  # two drops a row
        ("fireflies", math.factorial(6)),
        ("confetti", math.factorial(4) ** 5),
    ],
)
def test_count_is_what_can_be_said_without_search(stem, count):
    (entry,) = [e for e in INDEX if Path(e["file"]).stem == stem]
    assert int(entry["count"]) == count


@every_file
def test_lines_alone_decide_where_the_entry_says_so(entry):
    puzzle = read(entry)
    options = nc.Options(strategy="textbook")
    found = nc.solutions(puzzle, options=options, limits=nc.Limits(nodes=1))
    decided = len(list(found)) < 2 and found.is_complete and not found.stats.nodes
    assert entry["by_lines"] == decided


def test_numbers_are_given_once():
    assert len({entry["number"] for entry in INDEX}) == len(INDEX)
    # They stand in addresses that people keep.
    known = {"heart.txt": 1, "parrot.ctu": 49, "die-two.non": 82, "rectangles-32x40.txt": 120}
    assert {entry["file"]: entry["number"] for entry in INDEX if entry["file"] in known} == known


def test_what_has_one_solution_is_rated():
    rated = {entry["file"] for entry in INDEX if "rating" in entry}
    assert rated == {entry["file"] for entry in entries(verdict="unique")}
    *words, hardest = MEANINGS
    found = {entry["rating"]["depth_word"] for entry in INDEX if "rating" in entry}
    assert found - {hardest} == set(words)
    for entry in entries(verdict="unique"):
        assert entry["rating"]["level"] != "lines" or entry["by_lines"]


@pytest.mark.parametrize(
    "file", ["heart.txt", "smile.txt", "tulip.ctu", "key.txt", "n-dom-6.nin", "balloon.non"]
)
def test_rating_is_that_of_the_entry(file):
    (entry,) = entries(file=file)
    found = nc.rate(read(entry)).to_dict()
    assert entry["rating"] == {key: found[key] for key in RATED}


def test_fog_is_that_of_the_clues():
    fogs = json.loads((INPUT / "fog.json").read_text(encoding="utf-8"))
    assert list(fogs) == [entry["file"] for entry in INDEX]
    for entry in INDEX[::7]:
        assert fogs[entry["file"]] == fog_of(read(entry)), entry["file"]


def test_kinds_are_what_they_say():
    verdicts = {"picture": "unique", "ambiguous": "multiple", "unsolvable": "none"}
    for kind, verdict in verdicts.items():
        assert {entry["verdict"] for entry in entries(kind=kind)} == {verdict}
    assert {entry["kind"] for entry in INDEX} == {*verdicts, "family"}
    assert all(entry["note"] for entry in INDEX if entry["kind"] != "picture")


def test_pictures_are_many_and_a_third_of_them_coloured():
    pictures = entries(kind="picture")
    assert len(pictures) >= 60
    assert sum(entry["colours"] > 1 for entry in pictures) >= len(pictures) / 3
    assert max(entry["colours"] for entry in pictures) <= 8
    longest = [entry["longest"] for entry in pictures]
    assert (min(longest), max(longest)) == (5, 60)


def test_every_format_that_is_read_and_written_has_a_file():
    both = {known.name for known in formats().values() if known.parse and known.dump}
    # Not every build of Pillow has these.
    assert {entry["format"] for entry in INDEX} >= both - {"webp", "avif"}


def test_cat_has_an_absent_clue_and_unknown_lengths():
    puzzle = nc.read(INPUT / "cat.json")
    clues = [*puzzle.rows, *puzzle.columns]
    assert clues.count(None) == 1
    assert sum(block.length is None for clue in clues for block in clue or ()) == 26


def test_sunset_has_a_row_without_blocks():
    assert () in nc.read(INPUT / "sunset.ctu").rows


#: How many colours of an unsolvable puzzle have sums that differ; in the others the sums agree.
SUMS = {"broken-heart": 1, "mistyped-umbrella": 1, "forged-crown": 2}


@pytest.mark.parametrize("entry", entries(kind="unsolvable"), ids=lambda entry: entry["file"])
def test_sums_of_an_unsolvable_puzzle(entry):
    problems = read(entry).problems()
    wanted = SUMS.get(Path(entry["file"]).stem, 0)
    assert [problem.kind for problem in problems] == ["sums_differ"] * wanted


@pytest.mark.parametrize(
    ("file", "arguments"),
    [
        ("permutation-5.txt", "permutation 5"),
        ("permutation-8.txt", "permutation 8"),
        ("checkerboard-4.txt", "checkerboard 4"),
        ("checkerboard-9.txt", "checkerboard 9"),
        ("confetti.ctu", "confetti 5 4"),
        ("n-dom-6.nin", "n-dom 6 --format nin"),
        ("random-10x10.txt", "random 10 10 --density 0.5 --seed 7"),
        ("random-12x12.ctu", "random 12 12 --density 0.6 --seed 5 --colours 3 --format ctu"),
        ("rectangles-32x40.txt", "rectangles 32 40"),
    ],
)
def test_file_of_a_family_is_what_the_script_prints(families, file, arguments):
    assert families(*arguments.split()) == (0, (INPUT / file).read_text(encoding="utf-8"), "")


def test_families_is_a_script(python):
    text = (INPUT / "confetti.ctu").read_text(encoding="utf-8")
    assert python(FAMILIES, "confetti", "5", "4", encoding="utf-8") == (0, text, "")


@pytest.mark.parametrize("n", range(1, 7))
def test_permutation_has_factorially_many_solutions(rules, n):
    assert nc.count(rules.families.permutation(n)).at_least == math.factorial(n)


@pytest.mark.parametrize("n", range(1, 11))
def test_checkerboard_has_two_solutions_if_even_and_one_if_odd(rules, n):
    assert nc.count(rules.families.checkerboard(n)).at_least == (1 if n % 2 else 2)


@pytest.mark.parametrize("n", range(1, 6))
def test_n_dom_is_unique(rules, n):
    puzzle = rules.families.n_dom(n)
    assert puzzle.shape == (2 * n + 1, 2 * n + 1)
    assert nc.is_unique(puzzle)


def test_n_dom_follows_the_rule(rules):
    assert rules.families.n_dom(6) == parse(SIX_DOM).puzzles[0]


@pytest.mark.parametrize(("colours", "n"), [(1, 3), (2, 2), (3, 3), (7, 2)])
def test_confetti_multiplies_the_permutations_of_its_colours(rules, colours, n):
    assert nc.count(rules.families.confetti(colours, n)).at_least == math.factorial(n) ** colours


def test_random_is_the_same_for_the_same_seed_only(rules):
    def made(seed):
        return rules.families.random_picture(6, 9, 0.5, seed)

    assert made(7) == made(7) != made(8)
    assert made(7).shape == (6, 9)
    assert made(7).is_solved_by(made(7).goals[0])


@pytest.mark.parametrize(("density", "cells"), [(0, 0), (1, 12)])
def test_density_0_is_blank_and_density_1_is_full(rules, density, cells):
    assert sum(rules.families.random_picture(3, 4, density).goals[0].cells) == cells


def test_coloured_random_uses_its_colours(rules):
    puzzle = rules.families.random_picture(9, 9, 0.8, 1, colours=7)
    assert puzzle.problems() == ()
    assert len(puzzle.colours) == 8
    assert puzzle.is_solved_by(puzzle.goals[0])


def test_rectangles_of_512_by_512_are_unique(rules):
    puzzle = rules.families.rectangles(512, 512)
    assert puzzle.shape == (512, 512)
    assert nc.is_unique(puzzle)
    assert nc.solve(puzzle).picture == puzzle.goals[0]
    assert puzzle.fingerprint() == "274bbd7018f63d10fc8efdb362924144"


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
        ["random", 4, 4, "--colours", 8],
        ["random", 4, 4, "--colours", 0],
        ["rectangles", 4],
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

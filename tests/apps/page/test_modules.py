"""The page's modules without elements: their own tests in Node, and what they share with Python."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess

import pytest
from modules import ROOT, answered

import nonocsp
from nonocsp.apps.player import Game
from nonocsp.apps.web.endpoints import respond
from nonocsp.apps.web.messages import MOST_CELLS, puzzle_out
from nonocsp.apps.web.photographs import MOST_LINES
from nonocsp.core.csp.problems import PROBLEMS
from nonocsp.core.model.clue import Block, clue_of, satisfies
from nonocsp.core.model.line import Line
from nonocsp.core.options.readers import check_readers


def test_the_tests_of_the_modules_pass():
    if shutil.which("node") is None:
        pytest.skip("NO TESTS OF THE PAGE'S MODULES: node is not installed")
    tests = sorted((ROOT / "tests" / "apps" / "page").glob("*.test.mjs"))
    done = subprocess.run(["node", "--test", *tests], capture_output=True, text=True)
    assert tests and done.returncode == 0, done.stdout


def test_what_the_page_watches_is_known_to_the_engines():
    """Options, problems and puzzles of the pairs of techniques that the page teaches with."""
    code = "({ TECHNIQUES, PROBLEMS, PAIRS }) => ({ TECHNIQUES, PROBLEMS, PAIRS })"
    named = answered("views/watch/techniques.js", code, None)
    for each in named["TECHNIQUES"].values():
        check_readers(nonocsp.Options(**each["options"]), each["engine"])
    assert named["PROBLEMS"] == list(PROBLEMS)
    for pair in named["PAIRS"]:
        assert set(pair["pair"]) <= named["TECHNIQUES"].keys()
        assert pair.get("problem", "sudoku") in PROBLEMS
        assert "file" not in pair or (ROOT / "input" / pair["file"]).exists()


def test_windows_change_at_the_listed_sizes_alone():
    style = ROOT / "nonocsp" / "apps" / "web" / "static" / "style"
    listed = (style / "base.css").read_text(encoding="utf-8").partition("*/")[0]
    sizes = {int(size) for size in re.findall(r"\b(\d\d)(?:rem|,| and)", listed)}
    found = set()
    for sheet in style.glob("*.css"):
        for query in re.findall(r"@media ([^{]*)", sheet.read_text(encoding="utf-8")):
            found |= {float(size) for size in re.findall(r"([\d.]+)rem", query)}
    assert {int(size) for size in found} == sizes


def test_the_page_greys_what_the_terminal_greys():
    """One definition in two languages."""
    chance = random.Random(5)
    lines = []
    for _ in range(300):
        colours = chance.choice([1, 1, 2])
        full = [chance.choice([0, 0, 1, 1, colours]) for _ in range(chance.randrange(1, 13))]
        clue = [
            [block.length if chance.random() < 0.9 else "?", block.colour]
            for block in clue_of(full)
        ]
        wrong = chance.random() < 0.1
        cells = [
            chance.randrange(colours + 1) if wrong else c if chance.random() < 0.6 else -1
            for c in full
        ]
        if chance.random() < 0.3:
            start, end = sorted(chance.randrange(len(clue) + 1) for _ in range(2))
            clue[start:end] = [["*", 0]]
        lines.append((colours, clue, cells))
    asked = "({ placedBlocks }, lines) => lines.map(([, clue, cells]) => placedBlocks(cells, clue))"
    found = answered("puzzle/lines.js", asked, lines)
    for (colours, clue, cells), placed in zip(lines, found, strict=True):
        palette = ["black", "red"][:colours]
        blocks = [(length, palette[colour - 1]) for length, colour in clue]
        if clue == [["*", 0]]:
            continue  # an absent clue, which the page has as null
        puzzle = nonocsp.Puzzle([blocks], [None] * len(cells), colours=palette)
        assert tuple(placed) == Game(puzzle, cells).placed(Line("row", 0)), (clue, cells)


def test_a_line_satisfies_its_clue_in_both_languages():
    chance = random.Random(6)
    lines = []
    for _ in range(600):
        colours = chance.choice([1, 1, 2])
        cells = [chance.choice([-1, 0, 0, 1, 1, colours]) for _ in range(chance.randrange(1, 9))]
        full = [max(c, 0) if chance.random() < 0.9 else chance.randrange(2) for c in cells]
        clue = [[b.length if chance.random() < 0.8 else "?", b.colour] for b in clue_of(full)]
        for _ in range(chance.randrange(4)):
            start, end = sorted(chance.randrange(len(clue) + 1) for _ in range(2))
            clue[start:end] = [["*", 0]]
        clue = [b for n, b in enumerate(clue) if not n or b != ["*", 0] or clue[n - 1] != b]
        lines.append((clue, cells))
    asked = "({ satisfies }, lines) => lines.map(([clue, cells]) => satisfies(cells, clue))"
    found = answered("puzzle/lines.js", asked, lines)
    assert {*found} == {True, False}
    for (clue, cells), fits in zip(lines, found, strict=True):
        blocks = tuple(Block(*block) for block in clue)
        assert satisfies([max(c, 0) for c in cells], blocks) == fits, (clue, cells)


def test_the_largest_puzzle_is_the_same_at_every_door():
    """For a link, for a file or a text that JavaScript or Python reads, and for photographs."""
    assert answered("puzzle/model.js", "({ MOST_CELLS }) => MOST_CELLS", None) == MOST_CELLS
    assert MOST_LINES**2 == MOST_CELLS

    def written(rows, columns):
        clues = ["rows", *["1"] * rows, "", "columns", *["1"] * columns]
        return "\n".join([f"width {columns}", f"height {rows}", "", *clues, ""])

    read = "({ readingOf }, texts) => texts.map((text) => readingOf({ text }) !== null)"
    square, larger = written(200, 200), written(201, 201)
    assert answered("answers/reading.js", read, [square, larger]) == [True, False]
    sound = (
        "({ sound }, puzzles) => puzzles.map((puzzle) => {"
        "try { sound(puzzle); return '' } catch (error) { return error.message } })"
    )
    puzzles = [puzzle_out(nonocsp.Puzzle([[]] * n, [[]] * n)) for n in (200, 201)]
    taken, refused = answered("puzzle/sound.js", sound, puzzles)
    assert (taken, refused) == ("", "the puzzle: expected at most 40000 cells, not 40401")
    for text in (larger, written(5000, 5000)):
        assert "at most 40000 cells" in respond("parse", {"text": text}, print)
    assert "puzzles" in json.loads(respond("parse", {"text": square}, print))["result"]


def test_qr_codes_are_those_of_another_program():
    """But for the mask, which each program chooses."""
    encoder = pytest.importorskip("reportlab.graphics.barcode.qrencoder")
    chance = random.Random(7)
    ends = [6, 17, 18, 78, 106, 107, 230, 231, 271, 858, 1273, 2809]  # of versions 1, 4 to 6, …
    letters = [chr(chance.randrange(97, 123)) for _ in range(max(ends))]
    texts = ["".join(letters[:length]) for length in (*ends, 40)]
    drawn = answered("page/qr.js", "({ cellsOf }, texts) => texts.map(cellsOf)", texts)
    for text, cells in zip(texts, drawn, strict=True):
        code = encoder.QRCode((len(cells) - 17) // 4, encoder.QRErrorCorrectLevel.L)
        code.addData(text)
        assert code.version == code.calculate_version()
        masks = []
        for mask in range(8):
            code.makeImpl(False, mask)
            masks.append([list(map(bool, row)) for row in code.modules])
        assert cells in masks, len(text)
    refused = "({ cellsOf }, t) => { try { cellsOf(t) } catch (error) { return error.message } }"
    assert answered("page/qr.js", refused, "x" * 2954) == "too long for a QR code"

"""PDF, and the command that writes files."""

from __future__ import annotations

import io
import re
import runpy
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import drawn
import pytest
from drawn import words_of

import nonocsp as nc
from nonocsp import render
from nonocsp.core.base.errors import OptionError
from nonocsp.files.formats import parse
from nonocsp.files.render.scene import layout_of

HEART = nc.read("input/heart.txt")
CORNER = nc.Puzzle([[2], [1]], [[1], [2]], title="Corner", author="A. N. Other")
SWITCH = "1;1\n1;1\n"
HOPELESS = "2;0\n2;0\n"


def pages_of(pdf):
    forms, pages = drawn.streams(pdf)
    assert forms == []
    return pages


def image_in(path):
    from PIL import Image

    return Image.open(io.BytesIO(path.read_bytes()))


def test_a_sheet_has_a_page_for_every_puzzle_and_their_solutions_at_the_end():
    pictures = [nc.solve(puzzle).picture for puzzle in (HEART, CORNER)]
    heart = ["2", "4", "4", "4", "2", "1", "1", "5", "5", "3", "1"]

    def words(**how):
        pages = pages_of(render.pdf([HEART, CORNER], solutions=pictures, **how))
        return [words_of(page) for page in pages]

    # Titles stand with the answers, and numbers lead to them; pages have numbers from the second.
    first, second, answers = words()
    assert Counter(first) == Counter(["1.", *heart])
    assert Counter(second) == Counter(["2.", "A. N. Other", *"1221", "2"])
    assert answers == ["1.", "2. Corner", "A. N. Other", "3"]
    assert "2. Corner" in words(titles="puzzles")[1]
    assert not any("Corner" in word for page in words(titles="none") for word in page)
    cover, first, *_ = words(title="A book", cover=True, notes=["5 to 10 minutes", ""])
    assert cover == ["A book", "2 nonograms", "2 rows and 2 columns to 5 rows and 5 columns"]
    assert first[:2] == ["5 to 10 minutes", "1."] and first[-1] == "2"
    assert words_of(pages_of(render.pdf(CORNER))[0])[:2] == ["Corner", "A. N. Other"]


@pytest.mark.parametrize(("shape", "per_page"), [((5, 5), 1), ((5, 5), 4), ((4, 30), 4)])
def test_boards_are_as_large_as_the_page_allows(shape, per_page):
    rows, columns = shape
    puzzle = nc.Puzzle([[columns]] * rows, [[rows]] * columns)
    pdf = render.pdf([puzzle] * per_page, per_page=per_page)
    (page,) = pages_of(pdf)
    wide, high = map(float, re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+)", pdf).groups())
    found = re.findall(r"q\n([\d.]+) 0 0 \1 ([\d.]+) ([\d.]+) cm", page)
    scales = {float(scale) for scale, _, _ in found}
    layout = layout_of(render.Drawing.of(puzzle))
    (scale,) = scales
    cell = scale * layout.cell
    assert len(found) == per_page and cell <= 40.1
    boards = [(float(x), float(y)) for _, x, y in found]
    # None lies on another; the paper around them does not count.
    trim = layout.margin - 2
    width, height = scale * (layout.width - 2 * trim), scale * (layout.height - 2 * trim)
    for at, (x, y) in enumerate(boards):
        x, y = x + scale * trim, y - scale * trim
        assert 0 <= x <= wide - width and height <= y <= high
        for u, v in boards[:at]:
            assert abs(x - u - scale * trim) >= width or abs(y - v + scale * trim) >= height
    if shape == (4, 30):  # one below the other, not two by two
        assert len({x for x, _ in boards}) == 1 and cell > 15


@pytest.mark.parametrize(
    ("number", "per_page", "pages"), [(1, 1, 1), (5, 2, 3), (5, 4, 2), (12, 12, 1)]
)
def test_several_puzzles_share_a_page(number, per_page, pages):
    pdf = render.pdf([HEART] * number, per_page=per_page, page="letter")
    assert len(pages_of(pdf)) == pages
    assert b"612 792" in pdf
    assert sum(page.count("(4) Tj") for page in pages_of(pdf)) == 3 * number


def test_the_same_puzzles_give_the_same_bytes():
    assert render.pdf(HEART) == render.pdf(HEART)


@pytest.mark.parametrize("shape", [(1, 1), (1, 60), (60, 1), (200, 200)])
def test_everything_is_on_the_paper(shape):
    rows, columns = shape
    puzzle = nc.Puzzle([[columns]] * rows, [[rows]] * columns)
    pdf = render.pdf(puzzle, tiled=False)
    (page,) = pages_of(pdf)
    assert "\nf\n" in page and "f*" not in page  # lines that cross leave no holes
    wide, high = map(float, re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+)", pdf).groups())
    assert (wide > high) == (columns > rows)  # a wide puzzle lies on its side
    scale, left, top = map(
        float, re.search(r"q\n([\d.]+) 0 0 \1 ([\d.]+) ([\d.]+) cm", page).groups()
    )
    for x, y, width, height in re.findall(r"([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re", page):
        assert 0 <= left + scale * float(x) <= left + scale * (float(x) + float(width)) <= wide
        assert 0 <= top + scale * float(y) <= top + scale * (float(y) + float(height)) <= high


@pytest.mark.parametrize(
    "keywords",
    [
        {"page": "a3"},
        {"per_page": 3},
        {"solutions": [nc.Picture(["#"])] * 2},
        {"notes": ["a", "b"]},
        {"titles": "above"},
        {"look": 1},
    ],
)
def test_a_sheet_that_cannot_be_is_refused(keywords):
    with pytest.raises(OptionError):
        render.pdf(HEART, **keywords)


@pytest.fixture
def run(command_line, tmp_path, monkeypatch):
    """Render a text in a folder of its own; gives exit code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def run(text, *arguments):
        (tmp_path / "puzzle").write_text(text)
        return command_line("render", "puzzle", *arguments)

    return run


TWO = "2;1\n1;2\n"


def test_without_a_file_it_prints_text(run):
    assert run(TWO) == (0, "  |1 2\n--+----\n2 |? ?\n1 |? ?\n--+----\n", "")
    assert run(TWO, "--solution", "--no-clues") == (0, "##\n_#\n", "")
    assert run(SWITCH, "--ambiguous", "--no-clues") == (0, "??\n??\n", "")


def test_every_suffix_is_written(run, tmp_path):
    pytest.importorskip("PIL")
    pytest.importorskip("reportlab")
    for suffix in ("svg", "png", "html", "txt", "pdf"):
        assert run(TWO, "--solution", "-o", f"out.{suffix}", "--cell", "20") == (0, "", "")
    ElementTree.fromstring((tmp_path / "out.svg").read_text())
    assert image_in(tmp_path / "out.png").format == "PNG"
    assert "<!DOCTYPE html>" in (tmp_path / "out.html").read_text()
    assert (tmp_path / "out.txt").read_text().startswith("  |1 2\n")
    assert len(pages_of((tmp_path / "out.pdf").read_bytes())) == 1
    for suffix in ("svg", "gif"):
        assert run(TWO, "--steps", "-o", f"steps.{suffix}", "--once", "--pace", "0.1") == (
            0,
            "",
            "",
        )
    assert "<animate " in (tmp_path / "steps.svg").read_text()
    assert image_in(tmp_path / "steps.gif").n_frames > 2


def test_a_solution_in_a_text_file_reads_back(run, tmp_path):
    run(TWO, "--solution", "--no-clues", "-o", "out.txt")
    goal = parse((tmp_path / "out.txt").read_text()).puzzles[0].goals[0]
    assert str(goal) == "##\n_#"


def test_the_look_is_chosen(run, tmp_path):
    run("2,2\nR,1\nG,1\nR,1\nG,1\n", "--solution", "--safe-colours", "--dark", "-o", "out.svg")
    svg = (tmp_path / "out.svg").read_text()
    assert Counter(word for word, _, _ in drawn.words(svg)) == {"R": 1, "G": 1, "1R": 2, "1G": 2}
    assert "#12161c" in svg and "#d1242f" not in svg


def test_differences_and_the_map_are_drawn(run, tmp_path):
    assert run(SWITCH, "--differences", "-o", "out.svg") == (0, "", "")
    paths = ElementTree.fromstring((tmp_path / "out.svg").read_text()).iter(f"{drawn.SVG}path")
    assert sum(path.get("d").count("L") for path in paths) == 2 * 2 * 4  # two triangles a cell
    code, out, err = run(TWO, "--ambiguous")
    assert code == 0 and "one solution" in err and "# #" in out


@pytest.mark.parametrize("what", ["--solution", "--ambiguous", "--differences"])
def test_no_solution_is_exit_code_one_and_nothing_is_written(run, tmp_path, what):
    code, out, err = run(HOPELESS, what, "-o", "out.png")
    assert (code, out) == (1, "") and "no solution" in err
    assert not (tmp_path / "out.png").exists()
    code, _, err = run(HOPELESS, "--steps", "-o", "out.svg")
    assert code == 1 and "no solution" in err and (tmp_path / "out.svg").exists()


def test_a_limit_is_exit_code_three(run, tmp_path):
    hard = ";".join(["1 1"] * 30) + "\n" + ";".join(["1 1"] * 30) + "\n"
    code, _, err = run(hard, "--ambiguous", "--nodes", "2000", "-o", "out.svg")
    assert code == 3 and "may be incomplete" in err and (tmp_path / "out.svg").exists()
    code, _, err = run(hard, "--steps", "--nodes", "3", "-o", "steps.svg")
    assert code == 3 and "steps drawn" in err and (tmp_path / "steps.svg").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("-o", "out.bmp"),
        ("-o", "out"),
        ("-o", "nowhere/out.png"),
        ("-o", "out.gif"),
        ("--steps",),
        ("--steps", "-o", "out.png"),
        ("--answers",),
        ("--ambiguous", "-o", "out.pdf"),
        ("--per-page", "5", "-o", "out.pdf"),
        ("--cell", "3", "-o", "out.svg"),
        ("--cell", "0", "-o", "out.svg"),
        ("--dark", "--light"),
        ("--solution", "--steps", "-o", "out.svg"),
        ("--pace", "1000", "--steps", "-o", "out.svg"),
    ],
)
def test_misuse_is_one_line_and_nothing_is_written(run, tmp_path, arguments):
    code, out, err = run(TWO, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("nonocsp: error: ") and err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["puzzle"]


def test_a_file_of_several_puzzles_becomes_one_sheet(run, tmp_path):
    pytest.importorskip("reportlab")
    two = "##\n_#\n\n#_\n_#\n"
    warning = "nonocsp: warning: puzzle 2 has several solutions; the answer is the first\n"
    assert run(two, "-o", "out.pdf", "--answers", "--per-page", "2") == (0, "", warning)
    pages = pages_of((tmp_path / "out.pdf").read_bytes())
    assert [words_of(page)[0] for page in pages] == ["1.", "1."]
    assert run(two, "-o", "out.pdf", "--puzzle", "2")[0] == 0
    assert len(pages_of((tmp_path / "out.pdf").read_bytes())) == 1


def test_a_booklet_can_be_ordered_by_minutes_and_says_them(run, tmp_path):
    pytest.importorskip("reportlab")
    # The second is quicker; the third has no unique solution, so that no minutes are known.
    three = "#.#.##\n#.##.#\n##.#.#\n\n##\n_#\n\n#_\n_#\n"
    words = ("--order", "minutes", "--show-minutes", "-o")
    assert run(three, *words, "out.pdf") == (0, "", "")
    pages = [words_of(page) for page in pages_of((tmp_path / "out.pdf").read_bytes())]
    minutes = ["up to 1 minute" in page or "1 to 2 minutes" in page for page in pages]
    assert minutes == [True, True, False] and len(pages[0]) < len(pages[1])
    warning = "nonocsp: warning: puzzle 3 has several solutions; the answer is the first\n"
    assert run(three, *words, "book.html", "--title", "T", "--answers") == (0, "", warning)
    page = (tmp_path / "book.html").read_text()
    assert "<title>T</title>" in page and page.count("minute") >= 2
    code, _, err = run(three, "--order", "minutes", "-o", "out.svg")
    assert code == 2 and "--order is for booklets: add -o and a file name that ends in" in err


def test_the_old_file_stays_when_drawing_fails(run, tmp_path, monkeypatch):
    (tmp_path / "out.png").write_bytes(b"old")

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(render, "png", fail)
    code, _, err = run(TWO, "-o", "out.png")
    assert code == 2 and "No space left" in err
    assert (tmp_path / "out.png").read_bytes() == b"old"


def test_colours_are_forced_and_forbidden(run, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "█" in run(TWO, "--solution")[1]
    assert "\x1b[" in run(TWO, "--light")[1]
    assert "\x1b[" not in run(TWO, "--light", "--color", "never")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run(TWO, "--light")[1]
    assert "\x1b[" in run(TWO, "--light", "--colour", "always")[1]


def test_a_gif_of_one_frame_is_a_gif():
    from PIL import Image

    assert Image.open(io.BytesIO(render.animated_gif([CORNER]))).n_frames == 1


def test_the_pictures_of_the_documentation_are_those_that_are_drawn():
    path = Path(__file__).parents[3] / "docs" / "pictures" / "draw.py"
    pictures = runpy.run_path(path)["PICTURES"]
    there = {file.stem: file.read_text(encoding="utf-8") for file in path.parent.glob("*.svg")}
    assert there == {name: function() for name, function in pictures.items()}

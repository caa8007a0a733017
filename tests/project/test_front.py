"""The README, the pages on installing and of pictures: what they say is computed here."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

import nonocsp as nc

ROOT = Path(__file__).parents[2]
BOOK = SimpleNamespace(**runpy.run_path(str(ROOT / "docs/facts.py")))
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
DRAW = runpy.run_path(str(ROOT / "docs/pictures/draw.py"))
#: What a reader sees outside blocks of code: no addresses of links.
SEEN = re.sub(r"\]\([^)]*\)", "]", BOOK.prose(TEXT))


def test_every_number_is_computed() -> None:
    head, puzzles, worst = _harvest()
    known = {
        f"{puzzles:,}",
        "0.05",
        f"{nc.count(nc.read(ROOT / 'input/fir-with-baubles.json')).at_least:,}",
        str(nc.count(DRAW["SHARES"]).at_least),
        str(BOOK.FACTS["checker.lines"]()),
        str(BOOK.FACTS["python"]()),
    }
    assert head == "kernel" and worst < 0.05
    assert {*re.findall(r"(?<![\w+-])\d(?:[\d.,]*\d)?", SEEN)} == known


def test_one_of_them_is_picked_at_random() -> None:
    assert "picks one at random" in SEEN
    puzzle = nc.read(ROOT / "input/fir-with-baubles.json")
    space = nc.solution_space(puzzle)
    one, other = (space.sample(1, seed=seed)[0] for seed in (1, 2))
    assert one != other and puzzle.is_solved_by(one)


def _harvest() -> tuple[str, int, float]:
    """The engine, the number of puzzles, all solved, and the most seconds, from the results."""
    row = re.search(
        r"^\| webpbn_harvest \| (\w+) \| (\d+)/\2 \|.*?\| ([\d.]+) ms \| 1 ", BOOK.results(), re.M
    )
    assert row is not None
    return row[1], int(row[2]), float(row[3]) / 1000


def test_the_compiler_is_the_one_that_is_asked_for() -> None:
    (standard,) = set(re.findall(r"C\+\+(\d\d)", SEEN))
    recipe = (ROOT / "nonocsp/core/kernel/CMakeLists.txt").read_text(encoding="utf-8")
    assert f"cxx_std_{standard}" in recipe


def test_it_is_read_in_seconds() -> None:
    assert BOOK.words(TEXT) <= 350
    assert "<!--" not in TEXT
    assert all(len(re.findall("[—–]", line)) < 2 for line in SEEN.splitlines())
    assert len(re.findall(r"!\[", TEXT)) == 3


def test_files_that_it_links_to_are_there() -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", TEXT)
    assert links and all((ROOT / link).exists() for link in links)


def test_the_extras_of_users_are_listed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs/install.md").read_text(encoding="utf-8").partition("## Extras")[2]
    rows = [row.split("|")[1] for row in page.splitlines() if row.startswith("| `")]
    listed = [name for row in rows for name in re.findall(r"`(.+?)`", row)]
    developers = {"test", "ci", "lint", "docs", "all"}
    assert sorted(listed) == sorted(project["optional-dependencies"].keys() - developers)


GALLERY = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")
DRAWN = re.findall(r"pictures/(\S+\.svg)\).*`(nonocsp .* -o \1)`", GALLERY)


def test_pictures_of_the_gallery_have_commands() -> None:
    assert len(DRAWN) > 8 and GALLERY.count("![") == GALLERY.count("`nonocsp ")


@pytest.mark.parametrize(("picture", "command"), DRAWN)
def test_commands_of_the_gallery_draw_its_pictures(
    picture: str, command: str, tmp_path: Path
) -> None:
    (tmp_path / "input").symlink_to(ROOT / "input")
    line = re.sub(r"\bnonocsp\b", f"'{sys.executable}' -m nonocsp", command)
    subprocess.run(line, shell=True, check=True, cwd=tmp_path, capture_output=True)
    assert (tmp_path / picture).read_bytes() == (ROOT / "docs/pictures" / picture).read_bytes()

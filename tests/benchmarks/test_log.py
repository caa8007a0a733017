"""The log of experiments, and what the pages say of it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOG = sorted((ROOT / "benchmarks/log").glob("2*.md"))


@pytest.mark.parametrize("path", LOG, ids=lambda path: path.stem)
def test_a_file_begins_with_command_commit_and_conclusion(path: Path) -> None:
    title, empty, *first = path.read_text(encoding="utf-8").splitlines()[:5]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-[a-z-]+", path.stem) and title.startswith("# ")
    assert empty == "" and [line.split(":")[0] for line in first] == [
        "- Command",
        "- Commit",
        "- Conclusion",
    ]


def test_conclusions_name_their_files() -> None:
    text = (ROOT / "docs/explanation/measured.md").read_text(encoding="utf-8")
    for section in text.split("\n## ")[1:]:
        named = {*re.findall(r"\b\d{4}-\d\d-\d\d-[a-z-]*[a-z]", section)}
        assert named and named <= {path.stem for path in LOG}


def test_the_readme_lists_the_experiments_and_the_public_sets() -> None:
    text = (ROOT / "benchmarks/README.md").read_text(encoding="utf-8")
    for path in (ROOT / "benchmarks/experiments").glob("[a-z]*.py"):
        assert f"`{path.stem}`" in text or "def main(" not in path.read_text(encoding="utf-8")
    for name in re.findall(
        r'^    "(\w+)": Source', (ROOT / "benchmarks/fetch.py").read_text(encoding="utf-8"), re.M
    ):
        assert f"`{name}`" in text

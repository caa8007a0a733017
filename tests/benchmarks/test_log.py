"""The log of experiments as data, and what the pages say of it."""

import re
from pathlib import Path

import pytest

from benchmarks import measurements
from benchmarks.measurements import LOG, heads, superseded

ROOT = Path(__file__).parents[2]

#: What a head may say, and what each says.
KNOWN = {"title", "date", "commit", "note", "machine", "load", "versions", "command", "conclusion"}
KNOWN |= {"supersedes", "values", "measured", "tables", "warning"}
NEEDED = {"title", "date", "command", "conclusion"}


@pytest.mark.parametrize("name", [path.stem for path in sorted(LOG.glob("2*.md"))])
def test_a_file_begins_with_its_head(name: str) -> None:
    head = heads()[name]
    assert NEEDED <= head.keys() <= KNOWN and name.startswith(f"{head['date']}-")
    values = head.get("values", {})
    said = [text for section in head.get("measured", {}).values() for text in section]
    assert {key for text in said for key in re.findall(r"{(.*?)}", text)} <= values.keys()
    assert "commit" in head or "note" in head


def test_what_is_superseded_is_older_and_there() -> None:
    for old, new in superseded().items():
        file, _, value = old.partition(".")
        assert file < new and (not value or value in heads()[file]["values"])


@pytest.fixture
def log(tmp_path, monkeypatch):
    """A log of two files, the second of which supersedes a value of the first."""
    said = '[measured]\nspeed = ["{fast} up", "{slow} down"]'
    for name, more in {
        "2026-01-01-old": f"[values]\nfast = 3\nslow = 4\n{said}",
        "2026-01-02-new": 'supersedes = ["2026-01-01-old.fast"]',
    }.items():
        text = f"# Title\n\n```toml\n{more}\n```\n\n| a | b | ± | c | ± |\n|--|--|--|--|--|\n"
        (tmp_path / f"{name}.md").write_text(
            text + "| x | 1 | 2 | 3 | 4 |\n| y | 5 | 6 | 7 | 8 |\n"
        )
    monkeypatch.setattr(measurements, "LOG", tmp_path)
    for each in (heads, superseded):
        each.cache_clear()
    yield tmp_path
    for each in (heads, superseded):
        each.cache_clear()


def test_superseded_values_are_named_and_left_out(log):
    quoted = "It is <!-- f:2026-01-01-old.{} -->3<!-- /f --> times as fast{}."
    dated = " (2026-01-01-old)"
    assert [*measurements.stale(quoted.format("slow", dated))] == []
    assert [*measurements.stale(quoted.format("fast", dated))] == [
        "2026-01-01-old.fast is superseded by 2026-01-02-new: quote that"
    ]
    (undated,) = measurements.stale(quoted.format("slow", ""))
    assert undated.endswith("without a date: name 2026-01-01-old beside it")
    assert measurements.measured("speed") == "- 4 down (2026-01-01-old)."
    assert measurements.measured("counting") == ""


def test_the_first_table_of_a_file_stands_below_its_topic(log):
    old = log / "2026-01-01-old.md"
    old.write_text(old.read_text().replace("[measured]", '[tables]\nspeed = "Each"\n[measured]'))
    heads.cache_clear()
    said, caption, table = measurements.measured("speed").split("\n\n", 2)
    assert (said, caption) == ("- 4 down (2026-01-01-old).", "Each (2026-01-01-old):")
    assert table.startswith("```{table}\n") and "| x | 1 | 2 | 3 | 4 |" in table


def test_a_table_keeps_the_columns_and_rows_of_the_page(log):
    text = "\n| a | b | c | ± |\n|--|--|--|--|\n| y | 0 | 0 | 0 |\n"
    filled = measurements.filled("2026-01-01-old", text)
    assert filled == "\n| a | b | c | ± |\n|--|--|--|--|\n| y | 5 | 7 | 8 |\n"
    with pytest.raises(ValueError, match="no table"):
        measurements.filled("2026-01-01-old", text.replace("| y", "| z"))

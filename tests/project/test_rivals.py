"""What the comparison says of others has a date, and is checked again for each release."""

import datetime
import hashlib
import re
from pathlib import Path

import nonocsp
from benchmarks import measurements

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/comparison.md").read_text(encoding="utf-8")
LIST = (ROOT / "benchmarks/rivals.md").read_text(encoding="utf-8")
((_, _, *ROWS),) = measurements.rows(LIST)
ENTRIES = [row[0] for row in ROWS]


def named() -> set[str]:
    """The programs that the page names: the linked ones, and the heads of its tables."""
    programs = PAGE[PAGE.index("## Programs") : PAGE.index("## Feature by feature")]
    found = {
        name
        for name, address in re.findall(r"\[([^]]+)\]\(([^)]+)\)", programs)
        if "://" in address
    }
    features, times = measurements.rows(PAGE)
    found |= {name.replace("<wbr>", "") for name in features[0][1:]}
    found |= {re.split(r"\*| \(| of | with ", row[0])[0] for row in times[2:]}
    return found - {"nonocsp"}


def test_every_rival_of_the_page_is_in_the_list_and_no_other() -> None:
    assert named() == {*ENTRIES}
    assert len(ENTRIES) == len({*ENTRIES})


def test_every_entry_has_a_day_and_a_way_to_look_again() -> None:
    for rival, seen, _, version, again, claim in ROWS:
        assert datetime.date.fromisoformat(seen), rival
        assert re.fullmatch(r"https?://\S+|`[a-z].+`", again), rival
        assert version and claim, rival


def test_a_cell_of_the_table_changes_with_its_entry_only() -> None:
    """Beside the day stands a digest of the column: who changes a cell has looked again."""
    features, _ = measurements.rows(PAGE)
    cells = {
        head.replace("<wbr>", ""): hashlib.sha256("|".join(column).encode()).hexdigest()[:6]
        for head, *column in zip(*(features[:1] + features[2:]), strict=True)
        if head not in ("", "nonocsp")
    }
    assert cells == {row[0]: row[2] for row in ROWS if row[2] != "–"}


def test_sentences_about_others_change_with_a_new_look_only() -> None:
    starts = ("## Programs", "## Feature by feature", "## What others do better", "## Speed")
    first, end, second, last = map(PAGE.index, starts)
    said = hashlib.sha256((PAGE[first:end] + PAGE[second:last]).encode()).hexdigest()[:6]
    assert re.findall(r"^Sentences: (\S+)$", LIST, re.M) == [said]


def test_the_list_was_checked_for_this_version() -> None:
    (checked,) = re.findall(r"^Checked for: (\S+)$", LIST, re.M)
    versions = [[*map(int, text.split("."))] for text in (nonocsp.__version__, checked)]
    assert versions == sorted(versions), "go through benchmarks/rivals.md before a release"


def test_the_files_of_the_log_that_the_list_names_are_current() -> None:
    for name in measurements.NAMED.findall(LIST):
        assert name in measurements.heads()
        assert name not in measurements.superseded()

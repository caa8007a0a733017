"""Formats of other distributions, found through entry points."""

from __future__ import annotations

import pytest

from nonocsp import Puzzle, formats, opening
from nonocsp.files.formats import FormatWarning, registry

MODULE = """
from nonocsp import Puzzle
from nonocsp.files.formats.format import Format, Parsed

def sniff(text):
    return "it begins with %bar" if text.startswith("%bar") else None

def parse(text):
    return Parsed([Puzzle([[1]], [[1]])])

def dump(puzzle):
    return "%bar\\n"

FORMAT = Format("bar", "one cell", (".bar",), sniff, parse, dump)
TAKEN = Format("json", "another json", (".json",), sniff, parse, dump)
NO_FORMAT = 7
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A function that installs a distribution with some entry points."""

    def install(**points):
        folder = tmp_path / "barcodes-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: barcodes\nVersion: 1.0\n")
        lines = "".join(f"{name} = {target}\n" for name, target in points.items())
        (folder / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\n{lines}")
        (tmp_path / "barcodes_of_nonograms.py").write_text(MODULE)
        monkeypatch.syspath_prepend(tmp_path)

    registry.foreign_formats.cache_clear()
    yield install
    registry.foreign_formats.cache_clear()


def test_a_format_of_another_distribution_is_read_guessed_and_written(installed, tmp_path):
    installed(bar="barcodes_of_nonograms:FORMAT")
    assert list(formats.foreign_formats()) == ["bar"]
    assert formats.guess("%bar").reason == "it begins with %bar"
    path = tmp_path / "p.bar"
    formats.write(Puzzle([[1]], [[1]]), path)
    assert path.read_text() == "%bar\n"
    assert opening.read(path) == Puzzle([[1]], [[1]])
    assert opening.read(path, format="bar") == Puzzle([[1]], [[1]])


def test_broken_ones_warn_and_stop_nothing(installed):
    installed(
        absent="no_such_module_anywhere:FORMAT",
        bar="barcodes_of_nonograms:FORMAT",
        nothing="barcodes_of_nonograms:MISSING",
        number="barcodes_of_nonograms:NO_FORMAT",
        taken="barcodes_of_nonograms:TAKEN",
    )
    with pytest.warns(FormatWarning) as caught:
        found = formats.foreign_formats()
    assert list(found) == ["bar"]
    messages = [str(warning.message) for warning in caught]
    assert [message.split(":")[0] for message in messages] == [
        f"format {name!r}" for name in ("absent", "nothing", "number", "taken")
    ]
    assert messages[2].endswith("expected a Format with a name of its own")
    assert formats.format_named("json").summary != "another json"


def test_formats_of_the_package_are_asked_first(installed):
    installed(absent="no_such_module_anywhere:FORMAT")
    # Other distributions are not searched while the package knows the format: no warning.
    assert formats.guess("1;0\n1").format.name == "two-line"
    with pytest.warns(FormatWarning):
        assert formats.guess("%bar").format.name == "loose"

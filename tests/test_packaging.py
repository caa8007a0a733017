"""What is written in several places about the package agrees."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_version_authors_and_licence_agree_wherever_they_are_cited():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    cited = dict(re.findall(r"^([a-z-]+): (\S.*)$", (ROOT / "CITATION.cff").read_text(), re.M))
    entry = (ROOT / "docs" / "index.md").read_text().partition("```bibtex")[2].partition("```")[0]
    fields = dict(re.findall(r"(\w+) += \{+(.*?)\}+,?$", entry, re.M))
    assert cited["version"] == fields["version"] == project["version"]
    assert cited["license"] == project["license"]
    assert cited["title"].strip('"') == fields["title"]
    (author,) = re.findall(r'- name: "(.*)"', (ROOT / "CITATION.cff").read_text())
    assert author == fields["author"] == project["authors"][0]["name"]
    assert fields["year"] in (ROOT / "LICENSE").read_text()

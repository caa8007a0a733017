"""What is written in several places about the package agrees."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from nonocsp.apps import cli
from nonocsp.kernel import interface

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


def test_a_missing_package_is_named_as_the_metadata_name_it(monkeypatch):
    """No extra: it could be named only in an index, or only in a checkout."""
    from importlib import metadata

    from nonocsp.common.optional import missing

    required = ["networkx>=3.0", 'starlette>=0.40; extra == "web"', "uvicorn >=0.30 ; extra=='web'"]
    monkeypatch.setattr(metadata, "requires", lambda name: required)
    assert missing("the page needs Starlette", "starlette", "uvicorn") == (
        'the page needs Starlette: python -m pip install "starlette>=0.40" "uvicorn >=0.30"'
    )

    def absent(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", absent)
    assert missing("a table needs pandas", "pandas").endswith("python -m pip install pandas")


def test_every_package_that_a_message_names_is_one_that_the_project_requires():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    required = {
        re.split(r"[^\w.-]", each)[0]
        for each in sum(project["optional-dependencies"].values(), project["dependencies"])
    }
    named = set()
    for path in (ROOT / "nonocsp").rglob("*.py"):
        text = path.read_text()
        assert not re.search(r"install '?\"?nonocsp\[", text), path
        for call in re.findall(r"\(missing\(f?\"[^\"]*\", (.*?)\)\)", text):
            named |= set(re.findall(r"[\w-]+", call))
    assert len(named) >= 10 and named <= required


def test_the_version_says_whether_the_kernel_is_there(monkeypatch, capsys):
    def printed(*words):
        with pytest.raises(SystemExit) as ended:
            cli.main(["--version", *words])
        out, err = capsys.readouterr()
        return ended.value.code, out + err

    if interface.UNAVAILABLE:
        pytest.skip("no kernel here")
    code, text = printed()
    assert code == 0 and re.fullmatch(r"nonocsp [\d.]+ with its kernel\n", text)
    first, kernel, python, *more = printed("--verbose")[1].splitlines()
    assert (
        first + "\n" == text
        and "_nonocsp_kernel" in kernel
        and sys.executable in python
        and len(more) == 3
    )
    monkeypatch.setattr(interface, "UNAVAILABLE", "it is not there")
    code, text = printed("--verbose")
    first, kernel, *_ = text.splitlines()
    assert re.fullmatch(r"nonocsp [\d.]+ without its kernel \(it is not there\); .*slow", first)
    assert kernel == "kernel: none"
    assert printed("--verbos") == (
        2,
        "nonocsp: error: unexpected argument '--verbos' after --version; see nonocsp --help\n",
    )

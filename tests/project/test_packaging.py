"""What is written in several places about the package agrees."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from nonocsp.core.kernel import interface

ROOT = Path(__file__).parents[2]


def test_version_authors_and_licence_agree_wherever_they_are_cited():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    cited = dict(re.findall(r"^([a-z-]+): (\S.*)$", (ROOT / "CITATION.cff").read_text(), re.M))
    assert cited["version"] == project["version"]
    assert cited["license"] == project["license"]
    (author,) = re.findall(r'- name: "(.*)"', (ROOT / "CITATION.cff").read_text())
    assert author == project["authors"][0]["name"]


def test_a_missing_package_is_named_as_the_metadata_name_it(monkeypatch):
    """No extra: it could be named only in an index, or only in a checkout."""
    from importlib import metadata

    from nonocsp.core.base.optional import missing

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


@pytest.mark.parametrize(
    ("text", "skipped"),
    [
        ("No module named 'PIL.Image'", True),
        ('pictures need Pillow: python -m pip install "pillow>=10.1"', True),
        ("No module named 'numpy'", False),  # it is installed, or in no extra
        ("a table needs pandas: python -m pip install pandas", False),
        ("expected 2 pillows", False),
    ],
)
def test_a_test_is_skipped_only_for_a_package_that_is_missing(
    text, skipped, pytestconfig, monkeypatch
):
    root = pytestconfig.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    monkeypatch.setattr(root, "ABSENT", {"PIL": "pillow"})
    kind = pytest.skip.Exception if skipped else ImportError
    with pytest.raises(kind, match=re.escape(text)), root.packages_present():
        raise ImportError(text)


# Installing; .ci/install does it, in every way.


def test_builds_of_one_checkout_share_no_folder():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["scikit-build"]
    assert "build-dir" not in settings
    advice = settings["messages"]["after-failure"]
    assert "pip install -v ." in advice and "-C wheel.cmake=false" in advice


@pytest.fixture
def configure(tmp_path):
    """Configure a build in one folder; gives the exit code and what CMake prints."""
    if shutil.which("cmake") is None:
        pytest.skip("there is no CMake")

    def configure(*definitions, compiler=""):
        # Makefiles need no program yet.
        words = [
            "cmake",
            "-S",
            ROOT / "nonocsp" / "core" / "kernel",
            "-B",
            tmp_path,
            "-G",
            "Unix Makefiles",
        ]
        words += [f"-DCMAKE_MAKE_PROGRAM={sys.executable}", *definitions]
        environment = {**os.environ, "CXX": compiler}
        done = subprocess.run(words, env=environment, capture_output=True, text=True)
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    return configure


#: No program is found.
HIDDEN = "-DCMAKE_IGNORE_PATH=" + ";".join([*os.get_exec_path(), "/usr/bin", "/bin"])
WITHOUT = "The package is installed without its kernel: there is no C++ compiler"


@pytest.mark.skipif(sys.platform != "linux", reason="folders of compilers as on Linux")
def test_only_where_no_compiler_is_found_there_is_no_kernel(configure, tmp_path):
    code, text = configure(HIDDEN)
    assert code == 0 and WITHOUT in text
    done = subprocess.run(["cmake", "--install", tmp_path], capture_output=True, text=True)
    assert WITHOUT in " ".join(done.stderr.split())  # once more at the end
    # scikit-build-core names the compiler that Python was built with, unless the user names one.
    assert configure(HIDDEN, "-DNONOCSP_CXX=", compiler="g++")[1].count(WITHOUT) == 1
    assert configure(HIDDEN, "-DNONOCSP_REQUIRED=ON")[0] != 0
    if shutil.which("c++"):  # what an earlier run did not find is looked for again
        assert WITHOUT not in configure("-DCMAKE_IGNORE_PATH=", "-DNONOCSP_REQUIRED=OFF")[1]


@pytest.mark.parametrize("compiler", ["/nowhere/c++", "no-such-compiler", "/bin/false"])
@pytest.mark.skipif(sys.platform != "linux", reason="folders of compilers as on Linux")
def test_a_named_compiler_that_does_not_work_is_an_error(configure, compiler):
    code, text = configure(f"-DNONOCSP_CXX={compiler}", compiler=compiler)
    assert code != 0
    assert compiler in text and WITHOUT not in text


def test_the_version_says_whether_the_kernel_is_there(monkeypatch, command_line):
    if interface.UNAVAILABLE:
        pytest.skip("no kernel here")
    code, text, _ = command_line("--version")
    assert code == 0 and re.fullmatch(r"nonocsp [\d.]+ with its kernel\n", text)
    monkeypatch.setattr(interface, "UNAVAILABLE", "it is not there")
    code, text, _ = command_line("--version")
    assert re.fullmatch(r"nonocsp [\d.]+ without its kernel \(it is not there\); .*slow\n", text)
    assert command_line("--version", "--verbose") == (
        2,
        "",
        "nonocsp: error: unexpected argument '--verbose' after --version; see nonocsp --help\n",
    )


def test_about_has_what_a_report_needs(monkeypatch, command_line, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("NONOCSP_PROGRESS", "off")
    monkeypatch.setattr(interface, "UNAVAILABLE", "it is not there")
    code, text, _ = command_line("about")
    first, *lines = text.splitlines()
    assert (code, first) == (0, command_line("--version")[1].strip())
    shown = dict(line.split(": ", 1) for line in lines)
    assert shown["kernel"] == "none" and shown["variables"] == "NONOCSP_PROGRESS=off"
    assert shown["Python"].endswith(sys.executable) and "networkx 3" in shown["packages"]
    assert f"state {tmp_path / 'nonocsp'}" in shown["folders"] and not [*tmp_path.iterdir()]
    monkeypatch.undo()
    found = json.loads(command_line("about", "--json")[1])
    assert found["packages"]["networkx"] and found["threads"] >= 1
    assert (found["kernel"] is None) == bool(interface.UNAVAILABLE)
    assert {"version", "commit", "compiler", "os", "cpu", "cores", "python"} <= found.keys()


def test_the_address_of_the_repository_stands_in_one_place_and_the_citation():
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]
    address = urls["Repository"]
    assert f"\nrepository-code: {address}\n" in (ROOT / "CITATION.cff").read_text()
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*/*.md"), *ROOT.glob(".github/**/*.*")]:
        text = path.read_text()
        assert address not in text and urls["Documentation"] not in text, path

"""The scripts of a release, in a repository of their own; and that workflows only call scripts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORKFLOWS = {path.name: path.read_text() for path in ROOT.glob(".github/workflows/*.yml")}

pytestmark = pytest.mark.skipif(
    not (ROOT / ".ci" / "release").exists() or shutil.which("git") is None,
    reason="no checkout, or no git",
)


@pytest.fixture
def work(tmp_path, monkeypatch):
    """A repository on main, with the files that a release changes, of this version and 0.0.9."""
    for name in list(os.environ):
        if name.startswith(("GIT_", "GITHUB_")):
            monkeypatch.delenv(name)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "somebody")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "somebody@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    (tmp_path / ".ci").mkdir()
    for name in ("release", "announce", "source"):
        shutil.copy(ROOT / ".ci" / name, tmp_path / ".ci")
    for name in ("pyproject.toml", "CITATION.cff", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    changes = "# Changelog\n\n## Unreleased\n\n## 0.2.0\n\n- More <!-- f:x -->2<!-- /f -->.\n\n"
    (tmp_path / "CHANGELOG.md").write_text(f"{changes}## 0.1.0 (2026-01-02)\n\nThe first.\n")
    monkeypatch.chdir(tmp_path)
    git("init", "--quiet", "--initial-branch=main")
    git("remote", "add", "origin", "git@github.com:Some-One/puzzles.git")
    commit()
    return tmp_path


def git(*words):
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout


def commit():
    git("add", "--all")
    git("commit", "--quiet", "--allow-empty", "-m", "work")


def release(*words):
    """Run the script; gives the exit code and what it prints."""
    command = [sys.executable, ".ci/release", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def edit(name, before, after):
    text = Path(name).read_text()
    assert before in text
    Path(name).write_text(text.replace(before, after))


def test_a_release_fills_in_version_date_and_address(work):
    assert release("--check", "0.2.0")[0] == 1
    code, text = release("0.2.0")
    assert code == 0 and "git push --atomic origin main v0.2.0" in text
    assert git("tag", "--points-at", "HEAD") == "v0.2.0\n"
    assert git("log", "-1", "--format=%s") == "Version 0.2.0\n" and not git("status", "--short")
    (date,) = re.findall(
        r"^## 0\.2\.0 \((\d{4}-\d\d-\d\d)\)$", Path("CHANGELOG.md").read_text(), re.M
    )
    assert "PyPI" in (readme := Path("README.md").read_text()) and "not on PyPI" not in readme
    cited = Path("CITATION.cff").read_text()
    assert f"\nversion: 0.2.0\ndate-released: {date}\n" in cited
    assert "\nrepository-code: https://github.com/Some-One/puzzles\n" in cited
    project = Path("pyproject.toml").read_text()
    assert '\nversion = "0.2.0"\n' in project and "nonocsp/nonocsp" not in project
    assert '\nDocumentation = "https://some-one.github.io/puzzles/"\n' in project
    assert '\nIssues = "https://github.com/Some-One/puzzles/issues"\n' in project
    assert release("--check", "0.2.0") == (0, "")
    # The next one: the date of a release that is cited is replaced.
    edit("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n## 0.3.0\n\n- Still more.\n")
    commit()
    assert release("0.3.0")[0] == 0
    assert Path("CITATION.cff").read_text().count("date-released") == 1


@pytest.mark.parametrize(
    ("version", "prepare", "why"),
    [
        ("0.2", lambda: None, "is not a version"),
        ("0.3.0", lambda: None, "has nothing under '## 0.3.0'"),
        ("0.1.0", lambda: None, "is not the newest version"),
        ("0.2.0", lambda: Path("new").touch(), "not committed"),
        ("0.2.0", lambda: git("switch", "--quiet", "-c", "other"), "the branch 'other'"),
        ("0.2.0", lambda: git("tag", "v0.2.0"), "the tag v0.2.0 exists"),
        ("0.2.0", lambda: git("remote", "remove", "origin"), "no address"),
        (
            "0.2.0",
            lambda: (edit("CHANGELOG.md", "Unreleased\n", "Unreleased\n\n- Left.\n"), commit()),
            "under '## Unreleased'",
        ),
    ],
)
def test_a_release_is_refused(work, version, prepare, why):
    prepare()
    head, tags, state = git("rev-parse", "HEAD"), git("tag"), git("status", "--short")
    code, text = release(version)
    assert code == 1 and text.startswith("release: ") and why in text
    assert (git("rev-parse", "HEAD"), git("tag"), git("status", "--short")) == (head, tags, state)


@pytest.mark.parametrize(
    ("name", "before", "after", "what"),
    [
        ("pyproject.toml", 'version = "0.2.0"', 'version = "0.2.1"', "version in pyproject.toml"),
        ("CITATION.cff", "version: 0.2.0", "version: 0.1.0", "version in CITATION.cff"),
        ("CITATION.cff", "date-released: ", "date-released: 1", "date-released in CITATION.cff"),
        ("CHANGELOG.md", "## 0.2.0 (", "## 0.2.0 on (", "no section '## 0.2.0 (DATE)'"),
        ("pyproject.toml", "puzzles", "riddles", "Repository in pyproject.toml"),
    ],
)
def test_a_check_names_what_does_not_agree(work, name, before, after, what):
    release("0.2.0")
    edit(name, before, after)
    code, text = release("--check", "0.2.0")
    assert code == 1 and what in text


def test_a_check_in_a_fork_finds_the_address_wrong(work, monkeypatch):
    release("0.2.0")
    monkeypatch.setenv("GITHUB_REPOSITORY", "other/puzzles")
    assert "repository-code in CITATION.cff" in release("--check", "0.2.0")[1]


@pytest.mark.skipif(sys.platform == "win32", reason="a program is a file with its mode")
def test_what_is_announced_is_the_section_of_the_changelog(work, monkeypatch):
    program = work / "programs" / "gh"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\ncat\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    (work / "dist").mkdir()
    (work / "dist" / "a.whl").touch()
    done = subprocess.run([".ci/announce", "v0.2.0", "dist"], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        *("release", "create", "v0.2.0", "--verify-tag", "--title", "nonocsp 0.2.0"),
        *("--notes-file", "-", "dist/a.whl", "- More 2."),
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="it is a script of bash")
def test_the_packaged_readme_has_no_relative_links(work, monkeypatch):
    shutil.copy(ROOT / "README.md", work)
    commit()
    release("0.2.0")
    kernel = work.parent / "kernel"
    kernel.mkdir()
    for name in ("kernel.js", "kernel.wasm"):
        (kernel / name).write_text(name)
    monkeypatch.setenv("NONOCSP_KERNEL", str(kernel))
    subprocess.run([".ci/source", "packaged"], check=True)
    assert (
        Path("packaged/nonocsp/core/kernel/browser/built/kernel.wasm").read_text() == "kernel.wasm"
    )
    text = Path("packaged/README.md").read_text()
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) == len(re.findall(r"\]\(", Path("README.md").read_text())) > 10
    assert all(link.startswith("https://") for link in links)
    for link in (
        "https://some-one.github.io/puzzles/how-to/play-and-draw.html",
        "https://raw.githubusercontent.com/Some-One/puzzles/v0.2.0/docs/pictures/photographed.svg",
        "https://github.com/Some-One/puzzles/blob/v0.2.0/LICENSE",
    ):
        assert link in links


# The workflows, and what they run.


def test_what_readme_says_of_the_tests_runs_in_an_environment_of_its_own():
    (command,) = re.findall(r"^The tests: `(.*)`\.$", (ROOT / "README.md").read_text(), re.M)
    script = (ROOT / ".ci" / "run").read_text()
    assert f"\nnewcomer() {{\n  fresh newcomer\n  {command}\n}}\n" in script


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_only_call_scripts_and_name_commits_of_actions(name):
    text = WORKFLOWS[name]
    for command in re.findall(r"\brun: (.+)", text):
        script = command.split()[0]
        assert os.access(ROOT / script, os.X_OK) and script.startswith(".ci/"), command
    for action in re.findall(r"\buses: (.+)", text):
        assert action.startswith("./.github/") or re.fullmatch(
            r"\S+@[0-9a-f]{40} # v[\d.]+", action
        )
    assert "\npermissions:\n  contents: read\n" in text and "\nconcurrency:\n" in text
    jobs = text.partition("\njobs:\n")[2]
    assert jobs.count("timeout-minutes: ") == jobs.count("runs-on: ")
    assert text.count("persist-credentials: false") == text.count("actions/checkout@")


def test_an_action_has_one_version():
    used = {action for text in WORKFLOWS.values() for action in re.findall(r"uses: (\S+)@", text)}
    commits = {each for text in WORKFLOWS.values() for each in re.findall(r"uses: (\S+@.*)", text)}
    assert len(used) == len(commits) > 4


def test_every_supported_python_is_tested_and_has_a_classifier():
    project = (ROOT / "pyproject.toml").read_text()
    (tested,) = re.findall(r"python: \[(.+)\]", WORKFLOWS["test.yml"])
    classified = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', project)
    assert re.findall(r"[\d.]+", tested) == classified
    assert f'requires-python = ">={classified[0]}"' in project

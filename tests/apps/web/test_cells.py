"""Cells of notebooks, as the browser runs them, and the notebooks of the page."""

from __future__ import annotations

import base64
import io
import re
import sys
import zipfile

import pytest

import nonocsp as nc
from nonocsp.apps.web import cells, notebooks


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Run a cell of a new notebook; gives whether it ended, and the parts of its output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    cells.begin(notebooks.for_page()["files"])

    def run(source, name="cell 1"):
        parts = []
        return cells.run(source, name, parts.append), parts

    return run


def test_cells_share_their_names_and_nothing_else_has_any(run):
    assert run("x = 6") == (True, [])
    assert run("x * 7") == (True, [{"text": "42\n"}])
    assert "x" not in globals() and run("sys")[0] is False


def test_output_comes_in_order_and_in_lines(run):
    source = "import sys\nprint('a', end='')\nprint('b')\nprint('c', file=sys.stderr)\n'd'"
    assert run(source) == (True, [{"text": "ab\n"}, {"text": "c\n"}, {"text": "'d'\n"}])
    assert run("print('x', end='')") == (True, [{"text": "x"}])
    assert run("") == run("None") == run("# nothing") == (True, [])


def test_long_output_is_cut(run):
    _, parts = run(f"print('x' * {cells.MOST + 1})\nprint('never')")
    (part,) = parts
    assert part["text"] == "x" * cells.MOST + "\n… the rest is not shown\n"


def test_what_draws_itself_is_drawn(run):
    run("import nonocsp as nc")
    (puzzle,) = run("nc.read('input/heart.txt')")[1]
    assert puzzle["html"].startswith("<svg")
    (tree,) = run("nc.watch(nc.Puzzle([[1]], [[1]]))")[1]
    assert tree["html"].startswith("<iframe")
    assert run("nc.Puzzle") == (True, [{"text": f"{nc.Puzzle!r}\n"}])  # a class, not a puzzle


def test_an_error_begins_in_the_cell_and_ends_only_it(run):
    done, (printed, error) = run("print(1)\ndef f():\n    return 1 / 0\nf()", "cell 7")
    assert not done and printed == {"text": "1\n"}
    assert error["error"].startswith('Traceback (most recent call last):\n  File "cell 7", line 4')
    assert "    return 1 / 0" in error["error"] and "cells.py" not in error["error"]
    _, (error,) = run("if 1 print(1)")
    assert (
        error["error"].startswith('  File "cell 1", line 1\n') and "SyntaxError" in error["error"]
    )
    assert run("raise SystemExit")[0] is run("def g(:")[0] is False
    assert run("f")[0] is True


def test_the_source_of_a_function_is_found(run):
    run("def f():\n    return 1\n", "cell 3")
    _, (found,) = run("from inspect import getsource\ngetsource(f)")
    assert found == {"text": repr("def f():\n    return 1\n") + "\n"}


def test_all_puzzles_of_the_library_can_be_read(run):
    archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(notebooks.for_page()["files"])))
    names = archive.namelist()
    for text in notebooks.FOLDER.glob("*.md"):
        assert set(re.findall(r'"(input/[^"]+)"', text.read_text())) <= set(names)
    assert len(names) > 100
    done, (count,) = run("import nonocsp as nc\nprint(nc.count(nc.read('input/confetti.ctu')))")
    assert done and count == {"text": "7962624\n"}


def test_a_notebook_is_split_into_text_and_code():
    text = "---\nkernel: x\n---\n\n# T\n\nOne.\n\n```python\na = 1\n```\n\n```python\na\n```\n"
    assert notebooks.split(text) == [
        ("markdown", "# T\n\nOne."),
        ("code", "a = 1"),
        ("code", "a"),
    ]
    for notebook in notebooks.for_page()["notebooks"]:
        codes = [cell["code"] for cell in notebook["cells"] if "code" in cell]
        assert len(set(codes)) == len(codes) > 3  # the page keeps changes by them
        html = "".join(cell.get("markdown", "") for cell in notebook["cells"])
        assert html.startswith(f"<h1>{notebook['title']}</h1>") and "style=" not in html
        assert "pip install" not in html and "{download}" not in html and ".md" not in html

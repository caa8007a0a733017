"""``nonocsp watch``: a page, a figure or a log of a search."""

import nonocsp as nc
from nonocsp.core.options.events import End, read_log

SWITCH = "1;1\n1;1\n"


def test_a_tree_as_text(command_line, tmp_path):
    path, out = tmp_path / "switch.txt", tmp_path / "tree.txt"
    path.write_text(SWITCH)
    code, text, err = command_line("watch", path)
    assert (code, err) == (0, "")
    assert text == nc.watch(nc.read(path)).to_text() == command_line("watch", path, "-o", "-")[1]
    beside = (path, "-n", "1", "--beside", "propagation=none")
    code, both, _ = command_line("watch", *beside)
    assert code == 0
    assert [line for line in both.splitlines() if line[:1] not in " "] == [
        "root",
        "ac3, mrv, lexicographic: 1 decision, 0 failures, 1 solution, stopped by solutions",
        "root",
        "none, mrv, lexicographic: 8 decisions, 3 failures, 1 solution, stopped by solutions",
    ]
    assert command_line("watch", *beside, "-o", out)[:2] == (0, "")
    assert out.read_text() == both


def test_exit_code_without_a_solution(command_line, tmp_path):
    path = tmp_path / "none.txt"
    path.write_text("2;\n1;\n")
    code, out, _ = command_line("watch", path)
    assert code == 1 and out.endswith("0 solutions\n")


def test_each_kind_of_file(command_line, tmp_path):
    path = tmp_path / "switch.txt"
    path.write_text(SWITCH)
    tree = nc.watch(nc.read(path))
    for suffix, text in (
        (".html", tree.to_html()),
        (".svg", tree.to_svg()),
        (".dot", tree.to_dot()),
    ):
        out = tmp_path / f"tree{suffix}"
        assert command_line("watch", path, "-o", out)[:2] == (0, "")
        assert out.read_text() == text
    out = tmp_path / "search.jsonl"
    assert command_line("watch", path, "-o", out, "--engine", "kernel")[0] == 0
    heard = []
    nc.watch(nc.read(path), engine="kernel", listen=heard.append)
    with out.open() as log:
        assert read_log(log) == heard
    assert heard[-1] == End()


def test_a_limit_keeps_the_tree_and_is_exit_code_three(command_line, tmp_path):
    path, out = tmp_path / "many.txt", tmp_path / "tree.svg"
    path.write_text(";".join(["1"] * 6) + "\n" + ";".join(["1"] * 6) + "\n")
    code, _, err = command_line("watch", path, "-o", out, "--nodes", "20")
    assert code == 3 and "the tree is not complete" in err and out.exists()


def test_bad_usage_is_one_line(command_line, tmp_path):
    path = tmp_path / "switch.txt"
    path.write_text(SWITCH)
    for arguments, message in (
        (["-o", tmp_path / "tree.png"], "expected a name in .html"),
        (["-o", tmp_path / "tree"], ".svg, .dot, .jsonl\n"),
        (
            ["-o", tmp_path / "x.svg", "--beside", "propagation=none"],
            ".html or .txt",
        ),
        (["--engine", "kernel", "--set", "strategy=textbook"], "report their events"),
        (["--step"], "--step needs a terminal as standard input"),
        (["--step", "-o", tmp_path / "x.svg"], "expected no output file"),
        (["--beside", "foo=3"], "unknown option 'foo'"),
    ):
        code, _, err = command_line("watch", path, *arguments)
        assert code == 2 and message in err and err.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["switch.txt"]

"""What holds for every command: names of options, several files, JSON, help, completion."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import nonocsp as nc
from nonocsp.apps import cli
from nonocsp.apps.cli.parser import inner_parsers, whole_parser
from nonocsp.apps.cli.synonyms import COMMANDS, OPTIONS
from nonocsp.files.formats import parse
from nonocsp.many.questions.registry import QUESTIONS

ROOT = Path(__file__).parents[3]
SWITCH = "1;1\n1;1\n"
HOPELESS = "2;0\n2;0\n"
DOT = "rows: 1\ncolumns: 1\n"
#: Commands about puzzles, which answer.
ANSWERING = (
    *("solve", "count", "sample", "check", "features"),
    *("hint", "explain", "rate", "diagnose"),
)
#: Commands whose examples wait for a person, or for compilers and the network.
INTERACTIVE = ("shell", "play", "serve", "build-page")


@pytest.fixture
def run(command_line, tmp_path, monkeypatch):
    """Run a command line in a folder of its own; gives exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    return command_line


@pytest.fixture
def files(tmp_path):
    for name, text in (("dot", DOT), ("hopeless", HOPELESS), ("switch", SWITCH)):
        (tmp_path / f"{name}.txt").write_text(text)
    return ["dot.txt", "hopeless.txt", "switch.txt"]


def parsers():
    (commands,) = (
        action
        for action in whole_parser(cli.COMMANDS)._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    return commands.choices


# Names.


def test_a_name_means_one_thing_in_all_commands():
    meanings = {}
    for name, parser in parsers().items():
        for action in parser._actions:
            for flag in action.option_strings if name not in ("bench", "serve") else ():
                meanings.setdefault(flag, set()).add((tuple(action.option_strings), action.metavar))
    assert {flag: found for flag, found in meanings.items() if len(found) > 1} == {}


def test_every_command_that_answers_has_the_common_options():
    for name in ANSWERING:
        flags = {flag for action in parsers()[name]._actions for flag in action.option_strings}
        assert {"-o", "--json", "--format", "--puzzle", "--seconds", "--stats", "--set"} <= flags


def test_every_argument_is_explained(run):
    for name, parser in (*parsers().items(), *inner_parsers(parsers()["bench"]).items()):
        for action in parser._actions:
            assert action.help or action.nargs == argparse.PARSER, (name, action.dest)
    listed = run("help", "questions")[1].splitlines()
    assert [line.split()[0] for line in listed] == [*QUESTIONS]


# The command that may be left out.


def test_a_file_alone_is_solved(run, files):
    assert run("dot.txt") == (0, "#\n", "")
    assert run("switch.txt", "-n", "1") == (0, "_#\n#_\n", "")
    assert run("-n", "1", "switch.txt") == (0, "_#\n#_\n", "")
    assert run("dot.txt", "dot.txt") == (0, "dot.txt:\n#\n\ndot.txt:\n#\n", "")
    code, out, err = run("missing.non")
    assert (code, out) == (2, "")
    assert "missing.non: cannot be opened" in err


# Several files.


def test_answers_of_several_files_bear_their_names(run, files):
    assert run("count", *files) == (1, "dot.txt: 1\nhopeless.txt: 0\nswitch.txt: 2\n", "")
    code, out, _ = run("check", *files)
    assert (code, out.splitlines()[:3]) == (
        1,
        ["dot.txt: unique", "hopeless.txt: none", "switch.txt: multiple"],
    )
    assert run("solve", *files) == (
        1,
        "dot.txt:\n#\n\nhopeless.txt:\nnull\n\nswitch.txt:\n_#\n#_\n\n#_\n_#\n",
        "",
    )


def test_options_may_stand_between_files(run, files):
    expected = run("count", *files)
    assert run("count", files[0], "--engine", "textbook", *files[1:]) == expected


def test_the_exit_code_is_the_worst_and_no_file_stops_the_others(run, files, tmp_path):
    (tmp_path / "bad.ctu").write_text("2,2\nR,1\nG,x\nR,1\nG,1\n")
    code, out, err = run("count", "dot.txt", "bad.ctu", "missing", "switch.txt")
    assert (code, out) == (2, "dot.txt: 1\nswitch.txt: 2\n")
    assert [line.partition(":")[0] for line in err.splitlines()] == ["nonocsp"] * 2
    assert "bad.ctu, line 3: expected the length" in err and "missing: cannot be opened" in err
    pairs = ";".join(["1 1"] * 30)
    (tmp_path / "pairs.txt").write_text(f"{pairs}\n{pairs}\n")
    code, out, err = run("count", "pairs.txt", "hopeless.txt", "dot.txt", "--nodes", "200")
    assert (code, out) == (3, "hopeless.txt: 0\ndot.txt: 1\n")
    assert err.startswith("nonocsp: pairs.txt: stopped: the limit on nodes was reached; between")


def test_folders_are_read_with_the_folders_in_them(run, files, tmp_path):
    inner = tmp_path / "folder" / "inner"
    inner.mkdir(parents=True)
    (inner / "b.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    (tmp_path / "folder" / "a.txt").write_text(SWITCH)
    (tmp_path / "folder" / "notes.doc").write_text("no puzzle")
    names = [str(Path("folder", "a.txt")), str(Path("folder", "inner", "b.non"))]
    assert run("count", "folder") == (0, f"{names[0]}: 2\n{names[1]}: 1\n", "")
    code, out, err = run("batch", "folder", "--question", "count", "--workers", "1")
    assert (code, err) == (0, "nonocsp: 2 answers: 2 satisfiable\n")
    counts = {(answer["name"], answer["count"]) for answer in map(json.loads, out.splitlines())}
    assert counts == {(names[0], "2"), (names[1], "1")}
    (tmp_path / "empty").mkdir()
    assert run("count", "empty")[0] == 2


def test_all_puzzles_of_a_file(run, tmp_path):
    (tmp_path / "two.txt").write_text(".#\n\n#.\n#.\n")
    assert run("count", "two.txt", "--puzzle", "all") == (0, "two.txt#1: 1\ntwo.txt#2: 1\n", "")
    assert run("solve", "two.txt", "--puzzle", "2") == (0, "#_\n#_\n", "")
    assert run("convert", "two.txt", "two.txt", "--to", "picture")[1].count("\n\n") == 3


def test_an_input_is_never_replaced(run, files, tmp_path):
    before = {path: path.read_text() for path in tmp_path.iterdir()}
    (tmp_path / "link.json").symlink_to(tmp_path / "dot.txt")
    for words in (
        ("solve", *files, "-o", "hopeless.txt"),
        ("convert", "dot.txt", "-o", "dot.txt", "--to", "json"),
        ("convert", "dot.txt", "-o", "link.json"),
        ("convert", ".", "-o", "dot.txt", "--to", "json"),
        ("render", "dot.txt", "-o", "./dot.txt"),
        ("batch", "dot.txt", "-o", "dot.txt"),
    ):
        code, out, err = run(*words)
        assert (code, out) == (2, "")
        assert "is an input; choose another name for the output" in err
    assert {path: path.read_text() for path in before} == before


def test_output_holds_the_answers_of_all_files(run, files, tmp_path):
    for command in ("count", "check", "solve", "rate"):
        expected = run(command, *files)
        assert run(command, *files, "-o", "out")[:2] == (expected[0], "")
        assert (tmp_path / "out").read_text() == expected[1]
    assert run("count", *files, "-o", "-") == run("count", *files)


# Readings that are not sure.

#: What a command needs beside a puzzle; those that read none, or one with a picture, are left out.
READING = {"convert": ["--to", "ctu"], "verify": ["proof"], "grade": ["answer"]}


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, parser in parsers().items()
        if "--sure" in parser._option_string_actions
        and name not in ("play", "repair", "build-page")
    ],
)
def test_what_rests_on_an_uncertain_reading_is_not_proven(name, run, tmp_path):
    """In the file row 1 is 1, or else 2, one nat dearer; and column 2 has nothing, or else 1."""
    (tmp_path / "sure").write_text("1\n\n1\n0\n")
    (tmp_path / "doubt").write_text("1|2\n\n1\n0|1\n")
    (tmp_path / "answer").write_text("#_\n")
    assert run("check", "sure", "--proof", "proof")[0] == 0
    more = READING.get(name, [])
    assert run(name, "sure", *more, "--sure")[0] == 0
    code, out, err = run(name, "doubt", *more)
    assert (code, bool(out)) == (3, True)
    assert "doubt: not sure: 1 other reading is nearly as good\n" in err
    code, out, err = run(name, "doubt", *more, "--sure")
    assert code == 2
    assert "doubt: --sure: the reading is not sure\n" in err
    assert not out or name == "batch"  # where an error is an answer


def test_a_set_with_an_uncertain_reading_is_not_proven(run, tmp_path):
    (tmp_path / "sure.txt").write_text("1\n\n1\n0\n")
    assert run("audit", "sure.txt")[0] == 0
    (tmp_path / "doubt.txt").write_text("1|2\n\n1\n0|1\n")
    code, _, err = run("audit", "doubt.txt")
    assert code == 3 and "not sure" in err


# JSON.


@pytest.mark.parametrize("command", ANSWERING)
def test_json_is_one_object_a_line_for_each_puzzle(run, files, command):
    code, out, _ = run(command, *files, "missing", "--json")
    assert code == 2
    found = [json.loads(line) for line in out.splitlines()]
    assert [each["name"] for each in found] == [*files, "missing"]
    assert {each["question"] for each in found} == {command}
    # Where nothing stopped it, the status is known or not asked for.
    assert "unknown" not in {each.get("status") for each in found[:3]}
    assert command in ("hint", "features") or all("status" in each for each in found)
    assert [each["index"] for each in found] == [0, 1, 2, 3]
    assert "cannot be opened" in found[3]["error"]
    for file, each in zip(files, found, strict=False):
        assert each["fingerprint"] == nc.read(file).fingerprint()
        assert "stats" in each or command in ("rate", "explain", "hint", "features"), each


def test_json_of_solutions_is_what_the_text_shows(run, files):
    _, text, _ = run("solve", "switch.txt")
    (line,) = run("solve", "switch.txt", "--json")[1].splitlines()
    assert ["\n".join(rows) for rows in json.loads(line)["pictures"]] == text.strip().split("\n\n")
    found = json.loads(run("solve", "hopeless.txt", "--json")[1])
    assert (found["status"], found["pictures"]) == ("unsatisfiable", [])
    found = json.loads(run("solve", "switch.txt", "--json", "-n", "1")[1])
    assert (found["stopped_by"], len(found["pictures"])) == ("solutions", 1)
    found = json.loads(run("solve", "switch.txt", "--json", "--from", "1")[1])
    assert (found["count"], found["pictures"]) == ("2", [["#_", "_#"]])
    assert found["stats"] and found["question"] == "solve"
    found = json.loads(run("count", "switch.txt", "--json", "--by-component")[1])
    assert (found["question"], found["status"]) == ("count", "satisfiable")


def test_json_of_an_answer_that_a_limit_stopped(run, tmp_path):
    pairs = ";".join(["1 1"] * 30)
    (tmp_path / "pairs.txt").write_text(f"{pairs}\n{pairs}\n")
    for command in ("count", "sample", "solve"):
        code, out, _ = run(command, "pairs.txt", "--json", "--nodes", "300")
        found = json.loads(out)
        assert code == 3
        assert found["stopped_by"] == "nodes"
        assert found["stats"]["nodes"] <= 300


def test_json_of_formats_lists_all(run):
    found = [json.loads(line) for line in run("formats", "--json")[1].splitlines()]
    assert [each["format"] for each in found] == list(nc.formats.formats())
    assert all(each["summary"] for each in found)
    code, out, _ = run("formats", "non", "pdf")
    assert code == 0
    assert re.findall("format +(.*)", out) == ["non", "pdf"]


# Help.


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_help_of_a_command_ends_with_its_examples(capsys, name):
    helps = []
    for words in (["help", name], [name, "--help"]):
        with pytest.raises(SystemExit) as ended:
            cli.main(words)
        assert ended.value.code == 0
        helps.append(capsys.readouterr().out)
    assert helps[0] == helps[1]
    examples = cli.COMMANDS[name].examples
    assert len(examples) >= 2
    assert helps[0].endswith("examples:\n  " + "\n  ".join(examples) + "\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", cli.COMMANDS)
def test_the_examples_of_a_command_run(name, tmp_path):
    for path in ROOT.iterdir():
        if not path.name.startswith("."):
            (tmp_path / path.name).symlink_to(path)
    folder = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    environment["PYTHONPATH"] = str(ROOT)
    for example in cli.COMMANDS[name].examples:
        words = shlex.split(example)
        assert f"nonocsp {name}" in example
        if name in INTERACTIVE:
            parsers()[name].parse_args(words[2:])
            continue
        command = re.sub(r"\bnonocsp (?=[a-z])", f"{sys.executable} -m nonocsp ", example)
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=120,
        )
        assert done.returncode in (0, 1), (example, done.stderr)  # 1: there is no solution
        assert "error" not in done.stderr, example


def test_help_fits_one_screen_a_command_a_line(command_line, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for words in (["help"], ["--help"]):
        shown = command_line(*words)[1].splitlines()
        assert len(shown) <= 48 and max(map(len, shown)) < 80
        assert [line.split()[0] for line in shown if line[:2] == "  "] == [*cli.COMMANDS]


def test_what_is_common_is_described_once(command_line, monkeypatch):
    """And everything is described: in the help of the command, or where that says."""
    monkeypatch.setenv("COLUMNS", "80")
    search = command_line("help", "search")[1]
    bench = command_line("help", "bench", "run")[1]
    for name, parser in parsers().items():
        shown = command_line("help", name)[1]
        assert shown.count("\n") <= (65 if name in ("bench", "generate", "render") else 55), name
        for action in parser._actions:
            flag = max(action.option_strings, key=len, default="")
            if action.help == argparse.SUPPRESS or not flag:
                continue
            described = [
                text for text in (shown, search, bench) if re.search(_described(flag), text)
            ]
            assert described, (name, flag)
            hidden = {each.dest for group in parser.hidden for each in group._group_actions}
            assert (shown not in described) == (action.dest in hidden), (name, flag)
    assert re.findall(r"(?m)^  (--[a-z]+)", search) == [
        *("--engine", "--set", "--threads", "--plugin"),
        *("--seconds", "--nodes", "--memory", "--placements", "--stats", "--log"),
    ]


def _described(flag: str) -> str:
    return rf"(?m)^  (-\w, )?{flag}( |$)"


def test_what_a_command_does_not_need_is_not_shown(command_line):
    for name in ("convert", "render", "repair"):
        shown = command_line(name, "--help")[1]
        assert "--placements" not in shown and "nonocsp help search" in shown
        assert command_line(name, "--placements", "0")[2].startswith("nonocsp: error: argument")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(run, shell):
    pytest.importorskip("shtab")
    code, out, err = run("completion", shell)
    assert (code, err) == (0, "")
    assert all(word in out for word in ("by-component", "olsak", "textbook", "probing="))
    assert all(word in out for word in ("placements", "threads", "tuning"))


def test_bash_completes_commands_options_and_values(run, tmp_path):
    pytest.importorskip("shtab")
    (tmp_path / "script").write_text(run("completion", "bash")[1])
    (tmp_path / "table.txt").touch()
    (tmp_path / "folder").mkdir()
    for line, expected in (
        ("nonocsp che", ["check"]),
        ("nonocsp marg", ["marginals"]),
        ("nonocsp solutions --sta", ["--start", "--stats"]),
        ("nonocsp help dia", ["diagnose"]),
        ("nonocsp count --by", ["--by-component"]),
        ("nonocsp solve --engine t", ["textbook"]),
        ("nonocsp convert --to ol", ["olsak"]),
        ("nonocsp generate --depth sh", ["shallow"]),
        (
            "nonocsp solve --set prob",
            [
                "probing=on",
                "probing=off",
                "probe_lead=",
                "probe_gain=",
            ],
        ),
        ("nonocsp solve --set ordering = i", ["in_order", "impact"]),  # as bash splits it
        ("nonocsp solve --set lucky =", ["on", "off"]),
        ("nonocsp count ta", ["table.txt"]),
        ("nonocsp count table.txt -o ta", ["table.txt"]),
        ("nonocsp verify table.txt ta", ["table.txt"]),
        ("nonocsp grade table.txt ta", ["table.txt"]),
        ("nonocsp bench --plugin ta", ["table.txt"]),
        ("nonocsp bench paper --data fol", ["folder"]),
        ("nonocsp bench report ta", ["table.txt"]),
        ("nonocsp bench run -o ta", ["table.txt"]),
        ("nonocsp bench scenario x.jsonl -o fol", ["folder"]),
        ("nonocsp build-page fol", ["folder"]),
        ("nonocsp solve --set lucky = on --set values = p", ["promise"]),
    ):
        words = line.split()
        asked = (
            f"source ./script; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; "
            f"compopt() {{ :; }}; _nonocsp_whole_words; echo ${{COMPREPLY[@]}}"
        )
        done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, cwd=tmp_path)
        assert done.stdout.split() == expected, (line, done.stderr)


def test_completion_without_shtab_says_what_to_install(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    code, out, err = run("completion", "bash")
    assert (code, out) == (2, "")
    assert "completion needs shtab: python -m pip install" in err


# Bad command lines: each is one line on standard error, exit code 2 and no traceback. Of some the
# message is here, too: it names what was expected, or where other words lead.

BAD = r"""
dance => unknown command 'dance'; there is no such file either; see nonocsp --help
marginls switch.txt => unknown command 'marginls'; did you mean 'marginals'?
batch dot.txt --question x --argument y=1 => unknown question 'x'; available: solve, count
batch dot.txt --question count --argument y=1 => of the question count 'y'; available: none
batch dot.txt --question why --argument row=x => row must be a whole number of at least 0 or None
batch dot.txt --question check --argument differ => unknown value of differ ''; available: on, off
chekc switch.txt => unknown command 'chekc'; did you mean 'check'? See nonocsp --help
--verison => unknown option '--verison'; did you mean '--version'? See nonocsp --help
-x
-n 3
solve --numbr 3 switch.txt => unknown option '--numbr'; did you mean '--number'? See
solve -n
solve -n 0 switch.txt => argument -n/--number: expected a whole number of at least 1, not '0'
solve -n -1 switch.txt => expected a whole number of at least 1, not '-1'
solve -n 99999999999999999999 switch.txt
solve --seconds nan switch.txt => expected a positive number, not 'nan'
solve --seconds 1e99 switch.txt
solve --nodes 1.5 switch.txt
solve --memory 0 switch.txt
solve --engine kernl switch.txt => unknown engine 'kernl'; did you mean 'kernel'?
solve --engine warp => unknown engine 'warp'; available: kernel, textbook
solve --engine '' switch.txt
solve --set probng=off switch.txt => unknown option 'probng'; did you mean 'probing'?
solve --set probing switch.txt
solve --set = switch.txt
solve --set restart_unit=0 switch.txt
solve --format nonn switch.txt
solve --format svg switch.txt
solve missing --format sudoku => missing: cannot be opened
solve missing => missing: cannot be opened: No such file or directory
solve '' => expected the name of a file, not an empty text
solve empty
solve switch.txt -o empty
solve switch.txt -o no/such/folder/x
solve switch.txt -o ''
solve switch.txt --from 7
solve switch.txt --puzzle 3
solve switch.txt --puzzle every
solve --json=yes switch.txt
sample -n 0 switch.txt
sample --seed -4 switch.txt
check --s 3 switch.txt
hint switch.txt --grid missing
hint switch.txt --grid switch.txt
explain --max 3 switch.txt
explain --html --output x switch.txt -n 0
explain switch.txt --why 3
explain switch.txt --why 0,1
explain switch.txt --why 9,9
explain switch.txt --why 1,1 --html
explain switch.txt --why 1,1 -n 2
repair switch.txt
repair -n 0 switch.txt
repair switch.txt -o x.bmp
convert switch.txt => expected an output file or a format: -o FILE or --to F
convert switch.txt out.json
convert switch.txt -o out.xyz
convert switch.txt -o out
convert switch.txt --to jsn
convert switch.txt --to picture
convert switch.txt --to loose
formats jsn
render switch.txt -o x.bmp
render switch.txt --steps
render switch.txt --solution --steps
render switch.txt --cell 0
render switch.txt dot.txt -o x.png
render switch.txt -o x.gif
render switch.txt --answers
render switch.txt --page a5 -o x.pdf
generate
generate five
generate 0
generate 5x
generate 5 5 5
generate -5
generate 5x5 --density 2
generate 5x5 --texture strips
generate 5x5 --depth shalow
generate 5x5 --colors 0
generate 5x5 -o x.xyz
generate 5x5 --preview x.png
generate 5x5 --json --to non
generate --image missing.png
generate 100000x100000
batch
batch switch.txt --retry => --retry needs the file of answers: add -o FILE
batch switch.txt -o empty
batch switch.txt --question chekc
batch switch.txt --workers 0 => expected a whole number of at least 1
batch x -o y --workers 1 --dask z => not allowed with argument
batch x -o missing/y => there is no folder
batch x -o . => expected a file name for the output
bench dance => unknown command 'dance'; available: run, merge, report
bench run --puzzles nosuch
bench report missing.jsonl
play => expected a file, as standard input is the keyboard
play missing.txt
play a b => unexpected argument 'b'; see nonocsp play --help
serve --port 99999
serve extra
help chekc => unknown command 'chekc'; did you mean 'check'?
help a b
completion
completion cmd => unknown shell 'cmd'; available: bash, zsh, fish, tcsh; see
'' => expected the name of a file, not an empty text
check '' => expected the name of a file, not an empty text
render '' => expected the name of a file, not an empty text
audit '' => expected the name of a file, not an empty text
'2,2\nR,1\nG,1\nR,1\nG,1\n' => expected the name of a file, not a puzzle; pipe it into the command
'1;1\n1;1\n' => expected the name of a file, not a puzzle; pipe it into the command
'4;1;3;1;3,1' => expected the name of a file, not a puzzle; pipe it into the command
'{"rows": [[1]]}' => expected the name of a file, not a puzzle; pipe it into the command
count '1;1\n1;1\n' => expected the name of a file, not a puzzle; pipe it into the command
audit '1;1\n1;1\n' => expected the name of a file, not a puzzle; pipe it into the command
render '1;1\n1;1\n' => expected the name of a file, not a puzzle; pipe it into the command
check '#_#' => expected the name of a file, not a puzzle; pipe it into the command
check '._#' => expected the name of a file, not a puzzle; pipe it into the command
check '5x5:1/2' => expected the name of a file, not a puzzle; pipe it into the command
check '3:1/1/1/1/1/1,aAh' => expected the name of a file, not a puzzle; pipe it into the command
check RrWP7s777yXX => RrWP7s777yXX: neither a file nor a whole code of a puzzle
check Robert.non => Robert.non: cannot be opened
https://www.davidje13.com/Nonogram/ => expected #rules=CODE or #image=CODE in an
https://davidje13.github.io/Nonogram/ => expected #rules=CODE or #image=CODE in an
check https://www.davidje13.com/Nonogram/ => expected #rules=CODE or #image=CODE in an
check https://davidje13.github.io/Nonogram/ => expected #rules=CODE or #image=CODE in an
draw x => unknown command 'draw'; did you mean 'render'? See
print => did you mean 'render'?
export => did you mean 'convert'?
benchmarks => did you mean 'bench'?
tree => did you mean 'watch'?
editor => did you mean 'shell' or 'serve'?
notebook => did you mean 'serve'?
probe => did you mean 'solve --set probing=on'?
image => did you mean 'render' or 'generate --image FILE'?
img => did you mean 'render' or 'generate --image FILE'?
picture => did you mean 'render' or 'generate --image FILE'?
steps => did you mean 'explain' or 'watch'?
trace => did you mean 'explain' or 'watch'?
help serch => did you mean 'search'?
pdf => did you mean 'render FILE -o FILE.pdf'?
unique => did you mean 'check'?
version => did you mean '--version'?
-v => did you mean '--version'?
help draw => did you mean 'render'?
dot.txt --timeout 5 => unknown option '--timeout'; did you mean '--seconds'? See
solve --max 3 => did you mean '--number'?
explain --limit 3 => did you mean '--number'?
bench run --limit 3 => did you mean '--number'? See nonocsp bench run --help
solve --all => '--all'; all solutions are printed unless -n is given; see nonocsp solve
check --all => did you mean '--puzzle all'?
check -v => did you mean '--stats'?
check -q => messages go to standard error, and 2>/dev/null hides them; see
batch dot.txt --jobs=3 => unknown option '--jobs'; did you mean '--workers'?
solve --jobs=3 => did you mean '--threads'?
convert --from ctu => did you mean '--format'?
solve --heuristic mrv => did you mean '--set ordering=VALUE'?
check --engine fc dot.txt => propagation='forward_checking' is an option
batch dot.txt --set propagation=mac => has no value 'mac'; did you mean 'ac3'?
solve --colors => unknown option '--colors'; did you mean '--colour'?
check -x => unknown option '-x'; see nonocsp check --help
count --from 3 => unknown option '--from'; see nonocsp count --help
hint --at 3,4 => unknown option '--at'; see nonocsp hint --help
bench --names => unknown option '--names'; see nonocsp bench --help
solve --foo=3 => unknown option '--foo'; see nonocsp solve --help
check --set foo=1 dot.txt => unknown option 'foo'; `nonocsp help options` lists them
bench --engine foo => unknown engine 'foo'; `nonocsp bench list engines` lists them
bench --engine kernl => did you mean 'kernel'?
bench lst => did you mean 'list'?
check dot.txt --puzzle x => expected a whole number of at least 1, or all, not 'x'
help bench repot => did you mean 'report'?
help solve x => unexpected argument 'x'
"""


@pytest.mark.parametrize("line", BAD.strip().splitlines())
def test_bad_command_lines_are_refused_in_one_line(run, files, tmp_path, line):
    (tmp_path / "empty").mkdir()
    before = set(tmp_path.iterdir())
    words, _, message = line.partition(" => ")
    code, out, err = run(*(word.replace("\\n", "\n") for word in shlex.split(words)))
    assert (code, out) == (2, "")
    assert err.startswith("nonocsp: error: ")
    assert err.count("\n") == 1
    assert message in err
    assert len(err) < 2000
    assert set(tmp_path.iterdir()) == before


def test_generated_json_is_read_back(run):
    code, out, _ = run("generate", "5", "--seed", "1", "-n", "2", "-o", "-")
    assert code == 0
    assert [puzzle.shape for puzzle in parse(out).puzzles] == [(5, 5), (5, 5)]


@pytest.mark.parametrize("command", [*ANSWERING, "batch", "convert --solve --to json", "repair"])
def test_options_of_the_textbook_engine_choose_it(run, files, command):
    Path("drawing.txt").write_text("##\n#.\n")
    words = *command.split(), "drawing.txt", "--set", "search=backjumping"
    code, out, err = run(*words)
    assert code == 0
    said = "nonocsp: engine textbook: the default engine kernel does not read search\n"
    assert err.startswith(said) and err.count(said) == 1
    named = run(*words, "--engine", "textbook")
    assert said not in named[2]
    if command != "batch":  # its lines have seconds
        assert (named[0], named[1]) == (code, out)
    code, out, err = run(*words, "--engine", "kernel")
    assert (code, out, err.count("\n")) == (2, "", 1) and "textbook takes it" in err


def test_synonyms_are_of_commands_and_options_that_there_are():
    flags = {flag for parser in parsers().values() for flag in parser._option_string_actions}
    for word, commands in COMMANDS.items():
        assert word not in cli.COMMANDS
        assert {command.split()[0] for command in commands} <= {*cli.COMMANDS, "--version"}
    for meaning in OPTIONS:
        assert meaning[0] != "-" or meaning.split()[0] in {*flags, "--version"}


def test_help_knows_the_commands_of_bench_and_the_options(run):
    assert run("help", "bench", "run")[1].startswith("usage: nonocsp bench run ")
    listed = []
    for tier in ("options", "textbook", "tuning"):
        code, out, err = run("help", tier)
        assert (code, err) == (0, "")
        listed += re.findall("(?m)^([a-z_]+)=", out)
        if tier == "options":
            assert out.count("\n") <= 32
    assert listed == list(nc.Options.table())


# Repair.


def test_repair_writes_unique_puzzles_with_the_texts_of_theirs(run, tmp_path):
    die, kites = str(ROOT / "input" / "die-two.non"), str(ROOT / "input" / "kites.json")
    minimum = "nonocsp: 1 cell changed, which is the minimum\n"
    code, out, err = run("repair", die)
    assert (code, err, out.count("#"), nc.is_unique(parse(out).puzzles[0])) == (
        0,
        minimum,
        25,
        True,
    )
    assert run("repair", kites, "-o", "kites.json") == (0, "", minimum)
    before, after = nc.read(kites), nc.read("kites.json")
    assert nc.is_unique(after) and (after.title, after.colours) == (before.title, before.colours)
    assert len(before.goals[0].differences(after.goals[0])) == 1
    several = run("repair", die, "-n", "3")[1].split("\n\n")
    assert len(several) == 3 and several[0] + "\n" == out
    (found,) = map(json.loads, run("repair", die, "--json")[1].splitlines())
    assert (found["question"], found["changes"], found["is_fewest"]) == (
        "repair",
        [[4, 4, 0]],
        True,
    )


def test_repair_needs_a_picture_and_says_when_there_is_nothing_to_do(run, files, tmp_path):
    (tmp_path / "picture.txt").write_text("##\n_#\n")
    code, out, err = run("repair", "switch.txt", "picture.txt", "-o", "out.jsonl")
    assert (code, out) == (2, "")
    assert "switch.txt: error: expected a puzzle with a picture as its goal; `nonocsp co" in err
    assert "picture.txt: no cell is changed: the puzzle has one solution" in err
    # Lengths that the clues do not tell are no fault of the picture.
    (tmp_path / "vague.json").write_text(
        '{"rows": [["?"], ["?"]], "cols": [[1], [2]], "goals": [["##", "_#"]]}'
    )
    _, _, err = run("repair", "vague.json")
    assert "no cell is changed: with all its clues the picture is the only solution" in err
    assert [puzzle.shape for puzzle in parse((tmp_path / "out.jsonl").read_text()).puzzles] == [
        (2, 2)
    ]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("words", ["solve --help", "--version", "batch {dot}"])
def test_a_full_standard_output_is_an_error(words, tmp_path):
    (tmp_path / "dot.txt").write_text(DOT)
    command = [sys.executable, "-m", "nonocsp", *words.format(dot=tmp_path / "dot.txt").split()]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment
        )
    assert done.returncode == 2
    assert done.stderr == "nonocsp: error: standard output: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("words", ["bogus", "check {dot} no-file"])
def test_a_full_standard_error_changes_no_exit_code(words, tmp_path):
    (tmp_path / "dot.txt").write_text(DOT)
    command = [sys.executable, "-m", "nonocsp", *words.format(dot=tmp_path / "dot.txt").split()]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=full, env=environment)
    assert done.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize(
    "words",
    ["solve {} -o", "batch {} -o", "convert {} --to non -o", "count {} --proof"],
)
def test_a_full_device_is_named(run, files, words):
    code, out, err = run(*words.format("dot.txt").split(), "/dev/full")
    assert (code, out) == (2, "")
    assert re.fullmatch(r"nonocsp: error: /dev/full: .*No space left on device\n", err)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_log_on_a_full_disk_ends_with_a_warning(run, files):
    code, out, err = run("check", "dot.txt", "--log", "/dev/full")
    assert (code, out) == (0, "unique\n")
    assert err == "nonocsp: warning: /dev/full: the log ends here: No space left on device\n"


@pytest.mark.parametrize("as_module", [False, True])
def test_a_fault_of_a_plugin_is_named_and_is_no_answer(run, tmp_path, monkeypatch, as_module):
    # By itself Python would end with 1, which means that there is no solution.
    code = (
        "from nonocsp.core.options import plugins\n\ndef fails(state, changed):\n    return 1 / 0\n"
    )
    code += "plugins.register('propagation', 'fails', fails)\n"
    Path(tmp_path, "fails_here.py").write_text(code)
    Path(tmp_path, "one.txt").write_text("1;1\n1;1\n")
    monkeypatch.syspath_prepend(tmp_path)
    source = "fails_here" if as_module else "fails_here.py"
    how = "--engine", "textbook", "--plugin", source, "--set", "propagation=fails"
    assert run("check", "one.txt", *how)[0] == 2
    assert run("check", "one.txt", *how)[2].endswith(
        f"{source}, line 4: ZeroDivisionError: division by zero\n"
    )


def test_a_fault_of_ours_is_no_answer_either(run, monkeypatch):
    monkeypatch.setattr(cli, "_run", lambda *_: 1 / 0)
    code, out, err = run("formats")
    assert (code, out) == (2, "")
    assert "ZeroDivisionError" in err and err.splitlines()[-1].startswith("nonocsp: error: a bug")

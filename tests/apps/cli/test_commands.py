from __future__ import annotations

import base64
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import interrupt
import pytest

import nonocsp as nc
from nonocsp.apps import cli
from nonocsp.apps.cli.command import FILES
from nonocsp.apps.web import page_builder
from nonocsp.apps.web.library import shipped
from nonocsp.files.formats import formats

CTU = "2,2\nR,1\nG,1\nR,1\nG,1\n"
SWITCH = "1;1\n1;1\n"
HOPELESS = "2;0\n2;0\n"
ONES_30 = ";".join(["1"] * 30) + "\n" + ";".join(["1"] * 30) + "\n"
#: Two puzzles, the second without a solution.
PAIR = ('{"rows": [[1]], "cols": [[1]]}', '{"rows": [[1]], "cols": [[]]}')
ALONE = [sys.executable, "-m", "nonocsp"]
#: No machine counts these.
PAIRS_30 = ";".join(["1 1"] * 30) + "\n" + ";".join(["1 1"] * 30) + "\n"


@pytest.fixture
def run(command_line, tmp_path):
    """Run a command on a text; gives exit code, output and errors."""

    def run(name, text=None, *arguments):
        if text is not None:
            path = tmp_path / "puzzle"
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            arguments = (path, *arguments)
        return command_line(name, *arguments)

    return run


def process(*arguments, **keywords):
    return subprocess.Popen(
        [*ALONE, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **keywords,
    )


def let_it_compute(asked, seconds):
    """Wait until a process has used this much CPU time: on a busy machine too it has started.

    While Python still loads modules, an interrupt ends it as it ends any process.
    """
    times = Path(f"/proc/{asked.pid}/stat")
    if not times.exists():
        time.sleep(2 * seconds)
        return
    while asked.poll() is None:
        user, system = times.read_text().rpartition(")")[2].split()[11:13]
        if int(user) + int(system) >= seconds * os.sysconf("SC_CLK_TCK"):
            return
        time.sleep(0.02)


def test_solve_prints_every_solution_with_one_empty_line_between_two(run):
    assert run("solve", CTU) == (0, "R_\n_G\n", "")
    assert run("solve", SWITCH) == (0, "_#\n#_\n\n#_\n_#\n", "")
    assert run("solve", SWITCH, "-n", "1") == (0, "_#\n#_\n", "")


@pytest.mark.slow
def test_without_words_standard_input_is_solved(tmp_path):
    for text in (CTU, SWITCH, HOPELESS, "2,2\nR,one\n"):
        file = tmp_path / "puzzle"
        file.write_text(text)
        alone, named, other = process(), process("solve"), process("--engine=textbook", "-n", "9")
        piped = alone.communicate(text)
        assert (piped, alone.returncode) == (named.communicate(text), named.returncode)
        assert (piped, alone.returncode) == (other.communicate(text), other.returncode)
        with open(file) as stream:
            found = subprocess.run(ALONE, stdin=stream, capture_output=True, text=True)
        assert (found.stdout, found.stderr, found.returncode) == (*piped, alone.returncode)


@pytest.mark.parametrize("begin", ["", "exec 0<&-; ", "exec 0>>file; ", ": | "])
def test_empty_standard_input_is_greeted(tmp_path, begin):
    """As of cron, of `nohup`, which cannot be read, and of a shell that closed it."""
    line = f"{begin}{shlex.join(ALONE)}"
    found = subprocess.run(
        line, shell=True, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert "nonocsp help" in found.stdout and found.stdout.count("\n") < 15


def test_the_reasons_for_one_cell_keep_the_numbers_of_their_steps(run):
    column = "2. Column 2: the 2 takes all of it, so row 2 is black.\n"
    row = "3. Row 2: the 1 is there, so columns 1 and 3 are blank.\n"
    text = "3;1\n1;2;1\n"
    assert run("explain", text, "--why", "2,1") == (
        0,
        f"{column}{row}Row 2, column 1: blank.\n",
        "",
    )
    found = json.loads(run("explain", text, "--why", "2,1", "--json")[1])
    assert (found["numbers"], found["colours"]) == ([1, 2], [0])
    assert run("explain", SWITCH, "--why", "1,1")[:2] == (0, "Row 1, column 1: blank or black.\n")


def test_no_solution_is_null_and_exit_code_one(run):
    assert run("count", HOPELESS) == (1, "0\n", "")
    for command, answer in (("solve", "null\n"), ("check", "none\n")):
        code, out, err = run(command, HOPELESS)
        assert (code, out, err.count("\n")) == (1, answer, 1)
        assert err.startswith("nonocsp: `nonocsp diagnose ") and "finds out why" in err
    code, out, err = run("solve", "1;1\n1;0\n")  # sums that differ are no error
    assert (code, out) == (1, "null\n")
    assert "no solution: the rows need 2 black cells, the columns 1" in err
    code, out, err = run("check", "1;1\n1;9\n")
    assert (code, out) == (1, "none\n")
    assert "no solution: column 2: the clue needs 9 cells, the line has 2" in err


def test_count_and_check_say_how_many(run):
    assert run("count", SWITCH) == (0, "2\n", "")
    assert run("check", CTU) == (0, "unique\n", "")


@pytest.mark.parametrize(
    ("text", "level"),
    [
        (SWITCH, "level lines, for the cells that all solutions share: "),
        (HOPELESS, "level lines, to show that there is none: "),
        ("2;1\n1;2\n", "level lines: "),
    ],
)
def test_a_level_says_what_it_is_of(run, text, level):
    assert any(line.startswith(level) for line in run("rate", text)[1].splitlines())


def test_check_draws_where_solutions_differ(run):
    differ = "multiple\nsolutions differ in 4 of 4 cells:\n??\n??\n"
    assert run("check", SWITCH) == (0, differ, "")
    code, out, err = run("check", PAIRS_30, "--nodes", "2000")
    assert code == 3
    assert out.startswith("multiple\nsolutions differ in at least ")
    assert "may be incomplete" in err


def test_count_by_component_tells_the_parts(run):
    text = "1,1;1,1\n1;1;0;1;1\n"
    assert run("count", text, "--by-component") == (
        0,
        "2: 4 cells in rows 1-2, columns 1-2\n2: 4 cells in rows 1-2, columns 4-5\n2^2 = 4\n",
        "",
    )
    assert run("count", HOPELESS, "--by-component") == (1, "0\n", "")
    assert run("count", CTU, "--by-component") == (0, "1\n", "")


def test_solve_from_an_index_skips_what_is_before(run):
    _, whole, _ = run("solve", "1;1;1\n1;1;1\n", "--from", "0")
    pictures = whole.split("\n\n")
    assert len(set(pictures)) == 6
    code, out, _ = run("solve", "1;1;1\n1;1;1\n", "--from", "2", "-n", "3")
    assert (code, out) == (0, "\n\n".join(pictures[2:5]) + "\n")
    code, out, _ = run("solve", ONES_30, "--from", str(10**32), "-n", "1")
    assert (code, out.count("#")) == (0, 30)
    assert run("solve", SWITCH, "--from", "2")[0] == 2
    assert run("solve", HOPELESS, "--from", "0")[:2] == (1, "null\n")
    assert run("solve", SWITCH, "--from", "-1")[0] == 2


def test_samples_are_solutions_and_repeat_with_their_seed(run):
    code, out, err = run("sample", ONES_30, "-n", "3", "--seed", "5")
    assert (code, err) == (0, "")
    assert [one.count("#") for one in out.split("\n\n")] == [30, 30, 30]
    assert run("sample", ONES_30, "-n", "3", "--seed", "5")[1] == out
    assert run("sample", ONES_30, "-n", "3", "--seed", "6")[1] != out
    assert run("sample", HOPELESS) == (1, "null\n", "")


def test_bounds_are_told_when_a_space_is_too_large(run):
    for command in ("sample", "solve"):
        extra = ["--from", "7"] if command == "solve" else []
        code, out, err = run(command, PAIRS_30, "--nodes", "500", *extra)
        assert (code, out) == (3, "")
        assert re.search(r"between [0-9]+ and [0-9.e]+ solutions$", err)


def test_counts_of_any_number_of_digits_are_printed(run):
    text = (
        '{"rows": [' + ",".join(["null"] * 130) + '], "cols": [' + ",".join(["null"] * 130) + "]}"
    )
    code, out, _ = run("count", text)
    assert (code, len(out.strip())) == (0, 5088)  # 2 to the 16,900


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "closed", "code", "said"),
    [
        ("check p", "2>&-", 0, ""),
        ("check p", "2>/dev/full", 0, ""),
        ("check", "<&-", 2, "nonocsp: error: standard input: cannot be read: it is closed\n"),
        ("check p", ">&-", 2, "nonocsp: error: standard output: Bad file descriptor\n"),
        ("check p", ">&- <&-", 2, "nonocsp: error: standard output: Bad file descriptor\n"),
        ("batch p --workers 1", ">&-", 2, "nonocsp: error: standard output: Bad file descriptor\n"),
        ("solve p -o out", ">&-", 0, ""),
    ],
)
def test_only_an_answer_that_is_lost_is_an_error(tmp_path, words, closed, code, said):
    (tmp_path / "p").write_text(SWITCH)
    command = f'"{sys.executable}" -m nonocsp {words} {closed}'
    asked = subprocess.run(command, shell=True, capture_output=True, check=False, cwd=tmp_path)
    assert (asked.returncode, asked.stderr.decode()) == (code, said)
    assert (tmp_path / "out").exists() == ("out" in words)


#: Everything that is said from docstrings, and the commands whose options are.
SPOKEN = """
from nonocsp.apps.cli import COMMANDS, main
from nonocsp.many.questions.registry import QUESTIONS
for name in COMMANDS:
    try:
        main(["help", name])
    except SystemExit:
        pass
print([each.summary for each in QUESTIONS.values()])
for words in ("bench list sets", "render p -o p.svg", "generate 4 --seed 1"):
    print(main(words.split()))
print(main("dataset 3 -n 2 -o OUT".split()))
"""


@pytest.mark.slow
def test_without_docstrings_everything_is_as_with_them(tmp_path):
    said = []
    for flag in ("-O", "-OO"):
        folder = tmp_path / flag
        folder.mkdir()
        (folder / "p").write_text(SWITCH)
        command = [sys.executable, flag, "-c", SPOKEN]
        asked = subprocess.run(command, capture_output=True, check=False, cwd=folder, text=True)
        said.append((asked.returncode, asked.stdout, asked.stderr))
    assert said[0] == said[1] and said[0][0] == 0


def test_standard_input_is_read_and_a_format_can_be_told():
    with process("solve", "-", "--format", "ctu") as asked:
        assert asked.communicate(CTU) == ("R_\n_G\n", "")
    with process("count") as asked:
        assert asked.communicate(SWITCH) == ("2\n", "")


def test_statistics_go_to_standard_error(run):
    code, out, err = run("solve", SWITCH, "--stats", "--engine", "textbook")
    assert (code, out) == (0, "_#\n#_\n\n#_\n_#\n")
    stats = dict(line.split(":") for line in err.replace(" ", "").splitlines())
    assert {"nodes": "2", "solutions": "2"}.items() <= stats.items()


def test_statistics_do_not_break_the_json_of_solutions():
    words = [sys.executable, "-m", "nonocsp", "solve", "-", "--json", "--stats"]
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    shown = subprocess.run(words, input=SWITCH, text=True, **both).stdout.splitlines()
    assert len(json.loads(shown[0])["pictures"]) == 2 and "nodes:" in shown[1]


def test_output_is_written_whole_or_not_at_all(run, tmp_path):
    out = tmp_path / "out.txt"
    assert run("solve", SWITCH, "--output", str(out)) == (0, "", "")
    assert out.read_text() == "_#\n#_\n\n#_\n_#\n"
    assert run("solve", HOPELESS, "--output", str(out))[0] == 1
    assert out.read_text() == "null\n"
    assert run("solve", ONES_30, "--output", str(out), "--nodes", "1")[0] == 3
    assert out.read_text() == "null\n"  # nothing was found, so the old file stays
    assert run("solve", "1;1\n1;\n", "--format", "two-line", "--output", str(out))[0] == 2
    assert out.read_text() == "null\n"
    missing = tmp_path / "missing" / "out.txt"
    code, _, err = run("solve", SWITCH, "--output", str(missing))
    assert code == 2
    assert f"{missing}: cannot be written: there is no folder" in err
    assert run("solve", SWITCH, "--output", str(tmp_path))[0] == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["out.txt", "puzzle"]


def test_what_a_limit_leaves_is_kept(run, tmp_path):
    out = tmp_path / "out.txt"
    code, _, err = run("solve", ONES_30, "--nodes", "5000", "--output", str(out))
    assert code == 3
    assert err.startswith("nonocsp: stopped: the limit on nodes was reached; ")
    shown = out.read_text().split("\n\n")
    assert all(len(each.split()) == 30 for each in shown)


@pytest.mark.slow
def test_limits_are_exit_code_three_in_one_line(run):
    for command, text in (("solve", ONES_30), ("count", PAIRS_30)):
        code, _, err = run(command, text, "--seconds", "0.02")
        assert code == 3
        assert err.startswith("nonocsp: stopped: the limit on seconds was reached; ")
        assert err.count("\n") == 1
    code, out, err = run("check", "?" * 1 + ";1" * 29 + "\n" + ";".join(["?"] * 30), "--nodes", "1")
    assert (code, out) == (3, "") or out.startswith("multiple\n")


def test_domains_that_would_not_fit_are_said_to(run):
    text = ";".join(["1 1 1 1 1 1 1 1 1 1 1 1"] * 2) + "\n" + ";".join(["?"] * 60)
    code, out, err = run("solve", text, "--engine", "textbook", "--set", "domains=explicit")
    assert (code, out) == (3, "")
    assert "the limit on placements was reached: the lines up to row 1 have about 10^" in err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is empty"),
        (b"\x00\x01\x02", "line 1: expected text, but this is a binary file"),
        (
            "2,2\nR,1\nG,1\n",
            "expected 2 lines of rows and 2 of columns after the size, but found 2 lines",
        ),
        ("2,2\nR,1\nG,x\nR,1\nG,1\n", "line 3: expected the length of a block, a whole number"),
        ("2,2\nR,1\nG\nR,1\nG,1\n", "line 3: expected a length after the colour 'G'"),
    ],
    ids=["empty", "binary", "lines", "letters", "no-number"],
)
@pytest.mark.parametrize("command", ["solve", "count", "check"])
def test_bad_input_is_one_line_and_exit_code_two(run, command, text, message):
    refused(run, command, text, message)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1," * 1_100_000 + "1;1\n1", "line 1: the clue is too long for any line"),
        ("x" * 1_000_000, "line 1: unknown format"),
    ],
    ids=["2-mb", "1-mb-word"],
)
def test_large_bad_input_is_one_line_too(run, text, message):
    refused(run, "check", text, message)


def refused(run, command, text, message):
    code, out, err = run(command, text)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("nonocsp: error: ")
    assert err.count("\n") == 1
    assert len(err) < 400


def test_crlf_byte_order_mark_and_no_final_newline_are_accepted(run):
    assert run("solve", "\ufeff" + CTU.replace("\n", "\r\n"))[:2] == (0, "R_\n_G\n")
    assert run("solve", CTU.rstrip("\n"))[:2] == (0, "R_\n_G\n")


def test_a_file_of_several_puzzles(run):
    text = '{"rows":[[1]],"cols":[[1]]}\n{"rows":[[]],"cols":[[]]}\n'
    code, out, err = run("solve", text)
    assert (code, out) == (0, "#\n")
    assert "holds 2 puzzles; this is the first" in err
    assert run("solve", text, "--puzzle", "2") == (0, "_\n", "")
    assert run("solve", text, "--puzzle", "3")[0] == 2


def test_solutions_appear_as_they_are_found_and_a_pipe_may_close():
    with process("solve", "-") as asked:
        asked.stdin.write(ONES_30)
        asked.stdin.close()
        first = [asked.stdout.readline() for _ in range(31)]
        assert first[-1] == "\n"
        assert all(line.count("#") == 1 for line in first[:-1])
        asked.stdout.close()
        assert asked.wait() == 0
        assert asked.stderr.read() == ""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are posix")
@pytest.mark.parametrize("command", ["solve", "count"])
def test_an_interrupt_says_what_was_found(command, tmp_path):
    out = tmp_path / "out.txt"
    extra = ["--output", str(out)] if command == "solve" else []
    with process(command, "-", *extra) as asked:
        asked.stdin.write(ONES_30 if command == "solve" else PAIRS_30)
        asked.stdin.close()
        let_it_compute(asked, 2)
        asked.send_signal(signal.SIGINT)
        assert asked.wait() == 130
        err = asked.stderr.read()
    assert err.startswith("nonocsp: interrupted; ")
    assert err.count("\n") == 1
    assert not out.exists()
    if command == "solve":
        assert re.search(r"interrupted; \d+ solutions so far; nothing is written", err)


def test_help_and_version_are_answers(run):
    for arguments in (["--help"], ["solve", "--help"], ["--version"]):
        with pytest.raises(SystemExit) as ended:
            cli.main(arguments)
        assert ended.value.code == 0


def test_convert_writes_another_format_and_tells_what_was_lost(run, tmp_path):
    out = tmp_path / "out.nin"
    text = '{"title": "T", "rows": [[1], []], "cols": [[1]], "goals": [["#", "_"]]}'
    code, printed, err = run("convert", text, "-o", str(out))
    assert (code, printed) == (0, "")
    assert err.endswith("the format 'nin' leaves out: title, solution\n")
    assert out.read_text() == "1 2\n1\n0\n1\n"
    assert run("convert", text, "--to", "picture")[:2] == (0, "title: T\n#\n_\n")


def test_convert_writes_addresses_of_a_page(run, tmp_path):
    text = '{"title": "T\u00e9", "rows": [[1], []], "cols": [[1]], "goals": [["#", "_"]]}'
    code, printed, err = run("convert", text, "--to", "page", "--site", "https://a.org/b/#solve")
    page, code_of_puzzle = printed.removesuffix("\n").split("#play=")
    assert (code, page, err) == (0, "https://a.org/b/", "")
    packed = base64.urlsafe_b64decode(code_of_puzzle + "=" * (-len(code_of_puzzle) % 4))
    held = json.loads(zlib.decompress(packed, wbits=-15))
    assert (held["title"], held["rows"], "goals" in held) == (
        "T\u00e9",
        [[[1, "black"]], []],
        False,
    )
    out = tmp_path / "addresses"
    assert run("convert", SWITCH, "--to", "page", "-o", str(out))[:2] == (0, "")
    assert re.fullmatch(r"http://127\.0\.0\.1:8765/#play=[\w-]+\n", out.read_text())
    code, _, err = run("convert", SWITCH, "--to", "non", "--site", "https://a.org/")
    assert (code, err) == (2, "nonocsp: error: --site goes with --to page\n")


def test_build_page_takes_puzzles_of_a_file_a_folder_and_an_address(run, tmp_path, monkeypatch):
    made = {}
    monkeypatch.setattr(
        page_builder, "build_page", lambda target, **how: made.update(how, target=target) or 0
    )
    (tmp_path / "winter").mkdir()
    for name in ("b", "a"):
        (tmp_path / "winter" / f"{name}.txt").write_text("rows: 1\ncolumns: 1\n")
    several = tmp_path / "two.jsonl"
    several.write_text(
        '{"rows": [[1]], "cols": [[1]], "title": "One"}\n{"rows": [[]], "cols": [[]]}\n'
    )
    given = [tmp_path / "winter", several, "https://puzz.link/p?nonogram/3/2/111111g"]
    more = [part for each in given for part in ("--puzzles", str(each))]
    code, _, err = run("build-page", None, "site", *more)
    assert (code, "rating" in err) == (0, False)
    library = {name: json.loads(content) for name, content in made["library"]().items()}
    entries = library["library/own-0.json"]["puzzles"]
    titles = [entry["puzzle"].get("title") for entry in entries]
    assert titles == ["a", "b", "One", "two 2", None]
    assert [section["heading"] for section in library["library.json"]["sections"]] == ["winter"]
    assert run("build-page", None, "site")[0] == 0 and made["library"] == shipped().files


def test_convert_refuses_before_anything_is_written(run, tmp_path):
    out = tmp_path / "out.nin"
    out.write_text("kept")
    for text, arguments, problem in [
        (CTU, ["-o", str(out)], "the format 'nin' has no colours, and this puzzle needs them"),
        (
            CTU,
            ["-o", str(tmp_path / "out.xyz")],
            "no format that is written has the suffix '.xyz'; expected a name in .png .webp",
        ),
        (CTU, [], "expected an output file or a format: -o FILE or --to F"),
        (CTU, ["-o", str(out), "--to", "sudoku"], "unknown format 'sudoku'"),
        (SWITCH, ["--to", "picture"], "the puzzle has none; --solve stores a solution"),
        (".#\n\n#.\n", ["-o", str(out)], "a file of the format 'nin' holds one puzzle, not 2"),
    ]:
        code, printed, err = run("convert", text, *arguments)
        assert (code, printed) == (2, ""), err
        assert problem in err
    assert out.read_text() == "kept"


def test_convert_solves_for_a_goal_when_asked(run):
    assert run("convert", SWITCH, "--to", "picture", "--solve")[:2] == (0, "_#\n#_\n")
    code, out, err = run("convert", HOPELESS, "--to", "picture", "--solve")
    assert (code, out) == (1, "") and "nothing was written" in err
    code, out, err = run(
        "convert",
        PAIRS_30,
        "--to",
        "picture",
        "--solve",
        "--nodes",
        "1",
        "--set",
        "probing=off",
    )
    assert (code, out) in ((3, ""), (0, out))


def test_convert_carries_several_puzzles_and_takes_one_of_them(run):
    text = ".#\n\n#.\n"
    assert run("convert", text, "--to", "picture")[:2] == (0, "_#\n\n#_\n")
    assert run("convert", text, "--to", "picture", "--puzzle", "2")[:2] == (0, "#_\n")


@pytest.fixture
def drawings(tmp_path):
    """A folder of drawings: one with a title, one ambiguous, two in a file, one in colours."""
    folder = tmp_path / "src"
    (folder / "sub").mkdir(parents=True)
    for name, text in {
        "arrow.txt": "title: An arrow\nauthor: Ann\nlicence: CC0\n.#.\n###\n",
        "cats.txt": "##\n\n#.\n",
        "flag.txt": "kr\n.k\n",
        "sub/dots.txt": "#.\n.#\n",
    }.items():
        (folder / name).write_text(text)
    return folder


def test_names_of_files_become_titles_where_several_come_together(run, drawings, tmp_path):
    wanted = ["An arrow", "cats 1", "cats 2", "flag", "dots"]
    for command in ("convert", "repair"):
        out = tmp_path / f"{command}.json"
        assert run(command, None, str(drawings), "-o", str(out))[0] == 0
        puzzles = list(nc.read_all(out))
        assert [puzzle.title for puzzle in puzzles] == wanted
        assert (puzzles[0].author, puzzles[0].licence) == ("Ann", "CC0")
    assert nc.is_unique(puzzles[-1])
    # One file is converted as it is, whatever it is called.
    alone = tmp_path / "alone.json"
    assert run("convert", None, str(drawings / "cats.txt"), "-o", str(alone))[0] == 0
    assert [puzzle.title for puzzle in nc.read_all(alone)] == [None, None]
    code, out, _ = run("batch", None, str(drawings / "arrow.txt"), "--workers", "1")
    assert (code, json.loads(out)["title"]) == (0, "An arrow")


def test_a_folder_gets_a_file_for_each_puzzle(run, drawings, tmp_path):
    def files(folder):
        return sorted(str(each.relative_to(folder)) for each in folder.rglob("*.*"))

    out = tmp_path / "out"
    assert run("convert", None, str(drawings), "--to", "non", "-o", str(out))[0] == 0
    names = ["arrow.non", "cats-1.non", "cats-2.non", "flag.non", "sub/dots.non"]
    assert files(out) == names
    assert nc.read(out / "arrow.non").title == "An arrow" and not nc.read(out / "flag.non").title
    # Without a format each file keeps its own; nothing is written over what is read.
    fixed = tmp_path / "fixed"
    assert run("repair", None, str(drawings), "-o", f"{fixed}/")[0] == 0
    assert files(fixed) == [name.replace(".non", ".txt") for name in names]
    assert all(nc.is_unique(nc.read(fixed / name)) for name in files(fixed))
    before = {name: (drawings / name).read_text() for name in files(drawings)}
    code, _, err = run("repair", None, str(drawings), "-o", str(drawings))
    assert code == 2 and "arrow.txt: is an input; choose another name" in err
    assert {name: (drawings / name).read_text() for name in before} == before


def test_two_puzzles_of_one_name_are_refused(run, drawings, tmp_path):
    (drawings / "arrow.json").write_text('{"rows": [[1]], "cols": [[1]]}')
    out = tmp_path / "out"
    code, _, err = run("convert", None, str(drawings), "--to", "non", "-o", str(out))
    assert code == 2 and "1 puzzle left out" in err
    assert f"arrow.txt: {out}/arrow.non was written for {drawings}/arrow.json" in err
    assert nc.read(out / "arrow.non").shape == (1, 1)


def test_what_a_format_cannot_hold_is_left_out_of_a_set(run, drawings, tmp_path):
    (drawings / "broken.ctu").write_text("1,1\nR\n")
    out = tmp_path / "all.txt"
    code, _, err = run("convert", None, str(drawings), "--to", "puzz-link", "-o", str(out))
    assert code == 2 and len(out.read_text().split()) == 4
    assert "flag.txt: the format 'puzz-link' has no colours, and this puzzle needs them" in err
    assert f"error: {drawings}/broken.ctu, line 2" in err and "2 puzzles left out" in err
    code, out, err = run("convert", "\n".join(PAIR), "--to", "picture", "--solve")
    assert (code, out) == (1, "#\n") and "#2 has no solution; left out" in err


def test_a_title_can_be_given_and_an_image_has_its_name(run, tmp_path):
    made = tmp_path / "made.json"
    words = ("generate", None, "5", "--seed", "1", "-o", str(made))
    assert run(*words, "--title", "Five")[0] == 0
    assert nc.read(made).title == "Five"
    code, _, err = run(*words, "--title", "Five", "-n", "2")
    assert (code, err) == (2, "nonocsp: error: --title is for one puzzle, not with --number\n")
    image = tmp_path / "crab.png"
    nc.write(nc.Puzzle.from_picture([".##.", "####", "####", ".##."]), image)
    words = ("generate", None, "--image", str(image), "--size", "4", "-o", str(made))
    assert run(*words)[0] == 0 and nc.read(made).title == "crab"
    assert run(*words, "--title", "A crab")[0] == 0 and nc.read(made).title == "A crab"


def test_formats_lists_every_format(run):
    code, out, _ = run("formats")
    lines = out.splitlines()
    assert code == 0 and lines[0].startswith("FORMAT")
    assert [line.split()[0] for line in lines[1:]] == list(formats())


def test_an_interrupt_that_an_import_makes_another_error_is_one(run, monkeypatch):
    class Interrupted:
        def __set_name__(self, owner, name):
            raise KeyboardInterrupt

    def compiled(*_, **__):
        try:
            type("Made", (), {"field": Interrupted()})
        except KeyboardInterrupt as error:  # so it is from Python 3.12 on
            raise RuntimeError("Error calling __set_name__") from error

    monkeypatch.setattr("nonocsp.many.questions.about_spaces._space", compiled)
    code, out, err = run("sample", SWITCH)
    assert (code, out, err) == (130, "", "nonocsp: interrupted\n")


def test_an_interrupt_in_a_string_run_as_code_ends_in_the_exit_code(tmp_path):
    plugin = tmp_path / "plugin.py"
    plugin.write_text('exec("raise KeyboardInterrupt")\n')
    asked = process("solve", "-", "--plugin", str(plugin))
    _, err = asked.communicate(SWITCH)
    assert (asked.returncode, err) == (130, "nonocsp: interrupted\n")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are posix")
def test_an_interrupt_at_any_moment_is_quiet():
    assert set(interrupt.trials(1, "suite", [*interrupt.COMMANDS][::4], 60.0)) <= {
        (name, fault) for name in interrupt.COMMANDS for fault in ("", "Python")
    }


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no file that is always full")
@pytest.mark.parametrize(
    "words",
    [
        "solve input/heart.txt -o",
        "check input/n-dom-6.nin --proof",
        "verify input/heart.txt input/proofs/heart.proof --trimmed",
        "convert input/heart.txt --to json -o",
    ],
)
def test_a_full_disk_is_named_with_the_file(words, capsys):
    code = cli.main([*words.split(), "/dev/full"])
    err = capsys.readouterr().err
    *_, last = err.splitlines()
    assert (code, last.count("/dev/full"), last[:16]) == (2, 1, "nonocsp: error: ")
    assert "No space left" in last and "Traceback" not in err


def test_a_file_left_open_is_no_message(run, tmp_path):
    """As Ctrl-C may leave one, between opening it and the block that closes it."""
    careless = tmp_path / "careless.py"
    careless.write_text("open(__file__)\n")
    assert "unclosed" not in run("count", "1\n1\n", "--plugin", str(careless))[2]


@pytest.mark.parametrize("engine", ["kernel", "textbook"])
def test_known_cells_hold_for_every_question_about_solutions(engine, capsys, tmp_path):
    """Of the 24 permutations of four, six have the black cell of row 1 in column 2."""
    puzzle, known = tmp_path / "four.txt", tmp_path / "known.txt"
    puzzle.write_text("1;1;1;1\n1;1;1;1\n")
    known.write_text("?#??\n????\n????\n????\n")

    def ask(*words):
        assert cli.main([*words, str(puzzle), "--grid", str(known), "--engine", engine]) == 0
        return capsys.readouterr().out

    pictures = ask("solve").split("\n\n")
    assert len(pictures) == 6 and all(picture.startswith("_#__\n") for picture in pictures)
    assert ask("count") == "6\n"
    assert "differ in 9 of 16" in ask("check")
    if engine == "kernel":
        assert ask("solve", "--from", "5", "-n", "9").startswith("_#__\n")
        assert ask("sample", "--seed", "1").startswith("_#__\n")
        assert ask("estimate", "--width", "100").startswith("6 ")
        proof = str(tmp_path / "proof")
        assert ask("count", "--proof", proof) == "6\n"
        assert cli.main(["verify", str(puzzle), proof, "--given"]) == 0
        assert capsys.readouterr().out == "verified: count 6, with 1 given\n"


RING = [[3], [1, 1], [3]]
ADDRESSES = (
    "https://puzz.link/p?nonogram/3/3/3g113g3g113g",
    "https://davidje13.github.io/Nonogram/#rules=RnP5_n",
    "localhost:8080/#name=Ring&image=LnN1l&x=1",
    "RnP5_n",
    "LnN1l",
)


@pytest.mark.slow
@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_or_a_code_stands_for_a_file_of_every_command(run, tmp_path, address):
    ring, answer = str(tmp_path / "ring.nin"), tmp_path / "answer"
    nc.write(nc.Puzzle(RING, RING), ring)
    answer.write_text("###\n#_#\n###\n")
    further = {"convert": ("--to", "two-line"), "sample": ("--seed", "1")}
    names = [name for name, each in cli.COMMANDS.items() if FILES in each.arguments]
    assert len(names) > 12
    for words in ([name, *further.get(name, ())] for name in names if name != "repair"):
        asked = (run(*words[:1], None, each, *words[1:]) for each in (address, ring))
        found, wanted = ((code, out.replace(ring, address)) for code, out, _ in asked)
        assert found == wanted and found[0] == 0, words
    assert run(address) == run(ring) == (*run("--stats", None, address)[:2], "")
    assert run("grade", None, address, str(answer))[:2] == (0, "right\n")
    assert '"pictures": [["###", "#_#", "###"]]' in run("batch", None, address)[1]
    assert "1 (100.0 %); 1 line by line" in run("audit", None, address)[1]
    assert nc.read(address) == nc.Puzzle(RING, RING)


def test_a_file_has_precedence_over_a_code(monkeypatch, run, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("RnP5_n").write_text(CTU)
    assert run("RnP5_n") == (0, "R_\n_G\n", "")


def test_an_address_that_holds_no_puzzle_is_refused(run):
    code, out, errors = run("solve", None, "https://puzz.link/p?coral/2/1/1g1")
    assert (code, out) == (2, "") and "'coral' (Coral)" in errors
    code, out, errors = run("solve", None, "https://davidje13.github.io/Nonogram/#rules=RnP5")
    assert (code, out) == (2, "") and "the code ends too early" in errors


def test_known_cells_that_no_solution_has_are_not_the_fault_of_the_puzzle(run, tmp_path):
    known = tmp_path / "known.txt"
    known.write_text("##\n??\n")
    for command, answer in (("solve", "null\n"), ("check", "none\n")):
        code, out, err = run(command, SWITCH, "--grid", known)
        assert (code, out) == (1, answer) and "diagnose" not in err
        advice = re.fullmatch(
            "nonocsp: no solution has the known cells; `nonocsp (.*)` asks about the puzzle "
            "without them\n",
            err,
        )
        name, *words = shlex.split(advice[1])
        assert run(name, None, *words)[1].startswith("multiple\n")


def test_known_cells_of_a_file_are_offered(run):
    permutations = "3:1/1/1/1/1/1,"
    code, out, errors = run("count", permutations + "A", "--saved")
    assert (code, out, errors) == (0, "2\n", "")
    code, out, errors = run("count", permutations + "A")
    assert (code, out) == (0, "6\n") and errors.count("\n") == 1
    assert "its known cells are not used; --saved starts from them" in errors
    assert run("count", permutations) == (0, "6\n", "")
    code, out, errors = run("count", permutations, "--saved")
    assert (code, out) == (2, "") and "--saved: the puzzle has no known cells" in errors

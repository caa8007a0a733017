"""Commands on a terminal: a pseudo-terminal shows what a person would see.

Nothing here depends on the time that something takes: the line of progress is asked for at once,
and what runs without end is interrupted when a certain text has appeared.
"""

from __future__ import annotations

import codecs
import json
import os
import random
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nonocsp as nc

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import fcntl
import pty
import termios

INPUT = Path(__file__).parents[3] / "input"

#: The longest wait for what must come, in seconds.
PATIENCE = 60


_MAIN = "import sys; from nonocsp.apps.cli import main; sys.exit(main())"


@pytest.fixture
def sparse(tmp_path):
    """A puzzle whose solutions cannot be counted, nor found by a person, in any time."""
    rng = random.Random(7)
    path = tmp_path / "sparse.non"
    cells = [[int(rng.random() < 0.33) for _ in range(60)] for _ in range(60)]
    nc.write(nc.Puzzle.from_picture(cells), path)
    return path


def shown(
    *words,
    until=None,
    end="ctrl-c",
    then=(),
    width=100,
    height=40,
    progress="off",
    before="",
    **environment,
):
    """What a command shows on a terminal, without escape codes; and its exit code.

    Args:
        words: the command line after ``nonocsp``.
        until: interrupt the command when this pattern has appeared; None waits for the end.
        end: how: ``"ctrl-c"``, keys as bytes, a signal, or lines and columns of the terminal.
        then: pairs of a pattern, which is to appear after that, and keys.
        width, height: of the terminal.
        before: a statement to execute first.
        progress, environment: variables of the environment.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    gone = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")
    variables = {name: value for name, value in os.environ.items() if name not in gone}
    variables |= {"TERM": "xterm", "COLORTERM": "truecolor", "NONOCSP_PROGRESS": progress}
    process = subprocess.Popen(
        [sys.executable, "-c", f"{before}\n{_MAIN}", *map(str, words)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=variables | environment,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    text, deadline, seen = "", time.monotonic() + PATIENCE, 0
    waiting = [] if until is None else [(until, end), *then]
    decoder = codecs.getincrementaldecoder("utf-8")()  # a read may end within a character
    try:
        while time.monotonic() < deadline:
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    text += decoder.decode(os.read(ours, 1 << 16))
                except OSError:  # the end, on Linux
                    break
            elif process.poll() is not None:
                break
            if waiting and re.search(waiting[0][0], plain(text[seen:])):
                (_, end), seen = waiting.pop(0), len(text)
                if end == "ctrl-c" or isinstance(end, bytes):
                    os.write(ours, b"\x03" if end == "ctrl-c" else end)
                elif isinstance(end, tuple):
                    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", *end, 0, 0))
                else:
                    process.send_signal(end)
        assert not waiting, text[-500:]
        return text.replace("\r\n", "\n"), process.wait(timeout=PATIENCE)
    finally:
        process.kill()
        os.close(ours)


def plain(text):
    return re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", text)


def lines(text):
    """What stays on the screen: a line that is drawn over is gone."""
    return [line.rpartition("\r")[2] for line in plain(text).split("\n")]


# Drawings.


def test_black_and_white_is_drawn_in_the_colours_of_the_terminal():
    text, code = shown("solve", INPUT / "heart.txt")
    assert code == 0 and "\x1b[" not in text
    drawn = [line.ljust(10) for line in text.splitlines()]
    cells = [[int(line[at] == "█") for at in range(0, 10, 2)] for line in drawn]
    assert nc.Picture(cells) == nc.solve(nc.read(INPUT / "heart.txt")).picture
    assert shown("solve", INPUT / "heart.txt", NO_COLOR="1") == (text, 0)
    assert shown("sample", INPUT / "heart.txt") == (text, 0)


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {}])
def test_plain_text_as_in_a_pipe(environment):
    more = [] if environment else ["--color", "never"]
    piped = subprocess.run(
        [sys.executable, "-m", "nonocsp", "solve", str(INPUT / "tulip.ctu")],
        capture_output=True,
        text=True,
    )
    assert shown("solve", INPUT / "tulip.ctu", *more, **environment) == (piped.stdout, 0)
    assert "\x1b" not in piped.stdout


def test_a_coloured_picture_has_its_colours():
    text, code = shown("solve", INPUT / "tulip.ctu")
    puzzle = nc.read(INPUT / "tulip.ctu")
    picture = nc.solve(puzzle).picture
    codes = re.findall(r"\x1b\[48;2;(\d+);(\d+);(\d+)m", text)
    found = ["#{:02x}{:02x}{:02x}".format(*map(int, each)) for each in codes]
    assert found == [puzzle.colours[cell].rgb for cell in picture.cells]
    assert "48;5;" in shown("solve", INPUT / "tulip.ctu", COLORTERM="")[0]
    assert code == 0


def test_a_picture_that_is_too_large_is_drawn_in_half_blocks():
    rows, columns = nc.read(INPUT / "owl.non").shape
    for size in ({"width": 2 * columns - 1}, {"height": rows - 1}):
        text, _ = shown("solve", INPUT / "owl.non", **size)
        assert len(text.splitlines()) == rows // 2 and set("▀▄█") < set(text)
        assert max(map(len, text.splitlines())) <= columns
    text, _ = shown("solve", INPUT / "owl.non", width=columns - 3)
    assert f"columns 1-{columns - 3}:" in text


def test_a_map_shows_the_cells_that_differ():
    text, code = shown("check", INPUT / "cross-eyed.txt")
    assert code == 0
    assert lines(text)[:2] == ["multiple", "solutions differ in 4 of 121 cells:"]
    assert plain(text).count("??") == 4


@pytest.mark.slow
def test_generated_puzzles_are_drawn_with_their_clues(tmp_path):
    text, code = shown("generate", "5", "--seed", 3)
    assert code == 0 and "┼" in text and "█" in text
    text, _ = shown("generate", "5", "--seed", 3, "--to", "json")
    assert json.loads(text)
    shown("generate", "5", "--seed", 3, "-o", tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text()) == json.loads(text)


def test_an_impossible_puzzle_names_the_command_that_finds_out_why(tmp_path):
    path = tmp_path / "no one's.non"
    nc.write(nc.Puzzle([[2], [2]], [[1], [1]]), path)
    for command, answer in (("solve", "null"), ("check", "none")):
        text, code = shown(command, path, until=None)
        assert code == 1 and lines(text)[0].startswith("nonocsp: warning:")
        assert lines(text)[1] == answer
        named = re.fullmatch("nonocsp: `nonocsp (.*)` finds out why", lines(text)[2])[1]
        assert shlex.split(named) == ["diagnose", str(path)]
        assert len(shown(command, path, "--json")[0].splitlines()) == 2
    piped = subprocess.run(
        [sys.executable, "-m", "nonocsp", "solve", str(path)], capture_output=True, text=True
    )
    assert "`nonocsp diagnose " in piped.stderr


# Progress.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "until"),
    [
        (["count", "SPARSE"], r"(at least|[\d,]+ to) \d.*, [\d,]+/s"),
        (["solve", "SPARSE"], r"sparse\.non.* (conflicts|nodes)"),
        (["check", "SPARSE"], r"sparse\.non.* (conflicts|nodes)"),
        (["sample", "SPARSE"], r"sparse\.non.* (at least|conflicts)"),
        (["solve", "SPARSE", "--from", "9"], r"sparse\.non.* (at least|conflicts)"),
        (["explain", "SPARSE"], r"sparse\.non · \d:\d\d"),
        (["rate", "SPARSE"], r"sparse\.non · \d:\d\d"),
        (["diagnose", "SPARSE"], r"sparse\.non · \d:\d\d"),
        (["hint", "SPARSE"], r"sparse\.non · \d:\d\d"),
        (["render", "--ambiguous", "SPARSE"], r"sparse\.non · \d:\d\d"),
        (["generate", "25", "--depth", "extreme", "--seed", "4"], r"seed 4 · picture 1"),
    ],
)
def test_long_work_is_never_silent_and_can_be_interrupted(sparse, tmp_path, words, until):
    words = [str(sparse) if word == "SPARSE" else word for word in words]
    out = [] if words[0] in ("render", "generate") else ["-o", str(tmp_path / "out.txt")]
    text, code = shown(*words, *out, until=until, progress="0")
    assert code == 130
    left = [line for line in lines(text) if line.strip()]
    assert left[-1].startswith("nonocsp: ") and "interrupted" in left[-1], left
    assert not any(" · " in line for line in left)  # the line of progress is gone
    path = tmp_path / "out.txt"
    assert ("written to" in left[-1]) == path.exists()
    assert sorted(each.name for each in tmp_path.iterdir() if each != path) == ["sparse.non"]


def test_without_rich_the_line_is_plain(sparse, tmp_path):
    (tmp_path / "rich").mkdir()
    (tmp_path / "rich" / "__init__.py").write_text("raise ImportError")
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    line = r"\rcount: sparse\.non, 0:\d\d, (at least|[\d,]+ to) "
    text, code = shown("count", sparse, until=line, progress="0", PYTHONPATH=path)
    assert code == 130 and "\x1b" not in text


def test_the_line_fits_the_terminal(sparse):
    for color in ({}, {"NO_COLOR": "1"}):
        text, _ = shown("count", sparse, until="sparse", width=24, progress="0", **color)
        drawn = [part for part in re.split(r"[\r\n]|\^C", plain(text)) if "sparse" in part]
        assert drawn and max(map(len, drawn)) <= 24


def test_solutions_and_the_line_share_the_terminal(tmp_path):
    """Solutions come while the line is shown; each is whole in the end."""
    puzzle = nc.Puzzle([[1]] * 6, [[1]] * 6)
    nc.write(puzzle, tmp_path / "p.non")
    text, code = shown("solve", tmp_path / "p.non", progress="0", NO_COLOR="1")
    shown_pictures = "\n".join(line.rstrip() for line in lines(text)).strip("\n").split("\n\n")
    expected = [
        "\n".join("".join("██" if cell else "  " for cell in row).rstrip() for row in picture.rows)
        for picture in nc.solutions(puzzle)
    ]
    assert code == 0 and [each.strip("\n") for each in shown_pictures] == expected


def test_nothing_is_shown_where_it_is_not_wanted(sparse):
    text, code = shown("count", sparse, "--nodes", 3000, progress="off")
    assert code == 3 and [line for line in lines(text) if line] == text.splitlines()
    assert "\r" not in text
    text, code = shown("count", sparse, progress="soon")
    assert code == 2 and "NONOCSP_PROGRESS is a number of seconds or off, not 'soon'" in text


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_as_ctrl_c_does(tmp_path, end):
    nc.write(nc.Puzzle([[1]] * 9, [[1]] * 9), tmp_path / "p.non")
    out = tmp_path / "solutions.txt"
    out.write_text("old")
    text, code = shown(
        "solve", tmp_path / "p.non", "-o", out, until=r"solutions: \d", end=end, progress="0"
    )
    assert code == 128 + end
    assert re.search(r"interrupted; \d+ solutions so far; nothing is written", plain(text))
    assert out.read_text() == "old"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["p.non", "solutions.txt"]


@pytest.mark.slow
def test_an_interrupted_generator_writes_nothing(tmp_path):
    path = tmp_path / "made.json"
    words = ["generate", "25", "--depth", "extreme", "-o", path, "--seed"]
    text, code = shown(*words, 4, until="picture 1", progress="0")
    assert code == 130 and not path.exists()
    assert "interrupted at seed 4; nothing is written" in text
    words = ["generate", "6", "-n", 10**6, "--seed", 1, "-o", path]
    text, code = shown(*words, until="[1-9] of 1,000,000", progress="0")
    assert (code, path.exists()) == (130, False)
    assert re.search(r"interrupted at seed \d+; nothing is written", text)


def test_a_batch_shows_its_puzzles(tmp_path, sparse):
    out = tmp_path / "answers.jsonl"
    files = [INPUT / "heart.txt", INPUT / "owl.non", sparse]
    words = ["batch", *files, "--question", "count", "--workers", 1, "-o", out]
    text, code = shown(*words, until="2 of 3.* 1 running", progress="0")
    assert code == 130
    assert "interrupted; the same command resumes after 2 answers" in plain(text)
    assert len(out.read_text().splitlines()) == 2


@pytest.mark.slow
def test_benchmarks_show_their_puzzles(tmp_path):
    pytest.importorskip("rich")
    out = tmp_path / "records.jsonl"
    words = ["bench", "run", "--puzzles", "permutation:last=8", "--protocol", "all"]
    _, code = shown(*words, "--engine", "textbook", "-o", out, until=" of 7 · 0:0", progress="0")
    assert code == 130


# The log.


@pytest.mark.slow
def test_a_log_has_one_json_object_a_line(sparse, tmp_path):
    log = tmp_path / "log.jsonl"
    assert shown("count", sparse, "--log", log, "--seconds", 2.5)[1] == 3
    records = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(records) >= 2
    assert [each["is_over"] for each in records if "is_over" in each] == [True]
    last = records[-1]
    assert last["is_over"] and last["command"] == "count" and last["puzzle"] == str(sparse)
    assert int(last["at_least"]) >= 0 and last["nodes"] > 0
    seconds = [each["seconds"] for each in records]
    assert seconds == sorted(seconds)


def test_a_log_of_short_work_has_its_end(tmp_path):
    log = tmp_path / "log.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "nonocsp", "solve", str(INPUT / "heart.txt"), "--log", str(log)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and done.stderr == ""
    # On a busy machine there may be others before.
    last = json.loads(log.read_text().splitlines()[-1])
    assert last["is_over"] and last["solutions"] == 1


def test_a_log_that_cannot_be_written_is_refused(tmp_path):
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "nonocsp",
            "solve",
            str(INPUT / "heart.txt"),
            "--log",
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and str(tmp_path) in done.stderr


def test_alone_it_shows_a_puzzle_that_solves_itself():
    picture = nc.solve(nc.read(INPUT / "parrot.ctu")).picture
    text, code = shown()
    frames = re.split(r"\x1b\[\d+A", text)
    assert code == 0 and len(frames) > 5
    drawn = frames[-1].split("\n")[: -(-picture.shape[0] // 2)]
    assert all(len(plain(line)) == picture.shape[1] for line in drawn)
    assert "nonocsp generate" in frames[-1]
    assert text.count("\x1b[?25l") == text.count("\x1b[?25h") == 1  # the cursor comes back
    assert text.index("\x1b[?25h") > text.rindex("▀")


@pytest.mark.slow
@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_alone_it_is_short_where_nothing_can_move(environment):
    text, code = shown(**environment)
    assert code == 0 and "▀" not in text and "nonocsp generate" in text and "\x1b" not in text
    assert "▀" not in shown(width=12)[0] and "▀" not in shown(height=9)[0]
    words = [sys.executable, "-m", "nonocsp"]
    piped = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert piped.stdout == text and piped.returncode == 0 and piped.stderr == ""
    assert len(text.splitlines()) < 12


def test_standard_input_that_stays_open_is_waited_for_as_by_other_commands():
    # Another thread takes the signals, as if they came just before the main thread's wait.
    waiting = "import os, signal, threading; os.dup2(os.pipe()[0], 0)"
    waiting += "; threading.Thread(target=signal.pause, daemon=True).start()"
    waiting += "; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])"
    for words in ((), ("solve",)):
        text, code = shown(*words, until="solve: 0:0", before=waiting, progress="0", NO_COLOR="1")
        assert code == 130 and lines(text)[-2].startswith("nonocsp: interrupted")


def test_an_interrupt_while_the_progress_starts_leaves_no_line():
    slow = "import threading, time; start = threading.Thread.start"
    # A signal just before a wait is seen after it: many waits, each short.
    slow += "; wait = lambda: [time.sleep(0.1) for _ in range(30_000)]"
    slow += "; threading.Thread.start = lambda thread: (start(thread), wait())"
    text, code = shown("solve", "-", until="solve: 0:0", before=slow, progress="0", NO_COLOR="1")
    assert code == 130 and lines(text)[-2] == "nonocsp: interrupted"


#: So that it cannot end before the key comes. A signal just before a wait is seen after it, so that
#: each of some thirty waits is far shorter than the patience.
SLOWLY = "from nonocsp.apps.cli import demo; demo._SECONDS = 150"


def test_a_key_ends_it_with_the_solution_and_is_not_typed():
    whole = re.split(r"\x1b\[\d+A", shown()[0])
    text, code = shown(until="▀", end=b"q", before=SLOWLY)
    frames = re.split(r"\x1b\[\d+A", text)
    assert code == 0 and len(frames) < len(whole)
    assert frames[-1] == whole[-1] and "q" not in plain("".join(frames[:-1]))


def test_a_search_is_stepped_arc_by_arc():
    words = ("watch", INPUT / "heart.txt", "--step")
    text, code = shown(*words, until="1 of 84", end=b"  rr\x1b[Dbn q")
    frames = plain(text).split("1 of 84", 1)[1]
    places = [int(at) for at in re.findall(r"^(\d+) of 84", frames, re.MULTILINE)]
    # Two steps, the two next removals, two back by either key, the end, which stays.
    assert places == [2, 3, 7, 11, 10, 9, 84, 84] and code == 0
    tree = nc.watch(nc.read(INPUT / "heart.txt"))
    for place, frame in zip(places[:-2], re.split(r"\d+ of 84.*", frames), strict=False):
        assert tree.revisions(0)[place - 1].text in frame
    assert "placements of column 1: _##__, ##___\n" in frames
    assert "queue of 49: column 2 by row 1" in frames
    assert plain(text).endswith(f"q: end{tree.to_text().splitlines()[-1]}\n")


def test_without_propagation_only_what_is_assigned_is_drawn():
    words = ("watch", INPUT / "heart.txt", "--set", "propagation=none", "--step")
    words = (*words, "--set", "ordering=in_order", "-n", "1")
    text, _ = shown(*words, until="1 of 275", end=b"      q", TERM="dumb")
    boards = [re.findall(r"\|(.+)$", frame, re.MULTILINE)[1:] for frame in text.split("\x1b[H")]
    boards = [["".join(row.split()) for row in board] for board in boards[1:]]
    assert boards[0] == ["?????"] * 5
    assert boards[4] == ["__#_#", "#####", "#####", "__###", "?????"]
    # Column 1 is ___##: black in rows 4 and 5 alone.
    assert boards[6] == ["__#_#", "!####", "!####", "!_###", "!___#"]


def test_a_step_ends_its_lines_at_commas():
    words = ("watch", INPUT / "heart.txt", "--step")
    text, _ = shown(*words, until="1 of 84", end=b" rrrrrnbq", width=60, height=24)
    for line in plain(text.rpartition("\x1b[?25h")[0]).split("\n"):
        assert len(line) <= 60 and not re.search(r"(column|row|by|\d (by|row))$", line)
    assert text.count("the queue is empty") == 1  # at the last arc


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_a_step_is_drawn_in_the_characters_of_the_output(encoding):
    words = ("watch", INPUT / "heart.txt", "--step")
    text, _ = shown(*words, until="1 of 84", end=b" rnq", PYTHONIOENCODING=encoding)
    last = plain(text).rpartition("84 of 84")[0].rpartition("4 4 4 2")[2]
    assert text.isascii() and re.search(r"1 1 \|_ # _ # _\n +5 \|# # # # #", last)


def test_of_several_searches_each_has_its_name():
    words = ("watch", INPUT / "heart.txt", INPUT / "smile.txt", "--step")
    text, code = shown(*words, until="1 of 84", end=b"q", then=[("smile.txt: ac3", b"q")])
    assert "heart.txt: ac3, mrv" in text and "q: next search or end, Ctrl-C: end" in plain(text)
    assert code == 0 and text.count("\x1b[?1049h") == text.count("\x1b[?1049l") == 2


def test_another_size_of_the_terminal_is_drawn_at_once():
    words = ("watch", INPUT / "heart.txt", "--step")
    text, code = shown(*words, until="1 of 84", end=(20, 30), then=[("1 of 84", b"q")])
    assert code == 0 and max(map(len, plain(text).rpartition("ac3")[0].split("\n")[-9:])) <= 30


#: In a process group of its own, as from a shell with job control, which continues it.
_JOB = """
import os, signal, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
if child := os.fork():
    while not os.WIFEXITED(status := os.waitpid(child, os.WUNTRACED)[1]):
        os.tcsetpgrp(0, os.getpgrp())
        print("stopped, whole lines:", bool(termios.tcgetattr(0)[3] & termios.ICANON), flush=True)
        if os.WIFSIGNALED(status):
            os._exit(os.WTERMSIG(status))
        os.kill(child, signal.SIGCONT)  # in the background: it stops again
        os.waitpid(child, os.WUNTRACED)
        os.tcsetpgrp(0, child)
        os.kill(child, signal.SIGCONT)
    os._exit(os.WEXITSTATUS(status))
os.setpgid(0, 0)
os.tcsetpgrp(0, os.getpid())
for number in (signal.SIGTTOU, signal.SIGQUIT, signal.SIGTSTP):  # some ignore them
    signal.signal(number, signal.SIG_DFL)
"""


def test_a_stop_leaves_the_screen_and_a_return_draws_it_again():
    words = ("watch", INPUT / "heart.txt", "--step")
    then = [("stopped(?s:.)*2 of 84", b"q")]
    text, code = shown(
        *words, until="1 of 84", end=b" ", then=[("2 of 84", b"\x1a"), *then], before=_JOB
    )
    first, again = text.split("stopped, whole lines: True")
    assert first.endswith("\x1b[?25h\x1b[?1049l") and again.lstrip().startswith("\x1b[?1049h")
    assert code == 0 and "\x1b[?1049l" in again


def test_ctrl_backslash_leaves_the_screen():
    words = ("watch", INPUT / "heart.txt", "--step")
    text, code = shown(*words, until="1 of 84", end=b"\x1c", before=_JOB)
    assert "\x1b[?25h\x1b[?1049lstopped, whole lines: True" in text and code == signal.SIGQUIT


LECTURE = (INPUT.parent / "docs/how-to/teach-in-ten-minutes.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "part", re.findall(r"```sh\n(nonocsp .*?)(?=\n## |\Z)", LECTURE, re.DOTALL)
)
def test_the_keys_of_the_lecture_show_what_it_says(part):
    command, _, rest = part.partition("\n```\n")
    pressed = re.findall(r"^- `(\w+)`, `(.+?)`: ", rest, re.MULTILINE)
    keys = "".join(key.replace("space", " ") for key, _ in pressed)
    words = [INPUT.parent / word if "/" in word else word for word in shlex.split(command)[1:]]
    size = {"width": 80, "height": 24}  # what the lecture asks for
    text, code = shown(*words, until=r"1 of \d+", end=keys.encode(), **size)
    assert max(frame.count("\n") for frame in text.split("\x1b[J")) < 24
    frames = re.split(r"\d+ of \d+ .*?q: end", plain(text))[1:]
    assert code == 0 and keys.endswith("q") and rest.count("\n- ") == len(pressed) > 1
    for (_, sentence), frame in zip(pressed, frames, strict=True):
        assert sentence in " ".join(frame.split())


def test_ctrl_c_ends_stepping_and_leaves_the_terminal_as_it_was():
    text, code = shown("watch", INPUT / "heart.txt", "--step", until="1 of 84")
    end = nc.watch(nc.read(INPUT / "heart.txt")).to_text().splitlines()[-1]
    assert code == 130 and text.endswith(f"\x1b[?1049l{end}\n")
    assert text.count("\x1b[?1049h") == text.count("\x1b[?1049l") == 1


def test_a_tree_is_folded_on_a_terminal():
    text, code = shown("watch", INPUT / "cross-eyed.txt", "--set", "propagation=none", height=20)
    assert code == 0 and len(lines(text)) < 22 and "nodes not shown" in text
    assert "nonocsp: all of the tree: -o tree.txt, or a pipe to a pager" in text


@pytest.mark.parametrize("pause", [0, 0.1])
def test_an_interrupt_in_a_callback_is_not_lost(sparse, pause):
    """Also where the machine is busy, and the main thread late to leave the callback."""
    raising = f"""
import signal, threading, time, weakref
from nonocsp.core.solver import kernel_diagram

count = kernel_diagram.count

def interrupted(*arguments):
    class Anything: pass
    anything = Anything()
    watch = weakref.ref(anything, lambda _: signal.raise_signal(signal.SIGINT))
    del anything
    return count(*arguments)

kernel_diagram.count = interrupted
start = threading.Timer.start
threading.Timer.start = lambda timer: (start(timer), time.sleep({pause}))
"""
    text, code = shown("count", sparse, before=raising)
    assert code == 130 and "nonocsp: interrupted" in plain(text) and "ignored" not in text


def test_ctrl_c_ends_it_at_once():
    text, code = shown(until="▀", before=SLOWLY)
    assert code == 130 and plain(text).endswith("\nnonocsp: interrupted\n")
    assert text.count("\x1b[?25l") == text.count("\x1b[?25h") == 1


@pytest.mark.slow
def test_the_commands_to_try_work(tmp_path):
    text, _ = shown(NO_COLOR="1")
    words = re.findall(r"^  nonocsp (.*?)  ", text, re.M)
    assert len(words) == 3
    for line in words:
        if not line.startswith("serve"):  # without end
            done = subprocess.run(
                [sys.executable, "-m", "nonocsp", *line.split()], cwd=tmp_path, capture_output=True
            )
            assert done.returncode == 0, (line, done.stderr)


# The player.


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30)])
def test_the_player_has_its_title_and_its_keys_in_sight(tmp_path, width, height):
    pytest.importorskip("textual")
    size = {"width": width, "height": height, "XDG_STATE_HOME": str(tmp_path)}
    text, code = shown("play", INPUT / "owl.non", until="Quit", **size)
    # Ctrl-C is one of its keys.
    assert code == 0
    for words in ("Owl  20×20", "0% done", "row 1: 1 1", "?", "Keys", "q", "Quit"):
        assert words in plain(text), words
    assert "…" not in plain(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "words"),
    [
        (
            "boards/bee.json",
            ("Bee  51 hexagons", "0% done", "A 4", "[]", "A 1: 4", "B 1: 0", "C 4: 1 2 1"),
        ),
        ("boards/star.g", ("96 triangles", "0% done", "A 1", "[]", "A 1: 1", "B 1: 1", "C 4: 9")),
        ("windmill.json", ("Windmill  14×11", "row 1: ◢ ◣ ◢ ◣", "column 1: ◢ ◥ ◢ ◥")),
    ],
)
def test_the_player_has_other_cells_and_their_clues(tmp_path, file, words):
    pytest.importorskip("textual")
    text, code = shown("play", INPUT / file, until="Quit", XDG_STATE_HOME=str(tmp_path))
    assert code == 0
    for word in words:
        assert word in plain(text), word

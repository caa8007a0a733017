"""The conversation of the shell: as a session, through a pipe, and in a real terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
import time
from importlib.util import find_spec

import pytest
from hypothesis import given, strategies as st
from strategies import puzzles

from nonocsp import Hexagon, Puzzle, formats, opening
from nonocsp.apps.shell import Session
from nonocsp.apps.shell.commands import COMMANDS
from nonocsp.apps.shell.entry import typed_size
from nonocsp.core.model.line import Line
from nonocsp.core.model.typed_clue import EntryError
from nonocsp.files.loose.typed import typed_clue

ROW = Line("row", 6)


def talk(*lines, **keywords):
    """A session after these lines, and what it output to the last of them."""
    output: list[str] = []
    session = Session(output.append, **keywords)
    for text in lines:
        output.clear()
        session.answer(text)
    return session, "\n".join(output)


def typed(puzzle):
    """What a person would type for a puzzle."""
    height, width = puzzle.shape
    names = [colour.name for colour in puzzle.colours]
    yield str(width)
    yield str(height)
    for clue in (*puzzle.rows, *puzzle.columns):
        if clue is None:
            yield "*"
        else:
            yield " ".join(
                "*" if block.is_star else f"{block}{names[block.colour]}" for block in clue
            )


@given(puzzles(4, 4, 3))
def test_a_puzzle_that_is_typed_is_the_puzzle(made):
    _, puzzle = made
    session, _ = talk(*typed(puzzle))
    height = puzzle.shape[0]
    again = session.puzzle
    clues = [*again.rows, *again.columns]
    names = [colour.name for colour in again.colours]
    for have, want in zip(clues, (*puzzle.rows, *puzzle.columns), strict=True):
        assert (have is None) == (want is None)
        assert [(b.length, names[b.colour]) for b in have or ()] == [
            (b.length, puzzle.colours[b.colour].name) for b in want or ()
        ]
    assert len(again.rows) == height


def test_a_unique_puzzle_is_shown_pass_by_pass_and_as_solved():
    _, output = talk("3", "3", "1", "1 1", "1", "1", "1 1", "1")
    assert output.splitlines()[0] == "pass 1: 9 of 9 cells known"
    assert output.splitlines()[1:] == ["_#_", "#_#", "_#_", "That is the only solution."]


def test_without_passes_the_solution_alone_is_shown():
    session, _ = talk("passes off")
    output: list[str] = []
    session.say = output.append
    for text in ["2", "1", "1", "1", ""]:
        session.answer(text)
    assert output == ["#_", "That is the only solution."]


def test_no_solution_is_null_and_a_corrected_line_solves_again():
    session, output = talk("2", "1", "2", "1", "0")
    assert "null" in output.splitlines()
    assert "the rows need 2 black cells, the columns 1" in output
    output = []
    session.say = output.append
    session.answer("set column 2 1")
    assert output[-1] == "That is the only solution."
    output.clear()
    session.answer("undo")
    session.answer("solve")
    assert "null" in output


@given(puzzles(6, 6, 1, vague=False))
def test_the_lines_of_a_session_are_a_file(made):
    _, puzzle = made
    height, width = puzzle.shape
    lines = [str(width), str(height)]
    lines += ["0" if not clue else " ".join(map(str, clue)) for clue in puzzle.clues]
    parsed = formats.parse("\n".join(lines), "loose")
    assert parsed.puzzles == [puzzle] == [talk(*lines)[0].puzzle]
    assert "below their numbers" in parsed.warnings[0]


@given(puzzles(4, 4, 1), st.data())
def test_every_line_is_set_in_every_way_of_saying_it(made, data):
    """The words of columns are x and of rows y; the clue is on the same line or the next."""
    _, puzzle = made
    height, width = puzzle.shape
    session, _ = talk(str(width), str(height), *["*"] * (height + width))
    clues = list(typed(puzzle))[2:]
    for at, clue in enumerate(clues):
        names, number = (("row", "y", "Y"), at) if at < height else (("x", "col"), at - height)
        said = f"set {data.draw(st.sampled_from(names))} {number + 1}"
        if data.draw(st.booleans()) and clue:
            session.answer(f"{said} {clue}")
        else:
            session.answer(said)
            assert session.prompt == f"{names[0].replace('x', 'column')} {number + 1}: "
            session.answer(clue)
    assert session.puzzle == puzzle


def test_a_clue_that_is_awaited_can_be_wrong_or_given_up():
    session, output = talk("2", "1", "1", "1", "0", "set x 2", "9")
    assert output == "column 2: a block of 9 does not fit into 1 cell"
    assert session.prompt == "column 2: "
    session.answer("")
    assert session.prompt == "> " and session.puzzle == Puzzle([[1]], [[1], []])
    for line in ("set y 1", "show"):
        session.answer(line)
    assert session.prompt == "> "
    for line in ("set y 1", "2", "undo"):
        session.answer(line)
    assert session.puzzle == Puzzle([[1]], [[1], []])


def test_several_solutions_are_paged_through_and_counted():
    session, output = talk("2", "2", "1", "1", "1", "1")
    assert output.endswith("There are others: next, solutions, count.")
    output = []
    session.say = output.append
    for command in ("next", "next", "next", "count", "solutions 1", "solutions"):
        session.answer(command)
    assert output == [
        "solution 1:\n_#\n#_",
        "solution 2:\n#_\n_#",
        "no more: 2 in all",
        "2",
        "solution 1:\n_#\n#_",
        "1 so far; next continues, count counts all",
        "solution 1:\n_#\n#_",
        "solution 2:\n#_\n_#",
        "no more: 2 in all",
    ]


@pytest.mark.parametrize(
    ("before", "entry", "reason"),
    [
        ([], "0", "the width is an integer from 1 to 999, not '0'"),
        ([], "nothing.non", "nothing.non: cannot be opened"),
        ([], "", "expected the number of columns"),
        (["3"], "x", "the height is an integer"),
        (["3", "2"], "4", "row 1: a block of 4 does not fit into 3 cells"),
        (["3", "2"], "2 1", "row 1: the clue needs 4 cells, the row has 3"),
        (["3", "2"], "one", "row 1: expected the length of a block"),
        (["3", "2"], "1mauve", "row 1: unknown colour 'mauve'; expected one of black (#), red (r)"),
        (["3", "2"], "1 0", "row 1: a block has at least 1 cell"),
        (["3", "2"], "set row 1 1", "row 1 has not been entered yet"),
        (["3", "2"], "solve", "the puzzle is not complete yet"),
        (["3", "2"], "set row 3 1", "there is no row 3: the puzzle has 2 rows"),
        (["3", "2"], "set y", "expected: set row N CLUE, or set column N CLUE (or y and x)"),
        (["3", "2"], "set x 0 1", "expected the number of a line, from 1, not '0'"),
        (["3", "2"], f"set x {'9' * 12}", f"there is no column {'9' * 12}: the puzzle has 3"),
        (["1", "1"], "9" * 20, f"row 1: a block of {'9' * 20} does not fit"),
        (["1", "1", "1", "1"], "1 2", "a clue is expected after `set`, as in: set row 1 1 2"),
        (["1", "1", "1", "1"], "*", "a clue is expected after `set`, as in: set row 1 *"),
        (["3", "2"], "passes maybe", "expected: passes on, or passes off"),
        (["3", "2"], "limit -1", "expected: limit SECONDS"),
        (["1", "1", "1", "1"], "hello", "unknown command 'hello'; help lists the commands"),
        (["1", "1", "1", "1"], "solutions x", "expected: solutions, or solutions N"),
        (["1", "1", "1", "1"], "save", "expected: save FILE"),
        (["1", "1", "1", "1"], "save /nowhere/x.nin", "/nowhere/x.nin: cannot be written"),
        (["1", "1", "1", "1"], "save x.xyz", "x.xyz: no format that is written has the suffix"),
        (["1", "1", "1", "1"], "open nothing.non", "nothing.non: cannot be opened"),
    ],
)
def test_a_wrong_entry_is_refused_and_nothing_is_lost(before, entry, reason):
    session, _ = talk(*before)
    prompt, puzzle = session.prompt, session.puzzle
    output: list[str] = []
    session.say = output.append
    session.answer(entry)
    assert output and output[0].startswith(reason), output
    assert "\n" not in output[0]
    assert (session.prompt, session.puzzle) == (prompt, puzzle)


def test_undo_undoes_one_entry_at_a_time():
    session, _ = talk("3", "2", "1", "1")
    prompts = []
    for _ in range(5):
        prompts.append(session.prompt)
        session.answer("undo")
    assert prompts == ["column 1: ", "row 2: ", "row 1: ", "height: ", "width, or a file name: "]


def test_a_file_keeps_its_colours_and_texts(tmp_path):
    puzzle = Puzzle([[(2, "sky")]], [[(1, "sky")], [(1, "sky")]], {"sky": "#abcdef"}, title="Above")
    path = tmp_path / "sky blue.json"
    formats.write(puzzle, path)
    out = tmp_path / "out.json"
    assert talk(str(path).replace(" ", "\\ "))[0].puzzle == puzzle
    talk(f"open '{path}'", "set row 1 1sky 1red", f"save '{out}'")
    again = opening.read(out)
    assert again.title == "Above"
    assert [colour.rgb for colour in again.colours[1:]] == ["#abcdef", "#d1242f"]


def test_a_question_stops_at_its_limit():
    ones = ["1 1"] * 30
    session, _ = talk("30", "30", *ones, *ones, "limit 1e-9")
    output: list[str] = []
    session.say = output.append
    reached = "the limit on seconds was reached"
    for command, said in (
        ("count", f"{reached}; at least"),
        ("next", f"{reached}; 0 so far"),
        ("hint", reached),
        ("solve", f"unknown: {reached}"),
    ):
        session.answer(command)
        assert output[-1].startswith(said)


def test_a_search_that_was_interrupted_does_not_name_a_limit(monkeypatch):
    session, _ = talk("30", "30", *["1 1"] * 60)
    output: list[str] = []
    session.say = output.append
    session.answer("next")
    assert session.found is not None
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(session.found, "_search", map(raised, [KeyboardInterrupt]))
        session.answer("next")
    session.answer("next")
    assert output[1:] == ["interrupted; 1 so far"]


def raised(error):
    raise error


def test_help_names_every_command_and_every_command_is_documented(monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    _, narrow = talk("help")
    assert max(map(len, narrow.splitlines())) < 50
    monkeypatch.setenv("COLUMNS", "80")
    _, output = talk("help")
    assert max(map(len, output.splitlines())) < 80
    assert narrow.split() == output.split()  # no word is broken
    words = " ".join(output.split())
    assert all(f"{command.usage} {command.help}" in words for command in COMMANDS.values())
    # A joint is how a block meets the one before it.
    assert "~3 needs no blank before it." in output


@given(st.lists(st.text(max_size=12), max_size=12))
def test_whatever_is_typed_is_answered(lines):
    session = Session(lambda text: None, seconds=0.2)
    for text in lines:
        if not session.ended and not text.strip().startswith(("save", "open")):
            session.answer(text)
    assert session.prompt


def test_sizes_and_clues():
    assert typed_size("7", "height") == 7
    assert typed_clue("3,1", ROW, 5) == [(3, "black"), (1, "black")]
    assert typed_clue("3 1r", ROW, 4) == [(3, "black"), (1, "red")]
    assert typed_clue("? 1", ROW, 3) == [(None, "black"), (1, "black")]
    for text in ("-1", "1.5", "²", "9999999999", "1 ? x"):
        with pytest.raises(EntryError, match="row 7"):
            typed_clue(text, ROW, 5)


def test_a_pass_is_every_row_and_then_every_column():
    _, text = talk("3", "3", "2", "3", "1", "2", "3", "1")
    assert "pass 1: " in text
    assert "pass 2: 9 of 9 cells known\n" in text


def test_the_passes_end_where_a_line_has_no_placement():
    assert "pass 1: column 2 has no placement left" in talk("2", "1", "2", "1", "0")[1]
    _, text = talk("3", "3", "3", "1 1", "0", "2", "2", "2")
    assert "pass 1: column 2 has no placement left" in text


def shell(*arguments):
    return [sys.executable, "-m", "nonocsp", "shell", *arguments]


def test_through_a_pipe():
    text = "2\n1\n2\n1\n1\n"
    done = subprocess.run(shell(), input=text, capture_output=True, text=True, check=True)
    assert done.stdout == "pass 1: 2 of 2 cells known\n##\nThat is the only solution.\n"
    assert done.stderr == ""


def test_in_a_terminal_with_an_interrupt_and_the_end_of_input(tmp_path):
    """A pseudo-terminal: prompts are shown, Ctrl-C clears the line, Ctrl-D leaves."""
    person, machine = pty.openpty()
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "TERM": "dumb"}
    process = subprocess.Popen(
        shell(), stdin=machine, stdout=machine, stderr=machine, env=environment, close_fds=True,
        start_new_session=True, preexec_fn=_own_terminal,
    )  # fmt: skip
    os.close(machine)
    shown = ""

    def more():
        ready, _, _ = select.select([person], [], [], 30)
        assert ready, f"nothing came; so far: {shown!r}"
        try:
            return os.read(person, 4096).decode()
        except OSError:  # the other side is closed
            return ""

    def type_in(text):
        # What is typed before prompt_toolkit takes every key by itself means something else.
        while text and takes_keys and termios.tcgetattr(person)[3] & termios.ICANON:
            assert process.poll() is None
            time.sleep(0.01)
        os.write(person, text.encode())

    takes_keys = find_spec("prompt_toolkit")
    try:
        for text, wanted in [
            ("", "width, or a file name: "),
            ("2\r", "height: "),
            ("1\r", "row 1: "),
            ("7\r", "row 1: a block of 7 does not fit into 2 cells"),
            ("", "row 1: "),
            ("1\x03", "row 1: "),
            ("2\r", "column 1: "),
            ("1\r", "column 2: "),
            ("1\r", "That is the only solution."),
            ("", "> "),
        ]:
            type_in(text)
            while wanted not in shown:
                shown += more()
            shown = shown.split(wanted, 1)[1]
        type_in("\x04")
        while more():
            pass
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        os.close(person)


def _own_terminal():
    import fcntl

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_after_null_it_says_what_is_wrong():
    _, output = talk("passes off", "3", "3", "3", "1 1", "3", "3", "1", "3")
    assert "null" in output.splitlines()
    assert "Column 2: 1 was probably 1 1" in output


def test_hints_come_in_two_stages_and_go_on():
    talked, first = talk("passes off", "3", "3", "3", "1 1", "3", "3", "1 1", "3", "hint")
    assert first.startswith("Look at ")
    messages = []
    talked.say = messages.append
    for _ in range(30):
        talked.answer("hint")
    # Every second answer is a reason, until nothing is left.
    assert messages[0].startswith(("Row", "Column"))
    assert messages[-1] == "The puzzle is solved."
    assert len(set(messages)) == len(messages) - messages.count(messages[-1]) + 1


def test_explain_and_rate():
    puzzle = ("3", "3", "3", "1 1", "3", "3", "1 1", "3")
    _, output = talk("passes off", *puzzle, "explain")
    assert output.splitlines()[0].startswith("1. ")
    assert output.splitlines()[-1].startswith("Solved after ")
    _, output = talk("passes off", *puzzle, "explain 1")
    assert len(output.splitlines()) == 2
    _, output = talk("passes off", *puzzle, "explain x")
    assert output == "expected: explain, or explain N"
    _, output = talk("passes off", *puzzle, "rate")
    assert output.startswith("very short, most people up to 1 minute; very shallow: depth ")


def test_a_puzzle_of_hexagons_is_loaded_corrected_and_counted(tmp_path):
    board = Hexagon(2, 2, 2, 2, 2, 2)
    ring = [[2], [3], [2]]
    puzzle = Puzzle.on(board, {"A": [[2], [1, 1], [2]], "B": ring, "C": ring})
    formats.write(puzzle, tmp_path / "ring.json")
    said = []
    session = Session(said.append)
    session.answer(str(tmp_path / "ring.json"))
    assert "null" in said and any("contradict" in line for line in said)
    for line in ("set B 2 1 1", "set c 2 1 1"):
        session.answer(line)
    assert said[-2:] == [" # #\n# _ #\n # #", "That is the only solution."]
    said.clear()
    for line in ("set row 1 2", "set B 9 2", "show", "count"):
        session.answer(line)
    assert said[:2] == [
        "expected: set A N CLUE, or set B N CLUE, or set C N CLUE",
        "there is no line 9 in direction B, which has 3 lines",
    ]
    assert said[2:4] == ["hexagon with sides of 2, 2, 2, 2, 2, 2", "direction A, line 1: 2"]
    assert said[-1] == "1"


def test_a_puzzle_of_triangles_is_typed_direction_by_direction():
    said = []
    session = Session(said.append)
    prompts = []
    for line in ("board triddler 1", "1 1", "1 1", "1 1", "2", "1", "2", "1 1"):
        session.answer(line)
        prompts.append(session.prompt)
    assert prompts[:3] == [
        "direction A, line 1: ",
        "direction A, line 2: ",
        "direction B, line 1: ",
    ]
    assert prompts[-1] == "> "
    said.clear()
    for wrong in (
        "board",
        "board square 3",
        "board hexagon 3 4",
        "board hexagon 1,2,3,9",
        "board hexagon 9999",
    ):
        session.answer(wrong)
    assert said == [
        *["expected: board triddler SIDES, or board hexagon SIDES"] * 2,
        "expected the length of one, four or six sides, not '3 4'",
        "sides of 1, 2, 3, 9 do not close: one of the others is -6",
        "a side is at most 200 here, not 9999",
    ]


def test_joints_stay_when_a_trianogram_is_corrected():
    said = []
    session = Session(said.append)
    session.answer("input/dinghy.g")
    session.answer("show")
    clues = said[-21:]
    assert any("+" in clue for clue in clues)
    for number, clue in enumerate(clues[:9], start=1):
        session.answer(f"set row {number} {clue.partition(': ')[2]}")
    said.clear()
    session.answer("count")
    assert said == ["1"]

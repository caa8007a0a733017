"""The commands of the shell, as a table."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from textwrap import wrap
from typing import Any, NamedTuple

from ...core import (
    BOARDS,
    LIMIT_MEANINGS,
    Axis,
    EntryError,
    Grid,
    LimitReached,
    Limits,
    Line,
    NonocspError,
    quoted,
    solving as solver,
    typed_board,
)
from ...files.formats import write
from .entry import Entry
from .session_state import SessionState


class Command(NamedTuple):
    """One command: how it is typed, what it does, and its function."""

    usage: str
    help: str
    run: Callable[[SessionState, list[str]], None]

    @property
    def name(self) -> str:
        return self.usage.split()[0]


def _show(session: SessionState, words: list[str]) -> None:
    if session.entry.board is None:
        raise EntryError("nothing has been entered yet")
    for line in str(session.entry).split("\n"):
        session.say(line)


def _set(session: SessionState, words: list[str]) -> None:
    axes: Sequence[Axis] = session.entry.board.axes if session.entry.board else ("row", "column")
    named: dict[str, Axis] = {axis.lower(): axis for axis in axes}
    if "column" in named:
        named |= {"col": "column", "x": "column", "y": "row"}
    if len(words) < 2 or words[0].lower() not in named:
        expected = ", or ".join(f"set {axis} N CLUE" for axis in axes)
        raise EntryError(f"expected: {expected}{' (or y and x)' * ('column' in axes)}")
    number = _number(words[1])
    if not number:
        raise EntryError(f"expected the number of a line, from 1, not {quoted(words[1])}")
    line = Line(named[words[0].lower()], number - 1)
    session.entry.place_of(line)
    session.changing = line
    if words[2:]:
        session.take_clue(" ".join(words[2:]))


def _solve(session: SessionState, words: list[str]) -> None:
    session.solve()


def _passes(session: SessionState, words: list[str]) -> None:
    if words not in (["on"], ["off"]):
        raise EntryError("expected: passes on, or passes off")
    session.shows_passes = words == ["on"]


def _limit(session: SessionState, words: list[str]) -> None:
    try:
        seconds = float(words[0]) if len(words) == 1 else 0.0
        Limits(seconds=seconds)
    except (ValueError, NonocspError):
        raise EntryError("expected: limit SECONDS") from None
    session.seconds = seconds


def _next(session: SessionState, words: list[str]) -> None:
    for text in _more(session, 1):
        session.say(text)


def _solutions(session: SessionState, words: list[str]) -> None:
    wanted = _number_of(words, "solutions")
    session.found = None
    for text in _more(session, 100 if wanted is None else wanted):
        session.say(text)
    found = session.found
    if found is not None and not found.is_complete:
        session.say(f"{found.stats.solutions} so far; next continues, count counts all")


def _more(session: SessionState, wanted: int) -> Iterator[str]:
    """The next solutions as text, and a message when they end."""
    puzzle = session.entry.puzzle()
    if session.found is None:
        # The limit is for the whole sequence; its clock stops while the user reads.
        session.found = solver.solutions(puzzle, limits=session.limits)
    found = session.found
    for picture in islice(found, wanted):
        yield f"solution {found.stats.solutions}:\n{session.drawn(picture)}"
        wanted -= 1
    if not wanted:
        return
    if found.stopped_by:
        yield f"{_stopped(found)}; {found.stats.solutions} so far"
    elif found.stats.solutions:
        yield f"no more: {found.stats.solutions} in all"
    else:
        yield "null"


def _hint(session: SessionState, words: list[str]) -> None:
    from ...people.explanation import hint

    puzzle = session.entry.puzzle()
    if session.hinted is not None:
        text, session.hinted = session.hinted, None
        session.say(text)
        return
    found = hint(puzzle, Grid.unknown(puzzle).given(session.decided), limits=session.limits)
    if found.kind != "step":
        session.say(found.what)
        return
    session.say(f"{found.where} (type hint again for what follows and why)")
    session.hinted = found.what
    session.decided |= {(row, column): colour or 0 for row, column, colour in found.cells}


def _explain(session: SessionState, words: list[str]) -> None:
    from ...people.explanation import explain

    most = _number_of(words, "explain")
    steps = explain(session.entry.puzzle(), limits=session.limits)
    for number, step in enumerate(islice(steps, most), start=1):
        session.say(f"{number}. {step}")
    session.say(steps.ending)


def _rate(session: SessionState, words: list[str]) -> None:
    from ...people.explanation import rate

    session.say(str(rate(session.entry.puzzle(), limits=session.limits)))


def _count(session: SessionState, words: list[str]) -> None:
    found = solver.count(session.entry.puzzle(), limits=session.limits)
    session.say(f"{_stopped(found)}; {found}" if found.stopped_by else str(found))


def _stopped(found: Any) -> str:
    """What ended the work on an answer early."""
    if found.stopped_by == "interrupt":
        return "interrupted"
    return str(LimitReached(found.stopped_by, found.detail))


def _ask(session: SessionState, words: list[str]) -> None:
    from ...many.questions.registry import QUESTIONS

    if not words or words[0] not in QUESTIONS:
        raise EntryError(f"expected: ask QUESTION [NAME=VALUE ...], one of {', '.join(QUESTIONS)}")
    question = QUESTIONS[words[0]]
    given = question.typed(words[1:])
    answer = question.ask(session.entry.puzzle(), limits=session.limits, **given)
    session.say(str(answer))
    if not answer.is_final:
        session.say(_stopped(answer))


def _save(session: SessionState, words: list[str]) -> None:
    if len(words) != 1:
        raise EntryError("expected: save FILE")
    write(session.entry.puzzle(), words[0])
    session.say(f"saved in {words[0]}")


def _open(session: SessionState, words: list[str]) -> None:
    if len(words) != 1:
        raise EntryError("expected: open FILE")
    session.load(words[0])


def _undo(session: SessionState, words: list[str]) -> None:
    session.undo()


def _new(session: SessionState, words: list[str]) -> None:
    session.change(Entry())


def _board(session: SessionState, words: list[str]) -> None:
    kinds = [*BOARDS]
    if len(words) < 2 or words[0] not in kinds:
        expected = ", or ".join(f"board {kind} SIDES" for kind in kinds)
        raise EntryError(f"expected: {expected}")
    session.change(Entry(other=typed_board(words[0], words[1:])))


#: How clues are typed.
_CLUES = (
    "A clue is numbers, such as 3 1 2; 0 or nothing for a blank line; ? for a block of unknown "
    "length; * for no clue. A colour follows its length: 3r or 3red. +3 is attached to the block "
    "before it, ~3 needs no blank before it."
)


def _help(session: SessionState, words: list[str]) -> None:
    width = 2 + max(len(command.usage) for command in COMMANDS.values())
    columns = shutil.get_terminal_size().columns - 1
    for command in COMMANDS.values():
        for at, line in enumerate(wrap(command.help, max(20, columns - width))):
            session.say(f"{'' if at else command.usage:<{width}}{line}")
    for line in wrap(_CLUES, max(40, columns)):
        session.say(line)


def _quit(session: SessionState, words: list[str]) -> None:
    session.ended = True


def _number_of(words: list[str], name: str) -> int | None:
    """The optional number after a command. Raises `EntryError`."""
    number = _number(words[0]) if len(words) == 1 else None
    if words and number is None:
        raise EntryError(f"expected: {name}, or {name} N")
    return number


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 19 else None


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command("show", "show the clues as they were typed", _show),
        Command(
            "set row N [CLUE]",
            "correct the clue of row (y), column (x) or A, B, C; solve again",
            _set,
        ),
        Command("solve", "solve again", _solve),
        Command("passes on|off", "show every pass of propagation, or not", _passes),
        Command("solutions [N]", "show the first N solutions (default: 100)", _solutions),
        Command("next", "show the next solution", _next),
        Command("count", "show the exact number of solutions", _count),
        Command("hint", "where to look; typed again, what follows and why", _hint),
        Command("explain [N]", "show every step as a person finds it, or the first N", _explain),
        Command("rate", "show the depth", _rate),
        Command("ask QUESTION", "ask any question, such as marginals; NAME=VALUE may follow", _ask),
        Command("limit SECONDS", f"set the limit on {LIMIT_MEANINGS['seconds']}", _limit),
        Command("save FILE", "write the puzzle in the format of the suffix", _save),
        Command("open FILE", "open the puzzle in a file, and solve it", _open),
        Command("undo", "undo the last entry", _undo),
        Command("new", "begin another puzzle", _new),
        Command("board KIND SIDES", "begin a triddler or a hexagon: the lengths of sides", _board),
        Command("help", "show this list", _help),
        Command("quit", "leave", _quit),
    )
}

"""The conversation: what is asked next, and what each answer does.

First the width, the height and a clue for every line; then commands. Everything typed goes through
`Session.answer`, everything said through one function, so that a terminal, a pipe and a test hold
the same conversation. A wrong entry is refused with its reason and changes nothing; ``undo`` takes
back the last right one.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any, NamedTuple

from ...common.errors import NonocspError, decimal
from ...common.limits import Limits
from ...formats import TEXTS, load, write
from ...model.bits import is_single
from ...model.clue import BlockLike, Line
from ...model.colours import STANDARD, Colour
from ...model.grid import Grid, Picture
from ...model.puzzle import Puzzle
from ...solver import answers as solver
from ...solver.answers import Solutions, Verdict
from ...solver.propagation import tightenings
from .entry import EntryError, typed_clue, typed_size

Typed = list[BlockLike] | None


@dataclass(frozen=True, slots=True)
class _Puzzling:
    """What has been entered so far; a value, so that ``undo`` is going back to an older one."""

    width: int = 0
    height: int = 0
    clues: tuple[Typed, ...] = ()
    """Rows from the top, then columns from the left, as far as they were entered."""
    palette: tuple[Colour, ...] = ()
    """The colours of a puzzle that was loaded, blank first."""
    about: tuple[tuple[str, Any], ...] = ()
    """Title, author, look of blank cells and so on of a puzzle that was loaded."""

    @property
    def next_line(self) -> Line | None:
        """The line whose clue comes next; None when all are there."""
        at = len(self.clues)
        if at < self.height:
            return Line("row", at)
        return Line("column", at - self.height) if at < self.height + self.width else None

    def length(self, line: Line) -> int:
        return self.width if line.is_row else self.height

    def puzzle(self) -> Puzzle:
        used = {block[1] for clue in self.clues for block in clue or () if isinstance(block, tuple)}
        colours: list[Colour] | None = None
        if self.palette:
            known = {colour.name for colour in self.palette}
            colours = [*self.palette[1:]]
            colours += [STANDARD[name] for name in STANDARD if name in used - known]
        rows, columns = self.clues[: self.height], self.clues[self.height :]
        return Puzzle(rows, columns, colours, **dict(self.about))

    @classmethod
    def of(cls, puzzle: Puzzle) -> _Puzzling:
        names = [colour.name for colour in puzzle.colours]
        clues: list[Typed] = [
            clue if clue is None else [(block.length, names[block.colour]) for block in clue]
            for clue in (*puzzle.rows, *puzzle.columns)
        ]
        about = tuple((key, getattr(puzzle, key)) for key in TEXTS)
        height, width = puzzle.shape
        palette = puzzle.colours
        return cls(width, height, tuple(clues), palette, (*about, ("blank", palette[0])))


class Command(NamedTuple):
    """One command: what is typed, what it does, and who does it."""

    usage: str
    help: str
    run: Callable[[Session, list[str]], None]

    @property
    def name(self) -> str:
        return self.usage.split()[0]


class Session:
    """A conversation about one puzzle at a time.

    Args:
        say: called with every text for the person, a line or several.
        seconds: the time that one question may take.

    >>> session = Session(print)
    >>> for line in ["2", "1", "1", "1", "0"]:
    ...     session.answer(line)
    pass 1: 2 of 2 cells known
    #_
    That is the only solution.
    """

    def __init__(self, say: Callable[[str], None], seconds: float = 60.0) -> None:
        self.say = say
        self.seconds = seconds
        self.ended = False
        self.shows_passes = True
        self._now = _Puzzling()
        self._past: list[_Puzzling] = []
        self._found: Solutions | None = None
        self._given = 0
        self._hinted: str | None = None
        self._worked_out: dict[tuple[int, int], int] = {}

    # What is asked.

    @property
    def prompt(self) -> str:
        """What the next answer is the answer to."""
        now = self._now
        if not now.width:
            return "width, or a file's name: "
        if not now.height:
            return "height: "
        line = now.next_line
        return "> " if line is None else f"{line}: "

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle, when all of it has been entered."""
        return self._now.puzzle() if self._is_entered else None

    @property
    def _is_entered(self) -> bool:
        return bool(self._now.height) and self._now.next_line is None

    def words(self) -> list[str]:
        """The commands that can be typed now, for completion."""
        return list(COMMANDS)

    def answer(self, text: str) -> None:
        """Take one line that was typed."""
        try:
            self._take(text)
        except (NonocspError, OSError) as error:
            self.say(str(error))

    def _take(self, text: str) -> None:
        words = _split(text)
        command = COMMANDS.get(words[0].lower()) if words else None
        if command is not None:
            command.run(self, words[1:])
        elif not self._now.width:
            self._width_or_file(text.strip())
        elif not self._now.height:
            self._change(replace(self._now, height=typed_size(text, "height")))
        elif (line := self._now.next_line) is not None:
            clue = typed_clue(text, line, self._now.length(line), self._now.palette)
            self._change(replace(self._now, clues=(*self._now.clues, clue)))
            if self._now.next_line is None:
                self._solve()
        elif words:
            raise EntryError(f"there is no command {words[0]!r}; help lists them")

    def _width_or_file(self, text: str) -> None:
        if not text:
            raise EntryError("type the number of columns, or the name of a file with a puzzle")
        if text.isdigit():
            self._change(replace(self._now, width=typed_size(text, "width")))
        else:
            self._load(_split(text))

    def _change(self, state: _Puzzling) -> None:
        self._past.append(self._now)
        self._become(state)

    def _become(self, state: _Puzzling) -> None:
        self._now = state
        self._found, self._given = None, 0
        self._hinted, self._worked_out = None, {}

    def _entered(self) -> Puzzle:
        if not self._is_entered:
            raise EntryError("the puzzle is not complete yet")
        return self._now.puzzle()

    # What is answered.

    def _solve(self, _: list[str] | None = None) -> None:
        puzzle = self._entered()
        for problem in puzzle.problems():
            self.say(f"{'fault' if problem.fatal else 'note'}: {problem}")
        last = self._show_passes(puzzle)
        if last is not None and last.is_decided:
            self._show(last.picture(puzzle.colours), show=not self.shows_passes)
            self.say("That is the only solution.")
            return
        if last is None:
            self._nothing(puzzle)
            return
        found = solver.solutions(puzzle, limit=2, limits=Limits(seconds=self.seconds))
        pictures = list(found)
        verdict = solver.verdict_of(len(pictures), found.is_complete)
        if verdict is Verdict.NONE:
            self._nothing(puzzle)
        elif not pictures:
            self.say(f"No solution within {self.seconds:g} seconds; `limit` gives it more time.")
        else:
            self._show(pictures[0])
            self.say(
                {
                    Verdict.UNIQUE: "That is the only solution.",
                    Verdict.MULTIPLE: "There are others: next, solutions, count.",
                }.get(verdict, "Whether there are others is not known: the time was up.")
            )

    def _show_passes(self, puzzle: Puzzle) -> Grid | None:
        """Propagate, a pass being all rows and then all columns that are not yet tight.

        Returns the fixpoint; None if a line has no placement left.
        """
        grid = Grid.unknown(puzzle)
        steps = tightenings(puzzle, list(grid.masks))
        # Rounds of the worklist alternate: the first is all lines, then rows, columns, rows, …
        for number, (_, group) in enumerate(groupby(steps, lambda step: step.round // 2), start=1):
            masks = list(grid.masks)
            for step in group:
                if step.after is None:
                    self.say(f"pass {number}: a line has no placement left")
                    return None
                cells = puzzle.cells(step.line)
                masks[cells.start : cells.stop : cells.step] = step.after
            grid = Grid.of_masks(puzzle, masks)
            if self.shows_passes:
                known = sum(map(is_single, grid.masks))
                self.say(f"pass {number}: {known} of {len(grid.masks)} cells known")
                self.say(grid.text(puzzle.colours))
        return grid

    def _nothing(self, puzzle: Puzzle) -> None:
        from ...explanation import diagnose

        self.say("null")
        self.say(str(diagnose(puzzle, limits=Limits(seconds=self.seconds))))

    def _show(self, picture: Picture, show: bool = True) -> None:
        if show:
            self.say(picture.text(self._entered().colours))

    # The commands.

    def _show_puzzle(self, _: list[str]) -> None:
        now = self._now
        if not now.height:
            raise EntryError("nothing has been entered yet")
        self.say(f"{now.width} columns, {now.height} rows")
        for at, clue in enumerate(now.clues):
            line = Line("row", at) if at < now.height else Line("column", at - now.height)
            self.say(f"{line}: {_clue_text(clue)}")

    def _set(self, words: list[str]) -> None:
        now = self._now
        if len(words) < 2 or words[0].lower() not in ("row", "column", "col"):
            raise EntryError("expected: set row N CLUE, or set column N CLUE")
        axis = "row" if words[0].lower() == "row" else "column"
        most = now.height if axis == "row" else now.width
        if not (words[1].isascii() and words[1].isdigit() and 1 <= int(words[1][:9]) <= most):
            raise EntryError(f"{axis}s are numbered from 1 to {most}, not {words[1]!r}")
        index = int(words[1])
        line = Line("row", index - 1) if axis == "row" else Line("column", index - 1)
        at = line.index + (0 if axis == "row" else now.height)
        if at >= len(now.clues):
            raise EntryError(f"{line} has not been entered yet")
        clue = typed_clue(" ".join(words[2:]), line, now.length(line), now.palette)
        self._change(replace(now, clues=(*now.clues[:at], clue, *now.clues[at + 1 :])))
        if self._is_entered:
            self._solve()

    def _set_passes(self, words: list[str]) -> None:
        if words not in (["on"], ["off"]):
            raise EntryError("expected: passes on, or passes off")
        self.shows_passes = words == ["on"]

    def _set_limit(self, words: list[str]) -> None:
        try:
            seconds = float(words[0]) if len(words) == 1 else 0.0
            Limits(seconds=seconds)
        except (ValueError, NonocspError):
            raise EntryError("expected: limit SECONDS") from None
        self.seconds = seconds

    def _next(self, _: list[str]) -> None:
        for picture in self._more(1):
            self.say(picture)

    def _solutions(self, words: list[str]) -> None:
        wanted = 100
        if words:
            if len(words) > 1 or not (words[0].isascii() and words[0].isdigit()):
                raise EntryError("expected: solutions, or solutions N")
            wanted = int(words[0][:9])
        self._found = None
        for picture in self._more(wanted):
            self.say(picture)
        if self._found is not None and not self._found.is_complete:
            self.say(f"{self._given} so far; next goes on, count tells how many there are")

    def _more(self, wanted: int) -> Iterator[str]:
        """The next solutions as text, and a word when they end."""
        puzzle = self._entered()
        if self._found is None:
            self._given = 0
            # The limit is for the whole sequence: a person reads while its clock stands still.
            self._found = solver.solutions(puzzle, limits=Limits(seconds=self.seconds))
        for _ in range(wanted):
            picture = next(self._found, None)
            if picture is None:
                break
            self._given += 1
            yield f"solution {self._given}:\n{picture.text(puzzle.colours)}"
        else:
            return
        if self._found.stopped_by:
            yield f"the time is up; {self._given} so far"
        elif self._given:
            yield f"no more: {self._given} in all"
        else:
            yield "null"

    def _hint(self, _: list[str]) -> None:
        """Where to look for the next step; asked again, what follows there."""
        from ...explanation import hint

        puzzle = self._entered()
        if self._hinted is not None:
            text, self._hinted = self._hinted, None
            self.say(text)
            return
        found = hint(puzzle, self._known(puzzle), limits=Limits(seconds=self.seconds))
        if found.kind != "step":
            self.say(found.what)
            return
        self.say(f"{found.where} (hint once more tells what follows)")
        self._hinted = found.what
        self._worked_out |= {(row, column): colour or 0 for row, column, colour in found.cells}

    def _known(self, puzzle: Puzzle) -> Grid:
        """What the hints so far have told."""
        return Grid.unknown(puzzle).given(self._worked_out)

    def _explain(self, words: list[str]) -> None:
        from ...explanation import explain

        if len(words) > 1 or not all(word.isascii() and word.isdigit() for word in words):
            raise EntryError("expected: explain, or explain N")
        most = int(words[0][:9]) if words else None
        steps = explain(self._entered(), limits=Limits(seconds=self.seconds))
        for number, step in enumerate(islice(steps, most), start=1):
            self.say(f"{number}. {step}")
        self.say(steps.ending)

    def _rate(self, _: list[str]) -> None:
        from ...explanation import rate

        self.say(str(rate(self._entered(), limits=Limits(seconds=self.seconds))))

    def _count(self, _: list[str]) -> None:
        limits = Limits(seconds=self.seconds)
        answer = solver.count(self._entered(), limits=limits)
        number = decimal(answer.at_least)
        self.say(number if answer.is_exact else f"at least {number}; the time was up")

    def _save(self, words: list[str]) -> None:
        if len(words) != 1:
            raise EntryError("expected: save FILE")
        write(self._entered(), words[0])
        self.say(f"saved in {words[0]}")

    def _load(self, words: list[str]) -> None:
        if len(words) != 1:
            raise EntryError("expected: load FILE")
        parsed = load(words[0])
        for warning in parsed.warnings:
            self.say(f"warning: {warning}")
        if len(parsed.puzzles) > 1:
            self.say(f"it holds {len(parsed.puzzles)} puzzles; this is the first")
        self._change(_Puzzling.of(parsed.puzzles[0]))
        self._solve()

    def _undo(self, _: list[str]) -> None:
        if not self._past:
            raise EntryError("there is nothing to take back")
        self._become(self._past.pop())

    def _new(self, _: list[str]) -> None:
        self._change(_Puzzling())

    def _help(self, _: list[str]) -> None:
        width = max(len(command.usage) for command in COMMANDS.values())
        for command in COMMANDS.values():
            self.say(f"{command.usage:<{width}}  {command.help}")
        self.say(
            "A clue is numbers, such as 3 1 2; 0 or nothing for a blank line; ? for a block of"
        )
        self.say("unknown length; * for no clue. A colour follows its length: 3r or 3red.")

    def _quit(self, _: list[str]) -> None:
        self.ended = True


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # a quotation mark without its other
        return text.split()


def _clue_text(clue: Typed) -> str:
    if clue is None:
        return "*"
    blocks = [block for block in clue if isinstance(block, tuple)]
    words = [
        f"{'?' if length is None else length}{'' if colour == 'black' else colour}"
        for length, colour in blocks
    ]
    return " ".join(words) or "0"


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command("show", "the clues as they were entered", Session._show_puzzle),
        Command("set row N CLUE", "correct a row and solve again", Session._set),
        Command("solve", "solve it again", Session._solve),
        Command("passes on|off", "show every pass over the grid, or not", Session._set_passes),
        Command("solutions [N]", "the first solutions, 100 unless told", Session._solutions),
        Command("next", "the next solution", Session._next),
        Command("count", "the exact number of solutions", Session._count),
        Command("hint", "where to look first; asked again, what follows there", Session._hint),
        Command("explain [N]", "solve it as a person does, step by step", Session._explain),
        Command("rate", "how hard it is", Session._rate),
        Command("limit SECONDS", "the time that a question may take", Session._set_limit),
        Command("save FILE", "write the puzzle; the suffix tells the format", Session._save),
        Command("load FILE", "read a puzzle from a file and solve it", Session._load),
        Command("undo", "take back the last entry", Session._undo),
        Command("new", "begin another puzzle", Session._new),
        Command("help", "this list", Session._help),
        Command("quit", "leave", Session._quit),
    )
}

"""Commands about puzzles: one function answers for one puzzle, and is called for each."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...core import (
    FormatError,
    Grid,
    LimitReached,
    Limits,
    NonocspError,
    Options,
    Picture,
    Puzzle,
    PuzzleError,
    Stats,
    Status,
    choose_engine,
    counted,
    engine_named,
    report,
)
from ...files.formats.source import read_bytes
from .command import (
    ALL,
    FILES,
    FORMAT,
    JSON,
    OUTPUT,
    PUZZLE,
    SEARCH,
    Command,
    Part,
    argument,
    command,
    either,
    places,
)
from .messages import BAD_INPUT, DONE, INTERRUPTED, NO_SOLUTION, say, stopped_by, worst
from .output import Output, checked_suffix, drawn, refuse_unwritable
from .reading import expanded, readable, shown_name

if TYPE_CHECKING:
    from ...many.questions import Answer

#: The argument of commands that start from known cells.
GRID = either(
    argument(
        "--grid",
        metavar="FILE",
        help="file with the known cells: ? unknown, _ blank, or the character of a colour "
        "(default: none)",
    ),
    argument(
        "--saved",
        action="store_true",
        help="start from the known cells stored in the puzzle file",
    ),
)

#: Seconds of counted work before the other cores join a search, unless ``--threads`` is given.
_ALONE = 0.5


@dataclass(frozen=True)
class Job:
    """One puzzle that a command is about, and where its answer goes."""

    chosen: argparse.Namespace
    source: Puzzle | FormatError
    """The puzzle, or why it cannot be read."""
    name: str
    """The file, with the number of the puzzle in it."""
    is_labelled: bool
    """Whether the command is about several puzzles, so that answers bear the name."""
    index: int
    """Its place among these puzzles, from 0."""
    how: dict[str, Any]
    """Limits, engine and options as keywords."""
    out: Output

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle. Raises `FormatError` if it cannot be read."""
        if isinstance(self.source, FormatError):
            raise self.source
        return self.source

    @cached_property
    def grid(self) -> Grid | None:
        """The known cells in the file of ``--grid``, or of ``--saved``; None without these.

        Raises:
            FormatError: the file cannot be read, its cells are not those of the puzzle, or the
                puzzle has none.
        """
        file = getattr(self.chosen, "grid", None)
        if file is None:
            return self._saved()
        try:
            text = read_bytes(file, file).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise FormatError("expected text in UTF-8", file=file) from None
        try:
            return Grid.from_text(text, self.puzzle.colours, self.puzzle.board)
        except PuzzleError as error:
            raise FormatError(str(error), file=file) from None

    def _saved(self) -> Grid | None:
        """The known cells of the puzzle itself, with ``--saved``."""
        wanted = getattr(self.chosen, "saved", None)
        found = next((g for g in self.puzzle.saved if g != Grid.unknown(self.puzzle)), None)
        if wanted and found is None:
            raise FormatError("--saved: the puzzle has no known cells", file=self.name)
        if found is not None and wanted is False:
            say(f"{self.name}: its known cells are not used; --saved starts from them")
        return found if wanted else None

    @property
    def label(self) -> str:
        """What messages and answers begin with; may be empty."""
        return self.name if self.is_labelled else ""

    @property
    def is_json(self) -> bool:
        """Whether answers are printed as JSON."""
        return getattr(self.chosen, "json", False)

    def ask(
        self,
        question: str,
        progress: Callable[[Any], None] | None = None,
        **arguments: Any,
    ) -> Answer:
        """The answer to a question of the table, asked as the arguments of the command say."""
        from ...many.questions.registry import QUESTIONS

        answer = QUESTIONS[question].ask(
            self.puzzle, self.grid, **self.how, progress=progress, **arguments
        )
        self.show_stats(answer.stats)
        return answer

    def show_stats(self, stats: Stats) -> None:
        """Print the counted work on standard error, with ``--stats``."""
        show_stats(self.chosen, stats, self.label)

    def give(self, answer: Answer, text: str, known: str = "") -> int:
        """Print an answer, as JSON or with this text; returns the exit code.

        ``known`` is what a limit leaves, for people.
        """
        if self.is_json:
            self.out.write(as_json(self.members(answer)) + "\n")
        elif text:
            self.out.write(text + "\n")
        return self.end(answer, known)

    def end(self, answer: Answer, known: str) -> int:
        """End what was printed of an answer; returns the exit code."""
        if answer.stopped_by == "interrupt":
            self.out.discard()
        return self.code(answer, known + self.out.kept)

    def code(self, answer: Answer, known: str) -> int:
        """The exit code of an answer; reports the limit that stopped it, and what is known."""
        if answer.stopped_by not in (None, "solutions"):
            return stopped_by(str(answer.stopped_by), answer.detail, known, self.label)
        return NO_SOLUTION if answer.status is Status.UNSATISFIABLE else DONE

    def drawn(self, what: Picture | Grid) -> str:
        """A solution, or a map of the cells that differ, without the end of its last line."""
        screen = self.out.screen(self.chosen.colour)
        if screen.is_plain:
            return what.text(self.puzzle.colours)
        from ...files.render import Drawing

        drawing = Drawing.of_backbone(what) if isinstance(what, Grid) else Drawing.of(what)
        return drawn(drawing, screen, puzzle=self.puzzle, clues=False)

    def members(self, answer: Answer) -> dict[str, Any]:
        """The JSON form of an answer; the question is the command."""
        puzzle = self.source if isinstance(self.source, Puzzle) else None
        is_card = getattr(self.chosen, "card", False)
        question = "card" if is_card else self.chosen.command
        return replace(
            answer, puzzle=puzzle, question=question, name=self.name, index=self.index
        ).to_dict()

    def advise_diagnosis(self) -> None:
        """For people: the command to ask next where there is no solution."""
        file = self.chosen.files[0] if self.chosen.files else "-"
        if not self.is_json and not self.label and file != "-":
            which = f" --puzzle {self.chosen.puzzle}" if self.chosen.puzzle else ""
            which = f"{shlex.quote(file)}{which}"
            if self.grid is None:
                self.say(f"`nonocsp diagnose {which}` finds out why")
            else:
                ask = f"`nonocsp check {which}` asks about the puzzle without them"
                self.say(f"no solution has the known cells; {ask}")

    def say(self, message: str, code: int = DONE) -> int:
        """A message about this puzzle; returns the exit code."""
        return say(f"{self.label}: {message}" if self.label else message, code)


def as_json(value: Any) -> str:
    """A value as JSON on one line."""
    import json

    return json.dumps(value, ensure_ascii=False)


#: Answers for one puzzle, and returns the exit code.
Answering = Callable[[Job], int]


def puzzle_command(
    summary: str, *arguments: Part, examples: Sequence[str], is_heading: bool = False
) -> Callable[[Answering], Command]:
    """Decorator: the command that calls a function for each puzzle.

    ``is_heading``: of several puzzles, the answers have several lines each.
    """

    def declare(answer: Answering) -> Command:
        def run(chosen: argparse.Namespace) -> int:
            _choose_by_suffix(chosen)
            return each_puzzle(chosen, answer, is_heading)

        run.__name__ = answer.__name__
        every = (FILES, *arguments, places(OUTPUT, JSON, FORMAT, PUZZLE), SEARCH)
        return command(summary, *every, examples=examples)(run)

    return declare


#: The suffixes of files of answers: as text, and as JSON.
_TEXT, _JSON, _PAGE = (".txt", ".out", ".log"), (".json", ".jsonl"), (".html", ".htm")


def _choose_by_suffix(chosen: argparse.Namespace) -> None:
    """Choose how answers are written by the suffix of the output file.

    Raises:
        FormatError: it is that of nothing that the command writes.
    """
    if chosen.output is None:
        return
    file = shlex.quote(chosen.files[0]) if len(chosen.files) == 1 else "FILE"
    end, advice = os.path.splitext(chosen.output)[1], ""
    if chosen.command in ("solve", "sample") and end:
        advice = f"`nonocsp render {file} --solution` draws, `nonocsp convert {file} --solve` "
        advice += "stores the solution in the format of a suffix"
    pages = _PAGE if hasattr(chosen, "html") else ()
    suffix = checked_suffix(chosen.output, (*_TEXT, *_JSON, *pages), advice)
    chosen.json |= suffix in _JSON
    if pages:
        chosen.html |= suffix in pages


def each_puzzle(
    chosen: argparse.Namespace,
    answer: Answering,
    is_heading: bool,
    default: int | str | None = None,
) -> int:
    """Call a function for each puzzle that the arguments name; returns the worst exit code.

    ``default`` is that of ``--puzzle``.
    """
    how = with_all_cores(how_of(chosen)) if chosen.threads is None else how_of(chosen)
    files = expanded(chosen.files)
    refuse_unwritable(chosen.output, files)
    has_labels = len(files) > 1 or files not in (chosen.files, ["-"]) or chosen.puzzle == ALL
    codes: list[int] = []
    with Output(chosen.output, is_heading=is_heading) as out:
        try:
            for number, file in enumerate(files):
                if len(files) > 1:
                    report(done=number, total=len(files))
                for name, puzzle in readable(file, chosen, default):
                    report(puzzle=name)
                    is_labelled = has_labels or name != shown_name(file)
                    job = Job(chosen, puzzle, name, is_labelled, len(codes), how, out)
                    codes.append(_code(job, answer))
                    if codes[-1] == INTERRUPTED:
                        return INTERRUPTED
        except KeyboardInterrupt:
            out.discard()
            known = counted(len(codes), "answer") if has_labels else "the answer is unknown"
            return say(f"interrupted; {known}{out.kept}", INTERRUPTED)
    return worst(codes)


def _code(job: Job, answer: Answering) -> int:
    """Answer for one puzzle; an error and a limit are answers too."""
    from ...many.questions import Answer

    job.out.begin("" if job.is_json else job.label)
    try:
        return answer(job)
    except LimitReached as reached:
        unknown = Answer(Status.UNKNOWN, stopped_by=reached.limit, detail=reached.detail)
        return job.give(unknown, "", "the answer is unknown")
    except NonocspError as error:
        job.out.discard(only_part=True)
        if job.is_json:
            job.give(Answer(Status.UNKNOWN, error=str(error)), "")
        if isinstance(error, FormatError) and error.file:  # it names the file itself
            return say(f"error: {error}", BAD_INPUT)
        return job.say(f"error: {error}", BAD_INPUT)


def how_of(chosen: argparse.Namespace) -> dict[str, Any]:
    """The keywords of every question: limits, engine and options.

    Raises:
        OptionError: an unknown engine or option, a value that it cannot have, or an option that
            a named engine does not read.
    """
    if chosen.engine is not None:
        engine_named(chosen.engine)
    options = Options.from_words(chosen.options)
    if reason := choose_engine(chosen.engine, options).reason:
        say(f"engine textbook: {reason}")
    return {"limits": limits_of(chosen), "engine": chosen.engine, "options": options}


def with_all_cores(how: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a question for which other threads join a long search, one for each core."""
    limits, options = how["limits"].replace(threads=None), how["options"]
    engine = engine_named(choose_engine(how["engine"], options).engine).name
    learns = options.strategy == "learning" and engine == "kernel"
    if learns and options.join_after == Options().join_after:
        options = options.replace(join_after=_ALONE)
    return {**how, "limits": limits, "options": options}


def limits_of(chosen: argparse.Namespace) -> Limits:
    """The limits that the arguments name."""
    limits = Limits(seconds=chosen.seconds, nodes=chosen.nodes)
    if chosen.memory is not None:
        limits = limits.replace(memory=chosen.memory << 20)
    if chosen.placements is not None:
        limits = limits.replace(placements=chosen.placements)
    if getattr(chosen, "threads", None) is not None:
        limits = limits.replace(threads=chosen.threads)
    return limits


def show_stats(chosen: argparse.Namespace, stats: Stats, label: str = "") -> None:
    """Print the counted work on standard error, with ``--stats``."""
    if chosen.stats:
        sys.stdout.flush()
        if label:
            print(f"{label}:", file=sys.stderr)
        # Zero nodes are shown, too: the puzzle was solved without search.
        for name, value in {"nodes": 0, **stats.to_dict()}.items():
            shown = f"{value:.6f} s" if isinstance(value, float) else f"{value:,}"
            unit = " bytes" if name in ("peak_memory", "diagram_bytes") else ""
            print(f"{name:>20}: {shown}{unit}", file=sys.stderr)

"""How commands are declared: a function with its summary, arguments and examples.

The arguments that several commands share are declared here, once, so that one thing has one name
everywhere:

- ``-o`` is the output file, ``--to`` its format; ``--format`` is the format of the files read;
- ``-n`` is how many: solutions, steps, samples, puzzles;
- ``--json`` prints each answer as one JSON object on one line;
- ``--seconds``, ``--nodes``, ``--memory`` and ``--placements`` limit the work.

What most commands take is `common`: `nonocsp help search` describes it, and the help of a command
has one line about it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from ...core import LIMIT_MEANINGS, LIMIT_REACHED
from ...core.options.readers import ENGINES

#: The function of a command: takes the parsed arguments and returns the exit code.
Run = Callable[[argparse.Namespace], int]

#: The value of ``--puzzle`` for all puzzles of a file.
ALL = "all"


class Part(Protocol):
    """What a command takes."""

    def add_to(self, parser: Any) -> None:
        """Enter it in the parser of a command."""


class Argument(NamedTuple):
    """An argument of a command, as for ``add_argument`` of argparse."""

    flags: tuple[str, ...]
    keywords: dict[str, Any]

    def add_to(self, parser: Any) -> None:
        parser.add_argument(*self.flags, **self.keywords)


class Group(NamedTuple):
    """Arguments under a heading, with an empty one such that exclude each other, with None those
    that no command has alone."""

    heading: str | None
    arguments: tuple[Part, ...]
    description: str | None = None

    def add_to(self, parser: Any) -> None:
        if self.heading is None:
            inner = parser
        elif self.heading:
            inner = parser.add_argument_group(self.heading, self.description)
        else:
            inner = parser.add_mutually_exclusive_group()
        for each in self.arguments:
            each.add_to(inner)


class Common(NamedTuple):
    """Groups of arguments that many commands take, hidden in the help of each but for a line."""

    groups: tuple[Group, ...]
    when: str = ""
    """What they are for, where the command also does without them."""
    topic: str = "search"
    """What `nonocsp help` describes them under."""

    def add_to(self, parser: Any) -> None:
        first = len(parser._action_groups)
        for each in self.groups:
            each.add_to(parser)
        parser.hidden = parser._action_groups[first:]
        named = ", ".join(map(_named, self.groups))
        heading = f"common options{self.when}"
        parser.add_argument_group(heading, f"{named}: see `nonocsp help {self.topic}`")


def _named(group: Group) -> str:
    """A common group in a few words: its heading if it is whole, else its options."""
    if group in SEARCH.groups:
        return "limits such as --seconds" if group.heading == "limits" else str(group.heading)
    return ", ".join(each.flags[-1] for each in group.arguments if isinstance(each, Argument))


class Keywords(NamedTuple):
    """Keywords of a public function, as options: their names and defaults are those of its
    signature, their help is what its docstring says first of each."""

    function: str
    """The module, a colon and the name: it is imported where the arguments are needed."""
    names: tuple[str, ...]
    types: dict[str, Callable[[str], Any]]
    """Types of values other than those of the defaults."""

    def add_to(self, parser: Any) -> None:
        from inspect import signature
        from pkgutil import resolve_name

        from ...many.questions.question import meanings_of

        function = resolve_name(self.function)
        meanings, parameters = meanings_of(function), signature(function).parameters
        for name in self.names:
            default, how = parameters[name].default, dict[str, Any](default=None)
            if default is False:
                how["action"] = "store_true"
            else:
                usual = str if isinstance(default, str) else natural
                kind = how["type"] = self.types.get(name, usual)
                how["metavar"] = "N" if kind is natural else name[0].upper()
            shown = f"{default:,}" if isinstance(default, int) else default
            end = "" if default in (None, False) else f" (default: {shown})"
            text = meanings.get(name, "").replace("%", "%%") + end
            parser.add_argument(f"--{name.replace('_', '-')}", help=text, **how)


def keywords(function: str, *names: str, **types: Callable[[str], Any]) -> Keywords:
    """Keywords of a public function as options."""
    return Keywords(function, names, types)


def given(chosen: argparse.Namespace, *names: str) -> dict[str, Any]:
    """The given arguments as keywords; the function has the defaults of the others."""
    return {name: getattr(chosen, name) for name in names if getattr(chosen, name) is not None}


def argument(*flags: str, **keywords: Any) -> Argument:
    """An argument of a command."""
    return Argument(flags, keywords)


def group(heading: str | None, *arguments: Part) -> Group:
    """Arguments under a heading."""
    return Group(heading, arguments)


def either(*arguments: Argument) -> Group:
    """Arguments of which one can be given."""
    return Group("", arguments)


class Command(NamedTuple):
    """A command with its documentation."""

    name: str
    run: Run
    summary: str
    arguments: tuple[Part, ...]
    examples: tuple[str, ...]
    """Command lines that run in the root of the repository."""
    program: str = "nonocsp"

    @property
    def line(self) -> str:
        """The summary up to a semicolon."""
        return self.summary.partition(";")[0]

    def complete(self, parser: argparse.ArgumentParser) -> None:
        """Give a new parser the arguments and texts of the command."""
        parser.description = f"{self.summary[0].upper()}{self.summary[1:]}."
        parser.epilog = "\n  ".join(("examples:", *self.examples))
        for each in self.arguments:
            each.add_to(parser)
        places = [action for action in parser._actions if not action.option_strings]
        words = "".join(f" {_place(action)}" for action in places)
        parser.usage = f"{self.program} {self.name} [options]{words}"
        parser.set_defaults(run=self.run, command=self.name)


def _place(action: argparse.Action) -> str:
    """A positional argument in the line of usage."""
    name = str(action.metavar or action.dest)
    form = {
        None: name,
        "?": f"[{name}]",
        "A...": f"[{name} ...]",
        "*": f"[{name} ...]",
        "+": f"{name} [{name} ...]",
    }
    return form.get(action.nargs, f"{name} ...")  # type: ignore[arg-type]


def common(*groups: Group) -> Common:
    """Arguments that many commands take, named in one line of the help."""
    return Common(groups)


def command(summary: str, *arguments: Part, examples: Sequence[str]) -> Callable[[Run], Command]:
    """Decorator: the command of a function, which is named as the command.

    The summary up to a semicolon is the line of the command among all others.
    """

    def declare(run: Run) -> Command:
        name = run.__name__.rstrip("_").replace("_", "-")
        return Command(name, run, summary, arguments, tuple(examples))

    return declare


def natural(word: str) -> int:
    """Argument type: an integer of at least 1."""
    if not (word.isascii() and word.isdigit()) or len(word) > 18 or int(word) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, not {word!r}")
    return int(word)


def index(word: str) -> int:
    """Argument type: an integer of at least 0."""
    if not (word.isascii() and word.isdigit()) or len(word) > 4000:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 0, not {word!r}")
    return int(word)


def positive(word: str) -> float:
    """Argument type: a positive number, of seconds or minutes."""
    try:
        value = float(word)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a positive number, not {word!r}")
    return value


def share(word: str) -> float:
    """Argument type: a number from 0 to 1."""
    try:
        value = float(word)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, not {word!r}")
    return value


def _natural_or_all(word: str) -> int | str:
    if word == ALL:
        return ALL
    try:
        return natural(word)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f"expected a whole number of at least 1, or {ALL}, not {word!r}"
        ) from None


def number(what: str, default: str = "1") -> Argument:
    """``-n``: how many."""
    text = f"number of {what} (default: {default})"
    return argument("-n", "--number", type=natural, metavar="N", help=text)


SEED = argument(
    "--seed",
    type=index,
    metavar="S",
    help="random seed; repeats a result of the same version and arguments (default: a new one)",
)

#: How files are read.
FORMAT = group(
    None,
    argument(
        "--format",
        metavar="F",
        help="format of the files read (default: detected)",
    ),
    argument(
        "--how-read",
        action="store_true",
        help="say how files were read: format, size, letters of colours",
    ),
    argument(
        "--sure",
        action="store_true",
        help="refuse what cannot be read for sure",
    ),
)

#: The files of a command that reads.
FILES = argument(
    "files",
    nargs="*",
    metavar="FILE",
    help="file or folder of puzzles, address or code of one, or - for standard input (default: -)",
)


def places(*arguments: Part) -> Group:
    """What a command reads and writes."""
    return group("input and output", *arguments)


#: The one file of an interactive command.
FILE = argument("file", nargs="?", metavar="FILE", help="file with a puzzle")


def puzzle_number(default: str) -> Argument:
    """``--puzzle``: which of several puzzles in a file."""
    text = f"number of the puzzle in its file, or all (default: {default})"
    return argument("--puzzle", type=_natural_or_all, metavar="N", help=text)


PUZZLE = puzzle_number("1")

OUTPUT = argument(
    "-o",
    "--output",
    metavar="FILE",
    help="output file, in the format of its suffix, written whole or not at all (default: "
    "standard output)",
)

OUTPUT_OR_FOLDER = argument(
    "-o",
    "--output",
    metavar="FILE",
    help="output file, in the format of its suffix, written whole or not at all, or FOLDER/ for a "
    "file for each puzzle (default: standard output)",
)

TO = argument(
    "--to", metavar="F", help="format of the output (default: by the suffix of the output file)"
)

#: How pictures are drawn as text.
COLOUR = argument(
    "--colour",
    choices=("auto", "always", "never"),
    default="auto",
    metavar="WHEN",
    help="draw in colours: always, never, or auto: on terminals only (default: auto)",
)

JSON = argument("--json", action="store_true", help="print each answer as JSON on one line")

LOG = argument(
    "--log",
    metavar="FILE",
    help="file for progress, one JSON object a second",
)


def limit(name: str, metavar: str, usual: str, **keywords: Any) -> Argument:
    """The option of a limit, whose help is what `Limits` says of it."""
    text = f"{LIMIT_MEANINGS[name]} (default: {usual})"
    kind = positive if name == "seconds" else natural
    return argument(f"--{name}", type=kind, metavar=metavar, help=text, **keywords)


def limits(*arguments: Argument) -> Group:
    """Limits under their heading, with what the answer is when one is reached."""
    return Group("limits", arguments, LIMIT_REACHED)


SECONDS = limit("seconds", "S", "none")

MEMORY = limit("memory", "MIB", "4096")

#: Limits on the work, and reports about it.
LIMITS = (
    limits(
        SECONDS,
        limit("nodes", "N", "none"),
        MEMORY,
        limit("placements", "N", "1,000,000"),
    ),
    group(
        "reports",
        argument("--stats", action="store_true", help="print statistics on standard error"),
        LOG,
    ),
)

ENGINE = argument(
    "--engine", metavar="E", help=f"search engine: {' or '.join(ENGINES)} (default: kernel)"
)

PLUGIN = argument(
    "--plugin",
    action="append",
    default=[],
    metavar="FILE",
    help="load techniques and engines from a Python file or module that registers them; may be "
    "repeated",
)

#: What every question is asked with: engine, options and limits.
SEARCH = common(
    group(
        "search",
        ENGINE,
        argument(
            "--set",
            dest="options",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="set an option, for example probing=off; may be repeated; an option of the "
            "textbook engine alone chooses that engine; `nonocsp help options` lists them",
        ),
        limit(
            "threads",
            "N",
            "one for each core once a search takes half a second; 1 in each worker of a batch",
        ),
        PLUGIN,
    ),
    *LIMITS,
)

"""The parser of command lines, made from the table of commands."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ...core import quoted, unknown
from .command import Command
from .messages import BAD_INPUT, say
from .synonyms import COMMANDS, unknown_option

#: The command that is meant where the first word is a file.
DEFAULT = "solve"

_SUMMARY = "Solve, enumerate and count nonograms, black-and-white and coloured."


def parse(words: list[str], commands: Mapping[str, Command]) -> argparse.Namespace:
    """The command of a command line with its arguments: ``run`` is its function.

    Raises:
        SystemExit: the line is wrong, with a message; or it asks for help or the version.
    """
    typed = {_british(word): word for word in words}
    words = [*map(_british, words)]
    name = words.pop(0) if words[0] in commands else _default(words, commands)
    parser = parser_of(commands[name])
    chosen, surplus = parser.parse_known_args(words)
    if surplus:
        _adopt(_inner(parser, words), chosen, surplus, typed)
    if getattr(chosen, "output", None) == "-":
        chosen.output = None  # standard output, as without it
    chosen.commands = commands
    return chosen


def _british(word: str) -> str:
    """An option in the spelling of the help texts: ``--colours`` of ``--colors``."""
    name, equals, value = word.partition("=")
    return re.sub("color", "colour", name) + equals + value if word[:2] == "--" else word


def _default(words: list[str], commands: Mapping[str, Command]) -> str:
    """The command of a line that begins with none. Exits unless it begins with a file or with an
    option of that command."""
    first = words[0]
    if first == "--version":
        _outer_parser().parse_args(words)  # exits
    is_option = first[0:1] == "-" and first != "-"
    is_word = re.fullmatch(r"\w[\w-]*", first) is not None
    if not (is_option or is_word) or any(map(_is_input, words if is_option else [first])):
        return DEFAULT
    parser = whole_parser(commands)
    if is_word:
        parser.error(unknown_command(first, commands))
    if not any(flag.startswith(first) for flag in _flags(parser)):
        name = first.partition("=")[0] if first[1] == "-" else first[:2]
        if any(flag.startswith(name) for flag in _flags(inner_parsers(parser)[DEFAULT])):
            return DEFAULT
        parser.error(unknown_option(first, "", _flags(parser)))
    parser.parse_args(words)  # exits, with the help, the version or an error
    return DEFAULT


def _is_input(word: str) -> bool:
    if os.path.exists(word):
        return True
    from ...files.formats.source import holds_puzzle

    return holds_puzzle(word)


def _adopt(
    parser: _Parser, chosen: argparse.Namespace, surplus: list[str], typed: Mapping[str, str]
) -> None:
    """Accept files after options, as argparse takes them in one run; refuse other words.

    ``typed``: the words as they were spelt.
    """
    strange = [word for word in surplus if word[0:1] == "-" and len(word) > 1]
    several = [action for action in parser._actions if action.nargs in ("*", "+")]
    if several and not strange:
        kind: Any = several[0].type or str
        getattr(chosen, several[0].dest).extend(map(kind, surplus))
    else:
        command = parser.prog.removeprefix("nonocsp ")
        for word in strange:
            parser.error(unknown_option(word, command, _flags(parser), typed.get(word, word)))
        parser.error(f"unexpected argument {quoted(surplus[0])}")


def _inner(parser: _Parser, words: list[str]) -> _Parser:
    """The parser of the command of a command that the words name, else the same."""
    inner = inner_parsers(parser)
    return next((inner[word] for word in words if word in inner), parser)


def inner_parsers(parser: argparse.ArgumentParser) -> dict[str, _Parser]:
    """The parsers of the commands of a command, by name."""
    parts = parser._subparsers
    return {} if parts is None else dict(parts._group_actions[0].choices or {})


def unknown_command(word: str, commands: Mapping[str, Command]) -> str:
    """The message about a word that is neither a command nor a file."""
    from .questions import names

    known = [*commands, *names()]
    return unknown("command", word, known, "there is no such file either", COMMANDS)


def _flags(parser: argparse.ArgumentParser) -> list[str]:
    return [flag for action in parser._actions for flag in action.option_strings]


def parser_of(command: Command) -> _Parser:
    """The parser of what follows the name of a command."""
    parser = _Parser(prog=f"{command.program} {command.name}", formatter_class=_Formatter)
    command.complete(parser)
    return parser


def bare_parser(about: str) -> _Parser:
    """A parser whose help is a text about arguments, and they."""
    return _Parser(
        usage=argparse.SUPPRESS, description=about, add_help=False, formatter_class=_Formatter
    )


def whole_parser(commands: Mapping[str, Command]) -> _Parser:
    """The parser with all commands, for their documentation and for completion."""
    parser = _outer_parser()
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in commands.items():
        command.complete(subparsers.add_parser(name, help=command.line, formatter_class=_Formatter))
    parser.hidden = parser._action_groups[:]
    parser.add_argument_group(None, _overview(commands))
    return parser


def _overview(commands: Mapping[str, Command]) -> str:
    """The commands under their headings, each in one line."""
    width, groups = 2 + max(map(len, commands)), getattr(commands, "groups", {"commands": commands})
    lines = [
        line
        for heading, names in groups.items()
        for line in (f"{heading}:", *(f"  {name:{width}}{commands[name].line}" for name in names))
    ]
    return "\n".join(lines)


def _outer_parser() -> _Parser:
    """The parser of a line that begins with no command."""
    parser = _Parser(
        prog="nonocsp",
        usage="nonocsp COMMAND [options] [FILE ...]",
        description=f"{_SUMMARY} A file or standard input without a command is solved.",
        epilog="`nonocsp help COMMAND` shows a command with examples, `nonocsp help search` the "
        "options of all searches, `nonocsp --version` the version. Exit codes: 0 done, 1 no "
        "solution, 2 bad input or usage, 3 not proven (a limit, or an uncertain reading), 130 "
        "interrupted.",
        formatter_class=_Formatter,
    )
    parser.add_argument(
        "--version",
        action=_ShowVersion,
        nargs=argparse.REMAINDER,  # what follows is read by the action
        metavar="",
        help="print the version, and whether the kernel is there",
    )
    return parser


class _Parser(argparse.ArgumentParser):
    """Usage errors in one line, like all other errors; help without what is common."""

    hidden: Sequence[Any] = ()
    """Groups of arguments that are described elsewhere."""

    def format_help(self) -> str:
        every = self._action_groups
        self._action_groups = [each for each in every if each not in self.hidden]
        try:
            return super().format_help()
        finally:
            self._action_groups = every

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            what = max(action.option_strings, key=len, default=str(action.metavar).lower())
            self.error(unknown(what, str(value), action.choices))

    def error(self, message: str) -> NoReturn:
        see = " See" if message.endswith("?") else "; see"
        sys.exit(say(f"error: {message}{see} {self.prog} --help", BAD_INPUT))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print the help. That of the standard library says nothing where it cannot be printed."""
        print(message, end="", file=file)


class _Formatter(argparse.HelpFormatter):
    """Help with a short line of usage, and texts of several lines as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return text
        return super()._fill_text(text, width, indent)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """``-n, --number N``, with the value once."""
        flags, value = action.option_strings, self._get_default_metavar_for_optional(action)
        if len(flags) < 2 or action.nargs == 0:
            return super()._format_action_invocation(action)
        return f"{', '.join(flags)} {self._format_args(action, value)}"


class _ShowVersion(argparse.Action):
    def __call__(
        self, parser: argparse.ArgumentParser, _: argparse.Namespace, words: Any, *__: Any
    ) -> NoReturn:
        from .version import version_line

        if words:
            parser.error(f"unexpected argument {quoted(words[0])} after --version")
        print(version_line())
        parser.exit()

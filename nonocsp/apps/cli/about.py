"""The commands help and completion."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ...core import NonocspError, OptionError, Options, missing, quoted, unknown
from ...core.options.options import TIERS
from ...core.options.readers import ENGINES, words_of
from .command import SEARCH, Command, argument, command
from .messages import DONE
from .parser import bare_parser, inner_parsers, parse, parser_of, whole_parser
from .synonyms import COMMANDS

_SHORT = """\
Solve, count, explain and make nonograms, black-and-white and coloured.

  nonocsp generate 15 -o puzzle.json    make a puzzle with one solution
  nonocsp explain puzzle.json           solve it step by step, with reasons
  nonocsp serve --open                  draw, play and solve in the browser

nonocsp FILE          every solution of the puzzle in a file
nonocsp help          all commands
nonocsp help solve    one command, with examples\
"""


@command(
    "show all commands, one of them with its examples, or a topic",
    argument(
        "name",
        nargs="*",
        metavar="COMMAND",
        help="name of a command, such as solve or bench run; or a topic: search (the options of "
        "all searches), options, textbook, tuning (for --set), questions (each is also a command)",
    ),
    argument("--short", action="store_true", help=argparse.SUPPRESS),
    examples=("nonocsp help", "nonocsp help solve", "nonocsp help search"),
)
def help(chosen: argparse.Namespace) -> int:
    commands = chosen.commands
    if chosen.short:
        from .demo import demonstrate

        demonstrate()
        print(_SHORT)
    elif not chosen.name:
        whole_parser(commands).print_help()
    elif len(chosen.name) == 1 and chosen.name[0] in _TOPICS:
        _TOPICS[chosen.name[0]]()
    else:
        known: Mapping[str, Any] = commands
        for word in chosen.name:
            if not known:
                raise OptionError(f"unexpected argument {quoted(word)}")
            if word not in known:
                topics = () if known is not commands else _TOPICS
                raise OptionError(unknown("command", word, [*known, *topics], synonyms=COMMANDS))
            found = known[word]
            known = inner_parsers(parser_of(found) if isinstance(found, Command) else found)
        parse([*chosen.name, "--help"], commands)
    return DONE


def _print_options(tier: str) -> None:
    """The options of a tier: default, meaning, values, and what else reads them, on one screen."""
    for option in Options.table().values():
        if option.metadata["tier"] != tier:
            continue
        is_switch = isinstance(option.default, bool)
        shown = ("on" if option.default else "off") if is_switch else option.default
        values, readers = "", option.metadata["readers"]
        if "range" in option.metadata:
            values = " [{} to {}]".format(*option.metadata["range"])
        elif "choices" in option.metadata:
            values = f" [{', '.join(option.metadata['choices'])}]"
        others = "" if readers == TIERS[tier] else f" ({words_of(readers)})"
        text = f"{f'{option.name}={shown}':25} {option.metadata['help']}{values}{others}"
        print(textwrap.fill(text, 100, subsequent_indent=" " * 26))
    if tier == "options":
        print("\n`nonocsp help textbook` and `nonocsp help tuning` list the rest.")


def _print_questions() -> None:
    from ...many.questions.registry import QUESTIONS

    for name, question in QUESTIONS.items():
        print(f"{name:12}{question.summary}")


def _print_search() -> None:
    """What most commands take."""
    parser = bare_parser("Options of all commands that search; the help of a command names them.")
    for each in SEARCH.groups:
        each.add_to(parser)
    parser.print_help()


#: What `nonocsp help` describes beside commands.
_TOPICS: dict[str, Callable[[], None]] = {
    "search": _print_search,
    **{tier: partial(_print_options, tier) for tier in TIERS},
    "questions": _print_questions,
}


@command(
    "print a script that completes command lines with the Tab key",
    argument(
        "shell",
        metavar="SHELL",
        choices=("bash", "zsh", "fish", "tcsh"),
        help="bash, zsh, fish or tcsh",
    ),
    examples=(
        "nonocsp completion bash > nonocsp.bash && source ./nonocsp.bash",
        "nonocsp completion fish > nonocsp.fish",
    ),
)
def completion(chosen: argparse.Namespace) -> int:
    try:
        import shtab
    except ImportError:
        raise NonocspError(missing("completion needs shtab", "shtab")) from None
    from .questions import names

    commands = {name: chosen.commands[name] for name in (*chosen.commands, *names())}
    parser, values = whole_parser(commands), _values([*commands])
    parsers: list[argparse.ArgumentParser] = [parser]
    for inner in parsers:  # which grows: a command may have commands
        parsers += inner_parsers(inner).values()
        for action in inner._actions:
            if action.dest in values:
                action.choices = values[action.dest]
            elif action.metavar in ("FOLDER", "DIR"):
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
            elif (
                action.metavar in ("FILE", "PNG", "PUZZLE", "PROOF", "ANSWER")
                or action.type is Path
            ):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(parser, chosen.shell))
    if chosen.shell == "bash":
        print(_WHOLE_WORDS)
    return DONE


#: Bash splits words at "=". This completes NAME=VALUE as one word and returns what follows the "=".
_WHOLE_WORDS = """
_nonocsp_whole_words() {
  local -a words=("${COMP_WORDS[0]}")
  local at
  for ((at = 1; at <= COMP_CWORD; at++)); do
    if [[ ${COMP_WORDS[at]} == "=" || ${COMP_WORDS[at - 1]} == "=" ]]; then
      words[${#words[@]} - 1]+=${COMP_WORDS[at]}
    else
      words+=("${COMP_WORDS[at]}")
    fi
  done
  local is_split=$((${#words[@]} <= COMP_CWORD))
  local -a COMP_WORDS=("${words[@]}")
  local COMP_CWORD=$((${#words[@]} - 1))
  _shtab_nonocsp
  ((is_split)) && COMPREPLY=("${COMPREPLY[@]#*=}")
  [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}

complete -o bashdefault -F _nonocsp_whole_words nonocsp\
"""


def _values(commands: list[str]) -> dict[str, list[str]]:
    """What an argument can be, for those that are checked later than the command line is parsed."""
    from ...files.formats import formats
    from ...many.questions.registry import QUESTIONS
    from ...people.generation import LEVELS, SYMMETRIES, TEXTURES

    return {
        "engine": list(ENGINES),
        "format": [name for name, known in formats().items() if known.parse],
        "to": [name for name, known in formats().items() if known.dump],
        "names": list(formats()),
        "name": [*commands, *_TOPICS],
        "options": [
            f"{name}={value}"
            for name, option in Options.table().items()
            for value in _values_of(option.metadata, option.default)
        ],
        "question": list(QUESTIONS),
        "depth": [name for name in LEVELS if " " not in name],
        "texture": list(TEXTURES),
        "symmetry": list(SYMMETRIES),
    }


def _values_of(metadata: Mapping[str, Any], default: object) -> Sequence[str]:
    """The values of an option; of a number nothing is known."""
    if isinstance(default, bool):
        return ("on", "off")
    choices: Sequence[str] = metadata.get("choices", ("",))
    return choices

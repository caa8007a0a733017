"""The command watch."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core import Event, OptionError, Options, atomic_write
from ...core.options.events import log_line
from .command import FILES, FORMAT, PUZZLE, SEARCH, argument, command, number
from .job import GRID, Job, each_puzzle
from .messages import DONE, INTERRUPTED, NO_SOLUTION, say, stopped_by, worst
from .output import checked_suffix, refuse_unwritable
from .reading import expanded
from .stepping import NO_KEYS, step_through

if TYPE_CHECKING:
    from ...people.watching import SearchTree

_SUFFIXES = (".html", ".txt", ".svg", ".dot", ".jsonl")

#: The kinds of files that hold several searches.
_SEVERAL = (".html", ".txt")


@command(
    "show the search tree as text, page or figure; or log its events",
    FILES,
    FORMAT,
    PUZZLE,
    GRID,
    number("solutions to find", "all"),
    argument(
        "--beside",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a second search beside the first, with an option changed; may be repeated",
    ),
    argument(
        "-o",
        "--output",
        metavar="FILE",
        help=f"output file: {', '.join(_SUFFIXES)} (default: text on standard output; on a "
        "terminal only the levels of the tree that fit)",
    ),
    argument(
        "--step",
        action="store_true",
        help="on a terminal, show it step by step, arc by arc: space goes on, b back, q ends",
    ),
    SEARCH,
    examples=(
        "nonocsp watch input/smile.txt",
        "nonocsp watch input/smile.txt -o smile.html",
        "nonocsp watch input/smile.txt --set propagation=none --beside propagation=ac3 -o two.html",
        "nonocsp watch input/n-dom-6.nin --engine kernel -n 1 -o search.jsonl",
    ),
)
def watch(chosen: argparse.Namespace) -> int:
    # Threads have no common tree.
    chosen.engine, chosen.threads = chosen.engine or "textbook", chosen.threads or 1
    suffix, files = "", expanded(chosen.files)
    if chosen.output is not None:
        suffix = checked_suffix(chosen.output, _SUFFIXES, required=True)
        refuse_unwritable(chosen.output, files)
    if chosen.beside and suffix not in ("", *_SEVERAL):
        raise OptionError(f"two searches: expected an output with {' or '.join(_SEVERAL)}")
    if chosen.step and suffix:
        raise OptionError("--step shows the search on the terminal: expected no output file")
    if chosen.step and not sys.stdin.isatty():
        raise OptionError(NO_KEYS)
    if chosen.step and not sys.stdout.isatty():
        raise OptionError("--step needs a terminal as standard output")
    if suffix and len(files) > 1:
        raise OptionError(f"a {suffix} file holds one search: name one puzzle")
    # What is written is not text for an `Output`.
    path, chosen.output = chosen.output, None
    return each_puzzle(chosen, lambda job: _watch(job, path, suffix), is_heading=True)


def _watch(job: Job, path: str | None, suffix: str) -> int:
    from ...people.watching import watch

    limits, options = job.how["limits"].replace(solutions=job.chosen.number), job.how["options"]

    def run(options: Options, listen: Callable[[Event], object] | None = None) -> SearchTree:
        how = {"engine": job.how["engine"], "limits": limits, "options": options}
        return watch(job.puzzle, job.grid, listen=listen, **how)

    if suffix == ".jsonl":
        with atomic_write(str(path)) as log:
            trees = [run(options, lambda event: log.write(log_line(event)))]
    else:
        trees = [run(options)]
        if job.chosen.beside:
            words = [*job.chosen.options, *job.chosen.beside]
            trees.append(run(Options.from_words(words)))
        if path is not None:
            _write(trees, path, suffix)
    codes = [DONE]
    height = job.out.screen().height
    most = None if height is None else max(1, height - 4)
    for place, tree in enumerate(trees):
        job.show_stats(tree.stats)
        if job.chosen.step:
            # Which search is the last one of several files is not known.
            if _stepped(job, tree, bool(job.label) or len(trees) > 1) == INTERRUPTED:
                return INTERRUPTED
        elif path is not None:
            say(f"{tree.techniques}: {tree.summary}")
        else:
            job.out.write("\n" * bool(place) + tree.to_text(most=most))
            if most is not None and tree.graph.number_of_nodes() > most:
                say("all of the tree: -o tree.txt, or a pipe to a pager")
        if tree.stopped_by not in (None, "solutions"):
            text = "the tree is not complete"
            codes.append(stopped_by(str(tree.stopped_by), "", text, job.label))
        elif not tree.stats.solutions:
            codes.append(NO_SOLUTION)
    return worst(codes)


def _stepped(job: Job, tree: SearchTree, is_several: bool) -> int:
    """Step through a search, and write its numbers; the tree is for `watch` without ``--step``."""
    code = DONE
    try:
        step_through(tree, job.label, is_several)
    except KeyboardInterrupt:  # the search itself has ended
        code = INTERRUPTED
    job.out.write(f"{tree.to_text(most=1).splitlines()[-1]}\n")
    return code


def _write(trees: list[SearchTree], path: str, suffix: str) -> None:
    from ...people.watching import side_by_side

    tree, both = trees[0], side_by_side(*trees)
    whole = {
        ".html": both.to_html,
        ".txt": both.to_text,
        ".svg": tree.to_svg,
        ".dot": tree.to_dot,
    }
    with atomic_write(path) as file:
        file.write(whole[suffix]())

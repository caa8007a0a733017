"""What makes a function a question: it is checked, in the log of a program, and in `ASKED`.

The logger is ``nonocsp`` of the module `logging`. The end of a question is logged at INFO, at DEBUG
its begin, and both of a question that another one asks. `nonocsp.core.base.progress` logs what is
known in between, at DEBUG.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from ..base.arguments import checks_of, readable
from ..base.progress import DEBUG, INFO, asking, logger
from ..model.grid import Grid
from ..model.puzzle import Puzzle
from ..options.options import Options
from .engines import choose_engine, default_engine

if TYPE_CHECKING:
    from logging import Logger

_P = ParamSpec("_P")
_T = TypeVar("_T")


def logged(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Decorator of a public question, whose arguments it checks too.

    What it returns may be lazy, an iterator: it calls `log_end` when it has ended.
    """
    name = function.__name__
    check = checks_of(function)

    @wraps(function)
    def ask(*arguments: _P.args, **keywords: _P.kwargs) -> _T:
        arguments, keywords = check(arguments, keywords)  # type: ignore[assignment]
        log = logger(INFO)
        if log is None:  # nearly always: it must cost nothing
            return function(*arguments, **keywords)
        about, known = [name], {"question": name}
        puzzle = arguments[0] if arguments else keywords.get("puzzle")
        if isinstance(puzzle, Puzzle | Grid):
            about.append(repr(puzzle))
        if has_engine:
            named: Any = keywords.get("engine") or default
            options: Any = keywords.get("options") or Options()
            known["engine"] = choose_engine(named, options).engine or default_engine()
            about.append(f"engine {known['engine']}")
        outer = asking.get()
        end = _End(log, INFO if outer is None else DEBUG, ", ".join(about), known)
        log.debug("%s: begins", end.about, extra=known)
        try:
            asking.set((name, [0.0]))
            answer = function(*arguments, **keywords)
        except BaseException as error:
            end(error, getattr(error, "limit", None))
            raise
        finally:
            asking.set(outer)
        if hasattr(answer, "__next__"):
            vars(answer)["_log_end"] = end
        else:
            end(answer, getattr(answer, "stopped_by", None))
        return answer

    parameters = signature(readable(ask)).parameters
    has_engine = "engine" in parameters
    default = has_engine and parameters["engine"].default
    return ask


class Declared(NamedTuple):
    """A function that answers a question, as `question` declares it."""

    function: Callable[..., Any]
    checks: Callable[..., Any]
    kernel_only: str


#: The questions that have been loaded, by name.
ASKED: dict[str, Declared] = {}


def question(
    name: str = "", *, kernel_only: str = ""
) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Decorator of a public question that every face asks; it is `logged`, too.

    Args:
        name: its name, if it is not that of the function.
        kernel_only: what other engines lack for it, where only the kernel answers.
    """

    def declare(function: Callable[_P, _T]) -> Callable[_P, _T]:
        asked = logged(function)
        ASKED[name or function.__name__] = Declared(asked, checks_of(function), kernel_only)
        return asked

    return declare


def log_end(lazy: Any) -> None:
    """Log the end of a lazy answer, once, with the seconds inside the engine."""
    if end := vars(lazy).pop("_log_end", None):
        end(lazy, lazy.stopped_by, lazy.stats.seconds)


class _End:
    """Logs the end of a question."""

    def __init__(self, log: Logger, level: int, about: str, known: dict[str, str]) -> None:
        self.log, self.level, self.about, self.known = log, level, about, known
        self.begun = time.monotonic()

    def __call__(self, what: object, stopped_by: str | None, seconds: float | None = None) -> None:
        seconds = time.monotonic() - self.begun if seconds is None else seconds
        extra = {**self.known, "seconds": seconds, "stopped_by": stopped_by}
        self.log.log(self.level, "%s: %.200r after %.3f s", self.about, what, seconds, extra=extra)

"""Questions in programs with an event loop: `ask_async`, `iterate_async`.

A question runs in a thread of its own: the kernel works without the interpreter's lock, so the loop
goes on meanwhile. Cancelling the task stops the question, see `nonocsp.core.options.stops`.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from typing import Any, ParamSpec, TypeVar

from ...core import checked
from ...core.options.stops import Flag, stopping

_P = ParamSpec("_P")
_T = TypeVar("_T")


@checked
async def ask_async(
    function: Callable[_P, _T], /, *arguments: _P.args, **keywords: _P.kwargs
) -> _T:
    """What a function of this package returns, without blocking the event loop.

    When the task is cancelled, also by a timeout, the questions that the function asks are stopped,
    as by ``Limits(stop=…)``, and the task ends when they have ended: after some 50 milliseconds.
    The caller's own ``stop`` works as well. Many questions at once each have a thread; bound them
    by an ``asyncio.Semaphore``.

    Raises:
        Exception: what the function raises.

    >>> from nonocsp import Puzzle, count
    >>> asyncio.run(ask_async(count, Puzzle([[1]] * 5, [[1]] * 5)))
    <Count: 120>
    """
    flag, done = Flag(), Future[_T]()

    def work() -> None:
        try:
            with stopping(flag):
                done.set_result(function(*arguments, **keywords))
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=copy_context().run, args=[work], name="nonocsp-question").start()
    answer = asyncio.wrap_future(done)
    try:
        return await asyncio.shield(answer)
    except asyncio.CancelledError:
        flag.set()
        await asyncio.wait([answer])
        with suppress(BaseException):  # of a question whose answer nobody awaits any more
            answer.exception()
        raise


@checked
async def iterate_async(lazy: Iterator[_T]) -> AsyncGenerator[_T, None]:
    """The items of an iterator of this package, each computed without blocking the event loop.

    It is for `solutions`, `explain` and batches. If the iterator can be closed, it is when the loop
    over it ends or is cancelled; leave a loop early within ``contextlib.aclosing``.

    >>> from nonocsp import Puzzle, solutions
    >>> async def number():
    ...     puzzle = Puzzle([[1]] * 4, [[1]] * 4)
    ...     return len([picture async for picture in iterate_async(solutions(puzzle))])
    >>> asyncio.run(number())
    24
    """
    end: Any = object()
    try:
        while (item := await ask_async(next, lazy, end)) is not end:
            yield item
    finally:
        close = getattr(lazy, "close", None)
        if close is not None:
            close()

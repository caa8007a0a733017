"""Answers as streams of lines of JSON, from a bounded pool of worker processes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import partial
from typing import Any

from ...core import LimitReached, NonocspError
from ...many.work.pool import Call, Pool, WorkerLost
from .endpoints import error_line, respond


class Busy(Exception):
    """Too many requests are waiting."""


class AnswerStreams:
    """The worker processes of the page.

    Args:
        most: processes at the same time; None depends on the number of cores.
        waiting: requests that may wait for one of them.
        grace: seconds after a request's own limit until its process is killed.
    """

    def __init__(self, most: int | None = None, waiting: int = 32, grace: float = 5.0) -> None:
        self.pool = Pool(most or max(4, (os.cpu_count() or 1) + 2), prepare=bound_memory)
        self.most = self.pool.num_workers + waiting
        """Requests at the same time, at work and waiting."""
        self.grace = grace
        self._calls: set[Call] = set()
        self._is_closed = False

    @property
    def is_full(self) -> bool:
        """Whether one more request would be refused."""
        return self._is_closed or len(self._calls) >= self.most

    async def ask(self, name: str, data: Any, seconds: float) -> AsyncGenerator[str]:
        """The lines of the answer of an endpoint, the last of which is a result or an error.

        Closing the iterator early cancels: the process that works on the answer is killed.

        Raises:
            Busy: too many requests are waiting already.
        """
        if self.is_full:
            raise Busy
        loop = asyncio.get_running_loop()
        lines: asyncio.Queue[str | None] = asyncio.Queue()

        def put(line: str | None) -> None:
            with suppress(RuntimeError):  # the loop is closed: no reader is left
                loop.call_soon_threadsafe(lines.put_nowait, line)

        call = self.pool.call(
            partial(respond, name, data), seconds=seconds + self.grace, progress=put
        )
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        call.add_done_callback(lambda _: put(None))
        try:
            while (line := await lines.get()) is not None:
                yield line
            yield _last(call)
        finally:
            call.kill()

    async def warm(self) -> None:
        """Have one worker ready before the first request."""
        await asyncio.to_thread(self.pool.warm, 1)

    async def close(self) -> None:
        """End all workers, also those at work."""
        self._is_closed = True
        await asyncio.to_thread(self.pool.kill)


def _last(call: Call) -> str:
    """The last line of a finished call."""
    try:
        line: str = call.result()
        return line
    except WorkerLost as lost:
        if lost.is_late:
            return error_line("limit", f"stopped: {LimitReached('seconds')}")
    except (CancelledError, NonocspError):  # ended before it began
        pass
    except Exception as error:
        return error_line("crash", f"internal error: {type(error).__name__}: {error}")
    return error_line("crash", "the process that worked on this has ended")


def bound_memory() -> None:
    """Bound the memory of this process, a worker, whatever it is asked."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    except (ImportError, OSError, ValueError):  # not on this system
        pass

"""Worker processes kept ready: ask one, read its answer line by line, end it to cancel."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

#: Longest line that is read from a worker, in bytes.
_LONGEST = 1 << 26


class Busy(Exception):
    """More is being asked at once than there is room for."""


class Workers:
    """A bounded number of worker processes.

    Args:
        most: processes at the same time.
        waiting: questions that may wait for one of them.
        grace: seconds after a question's own limit when its process is ended all the same.
    """

    def __init__(self, most: int | None = None, waiting: int = 32, grace: float = 5.0) -> None:
        self.most = most or max(4, (os.cpu_count() or 1) + 2)
        self.waiting = waiting
        self.grace = grace
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()
        self._free = asyncio.Semaphore(self.most)
        self._asked = 0
        self._closed = False

    @property
    def is_full(self) -> bool:
        """Whether one more question would have to be refused."""
        return self._closed or self._asked >= self.most + self.waiting

    async def ask(self, question: str, data: Any, seconds: float) -> AsyncGenerator[dict[str, Any]]:
        """The lines of the answer, the last of which is a result or an error.

        Closing the iterator early cancels: the process that works on the question is ended.

        Raises:
            Busy: too many questions wait already.
        """
        if self.is_full:
            raise Busy
        self._asked += 1
        try:
            async with self._free:
                async for line in self._answer(question, data, seconds):
                    yield line
        finally:
            self._asked -= 1

    async def _answer(
        self, question: str, data: Any, seconds: float
    ) -> AsyncGenerator[dict[str, Any]]:
        process = await self._process()
        assert process.stdin and process.stdout
        finished = False
        try:
            async with asyncio.timeout(seconds + self.grace):
                request = json.dumps({"question": question, "data": data}) + "\n"
                process.stdin.write(request.encode())
                await process.stdin.drain()
                while not finished:
                    text = await process.stdout.readline()
                    if not text:
                        message = "the process that worked on this has ended"
                        yield {"error": {"kind": "crash", "message": message}}
                        return
                    line = json.loads(text)
                    finished = "result" in line or "error" in line
                    if not finished:
                        yield line
            yield line
        except TimeoutError:
            yield {"error": {"kind": "limit", "message": "stopped: the time is up"}}
        except (ConnectionError, ValueError):
            message = "the process that worked on this has ended"
            yield {"error": {"kind": "crash", "message": message}}
        finally:
            if finished and not self._closed:
                self._idle.append(process)
            else:
                await self._end(process)

    async def _process(self) -> asyncio.subprocess.Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._all.discard(process)
        return await self._start()

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "nonocsp.apps.web.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST,
            # Ctrl-C is for the server, which then ends its workers.
            start_new_session=True,
        )
        self._all.add(process)
        assert process.stdout
        await process.stdout.readline()
        return process

    async def warm(self, number: int = 1) -> None:
        """Have workers ready before they are asked."""
        self._idle += [await self._start() for _ in range(number - len(self._idle))]

    async def close(self) -> None:
        """End all workers, also those at work."""
        self._closed = True
        self._idle.clear()
        for process in tuple(self._all):
            await self._end(process)

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        self._all.discard(process)
        with suppress(ProcessLookupError):
            process.kill()
        with suppress(asyncio.CancelledError):
            await asyncio.shield(process.wait())

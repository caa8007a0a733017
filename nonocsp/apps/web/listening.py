"""uvicorn with two habits more.

It waits without end for a request that comes byte by byte, and a few hundred such connections keep
everybody else out: here the head of a request has a time to arrive. And when it is told to stop it
waits for answers that are being worked on: here the workers are ended first, and so the answers.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .workers import Workers


class PromptServer(uvicorn.Server):
    """uvicorn's server, which ends the workers before it stops."""

    def __init__(self, config: uvicorn.Config, workers: Workers) -> None:
        super().__init__(config)
        self._workers = workers

    async def shutdown(self, sockets: Any = None) -> None:
        await self._workers.close()
        await super().shutdown(sockets)


class PatientProtocol(H11Protocol):
    """uvicorn's protocol with a deadline for the head of each request."""

    #: Seconds for the head of a request.
    patience = 20.0

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        begun, _ = self.conn.trailing_data
        if self.conn.their_state is h11.IDLE and begun:
            self._wait()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        # The first byte sets the deadline; further bytes do not put it off.
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.patience, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

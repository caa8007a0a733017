"""uvicorn with a deadline for the head of a request, and a prompt end.

uvicorn waits without limit for a request that arrives byte by byte, and a few hundred such
connections keep everyone else out: here the head of a request has a deadline. When uvicorn stops,
it waits for running answers: here the workers end first, and with them the answers.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .streams import AnswerStreams


class PromptServer(uvicorn.Server):
    """The server of uvicorn, which ends the workers before it stops."""

    def __init__(self, config: uvicorn.Config, streams: AnswerStreams) -> None:
        super().__init__(config)
        self._streams = streams

    async def shutdown(self, sockets: Any = None) -> None:
        await self._streams.close()
        await super().shutdown(sockets)


class HeadDeadline(H11Protocol):
    """The protocol of uvicorn with a deadline for the head of each request."""

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

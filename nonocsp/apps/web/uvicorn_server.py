"""uvicorn on a bad network, with a prompt end.

uvicorn waits without limit for a request that arrives byte by byte, and for a client that does not
read its answer: here both have a deadline. Past its limit on connections, uvicorn refuses the
requests of all: here only those of the connections that came too late. When uvicorn stops, it waits
for running answers: here the workers end first, and with them the answers.
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


class ImpatientProtocol(H11Protocol):
    """The protocol of uvicorn with deadlines, and a limit on connections."""

    #: Seconds for the head of a request, and for the client to take what is ready for it.
    patience = 20.0
    #: Connections at the same time; the requests of later ones are refused.
    most_connections = 400

    _deadlines: dict[str, asyncio.TimerHandle]

    def connection_made(self, transport: Any) -> None:
        self._deadlines = {}
        super().connection_made(transport)
        self.limit_concurrency = 0 if len(self.connections) > self.most_connections else None
        self._begin("head")

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        begun, _ = self.conn.trailing_data
        if self.conn.their_state is h11.IDLE and begun:
            self._begin("head")
        else:
            self._end("head")

    def pause_writing(self) -> None:
        super().pause_writing()
        self._begin("answer")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._end("answer")

    def connection_lost(self, exc: Exception | None) -> None:
        for wait in [*self._deadlines]:
            self._end(wait)
        super().connection_lost(exc)

    def _begin(self, wait: str) -> None:
        """Set a deadline; one that is set already is not put off."""
        if wait not in self._deadlines:
            self._deadlines[wait] = self.loop.call_later(self.patience, self.transport.abort)

    def _end(self, wait: str) -> None:
        if wait in self._deadlines:
            self._deadlines.pop(wait).cancel()

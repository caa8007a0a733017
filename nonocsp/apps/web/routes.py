"""The routes of the page on HTTP: its files, the library, the endpoints and their description."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from ... import __version__
from .endpoints import ENDPOINTS, error_line
from .guard import Guard
from .library import shipped
from .messages import MOST_SECONDS
from .openapi import openapi, readable
from .page_parts import SHARED, phrases_module
from .streams import AnswerStreams, Busy

STATIC = Path(__file__).parent / "static"

_BUSY = "too many requests at the same time"


class Compressed(GZipMiddleware):
    """Files are compressed; answers are not, whose lines would wait for each other."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("method") == "GET":
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)


class _Files(StaticFiles):
    """Files that a browser asks for again, so that no page is made of two versions."""

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(*arguments, **named)
        response.headers["cache-control"] = "no-cache"
        return response


class Routes:
    """The handlers, over the worker processes that answer."""

    def __init__(self, streams: AnswerStreams) -> None:
        self._streams = streams
        self._reading = asyncio.Lock()

    def application(self, hosts: Iterable[str], addresses: bool) -> Starlette:
        """The application with its routes and checks."""
        return Starlette(
            routes=[
                Route("/", self._index),
                Route("/api", self._read),
                Route("/api/openapi.json", self._describe),
                Route("/api/{endpoint}", self._ask, methods=["POST"]),
                Route("/library.json", self._library),
                Route("/library/{name}.json", self._library),
                Route("/static/library/phrases.js", self._phrases),
                *(Mount(f"/static/{name}", _Files(directory=SHARED[name])) for name in SHARED),
                Mount("/static", _Files(directory=STATIC)),
            ],
            middleware=[
                Middleware(Guard, hosts=hosts, addresses=addresses),
                Middleware(Compressed),
            ],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await self._streams.warm()
        yield
        await self._streams.close()

    async def _phrases(self, request: Request) -> Response:
        return Response(phrases_module(), media_type="text/javascript")

    async def _ask(self, request: Request) -> Response:
        name = request.path_params["endpoint"]
        if name not in ENDPOINTS:
            return _refusal(404, f"unknown endpoint {name!r}")
        try:
            data = await request.json()
        except (ValueError, RecursionError):
            return _refusal(400, "expected a body of JSON")
        if self._streams.is_full:
            return _refusal(503, _BUSY)
        seconds = data.get("seconds") if isinstance(data, dict) else None
        if not isinstance(seconds, (int, float)) or not 0 < seconds <= MOST_SECONDS:
            seconds = 10.0
        # A question may search several times, each time with that limit.
        lines = self._streams.ask(name, data, seconds * 3)

        async def stream() -> AsyncIterator[str]:
            try:
                async for line in lines:
                    yield line + "\n"
            except Busy:
                yield error_line("busy", _BUSY) + "\n"
            finally:
                await lines.aclose()

        return StreamingResponse(stream(), media_type="application/x-ndjson")

    async def _index(self, request: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    async def _describe(self, request: Request) -> Response:
        return JSONResponse(openapi(__version__))

    async def _read(self, request: Request) -> Response:
        return HTMLResponse(readable(openapi(__version__)))

    async def _library(self, request: Request) -> Response:
        name = request.path_params.get("name")
        path = f"library/{name}.json" if name else "library.json"
        async with self._reading:  # the first request reads it, for all that come meanwhile
            content = await run_in_threadpool(lambda: shipped().file(path))
        if content is None:
            return _refusal(404, f"unknown file {path!r}")
        return Response(content, media_type="application/json")


def _refusal(status: int, message: str) -> Response:
    body = {"error": {"kind": "refused", "message": message}}
    return JSONResponse(body, status_code=status)

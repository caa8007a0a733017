"""The questions on HTTP."""

from __future__ import annotations

import ipaddress
import json
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ...common.errors import NonocspError
from .data import MOST_SECONDS
from .guard import Guard
from .questions import QUESTIONS
from .workers import Busy, Workers

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

STATIC = Path(__file__).parent / "static"

_BUSY = "too much is being asked at once"

#: Connections at the same time; more are turned away.
MOST_CONNECTIONS = 400

#: The names under which a machine knows itself.
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def create_app(
    workers: Workers | None = None,
    hosts: Iterable[str] = LOOPBACK,
    *,
    addresses: bool = False,
) -> Starlette:
    """The application.

    Args:
        workers: the processes that answer; by default a few of its own.
        hosts: names under which it may be reached.
        addresses: whether it may also be reached by any address of numbers.

    Raises:
        NonocspError: Starlette is not installed.
    """
    try:
        from starlette.applications import Starlette
        from starlette.middleware import Middleware
        from starlette.responses import FileResponse, HTMLResponse, JSONResponse, StreamingResponse
        from starlette.routing import Mount, Route
        from starlette.staticfiles import StaticFiles
    except ImportError:
        raise NonocspError("the page needs Starlette: install nonocsp[web]") from None
    from ... import __version__
    from . import library
    from .description import openapi, readable

    pool = workers or Workers()
    ratings = library.Ratings(pool)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await pool.warm(1)
        yield
        await pool.close()

    async def ask(request: Request) -> Response:
        question = request.path_params["question"]
        if question not in QUESTIONS:
            return _error(404, f"there is no question {question!r}")
        try:
            data = await request.json()
        except (ValueError, RecursionError):
            return _error(400, "expected a body of JSON")
        if pool.is_full:
            return _error(503, _BUSY)
        seconds = data.get("seconds") if isinstance(data, dict) else None
        if not isinstance(seconds, (int, float)) or not 0 < seconds <= MOST_SECONDS:
            seconds = 10.0
        # A question may ask the solver several times, each with that limit.
        lines = pool.ask(question, data, seconds * 3)

        async def stream() -> AsyncIterator[str]:
            try:
                async for line in lines:
                    if "progress" not in line:
                        # Nobody waits for a worker until a slow reader has taken its answer.
                        await lines.aclose()
                    yield json.dumps(line) + "\n"
            except Busy:
                yield json.dumps({"error": {"kind": "busy", "message": _BUSY}}) + "\n"
            finally:
                await lines.aclose()

        return StreamingResponse(stream(), media_type="application/x-ndjson")

    async def index(request: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    async def describe(request: Request) -> Response:
        return JSONResponse(openapi(__version__))

    async def read(request: Request) -> Response:
        return HTMLResponse(readable(openapi(__version__)))

    async def entries(request: Request) -> Response:
        return JSONResponse({"puzzles": list(library.entries().values())})

    async def entry(request: Request) -> Response:
        found = library.puzzle(request.path_params["name"])
        return JSONResponse(found) if found else _error(404, "there is no such puzzle")

    async def rating(request: Request) -> Response:
        name = request.path_params["name"]
        found = library.puzzle(name)
        if found is None:
            return _error(404, "there is no such puzzle")
        return JSONResponse(await ratings.of(name, found))

    def _error(status: int, message: str) -> Response:
        body = {"error": {"kind": "refused", "message": message}}
        return JSONResponse(body, status_code=status)

    return Starlette(
        routes=[
            Route("/", index),
            Route("/api", read),
            Route("/api/openapi.json", describe),
            Route("/api/library", entries),
            Route("/api/library/{name}", entry),
            Route("/api/library/{name}/rating", rating),
            Route("/api/{question}", ask, methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts, addresses=addresses)],
        lifespan=lifespan,
    )


def serve(host: str = "127.0.0.1", port: int = 8765, *, open_browser: bool = False) -> None:
    """Serve the page until it is interrupted.

    Args:
        host: the address to listen on. Anything but the default lets others in.
        port: the port; 0 takes a free one.
        open_browser: show the page in the browser.

    Raises:
        NonocspError: uvicorn or Starlette is not installed.
        OSError: the address or port cannot be had.
    """
    try:
        import uvicorn
    except ImportError:
        raise NonocspError("the page needs uvicorn: install nonocsp[web]") from None
    import socket

    from .listening import PatientProtocol, PromptServer

    everywhere = host in ("", "0.0.0.0", "::")
    names = {*LOOPBACK, host, f"[{host}]"}
    if everywhere:
        names |= {socket.gethostname(), socket.getfqdn()}
    workers = Workers()
    app = create_app(workers, names, addresses=everywhere)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        # From here on connections wait, so that the address that is told can be used at once.
        listening.listen(2048)
        where = "localhost" if everywhere else f"[{host}]" if ":" in host else host
        address = f"http://{where}:{listening.getsockname()[1]}/"
        print(f"nonocsp is at {address} until Ctrl-C", flush=True)
        if everywhere or not _is_loopback(host):
            said = "whoever reaches this machine can use it: there is no password"
            print(f"nonocsp: warning: {said}", file=sys.stderr, flush=True)
        if open_browser:
            import webbrowser

            webbrowser.open(address)
        config = uvicorn.Config(
            app,
            http=PatientProtocol,
            ws="none",
            log_level="error",
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=20,
            timeout_graceful_shutdown=2,
            h11_max_incomplete_event_size=1 << 16,
        )
        PromptServer(config, workers).run(sockets=[listening])


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"

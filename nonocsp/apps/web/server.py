"""The page served with uvicorn."""

from __future__ import annotations

import ipaddress
import socket
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...core import NonocspError, missing
from .streams import AnswerStreams

if TYPE_CHECKING:
    from starlette.applications import Starlette

#: The names of this machine for itself.
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def create_app(
    streams: AnswerStreams | None = None,
    hosts: Iterable[str] = LOOPBACK,
    *,
    addresses: bool = False,
) -> Starlette:
    """The application.

    Args:
        streams: the worker processes that answer; None makes some.
        hosts: names under which it may be reached.
        addresses: whether it may also be reached by any numeric address.

    Raises:
        NonocspError: Starlette is not installed.
    """
    try:
        from .routes import Routes
    except ImportError:
        raise NonocspError(missing("the page needs Starlette", "starlette", "uvicorn")) from None
    return Routes(streams or AnswerStreams()).application(hosts, addresses)


def serve(host: str = "127.0.0.1", port: int = 8765, *, open_browser: bool = False) -> None:
    """Serve the page until it is interrupted.

    Args:
        host: the address to listen on. Anything but the default lets others in.
        port: the port; 0 takes a free one.
        open_browser: show the page in the browser.

    Raises:
        NonocspError: uvicorn or Starlette is not installed.
        OSError: the address or port is not available.
    """
    try:
        import uvicorn
    except ImportError:
        raise NonocspError(missing("the page needs uvicorn", "starlette", "uvicorn")) from None
    from .uvicorn_server import ImpatientProtocol, PromptServer

    everywhere = host in ("", "0.0.0.0", "::")
    names = {*LOOPBACK, host, f"[{host}]"}
    if everywhere:
        names |= {socket.gethostname(), socket.getfqdn()}
    streams = AnswerStreams()
    app = create_app(streams, names, addresses=everywhere)
    with _listener(host, port) as listener:
        where = "localhost" if everywhere else f"[{host}]" if ":" in host else host
        address = f"http://{where}:{listener.getsockname()[1]}/"
        print(f"nonocsp is at {address} until Ctrl-C", flush=True)
        if everywhere or not _is_loopback(host):
            warning = "everyone who reaches this machine can use it: there is no password"
            print(f"nonocsp: warning: {warning}", file=sys.stderr, flush=True)
        if open_browser:
            import webbrowser

            webbrowser.open(address)
        config = uvicorn.Config(
            app,
            http=ImpatientProtocol,
            ws="none",
            log_level="error",
            timeout_keep_alive=20,
            timeout_graceful_shutdown=2,
            h11_max_incomplete_event_size=1 << 16,
        )
        PromptServer(config, streams).run(sockets=[listener])


def _listener(host: str, port: int) -> socket.socket:
    """A socket that listens already, so that the printed address can be used at once."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # The system shall not hold megabytes for each client that does not read.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 17)
        listener.bind((host, port))
        listener.listen(2048)
    except BaseException:
        listener.close()
        raise
    return listener


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"

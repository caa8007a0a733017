"""The guard of a local server: checks of host, origin and size, as ASGI middleware.

Any page open in the same browser can send requests to a local server. So the host name must be that
of the server (against DNS rebinding), POST requests must come from the page itself (against
cross-site requests), bodies have a maximum size and a deadline, and the headers of answers forbid
the browser to load anything from elsewhere.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

#: Headers of every answer.
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
        "img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """The middleware.

    Args:
        app: the application behind it.
        hosts: names under which the server is reached, without port.
        addresses: also accept every numeric address, which unlike a name cannot be rebound.
        most: bytes of the largest body.
        most_together: bytes of all bodies that are arriving.
        patience: seconds until a body must have arrived.
    """

    def __init__(
        self,
        app: Any,
        hosts: Iterable[str],
        *,
        addresses: bool = False,
        most: int = 8 << 20,
        most_together: int = 64 << 20,
        patience: float = 20.0,
    ) -> None:
        self.app = app
        self.addresses = addresses
        self.hosts = {host.lower() for host in hosts}
        self.most = most
        self.most_together = most_together
        self._together = 0
        self.patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", []), *extra]}
            await send(message)

        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        refusal = self._refusal(scope["method"], headers)
        body = b""
        if refusal is None and scope["method"] == "POST":
            parts = bytearray()
            try:
                async with asyncio.timeout(self.patience):
                    refusal = await self._collect(receive, parts)
            except TimeoutError:
                refusal = 408, f"a request must arrive within {self.patience:g} seconds"
            finally:
                self._together -= len(parts)
            body = bytes(parts)
        if refusal is not None:
            await _refuse(guarded, *refusal)
            return
        given = False

        async def replay() -> dict[str, Any]:
            nonlocal given
            if given or scope["method"] != "POST":
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, replay, guarded)

    def _refusal(self, method: str, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        name = _name(host)
        if name not in self.hosts and not (self.addresses and _is_address(name)):
            return 421, "unknown host name"
        if method not in ("GET", "HEAD", "POST"):
            return 405, "expected GET or POST"
        if method != "POST":
            return None
        origin = headers.get("origin")
        if origin is not None and origin.lower().partition("://")[2] != host.lower():
            return 403, "expected a request from the page of this server"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "expected a request from the page of this server"
        # A form of another site can send any other kind of body without a preflight request.
        if headers.get("content-type", "").split(";")[0].strip() != "application/json":
            return 415, "expected a body of application/json"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length[:12]) > self.most:
            return 413, f"a request has at most {self.most} bytes"
        return None

    async def _collect(self, receive: Receive, body: bytearray) -> tuple[int, str] | None:
        """Put together a body. Returns why it is refused, if it is."""
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return 400, "the request ended early"
            part = message.get("body", b"")
            self._together += len(part)
            body += part
            if len(body) > self.most:
                return 413, f"a request has at most {self.most} bytes"
            if self._together > self.most_together:
                return 503, "too many requests at the same time"
            more = message.get("more_body", False)
        return None


def _name(host: str) -> str:
    """The host's name without its port."""
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.rpartition(":")[0].lower() if ":" in host else host.lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


async def _refuse(send: Send, status: int, message: str) -> None:
    body = json.dumps({"error": {"kind": "refused", "message": message}}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

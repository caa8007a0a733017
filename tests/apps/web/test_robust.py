"""What strangers send to the server, and what is left when it ends."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import time
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import pytest
from serving import begun

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from nonocsp.apps.web.guard import Guard
from nonocsp.apps.web.library import shipped

SWITCH = {"puzzle": {"rows": [[1], [1]], "cols": [[1], [1]]}}
HARD = {"puzzle": {"rows": [[1, 1]] * 40, "cols": [[1, 1]] * 40}, "seconds": 60}

HEAD = b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

#: Seconds that anything may take on a busy machine.
PATIENCE = 60


def ended(process, sign=signal.SIGTERM):
    """End a server; its output on standard error."""
    process.send_signal(sign)
    try:
        return process.communicate(timeout=PATIENCE)[1]
    finally:
        process.kill()


@pytest.fixture(scope="module")
def port():
    process, port = begun(stderr=subprocess.PIPE)
    yield port
    assert "Traceback" not in ended(process)


def connected(port):
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    return closing(connection)


def response(port, raw):
    """What the server answers to some bytes before it closes the connection or has answered."""
    with connected(port) as connection:
        with suppress(OSError):
            connection.sendall(raw)
        answer = b""
        with suppress(OSError):
            while part := connection.recv(1 << 16):
                answer += part
        return answer


def post(port, data, path="/api/count", version="1.1", **headers):
    body = json.dumps(data).encode()
    lines = {
        "Host": f"127.0.0.1:{port}", "Content-Type": "application/json",
        "Content-Length": len(body), "Connection": "close", **headers,
    }  # fmt: skip
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
    return f"POST {path} HTTP/{version}\r\n{head}\r\n".encode() + body


def is_well(port):
    """Whether the server answers as it should."""
    return b'"count": "2"' in response(port, post(port, SWITCH))


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00\xff\x16\x03\x01garbage\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",  # without a host
        b"GET /\xc3\xa4 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 200_000,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 50_000,
        b"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        b"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: -5\r\n\r\n{}",
        b"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: elsewhere.example\r\n\r\n",
    ],
    ids=["bytes", "version", "no host", "target", "long", "many", "chunks", "length", "two hosts"],
)
def test_malformed_requests_are_refused(port, raw):
    answer = response(port, raw)
    assert not answer or answer.split()[1] in (b"400", b"404", b"421", b"431"), answer[:200]
    assert is_well(port)


def test_chunked_bodies_and_the_older_protocol_are_answered(port):
    body = json.dumps(SWITCH).encode()
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in (body[:7], body[7:])) + b"0\r\n\r\n"
    head = (
        f"POST /api/count HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    assert b'"count": "2"' in response(port, head.encode() + chunks)
    assert b'"count": "2"' in response(port, post(port, SWITCH, version="1.0"))


def test_a_body_in_chunks_without_end_is_cut_off(port):
    head = (
        f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
    answer = response(port, head.encode() + chunk * 20)
    assert not answer or answer.split()[1] == b"413"
    assert is_well(port)


def test_many_connections_that_say_nothing_keep_nobody_out(port):
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
    try:
        for connection in silent:
            connection.sendall(b"POST /api/check HTTP/1.1\r\nHos")
        assert is_well(port)
    finally:
        for connection in silent:
            connection.close()


@asynccontextmanager
async def serving(**limits):
    """A server in this process whose protocol has other limits, and its port."""
    import uvicorn

    from nonocsp.apps.web import create_app
    from nonocsp.apps.web.uvicorn_server import ImpatientProtocol

    protocol = type("Protocol", (ImpatientProtocol,), limits)
    config = uvicorn.Config(create_app(), http=protocol, ws="none", port=0, log_level="error")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task


def test_a_head_that_comes_byte_by_byte_is_given_up():
    async def conversation():
        async with serving(patience=0.3) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with suppress(ConnectionError):
                for byte in b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"y" * 10_000:
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(0.01)
                    if reader.at_eof():
                        break
            with suppress(ConnectionError):
                assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
            writer.close()
            # A client that sends its request stays connected for the next one.
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for _ in range(2):
                writer.write(HEAD)
                answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
                assert answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 405"))
            writer.close()

    asyncio.run(conversation())


@pytest.mark.slow
def test_a_client_that_does_not_read_is_cut_off():
    async def conversation():
        async with serving(patience=0.3) as port:
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 12)
            connection.connect(("127.0.0.1", port))
            connection.setblocking(False)
            ask = b"GET /library/originals-8.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            connection.sendall(ask * 40)  # more than the system holds for a client
            loop = asyncio.get_running_loop()
            with suppress(ConnectionError), closing(connection):
                # On a busy machine the first answer takes its time.
                await loop.run_in_executor(None, select.select, [connection], [], [], PATIENCE)
                await asyncio.sleep(3)
                rest = 0
                async with asyncio.timeout(PATIENCE):
                    while part := await loop.sock_recv(connection, 1 << 20):
                        rest += len(part)
                assert rest < 40 * len(shipped().file("library/originals-8.json"))

    asyncio.run(conversation())


def test_connections_that_come_late_are_refused_and_the_others_answered():
    async def conversation():
        async with serving(most_connections=3) as port:
            every = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
            found = []
            for reader, writer in every:
                writer.write(HEAD)
                answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
                found.append(answer.split()[1])
            for _, writer in every:
                writer.close()
            assert set(found[:3]) <= {b"200", b"405"} and set(found[3:]) == {b"503"}

    asyncio.run(conversation())


def children(parent):
    """The processes that a process has begun and that are alive."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, IndexError):
            name, _, rest = status.read_text().rpartition(")")
            if int(rest.split()[1]) == parent and rest.split()[0] != "Z":
                found.append(int(name.split()[0]))
    return found


def alive(number):
    try:
        text = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] != "Z"


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_the_server(sign):
    process, port = begun(stderr=subprocess.PIPE)
    with connected(port) as asking:
        asking.sendall(post(port, HARD))
        assert asking.recv(12).startswith(b"HTTP/1.1 200")
        workers = children(process.pid)
        assert workers
        assert "Traceback" not in ended(process, sign)
    wait_until(lambda: not any(map(alive, workers)))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_a_worker_that_is_killed_is_replaced(port):
    assert is_well(port)
    (server,) = [n for n in children(os.getpid()) if children(n)]
    for worker in children(server):
        os.kill(worker, signal.SIGKILL)
    wait_until(lambda: is_well(port))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_a_question_that_nobody_waits_for_is_cancelled(port):
    """Also one that says nothing before its result."""
    assert is_well(port)
    (server,) = [n for n in children(os.getpid()) if children(n)]
    before = set(children(server))
    with connected(port) as asking:
        # Hard to solve line by line, and of no progress.
        asking.sendall(post(port, {**HARD, "start": "0"}, path="/api/marginals"))
        wait_until(lambda: _at_work(server))
        working = _at_work(server)
    wait_until(lambda: not any(map(alive, working)))
    assert is_well(port)
    assert before or working


def _at_work(server):
    """The workers of a server that have used a second of the processor or so."""
    busy = []
    for worker in children(server):
        with suppress(OSError, IndexError):
            fields = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
            if int(fields[11]) > 1.5 * os.sysconf("SC_CLK_TCK"):
                busy.append(worker)
    return busy


def test_serving_everybody_is_warned_of_and_names_are_still_checked():
    process, port = begun("--host", "0.0.0.0", stderr=subprocess.PIPE)
    try:
        ask = b"GET /api/openapi.json HTTP/1.1\r\nConnection: close\r\nHost: %s\r\n\r\n"
        assert response(port, ask % b"10.1.2.3:80").split()[1] == b"200"
        assert response(port, ask % b"[::1]").split()[1] == b"200"
        assert response(port, ask % b"elsewhere.example").split()[1] == b"421"
    finally:
        err = ended(process)
    assert err.count("\n") == 1
    assert "no password" in err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("host", "addresses", "taken"),
    [
        ("127.0.0.1:80", False, True),
        ("LOCALHOST", False, True),
        ("[::1]:8765", False, True),
        ("10.0.0.1", False, False),
        ("10.0.0.1", True, True),
        ("1.2.3.4.elsewhere.example", True, False),
        ("", True, False),
    ],
)
def test_hosts(host, addresses, taken):
    guard = Guard(None, ["127.0.0.1", "localhost", "[::1]"], addresses=addresses)
    assert (guard._refusal("GET", {"host": host}) is None) == taken

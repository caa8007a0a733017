"""Experiment: the server of the page on a bad network, for ``measured.md``.

    python -m benchmarks.experiments.bad_network --questions 100000

Starts a server and is a bad client to it, in one trial after another; workers are killed under it.
After each trial the server has to answer a question of which the answer is known. For each trial:
what came back, its seconds, and the most memory that the server and its workers had (resident).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from nonocsp.apps.machine import commit, machine

EASY = {"puzzle": {"rows": [[1], [1]], "cols": [[1], [1]]}}
#: Nothing is known of it after a minute.
HARD = {"puzzle": {"rows": [[1, 1]] * 40, "cols": [[1, 1]] * 40}, "seconds": 60}
#: An explanation of many steps, each of which is sent when it is found.
LONG = {"puzzle": {"rows": [[1] * 60] * 240, "cols": [[1] * 60] * 240}, "seconds": 60}

Trial = Callable[["Server"], Awaitable[str]]


class Server:
    """A server in a process of its own, as its clients and its operating system see it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "nonocsp", "serve", "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().split(":")[2].split("/")[0])
        self.most = 0.0

    async def connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        # The system takes little for a client that does not read.
        own = socket.socket()
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 12)
        own.setblocking(False)
        await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", self.port))
        return await asyncio.open_connection(sock=own, limit=1 << 12)

    def request(self, path: str, data: object = None, extra: str = "") -> bytes:
        """A request for a page, or a question with data."""
        body = b"" if data is None else json.dumps(data).encode()
        length = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        head = f"{'GET' if data is None else 'POST'} {path} HTTP/1.1\r\n"
        head += f"Host: 127.0.0.1:{self.port}\r\n{length if body else ''}{extra}\r\n"
        return head.encode() + body

    async def ask(self, path: str, data: object = None) -> bytes:
        """The whole answer."""
        reader, writer = await self.connected()
        try:
            writer.write(self.request(path, data, "Connection: close\r\n"))
            return await reader.read(-1)
        finally:
            writer.close()

    async def status(self, path: str, data: object = None) -> str:
        """The status of the answer, or what happened instead."""
        try:
            answer = await self.ask(path, data)
        except OSError as error:
            return type(error).__name__
        return answer.split(b" ", 2)[1].decode() if answer else "closed"

    def processes(self) -> list[int]:
        """The server and its workers."""
        found = [self.process.pid]
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = file.read_text().rpartition(")")[2].split()
                if int(fields[1]) == self.process.pid and fields[0] != "Z":
                    found.append(int(file.parent.name))
        return found

    def workers(self, busy: float = 0.0) -> list[int]:
        """The workers that have used so many seconds of the processor."""
        found = []
        for number in self.processes()[1:]:
            with suppress(OSError):
                fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
                if int(fields[11]) >= busy * os.sysconf("SC_CLK_TCK"):
                    found.append(number)
        return found

    def memory(self) -> float:
        """Megabytes of all processes."""
        pages = 0
        for number in self.processes():
            with suppress(OSError):
                pages += int(Path(f"/proc/{number}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def sockets(self) -> int:
        """Files that the server has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    async def watch(self) -> None:
        while True:
            self.most = max(self.most, self.memory())
            await asyncio.sleep(0.05)


async def many_at_once(server: Server) -> str:
    """1,000 questions at once"""
    found = Counter(
        await asyncio.gather(*(server.status("/api/count", EASY) for _ in range(1_000)))
    )
    assert found["200"] and set(found) <= {"200", "503"}, found
    return f"{found['200']} answered, {found['503']} refused (503)"


async def slow_writers(server: Server) -> str:
    """100 questions that arrive byte by byte"""

    async def write() -> str:
        reader, writer = await server.connected()
        with suppress(OSError):
            for byte in server.request("/api/count", EASY):
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(1)
                if reader.at_eof():
                    break
        answer = b""
        with suppress(OSError):
            answer = await reader.read(100)
        writer.close()
        return answer.split(b" ", 2)[1].decode() if answer else "closed"

    found = Counter(await asyncio.gather(*(write() for _ in range(100))))
    return ", ".join(f"{number} {word}" for word, number in found.items())


async def great_bodies(server: Server) -> str:
    """300 bodies of 8 MB at once, whose last byte is held back"""
    body = json.dumps({**EASY, "note": "x" * ((8 << 20) - 200)}).encode()
    head = server.request("/api/count").replace(b"GET", b"POST").removesuffix(b"\r\n")
    head += b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)

    async def send() -> str:
        reader, writer = await server.connected()
        with suppress(OSError):
            writer.write(head)
            for at in range(0, len(body) - 1, 1 << 16):
                writer.write(body[at : min(at + (1 << 16), len(body) - 1)])
                await writer.drain()
            await asyncio.sleep(10)
            writer.write(body[-1:])
        answer = b""
        with suppress(OSError):
            answer = await reader.read(1 << 12)
        writer.close()
        return answer.split(b" ", 2)[1].decode() if answer else "closed"

    found = Counter(await asyncio.gather(*(send() for _ in range(300))))
    return ", ".join(f"{number} {word}" for word, number in found.items())


async def slow_readers(server: Server) -> str:
    """100 clients that ask for much and read 100 bytes a second"""

    async def read(path: str, data: object) -> None:
        reader, writer = await server.connected()
        writer.write(server.request(path, data))
        with suppress(OSError, asyncio.CancelledError):
            while await reader.read(100):
                await asyncio.sleep(1)
        writer.close()

    before = server.sockets()
    wanted = [("/api/explain", LONG)] * 2 + [("/library/originals.json", None)] * 98
    reading = [asyncio.create_task(read(*each)) for each in wanted]
    await asyncio.sleep(5)
    early = server.sockets() - before
    await asyncio.sleep(40)
    late = server.sockets() - before
    for each in reading:
        each.cancel()
    return f"{early} connections after 5 s, {late} after 45 s"


async def silent_clients(server: Server) -> str:
    """600 clients that fall silent: without a word, in a head, in a body, after an answer"""
    question = server.request("/api/count", EASY)
    before = server.sockets()
    kept = []
    for sent in [b"", question[:40], question[:-1], question] * 150:
        reader, writer = await server.connected()
        writer.write(sent)
        kept.append((reader, writer))
    await asyncio.sleep(5)
    early = server.sockets() - before
    await asyncio.sleep(35)
    late = server.sockets() - before
    for _, writer in kept:
        writer.transport.abort()
    return f"{early} connections after 5 s, {late} after 40 s"


async def gone_in_the_middle(server: Server) -> str:
    """100 clients, one after the other, that leave while a worker is at work"""
    latest = 0.0
    for _ in range(100):
        _, writer = await server.connected()
        writer.write(server.request("/api/marginals", HARD))
        while not (busy := server.workers(0.6)):
            await asyncio.sleep(0.02)
        writer.transport.abort()
        begun = time.monotonic()
        while set(busy) & set(server.workers()):
            await asyncio.sleep(0.005)
        latest = max(latest, time.monotonic() - begun)
    return f"their work stopped within {latest:.2f} s"


async def killed_workers(server: Server) -> str:
    """100 workers that are killed at work"""
    found: Counter[str] = Counter()
    for _ in range(100):
        asking = asyncio.create_task(server.ask("/api/marginals", HARD))
        while not (busy := server.workers(0.6)):
            await asyncio.sleep(0.02)
        for number in busy:
            os.kill(number, signal.SIGKILL)
        (line,) = (line for line in (await asking).splitlines() if b'"error"' in line)
        found[json.loads(line)["error"]["message"]] += 1
    return ", ".join(f"{number}: {word}" for word, number in found.items())


async def many_questions(server: Server, questions: int) -> str:
    """Questions of every kind"""
    draw = random.Random(1)
    before = after = 0.0

    async def some(number: int) -> None:
        for _ in range(number):
            name = draw.choice(("solve", "check", "count", "hint", "render", "write", "fog"))
            data = EASY | ({"format": "json"} if name == "write" else {"cell": 20})
            assert await server.status(f"/api/{name}", data) == "200"

    for part in range(10):
        await asyncio.gather(*(some(questions // 40) for _ in range(4)))
        before, after = before if part else server.memory(), server.memory()
    return f"{before:.0f} MB after a tenth of them, {after:.0f} MB after all"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--questions", type=int, default=10_000, help="of the longest trial")
    parser.add_argument("--only", help="the trials with this word in their name")
    chosen = parser.parse_args()

    async def questions(server: Server) -> str:
        return await many_questions(server, chosen.questions)

    questions.__doc__ = f"{chosen.questions:,} questions, four at a time"
    trials: list[Trial] = [
        many_at_once, slow_writers, great_bodies, slow_readers, silent_clients,
        gone_in_the_middle, killed_workers, questions,
    ]  # fmt: skip
    print("; ".join(map(str, (machine() | commit()).values())) + "\n")
    print("| trial | what came back | seconds | MB at most |\n|---|---|--:|--:|")
    for trial in trials:
        if chosen.only and chosen.only not in trial.__name__:
            continue
        server = Server()
        watching = asyncio.create_task(server.watch())
        try:
            begun = time.monotonic()
            found = await trial(server)
            seconds = time.monotonic() - begun
            async with asyncio.timeout(60):
                assert b'"count": "2"' in await server.ask("/api/count", EASY), "it is not well"
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(10) in (0, 130), "it does not end"
        finally:
            watching.cancel()
            server.process.kill()
        print(f"| {trial.__doc__} | {found} | {seconds:.1f} | {server.most:.0f} |", flush=True)


if __name__ == "__main__":
    asyncio.run(main())

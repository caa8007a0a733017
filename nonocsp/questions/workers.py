"""Worker processes of our own: an executor that knows which worker does what.

The pool of the standard library breaks as a whole when one process dies, and cannot say which call
killed it; nor can it end a call that hangs. Here every worker is an interpreter of its own behind a
pair of pipes, served by one thread: when it dies, exactly the call that it was at fails, with
`WorkerLost`, and a fresh worker takes its place. It is started without the caller's main module,
so a script needs no guard around its calls. A worker costs about 0.15 seconds once, and some tenths
of a millisecond for each call.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from ..common.errors import NonocspError, OptionError

T = TypeVar("T")

#: How a worker begins: it finds modules where its parent does.
_BOOT = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); \
from nonocsp.questions.worker import main; main()"


class WorkerLost(Exception):
    """The worker died, or was killed because it hung, before it answered."""


class _Call(NamedTuple):
    future: Future[Any]
    message: bytes
    seconds: float | None


class Workers(Executor):
    """An executor over worker processes of its own.

    What is submitted must pickle, and be importable by another process.

    Args:
        workers: how many processes, at most; None is one for each core that may be used.

    Raises:
        OptionError: fewer than one.

    >>> from math import factorial
    >>> with Workers(1) as workers:
    ...     workers.submit(factorial, 5).result()
    120
    """

    def __init__(self, workers: int | None = None) -> None:
        number = _cores() if workers is None else workers
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise OptionError(f"a batch needs a whole number of workers, 1 or more, not {number!r}")
        self.num_workers = number
        """How many processes there are at most."""
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._processes: set[_Process] = set()
        self._idle = 0
        self._closed = False

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """As of every executor. Fails with `WorkerLost` if the worker dies over it."""
        return self.submit_within(None, fn, *args, **kwargs)

    def submit_within(
        self, seconds: float | None, fn: Callable[..., T], /, *args: Any, **kwargs: Any
    ) -> Future[T]:
        """The same, but a worker that has not answered after so many seconds is killed."""
        call = _Call(Future(), pickle.dumps((fn, args, kwargs), -1), seconds)
        with self._lock:
            if self._closed:
                raise RuntimeError("these workers were shut down")
            self._calls.put(call)
            if self._idle:
                self._idle -= 1
            elif len(self._threads) < self.num_workers:
                # Daemons, so that workers forgotten by the caller do not keep its process alive;
                # the processes end when their pipes close.
                thread = threading.Thread(target=self._serve, name="nonocsp-worker", daemon=True)
                self._threads.append(thread)
                thread.start()
        return call.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers when they have done what was submitted."""
        with self._lock:
            if not self._closed:
                self._closed = True
                if cancel_futures:
                    self._cancel()
                for _ in self._threads:
                    self._calls.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def kill(self) -> None:
        """End the workers at once, whatever they are doing, and wait until they are gone."""
        with self._lock:
            self._closed = True
            self._cancel()
            for process in self._processes:
                process.kill()
            for _ in self._threads:
                self._calls.put(None)
        if not sys.is_finalizing():  # no thread runs any more then
            for thread in self._threads:
                thread.join()

    def _cancel(self) -> None:
        while not self._calls.empty():
            call = self._calls.get()
            if call is not None:
                call.future.cancel()
                call.future.set_running_or_notify_cancel()

    def _serve(self) -> None:
        """What one thread does: hand calls to one process after the other has answered."""
        process: _Process | None = None
        while (call := self._calls.get()) is not None:
            if call.future.set_running_or_notify_cancel():
                try:
                    if process is None:
                        process = self._started()
                    raised, outcome = process.ask(call.message, call.seconds)
                    if process.has_hung:  # it answered just as its time was up
                        self._forget(process)
                        process = None
                except BaseException as error:
                    self._forget(process)
                    process = None
                    call.future.set_exception(error)
                else:
                    if raised:
                        call.future.set_exception(outcome)
                    else:
                        call.future.set_result(outcome)
            with self._lock:
                self._idle += 1
        self._forget(process)

    def _started(self) -> _Process:
        with self._lock:
            if self._closed:
                raise WorkerLost("the workers were shut down")
            process = _Process()
            self._processes.add(process)
        process.greet()
        return process

    def _forget(self, process: _Process | None) -> None:
        if process is not None:
            with self._lock:
                self._processes.discard(process)
            process.close()


class _Process:
    """One interpreter, which reads calls from a pipe and writes outcomes to another."""

    def __init__(self) -> None:
        if not sys.executable:
            raise NonocspError("workers need a Python to run: sys.executable is empty")
        # Out of the terminal's group, so that Ctrl-C reaches the parent alone, who tells them.
        apart: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _BOOT, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **apart,
        )
        self.has_hung = False

    def greet(self) -> None:
        """Raises `NonocspError` unless the interpreter came up."""
        try:
            self._read()
        except EOFError:
            code = self._process.wait()
            self.close()
            raise NonocspError(f"a worker could not be started: {_how(code)}") from None

    def ask(self, message: bytes, seconds: float | None) -> tuple[bool, Any]:
        """Whether the call raised, and what it raised or returned. Raises `WorkerLost`."""
        assert self._process.stdin is not None
        guard = threading.Timer(seconds, self._give_up) if seconds is not None else None
        if guard is not None:
            guard.daemon = True
            guard.start()
        try:
            self._process.stdin.write(message)
            self._process.stdin.flush()
            raised, outcome = self._read()
            return raised, outcome
        except (OSError, EOFError, pickle.UnpicklingError):
            self.kill()
            code = self._process.wait()
            how = f"gave no answer within {seconds:g} s" if self.has_hung else _how(code)
            raise WorkerLost(f"the worker {how}") from None
        finally:
            if guard is not None:
                guard.cancel()
                guard.join()  # so that it cannot strike during the next call

    def _read(self) -> Any:
        assert self._process.stdout is not None
        return pickle.load(self._process.stdout)

    def _give_up(self) -> None:
        self.has_hung = True
        self.kill()

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        """Let it end by closing its pipes; it does not outlive them."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # what was still to be written has no reader
                pipe.close()
        self._process.wait()


def _how(code: int) -> str:
    return f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"


def _cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

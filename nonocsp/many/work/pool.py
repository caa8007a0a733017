"""A pool of worker processes: an executor that knows which process runs which call.

The pool of the standard library breaks as a whole when one process dies, cannot name the call that
killed it, and cannot end a call that hangs. Here every worker is an interpreter of its own behind a
pair of pipes, served by one thread of the pool:

- A worker that dies fails exactly the call that it was running, with `WorkerLost`, which names the
  exit code. The next call gets a fresh worker.
- A worker that dies while it starts fails no call: another one is started, or the call waits for a
  worker that is there. Only where none can be started, calls fail.
- ``pool.call(function, …, seconds=10)`` kills the worker when the deadline passes;
  `Call.kill` ends one call at any time; both end the process group of the worker, and with it the
  programs that the call has started.
- ``pool.call(function, …, progress=receive)`` passes a keyword ``progress`` to the function, and
  what the function gives to it arrives at ``receive`` while the call runs.
- ``Pool(1, prepare=function)`` runs a function in every fresh worker before its first call, for
  example one that bounds its memory, pins it to a core or imports an engine. `Pool.warm` starts
  workers ahead of time, so that no call waits for that.
- `Call.pid` names the process of a running call, for measurements from outside.

Workers start without the caller's main module, so a script needs no guard around its calls. A
worker costs about 0.15 seconds once, and each call some tenths of a millisecond. Workers end with
the process that made them, however that ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from queue import SimpleQueue
from typing import Any, TypeVar

from ...core import NonocspError, available_cores, checked, plugin_registry as plugins

T = TypeVar("T")

#: A worker looks for modules where its parent does, and loads the files of plugins that it has.
#: Ctrl-C is for the parent: an answer that it cut short in a worker would count as one. It is
#: ignored first, by the module that needs no file.
_BOOT = "import _signal; _signal.signal(_signal.SIGINT, _signal.SIG_IGN); import sys, json; \
sys.path[:], sources = json.loads(sys.argv[1]); \
from nonocsp.many.work.worker import main; main(sources)"


#: Worker processes, at most.
MOST_WORKERS = 1024

#: Starts of workers that may fail one after the other, for each process of the pool.
_STARTS = 4


class _NotStarted(Exception):
    """A worker died while it started; the message says how."""


class WorkerLost(Exception):
    """The worker died or was killed before it answered.

    Attributes:
        code: the exit code of the process, negative for a signal; None if it never ran.
        is_late: it was killed because the deadline of the call had passed.
    """

    def __init__(self, message: str, code: int | None = None, *, is_late: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.is_late = is_late


class Call(Future[Any]):
    """The future of one call; made by `Pool`."""

    def __init__(
        self, message: bytes, seconds: float | None, progress: Callable[[Any], object] | None
    ) -> None:
        super().__init__()
        self.message, self.seconds, self.progress = message, seconds, progress
        self.end = ""
        """Why the worker was killed over this call; empty if it was not."""
        self._lock = threading.Lock()
        self._process: _Process | None = None

    @property
    def pid(self) -> int | None:
        """The process that runs the call; None before and after."""
        process = self._process
        return None if process is None else process.pid

    def kill(self, reason: str = "was killed over a call that was given up") -> None:
        """End the call: drop it while it waits, kill its worker while it runs."""
        if not self.cancel():
            with self._lock:
                self.end = self.end or reason
                if self._process is not None:
                    self._process.kill()

    def attach(self, process: _Process) -> None:
        """The process begins with the call. Raises `WorkerLost` if it was killed before."""
        with self._lock:
            if self.end:
                raise WorkerLost(f"the worker {self.end}")
            self._process = process

    def detach(self) -> bool:
        """The process is done with the call; returns whether it was killed meanwhile."""
        with self._lock:
            self._process = None
            return bool(self.end)


@checked
class Pool(Executor):
    """An executor over worker processes of its own.

    Calls must be picklable, and their functions importable by another process.

    Args:
        workers: processes at most; None is one for each core that may be used.
        prepare: a function without arguments that every fresh worker runs first.

    Raises:
        OptionError: fewer than one worker.

    >>> from math import factorial
    >>> with Pool(1) as pool:
    ...     pool.submit(factorial, 5).result()
    120
    """

    def __init__(
        self, workers: int | None = None, *, prepare: Callable[[], object] | None = None
    ) -> None:
        self.num_workers = available_cores() if workers is None else workers
        """Processes at most."""
        self._prepare = None if prepare is None else _message(prepare, (), {}, False)
        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._processes: set[_Process] = set()
        self._failed_starts = 0  # since a worker was started
        self._idle = 0
        self._closed = False

    @checked
    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """As for every executor. Fails with `WorkerLost` if the worker dies over it."""
        return self._enter(Call(_message(fn, args, kwargs, False), None, None))

    @checked
    def call(
        self,
        fn: Callable[..., Any],
        /,
        *args: Any,
        seconds: float | None = None,
        progress: Callable[[Any], object] | None = None,
    ) -> Call:
        """Submit a call with a deadline, and with reports on its progress.

        Args:
            fn, args: the call.
            seconds: the worker is killed when it has not answered after this time, counted from
                the beginning of the call; None for no deadline.
            progress: called, in a thread of the pool, with every value that the function gives to
                its keyword ``progress``, which it must have then.
        """
        return self._enter(Call(_message(fn, args, {}, progress is not None), seconds, progress))

    def _enter(self, call: Call) -> Call:
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool was shut down")
            self._calls.put(call)
            if self._idle:
                self._idle -= 1
            elif len(self._threads) < self.num_workers:
                # Daemons, so that a forgotten pool does not keep the caller's process alive; the
                # workers end when their pipes close.
                thread = threading.Thread(target=self._serve, name="nonocsp-worker", daemon=True)
                self._threads.append(thread)
                thread.start()
        return call

    @checked
    def warm(self, number: int | None = None) -> None:
        """Start workers, all or the given number, and wait until they are ready."""
        wait([self.submit(os.getpid) for _ in range(number or self.num_workers)])

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
            self._join()

    def kill(self) -> None:
        """End the workers at once, also those at work, and wait until they are gone."""
        with self._lock:
            self._closed = True
            self._cancel()
            for process in self._processes:
                process.kill()
            for _ in self._threads:
                self._calls.put(None)
        if not sys.is_finalizing():  # no thread runs any more then
            self._join()

    def _join(self) -> None:
        for thread in list(self._threads):
            if thread.is_alive():  # a signal may come before it is started
                thread.join()

    def _cancel(self) -> None:
        while not self._calls.empty():
            call = self._calls.get()
            if call is not None and call.cancel():
                call.set_running_or_notify_cancel()
            elif call is not None:  # it was begun, by a thread that could not start a process
                call.set_exception(WorkerLost("the pool was shut down"))

    def _serve(self) -> None:
        """The loop of one thread: give calls to one process, one after the other."""
        process: _Process | None = None
        while (call := self._calls.get()) is not None:
            if call.running() or call.set_running_or_notify_cancel():
                try:
                    if process is not None and process.has_ended:  # killed while it was idle
                        self._forget(process)
                        process = None
                    if process is None:
                        process = self._started(call)
                    if process is None:
                        return
                    raised, value = process.run(call)
                    if call.detach():  # killed just as it answered
                        self._forget(process)
                        process = None
                except BaseException as error:
                    call.detach()
                    self._forget(process)
                    process = None
                    call.set_exception(error)
                else:
                    if raised:
                        call.set_exception(value)
                    else:
                        call.set_result(value)
            with self._lock:
                self._idle += 1
        self._forget(process)

    def _started(self, call: Call) -> _Process | None:
        """A new process for a call, after several tries if need be.

        None if only the others can work: the call is left to them, and the thread is to end; a
        later call may begin another.

        Raises:
            NonocspError: no process can be started.
        """
        while True:
            process = None
            try:
                with self._lock:
                    if self._closed:
                        raise WorkerLost("the pool was shut down")
                    process = _Process()
                    self._processes.add(process)
                process.greet(self._prepare)
                self._failed_starts = 0
                return process
            except _NotStarted as error:
                self._forget(process)
                with self._lock:
                    self._failed_starts += 1
                    if self._failed_starts >= _STARTS * len(self._threads):
                        if not self._closed and any(each.is_ready for each in self._processes):
                            self._threads.remove(threading.current_thread())
                            self._idle -= bool(self._idle)
                            self._calls.put(call)
                            return None
                        tries = f"the last of {self._failed_starts} attempts"
                        raise NonocspError(f"no worker could be started; {tries} {error}") from None
                time.sleep(0.05)  # it may be for want of memory
            except BaseException:
                self._forget(process)
                raise

    def _forget(self, process: _Process | None) -> None:
        if process is not None:
            with self._lock:
                self._processes.discard(process)
            process.close()


class _Process:
    """One interpreter, which reads calls from a pipe and writes outcomes to another."""

    def __init__(self) -> None:
        if not sys.executable:
            raise NonocspError("workers need a Python interpreter: sys.executable is empty")
        # A process group of its own: Ctrl-C reaches the parent alone, and kill reaches programs
        # that the worker has started.
        apart: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
        command = [
            sys.executable,
            "-c",
            _BOOT,
            json.dumps([plugins.search_path(), plugins.sources()]),
        ]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **apart
            )
        except OSError as error:
            raise _NotStarted(f"failed: {error.strerror}") from None
        self._is_greeted = False

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    @property
    def is_ready(self) -> bool:
        """Whether it runs calls, or can."""
        return self._is_greeted and not self.has_ended

    def greet(self, prepare: bytes | None) -> None:
        """Wait until the interpreter is up and prepared. Raises `_NotStarted` if it dies."""
        try:
            kind, value = self._read()
            if prepare is not None:
                self._write(prepare)
                kind, value = self._read()
        except (OSError, EOFError, pickle.UnpicklingError):
            self.kill()
            raise _NotStarted(_ending(self._process.wait())) from None
        if kind == "error":
            raise value
        self._is_greeted = True

    def run(self, call: Call) -> tuple[bool, Any]:
        """Whether the call raised, and what it raised or returned. Raises `WorkerLost`."""
        call.attach(self)
        guard: threading.Timer | None = None
        if call.seconds is not None:
            reason = f"gave no answer within {call.seconds:g} s"
            guard = threading.Timer(call.seconds, call.kill, [reason])
            guard.daemon = True
            guard.start()
        try:
            self._write(call.message)
            kind, value = self._read()
            while kind == "progress":
                assert call.progress is not None
                call.progress(value)
                kind, value = self._read()
            return kind == "error", value
        except (OSError, EOFError, pickle.UnpicklingError):
            self.kill()
            code = self._process.wait()
            is_late = call.end.startswith("gave no answer")
            message = f"the worker {call.end or _ending(code)}"
            raise WorkerLost(message, code, is_late=is_late) from None
        finally:
            if guard is not None:
                guard.cancel()

    def _write(self, message: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(message)
        self._process.stdin.flush()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        return pickle.load(self._process.stdout)

    def kill(self) -> None:
        if os.name == "posix" and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def close(self) -> None:
        """Let it end by closing its pipes; it does not outlive them."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # what was still to be written has no reader
                pipe.close()
        self._process.wait()


def _message(fn: Callable[..., Any], args: Any, kwargs: Any, reports: bool) -> bytes:
    return pickle.dumps((fn, args, kwargs, reports), -1)


def accident(error: MemoryError | OSError) -> str:
    """What befell a worker that lacks what the system gives, after "the worker"."""
    return "is out of memory" if isinstance(error, MemoryError) else f"failed: {error}"


def _ending(code: int) -> str:
    return f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"

"""Adapter of executors: one interface over every kind of worker that a batch can use.

- None or a number: a `Pool` of this many processes, which ends with the batch.
- Any ``concurrent.futures.Executor``: thread and process pools, loky, MPIPoolExecutor, Dask's
  ``Client.get_executor()``, your own subclass with ``submit``. It is left running.
- A Dask ``Client``. Dask is never imported here.
- Ray has no object that stands for its cluster: `RayExecutor` is its executor.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

from ...core import (
    Limits,
    NonocspError,
    OptionError,
    Options,
    available_cores,
    plugin_registry as plugins,
    whole_option,
)
from ...core.options.readers import plugins_of
from .pool import MOST_WORKERS, Pool

#: What executors raise for a call whose worker was lost, by name, to avoid importing them.
_LOST = {"WorkerLost", "KilledWorker"}


class AnyExecutor:
    """An executor of any kind, with its width and deadlines where it has them.

    Raises:
        OptionError: it is not an executor.
    """

    def __init__(self, executor: Any = None) -> None:
        self.is_own = executor is None or isinstance(executor, int)
        self._client: Any = None
        self._is_borrowed = True
        if self.is_own:
            if executor is not None:
                whole_option("executor", executor, 1, MOST_WORKERS)
            executor = Pool(executor)
        elif _is_dask_client(executor):
            if getattr(executor, "asynchronous", False):
                raise OptionError("a Dask client must be synchronous: Client(asynchronous=False)")
            self._client = executor
            self._is_borrowed = False
            executor = _ClientExecutor(executor)
        elif not isinstance(executor, Executor):
            raise OptionError(
                "executor is a number of workers, a concurrent.futures.Executor or a Dask client, "
                f"not {type(executor).__name__}"
            )
        else:
            self._client = getattr(executor, "_client", None)
        self.executor: Executor = executor

    @property
    def width(self) -> int:
        """Calls that run at the same time; of a cluster, as large as it is now."""
        if self._client is not None and hasattr(self._client, "nthreads"):
            return max(1, int(sum(self._client.nthreads().values())))
        for name in ("num_workers", "_max_workers"):
            number = getattr(self.executor, name, None)
            if isinstance(number, int) and number > 0:
                return number
        return Pool().num_workers

    def submit(
        self, seconds: float | None, function: Callable[..., Any], *args: Any
    ) -> Future[Any]:
        """Submit a call, with a deadline in seconds that only a `Pool` enforces."""
        if isinstance(self.executor, Pool):
            return self.executor.call(function, *args, seconds=seconds)
        if sources := plugins.sources():
            return self.executor.submit(_with_plugins, sources, function, *args)
        return self.executor.submit(function, *args)

    def close(self) -> None:
        """Shut down what was made here, without waiting for running calls."""
        if isinstance(self.executor, Pool) and self.is_own:
            self.executor.kill()
        elif not self._is_borrowed:
            self.executor.shutdown(wait=False)


class _ClientExecutor(Executor):
    """Calls on a Dask client.

    `Client.get_executor` never ends a call whose worker dies between the end of the call and the
    arrival of its answer, when the call is given up then (distributed 2026.8); here it fails.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, function: Callable[..., Any], /, *args: Any, **keywords: Any) -> Future[Any]:
        call = self._client.submit(function, *args, pure=False, **keywords)
        future: Future[Any] = Future()

        def finish(call: Any) -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = call.result()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        def cancel(future: Future[Any]) -> None:
            if future.cancelled() and not call.done():
                call.cancel()

        call.add_done_callback(finish)
        future.add_done_callback(cancel)
        return future


def check_plugins(executor: Any, engine: str, options: Options) -> None:
    """Check that worker processes of our own can load the plugins that a question names.

    Raises:
        OptionError: one was registered in this process alone.
    """
    if executor is None or isinstance(executor, (int, Pool)):
        for kind, name in {**plugins_of(options), "engine": engine}.items():
            if plugins.is_of_this_process(kind, name):
                raise OptionError(
                    f"workers do not have the {kind} {name!r}, which is of this program alone; put "
                    "it into a module that they can import, or into a file for "
                    "nc.plugins.load_file"
                )


def share_cores(limits: Limits, executor: Any) -> tuple[Limits, Any]:
    """Limits and executor of a batch whose processes, times threads, do not exceed the cores.

    Without a number of processes there are fewer of them, the more threads are asked for; with a
    number each has fewer threads. A foreign executor gets the threads that were asked for.

    >>> share_cores(Limits(threads=None), None)[0].threads
    1
    """
    cores, threads = available_cores(), limits.threads or 1
    if executor is None and threads > 1:
        threads = min(threads, cores)
        executor = cores // threads
    elif isinstance(executor, int) and executor > 0:
        threads = min(limits.thread_count, max(1, cores // executor))
    return limits.replace(threads=threads), executor


def _with_plugins(sources: list[str], function: Callable[..., Any], *args: Any) -> Any:
    """A call in a worker that may not have loaded the caller's files of plugins."""
    for source in sources:
        plugins.restore(source)
    return function(*args)


def _is_dask_client(executor: object) -> bool:
    distributed = sys.modules.get("distributed")
    return distributed is not None and isinstance(executor, distributed.Client)


def is_broken(error: BaseException) -> bool:
    """The executor as a whole has failed."""
    return isinstance(error, BrokenExecutor)


def is_fatal(error: BaseException) -> bool:
    """No call can succeed, for any puzzle."""
    return isinstance(error, NonocspError)


def is_loss(error: BaseException) -> bool:
    """A worker was lost over this call."""
    return type(error).__name__ in _LOST

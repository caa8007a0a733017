"""The workers of a Ray cluster as an executor: each call is a task of Ray.

Ray must not run a task again when its worker dies: the batch decides which puzzle to blame. Such a
loss is `WorkerLost`, as for a pool of our own. A cancelled call is withdrawn from the cluster if it
waits, and interrupted if it runs.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, TypeVar

from ...core import NonocspError, OptionError, missing
from .pool import WorkerLost

T = TypeVar("T")


class RayExecutor(Executor):
    """An executor over the Ray cluster that ``ray.init()`` has connected this process to.

    Workers must be able to import the functions submitted: they need the same version of this
    package. Its ``shutdown`` does not close the connection.

    Args:
        options: as for ``ray.remote``: ``num_cpus=2``, ``resources={"big": 1}``,
            ``runtime_env={…}``. The default is one CPU for each call.

    Raises:
        NonocspError: Ray is not installed, or not connected to a cluster.

    Cost: 1 to 2 ms of CPU in this process for each call, after some seconds to import Ray.
    """

    def __init__(self, **options: Any) -> None:
        self._ray = _imported("a RayExecutor")
        if not self._ray.is_initialized():
            raise NonocspError("a RayExecutor needs a cluster: call ray.init() first")
        options = {"num_cpus": 1, "max_retries": 0} | options
        try:
            self._task = self._ray.remote(**options)(_call)
        except (TypeError, ValueError) as error:
            raise OptionError(f"unknown option for Ray: {error}") from None
        self._cpus = max(float(options["num_cpus"] or 0), 1e-3)
        self._is_closed = False
        self._flying: set[_RayCall] = set()

    @property
    def num_workers(self) -> int:
        """Calls that run at the same time on the cluster, as large as it is now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1) / self._cpus))

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """As for every executor. Fails with `WorkerLost` if the worker dies over it."""
        if self._is_closed:
            raise RuntimeError("this executor was shut down")
        call = _RayCall(self._ray, self._task.remote(fn, args, kwargs))
        self._flying.add(call)
        call.add_done_callback(self._flying.discard)
        return call

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls; the cluster goes on."""
        self._is_closed = True
        for call in list(self._flying):
            if cancel_futures:
                call.cancel()
            elif wait:
                call.exception()


@contextlib.contextmanager
def connected(address: str) -> Iterator[RayExecutor]:
    """The workers of the cluster at an address, for the duration of the context.

    Args:
        address: ``host:port`` of its head, or ``auto`` for the cluster that runs on this machine.

    Raises:
        NonocspError: Ray is not installed, or there is no cluster.
    """
    ray = _imported("--ray")
    host, _, port = address.rpartition(":")
    if address != "auto" and not (host and "/" not in host and port.isdecimal()):
        raise NonocspError(f"--ray {address}: expected host:port or auto")
    try:
        if address != "auto":  # Ray itself would wait for minutes for a head that is not there
            socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
        ray.init(address, log_to_driver=False, logging_level="ERROR")
    except (OSError, OverflowError, ValueError, RuntimeError) as error:
        reason = (str(error).strip().splitlines() or [""])[0]
        raise NonocspError(f"--ray {address}: cannot connect ({reason})") from None
    try:
        yield RayExecutor()
    finally:
        ray.shutdown()


class _RayCall(Future[Any]):
    """The future of one task of Ray."""

    def __init__(self, ray: Any, reference: Any) -> None:
        super().__init__()
        # Without a reference Ray would drop the result.
        self._ray, self._reference = ray, reference
        reference.future().add_done_callback(self._take)

    def cancel(self) -> bool:
        if not super().cancel():
            return False
        with contextlib.suppress(Exception):  # the cluster may be gone
            self._ray.cancel(self._reference)
        return True

    def _take(self, done: Future[Any]) -> None:
        if not self.set_running_or_notify_cancel():
            return
        error = done.exception()
        if error is None:
            self.set_result(done.result())
        else:
            self.set_exception(_plain(self._ray.exceptions, error))


def _call(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """The task that workers of Ray run."""
    return function(*args, **kwargs)


def _plain(exceptions: Any, error: BaseException) -> BaseException:
    """What a call raised, or how its worker was lost, without the long report of Ray."""
    if isinstance(error, exceptions.RayTaskError):
        error = error.cause
    lost = {
        exceptions.WorkerCrashedError: "the worker died",
        exceptions.OutOfMemoryError: "the worker was killed: its node is out of memory",
        exceptions.NodeDiedError: "the node of the worker died",
        exceptions.ObjectLostError: "the node that had the result died",
    }
    for kind, reason in lost.items():
        if isinstance(error, kind):
            return WorkerLost(reason)
    if isinstance(error, exceptions.LocalRayletDiedError):
        return BrokenExecutor("Ray ended on this machine")
    if isinstance(error, exceptions.RayError):
        # A fault of the cluster, such as workers without this package: no call can succeed.
        reason = (str(error).strip().splitlines() or [type(error).__name__])[-1]
        return NonocspError(f"Ray cannot run a call: {reason}")
    return error


def _imported(what: str) -> Any:
    """The module of Ray, which takes seconds to import."""
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise NonocspError(missing(f"{what} needs Ray", "ray")) from None
    return ray

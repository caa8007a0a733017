"""Checks of `hunt` that ask twice: after an interrupt, and of an answer that has been pickled."""

from __future__ import annotations

import pickle
import signal
import sys
import traceback
from functools import partial

from hunt_cases import NotAsked

import nonocsp as nc
from nonocsp.core.proofs import prove

#: Seconds from the call to the interrupt; most questions of the hunt take less than a millisecond.
SOONEST, LATEST = 2e-5, 1e-2


def interrupt(call, draw) -> bool:
    """Call and interrupt at some moment, as Ctrl-C does; whether it came before the end.

    The call may end with `KeyboardInterrupt`, or with a partial answer, with which a check is not
    content. Whatever else the package raises is raised, also in a destructor, where Python can only
    report it.
    """

    def ctrl_c(number, frame):
        fired.append(number)
        raise KeyboardInterrupt

    def report(lost):
        # Python drops an interrupt in any destructor, and closes the file that it left open.
        is_usual = issubclass(lost.exc_type, (KeyboardInterrupt, ResourceWarning))
        if not is_usual and _is_ours(lost.exc_traceback):
            faults.append(f"{lost.exc_value!r} in {lost.object!r}")

    fired: list[int] = []
    faults: list[str] = []
    delay = SOONEST * (LATEST / SOONEST) ** draw.random()
    before, hook = signal.signal(signal.SIGALRM, ctrl_c), sys.unraisablehook
    sys.unraisablehook = report
    timer = (0.0, 0.0)  # that of pytest's time limit
    try:
        timer = signal.setitimer(signal.ITIMER_REAL, delay)
        try:
            call()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        pass
    except (AssertionError, nc.LimitReached):
        if not fired:
            raise
    except OSError as error:
        if not fired or _is_ours(error.__traceback__):  # else of a folder that is being removed
            raise
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *timer)
        sys.unraisablehook = hook
    assert not faults, f"after an interrupt: {faults}"
    return bool(fired)


def _is_ours(trace) -> bool:
    """Whether the package raised it."""
    files = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(trace)]
    return bool(files) and "/nonocsp/" in files[-1]


class After:
    """A stop that is set from a look at it on."""

    def __init__(self, looks):
        self.looks = looks

    def is_set(self):
        self.looks -= 1
        return self.looks < 0


def check_set_stop(case, truth, draw):
    """A stop ends a question at some look at it, and what is known then is true; the same again
    gives the right answer."""
    stop = After(draw.choice((0, 0, 1, 2, 5, 20)))
    ask = case.ask | {"grid": case.grid, "limits": case.limits.replace(stop=stop)}
    found, verdict = nc.count(case.puzzle, **ask), nc.verdict(case.puzzle, **ask)
    assert verdict in (nc.Verdict.UNKNOWN, truth.verdict), f"stopped verdict: {verdict}"
    for one in (found, nc.solve(case.puzzle, **ask), nc.solution_space(case.puzzle, **ask)):
        is_known = one.stopped_by in (None, "nodes")
        assert is_known or (one.stopped_by == "stop" and stop.looks < 0), f"by {one.stopped_by}"
    most = len(truth) if found.at_most is None else found.at_most
    if truth.whole:
        assert found.at_least <= len(truth) <= most, f"stopped: {found} of {len(truth)}"
    again = nc.count(case.puzzle, grid=case.grid, **case.ask)
    assert not truth.whole or case.limits.nodes or again == len(truth), f"after a stop: {again}"


def check_stopped(case, truth, draw):
    """A callback that raises ends a count; the same again gives the right answer."""

    def raising(bounds):
        calls.append(bounds)
        if len(calls) == last:
            raise KeyboardInterrupt

    if not truth.whole:
        raise NotAsked
    for last in (1, 2, 3):
        calls: list = []
        try:
            found = nc.count(case.puzzle, grid=case.grid, progress=raising, **case.ask)
        except KeyboardInterrupt:
            assert len(calls) == last, "a callback is called after it raised"
        else:
            assert len(calls) < last, "what a callback raised is swallowed"
            is_right = found.stopped_by == "nodes" or found == len(truth)
            assert is_right, f"count: {found} of {len(truth)}"


def check_copies(case, truth, draw):
    """An answer that has been pickled is equal to the answer."""
    kernel = case.engine == "kernel"
    puzzle, known = case.puzzle, {"grid": case.grid}
    asks = {
        "solve": partial(nc.solve, **known, **case.ask),
        "count": partial(nc.count, **known, **case.ask),
        "space": partial(nc.solution_space, **known, **case.ask),
        "backbone": partial(nc.backbone, **case.ask),
        "explain": partial(nc.explain, **known, **case.ask),
        "hint": partial(nc.hint, **known, **case.ask),
        "rate": partial(nc.rate, **case.ask),
        "diagnose": partial(nc.diagnose, **case.ask),
        "features": nc.features,
        "proof": partial(prove, **known),
    }
    if kernel:
        asks["estimate"] = partial(nc.estimate, **known, width=3)
    for name, ask in asks.items():
        if name == "diagnose" and draw.random() < 0.8:  # takes long
            continue
        try:
            answer = ask(puzzle)
        except nc.LimitReached:
            continue
        if name == "explain":
            list(answer)
        _same(name, answer)
        if name == "space" and answer.is_exact and answer.count:
            _same("marginals", answer.marginals())


def _same(name, answer):
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and type(again) is type(answer), f"{name} after pickle: {again!r}"

"""What may befall a worker, played by the titles of puzzles. Imported by the workers themselves."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import Executor, Future
from pathlib import Path

from nonocsp.many.questions import tasks
from nonocsp.many.sets import puzzle_records
from nonocsp.many.sets.examining import examine


def answer_chunk(settings, asked):
    """As `nonocsp.many.questions.tasks.answer_chunk`, but some puzzles do harm to their worker."""
    for task in asked:
        harm, _, rest = (task.puzzle.title or "").partition(" ")
        if harm == "kill":
            times, _, path = rest.partition(" ")
            # A line for each time; appending is atomic, and the file outlives the worker.
            with open(path, "a") as file:
                file.write(f"{os.getpid()}\n")
            if len(Path(path).read_text().split()) <= int(times):
                os.kill(os.getpid(), signal.SIGKILL)
        elif harm == "hang":
            time.sleep(1000)
        elif harm == "raise":
            raise ValueError("a call that fails")
        elif harm == "slow":
            time.sleep(float(rest))
    return tasks.answer_chunk(settings, asked)


def examined(folder, how, part):
    """What the workers of an audit run, but a file with the number of a record says how often it
    kills its worker."""
    for record in part:
        path = Path(folder, str(record.number))
        if path.exists() and (left := int(path.read_text())):
            path.write_text(str(left - 1))
            os.kill(os.getpid(), signal.SIGKILL)
    return examine(how, part)


def made_of(folder, order, numbers):
    """As `nonocsp.many.sets.puzzle_records.made_of`, but a file with a number, as above."""
    for number in numbers:
        path = Path(folder, str(number))
        if path.exists() and (left := int(path.read_text())):
            path.write_text(str(left - 1))
            os.kill(os.getpid(), signal.SIGKILL)
    return puzzle_records.made_of(order, numbers)


def counting(number, progress):
    for each in range(number):
        progress(each)
    return number


def meet(begun, going_on):
    """Say by one file that the call has begun, and wait for another."""
    begun.touch()
    while not going_on.exists():
        time.sleep(0.01)


def prepared():
    os.environ["NONOCSP_TEST_PREPARED"] = "yes"


class AtOnce(Executor):
    """The smallest executor there is: it does the work when it is submitted."""

    def __init__(self):
        self.submitted = self.shut_down = 0

    def submit(self, fn, /, *args, **kwargs):
        self.submitted += 1
        future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self.shut_down += 1


class Held(Executor):
    """Keeps what is submitted until `work` is called."""

    num_workers = 3

    def __init__(self):
        self.waiting = []
        self.most = 0

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self.waiting.append((future, fn, args))
        self.most = max(self.most, len(self.waiting))
        if len(self.waiting) == 2 * self.num_workers:
            self.work()  # the last first, to be as disorderly as can be
        return future

    def work(self):
        while self.waiting:
            future, fn, args = self.waiting.pop()
            if future.set_running_or_notify_cancel():
                future.set_result(fn(*args))

"""A stop ends every question as a limit does, wherever it works: what was found is kept."""

import asyncio
import copy
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Timer

import pytest

import nonocsp as nc
from benchmarks.suite import generated
from nonocsp.core.options.limits import Meter, Stats
from nonocsp.core.options.stops import Flag, Stops, current, set_stops, stopping
from nonocsp.many.questions.cube_and_conquer import check_by_cubes, count_by_cubes, solve_by_cubes
from nonocsp.many.questions.registry import QUESTIONS
from nonocsp.many.work.pool import Pool
from nonocsp.people.generation.families import n_dom

#: Ends a question that was not stopped, with another limit.
PATIENCE = 100.0


class After:
    """A stop that is set when it has been looked at a number of times."""

    def __init__(self, looks=2):
        self.looks = looks

    def is_set(self):
        self.looks -= 1
        return self.looks < 0


class Broken:
    """A stop that raises when it is looked at for the second time."""

    def __init__(self):
        self.looks = 0

    def is_set(self):
        self.looks += 1
        if self.looks > 1:
            raise RuntimeError("no stop today")
        return False


(MANY,) = (
    case.puzzle for case in generated.random_pictures(size=30, density=0.2, colours=1, count=1)
)
DOM, SMALL = n_dom(20), nc.Puzzle([[1]] * 5, [[1]] * 5)
HARD = {"options": nc.Options(bounds=False, lucky=False, probing=False)}
BY_DEFINITION = {"engine": "textbook"}
PICTURE = MANY.goals[0] if MANY.goals else next(nc.solutions(MANY))


def solved(limits, **how):
    with nc.solutions(MANY, limits=limits, **how) as found:
        number = sum(1 for _ in found)
    assert number == found.stats.solutions and not found.is_complete
    return found


#: Questions that work long; each gets limits and gives its answer, or raises.
ASKED = {
    "solve": lambda how: nc.solve(DOM, limits=how, **HARD),
    "solve, textbook": lambda how: nc.solve(DOM, limits=how, **BY_DEFINITION),
    "solve, threads": lambda how: nc.solve(DOM, limits=how.replace(threads=2), **HARD),
    "solutions": solved,
    "solutions, threads": lambda how: solved(how.replace(threads=2)),
    "solutions, textbook": lambda how: solved(how, engine="textbook"),
    "verdict": lambda how: nc.verdict(DOM, limits=how, **HARD),
    "verdict, textbook": lambda how: nc.verdict(DOM, limits=how, **BY_DEFINITION),
    "is unique": lambda how: nc.is_unique(DOM, limits=how, **HARD),
    "backbone": lambda how: nc.backbone(DOM, limits=how, **HARD),
    "count": lambda how: nc.count(MANY, limits=how),
    "count, textbook": lambda how: nc.count(MANY, limits=how, **BY_DEFINITION),
    "count, threads": lambda how: nc.count(MANY, limits=how.replace(threads=2)),
    "space": lambda how: nc.solution_space(MANY, limits=how),
    "space, textbook": lambda how: nc.solution_space(MANY, limits=how, **BY_DEFINITION),
    "estimate": lambda how: nc.estimate(MANY, width=10**6, limits=how),
    "prove": lambda how: nc.prove(DOM, limits=how, **HARD),
    "prove, every": lambda how: nc.prove(MANY, every=True, limits=how),
    "generate": lambda how: nc.generate(60, density=0.3, seed=1, limits=how),
    "repair": lambda how: nc.repair(PICTURE, limits=how),
    "diagnose": lambda how: nc.diagnose(MANY, limits=how),
    "hint": lambda how: nc.hint(DOM, limits=how, **HARD),
    "explain": lambda how: nc.explain(MANY, limits=how).run(),
    "explain, textbook": lambda how: nc.explain(MANY, limits=how, **BY_DEFINITION).run(),
    "rate": lambda how: nc.rate(DOM, limits=how),
    "argument": lambda how: nc.explanation.argument(DOM, limits=how, **HARD),
    "features": lambda how: nc.features(n_dom(60), limits=how),
    "count by cubes": lambda how: count_by_cubes(MANY, 1, limits=how),
    "solve by cubes": lambda how: solve_by_cubes(DOM, 1, parts=2, limits=how, **HARD),
    "check by cubes": lambda how: check_by_cubes(DOM, 1, parts=2, limits=how, **HARD),
}

#: Questions that have nothing to show when they are stopped.
RAISING = {"is unique", "backbone", "prove", "prove, every", "hint", "argument", "features"}


@pytest.mark.parametrize("name", ASKED)
def test_a_stop_is_a_limit_in_every_question(name):
    ask, limits = ASKED[name], nc.Limits(stop=After(), seconds=PATIENCE)
    if name in RAISING:
        with pytest.raises(nc.LimitReached, match=r"^the caller stopped it") as caught:
            ask(limits)
        assert caught.value.limit == "stop"
    elif "verdict" in name or "check" in name:
        assert ask(limits) is nc.Verdict.UNKNOWN
    else:
        assert ask(limits).stopped_by == "stop"
    assert current() is None  # later questions are not stopped


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_stopped_beforehand_is_not_begun(name):
    event = Event()
    event.set()
    puzzle = SMALL.replace(goals=[next(nc.solutions(SMALL))])
    try:
        answer = QUESTIONS[name].ask(puzzle, limits=nc.Limits(stop=event))
    except nc.LimitReached as reached:
        assert reached.limit == "stop"
    else:
        assert answer.stopped_by == "stop"
        assert answer.status is nc.Status.UNKNOWN or name == "repair"


def test_what_was_found_is_kept():
    event, found = Event(), []
    pictures = nc.solutions(MANY, limits=nc.Limits(stop=event, seconds=PATIENCE))
    for picture in pictures:
        found.append(picture)
        if len(found) == 3:
            event.set()
    assert len(found) >= 3 and all(map(MANY.is_solved_by, found))
    assert pictures.stopped_by == "stop"
    # An upper bound takes more work than is done between three looks, and a stop gives it no time.
    counted = nc.count(MANY, limits=nc.Limits(stop=After(3), seconds=PATIENCE))
    assert counted.at_least > 0 and counted.at_most is None and not counted.is_exact
    steps = nc.explain(MANY.replace(rows=MANY.rows), limits=nc.Limits(stop=event))
    assert list(steps) == [] and steps.outcome == "stopped" and steps.ending


def test_a_count_keeps_the_bounds_that_it_reported():
    event, seen = Event(), []

    def stop_at_an_upper_bound(bounds):
        seen.append(bounds)
        if bounds.at_least and bounds.at_most is not None:
            event.set()

    limits = nc.Limits(stop=event)
    counted = nc.count(MANY, limits=limits, progress=stop_at_an_upper_bound)
    assert counted.stopped_by == "stop"
    assert 0 < seen[-1].at_least <= counted.at_least < counted.at_most <= seen[-1].at_most


@pytest.mark.parametrize("name", ["solve", "count", "count, threads", "estimate", "solutions"])
def test_threads_beside_the_main_one_are_stopped_too(name):
    with ThreadPoolExecutor(1) as others:
        limits = nc.Limits(stop=After(), seconds=PATIENCE)
        assert others.submit(ASKED[name], limits).result().stopped_by == "stop"


@pytest.mark.parametrize("name", ["solve", "solve, textbook", "count", "estimate", "prove", "rate"])
def test_what_a_stop_raises_ends_the_work_and_is_not_swallowed(name):
    with pytest.raises(RuntimeError, match="no stop today"):
        ASKED[name](nc.Limits(stop=Broken(), seconds=PATIENCE))
    assert nc.count(SMALL) == 120 and current() is None


@pytest.mark.parametrize("engine", ["kernel", "textbook"])
@pytest.mark.parametrize("stop", [None, Flag()], ids=["alone", "beside another stop"])
def test_solutions_are_interrupted_from_any_thread(engine, stop):
    options = HARD["options"] if engine == "kernel" else None
    found = nc.solutions(
        DOM, limits=nc.Limits(seconds=PATIENCE, stop=stop), engine=engine, options=options
    )
    Timer(0.1, found.interrupt).start()
    list(found)
    assert found.stopped_by == "stop" and not found.is_complete
    between = nc.solutions(SMALL, limits=nc.Limits(stop=stop))
    next(between)
    between.interrupt()
    assert list(between) == [] and between.stopped_by == "stop"
    assert between.status is nc.Status.SATISFIABLE


def test_solutions_are_closed_while_another_thread_searches():
    found = nc.solutions(DOM, limits=nc.Limits(seconds=PATIENCE), **HARD)
    with ThreadPoolExecutor(1) as others:
        searching = others.submit(list, found)
        Timer(0.1, found.close).start()
        assert searching.result() == [] and found.stopped_by in ("stop", None)


class Slow:
    """A stop that takes long to look at, and notes how often it was."""

    def __init__(self):
        self.looks = 0

    def is_set(self):
        self.looks += 1
        threading.Event().wait(0.05)
        return False


def test_a_slow_stop_takes_a_small_share_of_the_time():
    stop = Slow()
    nc.solve(DOM, limits=nc.Limits(stop=stop, seconds=1.2), **BY_DEFINITION)
    assert 1 <= stop.looks <= 3  # each is followed by half a second without
    stop.looks = 0
    some = nc.solutions(SMALL, limits=nc.Limits(stop=stop))
    assert len(list(some)) == 120 and stop.looks <= 2  # though every solution is a call


def test_stops_of_questions_within_questions_join():
    outer, inner = Flag(), Flag()
    with stopping(outer), Meter(nc.Limits(stop=inner), Stats()) as meter:
        assert meter.left().stop is inner and current().members == (outer, inner)
        with Meter(nc.Limits(stop=inner), Stats()):
            assert current().members == (outer, inner)
        meter.check_clock()
        outer.set()
        assert nc.count(SMALL).stopped_by is None  # it was looked at just now, and found unset
        with pytest.raises(nc.LimitReached):
            while True:
                meter.check_clock()
        assert nc.count(SMALL).stopped_by == "stop"
    assert current() is None and nc.count(SMALL) == 120
    assert not Stops(()).is_set()


def test_limits_with_a_stop_are_limits():
    limits = nc.Limits(seconds=3, stop=Event())
    assert limits == nc.Limits(seconds=3) and hash(limits) == hash(nc.Limits(seconds=3))
    assert pickle.loads(pickle.dumps(limits)).stop is None
    assert copy.copy(limits).stop is copy.deepcopy(limits).stop is limits.stop
    assert limits.replace(nodes=3).stop is limits.stop
    for wrong in (True, Event, "stop", lambda: True):
        with pytest.raises(nc.OptionError, match=r"^limit stop must have a method is_set") as no:
            nc.Limits(stop=wrong)
        assert "\n" not in str(no.value)


def test_a_limit_on_memory_in_another_unit_is_refused():
    for small in (1, 64, (1 << 10) - 1):
        with pytest.raises(nc.OptionError, match=f"^limit memory is a number of bytes.* {small}$"):
            nc.Limits(memory=small)
    tiny, least = nc.Puzzle([[1]], [[1]]), nc.Limits(memory=1 << 10)
    assert nc.verdict(tiny, limits=least) is nc.Verdict.UNIQUE


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["own", "pool", "threads"])
def test_a_batch_and_its_workers_are_stopped(kind, tmp_path):
    event, store = Event(), tmp_path / "answers"
    executor = {"own": lambda: 1, "pool": lambda: Pool(1), "threads": lambda: ThreadPoolExecutor(1)}
    executor = executor[kind]()
    how = {"limits": nc.Limits(stop=event, seconds=PATIENCE), "chunk": 1, **HARD}
    answers = nc.questions.check_many([SMALL, DOM, DOM, DOM], executor, store=store, **how)
    assert next(answers).verdict == "multiple"
    Timer(0.2, event.set).start()
    left = list(answers)
    assert all(answer.stopped_by == "stop" for answer in left)
    # The workers may have stopped, and all answered, before the batch looked.
    assert answers.stopped_by == "stop" or len(left) == 3
    if kind != "own":
        with executor:  # it belongs to the caller and goes on
            assert executor.submit(abs, -1).result() == 1
    again = nc.questions.check_many([SMALL], 1, store=store, chunk=1, **HARD)
    assert next(again).verdict == "multiple"


def asynchronously(question):
    return asyncio.run(asyncio.wait_for(question, PATIENCE))


def questions_at_work():
    """Threads of questions that go on, though nobody waits for them."""
    threads = [each for each in threading.enumerate() if each.name == "nonocsp-question"]
    for thread in threads:
        thread.join(PATIENCE)  # it may still be on its last lines
    return [thread for thread in threads if thread.is_alive()]


def test_questions_are_awaited():
    async def ask():
        first = nc.questions.ask_async(nc.count, SMALL)
        second = nc.questions.ask_async(nc.solve, SMALL, limits=nc.Limits(seconds=PATIENCE))
        assert [await first, bool(await second)] == [120, True]
        with pytest.raises(nc.PuzzleError):
            await nc.questions.ask_async(nc.Puzzle, [[1]], [[-1]])
        pictures = [picture async for picture in nc.questions.iterate_async(nc.solutions(SMALL))]
        assert pictures == list(nc.solutions(SMALL))
        assert [str(step) async for step in nc.questions.iterate_async(nc.explain(SMALL))] == []
        answers = nc.questions.iterate_async(nc.questions.count_many([SMALL], 1))
        assert [answer.count async for answer in answers] == [120]

    asynchronously(ask())


@pytest.mark.parametrize("stop", [None, Flag()], ids=["alone", "beside another stop"])
def test_a_task_that_is_cancelled_stops_its_question(stop):
    limits = nc.Limits(seconds=PATIENCE, stop=stop)

    async def ask():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(
                nc.questions.ask_async(nc.solve, DOM, limits=limits, **HARD), 0.1
            )
        assert questions_at_work() == []
        task = asyncio.create_task(nc.questions.ask_async(nc.rate, DOM, limits=limits))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert questions_at_work() == []
        with pytest.raises(ExceptionGroup):
            async with asyncio.TaskGroup() as group:
                group.create_task(nc.questions.ask_async(nc.count, MANY, limits=limits))
                group.create_task(nc.questions.ask_async(nc.Puzzle, [[1]], [[-1]]))
        assert questions_at_work() == []
        lazy = nc.solutions(DOM, limits=limits, **HARD)

        async def iterate():
            async for _ in nc.questions.iterate_async(lazy):
                pass

        with pytest.raises(TimeoutError):
            await asyncio.wait_for(iterate(), 0.1)
        assert lazy.stopped_by == "stop" and questions_at_work() == []

    asynchronously(ask())


def test_a_stop_of_the_callers_own_is_an_answer_in_a_task():
    async def ask():
        return await nc.questions.ask_async(nc.count, MANY, limits=nc.Limits(stop=After()))

    assert asynchronously(ask()).stopped_by == "stop"


def test_an_endless_batch_in_a_task_is_cancelled():
    def answered():
        return list(nc.questions.check_many([DOM] * 5, 1, **HARD))

    async def ask():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(nc.questions.ask_async(answered), 0.5)
        assert questions_at_work() == []

    asynchronously(ask())


def test_a_stop_goes_with_the_question_that_was_interrupted():
    # An interrupt may come when the stop of a question holds and its block has not begun.
    event = Flag()
    event.set()
    stops = Stops((event,))
    set_stops(stops)
    assert current() is stops and nc.count(nc.Puzzle([[1]], [[1]])).stopped_by == "stop"
    del stops
    assert current() is None and nc.count(nc.Puzzle([[1]], [[1]])) == 1

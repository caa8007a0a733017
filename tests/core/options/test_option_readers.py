"""What an engine does not read is refused; what it takes, it reads."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

import nonocsp as nc
from nonocsp import Limits, Options
from nonocsp.core.base.errors import OptionError
from nonocsp.core.csp import assignments
from nonocsp.core.csp.problems import queens
from nonocsp.core.options import plugins
from nonocsp.core.options.readers import ENGINES
from nonocsp.core.solver.engines import Engine
from nonocsp.many.questions.batch import ask_many
from nonocsp.many.questions.registry import QUESTIONS

ROOT = Path(nc.__file__).parent
TABLE = Options.table()
READERS = ("textbook", "kernel:learning", "kernel:textbook")

#: Options under which the numbers of rare techniques matter in a small search.
EAGER = {
    "probing": False,
    "lucky": False,
    "reduce_first": 10,
    "restart_unit": 1,
    "positions_after": 0,
    "seed": 1,
}
#: Bounds before the search.
AT_ONCE = {"bounds_wait": 0}
#: What counts too late for a small search, or depends on timing: it is seen in the source.
LATE = {"join_after"}
#: They matter in a search with other options, or are called: see the tests below.
ELSEWHERE = {"decision", "compilation", "checked"}


def values_of(name):
    """Values of an option that differ from its default."""
    field = TABLE[name]
    if choices := field.metadata.get("choices"):
        return [choice for choice in choices if choice != field.default]
    if isinstance(field.default, bool):
        return [not field.default]
    low, high = field.metadata["range"]
    wide = (low, 7, field.default * 10, field.default * 1000, high)
    kept = {type(field.default)(each) for each in wide if low <= each <= high}
    return sorted(kept - {field.default})


def work(puzzle, engine, options, limit=2):
    limits = Limits(nodes=600)
    found = nc.solutions(puzzle, limit=limit, engine=engine, options=options, limits=limits)
    pictures = [picture.cells for picture in found]
    return found.stats.counted() | {"pictures": pictures}


@pytest.fixture(scope="module")
def searches():
    """Puzzles with bases of options and numbers of solutions, and what has been counted of them."""
    names = ("n-dom-6.nin", "cross-eyed.txt", "fireflies.ctu")
    lines = [[(1, "red")], [(1, "red")], [(1, "blue")], [(1, "blue")]]
    parts = nc.Puzzle(lines, lines, ["red", "blue"])
    return [*(nc.read(f"input/{name}") for name in names), parts], {}


def is_read(searches, engine, base, name):
    """Whether some value of an option changes the counted work of some puzzle."""
    puzzles, known = searches
    for number, own, limit in product(range(len(puzzles)), ({}, EAGER, AT_ONCE), (2, 5)):
        if own and (engine == "textbook" or base):
            continue
        here = {**base, **own}
        key = number, engine, tuple(here.items()), limit
        if key not in known:
            known[key] = work(puzzles[number], engine, Options(**here), limit)
        for value in values_of(name):
            try:
                options = Options(**{**here, name: value})
                if work(puzzles[number], engine, options, limit) != known[key]:
                    return True
            except OptionError as error:  # a value of the textbook alone
                assert f"has no {name} {value!r}; the engine textbook takes it" in str(error)
    return False


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", [name for name in TABLE if name not in ELSEWHERE])
def test_every_option_is_read_or_refused(searches, name, reader):
    engine, _, strategy = reader.partition(":")
    base = {"strategy": "textbook"} if strategy == "textbook" else {}
    if name == "strategy" and base:
        return
    if reader in TABLE[name].metadata["readers"]:
        if name in LATE:
            sources = "".join(path.read_text() for path in ROOT.glob("core/kernel/src/**/*.cpp"))
            assert re.search(rf"\boptions_?\.{name}\b", sources)
        else:
            assert is_read(searches, engine, base, name)
        return
    for value in values_of(name):
        options = Options(**{**base, name: value})
        with pytest.raises(OptionError, match=rf"\b{name}\b.*(takes|take) it$") as caught:
            nc.solve(searches[0][0], engine=engine, options=options)
        assert str(caught.value).startswith(f"the engine {engine} ")
        if value in TABLE[name].metadata.get("textbook_only", ()):
            assert str(caught.value).endswith("; the engine textbook takes it")
            continue
        for taker in TABLE[name].metadata["readers"]:
            other, _, needed = taker.partition(":")
            assert (f"strategy={needed}" if other == engine else other) in str(caught.value)


def test_every_option_has_a_reader():
    for name, field in TABLE.items():
        assert set(field.metadata["readers"]) <= set(READERS) != set(), name
        assert field.metadata["readers"], name


def test_the_numbers_of_the_kernel_are_read_by_its_search_with_learning():
    tuning = {f.metadata["readers"] for f in TABLE.values() if f.metadata["tier"] == "tuning"}
    assert tuning == {("kernel:learning",)}


UNREAD = [
    ("kernel", Options(values="promise"), "the engine textbook takes it"),
    ("kernel", Options(propagation="none"), "strategy=textbook or the engine textbook takes it"),
    ("kernel", Options(search="backjumping"), "the engine textbook takes it"),
    ("textbook", Options(learning=False), "the engine kernel takes it"),
    ("textbook", Options(dive_conflicts=3), "the engine kernel takes it"),
    ("textbook", Options(strategy="textbook"), "the engine kernel takes it"),
    ("kernel", Options(checked=False), "the option checked is about plugins, and none is used"),
]


@pytest.mark.parametrize(("engine", "options", "message"), UNREAD)
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_refuses(question, engine, options, message):
    puzzle = nc.read("input/heart.txt")
    with pytest.raises(OptionError, match=message):
        QUESTIONS[question].ask(puzzle, engine=engine, options=options)
    with pytest.raises(OptionError, match=message):
        ask_many(question, [puzzle], engine=engine, options=options)


@pytest.mark.parametrize("name", [name for name in TABLE if name != "checked"])
def test_options_choose_the_engine_that_reads_them(name):
    puzzle = nc.read("input/cross-eyed.txt")
    for value in values_of(name):
        options = Options(**{name: value})
        by_kernel = "kernel:learning" in TABLE[name].metadata["readers"] or name == "strategy"
        found = nc.solutions(puzzle, options=options)
        assert found.engine == ("kernel" if by_kernel else "textbook")
        assert bool(found.engine_reason) == (not by_kernel)
        assert by_kernel or found.engine_reason.endswith(f"kernel does not read {name}")
        named = nc.solutions(puzzle, engine=found.engine, options=options)
        assert [*found] == [*named] and found.stats.counted() == named.stats.counted()
        assert not named.engine_reason


def test_every_answer_says_which_engine_and_why(monkeypatch):
    puzzle, options = nc.read("input/heart.txt"), Options(search="backjumping", seed=1)
    chosen = "textbook", "the default engine kernel does not read search"
    plain, many = nc.questions, [nc.Puzzle([[1]] * 4, [[1]] * 4)]
    answers = [ask(puzzle, options=options) for ask in (nc.solve, nc.count, nc.solution_space)]
    answers += plain.count_many(many, 1, options=options)
    answers += [plain.count_by_cubes(many[0], 1, options=options)]
    answers += [QUESTIONS[name].ask(puzzle, options=options) for name in ("check", "rate", "hint")]
    for answer in answers:
        assert (answer.engine, answer.engine_reason) == chosen, answer
    assert chosen[1] in repr(answers[0]) and answers[3].to_dict()["engine_reason"] == chosen[1]
    assert nc.count(puzzle, options=options, limits=Limits(seconds=1e-9)).engine == "textbook"
    assert (nc.solve(puzzle).engine, nc.solve(puzzle).engine_reason) == ("kernel", "")
    monkeypatch.setenv("NONOCSP_ENGINE", "kernel")  # this names it
    with pytest.raises(OptionError, match="the engine kernel does not read the option search"):
        nc.solve(puzzle, options=options)


def test_options_of_two_engines_are_refused_together():
    puzzle = nc.read("input/heart.txt")
    ours = [name for name, field in TABLE.items() if field.metadata["readers"] == ("textbook",)]
    theirs = [name for name, field in TABLE.items() if "textbook" not in field.metadata["readers"]]
    theirs.remove("decision")  # it has one value
    assert len(ours) > 3 and len(theirs) > 10
    for one, other in product(ours, theirs):
        options = Options(**{name: values_of(name)[0] for name in (one, other)})
        with pytest.raises(OptionError, match=f"^no engine reads {one} and {other} together: "):
            nc.solve(puzzle, options=options)
    with pytest.raises(OptionError, match="the option checked is about plugins, and none is used"):
        nc.solve(puzzle, options=Options(checked=False, search="backjumping"))


def test_python_refuses():
    puzzle = nc.read("input/heart.txt")
    options = Options(values="promise")
    for ask in (
        nc.solve, nc.verdict, nc.is_unique, nc.count, nc.solution_space, nc.explain, nc.hint,
        nc.rate, nc.diagnose, nc.backbone, nc.solutions, nc.prove, nc.estimate,
    ):  # fmt: skip
        named = {} if ask in (nc.prove, nc.estimate) else {"engine": "kernel"}
        with pytest.raises(OptionError, match="the engine kernel does not read the option values"):
            ask(puzzle, options=options, **named)
    with pytest.raises(OptionError, match="the engine textbook does not read the option learning"):
        list(assignments(queens(4), Options(learning=False)))


def test_plugins_of_the_other_engine_are_refused():
    puzzle = nc.read("input/heart.txt")
    plugins.register("values", "mine", lambda state, variable: state.values(variable))
    plugins.register("decision", "mine", lambda view: None)
    with pytest.raises(OptionError, match="kernel has no values 'mine'; the engine textbook takes"):
        nc.solve(puzzle, engine="kernel", options=Options(values="mine"))
    with pytest.raises(OptionError, match="textbook does not read the option decision"):
        nc.solve(puzzle, engine="textbook", options=Options(decision="mine"))
    with pytest.raises(OptionError, match="strategy=textbook does not read the option decision"):
        nc.solve(puzzle, engine="kernel", options=Options(decision="mine", strategy="textbook"))


def test_an_engine_of_a_plugin_names_the_options_that_it_reads():
    class Own(Engine):
        name, summary = "own", "own"
        options_read = ("seed",)

        def pictures(self, query):
            return iter(nc.solutions(query.puzzle, grid=query.grid))

    plugins.register("engine", "own", Own())
    puzzle = nc.read("input/heart.txt")
    assert nc.solve(puzzle, engine="own", options=Options(seed=3, checked=False))
    with pytest.raises(OptionError, match="the engine own does not read the option probing"):
        nc.solve(puzzle, engine="own", options=Options(probing=False))


def test_what_is_elsewhere_is_read():
    calls = []
    plugins.register("decision", "mine", calls.append)
    nc.solve(nc.read("input/n-dom-6.nin"), options=Options(decision="mine"))
    assert calls
    work = [
        nc.count(nc.read("input/cross-eyed.txt"), options=Options(compilation=each)).stats.counted()
        for each in ("portfolio", "frontier")
    ]
    assert work[0] != work[1]


def test_limits_that_an_engine_does_not_read_cannot_be_reached():
    puzzle = nc.read("input/heart.txt")
    assert set(ENGINES) == {"kernel", "textbook"}
    assert nc.solve(puzzle, engine="kernel", limits=Limits(placements=1))
    assert nc.solve(puzzle, engine="textbook", limits=Limits(threads=8)).stats.threads == 0
    listed = nc.solve(
        puzzle,
        engine="textbook",
        limits=Limits(placements=1),
        options=Options(domains="explicit"),
    )
    assert listed.stopped_by == "placements"
    for engine in ("kernel", "textbook"):
        options = Options(domains="implicit") if engine == "textbook" else None
        limits = Limits(memory=1 << 10)
        found = nc.solve(puzzle, engine=engine, limits=limits, options=options)
        assert found.stopped_by == "memory"


def test_the_kernel_counts_by_lines_where_its_search_does():
    puzzle = nc.Puzzle([[1]] * 4, [[1]] * 4)
    by_lines = nc.Options(strategy="textbook", propagation="forward_checking")
    counted = nc.count(puzzle, options=by_lines)
    search = nc.solutions(puzzle, options=by_lines)
    assert counted.at_least == len(list(search)) == 24
    assert counted.stats.nodes == search.stats.nodes > 0
    space = nc.solution_space(puzzle, options=by_lines)
    assert space.count == nc.solution_space(puzzle).count == 24
    textbook = nc.solution_space(puzzle, engine="textbook")
    assert space.stats.counted() == textbook.stats.counted()

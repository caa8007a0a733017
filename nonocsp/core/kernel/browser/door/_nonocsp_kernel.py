"""The compiled module of Pyodide: calls the WebAssembly kernel, which is a JavaScript module.

This folder is put on Pyodide's path after

    pyodide.registerJsModule("nonocsp_kernel_js", kernel)

where ``kernel`` is what the default export of ``kernel.js`` made. Everything above the kernel is
then the same as with the native module; ``stubs/_nonocsp_kernel.pyi`` is the interface of both.
Bytes are copied at each call.
"""

import builtins

import nonocsp_kernel_js as _js
from js import Object
from pyodide.ffi import JsException, create_proxy, to_js

interface = _js.interface
longest_line = _js.longest_line


def _call(function, *values):
    """Call JavaScript; its errors are named after those of Python."""
    try:
        return function(*map(_out, values))
    except JsException as error:
        kind = "TypeError" if error.name == "BindingError" else error.name
        raise getattr(builtins, kind, RuntimeError)(error.message) from None


def _out(value):
    if isinstance(value, _Object):
        return value._made
    if isinstance(value, bytes | list | tuple | dict):
        return to_js(value, dict_converter=Object.fromEntries)
    return value


# Readers of answers.


def _same(value):
    return value


def _plain(value):
    """Numbers, and lists and dictionaries of them."""
    return value if value is None else value.to_py()


def _bytes(value):
    """Bytes; None and the name of a limit are passed through."""
    return value if value is None or isinstance(value, str) else value.to_bytes()


def _tuples(values):
    """A list of tuples of numbers."""
    return values if values is None else [tuple(value) for value in values.to_py()]


def _step(answer):
    """A step of a line; None and the name of a limit are passed through."""
    return answer if isinstance(answer, str) else _plain(answer)


def _found(answer):
    found, probes, tightenings = answer
    return found if isinstance(found, str) else _tuples(found), probes, tightenings


def _sheets(answer):
    return [_sheet(*sheet) for sheet in answer]


def _sheet(layout, rows, columns, points, darkness, crossed, others, is_cut_off, *read):
    row_lines, column_lines, crops, colours, clues = read
    lines = _lines(row_lines), _lines(column_lines)
    inks = [tuple(colour) for colour in colours.to_py()]
    sheet = tuple(layout), rows, columns, _bytes(points), _bytes(darkness), _bytes(crossed)
    return *sheet, others, is_cut_off, *lines, _bytes(crops), inks, tuple(map(_bytes, clues))


def _lines(answer):
    return [
        (groups, [(*number[:3], *map(tuple, number[3:])) for number in numbers])
        for groups, numbers in answer.to_py()
    ]


def _readings(answer):
    readings, *rest = _plain(answer)
    plain = [
        (*about, [[tuple(block) for block in clue] for clue in clues]) for *about, clues in readings
    ]
    return plain, *rest


def _function(name, read):
    return lambda *values: read(_call(getattr(_js, name), *values))


def _method(name, read=_same):
    return lambda self, *values: read(_call(getattr(self._made, name), *values))


class _Object:
    """An object of the kernel, freed when Python drops it."""

    _made = None

    def __init__(self, *values):
        self._made = _call(getattr(_js, type(self).__name__).new, *values)

    def __del__(self):
        if self._made is not None:
            self._made.delete()


class Options(_Object):
    as_dict = _method("as_dict", _plain)


class Puzzle(_Object):
    def __init__(
        self, rows, columns, colours, blocks, lengths, block_colours, joints=b"", cells=b""
    ):
        clues = blocks, lengths, block_colours, joints
        super().__init__(rows, columns, colours, *clues, cells)


class Search(_Object):
    _called = _proof = None

    def __init__(
        self,
        puzzle,
        givens,
        options,
        seconds,
        nodes,
        memory,
        threads,
        heuristic=None,
        proof=None,
    ):
        self._called = None if heuristic is None else _called(*heuristic)
        self._proof = proof and create_proxy(lambda text: proof(_bytes(text)))
        how = seconds, nodes, memory, threads
        super().__init__(puzzle, givens, options, *how, self._called, self._proof)

    def __del__(self):
        super().__del__()
        for proxy in (*(self._called or ()), self._proof):
            if proxy is not None:
                proxy.destroy()

    next = _method("next", _bytes)
    stats = _method("stats", _plain)


def _called(decide, on_conflict, on_restart, on_leaf):
    """The functions of a decision heuristic, as JavaScript calls them."""

    def decided(view):
        answer = decide(SearchView(view))
        return None if answer is None else to_js(answer)

    def conflict(level, back, trail, nogood, size, lbd):
        on_conflict(level, back, trail, tuple(_tuples(nogood)), size, lbd)

    return [
        create_proxy(decided),
        on_conflict and create_proxy(conflict),
        on_restart and create_proxy(on_restart),
        on_leaf and create_proxy(lambda view, *what: on_leaf(SearchView(view), *what)),
    ]


class SearchView(_Object):
    def __init__(self, made):
        self._made = made

    def __del__(self):
        pass  # it belongs to its search

    open_cells = _method("open_cells", _plain)
    candidates = _method("candidates", _plain)
    domain_size = _method("domain_size", _bytes)
    activity = _method("activity")
    masks = _method("masks", _bytes)
    trail = _method("trail", lambda facts: list(map(tuple, _tuples(facts))))
    state = _method("state", tuple)
    technique = _method("technique")


class Line(_Object):
    tighten = _method("tighten", _bytes)
    feasible = _method("feasible")
    count = _method("count", _bytes)
    explain = _method("explain", _tuples)
    reason = _method("reason", _plain)
    min_marginals = _method("min_marginals", _bytes)
    least_sums = _method("least_sums", _bytes)
    seconds_to_tighten = _method("seconds_to_tighten")
    placements = _method("placements", lambda found: [each.to_bytes() for each in found])
    runs = _method("runs", lambda found: [each.to_bytes() for each in found])


class KnownLine(_Object):
    know = _method("know", _bytes)
    step = _method("step", _step)


class FailedLiterals(_Object):
    refuted = _method("refuted", _found)
    shared = _method("shared", _found)


class ProofVerifier(_Object):
    feed = _method("feed")
    finish = _method("finish")
    state = _method("state", lambda found: tuple(found.to_py()))


class CountWriter(_Object):
    run = _method("run")
    text = _method("text", _bytes)
    state = _method("state", lambda found: tuple(found.to_py()))
    count = _method("count", _bytes)


class LratWriter(_Object):
    name = _method("name")
    add = _method("add")
    remove = _method("remove")
    text = _method("text", lambda found: (found[0].to_bytes(), found[1]))


class Space(_Object):
    def __init__(self, made):
        self._made = made

    count = property(_method("count", _bytes))
    colours = property(_method("colours"))
    base = property(_method("base", _bytes))
    array = property(_method("array", _bytes))
    size = property(_method("size"))
    nodes = _method("nodes", _bytes)
    parts = _method("parts", lambda parts: [(node, cells.to_bytes()) for node, cells in parts])
    node_count = _method("node_count", _bytes)
    picture = _method("picture", _bytes)
    index = _method("index", _bytes)
    marginals = _method("marginals", _bytes)

    def edges(self, node):
        return [
            tuple([tuple(each) for each in part] for part in edge)
            for edge in _plain(_call(self._made.edges, node))
        ]


class Portfolio(_Object):
    run = _method("run")
    stopped_by = property(_method("stopped_by"))
    lower_bound = property(_method("lower_bound", _bytes))
    upper_bound = property(_method("upper_bound", _bytes))
    stats = _method("stats", _plain)
    solutions = _method("solutions", Space)


class Estimator(_Object):
    run = _method("run", lambda found: found if isinstance(found, str) else tuple(found.to_py()))
    draw = _method("draw", _bytes)
    is_complete = property(_method("is_complete"))
    at_least = property(_method("at_least", _bytes))
    stats = _method("stats", _plain)


class Page(_Object):
    add = _method("add")
    readings = _method("readings", _readings)


class SolutionEnumerator(_Object):
    next = _method("next", _bytes)


def watch(function, may_stop=None):  # there is one thread, which is always asked
    _call(_js.watch, create_proxy(lambda counted: function(counted.to_py())), None)


propagated = _function("propagated", _bytes)
upper_bound = _function("upper_bound", _bytes)
loaded = _function("loaded", Space)
read_crops = _function("read_crops", _bytes)
photo_sheets = _function("photo_sheets", _sheets)
photo_sheets_with_corners = _function("photo_sheets_with_corners", _sheets)
straightened_photo = _function("straightened_photo", _bytes)

"""Techniques and engines of your own: all that they need, and how they are named and loaded.

Each kind has a group of entry points. The names that installed distributions register there are
valid wherever the built-in ones are: in `nonocsp.Options`, on the command line, in the benchmark
suite. `register` does the same for one process, and `load_file` runs a file that calls it. An
option also takes the function itself: ``Options(ordering=function)``.

=============== ========================== ====================================================
kind            group of entry points      plugin
=============== ========================== ====================================================
``propagation`` ``nonocsp.propagators``    a function of a `State` and the variables that
                                           changed; see `nonocsp.core.csp.propagation.Propagator`
``ordering``    ``nonocsp.orderings``      a function that picks a variable; see
                                           `nonocsp.core.csp.orderings.VariableOrder`
``values``      ``nonocsp.value_orders``   a function that orders values; see
                                           `nonocsp.core.csp.values.ValueOrder`
``decision``    ``nonocsp.decisions``      a function of a `View` that picks a cell and its
                                           colour, for the kernel; see below
``engine``      ``nonocsp.engines``        an object of a class of `nonocsp.Engine`
=============== ========================== ====================================================

Built-in names take precedence. Looking for entry points costs some milliseconds and happens only
for names that are not built in.

A decision heuristic is a function that the kernel calls at every decision, after propagation, with
a `View` of the search. It returns the next decision:

- ``(cell, colour)``: the cell has this colour, one of its candidates;
- ``cell``: something about this cell, the colour by the kernel's saved phases;
- a `Line`: something about the most active open cell of this line;
- None: the kernel's own decision.

If the search is wrong about a decision it learns a nogood and takes the opposite side, so that
every verdict and every set of solutions stays right; a bad heuristic only costs time.

>>> import nonocsp as nc
>>> def smallest_domain(view):
...     return min(view.open_lines, key=view.domain_size)
>>> nc.plugins.register("decision", "smallest_domain", smallest_domain)
>>> puzzle = nc.Puzzle([[1], [1], [1]], [[1], [1], [1]])
>>> len(list(nc.solutions(puzzle, options=nc.Options(decision="smallest_domain"))))
6

A heuristic with a memory is a class: it is called with the puzzle at the beginning of each search,
and the object that it makes is the function. Its methods ``on_conflict(conflict)`` and
``on_restart()`` are called, if it has them, after each `Conflict` and each restart.

The interpreter's lock is taken for each call: a decision costs 10 microseconds and more, with a
look at all domains a hundred. With such a heuristic the kernel leaves out its lucky phases
and its dives, which decide by themselves; probing and all other techniques remain options. The
heuristic must be deterministic, or runs cannot be repeated. What it raises ends the search and
reaches the caller. Solution spaces and exact counts are compiled without decisions of this kind:
they refuse it.
"""

from .base.errors import EngineError, PluginError
from .csp.propagation.traits import propagator_traits
from .csp.state import State
from .kernel.decision import Conflict, View, by_line
from .options.plugins import GROUPS, load_file, names, register

__all__ = [
    "GROUPS",
    "Conflict",
    "EngineError",
    "PluginError",
    "State",
    "View",
    "by_line",
    "load_file",
    "names",
    "propagator_traits",
    "register",
]

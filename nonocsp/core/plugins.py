"""Techniques and engines of your own: all that they need, and how they are named and loaded.

Each kind has a group of entry points. The names that installed distributions register there are
valid wherever the built-in ones are: in `nonocsp.Options`, on the command line, in the benchmark
suite. `register` does the same for one process, and `load_file` runs a file that calls it. An
option takes the function itself, too: ``Options(ordering=function)``.

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
                                           colour, for the kernel; see
                                           `nonocsp.core.kernel.decision`
``engine``      ``nonocsp.engines``        an object of a class of `nonocsp.Engine`
=============== ========================== ====================================================

Built-in names take precedence. Looking for entry points costs some milliseconds and happens only
for names that are not built in.
"""

from .base.errors import PluginError
from .csp.propagation.traits import propagator_traits
from .csp.state import State
from .kernel.decision import Conflict, View, by_line
from .options.plugins import GROUPS, load_file, names, register

__all__ = [
    "GROUPS",
    "Conflict",
    "PluginError",
    "State",
    "View",
    "by_line",
    "load_file",
    "names",
    "propagator_traits",
    "register",
]

"""Searches to look at: every event, and the tree of the search with what each node knew.

`watch` runs a search and returns its `SearchTree`, which draws itself: `SearchTree.to_html` is a
page to step through, `to_text` a line for each node, `to_svg` a figure, `to_dot` for Graphviz.
`running` runs the two engines under observation, `recorder` makes the tree of their events,
`nodes` says what each node knew, `revisions` how it got to know it, `tidy` places them, `pages`
writes them. The events are in `nonocsp.core.options.events`.
"""

from __future__ import annotations

from . import trace
from .revisions import Revision
from .running import watch
from .tree import SearchTree, SideBySide, side_by_side

__all__ = ["Revision", "SearchTree", "SideBySide", "side_by_side", "trace", "watch"]

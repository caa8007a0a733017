"""A search tree and its outputs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...core import checked
from . import pages, tidy
from .nodes import Nodes


class SearchTree(Nodes):
    """A search tree; made by `watch`.

    The attributes of a node of ``graph``, a networkx ``DiGraph`` whose root is 0:

    - ``label``: the decision as text (a contradiction or solution that came later, by what was
      learned, has a node of its own); ``variable``, ``value``, ``has`` and ``by`` as in `Decide`;
    - ``status``: a `NodeStatus`; ``fail``: the `Fail` of a failed one;
    - ``masks``: shown variables (the cells of a puzzle, in row-major order; the variables of a
      network) whose domains differ from those of the parent, as (number, mask), where bit *i* is
      colour *i* or value *i*; ``sizes``: the same with the number of values of each variable, for
      a puzzle of each line;
    - ``events``: the `Queue`, `Revise`, `Remove` and `Propagate` of its propagation; ``cut``: how
      many of these are not kept; ``nogoods``: those learned in it;
    - ``size``, ``solutions``: nodes and solutions in its subtree; ``folded``: nodes below it that
      are not kept; ``decision``: its number, from 1; ``run``: restarts before it;
    - ``left``: a restart left it; ``jumped``: a backjump did; ``conflicts``: the conflict set of a
      jump that began in it.

    >>> from nonocsp import Puzzle, watch
    >>> tree = watch(Puzzle([[1], [1]], [[1], [1]]))
    >>> tree
    <SearchTree: 2 decisions, 0 failures, 2 solutions>
    >>> tree.knew(1)
    ['_#', '#_']
    """

    def to_html(self) -> str:
        """A page of one file to look at the search.

        A click chooses a node, two fold its subtree or unfold it; a wide tree scrolls, and the
        wheel with Ctrl zooms; arrow keys step, through nodes or arc by arc.
        """
        return pages.to_html([self])

    @checked
    def to_svg(self, *, labels: bool | None = None, gap: int = 22) -> str:
        """A figure of the tree.

        Args:
            labels: write the decisions beside the edges; None is where there is room.
            gap: pixels between two leaves.

        Raises:
            OptionError: the tree has too many leaves.
        """
        return tidy.to_svg(self, labels=labels, gap=gap)

    def to_dot(self) -> str:
        """The tree for Graphviz, with the labels and colours of `to_svg`."""
        return tidy.to_dot(self)

    @checked
    def to_text(self, *, most: int | None = None) -> str:
        """The tree as text: a line for each node, indented, and a last one with the numbers.

        Args:
            most: lines for nodes; of a larger tree the topmost levels are written, and the numbers
                of what is below them. None is all.

        >>> from nonocsp import Puzzle, watch
        >>> print(watch(Puzzle([[1], [1]], [[1], [1]])).to_text(), end="")
        root
          row 1 = _#: solution
          row 1 = #_: solution
        ac3, mrv, lexicographic: 2 decisions, 0 failures, 2 solutions
        """
        return tidy.to_text(self, most)

    def __str__(self) -> str:
        return tidy.to_text(self, tidy.PAGE).removesuffix("\n")

    def _repr_html_(self) -> str:
        return _framed(self.to_html())


class SideBySide:
    """Searches on one page; made by `side_by_side`."""

    def __init__(self, trees: Sequence[SearchTree]) -> None:
        self.trees = trees

    def to_html(self) -> str:
        """A page of one file, on which the searches are stepped together."""
        return pages.to_html(self.trees)

    @checked
    def to_text(self, *, most: int | None = None) -> str:
        """The trees as text, one after the other; see `SearchTree.to_text`."""
        return "\n".join(tree.to_text(most=most) for tree in self.trees)

    def __repr__(self) -> str:
        return f"<SideBySide: {'; '.join(tree.summary for tree in self.trees)}>"

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.trees))

    def _repr_html_(self) -> str:
        return _framed(self.to_html())


@checked
def side_by_side(*trees: SearchTree) -> SideBySide:
    """Several searches, of the same puzzle or not: a notebook shows a page with all.

    >>> from nonocsp import Puzzle, watch
    >>> tree = watch(Puzzle([[1], [1]], [[1], [1]]))
    >>> side_by_side(tree, tree)
    <SideBySide: 2 decisions, 0 failures, 2 solutions; 2 decisions, 0 failures, 2 solutions>
    """
    return SideBySide(trees)


def _framed(page: str) -> str:
    """A page within a page."""
    style = "width:100%;height:700px;border:0"
    return f'<iframe title="search" srcdoc="{escape(page)}" style="{style}"></iframe>'

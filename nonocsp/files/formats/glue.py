"""Trianograms: pictures whose triangles belong to the blocks beside them.

A triangle at an end of a block, its filled half towards the block, is glued to it: no blank is
between them, and none is needed on the other side of the triangle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from ...core import (
    Block,
    Clue,
    Joint,
    sound_joints,
)

#: For each look of a triangle, the end of a block in a row, and in a column, at which it is: ``<``
#: for the first cell, ``>`` for the last.
ENDS = {"◢": "<<", "◣": "><", "◤": ">>", "◥": "<>"}


def glued_clue(cells: Iterable[int], ends: Mapping[int, str]) -> Clue:
    """The clue of a decided line with triangles.

    Args:
        cells: the colours.
        ends: for the number of each colour that is a triangle, ``<`` or ``>``.

    >>> [(str(block), block.joint) for block in glued_clue([2, 1, 1, 3, 3], {2: "<", 3: ">"})]
    [('1', None), ('2', 'attached'), ('1', 'attached'), ('1', 'loose')]
    """
    blocks: list[Block] = []
    before = ""  # the end at which the cell before is: "=" within a block, nothing for a blank
    for colour, run in groupby(cells):
        length, end = len(list(run)), ends.get(colour, "=")
        if colour == 0:
            before = ""
            continue
        for _ in range(length if colour in ends else 1):
            is_one_block = before == "<" or (before == "=" and end == ">")
            joint: Joint | None = None
            if is_one_block and end != "<":
                joint = "attached"
            elif before and (end == "<" or before != "="):
                joint = "loose"
            blocks.append(Block(1 if colour in ends else length, colour, joint))
            before = end
    return sound_joints(tuple(blocks))

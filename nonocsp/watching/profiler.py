"""Search trees for CP Profiler, which MiniZinc's IDE contains.

The profiler listens on a TCP port (6565 by default) for messages: the size of the rest as a
big-endian integer of four bytes, a byte for the type, and the fields. Source: "The protocol" in the
chapter on CP-Profiler of the MiniZinc Handbook,
https://docs.minizinc.dev/en/stable/cpprofiler.html (read in November 2026).
"""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator

from ..common.events import Nogood
from .nodes import Nodes

_NODE, _DONE, _START = range(3)
_STATUS = {"solution": 0, "failed": 1, "branch": 2, "part": 2, "open": 3}
_SKIPPED = 3
_LABEL, _NOGOOD, _INFO = range(3)


def messages(tree: Nodes) -> Iterator[bytes]:
    """The messages: a start, every node that is kept, parents first, and the end.

    A folded subtree and a node where the search was stopped are *skipped*. A node's information
    is what it knew, as JSON.

    >>> from nonocsp import Puzzle, watch
    >>> *_, last = messages(watch(Puzzle([[1]], [[1]])))
    >>> last.hex(" ")
    '00 00 00 01 01'
    """
    yield _message(_START, _field(_INFO, json.dumps({"name": tree.techniques})))
    alternatives = {
        child: at for node in tree.graph for at, child in enumerate(tree.children(node))
    }
    for node, data in tree.graph.nodes(data=True):
        above, alternative = tree.parent(node), alternatives.get(node, -1)
        below = tree.graph.out_degree(node)
        status = _SKIPPED if data.get("folded") else _STATUS[data["status"]]
        yield _message(
            _NODE,
            struct.pack(">3i3i", node, -1, -1, -1 if above is None else above, -1, -1)
            + struct.pack(">2iB", alternative, below, status)
            + _field(_LABEL, data["label"])
            + b"".join(_field(_NOGOOD, _clause(tree, nogood)) for nogood in data["nogoods"][:1])
            + _field(_INFO, json.dumps({"knew": tree.knew(node)}, ensure_ascii=False)),
        )
    yield _message(_DONE, b"")


def send(tree: Nodes, host: str = "localhost", port: int = 6565) -> None:
    """Send a tree to a running profiler.

    Raises:
        OSError: no profiler listens there.
    """
    with socket.create_connection((host, port)) as connection:
        for message in messages(tree):
            connection.sendall(message)


def _message(kind: int, fields: bytes) -> bytes:
    return struct.pack(">iB", len(fields) + 1, kind) + fields


def _field(kind: int, text: str) -> bytes:
    data = text.encode()
    return struct.pack(">Bi", kind, len(data)) + data


def _clause(tree: Nodes, nogood: Nogood) -> str:
    """A nogood as a clause, the literals apart by spaces."""
    return " ".join(text.replace(" ", "") for text in tree.literals(nogood))

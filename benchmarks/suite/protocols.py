"""Protocols: the questions to engines, and when they count as answered."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Protocol:
    """One kind of question."""

    name: str
    summary: str
    wanted: int | None
    """The number of different solutions that answers it; so does a proof that there are no more."""


PROTOCOLS: dict[str, Protocol] = {
    protocol.name: protocol
    for protocol in (
        Protocol("first", "one solution, or the proof that there is none", 1),
        Protocol("verdict", "a solution and the proof that it is the only one, or a second", 2),
        Protocol("all", "every solution", None),
        Protocol("count", "the exact number of solutions", None),
        Protocol("process", "one solution from a whole process, start-up included", 1),
        Protocol("tighten", "one tightening of a single line, seconds per call", None),
    )
}

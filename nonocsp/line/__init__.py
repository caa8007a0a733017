"""One line: its placements, their count, tightening and explanations."""

from .definition import Automaton, count, explain, placements, tighten
from .domain import line_domain

__all__ = ["Automaton", "count", "explain", "line_domain", "placements", "tighten"]

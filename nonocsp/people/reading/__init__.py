"""Puzzles whose clues are in doubt: typed with alternatives, misread, or read from a picture.

`doubtful` has the clues: graphs whose paths are the readings, each with a cost. `deciphering` finds
the cheapest readings whose puzzle has a solution; the kernel does the work. `alternatives` are
written in files of clues as ``1|7``; `misreadings` are what reading or typing a known clue may have
made, by the kinds of typos in `clue_errors`.
"""

from .alternatives import has_alternatives, read_doubtful
from .deciphering import Change, Deciphered, Reading, decipher
from .doubtful import Arc, Doubtful, DoubtfulClue
from .misreadings import misread, mistyped

__all__ = [
    "Arc",
    "Change",
    "Deciphered",
    "Doubtful",
    "DoubtfulClue",
    "Reading",
    "decipher",
    "has_alternatives",
    "misread",
    "mistyped",
    "read_doubtful",
]

"""Puzzles whose clues are in doubt: typed with alternatives, misread, or read from a picture.

`doubtful` has the clues: graphs whose paths are the readings, each with a cost. `deciphering` finds
the cheapest readings whose puzzle has a solution; the kernel does the work. `alternatives` are
written in files of clues as ``1|7``; `misreadings` are what reading or typing a known clue may have
made, by the kinds of slips in `clue_errors`.
"""

from .alternatives import has_alternatives as has_alternatives
from .alternatives import read_doubtful as read_doubtful
from .deciphering import Change as Change
from .deciphering import Deciphered as Deciphered
from .deciphering import Reading as Reading
from .deciphering import decipher as decipher
from .doubtful import Arc as Arc
from .doubtful import Doubtful as Doubtful
from .doubtful import DoubtfulClue as DoubtfulClue
from .misreadings import misread as misread
from .misreadings import mistyped as mistyped

"""A session of the shell: what is typed changes the puzzle or is a command.

First the width, the height and a clue for every line, then commands. Input goes through
`Session.answer` and output through one function, so that a terminal, a pipe and a test hold the
same conversation. Invalid input is refused with the reason and changes nothing; ``undo`` takes back
the last valid one.
"""

from __future__ import annotations

import re
import shlex

from ...core import EntryError, NonocspError, excerpt
from .commands import COMMANDS
from .session_state import SessionState


class Session(SessionState):
    """A conversation about one puzzle at a time.

    Args:
        say: called with every text for the user, of one line or several.
        seconds: the time limit of each question.

    >>> session = Session(print)
    >>> for line in ["2", "1", "1", "1", "0"]:
    ...     session.answer(line)
    pass 1: 2 of 2 cells known
    #_
    That is the only solution.
    """

    def words(self) -> list[str]:
        """The names of commands, for completion."""
        return list(COMMANDS)

    def answer(self, text: str) -> None:
        """Take one line of input."""
        try:
            words = _split(text)
            command = COMMANDS.get(words[0].lower()) if words else None
            if command is not None:
                self.changing = None
                command.run(self, words[1:])
            elif self.changing is not None:
                self.take_clue(text)
            elif self.entry.is_complete:
                if re.match(r"[\d?*+~]", text.strip()):
                    where = self.entry.lines[0].axis
                    expected = f"set {where} 1 {excerpt(text.strip())}"
                    raise EntryError(f"a clue is expected after `set`, as in: {expected}")
                if words:
                    raise EntryError(f"unknown command {words[0]!r}; help lists the commands")
            elif self.entry.is_begun or text.strip().isdigit():
                self.change(self.entry.with_next(text))
            elif words:
                self.load(words[0] if len(words) == 1 else text.strip())
            else:
                raise EntryError("expected the number of columns, or the name of a puzzle file")
        except (NonocspError, OSError) as error:
            self.say(str(error))


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # an unclosed quotation mark
        return text.split()

"""The keys of the terminal player, as one screen."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

KEYS = """\
arrows, page up, page down     move
home, end                      first, last cell of the row
space or enter                 fill
x                              mark as blank
delete                         clear
Shift and an arrow             copy the cell to its neighbour
1 to 9, 0                      the colour to fill in; blank
u, r                           undo, redo
h                              where to look next
h, then f                      what follows there and why; fill it in
c                              check for mistakes
n                              restart
s, d                           safe colours; dark or light
q                              quit; the game is saved

mouse: drag to fill in, the right button marks"""


class Keys(ModalScreen[None]):
    """All keys, until one is pressed."""

    CSS = """
    Keys { align: center middle; }
    #keys { width: auto; max-width: 100%; height: auto; max-height: 100%; overflow-y: auto;
            padding: 1 2; background: $panel; }
    """

    def compose(self) -> ComposeResult:
        yield Static(KEYS, id="keys", markup=False)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()

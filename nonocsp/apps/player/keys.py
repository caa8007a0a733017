"""The keys of the terminal player, as one screen."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

#: What each key does, in the words of the page where it has the same.
KEYS = {
    "arrows, page up, page down": "move",
    "home, end": "first and last cell of the row",
    "space or enter": "fill in",
    "x": "mark as blank",
    "delete": "clear",
    "Shift and an arrow": "copy the cell to its neighbour",
    "0 to 9": "choose the mark or a colour",
    "u, r": "undo, redo",
    "h, again h, f": "where to look; what follows and why; fill it in",
    "c": "check for mistakes",
    "n": "restart",
    "s": "colour-blind safe",
    "d": "dark or light",
    "q": "quit; the game is saved",
    "mouse": "drag to fill in, right button to mark",
}


class Keys(ModalScreen[None]):
    """All keys, until one is pressed."""

    CSS = """
    Keys { align: center middle; }
    #keys { width: auto; max-width: 100%; height: auto; max-height: 100%; overflow-y: auto;
            padding: 1 2; background: $panel; }
    """

    def compose(self) -> ComposeResult:
        text = "\n".join(f"{key:28}{does}" for key, does in KEYS.items())
        yield Static(text, id="keys", markup=False)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()

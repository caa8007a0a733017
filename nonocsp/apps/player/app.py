"""The terminal player: keys, hints, the clock, and the status line below the board."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.widgets import Footer, Static

from ...core import LimitReached, Limits, NonocspError, Puzzle
from ...people.explanation import Hint, hint
from .board import Board
from .clue_strip import ClueStrip
from .game import Tool
from .keys import Keys
from .saves import load, save
from .slanted import Slanted
from .squares import Squares

#: The time limit of a hint or a check, in seconds.
SECONDS = 10.0

SOLVED = "Solved: every clue is satisfied."

_MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class Player(App[None]):
    """A game in the terminal.

    Args:
        puzzle: what to play. A saved game of it is continued.
    """

    CSS = """
    #middle { height: 1fr; layers: board hint; }
    #board { width: 100%; height: 100%; layer: board; }
    #hint { display: none; height: auto; max-height: 8; overflow-y: auto; padding: 0 1;
            background: $surface; layer: hint; dock: bottom; }
    #hint.shown { display: block; }
    #above, #clues { background: $panel; padding: 0 1; }
    #above { height: 1; }
    #clues { height: auto; max-height: 40%; overflow-y: auto; }
    #name { width: 1fr; text-style: bold; }
    #clock { width: auto; }
    """
    ENABLE_COMMAND_PALETTE = False
    SCREENS: ClassVar[dict[str, Any]] = {"keys": Keys}
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"move({dr}, {dc})", show=False) for key, (dr, dc) in _MOVES.items()),
        *(Binding(f"shift+{key}", f"carry({dr}, {dc})", show=False)
          for key, (dr, dc) in _MOVES.items()),
        Binding("home", "move(0, -100000)", show=False),
        Binding("end", "move(0, 100000)", show=False),
        Binding("pageup", "move(-10, 0)", show=False),
        Binding("pagedown", "move(10, 0)", show=False),
        Binding("space,enter", "stroke('fill')", "Fill", key_display="space"),
        Binding("x", "stroke('mark')", "Mark"),
        Binding("delete,backspace", "stroke('clear')", show=False),
        Binding("u,ctrl+z", "undo", "Undo", key_display="u"),
        Binding("r,ctrl+y", "redo", show=False),
        Binding("h", "hint", "Hint"),
        Binding("c", "check", "Check"),
        Binding("f", "follow", show=False),
        Binding("escape", "forget", show=False),
        Binding("n", "restart", show=False),
        Binding("s", "safe", show=False),
        Binding("d", "dark", show=False),
        # The footer has room for these at 60 columns; the screen of keys has all.
        Binding("question_mark,f1", "push_screen('keys')", "Keys", key_display="?"),
        Binding("q,ctrl+c", "quit", "Quit", key_display="q"),
        *(Binding(str(digit), f"choose({digit})", show=False) for digit in range(10)),
    ]  # fmt: skip

    def __init__(self, puzzle: Puzzle, title: str | None = None) -> None:
        super().__init__()
        self.title = title or puzzle.title or "Nonogram"
        self.puzzle = puzzle
        self.game = load(puzzle)
        self.board: Board = (Squares if puzzle.board.table else Slanted)(self.game)
        self.hint: Hint | None = None
        self.is_saved = True
        """Whether the game was saved when the player ended."""
        self._solved = self.game.is_solved
        self._request = 0
        self._shown_version = 0

    def compose(self) -> ComposeResult:
        with Horizontal(id="above"):
            yield Static(f"{self.title}  {self.board.size_text}", id="name", markup=False)
            yield Static(id="clock", markup=False)
        with Container(id="middle"):
            yield self.board
            yield Static(id="hint", markup=False)
        yield ClueStrip(self.board, id="clues")
        yield Footer()

    def on_mount(self) -> None:
        self.board.focus()
        # A timer of the clock ends with it; one of the app may fire when its widgets are gone.
        self.query_one("#clock", Static).set_interval(1, self._tick)
        self._show_status()

    def on_unmount(self) -> None:
        self.is_saved = save(self.game)

    # The status line and the clock.

    def _tick(self) -> None:
        if not self.game.is_solved:
            self.game.seconds += 1
            if self.game.seconds % 15 == 0:
                self._save()
            self._show_clock()

    def _show_clock(self) -> None:
        minutes, seconds = divmod(int(self.game.seconds), 60)
        done = "solved" if self.game.is_solved else f"{self.game.share_done:.0%} done"
        clock = f"{self.board.in_view}{done}  {minutes}:{seconds:02}"
        self.query_one("#clock", Static).update(clock)

    def _save(self) -> None:
        if not save(self.game):
            self.notify(
                "This game cannot be saved: its folder cannot be written.", severity="warning"
            )

    def on_board_changed(self) -> None:
        if self._shown_version != self.game.version:
            self._shown_version = self.game.version
            self.action_forget()
            self._save()
        self._show_status()

    def _show_status(self) -> None:
        solved = self.game.is_solved
        if solved and not self._solved:
            self.notify(SOLVED)
        self._solved = solved
        self.query_one(ClueStrip).refresh()
        self._show_clock()

    def _show(self, text: str) -> None:
        box = self.query_one("#hint", Static)
        box.update(text)
        box.set_class(bool(text), "shown")
        # Once it has its size.
        self.call_after_refresh(lambda: self.board.reveal(box.outer_size.height if text else 0))

    # Keys.

    def action_move(self, down: int, right: int) -> None:
        self.board.move_to(self.board.step(self.board.cell, down, right))

    def action_carry(self, down: int, right: int) -> None:
        board = self.board
        before, after = board.cell, board.step(board.cell, down, right)
        board.move_to(after)
        if before != after:
            self.game.carry(before, after)
            board.changed([after])

    def action_stroke(self, tool: Tool) -> None:
        board = self.board
        if tool == "fill" and not board.colour:
            tool = "mark"
        self.game.stroke([board.cell], tool, board.colour)
        board.changed([board.cell])

    def action_choose(self, colour: int) -> None:
        if colour < len(self.puzzle.colours):
            self.board.colour = colour
            self._show_status()

    def action_undo(self) -> None:
        if self.game.undo():
            self.board.changed()

    def action_redo(self) -> None:
        if self.game.redo():
            self.board.changed()

    def action_restart(self) -> None:
        self.game.restart()
        self.board.changed()
        self.notify("Restarted. Undo restores your cells.")

    def action_safe(self) -> None:
        self.board.safe = not self.board.safe
        self.board.refresh()
        self._show_status()

    def action_dark(self) -> None:
        dark = self.current_theme.dark
        self.theme = "textual-light" if dark else "textual-dark"
        self.board.refresh()
        self._show_status()

    # Hints.

    def action_hint(self) -> None:
        """First where to look; at the second press what follows and why."""
        if self.hint is not None:
            self._explain(self.hint)
        else:
            self._ask(checks=False)

    def action_check(self) -> None:
        """Check the grid: a mistake is what no solution has."""
        self._ask(checks=True)

    def _ask(self, checks: bool) -> None:
        self._request += 1
        request, version, grid = self._request, self.game.version, self.game.grid
        self._show("Thinking…")

        def think() -> None:
            found: Hint | str
            try:
                found = hint(self.puzzle, grid, limits=Limits(seconds=SECONDS))
            except LimitReached:
                found = f"Unknown after {SECONDS:g} seconds."
            except NonocspError as error:
                found = str(error)
            self.call_from_thread(answer, found)

        def answer(found: Hint | str) -> None:
            # Answers about older cells and to older questions are dropped.
            if request != self._request or version != self.game.version:
                return
            if isinstance(found, str):
                self._show(found)
            elif checks and not (found.is_mistake or found.kind == "no solution"):
                self._show(SOLVED if self.game.is_solved else "No mistake so far.")
            elif checks:
                self._explain(found)
            else:
                self.hint = found
                self.board.hinted = frozenset(found.lines)
                more = "what is wrong" if found.is_mistake else "what follows and why"
                self._show(f"{found.where}  (h: {more})")
                self.board.refresh()

        self.run_worker(think, thread=True, group="hint")

    def _explain(self, found: Hint) -> None:
        self.hint = found
        self.board.hinted = frozenset(found.lines)
        number = self.puzzle.board.number
        self.board.concluded = {number(row, column) for row, column, _ in found.cells}
        self.board.because = {number(row, column) for row, column in found.because}
        more = "  (f: fill it in)" if found.kind == "step" else ""
        self._show("\n".join(found.sentences) + more)
        self.board.refresh()

    def action_follow(self) -> None:
        """Fill in what the hint concludes, once the reason is shown."""
        if self.hint is None or not self.board.concluded or self.hint.is_mistake:
            return
        number = self.puzzle.board.number
        cells = [(number(r, c), colour) for r, c, colour in self.hint.cells if colour is not None]
        self.game.put(cells)
        self.board.changed([cell for cell, _ in cells])

    def action_forget(self) -> None:
        self._request += 1
        self.hint = None
        self.board.hinted, self.board.concluded = frozenset(), frozenset()
        self.board.because = frozenset()
        self._show("")

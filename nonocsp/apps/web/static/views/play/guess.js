// A guess: what is tried out, lighter on the board, until it is kept or undone.

import { noteAdvice } from "./advice.js";
import { element } from "../../page/dom.js";
import { tool } from "../../page/layout.js";
import { say } from "../../page/message.js";
import { counted, t } from "../../page/language.js";

export class Guess {
  // The button that begins one.
  button = tool("branch", t`Guess`, () => this.game.beginGuess(), { key: "G" });
  // What is said of it, with its two ends.
  text = element("p");
  place = element(
    "section.advice.guess",
    { "aria-label": t`guess`, hidden: true },
    this.text,
    element(
      "div.bar",
      element("button", { type: "button", onclick: () => this.game.keepGuess() }, t`Keep it`),
      element("button", { type: "button", onclick: () => this.#drop() }, t`Undo it`),
    ),
  );

  /** @param {import("../../puzzle/game.js").Game} game @param {import("../../board/board.js").Board} board */
  constructor(game, board) {
    this.game = game;
    this.board = board;
  }

  // After a move, and when a guess begins or ends.
  show() {
    const { guessed, isGuessing, isSolved } = this.game;
    this.place.hidden = !isGuessing;
    this.place.classList.toggle("idle", !isGuessing);
    noteAdvice(this.place);
    this.button.disabled = isGuessing || isSolved;
    this.text.textContent = guessed.length
      ? t`A guess: ${counted(guessed.length, "cell")} so far.`
      : t`A guess: fill in what you want to try out.`;
    this.board.mark("guessed", guessed);
  }

  #drop() {
    this.game.dropGuess();
    say(t`Undone. Redo restores the cells.`);
  }
}

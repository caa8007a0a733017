// Hints in two stages, and mistakes with their reason, in a place of their own beside the board.

import { Channel, isStale } from "../../page/api.js";
import { element } from "../../page/dom.js";
import { afterPaint } from "../../page/idle.js";
import { tool } from "../../page/layout.js";
import { UNKNOWN } from "../../puzzle/lines.js";
import { fail } from "../../page/message.js";
import { packed } from "../../puzzle/model.js";
import { sentencesOf, whereIn } from "../../puzzle/sentences.js";
import { later, t } from "../../page/language.js";

const SECONDS = 10;
const NAMED = 8; // wrong cells, at most
const SOLVED = later`Solved: every clue is satisfied.`;
const IDLE = later`Stuck? A hint first shows where to look, then what follows and why.`;

// Say on the bench whether advice or a guess is on it. A rule that finds out by :has() styles every cell anew with each
// second of the clock.
export function noteAdvice(place) {
  const bench = place.closest(".bench");
  bench?.classList.toggle("advised", bench.querySelector(".advice:not(.idle)") !== null);
}

export class Advice {
  #asked;
  #watching;
  /** @type {Hint | null} */
  #hint = null;
  #waiting = 0;
  #counted = "";

  // `game` and `board` are what it is about.
  constructor(game, board, signal) {
    [this.#asked, this.#watching] = [new Channel(signal), new Channel(signal)];
    this.game = game;
    this.board = board;
    this.atOnce = false; // whether mistakes are shown after each move
    this.place = element("section.advice", { role: "status", "aria-label": t`advice` });
    game.addEventListener("cells", ({ detail }) => this.#changed(detail.changes));
    game.addEventListener("moved", () => afterPaint(this.#watch));
    this.forget();
  }

  // The first hint shows where to look, the second what follows and why.
  async hint() {
    if (this.#hint) this.#show(this.#hint, 2);
    else if (this.game.isSolved) this.#say(t(SOLVED), "right");
    else
      await this.#ask(async () => {
        const hint = await this.#asked.ask("hint", this.#question());
        // Asked again, the same hint counts once.
        const isNew = hint.sentences.join() !== this.#counted;
        this.#counted = hint.sentences.join();
        if (isNew && (hint.kind === "step" || hint.kind === "mistake")) this.game.countHint();
        this.#show(hint, 1);
      });
  }

  // Check the cells against the clues: any solution counts.
  async check() {
    if (this.game.isSolved) this.#say(t(SOLVED), "right");
    else
      await this.#ask(async () => {
        const wrong = await this.#mistake(this.#asked, () =>
          this.#say(t`There is a mistake. Looking for it…`, "wrong"),
        );
        if (wrong) this.#show(wrong, 2);
        else if (wrong === null) this.#say(t`No mistake so far.`, "right");
        else this.#say(t`Unknown after ${SECONDS} seconds.`);
      });
  }

  // Look for mistakes after each move, without a word where there are none.
  #watch = async () => {
    this.#watching.cancel();
    if (!this.atOnce || this.game.isSolved) return;
    try {
      const wrong = await this.#mistake(this.#watching);
      if (wrong) this.#show(wrong, 2);
    } catch (error) {
      fail(error);
    }
  };

  setAtOnce(on) {
    this.atOnce = on;
    this.#watch();
  }

  // The mistake in the cells; null if there is none, undefined if that was not decided in time. The
  // verdict comes first, `found` is called when there is one.
  async #mistake(channel, found = () => {}) {
    const { verdict } = await channel.ask("check", this.#question());
    if (verdict !== "none") return verdict === "unknown" ? undefined : null;
    found();
    return channel.ask("hint", this.#question());
  }

  #question() {
    const { puzzle, cells } = this.game;
    return { puzzle: puzzle.data, grid: puzzle.grid(cells), seconds: SECONDS };
  }

  async #ask(run) {
    this.#waiting = setTimeout(() => this.#say(t`Thinking…`), 400);
    try {
      await run();
    } catch (error) {
      if (isStale(error)) return;
      this.forget();
      fail(error);
    } finally {
      clearTimeout(this.#waiting);
    }
  }

  // Text and marks.

  forget() {
    this.#asked.cancel();
    this.#hint = null;
    this.#unmark();
    this.#fill("idle", element("p", t(IDLE)));
  }

  #fill(kind, ...content) {
    this.place.className = `advice ${kind}`;
    this.place.replaceChildren(...content);
    noteAdvice(this.place);
  }

  #say(text, kind = "") {
    clearTimeout(this.#waiting);
    this.#hint = null;
    this.#unmark();
    this.#fill(kind, element("p", text));
  }

  #unmark() {
    this.board.markLines("hinted", []);
    for (const name of ["concluded", "emptied", "because", "wrong"]) this.board.mark(name, []);
  }

  #show(hint, stage) {
    this.#hint = hint;
    this.#unmark();
    const isWrong = hint.kind === "mistake";
    const cells = hint.cells.map((cell) => this.#index(cell));
    const inLines = hint.lines.flatMap((line) => this.game.puzzle.shape.cellsOf(line));
    this.board.markLines("hinted", hint.lines);
    if (stage === 2) {
      this.board.mark(isWrong ? "wrong" : "concluded", cells);
      // What follows to be blank has a dashed frame.
      this.board.mark("emptied", isWrong ? [] : cells.filter((_, i) => hint.cells[i][2] === 0));
      this.board.mark("because", this.#reasons(hint));
    }
    const kind = isWrong || hint.kind === "no solution" ? "wrong" : "";
    this.#fill(kind, ...this.#words(hint, stage), this.#buttons(hint, stage));
    this.place.scrollIntoView({ block: "nearest" });
    this.board.reveal(stage === 2 && cells.length ? cells : inLines);
  }

  // The cells from which it follows, but for those that it is about.
  #reasons({ cells, because }) {
    const own = new Set(cells.map((cell) => this.#index(cell)));
    return because.map((cell) => this.#index(cell)).filter((cell) => !own.has(cell));
  }

  #words(hint, stage) {
    const sentences = stage === 1 ? [whereIn(hint, this.game.puzzle)] : sentencesOf(hint, this.game.puzzle);
    const text =
      sentences.length === 1
        ? element("p", sentences[0])
        : element("ol", ...sentences.map((sentence) => element("li", sentence)));
    const { length } = hint.cells;
    const notes = [];
    if (stage === 2 && hint.kind === "mistake" && length > 1) {
      const names = hint.cells.slice(0, NAMED).map((cell) => this.game.puzzle.shape.name(this.#index(cell)));
      if (length > NAMED) names.push("…");
      notes.push(t`${length} cells are wrong, in red: ${names.join("; ")}.`);
    }
    if (stage === 2 && this.#reasons(hint).length) notes.push(t`It follows from the cells with a corner.`);
    return [text, ...notes.map((note) => element("p.facts", note))];
  }

  #buttons(hint, stage) {
    const button = (text, run, key) => element("button", { onclick: run, "data-key": key }, text);
    const isStep = hint.kind === "step" && hint.cells.length > 0;
    const choices = [];
    if (stage === 1 && (isStep || hint.kind === "mistake"))
      choices.push(button(t`Show the step`, () => this.#show(hint, 2)));
    if (stage === 2 && isStep) choices.push(button(t`Fill it in`, () => this.#take(hint), "F"));
    if (stage === 2 && hint.kind === "mistake")
      choices.push(button(t`Clear the red cells`, () => this.#take(hint), "F"));
    if (hint.kind === "no solution") choices.push(button(t`Find the typo`, () => this.#diagnose()));
    return element(
      "div.bar",
      ...choices,
      tool("close", t`Close`, () => this.#leave(), { key: "Escape" }),
    );
  }

  // Give the cells of a hint the colours that it concludes; a mistake's cells are cleared.
  #take({ cells }) {
    const taken = cells.map(([r, c, colour]) => [this.#index([r, c]), colour ?? UNKNOWN]);
    this.game.fill(taken);
    this.board.focusCell(taken[0][0]);
  }

  /** @param {[row: number, column: number, colour?: number | null]} cell */
  #index([r, c]) {
    return this.game.puzzle.shape.number(r, c);
  }

  #leave() {
    const at = this.#hint?.cells[0];
    const hadFocus = this.place.contains(document.activeElement);
    this.forget();
    if (hadFocus) this.board.focusCell(at ? this.#index(at) : 0);
  }

  async #diagnose() {
    location.hash = `#solve=${await packed(this.game.puzzle.data)}`;
  }

  // A step stays as long as the player follows it; everything else goes with the next change.
  #changed(changes) {
    const hint = this.#hint;
    this.#asked.cancel();
    if (!hint) {
      if (!this.place.classList.contains("idle")) this.forget();
      return;
    }
    const wanted = new Map(hint.cells.map(([r, c, colour]) => [this.#index([r, c]), colour]));
    const follows = hint.kind === "step" && changes.every(([index, value]) => wanted.get(index) === value);
    const isDone = [...wanted].every(([index, colour]) => this.game.cells[index] === colour);
    if (!follows || isDone) this.forget();
  }
}

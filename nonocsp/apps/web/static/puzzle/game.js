// A game without its look: the cells, strokes, undo and redo, time and hints, saved after each move, when that is shown.
//
// A guess begins somewhere in the history, and ends by being kept or undone.
//
// Events: `cells` {lines, changes} after cells changed, `moved` {own} after each move, undo or redo, and where a guess
// begins or ends,
// `solved` when a move of the player solves the puzzle, `followed` when another tab has moved, `unsaved`
// when the browser keeps nothing more.

import { afterPaint } from "../page/idle.js";
import { History } from "./history.js";
import { placedBlocks, UNKNOWN } from "./lines.js";
import { day } from "./progress.js";
import { load, save, watch } from "./saves.js";

const BLANK = 0;

export class Game extends EventTarget {
  #history;
  /** @type {{ from: number, to: number, step: number[][] } | null} */
  #stroke = null;
  /** @type {number | null} */
  #guess = null; // the number of steps before the guess
  #isBegun;
  #isSaved = true;

  /** @param {Puzzle} puzzle @param {number} [number] that of the puzzle in the library */
  constructor(puzzle, number) {
    super();
    this.puzzle = puzzle;
    const kept = load(puzzle);
    this.number = number ?? kept?.number;
    this.#isBegun = kept !== null;
    /** @type {number[]} */
    this.cells = kept?.cells ?? new Array(puzzle.shape.size).fill(UNKNOWN);
    this.seconds = kept?.seconds ?? 0;
    this.hints = kept?.hints ?? 0;
    this.days = kept?.days ?? [];
    this.#history = History.of(kept?.history, this.cells);
    this.#guess = kept?.guess ?? null;
    this.#forgetGuess();
    this.crosses = false; // whether lines with all blocks placed are completed by marks
    this.isSolved = puzzle.isSolvedBy(this.cells);
  }

  // Follow the game in other tabs, and save it in the end.
  /** @param {AbortSignal} signal */
  follow(signal) {
    watch(this.puzzle, (game) => this.#take(game), signal);
    signal.addEventListener("abort", () => this.save());
  }

  get lines() {
    return this.puzzle.shape.lines;
  }

  get wasSolved() {
    return this.isSolved || this.days.length > 0;
  }

  get canUndo() {
    return this.#history.done.length > 0;
  }

  get canRedo() {
    return this.#history.undone.length > 0;
  }

  // A guess.

  get isGuessing() {
    return this.#guess !== null;
  }

  // The cells that the guess has changed.
  get guessed() {
    const steps = this.#guess === null ? [] : this.#history.done.slice(this.#guess);
    return [...new Set(steps.flat().map(([index]) => index))];
  }

  beginGuess() {
    this.#guess ??= this.#history.done.length;
    this.#settle(false);
  }

  keepGuess() {
    this.#guess = null;
    this.#settle(false);
  }

  // Undo all steps of the guess; redo brings them again.
  dropGuess() {
    const begin = this.#guess ?? Infinity;
    this.#guess = null;
    while (this.#history.done.length > begin) this.#set(this.#history.undo() ?? []);
    this.#settle(false);
  }

  // Where the steps before it were undone, there is no guess any more.
  #forgetGuess() {
    if (this.#guess !== null && this.#history.done.length < this.#guess) this.#guess = null;
  }

  // Strokes.

  // A stroke paints the new value of its first cell, and only over cells that held the old value of
  // that cell, so that a slip of the hand overwrites nothing else. `tool` is as in the board's event.
  /** @param {StrokeEvent} given @param {number} colour */
  stroke({ cells, tool, first }, colour) {
    if (first && tool === "same") this.#stroke = { from: this.cells[cells[1]], to: this.cells[cells[0]], step: [] };
    else if (first) {
      const from = this.cells[cells[0]];
      const wanted = tool === "first" ? colour : tool === "second" ? BLANK : UNKNOWN;
      this.#stroke = { from, to: from === wanted ? UNKNOWN : wanted, step: [] };
    }
    if (!this.#stroke || this.#stroke.from === this.#stroke.to) return;
    const { from, to, step } = this.#stroke;
    const fresh = [...new Set(cells)].filter((index) => this.cells[index] === from);
    step.push(...fresh.map((index) => [index, from, to]));
    this.#set(fresh.map((index) => [index, to]));
  }

  /** @param {boolean} cancelled */
  endStroke(cancelled) {
    const step = this.#stroke?.step ?? [];
    this.#stroke = null;
    if (cancelled) this.#set(step.map(([index, before]) => [index, before]));
    else this.#finish(step);
  }

  /** Fill in [index, colour] each, as one step. @param {[cell: number, colour: number][]} cells */
  fill(cells) {
    const step = cells
      .filter(([index, colour]) => this.cells[index] !== colour)
      .map(([index, colour]) => [index, this.cells[index], colour]);
    this.#set(step.map(([index, , after]) => [index, after]));
    this.#finish(step);
  }

  // Mark what the placed blocks leave, as one step.
  cross() {
    this.#finish([], this.lines);
  }

  /** @param {number[][]} step @param {Line[]} [lines] those that may be complete now */
  #finish(step, lines = this.#through(step)) {
    if (this.crosses) step.push(...this.#cross(lines));
    if (!step.length) return;
    this.#history.push(step);
    this.#settle(true);
  }

  // Complete lines by marks until nothing changes: marks of one line may place the blocks of others.
  /** @param {Line[]} lines */
  #cross(lines) {
    const { shape } = this.puzzle;
    const step = [];
    /** @type {number[][]} */
    let found;
    do {
      const complete = lines.filter((line) => this.placed(line).every(Boolean) && this.puzzle.clueOf(line) !== null);
      const open = complete.flatMap((line) => shape.cellsOf(line)).filter((index) => this.cells[index] === UNKNOWN);
      found = [...new Set(open)].map((index) => [index, UNKNOWN, BLANK]);
      this.#set(found.map(([index, , after]) => [index, after]));
      step.push(...found);
      lines = this.#through(found);
    } while (found.length);
    return step;
  }

  // Undo, redo, restart.

  undo() {
    this.#retrace(this.#history.undo());
  }

  redo() {
    this.#retrace(this.#history.redo());
  }

  /** @param {number[][] | null} changes */
  #retrace(changes) {
    if (!changes) return;
    this.#set(changes);
    this.#settle(false);
  }

  // Clear every cell. Undo brings the cells back.
  restart() {
    const step = this.cells.flatMap((cell, index) => (cell === UNKNOWN ? [] : [[index, cell, UNKNOWN]]));
    this.#history.push(step);
    this.#guess = null;
    this.seconds = this.hints = 0;
    this.#set(step.map(([index, , after]) => [index, after]));
    this.#settle(false);
  }

  // Count a second, unless the puzzle is solved.
  tick() {
    if (this.isSolved) return;
    this.seconds += 1;
    this.#isSaved = false;
    if (this.seconds % 15 === 0) this.save();
  }

  countHint() {
    this.hints += 1;
    this.#isSaved = false;
    this.save();
  }

  // Lines.

  // Which blocks of a line are placed. An empty clue has one number, 0, which is always placed.
  /** @param {Line} line */
  placed(line) {
    const clue = this.puzzle.clueOf(line);
    return clue?.length === 0 ? [true] : placedBlocks(this.puzzle.shape.valuesOf(line, this.cells), clue);
  }

  /** The lines through changed cells. @param {number[][]} changes @returns {Line[]} */
  #through(changes) {
    const touched = changes.flatMap(([index]) => this.puzzle.shape.linesThrough(index));
    return [...new Map(touched.map((line) => [`${line.axis} ${line.index}`, line])).values()];
  }

  /** @param {number[][]} changes */
  #set(changes) {
    if (!changes.length) return;
    for (const [index, value] of changes) this.cells[index] = value;
    this.#emit("cells", { lines: this.#through(changes), changes });
  }

  /** After a move: `own` unless it is undo, redo or a move of another tab. @param {boolean} own */
  #settle(own) {
    const before = this.isSolved;
    this.isSolved = this.puzzle.isSolvedBy(this.cells);
    const isNew = own && this.isSolved && !before;
    if (isNew) this.#guess = null;
    this.#forgetGuess();
    if (isNew && !this.days.includes(day())) this.days.push(day());
    this.#isSaved = false;
    // What counts solved puzzles reads the saved ones.
    if (isNew) this.save();
    else afterPaint(this.save);
    this.#emit("moved", { own });
    if (isNew) this.#emit("solved");
  }

  // Saving.

  // Save what has changed since the last time.
  save = () => {
    this.#isBegun ||= this.cells.some((cell) => cell !== UNKNOWN);
    if (this.#isSaved || !this.#isBegun) return;
    const { cells, isSolved: solved, seconds, hints, days, number } = this;
    this.#isSaved = true;
    const guess = this.#guess ?? undefined;
    if (!save(this.puzzle, { cells, solved, seconds, hints, days, number, guess, history: this.#history }))
      this.#emit("unsaved");
  };

  /** The moves of another tab become one step here, so that undo restores the own cells. @param {SavedGame} given */
  #take({ cells, seconds, hints, days }) {
    this.seconds = Math.max(this.seconds, seconds);
    this.hints = Math.max(this.hints, hints);
    this.days = [...new Set([...this.days, ...days])].sort();
    if (this.#stroke) this.endStroke(true);
    const step = cells.flatMap((cell, i) => (cell === this.cells[i] ? [] : [[i, this.cells[i], cell]]));
    if (!step.length) return;
    this.#history.push(step);
    this.#set(step.map(([index, , after]) => [index, after]));
    this.isSolved = this.puzzle.isSolvedBy(this.cells);
    this.#emit("moved", { own: false });
    this.#emit("followed");
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

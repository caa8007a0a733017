// Answers to the questions of callers, in the thread that asks: puzzles in their form, pictures as rows.

import { checkedPuzzle, checkOrder, OptionError } from "./checks.js";
import { generated } from "./generate.js";
import { hintOf, rectangle } from "./hints.js";
import { KernelQuestions } from "./kernel_questions.js";
import { masksOf, PuzzleError, rowsOf } from "./puzzle.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./puzzle.js").Rows} Rows
 * @typedef {import("./kernel_questions.js").Verdict} Verdict
 * @typedef {import("./kernel_questions.js").Bounds} Bounds
 */

/**
 * `grid` is what is known of the cells: rows of masks, in which bit c says that the cell may have colour c. `seconds`
 * is a limit: wall-clock seconds for the whole question; the clock is checked between steps of the work, in the kernel
 * every few milliseconds. Reaching a limit ends the work. Results found so far stay, open questions are answered
 * unknown, never wrongly, and stopped_by names the limit.
 *
 * @typedef {{ grid?: Rows, seconds?: number }} Options
 */

/**
 * @typedef {{ kind: "none" | "multiple" | "unknown" | "lines", text: string }} Reason why, and in words
 * @typedef {{ decision: "publish" | "warn" | "reject", reasons: Reason[], verdict: Verdict, pictures: Rows[],
 *   differ: number[][], steps: number, deepest: (import("./hints.js").Hint & { number: number }) | null,
 *   by_lines: boolean, stopped_by?: string }} Card
 */

/** What a verdict alone leads to. @type {Record<Verdict, Pick<Card, "decision" | "reasons">>} */
const CARDS = {
  unique: { decision: "publish", reasons: [] },
  multiple: { decision: "reject", reasons: [] },
  none: { decision: "reject", reasons: [{ kind: "none", text: "there is no solution" }] },
  unknown: { decision: "warn", reasons: [{ kind: "unknown", text: "not proven: a limit was reached" }] },
};

/** A limit was reached before there was an answer; `limit` names it. */
export class LimitReached extends Error {
  name = "LimitReached";

  /** @param {string} limit */
  constructor(limit) {
    super(`the limit on ${limit} was reached`);
    this.limit = limit;
  }
}

export class Answers {
  #questions;

  /** @param {any} kernel what the default export of kernel.js makes */
  constructor(kernel) {
    this.#questions = new KernelQuestions(kernel);
  }

  /**
   * Whether a puzzle has exactly one solution: "unique", "multiple", "none", or "unknown" where a limit came first.
   * `pictures` has the solution, or two of them; `stopped_by` names the limit.
   *
   * @param {Puzzle} puzzle @param {Options} [options]
   * @returns {{ verdict: Verdict, pictures: Rows[], stopped_by?: string }}
   */
  check(puzzle, options = {}) {
    const [form, asked, picture] = this.#asked(puzzle, options);
    const { verdict, found, stopped_by } = this.#questions.check(form, asked);
    return { verdict, pictures: found.map(picture), ...(verdict === "unknown" ? { stopped_by } : {}) };
  }

  /**
   * A solution; null where there is none. Throws LimitReached.
   *
   * @param {Puzzle} puzzle @param {Options} [options] @returns {Rows | null}
   */
  solve(puzzle, options = {}) {
    for (const picture of this.solutions(puzzle, options)) return picture;
    return null;
  }

  /**
   * Every solution, each once, in a fixed order, found when it is asked for. Throws LimitReached.
   *
   * @param {Puzzle} puzzle @param {Options} [options] @returns {Generator<Rows, void, void>}
   */
  *solutions(puzzle, options = {}) {
    const [form, asked, picture] = this.#asked(puzzle, options);
    const search = this.#questions.solutions(form, asked);
    try {
      for (;;) {
        const { value, done } = search.next();
        if (done && value) throw new LimitReached(value);
        if (done || !(value instanceof Uint8Array)) return;
        yield picture(value);
      }
    } finally {
      search.return(undefined);
    }
  }

  /**
   * Bounds on the number of solutions: equal where it is exact; `at_most` is null where no upper bound
   * is known. `progress` gets proven bounds on the way; `stopped_by` names the limit that came first.
   *
   * @param {Puzzle} puzzle @param {Options & { progress?: (bounds: Bounds) => unknown }} [options] @returns {Bounds}
   */
  count(puzzle, options = {}) {
    const [form, asked] = this.#asked(puzzle, options, ["progress"]);
    return this.#questions.count(form, asked, options.progress);
  }

  /**
   * What follows line by line: the grid when every line has been tightened until nothing changes; null where a line
   * has no placement left. Throws LimitReached.
   *
   * @param {Puzzle} puzzle @param {Options} [options] @returns {Rows | null}
   */
  tighten(puzzle, options = {}) {
    const [form, asked] = this.#asked(puzzle, options);
    const words = this.#questions.propagated(form, asked);
    if (typeof words === "string") throw new LimitReached(words);
    return words ? rowsOf(masksOf(words), form.lines.length - form.height) : null;
  }

  /**
   * The easiest next step that a person finds in one line, with its reason; null where no technique of single lines
   * finds anything, as in a solved puzzle. Throws LimitReached.
   *
   * @param {Puzzle} puzzle @param {Options} [options] @returns {import("./hints.js").Hint | null}
   */
  hint(puzzle, options = {}) {
    const [form, asked] = this.#asked(puzzle, options);
    const found = this.#questions.hint(form, asked);
    if (typeof found === "string") throw new LimitReached(found);
    const { names } = form;
    const width = form.lines.length - form.height;
    const masks = asked.known ? masksOf(asked.known) : Array(form.height * width).fill(2 ** names.length - 1);
    return found ? hintOf(found, form, names, masks, rectangle(form.height, width)) : null;
  }

  /**
   * Whether to publish a puzzle, and why not: what the Python package says of it, as far as single lines go. "reject":
   * there is no solution, or several, of which `pictures` has two, and `differ` the cells in which these differ. "warn":
   * a limit came first. `steps` are those of single lines, and the `deepest` of them; where they do not decide every
   * cell, `by_lines` is false. Repairs, and how long and how deep a puzzle is, are the Python package's.
   *
   * @param {Puzzle} puzzle @param {Omit<Options, "grid">} [options]
   * @returns {Card}
   */
  card(puzzle, options = {}) {
    const { form, known } = checkedPuzzle(puzzle, options);
    if (known) throw new OptionError("grid: a card is about the puzzle alone");
    const end = performance.now() + 1000 * (options.seconds ?? Infinity);
    const { verdict, pictures, stopped_by } = this.check(puzzle, options);
    const [first, second] = pictures;
    const differ = (second ?? []).flatMap((row, y) => row.flatMap((cell, x) => (cell === first[y][x] ? [] : [[y, x]])));
    const card = { ...CARDS[verdict], verdict, pictures, differ, steps: 0, deepest: null, by_lines: false };
    if (verdict === "multiple")
      card.reasons = [{ kind: "multiple", text: `several solutions, which differ in ${differ.length} cells` }];
    if (verdict !== "unique") return stopped_by ? { ...card, stopped_by } : card;
    /** @type {Card["deepest"]} */
    let deepest = null;
    let steps = 0;
    const width = form.lines.length - form.height;
    const grid = Array.from({ length: form.height }, () => Array(width).fill(2 ** form.names.length - 1));
    try {
      for (;;) {
        const left = (end - performance.now()) / 1000;
        const step = this.hint(puzzle, { grid, ...(options.seconds && { seconds: Math.max(1e-6, left) }) });
        if (!step) break;
        steps += 1;
        if (!deepest || step.cost > deepest.cost) deepest = { ...step, number: steps };
        for (const cell of step.cells) grid[cell.row][cell.column] = cell.left.reduce((mask, c) => mask + 2 ** c, 0);
      }
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      return { ...card, steps, deepest, stopped_by: error.limit, ...CARDS.unknown };
    }
    const by_lines = grid.flat().every((mask) => Number.isInteger(Math.log2(mask)));
    const text = "some steps take more than one line";
    return { ...card, steps, deepest, by_lines, reasons: by_lines ? [] : [{ kind: "lines", text }] };
  }

  /**
   * A random puzzle in one colour with one solution, and that solution. Throws LimitReached.
   *
   * @param {import("./generate.js").Order} order @param {Omit<Options, "grid">} [options]
   * @returns {import("./generate.js").Made}
   */
  generate(order, options = {}) {
    checkOrder(order, options);
    const end = performance.now() + 1000 * (options.seconds ?? Infinity);
    return generated(order, (puzzle) => {
      const { verdict, pictures } = this.check(puzzle, { seconds: Math.max(0, (end - performance.now()) / 1000) });
      if (verdict === "unknown") throw new LimitReached("seconds");
      return pictures;
    });
  }

  /**
   * @param {Puzzle} puzzle @param {Options} options @param {string[]} [more] names of further options
   * @returns {[form: import("./puzzle.js").NamedForm, asked: import("./kernel_questions.js").Asked,
   *   picture: (cells: Uint8Array) => Rows]}
   */
  #asked(puzzle, options, more) {
    const { form, known } = checkedPuzzle(puzzle, options, more);
    const width = form.lines.length - form.height;
    const longest = this.#questions.longestLine;
    if (Math.max(width, form.height) > longest)
      throw new PuzzleError(`expected lines of at most ${longest} cells, not ${Math.max(width, form.height)}`);
    return [form, { known, seconds: options.seconds }, (cells) => rowsOf(cells, width)];
  }
}

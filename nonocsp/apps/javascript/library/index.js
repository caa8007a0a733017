// Nonograms: solve, enumerate, check and count, in a worker.
//
//   import { check } from "nonocsp";
//   const { verdict } = await check({ rows: [[1], [1]], cols: [[1], [1]] });     // "multiple"
//
// Every question runs in a worker, at most one for each core at once; further questions wait for their turn. A signal ends
// the worker of its question at once. See `Answers` for what the questions mean; who has a worker already calls that
// class there, from "nonocsp/sync".

import { LimitReached } from "./answers.js";
import { Asked } from "./asked.js";
import { checkedPuzzle, checkOrder, OptionError } from "./checks.js";
import { PuzzleError } from "./puzzle.js";

export { read, write } from "./formats.js";
export { puzzleOf } from "./generate.js";
export { LimitReached, OptionError, PuzzleError };

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./puzzle.js").Clue} Clue
 * @typedef {import("./puzzle.js").Block} Block
 * @typedef {import("./puzzle.js").Rows} Rows
 * @typedef {import("./hints.js").Hint} Hint
 * @typedef {import("./answers.js").Answers} Answers
 * @typedef {import("./answers.js").Verdict} Verdict
 * @typedef {import("./answers.js").Bounds} Bounds
 * @typedef {import("./answers.js").Card} Card
 */

/**
 * As in answers.js. When `signal` is aborted, the question ends and throws the reason of the signal.
 *
 * @typedef {{ grid?: Rows, seconds?: number, signal?: AbortSignal }} Options
 */

/** Whether a puzzle has exactly one solution. @see Answers.check */
export const check = asking("check");

/** A solution; null where there is none. @see Answers.solve */
export const solve = asking("solve");

/** The number of solutions, or bounds on it; `progress` gets bounds on the way. @see Answers.count */
export const count = asking("count", "progress");

/** Line propagation to a fixpoint; null where a line has no placement. @see Answers.tighten */
export const tighten = asking("tighten");

/** The easiest next step that a person finds in one line, in words too; null where none is. @see Answers.hint */
export const hint = asking("hint");

/** Whether to publish a puzzle, and why not. @see Answers.card */
export const card = asking("card");

/**
 * A random puzzle in one colour with one solution, and that solution; the seed that made it is in the answer.
 *
 * @param {import("./generate.js").Order} order @param {Omit<Options, "grid">} [options]
 * @returns {Promise<import("./generate.js").Made>} @see Answers.generate
 */
export async function generate(order, options = {}) {
  checkOrder(order, options, ["signal"]);
  return answered("generate", order, options);
}

/**
 * Every solution, each once.
 *
 * @param {Puzzle} puzzle @param {Options} [options] @returns {AsyncGenerator<Rows, void, void>}
 * @see Answers.solutions
 */
export async function* solutions(puzzle, options = {}) {
  checkedPuzzle(puzzle, options, ["signal"]);
  const asked = new Asked("solutions", puzzle, options);
  try {
    for (;;) {
      const { part, isLast } = await asked.next();
      if (isLast) return;
      yield part;
    }
  } finally {
    asked.close();
  }
}

/**
 * The method of `Answers` with this name, in a worker.
 *
 * @template {"check" | "solve" | "count" | "tighten" | "hint" | "card"} Q
 * @param {Q} question @param {string[]} more names of its further options
 * @returns {(puzzle: Puzzle, options?: Parameters<Answers[Q]>[1] & Pick<Options, "signal">) =>
 *   Promise<ReturnType<Answers[Q]>>}
 */
function asking(question, ...more) {
  return async (puzzle, /** @type {any} */ options = {}) => {
    checkedPuzzle(puzzle, options, ["signal", ...more]);
    return answered(question, puzzle, options, options.progress);
  };
}

/** @param {string} question @param {any} given @param {Options} options @param {(part: any) => unknown} [progress] */
async function answered(question, given, options, progress) {
  const asked = new Asked(question, given, options);
  try {
    for (;;) {
      const { part, isLast } = await asked.next();
      if (isLast) return part;
      progress?.(part);
    }
  } finally {
    asked.close();
  }
}

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
 * @typedef {import("./answers.js").Verdict} Verdict
 * @typedef {import("./answers.js").Bounds} Bounds
 * @typedef {import("./answers.js").Options & { signal?: AbortSignal }} Options
 */

/** Whether a puzzle has exactly one solution. @param {Puzzle} puzzle @param {Options} [options] @see Answers.check */
export async function check(puzzle, options = {}) {
  /** @type {{ verdict: Verdict, pictures: Rows[], stopped_by?: string }} */
  const answer = await ask("check", puzzle, options);
  return answer;
}

/**
 * A solution; null where there is none.
 *
 * @param {Puzzle} puzzle @param {Options} [options] @returns {Promise<Rows | null>} @see Answers.solve
 */
export function solve(puzzle, options = {}) {
  return ask("solve", puzzle, options);
}

/**
 * The number of solutions, or bounds on it.
 *
 * @param {Puzzle} puzzle @param {Options & { progress?: (bounds: Bounds) => unknown }} [options]
 * @returns {Promise<Bounds>} @see Answers.count
 */
export async function count(puzzle, options = {}) {
  checkedPuzzle(puzzle, options, ["signal", "progress"]);
  return answered("count", puzzle, options, options.progress);
}

/**
 * Line propagation to a fixpoint; null where a line has no placement.
 *
 * @param {Puzzle} puzzle @param {Options} [options] @returns {Promise<Rows | null>} @see Answers.tighten
 */
export function tighten(puzzle, options = {}) {
  return ask("tighten", puzzle, options);
}

/**
 * The easiest next step that a person finds in one line, in words too; null where none is.
 *
 * @param {Puzzle} puzzle @param {Options} [options] @returns {Promise<Hint | null>} @see Answers.hint
 */
export function hint(puzzle, options = {}) {
  return ask("hint", puzzle, options);
}

/**
 * A random puzzle in one colour with one solution, and that; the seed that made it is in the answer.
 *
 * @param {import("./generate.js").Order} order @param {{ seconds?: number, signal?: AbortSignal }} [options]
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

/** @param {string} question @param {Puzzle} puzzle @param {Options} options @returns {Promise<any>} */
async function ask(question, puzzle, options) {
  checkedPuzzle(puzzle, options, ["signal"]);
  return answered(question, puzzle, options);
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

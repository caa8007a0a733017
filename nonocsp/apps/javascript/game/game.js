// Nonograms for games, in one file with a small kernel inside: unique? generate, hint, count.
//
//   import { generate, hint } from "./nonocsp-game.js";
//   const { puzzle, picture } = await generate({ rows: 10, cols: 10 });
//
// The functions are those of "nonocsp" under the same names, for lines of up to 127 cells. They work in the thread that
// asks. Started as a worker named "nonocsp", the file answers there: messages [name, ...arguments] in, { answer } or
// { error } out, in the order of the questions.

import { Answers, LimitReached } from "../library/answers.js";
import { checkedPuzzle, checkOrder, OptionError } from "../library/checks.js";
import { PuzzleError, shown } from "../library/puzzle.js";
import { loadSmallKernel } from "./small_kernel.js";

export { puzzleOf } from "../library/generate.js";
export { LimitReached, OptionError, PuzzleError };

/**
 * @typedef {import("../library/puzzle.js").Puzzle} Puzzle
 * @typedef {import("../library/puzzle.js").Clue} Clue
 * @typedef {import("../library/puzzle.js").Rows} Rows
 * @typedef {import("../library/generate.js").Order} Order
 * @typedef {import("../library/hints.js").Hint} Hint
 * @typedef {import("../library/answers.js").Options} Options
 * @typedef {import("../library/answers.js").Verdict} Verdict
 */

// Solutions that are counted unless a limit is given.
const LIMIT = 1000;

/** @type {Promise<Answers> | null} */
let loaded = null;

/** What is asked of the kernel, which is loaded once, and again after an error of its own.
 * @template T @param {(answers: Answers) => T} question @returns {Promise<T>} */
async function asked(question) {
  const kernel = (loaded ??= loadSmallKernel().then((kernel) => new Answers(kernel)));
  try {
    const answers = await kernel;
    if (kernel === loaded) return question(answers);
  } catch (error) {
    const isOurs = [LimitReached, OptionError, PuzzleError].some((ours) => error instanceof ours);
    if (kernel === loaded && !isOurs) loaded = null;
    throw error;
  }
  return asked(question);
}

/**
 * Whether there is exactly one solution. Throws LimitReached.
 *
 * @param {Puzzle} puzzle @param {Options} [options] @returns {Promise<boolean>}
 */
export async function isUnique(puzzle, options = {}) {
  const { verdict, stopped_by } = await check(puzzle, options);
  if (verdict === "unknown") throw new LimitReached(stopped_by ?? "");
  return verdict === "unique";
}

/**
 * The verdict, with the solution, or two of them.
 *
 * @param {Puzzle} puzzle @param {Options} [options] @see Answers.check
 * @returns {Promise<{ verdict: Verdict, pictures: Rows[], stopped_by?: string }>}
 */
export async function check(puzzle, options = {}) {
  checkedPuzzle(puzzle, options);
  return asked((answers) => answers.check(puzzle, options));
}

/**
 * The number of solutions, counted up to `limit`; if it equals `limit`, there may be more. Throws LimitReached, whose
 * `at_least` has those that were found.
 *
 * @param {Puzzle} puzzle @param {Options & { limit?: number }} [options] @returns {Promise<number>}
 */
export async function count(puzzle, options = {}) {
  checkedPuzzle(puzzle, options, ["limit"]);
  const { limit = LIMIT, ...others } = options;
  let at_least = 0;
  try {
    return await asked((answers) => {
      const end = performance.now() + 1000 * (others.seconds ?? Infinity);
      for (const _ of answers.solutions(puzzle, others)) {
        if (++at_least === limit) break;
        if (performance.now() > end) throw new LimitReached("seconds"); // pictures take time, too
      }
      return at_least;
    });
  } catch (error) {
    throw error instanceof LimitReached ? Object.assign(error, { at_least }) : error;
  }
}

/**
 * The easiest next step that a person finds in one line, in words too; null where there is none.
 *
 * @param {Puzzle} puzzle @param {Options} [options] @returns {Promise<Hint | null>} @see Answers.hint
 */
export async function hint(puzzle, options = {}) {
  checkedPuzzle(puzzle, options);
  return asked((answers) => answers.hint(puzzle, options));
}

/**
 * A random puzzle in one colour with one solution, and that solution; the seed that made it is in the answer.
 *
 * @param {Order} order @param {Omit<Options, "grid">} [options] @see Answers.generate
 * @returns {Promise<import("../library/generate.js").Made>}
 */
export async function generate(order, options = {}) {
  checkOrder(order, options);
  return asked((answers) => answers.generate(order, options));
}

/** @type {any} */
const scope = globalThis;
if (scope.WorkerGlobalScope && scope.name === "nonocsp") {
  /** @type {Record<string, Function>} */
  const questions = { isUnique, check, count, hint, generate };
  let turn = Promise.resolve();
  /** @param {MessageEvent} event */
  const reply = async ({ data }) => {
    try {
      const [name, ...given] = [data].flat();
      if (!Object.hasOwn(questions, name))
        throw new OptionError(`question: expected ${Object.keys(questions).join(", ")}, not ${shown(name)}`);
      scope.postMessage({ answer: await questions[name](...given) });
    } catch (error) {
      const { name, message, limit, at_least } = /** @type {any} */ (error);
      scope.postMessage({ error: { name, message, limit, at_least } });
    }
  };
  scope.onmessage = (/** @type {MessageEvent} */ event) => (turn = turn.then(() => reply(event)));
}

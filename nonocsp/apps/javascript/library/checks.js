// What questions may be given beside a puzzle: one table, asked before any work starts.

import { formOf, shown, wordsOf } from "./puzzle.js";

/** An unknown option, or a value that an option cannot have; the message names it. */
export class OptionError extends Error {
  name = "OptionError";
}

const MOST_SIDE = 100;

/** @param {number} least @param {number} most @returns {[fits: (value: unknown) => boolean, expected: string]} */
const whole = (least, most) => [
  (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  `a whole number from ${least} to ${most}`,
];

/** @type {Record<string, [fits: (value: any) => boolean, expected: string]>} */
const VALUES = {
  seconds: [(value) => typeof value === "number" && value >= 0, "a number of at least 0"],
  signal: [(value) => typeof value?.throwIfAborted === "function", "an AbortSignal"],
  progress: [(value) => typeof value === "function", "a function"],
  grid: [Array.isArray, "rows of masks"],
  rows: whole(1, MOST_SIDE),
  cols: whole(1, MOST_SIDE),
  density: [(value) => typeof value === "number" && value >= 0 && value <= 1, "a number from 0 to 1"],
  isSmooth: [(value) => typeof value === "boolean", "true or false"],
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  limit: whole(1, Number.MAX_SAFE_INTEGER),
};

/** What the kernel takes of a puzzle and of what is known of it; `more` are options beside those of every question.
 *
 * @param {import("./puzzle.js").Puzzle} puzzle @param {any} options @param {string[]} [more]
 */
export function checkedPuzzle(puzzle, options, more = []) {
  checkMembers("options", options, ["grid", "seconds", ...more]);
  const form = formOf(puzzle);
  return { form, known: wordsOf(options.grid, form) };
}

/** @param {import("./generate.js").Order} order @param {any} options @param {string[]} [more] */
export function checkOrder(order, options, more = []) {
  checkMembers("options", options, ["seconds", ...more]);
  checkMembers("order", order, ["rows", "cols", "density", "isSmooth", "seed"], ["rows", "cols"]);
}

/** @param {string} what @param {any} given @param {string[]} names @param {string[]} [needed] */
function checkMembers(what, given, names, needed = []) {
  if (Object(given) !== given || Array.isArray(given))
    throw new OptionError(`${what}: expected an object, not ${shown(given)}`);
  const unknown = Object.keys(given).find((name) => given[name] !== undefined && !names.includes(name));
  if (unknown) throw new OptionError(`${what}: expected ${names.join(", ")}, not ${shown(unknown)}`);
  for (const name of names) {
    const [fits, expected] = VALUES[name];
    if ((given[name] !== undefined || needed.includes(name)) && !fits(given[name]))
      throw new OptionError(`${name}: expected ${expected}, not ${shown(given[name])}`);
  }
}

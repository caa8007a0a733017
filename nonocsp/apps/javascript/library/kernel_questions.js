// Questions to the kernel, which is WebAssembly: each works until it is done, in the thread that asks.
//
// A limit that ends a search is named by `stopped_by`: "seconds" or "memory". Whatever has been found by then is true.

import { packed } from "./puzzle.js";

const MEMORY = 2 ** 30;

// Counted work, in rough nanoseconds, between two looks at the bounds of a count: at first and at most.
const FIRST_TURN = 1_000_000;
const LONGEST_TURN = 64_000_000;

/**
 * @typedef {import("./puzzle.js").Form} Form
 * @typedef {"unique" | "multiple" | "none" | "unknown"} Verdict
 * @typedef {{ known?: Uint8Array | null, seconds?: number }} Asked
 * @typedef {{ at_least: bigint, at_most: bigint | null, stopped_by?: string }} Bounds
 */

export class KernelQuestions {
  #kernel;
  #options;

  /** @param {any} kernel what the default export of kernel.js makes */
  constructor(kernel) {
    this.#kernel = kernel;
    this.#options = new kernel.Options({});
  }

  /** The cells of the longest line that the kernel takes. */
  get longestLine() {
    return this.#kernel.longest_line;
  }

  /**
   * The solutions, one after another; at the end why there are no more: undefined where these are all. `stats` gets
   * the counted work of the search.
   *
   * @param {Form} form @param {Asked} asked @param {(stats: any) => unknown} [stats]
   * @returns {Generator<Uint8Array, string | undefined, void>}
   */
  *solutions(form, { known = null, seconds = Infinity }, stats) {
    const puzzle = this.#puzzle(form);
    /** @type {any} */
    let search = null;
    try {
      search = new this.#kernel.Search(puzzle, known, this.#options, seconds, Infinity, MEMORY, 1, null, null);
      for (;;) {
        const found = search.next();
        if (!(found instanceof Uint8Array)) return found;
        yield found;
      }
    } finally {
      if (search) stats?.(search.stats());
      search?.delete();
      puzzle.delete();
    }
  }

  /**
   * The first solutions, at most `most`, and whether they are all.
   *
   * @param {Form} form @param {number} most @param {Asked} asked
   */
  first(form, most, asked) {
    /** @type {any} */
    let stats = {};
    /** @type {Uint8Array[]} */
    const found = [];
    const search = this.solutions(form, asked, (counted) => (stats = counted));
    for (;;) {
      const next = found.length < most ? search.next() : search.return(undefined);
      if (next.done) return { found, isAll: found.length < most && !next.value, stopped_by: next.value, stats };
      found.push(next.value);
    }
  }

  /**
   * Whether there is exactly one solution; with two of them where there are several.
   *
   * @param {Form} form @param {Asked} asked
   */
  check(form, asked) {
    const { isAll, ...rest } = this.first(form, 2, asked);
    return { verdict: verdictOf(rest.found.length, isAll), ...rest };
  }

  /**
   * The number of solutions; `progress` gets proven bounds on the way.
   *
   * @param {Form} form @param {Asked} asked @param {(bounds: Bounds) => unknown} [progress] @returns {Bounds}
   */
  count(form, { known = null, seconds = Infinity }, progress) {
    const puzzle = this.#puzzle(form);
    /** @type {any} */
    let portfolio = null;
    try {
      portfolio = new this.#kernel.Portfolio(puzzle, known, this.#options, seconds, Infinity, MEMORY, 1, true);
      /** @type {Bounds} */
      let bounds = { at_least: 0n, at_most: null };
      for (let turn = FIRST_TURN; ; turn = Math.min(2 * turn, LONGEST_TURN)) {
        const isOver = portfolio.run(turn);
        const upper = portfolio.upper_bound();
        const found = { at_least: wholeOf(portfolio.lower_bound()), at_most: upper ? wholeOf(upper) : null };
        const isBetter = found.at_least !== bounds.at_least || found.at_most !== bounds.at_most;
        bounds = found;
        if (isOver) break;
        if (isBetter) progress?.(bounds);
      }
      const stopped_by = portfolio.stopped_by();
      if (stopped_by) return { ...bounds, stopped_by };
      const space = portfolio.solutions();
      try {
        const count = wholeOf(space.count());
        return { at_least: count, at_most: count };
      } finally {
        space.delete();
      }
    } finally {
      portfolio?.delete();
      puzzle.delete();
    }
  }

  /**
   * The masks of all cells when every line has been tightened until nothing changes, as words; undefined where a line
   * has no placement left; a limit.
   *
   * @param {Form} form @param {Asked} asked @returns {Uint8Array | undefined | string}
   */
  propagated(form, { known = null, seconds = Infinity }) {
    const puzzle = this.#puzzle(form);
    try {
      return this.#kernel.propagated(puzzle, known, seconds, MEMORY);
    } finally {
      puzzle.delete();
    }
  }

  /**
   * The next step of the techniques that look at one line; undefined where they find nothing; a limit.
   *
   * @param {Form} form @param {Asked} asked @returns {import("./hints.js").Found | undefined | string}
   */
  hint(form, { known = null, seconds = Infinity }) {
    const puzzle = this.#puzzle(form);
    try {
      return this.#kernel.hint(puzzle, known, seconds);
    } finally {
      puzzle.delete();
    }
  }

  /** @param {Form} form */
  #puzzle(form) {
    return new this.#kernel.Puzzle(...packed(form));
  }
}

/**
 * What two solutions at most say, and whether they are all.
 *
 * @param {number} found @param {boolean} isAll @returns {Verdict}
 */
export function verdictOf(found, isAll) {
  if (found > 1) return "multiple";
  return !isAll ? "unknown" : found ? "unique" : "none";
}

/** A whole number from its bytes, the lowest first. @param {Uint8Array} bytes */
function wholeOf(bytes) {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

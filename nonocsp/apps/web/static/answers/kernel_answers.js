// Verdicts and solutions from the kernel alone, as WebAssembly in a worker: they are there before Python is.
//
//   import { KernelAnswers } from "./kernel_answers.js";
//   const kernel = await createKernel();          // the default export of kernel.js, which `build_kernel` writes
//   const answers = new KernelAnswers(kernel);
//   answers.takes(question, data)                 // whether the kernel answers this request; if not, ask Python
//   answers.ask(question, data, progress)         // the members of the endpoint's answer; works until it is done
//   answers.isWhole(question, data, answer)       // whether Python has nothing to add; if it has, show this and
//                                                 // ask Python too
//
// `ask` takes what the endpoints `check` and `solve` take, and gives their members status, pictures, stopped_by and
// stats, for `check` also verdict, count and is_exact. Members differ, candidates and components, and the puzzle of
// a picture, and the problems of a puzzle without solution, are Python's. Where it is asked for components or cells
// that differ, the exact count is worked on, and `progress` receives {verdict, count, is_exact} with every better
// bound. Running out of memory is an Error of the `kind` "limit".

import { Refusal } from "./lines.js";
import { describe, Puzzle } from "../puzzle/model.js";
import { shapeOf } from "../puzzle/shapes.js";

const MOST_CELLS = 250_000;
const MOST_SECONDS = 60;
const MEMORY = 2 ** 30;

// Masks of more colours are not exact as numbers.
const MOST_COLOURS = 50;

// How a block meets the one before it; a block without a third member meets it as the colours say.
const JOINTS = [undefined, "attached", "loose"];

// Counted work, in rough nanoseconds, between two looks at the lower bound: at first and at most.
const FIRST_TURN = 1_000_000;
const LONGEST_TURN = 64_000_000;

export class KernelAnswers {
  #kernel;
  #options;

  /** @param {any} kernel */
  constructor(kernel) {
    this.#kernel = kernel;
    this.#options = new kernel.Options({});
  }

  /** @param {Question} question @param {Asked} data */
  takes(question, data) {
    if (question !== "check" && question !== "solve") return false;
    const { seconds = 10 } = data;
    const puzzle = puzzleOf(data);
    const fits = puzzle !== null && puzzle.shape.longest <= this.#kernel.longest_line;
    return fits && seconds > 0 && seconds <= MOST_SECONDS;
  }

  /** @param {Question} question @param {Asked} data @param {((interim: any) => unknown) | undefined} progress */
  ask(question, data, progress) {
    const puzzle = puzzleOf(data);
    if (!puzzle) throw new Refusal("input", "the kernel does not take this puzzle");
    /** @type {any[]} */
    const held = [];
    /** @param {any} made */
    const hold = (made) => (held.push(made), made);
    try {
      const given = [hold(this.#puzzle(puzzle)), wordsOf(data.grid), this.#options];
      const { seconds = 10 } = data;
      const start = performance.now();
      const search = hold(new this.#kernel.Search(...given, seconds, Infinity, MEMORY, 1, null, null));
      const { found, ...known } = question === "solve" ? solve(search) : check(search);
      const pictures = found.map((cells) => rowsOf(cells, puzzle));
      const answer = { ...known, ...(pictures.length ? { pictures } : {}), stats: search.stats() };
      if (answer.verdict !== "multiple" || !(data.differ || data.components)) return answer;
      const left = seconds - (performance.now() - start) / 1000;
      progress?.({ verdict: answer.verdict });
      const portfolio = hold(new this.#kernel.Portfolio(...given, Math.max(left, 0), Infinity, MEMORY, 1, false));
      return { ...answer, ...this.#count(portfolio, progress) };
    } catch (error) {
      throw named(error);
    } finally {
      for (const made of held) made.delete();
    }
  }

  /** @param {Question} question @param {Asked} data @param {Partial<Checked>} answer */
  isWhole(question, data, answer) {
    const isMore = question === "check" && (data.differ || data.components || answer.verdict === "none");
    return !(data.picture || isMore);
  }

  /** @param {Puzzle} puzzle */
  #puzzle(puzzle) {
    const { shape } = puzzle;
    const clues = shape.lines.map((line) => puzzle.clueOf(line));
    const blocks = clues.flatMap((clue) => clue ?? []);
    /** @param {Iterable<number>} numbers */
    const bytes = (numbers) => new Uint8Array(Int32Array.from(numbers).buffer);
    return new this.#kernel.Puzzle(
      shape.height,
      clues.length - shape.height,
      puzzle.palette.length - 1,
      bytes(clues.map((clue) => clue?.length ?? -1)),
      bytes(blocks.map(([length]) => (length === "?" ? 0 : length))),
      Uint8Array.from(blocks, ([, colour]) => colour),
      Uint8Array.from(blocks, ([, , joint]) => Math.max(0, JOINTS.indexOf(joint))),
      bytes(shape.listed),
    );
  }

  /** @param {any} portfolio @param {((interim: any) => unknown) | undefined} progress */
  #count(portfolio, progress) {
    let best = 2n;
    /** @type {bigint | null} */
    let most = null;
    const bounds = () => ({ count: String(best), at_most: most === null ? null : String(most), is_exact: false });
    let turn = FIRST_TURN;
    for (;;) {
      const isOver = portfolio.run(turn);
      const lower = wholeOf(portfolio.lower_bound());
      const upper = portfolio.upper_bound();
      /** @type {(bigint | null)[]} */
      const before = [best, most];
      if (lower > best) best = lower;
      if (upper) most = wholeOf(upper);
      if (!isOver && (best !== before[0] || most !== before[1])) progress?.({ verdict: "multiple", ...bounds() });
      if (isOver) break;
      turn = Math.min(2 * turn, LONGEST_TURN);
    }
    const stopped = portfolio.stopped_by();
    if (stopped) return { ...bounds(), stopped_by: stopped };
    const space = portfolio.solutions();
    try {
      const count = String(wholeOf(space.count()));
      return { count, at_most: count, is_exact: true };
    } finally {
      space.delete();
    }
  }
}

/**
 * @param {any} search
 * @returns {{ status: string, found: Uint8Array[], verdict?: Verdict, count?: string, stopped_by?: string }}
 */
function solve(search) {
  const found = search.next();
  if (found instanceof Uint8Array) return { status: "satisfiable", found: [found] };
  if (found === undefined) return { status: "unsatisfiable", found: [] };
  return { status: "unknown", found: [], stopped_by: found };
}

/** @param {any} search */
function check(search) {
  const found = [];
  let last;
  while (found.length < 2 && (last = search.next()) instanceof Uint8Array) found.push(last);
  const isOver = found.length === 2 || last === undefined;
  /** @type {Verdict[]} */
  const verdicts = ["none", "unique", "multiple"];
  const verdict = isOver ? verdicts[found.length] : "unknown";
  const status = found.length ? "satisfiable" : isOver ? "unsatisfiable" : "unknown";
  const answer = {
    status,
    verdict,
    count: String(found.length),
    is_exact: verdict === "none" || verdict === "unique",
    found,
  };
  return isOver ? answer : { ...answer, stopped_by: last };
}

/** The puzzle of a request; null if it is not as the page writes it. @param {Asked} given */
function puzzleOf({ puzzle, picture, grid }) {
  try {
    const data = puzzle ?? (picture && drawn(picture));
    if (!data) return null;
    const made = new Puzzle(data);
    const { shape, clues, palette } = made;
    /** @param {any} given */
    const isBlock = ([length, colour]) => (length === "?" || (Number.isInteger(length) && length > 0)) && colour > 0;
    const isUsual = Object.values(clues)
      .flat()
      .every((clue) => clue === null || clue.every(isBlock));
    /** @param {any} mask */
    const isMask = (mask) => Number.isInteger(mask) && mask >= 0 && mask < 2 ** palette.length;
    const fits = !grid || (same(grid, shape.cut(grid.flat())) && grid.flat().every(isMask));
    return isUsual && fits && shape.size <= MOST_CELLS && palette.length <= MOST_COLOURS ? made : null;
  } catch {
    return null;
  }
}

/** @param {SentPicture} given */
function drawn({ board, rows, blank, colours }) {
  const shape = shapeOf({ board, rows, cols: rows[0] });
  if (!same(rows, shape.cut(rows.flat()))) throw new Error("a picture of another shape");
  return describe(rows.flat(), shape, [blank, ...colours]);
}

/** The masks of a grid, as the kernel takes them. @param {number[][] | undefined} grid */
function wordsOf(grid) {
  return grid ? new Uint8Array(BigUint64Array.from(grid.flat(), BigInt).buffer) : null;
}

/** A whole number from its bytes, the lowest first. @param {Uint8Array} bytes */
function wholeOf(bytes) {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

/** The rows of a picture, in the characters of its colours. @param {Uint8Array} cells @param {Puzzle} given */
function rowsOf(cells, { shape, palette }) {
  return shape.cut([...cells]).map((row) => Array.from(row, (colour) => palette[colour].char).join(""));
}

/** Whether two lists of rows have the same lengths. @param {ArrayLike<any>[]} one @param {ArrayLike<any>[]} other */
const same = (one, other) => one.length === other.length && one.every((row, i) => row.length === other[i].length);

/** @param {any} error */
function named(error) {
  const isMemory = error.name === "MemoryError" || error instanceof RangeError;
  return isMemory ? new Refusal("limit", "stopped: out of memory") : error;
}

// Verdicts, solutions, hints and random puzzles from the kernel alone, as WebAssembly in a worker: they are there before
// Python is.
//
//   import { KernelAnswers } from "./kernel_answers.js";
//   const kernel = await createKernel();          // the default export of kernel.js, which `build_kernel` writes
//   const answers = new KernelAnswers(kernel);
//   answers.takes(question, data)                 // whether the kernel answers this request; if not, ask Python
//   answers.ask(question, data, progress)         // the members of the endpoint's answer; works until it is done;
//                                                 // null if it turns out that Python has to answer
//   answers.isWhole(question, data)               // whether Python has nothing to add; if it has, show this and
//                                                 // ask Python too
//
// `ask` takes what the endpoints `check` and `solve` take, and gives their members status, pictures, stopped_by and
// stats, for `check` also verdict, count and is_exact. Members differ, candidates and components, and the puzzle of
// a picture are Python's. Where it is asked for components or cells
// that differ, the exact count is worked on, and `progress` receives {verdict, count, is_exact} with every better
// bound. Running out of memory is an Error of the `kind` "limit".
//
// A hint is the kernel's where steps in single lines decide a cell, or where cells are wrong each by itself; the reason of a
// mistake is one line. A random puzzle is a rectangle of one colour. What it reads is in reading.js.

import { generated } from "../library/generate.js";
import { decidedIn, whereOf } from "../library/hints.js";
import { KernelQuestions, verdictOf } from "../library/kernel_questions.js";
import * as library from "../library/puzzle.js";
import { BLACK_ON_WHITE, describe, MOST_CELLS, Puzzle } from "../puzzle/model.js";
import { boardOf } from "../puzzle/sentences.js";
import { shapeOf } from "../puzzle/shapes.js";
import { stepOf, stepsToACell } from "./hint_steps.js";
import { OUT_OF_MEMORY, OUT_OF_TIME, Refusal, stopped } from "./lines.js";
import { mistakeIn } from "./mistake.js";
import { readingOf } from "./reading.js";

const MOST_SECONDS = 60;

// Rows or columns of a random puzzle that Python would not make sooner.
const MOST_SIDE = 30;

// Of filled cells in a picture, before it is repaired.
const DENSITY = 0.55;

/** @typedef {{ rows?: number, columns?: number, colours?: number, board?: object, depth?: string | null, seed?: number,
 *   seconds?: number }} Ordered */

export class KernelAnswers {
  #questions;

  /** @param {any} kernel */
  constructor(kernel) {
    this.#questions = new KernelQuestions(kernel);
  }

  /** @param {Question} question @param {Asked} data */
  takes(question, data) {
    const { seconds = 10 } = data;
    if (question === "generate") return generates(/** @type {Ordered} */ (data)) && seconds > 0;
    if (question === "parse") return true;
    if (!["check", "solve", "hint"].includes(question)) return false;
    const puzzle = puzzleOf(data);
    const fits = puzzle !== null && puzzle.shape.longest <= this.#questions.longestLine;
    return fits && seconds > 0 && seconds <= MOST_SECONDS;
  }

  /** @param {Question} question @param {Asked} data @param {((interim: any) => unknown) | undefined} progress */
  ask(question, data, progress) {
    try {
      if (question === "generate") return this.#generate(data);
      if (question === "parse") return readingOf(/** @type {object} */ (data));
      const puzzle = puzzleOf(data);
      if (!puzzle) throw new Refusal("input", "the kernel does not take this puzzle");
      return question === "hint" ? this.#hint(puzzle, data) : this.#decide(question, puzzle, data, progress);
    } catch (error) {
      throw named(error);
    }
  }

  /** @param {Question} question @param {Puzzle} puzzle @param {Asked} data @param {((interim: any) => unknown) | undefined} progress */
  #decide(question, puzzle, data, progress) {
    const form = formOf(puzzle);
    const known = wordsOf(data);
    const { seconds = 10 } = data;
    const start = performance.now();
    const isCheck = question === "check";
    const { found, isAll, stopped_by, stats } = this.#questions.first(form, isCheck ? 2 : 1, { known, seconds });
    const verdict = verdictOf(found.length, isAll);
    const pictures = found.map((cells) => rowsOf(cells, puzzle));
    const answer = {
      status: found.length ? "satisfiable" : verdict === "none" ? "unsatisfiable" : "unknown",
      ...(isCheck && { verdict, count: String(found.length), is_exact: verdict === "none" || verdict === "unique" }),
      ...(stopped_by && { stopped_by }),
      ...(pictures.length && { pictures }),
      stats,
    };
    if (verdict !== "multiple" || !(data.differ || data.components)) return answer;
    progress?.({ verdict });
    const left = Math.max(0, seconds - (performance.now() - start) / 1000);
    /** @param {import("../library/kernel_questions.js").Bounds} bounds */
    const counted = ({ at_least, at_most }) => ({
      count: String(at_least > 2n ? at_least : 2n),
      at_most: at_most === null ? null : String(at_most),
      is_exact: at_least === at_most,
    });
    const bounds = this.#questions.count(form, { known, seconds: left }, (better) =>
      progress?.({ verdict, ...counted(better) }),
    );
    return { ...answer, ...counted(bounds), ...(bounds.stopped_by && { stopped_by: bounds.stopped_by }) };
  }

  /** @param {Puzzle} puzzle @param {Asked} data */
  #hint(puzzle, data) {
    const form = formOf(puzzle);
    const asked = { known: wordsOf(data), seconds: data.seconds ?? 10 };
    const { shape, palette } = puzzle;
    const { seconds = 10 } = data;
    const names = palette.map(({ name }) => name);
    const known = data.grid?.flat() ?? Array(shape.size).fill(2 ** names.length - 1);
    const { found, stopped_by } = this.#questions.first(form, 1, asked);
    if (!found.length) return stopped_by ? null : mistakeIn(this.#questions, puzzle, form, known, seconds);
    const steps = stepsToACell(this.#questions, form, known, { names, board: boardOf(shape), seconds });
    if (!steps) return null;
    const hints = steps.map(({ hint }) => hint);
    const lines = hints.flatMap((hint) => (hint.lines.length === 1 ? hint.lines : []));
    const decided = decidedIn(hints[hints.length - 1], names, boardOf(shape));
    const sentences = [...hints.map(({ text }) => text), ...decided];
    /** @param {number} cell */
    const at = (cell) => /** @type {[number, number]} */ (shape.place(cell));
    const derived = new Set(
      hints.slice(0, -1).flatMap(({ cells }) => cells.map(({ row, column }) => shape.number(row, column))),
    );
    const because = new Set(steps.flatMap((step) => step.because).filter((cell) => !derived.has(cell)));
    return {
      status: "satisfiable",
      kind: "step",
      where: whereOf(lines),
      sentences,
      steps: hints.map(stepOf),
      wrong: [],
      named: 0,
      what: sentences.length < 3 ? sentences.join(" So: ") : sentences.map((text, i) => `(${i + 1}) ${text}`).join(" "),
      lines: unique(lines),
      cells: steps[steps.length - 1].decided.map(([cell, colour]) => [...at(cell), colour]),
      because: [...because].map(at).sort(([r, c], [s, d]) => r - s || c - d),
    };
  }

  /** @param {Ordered} data */
  #generate({ rows = 0, columns = 0, seed = 0, depth, seconds = 10 }) {
    const end = performance.now() + 1000 * seconds;
    const left = () => Math.max(0, (end - performance.now()) / 1000);
    for (let next = seed; left(); next = (next + 1) % 2 ** 31) {
      const made = generated({ rows, cols: columns, density: DENSITY, isSmooth: true, seed: next }, (puzzle) => {
        const { found, stopped_by } = this.#questions.first(library.formOf(puzzle), 2, { seconds: left() });
        if (stopped_by) throw stopped(OUT_OF_TIME);
        return found.map((cells) => library.rowsOf(cells, columns));
      });
      if (depth === "lines" && !this.#isByLines(library.formOf(made.puzzle))) continue;
      return { puzzle: describe(made.picture.flat(), shapeOf(made.puzzle), BLACK_ON_WHITE), seed: made.seed };
    }
    throw new Refusal("input", "no such puzzle was found");
  }

  /** Whether tightening each line until nothing changes decides every cell. @param {import("../library/puzzle.js").Form} form */
  #isByLines(form) {
    const words = this.#questions.propagated(form, {});
    return words instanceof Uint8Array && library.masksOf(words).every((mask) => !(mask & (mask - 1)));
  }

  /** @param {Question} question @param {Asked} data */
  isWhole(question, data) {
    return !(data.picture || (question === "check" && (data.differ || data.components)));
  }
}

/** Whether the kernel makes such a puzzle. @param {Ordered} order */
function generates({ rows = 0, columns = 0, colours = 1, board, depth = null }) {
  const sides = [rows, columns].every((side) => Number.isInteger(side) && side > 0 && side <= MOST_SIDE);
  return sides && colours === 1 && !board && (depth === null || depth === "lines");
}

/** Lines without repetition. @param {Line[]} lines */
const unique = (lines) => [...new Map(lines.map((line) => [`${line.axis} ${line.index}`, line])).values()];

/** What is known, for the kernel. @param {Asked} data */
const wordsOf = ({ grid }) => (grid ? library.masksAsWords(grid.flat()) : null);

/** A puzzle as the kernel takes it. @param {Puzzle} puzzle @returns {import("../library/puzzle.js").Form} */
function formOf(puzzle) {
  const { shape, palette } = puzzle;
  const lines = shape.lines.map((line) => puzzle.clueOf(line));
  return { height: shape.height, lines, colours: palette.length - 1, listed: shape.listed };
}

/** The puzzle of a request; null if it is not as the page writes it. @param {Asked} given */
function puzzleOf({ puzzle, picture, grid }) {
  try {
    const data = puzzle ?? (picture && drawn(picture));
    if (!data) return null;
    const made = new Puzzle(data);
    const { shape, clues, palette } = made;
    /** @param {any} given */
    const isBlock = ([length, colour]) => (length === "*" ? colour === 0 : library.isLength(length) && colour > 0);
    const isUsual = Object.values(clues)
      .flat()
      .every((clue) => clue === null || clue.every(isBlock));
    /** @param {any} mask */
    const isMask = (mask) => Number.isInteger(mask) && mask >= 0 && mask < 2 ** palette.length;
    const fits = !grid || (same(grid, shape.cut(grid.flat())) && grid.flat().every(isMask));
    return isUsual && fits && shape.size <= MOST_CELLS && palette.length <= library.MOST_COLOURS ? made : null;
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

/** The rows of a picture, in the characters of its colours. @param {Uint8Array} cells @param {Puzzle} given */
function rowsOf(cells, { shape, palette }) {
  return shape.cut([...cells]).map((row) => Array.from(row, (colour) => palette[colour].char).join(""));
}

/** Whether two lists of rows have the same lengths. @param {ArrayLike<any>[]} one @param {ArrayLike<any>[]} other */
const same = (one, other) => one.length === other.length && one.every((row, i) => row.length === other[i].length);

/** @param {any} error */
function named(error) {
  const isMemory = error.name === "MemoryError" || error instanceof RangeError;
  return isMemory ? stopped(OUT_OF_MEMORY) : error;
}

// Hints in words. The kernel finds the step; its sentence comes from the table that the Python package uses too.

import PHRASES from "./phrases.js";

/**
 * @typedef {import("./puzzle.js").Form} Form
 * @typedef {import("./puzzle.js").NumberedBlock} NumberedBlock
 * @typedef {[key: string, block: number, cells: number[], others: number[], count: number, most: number]} Phrase
 * @typedef {[technique: string, lines: number[], cells: [cell: number, excluded: number[]][], because: number[],
 *   words: Phrase[], tenths: number]} Found what the kernel answers
 */

/**
 * The next step. Rows, columns, indices and colours count from 0, sentences from 1. A cell cannot have its `excluded`
 * colours, and those `left` remain. It follows from the clues of the lines and the cells in `because`, none of which
 * can be left out. Without `cells` it is a contradiction. `cost` says how hard it is, as in the Python package.
 *
 * @typedef {{ axis: string, index: number }} Line "row" or "column" where the board is a rectangle
 * @typedef {{ row: number, column: number, excluded: number[], left: number[] }} Conclusion
 * @typedef {{ row: number, column: number, colours: number[] }} Fact
 * @typedef {{ technique: string, lines: Line[], cells: Conclusion[], because: Fact[], text: string, cost: number }} Hint
 */

/**
 * What a hint needs of a board: its lines in order with their cells, and where a cell is.
 *
 * @typedef {{ line(number: number): Line, cellsOf(line: Line): number[],
 *   place(cell: number): { row: number, column: number } }} Board
 */

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

/** @param {number} height @param {number} width @returns {Board} */
export const rectangle = (height, width) => ({
  line: (number) => (number < height ? { axis: "row", index: number } : { axis: "column", index: number - height }),
  cellsOf: ({ axis, index }) =>
    axis === "row"
      ? Array.from({ length: width }, (_, column) => index * width + column)
      : Array.from({ length: height }, (_, row) => row * width + index),
  place: (cell) => ({ row: Math.floor(cell / width), column: cell % width }),
});

/** @param {Found} found @param {Form} form @param {string[]} names @param {number[]} masks @param {Board} board
 * @returns {Hint} */
export function hintOf([technique, numbers, excluded, reasons, words, tenths], form, names, masks, board) {
  /** @param {number} cell */
  const colours = (cell) => names.map((_, c) => c).filter((c) => Math.floor(masks[cell] / 2 ** c) % 2);
  const lines = numbers.map((number) => board.line(number));
  const because = reasons.map((cell) => ({ ...board.place(cell), colours: colours(cell) }));
  const cells = excluded.map(([cell, out]) => {
    return { ...board.place(cell), excluded: out, left: colours(cell).filter((c) => !out.includes(c)) };
  });
  const wording = new Wording(lines[0], form.lines[numbers[0]] ?? [], names);
  const along = board.cellsOf(lines[0]);
  /** @type {Stated} */
  const known = reasons.map((cell, i) => [wording.colour(because[i].colours), along.indexOf(cell)]);
  /** @type {Stated} */
  const follows = excluded.map(([cell], i) => [wording.after(cells[i]), along.indexOf(cell)]);
  const text = words.map((phrase) => wording.phrase(phrase, known, follows)).join("");
  const whole = technique === "shared colours" ? text : `${titleOf(lines[0])}: ${text}`;
  return { technique, lines, cells, because, text: `${sentence(whole)}.`, cost: tenths / 10 };
}

/** Where to look for a step, and no more. @param {Hint} hint */
export const whereOf = ({ lines: [line, ...others] }) =>
  others.length ? PHRASES["where, colours"] : PHRASES.where.replace("{lines}", nameOf(line));

/** @param {Line} line */
const isOfRectangle = ({ axis }) => axis === "row" || axis === "column";

/** @param {Line} line */
const titleOf = (line) => (isOfRectangle(line) ? nameOf(line) : `direction ${line.axis}, line ${line.index + 1}`);

/** @param {Line} line */
const nameOf = (line) =>
  isOfRectangle(line) ? `${line.axis} ${line.index + 1}` : `line ${line.index + 1} of direction ${line.axis}`;

/** @param {string} text */
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** What cells are, with their indices along the line. @typedef {[state: string, index: number][]} Stated */

/** The words for the cells and blocks of a line, as `nonocsp/explanation/phrasing.py` has them. */
class Wording {
  /** @param {Line} line @param {NumberedBlock[]} clue @param {string[]} names of the colours, blank first */
  constructor({ axis }, clue, names) {
    this.across = { row: "column", column: "row" }[axis] ?? "cell";
    this.clue = clue;
    this.names = names;
    this.hasOneColour = names.length === 2;
  }

  /** @param {Phrase} phrase @param {Stated} known @param {Stated} follows */
  phrase([key, block, some, others, count, most], known, follows) {
    /** @type {Record<string, () => string | number>} */
    const words = {
      block: () => this.block(block),
      size: () => this.size(this.clue[block]),
      clue: () => this.blocks(),
      cells: () => this.along(some),
      others: () => this.along(others),
      are: () => (some.length === 1 ? "is" : "are"),
      known: () => this.states(known),
      follows: () => this.states(follows),
      count: () => count,
      most: () => most,
    };
    return PHRASES[key].replace(/\{(\w+)\}/g, (_, name) => `${words[name]()}`);
  }

  /** @param {number[]} indices */
  along(indices) {
    return `${this.across}${indices.length > 1 ? "s" : ""} ${numbersOf(indices)}`;
  }

  /** @param {NumberedBlock} block */
  size([length, colour]) {
    if (length === "*") return "*";
    return `${this.hasOneColour ? "" : `${this.names[colour]} `}${length === "?" ? "block of unknown length" : length}`;
  }

  /** @param {number} number */
  block(number) {
    const same = this.clue.flatMap((_, i) => (this.#identity(i) === this.#identity(number) ? [i] : []));
    const which = same.length > 1 ? `${ordinal(same.indexOf(number) + 1)} ` : "";
    return `the ${which}${this.size(this.clue[number])}`;
  }

  /** What makes blocks equal; "loose" says nothing between two colours. @param {number} i */
  #identity(i) {
    const [length, colour, joint] = this.clue[i];
    return `${length} ${colour} ${joint === "loose" && this.clue[i - 1][1] !== colour ? undefined : joint}`;
  }

  blocks() {
    if (!this.clue.length) return "empty";
    if (this.hasOneColour) return this.clue.map(([length]) => length).join(" ");
    return this.clue
      .map(([length, colour]) => (length === "*" ? length : `${this.names[colour]} ${length}`))
      .join(", ");
  }

  /** What a cell with one of these colours is. @param {number[]} colours */
  colour(colours) {
    if (!colours.length) return "without any colour";
    const others = this.names.filter((_, c) => !colours.includes(c));
    if (colours.length > 1 && others.length < colours.length) return `not ${listed(others, "or")}`;
    return listed(
      colours.map((c) => this.names[c]),
      "or",
    );
  }

  /** The colour that a conclusion leaves, or those that it excludes. @param {Conclusion} cell */
  after({ excluded, left }) {
    if (left.length === 1) return this.names[left[0]];
    const others = this.names.filter((_, c) => !excluded.includes(c));
    if (others.length === 1) return others[0];
    return `not ${listed(
      excluded.map((c) => this.names[c]),
      "or",
    )}`;
  }

  /** @param {Stated} states */
  states(states) {
    /** @type {Map<string, number[]>} */
    const groups = new Map();
    for (const [state, index] of states) groups.set(state, [...(groups.get(state) ?? []), index]);
    const parts = [...groups].map(
      ([state, indices]) => `${this.along(indices)} ${indices.length === 1 ? "is" : "are"} ${state}`,
    );
    return listed(parts, "and");
  }
}

/** Words with commas, the last two joined by a word. @param {string[]} words @param {string} last */
function listed(words, last) {
  const before = words.slice(0, -1).join(", ");
  return [before, words.at(-1)].filter(Boolean).join(` ${last} `);
}

/** @param {number} number from 1 */
function ordinal(number) {
  if (number <= ORDINALS.length) return ORDINALS[number - 1];
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return `${number}${isTeen ? "th" : ["", "st", "nd", "rd"][number % 10] || "th"}`;
}

/** Ascending indices from 0 as numbers from 1, neighbours as spans. @param {number[]} indices */
function numbersOf(indices) {
  /** @type {[first: number, last: number][]} */
  const spans = [];
  for (const index of indices) {
    const span = spans.at(-1);
    if (span && span[1] + 1 === index) span[1] = index;
    else spans.push([index, index]);
  }
  return listed(
    spans.map(([first, last]) => (first === last ? `${first + 1}` : `${first + 1}-${last + 1}`)),
    "and",
  );
}

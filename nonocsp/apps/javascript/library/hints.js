// Hints in words. The kernel finds the step; its sentence comes from the table that the Python package uses too.

import PHRASES from "./phrases.js";

/**
 * @typedef {import("./puzzle.js").Form} Form
 * @typedef {import("./puzzle.js").NumberedBlock} NumberedBlock
 * @typedef {{ key: string, block: number, cells: number[], others: number[], count: number, most: number }} Phrase a part
 *   of a sentence, whose cells are indices along the line
 * @typedef {[technique: string, lines: number[], cells: [cell: number, excluded: number[]][], because: number[],
 *   words: [key: string, block: number, cells: number[], others: number[], count: number, most: number][],
 *   tenths: number]} Found what the kernel answers
 */

/**
 * The next step. Rows, columns, indices and colours count from 0, sentences from 1. That a cell cannot have its
 * `excluded` colours follows from the clues of the lines and the cells in `because`, none of which can be left out.
 * Those `left` remain, given what was known of the cell before. Without `cells` it is a contradiction. `cost` says how
 * hard it is, as in the Python package.
 *
 * @typedef {{ axis: string, index: number }} Line "row" or "column" where the board is a rectangle
 * @typedef {{ row: number, column: number, excluded: number[], left: number[] }} Conclusion
 * @typedef {{ row: number, column: number, colours: number[] }} Fact
 * @typedef {{ technique: string, lines: Line[], cells: Conclusion[], because: Fact[], words: Phrase[], text: string,
 *   cost: number }} Hint
 */

/**
 * What a hint needs of a board: its lines in order with their cells, and where a cell is.
 *
 * @typedef {{ line(number: number): Line, cellsOf(line: Line): number[],
 *   place(cell: number): { row: number, column: number } }} Board
 */

/**
 * What a language makes sentences of: the phrases, and the words that they are filled with.
 *
 * @typedef {{ phrases: Record<string, string>, words: Record<string, string>, ordinals: string[] }} Sentences
 */

/** @type {Sentences} */
export const ENGLISH = {
  phrases: PHRASES,
  words: {
    row: "row {0}",
    column: "column {0}",
    line: "line {0} of direction {1}",
    rows: "rows {0}",
    columns: "columns {0}",
    lines: "lines {0} of direction {1}",
    "row, title": "row {0}",
    "column, title": "column {0}",
    "line, title": "direction {1}, line {0}",
    "rows of cells": "rows {0}",
    "columns of cells": "columns {0}",
    cell: "cell {0}",
    cells: "cells {0}",
    is: "is",
    are: "are",
    "is coloured": "{0} is {1}",
    "are coloured": "{0} are {1}",
    "is not coloured": "{0} is not {1}",
    "are not coloured": "{0} are not {1}",
    "is without colour": "{0} is without any colour",
    "are without colour": "{0} are without any colour",
    block: "the {0}",
    "block in order": "the {1} {0}",
    "coloured size": "{1} {0}",
    unknown: "block of unknown length",
    blank: "blank",
    and: "{0} and {1}",
    or: "{0} or {1}",
  },
  ordinals: "first second third fourth fifth sixth seventh eighth ninth tenth".split(" "),
};

/** @param {string} template @param {(string | number)[]} values */
const filled = (template, ...values) => template.replace(/\{(\d)\}/g, (_, at) => `${values[at]}`);

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
  const phrases = words.map(([key, block, some, others, count, most]) => ({
    key,
    block,
    cells: some,
    others,
    count,
    most,
  }));
  const step = { technique, lines, cells, because, words: phrases, cost: tenths / 10 };
  return { ...step, text: sentenceOf(step, form.lines[numbers[0]] ?? [], names, board) };
}

/**
 * The sentence of a step, in a language. It needs the clue of its first line and the names of the colours.
 *
 * @param {Pick<Hint, "lines" | "cells" | "because" | "words">} step @param {NumberedBlock[]} clue
 * @param {string[]} names @param {Pick<Board, "cellsOf" | "place">} board @param {Sentences} [language]
 */
export function sentenceOf({ lines, cells, because, words }, clue, names, board, language = ENGLISH) {
  const wording = new Wording(lines[0], clue, names, language);
  const along = board.cellsOf(lines[0]).map((cell) => board.place(cell));
  /** @param {{ row: number, column: number }} cell */
  const index = (cell) => along.findIndex(({ row, column }) => row === cell.row && column === cell.column);
  /** @type {Stated} */
  const known = because.map((fact) => [stateOf(fact.colours, names.length), index(fact)]);
  /** @type {Stated} */
  const follows = cells.map((cell) => [stateOf(allowedBy(cell, names.length), names.length), index(cell)]);
  const text = words.map((phrase) => wording.phrase(phrase, known, follows)).join("");
  const whole = lines.length > 1 || words[0].key.startsWith("shared") ? text : `${wording.title(lines[0])}: ${text}`;
  return `${sentence(whole)}.`;
}

/**
 * What the cells are that a step decides only together with what was known of them, in a sentence for each line.
 *
 * @param {Pick<Hint, "lines" | "cells">} step @param {string[]} names @param {Board} board @param {Sentences} [language]
 */
export function decidedIn({ lines, cells }, names, board, language = ENGLISH) {
  /** @type {Map<string, { line: Line, stated: Stated }>} */
  const groups = new Map();
  for (const { row, column, excluded, left } of cells) {
    if (left.length !== 1 || names.length - excluded.length === 1) continue;
    const line = lines.length === 1 ? lines[0] : board.line(row);
    const key = `${line.axis} ${line.index}`;
    const group = groups.get(key) ?? { line, stated: [] };
    groups.set(key, group);
    const index = board.cellsOf(line).findIndex((cell) => {
      const place = board.place(cell);
      return place.row === row && place.column === column;
    });
    group.stated.push([stateOf(left, names.length), index]);
  }
  return [...groups.values()].map(({ line, stated }) => {
    const wording = new Wording(line, [], names, language);
    return sentence(`${wording.title(line)}: ${wording.states(stated)}.`);
  });
}

/** Where to look for steps, and no more, by their lines; those about the colours of all lines have none.
 * @param {Line[]} lines @param {Sentences} [language] */
export function whereOf(lines, language = ENGLISH) {
  const { phrases } = language;
  if (!lines.length) return phrases["where, colours"];
  return phrases.where.replace("{lines}", namesOf(lines, language));
}

/** Lines by name, those of a direction together. @param {Line[]} lines @param {Sentences} [language] */
export const namesOf = (lines, language = ENGLISH) => new Wording(lines[0], [], [], language).lines(lines);

/** @param {Line} line */
const nounOf = ({ axis }) => (axis === "row" || axis === "column" ? axis : "line");

/** @param {string} text */
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/**
 * What a cell is: of one of these colours, or of none of them.
 *
 * @typedef {{ isNot: boolean, colours: number[] }} State
 * @typedef {[state: State, index: number][]} Stated states of cells, with their indices along the line
 */

/** The state of a cell with one of these colours. @param {number[]} colours @param {number} count of all colours
 * @returns {State} */
function stateOf(colours, count) {
  const others = Array.from({ length: count }, (_, c) => c).filter((c) => !colours.includes(c));
  const isNot = colours.length > 1 && others.length < colours.length;
  return { isNot, colours: isNot ? others : colours };
}

/** The colours, of some, that a conclusion allows a cell, whatever was known of it.
 * @param {Pick<Conclusion, "excluded">} cell @param {number} count */
const allowedBy = ({ excluded }, count) =>
  Array.from({ length: count }, (_, c) => c).filter((c) => !excluded.includes(c));

/** The words for the cells and blocks of a line, in English as `nonocsp/people/explanation/phrasing.py` has them. */
class Wording {
  /** @param {Line} line @param {NumberedBlock[]} clue @param {string[]} names of the colours, blank first
   * @param {Sentences} language */
  constructor({ axis }, clue, names, language) {
    this.across = { row: "column", column: "row" }[axis] ?? "cell";
    this.clue = clue;
    this.names = names;
    this.language = language;
    this.hasOneColour = names.length === 2;
  }

  /** @param {string} key @param {(string | number)[]} values */
  word(key, ...values) {
    return filled(this.language.words[key], ...values);
  }

  /** @param {Line[]} lines */
  lines(lines) {
    /** @type {Map<string, Set<number>>} */
    const groups = new Map();
    for (const { axis, index } of lines) groups.set(axis, (groups.get(axis) ?? new Set()).add(index));
    const parts = [...groups].map(([axis, indices]) => {
      const noun = nounOf({ axis, index: 0 });
      const sorted = [...indices].sort((a, b) => a - b);
      return this.word(sorted.length > 1 ? `${noun}s` : noun, this.numbers(sorted), axis);
    });
    return this.listed(parts, "and");
  }

  /** @param {Line} line */
  title(line) {
    return this.word(`${nounOf(line)}, title`, line.index + 1, line.axis);
  }

  /** @param {Phrase} phrase @param {Stated} known @param {Stated} follows */
  phrase({ key, block, cells: some, others, count, most }, known, follows) {
    /** @type {Record<string, () => string | number>} */
    const words = {
      block: () => this.block(block),
      size: () => this.size(this.clue[block]),
      clue: () => this.blocks(),
      cells: () => this.along(some),
      others: () => this.along(others),
      are: () => this.word(some.length === 1 ? "is" : "are"),
      known: () => this.states(known),
      follows: () => this.states(follows),
      count: () => count,
      most: () => most,
    };
    return this.language.phrases[key].replace(/\{(\w+)\}/g, (_, name) => `${words[name]()}`);
  }

  /** @param {number[]} indices */
  along(indices) {
    const { across } = this;
    const several = across === "cell" ? "cells" : `${across}s of cells`;
    return this.word(indices.length > 1 ? several : across, this.numbers(indices));
  }

  /** Ascending indices from 0 as numbers from 1, neighbours as spans. @param {number[]} indices */
  numbers(indices) {
    /** @type {[first: number, last: number][]} */
    const spans = [];
    for (const index of indices) {
      const span = spans.at(-1);
      if (span && span[1] + 1 === index) span[1] = index;
      else spans.push([index, index]);
    }
    return this.listed(
      spans.map(([first, last]) => (first === last ? `${first + 1}` : `${first + 1}-${last + 1}`)),
      "and",
    );
  }

  /** @param {NumberedBlock} block */
  size([length, colour]) {
    if (length === "*") return "*";
    const size = length === "?" ? this.word("unknown") : `${length}`;
    return this.hasOneColour ? size : this.word("coloured size", size, this.names[colour]);
  }

  /** @param {number} number */
  block(number) {
    const same = this.clue.flatMap((_, i) => (this.#identity(i) === this.#identity(number) ? [i] : []));
    const size = this.size(this.clue[number]);
    return same.length > 1
      ? this.word("block in order", size, this.ordinal(same.indexOf(number) + 1))
      : this.word("block", size);
  }

  /** What makes blocks equal; "loose" says nothing between two colours. @param {number} i */
  #identity(i) {
    const [length, colour, joint] = this.clue[i];
    return `${length} ${colour} ${joint === "loose" && this.clue[i - 1][1] !== colour ? undefined : joint}`;
  }

  blocks() {
    if (!this.clue.length) return this.word("blank");
    if (this.hasOneColour) return this.clue.map(([length]) => length).join(" ");
    return this.clue
      .map(([length, colour]) => (length === "*" ? length : `${this.names[colour]} ${length}`))
      .join(", ");
  }

  /** @param {Stated} states */
  states(states) {
    /** @type {Map<string, { state: State, indices: number[] }>} */
    const groups = new Map();
    for (const [state, index] of states) {
      const key = JSON.stringify(state);
      groups.set(key, { state, indices: [...(groups.get(key)?.indices ?? []), index] });
    }
    const parts = [...groups.values()].map(({ state: { isNot, colours }, indices }) => {
      const is = indices.length === 1 ? "is" : "are";
      const key = colours.length ? `${is}${isNot ? " not" : ""} coloured` : `${is} without colour`;
      const names = colours.map((c) => this.names[c]);
      return this.word(key, this.along(indices), this.listed(names, "or"));
    });
    return this.listed(parts, "and");
  }

  /** Words with commas, the last two joined by a word. @param {string[]} words @param {"and" | "or"} last */
  listed(words, last) {
    const before = words.slice(0, -1).join(", ");
    return before ? this.word(last, before, words.at(-1) ?? "") : (words.at(-1) ?? "");
  }

  /** @param {number} number from 1 */
  ordinal(number) {
    const { ordinals } = this.language;
    if (number <= ordinals.length) return ordinals[number - 1];
    const isTeen = Math.floor(number / 10) % 10 === 1;
    const english = isTeen ? "th" : ["", "st", "nd", "rd"][number % 10] || "th";
    return this.language === ENGLISH ? `${number}${english}` : this.word("ordinal", number);
  }
}

// A puzzle as answers hold it, with colours by number and clues as [length, colour], or [length,
// colour, joint] where a block meets the one before in another way than the colours say.

import { clueOf, satisfies, UNKNOWN } from "./lines.js";
import { shapeOf } from "./shapes.js";
import { t } from "../page/language.js";
import { tame } from "./words.js";

// Cells of the largest puzzle on the page, wherever it comes from: as in `messages.py`.
export const MOST_CELLS = 40_000;

export const BLACK_ON_WHITE = [
  { name: "blank", rgb: "#ffffff", char: "_" },
  { name: "black", rgb: "#000000", char: "#" },
];

export class Puzzle {
  #key = "";

  /** @param {PuzzleData} data */
  constructor(data) {
    this.data = data;
    this.palette = [data.blank, ...data.colours];
    this.shape = shapeOf(data);
    const number = new Map(this.palette.map((colour, i) => [colour.name, i]));
    /** @type {(block: Block<string>) => Block} */
    const block = ([length, name, ...joint]) => [length, number.get(name) ?? -1, ...joint];
    const given = cluesOf(data);
    /** @type {(axis: string) => [string, Clue[]]} */
    const ofAxis = (axis) => {
      const [own, count] = [given[axis] ?? [], this.shape.clued[axis]];
      if (own.length !== count) throw new Error(t`expected ${count} clues of a direction, not ${own.length}`);
      return [axis, own.map((clue) => clue && clue.map(block))];
    };
    this.clues = Object.fromEntries(this.shape.axes.map(ofAxis)); // by direction
  }

  get title() {
    return tame(this.data.title) || this.shape.title;
  }

  get author() {
    return tame(this.data.author);
  }

  /** @param {Line} line */
  clueOf({ axis, index }) {
    return this.clues[axis][index] ?? null;
  }

  /** Whether cells satisfy every clue. Any solution counts, not only the author's. @param {number[]} cells */
  isSolvedBy(cells) {
    return this.shape.lines.every((line) => satisfies(this.shape.valuesOf(line, cells), this.clueOf(line)));
  }

  /** Cells as rows of masks, as questions take known cells. @param {number[]} cells */
  grid(cells) {
    const all = 2 ** this.palette.length - 1;
    return this.shape.cut(cells.map((cell) => (cell === UNKNOWN ? all : 2 ** cell)));
  }

  // A key for what is saved of this puzzle: equal clues, equal key.
  get key() {
    return (this.#key ||= hash(JSON.stringify([...Object.values(this.clues), ...this.shape.signature])));
  }
}

// The clues of a puzzle by direction, with colours by name.
/** @type {(puzzle: PuzzleData) => ByAxis<Clue<string>[] | undefined>} */
export const cluesOf = ({ rows, cols, clues }) => clues ?? { row: rows, column: cols };

// The colour numbers of a picture, whose rows are the characters of its colours; any other is UNKNOWN.
/** @param {string[]} rows @param {Colour[]} palette */
export function numbers(rows, palette) {
  const number = new Map(palette.map((colour, i) => [colour.char, i]));
  return rows.flatMap((row) => [...row].map((char) => number.get(char) ?? UNKNOWN));
}

// The puzzle that describes a drawing on a shape.
/** @param {Cells} cells @param {Shape} shape @param {Colour[]} palette @param {object} [texts] */
export function describe(cells, shape, palette, texts = {}) {
  const names = palette.map((colour) => colour.name);
  /** @param {Line} line */
  const clue = (line) => clueOf(shape.valuesOf(line, cells)).map(([length, colour]) => [length, names[colour]]);
  const clues = Object.fromEntries(
    shape.axes.map((axis) => [axis, shape.lines.filter((line) => line.axis === axis && shape.has(line)).map(clue)]),
  );
  return { ...texts, blank: palette[0], colours: palette.slice(1), ...shape.data(clues) };
}

/** A short text that is the same for the same text (FNV-1a, twice with different beginnings). @param {string} text */
export function hash(text) {
  /** @param {number} begin */
  const half = (begin) => {
    let h = begin;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
    return h.toString(16).padStart(8, "0");
  };
  return half(0x811c9dc5) + half(0x9747b28c);
}

// What makes a puzzle, in a text of JSON: without pictures, and its board as a file has it.
/** @param {PuzzleData} given */
export function essence({ rows, cols, board: whole, clues, colours, blank, title, author, licence }) {
  const { kind, sides, cells, lines } = whole ?? {};
  const board = whole && { kind, sides, cells, lines };
  return JSON.stringify({ rows, cols, board, clues, colours, blank, title, author, licence });
}

/** A puzzle in a text that fits into an address, and back. @param {PuzzleData} data */
export async function packed(data) {
  const text = essence(data);
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
export async function unpacked(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await bounded(stream, 4_000_000));
}

// The text of a stream of at most that many bytes: an address may come from anyone.
/** @param {ReadableStream<Uint8Array>} stream @param {number} most */
async function bounded(stream, most) {
  let text = "";
  let size = 0;
  const decoder = new TextDecoder();
  for (const reader = stream.getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > most) throw new Error("too large");
    text += decoder.decode(value, { stream: true });
  }
}

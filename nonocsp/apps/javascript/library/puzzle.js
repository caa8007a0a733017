// Puzzles as callers write them, and as the kernel takes them.
//
//   { rows: [[1, 1], [3]], cols: [[2], [1], [2]] }
//   { rows: [[[2, "red"], [1, "blue"]]], cols: [[[1, "red"]], [[1, "red"]], [[1, "blue"]]], colours: ["red", "blue"] }
//
// This is a part of the JSON of the Python package: rectangles, with their colours listed. A clue is a list of blocks
// ([0]: none), or null where it is unknown. A block is its length ("?": any), in coloured puzzles [length, colour]; "*"
// stands for any number of blocks, of any lengths and colours. It is [length, colour, joint] where it meets the block before it in another way than colours say: "attached" (no blank
// between) or "loose" (there may be one, or not).

/**
 * @typedef {number | "?" | "*"} Length
 * @typedef {"attached" | "loose"} Joint
 * @typedef {Length | [length: Length, colour: string, joint?: Joint]} Block
 * @typedef {Block[] | null} Clue
 * @typedef {string | { name: string }} Colour
 * @typedef {{ rows: Clue[], cols: Clue[], colours?: Colour[], blank?: Colour }} Puzzle
 */

/**
 * What the kernel takes. Colours are numbers, 0 is blank. `listed` has the cells of each line of a board that is no
 * rectangle: their number, then their numbers; nothing for a rectangle.
 *
 * @typedef {[length: Length, colour: number, joint?: string]} NumberedBlock
 * @typedef {{ height: number, lines: (NumberedBlock[] | null)[], colours: number, listed?: number[] }} Form
 */

/** Cells as rows of numbers. Of a picture they are colours: 0 is blank, 1 the first colour of the puzzle.
 * @typedef {number[][]} Rows */

/** What is given is no puzzle, or no grid of it; the message says where and what was expected. */
export class PuzzleError extends Error {
  name = "PuzzleError";
}

// How a block meets the one before it, in the kernel's numbers; whatever else is given means what the colours say.
const JOINTS = [undefined, "attached", "loose"];

// More cells than any puzzle for people has; the kernel's memory would not suffice.
export const MOST_CELLS = 250_000;

// Masks of more colours are not exact as numbers.
export const MOST_COLOURS = 50;

/** @param {Puzzle} puzzle @returns {Form} */
export function formOf(puzzle) {
  const { rows, cols, colours = [] } = Object(puzzle);
  if (!Array.isArray(rows) || !Array.isArray(cols))
    throw new PuzzleError("expected an object with lists rows and cols");
  if (!Array.isArray(colours)) throw new PuzzleError(`colours: expected a list of names, not ${shown(colours)}`);
  if (!rows.length || !cols.length) throw new PuzzleError("expected at least one row and one column");
  if (rows.length * cols.length > MOST_CELLS)
    throw new PuzzleError(`expected at most ${MOST_CELLS} cells, not ${rows.length} rows and ${cols.length} columns`);
  if (colours.length > MOST_COLOURS)
    throw new PuzzleError(`expected at most ${MOST_COLOURS} colours, not ${colours.length}`);
  const names = colours.map(nameOf);
  const known = new Map(names.map((name, i) => [name, i + 1]));
  if (known.size < names.length || names.some((name) => typeof name !== "string"))
    throw new PuzzleError(`colours: expected different names, not ${shown(names)}`);
  /** @param {string} noun */
  const numbered = (noun) => (/** @type {Clue} */ clue, /** @type {number} */ i) => {
    if (clue === null) return null;
    const where = `${noun} ${i + 1}`;
    if (!Array.isArray(clue)) throw new PuzzleError(`${where}: expected a list of blocks or null, not ${shown(clue)}`);
    const isEmpty = clue.length === 1 && clue[0] === 0;
    return isEmpty ? [] : clue.map((block) => blockOf(block, known, where));
  };
  const lines = [...rows.map(numbered("row")), ...cols.map(numbered("column"))];
  return { height: rows.length, lines, colours: Math.max(1, names.length) };
}

/** @param {Colour} colour @returns {string} */
const nameOf = (colour) => (typeof colour === "string" ? colour : Object(colour).name);

/** The names of all colours of a puzzle, blank first. @param {Puzzle} puzzle */
export const namesOf = ({ blank = "blank", colours = [] }) =>
  [blank, ...(colours.length ? colours : ["black"])].map(nameOf);

/** @param {Block} block @param {Map<string, number>} known @param {string} where @returns {NumberedBlock} */
function blockOf(block, known, where) {
  const [length, name, joint] = Array.isArray(block) ? block : [block];
  if (length === "*") return [length, 0];
  if (length !== "?" && !(Number.isInteger(length) && length > 0))
    throw new PuzzleError(`${where}: expected a length of at least 1, "?" or "*", not ${shown(length)}`);
  const colour = name === undefined && known.size < 2 ? 1 : known.get(/** @type {string} */ (name));
  if (!colour) throw new PuzzleError(`${where}: expected a block with one of the colours, not ${shown(block)}`);
  if (!JOINTS.includes(joint)) throw new PuzzleError(`${where}: expected "attached" or "loose", not ${shown(joint)}`);
  return joint ? [length, colour, joint] : [length, colour];
}

/** What a kernel's constructor of a puzzle takes. @param {Form} form */
export function packed({ height, lines, colours, listed = [] }) {
  const blocks = lines.flatMap((clue) => clue ?? []);
  /** @param {number[]} numbers */
  const bytes = (numbers) => new Uint8Array(Int32Array.from(numbers).buffer);
  return [
    height,
    lines.length - height,
    colours,
    bytes(lines.map((clue) => clue?.length ?? -1)),
    bytes(blocks.map(([length]) => (length === "?" ? 0 : length === "*" ? -1 : length))),
    Uint8Array.from(blocks, ([, colour]) => colour),
    Uint8Array.from(blocks, ([, , joint]) => Math.max(0, JOINTS.indexOf(joint))),
    bytes(listed),
  ];
}

/**
 * The masks of what is known of cells, as the kernel takes them; null where nothing is known.
 *
 * @param {Rows | undefined} grid @param {Form} form
 */
export function wordsOf(grid, { height, lines, colours }) {
  if (!grid) return null;
  const width = lines.length - height;
  /** @param {unknown} mask */
  const isMask = (mask) => Number.isInteger(mask) && Number(mask) >= 0 && Number(mask) < 2 ** (colours + 1);
  const fits = Array.isArray(grid) && grid.length === height && grid.every((row) => row?.length === width);
  if (!fits || !grid.flat().every(isMask))
    throw new PuzzleError(`grid: expected ${height} rows of ${width} masks below ${2 ** (colours + 1)}`);
  return masksAsWords(grid.flat());
}

/** @param {number[]} masks */
export const masksAsWords = (masks) => new Uint8Array(BigUint64Array.from(masks, BigInt).buffer);

/** Masks from the kernel's words. @param {Uint8Array} words */
export const masksOf = (words) => Array.from(new BigUint64Array(words.slice().buffer), Number);

/** Values of cells as rows. @param {ArrayLike<number>} cells @param {number} width @returns {Rows} */
export function rowsOf(cells, width) {
  const values = Array.from(cells);
  return Array.from({ length: values.length / width }, (_, row) => values.slice(row * width, (row + 1) * width));
}

/** @param {unknown} value */
function shown(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

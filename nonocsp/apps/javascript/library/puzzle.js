// Puzzles as callers write them, and as the kernel takes them.
//
//   { rows: [[1, 1], [3]], cols: [[2], [1], [2]] }
//   { rows: [[[2, "red"], [1, "blue"]]], cols: [[[1, "red"]], [[1, "red"]], [[1, "blue"]]], colours: ["red", "blue"] }
//
// This is a part of the JSON of the Python package: rectangles. A clue is a list of blocks ([0]: none), or null where it
// is unknown. A block is its length ("?": any), in coloured puzzles [length, colour]; "*" stands for any number of
// blocks, of any lengths and colours. It is [length, colour, joint] where it meets the block before it in another way
// than colours say: "attached" (no blank between) or "loose" (there may be one, or not). A length alone has the first
// colour. Without `colours` the puzzle is black, or has the standard colours that it names. `columns` and `colors` are
// taken for `cols` and `colours`.

/**
 * @typedef {number | "?" | "*"} Length
 * @typedef {"attached" | "loose"} Joint
 * @typedef {Length | [length: Length, colour: string, joint?: Joint]} Block
 * @typedef {Block[] | null} Clue
 * @typedef {string | { name: string, rgb?: string }} Colour
 * @typedef {{ rows: Clue[], cols: Clue[], colours?: Colour[], blank?: Colour, title?: string, author?: string }} Puzzle
 */

/**
 * What the kernel takes. Colours are numbers, 0 is blank. `listed` has the cells of each line of a board that is no
 * rectangle: their number, negative if it takes no clue, then their numbers; nothing for a rectangle.
 *
 * @typedef {[length: Length, colour: number, joint?: string]} NumberedBlock
 * @typedef {{ height: number, lines: (NumberedBlock[] | null)[], colours: number, listed?: number[] }} Form
 * @typedef {Form & { names: string[] }} NamedForm with the names of the colours, blank first
 */

/** Cells as rows of numbers. Of a picture they are colours: 0 is blank, 1 the first colour of the puzzle.
 * @typedef {number[][]} Rows */

/** The argument is not a puzzle, or not a grid of it; the message says where and what was expected. */
export class PuzzleError extends Error {
  name = "PuzzleError";
}

// How a block meets the one before it, in the kernel's numbers; whatever else is given means what the colours say.
const JOINTS = [undefined, "attached", "loose"];

// More cells than any puzzle for people has; the kernel's memory would not suffice.
export const MOST_CELLS = 250_000;

// Masks of more colours are not exact as numbers.
export const MOST_COLOURS = 50;

// The longest block, as in the Python package: longer than any line.
const MOST_LENGTH = 1_000_000_000;

/** The colours that need no declaration, as in the Python package. */
const STANDARD = /^(black|red|green|blue|yellow|orange|purple|brown|pink|cyan|grey|lime|navy|maroon|teal|white)$/;

// What makes a puzzle; one that is nearly called so would be lost in silence.
const MEMBERS = ["rows", "cols", "columns", "colours", "colors", "blank", "board", "clues"];

/** Whether a value is the length of a block: a number or "?". @param {unknown} value */
export const isLength = (value) =>
  value === "?" || (Number.isInteger(value) && Number(value) > 0 && Number(value) <= MOST_LENGTH);

/** What the kernel takes of a puzzle. Throws PuzzleError. @param {Puzzle} puzzle @returns {NamedForm} */
export function formOf(puzzle) {
  const { rows, cols, colours, blank } = membersOf(puzzle);
  if (rows.length * cols.length > MOST_CELLS)
    throw new PuzzleError(`expected at most ${MOST_CELLS} cells, not ${rows.length} rows and ${cols.length} columns`);
  const clues = [...named(rows, "row"), ...named(cols, "column")];
  const names = [nameOf(blank, "blank"), ...paletteOf(colours, clues)];
  if (names.length > MOST_COLOURS + 1)
    throw new PuzzleError(`expected at most ${MOST_COLOURS} colours, not ${names.length - 1}`);
  if (new Set(names).size < names.length)
    throw new PuzzleError(`colours: expected different names, not ${shown(names.slice(1))} beside ${shown(names[0])}`);
  const known = new Map(names.map((name, i) => [name, i]));
  const lines = clues.map(({ clue, where }) => {
    if (!clue) return null;
    const isEmpty = clue.length === 1 && clue[0] === 0;
    const blocks = Array.from(isEmpty ? [] : clue, (block) => blockOf(block, known, where));
    return jointed(blocks, where);
  });
  return { height: rows.length, lines, colours: names.length - 1, names };
}

/** What a member with two names is. @param {any} members @param {string} name @param {string} other */
export function valueOf(members, name, other) {
  const [value, same] = [members[name], members[other]];
  if (value !== undefined && same !== undefined && !isSame(value, same))
    throw new PuzzleError(`${name} and ${other}: expected one of them, not two that differ`);
  return value === undefined ? same : value;
}

/** @param {any} one @param {any} other @returns {boolean} */
function isSame(one, other) {
  if (one === other || Object(one) !== one || Object(other) !== other) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

/** The members that make a puzzle, by their first names. @param {Puzzle} puzzle */
export function membersOf(puzzle) {
  if (Object(puzzle) !== puzzle || Array.isArray(puzzle))
    throw new PuzzleError(`puzzle: expected an object with lists rows and cols, not ${shown(puzzle)}`);
  /** @type {any} */
  const members = puzzle;
  for (const name of Object.keys(members)) {
    const near = MEMBERS.find((known) => isNear(name.toLowerCase(), known, Math.max(Math.floor(name.length / 4), 1)));
    if (near && !MEMBERS.includes(name) && Object(members[name]) === members[name])
      throw new PuzzleError(`unknown member ${shown(name)}; did you mean ${near}?`);
  }
  if (members.board !== undefined) throw new PuzzleError("board: expected a rectangle, as rows and cols");
  const [cols, colours] = [valueOf(members, "cols", "columns"), valueOf(members, "colours", "colors")];
  const found = { rows: members.rows, cols, colours: colours ?? undefined };
  for (const [name, value] of Object.entries(found)) {
    if (name === "colours" && value === undefined) continue;
    if (!Array.isArray(value) || !value.length)
      throw new PuzzleError(
        `${name}: expected a list of ${name === "colours" ? "names" : "clues"}, not ${shown(value)}`,
      );
  }
  return { ...found, blank: members.blank ?? "blank" };
}

/** Whether one word becomes the other by at most this many letters left out, added, changed or swapped.
 * @type {(one: string, other: string, most: number) => boolean} */
function isNear(one, other, most) {
  if (most < 0 || Math.abs(one.length - other.length) > most) return false;
  if (one === other) return true;
  /** @param {number} i @param {number} j @param {number} left */
  const isNearFrom = (i, j, left) => isNear(one.slice(i), other.slice(j), left);
  if (one[0] === other[0]) return isNearFrom(1, 1, most);
  const isSwapped = one[0] === other[1] && one[1] === other[0];
  const isTypo = isNearFrom(1, 1, most - 1) || isNearFrom(1, 0, most - 1) || isNearFrom(0, 1, most - 1);
  return isTypo || (isSwapped && isNearFrom(2, 2, most - 1));
}

/** Clues with the names of their lines. @param {unknown[]} clues @param {string} noun */
function named(clues, noun) {
  return Array.from(clues, (clue, i) => {
    const where = `${noun} ${i + 1}`;
    if (clue !== null && !Array.isArray(clue))
      throw new PuzzleError(`${where}: expected a list of blocks or null, not ${shown(clue)}`);
    return { clue: /** @type {Clue} */ (clue), where };
  });
}

/** The names of the block colours; where none are listed, those that the clues use.
 * @param {Colour[] | undefined} colours @param {{ clue: Clue }[]} clues @returns {string[]} */
function paletteOf(colours, clues) {
  if (colours) return Array.from(colours, (colour) => nameOf(colour, "colours"));
  const blocks = clues.flatMap(({ clue }) => clue ?? []).filter((block) => ![block].flat().includes("*"));
  const used = blocks.flatMap((block) => (Array.isArray(block) ? [block[1]] : []));
  const isPlain = used.length < blocks.length || !used.length;
  const names = [...new Set([...(isPlain ? ["black"] : []), ...used])];
  for (const name of names) {
    if (typeof name !== "string" || !STANDARD.test(name))
      throw new PuzzleError(`colour ${shown(name)} is not declared: expected it in colours`);
  }
  return names;
}

/** @param {Colour} colour @param {string} what @returns {string} */
function nameOf(colour, what) {
  const name = typeof colour === "string" ? colour : Object(colour).name;
  if (typeof name !== "string" || !name) throw new PuzzleError(`${what}: expected a name, not ${shown(colour)}`);
  return name;
}

/** @param {Block} block @param {Map<string, number>} known @param {string} where @returns {NumberedBlock} */
function blockOf(block, known, where) {
  if (Array.isArray(block) && block.length !== 2 && block.length !== 3)
    throw new PuzzleError(`${where}: expected [length, colour] as a coloured block, not ${shown(block)}`);
  const [length, name, joint] = Array.isArray(block) ? block : [block];
  if (length === "*" && (joint ?? null) === null) return [length, 0];
  if (!isLength(length))
    throw new PuzzleError(`${where}: expected a length from 1 to ${MOST_LENGTH}, "?" or "*", not ${shown(block)}`);
  const colour = Array.isArray(block) ? known.get(/** @type {string} */ (name)) : 1;
  if (!colour) throw new PuzzleError(`${where}: expected a block with one of the colours, not ${shown(block)}`);
  if (!JOINTS.includes(joint ?? undefined))
    throw new PuzzleError(`${where}: expected "attached" or "loose", not ${shown(joint)}`);
  return joint ? [length, colour, joint] : [length, colour];
}

/** A clue without joints that say nothing. @param {NumberedBlock[]} clue @param {string} where @returns {NumberedBlock[]} */
function jointed(clue, where) {
  return clue.map((block, i) => {
    const [length, colour, joint] = block;
    if (!joint) return block;
    const [lengthBefore, colourBefore] = clue[i - 1] ?? ["*", 0];
    const isOther = colourBefore > 0 && colourBefore !== colour;
    if (joint === "loose" && (isOther || !colourBefore)) return [length, colour];
    if (joint === "loose" ? length !== "?" && lengthBefore !== "?" : isOther) return block;
    throw new PuzzleError(`${where}: block ${i + 1} cannot be ${joint} to what is before it`);
  });
}

/** Whole numbers as the kernel takes them, none of which may wrap round. @param {number[]} numbers */
function bytesOf(numbers) {
  const wrong = numbers.find((number) => number !== (Number(number) | 0));
  if (wrong !== undefined) throw new PuzzleError(`expected whole numbers of 32 bits, not ${shown(wrong)}`);
  return new Uint8Array(Int32Array.from(numbers).buffer);
}

/** What a kernel's constructor of a puzzle takes. @param {Form} form */
export function packed({ height, lines, colours, listed = [] }) {
  const blocks = lines.flatMap((clue) => clue ?? []);
  return [
    height,
    lines.length - height,
    colours,
    bytesOf(lines.map((clue) => clue?.length ?? -1)),
    bytesOf(blocks.map(([length]) => (length === "?" ? 0 : length === "*" ? -1 : length))),
    Uint8Array.from(blocks, ([, colour]) => colour),
    Uint8Array.from(blocks, ([, , joint]) => Math.max(0, JOINTS.indexOf(joint))),
    bytesOf(listed),
  ];
}

/**
 * The masks of what is known of cells, as the kernel takes them; null where nothing is known.
 *
 * @param {Rows | undefined} grid @param {Form} form
 */
export function wordsOf(grid, { height, lines, colours }) {
  if (grid === undefined) return null;
  const width = lines.length - height;
  /** @param {unknown} mask */
  const isMask = (mask) => Number.isInteger(mask) && Number(mask) >= 0 && Number(mask) < 2 ** (colours + 1);
  /** @param {unknown} row */
  const isRow = (row) => Array.isArray(row) && row.length === width && Array.from(row).every(isMask);
  if (!Array.isArray(grid) || grid.length !== height || !Array.from(grid).every(isRow))
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

/** A value in a message of one line. @param {unknown} value */
export function shown(value) {
  let text = typeof value === "bigint" ? `${value}n` : "";
  try {
    if (Object(value) === value || typeof value === "string")
      text = JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}n` : part));
  } catch {
    text = typeof value; // a list that holds itself
  }
  text ||= String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

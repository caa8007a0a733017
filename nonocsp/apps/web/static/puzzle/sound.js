// A puzzle that comes from outside, in an address: checked once, before anything is drawn or kept. What passes is a copy
// with the members below and nothing else. The cells and lines of boards that are no rectangle are checked by the
// answer that draws them (`boards.js`).

import { halvesOf } from "../page/theme.js";
import { MOST_CELLS } from "./model.js";

// Triangles in a hexagon with this side are nearly as many as the cells of the largest puzzle.
const LONGEST_SIDE = 80;
const MOST_COLOURS = 50;
const LONGEST_TITLE = 300;
const LONGEST_NAME = 100;
const JOINTS = [undefined, "attached", "loose"];

/** @param {any} data @returns {PuzzleData} */
export function sound(data) {
  expect(isObject(data), "the puzzle", "an object", data);
  const blank = colour(data.blank, "blank");
  const colours = list(data.colours, "colours", MOST_COLOURS).map((one, i) => colour(one, `colour ${i + 1}`));
  expect(colours.length > 0, "colours", "at least one", colours);
  const names = new Set(colours.map(({ name }) => name));
  expect(names.size === colours.length && !names.has(blank.name), "colours", "different names", data.colours);
  /** @type {PuzzleData} */
  const puzzle = { blank, colours };
  for (const key of /** @type {const} */ (["title", "author", "licence"]))
    if (data[key] != null) puzzle[key] = text(data[key], key, LONGEST_TITLE);
  const known = names.add(blank.name);
  if (data.board != null) {
    puzzle.board = board(data.board);
    expect(isObject(data.clues), "clues", "an object", data.clues);
    const axes = Object.entries(data.clues).slice(0, 3);
    puzzle.clues = Object.fromEntries(axes.map(([axis, clues]) => [axis, side(clues, `line ${axis}`, known)]));
  } else {
    const [rows, cols] = [side(data.rows, "row", known), side(data.cols, "column", known)];
    Object.assign(puzzle, { rows, cols });
    const cells = rows.length * cols.length;
    expect(cells > 0, "the puzzle", "at least one row and one column", cells);
    expect(cells <= MOST_CELLS, "the puzzle", `at most ${MOST_CELLS} cells`, cells);
  }
  return puzzle;
}

/** @param {any} clues @param {string} noun @param {Set<string>} names @returns {any} */
function side(clues, noun, names) {
  return list(clues, `the clues of ${noun}s`, MOST_CELLS).map((clue, i) => {
    if (clue === null) return null;
    const where = `${noun} ${i + 1}`;
    return list(clue, where, MOST_CELLS).map((block) => {
      const [length, name, joint] = list(block, where, 3);
      const isLength = Number.isInteger(length) && length > 0 && length <= MOST_CELLS;
      expect(isLength || length === "?" || length === "*", where, "a length", length);
      expect(names.has(name), where, "one of the colours", name);
      expect(JOINTS.includes(joint), where, "“attached” or “loose”", joint);
      return joint ? [length, name, joint] : [length, name];
    });
  });
}

/** @param {any} given @param {string} where @returns {Colour} */
function colour(given, where) {
  expect(isObject(given), where, "an object", given);
  const { name, rgb, char, safe = rgb, triangle } = given;
  for (const value of [rgb, safe]) expect(/^#[0-9a-f]{6}$/i.test(value), where, "a colour such as #c01d48", value);
  expect(typeof char === "string" && [...char].length === 1, where, "one character", char);
  const found = { name: text(name, where, LONGEST_NAME), rgb, char, safe };
  if (triangle == null) return found;
  expect(typeof triangle === "string" && halvesOf(triangle), where, "two halves", triangle);
  return { ...found, triangle };
}

/** As a file has it. @param {any} given @returns {any} */
function board(given) {
  expect(isObject(given), "the board", "an object", given);
  const { kind, sides, cells, lines } = given;
  const found = { kind: text(kind, "the board", LONGEST_NAME) };
  if (sides != null) {
    const own = list(sides, "the sides of the board", 6);
    const fits = own.every((side) => Number.isInteger(side) && side >= 0 && side <= LONGEST_SIDE);
    expect(fits, "the sides of the board", `whole numbers up to ${LONGEST_SIDE}`, own);
    return { ...found, sides: own };
  }
  expect(isObject(lines), "the lines of the board", "an object", lines);
  return { ...found, cells: list(cells, "the cells of the board", MOST_CELLS), lines };
}

/** @param {any} value @param {string} where @param {number} most @returns {any[]} */
function list(value, where, most) {
  expect(Array.isArray(value), where, "a list", value);
  expect(value.length <= most, where, `at most ${most} entries`, value.length);
  return value;
}

/** @param {any} value @param {string} where @param {number} most @returns {string} */
function text(value, where, most) {
  expect(typeof value === "string" && value.length <= most, where, `a text of at most ${most} characters`, value);
  return value;
}

/** @param {any} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {any} holds @param {string} where @param {string} expected @param {any} value */
function expect(holds, where, expected, value) {
  if (holds) return;
  const shown = JSON.stringify(value) ?? "nothing";
  throw new Error(`${where}: expected ${expected}, not ${shown.length > 40 ? `${shown.slice(0, 40)}…` : shown}`);
}

// Puzzles as text: JSON, `.non` and the addresses of puzz.link, on rectangles.
//
//   read(text)               which of them it is, is seen from the text
//   write(puzzle, "non")     or "json", "puzz-link"
//
// The forms are those of `nonocsp/files/formats`, which reads many more, with all that they carry; here are rows, columns,
// colours, title and author. An address is not fetched: it holds the puzzle.

import { OptionError } from "./checks.js";
import { formOf, membersOf, PuzzleError, shown, valueOf } from "./puzzle.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./puzzle.js").Clue} Clue
 * @typedef {import("./puzzle.js").Block} Block
 */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

// A puzzle of people is far smaller; an address or file may come from anyone.
const LONGEST_SIDE = 10_000;

/** The puzzle of a text. Throws PuzzleError. @param {string} text @returns {Puzzle} */
export function read(text) {
  if (typeof text !== "string") throw new PuzzleError(`text: expected a text, not ${shown(text)}`);
  const address = /^(?:\S*[?/])?([a-z]+)\/(?:[^/\d][^/]*\/)?(\d+)\/(\d+)\/(\S*)$/i.exec(text.trim());
  const puzzle = /^\s*\{/.test(text) ? ofJson(text) : address ? ofAddress(address) : ofNon(text);
  formOf(puzzle);
  return puzzle;
}

/** A puzzle as text. Throws PuzzleError where the form cannot hold it. @param {Puzzle} puzzle @param {string} format */
export function write(puzzle, format) {
  const { lines, height, colours, names } = formOf(puzzle);
  if (!["json", "non", "puzz-link"].includes(format))
    throw new OptionError(`format: expected json, non or puzz-link, not ${shown(format)}`);
  if (format === "json") return asJson(puzzle);
  if (lines.some((clue) => !clue || clue.some(([length, , joint]) => joint || length === "*")))
    throw new PuzzleError(`${format} has no unknown clues, no "*" and no blocks that are attached or loose`);
  const clues = lines.map((clue) => clue ?? []);
  if (format === "puzz-link") {
    if (colours > 1) throw new PuzzleError("puzz-link has one colour");
    return `https://puzz.link/p?nonogram/${lines.length - height}/${height}/${body(clues, height)}`;
  }
  if (colours > LETTERS.length) throw new PuzzleError(`non has at most ${LETTERS.length} colours, not ${colours}`);
  const { name, title = name, author } = /** @type {any} */ (puzzle);
  const { colours: looks } = membersOf(puzzle);
  /** @param {import("./puzzle.js").NumberedBlock[]} clue */
  const written = (clue) =>
    clue.map(([length, colour]) => `${length}${colours > 1 ? LETTERS[colour - 1] : ""}`).join(",") || "0";
  const head = [
    ...(title ? [`title "${oneLine(title)}"`] : []),
    ...(author ? [`by "${oneLine(author)}"`] : []),
    ...(colours > 1 ? names.slice(1).map((_, i) => colourLine(looks?.[i], i)) : []),
    `width ${lines.length - height}`,
    `height ${height}`,
  ];
  const [rows, columns] = [clues.slice(0, height), clues.slice(height)].map((some) => some.map(written));
  return [...head, "", "rows", ...rows, "", "columns", ...columns, ""].join("\n");
}

/** @param {Puzzle} puzzle */
function asJson(puzzle) {
  try {
    return JSON.stringify(puzzle);
  } catch (error) {
    throw new PuzzleError(`expected plain data: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} text @returns {Puzzle} */
function ofJson(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new PuzzleError(`no JSON: ${/** @type {Error} */ (error).message}`);
  }
  const { columns, colors, ...rest } = data;
  const [cols, colours] = [valueOf(data, "cols", "columns"), valueOf(data, "colours", "colors")];
  return { ...rest, ...(cols && { cols }), ...(colours && { colours }) };
}

/** @param {RegExpExecArray} found @returns {Puzzle} */
function ofAddress([, genre, columns, rows, places]) {
  if (genre.toLowerCase() !== "nonogram") throw new PuzzleError(`a puzzle of the genre ${genre}; expected nonogram`);
  const [width, height] = [side("columns", columns), side("rows", rows)];
  const [ofColumn, ofRow] = [Math.ceil(height / 2), Math.ceil(width / 2)];
  const border = width * ofColumn;
  const all = border + height * ofRow;
  /** @type {Block[][]} */
  const lines = Array.from({ length: width + height }, () => []);
  let place = 0;
  for (const [symbol] of places.matchAll(/-[0-9a-f]{2}|./gi)) {
    if (/^[g-z]$/.test(symbol)) {
      place += symbol.charCodeAt(0) - "f".charCodeAt(0);
      continue;
    }
    if (!/^(-?[0-9a-f]+|\.)$/i.test(symbol) || place >= all)
      throw new PuzzleError(`expected clues for ${all} places: 0-9, a-f, -XX, "." or g-z, not ${symbol}`);
    const line = place < border ? Math.floor(place / ofColumn) : width + Math.floor((place - border) / ofRow);
    // From the board outwards: the last block comes first.
    lines[line].unshift(symbol === "." ? "?" : parseInt(symbol.replace("-", ""), 16));
    place += 1;
  }
  if (place !== all) throw new PuzzleError(`expected clues for ${all} places, not for ${place}`);
  return { rows: lines.slice(width), cols: lines.slice(0, width) };
}

/** The places of an address, columns first. @param {import("./puzzle.js").NumberedBlock[][]} clues @param {number} height */
function body(clues, height) {
  const width = clues.length - height;
  const places = [...clues.slice(height), ...clues.slice(0, height)].flatMap((clue, line) => {
    const room = Math.ceil((line < width ? height : width) / 2);
    if (clue.length > room) throw new PuzzleError(`puzz-link has ${room} places in a line, not ${clue.length}`);
    return [...clue.map(([length]) => length).reverse(), ...Array(room - clue.length).fill(null)];
  });
  const text = places.map((length) => {
    if (length === null) return " ";
    if (length === "?") return ".";
    if (length > 255) throw new PuzzleError(`puzz-link has lengths of at most 255, not ${length}`);
    return length < 16 ? length.toString(16) : `-${length.toString(16)}`;
  });
  /** @param {string} gap */
  const skipped = (gap) =>
    "z".repeat(gap.length / 20) + (gap.length % 20 ? String.fromCharCode("f".charCodeAt(0) + (gap.length % 20)) : "");
  return text.join("").replace(/ +/g, skipped);
}

/** @param {string} text @returns {Puzzle} */
function ofNon(text) {
  /** @type {Record<string, string>} */
  const said = {};
  /** @type {Map<string, { name: string, rgb: string }>} */
  const colours = new Map();
  /** @type {Record<string, { text: string, at: number }[]>} */
  const sections = {};
  /** @type {{ text: string, at: number }[] | null} */
  let section = null;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [, word, value] = /** @type {RegExpExecArray} */ (/^\s*([a-z]*)\s*(.*?)\s*$/i.exec(line));
    const key = word.toLowerCase();
    if (key === "rows" || key === "columns") section = sections[key] = [];
    else if (key === "color" || key === "colour") {
      const [letter, rgb] = value.split(/\s+/);
      colours.set(letter.toLowerCase(), { name: letter, rgb });
    } else if (key) {
      section = null;
      said[key] ??= value.replace(/^"(.*)"$/, "$1");
    } else section?.push({ text: value, at: i + 1 });
  }
  /** @param {string} name @param {string} size */
  const clues = (name, size) => {
    if (!sections[name])
      throw new PuzzleError(`expected a puzzle as JSON, .non or an address of puzz.link: no ${name}`);
    const wanted = side(size, said[size] ?? "");
    // Lines between the clues are empty; where there are too few clues, they are lines without blocks.
    const lines = sections[name];
    const written = lines.filter(({ text: clue }) => clue);
    const taken = written.length < wanted ? lines.slice(0, wanted) : written;
    if (taken.length !== wanted) throw new PuzzleError(`expected ${wanted} ${name}, not ${taken.length}`);
    return taken.map(({ text: clue, at }) =>
      /^0?$/.test(clue) ? [] : clue.split(/[,\s]+/).map((each) => block(each, at)),
    );
  };
  /** @type {(each: string, at: number) => Block} */
  const block = (each, at) => {
    const [, length, letter] = /^(\d{1,9}|\?)([a-z]?)$/i.exec(each) ?? [];
    const colour = letter && colours.get(letter.toLowerCase());
    if (!length || (letter && !colour))
      throw new PuzzleError(`line ${at}: expected the length of a block, not ${each}`);
    const number = length === "?" ? "?" : Number(length);
    return colour ? [number, colour.name] : number;
  };
  const puzzle = { rows: clues("rows", "height"), cols: clues("columns", "width") };
  const { title, by: author } = said;
  const palette = colours.size ? { colours: [...colours.values()] } : {};
  return { ...puzzle, ...palette, ...(title && { title }), ...(author && { author }) };
}

/** The number of lines of a direction. @param {string} what @param {string} text */
function side(what, text) {
  const found = Number(text);
  if (!/^\d+$/.test(text) || found < 1 || found > LONGEST_SIDE)
    throw new PuzzleError(`${what}: expected a number from 1 to ${LONGEST_SIDE}, not ${text || "none"}`);
  return found;
}

/** @param {any} colour @param {number} i */
function colourLine(colour, i) {
  const { rgb } = Object(colour);
  // Different ones where none are given.
  const made = `#${((i * 0x3c6ef3) & 0xffffff).toString(16).padStart(6, "0")}`;
  return `color ${LETTERS[i]} ${typeof rgb === "string" ? oneLine(rgb) : made}`;
}

/** @param {unknown} text */
const oneLine = (text) =>
  String(text)
    .replace(/[\s"]+/g, " ")
    .trim();

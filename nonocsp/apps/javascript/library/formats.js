// Puzzles as text: JSON, `.non` and the addresses of puzz.link, on rectangles.
//
//   read(text)               which of them it is, is seen from the text
//   write(puzzle, "non")     or "json", "puzz-link"
//
// They are those of `nonocsp/files/formats`, which reads many more, forgives more, and says what it assumed. A text that
// is read here is the same puzzle there; all others are refused. Here are rows, columns, colours, title and author; JSON
// keeps its other members, `.non` loses its other keywords. An address is not fetched: it holds the puzzle.

import { OptionError } from "./checks.js";
import { formOf, membersOf, PuzzleError, shown, valueOf } from "./puzzle.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./puzzle.js").Clue} Clue
 * @typedef {import("./puzzle.js").Block} Block
 */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

// Keywords of `.non`: sections with those of their sizes, and others.
const SIZES = { rows: "height", columns: "width" };
const OTHERS = "title by color goal saved catalogue copyright license description maxrule".split(" ");
const KEYWORDS = [...Object.entries(SIZES).flat(), ...OTHERS];

// Entities in texts of `.non`: those that Python writes.
const ENTITIES = Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', "#9": "\t", "#10": "\n", "#13": "\r" });

const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufeff]/;

const FORMS = "expected a puzzle as JSON, .non or an address of puzz.link; the Python package reads many other forms";

// A puzzle of people is far smaller; an address or file may come from anyone.
const LONGEST_SIDE = 10_000;

/**
 * The puzzle of a text in JSON (one object), `.non`, or an address of puzz.link. Any other text is refused, also where
 * the Python package reads it: further formats, several puzzles, clues as people write them. Throws PuzzleError.
 *
 * @param {string} text @returns {Puzzle}
 */
export function read(text) {
  if (typeof text !== "string") throw new PuzzleError(`text: expected a text, not ${shown(text)}`);
  const tidy = text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .trimEnd();
  if (CONTROL.test(tidy)) throw new PuzzleError("text: expected no control characters");
  const [begin, ...more] = tidy.trimStart().split(/\s/, 2);
  const address = !more.length && /^(?:.*[?/])?([a-z]+)\/(?:[^/\d][^/]*\/)?(\d+)\/(\d+)\/(.*)$/i.exec(begin);
  const isJson = begin.startsWith("{");
  if (!isJson && !address && !KEYWORDS.includes(begin.toLowerCase())) throw new PuzzleError(FORMS);
  const puzzle = isJson ? ofJson(tidy) : address ? ofAddress(address) : ofNon(tidy);
  membersOf(puzzle).colours?.forEach(rgbOf);
  formOf(puzzle);
  return puzzle;
}

/** A puzzle as text. Throws PuzzleError where the form cannot hold it. @param {Puzzle} puzzle @param {string} format
 * @returns {string} */
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
  const { name, title: first, author: by } = /** @type {any} */ (puzzle);
  const { title, author } = texts([first, name], by);
  const { colours: looks } = membersOf(puzzle);
  /** @param {import("./puzzle.js").NumberedBlock[]} clue */
  const written = (clue) =>
    clue.map(([length, colour]) => `${length}${colours > 1 ? LETTERS[colour - 1] : ""}`).join(",") || "0";
  const head = [
    ...(title ? [`title "${escaped(title)}"`] : []),
    ...(author ? [`by "${escaped(author)}"`] : []),
    `width ${lines.length - height}`,
    `height ${height}`,
    ...(colours > 1 ? names.slice(1).map((_, i) => colourLine(looks?.[i], i)) : []),
  ];
  const [rows, columns] = [clues.slice(0, height), clues.slice(height)].map((some) => some.map(written));
  return [...head, "", "rows", ...rows, "", "columns", ...columns, ""].join("\n");
}

/** A member a line, as Python writes it. @param {Puzzle} puzzle */
function asJson(puzzle) {
  try {
    const text = JSON.stringify(puzzle, null, 1).replace(
      /([[{]?)\n( *)([\]}]?)/g,
      (_, opened, { length: depth }, closed) =>
        depth === 0 || (depth === 1 && !closed)
          ? `${opened}\n${" ".repeat(2 * depth)}${closed}`
          : opened || closed || " ",
    );
    return `${text}\n`;
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
    throw new PuzzleError(`expected one object as JSON: ${/** @type {Error} */ (error).message.replace(/\s+/g, " ")}`);
  }
  const { columns, colors, title, name, author, ...rest } = data;
  const [cols, colours] = [valueOf(data, "cols", "columns"), valueOf(data, "colours", "colors")];
  return { ...texts([title, name], author), ...rest, ...(cols && { cols }), ...(colours && { colours }) };
}

/** Title and author, where they are texts. @param {unknown[]} titles, the first text counts @param {unknown} by */
function texts(titles, by) {
  const [title, author] = [titles, [by]].map((some) => some.find((each) => typeof each === "string"));
  return { ...(title && { title }), ...(author && { author }) };
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
  for (const [symbol] of places.matchAll(/-[0-9a-f]{2}|./g)) {
    if (/^[g-z]$/.test(symbol)) {
      place += symbol.charCodeAt(0) - "f".charCodeAt(0);
      continue;
    }
    if (!/^(-?[0-9a-f]+|\.)$/.test(symbol) || place >= all)
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
  /** @type {Record<string, number>} */
  const size = {};
  /** @type {Map<string, { name: string, rgb: string }>} */
  const colours = new Map();
  /** @type {Record<string, { text: string, at: string }[]>} */
  const sections = {};
  /** @type {{ text: string, at: string }[] | null} */
  let section = null;
  for (const [i, line] of text.split("\n").entries()) {
    const at = `line ${i + 1}`;
    const [, name = "", rest = ""] = /^[ \t]*([a-z]+)(?:[ \t]+([^]*))?$/i.exec(line) ?? [];
    const [key, value] = [name.toLowerCase(), rest.trim()];
    if (!key) {
      if (!section && line.trim()) throw new PuzzleError(`${at}: expected a keyword, not ${shown(line)}`);
      section?.push({ text: line.trim(), at });
      continue;
    }
    section = null;
    if (key === "rows" || key === "columns") {
      if (sections[key]) throw new PuzzleError(`${at}: expected ${key} only once`);
      section = sections[key] = [];
      if (value) size[SIZES[key]] = side(`${at}: ${key}`, value);
    } else if (key === "width" || key === "height") size[key] = side(`${at}: ${key}`, value);
    else if (key === "color") {
      const [, letter, rgb] = /^([a-z])\s+#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value) ?? [];
      if (!letter || colours.has(letter))
        throw new PuzzleError(`${at}: expected a letter of its own and #rrggbb, not ${shown(value)}`);
      colours.set(letter, { name: letter, rgb: `#${rgb}` });
    } else if (/^(goal|saved)$/.test(key) && /^"[^"]*$/.test(value))
      throw new PuzzleError(`${at}: expected ${key} in one line`);
    else if (key === "title" || key === "by") said[key] = unquoted(value, at) || said[key];
  }
  /** @type {(each: string, at: string) => Block} */
  const block = (each, at) => {
    const [, length, letter] = /^(0*[1-9]\d{0,8}|[?*])([a-z]?)$/i.exec(each) ?? [];
    const colour =
      letter && (colours.get(letter) ?? colours.get(letter.toLowerCase()) ?? colours.get(letter.toUpperCase()));
    if (!length || (letter && !colour) || (length === "*" && colours.size))
      throw new PuzzleError(`${at}: expected the length of a block, not ${each}`);
    const number = length === "?" || length === "*" ? length : Number(length);
    return colour ? [number, colour.name] : number;
  };
  const [rows, cols] = Object.entries(SIZES).map(([what, of]) => {
    const [lines, wanted] = [sections[what], size[of]];
    if (!lines || !wanted) throw new PuzzleError(`.non without ${lines ? of : what}; ${FORMS}`);
    // Lines between the clues are empty; where there are too few clues, they are lines without blocks.
    const written = lines.filter(({ text: clue }) => clue);
    const taken = written.length < wanted ? lines.slice(0, wanted) : written;
    if (taken.length !== wanted || taken.filter(({ text: clue }) => clue).length < written.length)
      throw new PuzzleError(`expected ${wanted} ${what}, not ${written.length}`);
    return taken.map(({ text: clue, at }) => {
      const words = clue.split(/[,\s]+/).filter(Boolean);
      return words
        .filter((each) => each !== "0" || !(colours.size || words.length === 1))
        .map((each) => block(each, at));
    });
  });
  return { ...texts([said.title], said.by), rows, cols, ...(colours.size && { colours: [...colours.values()] }) };
}

/** A text of `.non` without quotation marks and entities. @param {string} value @param {string} at */
function unquoted(value, at) {
  let [start, end] = [0, value.length];
  while (value[start] === '"') start += 1;
  while (end > start && value[end - 1] === '"') end -= 1;
  return value.slice(start, end).replace(/&(#\w*|\w\w+);?/g, (entity, name) => {
    const found = ENTITIES.find(([known]) => known === name);
    if (!found) throw new PuzzleError(`${at}: expected a text without the entity ${shown(entity)}`);
    return found[1];
  });
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
  // Different ones where none are given.
  const made = `#${((i * 0x3c6ef3) & 0xffffff).toString(16).padStart(6, "0")}`;
  return `color ${LETTERS[i]} ${rgbOf(colour) ?? made}`;
}

/** The RGB value of a colour that has one. @param {any} colour @returns {string | undefined} */
function rgbOf(colour) {
  const { rgb } = Object(colour);
  if (typeof rgb !== "string") return undefined;
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(rgb))
    throw new PuzzleError(`colours: expected rgb as #rrggbb, not ${shown(rgb)}`);
  return rgb;
}

/** A text as `.non` has it, in one line. @param {string} text */
function escaped(text) {
  if (CONTROL.test(text)) throw new PuzzleError(`non has no control characters: ${shown(text)}`);
  return text.replace(/[&<>"\t\n\r]/g, (char) => `&${ENTITIES.find(([, known]) => known === char)?.[0]};`);
}

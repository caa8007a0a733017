// Puzzles in one colour as text, read before Python is there: addresses of puzz.link, and JSON and `.non` that are byte
// for byte what is written here, with clues, a title and an author. So there is nothing to assume, and Python reads the
// same; all other texts wait for it.

import { read, write } from "../library/formats.js";
import { BLACK_ON_WHITE, MOST_CELLS } from "../puzzle/model.js";

// As the formats of Python say what they are.
const SUMMARIES = {
  json: "JSON with rows and cols: colours, unknown and absent clues, metadata, goals",
  non: "Simpson's .non: keywords, then clues line by line",
  "puzz-link": "addresses of puzz.link and pzv.jp: the clues in one line",
};

const ADDRESS = /^https:\/\/puzz\.link\/p\?nonogram\/\d+\/\d+\/[0-9a-z-]+\n?$/;

// A title in which no other format can see a sign of itself.
const PLAIN = /^[\p{L}\p{N} .,:!?'()-]*$/u;

/** The answer of the endpoint `parse`, or null. @param {{ text?: string, base64?: string, format?: string }} data */
export function readingOf({ text, base64, format }) {
  if (format) return null;
  try {
    const whole = text ?? decoded(base64 ?? "");
    const { rows, cols, title = "", author = "" } = read(whole);
    const about = { ...(title && { title }), ...(author && { author }) };
    const kind = ADDRESS.test(whole) ? "puzz-link" : whole.startsWith("{") ? "json" : "non";
    const isWritten = kind === "puzz-link" || [whole, `${whole}\n`].includes(write({ ...about, rows, cols }, kind));
    if (!isWritten || !PLAIN.test(title + author)) return null;
    const [down, across] = [numbered(rows, cols.length), numbered(cols, rows.length)];
    // Python says what is wrong.
    if (sum(down) !== sum(across) || rows.length * cols.length > MOST_CELLS) return null;
    const [blank, black] = BLACK_ON_WHITE.map((colour) => ({ ...colour, safe: colour.rgb }));
    const puzzle = { ...about, rows: down, cols: across, blank, colours: [black] };
    return { format: kind, summary: SUMMARIES[kind], warnings: [], puzzles: [puzzle] };
  } catch {
    return null;
  }
}

/** @param {string} base64 */
const decoded = (base64) =>
  new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));

/** Clues of lengths that fit. @param {any[]} clues @param {number} width @returns {[length: number, colour: string][][]} */
function numbered(clues, width) {
  return clues.map((/** @type {number[]} */ clue) => {
    const cells = clue.reduce((total, length) => (length > 0 ? total + length + 1 : Infinity), -1);
    if (cells > width) throw new Error("unknown lengths, or too long");
    return clue.map((length) => [length, "black"]);
  });
}

/** @param {[length: number, colour: string][][]} clues */
const sum = (clues) => clues.flat().reduce((total, [length]) => total + length, 0);

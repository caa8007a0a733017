// Puzzles in one colour as text, read before Python is there: JSON, `.non` and addresses of puzz.link that hold clues, a
// title and an author, and nothing else. Everything else is Python's, which names colours and knows fifty formats.

import { read } from "../library/formats.js";
import { BLACK_ON_WHITE } from "../puzzle/model.js";

// As the formats of Python say what they are.
const SUMMARIES = {
  json: "JSON with rows and cols: colours, unknown and absent clues, metadata, goals",
  non: "Simpson's .non: keywords, then clues line by line",
  "puzz-link": "addresses of puzz.link and pzv.jp: the clues in one line",
};

const KEYWORDS = ["title", "by", "width", "height", "rows", "columns"];
const MEMBERS = ["rows", "cols", "columns", "title", "author"];

/** The answer of the endpoint `parse`, or null. @param {{ text?: string, base64?: string, format?: string }} data */
export function readingOf({ text, base64, format }) {
  try {
    const whole = text ?? decoded(base64 ?? "");
    const kind = format ? null : kindOf(whole);
    if (!kind) return null;
    const { rows, cols, title, author } = /** @type {any} */ (read(whole));
    const [down, across] = [rows, cols].map((clues) => clues.map(numbered));
    if (sum(down) !== sum(across)) return null; // Python says what is wrong
    const [blank, black] = BLACK_ON_WHITE.map((colour) => ({ ...colour, safe: colour.rgb }));
    const about = { ...(title && { title }), ...(author && { author }) };
    const puzzle = { ...about, rows: down, cols: across, blank, colours: [black] };
    return { format: kind, summary: SUMMARIES[kind], warnings: [], puzzles: [puzzle] };
  } catch {
    return null;
  }
}

/** @param {string} base64 */
const decoded = (base64) =>
  new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));

/** The format of a text without anything unusual. @param {string} text @returns {keyof typeof SUMMARIES | null} */
function kindOf(text) {
  if (/^https:\/\/puzz\.link\/p\?nonogram\/\d+\/\d+\/[0-9a-z-]+$/.test(text.trim())) return "puzz-link";
  if (/^\s*\{/.test(text)) {
    const names = Object.keys(JSON.parse(text));
    return names.every((name) => MEMBERS.includes(name)) ? "json" : null;
  }
  const words = text.split(/\r?\n/).flatMap((line) => line.match(/^[a-z]+(?=\s|$)/i) ?? []);
  const isUsual = words.every((word, at) => KEYWORDS.includes(word) && words.indexOf(word) === at);
  return isUsual && words.length > 3 && !/&|^[^\S\n]+\S/m.test(text) ? "non" : null;
}

/** @param {unknown} clue @returns {[length: number, colour: string][]} */
function numbered(clue) {
  if (!Array.isArray(clue) || !clue.every((length) => Number.isInteger(length) && length > 0))
    throw new Error("more than lengths");
  return clue.map((length) => [length, "black"]);
}

/** @param {[length: number, colour: string][][]} clues */
const sum = (clues) => clues.flat().reduce((total, [length]) => total + length, 0);

// The puzzles that come with the program: an index of sections, and files with ten puzzles of a section each, with
// facts, ratings, fog and clues; see nonocsp/apps/web/library.py.

import { get, Refusal } from "../page/api.js";
import { Puzzle } from "./model.js";
import { day } from "./progress.js";
import { progressOf } from "./saves.js";
import { tame } from "./words.js";
import { t } from "../page/language.js";

// One puzzle of the library.
export class Entry {
  /** @type {Puzzle | null} */
  #model = null;

  /** @param {Facts} given */
  constructor({ number, verdict, count, rating, fog, puzzle }) {
    this.verdict = verdict;
    this.count = count;
    this.rating = rating;
    this.fog = fog;
    this.number = number;
    this.puzzle = puzzle;
  }

  get model() {
    return (this.#model ??= new Puzzle(this.puzzle));
  }

  get address() {
    return `#play/${this.number}`;
  }

  /** The name to show: a title gives away what the player is to find. @param {boolean} isSolved */
  name(isSolved) {
    return (isSolved && tame(this.puzzle.title)) || t`Puzzle ${this.number}`;
  }

  get isSolved() {
    return progressOf(this.model).solved;
  }
}

// Puzzles in a file, as `PAGE` of nonocsp/apps/web/library.py.
const PAGE = 10;

/** @type {Map<string, Promise<any>>} */
const loading = new Map();

// What a file holds, fetched once; again where that failed.
/** @template T @param {string} path @param {(content: any) => T} read @returns {Promise<T>} */
function fetched(path, read) {
  let found = loading.get(path);
  if (!found) {
    found = get(path).then(read);
    found.catch(() => loading.delete(path));
    loading.set(path, found);
  }
  return found;
}

/** The sections with all their numbers, and what each word for a depth means. @returns {Promise<Index>} */
export const index = () =>
  fetched("library.json", ({ sections, words }) => ({
    words,
    sections: sections.map((/** @type {any} */ own) => ({ ...own, numbers: own.numbers.flatMap(all) })),
  }));

/** @param {number | [number, number]} given a number, or the first and last of several */
const all = (given) =>
  Array.isArray(given) ? Array.from({ length: given[1] - given[0] + 1 }, (_, i) => given[0] + i) : given;

/** The entries of a page. @param {string} section @param {number} at @returns {Promise<Entry[]>} */
const page = (section, at) =>
  fetched(`library/${section}-${at}.json`, ({ puzzles }) =>
    puzzles.map((/** @type {Facts} */ facts) => new Entry(facts)),
  );

/** The numbers of the puzzles that become the puzzle of the day. @returns {Promise<number[]>} */
export const daily = () => fetched("library/daily.json", (numbers) => numbers);

/** What lists need to know of each puzzle with one solution. @returns {Promise<Row[]>} */
export async function facts() {
  const { words } = await index();
  const names = Object.keys(words);
  return fetched("library/facts.json", (rows) =>
    rows.map((/** @type {number[]} */ [number, longest, cells, colours, word, depth, minutes]) => ({
      number,
      longest,
      cells,
      colours,
      word: names[word],
      depth,
      minutes,
    })),
  );
}

/** The entry of a number, or of a file of the library. @param {string | number} id @returns {Promise<Entry>} */
export async function entryOf(id) {
  const { sections } = await index();
  const number = isNaN(Number(id)) ? (await fetched("library/files.json", (files) => files))[id] : Number(id);
  for (const { name, numbers } of sections) {
    const at = numbers.indexOf(number);
    if (at >= 0) return (await page(name, Math.floor(at / PAGE)))[at % PAGE];
  }
  throw new Refusal("input", t`There is no such puzzle in the library.`);
}

// The next entry of its section with one solution that is not solved yet, after one entry or from the beginning of the
// library; null if all are solved.
/** @param {Entry | null} [after] @returns {Promise<Entry | null>} */
export async function nextOf(after = null) {
  const { sections } = await index();
  const own = sections.find(({ numbers }) => after === null || numbers.includes(after.number));
  const numbers = own?.numbers ?? [];
  const start = after ? numbers.indexOf(after.number) : -1;
  for (const number of [...numbers.slice(start + 1), ...numbers.slice(0, Math.max(start, 0))]) {
    const entry = await entryOf(number);
    if (entry.verdict === "unique" && !entry.isSolved) return entry;
  }
  return null;
}

// The number of the puzzle of the day: the same for everyone on that date (YYYY-MM-DD). Null in an empty library.
/** @param {number[]} daily @param {string} [date] */
export function numberOfTheDay(daily, date = day()) {
  const days = Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
  return daily.length ? daily[days % daily.length] : null;
}

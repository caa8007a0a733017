// The puzzles that come with the program: an index, and a file for each section with facts, ratings, fog and
// clues. The originals have files and numbers of their own, the sections those of the collection.

import { get, Refusal } from "../page/api.js";
import { Puzzle } from "./model.js";
import { day } from "./progress.js";
import { progressOf } from "./saves.js";
import { t } from "../page/language.js";

// One puzzle of the library.
export class Entry {
  /** @type {Puzzle | null} */
  #model = null;

  /** @param {Facts} given */
  constructor({ number, file, verdict, count, rating, fog, puzzle }) {
    this.file = file;
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

  // The cells of the longest line with a clue.
  get longest() {
    const { shape } = this.model;
    return Math.max(...shape.lines.map((line) => (shape.has(line) ? shape.cellsOf(line).length : 0)));
  }

  get address() {
    return `#play/${this.number}`;
  }

  /** The name to show: a title gives away what the player is to find. @param {boolean} isSolved */
  name(isSolved) {
    return (isSolved && this.puzzle.title) || t`Puzzle ${this.number}`;
  }

  get isSolved() {
    return progressOf(this.model).solved;
  }
}

const ORIGINALS = "originals";

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

/** @returns {Promise<Index>} */
const index = () => fetched("library.json", (content) => content);

/** The entries of a section, by number. @param {string} name @returns {Promise<Entry[]>} */
export const section = (name) =>
  fetched(`library/${name}.json`, ({ puzzles }) => puzzles.map((/** @type {Facts} */ facts) => new Entry(facts)));

// {entries, sections, daily, words, heading}: the originals by number, the sections of the collection, the numbers of the
// puzzles that become the puzzle of the day, and what each word for a difficulty means.
export async function catalogue() {
  const [found, entries] = await Promise.all([index(), section(ORIGINALS)]);
  return { ...found, entries };
}

/** The entries beside that of a number: of its section. @param {string} [id] */
export async function entriesBeside(id = "") {
  const { sections } = await index();
  const found = sections.find(({ first, last }) => first <= Number(id) && Number(id) <= last);
  return section(found?.name ?? ORIGINALS);
}

/** The entry of a number or a file name. @param {string} id */
export async function entryOf(id) {
  const found = (await entriesBeside(id)).find((entry) => String(entry.number) === id || entry.file === id);
  if (!found) throw new Refusal("input", t`There is no such puzzle in the library.`);
  return found;
}

// The next entry with one solution that is not solved yet, after one entry or from the beginning; null
// if all are solved.
/** @param {Entry[]} entries @param {Entry | null} [after] */
export function nextOf(entries, after = null) {
  const start = entries.findIndex((entry) => entry === after) + 1;
  /** @param {Entry} entry */
  const isOpen = (entry) => entry !== after && entry.verdict === "unique" && !entry.isSolved;
  return [...entries.slice(start), ...entries.slice(0, start)].find(isOpen) ?? null;
}

// The number of the puzzle of the day: the same for everyone on that date (YYYY-MM-DD). Null in an empty library.
/** @param {number[]} daily @param {string} [date] */
export function numberOfTheDay(daily, date = day()) {
  const days = Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
  return daily.length ? daily[days % daily.length] : null;
}

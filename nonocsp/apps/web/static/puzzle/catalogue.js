// The puzzles that come with the program, in one file: facts, ratings, fog and clues.

import { get, Refusal } from "../page/api.js";
import { Puzzle } from "./model.js";
import { day } from "./progress.js";
import { progressOf } from "./saves.js";

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
    return isSolved ? this.puzzle.title : `Puzzle ${this.number}`;
  }

  get isSolved() {
    return progressOf(this.model).solved;
  }
}

/** @type {Promise<{ entries: Entry[], daily: number[], words: Record<string, string> }> | null} */
let loading = null;

// {entries, daily, words}: all entries by number, the numbers of those that become the puzzle of the
// day, and what each word for a difficulty means.
export function catalogue() {
  loading ??= get("library.json").then(
    ({ puzzles, daily, words }) => ({
      entries: puzzles.map((/** @type {Facts} */ facts) => new Entry(facts)),
      daily,
      words,
    }),
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The entry of a number or a file name. @param {string} id */
export async function entryOf(id) {
  const { entries } = await catalogue();
  const found = entries.find((entry) => String(entry.number) === id || entry.file === id);
  if (!found) throw new Refusal("input", "There is no such puzzle in the library.");
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

// The puzzle of the day: the same for everyone on that date (YYYY-MM-DD).
/** @param {{ entries: Entry[], daily: number[] }} given @param {string} [date] */
export function entryOfTheDay({ entries, daily }, date = day()) {
  const days = Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
  const number = daily[days % daily.length];
  return entries.find((entry) => entry.number === number) ?? null;
}

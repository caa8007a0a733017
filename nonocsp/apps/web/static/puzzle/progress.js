// Progress over all puzzles: how many are solved, the days in a row, and a file to carry it elsewhere.

import { all, merged } from "./own.js";
import { games, keep, known, sound } from "./saves.js";
import { t } from "../page/language.js";

const FORMAT = "nonocsp progress";
const MOST = 20_000_000;

// A date of the local calendar as YYYY-MM-DD, some days before today.
export function day(before = 0) {
  const date = new Date();
  date.setDate(date.getDate() - before);
  /** @param {number} number */
  const pad = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

// The sides of squares by which times are kept apart: boards have at most as many cells.
const SIDES = [5, 10, 15, 20, 30, Infinity];

// {begun, solved, streak, today, days}: numbers of puzzles begun and solved, days in a row with a solved puzzle
// (today may still come), whether today has one, all days with one.
export function summary() {
  const all = [...games().values()];
  const solved = all.filter((game) => game.days.length);
  const days = new Set(solved.flatMap((game) => game.days));
  const today = days.has(day());
  let streak = today ? 1 : 0;
  while (days.has(day(streak + (today ? 0 : 1)))) streak += 1;
  return { begun: all.length - solved.length, solved: solved.length, streak, today, days: [...days].sort() };
}

/** Which puzzles of the library are begun or solved, by number, the latter for good; the furthest first. */
export function standings() {
  const own = [...games().values()].filter(({ number }) => number);
  /** @param {SavedGame} game */
  const share = (game) => known(game) / game.cells.length;
  const found = own.filter((game) => game.days.length || known(game)).sort((a, b) => share(b) - share(a));
  return new Map(found.map((game) => [game.number, game.days.length ? "solved" : "begun"]));
}

// For sizes of which something has been solved: {most, count, best, mean, hints}, the side of a square of that size,
// how many were solved, their least and mean seconds, hints taken.
export function times() {
  const solved = [...games().values()].filter(({ solved, seconds }) => solved && seconds > 0);
  return SIDES.map((most, i) => {
    const own = solved.filter(({ cells }) => cells.length <= most ** 2 && cells.length > (SIDES[i - 1] ?? 0) ** 2);
    const seconds = own.map((game) => game.seconds);
    const mean = Math.round(seconds.reduce((sum, each) => sum + each, 0) / own.length);
    const hints = own.reduce((sum, game) => sum + game.hints, 0);
    return { most, count: own.length, best: Math.min(...seconds), mean, hints };
  }).filter(({ count }) => count);
}

// The text of a file with every saved game, and the puzzles and drawings of one's own.
export function exported() {
  return JSON.stringify({ format: FORMAT, version: 1, games: Object.fromEntries(games()), own: all() });
}

// Merge such a file into what is saved: of two games of a puzzle the further one stays. Returns {taken, kept},
// numbers of games, and {added}, that of puzzles and drawings; throws an error with a message where the text is not such a file.
/** @param {string} text */
export function merge(text) {
  const { found, own: others } = partsOf(text);
  const own = games();
  let taken = 0;
  for (const [key, game] of found) {
    const before = own.get(key);
    const further = before && !isFurther(game, before) ? before : game;
    const days = [...new Set([...(before?.days ?? []), ...game.days])].sort();
    if (!keep(key, { ...further, days })) throw new Error(t`The browser has no space left for these games.`);
    if (further === game) taken += 1;
  }
  return { taken, kept: found.size - taken, added: merged(others) };
}

/** @param {string} text */
function partsOf(text) {
  if (text.length > MOST) throw new Error(t`This file is too large to hold saved games.`);
  /** @type {{ format?: string, games?: object, own?: unknown }} */
  let data = {};
  try {
    data = JSON.parse(text) ?? {};
  } catch {
    // refused below
  }
  const { format, games: saved, own } = data;
  if (format !== FORMAT || typeof saved !== "object" || !saved)
    throw new Error(t`This is not a progress file: expected one that “Export progress” has written.`);
  const found = new Map();
  for (const [key, value] of Object.entries(saved)) {
    const game = /^[0-9a-f]{16}$/.test(key) ? sound(value) : null;
    if (!game) throw new Error(t`This progress file is damaged: its game “${key.slice(0, 20)}” cannot be read.`);
    found.set(key, game);
  }
  return { found, own };
}

// Whether a game is further than another one of the same puzzle; games of other sizes are damaged.
/** @param {SavedGame} game @param {SavedGame} other */
function isFurther(game, other) {
  if (game.cells.length !== other.cells.length) return false;
  /** @param {SavedGame} one */
  const rank = (one) => [Number(one.solved), known(one), one.seconds];
  const [a, b] = [rank(game), rank(other)];
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && a[at] > b[at];
}

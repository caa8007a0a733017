// One saved game for each puzzle: {cells, solved, seconds, hints, days, number, guess, history}. `solved` is whether its
// cells are a solution, `days` are the dates on which it was solved; `number` is that of the puzzle in the library, and
// `guess` the number of steps before a guess, if there are these.

import { names, read, write } from "../page/storage.js";
import { UNKNOWN } from "./lines.js";

const GAMES = "nonocsp:game:";
const DAY = /^\d{4}-\d\d-\d\d$/;

// The saved game of a puzzle, or null; one that is damaged or does not fit the puzzle is ignored.
/** @param {Puzzle} puzzle */
export function load(puzzle) {
  return fitting(puzzle, read(GAMES + puzzle.key));
}

// Save a game. Where space is short its history goes first; false if nothing could be saved.
/** @param {Puzzle} puzzle @param {SavedGame} game */
export function save(puzzle, game) {
  return keep(puzzle.key, game);
}

/** Save a game by the key of its puzzle. @param {string} key @param {SavedGame} game */
export function keep(key, game) {
  if (write(GAMES + key, JSON.stringify(game))) return true;
  const { history, guess, ...rest } = game;
  return Boolean(history) && write(GAMES + key, JSON.stringify(rest));
}

// Call `changed` when another tab saves this game.
/** @param {Puzzle} puzzle @param {(game: SavedGame) => void} changed @param {AbortSignal} signal */
export function watch(puzzle, changed, signal) {
  /** @param {any} event */
  const listen = (event) => {
    const game = event.key === GAMES + puzzle.key && fitting(puzzle, event.newValue);
    if (game) changed(game);
  };
  addEventListener("storage", listen, { signal });
}

// All saved games by the keys of their puzzles.
export function games() {
  const found = new Map();
  for (const name of names()) {
    const game = name.startsWith(GAMES) && parsed(read(name));
    if (game) found.set(name.slice(GAMES.length), game);
  }
  return found;
}

// How far the player is: `solved` stays true once the puzzle has been solved, `done` is a percentage.
/** @param {Puzzle} puzzle */
export function progressOf(puzzle) {
  const game = load(puzzle);
  if (!game) return { cells: null, done: 0, solved: false, seconds: 0, hints: 0 };
  const { cells, seconds, hints } = game;
  const solved = game.days.length > 0 || puzzle.isSolvedBy(cells);
  return { cells, done: Math.floor((100 * known(game)) / cells.length), solved, seconds, hints };
}

/** The number of cells that a game has decided. @param {SavedGame} game */
export const known = (game) => game.cells.filter((cell) => cell !== UNKNOWN).length;

// A game out of JSON, or null. Whatever is missing or wrong beside the cells gets its default.
/** @param {string | null} text */
function parsed(text) {
  try {
    return sound(JSON.parse(text ?? "null"));
  } catch {
    return null;
  }
}

/** The same of a value out of JSON. @param {any} game @returns {SavedGame | null} */
export function sound(game) {
  if (
    !Array.isArray(game?.cells) ||
    !game.cells.every((/** @type {any} */ cell) => Number.isInteger(cell) && cell >= UNKNOWN)
  )
    return null;
  /** @param {any} value */
  const count = (value) => (Number.isFinite(value) && value > 0 ? Math.floor(value) : 0);
  return {
    cells: game.cells,
    solved: game.solved === true,
    seconds: count(game.seconds),
    hints: count(game.hints),
    days: Array.isArray(game.days) ? game.days.filter((/** @type {any} */ day) => DAY.test(day)) : [],
    ...(Number.isInteger(game.number) && game.number > 0 && { number: game.number }),
    ...(Number.isInteger(game.guess) && game.guess >= 0 && { guess: game.guess }),
    history: game.history ?? null,
  };
}

/** @param {Puzzle} puzzle @param {string | null} text */
function fitting(puzzle, text) {
  const game = parsed(text);
  if (!game || game.cells.length !== puzzle.shape.size) return null;
  return game.cells.every((cell) => cell < puzzle.palette.length) ? game : null;
}

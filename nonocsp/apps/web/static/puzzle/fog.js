// The fog of begun games: computed in idle time after a move, and kept beside the saved game.

import { ask } from "../page/api.js";
import { hash } from "./model.js";
import { forget, recall, write } from "../page/storage.js";

const FOG = "nonocsp:fog:";
const IDLE = 1500; // milliseconds without a move
const MOST_SIDE = 100;

/** @type {Map<string, { puzzle: Puzzle, cells: number[] }>} */
const waiting = new Map(); // by the keys of puzzles
let timer = 0;
let isAsking = false;

/** Compute and keep the fog of a game after a short pause; `cells` may change until then. @param {Puzzle} puzzle @param {number[]} cells */
export function keepFog(puzzle, cells) {
  if (puzzle.shape.longest > MOST_SIDE) return;
  waiting.set(puzzle.key, { puzzle, cells });
  clearTimeout(timer);
  timer = setTimeout(next, IDLE);
}

/** The fog that was kept last, or null. @param {Puzzle} puzzle */
export function keptFog(puzzle) {
  return kept(puzzle).fog;
}

/** @param {Puzzle} puzzle */
export function forgetFog(puzzle) {
  waiting.delete(puzzle.key);
  forget(FOG + puzzle.key);
}

// One at a time: a thumbnail must not keep the player's own questions waiting.
async function next() {
  const [first] = waiting;
  if (isAsking || !first) return;
  const [key, { puzzle, cells }] = first;
  waiting.delete(key);
  const of = stateOf(cells);
  if (kept(puzzle).of === of) return void next();
  isAsking = true;
  try {
    const fog = await ask("fog", { puzzle: puzzle.data, grid: puzzle.grid(cells) }, { isCheap: true });
    write(FOG + key, JSON.stringify({ of, fog }));
    dispatchEvent(new CustomEvent("nonocsp:fog", { detail: key }));
  } catch {
    // Python is not loaded for that. The fog of the untouched puzzle is shown instead.
  } finally {
    isAsking = false;
    timer = setTimeout(next, 0);
  }
}

/** @param {number[]} cells */
const stateOf = (cells) => hash(cells.join());

/** {fog, of}: the fog, null if there is none, and the cells that it was computed from. @param {Puzzle} puzzle */
function kept(puzzle) {
  const found = recall(FOG + puzzle.key);
  return isFog(found?.fog, puzzle) ? found : { fog: null, of: null };
}

/** @param {any} fog @param {Puzzle} puzzle */
function isFog(fog, puzzle) {
  const { width, height, shares } = fog ?? {};
  return (
    typeof shares === "string" &&
    width > 0 &&
    height > 0 &&
    /^[\w-]*$/.test(shares) &&
    shares.length === width * height * (puzzle.palette.length - 1)
  );
}

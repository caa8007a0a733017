// Games saved in the browser: cells and time, by the key of the puzzle.

import { UNKNOWN } from "./lines.js";

const name = (puzzle) => `nonocsp:game:${puzzle.key}`;

// The saved game, or null; a saved game that does not fit the puzzle is ignored.
export function load(puzzle) {
  try {
    return sound(puzzle, JSON.parse(localStorage.getItem(name(puzzle))));
  } catch {
    return null;
  }
}

function sound(puzzle, game) {
  const fits =
    game &&
    Array.isArray(game.cells) &&
    game.cells.length === puzzle.width * puzzle.height &&
    game.cells.every((cell) => Number.isInteger(cell) && cell >= UNKNOWN && cell < puzzle.palette.length);
  return fits ? { cells: game.cells, seconds: Number(game.seconds) || 0 } : null;
}

// Save a game; false if the browser has no space left.
export function save(puzzle, cells, seconds) {
  try {
    localStorage.setItem(name(puzzle), JSON.stringify({ cells, seconds }));
    return true;
  } catch {
    return false;
  }
}

// Call `changed` when another tab saves this game; returns a function that stops listening.
export function watch(puzzle, changed) {
  const listen = (event) => {
    if (event.key !== name(puzzle) || !event.newValue) return;
    try {
      const game = sound(puzzle, JSON.parse(event.newValue));
      if (game) changed(game);
    } catch {
      // not a saved game
    }
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

export function progressOf(puzzle) {
  const game = load(puzzle);
  if (!game) return { cells: null, done: 0, solved: false };
  const known = game.cells.filter((cell) => cell !== UNKNOWN).length;
  return {
    cells: game.cells,
    done: Math.floor((100 * known) / game.cells.length),
    solved: puzzle.isSolvedBy(game.cells),
  };
}

// What is the player's own, newest first: drawings, and puzzles that came from elsewhere (shared, opened, made at
// random). Each is kept by itself under an id, so that two tabs do not overwrite each other's.

import { forget, names, read, write } from "../page/storage.js";
import { essence } from "./model.js";
import { sound } from "./sound.js";
import { tame } from "./words.js";

const PUZZLES = "nonocsp:puzzle:";
const DRAWINGS = "nonocsp:drawing:";
// Of puzzles that were only played; drawings stay until they are removed.
const MOST_PUZZLES = 200;

/**
 * @typedef {{ id: string, kind: "puzzle" | "drawing", at: number, name: string, hash: string, data: any }} Own
 */

/** Keep a puzzle with the address that it is played at. @param {Puzzle} puzzle @param {string} hash */
export function keepPuzzle(puzzle, hash) {
  const kept = all().filter(({ kind }) => kind === "puzzle");
  for (const old of kept.slice(MOST_PUZZLES - 1)) remove(old);
  const data = JSON.parse(essence(puzzle.data));
  write(PUZZLES + puzzle.key, JSON.stringify({ at: Date.now(), hash, data }));
}

/** Keep a drawing; false if the browser has no space left. @param {string} id @param {object} data */
export const keepDrawing = (id, data) => write(DRAWINGS + id, JSON.stringify({ at: Date.now(), data }));

/** The drawing of an id, as it was kept; null if there is none. @param {string} id */
export const drawingOf = (id) => parsed("drawing", id)?.data ?? null;

/** The id of a drawing by the name under which it is stored. @param {string | null} name */
export const drawingIn = (name) => (name?.startsWith(DRAWINGS) ? name.slice(DRAWINGS.length) : null);

/** @param {{ kind: string, id: string }} own */
export const remove = ({ kind, id }) => forget((kind === "puzzle" ? PUZZLES : DRAWINGS) + id);

/** @returns {Own[]} */
export function all() {
  const found = [];
  for (const name of names())
    for (const [kind, prefix] of /** @type {const} */ ([["puzzle", PUZZLES], ["drawing", DRAWINGS]])) {
      const own = name?.startsWith(prefix) && parsed(kind, name.slice(prefix.length));
      if (own) found.push(own);
    } // prettier-ignore
  return found.sort((one, other) => other.at - one.at);
}

// Add what another browser had of its own; how much of it was new. What is damaged is left out.
/** @param {unknown} given */
export function merged(given) {
  let added = 0;
  for (const each of Array.isArray(given) ? given : []) {
    const { kind, id, at, hash, data } = Object(each);
    const name = (kind === "puzzle" ? PUZZLES : DRAWINGS) + id;
    if (!/^[0-9a-z]{8,16}$/.test(id) || !Number.isFinite(at) || read(name) !== null) continue;
    if (kind === "puzzle") {
      if (!/^#play[=:]/.test(hash) || !isSound(data)) continue;
    } else if (kind !== "drawing" || !Array.isArray(data?.cells)) continue;
    if (write(name, JSON.stringify({ at, hash, data }))) added += 1;
  }
  return added;
}

/** @param {any} data */
function isSound(data) {
  try {
    return Boolean(sound(data));
  } catch {
    return false;
  }
}

// What is damaged is left out.
/** @param {"puzzle" | "drawing"} kind @param {string} id @returns {Own | null} */
function parsed(kind, id) {
  try {
    const { at, hash, data } = JSON.parse(read((kind === "puzzle" ? PUZZLES : DRAWINGS) + id));
    if (!Number.isFinite(at) || !data) return null;
    return {
      id,
      kind,
      at,
      name: tame(data.title),
      hash: kind === "puzzle" ? String(hash) : `#draw/${id}`,
      data,
    };
  } catch {
    return null;
  }
}

// Drawing with symmetry: what a stroke changes is changed in the images of its cells, too.

import { flipped, mirrored, rotated, sidesOf, turned } from "./drawing.js";
import { later } from "../page/language.js";

// The ways to draw, in words, each with what leads from a cell to its images: one symmetry after another, repeated.
/** @typedef {import("./drawing.js").Symmetry} Symmetry */
/** @type {Record<string, { text: string, ways: Symmetry[][], repeats: boolean }>} */
export const KINDS = {
  none: { text: later`no symmetry`, ways: [], repeats: false },
  mirror: { text: later`left and right alike`, ways: [[mirrored]], repeats: false },
  flip: { text: later`top and bottom alike`, ways: [[flipped]], repeats: false },
  both: { text: later`all four quarters alike`, ways: [[mirrored], [flipped]], repeats: false },
  half: { text: later`by a half turn`, ways: [[mirrored, flipped]], repeats: false },
  turns: { text: later`by every turn`, ways: [[rotated]], repeats: true },
};

/** Whether a board is its own image. @param {Shape} shape @param {string} kind */
export function fits(shape, kind) {
  const { sides } = shape;
  return KINDS[kind].ways.flat().every((symmetry) => sides && String(sidesOf(shape, symmetry)) === String(sides));
}

/**
 * The cells after a stroke, with its images. Where the board is not its own image, as they are.
 *
 * @param {{ cells: Uint8Array, shape: Shape }} drawn @param {Uint8Array} before @param {string} kind
 */
export function symmetric({ cells, shape }, before, kind) {
  if (!fits(shape, kind)) return cells;
  const { ways, repeats } = KINDS[kind];
  // What was changed: its colour plus one.
  let changed = cells.map((colour, i) => (colour === before[i] ? 0 : colour + 1));
  for (const way of ways) {
    for (let image = 1; image < (repeats ? (shape.sides?.length === 6 ? 6 : 4) : 2); image++) {
      const other = way.reduce((found, symmetry) => turned({ cells: found, shape }, symmetry, shape).cells, changed);
      changed = changed.map((colour, i) => colour || other[i]);
    }
  }
  return before.map((colour, i) => (changed[i] ? changed[i] - 1 : colour));
}

// Random puzzles with one solution, in one colour.
//
// A picture is drawn and repaired: where another picture has the same clues, one of the cells in which they differ is
// changed. An order and a seed give the same puzzle again with this version, in every engine. The Python package makes
// others, and knows textures, symmetries, colours and depth.

import { PuzzleError, shown } from "./puzzle.js";

/**
 * `rows` and `cols` are numbers of lines. `density` is the share of filled cells in the picture before it is repaired.
 * With `isSmooth` the picture has patches: noise smoothed by means of neighbours.
 *
 * @typedef {{ rows: number, cols: number, density?: number, isSmooth?: boolean, seed?: number }} Order
 * @typedef {{ puzzle: { rows: number[][], cols: number[][] }, picture: import("./puzzle.js").Rows, seed: number }} Made
 */

// Changed cells, as a share of all, after which another picture is drawn.
const MOST_CHANGES = 0.2;

/**
 * @param {Order} order as checks.js allows it
 * @param {(puzzle: import("./puzzle.js").Puzzle) => import("./puzzle.js").Rows[]} pictures up to two solutions
 * @returns {Made}
 */
export function generated(order, pictures) {
  const { rows, cols, density = 0.5, isSmooth = false, seed = Math.floor(Math.random() * 2 ** 32) } = order;
  const next = random(seed);
  for (;;) {
    let noise = Array.from({ length: rows }, () => Array.from({ length: cols }, next));
    if (isSmooth) noise = smooth(smooth(noise));
    // Smoothed values are all near the middle: as many as wanted are below this one.
    const most = isSmooth ? noise.flat().sort((a, b) => a - b)[Math.round(density * rows * cols)] : density;
    const picture = noise.map((row) => row.map((value) => Number(value < (most ?? 1))));
    for (let changes = 0; changes <= MOST_CHANGES * rows * cols; changes++) {
      const puzzle = puzzleOf(picture);
      const [one, other] = pictures(puzzle);
      if (!other) return { puzzle, picture, seed };
      const differ = one.flatMap((row, y) => row.flatMap((cell, x) => (cell === other[y][x] ? [] : [[y, x]])));
      const [y, x] = differ[Math.floor(next() * differ.length)];
      picture[y][x] = 1 - picture[y][x];
    }
  }
}

/** The means of all cells with those around them. @param {number[][]} values */
function smooth(values) {
  const around = [-1, 0, 1];
  return values.map((row, y) =>
    row.map((_, x) => {
      const near = around.flatMap((dy) => around.map((dx) => values[y + dy]?.[x + dx]).filter((v) => v !== undefined));
      return near.reduce((sum, value) => sum + value, 0) / near.length;
    }),
  );
}

/** The puzzle that a picture in one colour has: rows of 0 and 1. Throws PuzzleError. @param {number[][]} picture
 * @returns {{ rows: number[][], cols: number[][] }} */
export function puzzleOf(picture) {
  /** @param {unknown} row */
  const isRow = (row) =>
    Array.isArray(row) &&
    row.length > 0 &&
    row.length === picture[0].length &&
    Array.from(row).every((cell) => cell === 0 || cell === 1);
  if (!Array.isArray(picture) || !picture.length || !Array.from(picture).every(isRow))
    throw new PuzzleError(`picture: expected rows of 0 and 1, all of one length, not ${shown(picture)}`);
  const lengths = (/** @type {number[]} */ line) =>
    line
      .join("")
      .split("0")
      .filter(Boolean)
      .map((run) => run.length);
  return { rows: picture.map(lengths), cols: picture[0].map((_, x) => lengths(picture.map((row) => row[x]))) };
}

/** Numbers from 0 to 1 (mulberry32, by Tommy Ettinger, public domain). @param {number} seed */
function random(seed) {
  // Seeds of more than 32 bits differ, too.
  let state = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

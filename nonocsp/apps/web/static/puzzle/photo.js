// The numbers of a photographed puzzle: what they may be, what they are taken for, and the puzzle that they make.
//
// What a line of the puzzle may be is a lattice. Nodes 2 i + 1 and 2 j bound the groups of digits i .. j - 1; arcs from
// 2 i to 2 i + 1 are numbers that were not seen. An arc of length 0 is no number. A cost is -log of a probability.

import { channels } from "../page/night.js";
import { BLACK_ON_WHITE } from "./model.js";

/**
 * @typedef {{ from: number, to: number, length: number, colour: number, cost: number }} Arc
 * @typedef {{ size: number, arcs: Arc[] }} Lattice
 * @typedef {{ arc: Arc, old: Arc[] | null, isDoubtful: boolean }} Chip `old`: what was read where that is another
 */

// The unit of costs; a number with a rival closer than this is doubtful.
const NAT = 20;
const SURE = 3 * NAT;

const MOST_ALTERNATIVES = 4;

// A colour of ink is called by the nearest of these, as the Python package names colours.
/** @type {[name: string, rgb: string, char: string][]} */
const STANDARD = [
  ["black", "#000000", "#"], ["red", "#d1242f", "r"], ["green", "#1a7f37", "g"], ["blue", "#0969da", "b"],
  ["yellow", "#f2c94c", "y"], ["orange", "#e8710a", "o"], ["purple", "#8250df", "p"], ["brown", "#7a4a21", "n"],
  ["pink", "#ff8fb1", "i"], ["cyan", "#00a5b5", "c"], ["grey", "#8c959f", "e"], ["lime", "#9bd34a", "l"],
  ["navy", "#0a2a66", "v"], ["maroon", "#7d1128", "m"], ["teal", "#0f6b66", "t"], ["white", "#f6f8fa", "w"],
]; // prettier-ignore

/** The lattices of all lines, from the kernel's bytes. @param {Uint8Array[]} packed @returns {Lattice[]} */
export function latticesOf(packed) {
  const [sizes, counts, values] = packed.map((bytes) => new Int32Array(bytes.slice().buffer));
  let at = 0;
  const next = () => {
    const [from, to, length, colour, cost] = values.subarray(at, (at += 5));
    return { from, to, length, colour, cost };
  };
  return Array.from(sizes, (size, line) => ({ size, arcs: Array.from({ length: counts[line] }, next) }));
}

/** Whether an arc stands for digits of the picture. @param {Arc} arc */
export const isSeen = ({ from }) => from % 2 === 1;

/** @param {Arc} one @param {Arc} other */
const isSame = (one, other) =>
  one.from === other.from && one.to === other.to && one.length === other.length && one.colour === other.colour;

/** The cheapest path through a lattice, or the cheapest that spells a clue; null where there is none.
 * @param {Lattice} lattice @param {Block[] | null} [clue] @returns {Arc[] | null} */
export function pathOf({ size, arcs }, clue = null) {
  const width = clue ? clue.length + 1 : 1;
  /** @typedef {{ cost: number, arc: Arc | null, before: Reached | null }} Reached */
  /** @type {Reached[]} */
  const best = []; // by node, then by the blocks spelled so far
  best[0] = { cost: 0, arc: null, before: null };
  // Arcs are sorted by their start, and lead upwards.
  for (const arc of arcs) {
    for (let spelled = 0; spelled < width; spelled += 1) {
      const before = best[arc.from * width + spelled];
      const spells = clue && arc.length > 0;
      if (!before || (spells && !spellsBlock(arc, clue[spelled]))) continue;
      const to = arc.to * width + spelled + (spells ? 1 : 0);
      const cost = before.cost + arc.cost;
      if (!best[to] || cost < best[to].cost) best[to] = { cost, arc, before };
    }
  }
  const path = [];
  let at = best[size * width - 1];
  if (!at) return null;
  for (; at.arc && at.before; at = at.before) path.unshift(at.arc);
  return path;
}

/** @param {Arc} arc @param {Block | undefined} block */
const spellsBlock = ({ length, colour }, block) => block !== undefined && block[0] === length && block[1] === colour;

/** @param {Arc[]} path @returns {Block[]} */
export const clueOf = (path) => path.flatMap(({ length, colour }) => (length ? [[length, colour]] : []));

/** What can stand in the place of an arc, the cheapest first; it is one of them. @param {Lattice} lattice @param {Arc} arc */
export function alternatives({ arcs }, arc) {
  const all = arcs.filter(({ from, to }) => from === arc.from && to === arc.to).sort((a, b) => a.cost - b.cost);
  const first = all.slice(0, MOST_ALTERNATIVES);
  return first.some((other) => isSame(other, arc)) ? first : [...first.slice(0, -1), arc];
}

/** What a tap makes of an arc. @param {Lattice} lattice @param {Arc} arc */
export function nextOf(lattice, arc) {
  const all = alternatives(lattice, arc);
  return all[(all.findIndex((other) => isSame(other, arc)) + 1) % all.length];
}

/** The cost of the cheapest path through each arc. @param {Lattice} lattice */
function costsThrough({ size, arcs }) {
  const [before, after] = [0, 1].map(() => new Array(size).fill(Infinity));
  before[0] = after[size - 1] = 0;
  for (const { from, to, cost } of arcs) before[to] = Math.min(before[to], before[from] + cost);
  for (const { from, to, cost } of arcs.toReversed()) after[from] = Math.min(after[from], after[to] + cost);
  return arcs.map(({ from, to, cost }) => before[from] + cost + after[to]);
}

/** The numbers of a path to show. One is doubtful if a rival over some of its digits is nearly as cheap as what was
 * read, or if another reading that fits has something else there.
 * @param {Lattice} lattice @param {Arc[]} path @param {Arc[]} read the cheapest path @param {Arc[][]} others
 * @returns {Chip[]} */
export function chipsOf(lattice, path, read, others = []) {
  const costs = costsThrough(lattice);
  const limit = read.reduce((sum, { cost }) => sum + cost, 0) + SURE;
  /** @param {Arc} arc */
  const hasRival = (arc) =>
    lattice.arcs.some((other, i) => costs[i] < limit && overlap(arc, other) && !isSame(arc, other)) ||
    others.some((other) => other.every((each) => !isSame(arc, each)));
  return path
    .filter((arc) => isSeen(arc) || arc.length)
    .map((arc) => {
      const isRead = read.some((other) => isSame(arc, other));
      const old = isRead ? null : read.filter((other) => isSeen(other) && isSeen(arc) && overlap(arc, other));
      return { arc, old, isDoubtful: isSeen(arc) && hasRival(arc) };
    });
}

/** @param {Arc} one @param {Arc} other */
const overlap = (one, other) => one.from < other.to && other.from < one.to;

/** The colours of a puzzle, blank first, from the colours of its ink. @param {[number, number, number][]} inks @returns {Colour[]} */
export function paletteOf(inks) {
  const [blank, black] = BLACK_ON_WHITE;
  if (inks.length < 2) return [blank, black];
  const free = [...STANDARD];
  const named = inks.map((ink) => {
    /** @param {string} rgb */
    const distance = (rgb) => channels(rgb).reduce((sum, value, i) => sum + (value - ink[i] / 255) ** 2, 0);
    free.sort((one, other) => distance(one[1]) - distance(other[1]));
    const [name, , char] = free.shift() ?? [`colour ${ink}`, "", "?"];
    const rgb = `#${ink.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
    return { name, rgb, char };
  });
  return [blank, ...named];
}

/** The name of a colour after a number. @param {Colour} colour */
const mark = ({ name, char }) => (/[a-z]/.test(char) ? char : name);

/** A clue as it is typed. @param {Block[]} clue @param {Colour[]} palette */
export const textOf = (clue, palette) =>
  clue.map(([length, colour]) => (palette.length > 2 ? `${length}${mark(palette[colour])}` : `${length}`)).join(" ") ||
  "0";

/** The clue that is typed; null if it is none. @param {string} text @param {Colour[]} palette @returns {Block[] | null} */
export function typedClue(text, palette) {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (!words.length || (words.length === 1 && words[0] === "0")) return [];
  /** @type {Block[]} */
  const clue = [];
  for (const word of words) {
    const [, length = "0", name = ""] = word.match(/^(\d{1,3})([a-z]*)$/) ?? [];
    const colour = palette.findIndex(
      (each, i) => i && (name ? name === mark(each) || name === each.name : palette.length < 3),
    );
    if (colour < 1 || Number(length) < 1) return null;
    clue.push([Number(length), colour]);
  }
  return clue;
}

/** @param {Block[][]} clues of rows, then of columns @param {number} rows @param {Colour[]} palette @param {string} title @returns {PuzzleData} */
export function puzzleOf(clues, rows, palette, title) {
  const named = clues.map((clue) =>
    clue.map(([length, colour]) => /** @type {Block<string>} */ ([length, palette[colour].name])),
  );
  const [blank, ...colours] = palette;
  return { rows: named.slice(0, rows), cols: named.slice(rows), blank, colours, title };
}

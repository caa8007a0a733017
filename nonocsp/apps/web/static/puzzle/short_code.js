// The clues of a short code of David Evans's site, as nonocsp/files/formats/codes/davidje13.py reads them.

import { BLACK_ON_WHITE } from "./model.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const MOST_SIDE = 1000;

/** Throws where it is not a code of clues. @param {string} code @returns {PuzzleData} */
export function puzzleOfCode(code) {
  if (!/^R[\w-]+$/.test(code)) throw new Error("not a code of clues");
  const bits = Array.from(code.slice(1), (char) => ALPHABET.indexOf(char).toString(2).padStart(6, "0")).join("");
  let at = 0;
  const bit = () => {
    if (at === bits.length) throw new Error("the code ends too early");
    return Number(bits[at++]);
  };
  /** @param {number} width @param {number} [value] what comes before @returns {number} */
  const plain = (width, value = 0) => (width ? plain(width - 1, 2 * value + bit()) : value);
  const side = () => {
    let zeros = 0;
    while (!bit()) zeros += 1;
    const length = (plain(zeros, 1) - 1) * 16 + plain(4);
    if (!(length >= 1 && length <= MOST_SIDE)) throw new Error("expected 1 to 1000 rows and columns");
    return length;
  };
  /** A number from 0 to `limit`. @param {number} limit */
  const symbol = (limit) => {
    let value = 0;
    for (const { first, numbers } of levelsOf(limit)) {
      if (value - first < numbers.length) return numbers[value - first];
      value = 2 * value + bit();
    }
    throw new Error("no number has this code");
  };
  /** @param {number} limit @returns {[length: number, colour: string][]} */
  const clue = (limit) => {
    let rest = symbol(limit);
    const room = limit - rest;
    /** @type {[length: number, colour: string][]} */
    const found = [];
    while (rest) {
      // When there are as many blocks as ever fit, the last one is what remains.
      const length = found.length < room ? symbol(rest - 1) + 1 : rest;
      found.push([length, "black"]);
      rest -= length;
    }
    return found;
  };
  const [width, height] = [side(), side()];
  const rows = Array.from({ length: height }, () => clue(width));
  const cols = Array.from({ length: width }, () => clue(height));
  if (bits.length - at >= 6 || bits.slice(at).includes("1")) throw new Error("the code goes on after its end");
  const [blank, black] = BLACK_ON_WHITE.map((colour) => ({ ...colour, safe: colour.rgb }));
  return { rows, cols, blank, colours: [black] };
}

/** @type {Map<number, { first: number, numbers: number[] }[]>} */
const known = new Map();

/** For every number of bits the first code, and the numbers that have codes of that many: the canonical Huffman code of
 * the numbers 0 to `limit`, of which n has weight 1 / (n + 2). @param {number} limit */
function levelsOf(limit) {
  const levels = known.get(limit) ?? [];
  if (levels.length) return levels;
  known.set(limit, levels);
  /** @type {[number, number][]} */
  const children = [];
  // The lightest node is the last one: negated, the weights ascend.
  const nodes = Array.from({ length: limit + 1 }, (_, number) => number);
  const weights = nodes.map((number) => -1 / (number + 2));
  while (nodes.length > 1) {
    children.push([Number(nodes.pop()), Number(nodes.pop())]);
    const weight = Number(weights.pop()) + Number(weights.pop());
    let [place, end] = [0, weights.length];
    while (place < end) {
      const middle = (place + end) >> 1;
      if (weights[middle] < weight) place = middle + 1;
      else end = middle;
    }
    weights.splice(place, 0, weight);
    nodes.splice(place, 0, limit + children.length);
  }
  const depths = Array(limit + 1 + children.length).fill(0);
  for (let i = children.length - 1; i >= 0; i--)
    for (const child of children[i]) depths[child] = depths[limit + 1 + i] + 1;
  let first = 0;
  for (let depth = 0; depth <= Math.max(...depths.slice(0, limit + 1)); depth++) {
    const numbers = Array.from({ length: limit + 1 }, (_, number) => number).filter((n) => depths[n] === depth);
    levels.push({ first, numbers });
    first = 2 * (first + numbers.length);
  }
  return levels;
}

// QR codes (ISO/IEC 18004) of texts, as bytes, at the lowest level of correction: a screen has no stains.
//
// The bytes are cut into blocks, each with its Reed-Solomon code, and interleaved; their bits fill, in a zigzag, what the
// patterns leave free. One of eight masks then inverts cells, the one after which a camera is misled least.

/** Bytes of correction in each block, and blocks, by version: their size, from 1 to 40. */
const CORRECTION = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30,
  30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19,
  20, 21, 22, 24, 25,
];

/** Whether a mask inverts a cell. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Rows of cells, dark or light; undefined until they are drawn. @typedef {(boolean | undefined)[][]} Cells */

/** The code of a text as an SVG drawing, with its quiet zone. @param {string} text */
export function qrCode(text) {
  const cells = cellsOf(text);
  const size = cells.length + 8;
  const dark = cells.map((row, y) => row.map((cell, x) => (cell ? `M${x + 4} ${y + 4}h1v1h-1z` : "")).join(""));
  const sheet = `<path fill="white" d="M0 0h${size}v${size}h-${size}z"/><path d="${dark.join("")}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${sheet}</svg>`;
}

/** The cells of the code. Throws RangeError if the text is too long. @param {string} text */
export function cellsOf(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, at) => bytes.length + (at < 9 ? 2 : 3) <= room(at + 1)) + 1;
  if (!version) throw new RangeError("too long for a QR code");
  const cells = patterns(version);
  const free = zigzag(cells);
  const bits = corrected(bytes, version).flatMap((byte) => bitsOf(byte, 8));
  const masked = MASKS.map((mask, number) => {
    const made = cells.map((row) => [...row]);
    drawFormat(made, number);
    for (const [at, [x, y]] of free.entries()) made[y][x] = Boolean(bits[at]) !== mask(x, y);
    return made;
  });
  const costs = masked.map(penalty);
  return masked[costs.indexOf(Math.min(...costs))];
}

/** The lowest bits of a number, the highest of them first. @param {number} number @param {number} length */
const bitsOf = (number, length) => Array.from({ length }, (_, at) => (number >> (length - 1 - at)) & 1);

/** Bytes that a version holds, with their correction. @param {number} version */
function capacity(version) {
  const along = Math.floor(version / 7) + 2;
  const aligned = version > 1 ? (25 * along - 10) * along - 55 + (version > 6 ? 36 : 0) : 0;
  return ((16 * version + 128) * version + 64 - aligned) >> 3;
}

/** Bytes that a version holds, with their head. @param {number} version */
const room = (version) => capacity(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

/** All bytes of a code: head, content and padding, with their correction. @param {Uint8Array} bytes @param {number} version */
function corrected(bytes, version) {
  // Half a byte says that bytes follow, one or two bytes how many, and half a byte ends them.
  const length = bytes.length.toString(16).padStart(version < 10 ? 2 : 4, "0");
  const content = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const data = (`4${length}${content}0`.match(/../g) ?? []).map((digits) => parseInt(digits, 16));
  for (let pad = 0xec; data.length < room(version); pad ^= 0xec ^ 0x11) data.push(pad);
  // The last blocks are longer by a byte.
  const [number, degree] = [BLOCKS[version - 1], CORRECTION[version - 1]];
  const size = Math.floor(data.length / number);
  const short = number - (data.length % number);
  const starts = Array.from({ length: number + 1 }, (_, at) => at * size + Math.max(0, at - short));
  const blocks = starts.slice(1).map((end, at) => data.slice(starts[at], end));
  return [...interleaved(blocks), ...interleaved(blocks.map((block) => codeOf(block, degree)))];
}

/** The first of each list, then the second of each. @param {number[][]} lists */
const interleaved = (lists) =>
  lists[lists.length - 1].flatMap((_, at) => lists.filter((list) => at < list.length).map((list) => list[at]));

/** The product in the field with 256 elements. @param {number} x @param {number} y */
const times = (x, y) => bitsOf(y, 8).reduce((sum, bit) => (sum << 1) ^ ((sum >> 7) * 0x11d) ^ (bit * x), 0);

/** The Reed-Solomon code of a block: the rest of its division by a polynomial. @param {number[]} block @param {number} degree */
function codeOf(block, degree) {
  const divisor = [...Array(degree - 1).fill(0), 1];
  for (let step = 0, root = 1; step < degree; step++, root = times(root, 2))
    for (let at = 0; at < degree; at++) divisor[at] = times(divisor[at], root) ^ (divisor[at + 1] ?? 0);
  let rest = Array(degree).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest[0];
    rest = divisor.map((each, at) => (rest[at + 1] ?? 0) ^ times(each, factor));
  }
  return rest;
}

/** The fixed patterns, with a place for the format. @param {number} version */
function patterns(version) {
  const size = 4 * version + 17;
  /** @type {Cells} */
  const cells = Array.from({ length: size }, () => Array(size).fill(undefined));
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) drawSquares(cells, x, y, 4, [2, 4]); // prettier-ignore
  const along = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const step = Math.floor((version * 8 + along * 3 + 5) / (along * 4 - 4)) * 2;
  const centres = Array.from({ length: along }, (_, at) => (at ? size - 7 - (at - 1) * step : 6));
  for (const y of centres) for (const x of centres) if (cells[y][x] === undefined) drawSquares(cells, x, y, 2, [1]);
  for (let at = 8; at < size - 8; at++) cells[6][at] = cells[at][6] = at % 2 === 0;
  drawFormat(cells, 0);
  const bits = coded(version, 12, 0x1f25);
  for (let at = 0; version > 6 && at < 18; at++) {
    const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
    cells[near][far] = cells[far][near] = Boolean((bits >> at) & 1);
  }
  return cells;
}

/** Squares around a centre, dark but for those at some distances. @type {(cells: Cells, x: number, y: number, reach: number, light: number[]) => void} */
function drawSquares(cells, x, y, reach, light) {
  for (let down = -reach; down <= reach; down++)
    for (let right = -reach; right <= reach; right++)
      if (x + right in cells && y + down in cells)
        cells[y + down][x + right] = !light.includes(Math.max(Math.abs(right), Math.abs(down)));
}

/** The level of correction and the mask, at two places. @param {Cells} cells @param {number} mask */
function drawFormat(cells, mask) {
  const size = cells.length;
  const bits = coded(8 | mask, 10, 0x537) ^ 0x5412;
  for (let at = 0; at < 15; at++) {
    const near = at < 8 ? at + Number(at > 5) : 14 - at + Number(at === 8);
    const far = at < 8 ? size - 1 - at : size - 15 + at;
    const bit = Boolean((bits >> at) & 1);
    if (at < 8) cells[near][8] = cells[8][far] = bit;
    else cells[8][near] = cells[far][8] = bit;
  }
  cells[size - 8][8] = true;
}

/** A number with the rest of its division by a polynomial. @param {number} number @param {number} degree @param {number} divisor */
function coded(number, degree, divisor) {
  let rest = number;
  for (let at = 0; at < degree; at++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * divisor);
  return (number << degree) | rest;
}

/** The cells without a pattern, in the order of the bits. @param {Cells} cells */
function zigzag(cells) {
  const size = cells.length;
  const found = [];
  for (let right = size - 1, isUp = true; right > 0; right -= right === 8 ? 3 : 2, isUp = !isUp)
    for (let at = 0; at < 2 * size; at++) {
      const [x, y] = [right - (at % 2), isUp ? size - 1 - (at >> 1) : at >> 1];
      if (cells[y][x] === undefined) found.push([x, y]);
    }
  return found;
}

/** What speaks against a mask: long lines, squares, what looks like a corner, and more dark than light or less. @param {Cells} cells */
function penalty(cells) {
  const rows = cells.map((row) => row.map(Number).join(""));
  const columns = cells.map((_, x) => cells.map((row) => Number(row[x])).join(""));
  let cost = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) cost += run.length - 2;
    for (const _ of `0000${line}0000`.matchAll(/(?=10111010000|00001011101)/g)) cost += 40;
  }
  for (let y = 1; y < cells.length; y++)
    for (let x = 1; x < cells.length; x++)
      if (new Set([cells[y][x], cells[y - 1][x], cells[y][x - 1], cells[y - 1][x - 1]]).size === 1) cost += 3;
  const share = cells.flat().filter(Boolean).length / cells.length ** 2;
  return cost + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

// A worker that reads photographs with the kernel. It keeps one picture, and takes {call, data}: a function of
// `calls` and what it is given.

import { createKernel } from "./kernel.js";
import { reason } from "./lines.js";
import { packed } from "../library/puzzle.js";

const MEMORY = 2 ** 29;

// About how many nanoseconds the search for readings may take, counted, so that it finds the same on any device; and
// seconds, for slow ones.
const WORK = 2e9;
const SECONDS = 60;

// No limit on the nodes.
const NODES = Number.MAX_SAFE_INTEGER;

// In twentieths of a nat: readings up to MARGIN above the best are looked for; several solutions cost SEVERAL.
const MOST_READINGS = 5;
const MOST_COST = 2000;
const MARGIN = 60;
const SEVERAL = 60;

/** @type {any} */
let kernel = null;
let weights = new Uint8Array();
let picture = { rgb: new Uint8Array(), width: 0, height: 0 };

/** @typedef {import("./photo.js").Sheet} Sheet @typedef {typeof calls} Calls */

const calls = {
  /** Take a picture. @param {{ rgba: Uint8ClampedArray, width: number, height: number }} given */
  load({ rgba, width, height }) {
    const rgb = new Uint8Array(3 * width * height);
    for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
      rgb[to] = rgba[from];
      rgb[to + 1] = rgba[from + 1];
      rgb[to + 2] = rgba[from + 2];
    }
    picture = { rgb, width, height };
  },

  /** What may be the puzzle in the picture; none without a grid.
   * @param {import("./photo.js").Within} [within] @returns {Sheet[]} */
  find(within) {
    const { rgb, width, height } = picture;
    if (!within) return kernel.photo_sheets(weights, rgb, width, height).map(sheetOf);
    const { corners, rows, columns } = within;
    const place = [bytesOf(corners), rows, columns];
    return kernel.photo_sheets_with_corners(weights, rgb, width, height, ...place).map(sheetOf);
  },

  /** A picture of the cells of a part. @param {import("./photo.js").Part} part */
  straighten({ points, rows, columns, above, left, cell }) {
    const { rgb, width, height } = picture;
    const part = kernel.straightened_photo(rgb, width, height, bytesOf(points), rows, columns, above, left, cell);
    const image = new ImageData((left + columns) * cell, (above + rows) * cell);
    image.data.fill(255);
    for (let from = 0, to = 0; from < part.length; from += 3, to += 4)
      image.data.set(part.subarray(from, from + 3), to);
    return createImageBitmap(image);
  },

  /** The readings whose puzzle has a solution, the best first. @param {Sheet[]} sheets @returns {import("./photo.js").Corrected} */
  correct(sheets) {
    const page = new kernel.Page();
    try {
      for (const { rows, columns, colours, clues } of sheets) {
        const lines = new Array(rows + columns).fill(null);
        const board = new kernel.Puzzle(...packed({ height: rows, lines, colours: Math.max(1, colours.length) }));
        page.add(board, ...clues);
        board.delete();
      }
      const limits = [MOST_READINGS, MOST_COST, MARGIN, SEVERAL, WORK, SECONDS, NODES, MEMORY];
      const [found, , is_complete] = page.readings(...limits);
      /** @param {[number, number, number, Block[][]]} reading */
      const named = ([sheet, cost, solutions, clues]) => ({ sheet, cost, solutions, clues });
      return { readings: found.map(named), is_complete };
    } finally {
      page.delete();
    }
  },
};

/** @param {number[]} numbers */
const bytesOf = (numbers) => new Uint8Array(Float32Array.from(numbers).buffer);

/** @param {any} found @returns {Sheet} */
function sheetOf(found) {
  const [layout, rows, columns, points, , , others, is_cut_off, rowLines, columnLines, crops, colours, clues] = found;
  const [is_straightened, lined_left, lined_above] = layout;
  /** @param {[groups: number, numbers: any[][]]} line */
  const numbers = ([, all]) => all.map(([from, to, , box, ink, paper]) => ({ from, to, box, ink, paper }));
  const corners = Array.from(new Float32Array(points.slice().buffer));
  return {
    layout: { is_straightened, lined_left, lined_above },
    rows,
    columns,
    points: corners,
    others,
    is_cut_off,
    lines: [...rowLines, ...columnLines].map(numbers),
    crops,
    colours,
    clues,
  };
}

onmessage = async ({ data: { start, modules, call, data } }) => {
  try {
    if (start) {
      kernel = await createKernel(start, modules[0]);
      const found = await fetch(new URL("kernel/digits.bin", start));
      if (!found.ok) throw new Error(`digits.bin: ${found.status}`);
      weights = new Uint8Array(await found.arrayBuffer());
      postMessage({ ready: true });
    } else postMessage({ result: (await /** @type {any} */ (calls)[call](data)) ?? null });
  } catch (error) {
    postMessage(start ? { lost: reason(error) } : { error: reason(error) });
  }
};

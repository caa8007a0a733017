// The picture of a puzzle: decoded, and straightened.

import { element, lay, penOf } from "../../page/dom.js";
import { bitmapOf } from "../../page/files.js";
import { t } from "../../page/language.js";

const MOST_PIXELS = 12e6;

// Pixels of the longer side of the straightened picture, of a cell at least and at most, and cells beside the grid.
const LONGEST = 1600;
const CELL = [6, 40];
const MOST_BESIDE = 60;

/** A picture of a file, upright and not too large, over white. @param {File} file @returns {Promise<HTMLCanvasElement>} */
export async function decoded(file) {
  const image = await bitmapOf(file);
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (image.width * image.height)));
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = element("canvas", { width, height });
  const pen = penOf(canvas, { willReadFrequently: true });
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, width, height);
  return canvas;
}

// The grid and its clues as if they were straight; a line can be marked.
export class Straightened {
  /** @param {import("../../answers/photo.js").Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.left = cellsBeside(sheet, false);
    this.above = cellsBeside(sheet, true);
    this.canvas = element("canvas", { role: "img", "aria-label": t`the straightened picture` });
    this.band = element("div.band", { hidden: true });
    const frame = element("div.straight", this.canvas, this.band);
    // A click shows it larger.
    frame.addEventListener("click", () => frame.classList.toggle("large"));
    this.view = element("figure", frame);
  }

  /** @param {{ straighten: (part: import("../../answers/photo.js").Part) => Promise<ImageBitmap> }} reader */
  async draw(reader) {
    const { points, rows, columns } = this.sheet;
    const { above, left, canvas } = this;
    const [height, width] = [above + rows, left + columns];
    const cell = Math.min(CELL[1], Math.max(CELL[0], Math.floor(LONGEST / Math.max(width, height))));
    const image = await reader.straighten({ points, rows, columns, above, left, cell });
    [canvas.width, canvas.height] = [image.width, image.height];
    penOf(canvas).drawImage(image, 0, 0);
  }

  /** @param {number | null} line of rows, then of columns */
  mark(line) {
    const { rows, columns } = this.sheet;
    const { above, left, band, view } = this;
    band.hidden = line === null;
    if (line === null) return;
    const whole = { width: left + columns, height: above + rows };
    const own = line < rows ? { top: above + line, height: 1 } : { left: left + line - rows, width: 1 };
    lay(band, { left: 0, top: 0, ...whole, ...own }, whole);
    // The dialog stays where it is.
    view.scrollTop = band.offsetTop - view.clientHeight / 2;
    view.scrollLeft = band.offsetLeft - view.clientWidth / 2;
  }
}

/** How far clues reach beyond the grid, in cells. @param {import("../../answers/photo.js").Sheet} sheet @param {boolean} isColumn */
function cellsBeside({ rows, columns, points, lines }, isColumn) {
  const at = (row, column) => {
    const place = 2 * (row * (columns + 1) + column);
    return [points[place], points[place + 1]];
  };
  const own = isColumn ? lines.slice(rows) : lines.slice(0, rows);
  const reach = own.flatMap((numbers, i) => {
    const [near, far] = isColumn ? [at(0, i), at(rows, i)] : [at(i, 0), at(i, columns)];
    const cells = isColumn ? rows : columns;
    const [x, y] = [0, 1].map((k) => (far[k] - near[k]) / cells);
    return numbers.map(({ box: [left, top] }) => {
      // Of the corner of the number, only the way along the line counts.
      const [dx, dy] = isColumn ? [0, near[1] - top] : [near[0] - left, 0];
      return (dx * x + dy * y) / (x * x + y * y);
    });
  });
  return Math.min(MOST_BESIDE, Math.max(0, Math.ceil(Math.max(0, ...reach) + 0.2)));
}

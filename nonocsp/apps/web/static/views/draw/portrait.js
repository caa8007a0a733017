// A small picture of cells, with marked ones ringed.

import { fillCells, outlines } from "../../board/thumbnail.js";
import { penOf } from "../../page/dom.js";

// `size`: pixels of the longer side. `around`: show only the surroundings of these cells, if the picture is large.
export function portrait(
  { cells, shape, palette },
  { size, marks = [], around = null, canvas = document.createElement("canvas") },
) {
  const box = around ? surroundings(around, shape) : { left: 0, top: 0, ...shape.extent };
  const scale = devicePixelRatio || 1;
  const step = Math.max(1, Math.floor((size * scale) / Math.max(box.height, box.width)));
  canvas.width = Math.ceil(box.width * step);
  canvas.height = Math.ceil(box.height * step);
  canvas.style.width = `${canvas.width / scale}px`;
  canvas.style.height = `${canvas.height / scale}px`;
  const pen = penOf(canvas);
  pen.translate(-box.left * step, -box.top * step);
  fillCells(pen, shape, cells, palette, step);
  const stroke = (some, colour, wide) => {
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    pen.stroke(outlines(shape, some, step));
  };
  // Cells of one colour meet without a seam; blank ones have a faint line between them.
  if (!shape.isTable) stroke(shape.all.filter((cell) => !cells[cell]), "#8888", 1); // prettier-ignore
  const ring = Math.min(2.5 * scale, Math.max(1, step / 6));
  stroke(marks, "#ffffff", 2 * ring);
  stroke(marks, "#1a7f37", ring);
  return canvas;
}

function surroundings(cells, shape) {
  const { extent } = shape;
  const range = (values, size) => {
    const [first, last] = [Math.floor(Math.min(...values)), Math.floor(Math.max(...values))];
    const wanted = Math.min(size, Math.max(12, last - first + 7));
    const start = Math.min(size - wanted, Math.max(0, Math.round((first + last - wanted) / 2) + 1));
    return [start, wanted];
  };
  const boxes = cells.map((cell) => shape.box(cell));
  const [top, height] = range(boxes.map(({ y }) => y), extent.height); // prettier-ignore
  const [left, width] = range(boxes.map(({ x }) => x), extent.width); // prettier-ignore
  return { top, left, height, width };
}

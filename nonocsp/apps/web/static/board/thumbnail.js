// Small pictures of puzzles: what is filled in, over the fog of what is not known yet.

import { penOf } from "../page/dom.js";
import { channels } from "../page/night.js";
import { coloursAt, halvesOf } from "../page/theme.js";

// The characters of a share from 0 to 1, as in `nonocsp/apps/web/fog.py`.
const LEVELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LEVEL = new Map([...LEVELS].map((char, level) => [char, level / (LEVELS.length - 1)]));

// On a light ground colours are mixed as light is; on a dark one that would be too bright.
const GAMMA = { light: 2.2, dark: 1.2 };

// Draw the known cells; without fog, unknown ones are blank. The colours are those around the canvas (`dress`). The
// longer side has about `most` pixels.
export function miniature(canvas, puzzle, cells, most = 120, fog = null, shown = coloursAt(canvas)) {
  const { shape } = puzzle;
  const { width, height } = shape.extent;
  const step = Math.max(1, Math.floor(most / Math.max(width, height)));
  canvas.width = Math.ceil(step * width);
  canvas.height = Math.ceil(step * height);
  const palette = shown.map(({ rgb }) => rgb);
  const pen = penOf(canvas);
  if (!shape.isTable) pen.clip(outlines(shape, shape.all, step));
  pen.fillStyle = palette[0];
  pen.fillRect(0, 0, canvas.width, canvas.height);
  if (fog) cloud(pen, fog, palette);
  const colours = puzzle.palette.map(({ triangle }, number) => ({ rgb: palette[number], triangle }));
  if (cells) fillCells(pen, shape, cells, colours, step, fog ? 0 : 1);
}

// Fill the cells of the colours from the number `least` on.
export function fillCells(pen, shape, cells, colours, step, least = 0) {
  colours.slice(least).forEach(({ rgb, triangle }, i) => {
    const own = shape.all.filter((cell) => cells[cell] === i + least);
    const path = outlines(shape, own, step);
    const halves = halvesOf(triangle);
    pen.fillStyle = pen.strokeStyle = halves?.left ?? rgb;
    pen.fill(path);
    // Polygons of one colour have no seam between neighbours.
    if (!shape.isTable) pen.stroke(path);
    if (!halves) return;
    pen.fillStyle = halves.right;
    // Below the diagonal / or above the other one.
    const without = halves.diagonal === "/" ? 0 : 3;
    pen.fill(outlines(shape, own, step, without));
  });
}

// The outlines of cells, all without one of their corners if so asked.
export function outlines(shape, cells, step, without = -1) {
  const path = new Path2D();
  for (const cell of cells) {
    const corners = shape.polygon(cell).filter((_, i) => i !== without);
    corners.forEach(([x, y], i) => path[i ? "lineTo" : "moveTo"](x * step, y * step));
    path.closePath();
  }
  return path;
}

// Stretch the samples over the whole canvas. Doubling step by step makes it smoother than one step,
// and a margin of repeated samples keeps the edges from fading.
function cloud(pen, fog, palette) {
  const image = sampled(fog, palette);
  let source = canvasOf(image.width, image.height);
  penOf(source).putImageData(image, 0, 0);
  while (source.width < pen.canvas.width || source.height < pen.canvas.height) {
    const larger = canvasOf(source.width * 2, source.height * 2);
    penOf(larger).drawImage(source, 0, 0, larger.width, larger.height);
    source = larger;
  }
  const [x, y] = [source.width / image.width, source.height / image.height];
  pen.imageSmoothingQuality = "high";
  pen.drawImage(source, x, y, x * fog.width, y * fog.height, 0, 0, pen.canvas.width, pen.canvas.height);
}

// One pixel for each sample, with a margin of one.
function sampled({ width, height, shares }, palette) {
  const parts = palette.map(channels);
  const gamma = parts[0][1] > 0.5 ? GAMMA.light : GAMMA.dark;
  const light = parts.map((bands) => bands.map((band) => band ** gamma));
  const image = new ImageData(width + 2, height + 2);
  const within = (at, length) => Math.min(Math.max(at - 1, 0), length - 1);
  for (let y = 0; y < height + 2; y++) {
    for (let x = 0; x < width + 2; x++) {
      const at = within(y, height) * width + within(x, width);
      const share = light.map((_, number) => (number ? LEVEL.get(shares[(number - 1) * width * height + at]) : 0));
      share[0] = Math.max(0, 1 - share.reduce((sum, one) => sum + one, 0));
      const rgb = [0, 1, 2].map((band) => share.reduce((sum, one, number) => sum + one * light[number][band], 0));
      image.data.set([...rgb.map((value) => 255 * value ** (1 / gamma)), 255], (y * (width + 2) + x) * 4);
    }
  }
  return image;
}

function canvasOf(width, height) {
  return Object.assign(document.createElement("canvas"), { width, height });
}

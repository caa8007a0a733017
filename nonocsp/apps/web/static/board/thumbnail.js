// Small pictures of puzzles: what is filled in, over the fog of what is not known yet.

import { halvesOf } from "../page/theme.js";

// The characters of a share from 0 to 1, as in `nonocsp/apps/web/fog.py`.
const LEVELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LEVEL = new Map([...LEVELS].map((char, level) => [char, level / (LEVELS.length - 1)]));

// On a light ground colours are mixed as light is; on a dark one that would be too bright.
const GAMMA = { light: 2.2, dark: 1.2 };

// Draw the known cells; without fog, unknown ones are blank. The colours are those of the canvas
// (`dress`). The longer side has about `most` pixels.
export function miniature(canvas, puzzle, cells, most = 120, fog = null) {
  const { shape } = puzzle;
  const { width, height } = shape.extent;
  const step = Math.max(1, Math.floor(most / Math.max(width, height)));
  canvas.width = Math.ceil(step * width);
  canvas.height = Math.ceil(step * height);
  const style = getComputedStyle(canvas);
  const palette = puzzle.palette.map((_, number) => style.getPropertyValue(`--colour-${number}`).trim());
  const pen = canvas.getContext("2d");
  if (!shape.isTable) pen.clip(outlines(shape, shape.all, step));
  pen.fillStyle = palette[0];
  pen.fillRect(0, 0, canvas.width, canvas.height);
  if (fog) cloud(pen, fog, palette);
  const least = fog ? 0 : 1;
  if (!shape.isTable) {
    palette.slice(least).forEach((rgb, i) =>
      polygons(
        pen,
        outlines(
          shape,
          shape.all.filter((cell) => cells?.[cell] === i + least),
          step,
        ),
        rgb,
      ),
    );
    return;
  }
  cells?.forEach((cell, index) => {
    if (cell < least) return;
    const [x, y] = [(index % width) * step, Math.floor(index / width) * step];
    const halves = halvesOf(puzzle.palette[cell].triangle);
    pen.fillStyle = halves ? halves.left : palette[cell];
    pen.fillRect(x, y, step, step);
    if (halves) corner(pen, halves, x, y, step);
  });
}

// Polygons of one colour, without a seam between neighbours.
function polygons(pen, path, rgb) {
  pen.fillStyle = pen.strokeStyle = rgb;
  pen.fill(path);
  pen.stroke(path);
}

function outlines(shape, cells, step) {
  const path = new Path2D();
  for (const cell of cells) {
    shape.polygon(cell).forEach(([x, y], i) => path[i ? "lineTo" : "moveTo"](x * step, y * step));
    path.closePath();
  }
  return path;
}

// The right half of a cell of two triangles: below the diagonal / or above the other one.
function corner(pen, { right, diagonal }, x, y, step) {
  pen.fillStyle = right;
  pen.beginPath();
  pen.moveTo(x + step, y);
  pen.lineTo(x + step, y + step);
  pen.lineTo(x, diagonal === "/" ? y + step : y);
  pen.fill();
}

// Stretch the samples over the whole canvas. Doubling step by step makes it smoother than one step,
// and a margin of repeated samples keeps the edges from fading.
function cloud(pen, fog, palette) {
  const image = sampled(fog, palette);
  let source = canvasOf(image.width, image.height);
  source.getContext("2d").putImageData(image, 0, 0);
  while (source.width < pen.canvas.width || source.height < pen.canvas.height) {
    const larger = canvasOf(source.width * 2, source.height * 2);
    larger.getContext("2d").drawImage(source, 0, 0, larger.width, larger.height);
    source = larger;
  }
  const [x, y] = [source.width / image.width, source.height / image.height];
  pen.imageSmoothingQuality = "high";
  pen.drawImage(source, x, y, x * fog.width, y * fog.height, 0, 0, pen.canvas.width, pen.canvas.height);
}

// One pixel for each sample, with a margin of one.
function sampled({ width, height, shares }, palette) {
  const parts = palette.map((rgb) => [1, 3, 5].map((at) => parseInt(rgb.slice(at, at + 2), 16) / 255));
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

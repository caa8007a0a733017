// A drawing: cells, palette, title, and the steps to undo. It knows no elements of the page.
//
// A picture is { cells, width }, row by row. The functions below make new pictures of old ones, and a
// drawing remembers whole pictures with their palettes, so that everything can be undone.

import { describe } from "./model.js";
import { Rectangle } from "./shapes.js";

// Rows or columns of the largest drawing, and colours beside blank.
export const MOST_SIDE = 200;
export const MOST_COLOURS = 9;

const MOST_STEPS = 500;
const NAME = "nonocsp:drawing";
const BLACK_ON_WHITE = [
  { name: "blank", rgb: "#ffffff", char: "_" },
  { name: "black", rgb: "#000000", char: "#" },
];

export class Drawing {
  static #saved = null; // the drawing that was saved last, with its text

  #done = [];
  #undone = [];
  #now;
  #draft = null; // the cells in the middle of a stroke

  constructor({ cells, width, palette = BLACK_ON_WHITE, title = "" }) {
    this.#now = { cells: Uint8Array.from(cells), width, palette, title };
  }

  static blank(width = 10, height = 10) {
    return new Drawing({ cells: new Uint8Array(width * height), width });
  }

  // The drawing of the last visit, or an empty one; with its steps while the page is open.
  static recalled() {
    try {
      const text = localStorage.getItem(NAME);
      if (text && text === Drawing.#saved?.text) {
        const { drawing } = Drawing.#saved;
        drawing.sketch(null);
        return drawing;
      }
      const { cells, width, palette, title } = JSON.parse(text);
      const isSound =
        Number.isInteger(width) && width > 0 && cells.length > 0 && cells.length % width === 0 &&
        palette.length > 1 && palette.every(({ name, rgb, char }) => name && rgb && char) &&
        cells.every((cell) => Number.isInteger(cell) && cell >= 0 && cell < palette.length); // prettier-ignore
      if (isSound) return new Drawing({ cells, width, palette, title });
    } catch {
      // nothing usable was saved
    }
    return Drawing.blank();
  }

  // Save it for the next visit; false if the browser has no space left.
  save() {
    const { cells, width, palette } = this.#now;
    try {
      const text = JSON.stringify({ cells: [...cells], width, palette, title: this.title });
      localStorage.setItem(NAME, text);
      Drawing.#saved = { drawing: this, text };
      return true;
    } catch {
      return false;
    }
  }

  get cells() {
    return this.#draft ?? this.#now.cells;
  }
  get width() {
    return this.#now.width;
  }
  get height() {
    return this.#now.cells.length / this.#now.width;
  }
  get palette() {
    return this.#now.palette;
  }
  get title() {
    return this.#now.title;
  }
  // Another title is no step of its own.
  set title(title) {
    this.#now = { ...this.#now, title };
  }
  get canUndo() {
    return this.#done.length > 0;
  }
  get canRedo() {
    return this.#undone.length > 0;
  }

  // Show cells without making a step of them; null shows the drawing itself.
  sketch(cells) {
    this.#draft = cells;
  }

  // Change cells, width, palette or title, as one step; false if that changes nothing.
  change(parts) {
    const next = { ...this.#now, ...parts };
    this.#draft = null;
    if (isSame(next, this.#now)) return false;
    this.#done.push(this.#now);
    if (this.#done.length > MOST_STEPS) this.#done.shift();
    this.#undone = [];
    this.#now = next;
    return true;
  }

  undo() {
    return this.#go(this.#done, this.#undone);
  }

  redo() {
    return this.#go(this.#undone, this.#done);
  }

  #go(from, to) {
    if (this.#draft || !from.length) return false;
    to.push(this.#now);
    this.#now = from.pop();
    return true;
  }

  // Note how colours look to colour-blind players; that is no step.
  note(palette) {
    const safe = new Map(palette.map((colour) => [colour.name, colour.safe]));
    this.#now = { ...this.#now, palette: this.palette.map((colour) => ({ ...colour, safe: safe.get(colour.name) ?? colour.safe })) };
  }

  // Put a colour in the place of another, or behind the last.
  setColour(number, colour) {
    this.change({ palette: Object.assign([...this.palette], { [number]: colour }) });
  }

  // Remove a colour; its cells become blank.
  removeColour(number) {
    const cells = this.cells.map((cell) => (cell === number ? 0 : cell > number ? cell - 1 : cell));
    this.change({ cells, palette: this.palette.filter((_, i) => i !== number) });
  }

  // Exchange two colours of the palette; the picture looks as before.
  swapColours(one, other) {
    const palette = [...this.palette];
    [palette[one], palette[other]] = [palette[other], palette[one]];
    const cells = this.cells.map((cell) => (cell === one ? other : cell === other ? one : cell));
    this.change({ cells, palette });
  }

  get shape() {
    return new Rectangle(this.height, this.width);
  }

  // The picture as endpoints take it.
  picture() {
    const [blank, ...colours] = this.palette.map(({ name, rgb, char }) => ({ name, rgb, char }));
    return { rows: rowsOf(this), colours, blank, title: this.title || undefined };
  }

  // The puzzle of the drawing with its picture, without unused colours.
  puzzle() {
    const used = this.palette.map((_, i) => i).filter((i) => i === 0 || this.cells.includes(i));
    if (used.length === 1) used.push(1);
    const palette = used.map((i) => this.palette[i]);
    const number = new Map(used.map((old, i) => [old, i]));
    const cells = Array.from(this.cells, (cell) => number.get(cell));
    const goal = rowsOf({ cells, width: this.width }).map((row) => row.map((cell) => palette[cell].char).join(""));
    return { ...describe(cells, this.shape, palette, { title: this.title || undefined }), goals: [goal] };
  }
}

const isSame = (one, other) =>
  one.width === other.width && one.palette === other.palette && one.cells.length === other.cells.length && one.cells.every((cell, i) => cell === other.cells[i]);

const rowsOf = ({ cells, width }) => Array.from({ length: cells.length / width }, (_, r) => Array.from(cells.slice(r * width, (r + 1) * width)));

// A picture whose cell (row, column) is cell `from(row, column)` of another, blank where that is null.
function made({ cells, width }, newWidth, newHeight, from) {
  const found = new Uint8Array(newWidth * newHeight);
  for (let r = 0; r < newHeight; r++)
    for (let c = 0; c < newWidth; c++) {
      const source = from(r, c);
      if (source) found[r * newWidth + c] = cells[source[0] * width + source[1]];
    }
  return { cells: found, width: newWidth };
}

const heightOf = ({ cells, width }) => cells.length / width;

export const mirrored = (picture) => made(picture, picture.width, heightOf(picture), (r, c) => [r, picture.width - 1 - c]);

export const flipped = (picture) => made(picture, picture.width, heightOf(picture), (r, c) => [heightOf(picture) - 1 - r, c]);

// A quarter turn clockwise.
export const rotated = (picture) => made(picture, heightOf(picture), picture.width, (r, c) => [heightOf(picture) - 1 - c, r]);

// Everything moved down and right; what leaves at an edge comes back at the other, or is lost.
export function shifted(picture, down, right, wraps) {
  const [width, height] = [picture.width, heightOf(picture)];
  const modulo = (value, size) => ((value % size) + size) % size;
  return made(picture, width, height, (r, c) => {
    const [row, column] = [r - down, c - right];
    if (wraps) return [modulo(row, height), modulo(column, width)];
    return row >= 0 && row < height && column >= 0 && column < width ? [row, column] : null;
  });
}

// Lines added at each edge, or removed where the number is negative; sides stay 1 to MOST_SIDE.
export function resized(picture, { top = 0, right = 0, bottom = 0, left = 0 }) {
  const [width, height] = [picture.width, heightOf(picture)];
  const side = (size) => Math.min(MOST_SIDE, Math.max(1, size));
  return made(picture, side(width + left + right), side(height + top + bottom), (r, c) => {
    const [row, column] = [r - top, c - left];
    return row >= 0 && row < height && column >= 0 && column < width ? [row, column] : null;
  });
}

// A part of a picture. A box is { top, left, bottom, right }, ends included.
export const part = (picture, box) => made(picture, box.right - box.left + 1, box.bottom - box.top + 1, (r, c) => [box.top + r, box.left + c]);

// Cells with a part laid over them; what sticks out is cut.
export function laid(picture, top, left, over) {
  const cells = Uint8Array.from(picture.cells);
  over.cells.forEach((cell, i) => {
    const [r, c] = [top + Math.floor(i / over.width), left + (i % over.width)];
    if (r >= 0 && r < heightOf(picture) && c >= 0 && c < picture.width) cells[r * picture.width + c] = cell;
  });
  return cells;
}

// Cells with some of them in one colour.
export function painted(cells, indices, colour) {
  const found = Uint8Array.from(cells);
  for (const index of indices) found[index] = colour;
  return found;
}

export function boxOf(one, other, width) {
  const [[r, c], [s, d]] = [one, other].map((index) => [Math.floor(index / width), index % width]);
  return { top: Math.min(r, s), left: Math.min(c, d), bottom: Math.max(r, s), right: Math.max(c, d) };
}

export function cellsOf({ top, left, bottom, right }, width) {
  const found = [];
  for (let r = top; r <= bottom; r++) for (let c = left; c <= right; c++) found.push(r * width + c);
  return found;
}

// The cells of a straight line.
export function lineOf(from, to, width) {
  const [[r, c], [s, d]] = [from, to].map((index) => [Math.floor(index / width), index % width]);
  const steps = Math.max(Math.abs(s - r), Math.abs(d - c));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = steps ? i / steps : 0;
    return Math.round(r + (s - r) * t) * width + Math.round(c + (d - c) * t);
  });
}

// The connected cells of one colour around a cell (flood fill).
export function areaOf({ cells, width }, start) {
  const found = new Set([start]);
  for (const index of found) {
    const c = index % width;
    const beside = [index - width, index + width];
    if (c > 0) beside.push(index - 1);
    if (c < width - 1) beside.push(index + 1);
    for (const other of beside) if (cells[other] === cells[start]) found.add(other);
  }
  return found;
}

// A free character for a colour: a letter of its name, or any other.
export function freeChar(name, palette) {
  const taken = new Set([...palette.map(({ char }) => char), "_", ".", "?"]);
  const letters = [...name.toLowerCase().replace(/[^a-z]/g, ""), ..."abcdefghijklmnopqrstuvwxyz"];
  return letters.find((char) => !taken.has(char));
}

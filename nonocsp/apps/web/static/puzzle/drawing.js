// A drawing: cells, palette, title, and the steps to undo. It knows no elements of the page.
//
// A picture is { cells, shape }. The functions below make new pictures of old ones, and a drawing
// remembers whole pictures with their palettes, so that everything can be undone.

import { read, write } from "../page/storage.js";
import { BLACK_ON_WHITE, describe } from "./model.js";
import { drawingOf, keepDrawing, remove } from "./own.js";
import { Rectangle, shapeOf } from "./shapes.js";

// Rows or columns of the largest drawing, and colours beside blank.
export const MOST_SIDE = 200;
export const MOST_COLOURS = 9;

const MOST_STEPS = 500;
// Of these are kept for the next visit: steps, and cells of all of them together.
const MOST_KEPT = 50;
const MOST_KEPT_CELLS = 100_000;
const LAST = "nonocsp:drawing"; // the id of the drawing of the last visit

/**
 * @typedef {Picture & { palette: Colour[], title: string }} State What a step changes.
 * @typedef {Record<number, [order: number[], ways: number[][]]>} Symmetry
 */

export class Drawing {
  /** @type {{ drawing: Drawing, text: string } | null} */
  static #saved = null; // the drawing that was saved last, with its text

  // Under which it is kept.
  id = newId();

  /** @type {State[]} */
  #done = [];
  /** @type {State[]} */
  #undone = [];
  /** @type {State} */
  #now;
  /** @type {Uint8Array | null} */
  #draft = null; // the cells in the middle of a stroke

  /** @param {{ cells: Iterable<number>, shape: Shape, palette?: Colour[], title?: string }} given */
  constructor({ cells, shape, palette = BLACK_ON_WHITE, title = "" }) {
    this.#now = { cells: Uint8Array.from(cells), shape, palette, title };
  }

  /** @param {Shape} [shape] */
  static blank(shape = new Rectangle(10, 10)) {
    return new Drawing({ cells: new Uint8Array(shape.size), shape });
  }

  // The drawing of an id, or of the last visit, or an empty one; with its steps while the page is open.
  /** @param {string | null} [id] */
  static recalled(id = read(LAST)) {
    try {
      const data = id && drawingOf(id);
      const saved = Drawing.#saved;
      if (saved && saved.drawing.id === id && saved.text === JSON.stringify(data)) {
        saved.drawing.sketch(null);
        return saved.drawing;
      }
      const found = Object.assign(new Drawing(stateOf(data)), { id });
      found.#recallSteps(data.steps);
      return found;
    } catch {
      // nothing usable was saved
    }
    return Drawing.blank();
  }

  // Keep it for the next visit; false if the browser has no space left. An empty one without a title is not kept.
  save() {
    const { cells, shape, palette, title } = this.#now;
    const { board } = shape;
    const data = { cells: [...cells], width: shape.width, board, palette, title, steps: this.#steps() };
    const isEmpty = !title && !data.cells.some(Boolean);
    // The empty one is not kept, but has its steps while the page is open.
    Drawing.#saved = { drawing: this, text: JSON.stringify(isEmpty ? null : data) };
    write(LAST, this.id);
    if (!isEmpty) return keepDrawing(this.id, data);
    remove({ kind: "drawing", id: this.id });
    return true;
  }

  // The last steps, as they are kept. What steps share is kept once.
  #steps() {
    const most = Math.min(MOST_KEPT, Math.floor(MOST_KEPT_CELLS / this.cells.length));
    /** @type {string[]} */
    const looks = [];
    /** @param {State} state @returns {[number, string]} */
    const packed = ({ cells, shape, palette, title }) => {
      const look = JSON.stringify({ width: shape.width, board: shape.board ?? undefined, palette, title });
      if (!looks.includes(look)) looks.push(look);
      return [looks.indexOf(look), cells.join("")];
    };
    const [done, undone] = [this.#done, this.#undone].map((states) => (most ? states.slice(-most) : []).map(packed));
    return { done, undone, looks: looks.map((look) => JSON.parse(look)) };
  }

  /** @param {any} kept */
  #recallSteps(kept) {
    try {
      /** @param {[number, string]} step */
      const state = ([look, cells]) => stateOf({ ...kept.looks[look], cells: Array.from(cells, Number) });
      [this.#done, this.#undone] = [kept.done.map(state), kept.undone.map(state)];
    } catch {
      // without steps
    }
  }

  // Remove the drawing of an id.
  /** @param {string} id */
  static remove(id) {
    remove({ kind: "drawing", id });
    if (Drawing.#saved?.drawing.id === id) Drawing.#saved = null;
  }

  // Go on under another id: what was kept so far stays as it is.
  fork() {
    this.id = newId();
  }

  get cells() {
    return this.#draft ?? this.#now.cells;
  }
  get shape() {
    return this.#now.shape;
  }
  get palette() {
    return this.#now.palette;
  }
  get title() {
    return this.#now.title;
  }
  // Another title is not a step of its own.
  set title(title) {
    this.#now = { ...this.#now, title };
  }
  get canUndo() {
    return this.#done.length > 0;
  }
  get canRedo() {
    return this.#undone.length > 0;
  }

  /** Show cells without making a step of them; null shows the drawing itself. @param {Uint8Array | null} cells */
  sketch(cells) {
    this.#draft = cells;
  }

  // Change cells, shape, palette or title, as one step; false if that changes nothing.
  /** @param {Partial<State>} parts */
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

  /** @param {State[]} from @param {State[]} to */
  #go(from, to) {
    const next = this.#draft ? undefined : from.pop();
    if (!next) return false;
    to.push(this.#now);
    this.#now = next;
    return true;
  }

  /** Note how colours look to colour-blind players; that is not a step. @param {Colour[]} palette */
  note(palette) {
    const safe = new Map(palette.map((colour) => [colour.name, colour.safe]));
    this.#now = {
      ...this.#now,
      palette: this.palette.map((colour) => ({ ...colour, safe: safe.get(colour.name) ?? colour.safe })),
    };
  }

  /** Put a colour in the place of another, or behind the last. @param {number} number @param {Colour} colour */
  setColour(number, colour) {
    this.change({ palette: Object.assign([...this.palette], { [number]: colour }) });
  }

  /** Remove a colour; its cells become blank. @param {number} number */
  removeColour(number) {
    const cells = this.cells.map((cell) => (cell === number ? 0 : cell > number ? cell - 1 : cell));
    this.change({ cells, palette: this.palette.filter((_, i) => i !== number) });
  }

  /** Exchange two colours of the palette; the picture looks as before. @param {number} one @param {number} other */
  swapColours(one, other) {
    const palette = [...this.palette];
    [palette[one], palette[other]] = [palette[other], palette[one]];
    const cells = this.cells.map((cell) => (cell === one ? other : cell === other ? one : cell));
    this.change({ cells, palette });
  }

  // The picture as endpoints take it.
  picture() {
    const [blank, ...colours] = this.palette.map(({ name, rgb, char }) => ({ name, rgb, char }));
    return { rows: rowsOf(this), board: this.shape.board ?? undefined, colours, blank, title: this.title || undefined };
  }

  // The puzzle of the drawing with its picture, without unused colours.
  puzzle() {
    const used = this.palette.map((_, i) => i).filter((i) => i === 0 || this.cells.includes(i));
    if (used.length === 1) used.push(1);
    const palette = used.map((i) => this.palette[i]);
    const number = new Map(used.map((old, i) => [old, i]));
    const cells = Array.from(this.cells, (cell) => number.get(cell) ?? 0);
    const goal = rowsOf({ cells, shape: this.shape }).map((row) => row.map((cell) => palette[cell].char).join(""));
    return { ...describe(cells, this.shape, palette, { title: this.title || undefined }), goals: [goal] };
  }
}

// A state as it was kept. Throws if it is damaged.
/** @param {{ cells: number[], width: number, board?: BoardData, palette: Colour[], title: string }} kept */
function stateOf({ cells, width, board, palette, title }) {
  const shape = board ? shapeOf({ board }) : new Rectangle(cells.length / width, width);
  const isSound =
    shape.size > 0 && cells.length === shape.size &&
    palette.length > 1 && palette.every(({ name, rgb, char }) => name && rgb && char) &&
    cells.every((cell) => Number.isInteger(cell) && cell >= 0 && cell < palette.length); // prettier-ignore
  if (!isSound) throw new Error("a damaged drawing");
  return { cells: Uint8Array.from(cells), shape, palette, title };
}

const newId = () => Math.random().toString(36).slice(2, 10).padEnd(8, "0");

/** @param {State} one @param {State} other */
const isSame = (one, other) =>
  one.shape.id === other.shape.id &&
  one.palette === other.palette &&
  one.cells.every((cell, i) => cell === other.cells[i]);

/** @param {{ cells: Cells, shape: Shape }} given */
const rowsOf = ({ cells, shape }) => shape.cut(Array.from(cells));

// The colours of cells on another shape, each at the place that its own is moved to; over others, or blank ones.
/** @param {Picture} given @param {Shape} to @param {(at: Point) => number[]} move @param {Uint8Array} [over] */
function carried({ cells, shape }, to, move, over = new Uint8Array(to.size)) {
  /** @param {number[]} point */
  const key = ([x, y]) => `${Math.round(10 * x)} ${Math.round(10 * y)}`;
  const at = new Map(to.all.map((cell) => [key(to.centre(cell)), cell]));
  const found = Uint8Array.from(over);
  cells.forEach((colour, cell) => {
    const place = at.get(key(move(shape.centre(cell))));
    if (place !== undefined) found[place] = colour;
  });
  return { cells: found, shape: to };
}

// A way to move by some places.
/** @type {(right: number, down: number) => (at: number[]) => Point} */
const by =
  (right, down) =>
  ([x, y]) => [x + right, y + down];

// Symmetries of the cells: for boards of two and of six sides, the sides of the new board by their places in the old
// one, and what becomes of a step to the right and of one down.
const TALL = Math.sqrt(3) / 2;
const MIRROR = [[-1, 0], [0, 1]]; // prettier-ignore
const FLIP = [[1, 0], [0, -1]]; // prettier-ignore
/** @type {Symmetry} */
export const mirrored = { 2: [[0, 1], MIRROR], 6: [[4, 3, 2, 1, 0, 5], MIRROR] };
/** @type {Symmetry} */
export const flipped = { 2: [[0, 1], FLIP], 6: [[1, 0, 5, 4, 3, 2], FLIP] };
// Clockwise by a quarter, or by a sixth.
/** @type {Symmetry} */
export const rotated = {
  2: [[1, 0], [[0, 1], [-1, 0]]],
  6: [[1, 2, 3, 4, 5, 0], [[0.5, TALL], [-TALL, 0.5]]],
}; // prettier-ignore

/** The sides of the board that a symmetry leads to. @param {Shape} given @param {Symmetry} symmetry */
export function sidesOf({ sides }, symmetry) {
  const given = sides ?? [];
  return symmetry[given.length][0].map((place) => given[place]);
}

// The picture after a symmetry, on that board.
/** @param {Picture} picture @param {Symmetry} symmetry @param {Shape} to */
export function turned(picture, symmetry, to) {
  const { shape } = picture;
  const [, [across, down]] = symmetry[shape.sides?.length ?? 0];
  /** @param {number[]} point */
  const move = ([x, y]) => [x * across[0] + y * down[0], x * across[1] + y * down[1]];
  const corners = shape.all.flatMap((cell) => shape.polygon(cell)).map(move);
  const [left, top] = [0, 1].map((i) => corners.reduce((least, corner) => Math.min(least, corner[i]), Infinity));
  return carried(picture, to, (place) => by(-left, -top)(move(place)));
}

// The picture on a shape of the same kind with other sides, its middle where it was as nearly as cells allow.
/** @param {Picture} picture @param {Shape} to */
export function reshaped(picture, to) {
  const { shape } = picture;
  /** @param {Shape} given */
  const middle = ({ extent }) => [extent.width / 2, extent.height / 2];
  const [away, wanted] = [middle(shape), middle(to)];
  /** @param {Shape} of @param {number} x @param {number} y @param {number[]} cells */
  const nearest = (of, x, y, cells) =>
    cells
      .map((cell) => [Math.hypot(of.centre(cell)[0] - x, of.centre(cell)[1] - y), cell])
      .reduce((best, one) => (one[0] < best[0] ? one : best))[1];
  const one = nearest(shape, away[0], away[1], shape.all);
  const [x, y] = shape.centre(one);
  const alike = to.all.filter((cell) => to.box(cell).look === shape.box(one).look);
  if (!alike.length) return { cells: new Uint8Array(to.size), shape: to };
  const [u, v] = to.centre(nearest(to, x + wanted[0] - away[0], y + wanted[1] - away[1], alike));
  return carried(picture, to, by(u - x, v - y));
}

// The picture moved as one cell is to another, on any shape; what leaves at an edge is lost.
/** @param {Picture} picture @param {number} from @param {number} to */
export function moved(picture, from, to) {
  const { shape } = picture;
  if (shape.box(from).look !== shape.box(to).look) return null; // no move takes one there
  const [[x, y], [u, v]] = [shape.centre(from), shape.centre(to)];
  return carried(picture, shape, by(u - x, v - y));
}

// Everything moved down and right; what leaves at an edge comes back at the other, or is lost.
/** @param {Picture} picture @param {number} down @param {number} right @param {boolean} wraps */
export function shifted(picture, down, right, wraps) {
  const { width, height } = picture.shape;
  /** @param {number} value @param {number} size */
  const modulo = (value, size) => ((value % size) + size) % size;
  /** @param {Point} point */
  const round = ([x, y]) => [modulo(x + right, width), modulo(y + down, height)];
  return carried(picture, picture.shape, wraps ? round : by(right, down));
}

// Lines added at each edge, or removed where the number is negative; sides stay 1 to MOST_SIDE.
/** @param {Picture} picture @param {Partial<Box>} given */
export function resized(picture, { top = 0, right = 0, bottom = 0, left = 0 }) {
  const { width, height } = picture.shape;
  /** @param {number} size */
  const side = (size) => Math.min(MOST_SIDE, Math.max(1, size));
  return carried(picture, new Rectangle(side(height + top + bottom), side(width + left + right)), by(left, top));
}

// A part of a picture. A box is { top, left, bottom, right }, ends included.
/** @param {Picture} picture @param {Box} given */
export const part = (picture, { top, left, bottom, right }) =>
  carried(picture, new Rectangle(bottom - top + 1, right - left + 1), by(-left, -top));

// Cells with a part laid over them; what sticks out is cut.
/** @param {Picture} picture @param {number} top @param {number} left @param {Picture} over */
export const laid = (picture, top, left, over) => carried(over, picture.shape, by(left, top), picture.cells).cells;

// Cells with some of them in one colour.
/** @param {Uint8Array} cells @param {Iterable<number>} indices @param {number} colour */
export function painted(cells, indices, colour) {
  const found = Uint8Array.from(cells);
  for (const index of indices) found[index] = colour;
  return found;
}

/** @param {number} one @param {number} other @param {number} width */
export function boxOf(one, other, width) {
  const [[r, c], [s, d]] = [one, other].map((index) => [Math.floor(index / width), index % width]);
  return { top: Math.min(r, s), left: Math.min(c, d), bottom: Math.max(r, s), right: Math.max(c, d) };
}

/** @param {Box} given @param {number} width */
export function cellsOf({ top, left, bottom, right }, width) {
  const found = [];
  for (let r = top; r <= bottom; r++) for (let c = left; c <= right; c++) found.push(r * width + c);
  return found;
}

/** The connected cells of one colour around a cell (flood fill). @param {Picture} given @param {number} start */
export function areaOf({ cells, shape }, start) {
  /** @type {number[][]} */
  const beside = Array.from(cells, () => []);
  for (const line of shape.lines)
    shape.cellsOf(line).forEach((cell, i, along) => {
      if (i) (beside[cell].push(along[i - 1]), beside[along[i - 1]].push(cell));
    });
  const found = new Set([start]);
  for (const cell of found) for (const other of beside[cell]) if (cells[other] === cells[start]) found.add(other);
  return found;
}

/** A free character for a colour: a letter of its name, or any other. @param {string} name @param {Colour[]} palette */
export function freeChar(name, palette) {
  const taken = new Set([...palette.map(({ char }) => char), "_", ".", "?"]);
  const letters = [...name.toLowerCase().replace(/[^a-z]/g, ""), ..."abcdefghijklmnopqrstuvwxyz"];
  return letters.find((char) => !taken.has(char));
}

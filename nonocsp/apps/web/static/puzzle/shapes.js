// Shapes of boards: which cells there are, which lines run through them, and where they lie.
//
// A line is {axis, index} and has an ordered list of cells, as in `nonocsp/core/model/board.py`. Cells are numbered line by
// line in the first direction, whose lines are the rows of pictures. Lengths are in units of a cell. A rectangle is
// known by its sides; every other board arrives as data, and the page knows nothing of its kind: see `board_out` in
// `nonocsp/apps/web/messages.py`.

import { contains, least, range, sidesOf } from "./geometry.js";
import { counted, later, t } from "../page/language.js";

// What the cells of boards are called that are made of sides.
export const CELLS = { rectangle: later`squares`, triddler: later`triangles`, hexagon: later`hexagons` };

/** @type {Record<string, Point>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Shapes of boards that are data, each made once.
const made = new WeakMap();

// The shape of a puzzle as answers hold it.
/** @param {{ board?: any, rows?: any, cols?: any }} puzzle @returns {Shape} */
export function shapeOf({ board, rows, cols }) {
  if (!board) return new Rectangle(rows.length, cols.length);
  if (!made.has(board)) made.set(board, new Outlined(board));
  return made.get(board);
}

// `counts` are the numbers of lines by direction, `clued` those with a clue: cells that lie on no line of a direction
// are a further line of it, the last, of which nothing is known. `lengths` are those of the rows.
export class Shape {
  /** @param {string[]} axes @param {ByAxis<number>} counts @param {ByAxis<number>} clued @param {number[]} lengths */
  constructor(axes, counts, clued, lengths) {
    this.axes = axes;
    this.counts = counts;
    this.clued = clued;
    this.height = lengths.length;
    /** @type {BoardData | null} */
    this.board = null; // as data, where that is known
    this.isTable = false; // rows and columns, all of one length
    this.kind = "";
    this.noun = "cell"; // of its cells
    this.id = ""; // equal for equal boards
    /** @type {number[] | null} */
    this.sides = null;
    this.width = 0; // of a table
    this.extent = { width: 0, height: 0 };
    /** @type {any[]} */
    this.signature = []; // what tells its clues from those of other kinds of boards
    /** @type {Line[][]} */
    this.through = [];
    /** @type {any[]} */
    this.boxes = [];
    /** @type {Point[][]} */
    this.polygons = [];
    /** @type {Point[]} */
    this.centres = [];
    this.size = 0;
    this.starts = [0]; // the first cell of each row, and the number of cells
    for (const length of lengths) this.starts.push((this.size += length));
    this.all = Array.from({ length: this.size }, (_, cell) => cell);
    this.lines = axes.flatMap((axis) => Array.from({ length: counts[axis] }, (_, index) => ({ axis, index })));
  }

  // The cells of the longest line.
  get longest() {
    return Math.max(...this.lines.map((line) => this.cellsOf(line).length));
  }

  /** Whether there is such a line with a clue. @param {Line | null | undefined} line */
  has(line) {
    return line ? line.index < (this.clued[line.axis] ?? 0) : false;
  }

  /** The values of all cells, cut into rows. @param {any[]} values */
  cut(values) {
    return this.starts.slice(1).map((end, row) => values.slice(this.starts[row], end));
  }

  /** The values of the cells of a line. @param {Line} line @param {Cells} values */
  valuesOf(line, values) {
    return this.cellsOf(line).map((cell) => values[cell]);
  }

  /** The number of the cell at a place of a row. @param {number} row @param {number} column */
  number(row, column) {
    return this.starts[row] + column;
  }

  /** The numbers of the cells at places. @param {(readonly number[])[]} places */
  cellsAt(places) {
    return places.map(([row, column]) => this.number(row, column));
  }

  /** The line of a direction through a cell. @param {number} cell @param {string} axis */
  lineOf(cell, axis) {
    return this.linesThrough(cell)[this.axes.indexOf(axis)];
  }

  /** The lines through two cells. @param {number} cell @param {number} other */
  common(cell, other) {
    const lines = this.linesThrough(other);
    return this.linesThrough(cell).filter((line, i) => line.index === lines[i].index && this.has(line));
  }

  // The line through a cell that comes nearest to another one; null while that is on several of them.
  /** @param {number} cell @param {number} other */
  towards(cell, other) {
    const common = this.common(cell, other);
    if (common.length) return common.length === 1 ? common[0] : null;
    const [x, y] = this.centre(other);
    /** @param {Line} line */
    const away = (line) => {
      const [u, v] = this.centre(this.nearestOn(line, x, y));
      return Math.hypot(u - x, v - y);
    };
    const clued = this.linesThrough(cell).filter((line) => this.has(line));
    return least(clued, away);
  }

  /** The cell of a line that is nearest to a point. @param {Line} line @param {number} x @param {number} y */
  nearestOn(line, x, y) {
    return this.nearest(this.cellsOf(line), x, y);
  }

  /** @param {number[]} cells @param {number} x @param {number} y */
  nearest(cells, x, y) {
    return least(cells, (cell) => {
      const [u, v] = this.centre(cell);
      return (u - x) ** 2 + (v - y) ** 2;
    });
  }

  // The cell at a point: -1 outside, or the nearest one.
  /** @param {number} x @param {number} y @param {boolean} [nearest] */
  cellAt(x, y, nearest = false) {
    const cell = this.nearest(this.all, x, y);
    if (nearest || contains(this.polygon(cell), x, y)) return cell;
    return this.all.find((other) => contains(this.polygon(other), x, y)) ?? -1;
  }

  // The cells from one to another, both included, so that a quick pointer leaves no gaps.
  /** @param {number} from @param {number} to */
  between(from, to) {
    const [line] = this.common(from, to);
    if (line) {
      const cells = this.cellsOf(line);
      const [start, end] = [cells.indexOf(from), cells.indexOf(to)];
      const part = cells.slice(Math.min(start, end), Math.max(start, end) + 1);
      return start > end ? part.reverse() : part;
    }
    const [[x, y], [u, v]] = [this.centre(from), this.centre(to)];
    const steps = Math.ceil(4 * Math.hypot(u - x, v - y));
    /** @param {number} i */
    const at = (i) => this.cellAt(x + ((u - x) * i) / steps, y + ((v - y) * i) / steps);
    return [...new Set(Array.from({ length: steps + 1 }, (_, i) => at(i)))].filter((cell) => cell >= 0);
  }

  // The cell that an arrow key leads to: the nearest one that lies that way; the same one at the edge.
  /** @param {number} cell @param {string} key */
  step(cell, key) {
    const [right, down] = WAYS[key];
    const [x, y] = this.centre(cell);
    const { width, height } = this.box(cell);
    const far = 0.6 * Math.max(width, height);
    // Of two that are equally near, the left one and the right one in turn.
    const lean = this.place(cell)[0] % 2 ? 0.1 : -0.1;
    const ahead = this.all.flatMap((other) => {
      const [u, v] = this.centre(other);
      const [along, aside] = down ? [(v - y) * down, u - x] : [(u - x) * right, v - y];
      if (along < 0.1 || Math.abs(aside) > Math.min(far, 1.25 * along)) return [];
      return [[other, along ** 2 + (aside - (down && lean)) ** 2]];
    });
    return ahead.length ? least(ahead, ([, away]) => away)[0] : cell;
  }

  /** The first or the last cell of the row of a cell. @param {number} cell @param {boolean} isLast */
  rowEnd(cell, isLast) {
    const [row] = this.place(cell);
    return isLast ? this.starts[row + 1] - 1 : this.starts[row];
  }

  // The cells of all lines as the kernel takes them: for each line their number, negative if it takes no clue, then
  // their numbers. Nothing for a table, whose rows and columns say it.
  get listed() {
    return this.lines.flatMap((line) => [(this.has(line) ? 1 : -1) * this.cellsOf(line).length, ...this.cellsOf(line)]);
  }

  // The members of a puzzle that hold the shape and its clues.
  /** @param {ByAxis<any>} clues @returns {any} */
  data(clues) {
    return { board: this.board, clues };
  }

  /** Whether the clues of a direction are read along their numbers. @param {string} axis */
  isLevel(axis) {
    return Boolean(this.board?.outwards[axis].every((way) => !way || Math.abs(way[1]) < 0.01));
  }

  /** @param {Line} line */
  cellsOf({ axis, index }) {
    return this.board?.along[axis][index] ?? [];
  }

  get title() {
    return counted(this.size, this.noun);
  }

  /** @param {number} cell */
  linesThrough(cell) {
    return this.through[cell];
  }

  /** @param {number} cell */
  place(cell) {
    const [{ index: row }] = this.through[cell];
    return [row, cell - this.starts[row]];
  }

  /** @param {Line} line */
  lineName({ axis, index }) {
    return t`direction ${axis}, line ${index + 1}`;
  }

  /** @param {Line} line */
  shortName({ axis, index }) {
    return `${axis} ${index + 1}`;
  }

  /** A cell in words. @param {number} cell */
  name(cell) {
    const [row, column] = this.place(cell);
    return this.has({ axis: this.axes[0], index: row })
      ? t`${this.lineName({ axis: this.axes[0], index: row })}, cell ${column + 1}`
      : t`cell ${cell + 1}`;
  }

  /** @param {number} cell */
  box(cell) {
    return this.boxes[cell];
  }

  /** @param {number} cell */
  polygon(cell) {
    return this.polygons[cell];
  }

  /** @param {number} cell */
  centre(cell) {
    return this.centres[cell];
  }

  // Where the clue of a line begins: a side of the outline, its middle, the way from there, whether the clue stands
  // before the line, and how much further along the way the side's first end is; the second is as much nearer. Null
  // where there is no room for a clue.
  /** @param {Line} line */
  end({ axis, index }) {
    const way = this.board?.outwards[axis][index];
    if (!way) return null;
    const [right, down, isBefore] = way;
    /** @param {number[]} point */
    const along = ([x, y]) => x * right + y * down;
    /** @param {Point[]} given */
    const middle = ([[x, y], [u, v]]) => [(x + u) / 2, (y + v) / 2];
    const sides = sidesOf(this.polygon(this.cellsOf({ axis, index }).at(isBefore ? 0 : -1) ?? 0));
    const side = least(sides, (one) => -along(middle(one)));
    const [x, y] = middle(side);
    return { side, x, y, right, down, isBefore, lean: along(side[0]) - along([x, y]) };
  }

  // The room that each line with a clue has across its way, by direction: the least distance of two neighbours.
  get thick() {
    return Object.fromEntries(
      this.axes.map((axis) => {
        const ends = this.lines.filter((line) => line.axis === axis && this.has(line)).map((line) => this.end(line));
        const apart = ends.slice(1).flatMap((one, i) => {
          const other = ends[i];
          if (!one || !other || one.right !== other.right || one.down !== other.down) return [];
          return [Math.abs((one.y - other.y) * one.right - (one.x - other.x) * one.down)];
        });
        return [axis, Math.min(1, ...apart.filter((space) => space > 0.1))];
      }),
    );
  }
}

export class Rectangle extends Shape {
  /** @param {number} rows @param {number} columns */
  constructor(rows, columns) {
    const counts = { row: rows, column: columns };
    super(["row", "column"], counts, counts, new Array(rows).fill(columns));
    this.isTable = true;
    this.kind = "rectangle";
    this.sides = [rows, columns];
    this.width = columns;
    this.extent = { width: columns, height: rows };
    this.id = `rectangle ${this.sides}`;
  }

  get title() {
    return `${this.width} × ${this.counts.row}`;
  }

  /** @param {ByAxis<any>} given */
  data({ row: rows, column: cols }) {
    return { rows, cols };
  }

  get longest() {
    return Math.max(this.width, this.height);
  }

  get listed() {
    return [];
  }

  /** @param {string} axis */
  isLevel(axis) {
    return axis === "row";
  }

  /** @param {Line} line */
  cellsOf({ axis, index }) {
    const { width, height } = this;
    return axis === "row"
      ? Array.from({ length: width }, (_, c) => index * width + c)
      : Array.from({ length: height }, (_, r) => r * width + index);
  }

  /** @param {number} cell */
  linesThrough(cell) {
    const [row, column] = this.place(cell);
    return [
      { axis: "row", index: row },
      { axis: "column", index: column },
    ];
  }

  /** @param {number} cell */
  place(cell) {
    return [Math.floor(cell / this.width), cell % this.width];
  }

  /** @param {Line} line */
  lineName({ axis, index }) {
    return axis === "row" ? t`row ${index + 1}` : t`column ${index + 1}`;
  }

  /** @param {Line} line */
  shortName(line) {
    return this.lineName(line);
  }

  /** @param {number} cell */
  name(cell) {
    const [row, column] = this.place(cell);
    return t`row ${row + 1}, column ${column + 1}`;
  }

  /** @param {number} x @param {number} y @param {boolean} [nearest] */
  cellAt(x, y, nearest = false) {
    /** @param {number} place @param {number} most */
    const within = (place, most) => Math.max(0, Math.min(most - 1, Math.floor(place)));
    const [row, column] = [within(y, this.height), within(x, this.width)];
    const isInside = row === Math.floor(y) && column === Math.floor(x);
    return nearest || isInside ? row * this.width + column : -1;
  }

  /** @param {number} from @param {number} to */
  between(from, to) {
    const [r, c] = this.place(from);
    const [tr, tc] = this.place(to);
    const steps = Math.max(Math.abs(tr - r), Math.abs(tc - c));
    return Array.from({ length: steps + 1 }, (_, i) => {
      const t = steps ? i / steps : 0;
      return Math.round(r + (tr - r) * t) * this.width + Math.round(c + (tc - c) * t);
    });
  }

  /** @param {number} cell @param {string} key */
  step(cell, key) {
    const [y, x] = this.place(cell);
    const [right, down] = WAYS[key];
    return this.cellAt(x + right, y + down, true);
  }

  /** @param {number} cell */
  box(cell) {
    const [y, x] = this.place(cell);
    return { x, y, width: 1, height: 1, look: "square" };
  }

  /** @param {number} cell @returns {Point[]} */
  polygon(cell) {
    const [y, x] = this.place(cell);
    return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]; // prettier-ignore
  }

  /** @param {number} cell @returns {Point} */
  centre(cell) {
    const [y, x] = this.place(cell);
    return [x + 0.5, y + 0.5];
  }
}

// A board that is data.
class Outlined extends Shape {
  /** @param {BoardData} board */
  constructor(board) {
    const { axes, along, clued, kind, sides = null } = board;
    const counts = Object.fromEntries(axes.map((axis) => [axis, along[axis].length]));
    const lengths = along[axes[0]].map((cells) => cells.length);
    super(axes, counts, clued, lengths);
    this.board = board;
    this.kind = kind;
    this.sides = sides;
    this.noun = board.noun;
    this.signature = [kind, sides ?? along];
    this.id = JSON.stringify(this.signature);
    this.through = this.all.map(() => /** @type {Line[]} */ ([]));
    for (const line of this.lines) for (const cell of this.cellsOf(line)) this.through[cell].push(line);
    this.#lay(board.outlines);
  }

  // Outlines that begin at 0, 0. A box has the place of a cell, its outline in shares of its width and height, and a
  // look: cells of the same look can be moved onto each other.
  /** @param {Point[][]} outlines */
  #lay(outlines) {
    /** @type {(points: Point[], at: number) => number} */
    const mean = (points, at) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
    const [[left, right], [top, bottom]] = [0, 1].map((at) => range(outlines.flat(), at));
    this.extent = { width: right - left, height: bottom - top };
    /** @type {(corner: Point) => Point} */
    const moved = ([x, y]) => [x - left, y - top];
    this.polygons = outlines.map((outline) => outline.map(moved));
    /** @type {(polygon: Point[]) => Point} */
    const middle = (polygon) => [mean(polygon, 0), mean(polygon, 1)];
    this.centres = this.polygons.map(middle);
    this.boxes = this.polygons.map((polygon) => {
      const [[x, far], [y, low]] = [0, 1].map((at) => range(polygon, at));
      const [width, height] = [far - x, low - y];
      const outline = polygon.map(([u, v]) => [(u - x) / width, (v - y) / height]);
      return { x, y, width, height, outline, look: outline.map((point) => point.map((at) => at.toFixed(2))).join(" ") };
    });
  }
}

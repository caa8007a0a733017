// Shapes of boards: which cells there are, which lines run through them, and where they lie.
//
// A line is {axis, index} and has an ordered list of cells, as in `nonocsp/model/board.py`. Cells are
// numbered line by line in the first direction, whose lines are the rows of pictures. Lengths are in
// units of a cell: the side of a square or of a triangle, the width of a hexagon.

// What the cells of each kind of board are called.
export const CELLS = { rectangle: "squares", triddler: "triangles", hexagon: "hexagons" };

const TALL = Math.sqrt(3) / 2; // the height of a triangle
const UP = [[0.5, 0], [1, 1], [0, 1]]; // prettier-ignore
const DOWN = [[0, 0], [1, 0], [0.5, 1]]; // prettier-ignore
const HEXAGON = [[0.5, 0], [1, 0.25], [1, 0.75], [0.5, 1], [0, 0.75], [0, 0.25]]; // prettier-ignore
const LONGEST = 500; // side
const WAYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// The shape of a puzzle as answers hold it.
export function shapeOf({ board, rows, cols }) {
  if (!board) return new Rectangle(rows.length, cols.length);
  if (!Object.hasOwn(KINDS, board.kind)) throw new Error(`There is no board of the kind “${board.kind}” here.`);
  return new KINDS[board.kind](board.sides);
}

// `lengths` are those of the rows; `sides` are the numbers that make a shape.
class Shape {
  constructor(axes, lengths, sides) {
    this.axes = axes;
    this.sides = sides;
    this.height = lengths.length;
    this.starts = [0];
    for (const length of lengths) this.starts.push(this.starts.at(-1) + length);
    this.size = this.starts.at(-1);
  }

  get lines() {
    return this.axes.flatMap((axis) => Array.from({ length: this.counts[axis] }, (_, index) => ({ axis, index })));
  }

  // The cells of the longest line.
  get longest() {
    return Math.max(...this.lines.map((line) => this.cellsOf(line).length));
  }

  has(line) {
    return line?.index < (this.counts[line?.axis] ?? 0);
  }

  // A shape of the same kind with other sides.
  withSides(sides) {
    return new KINDS[this.kind](sides);
  }

  // The values of all cells, cut into rows.
  cut(values) {
    return this.starts.slice(1).map((end, row) => values.slice(this.starts[row], end));
  }

  // The number of the cell at a place of a row.
  number(row, column) {
    return this.starts[row] + column;
  }

  // The numbers of the cells at places.
  cellsAt(places) {
    return places.map(([row, column]) => this.number(row, column));
  }

  // The line of a direction through a cell.
  lineOf(cell, axis) {
    return this.linesThrough(cell).find((line) => line.axis === axis);
  }

  // The lines through two cells.
  common(cell, other) {
    const lines = this.linesThrough(other);
    return this.linesThrough(cell).filter(({ index }, i) => index === lines[i].index);
  }

  // The line through a cell that comes nearest to another one; null while that is on several of them.
  towards(cell, other) {
    const common = this.common(cell, other);
    if (common.length) return common.length === 1 ? common[0] : null;
    const lines = this.linesThrough(other);
    const away = this.linesThrough(cell).map((line, i) => [Math.abs(line.index - lines[i].index), line]);
    return away.reduce((best, one) => (one[0] < best[0] ? one : best))[1];
  }

  // The cell of a line that is nearest to a point.
  nearestOn(line, x, y) {
    return this.#nearest(this.cellsOf(line), x, y);
  }

  #nearest(cells, x, y) {
    let [found, least] = [-1, Infinity];
    for (const cell of cells) {
      const [u, v] = this.centre(cell);
      const away = (u - x) ** 2 + (v - y) ** 2;
      if (away < least) [found, least] = [cell, away];
    }
    return found;
  }

  // The cell at a point: -1 outside, or the nearest one. Of triangles, as of hexagons, every point
  // belongs to the cell with the nearest centre.
  cellAt(x, y, nearest = false) {
    const cell = this.#nearest(this.all, x, y);
    return nearest || contains(this.polygon(cell), x, y) ? cell : -1;
  }

  get all() {
    return (this.everyCell ??= Array.from({ length: this.size }, (_, cell) => cell));
  }

  // The cells from one to another, both included, so that a quick pointer leaves no gaps.
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
    const met = Array.from({ length: steps + 1 }, (_, i) =>
      this.cellAt(x + ((u - x) * i) / steps, y + ((v - y) * i) / steps),
    );
    return [...new Set(met)].filter((cell) => cell >= 0);
  }

  // The cell that an arrow key leads to; the same one at the edge.
  step(cell, key) {
    const [down, right] = WAYS[key];
    const [row, column] = this.place(cell);
    if (row + down < 0 || row + down >= this.height) return cell;
    const cells = this.cellsOf({ axis: this.axes[0], index: row + down });
    if (right) return cells[Math.min(cells.length - 1, Math.max(0, column + right))];
    // Between two that are equally near, to the left and to the right in turn.
    const [x, y] = this.centre(cell);
    return this.#nearest(cells, x + (row % 2 ? 0.1 : -0.1), y + down);
  }

  // The first or the last cell of the row of a cell.
  rowEnd(cell, isLast) {
    const [row] = this.place(cell);
    return isLast ? this.starts[row + 1] - 1 : this.starts[row];
  }

  // The corners of a cell, clockwise.
  polygon(cell) {
    const { x, y, width, height, outline } = this.box(cell);
    return outline.map(([u, v]) => [x + u * width, y + v * height]);
  }

  // The middle of a cell.
  centre(cell) {
    const points = this.polygon(cell);
    return [0, 1].map((at) => points.reduce((sum, point) => sum + point[at], 0) / points.length);
  }
}

export class Rectangle extends Shape {
  kind = "rectangle";

  constructor(rows, columns) {
    super(["row", "column"], new Array(rows).fill(columns), [rows, columns]);
    this.width = columns;
    this.counts = { row: rows, column: columns };
    this.extent = { width: columns, height: rows };
  }

  get title() {
    return `${this.width} × ${this.height}`;
  }

  withSides([rows, columns]) {
    return new Rectangle(rows, columns);
  }

  // What tells its clues from those of other kinds of boards.
  get signature() {
    return [];
  }

  // The cells of all lines as the kernel takes them: nothing, since rows and columns say it.
  get listed() {
    return [];
  }

  // The members of a puzzle that hold the shape and its clues.
  data({ row: rows, column: cols }) {
    return { rows, cols };
  }

  get longest() {
    return Math.max(this.width, this.height);
  }

  cellsOf({ axis, index }) {
    const { width, height } = this;
    return axis === "row"
      ? Array.from({ length: width }, (_, c) => index * width + c)
      : Array.from({ length: height }, (_, r) => r * width + index);
  }

  linesThrough(cell) {
    const [row, column] = this.place(cell);
    return [
      { axis: "row", index: row },
      { axis: "column", index: column },
    ];
  }

  place(cell) {
    return [Math.floor(cell / this.width), cell % this.width];
  }

  lineName({ axis, index }) {
    return `${axis} ${index + 1}`;
  }

  shortName(line) {
    return this.lineName(line);
  }

  // A cell in words.
  name(cell) {
    const [row, column] = this.place(cell);
    return `row ${row + 1}, column ${column + 1}`;
  }

  cellAt(x, y, nearest = false) {
    const at = (place, most) =>
      nearest ? Math.max(0, Math.min(most - 1, Math.floor(place))) : place < most ? Math.floor(place) : -1;
    const [row, column] = [at(y, this.height), at(x, this.width)];
    return row < 0 || column < 0 ? -1 : row * this.width + column;
  }

  between(from, to) {
    const [r, c] = this.place(from);
    const [tr, tc] = this.place(to);
    const steps = Math.max(Math.abs(tr - r), Math.abs(tc - c));
    return Array.from({ length: steps + 1 }, (_, i) => {
      const t = steps ? i / steps : 0;
      return Math.round(r + (tr - r) * t) * this.width + Math.round(c + (tc - c) * t);
    });
  }

  step(cell, key) {
    const [row, column] = this.place(cell);
    const [down, right] = WAYS[key];
    return (
      Math.min(this.height - 1, Math.max(0, row + down)) * this.width +
      Math.min(this.width - 1, Math.max(0, column + right))
    );
  }

  box(cell) {
    const [y, x] = this.place(cell);
    return { x, y, width: 1, height: 1 };
  }

  polygon(cell) {
    const [y, x] = this.place(cell);
    return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]; // prettier-ignore
  }

  centre(cell) {
    const [y, x] = this.place(cell);
    return [x + 0.5, y + 0.5];
  }
}

// A hexagonal outline around cells with lines in three directions. `shared`: the cells that two
// neighbouring sides have in common; `sums`: a - b + c of cells with lines numbered through one point.
class ThreeDirections extends Shape {
  #cells;

  constructor(sides, shared, sums) {
    const [a, b, c, d, e, f] = sides;
    const isSide = (side) => Number.isInteger(side) && side >= shared && side <= LONGEST;
    if (sides.length !== 6 || !sides.every(isSide) || a + b !== d + e || b + c !== e + f)
      throw new Error("The sides of this board do not close.");
    const counts = { A: a + b - shared, B: b + c - shared, C: c + d - shared };
    const shift = a - shared;
    const triples = [];
    for (let row = 0; row < counts.A; row++)
      for (let slash = Math.max(0, row - shift - 1); slash < Math.min(counts.B, row - shift + counts.C + 1); slash++)
        for (const sum of sums) {
          const backslash = sum - row + slash + shift;
          if (backslash >= 0 && backslash < counts.C) triples.push([row, slash, backslash]);
        }
    const lengths = new Array(counts.A).fill(0);
    for (const [row] of triples) lengths[row] += 1;
    super(["A", "B", "C"], lengths, sides);
    this.counts = counts;
    this.triples = triples;
    this.shift = shift;
    this.#cells = Object.fromEntries(this.axes.map((axis) => [axis, Array.from({ length: counts[axis] }, () => [])]));
    triples.forEach((triple, cell) => this.axes.forEach((axis, i) => this.#cells[axis][triple[i]].push(cell)));
    // From the top; in one row B runs to the left, C to the right.
    const down = (cell) => triples[cell][0] - triples[cell][2];
    for (const cells of this.#cells.B) cells.sort((one, other) => down(one) - down(other));
  }

  // Move the cells so that they begin at 0, 0. `boxes`: the place and outline of each.
  lay(boxes) {
    const left = Math.min(...boxes.map(({ x }) => x));
    const top = Math.min(...boxes.map(({ y }) => y));
    this.boxes = boxes.map((box) => ({ ...box, x: box.x - left, y: box.y - top }));
    const far = (at, size) => Math.max(...this.boxes.map((box) => box[at] + box[size]));
    this.extent = { width: far("x", "width"), height: far("y", "height") };
    this.centres = this.all.map((cell) => super.centre(cell));
  }

  get title() {
    return `${this.size} ${CELLS[this.kind]}`;
  }

  get signature() {
    return [this.kind, this.sides];
  }

  // For each line the number of its cells, then their numbers.
  get listed() {
    return this.lines.flatMap((line) => [this.cellsOf(line).length, ...this.cellsOf(line)]);
  }

  data(clues) {
    return { board: { kind: this.kind, sides: this.sides }, clues };
  }

  cellsOf({ axis, index }) {
    return this.#cells[axis][index];
  }

  linesThrough(cell) {
    return this.axes.map((axis, i) => ({ axis, index: this.triples[cell][i] }));
  }

  place(cell) {
    const [row] = this.triples[cell];
    return [row, cell - this.starts[row]];
  }

  lineName({ axis, index }) {
    return `direction ${axis}, line ${index + 1}`;
  }

  shortName({ axis, index }) {
    return `${axis} ${index + 1}`;
  }

  name(cell) {
    const [row, column] = this.place(cell);
    return `direction A, line ${row + 1}, cell ${column + 1}`;
  }

  box(cell) {
    return this.boxes[cell];
  }

  centre(cell) {
    return this.centres[cell];
  }

  // Where the clue of a line begins: a side of the outline, its middle, and how much further along the
  // line the side's first end is; the second is as much nearer.
  end({ axis, index }) {
    const [right, down] = OUTWARDS[axis];
    const along = ([x, y]) => x * right + y * down;
    const cells = this.cellsOf({ axis, index });
    const polygon = this.polygon(cells.at(axis === "C" ? -1 : 0));
    const sides = polygon.map((point, i) => [point, polygon[(i + 1) % polygon.length]]);
    const middle = ([[x, y], [u, v]]) => [(x + u) / 2, (y + v) / 2];
    const side = sides.reduce((best, one) => (along(middle(one)) > along(middle(best)) ? one : best));
    const [x, y] = middle(side);
    return { side, x, y, lean: along(side[0]) - along([x, y]) };
  }
}

// From the board to the clues of a direction: A to the left, B to the top, C to the bottom.
export const OUTWARDS = { A: [-1, 0], B: [0.5, -TALL], C: [0.5, TALL] };

class Triddler extends ThreeDirections {
  kind = "triddler";
  thick = TALL; // of a line

  constructor(sides) {
    super(sides, 0, [-1, 0]);
    this.lay(
      this.triples.map(([a, b, c]) => {
        const isUp = a - b + c - this.shift === -1;
        return {
          x: c + a / 2 + (isUp ? 0.5 : 0),
          y: a * TALL,
          width: 1,
          height: TALL,
          look: isUp ? "up" : "down",
          outline: isUp ? UP : DOWN,
        };
      }),
    );
  }
}

class Hexagon extends ThreeDirections {
  kind = "hexagon";
  thick = TALL;

  constructor(sides) {
    super(sides, 1, [0]);
    this.lay(
      this.triples.map(([a, , c]) => ({
        x: c + a / 2,
        y: a * TALL,
        width: 1,
        height: 1 / TALL,
        look: "hexagon",
        outline: HEXAGON,
      })),
    );
  }
}

const KINDS = { triddler: Triddler, hexagon: Hexagon };

// Whether a convex polygon, clockwise, contains a point.
function contains(polygon, x, y) {
  return polygon.every(([px, py], i) => {
    const [qx, qy] = polygon[(i + 1) % polygon.length];
    return (qx - px) * (y - py) - (qy - py) * (x - px) >= 0;
  });
}

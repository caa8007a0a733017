// The cells of a <nono-board> that is no table: polygons, with the clues of its lines around them.
//
// Each cell is an element cut to its polygon, which is also where it takes the pointer. Rules, tints
// and frames are drawn above the cells, in units of a cell: a zoom sets the size of the grid only.

import { element, lay } from "../page/dom.js";
import { numberSize, SLANTED_PITCH } from "./clues.js";
import { sidesOf } from "../puzzle/geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const BEFORE = 0.3; // between the board and its clues, in units of a number
const AFTER = 0.4;
const INSET = 0.055; // of frames, in units of a cell

export class Polygons {
  border = 0;
  legible = 15;
  touchable = 20;
  finger = 26;
  mouse = 18;
  sticks = false;

  constructor(board) {
    this.board = board;
    this.shape = board.shape;
    const { shape } = this;
    const { width, height } = shape.extent;
    this.grid = element("div", {
      role: "grid",
      "aria-label": board.label,
      "aria-rowcount": shape.height,
      class: "grid",
    });
    this.cells = shape.all.map((cell) => {
      const { x, y, width: wide, height: high, outline } = shape.box(cell);
      const made = element("div", {
        role: "gridcell",
        class: `cell ${outline.length === 3 ? pointing(outline) : ""}`,
        tabindex: "-1",
      });
      lay(made, { left: x, top: y, width: wide, height: high }, shape.extent);
      made.style.clipPath = `polygon(${outline.map(([u, v]) => `${100 * u}% ${100 * v}%`).join(", ")})`;
      return made;
    });
    for (const cells of shape.cut(this.cells))
      this.grid.append(element("div", { role: "row", class: "row" }, ...cells));
    this.thick = shape.thick;
    // Where the clues of lines begin; those of the others are shown below the board, while a cell is pointed at.
    this.ends = new Map(
      shape.lines.flatMap((line) => (shape.has(line) && shape.end(line) ? [[line, shape.end(line)]] : [])),
    );
    this.#placeClues();
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("preserveAspectRatio", "none");
    this.marks = new Map();
    this.tints = shape.axes.map((axis) => this.#path(`cross ${axis}`));
    this.guides = this.#path("guide");
    this.#rule();
    this.crosses = [this.svg];
  }

  get parts() {
    return [...Object.values(this.board.clues.sides), this.grid];
  }

  // A clue is a strip that leads away from the board; its numbers stay upright.
  #placeClues() {
    const { clues, shape } = this.board;
    const { width, height } = shape.extent;
    for (const axis of shape.axes) for (const clue of clues[axis]) clue.hidden = true;
    for (const [{ axis, index }, { x, y, right, down, isBefore, lean }] of this.ends) {
      const free = Math.abs(lean);
      const clue = clues[axis][index];
      clue.hidden = false;
      clue.classList.toggle("after", !isBefore);
      clue.classList.toggle("slanted", !clues.isLevel[axis]);
      clue.style.setProperty("--turn", `${(Math.atan2(down, right) * 180) / Math.PI}deg`);
      Object.assign(clue.style, { left: share(x - free * right, width), top: share(y - free * down, height) });
      clue.style.height = share(this.thick[axis], height);
      clue.style.paddingLeft = `calc(${share(2 * free, width)} + ${BEFORE}em)`;
      // Cut along the side, where the line leaves the board at a slant.
      const cut = "calc(2 * var(--lean))";
      const [upper, lower] = lean > 0 ? [cut, "0"] : ["0", cut];
      if (free > 0.01) clue.style.clipPath = `polygon(${upper} 0, 100% 0, 100% 100%, ${lower} 100%)`;
    }
  }

  #path(name) {
    const made = document.createElementNS(SVG, "path");
    made.setAttribute("class", name);
    this.svg.append(made);
    return made;
  }

  // Rules between cells, stronger after every fifth line, and the outline.
  #rule() {
    const { shape } = this;
    const met = new Map();
    for (const cell of shape.all)
      for (const [from, to] of sidesOf(shape.polygon(cell))) {
        const key = [from, to].map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).sort().join(); // prettier-ignore
        if (!met.has(key)) met.set(key, { cells: [], d: `M${from}L${to}` });
        met.get(key).cells.push(cell);
      }
    const drawn = { rule: "", fifth: "", outline: "" };
    for (const { cells, d } of met.values())
      drawn[cells.length < 2 ? "outline" : this.#isFifth(...cells) ? "fifth" : "rule"] += d;
    for (const [name, d] of Object.entries(drawn)) this.#path(name).setAttribute("d", d);
  }

  // Whether a side lies between the fifth line and the sixth, and so on; no side of a hexagon does. Lines of other
  // boards are not numbered from edge to edge.
  #isFifth(one, other) {
    if (!this.shape.sides) return false;
    const next = this.shape.linesThrough(other);
    const apart = this.shape
      .linesThrough(one)
      .flatMap(({ index }, i) => (index === next[i].index ? [] : [Math.max(index, next[i].index)]));
    return apart.length === 1 && apart[0] % 5 === 0;
  }

  sizes(cell, isBare) {
    const { width, height } = this.shape.extent;
    const number = numberSize(cell);
    let [left, top, right, bottom] = [0, 0, width * cell, height * cell];
    for (const [{ axis }, { x, y, right: across, down, lean }] of isBare ? [] : this.ends) {
      const long = Math.abs(lean) * cell + this.#long(axis) * number;
      const half = (this.thick[axis] * cell) / 2;
      const [u, v] = [x * cell + across * long, y * cell + down * long];
      left = Math.min(left, u - half * Math.abs(down));
      right = Math.max(right, u + half * Math.abs(down));
      top = Math.min(top, v - half * Math.abs(across));
      bottom = Math.max(bottom, v + half * Math.abs(across));
    }
    [left, top, right, bottom] = [Math.ceil(-left), Math.ceil(-top), Math.ceil(right), Math.ceil(bottom)];
    return { number, left, top, across: left + right, down: top + bottom };
  }

  // The length of the strips of a direction in units of a number.
  #long(axis) {
    return BEFORE + AFTER + this.board.clues.room[axis] * (this.board.clues.isLevel[axis] ? 1 : SLANTED_PITCH);
  }

  set(cell, { number, left, top, across, down }) {
    const { width, height } = this.shape.extent;
    const place = { left: `${left}px`, top: `${top}px`, width: `${width * cell}px`, height: `${height * cell}px` };
    Object.assign(this.board.style, { width: `${across}px`, height: `${down}px` });
    for (const part of [this.grid, this.board.over]) Object.assign(part.style, place);
    for (const [axis, side] of Object.entries(this.board.clues.sides)) {
      Object.assign(side.style, place, { fontSize: `${number}px` });
      side.style.setProperty("--long", `${this.#long(axis) - BEFORE}em`);
    }
    for (const [{ axis, index }, { lean }] of this.ends)
      this.board.clues[axis][index].style.setProperty("--lean", `${Math.abs(lean) * cell}px`);
    this.guides.setAttribute("d", left ? this.#guides(number / cell) : "");
  }

  // Lines between the clues.
  #guides(number) {
    const from = ([x, y], [u, v]) => `M${x} ${y}l${u} ${v}`;
    const along = ([{ axis }, { side, lean, right, down }]) =>
      side.map((point, i) => {
        const long = this.#long(axis) * number + Math.abs(lean) * (lean > 0 === (i === 0) ? 0 : 2);
        return from(point, [right * long, down * long]);
      });
    return [...this.ends].flatMap(along).join("");
  }

  covered() {
    return { left: 0, top: 0 };
  }

  stick() {}

  cross(cell) {
    const lines = cell < 0 ? [] : this.shape.linesThrough(cell);
    this.tints.forEach((tint, i) =>
      tint.setAttribute("d", lines[i] ? this.#outlines(this.shape.cellsOf(lines[i])) : ""),
    );
  }

  // Frame cells inside their sides.
  mark(name, cells) {
    if (!this.marks.has(name)) this.marks.set(name, this.#path(`mark ${name}`));
    this.marks.get(name).setAttribute("d", this.#outlines(cells, INSET));
  }

  #outlines(cells, inset = 0) {
    return cells.map((cell) => `M${this.#inside(cell, inset).join("L")}Z`).join("");
  }

  // The polygon of a cell, smaller by a distance on each side.
  #inside(cell, inset) {
    const polygon = this.shape.polygon(cell);
    const [x, y] = this.shape.centre(cell);
    const [[u, v], [p, q]] = polygon;
    const away = Math.hypot((u + p) / 2 - x, (v + q) / 2 - y);
    const scale = 1 - inset / away;
    return polygon.map(([px, py]) => [x + (px - x) * scale, y + (py - y) * scale]);
  }
}

const share = (part, whole) => `${(100 * part) / whole}%`;

// The way in which a triangle points: its side is on the other end.
const pointing = (outline) => (outline.reduce((sum, [, y]) => sum + y, 0) > 1.5 ? "up" : "down");

// <nono-board>: a grid of cells with clues beside it, for drawing, playing and looking.
//
// The cells are real elements in a grid of the accessibility tree, each with a label, so that screen
// readers and keyboards work without further code. It knows no rules: it shows cells and clues, and
// reports what the user does by these events:
//
//   stroke  {cells: [index], tool, first}  cells that a pointer or key has gone over
//   strokeend {cancelled}            the pointer was lifted, or became part of a gesture
//   pick    {colour}                 a digit key chose a colour
//   line    {axis, index}            a clue was activated
//   here    {row, column} or null    the cell under the pointer, or with the focus

import { clueKey, Clues } from "./clues.js";
import { element, paint } from "./dom.js";
import { UNKNOWN } from "./lines.js";
import { spaceMovedTheBoard, Viewport } from "./viewport.js";

const KEYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const TOOLS = { " ": "first", Enter: "first", x: "second", X: "second", Delete: "third", Backspace: "third" };
const RESERVED = 10; // numbers for which a board whose clues change keeps room, at most

export class Board extends HTMLElement {
  #cells = [];
  #places = new Map();
  #marked = new Map();
  #shown = [];
  #focus = 0;
  #here = -1;
  #stroke = null;
  #viewport = new Viewport(this);
  #listens = false;
  #hiding = 0;

  constructor() {
    super();
    this.width = this.height = 0;
    this.palette = [];
    this.straight = false; // strokes stay in the row or column in which they began
    this.readonly = false;
    this.editable = false; // clues can be activated
  }

  connectedCallback() {
    this.#viewport.enter();
    if (this.width) this.#viewport.lay();
    if (this.#listens) return;
    this.#listens = true;
    this.addEventListener("pointerdown", (event) => this.#begin(event));
    this.addEventListener("pointermove", (event) => this.#move(event));
    this.addEventListener("pointerleave", () => this.#cross(-1));
    this.addEventListener("pointercancel", () => this.cancelStroke());
    for (const name of ["pointerup", "lostpointercapture"]) this.addEventListener(name, () => this.#end(false));
    this.addEventListener("contextmenu", (event) => {
      if (event.target.closest(".grid")) event.preventDefault();
    });
    this.addEventListener("click", (event) => {
      const clue = event.target.closest(".clue");
      if (clue) this.#emit("line", { axis: clue.dataset.axis, index: Number(clue.dataset.line) });
    });
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("keyup", (event) => {
      // Space acts when it is released, for with a drag it moves the board.
      if (event.key !== " " || this.readonly || !event.target.closest(".cell") || spaceMovedTheBoard()) return;
      this.#press(TOOLS[" "]);
    });
    this.addEventListener("focusin", (event) => {
      const index = this.#places.get(event.target);
      if (index !== undefined) this.#point(index);
    });
    this.addEventListener("focusout", () => this.#cross(-1));
  }

  disconnectedCallback() {
    this.#viewport.leave();
  }

  // Fit the board to its stage; a second time, back to the size to work with.
  fit() {
    this.#viewport.fit();
  }

  zoom(factor) {
    this.#viewport.zoom(factor);
  }

  // Scroll cells into sight: indices.
  reveal(cells) {
    this.#viewport.reveal(cells);
  }

  // Rebuild the board: rows and columns are clues ([length, colour] each, null when absent).
  // `reserve`: the clues will change, so keep room for longer ones. `keep`: the grid's corner and the
  // size of the cells stay as they are.
  build({ rows, columns, palette, label = "puzzle", reserve = false, keep = false }) {
    this.height = rows.length;
    this.width = columns.length;
    this.palette = palette;
    this.#focus = 0;
    this.#here = -1;
    this.#emit("here", null);
    this.grid = element("div", { role: "grid", "aria-label": label, "aria-rowcount": this.height, "aria-colcount": this.width, class: "grid" });
    this.#cells = [];
    this.#places = new Map();
    this.#marked = new Map();
    const row = element("div", { role: "row", class: "row" });
    for (let c = 0; c < this.width; c++)
      row.append(element("div", { role: "gridcell", class: c % 5 ? "cell" : "cell fifth", tabindex: "-1" }));
    for (let r = 0; r < this.height; r++) {
      const own = row.cloneNode(true);
      own.classList.toggle("fifth", r % 5 === 0);
      for (const cell of own.children) {
        this.#places.set(cell, this.#cells.length);
        this.#cells.push(cell);
      }
      this.grid.append(own);
    }
    this.#cells[0].tabIndex = 0;
    this.#shown = new Array(this.#cells.length).fill(null);
    const room = (side) => (reserve ? Math.min(RESERVED, Math.ceil(side.length / 2)) : 1);
    const reserved = { deep: room(rows), wide: room(columns) };
    this.clues = new Clues({ rows, columns, palette, editable: this.editable, reserved });
    this.badge = element("div", { class: "badge", hidden: true });
    this.lines = { row: element("div", { class: "cross row", hidden: true }), column: element("div", { class: "cross column", hidden: true }) };
    this.over = element("div", { class: "over", "aria-hidden": "true" }, this.lines.row, this.lines.column, this.badge);
    this.corner = element("div", { class: "corner" });
    this.replaceChildren(this.corner, this.clues.top, this.clues.left, this.grid, this.over);
    this.classList.toggle("lively", this.#cells.length <= 1600);
    this.#viewport.lay({ keep });
    this.show(new Array(this.#cells.length).fill(UNKNOWN));
  }

  // Show other clues beside the same cells; the grid stays where it is.
  setClues(clues) {
    if (this.clues.set(clues)) this.#viewport.lay({ keep: true });
    if (this.#here >= 0) this.#emit("here", { row: Math.floor(this.#here / this.width), column: this.#here % this.width });
  }

  // A clue in words.
  spoken(clue) {
    return this.clues.spoken(clue);
  }

  // Show cells: UNKNOWN, 0 for blank, or a colour. Only what changed is touched.
  show(cells) {
    cells.forEach((cell, index) => {
      if (this.#shown[index] === cell) return;
      this.#shown[index] = cell;
      const own = this.#cells[index];
      own.classList.toggle("blank", cell === 0);
      own.classList.toggle("filled", cell > 0);
      if (cell > 0) {
        paint(own, cell);
        own.dataset.char = this.palette[cell].char;
      } else delete own.dataset.char;
      this.#label(index);
    });
  }

  #label(index) {
    const [r, c] = [Math.floor(index / this.width), index % this.width];
    const cell = this.#shown[index];
    const state = cell === UNKNOWN ? "unknown" : this.palette[cell].name;
    this.#cells[index].setAttribute("aria-label", `row ${r + 1}, column ${c + 1}, ${state}`);
  }

  // Give cells a class, taking it from all others.
  mark(name, indices) {
    this.#only(`cell ${name}`, name, [...indices].map((index) => this.#cells[index]).filter(Boolean));
  }

  // Give lines a class: [{axis, index}].
  markLines(name, lines) {
    this.#only(`line ${name}`, name, lines.flatMap(({ axis, index }) => this.clues[axis][index] ?? []));
  }

  #only(key, name, elements) {
    for (const one of this.#marked.get(key) ?? []) one.classList.remove(name);
    for (const one of elements) one.classList.add(name);
    this.#marked.set(key, elements);
  }

  // Shade cells from 0 to 1 by a function of the index, the share in which a cell is `word`; null takes
  // the shades away.
  heat(share, word = "filled") {
    if (share === null && !this.classList.contains("heated")) return;
    this.classList.toggle("heated", share !== null);
    this.#cells.forEach((cell, index) => {
      if (share === null) {
        cell.style.removeProperty("--heat");
        cell.removeAttribute("title");
        this.#label(index);
        return;
      }
      const label = `${word} in ${(100 * share(index)).toFixed(1)} % of the solutions`;
      cell.style.setProperty("--heat", share(index).toFixed(3));
      cell.title = label;
      const [r, c] = [Math.floor(index / this.width), index % this.width];
      cell.setAttribute("aria-label", `row ${r + 1}, column ${c + 1}, ${label}`);
    });
  }

  // Grey the numbers of blocks that are placed: [bool] by block.
  grey(axis, index, placed) {
    this.clues.grey(axis, index, placed);
  }

  focusCell(index) {
    this.#point(index);
    this.#cells[index].focus({ preventScroll: true });
    this.reveal([index]);
  }

  #point(index) {
    this.#cells[this.#focus]?.setAttribute("tabindex", "-1");
    this.#focus = index;
    this.#cells[index].setAttribute("tabindex", "0");
    this.#cross(index);
  }

  // The cross through a cell: its row, its column and their clues are tinted; -1 takes it away.
  #cross(index) {
    if (index === this.#here) return;
    this.#here = index;
    const [r, c] = [Math.floor(index / this.width), index % this.width];
    this.lines.row.hidden = this.lines.column.hidden = index < 0;
    if (index < 0) return this.markLines("here", []);
    this.lines.row.style.setProperty("--at", r);
    this.lines.column.style.setProperty("--at", c);
    this.markLines("here", [{ axis: "row", index: r }, { axis: "column", index: c }]);
    this.#emit("here", { row: r, column: c });
    return undefined;
  }

  // The cell at a point of the window: -1 outside, or the nearest one.
  #cellAt(event, nearest = false) {
    const { left, top } = this.grid.getBoundingClientRect();
    const at = (point, start, most) => {
      const place = Math.floor((point - start - 1) / this.#viewport.cell);
      return nearest ? Math.max(0, Math.min(most - 1, place)) : place < most ? place : -1;
    };
    const [r, c] = [at(event.clientY, top, this.height), at(event.clientX, left, this.width)];
    return r < 0 || c < 0 ? -1 : r * this.width + c;
  }

  #begin(event) {
    const index = this.#places.get(event.target.closest(".cell"));
    if (index === undefined || this.readonly || event.button > 2 || this.#stroke) return;
    event.preventDefault();
    this.focusCell(index);
    this.setPointerCapture(event.pointerId);
    const tool = event.button === 2 ? "second" : "first";
    this.#stroke = { start: index, last: index, tool, id: event.pointerId, axis: null };
    this.#emit("stroke", { cells: [index], tool, first: true });
  }

  #move(event) {
    const stroke = this.#stroke;
    if (!stroke) {
      if (event.pointerType !== "touch") this.#cross(event.target.closest(".grid") ? this.#cellAt(event) : -1);
      return;
    }
    if (event.pointerId !== stroke.id) return;
    let index = this.#cellAt(event, this.straight);
    if (index < 0) return;
    let [r, c] = [Math.floor(index / this.width), index % this.width];
    const [sr, sc] = [Math.floor(stroke.start / this.width), stroke.start % this.width];
    if (index !== stroke.start && (!stroke.axis || !this.straight)) stroke.axis = Math.abs(c - sc) >= Math.abs(r - sr) ? "row" : "column";
    if (this.straight) {
      if (stroke.axis === "row") r = sr;
      if (stroke.axis === "column") c = sc;
      index = r * this.width + c;
    }
    if (index === stroke.last) return;
    this.#emit("stroke", { cells: between(stroke.last, index, this.width), tool: stroke.tool, first: false });
    stroke.last = index;
    this.#cross(index);
    this.#measureRun(index, stroke.axis);
  }

  #end(cancelled) {
    if (!this.#stroke) return;
    this.#stroke = null;
    this.badge.hidden = true;
    this.#emit("strokeend", { cancelled });
  }

  // The stroke in progress turned out to be a gesture.
  cancelStroke() {
    this.#end(true);
  }

  // Show the length of the run through a cell beside it.
  #measureRun(index, axis) {
    const step = axis === "column" ? this.width : 1;
    const line = axis === "column" ? index % this.width : Math.floor(index / this.width);
    const isHere = (at) =>
      at >= 0 && at < this.#shown.length && (axis === "column" || Math.floor(at / this.width) === line) && this.#shown[at] === this.#shown[index];
    let length = 1;
    for (let at = index - step; isHere(at); at -= step) length++;
    for (let at = index + step; isHere(at); at += step) length++;
    this.badge.hidden = false;
    this.badge.textContent = length;
    this.badge.classList.toggle("below", index < this.width);
    this.badge.style.setProperty("--row", Math.floor(index / this.width));
    this.badge.style.setProperty("--column", index % this.width);
  }

  // A stroke of one or two cells by a key. The length of its run is shown for a moment.
  #press(tool, cells = [this.#focus]) {
    this.#emit("stroke", { cells, tool, first: true });
    this.#emit("strokeend", {});
    if (cells.length < 2) return;
    this.#measureRun(this.#focus, Math.abs(cells[0] - cells[1]) === 1 ? "row" : "column");
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => (this.badge.hidden = this.#stroke === null), 1200);
  }

  #key(event) {
    const clue = event.target.closest(".clue");
    if (clue && this.editable) {
      clueKey(event, clue);
      return;
    }
    if (!event.target.closest(".cell") || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = KEYS[event.key];
    const [r, c] = [Math.floor(this.#focus / this.width), this.#focus % this.width];
    if (move) {
      const from = this.#focus;
      const to = [Math.min(this.height - 1, Math.max(0, r + move[0])), Math.min(this.width - 1, Math.max(0, c + move[1]))];
      this.focusCell(to[0] * this.width + to[1]);
      if (event.shiftKey && !this.readonly && this.#focus !== from) this.#press("same", [from, this.#focus]);
    } else if (event.key === "Home" || event.key === "End") {
      this.focusCell(r * this.width + (event.key === "Home" ? 0 : this.width - 1));
    } else if (this.readonly) {
      return;
    } else if (event.key in TOOLS) {
      if (event.key !== " ") this.#press(TOOLS[event.key]);
    } else if (/^[0-9]$/.test(event.key)) {
      this.#emit("pick", { colour: Number(event.key) });
    } else return;
    event.preventDefault();
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

// The cells from one to another, both ends included, so that a quick pointer leaves no gaps.
function between(from, to, width) {
  let [r, c] = [Math.floor(from / width), from % width];
  const [tr, tc] = [Math.floor(to / width), to % width];
  const steps = Math.max(Math.abs(tr - r), Math.abs(tc - c));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = steps ? i / steps : 0;
    return Math.round(r + (tr - r) * t) * width + Math.round(c + (tc - c) * t);
  });
}

customElements.define("nono-board", Board);

// <nono-board>: cells of any shape with clues around them, for drawing, playing and looking.
//
// The cells are real elements in a grid of the accessibility tree, each with a label, so that screen
// readers and keyboards work without further code. It knows no rules: it shows cells and clues, and
// reports what the user does by these events:
//
//   stroke  {cells: [index], tool, first}  cells that a pointer or key has gone over
//   strokeend {cancelled}            the pointer was lifted, or became part of a gesture
//   pick    {colour}                 a digit key chose a colour
//   line    {axis, index}            a clue was activated
//   here    {cell, lines} or null    the cell under the pointer, or with the focus; its lines

import { Clues } from "./clues.js";
import { Loupe } from "./loupe.js";
import { element, paint } from "../page/dom.js";
import { afterPaint } from "../page/idle.js";
import { UNKNOWN } from "../puzzle/lines.js";
import { Polygons } from "./polygons.js";
import { Squares } from "./squares.js";
import { spaceMovedTheBoard, Viewport } from "./viewport.js";
import { colourName, later, t } from "../page/language.js";

const TOOLS = { " ": "first", Enter: "first", x: "second", X: "second", Delete: "third", Backspace: "third" };
const RESERVED = 10; // numbers for which a board whose clues change keeps room, at most
const HOLD = 500; // milliseconds of a finger on one cell
const QUICK = 100; // milliseconds; a tap that is shorter shows no lines and no loupe
// Marks that the label of a cell has, too.
const SPOKEN = Object.entries({ wrong: later`wrong`, guessed: later`guessed` });

let boards = 0;

export class Board extends HTMLElement {
  #cells = [];
  #places = new Map();
  #marked = new Map();
  #shown = [];
  #focus = 0;
  #aims = false; // the cell that a pointer went down on is to have the focus
  #pointed = -1; // the cell whose lines are to be tinted
  #here = -1; // the cell whose lines are
  // `touch` is the last event of a finger.
  /** @type {{ start: number, last: number, tool: string, id: number, line: Line | null, isDrag: boolean, touch: PointerEvent | null } | null} */
  #stroke = null;
  // Where the grid is on the screen, while a stroke asks for it again and again.
  /** @type {DOMRect | null} */
  #origin = null;
  #viewport = new Viewport(this);
  #loupe = new Loupe();
  #listens = false;
  #hiding = 0;
  #holding = 0;
  // What `build` makes.
  /** @type {Shape} */
  shape;
  /** @type {Clues} */
  clues;
  /** @type {Squares | Polygons} */
  plan;

  constructor() {
    super();
    this.label = "puzzle";
    // The clues of the cell with the focus, for screen readers.
    this.words = element("div", { id: `clues-${boards++}`, hidden: true });
    this.badge = element("div.badge", { hidden: true });
    this.over = element("div.over", { "aria-hidden": "true" });
    /** @type {Colour[]} */
    this.palette = [];
    this.straight = false; // strokes stay in the line in which they began
    this.hasLargeNumbers = false;
    this.readonly = false;
    this.editable = false; // clues can be activated
  }

  connectedCallback() {
    this.#viewport.enter();
    this.closest(".stage")?.addEventListener("scroll", () => (this.#origin = null), { passive: true });
    if (this.shape) this.#viewport.lay();
    if (this.#listens) return;
    this.#listens = true;
    this.addEventListener("pointerdown", (event) => this.#begin(event));
    this.addEventListener("pointermove", (event) => this.#move(event));
    this.addEventListener("pointerleave", () => this.#cross(-1));
    this.addEventListener("pointercancel", () => this.cancelStroke());
    for (const name of ["pointerup", "lostpointercapture"]) this.addEventListener(name, () => this.#end(false));
    this.addEventListener("contextmenu", (event) => {
      if (event.target?.closest(".grid")) event.preventDefault();
    });
    this.addEventListener("click", (event) => {
      const clue = event.target?.closest(".clue");
      if (clue) this.#emit("line", { axis: clue.dataset.axis, index: Number(clue.dataset.line) });
    });
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("keyup", (event) => {
      // Space acts when it is released, for with a drag it moves the board.
      if (event.key !== " " || this.readonly || !event.target?.closest(".cell") || spaceMovedTheBoard()) return;
      this.#press(TOOLS[" "]);
    });
    this.addEventListener("focusin", ({ target }) => {
      const index = this.#places.get(target);
      if (index === undefined) return;
      this.#point(index);
      this.#describe();
      if (!this.#cells[index].matches(":focus-visible")) return;
      this.plan.mark("focus", [index]);
      this.#cross(index);
    });
    this.addEventListener("focusout", ({ relatedTarget }) => {
      this.plan.mark("focus", []);
      if (!this.#places.has(relatedTarget)) this.#cross(-1);
    });
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

  enlargeNumbers(on) {
    if (on === this.hasLargeNumbers) return;
    this.hasLargeNumbers = on;
    if (this.shape) this.#viewport.lay();
  }

  // Scroll cells into sight: indices.
  reveal(cells) {
    this.#viewport.reveal(cells);
  }

  // Rebuild the board: `clues` are lists by direction ([length, colour] each, null when absent).
  // `reserve`: the clues will change, so keep room for longer ones. `keep`: the grid's corner and the
  // size of the cells stay as they are.
  build({ shape, clues, palette, label = "puzzle", reserve = false, keep = false }) {
    Object.assign(this, { shape, palette, label });
    this.#focus = 0;
    this.#aims = false;
    this.#here = this.#pointed = -1;
    this.#emit("here", null);
    this.#marked = new Map();
    const room = (axis) => (reserve ? Math.min(RESERVED, Math.ceil(shape.clued[axis] / 2)) : 1);
    const reserved = Object.fromEntries(shape.axes.map((axis) => [axis, room(axis)]));
    this.clues = new Clues({ shape, clues, palette, editable: this.editable, reserved });
    this.plan = new (shape.isTable ? Squares : Polygons)(this);
    this.#cells = this.plan.cells;
    this.#places = new Map(this.#cells.map((cell, index) => [cell, index]));
    this.#shown = new Array(this.#cells.length).fill(null);
    this.badge.hidden = true;
    this.over = element("div.over", { "aria-hidden": "true" }, ...this.plan.crosses, this.badge);
    this.replaceChildren(...this.plan.parts, this.over, this.#loupe.view, this.words);
    this.classList.toggle("polygons", this.plan instanceof Polygons);
    this.#point(0);
    this.#viewport.lay({ keep });
    this.show(new Array(this.#cells.length).fill(UNKNOWN));
  }

  get grid() {
    return this.plan.grid;
  }

  // Show other clues beside the same cells; the grid stays where it is.
  setClues(clues) {
    if (this.clues.set(clues)) this.#viewport.lay({ keep: true });
    if (this.#here >= 0) this.#tell();
    this.#describe();
  }

  // Show cells: UNKNOWN, 0 for blank, or a colour. Only what changed is touched, and of that only `some`.
  /** @param {number[]} cells @param {Iterable<number>} [some] */
  show(cells, some = cells.keys()) {
    for (const index of some) {
      const cell = cells[index];
      if (this.#shown[index] === cell) continue;
      this.#shown[index] = cell;
      const own = this.#cells[index];
      own.classList.toggle("blank", cell === 0);
      own.classList.toggle("filled", cell > 0);
      if (cell > 0) {
        paint(own, cell);
        own.dataset.char = this.palette[cell].char;
      } else delete own.dataset.char;
      this.#label(index);
    }
  }

  #label(index) {
    const [own, cell] = [this.#cells[index], this.#shown[index]];
    const state = cell === UNKNOWN ? t`unknown` : colourName(this.palette[cell].name);
    const marks = SPOKEN.filter(([name]) => own.classList.contains(name)).map(([, word]) => t(word));
    own.setAttribute("aria-label", [this.shape.name(index), ...marks, state].join(", "));
  }

  // Say the clues of the cell with the focus, and which blocks are placed.
  #describe() {
    if (!this.contains(document.activeElement)) return;
    const lines = this.shape.linesThrough(this.#focus).filter((line) => this.shape.has(line));
    this.words.textContent = lines.map((line) => this.clues.described(line)).join("; ");
  }

  // Give cells a class, taking it from all others.
  mark(name, indices) {
    const cells = [...indices].filter((index) => index in this.#cells);
    const elements = cells.map((index) => this.#cells[index]);
    const changed = this.#only(`cell ${name}`, name, elements);
    if (SPOKEN.some(([spoken]) => spoken === name)) for (const one of changed) this.#label(this.#places.get(one));
    this.plan?.mark(name, cells);
  }

  // Give lines a class: [{axis, index}].
  markLines(name, lines) {
    this.#only(
      `line ${name}`,
      name,
      lines.flatMap(({ axis, index }) => this.clues[axis][index] ?? []),
    );
  }

  // Gives those that had the class before or have it now, but not both.
  #only(key, name, elements) {
    const [before, now] = [this.#marked.get(key) ?? new Set(), new Set(elements)];
    const changed = [...before, ...now].filter((one) => before.has(one) !== now.has(one));
    for (const one of changed) one.classList.toggle(name);
    this.#marked.set(key, now);
    return changed;
  }

  // Grey the numbers of blocks that are placed: [bool] by block.
  grey(axis, index, placed) {
    this.clues.grey(axis, index, placed);
    if (this.shape.linesThrough(this.#focus).some((line) => line.axis === axis && line.index === index))
      this.#describe();
  }

  focusCell(index) {
    this.reveal([index]);
    this.#cells[index].focus({ preventScroll: true });
    this.#cross(index);
  }

  // The cell that Tab leads to.
  #point(index) {
    this.#cells[this.#focus].setAttribute("tabindex", "-1");
    this.#cells[this.#focus].removeAttribute("aria-describedby");
    this.#focus = index;
    this.#cells[index].setAttribute("tabindex", "0");
    this.#cells[index].setAttribute("aria-describedby", this.words.id);
  }

  // The cross through a cell: its lines and their clues are tinted; -1 takes it away.
  #cross(index) {
    this.#pointed = index;
    afterPaint(this.#follow);
  }

  // What a pointer brings with it, once the cells of its stroke are painted: each of this lays out or styles more than
  // a cell.
  #follow = () => {
    const stroke = this.#stroke;
    if (stroke?.touch && this.#loupe.isOfUse(this.#viewport.cell, this.shape))
      this.#loupe.show(this.shape, stroke.last, this.#shown, stroke.touch);
    else this.#loupe.hide();
    if (this.#aims) this.#cells[this.#focus].focus({ preventScroll: true });
    this.#aims = false;
    if (stroke?.isDrag) this.#measureRun(stroke.last, stroke.line?.axis);
    if (this.#pointed === this.#here) return;
    this.#here = this.#pointed;
    this.plan.cross(this.#here);
    this.markLines("here", this.#here < 0 ? [] : this.shape.linesThrough(this.#here));
    if (this.#here >= 0) this.#tell();
  };

  #tell() {
    this.#emit("here", { cell: this.#here, lines: this.shape.linesThrough(this.#here) });
  }

  // The place of a pointer on the grid, in units of a cell.
  /** @param {PointerEvent} event @returns {Point} */
  #placeOf(event) {
    const { left, top } = (this.#origin ??= this.grid.getBoundingClientRect());
    const border = this.plan.border / 2;
    return [
      (event.clientX - left - border) / this.#viewport.cell,
      (event.clientY - top - border) / this.#viewport.cell,
    ];
  }

  #begin(event) {
    const index = this.#places.get(event.target.closest(".cell"));
    if (index === undefined || this.readonly || event.button > 2 || this.#stroke) return;
    event.preventDefault();
    this.#point(index);
    this.#aims = true;
    this.#origin = null;
    this.setPointerCapture(event.pointerId);
    const tool = event.button === 2 ? "second" : "first";
    const touch = event.pointerType === "touch" ? event : null;
    this.#stroke = { start: index, last: index, tool, id: event.pointerId, line: null, isDrag: false, touch };
    if (touch) setTimeout(() => this.#stroke && this.#cross(this.#stroke.last), QUICK);
    else this.#cross(index);
    this.#emit("stroke", { cells: [index], tool, first: true });
    if (touch) this.#holding = setTimeout(() => this.#hold(), HOLD);
  }

  // A finger that stays on a cell does what the right button does.
  #hold() {
    const stroke = this.#stroke;
    if (!stroke || stroke.last !== stroke.start) return;
    this.#emit("strokeend", { cancelled: true });
    stroke.tool = "second";
    this.#emit("stroke", { cells: [stroke.start], tool: stroke.tool, first: true });
    afterPaint(this.#follow);
  }

  #move(event) {
    const stroke = this.#stroke;
    if (!stroke) {
      if (event.pointerType !== "touch") this.#cross(this.#places.get(event.target.closest(".cell")) ?? -1);
      return;
    }
    if (event.pointerId !== stroke.id) return;
    const place = this.#placeOf(event);
    let index = this.shape.cellAt(...place, this.straight);
    if (index < 0) return;
    if (index !== stroke.start && !(stroke.line && this.straight))
      stroke.line = this.shape.towards(stroke.start, index);
    if (this.straight && stroke.line) index = this.shape.nearestOn(stroke.line, ...place);
    if (index === stroke.last) return;
    clearTimeout(this.#holding);
    this.#emit("stroke", { cells: this.shape.between(stroke.last, index), tool: stroke.tool, first: false });
    stroke.last = index;
    stroke.isDrag = true;
    stroke.touch &&= event;
    this.#cross(index);
  }

  #end(cancelled) {
    clearTimeout(this.#holding);
    if (!this.#stroke) return;
    this.#stroke = null;
    this.badge.hidden ||= true;
    this.#emit("strokeend", { cancelled });
    afterPaint(this.#follow);
  }

  // The stroke in progress turned out to be a gesture.
  cancelStroke() {
    this.#end(true);
  }

  // Show the length of the run through a cell beside it.
  #measureRun(index, axis = this.shape.axes[0]) {
    const cells = this.shape.cellsOf(this.shape.lineOf(index, axis));
    const at = cells.indexOf(index);
    const isHere = (place) => this.#shown[cells[place]] === this.#shown[index];
    let [first, last] = [at, at];
    while (first > 0 && isHere(first - 1)) first--;
    while (last < cells.length - 1 && isHere(last + 1)) last++;
    const { x, y, width, height } = this.shape.box(index);
    this.badge.hidden = false;
    this.badge.textContent = last - first + 1;
    this.badge.classList.toggle("below", y === 0);
    for (const [name, value] of Object.entries({ middle: x + width / 2, top: y, bottom: y + height }))
      this.badge.style.setProperty(`--${name}`, value);
  }

  // A stroke of one or two cells by a key. The length of its run is shown for a moment.
  #press(tool, cells = [this.#focus]) {
    this.#emit("stroke", { cells, tool, first: true });
    this.#emit("strokeend", {});
    if (cells.length < 2) return;
    const [line] = this.shape.common(cells[0], cells[1]);
    if (!line) return; // they meet in a corner
    this.#measureRun(this.#focus, line.axis);
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => (this.badge.hidden = this.#stroke === null), 1200);
  }

  #key(event) {
    const clue = event.target.closest(".clue");
    if (clue && this.editable && TOOLS[event.key] === "first") {
      event.preventDefault();
      clue.click();
    }
    if (!event.target.closest(".cell") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow")) {
      const from = this.#focus;
      this.focusCell(this.shape.step(from, event.key));
      if (event.shiftKey && !this.readonly && this.#focus !== from) this.#press("same", [from, this.#focus]);
    } else if (event.key === "Home" || event.key === "End") {
      this.focusCell(this.shape.rowEnd(this.#focus, event.key === "End"));
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

customElements.define("nono-board", Board);

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
//   here    {row, column}            the cell that has the focus

import { UNKNOWN } from "./lines.js";

const KEYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board extends HTMLElement {
  #cells = [];
  #places = new Map();
  #clueTexts = new Map();
  #shown = [];
  #focus = 0;
  #stroke = null;

  constructor() {
    super();
    this.width = this.height = 0;
    this.palette = [];
    this.straight = false; // strokes stay in the row or column in which they began
    this.readonly = false;
    this.editable = false; // clues can be activated
  }

  connectedCallback() {
    if (this.#listens) return;
    this.#listens = true;
    this.addEventListener("pointerdown", (event) => this.#begin(event));
    this.addEventListener("pointermove", (event) => this.#move(event));
    this.addEventListener("pointercancel", () => this.#end(true));
    for (const name of ["pointerup", "lostpointercapture"]) this.addEventListener(name, () => this.#end(false));
    this.addEventListener("contextmenu", (event) => {
      if (event.target.closest(".cell")) event.preventDefault();
    });
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("focusin", (event) => {
      const index = this.#places.get(event.target);
      if (index !== undefined) this.#point(index);
    });
  }
  #listens = false;

  // Rebuild the board: rows and columns are clues ([length, colour] each, null when absent).
  build({ rows, columns, palette, both = false, label = "puzzle" }) {
    this.height = rows.length;
    this.width = columns.length;
    this.palette = palette;
    this.#focus = 0;
    this.style.setProperty("--rows", this.height);
    this.style.setProperty("--columns", this.width);
    this.style.setProperty("--deep", Math.max(1, ...columns.map((clue) => clue?.length ?? 1)));
    this.style.setProperty("--wide", Math.max(1, ...rows.map((clue) => widthOf(clue))));
    const grid = element("div", { role: "grid", "aria-label": label, class: "grid" });
    grid.setAttribute("aria-rowcount", this.height);
    grid.setAttribute("aria-colcount", this.width);
    this.#cells = [];
    this.#places = new Map();
    this.#clueTexts = new Map();
    for (let r = 0; r < this.height; r++) {
      const row = element("div", { role: "row", class: r % 5 === 0 ? "row fifth" : "row" });
      for (let c = 0; c < this.width; c++) {
        const cell = element("div", {
          role: "gridcell",
          class: c % 5 === 0 ? "cell fifth" : "cell",
          tabindex: this.#cells.length ? "-1" : "0",
        });
        this.#places.set(cell, this.#cells.length);
        this.#cells.push(cell);
        row.append(cell);
      }
      grid.append(row);
    }
    this.#shown = new Array(this.#cells.length).fill(null);
    const sides = [
      ["top", "column", columns],
      ["left", "row", rows],
      ...(both ? [["bottom", "column", columns], ["right", "row", rows]] : []),
    ];
    this.clues = { row: rows.map(() => []), column: columns.map(() => []) };
    const parts = sides.map(([place, axis, clues]) => this.#side(place, axis, clues));
    this.replaceChildren(element("div", { class: "corner" }), ...parts, grid);
    this.classList.toggle("both", both);
    this.show(new Array(this.#cells.length).fill(UNKNOWN));
  }

  #side(place, axis, clues) {
    const side = element("div", { class: `clues ${place}` });
    clues.forEach((clue, index) => {
      const line = element("div", { class: `clue${index % 5 === 0 ? " fifth" : ""}`, "data-line": index });
      line.dataset.axis = axis;
      line.setAttribute("role", "note");
      if (this.editable) {
        line.setAttribute("role", "button");
        line.tabIndex = index ? -1 : 0;
      }
      this.clues[axis][index].push(line);
      side.append(line);
      this.#setClue(axis, index, clue, [line]);
    });
    return side;
  }

  // Show other clues beside the same cells. Only lines whose clue changed are touched.
  setClues({ rows, columns }) {
    for (const [axis, clues] of [["row", rows], ["column", columns]])
      clues.forEach((clue, index) => {
        if (this.#clueTexts.get(`${axis}${index}`) !== JSON.stringify(clue)) this.#setClue(axis, index, clue, this.clues[axis][index]);
      });
  }

  #setClue(axis, index, clue, lines) {
    this.#clueTexts.set(`${axis}${index}`, JSON.stringify(clue));
    const words = clue === null ? [["∗", 0]] : clue.length ? clue : [["0", 0]];
    for (const line of lines) {
      const label = `${axis} ${index + 1}: ${this.spoken(clue)}`;
      line.setAttribute("aria-label", label);
      line.title = label;
      line.replaceChildren(
        ...words.map(([length, colour]) => {
          const number = element("span", { class: colour ? "number" : "number none", "aria-hidden": "true" });
          number.textContent = length;
          if (colour) this.#paintClue(number, colour);
          return number;
        }),
      );
    }
  }

  // A clue in words for a screen reader.
  spoken(clue) {
    if (clue === null) return "no clue";
    if (!clue.length) return "empty";
    const name = (colour) => (this.palette.length > 2 ? ` ${this.palette[colour].name}` : "");
    return clue.map(([length, colour]) => `${length === "?" ? "unknown" : length}${name(colour)}`).join(", ");
  }

  #paintClue(number, colour) {
    if (this.palette.length > 2) {
      number.classList.add("chip");
      number.style.setProperty("--ink", `var(--colour-${colour})`);
      number.style.setProperty("--on", `var(--on-colour-${colour})`);
    }
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
        own.style.setProperty("--ink", `var(--colour-${cell})`);
        own.style.setProperty("--on", `var(--on-colour-${cell})`);
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
    for (const cell of this.querySelectorAll(`.cell.${name}`)) cell.classList.remove(name);
    for (const index of indices) this.#cells[index]?.classList.add(name);
  }

  // Give lines a class: [{axis, index}].
  markLines(name, lines) {
    for (const line of this.querySelectorAll(`.clue.${name}`)) line.classList.remove(name);
    for (const { axis, index } of lines)
      for (const line of this.clues[axis]?.[index] ?? []) line.classList.add(name);
  }

  // Shade cells from 0 to 1 by a function of the index; null takes the shades away.
  heat(share) {
    if (share === null && !this.classList.contains("heated")) return;
    this.classList.toggle("heated", share !== null);
    this.#cells.forEach((cell, index) => {
      if (share === null) {
        cell.style.removeProperty("--heat");
        cell.removeAttribute("title");
        this.#label(index);
        return;
      }
      const label = `filled in ${(100 * share(index)).toFixed(1)} % of the solutions`;
      cell.style.setProperty("--heat", share(index).toFixed(3));
      cell.title = label;
      const [r, c] = [Math.floor(index / this.width), index % this.width];
      cell.setAttribute("aria-label", `row ${r + 1}, column ${c + 1}, ${label}`);
    });
  }

  // Grey the numbers of blocks that are placed: [bool] by block.
  grey(axis, index, placed) {
    for (const line of this.clues[axis][index]) {
      [...line.children].forEach((number, j) => number.classList.toggle("placed", Boolean(placed[j])));
      line.classList.toggle("complete", placed.length > 0 && placed.every(Boolean));
    }
  }

  focusCell(index) {
    this.#point(index);
    this.#cells[index].focus();
  }

  #point(index) {
    this.#cells[this.#focus]?.setAttribute("tabindex", "-1");
    this.#focus = index;
    this.#cells[index].setAttribute("tabindex", "0");
    const [r, c] = [Math.floor(index / this.width), index % this.width];
    this.markLines("here", [{ axis: "row", index: r }, { axis: "column", index: c }]);
    this.#emit("here", { row: r, column: c });
  }

  #cellAt(event) {
    const at = document.elementFromPoint(event.clientX, event.clientY);
    return this.#places.get(at?.closest?.(".cell")) ?? -1;
  }

  #begin(event) {
    const clue = event.target.closest(".clue");
    if (clue) {
      this.#emit("line", { axis: clue.dataset.axis, index: Number(clue.dataset.line) });
      return;
    }
    const index = this.#places.get(event.target.closest(".cell"));
    if (index === undefined || this.readonly || event.button > 2 || this.#stroke) return;
    event.preventDefault();
    this.focusCell(index);
    this.setPointerCapture(event.pointerId);
    const tool = event.button === 2 ? "second" : event.button === 1 ? "third" : "first";
    this.#stroke = { start: index, last: index, tool, id: event.pointerId, axis: null };
    this.#emit("stroke", { cells: [index], tool, first: true });
  }

  #move(event) {
    const stroke = this.#stroke;
    if (!stroke || event.pointerId !== stroke.id) return;
    let index = this.#cellAt(event);
    if (index < 0) return;
    let [r, c] = [Math.floor(index / this.width), index % this.width];
    const [sr, sc] = [Math.floor(stroke.start / this.width), stroke.start % this.width];
    if (this.straight) {
      if (!stroke.axis && index !== stroke.start)
        stroke.axis = Math.abs(c - sc) >= Math.abs(r - sr) ? "row" : "column";
      if (stroke.axis === "row") r = sr;
      if (stroke.axis === "column") c = sc;
      index = r * this.width + c;
    }
    if (index === stroke.last) return;
    this.#emit("stroke", { cells: between(stroke.last, index, this.width), tool: stroke.tool, first: false });
    stroke.last = index;
  }

  #end(cancelled) {
    if (!this.#stroke) return;
    this.#stroke = null;
    this.#emit("strokeend", { cancelled });
  }

  #key(event) {
    const clue = event.target.closest(".clue");
    if (clue && this.editable) {
      this.#clueKey(event, clue);
      return;
    }
    if (!event.target.closest(".cell") || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = KEYS[event.key];
    if (move) {
      event.preventDefault();
      const r = Math.min(this.height - 1, Math.max(0, Math.floor(this.#focus / this.width) + move[0]));
      const c = Math.min(this.width - 1, Math.max(0, (this.#focus % this.width) + move[1]));
      const from = this.#focus;
      this.focusCell(r * this.width + c);
      if (event.shiftKey && !this.readonly) {
        const cells = [from, this.#focus];
        this.#emit("stroke", { cells, tool: "same", first: true });
        this.#emit("strokeend", {});
      }
      return;
    }
    if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const r = Math.floor(this.#focus / this.width);
      this.focusCell(r * this.width + (event.key === "Home" ? 0 : this.width - 1));
      return;
    }
    if (this.readonly) return;
    const tools = { " ": "first", Enter: "first", x: "second", X: "second", Delete: "third", Backspace: "third" };
    if (event.key in tools) {
      event.preventDefault();
      this.#emit("stroke", { cells: [this.#focus], tool: tools[event.key], first: true });
      this.#emit("strokeend", {});
    } else if (/^[0-9]$/.test(event.key)) {
      this.#emit("pick", { colour: Number(event.key) });
    }
  }

  // Clues that can be edited are reached by Tab, then with the arrows.
  #clueKey(event, clue) {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#emit("line", { axis: clue.dataset.axis, index: Number(clue.dataset.line) });
    } else if (step) {
      const next = clue.parentNode.children[Number(clue.dataset.line) + step];
      if (!next) return;
      event.preventDefault();
      clue.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    }
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

// The width of a row's clue, in digits.
function widthOf(clue) {
  if (!clue?.length) return 2;
  return clue.reduce((sum, [length]) => sum + String(length).length + 1, 0);
}

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean" && name.startsWith("aria-")) made.setAttribute(name, String(value));
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

customElements.define("nono-board", Board);

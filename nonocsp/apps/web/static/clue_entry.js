// Clues as text: one line a clue, for the rows and for the columns, with their sums while typing.
//
// What is typed is parsed by the tool `typed`. The last puzzle that could be read stays until the next
// one can be; until then each line that is no clue is marked, with one sentence.

import { ask, Channel, isStale } from "./api.js";
import { element } from "./dom.js";

const AXES = ["row", "column"];
const WAIT = 150; // milliseconds without a key before what was typed is read

export class ClueEntry {
  #channel = new Channel();
  #timer = 0;
  #faults = [];

  // `changed` gets each puzzle that was typed; `here` the line at the cursor, {axis, index}, or null; `open`
  // a whole puzzle that was pasted; `stale` whether what is typed is no puzzle yet.
  constructor({ changed, here, open, stale }) {
    this.changed = changed;
    this.stale = stale;
    this.open = open;
    this.palette = null;
    this.fields = Object.fromEntries(AXES.map((axis) => [axis, this.#field(axis, here)]));
    this.sums = element("p", { class: "sums", role: "status", "aria-label": "sums" });
    this.fault = element("p", { class: "fault", role: "alert", hidden: true });
    this.fixed = element("p", { hidden: true }, "Clues of three directions can be read from files here, but not typed.");
    this.typing = element(
      "div",
      {},
      element("div", { class: "fields" }, ...AXES.map((axis) => this.fields[axis].view)),
      this.sums,
      this.fault,
      element(
        "p",
        { class: "help" },
        "One clue per line, such as 3 1. 0: an empty line. ?: a block of unknown length. *: no clue. 3r or 3red: a coloured block.",
      ),
    );
    this.view = element("div", { class: "entry" }, this.fixed, this.typing);
  }

  #field(axis, here) {
    const text = element("textarea", {
      "aria-label": `clues of the ${axis}s, one line each`,
      rows: 10,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
    });
    const numbers = element("div", { class: "numbers", "aria-hidden": "true" });
    const sum = element("span", { class: "sum" });
    const place = () => here({ axis, index: text.value.slice(0, text.selectionStart).split("\n").length - 1 });
    text.addEventListener("input", () => {
      this.#number(axis);
      this.#later();
      place();
    });
    text.addEventListener("scroll", () => (numbers.scrollTop = text.scrollTop));
    text.addEventListener("paste", (event) => this.#pasted(event, text));
    for (const event of ["focus", "click", "keyup"]) text.addEventListener(event, place);
    text.addEventListener("blur", () => here(null));
    const title = element("div", { class: "title" }, axis === "row" ? "Rows" : "Columns", sum);
    return { text, numbers, sum, view: element("div", { class: "field" }, title, element("div", { class: "typing" }, numbers, text)) };
  }

  // A text with both sides, or in any format, is opened as a whole; lines of clues are pasted as text.
  async #pasted(event, field) {
    const text = event.clipboardData.getData("text");
    if (!/\n\s*\n\s*\S|[{<"=]/.test(text)) return;
    event.preventDefault();
    try {
      const { puzzles } = await ask("parse", { text });
      this.open(puzzles[0]);
    } catch {
      field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input"));
    }
  }

  end() {
    clearTimeout(this.#timer);
    this.#channel.cancel();
  }

  get isEmpty() {
    return AXES.every((axis) => !this.fields[axis].text.value.trim());
  }

  lines(axis) {
    return this.fields[axis].text.value.split("\n");
  }

  // Show the clues of a puzzle.
  set(data) {
    clearTimeout(this.#timer);
    this.#channel.cancel();
    const text = clueText(data);
    const { rows, cols } = data;
    this.typing.hidden = !rows;
    this.fixed.hidden = Boolean(rows);
    this.fields.row.text.value = (rows ?? []).map(text).join("\n");
    this.fields.column.text.value = (cols ?? []).map(text).join("\n");
    if (rows) this.read(data);
    else this.stale(false);
  }

  // A puzzle that has been read: its palette names the colours from now on.
  read(data) {
    this.palette = { colours: data.colours, blank: data.blank };
    this.#mark([]);
    this.stale(false);
    this.#sum(data);
    for (const axis of AXES) this.#number(axis);
  }

  // Change one line, as if it were typed.
  edit({ axis, index }, value) {
    const { text } = this.fields[axis];
    const lines = text.value.split("\n");
    lines[index] = value;
    text.value = lines.join("\n");
    this.#number(axis);
    this.#later();
  }

  // Empty clues for a grid.
  blank(rows, columns) {
    this.typing.hidden = false;
    this.fixed.hidden = true;
    this.fields.row.text.value = new Array(rows).fill("0").join("\n");
    this.fields.column.text.value = new Array(columns).fill("0").join("\n");
    for (const axis of AXES) this.#number(axis);
    this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#parse(), WAIT);
  }

  async #parse() {
    if (AXES.some((axis) => !this.fields[axis].text.value.trim())) {
      this.#channel.cancel();
      this.#mark([]);
      this.sums.classList.remove("differ");
      this.sums.textContent = this.isEmpty ? "" : "Type the clues of the other side, too.";
      this.isHalf = true;
      this.stale(true);
      return;
    }
    const request = { rows: this.fields.row.text.value, columns: this.fields.column.text.value, ...this.palette };
    try {
      const { puzzle, faults } = await this.#channel.ask("typed", request);
      this.#mark(faults);
      if (this.isHalf) this.sums.textContent = "";
      this.isHalf = false;
      this.stale(!puzzle);
      if (!puzzle) return;
      this.#sum(puzzle);
      this.changed(puzzle);
    } catch (error) {
      if (!isStale(error)) this.#mark([{ axis: null, text: error.message }]);
    }
  }

  #mark(faults) {
    this.#faults = faults;
    this.fault.hidden = !faults.length;
    if (faults.length) {
      const [{ text }] = faults;
      const more = faults.length > 1 ? ` (and ${faults.length - 1} more ${faults.length === 2 ? "line" : "lines"})` : "";
      this.fault.title = text;
      this.fault.textContent = `${text[0].toUpperCase()}${text.slice(1)}${more}.`;
    }
    for (const axis of AXES) {
      this.fields[axis].text.setAttribute("aria-invalid", String(faults.some((fault) => fault.axis === axis)));
      this.#number(axis);
    }
  }

  #number(axis) {
    const { text, numbers } = this.fields[axis];
    const count = text.value ? text.value.split("\n").length : 1;
    const faulty = new Set(this.#faults.filter((fault) => fault.axis === axis).map(({ index }) => index));
    if (numbers.children.length !== count)
      numbers.replaceChildren(...Array.from({ length: count }, (_, i) => element("span", {}, String(i + 1))));
    [...numbers.children].forEach((number, i) => number.classList.toggle("wrong", faulty.has(i)));
    numbers.scrollTop = text.scrollTop;
  }

  // Rows and columns must have the same cells of every colour.
  #sum(data) {
    const sides = [data.rows, data.cols].map(summed);
    AXES.forEach((axis, side) => {
      const { total, isExact } = sides[side];
      const cells = isExact ? total : `${total}+`;
      this.fields[axis].sum.textContent = `${data[axis === "row" ? "rows" : "cols"].length} lines, ${cells} cells`;
    });
    const [rows, columns] = sides;
    const parts = [];
    for (const { name } of data.colours) {
      const [down, across] = [rows.by.get(name) ?? 0, columns.by.get(name) ?? 0];
      const differs = (down > across && columns.isExact) || (down < across && rows.isExact);
      const what = data.colours.length > 1 ? `${name} ` : "";
      if (differs) parts.push(`${what}rows ${down}, columns ${across}`);
    }
    const difference = Math.abs(rows.total - columns.total);
    this.agree = !parts.length;
    this.sums.classList.toggle("differ", !this.agree);
    if (this.agree) this.sums.textContent = rows.isExact && columns.isExact ? `Sums agree: ${rows.total} cells.` : "Some lengths are open, so the sums need not agree.";
    else if (data.colours.length > 1) this.sums.textContent = `Sums differ: ${parts.join("; ")}.`;
    else this.sums.textContent = `Sums differ by ${difference}: ${parts.join("; ")}.`;
  }
}

// The cells that clues name: all together, and by colour.
function summed(clues) {
  const by = new Map();
  let isExact = true;
  for (const clue of clues) {
    if (clue === null) isExact = false;
    for (const [length, name] of clue ?? []) {
      if (length === "?") isExact = false;
      by.set(name, (by.get(name) ?? 0) + (length === "?" ? 1 : length));
    }
  }
  return { by, isExact, total: [...by.values()].reduce((sum, cells) => sum + cells, 0) };
}

// A function that gives the text of a clue.
function clueText({ colours }) {
  const isPlain = colours.length === 1 && colours[0].name === "black";
  const word = new Map(colours.map(({ name, char }) => [name, /^\p{L}$/u.test(char) ? char : name.replaceAll(" ", "-")]));
  return (clue) => {
    if (clue === null) return "*";
    return clue.map(([length, name]) => `${length}${isPlain ? "" : word.get(name)}`).join(" ") || "0";
  };
}

// A field over a clue of the board, to edit it in place: Enter and Tab go to the next clue, Escape
// restores the text. `next` gives the line after one, or null.
export function editInPlace(board, entry, line, next) {
  document.querySelector(".in-place")?.remove();
  const clue = board.querySelector(`.clue[data-axis="${line.axis}"][data-line="${line.index}"]`);
  if (!clue) return;
  const before = entry.lines(line.axis)[line.index] ?? "";
  const input = element("input", {
    class: "in-place", type: "text", value: before === "0" ? "" : before, placeholder: "0",
    spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": `clue of ${line.axis} ${line.index + 1}`,
  }); // prettier-ignore
  const place = () => {
    const at = clue.getBoundingClientRect();
    const width = Math.max(at.width, 110);
    const left = line.axis === "row" ? at.right - width : at.left + at.width / 2 - width / 2;
    Object.assign(input.style, {
      width: `${width}px`,
      left: `${Math.max(4, Math.min(innerWidth - width - 4, left))}px`,
      top: line.axis === "row" ? `${at.top + at.height / 2}px` : `${at.bottom - 18}px`,
    });
  };
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    input.remove();
    board.markLines("hinted", []);
  };
  input.addEventListener("input", () => entry.edit(line, input.value.trim() || "0"));
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      entry.edit(line, before);
      close();
      clue.focus({ preventScroll: true });
    } else if (event.key === "Enter" || event.key === "Tab") {
      const to = next(line, event.shiftKey ? -1 : 1);
      close();
      if (to) editInPlace(board, entry, to, next);
      else clue.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  board.reveal([board.shape.cellsOf(line)[0]]);
  board.closest(".bench").append(input);
  place();
  board.markLines("hinted", [line]);
  input.focus({ preventScroll: true });
  input.select();
}

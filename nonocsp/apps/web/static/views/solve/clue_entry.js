// Clues as text: one line a clue, in a field for each direction, with their sums while typing.
//
// What is typed is parsed by the tool `typed`. The last puzzle that could be read stays until the next
// one can be; until then each line that is not a clue is marked, with one sentence.

import { ask, Channel, isStale, reason } from "../../page/api.js";
import { element } from "../../page/dom.js";
import { cluesOf } from "../../puzzle/model.js";
import { Rectangle, shapeOf } from "../../puzzle/shapes.js";
import { capital } from "../../puzzle/words.js";
import { colourName, counted, later, t } from "../../page/language.js";

const LABELS = { row: later`clues of the rows, one line each`, column: later`clues of the columns, one line each` };
const TITLES = {
  row: later`Rows`,
  column: later`Columns`,
  A: later`Direction A`,
  B: later`Direction B`,
  C: later`Direction C`,
};
const SHORT = { row: "rows", column: "columns" };
const JOINTS = { attached: "+", loose: "~" };
const PLAIN = { spellcheck: "false", autocapitalize: "off", autocomplete: "off" };
const WAIT = 150; // milliseconds without a key before what was typed is read

export class ClueEntry {
  #channel;
  #timer = 0;
  /** @type {Answers["typed"]["faults"]} */
  #faults = [];
  // The board, and by direction the field with its line numbers and its sum.
  /** @type {Shape} */
  shape;
  /** @type {ByAxis<any>} */
  fields = {};

  // `changed` gets each puzzle that was typed; `here` the line at the cursor, {axis, index}, or null; `open`
  // a whole puzzle that was pasted; `stale` whether what is typed is not a puzzle yet.
  constructor(signal, { changed, here, open, stale }) {
    this.#channel = new Channel(signal);
    this.changed = changed;
    this.stale = stale;
    this.open = open;
    this.here = here;
    this.palette = null;
    this.holder = element("div.fields");
    this.sums = element("p.sums", { role: "status", "aria-label": t`sums` });
    this.fault = element("p.fault", { role: "alert", hidden: true });
    this.view = element(
      "div.entry",
      this.holder,
      this.sums,
      this.fault,
      element(
        "p.help",
        t`One clue per line, such as 3 1. 0: a blank line. ?: a block of unknown length. *: any further blocks. 3r or 3red: a coloured block.`,
      ),
    );
    this.#lay(new Rectangle(1, 1));
  }

  // Fields for the directions of a shape. There are as many rows and columns as are typed, and as many
  // lines in three directions as the board has.
  #lay(shape) {
    const [before] = this.shape?.axes ?? [];
    this.shape = shape;
    if (shape.axes[0] === before) return;
    this.fields = Object.fromEntries(shape.axes.map((axis) => [axis, this.#field(axis)]));
    this.holder.replaceChildren(...Object.values(this.fields).map(({ view }) => view));
  }

  get axes() {
    return this.shape.axes;
  }

  #field(axis) {
    const text = element("textarea", {
      "aria-label": SHORT[axis] ? t(LABELS[axis]) : t`clues of direction ${axis}, one line each`,
      rows: 10,
      wrap: "off",
      ...PLAIN,
    });
    const numbers = element("div.numbers", { "aria-hidden": "true" });
    const sum = element("span.sum");
    const place = () => this.here({ axis, index: text.value.slice(0, text.selectionStart).split("\n").length - 1 });
    text.addEventListener("input", () => {
      this.#number(axis);
      this.#later();
      place();
    });
    text.addEventListener("scroll", () => (numbers.scrollTop = text.scrollTop));
    text.addEventListener("paste", (event) => this.#pasted(event, text));
    for (const event of ["focus", "click", "keyup"]) text.addEventListener(event, place);
    text.addEventListener("blur", () => this.here(null));
    const title = element("div.title", t(TITLES[axis]), sum);
    return { text, numbers, sum, view: element("div.field", title, element("div.typing", numbers, text)) };
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

  get isEmpty() {
    return this.axes.every((axis) => !this.fields[axis].text.value.trim());
  }

  lines(axis) {
    return this.fields[axis].text.value.split("\n");
  }

  // Show the clues of a puzzle.
  set(data) {
    clearTimeout(this.#timer);
    this.#channel.cancel();
    this.#lay(shapeOf(data));
    const [text, clues] = [clueText(data), cluesOf(data)];
    for (const axis of this.axes) this.fields[axis].text.value = (clues[axis] ?? []).map(text).join("\n");
    this.read(data);
  }

  // A puzzle that has been read: its palette names the colours from now on.
  read(data) {
    this.palette = { colours: data.colours, blank: data.blank };
    this.#mark([]);
    this.stale(false);
    this.#sum(data);
    for (const axis of this.axes) this.#number(axis);
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

  // Empty clues for a board.
  blank(shape) {
    const none = (axis) => new Array(shape.clued[axis]).fill("0").join("\n");
    this.type(shape, Object.fromEntries(shape.axes.map((axis) => [axis, none(axis)])));
  }

  // Begin anew, as if these texts by direction were typed.
  type(shape, texts) {
    this.#lay(shape);
    for (const axis of this.axes) {
      this.fields[axis].text.value = texts[axis];
      this.#number(axis);
    }
    this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#parse(), WAIT);
  }

  async #parse() {
    if (this.axes.some((axis) => !this.fields[axis].text.value.trim())) {
      this.#channel.cancel();
      this.#mark([]);
      this.sums.classList.remove("differ");
      this.sums.textContent = this.isEmpty
        ? ""
        : this.shape.isTable
          ? t`Type the clues of the other side, too.`
          : t`Type the clues of the other directions, too.`;
      this.isHalf = true;
      this.stale(true);
      return;
    }
    const clues = Object.fromEntries(this.axes.map((axis) => [axis, this.fields[axis].text.value]));
    const request = { board: this.shape.data(clues).board, clues, ...this.palette };
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
      if (!isStale(error)) this.#mark([{ axis: null, text: reason(error) }]);
    }
  }

  #mark(faults) {
    this.#faults = faults;
    this.fault.hidden = !faults.length;
    if (faults.length) {
      this.sums.textContent = "";
      const [{ text }] = faults;
      const more = faults.length > 1 ? t` (and ${counted(faults.length - 1, "line")} more)` : "";
      this.fault.title = text;
      this.fault.textContent = `${capital(text)}${more}.`;
    }
    for (const axis of this.axes) {
      this.fields[axis].text.setAttribute("aria-invalid", String(faults.some((fault) => fault.axis === axis)));
      this.#number(axis);
    }
  }

  #number(axis) {
    const { text, numbers } = this.fields[axis];
    const count = text.value ? text.value.split("\n").length : 1;
    const faulty = new Set(this.#faults.filter((fault) => fault.axis === axis).map(({ index }) => index));
    if (numbers.children.length !== count)
      numbers.replaceChildren(...Array.from({ length: count }, (_, i) => element("span", String(i + 1))));
    [...numbers.children].forEach((number, i) => number.classList.toggle("wrong", faulty.has(i)));
    numbers.scrollTop = text.scrollTop;
  }

  // All directions must have the same cells of every colour.
  #sum(data) {
    const given = cluesOf(data);
    const sides = this.axes.map((axis) => {
      const clues = given[axis] ?? [];
      return { axis, word: SHORT[axis] ? t(SHORT[axis]) : axis, lines: clues.length, ...summed(clues) };
    });
    for (const { axis, lines, total, isExact } of sides)
      this.fields[axis].sum.textContent =
        `${counted(lines, "line")}, ${counted(`${total}${isExact ? "" : "+"}`, "cell")}`;
    const parts = [];
    for (const { name } of data.colours) {
      const cells = sides.map(({ by }) => by.get(name) ?? 0);
      // An open length leaves room for more.
      const least = Math.max(...cells);
      const what = data.colours.length > 1 ? `${colourName(name)} ` : "";
      if (sides.some(({ isExact }, i) => isExact && cells[i] < least))
        parts.push(what + sides.map(({ word }, i) => `${word} ${cells[i]}`).join(", "));
    }
    const totals = sides.map(({ total }) => total);
    this.agree = !parts.length;
    this.sums.classList.toggle("differ", !this.agree);
    if (this.agree)
      this.sums.textContent = sides.every(({ isExact }) => isExact)
        ? t`Sums agree: ${totals[0]} cells.`
        : t`Some lengths are unknown, so the sums need not agree.`;
    else if (data.colours.length > 1) this.sums.textContent = t`Sums differ: ${parts.join("; ")}.`;
    else this.sums.textContent = t`Sums differ by ${Math.max(...totals) - Math.min(...totals)}: ${parts.join("; ")}.`;
  }
}

// The cells that clues name: all together, and by colour.
function summed(clues) {
  const by = new Map();
  let isExact = true;
  for (const clue of clues) {
    if (clue === null) isExact = false;
    for (const [length, name] of clue ?? []) {
      if (length === "?" || length === "*") isExact = false;
      if (length === "*") continue;
      by.set(name, (by.get(name) ?? 0) + (length === "?" ? 1 : length));
    }
  }
  return { by, isExact, total: [...by.values()].reduce((sum, cells) => sum + cells, 0) };
}

// A function that gives the text of a clue.
function clueText({ colours }) {
  const isPlain = colours.length === 1 && colours[0].name === "black";
  const word = new Map(
    colours.map(({ name, char }) => [name, /^\p{L}$/u.test(char) ? char : name.replaceAll(" ", "-")]),
  );
  return (clue) => {
    if (clue === null) return "*";
    return (
      clue
        .map(([length, name, joint]) =>
          length === "*" ? length : `${JOINTS[joint] ?? ""}${length}${isPlain ? "" : word.get(name)}`,
        )
        .join(" ") || "0"
    );
  };
}

// A field over a clue of the board, to edit it in place: Enter and Tab go to the next clue, Escape
// restores the text. `next` gives the line after one, or null.
export function editInPlace(board, entry, line, next) {
  document.querySelector(".in-place")?.remove();
  const clue = board.querySelector(`.clue[data-axis="${line.axis}"][data-line="${line.index}"]`);
  if (!clue) return;
  const before = entry.lines(line.axis)[line.index] ?? "";
  const input = element("input.in-place", {
    ...PLAIN,
    type: "text",
    value: before === "0" ? "" : before,
    placeholder: "0",
    "aria-label": t`clue of ${board.shape.lineName(line)}`,
  });
  const place = () => {
    const at = clue.getBoundingClientRect();
    const width = Math.max(at.width, 110);
    const middle = at.left + at.width / 2 - width / 2;
    const left = line.axis === board.shape.axes[0] ? at.right - width : middle;
    Object.assign(input.style, {
      width: `${width}px`,
      left: `${Math.max(4, Math.min(innerWidth - width - 4, left))}px`,
      top: line.axis === "column" ? `${at.bottom - 18}px` : `${at.top + at.height / 2}px`,
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

// The editor: draw, and see after each stroke whether the puzzle is unique.

import { ask, Channel, isStale } from "./api.js";
import { Board, element } from "./board.js";
import { History } from "./history.js";
import { askFor } from "./dialog.js";
import { dress } from "./theme.js";
import { fail, say } from "./message.js";
import { describe, numbers, Puzzle } from "./model.js";
import { download, opener } from "./files.js";
import { addressed, share } from "./share.js";
import { scroller, zoom } from "./zoom.js";

const KEPT = "nonocsp:drawing";
const BLACK_ON_WHITE = [
  { name: "blank", rgb: "#ffffff", char: "_" },
  { name: "black", rgb: "#000000", char: "#" },
];
const MORE = [
  ["red", "#d1242f", "r"], ["blue", "#0969da", "b"], ["green", "#1a7f37", "g"], ["yellow", "#f2c94c", "y"],
  ["brown", "#7a4a21", "n"], ["orange", "#e8710a", "o"], ["purple", "#8250df", "p"], ["cyan", "#00a5b5", "c"],
]; // prettier-ignore

export async function show(main, { puzzle: given }) {
  const editor = new Editor();
  main.append(editor.view);
  if (given) editor.take(given);
  else editor.recall();
  return () => editor.end();
}

class Editor {
  #history = new History();
  #checks = new Channel();
  #repairs = new Channel();
  #stroke = null;

  constructor() {
    this.board = new Board();
    this.board.classList.add("plain");
    this.colour = 1;
    this.tool = "brush";
    this.width = this.height = 10;
    this.palette = BLACK_ON_WHITE;
    this.cells = new Array(100).fill(0);
    this.title = element("input", { type: "text", "aria-label": "title", placeholder: "title" });
    this.title.addEventListener("change", () => this.#keep());
    this.colours = element("div", { class: "palette", role: "radiogroup", "aria-label": "colour" });
    this.verdict = element("div", { class: "panel", role: "status", "aria-label": "verdict" });
    this.suggestion = element("div", { class: "panel suggestion", role: "status", "aria-label": "suggestion", hidden: true });
    this.brief = element("span", { class: "brief verdict", "aria-hidden": "true" });
    this.tools = ["brush", "line", "fill"].map((tool) =>
      element("button", { "aria-pressed": tool === this.tool, onclick: () => this.#choose(tool) }, tool),
    );
    const button = (text, run, title = text) => element("button", { onclick: run, title }, text);
    const size = (name, label) => {
      const input = element("input", { type: "number", min: 1, max: 200, value: 10, "aria-label": label });
      input.addEventListener("change", () => this.#resize());
      return (this[name] = input);
    };
    this.place = element("div", { class: "scroll" }, this.board);
    this.view = element(
      "section",
      { class: "draw" },
      element("h1", {}, "Draw a puzzle"),
      element(
        "div",
        { class: "bar", role: "toolbar", "aria-label": "drawing" },
        this.title,
        element("span", { class: "group" }, size("across", "columns"), "×", size("down", "rows")),
        element("span", { class: "group" }, ...this.tools),
        this.colours,
        button("+ colour", () => this.#addColour(), "another colour"),
        button("Edit colour", () => this.#editColour(), "name, look or removal of the chosen colour"),
        button("Undo", () => this.#step(this.#history.undo()), "Undo (Control+Z)"),
        button("Redo", () => this.#step(this.#history.redo()), "Redo (Control+Y)"),
        button("Mirror", () => this.#mirror()),
        button("Clear", () => this.#paint(this.cells.map((_, i) => [i, 0]))),
        (this.sizes = element("span", { class: "group" })),
        this.brief,
      ),
      element("div", { class: "two" }, this.place, element("div", { class: "aside" }, this.verdict, this.suggestion, this.#exchange())),
    );
    this.board.addEventListener("stroke", ({ detail }) => this.#draw(detail));
    this.board.addEventListener("strokeend", ({ detail }) => this.#finish(detail.cancelled));
    this.board.addEventListener("pick", ({ detail }) => this.#pick(detail.colour));
    this.keys = (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea")) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) this.#step(this.#history.undo());
      else if (key === "y" || (key === "z" && event.shiftKey)) this.#step(this.#history.redo());
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", this.keys);
  }

  end() {
    document.removeEventListener("keydown", this.keys);
    this.#checks.cancel();
    this.#repairs.cancel();
    this.view.undress?.();
  }

  // The drawing of the last visit.
  recall() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT));
      if (Number.isInteger(kept.width) && kept.cells.length % kept.width === 0 && kept.palette.length > 1) {
        this.#become(kept.cells, kept.width, kept.palette, kept.title);
        return;
      }
    } catch {
      // nothing usable was saved
    }
    this.#become(this.cells, 10, BLACK_ON_WHITE, "");
  }

  // Begin with a puzzle's picture: its goal, or its first solution.
  async take(data) {
    const puzzle = new Puzzle(data);
    this.#become(new Array(puzzle.width * puzzle.height).fill(0), puzzle.width, puzzle.palette, data.title ?? "");
    try {
      const answer = await ask("solve", { puzzle: data });
      if (answer.pictures) this.#become(numbers(answer.pictures[0], puzzle.palette), puzzle.width, puzzle.palette, data.title ?? "");
      else say("That puzzle has no solution, so there is no picture to edit.");
    } catch (error) {
      fail(error);
    }
  }

  #become(cells, width, palette, title) {
    Object.assign(this, { cells: [...cells], width, height: cells.length / width, palette });
    this.title.value = title ?? "";
    this.across.value = width;
    this.down.value = this.height;
    this.#history = new History();
    this.#rebuild();
    this.#changed();
  }

  #rebuild() {
    const { rows, columns } = new Puzzle(describe(this.cells, this.width, this.palette));
    this.board.build({ rows, columns, palette: this.palette, label: "drawing" });
    this.sizes.replaceChildren(zoom(this.board, this), scroller(this.board));
    this.board.show(this.cells);
    dress(this.view, this.palette);
    this.colours.replaceChildren(
      ...this.palette.map((colour, number) => {
        const choice = element("button", {
          class: "swatch", role: "radio", "aria-label": colour.name, title: `${colour.name} (${number})`,
          onclick: () => this.#pick(number), ondblclick: () => this.#editColour(),
        }); // prettier-ignore
        choice.style.setProperty("--ink", `var(--colour-${number})`);
        choice.style.setProperty("--on", `var(--on-colour-${number})`);
        choice.textContent = number ? colour.char : "";
        return choice;
      }),
    );
    this.#pick(Math.min(this.colour, this.palette.length - 1));
  }

  #pick(number) {
    if (number >= this.palette.length) return;
    this.colour = number;
    [...this.colours.children].forEach((choice, i) => {
      choice.setAttribute("aria-checked", i === number);
      choice.tabIndex = i === number ? 0 : -1;
    });
  }

  #choose(tool) {
    this.tool = tool;
    this.board.straight = tool === "line";
    for (const button of this.tools) button.setAttribute("aria-pressed", button.textContent === tool);
  }

  #addColour() {
    const taken = new Set(this.palette.flatMap(({ name, char }) => [name, char]));
    const free = MORE.find(([name, , char]) => !taken.has(name) && !taken.has(char));
    if (!free) {
      say("This page draws with at most nine colours.");
      return;
    }
    const [name, rgb, char] = free;
    this.palette = [...this.palette, { name, rgb, char }];
    this.colour = this.palette.length - 1;
    this.#rebuild();
    this.#keep();
  }

  // Edit the chosen colour, or remove it, which turns its cells blank.
  async #editColour() {
    const number = this.colour;
    const { name, rgb, char } = this.palette[number];
    const field = (label, attributes) => element("label", {}, `${label} `, element("input", attributes));
    const content = [
      field("name", { name: "name", type: "text", value: name, required: true, maxlength: 30, disabled: number === 0 }),
      field("character", { name: "char", type: "text", value: char, required: true, maxlength: 1, size: 2 }),
      field("look", { name: "rgb", type: "color", value: rgb }),
    ];
    if (number && this.palette.length > 2) content.push(field("remove it; its cells become blank", { name: "remove", type: "checkbox" }));
    const form = await askFor(`Colour ${number}`, content);
    if (!form) return;
    if (form.get("remove")) {
      this.palette = this.palette.filter((_, i) => i !== number);
      this.cells = this.cells.map((cell) => (cell === number ? 0 : cell > number ? cell - 1 : cell));
      // Steps in the history refer to colours by their old numbers.
      this.#history = new History();
    } else {
      const changed = { name: number ? form.get("name").trim() : name, char: form.get("char"), rgb: form.get("rgb") };
      const others = this.palette.filter((_, i) => i !== number);
      if (!changed.name || !changed.char.trim() || others.some((o) => o.name === changed.name || o.char === changed.char)) {
        fail(new Error("Each colour needs a name and a character of its own."));
        return;
      }
      this.palette = this.palette.map((colour, i) => (i === number ? changed : colour));
    }
    this.#rebuild();
    this.#changed();
  }

  #draw({ cells, tool, first }) {
    if (first) {
      const erase = tool !== "first" && tool !== "same";
      const wanted = tool === "same" ? this.cells[cells[0]] : erase ? 0 : this.colour;
      // Drawing a colour over itself erases it, as in the player.
      const value = tool === "first" && this.cells[cells[0]] === wanted ? 0 : wanted;
      this.#stroke = { value, step: [] };
      if (this.tool === "fill" && tool === "first") {
        this.#stroke.value = wanted;
        this.#over(this.#area(cells[0]));
        return;
      }
    }
    if (this.#stroke && !(this.tool === "fill" && !first)) this.#over(cells);
  }

  #over(cells) {
    const { value, step } = this.#stroke;
    for (const index of cells) {
      if (this.cells[index] === value) continue;
      step.push([index, this.cells[index], value]);
      this.cells[index] = value;
    }
    this.board.show(this.cells);
  }

  // The connected cells of one colour around a cell (flood fill).
  #area(start) {
    const colour = this.cells[start];
    const found = new Set([start]);
    for (const index of found) {
      const c = index % this.width;
      const beside = [index - this.width, index + this.width];
      if (c > 0) beside.push(index - 1);
      if (c < this.width - 1) beside.push(index + 1);
      for (const other of beside) if (this.cells[other] === colour) found.add(other);
    }
    return found;
  }

  #finish(cancelled) {
    const step = this.#stroke?.step ?? [];
    this.#stroke = null;
    if (cancelled) this.#step(step.map(([i, before]) => [i, before]));
    else if (step.length) {
      this.#history.push(step);
      this.#changed();
    }
  }

  #paint(changes) {
    const step = changes.filter(([i, value]) => this.cells[i] !== value).map(([i, value]) => [i, this.cells[i], value]);
    this.#history.push(step);
    this.#step(step.map(([i, , value]) => [i, value]));
  }

  #step(changes) {
    if (!changes?.length) return;
    for (const [index, value] of changes) this.cells[index] = value;
    this.board.show(this.cells);
    this.#changed();
  }

  #mirror() {
    const { width } = this;
    this.#paint(this.cells.map((_, i) => [i, this.cells[i - (i % width) + width - 1 - (i % width)]]));
  }

  #resize() {
    const [width, height] = [this.across, this.down].map((input) => Math.min(200, Math.max(1, Math.round(input.value) || 1)));
    const cells = Array.from({ length: width * height }, (_, i) => {
      const [r, c] = [Math.floor(i / width), i % width];
      return r < this.height && c < this.width ? this.cells[r * this.width + c] : 0;
    });
    this.#become(cells, width, this.palette, this.title.value);
  }

  #keep() {
    const { cells, width, palette } = this;
    try {
      localStorage.setItem(KEPT, JSON.stringify({ cells, width, palette, title: this.title.value }));
    } catch {
      say("The browser has no space left to save this drawing.");
    }
  }

  // The clues are updated at once; the verdict comes from the server, and only the newest one is shown.
  async #changed() {
    this.#keep();
    this.#clues();
    this.board.mark("differ", []);
    this.board.mark("suggested", []);
    this.#repairs.cancel();
    this.suggestion.hidden = true;
    this.verdict.setAttribute("aria-busy", "true");
    try {
      const progress = (interim) => this.#showVerdict(interim);
      const answer = await this.#checks.ask("check", { picture: this.#picture(), differ: true, components: true, seconds: 3 }, { progress });
      this.#showVerdict(answer);
      if (answer.verdict === "multiple") this.#suggest();
    } catch (error) {
      if (isStale(error)) return;
      this.verdict.replaceChildren(element("p", {}, error.message), element("button", { onclick: () => this.#changed() }, "Try again"));
    }
    this.verdict.removeAttribute("aria-busy");
  }

  #clues() {
    this.board.setClues(new Puzzle(describe(this.cells, this.width, this.palette)));
  }

  #picture() {
    const rows = Array.from({ length: this.height }, (_, r) => this.cells.slice(r * this.width, (r + 1) * this.width));
    const title = this.title.value || undefined;
    const [blank, ...colours] = this.palette.map(({ name, rgb, char }) => ({ name, rgb, char }));
    return { rows, colours, blank, title };
  }

  #showVerdict(answer) {
    const words = { unique: "Unique: one solution", multiple: "Not unique", none: "No solution", unknown: "Undecided: the time limit was reached" };
    const parts = [element("p", { class: `verdict ${answer.verdict}` }, words[answer.verdict])];
    this.view.dataset.verdict = answer.verdict;
    this.brief.className = `brief verdict ${answer.verdict}`;
    this.brief.textContent = answer.verdict === "unique" ? "unique ✓" : words[answer.verdict].toLowerCase();
    if (answer.puzzle) {
      // The server adds the colours that are safe for colour-blind players.
      this.palette = [answer.puzzle.blank, ...answer.puzzle.colours];
      dress(this.view, this.palette);
    }
    if (answer.verdict === "multiple") {
      const differ = answer.differ ?? [];
      this.board.mark("differ", differ.map(([r, c]) => r * this.width + c));
      if (answer.count) parts.push(element("p", {}, `${answer.is_exact ? "" : "At least "}${grouped(answer.count)} solutions.`));
      if (differ.length) parts.push(element("p", {}, `The ${differ.length} shaded cells are not determined by the clues.`));
      if (answer.components?.length) parts.push(this.#parts(answer.components));
    }
    this.verdict.replaceChildren(...parts);
  }

  // Which parts of the drawing are ambiguous, each by itself: a button shows one on the board.
  #parts(parts) {
    const list = element("ul", { class: "parts" });
    for (const part of parts.slice(0, 12)) {
      const at = part.cells.map(([r, c]) => r * this.width + c);
      const show = (on) => this.board.mark("part", on ? at : []);
      const span = (values) => (Math.min(...values) === Math.max(...values) ? ` ${values[0]}` : `s ${Math.min(...values)}–${Math.max(...values)}`);
      const where = `row${span(part.cells.map(([r]) => r + 1))}, column${span(part.cells.map(([, c]) => c + 1))}`;
      const button = element(
        "button",
        { onclick: () => show(true), onpointerenter: () => show(true), onpointerleave: () => show(false), onfocus: () => show(true), onblur: () => show(false) },
        where,
      );
      list.append(element("li", {}, button, ` ${grouped(part.count)} ways`));
    }
    if (parts.length > 12) list.append(element("li", {}, `and ${parts.length - 12} more`));
    const cause = parts.length > 1 ? "The ambiguity has independent causes; their numbers of ways multiply:" : "The ambiguity is here:";
    return element("div", {}, element("p", {}, cause), list);
  }

  // Suggest the fewest cells to change so that the puzzle becomes unique; one click applies them.
  async #suggest() {
    this.suggestion.hidden = false;
    this.suggestion.replaceChildren(element("p", {}, "Looking for the fewest changes that make it unique…"));
    try {
      const found = await this.#repairs.ask("repair", { picture: this.#picture(), seconds: 10 });
      if (!found.changes.length) {
        this.suggestion.replaceChildren(element("p", {}, "No small set of changes makes it unique."));
        return;
      }
      this.board.mark("suggested", found.changes.map(([r, c]) => r * this.width + c));
      const number = found.changes.length;
      const one = ([r, c, colour]) => `row ${r + 1}, column ${c + 1} ${this.palette[colour].name}`;
      const which = number <= 4 ? found.changes.map(one).join("; ") : `${number} cells, framed on the board`;
      const fewest = found.is_fewest ? (number === 1 ? "One changed cell makes it unique" : `${number} changed cells make it unique, and no fewer do`) : `${number} changed cells make it unique`;
      const paint = () => this.#paint(found.changes.map(([r, c, colour]) => [r * this.width + c, colour]));
      this.suggestion.replaceChildren(
        element("p", {}, `${fewest}: ${which}.`),
        element("button", { class: "main", onclick: paint }, "Make it unique"),
      );
    } catch (error) {
      if (!isStale(error)) this.suggestion.replaceChildren(element("p", {}, error.message));
    }
  }

  #exchange() {
    const formats = element("select", { "aria-label": "format" });
    ask("formats", {})
      .then(({ formats: known }) =>
        formats.append(...known.filter((f) => f.written).map((f) => element("option", { value: f.name, title: f.summary, selected: f.name === "json" }, f.name))),
      )
      .catch(fail);
    const puzzle = () => ({ ...describe(this.cells, this.width, this.palette, { title: this.title.value || undefined }), goals: [this.#rowsOfText()] });
    const save = element("button", {
      class: "export",
      onclick: () => download(puzzle(), formats.value, this.title.value || "puzzle"),
    }, "Export"); // prettier-ignore
    const goal = async () => (location.hash = `#play${await addressed(puzzle())}`);
    const play = element("button", { onclick: () => goal().catch(fail) }, "Play it");
    const hand = element("button", { onclick: () => share(puzzle(), "play") }, "Share");
    return element(
      "div",
      { class: "panel" },
      element("h2", {}, "Import and export"),
      element("div", { class: "bar" }, formats, save, play, hand),
      opener((data) => this.take(data), { photo: (made) => this.#become(made.rows.flat(), made.rows[0].length, [made.blank, ...made.colours], "") }),
    );
  }

  #rowsOfText() {
    const chars = this.palette.map((colour) => colour.char);
    return Array.from({ length: this.height }, (_, r) =>
      this.cells.slice(r * this.width, (r + 1) * this.width).map((cell) => chars[cell]).join(""),
    );
  }
}

const grouped = (digits) => (digits.length > 30 ? `about 10^${digits.length - 1}` : digits.replace(/\B(?=(\d{3})+$)/g, " "));

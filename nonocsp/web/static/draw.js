// The editor: draw, and see after each stroke whether the puzzle is unique.

import { ask, Channel, isStale } from "./api.js";
import { Board, element } from "./board.js";
import { History } from "./history.js";
import { dress } from "./look.js";
import { say } from "./message.js";
import { describe, packed, Puzzle } from "./model.js";
import { download, opener } from "./files.js";
import { zoom } from "./zoom.js";

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
  #stroke = null;
  #answer = null;

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
        this.title, size("across", "columns"), "×", size("down", "rows"),
        ...this.tools,
        this.colours,
        button("+ colour", () => this.#addColour(), "another colour"),
        button("Undo", () => this.#step(this.#history.undo())),
        button("Redo", () => this.#step(this.#history.redo())),
        button("Mirror", () => this.#mirror()),
        button("Clear", () => this.#paint(this.cells.map((_, i) => [i, 0]))),
        (this.sizes = element("span")),
      ),
      element("div", { class: "two" }, this.place, element("div", {}, this.verdict, this.#exchange())),
    );
    this.board.addEventListener("stroke", ({ detail }) => this.#draw(detail));
    this.board.addEventListener("strokeend", () => this.#finish());
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
      // nothing of use was kept
    }
    this.#become(this.cells, 10, BLACK_ON_WHITE, "");
  }

  // Begin with a puzzle's picture: its goal, or its first solution.
  async take(data) {
    const puzzle = new Puzzle(data);
    this.#become(new Array(puzzle.width * puzzle.height).fill(0), puzzle.width, puzzle.palette, data.title ?? "");
    try {
      const answer = await ask("solve", { puzzle: data });
      if (answer.picture) this.#become(answer.picture.flat(), puzzle.width, puzzle.palette, data.title ?? "");
      else say("That puzzle has no solution to draw on.");
    } catch (error) {
      say(error.message);
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
    this.sizes.replaceChildren(zoom(this.board, this));
    this.board.show(this.cells);
    dress(this.view, this.palette);
    this.colours.replaceChildren(
      ...this.palette.map((colour, number) => {
        const choice = element("button", {
          class: "swatch", role: "radio", "aria-label": colour.name, title: `${colour.name} (${number})`,
          onclick: () => this.#pick(number), ondblclick: () => this.#recolour(number),
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
    [...this.colours.children].forEach((choice, i) => choice.setAttribute("aria-checked", i === number));
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
      say("A drawing here has at most nine colours.");
      return;
    }
    const [name, rgb, char] = free;
    this.palette = [...this.palette, { name, rgb, char }];
    this.colour = this.palette.length - 1;
    this.#rebuild();
    this.#keep();
  }

  #recolour(number) {
    const input = element("input", { type: "color", value: this.palette[number].rgb });
    input.addEventListener("input", () => {
      this.palette = this.palette.map((colour, i) => (i === number ? { ...colour, rgb: input.value } : colour));
      dress(this.view, this.palette);
      this.#keep();
    });
    input.click();
  }

  #draw({ cells, tool, first }) {
    if (first) {
      const erase = tool !== "first" && tool !== "same";
      const wanted = tool === "same" ? this.cells[cells[0]] : erase ? 0 : this.colour;
      // Drawing a colour over itself takes it away, as in the player.
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

  // The cells of one colour that hang together with a cell.
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

  #finish() {
    if (!this.#stroke) return;
    this.#history.push(this.#stroke.step);
    const changed = this.#stroke.step.length > 0;
    this.#stroke = null;
    if (changed) this.#changed();
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
      say("The browser has no room to keep this drawing.");
    }
  }

  // The clues are drawn at once; the verdict comes from the server, and only the newest one counts.
  async #changed() {
    this.#keep();
    this.#clues();
    this.board.mark("differ", []);
    this.board.mark("suggested", []);
    this.verdict.setAttribute("aria-busy", "true");
    try {
      const progress = (said) => this.#told({ ...said, early: true });
      this.#told(await this.#checks.ask("check", { picture: this.#picture(), seconds: 3 }, { progress }));
    } catch (error) {
      if (isStale(error)) return;
      this.verdict.replaceChildren(element("p", {}, error.message), element("button", { onclick: () => this.#changed() }, "Try again"));
    }
    this.verdict.removeAttribute("aria-busy");
  }

  #clues() {
    const puzzle = new Puzzle(describe(this.cells, this.width, this.palette));
    const focused = this.board.contains(document.activeElement) && document.activeElement.closest(".cell");
    const at = focused ? [...this.board.querySelectorAll(".cell")].indexOf(focused) : -1;
    this.board.build({ rows: puzzle.rows, columns: puzzle.columns, palette: this.palette, label: "drawing" });
    this.board.show(this.cells);
    if (at >= 0) this.board.focusCell(at);
  }

  #picture() {
    const rows = Array.from({ length: this.height }, (_, r) => this.cells.slice(r * this.width, (r + 1) * this.width));
    const title = this.title.value || undefined;
    return { rows, colours: this.palette.slice(1), blank: this.palette[0], title };
  }

  #told(answer) {
    this.#answer = answer;
    const words = { unique: "Unique: one solution", multiple: "Not unique", none: "No solution", unknown: "Not decided in time" };
    const parts = [element("p", { class: `verdict ${answer.verdict}` }, words[answer.verdict])];
    this.view.dataset.verdict = answer.verdict;
    if (answer.verdict === "multiple") {
      const differ = answer.differ ?? [];
      this.board.mark("differ", differ.map(([r, c]) => r * this.width + c));
      if (answer.count) parts.push(element("p", {}, `${answer.exact ? "" : "At least "}${grouped(answer.count)} solutions.`));
      if (differ.length) parts.push(element("p", {}, `The ${differ.length} shaded cells are not determined by the clues.`));
      if (answer.parts?.length > 1) parts.push(this.#parts(answer.parts));
      if (!answer.early)
        parts.push(element("button", { onclick: (event) => this.#suggest(event.target), class: "suggest" }, "Make it unique"));
    }
    this.verdict.replaceChildren(...parts);
  }

  #parts(parts) {
    const list = element("ul", {});
    for (const part of parts.slice(0, 12)) {
      const show = () => this.board.mark("suggested", part.cells.map(([r, c]) => r * this.width + c));
      const rows = part.cells.map(([r]) => r + 1);
      const columns = part.cells.map(([, c]) => c + 1);
      const where = `rows ${Math.min(...rows)}–${Math.max(...rows)}, columns ${Math.min(...columns)}–${Math.max(...columns)}`;
      list.append(element("li", {}, element("button", { onclick: show }, where), ` ${grouped(part.count)} ways`));
    }
    return element("div", {}, element("p", {}, "Independent parts, whose ways multiply:"), list);
  }

  // The fewest changed cells that make the puzzle unique: shown first, made by one more click.
  async #suggest(button) {
    button.disabled = true;
    try {
      const found = await this.#checks.ask("suggest", { picture: this.#picture(), seconds: 10 });
      if (!found.changes.length) {
        say("No few changes were found that make it unique.");
        return;
      }
      this.board.mark("suggested", found.changes.map(([r, c]) => r * this.width + c));
      const cells = found.changes.length === 1 ? "this one cell" : `these ${found.changes.length} cells`;
      const take = element(
        "button",
        { class: "take", onclick: () => this.#paint(found.changes.map(([r, c, colour]) => [r * this.width + c, colour])) },
        `Change ${cells}`,
      );
      button.replaceWith(take);
      take.focus();
    } catch (error) {
      if (!isStale(error)) say(error.message);
    } finally {
      button.disabled = false;
    }
  }

  #exchange() {
    const formats = element("select", { "aria-label": "format" });
    ask("formats", {})
      .then(({ formats: known }) =>
        formats.append(...known.filter((f) => f.written).map((f) => element("option", { value: f.name, title: f.summary }, f.name))),
      )
      .catch((error) => say(error.message));
    const puzzle = () => ({ ...describe(this.cells, this.width, this.palette, { title: this.title.value || undefined }), goals: [this.#rowsOfText()] });
    const save = element("button", {
      class: "export",
      onclick: () => download(puzzle(), formats.value, this.title.value || "puzzle"),
    }, "Export"); // prettier-ignore
    const play = element("button", { onclick: async () => (location.hash = `#play=${await packed(puzzle())}`) }, "Play it");
    return element(
      "div",
      { class: "panel" },
      element("h2", {}, "Take in and give out"),
      element("div", { class: "bar" }, formats, save, play),
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

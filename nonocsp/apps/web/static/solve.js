// The solver: clues typed or pasted, explained step by step; all solutions by index; marginals as a
// heat map; a diagnosis where there is no solution.

import { Channel, isStale } from "./api.js";
import { Board, element } from "./board.js";
import { askFor } from "./dialog.js";
import { opener } from "./files.js";
import { UNKNOWN } from "./lines.js";
import { dress } from "./theme.js";
import { fail, say } from "./message.js";
import { numbers, Puzzle } from "./model.js";
import { addressed, share } from "./share.js";
import { zoom } from "./zoom.js";

export async function show(main, { puzzle }) {
  const solver = new Solver();
  main.append(solver.view);
  if (puzzle) solver.open(puzzle);
  return () => solver.end();
}

class Solver {
  #questions = new Channel();
  #steps = new Channel();
  #pages = new Channel();
  #timer = 0;

  constructor() {
    this.found = [];
    this.at = 0;
    this.index = 0n;
    this.count = null;
    const area = (label) => element("textarea", { "aria-label": label, rows: 8, placeholder: "3 1\n2\n0\n1 1red" });
    this.rows = area("clues of the rows, one line each");
    this.columns = area("clues of the columns, one line each");
    this.board = new Board();
    this.board.readonly = true;
    this.board.editable = true;
    this.board.addEventListener("line", ({ detail }) => this.#editLine(detail));
    this.answer = element("div", { class: "panel answer", role: "status", "aria-label": "answer", hidden: true });
    this.player = element("div", { class: "panel stepper", hidden: true });
    this.sizes = element("span");
    const play = async () => (location.hash = `#play${await addressed(this.data)}`);
    this.view = element(
      "section",
      { class: "solve empty" },
      element("h1", {}, "Solve a puzzle"),
      element(
        "div",
        { class: "two" },
        element("div", { class: "asked" }, element("div", { class: "bar" }, 
            this.sizes,
            element("button", { onclick: () => play().catch(fail) }, "Play it"),
            element("button", { onclick: () => share(this.data, "solve") }, "Share"),
            element("span", { class: "facts" }, "Click a clue to edit it."),
          ), element("div", { class: "scroll" }, this.board), this.answer),
        element(
          "div",
          {},
          this.player,
          element(
            "div",
            { class: "panel" },
            element("h2", {}, "Clues"),
            element("p", { class: "help" }, "One line of text for each clue: numbers separated by spaces, 0 for an empty line, ? for a block of unknown length, * for no clue; 3r or 3red is a coloured block."),
            element("label", {}, "Rows", this.rows),
            element("label", {}, "Columns", this.columns),
            element("div", { class: "bar" }, element("button", { class: "go", onclick: () => this.#typed() }, "Solve")),
            opener((data) => this.open(data)),
          ),
        ),
      ),
    );
  }

  end() {
    for (const channel of [this.#questions, this.#steps, this.#pages]) channel.cancel();
    clearInterval(this.#timer);
    this.view.undress?.();
  }

  async #typed() {
    try {
      const { puzzle } = await this.#questions.ask("typed", { rows: this.rows.value, columns: this.columns.value });
      await this.open(puzzle, { keepText: true });
    } catch (error) {
      if (!isStale(error)) fail(error);
    }
  }

  async open(data, { keepText = false } = {}) {
    this.view.classList.remove("empty");
    this.data = data;
    const puzzle = (this.puzzle = new Puzzle(data));
    if (!keepText) {
      [this.rows.value, this.columns.value] = [data.rows, data.cols].map((side) => side.map(lineText(data)).join("\n"));
    }
    this.board.build({
      rows: puzzle.rows,
      columns: puzzle.columns,
      palette: puzzle.palette,
      label: puzzle.title,
    });
    this.sizes.replaceChildren(zoom(this.board, puzzle));
    dress(this.view, puzzle.palette);
    this.found = [];
    this.at = 0;
    this.masks = null;
    this.index = 0n;
    this.#pause();
    this.#stepper();
    await Promise.all([this.#check(), this.#explain()]);
  }

  async #check() {
    this.answer.hidden = false;
    this.answer.replaceChildren(element("p", {}, "Solving…"));
    try {
      this.#answered(await this.#questions.ask("check", { puzzle: this.data, components: true, seconds: 20 }));
    } catch (error) {
      if (!isStale(error)) this.answer.replaceChildren(element("p", {}, error.message));
    }
  }

  async #answered({ verdict, count, is_exact: exact, problems = [] }) {
    this.count = BigInt(count);
    const words = {
      unique: "Unique: exactly one solution.",
      multiple: `${exact ? "" : "At least "}${grouped(count)} solutions.`,
      none: "null: no solution",
      unknown: "Undecided after 20 seconds.",
    };
    const parts = [element("p", { class: `verdict ${verdict}` }, words[verdict])];
    if (problems.length) parts.push(element("ul", {}, ...problems.map((text) => element("li", {}, text))));
    if (verdict === "unique" || verdict === "multiple") parts.push(this.#pager(verdict, exact));
    this.answer.replaceChildren(...parts);
    if (verdict === "none") await this.#diagnose();
  }

  #pager(verdict, exact) {
    const index = element("input", { type: "text", inputmode: "numeric", value: "1", size: 12, "aria-label": "number of the solution" });
    const go = (to) => this.#page(to, index);
    const wanted = () => /^\d{1,4000}$/.test(index.value.trim()) && go(BigInt(index.value.trim()) - 1n);
    index.addEventListener("change", wanted);
    index.addEventListener("keydown", (event) => event.key === "Enter" && wanted());
    const bar = element("div", { class: "bar" });
    if (verdict === "multiple") {
      bar.append(
        element("button", { onclick: () => go(this.index - 1n) }, "‹ previous"),
        "solution ", index,
        element("button", { onclick: () => go(this.index + 1n) }, "next ›"),
      ); // prettier-ignore
      if (exact) bar.append(element("button", { onclick: () => go(randomBelow(this.count)) }, "random"), element("button", { onclick: () => this.#heat() }, "heat map"));
    } else bar.append(element("button", { onclick: () => go(0n) }, "Show the solution"));
    return bar;
  }

  async #page(index, input) {
    if (index < 0n || index >= this.count) return;
    try {
      const { pictures = [] } = await this.#pages.ask("solutions", { puzzle: this.data, start: String(index), limit: 1, seconds: 20 });
      if (!pictures.length) return;
      this.index = index;
      input.value = String(index + 1n);
      this.#pause();
      this.#plain();
      this.board.show(numbers(pictures[0], this.puzzle.palette));
      this.board.dataset.solution = String(index + 1n);
    } catch (error) {
      if (!isStale(error)) fail(error);
    }
  }

  async #heat() {
    try {
      const { shares } = await this.#pages.ask("marginals", { puzzle: this.data, seconds: 20 });
      const flat = shares.flat();
      this.#pause();
      this.#plain();
      this.board.show(flat.map(() => UNKNOWN));
      this.board.heat((i) => 1 - flat[i][0]);
    } catch (error) {
      if (!isStale(error)) fail(error);
    }
  }

  #plain() {
    this.board.heat(null);
    this.board.mark("concluded", []);
    this.board.mark("because", []);
    this.board.markLines("hinted", []);
  }

  async #diagnose() {
    const place = element("div", {}, element("p", {}, "Looking for the mistake…"));
    this.answer.append(place);
    try {
      const found = await this.#questions.ask("diagnose", { puzzle: this.data, seconds: 20 });
      this.board.markLines("wrong", found.conflict);
      const list = element("ul", {});
      for (const [i, change] of found.changes.slice(0, 10).entries())
        list.append(element("li", {}, change.sentence, ". ", element("button", { onclick: () => this.open(found.proposals[i]) }, "Try it")));
      place.replaceChildren(element("p", {}, found.text.split("\n", 2).slice(0, list.children.length ? 2 : 3).join(" ")), list);
    } catch (error) {
      if (!isStale(error)) place.replaceChildren(element("p", {}, error.message));
    }
  }

  // Steps arrive one by one while the server is still explaining.
  async #explain() {
    const progress = (step) => {
      this.found.push(step);
      this.#listed(step);
    };
    try {
      const end = await this.#steps.ask("explain", { puzzle: this.data, seconds: 20 }, { progress });
      this.ending.textContent = end.text;
    } catch (error) {
      if (!isStale(error)) this.ending.textContent = error.message;
    }
  }

  #stepper() {
    this.player.hidden = false;
    this.list = element("ol", { class: "steps" });
    this.ending = element("p", { class: "facts" });
    this.speed = element("input", { type: "range", min: 1, max: 20, value: 4, "aria-label": "steps a second" });
    this.playing = element("button", { class: "go", onclick: () => (this.#timer ? this.#pause() : this.#go()) }, "Play");
    this.player.replaceChildren(
      element("h2", {}, "Step by step"),
      element(
        "div",
        { class: "bar", role: "toolbar", "aria-label": "steps" },
        element("button", { "aria-label": "to the beginning", onclick: () => this.#to(0) }, icon("M3 2h2v10H3z M12 2v10L5 7z")),
        element("button", { "aria-label": "one step back", onclick: () => this.#to(this.at - 1) }, icon("M10 2v10L3 7z")),
        this.playing,
        element("button", { class: "forward", "aria-label": "one step on", onclick: () => this.#to(this.at + 1) }, icon("M4 2v10l7-5z")),
        element("button", { "aria-label": "to the end", onclick: () => this.#to(this.found.length) }, icon("M2 2v10l7-5z M9 2h2v10H9z")),
        element("label", {}, "speed ", this.speed),
      ),
      this.list,
      this.ending,
    );
    this.#to(0);
  }

  #listed(step) {
    const number = this.list.children.length + 1;
    this.list.append(element("li", { onclick: () => this.#to(number) }, step.sentence));
  }

  #go() {
    if (this.at >= this.found.length) this.#to(0);
    this.playing.textContent = "Pause";
    const tick = () => {
      if (this.at >= this.found.length && !this.#steps.busy) return this.#pause();
      this.#to(this.at + 1);
      this.#timer = setTimeout(tick, 1000 / Number(this.speed.value));
    };
    this.#timer = setTimeout(tick, 0);
  }

  #pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.playing) this.playing.textContent = "Play";
  }

  // Show the board after that many steps, with the cells and reasons of the last step marked.
  #to(wanted) {
    this.at = Math.min(this.found.length, Math.max(0, wanted));
    this.#plain();
    const { width, height, palette } = this.puzzle;
    const all = 2 ** palette.length - 1;
    // Going on, only the new steps are played.
    if (this.at < this.played || !this.masks) {
      this.masks = new Array(width * height).fill(all);
      this.played = 0;
    }
    const masks = this.masks;
    for (const step of this.found.slice(this.played, this.at))
      for (const { row, column, left } of step.cells) masks[row * width + column] &= left.reduce((mask, colour) => mask | (1 << colour), 0);
    this.played = this.at;
    this.board.show(masks.map((mask) => (mask && !(mask & (mask - 1)) ? Math.log2(mask) : UNKNOWN)));
    const last = this.found[this.at - 1];
    if (last) {
      this.board.mark("concluded", last.cells.map(({ row, column }) => row * width + column));
      this.board.mark("because", last.because.map(({ row, column }) => row * width + column));
      this.board.markLines("hinted", last.lines);
    }
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = this.list.children[this.at - 1];
    item?.setAttribute("aria-current", "step");
    // Only the list is scrolled, never the page.
    if (item) this.list.scrollTop = item.offsetTop - this.list.clientHeight / 2;
  }

  // Edit one clue and solve again.
  async #editLine({ axis, index }) {
    const field = axis === "row" ? this.rows : this.columns;
    const lines = field.value.split("\n");
    const clue = element("input", { type: "text", name: "clue", value: lines[index] ?? "", size: 30, "aria-label": `clue of ${axis} ${index + 1}` });
    const answer = askFor(`The clue of ${axis} ${index + 1}`, [clue], "Solve again");
    clue.select();
    const form = await answer;
    if (!form) return;
    lines[index] = form.get("clue");
    field.value = lines.join("\n");
    await this.#typed();
  }
}

function lineText(data) {
  const plain = data.colours.length === 1 && data.colours[0].name === "black";
  return (clue) => {
    if (clue === null) return "*";
    return clue.map(([length, name]) => `${length}${plain ? "" : name}`).join(" ") || "0";
  };
}

function icon(path) {
  const name = "http://www.w3.org/2000/svg";
  const drawn = document.createElementNS(name, "svg");
  const shape = document.createElementNS(name, "path");
  drawn.setAttribute("viewBox", "0 0 14 14");
  drawn.setAttribute("class", "icon");
  drawn.setAttribute("aria-hidden", "true");
  shape.setAttribute("d", path);
  drawn.append(shape);
  return drawn;
}

function randomBelow(count) {
  const digits = count.toString().length + 5;
  let text = "";
  while (text.length < digits) text += String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(10, "0");
  return BigInt(text) % count;
}

const grouped = (digits) => (digits.length > 30 ? `about 10^${digits.length - 1}` : digits.replace(/\B(?=(\d{3})+$)/g, " "));

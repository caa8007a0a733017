// The player: fill in, mark, undo, check against the clues, hints in two stages.

import { ask, Channel, get, isStale } from "./api.js";
import { Board, element } from "./board.js";
import { History } from "./history.js";
import { placedBlocks, UNKNOWN } from "./lines.js";
import { dress } from "./theme.js";
import { fail, say } from "./message.js";
import { Puzzle } from "./model.js";
import * as saved from "./storage.js";
import { share } from "./share.js";
import { miniature } from "./thumbnail.js";
import { scroller, zoom } from "./zoom.js";

const LAST = "nonocsp:last";

export async function show(main, { id, puzzle: given }) {
  const last = localStorage.getItem(LAST);
  if (!given && !id && last?.startsWith("#play")) {
    location.replace(last);
    return null;
  }
  const name = id || (await get("library/index.json")).puzzles[0]?.file;
  const data = given ?? (await get(`library/${encodeURIComponent(name)}.json`));
  localStorage.setItem(LAST, given ? location.hash : `#play/${name}`);
  const game = new Game(new Puzzle(data));
  main.append(game.view);
  game.begin();
  return () => game.end();
}

class Game {
  #history = new History();
  #stroke = null;
  #hints = new Channel();
  #hint = null;
  #timer = 0;
  #unwatch = () => {};

  constructor(puzzle) {
    this.puzzle = puzzle;
    const kept = saved.load(puzzle);
    this.cells = kept?.cells ?? new Array(puzzle.width * puzzle.height).fill(UNKNOWN);
    this.seconds = kept?.seconds ?? 0;
    this.colour = 1;
    this.solved = false;
    this.#build();
  }

  #build() {
    const { puzzle } = this;
    this.board = new Board();
    this.board.straight = true;
    this.clock = element("span", { class: "clock", "aria-label": "time" });
    this.state = element("span", { class: "state" });
    this.hintBox = element("div", { class: "hint", hidden: true, role: "status" });
    this.preview = element("canvas", { class: "preview", role: "img", "aria-label": "the picture so far" });
    const button = (text, key, run) =>
      element("button", { onclick: run, title: key ? `${text} (${key})` : text, "aria-keyshortcuts": key }, text);
    this.colours = element("div", { class: "palette", role: "radiogroup", "aria-label": "colour to fill in" });
    puzzle.palette.forEach((colour, number) => {
      const name = number ? colour.name : "mark as blank";
      const choice = element("button", {
        role: "radio",
        class: "swatch",
        "aria-label": name,
        title: `${name} (${number})`,
        onclick: () => this.choose(number),
      });
      choice.style.setProperty("--ink", `var(--colour-${number})`);
      choice.style.setProperty("--on", `var(--on-colour-${number})`);
      choice.textContent = number ? colour.char : "×";
      this.colours.append(choice);
    });
    this.view = element(
      "section",
      { class: "play" },
      element("h1", {}, puzzle.title),
      element("p", { class: "facts" }, [`${puzzle.width} × ${puzzle.height}`, puzzle.data.author].filter(Boolean).join(", by ")),
      element(
        "div",
        { class: "bar", role: "toolbar", "aria-label": "game" },
        this.colours,
        button("Undo", "Control+Z", () => this.undo()),
        button("Redo", "Control+Y", () => this.redo()),
        button("Hint", "H", () => this.hint()),
        button("Check", "C", () => this.check()),
        button("Start again", "", () => this.restart()),
        button("Share", "", () => share(puzzle.data, "play")),
        zoom(this.board, puzzle),
        scroller(this.board),
        this.clock,
        this.state,
      ),
      this.hintBox,
      (this.here = element("p", { class: "facts here-clues", "aria-hidden": "true" })),
      element("div", { class: "sides" }, element("div", { class: "scroll" }, this.board), this.preview),
      element(
        "p",
        { class: "help" },
        "Click or drag to fill in; right click, or ×, marks a cell as blank. Keys: arrows move, Space fills, X marks, Delete clears, Shift+arrow repeats, digits choose the colour.",
      ),
    );
    const both = puzzle.width > 30 || puzzle.height > 30;
    this.board.build({ rows: puzzle.rows, columns: puzzle.columns, palette: puzzle.palette, both, label: puzzle.title });
    dress(this.view, puzzle.palette);
    this.board.addEventListener("stroke", ({ detail }) => this.#paint(detail));
    this.board.addEventListener("strokeend", ({ detail }) => this.#finish(detail.cancelled));
    // Clues that are too long for the margin are written out for the focused cell.
    const longest = Math.max(...puzzle.rows.map((clue) => clue?.length ?? 0), ...puzzle.columns.map((clue) => clue?.length ?? 0));
    this.here.hidden = longest < 9;
    this.board.addEventListener("here", ({ detail: { row, column } }) => {
      const text = (axis, index, clue) => `${axis} ${index + 1}: ${this.board.spoken(clue)}`;
      this.here.textContent = `${text("row", row, puzzle.rows[row])} — ${text("column", column, puzzle.columns[column])}`;
    });
    this.board.addEventListener("pick", ({ detail }) => this.choose(detail.colour));
    this.choose(1);
  }

  begin() {
    this.#keys = (event) => this.#key(event);
    document.addEventListener("keydown", this.#keys);
    this.#timer = setInterval(() => this.#tick(), 1000);
    this.#unwatch = saved.watch(this.puzzle, ({ cells, seconds }) => {
      // The moves of the other tab become one step here, so that undo restores the own state.
      const step = cells.flatMap((cell, i) => (cell === this.cells[i] ? [] : [[i, this.cells[i], cell]]));
      this.seconds = Math.max(this.seconds, seconds);
      if (!step.length) return;
      this.#history.push(step);
      this.#apply(step.map(([i, , after]) => [i, after]), { keep: false });
      say("This puzzle was changed in another tab; this tab has been updated.");
    });
    this.board.show(this.cells);
    this.#greyAll();
    this.#tick();
    this.#look();
  }
  #keys = null;

  end() {
    document.removeEventListener("keydown", this.#keys);
    clearInterval(this.#timer);
    this.#unwatch();
    this.#hints.cancel();
    this.view.undress();
    this.#save();
  }

  choose(number) {
    if (number >= this.puzzle.palette.length) return;
    this.colour = number;
    [...this.colours.children].forEach((choice, i) => {
      choice.setAttribute("aria-checked", i === number);
      choice.tabIndex = i === number ? 0 : -1;
    });
  }

  // A stroke paints the new value of its first cell, and only over cells that held the old value of
  // that cell, so that a slip of the hand overwrites nothing else.
  #paint({ cells, tool, first }) {
    if (first && tool === "same") {
      const value = this.cells[cells[0]];
      this.#stroke = { from: this.cells[cells[1]], to: value, step: [] };
    } else if (first) {
      const before = this.cells[cells[0]];
      const wanted = { first: this.colour, second: 0, third: UNKNOWN }[tool];
      this.#stroke = { from: before, to: before === wanted ? UNKNOWN : wanted, step: [] };
    }
    const stroke = this.#stroke;
    if (!stroke) return;
    const changes = [];
    for (const index of cells) {
      if (this.cells[index] !== stroke.from || stroke.from === stroke.to) continue;
      stroke.step.push([index, stroke.from, stroke.to]);
      changes.push([index, stroke.to]);
    }
    this.#apply(changes);
  }

  #finish(cancelled) {
    const step = this.#stroke?.step ?? [];
    this.#stroke = null;
    if (cancelled) this.#apply(step.map(([i, before]) => [i, before]));
    else this.#history.push(step);
    this.#save();
    this.#look();
  }

  #apply(changes, { keep = true } = {}) {
    if (!changes.length) return;
    const rows = new Set();
    const columns = new Set();
    for (const [index, value] of changes) {
      this.cells[index] = value;
      rows.add(Math.floor(index / this.puzzle.width));
      columns.add(index % this.puzzle.width);
    }
    this.board.show(this.cells);
    for (const r of rows) this.#grey("row", r);
    for (const c of columns) this.#grey("column", c);
    this.#forgetHint();
    if (keep && !this.#stroke) {
      this.#save();
      this.#look();
    }
  }

  #grey(axis, index) {
    const { puzzle } = this;
    const [line, clue] =
      axis === "row" ? [puzzle.row(this.cells, index), puzzle.rows[index]] : [puzzle.column(this.cells, index), puzzle.columns[index]];
    this.board.grey(axis, index, placedBlocks(line, clue));
  }

  #greyAll() {
    this.puzzle.rows.forEach((_, r) => this.#grey("row", r));
    this.puzzle.columns.forEach((_, c) => this.#grey("column", c));
  }

  #look() {
    const now = this.puzzle.isSolvedBy(this.cells);
    if (now && !this.solved) say("Solved! Every clue is satisfied.", 20);
    this.solved = now;
    this.state.textContent = now ? "solved ✓" : "";
    miniature(this.preview, this.puzzle, this.cells);
    this.view.classList.toggle("solved", now);
  }

  #tick() {
    if (!this.solved && document.visibilityState === "visible") this.seconds += 1;
    const pad = (number) => String(number).padStart(2, "0");
    this.clock.textContent = `${Math.floor(this.seconds / 60)}:${pad(this.seconds % 60)}`;
    if (this.seconds % 15 === 0) this.#save();
  }

  #save() {
    const begun = this.cells.some((cell) => cell !== UNKNOWN);
    if (begun && !this.#keep()) say("The browser has no space left to save this game.");
  }

  #keep() {
    const { puzzle, cells, solved, seconds } = this;
    return saved.save(puzzle, { cells, solved, seconds });
  }

  undo() {
    const changes = this.#history.undo();
    if (changes) this.#apply(changes);
  }

  redo() {
    const changes = this.#history.redo();
    if (changes) this.#apply(changes);
  }

  restart() {
    const step = this.cells.flatMap((cell, i) => (cell === UNKNOWN ? [] : [[i, cell, UNKNOWN]]));
    this.#history.push(step);
    this.#apply(step.map(([i, , after]) => [i, after]));
    this.seconds = 0;
    this.#keep();
    say("Started again. Undo restores your cells.");
  }

  // Check what is filled in against the clues: any solution counts.
  async check() {
    try {
      const answer = await this.#hints.ask("check", { puzzle: this.puzzle.data, grid: this.puzzle.grid(this.cells), seconds: 10 });
      if (answer.verdict === "none") this.#showHint(await this.#askHint(), 2);
      else if (answer.verdict === "unknown") say("Undecided: the time limit was reached.");
      else say(this.solved ? "Solved!" : "No mistake so far.");
    } catch (error) {
      if (!isStale(error)) fail(error);
    }
  }

  // A first hint shows where to look, a second one what follows and why.
  async hint() {
    if (this.#hint) {
      this.#showHint(this.#hint, 2);
      return;
    }
    try {
      this.#showHint(await this.#askHint(), 1);
    } catch (error) {
      if (!isStale(error)) fail(error);
    }
  }

  #askHint() {
    return this.#hints.ask("hint", { puzzle: this.puzzle.data, grid: this.puzzle.grid(this.cells), seconds: 10 });
  }

  #showHint(hint, stage) {
    this.#hint = hint;
    this.hintBox.hidden = false;
    this.board.markLines("hinted", hint.lines);
    const sentences = stage === 1 ? [hint.where] : hint.sentences;
    const parts = [
      sentences.length === 1
        ? element("p", {}, sentences[0])
        : element("ol", {}, ...sentences.map((text) => element("li", {}, text))),
    ];
    if (stage === 1) parts.push(element("button", { onclick: () => this.#showHint(hint, 2) }, "Show the step"));
    else {
      this.board.mark("concluded", hint.cells.map(([r, c]) => r * this.puzzle.width + c));
      this.board.mark("because", hint.because.map(([r, c]) => r * this.puzzle.width + c));
      if (hint.cells.length && hint.kind === "step")
        parts.push(element("button", { onclick: () => this.#take(hint) }, "Fill it in"));
    }
    parts.push(element("button", { onclick: () => this.#forgetHint() }, "Close"));
    this.hintBox.replaceChildren(...parts);
  }

  #take(hint) {
    const step = hint.cells
      .filter(([, , colour]) => colour !== null)
      .map(([r, c, colour]) => [r * this.puzzle.width + c, colour])
      .filter(([index, colour]) => this.cells[index] !== colour)
      .map(([index, colour]) => [index, this.cells[index], colour]);
    this.#history.push(step);
    this.#apply(step.map(([i, , after]) => [i, after]));
  }

  #forgetHint() {
    if (!this.#hint) return;
    this.#hint = null;
    this.hintBox.hidden = true;
    this.board.markLines("hinted", []);
    this.board.mark("concluded", []);
    this.board.mark("because", []);
  }

  #key(event) {
    if (event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" && !event.shiftKey) this.undo();
      else if (key === "y" || (key === "z" && event.shiftKey)) this.redo();
      else return;
      event.preventDefault();
    } else if (key === "h") this.hint();
    else if (key === "c") this.check();
    else if (key === "escape") this.#forgetHint();
  }
}

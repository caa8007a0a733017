// The player: the board of a game with its tools, its panel and its finish.

import { Advice } from "./advice.js";
import { Board } from "../../board/board.js";
import { Swatches } from "../../board/swatches.js";
import { element, tableBody } from "../../page/dom.js";
import { entryOf, nextOf } from "../../puzzle/catalogue.js";
import { askFor } from "../../page/dialog.js";
import { clocked, effort, finish } from "./finish.js";
import { howToPlay } from "./how_to.js";
import { forgetFog, keepFog } from "../../puzzle/fog.js";
import { Game } from "../../puzzle/game.js";
import { Guess } from "./guess.js";
import { afterPaint } from "../../page/idle.js";
import { UNKNOWN } from "../../puzzle/lines.js";
import { tool, workbench } from "../../page/layout.js";
import { say } from "../../page/message.js";
import { breath } from "../../page/idle.js";
import { Puzzle } from "../../puzzle/model.js";
import { keepPuzzle } from "../../puzzle/own.js";
import { summary } from "../../puzzle/progress.js";
import { share } from "../../puzzle/share.js";
import { hasOption } from "../../page/options.js";
import { read, write } from "../../page/storage.js";
import { dress } from "../../page/theme.js";
import { CornerMap } from "../../board/corner_map.js";
import { miniature } from "../../board/thumbnail.js";
import { zoomTools } from "../../board/zoom.js";
import { counted, later, t } from "../../page/language.js";

const LAST = "nonocsp:last";
const PREVIEW = 176; // pixels of the longer side
const KEYS = [
  [later`arrows`, later`move`],
  [later`Space`, later`fill in`],
  ["X", later`mark as blank`],
  [later`Delete`, later`clear`],
  [later`Shift + arrow`, later`copy the cell to its neighbour`],
  [later`0 to 9`, later`choose the mark or a colour`],
  [later`Home, End`, later`first and last cell of the row`],
  ["U, R", later`undo, redo; also Ctrl + Z, Ctrl + Y`],
  ["+, −, .", later`larger and smaller cells, the whole board`],
  [later`H, again H, F`, later`where to look; what follows and why; fill it in`],
  ["C", later`check for mistakes`],
  ["G", later`begin a guess, which can be undone`],
  [later`Escape`, later`close the hint`],
  ["?", later`these keys`],
];

export async function show(frame, { id, puzzle: given }) {
  const last = read(LAST);
  if (!given && !id && last?.startsWith("#play")) {
    location.replace(last);
    return;
  }
  /** @type {Entry | null} */
  let entry = null;
  try {
    if (!given) entry = id ? await entryOf(id) : ((await nextOf()) ?? (await entryOf(1)));
  } catch (error) {
    if (last === frame.address) write(LAST, "");
    throw error;
  }
  frame.signal.throwIfAborted();
  write(LAST, entry?.address ?? frame.address);
  const puzzle = entry?.model ?? new Puzzle(given);
  if (!entry) keepPuzzle(puzzle, frame.address);
  const play = new Play(frame, new Game(puzzle, entry?.number), entry);
  await breath();
  frame.signal.throwIfAborted();
  frame.main.append(play.view);
  play.begin();
}

class Play {
  undoTool = tool("undo", t`Undo`, () => this.game.undo(), { key: "Control+Z U" });
  redoTool = tool("redo", t`Redo`, () => this.game.redo(), { key: "Control+Y R" });
  heading = element("h1", { dir: "auto" });
  clock = element("span.clock", { role: "timer", "aria-label": t`time` }, "");
  state = element("p.state");
  preview = element("canvas.preview", { role: "img", "aria-label": t`the picture so far` });
  palette = new Swatches(t`colour to fill in`, (number) => this.#choose(number));
  #closeFinish = () => {};
  #isTouch = false;
  /** @type {Map<string, Line>} */
  #touched = new Map(); // lines whose numbers may have to fade
  #isWarned = false;

  // `entry` is that of the library, null elsewhere.
  constructor(frame, game, entry) {
    this.frame = frame;
    this.game = game;
    this.entry = entry;
    this.colour = 1;
    const { puzzle } = game;
    this.hidden = entry?.name(false) ?? t`Puzzle ${puzzle.shape.title}`;
    this.board = new Board();
    this.board.straight = true;
    this.advice = new Advice(game, this.board, frame.signal);
    this.guess = new Guess(game, this.board);
    this.view = workbench({
      name: "play",
      label: t`Play`,
      board: this.board,
      tools: [
        this.#palette(),
        [this.undoTool, this.redoTool, this.guess.button],
        [
          tool("hint", t`Hint`, () => this.advice.hint(), { key: "H", text: true }),
          tool("check", t`Check`, () => this.advice.check(), { key: "C", text: true }),
        ],
        zoomTools(this.board),
      ],
      panel: this.#panel(),
    });
    this.board.build({ ...puzzle, label: this.hidden });
    this.map = new CornerMap(this.board);
    this.view.classList.toggle("two-tone", puzzle.palette.length === 2);
    dress(this.view, puzzle.palette, () => miniature(this.preview, puzzle, game.cells, PREVIEW));
  }

  get title() {
    return this.game.wasSolved ? this.game.puzzle.title : this.hidden;
  }

  #palette() {
    this.palette.show(
      this.game.puzzle.palette.map(({ name, char }, value) =>
        value ? { value, name, "data-char": char } : { value, name: t`mark as blank`, text: "×", class: "swatch mark" },
      ),
    );
    return this.palette.view;
  }

  #panel() {
    const { game } = this;
    const { puzzle } = game;
    const button = (text, run) => element("button", { type: "button", onclick: run }, text);
    this.solved = element(
      "div.done",
      { hidden: true },
      this.state,
      button(t`Picture`, () => this.#celebrate()),
    );
    const { shape, palette } = puzzle;
    const facts = [
      shape.title,
      palette.length > 2 && counted(palette.length - 1, "colour"),
      puzzle.author && t`by ${puzzle.author}`,
    ];
    return [
      element("div.head", this.heading, this.clock),
      element("p.facts.about", facts.filter(Boolean).join(" · ")),
      this.solved,
      this.guess.place,
      this.advice.place,
      this.preview,
      element(
        "div.more",
        tool("restart", t`Restart`, () => this.#restart(), { text: true }),
        tool("share", t`Share`, () => this.#share(), { text: true }),
        tool("print", t`Print`, () => this.#print(), { text: true }),
        tool("help", t`Keys`, () => this.#help(), { key: "?", text: true }),
        tool("help", t`How to play`, () => howToPlay(puzzle), { text: true }),
      ),
    ];
  }

  #setOptions() {
    const isNew = hasOption("crosses") && !this.game.crosses;
    this.game.crosses = hasOption("crosses");
    if (isNew && this.game.canUndo) this.game.cross();
    this.advice.setAtOnce(hasOption("mistakes"));
    this.vibrates = hasOption("vibration");
    this.board.enlargeNumbers(hasOption("large"));
    this.#grey(this.game.lines);
    this.#showTime();
  }

  begin() {
    const { game, board } = this;
    const { signal } = this.frame;
    const on = (target, name, run) => target.addEventListener(name, run, { signal });
    on(board, "pointerdown", ({ pointerType }) => (this.#isTouch = pointerType === "touch"));
    on(board, "stroke", ({ detail }) => game.stroke(detail, this.colour));
    on(board, "strokeend", ({ detail }) => game.endStroke(detail.cancelled));
    on(board, "pick", ({ detail }) => this.#choose(detail.colour));
    on(game, "cells", ({ detail }) => this.#draw(detail));
    on(game, "moved", () => (this.#count(), afterPaint(this.#look)));
    on(game, "solved", () => afterPaint(this.#celebrate));
    on(game, "followed", () => say(t`This puzzle was changed in another tab; this tab has been updated.`));
    on(game, "unsaved", () => this.#warn());
    on(document, "keydown", (event) => this.#key(event));
    on(document, "visibilitychange", () => document.hidden && game.save());
    on(window, "pagehide", () => game.save());
    on(window, "nonocsp:options", () => this.#setOptions());
    game.follow(signal);
    const ticking = setInterval(() => this.#tick(), 1000);
    signal.addEventListener("abort", () => {
      clearInterval(ticking);
      this.#closeFinish();
    });
    this.#setOptions();
    this.#choose(1);
    board.show(game.cells);
    this.#count();
    this.#look();
  }

  #choose(number) {
    if (number >= this.game.puzzle.palette.length) return;
    this.colour = number;
    this.palette.choose(number);
  }

  // What the player sees.

  #draw({ lines, changes }) {
    this.board.show(
      this.game.cells,
      changes.map(([index]) => index),
    );
    for (const line of lines) this.#touched.set(`${line.axis} ${line.index}`, line);
    afterPaint(this.#fade);
    if (this.vibrates && this.#isTouch) navigator.vibrate?.(8);
  }

  #fade = () => {
    this.#grey([...this.#touched.values()]);
    this.#touched.clear();
  };

  // Numbers of placed blocks fade.
  #grey(lines) {
    const fades = !hasOption("dark");
    for (const line of lines) this.board.grey(line.axis, line.index, fades ? this.game.placed(line) : []);
  }

  // After a move: its steps can be undone at once, the rest follows the paint.
  #count() {
    this.undoTool.disabled = !this.game.canUndo;
    this.redoTool.disabled = !this.game.canRedo;
  }

  #look = () => {
    const { game } = this;
    this.guess.show();
    if (this.heading.textContent !== this.title) {
      this.heading.textContent = this.title;
      this.frame.setTitle(this.title);
    }
    this.solved.hidden = !game.isSolved;
    if (game.isSolved && this.solved.children.length < 3) this.solved.append(this.#nextLink());
    this.view.classList.toggle("solved", game.isSolved);
    this.board.classList.toggle("plain", game.isSolved);
    this.preview.hidden = !game.cells.some((cell) => cell > 0);
    miniature(this.preview, game.puzzle, game.cells, PREVIEW);
    this.map.draw(game.puzzle, game.cells);
    if (game.isSolved) forgetFog(game.puzzle);
    else if (this.entry) keepFog(game.puzzle, game.cells);
    this.#showTime();
  };

  // Once is enough.
  #warn() {
    if (!this.#isWarned) say(t`The browser keeps nothing more: this game lasts until the page is closed.`);
    this.#isWarned = true;
  }

  #tick() {
    // The clock begins with the first cell, and rests behind a dialog.
    const isBegun = this.game.seconds > 0 || this.game.cells.some((cell) => cell !== UNKNOWN);
    if (document.hidden || !isBegun || document.querySelector("dialog:modal")) return;
    this.game.tick();
    this.#showTime();
  }

  #showTime() {
    const { isSolved, seconds } = this.game;
    // The text alone: an element that comes or goes is more work for a browser.
    this.clock.firstChild.data = clocked(seconds);
    this.clock.hidden = isSolved || hasOption("timeless");
    this.state.textContent = isSolved ? t`Solved in ${effort(this.game)}` : "";
  }

  // The finish.

  #celebrate = () => {
    const { game } = this;
    // Undone, or left, since the last stroke.
    if (!game.isSolved || this.frame.signal.aborted) return;
    const { puzzle } = game;
    this.advice.forget();
    this.#closeFinish();
    this.#closeFinish = finish(this.view, game, {
      title: puzzle.title,
      author: puzzle.author,
      depth: this.entry?.rating?.depth_word,
      streak: summary().streak,
      actions: [
        this.#nextLink(),
        element("button", { type: "button", onclick: () => this.#share() }, t`Share`),
        element("a.button", { href: "#library" }, t`Puzzles`),
      ],
    });
  };

  // The result does not name the picture, which is to be found.
  #share() {
    const { game } = this;
    const result = game.isSolved ? t`${game.puzzle.shape.title} nonogram solved in ${effort(game)}.` : "";
    share(game.puzzle.data, "play", result);
  }

  // A place for a link to the next unsolved puzzle of the section, which is looked for when this one is solved.
  #nextLink() {
    const link = element("a.button.main", { hidden: true }, t`Next puzzle`);
    nextOf(this.entry).then(
      (next) => next && Object.assign(link, { href: next.address, hidden: false }),
      () => {}, // without a connection there is none
    );
    return link;
  }

  // Commands.

  #restart() {
    this.game.restart();
    this.advice.forget();
    say(t`Restarted. Undo restores your cells.`);
  }

  // The puzzle as it was before the first move.
  #print() {
    const cells = this.game.cells;
    this.board.show(new Array(cells.length).fill(UNKNOWN));
    for (const { axis, index } of this.game.lines) this.board.grey(axis, index, []);
    const back = () => {
      this.board.show(cells);
      this.#grey(this.game.lines);
    };
    addEventListener("afterprint", back, { once: true });
    print();
  }

  #help() {
    const content = [
      element("table.keys", tableBody(KEYS.map((row) => row.map((text) => t(text))))),
      element(
        "p.facts",
        t`Mouse: drag to fill in, right button to mark, middle button to move the board, Ctrl and wheel to zoom.`,
      ),
      element("p.facts", t`Fingers: one draws, two move and zoom the board.`),
    ];
    askFor(t`Keys`, content, t`Close`, null);
  }

  // Digits choose wherever the focus is; with nothing in focus, an arrow leads to the board.
  #key(event) {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.target.closest("dialog, select")
    )
      return;
    if (/^[0-9]$/.test(event.key)) this.#choose(Number(event.key));
    else if (event.key.startsWith("Arrow") && [document.body, this.frame.main].includes(event.target)) {
      event.preventDefault();
      this.view.querySelector('.cell[tabindex="0"]')?.focus();
    }
  }
}

// The steps of an explanation, played on a board; and the chain of reasons for one cell.
//
// Steps arrive one by one while they are still being found. The chain of a cell is a part of them: the
// steps that exclude its other colours, and by `uses` those that they build on.

import { Channel, isStale, reason } from "../../page/api.js";
import { element, range } from "../../page/dom.js";
import { relabel, tool } from "../../page/layout.js";
import { UNKNOWN } from "../../puzzle/lines.js";
import { closure } from "../../puzzle/dependencies.js";
import { sentenceIn } from "../../puzzle/sentences.js";
import { colourName, t } from "../../page/language.js";

export class Stepper {
  #channel;
  #timer = 0;
  // The cells after some steps.
  /** @type {{ steps: Step[] | number[] | null, at: number, masks: number[] }} */
  #played = { steps: null, at: 0, masks: [] };

  constructor(board, signal) {
    this.#channel = new Channel(signal);
    signal.addEventListener("abort", () => this.pause());
    this.board = board;
    this.data = this.puzzle = null;
    this.at = 0;
    /** @type {Step[]} */
    this.found = [];
    this.waiting = null; // a cell whose step is not found yet
    /** @type {number[] | null} */
    this.chain = null; // the numbers of the steps for one cell
    this.title = element("p.what", { role: "status" });
    this.back = element("button.back", { hidden: true, onclick: () => this.all() }, t`All steps`);
    this.sentence = element("p.sentence", { role: "status", "aria-label": t`step` });
    this.links = element("ol.links", { hidden: true });
    this.scrub = range(t`steps shown`, { max: 0, oninput: () => this.#user(Number(this.scrub.value)) });
    this.place = element("output.place");
    this.speed = range(t`steps a second`, { min: 0.5, max: 20, step: 0.5, value: 4 });
    this.playing = tool("play", t`Run`, () => (this.#timer ? this.pause() : this.play()), { key: "P" });
    this.list = element("ol.steps");
    this.ending = element("p.facts");
    this.view = element(
      "div.stepper",
      element("div.head", this.title, this.back),
      element(
        "div.bar.controls",
        { role: "toolbar", "aria-label": t`steps` },
        tool("first", t`To the beginning`, () => this.#user(0)),
        tool("step-back", t`One step back`, () => this.#user(this.at - 1), { key: "," }),
        this.playing,
        tool("step", t`One step on`, () => this.#user(this.at + 1), { key: "." }),
        tool("last", t`To the end`, () => this.#user(this.steps.length)),
        element("label.speed", t`speed`, this.speed),
      ),
      element("div.scrub", this.scrub, this.place),
      this.sentence,
      this.links,
      this.list,
      this.ending,
    );
  }

  // The steps that are shown: all, or the chain of a cell.
  get steps() {
    return this.chain ? this.chain.map((number) => this.found[number]) : this.found;
  }

  // Another puzzle: its steps are asked for when they are wanted.
  reset(data, puzzle) {
    this.#channel.cancel();
    this.close();
    Object.assign(this, { data, puzzle, found: [], chain: null, at: 0, isAsked: false, isDone: false, waiting: null });
    this.list.replaceChildren();
    this.ending.textContent = "";
  }

  // Show the steps. They are explained on the first call.
  open() {
    this.isOpen = true;
    if (this.waiting === null) {
      this.#titled();
      this.to(this.at);
    }
    this.#ask();
  }

  async #ask() {
    if (this.isAsked) return;
    this.isAsked = true;
    this.ending.textContent = t`Explaining…`;
    const progress = (step) => {
      this.found.push(step);
      if (!this.chain) this.#listed(step, this.found.length);
      if (this.waiting !== null && this.#decides(step, this.waiting)) this.why(this.waiting);
      this.#ranged();
    };
    try {
      const { text } = await this.#channel.ask("explain", { puzzle: this.data, seconds: 60 }, { progress });
      this.outcome = text;
      this.isDone = true;
      this.ending.textContent = text;
    } catch (error) {
      if (isStale(error)) return;
      this.isDone = true;
      this.ending.textContent = reason(error);
    }
    if (this.waiting !== null) this.why(this.waiting);
  }

  close() {
    this.isOpen = false;
    this.pause();
  }

  // All steps again, at the place of the step that was shown last.
  all() {
    const at = this.chain?.[this.at - 1] ?? -1;
    this.chain = null;
    this.target = null;
    this.waiting = null;
    this.board.mark("target", []);
    this.list.replaceChildren();
    this.found.forEach((step, i) => this.#listed(step, i + 1));
    this.#titled();
    this.to(at + 1);
  }

  // Why a cell is what it is: the chain of steps that decides it.
  why(cell) {
    this.isOpen = true;
    this.#ask();
    this.pause();
    const { shape } = this.puzzle;
    const [row, column] = shape.place(cell);
    const direct = this.found.flatMap((step, number) =>
      step.cells.some((one) => one.row === row && one.column === column) ? [number] : [],
    );
    const isDecided = direct.some((number) =>
      this.found[number].cells.some((one) => one.row === row && one.column === column && one.left.length === 1),
    );
    this.target = cell;
    this.board.mark("target", [cell]);
    this.waiting = isDecided || this.isDone ? null : cell;
    this.chain = isDecided || this.isDone ? closure(this.found, direct) : [];
    this.list.replaceChildren();
    this.chain.forEach((number) => this.#listed(this.found[number], number + 1));
    const where = shape.name(cell);
    const colour = this.found[direct.at(-1) ?? -1]?.cells.find((one) => one.row === row && one.column === column)?.left;
    this.back.hidden = false;
    if (this.waiting !== null) this.title.textContent = t`Why is ${where} so? Looking for its step…`;
    else if (!isDecided)
      this.title.textContent = this.outcome?.startsWith("Several")
        ? t`Nothing decides ${where}: solutions differ there.`
        : t`No step decides ${where}.`;
    else {
      const number = this.chain.length;
      const steps = number === 1 ? t`One step` : t`A chain of ${number} steps`;
      const all = this.isDone ? t`${steps} of ${this.found.length}` : steps;
      this.title.textContent = t`Why is ${where} ${colourName(this.puzzle.palette[colour?.[0] ?? 0].name)}? ${all}.`;
    }
    if (this.waiting === null) this.to(this.chain.length);
    else this.#ranged();
  }

  #decides(step, cell) {
    return step.cells.some((one) => this.puzzle.shape.number(one.row, one.column) === cell && one.left.length === 1);
  }

  #titled() {
    this.back.hidden = !this.chain;
    if (!this.chain) this.title.textContent = t`Every step as a person finds it. Choose a cell to ask why.`;
  }

  #listed(step, number) {
    const at = this.list.children.length + 1;
    this.list.append(element("li", { value: number, onclick: () => this.#user(at) }, sentenceIn(step, this.puzzle)));
  }

  play() {
    if (this.at >= this.steps.length && this.isDone) this.to(0);
    this.#playing(true);
    const tick = () => {
      if (this.at >= this.steps.length && (this.isDone || this.chain)) return this.pause();
      this.to(this.at + 1);
      this.#timer = setTimeout(tick, 1000 / Number(this.speed.value));
      return undefined;
    };
    this.#timer = setTimeout(tick, 0);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#playing(false);
  }

  #playing(on) {
    relabel(this.playing, on ? "pause" : "play", on ? t`Pause` : t`Run`, "P");
  }

  #user(at) {
    this.pause();
    this.to(at);
  }

  #ranged() {
    const { length } = this.steps;
    this.scrub.max = length;
    this.scrub.disabled = !length;
    this.place.textContent = t`${this.at} of ${length}`;
  }

  // Show the board after that many steps, with the cells and reasons of the last one marked.
  to(wanted) {
    const { steps } = this;
    this.at = Math.min(steps.length, Math.max(0, wanted));
    this.#ranged();
    this.scrub.value = this.at;
    if (!this.isOpen) return;
    const at = ({ row, column }) => this.puzzle.shape.number(row, column);
    this.board.show(this.#cellsAfter(steps, this.at));
    const last = steps[this.at - 1];
    this.board.mark("concluded", last ? last.cells.map(at) : []);
    this.board.mark("because", last ? last.because.map(at) : []);
    this.board.markLines("hinted", last && last.lines.length < 12 ? last.lines : []);
    this.sentence.textContent = last ? sentenceIn(last, this.puzzle) : steps.length ? t`Nothing is known yet.` : "";
    const links = last?.branches.flatMap(({ links }) => links) ?? [];
    this.links.hidden = !links.length;
    this.links.replaceChildren(...links.map(({ sentence }) => element("li", sentence)));
    if (last?.cells.length) this.board.reveal(last.cells.map(at));
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = this.list.children[this.at - 1];
    item?.setAttribute("aria-current", "step");
    // Only the list is scrolled, never the page.
    if (item) this.list.scrollTop = item.offsetTop - this.list.clientHeight / 2;
  }

  // Going on, only the new steps are played.
  #cellsAfter(steps, at) {
    const { shape, palette } = this.puzzle;
    const of = this.chain ?? this.found;
    if (this.#played.steps !== of || at < this.#played.at) {
      this.#played = { steps: of, at: 0, masks: new Array(shape.size).fill(2 ** palette.length - 1) };
    }
    const { masks } = this.#played;
    for (const step of steps.slice(this.#played.at, at))
      for (const { row, column, excluded } of step.cells)
        for (const colour of excluded) masks[shape.number(row, column)] &= ~(1 << colour);
    this.#played.at = at;
    return masks.map((mask) => (mask && !(mask & (mask - 1)) ? 31 - Math.clz32(mask) : UNKNOWN));
  }
}

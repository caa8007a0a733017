// The answer to a puzzle: its verdict, its solutions by number, the cells in which they differ, and the mistake where
// there is no solution.

import { solutionsIn, undetermined, Verdict } from "../../board/verdict.js";
import { Channel, isStale, reason } from "../../page/api.js";
import { element, pointed, range } from "../../page/dom.js";
import { tool } from "../../page/layout.js";
import { UNKNOWN } from "../../puzzle/lines.js";
import { Gauge } from "../draw/gauge.js";
import { Publishing } from "../draw/publishing.js";
import { why } from "./argument.js";
import { numbers } from "../../puzzle/model.js";
import { capital, grouped } from "../../puzzle/words.js";
import { counted, t } from "../../page/language.js";

const SECONDS = 20; // of a search, at first
const LONGER = 60;
const ESTIMATE_SECONDS = 3;
const SLIDER = 2000; // solutions for which there is a slider
const WINDOW = 160_000; // cells of the solutions that are fetched at once

export class AnswerPanel {
  #checks;
  #spaces;
  #pages;
  #whys;
  #diagnoses;
  /** @type {bigint | null} */
  index = null; // of the solution on the board, from 0
  /** @type {number[] | null} */
  picture = null; // that solution
  /** @type {number[] | null} */
  known = null; // cells that are decided line by line
  count = 0n;
  /** @type {bigint | null} */
  most = null; // solutions, where an upper bound is proven
  isExact = false;
  /** @type {Map<bigint, string[]>} */
  pages = new Map();
  window = 0; // solutions that are fetched at once
  /** @type {Line[] | null} */
  conflict = null;
  /** @type {any} */
  number = null; // fields
  /** @type {any} */
  slider = null;

  // `solver` has board, data, puzzle, and open(data) for a puzzle to try in its place.
  constructor(solver) {
    const channels = Array.from({ length: 5 }, () => new Channel(solver.signal));
    [this.#checks, this.#spaces, this.#pages, this.#whys, this.#diagnoses] = channels;
    this.solver = solver;
    this.board = solver.board;
    this.verdict = new Verdict(solver.board, solver.signal);
    this.stop = element("button", { hidden: true, onclick: () => this.halt() }, t`Stop`);
    this.more = element("button", { hidden: true, onclick: () => this.#see() });
    this.gauge = new Gauge(solver.signal);
    this.publishing = new Publishing(solver.signal);
    this.head = this.verdict.head;
    this.head.append(this.stop, this.more);
    this.view = element("div.solutions");
  }

  end() {
    const shown = [this.verdict, this.gauge, this.publishing];
    for (const part of [this.#checks, this.#spaces, this.#pages, this.#whys, this.#diagnoses, ...shown]) part.cancel();
  }

  #say(verdict, word, facts = "", busy = false) {
    this.verdict.say(verdict, word, facts);
    this.stop.hidden = !busy;
    this.#offer();
  }

  // Beside the verdict: the way to what is behind it, where that is not shown.
  #offer() {
    const words = { multiple: t`See them`, none: this.conflict ? t`See why` : t`Find the typo`, unknown: t`More` };
    const word = words[this.verdict.kind];
    this.more.hidden = !word || !this.stop.hidden || this.solver.tab === "answer";
    this.more.textContent = word ?? "";
  }

  #see() {
    if (this.verdict.kind === "none" && !this.conflict) this.diagnose();
    this.solver.choose("answer");
  }

  // Nothing was asked yet.
  clear() {
    this.end();
    this.#say("", t`Solver`, t`Type clues, or paste a puzzle.`);
    this.view.replaceChildren(element("p.facts", t`The answer comes here.`));
  }

  // Solve the puzzle. `diagnose`: look for the mistake at once if there is no solution.
  async ask({ diagnose = true, seconds = SECONDS } = {}) {
    this.end();
    this.index = this.picture = this.conflict = this.known = this.most = null;
    this.number = this.slider = null;
    this.pages = new Map();
    this.isExact = false;
    this.verdict.differ([]);
    this.solver.plain();
    this.#say("", t`Solving…`, "", true);
    try {
      const found = await this.#checks.ask("check", { puzzle: this.solver.data, seconds });
      this.#checked(found, diagnose, seconds);
    } catch (error) {
      if (isStale(error)) return;
      this.#say("unknown", t`Unknown`, reason(error));
      this.#unknown({}, seconds);
    }
  }

  /** @param {Checked} answer @param {boolean} diagnose @param {number} seconds */
  #checked({ verdict, pictures = [] }, diagnose, seconds) {
    const { puzzle } = this.solver;
    if (pictures.length) this.picture = numbers(pictures[0], puzzle.palette);
    this.count = BigInt(pictures.length);
    this.isExact = verdict === "unique" || verdict === "none";
    this.publishing.offer({ puzzle: this.solver.data }, puzzle.shape, puzzle.palette);
    if (verdict === "unique") {
      this.index = 0n;
      const filled = (this.picture ?? []).filter(Boolean).length;
      this.#say("unique", t`One solution`, t`${puzzle.shape.title}, ${counted(filled, "cell")} filled`);
      this.view.replaceChildren(
        element("p", t`The solution is on the board. Choose a cell to ask why it is so.`),
        this.#rating(),
        this.publishing.view,
        ...why(this.solver, this.#whys, t`Why the only one?`),
      );
    } else if (verdict === "multiple") this.#countAll();
    else if (verdict === "none") {
      this.#say("none", t`No solution`, "");
      this.view.replaceChildren();
      if (diagnose) this.diagnose();
      else
        this.view.replaceChildren(
          element("p", t`These clues contradict each other; perhaps they are not complete yet.`),
          element("button.main", { onclick: () => this.diagnose() }, t`Find the typo`),
          ...why(this.solver, this.#whys, t`Why none?`),
        );
    } else {
      this.#say("unknown", t`Unknown`, t`after ${seconds} seconds`);
      this.#unknown({ found: pictures.length }, seconds);
    }
    this.show();
  }

  // A button that asks how long and how deep it is, and becomes the answer.
  #rating() {
    const ask = () => {
      button.replaceWith(this.gauge.view);
      this.gauge.rate({ puzzle: this.solver.data }, 0);
    };
    const button = element("button", { onclick: ask }, t`How long, how deep?`);
    return button;
  }

  // Stop what is being computed; what is known stays.
  halt() {
    const wasCounting = this.#spaces.busy;
    this.end();
    this.stop.hidden = true;
    if (wasCounting) this.#counted(false, t`stopped`);
    else if (!this.verdict.kind) {
      this.#say("unknown", t`Stopped`, "");
      this.#unknown({}, SECONDS);
    } else this.verdict.facts.textContent = t`stopped`;
  }

  // All solutions: how many there are, the first of them, and where they differ.
  async #countAll(seconds = SECONDS) {
    this.#say("multiple", t`Several solutions`, t`counting…`, true);
    this.view.replaceChildren(element("p.facts", t`The board shows one of them.`));
    const progress = (bounds) => {
      this.#bound(bounds);
      this.#say("multiple", solutionsIn(this), t`counting…`, true);
    };
    const { puzzle, data } = this.solver;
    this.window = Math.max(4, Math.min(500, Math.floor(WINDOW / puzzle.shape.size)));
    try {
      const request = { puzzle: data, start: 0, limit: this.window, components: true, seconds };
      const found = await this.#spaces.ask("solutions", request, { progress });
      this.#bound(found);
      this.isExact = found.is_exact;
      this.#keep(0n, found.pictures ?? []);
      const differ = puzzle.shape.cellsAt(found.differ ?? []);
      if (found.is_exact) this.verdict.differ(differ, found.components ?? [], { puzzle: data, seconds: LONGER });
      this.#counted(found.is_exact, found.is_exact ? undetermined(differ) : t`after ${seconds} seconds`);
      if (!found.is_exact) this.#backbone().then(() => this.#estimate());
    } catch (error) {
      if (!isStale(error)) this.#counted(false, reason(error));
    }
  }

  // Keep the better bounds.
  /** @param {Counted} answer */
  #bound({ count, at_most: most, is_exact: isExact }) {
    if (BigInt(count) > this.count || isExact) this.count = BigInt(count);
    if (most && (this.most === null || BigInt(most) < this.most)) this.most = BigInt(most);
  }

  #counted(isExact, reached) {
    this.#say("multiple", solutionsIn(this), isExact ? reached : t`not all counted: ${reached}`);
    if (isExact) this.view.replaceChildren(...this.#pager(), this.verdict.spread, this.publishing.view);
    else
      this.view.replaceChildren(
        ...this.#pager(),
        element("p", this.pages.size ? t`These are the first ones that were found.` : t`The board shows one of them.`),
        this.#longer(),
      );
    if (this.pages.size) this.go(0n);
  }

  // Which cells differ is often known although the solutions are too many to count.
  async #backbone() {
    try {
      const request = { puzzle: this.solver.data, differ: true, seconds: SECONDS };
      const { differ } = await this.#spaces.ask("check", request);
      if (!differ?.length) return;
      const cells = this.solver.puzzle.shape.cellsAt(differ);
      this.verdict.differ(cells);
      this.view.append(element("p.facts", undetermined(cells)));
      this.show();
    } catch (error) {
      if (!isStale(error)) this.verdict.facts.textContent = reason(error);
    }
  }

  // A number that is not proven, with the words that say so.
  async #estimate() {
    try {
      const { text } = await this.#spaces.ask("estimate", { puzzle: this.solver.data, seconds: ESTIMATE_SECONDS });
      this.view.append(element("p.facts", `${capital(text)}.`));
    } catch (error) {
      if (!isStale(error)) this.view.append(element("p.facts", t`No estimate: ${reason(error)}`));
    }
  }

  #longer() {
    return element("button", { onclick: () => this.#countAll(LONGER) }, t`Count for up to ${LONGER} seconds`);
  }

  #pager() {
    const label = { "aria-label": t`number of the solution` };
    this.number = element("input.which", { type: "text", inputmode: "numeric", value: "1", ...label });
    const typed = () => {
      const text = this.number.value.trim();
      if (/^[1-9]\d{0,3999}$/.test(text)) this.go(BigInt(text) - 1n);
      else this.number.value = String((this.index ?? 0n) + 1n);
    };
    this.number.addEventListener("change", typed);
    this.number.addEventListener("keydown", (event) => event.key === "Enter" && typed());
    const random = tool("dice", t`Solution at random`, () => this.go(randomBelow(this.count)), { key: "R" });
    const bar = element(
      "div.bar.pager",
      tool("previous", t`Previous solution`, () => this.go((this.index ?? 0n) - 1n), { key: "," }),
      element(
        "label",
        this.number,
        element("span.of", this.isExact ? t` of ${grouped(this.count)}` : t` of at least ${grouped(this.count)}`),
      ),
      tool("next", t`Next solution`, () => this.go((this.index ?? 0n) + 1n), { key: "." }),
      ...(this.isExact ? [random] : []),
    );
    this.number.style.setProperty("--digits", String(this.count).length);
    if (!this.pages.size) return [];
    if (!this.isExact || this.count > BigInt(SLIDER)) return [bar];
    const oninput = () => this.go(BigInt(this.slider.value) - 1n);
    this.slider = range(t`solution`, { min: 1, max: Number(this.count), value: 1, oninput });
    return [bar, this.slider];
  }

  #keep(start, pictures) {
    pictures.forEach((picture, i) => this.pages.set(start + BigInt(i), picture));
  }

  // Show the solution of an index from 0; it is on the board when its number is in the field.
  /** @param {bigint} index */
  async go(index) {
    if (index < 0n || (this.isExact && index >= this.count)) {
      this.number.value = String((this.index ?? 0n) + 1n);
      return;
    }
    if (!this.pages.has(index)) {
      const half = BigInt(Math.floor(this.window / 2));
      const start = index > half ? index - half : 0n;
      try {
        const request = { puzzle: this.solver.data, start: String(start), limit: this.window, seconds: SECONDS };
        const found = await this.#pages.ask("solutions", request);
        if (this.pages.size > 20_000) this.pages.clear();
        this.#keep(start, found.pictures ?? []);
      } catch (error) {
        if (!isStale(error)) this.verdict.facts.textContent = reason(error);
        return;
      }
      if (!this.pages.has(index)) return;
    } else this.#pages.cancel();
    if (this.index !== null) this.verdict.unshade();
    this.index = index;
    this.picture = numbers(this.pages.get(index) ?? [], this.solver.puzzle.palette);
    this.show();
  }

  // Show the answer on the board, if the solver shows answers now.
  show() {
    if (this.number && this.index !== null) {
      this.number.value = String(this.index + 1n);
      if (this.slider) this.slider.value = Number(this.index + 1n);
    }
    this.#offer();
    const { board, puzzle, showsAnswer } = this.solver;
    if (!showsAnswer || !puzzle) return;
    if (this.index === null) delete board.dataset.solution;
    else board.dataset.solution = String(this.index + 1n);
    const cells = this.picture ?? this.known ?? new Array(puzzle.shape.size).fill(UNKNOWN);
    board.show(cells);
    this.verdict.show();
    board.markLines("wrong", this.conflict ?? []);
  }

  // What is known when a limit was reached, and more time.
  async #unknown({ found = 0 }, seconds) {
    const words = found
      ? t`One solution was found; whether it is the only one is unknown.`
      : t`Neither a solution nor a contradiction was found.`;
    const known = element("p.facts");
    const longer = () => this.ask({ seconds: LONGER });
    const more = element("button.main", { onclick: longer }, t`Search for up to ${LONGER} seconds`);
    this.view.replaceChildren(element("p", words), known, ...(seconds < LONGER ? [more] : []));
    if (found) return;
    try {
      const { grid } = await this.#checks.ask("propagate", { puzzle: this.solver.data, seconds: SECONDS });
      if (!grid) return;
      const cells = (this.known = grid.flat().map((mask) => (mask & (mask - 1) ? UNKNOWN : 31 - Math.clz32(mask))));
      const decided = cells.filter((cell) => cell !== UNKNOWN).length;
      known.textContent = t`Line by line, ${decided} of ${cells.length} cells are known; the board shows them.`;
      this.show();
    } catch (error) {
      if (!isStale(error)) known.textContent = reason(error);
    }
  }

  // Look for the typos that explain why there is no solution.
  async diagnose() {
    this.#say("none", t`No solution`, t`looking for the typo…`, true);
    const place = element("div.diagnosis");
    this.view.replaceChildren(place, ...why(this.solver, this.#whys, t`Why none?`));
    const tell = (found, proposals) => {
      this.conflict = found.conflict;
      this.show();
      const [sentence] = found.text.split("\n");
      const list = element("ul.typos");
      found.changes.slice(0, 8).forEach((change, i) => {
        const lines = change.typos.flatMap((typo) => (typo.before.length ? typo.lines : []));
        const point = (on) => this.board.markLines("hinted", on ? lines : []);
        const go = proposals?.[i] && element("button", { onclick: () => this.solver.open(proposals[i]) }, t`Try it`);
        list.append(element("li", pointed(point), element("span", `${change.sentence}.`), ...(go ? [go] : [])));
      });
      place.replaceChildren(
        element("p", sentence.replace(/[:.]$/, ".")),
        ...(list.children.length ? [element("p.facts", t`What may have gone wrong, the likeliest first:`), list] : []),
      );
    };
    try {
      const request = { puzzle: this.solver.data, seconds: SECONDS };
      const found = await this.#diagnoses.ask("diagnose", request, { progress: (interim) => tell(interim) });
      tell(found, found.proposals);
      this.#say("none", t`No solution`, found.conflict.length ? t`the framed clues contradict each other` : "");
    } catch (error) {
      if (!isStale(error)) {
        this.#say("none", t`No solution`, "");
        place.append(element("p", reason(error)));
      }
    }
  }
}

function randomBelow(count) {
  const digits = count.toString().length + 5;
  let text = "";
  while (text.length < digits) text += String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(10, "0");
  return BigInt(text) % count;
}

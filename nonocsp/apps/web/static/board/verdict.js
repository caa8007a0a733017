// What is known about a puzzle, beside its board: the verdict, the number of solutions, the cells in which they differ
// with their independent parts, and those cells in the mean of their colours. The editor and the solver show it alike,
// each with what else it offers.

import { Channel, isStale, reason } from "../page/api.js";
import { element, pointed } from "../page/dom.js";
import { colourName, counted, decimal, t } from "../page/language.js";
import { tool } from "../page/layout.js";
import { read, write } from "../page/storage.js";
import { capital, grouped, short } from "../puzzle/words.js";

const SHADING = "nonocsp:shading";
const MOST = 12; // parts that are listed

export class Verdict {
  #shares;
  /** @type {number[]} */
  #cells = [];
  /** @type {object | null} */
  #request = null;
  /** @type {number[][] | null} */
  #known = null;

  /** @param {import("./board.js").Board} board @param {AbortSignal} signal */
  constructor(board, signal) {
    this.#shares = new Channel(signal);
    this.board = board;
    // The cells are hatched while it is pointed at. A rule that finds out by :has() styles every cell at each new text.
    this.word = element(
      "p.verdict",
      pointed((/** @type {boolean} */ on) => board.classList.toggle("hatched", on)),
      "…",
    );
    this.facts = element("p.facts");
    this.head = element(
      "div.answer",
      element("div", { role: "status", "aria-label": t`verdict` }, this.word, this.facts),
    );
    this.shading = tool("heat", t`Shading`, () => this.#toggle(), { pressed: read(SHADING) === "yes", text: true });
    this.shading.title = t`Shade each ambiguous cell by its share of the solutions`;
    this.share = element("p.facts");
    this.spread = element("div.spread");
    board.addEventListener("here", (/** @type {any} */ { detail }) => this.#here(detail?.cell));
  }

  get kind() {
    return this.head.dataset.verdict;
  }

  /** @param {string} kind @param {string} word @param {string} [facts] */
  say(kind, word, facts = "") {
    this.head.dataset.verdict = kind;
    this.word.textContent = word;
    this.facts.textContent = facts;
  }

  // The cells in which solutions differ, and their independent parts. `request` asks for their shares of the solutions.
  /** @param {number[]} cells @param {NonNullable<Counted["components"]>} [parts] @param {object | null} [request] */
  differ(cells, parts = [], request = null) {
    this.#shares.cancel();
    [this.#cells, this.#request, this.#known] = [cells, request, null];
    this.shading.hidden = !request;
    this.share.textContent = "";
    // Buttons that leave the page lose the focus first, which marks cells.
    this.spread.replaceChildren(
      ...(parts.length > 1 ? [element("p", t`${parts.length} independent parts; their ways multiply:`)] : []),
      ...(parts.length ? [this.#list(parts)] : []),
      this.shading,
      this.share,
    );
    this.show();
    if (this.#isShading) this.#ask();
  }

  // Mark those cells, or take the marks away while the board shows something else.
  show(on = true) {
    this.board.mark("differ", on ? this.#cells : []);
    this.board.mark("part", []);
    this.#shade(on && this.#isShading ? this.#known : null);
  }

  cancel() {
    this.#shares.cancel();
  }

  // Parts as buttons that show them on the board.
  /** @param {NonNullable<Counted["components"]>} parts */
  #list(parts) {
    const { board } = this;
    const { shape } = board;
    const items = parts.slice(0, MOST).map(({ cells, count }) => {
      const at = shape.cellsAt(cells);
      const show = (/** @type {boolean} */ on) => board.mark("part", on ? at : []);
      const reveal = () => (show(true), board.reveal(at));
      const where = shape.axes.map((axis) => {
        const numbers = at.map((cell) => shape.lineOf(cell, axis).index + 1);
        return spanned(shape, axis, Math.min(...numbers), Math.max(...numbers));
      });
      const button = element("button.link", { onclick: reveal, ...pointed(show) }, where.join(", "));
      return element("li", button, t` ${grouped(count)} ways in ${at.length} cells`);
    });
    if (parts.length > MOST) items.push(element("li", t`and ${parts.length - MOST} more`));
    return element("ul.parts", ...items);
  }

  // Whether shades are wanted, and can be had.
  get #isShading() {
    return this.#request !== null && this.shading.getAttribute("aria-pressed") === "true";
  }

  #toggle() {
    const on = this.shading.getAttribute("aria-pressed") !== "true";
    write(SHADING, on ? "yes" : "no");
    if (!on) return this.unshade();
    this.shading.setAttribute("aria-pressed", "true");
    return this.#ask();
  }

  // What is looked at is a solution.
  unshade() {
    this.shading.setAttribute("aria-pressed", "false");
    this.share.textContent = "";
    this.#shade(null);
  }

  async #ask() {
    try {
      const { shares } = await this.#shares.ask("marginals", this.#request ?? {});
      this.#known = shares?.flat() ?? null;
      if (this.#isShading) this.#shade(this.#known);
    } catch (error) {
      if (!isStale(error)) this.share.textContent = reason(error);
    }
  }

  // Each ambiguous cell in the mean of its colours, weighted by their shares of the solutions.
  /** @param {number[][] | null} shares */
  #shade(shares) {
    /** @type {NodeListOf<HTMLElement>} */
    const cells = this.board.querySelectorAll(".cell");
    for (const cell of cells) {
      if (!cell.classList.contains("shaded")) continue;
      cell.classList.remove("shaded");
      cell.style.removeProperty("--shade");
      cell.removeAttribute("title");
    }
    shares?.forEach((byColour, index) => {
      if (Math.max(...byColour) === 1) return;
      const cell = cells[index];
      cell.classList.add("shaded");
      cell.style.setProperty("--shade", mixed(byColour));
      cell.title = this.#words(byColour);
    });
  }

  /** @param {number[]} byColour */
  #words(byColour) {
    const word = (/** @type {number} */ share, /** @type {number} */ i) =>
      share ? [t`${colourName(this.board.palette[i].name)} in ${decimal(100 * share, 1)} %`] : [];
    return byColour.flatMap(word).join(", ");
  }

  /** @param {number | undefined} cell the one at hand */
  #here(cell) {
    if (cell === undefined || !this.#known || !this.#isShading) return;
    this.share.textContent = `${capital(this.board.shape.name(cell))}: ${this.#words(this.#known[cell])}`;
  }
}

// How many solutions there are, in words.
/** @param {{ count: string | bigint, most?: bigint | null, isExact: boolean }} found */
export function solutionsIn({ count, most = null, isExact }) {
  if (isExact) return counted(grouped(count), "solution");
  return most === null
    ? t`At least ${grouped(count)} solutions`
    : t`Between ${short(count)} and ${short(most, true)} solutions`;
}

/** @param {number[]} cells */
export const undetermined = (cells) =>
  cells.length ? t`The ${cells.length} marked cells are not determined by the clues.` : "";

// Lines of a direction in words: row 3, rows 1–2, A 1–2.
/** @param {Shape} shape @param {string} axis @param {number} first @param {number} last */
function spanned(shape, axis, first, last) {
  if (first === last) return shape.shortName({ axis, index: first - 1 });
  if (axis === "row") return t`rows ${first}–${last}`;
  return axis === "column" ? t`columns ${first}–${last}` : `${axis} ${first}–${last}`;
}

// The mean of the colours of the palette as a colour of CSS.
/** @param {number[]} shares */
function mixed(shares) {
  let [found, total] = ["", 0];
  shares.forEach((share, i) => {
    if (!share) return;
    total += share;
    const part = ((100 * share) / total).toFixed(1);
    found = found ? `color-mix(in oklab, var(--colour-${i}) ${part}%, ${found})` : `var(--colour-${i})`;
  });
  return found;
}

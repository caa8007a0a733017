// What the editor knows about its drawing: how many solutions, why several, which changes would leave
// one, how difficult it is. All of it belongs to the newest stroke: older answers are dropped.

import { partList } from "../../board/parts.js";
import { Channel, isStale, reason } from "../../page/api.js";
import { element, pointed, range } from "../../page/dom.js";
import { painted } from "../../puzzle/drawing.js";
import { Gauge } from "./gauge.js";
import { tool } from "../../page/layout.js";
import { read, write } from "../../page/storage.js";
import { numbers } from "../../puzzle/model.js";
import { grouped } from "../../puzzle/words.js";
import { portrait } from "./portrait.js";
import { colourName, counted, decimal, later, t } from "../../page/language.js";

const WORDS = {
  unique: later`Unique: one solution`,
  multiple: later`Not unique`,
  none: later`No solution`,
  unknown: later`Undecided: the limit on seconds was reached`,
};

// Repairs that are offered, and other solutions that can be looked at.
const REPAIRS = 6;
const OTHERS = 12;

export class Assessment {
  #checks;
  #repairs;
  #shares;
  #others;

  // `change(cells)` is called to replace the drawing's cells, `look(cells)` to show other cells for a while.
  constructor(board, signal, { change, look }) {
    [this.#checks, this.#repairs, this.#shares, this.#others] = Array.from({ length: 4 }, () => new Channel(signal));
    this.board = board;
    this.change = change;
    this.look = look;
    this.verdict = element("p.verdict", "…");
    this.reasons = element("div");
    this.compare = element("div.compare", { hidden: true });
    this.shading = tool("heat", t`Shading`, () => this.#toggle(), {
      pressed: read("nonocsp:shading") === "yes",
      text: true,
    });
    this.shading.title = t`Shade each ambiguous cell by its share of the solutions`;
    this.shading.hidden = true;
    this.repairs = element("div.suggestion", { role: "status", "aria-label": t`suggestion` });
    this.gauge = new Gauge(signal);
    this.views = [
      element(
        "section.block.judgement",
        { role: "status", "aria-label": t`verdict` },
        this.verdict,
        this.reasons,
        this.compare,
        this.shading,
        this.repairs,
      ),
      element("section.block", element("h2", t`Difficulty`), this.gauge.view),
    ];
  }

  cancel() {
    for (const channel of [this.#checks, this.#repairs, this.#shares, this.#others]) channel.cancel();
    this.gauge.cancel();
  }

  // Judge a drawing. The old verdict stays, greyed, until there is another.
  async judge(drawing) {
    this.drawing = drawing;
    this.cancel();
    // Buttons that leave the page lose the focus first, which marks cells.
    this.repairs.replaceChildren();
    this.reasons.replaceChildren();
    for (const mark of ["differ", "suggested", "part"]) this.board.mark(mark, []);
    this.#shade(null);
    this.reset();
    this.compare.hidden = this.shading.hidden = true;
    const [card] = this.views;
    if (!drawing.cells.some(Boolean)) {
      this.verdict.className = "verdict";
      this.verdict.textContent = t`Empty`;
      this.gauge.clear("");
      card.removeAttribute("aria-busy");
      return;
    }
    card.setAttribute("aria-busy", "true");
    try {
      const progress = (interim) => this.#show(interim);
      const answer = await this.#checks.ask(
        "check",
        { picture: drawing.picture(), differ: true, components: true, seconds: 3 },
        { progress },
      );
      this.#show(answer);
      if (answer.puzzle) drawing.note([answer.puzzle.blank, ...answer.puzzle.colours]);
      if (answer.verdict === "unique") this.gauge.rate({ picture: drawing.picture() });
      else this.gauge.clear(answer.verdict === "multiple" ? t`Rated once the puzzle is unique.` : "");
      if (answer.verdict === "multiple") this.#ambiguous(answer);
    } catch (error) {
      if (isStale(error)) return;
      this.verdict.textContent = reason(error);
      this.verdict.className = "verdict unknown";
      this.reasons.replaceChildren(element("button", { onclick: () => this.judge(drawing) }, t`Try again`));
    }
    card.removeAttribute("aria-busy");
  }

  #show(answer) {
    this.verdict.className = `verdict ${answer.verdict}`;
    this.verdict.textContent = t(WORDS[answer.verdict] ?? "");
    const parts = [];
    if (answer.verdict === "multiple") {
      const differ = this.#indices(answer.differ ?? []);
      this.board.mark("differ", differ);
      if (answer.count)
        parts.push(
          element(
            "p",
            answer.is_exact ? t`${grouped(answer.count)} solutions.` : t`At least ${grouped(answer.count)} solutions.`,
          ),
        );
      if (differ.length)
        parts.push(element("p", t`The ${differ.length} marked cells are not determined by the clues.`));
      if (answer.components?.length) parts.push(this.#parts(answer.components));
    }
    this.reasons.replaceChildren(...parts);
  }

  #indices(cells) {
    return this.drawing.shape.cellsAt(cells);
  }

  // Which parts of the drawing are ambiguous, each by itself.
  #parts(parts) {
    const cause =
      parts.length > 1
        ? t`The ambiguity has independent causes; their numbers of ways multiply:`
        : t`The ambiguity is here:`;
    return element("div", element("p", cause), partList(this.board, parts));
  }

  #ambiguous(answer) {
    this.#suggest();
    this.#offerOthers(answer);
    this.shading.hidden = !answer.is_exact;
    if (answer.is_exact && this.shading.getAttribute("aria-pressed") === "true") this.#askShares();
  }

  // Offer the repairs with the fewest changed cells as small pictures; a click takes one.
  async #suggest() {
    const { drawing } = this;
    this.repairs.replaceChildren(element("p.soft", t`Looking for the fewest changes that make it unique…`));
    try {
      const progress = (found) => this.#offer(found, false);
      this.#offer(
        await this.#repairs.ask("repair", { picture: drawing.picture(), number: REPAIRS, seconds: 10 }, { progress }),
        true,
      );
    } catch (error) {
      if (!isStale(error)) this.repairs.replaceChildren(element("p", reason(error)));
    }
  }

  #offer(found, isAll) {
    const choices = [found.changes, ...found.others].filter((changes) => changes.length);
    if (!choices.length) {
      this.repairs.replaceChildren(element("p", t`No small set of changes makes it unique.`));
      return;
    }
    const fewest = choices[0].length;
    const words =
      fewest === 1
        ? t`One changed cell makes it unique`
        : found.is_fewest
          ? t`${fewest} changed cells make it unique, and no fewer do`
          : t`${fewest} changed cells make it unique`;
    this.board.mark("suggested", this.#indices(choices[0]));
    this.repairs.replaceChildren(
      element("p", choices.length > 1 ? t`${words}; choose:` : `${words}.`),
      element("div.repairs", ...choices.map((changes) => this.#choice(changes, choices[0]))),
      isAll ? "" : element("p.soft", t`Looking for others…`),
    );
  }

  #choice(changes, first) {
    const { drawing, board } = this;
    const at = this.#indices(changes);
    let cells = drawing.cells;
    changes.forEach(([, , colour], i) => (cells = painted(cells, [at[i]], colour)));
    const one = ([row, place, colour]) =>
      `${drawing.shape.name(drawing.shape.number(row, place))} ${colourName(drawing.palette[colour].name)}`;
    const label = changes.length <= 4 ? changes.map(one).join("; ") : counted(changes.length, "cell");
    const show = (on) => board.mark("suggested", on ? at : this.#indices(first));
    return element(
      "button.repair",
      { "aria-label": t`make it unique: ${label}`, title: label, onclick: () => this.change(cells), ...pointed(show) },
      portrait({ cells, shape: drawing.shape, palette: this.#look() }, { size: 84, marks: at, around: at }),
      element("span", counted(changes.length, "cell")),
    );
  }

  // The palette as it looks on the board.
  #look() {
    const style = getComputedStyle(this.board);
    return this.drawing.palette.map((_, i) => ({ rgb: style.getPropertyValue(`--colour-${i}`) }));
  }

  // A slider from the drawing to other solutions of its clues.
  #offerOthers(answer) {
    const { drawing } = this;
    const own = String([...drawing.cells]);
    const differing = (pictures) =>
      pictures.map((rows) => numbers(rows, drawing.palette)).filter((cells) => String(cells) !== own);
    let others = differing(answer.pictures ?? []);
    if (!others.length) return;
    const label = element("output", t`Your drawing`);
    const slider = range(t`your drawing or another solution`, { max: others.length });
    const count = answer.is_exact && answer.count.length < 7 ? answer.count - 1 : null;
    slider.addEventListener("input", () => {
      const at = Number(slider.value);
      label.textContent = !at
        ? t`Your drawing`
        : count === null
          ? t`Other solution ${at}`
          : t`Other solution ${at} of ${count}`;
      this.look(at ? others[at - 1] : null);
    });
    this.slider = slider;
    this.compare.replaceChildren(slider, label);
    this.compare.hidden = false;
    if (answer.count === "2") return;
    this.#others
      .ask("solutions", { picture: drawing.picture(), limit: OTHERS, seconds: 5 })
      .then(({ pictures = [] }) => {
        const more = differing(pictures).filter((cells) => !others.some((other) => String(other) === String(cells)));
        others = [...others, ...more];
        slider.max = others.length;
      })
      .catch(() => {}); // those of the verdict remain
  }

  // Show the drawing again if another solution is shown.
  reset() {
    if (!this.slider || this.slider.value === "0") return;
    this.slider.value = 0;
    this.slider.dispatchEvent(new Event("input"));
  }

  #toggle() {
    const on = this.shading.getAttribute("aria-pressed") !== "true";
    this.shading.setAttribute("aria-pressed", String(on));
    write("nonocsp:shading", on ? "yes" : "no");
    if (on) this.#askShares();
    else this.#shade(null);
  }

  async #askShares() {
    try {
      const { shares } = await this.#shares.ask("marginals", { picture: this.drawing.picture(), seconds: 5 });
      if (shares && this.shading.getAttribute("aria-pressed") === "true") this.#shade(shares.flat());
    } catch (error) {
      if (!isStale(error)) this.shading.hidden = true;
    }
  }

  // Each ambiguous cell in the mean of its colours, weighted by their shares of the solutions.
  #shade(shares) {
    for (const cell of this.board.querySelectorAll(".cell.shaded")) {
      cell.classList.remove("shaded");
      cell.style.removeProperty("--shade");
      cell.removeAttribute("title");
    }
    if (!shares) return;
    const cells = this.board.querySelectorAll(".cell");
    shares.forEach((byColour, index) => {
      if (Math.max(...byColour) === 1) return;
      const cell = cells[index];
      cell.classList.add("shaded");
      cell.style.setProperty("--shade", mixed(byColour));
      const words = (share, i) =>
        share ? [t`${colourName(this.drawing.palette[i].name)} in ${decimal(100 * share, 1)} %`] : [];
      cell.title = byColour.flatMap(words).join(", ");
    });
  }
}

// The mean of the colours of the palette as a colour of CSS.
function mixed(shares) {
  let found = "";
  let total = 0;
  shares.forEach((share, i) => {
    if (!share) return;
    total += share;
    found = found
      ? `color-mix(in oklab, var(--colour-${i}) ${((100 * share) / total).toFixed(1)}%, ${found})`
      : `var(--colour-${i})`;
  });
  return found;
}

// What the editor says of its drawing: the verdict, changes that would leave one solution, other solutions to look at, the
// length and depth. All of it belongs to the newest stroke: older answers are dropped.

import { solutionsIn, undetermined, Verdict } from "../../board/verdict.js";
import { Channel, isStale, reason } from "../../page/api.js";
import { element, pointed, range } from "../../page/dom.js";
import { painted } from "../../puzzle/drawing.js";
import { Gauge } from "./gauge.js";
import { Publishing } from "./publishing.js";
import { numbers } from "../../puzzle/model.js";
import { portrait } from "./portrait.js";
import { coloursAt } from "../../page/theme.js";
import { colourName, counted, later, t } from "../../page/language.js";

const WORDS = {
  unique: later`Unique: one solution`,
  multiple: later`Not unique`,
  none: later`No solution`,
  unknown: later`Unknown: the limit on seconds was reached`,
};

// Repairs that are offered, and other solutions that can be looked at.
const REPAIRS = 6;
const OTHERS = 12;

export class Assessment {
  #checks;
  #repairs;
  #others;

  // `change(cells)` is called to replace the drawing's cells, `look(cells)` to show other cells for a while.
  constructor(board, signal, { change, look }) {
    [this.#checks, this.#repairs, this.#others] = Array.from({ length: 3 }, () => new Channel(signal));
    this.board = board;
    this.change = change;
    this.look = look;
    this.verdict = new Verdict(board, signal);
    this.compare = element("div.compare", { hidden: true });
    this.repairs = element("div.suggestion", { role: "status", "aria-label": t`suggestion` });
    this.gauge = new Gauge(signal);
    this.publishing = new Publishing(signal);
    const { head, spread } = this.verdict;
    this.views = [
      element("section.block.judgement", head, spread, this.compare, this.repairs),
      element("section.block", element("h2", t`Length and depth`), this.gauge.view, this.publishing.view),
    ];
  }

  cancel() {
    for (const part of [this.#checks, this.#repairs, this.#others, this.verdict, this.gauge, this.publishing])
      part.cancel();
  }

  // Judge a drawing. The old verdict stays, greyed, until there is another.
  async judge(drawing) {
    this.drawing = drawing;
    this.cancel();
    this.repairs.replaceChildren();
    this.board.mark("suggested", []);
    this.verdict.differ([]);
    this.reset();
    this.compare.hidden = true;
    const [card] = this.views;
    if (!drawing.cells.some(Boolean)) {
      this.verdict.say("", t`Empty`);
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
      this.#show(answer, answer.is_exact);
      if (answer.puzzle) drawing.note([answer.puzzle.blank, ...answer.puzzle.colours]);
      this.publishing.offer({ picture: drawing.picture() }, drawing.shape, drawing.palette);
      if (answer.verdict === "unique") this.gauge.rate({ picture: drawing.picture() });
      else this.gauge.clear(answer.verdict === "multiple" ? t`Rated once the puzzle is unique.` : "");
      if (answer.verdict === "multiple") {
        this.#suggest();
        this.#offerOthers(answer);
      }
    } catch (error) {
      if (isStale(error)) return;
      this.verdict.say("unknown", reason(error));
      this.repairs.replaceChildren(element("button", { onclick: () => this.judge(drawing) }, t`Try again`));
    }
    card.removeAttribute("aria-busy");
  }

  #show({ verdict, count, differ, components, is_exact: isExact }, isLast = false) {
    const cells = this.#indices(differ ?? []);
    const isMultiple = verdict === "multiple";
    const number = isMultiple && count ? `${solutionsIn({ count, isExact })}.` : "";
    this.verdict.say(verdict, t(WORDS[verdict] ?? ""), `${number} ${isMultiple ? undetermined(cells) : ""}`);
    const shares = { picture: this.drawing.picture(), seconds: 5 };
    if (isMultiple) this.verdict.differ(cells, components ?? [], isLast ? shares : null);
  }

  #indices(cells) {
    return this.drawing.shape.cellsAt(cells);
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
      portrait({ cells, shape: drawing.shape, palette: coloursAt(this.board) }, { size: 84, marks: at, around: at }),
      element("span", counted(changes.length, "cell")),
    );
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
      this.verdict.unshade();
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
}

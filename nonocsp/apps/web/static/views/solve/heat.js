// The heat map of the solver: the share of the solutions in which each cell is filled, or has one colour.

import { Channel, isStale, reason } from "../../page/api.js";
import { Swatches } from "../../board/swatches.js";
import { element } from "../../page/dom.js";
import { rove } from "../../page/rove.js";
import { UNKNOWN } from "../../puzzle/lines.js";
import { capital } from "../../puzzle/words.js";
import { colourName, decimal, t } from "../../page/language.js";

const SECONDS = 60;

export class HeatMap {
  #shares;

  // `changed` is called when the map is to be shown, or no longer.
  constructor(solver, changed) {
    this.#shares = new Channel(solver.signal);
    this.solver = solver;
    this.changed = changed;
    this.toggle = element("input", { type: "checkbox", onchange: () => this.#set(this.toggle.checked) });
    this.legend = element("div.legend", { hidden: true });
    this.share = element("p.facts.share");
    this.views = [element("label.switch", this.toggle, t`Heat map: how often each cell is filled`), this.legend];
    this.forget();
  }

  cancel() {
    this.#shares.cancel();
  }

  // Another puzzle.
  forget() {
    this.shares = this.colour = null; // null: any colour but blank
    this.isShown = this.toggle.checked = false;
    this.legend.hidden = true;
  }

  hide() {
    if (!this.toggle.checked) return;
    this.toggle.checked = false;
    this.#set(false);
  }

  async #set(on) {
    this.isShown = false;
    this.legend.hidden = !on;
    if (!on) {
      this.cancel();
      this.changed();
      return;
    }
    this.legend.textContent = t`Computing the shares…`;
    try {
      const request = { puzzle: this.solver.data, seconds: SECONDS };
      this.shares ??= ((await this.#shares.ask("marginals", request)).shares ?? []).flat();
      this.isShown = true;
      this.#explain();
      this.changed();
    } catch (error) {
      if (!isStale(error)) this.legend.textContent = t`No heat map: ${reason(error)}.`;
    }
  }

  // The scale, and for coloured puzzles the choice of the colour.
  #explain() {
    const { palette } = this.solver.puzzle;
    const scale = element("div.scale", { "aria-hidden": "true" });
    const ticks = element("div.ticks", ...[0, 25, 50, 75, 100].map((share) => element("span", `${share} %`)));
    const choose = (colour) => {
      this.colour = colour;
      swatches.choose(colour);
      this.paint();
    };
    const swatches = new Swatches(t`colour of the heat map`, choose);
    swatches.show([
      { value: null, name: t`any colour`, title: t`any colour`, text: "∗" },
      ...palette.map(({ name }, value) => ({ value, name, title: colourName(name) })),
    ]);
    swatches.choose(null);
    rove(swatches.view, "button", { chooses: true });
    this.share.textContent = t`Point at a cell for its share.`;
    this.legend.replaceChildren(...(palette.length > 2 ? [swatches.view] : []), scale, ticks, this.share);
  }

  paint() {
    const { board, puzzle } = this.solver;
    const { colour, shares } = this;
    const word = colour === null ? t`filled` : colourName(puzzle.palette[colour].name);
    for (const target of [board, this.legend]) {
      if (colour) target.style.setProperty("--hot", `var(--colour-${colour})`);
      else target.style.removeProperty("--hot");
    }
    board.mark("differ", []);
    board.show(shares.map(() => UNKNOWN));
    board.heat((cell) => (colour === null ? 1 - shares[cell][0] : shares[cell][colour]), word);
  }

  // The share of the cell at hand.
  here(cell) {
    if (!this.isShown) return;
    const { shape, palette } = this.solver.puzzle;
    const share = (part, colour) =>
      part > 0 ? [`${colourName(palette[colour].name)} ${decimal(100 * part, 1)} %`] : [];
    this.share.textContent = `${capital(shape.name(cell))}: ${this.shares[cell].flatMap(share).join(", ")}`;
  }
}

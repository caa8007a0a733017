// The player's own puzzles and drawings in the library: a row of cards, the newest first.

import { reason } from "../../page/api.js";
import { element } from "../../page/dom.js";
import { askFor } from "../../page/dialog.js";
import { icon } from "../../page/icons.js";
import { dress } from "../../page/theme.js";
import { miniature } from "../../board/thumbnail.js";
import { completed } from "../../puzzle/boards.js";
import { Drawing } from "../../puzzle/drawing.js";
import { Puzzle } from "../../puzzle/model.js";
import { all, remove } from "../../puzzle/own.js";
import { progressOf } from "../../puzzle/saves.js";
import { locale, t } from "../../page/language.js";

const PIXELS = 320;

// The row; `changed` is called when something was removed. Cards are drawn by `draw(view)` once they are in sight.
export class OwnCards {
  #cards = new Map();

  constructor(changed) {
    this.changed = changed;
    this.view = element("ul.cards.row");
  }

  // Show what is kept now; gives the views of the cards.
  refresh() {
    const cards = all().map((own) => new OwnCard(own, () => this.#remove(own)));
    this.#cards = new Map(cards.map((card) => [card.view, card]));
    this.view.replaceChildren(...this.#cards.keys());
    return [...this.#cards.keys()];
  }

  draw(view) {
    this.#cards.get(view)?.draw();
  }

  async #remove(own) {
    const what = own.kind === "drawing" ? t`Remove this drawing?` : t`Remove this puzzle?`;
    if (!(await askFor(what, [element("p", t`It cannot be brought back.`)], t`Remove`))) return;
    if (own.kind === "drawing") Drawing.remove(own.id);
    else remove(own);
    this.changed();
  }
}

class OwnCard {
  constructor(own, remove) {
    this.own = own;
    this.canvas = element("canvas", { width: 1, height: 1, "aria-hidden": "true" });
    this.state = element("span.state");
    this.size = element("span.size");
    const what = own.kind === "drawing" ? t`Drawing` : t`Puzzle`;
    this.link = element(
      "a",
      { href: own.hash },
      element("span.thumb", this.canvas),
      element("span.name", element("span.title", { dir: "auto" }, own.name || what), this.state),
      element("span.facts", this.size, element("span.level", date(own.at))),
    );
    const label = t`Remove ${own.name || what}`;
    const button = element("button.tool.remove", {
      type: "button",
      title: label,
      "aria-label": label,
      onclick: remove,
    });
    button.append(icon("clear"));
    this.view = element("li.card", this.link, button);
  }

  async draw() {
    try {
      const { puzzle, cells, done } = await pictured(this.own);
      this.size.textContent = puzzle.shape.title;
      this.state.textContent = done;
      dress(this.link, puzzle.palette, () => miniature(this.canvas, puzzle, cells, PIXELS));
    } catch (error) {
      this.size.textContent = reason(error);
    }
  }
}

/** @param {number} at */
const date = (at) => new Date(at).toLocaleDateString(locale(), { day: "numeric", month: "short" });

// What a card shows: the drawing; of a puzzle what the player has of it.
async function pictured({ kind, id, data }) {
  if (kind === "drawing") {
    const { cells, shape, palette } = Drawing.recalled(id);
    return { puzzle: { shape, palette }, cells, done: "" };
  }
  const puzzle = new Puzzle(await completed(data));
  const { cells, done, solved } = progressOf(puzzle);
  return { puzzle, cells, done: solved ? "✓" : `${done} %` };
}

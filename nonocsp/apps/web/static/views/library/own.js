// What is the player's own, puzzles and drawings: a row of cards, the newest first.

import { reason } from "../../page/api.js";
import { element } from "../../page/dom.js";
import { askFor } from "../../page/dialog.js";
import { icon } from "../../page/icons.js";
import { tool } from "../../page/layout.js";
import { makeBooklet } from "./booklet.js";
import { PIXELS } from "./card.js";
import { Cards, section } from "./shelf.js";
import { dress } from "../../page/theme.js";
import { miniature } from "../../board/thumbnail.js";
import { completed } from "../../puzzle/boards.js";
import { Drawing } from "../../puzzle/drawing.js";
import { Puzzle } from "../../puzzle/model.js";
import { all, remove } from "../../puzzle/own.js";
import { progressOf } from "../../puzzle/saves.js";
import { locale, t } from "../../page/language.js";

/** A row of them with its heading, hidden while there are none; of drawings alone, if so asked.
 * @param {boolean} [onlyDrawings] */
export function ownRow(onlyDrawings = false) {
  const cards = new Cards("row");
  const booklet = tool("print", t`Print a booklet`, () => makeBooklet(all()), { text: true });
  const view = section("own", [t`Yours`, booklet], cards.view);
  const refresh = () => {
    const shown = all().filter(({ kind }) => kind === "drawing" || !onlyDrawings);
    view.hidden = !shown.length;
    cards.fill(shown.map((own) => () => new OwnCard(own, () => removed(own).then(refresh))));
  };
  refresh();
  return view;
}

async function removed(own) {
  const what = own.kind === "drawing" ? t`Remove this drawing?` : t`Remove this puzzle?`;
  if (!(await askFor(what, [element("p", t`It cannot be brought back.`)], t`Remove`))) return;
  if (own.kind === "drawing") Drawing.remove(own.id);
  else remove(own);
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

  async show() {
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

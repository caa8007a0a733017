// A puzzle of the library as a card: one link with a thumbnail, a name, facts and how far the player is. It is fetched when
// the card comes into sight.

import { reason } from "../../page/api.js";
import { breath } from "../../page/idle.js";
import { element, paint } from "../../page/dom.js";
import { keepFog, keptFog } from "../../puzzle/fog.js";
import { icon } from "../../page/icons.js";
import { entryOf, index } from "../../puzzle/catalogue.js";
import { UNKNOWN } from "../../puzzle/lines.js";
import { span, grouped } from "../../puzzle/words.js";
import { progressOf } from "../../puzzle/saves.js";
import { dress } from "../../page/theme.js";
import { miniature } from "../../board/thumbnail.js";
import { counted, t } from "../../page/language.js";

export const PIXELS = 320;
const FULL = 1e12; // larger counts are shown by magnitude

// What the player has of an entry: {state: "new", "begun" or "solved", cells or null, done in percent}.
export function standing(entry) {
  const { cells, done, solved } = progressOf(entry.model);
  const isBegun = cells?.some((cell) => cell !== UNKNOWN) ?? false;
  return {
    state: solved ? "solved" : isBegun ? "begun" : "new",
    cells: isBegun ? cells : null,
    done: isBegun ? Math.max(1, done) : 0,
  };
}

// Cards are drawn one by one: what is typed or touched meanwhile does not wait for all of them.
let turn = Promise.resolve();

// `badge`: a word on the picture.
export class Card {
  /** @type {any} */
  entry = null;
  /** @type {any} */
  standing = null;

  constructor(number, badge = "") {
    this.number = number;
    this.canvas = element("canvas", { width: 1, height: 1, "aria-hidden": "true" });
    this.title = element("span.title", { dir: "auto" }, t`Puzzle ${number}`);
    this.state = element("span.state");
    this.facts = element("span.facts", element("span.size", "\u00a0"), element("span.level", "\u00a0"));
    this.link = element(
      "a",
      { href: `#play/${number}` },
      element("span.thumb", this.canvas, badge ? element("span.badge", badge) : ""),
      element("span.name", this.title, this.state),
      this.facts,
    );
    this.view = element("li.card", { "data-number": number }, this.link);
  }

  // Fetch the puzzle, if that was not done yet, and show what is saved of it. The card must be in the page.
  async show() {
    if (!this.entry) {
      try {
        const { words } = await index();
        this.entry = await entryOf(this.number);
        await (turn = turn.then(breath));
        const { depth_word: word } = this.entry.rating ?? {};
        if (word) this.link.title = `${t(word)}: ${t(words[word])}`;
        this.facts.replaceWith((this.facts = facts(this.entry)));
      } catch (error) {
        this.facts.textContent = reason(error);
        return;
      }
    }
    const { state, done } = (this.standing = standing(this.entry));
    this.view.dataset.state = state;
    this.title.textContent = this.entry.name(state === "solved");
    this.state.replaceChildren(
      ...{
        new: [],
        begun: [element("span.percent", `${done} %`)],
        solved: [icon("check"), element("span.unseen", t`solved`)],
      }[state],
    );
    this.view.style.setProperty("--done", done / 100);
    this.#draw();
  }

  #draw() {
    const { entry, canvas, link } = this;
    const puzzle = entry.model;
    const { cells } = this.standing;
    const isClear = cells !== null && puzzle.isSolvedBy(cells);
    const isForming = cells !== null && !isClear;
    if (isForming) keepFog(puzzle, cells);
    const fog = isClear ? null : (isForming && keptFog(puzzle)) || entry.fog;
    dress(link, puzzle.palette, () => miniature(canvas, puzzle, cells, PIXELS, fog));
  }
}

// Size, colours (as dots) and minutes, or how many solutions there are. The dots have the colours that an element around them is
// dressed in.
function facts(entry) {
  const { shape, palette } = entry.model;
  const colours = palette.slice(palette.length > 2 ? 1 : palette.length).map((_, at) => {
    const dot = element("i");
    paint(dot, at + 1);
    return dot;
  });
  return element(
    "span.facts",
    element("span.size", shape.title, ...(colours.length ? [dots(colours)] : [])),
    element("span.level", twist(entry) ?? (entry.rating ? span(entry.rating.minutes) : "")),
  );
}

const dots = (colours) =>
  element("span.dots", element("span.unseen", ` ${counted(colours.length, "colour")} `), ...colours);

function twist({ verdict, count }) {
  if (verdict === "none") return t`no solution`;
  if (verdict !== "multiple") return null;
  const number = Number(count);
  if (number < FULL) return counted(grouped(number), "solution");
  const power = [...String(Math.floor(Math.log10(number)))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");
  return t`over 10${power} solutions`;
}

// A puzzle of the library as a card: one link with a thumbnail, a name, facts and how far the player is.

import { element, paint } from "../../page/dom.js";
import { keepFog, keptFog } from "../../puzzle/fog.js";
import { icon } from "../../page/icons.js";
import { UNKNOWN } from "../../puzzle/lines.js";
import { duration, grouped } from "../../puzzle/words.js";
import { progressOf } from "../../puzzle/saves.js";
import { dress } from "../../page/theme.js";
import { miniature } from "../../board/thumbnail.js";
import { counted, t } from "../../page/language.js";

const PIXELS = 320;
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

// `words`: what each word for a difficulty means.
export class Card {
  constructor(entry, words) {
    this.entry = entry;
    this.standing = standing(entry);
    this.canvas = element("canvas", { width: 1, height: 1, "aria-hidden": "true" });
    this.title = element("span.title", { dir: "auto" });
    this.state = element("span.state");
    const { word } = entry.rating ?? {};
    this.link = element(
      "a",
      { href: entry.address, title: word ? `${t(word)}: ${t(words[word])}` : undefined },
      element("span.thumb", this.canvas),
      element("span.name", this.title, this.state),
      facts(entry),
    );
    this.view = element("li.card", { "data-number": entry.number }, this.link);
    this.name();
  }

  // Show the name and the state, which tell more once the puzzle is solved.
  name() {
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
  }

  // Draw the thumbnail, and again whenever the colours change. The card must be in the page.
  draw() {
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
export function facts(entry) {
  const { shape, palette } = entry.model;
  const colours = palette.slice(palette.length > 2 ? 1 : palette.length).map((_, at) => {
    const dot = element("i");
    paint(dot, at + 1);
    return dot;
  });
  return element(
    "span.facts",
    element("span.size", shape.title, ...(colours.length ? [dots(colours)] : [])),
    element("span.level", twist(entry) ?? (entry.rating ? t`about ${duration(entry.rating.minutes)}` : "")),
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

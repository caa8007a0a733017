// Cards beside each other: a row that slides, or a wall. There are as many as have come near to be seen.

import { element } from "../../page/dom.js";
import { tool } from "../../page/layout.js";
import { rove } from "../../page/rove.js";
import { Card } from "./card.js";
import { between } from "../../puzzle/words.js";
import { counted, t } from "../../page/language.js";

const AHEAD = "300px";
const STEP = { row: 10, wall: 48 };

/** A heading with its content. @param {string} name @param {(Node | string)[]} head @param {Node[]} content */
export function section(name, head, ...content) {
  const id = `shelf-${name}`;
  const [heading, ...rest] = head;
  return element(
    "section",
    { class: `shelf ${name}`, "aria-labelledby": id },
    element("div.head", element("h2", { id }, heading), ...rest),
    ...content,
  );
}

/** How many puzzles, and how long most of them take. @param {Section} given */
function described({ numbers, minutes }) {
  const time = minutes && t`mostly ${between(minutes[0], minutes[1])}`;
  return element("p.facts", [counted(numbers.length, "puzzle"), time].filter(Boolean).join(", "));
}

// A list of cards, of which the first ones are made at once: `makers` make one each. `form` is "row" or "wall".
export class Cards {
  #makers = [];
  #cards = new Map();
  #form;
  #sight = new IntersectionObserver((all) => this.#seen(all), { rootMargin: AHEAD, scrollMargin: AHEAD });

  constructor(form, makers = []) {
    this.#form = form;
    this.view = element(`ul.cards.${form}`);
    rove(this.view, ".card a", { across: form === "row" ? () => 1 : across });
    this.fill(makers);
  }

  /** Show these instead. @param {(() => any)[]} makers */
  fill(makers) {
    this.#makers = makers;
    this.#cards = new Map();
    this.#sight.disconnect();
    this.view.replaceChildren();
    this.more();
  }

  // Make the next cards; false if there are no more.
  more() {
    const shown = this.#cards.size;
    for (const make of this.#makers.slice(shown, shown + STEP[this.#form])) {
      const card = make();
      this.#cards.set(card.view, card);
      this.view.append(card.view);
      this.#sight.observe(card.view);
    }
    return this.#cards.size > shown;
  }

  #seen(all) {
    for (const { target, isIntersecting } of all) {
      if (!isIntersecting) continue;
      this.#sight.unobserve(target);
      this.#cards.get(target)?.show();
      if (target === this.view.lastElementChild) this.more();
    }
  }

  // Bring what is shown up to what is saved; only the puzzle with a key, if there is one.
  refresh(key = "") {
    for (const card of this.#cards.values())
      if (!key || card.entry?.model.key === key) {
        this.#sight.unobserve(card.view);
        this.#sight.observe(card.view);
      }
  }

  /** @param {number} by pages, as wide as the row */
  slide(by) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.view.scrollBy({ left: 0.9 * by * this.view.clientWidth, behavior: calm ? "instant" : "smooth" });
  }
}

/** A row of a section, which leads to all of it; it begins with the puzzle of the day, if that is one of it.
 * @param {Section} given @param {number | null} [today] */
export function row(given, today = null) {
  const heading = t(given.heading);
  const numbers = [...given.numbers].sort((a, b) => Number(b === today) - Number(a === today));
  const cards = new Cards(
    "row",
    numbers.map((number) => () => new Card(number, number === today ? t`Today` : "")),
  );
  const link = element("a", { href: `#library/${given.name}` }, heading);
  const slides = element(
    "div.slides",
    { hidden: numbers.length < 8 },
    tool("previous", t`Back: ${heading}`, () => cards.slide(-1)),
    tool("next", t`Further: ${heading}`, () => cards.slide(1)),
  );
  return { cards, view: section(given.name, [link, described(given), slides], cards.view) };
}

// The cards of a wall in its first row.
const across = (links) =>
  links.filter(({ offsetParent: card }) => card.offsetTop === links[0].offsetParent.offsetTop).length;

// A shelf for each section of the collection, which is fetched and filled when it comes into sight.

import { reason } from "../../page/api.js";
import { element } from "../../page/dom.js";
import { rove } from "../../page/rove.js";
import { section } from "../../puzzle/catalogue.js";
import { duration } from "../../puzzle/words.js";
import { counted, t } from "../../page/language.js";

const AHEAD = "600px";
// Cards that are shown at first, and again with each press of the button.
const STEP = 48;

const range = ([least, most]) => (least === most ? `${least}` : t`${least} to ${most}`);

export class SectionShelf {
  #entries = /** @type {Entry[]} */ ([]);
  #shown = 0;

  // `make` makes the cards of entries, `across` counts those of the first row.
  constructor(facts, make, across) {
    this.facts = facts;
    this.make = make;
    const { name, heading, first, last, cells, minutes } = facts;
    const id = `shelf-${name}`;
    const words = t`${counted(last - first + 1, "puzzle")}, ${range(cells)} cells, ${range(minutes.map(duration))}`;
    this.list = element("ul.cards");
    this.more = element("button", { type: "button", hidden: true, onclick: () => this.#show() }, t`Show more`);
    this.view = element(
      "section",
      { class: `shelf section ${name}`, "aria-labelledby": id },
      element("div.head", element("h2", { id }, t(heading)), element("p.facts", words)),
      this.list,
      this.more,
    );
    rove(this.list, ".card a", { across });
    this.sight = new IntersectionObserver((all) => all.some((one) => one.isIntersecting) && this.#load(), {
      rootMargin: AHEAD,
    });
    this.sight.observe(this.view);
  }

  async #load() {
    this.sight.disconnect();
    try {
      this.#entries = await section(this.facts.name);
    } catch (error) {
      const again = () => this.list.replaceChildren() ?? this.#load();
      const retry = element("button", { type: "button", onclick: again }, t`Try again`);
      this.list.replaceChildren(element("li.none", t`This section could not be loaded. ${reason(error)} `, retry));
      return;
    }
    this.#show();
  }

  #show() {
    const next = this.#entries.slice(this.#shown, this.#shown + STEP);
    this.#shown += next.length;
    const cards = this.make(next);
    // Who asked for more goes on with the first of them.
    const isAsked = document.activeElement === this.more;
    this.list.append(...cards.map(({ view }) => view));
    if (isAsked) cards[0]?.link.focus();
    this.more.hidden = this.#shown >= this.#entries.length;
  }
}

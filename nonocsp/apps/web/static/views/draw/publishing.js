// The card of a puzzle before it is published: publish, warn or reject, and why.

import { Channel, isStale, reason } from "../../page/api.js";
import { element } from "../../page/dom.js";
import { colourName, later, t } from "../../page/language.js";
import { capital, span } from "../../puzzle/words.js";

const SECONDS = 30;

const DECISIONS = { publish: later`Publish it.`, warn: later`Think twice.`, reject: later`Not yet.` };
const REASONS = {
  none: later`There is no solution.`,
  multiple: later`There are several solutions.`,
  goal: later`The solution is another picture.`,
  unknown: later`Not proven: the limit on seconds was reached.`,
  search: later`Colours have to be tried out to the end.`,
  unrated: later`Too long to rate here.`,
  spike: later`One or two steps are deeper than all others.`,
  parts: later`The filled cells fall into parts that share no line.`,
  idle: later`Some lines have no filled cell.`,
};

export class Publishing {
  #channel;
  view = element("div.publishing", { role: "status" });

  constructor(signal) {
    this.#channel = new Channel(signal);
  }

  cancel() {
    this.#channel.cancel();
    this.view.replaceChildren();
  }

  // Offer the card of a picture or puzzle with this shape and palette.
  offer(data, shape, palette) {
    this.cancel();
    const button = element("button", { onclick: () => this.#ask(data, shape, palette) }, t`Before publishing`);
    this.view.replaceChildren(button);
  }

  async #ask(data, shape, palette) {
    this.view.replaceChildren(element("p.soft", t`Checking everything…`));
    try {
      this.#show(await this.#channel.ask("card", { ...data, seconds: SECONDS }), shape, palette);
    } catch (error) {
      if (!isStale(error)) this.view.replaceChildren(element("p", reason(error)));
    }
  }

  #show({ decision, reasons, change, givens, clue, rating, deepest, scarcity }, shape, palette) {
    const cell = ([row, at, colour]) => `${shape.name(shape.number(row, at))} ${colourName(palette[colour].name)}`;
    const cells = (some) => some.map(cell).join("; ");
    const facts = [
      ...reasons.map((one) => t(REASONS[one.kind] ?? "")),
      clue,
      change.length && t`To make it unique, change: ${cells(change)}.`,
      givens.length && t`Or give away: ${cells(givens)}.`,
      rating?.minutes && t`Most people: ${span(rating.minutes)}.`,
      rating?.minutes && `${capital(t(rating.depth_word))}.`,
      deepest && t`The deepest step is ${deepest} of ${scarcity.length}.`,
      deepest &&
        t`Seen in one place only: ${scarcity.filter((places) => places === 1).length} of ${scarcity.length} steps.`,
    ];
    this.view.dataset.decision = decision;
    this.view.replaceChildren(
      element("p", element("strong", t(DECISIONS[decision]))),
      element("ul", ...facts.filter(Boolean).map((fact) => element("li", fact))),
    );
  }
}

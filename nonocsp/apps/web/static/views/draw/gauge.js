// How long a puzzle takes, and how deep it is: six steps, the word, and what it takes.

import { Channel, isStale, reason } from "../../page/api.js";
import { element } from "../../page/dom.js";
import { capital, DEPTHS, span } from "../../puzzle/words.js";
import { later, t } from "../../page/language.js";

const LEVELS = {
  lines: later`One line at a time suffices.`,
  assumptions: later`Some steps need an assumption, followed line by line.`,
  counting: later`Some steps count cells over many lines.`,
  search: later`Some steps need assumptions within assumptions.`,
};

export class Gauge {
  #channel;
  #timer = 0;

  constructor(signal) {
    this.#channel = new Channel(signal);
    this.steps = DEPTHS.map((word) => element("span.step", { title: t(word) }));
    this.word = element("strong");
    this.text = element("span.soft");
    this.view = element(
      "div.gauge",
      { role: "status", "aria-label": t`length and depth` },
      element("div.scale", { "aria-hidden": "true" }, ...this.steps),
      element("p", this.word, " ", this.text),
    );
    this.clear();
  }

  clear(text = "") {
    this.cancel();
    this.#show("", text);
  }

  // Rate a picture or puzzle after a pause in which it does not change.
  rate(data, pause = 500) {
    this.cancel();
    this.text.textContent = t`Rating…`;
    this.word.textContent = "";
    this.view.setAttribute("aria-busy", "true");
    this.#timer = setTimeout(async () => {
      try {
        const found = await this.#channel.ask("rate", { ...data, seconds: 20 });
        const { depth_word: word, level, minutes, stopped_by: stopped } = found;
        const time = minutes ? t`Most people: ${span(minutes)}.` : "";
        const text = [t(LEVELS[level] ?? ""), time].filter(Boolean).join(" ");
        this.#show(stopped ? "" : word, stopped ? t`Too long to rate here.` : text);
      } catch (error) {
        if (!isStale(error)) this.#show("", reason(error));
      }
    }, pause);
  }

  cancel() {
    clearTimeout(this.#timer);
    this.#channel.cancel();
  }

  #show(word, text) {
    const at = DEPTHS.indexOf(word);
    this.steps.forEach((step, i) => step.classList.toggle("on", i <= at));
    this.view.dataset.step = at;
    this.view.removeAttribute("aria-busy");
    this.word.textContent = word && `${capital(t(word))}.`;
    this.text.textContent = text;
  }
}

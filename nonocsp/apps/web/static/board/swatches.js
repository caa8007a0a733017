// Colours to choose from, as swatches.

import { element, paint } from "../page/dom.js";
import { colourName } from "../page/language.js";

export class Swatches {
  #choices = [];

  // `chosen` gets the value of the swatch that was clicked.
  constructor(label, chosen) {
    this.chosen = chosen;
    this.view = element("div.palette", { role: "radiogroup", "aria-label": label });
  }

  // Each choice has a value, a name, a colour to be painted in unless it is null, and the text or the attributes of
  // its swatch.
  show(choices) {
    this.#choices = choices;
    const swatch = ({
      value,
      name: given,
      colour = value,
      text = "",
      title = `${colourName(given)} (${value})`,
      ...more
    }) => {
      const attributes = {
        type: "button",
        role: "radio",
        "aria-label": colourName(given),
        title,
        onclick: () => this.chosen(value),
      };
      const made = element("button.swatch", { ...attributes, ...more }, text);
      if (colour !== null) paint(made, colour);
      return made;
    };
    this.view.replaceChildren(...choices.map(swatch));
  }

  // Show which one is chosen.
  choose(value) {
    [...this.view.children].forEach((swatch, i) =>
      swatch.setAttribute("aria-checked", String(this.#choices[i].value === value)),
    );
  }
}

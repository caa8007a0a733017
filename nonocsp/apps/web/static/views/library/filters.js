// The form of the library: one list for each choice.

import { choice, element } from "../../page/dom.js";
import { CHOICES, DEFAULTS, isUsual, keep, kept, ORDERS } from "./choices.js";
import { later, t } from "../../page/language.js";

const NAMES = {
  size: later`size`,
  colours: later`colours`,
  depth: later`depth`,
  time: later`time`,
  state: later`state`,
  order: later`order`,
};

// Calls `changed` with the new choice.
export function filters(changed) {
  const lists = new Map();
  const form = element("form.filters", {
    "aria-label": t`filter and order`,
    onsubmit: (event) => event.preventDefault(),
  });
  for (const [name, options] of [...Object.entries(CHOICES), ["order", ORDERS]]) {
    const texts = Object.fromEntries(Object.entries(options).map(([value, [text]]) => [value, t(text)]));
    lists.set(name, choice({ "aria-label": t(NAMES[name]), name, onchange: () => choose(now()) }, texts));
  }
  const clear = element("button", { type: "button", class: "clear", onclick: () => choose(DEFAULTS) }, t`Show all`);
  form.append(...lists.values(), clear);
  const now = () => Object.fromEntries([...lists].map(([name, list]) => [name, list.value]));
  const show = (choice) => {
    for (const [name, list] of lists) {
      list.value = choice[name];
      list.classList.toggle("active", choice[name] !== DEFAULTS[name]);
    }
    clear.hidden = isUsual(choice);
  };
  const choose = (choice) => {
    show(choice);
    keep(choice);
    changed(choice);
  };
  show(kept());
  return { form, clear: () => choose(DEFAULTS) };
}

// A large card that leads somewhere.

import { element } from "./dom.js";
import { icon } from "./icons.js";

/** @param {string} picture @param {string} name @param {string} text @param {string | (() => unknown)} target an address, or what to do */
export function way(picture, name, text, target) {
  const content = [icon(picture), element("strong", name), element("span.soft", text)];
  return typeof target === "string"
    ? element("a.choice", { href: target }, ...content)
    : element("button.choice", { type: "button", onclick: target }, ...content);
}

// One message for the user in the head of the page, also read aloud. It disappears by itself, by a
// click, or when another view is shown; errors stay longer.

import { isAbort, reason } from "../answers/lines.js";
import { byId, element } from "./dom.js";

const place = byId("message");
const home = place.parentElement;
const next = place.nextElementSibling;
let timer = 0;

/** @param {string} text @param {number} [seconds] */
export function say(text, seconds = 8) {
  show(text, seconds, false);
}

// Show an error, unless it means only that a question was cancelled.
/** @param {unknown} error */
export function fail(error) {
  if (!isAbort(error)) show(reason(error), 15, true);
}

/** @param {string} text @param {number} seconds @param {boolean} wrong */
function show(text, seconds, wrong) {
  hush();
  // A dialog covers all that is not in it.
  document.querySelector("dialog:modal")?.append(place);
  place.classList.toggle("wrong", wrong);
  place.append(element("p", { title: text }, text));
  timer = setTimeout(hush, seconds * 1000);
}

// Take the message away.
export function hush() {
  clearTimeout(timer);
  place.replaceChildren();
  if (place.parentElement !== home) home?.insertBefore(place, next);
}

place.addEventListener("click", hush);

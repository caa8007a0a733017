// The bench that the views share: tools, the board on its stage, and a panel beside or below it.
//
//   workbench({ name, label, board, tools, panel })   tools: groups of elements; panel: elements
//   tool(icon, label, run, { key, pressed, text })    a button with an icon
//
// A tool's key works while its button is in the page: a view that gives keys to tools listens to no
// keys of its own for them. The toolbar is one stop of the Tab key, with arrows inside: its buttons
// need no tabindex of their own.

import { element } from "./dom.js";
import { icon } from "./icons.js";
import { rove } from "./rove.js";
import { t } from "./language.js";

const SWIPE = 24; // pixels

/**
 * @param {{ name: string, label?: string, board: any, tools?: (HTMLElement | HTMLElement[])[], panel?: HTMLElement[] }} how
 */
export function workbench({ name, label = name, board, tools = [], panel = [] }) {
  const groups = tools.map((group) => (Array.isArray(group) ? element("div.group", ...group) : group));
  const bar = element(
    "div.tools",
    { role: "toolbar", "aria-label": t`tools: ${label}`, hidden: !tools.length },
    ...groups,
  );
  const stage = element("div.stage", board);
  const strip = element("div.strip", { "aria-hidden": "true" });
  board.addEventListener("here", (/** @type {CustomEvent} */ { detail }) => describe(board, strip, detail));
  const side = element("div.panel", ...panel);
  const grip = element("button.grip", { "aria-label": t`more`, "aria-expanded": "false" });
  /** @param {boolean} on */
  const open = (on) => {
    side.scrollTop = 0;
    grip.setAttribute("aria-expanded", String(view.classList.toggle("open", on)));
  };
  grip.addEventListener("click", () => open(!view.classList.contains("open")));
  // A finger opens and closes the sheet by a swipe, too: at the handle, and anywhere on the closed sheet.
  /** @type {number | null} */
  let from = null;
  /** It lies below the stage, or beside it on the right. @param {Touch} touch */
  const along = ({ clientX, clientY }) => clientX + clientY;
  const sheet = element("aside.side", grip, side);
  sheet.addEventListener("touchstart", (/** @type {TouchEvent} */ event) => {
    const isHandle = event.target === grip || !view.classList.contains("open");
    from = isHandle ? along(event.touches[0]) : null;
  });
  sheet.addEventListener("touchend", (/** @type {TouchEvent} */ event) => {
    const by = from === null ? 0 : along(event.changedTouches[0]) - from;
    if (grip.offsetParent && Math.abs(by) > SWIPE) open(by < 0);
    from = null;
  });
  const view = element("section", { class: `bench ${name}`, "aria-label": label }, bar, stage, strip, sheet);
  rove(bar, "button");
  return Object.assign(view, { tools: bar, stage, panel: side });
}

// The clues of the cell at hand in full, wherever the board is scrolled to; nothing without one.
/** @param {any} board @param {HTMLElement} strip @param {{ lines: Line[] } | null} here */
function describe(board, strip, here) {
  const { clues, shape } = board;
  /** @param {Line} line */
  const clue = (line) => element("span", shape.shortName(line), ...clues.numbers(clues.given[line.axis][line.index]));
  strip.replaceChildren(...(here?.lines ?? []).filter((line) => shape.has(line)).map(clue));
}

// `pressed`: true or false for a button that is a switch; set aria-pressed later to change it.
// `text`: also show the label beside the icon.
/** @param {string} name @param {string} label @param {any} run
 * @param {{ key?: string | null, pressed?: boolean, text?: boolean }} [how] */
export function tool(name, label, run, { key = null, pressed, text = false } = {}) {
  return element(
    "button.tool",
    {
      type: "button",
      "aria-label": label,
      title: titled(label, key),
      "aria-pressed": pressed,
      "data-key": key,
      onclick: run,
    },
    icon(name),
    ...(text ? [element("span", label)] : []),
  );
}

// Make another tool of a button: its icon, label and key.
/** @param {HTMLElement} button @param {string} name @param {string} label @param {string | null} [key] */
export function relabel(button, name, label, key = null) {
  button.setAttribute("aria-label", label);
  button.title = titled(label, key);
  button.querySelector("svg")?.replaceWith(icon(name));
  const words = button.querySelector("span");
  if (words) words.textContent = label;
}

/** @param {string} label @param {string | null} key */
const titled = (label, key) => (key ? `${label} (${key.replace("Control", "Ctrl")})` : label);

// Press the button whose key was pressed, unless it is being typed into a field.
addEventListener("keydown", (event) => {
  if (
    event.defaultPrevented ||
    event.target?.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, dialog")
  )
    return;
  const names = [
    event.ctrlKey || event.metaKey ? "Control" : "",
    event.shiftKey && event.key.length > 1 ? "Shift" : "",
    event.altKey ? "Alt" : "",
  ];
  const pressed = [...names.filter(Boolean), event.key.length === 1 ? event.key.toUpperCase() : event.key].join("+");
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("main [data-key]");
  for (const button of buttons) {
    if (!button.dataset.key?.split(" ").includes(pressed) || button.disabled) continue;
    event.preventDefault();
    button.click();
    return;
  }
});

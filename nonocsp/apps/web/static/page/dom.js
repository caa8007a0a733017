// Elements of the page.

// An element of index.html.
/** @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id}`);
  return found;
}

// The pen of a canvas.
/** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2DSettings} [how] */
export function penOf(canvas, how) {
  const pen = canvas.getContext("2d", how);
  if (!pen) throw new Error("The browser has no memory left for a picture.");
  return pen;
}

// One rule for each colour: cheaper than properties of each of ten thousand cells.
const rules = new CSSStyleSheet();
document.adoptedStyleSheets.push(rules);
let painted = -1;

// Give a cell, number or swatch one of the colours of the palette that its ancestor is dressed in.
/** @param {HTMLElement} target @param {number} colour */
export function paint(target, colour) {
  while (painted < colour) {
    painted += 1;
    rules.insertRule(
      `[data-colour="${painted}"] { --ink: var(--face-${painted}, var(--colour-${painted})); --on: var(--on-colour-${painted}); --edge: var(--edge-${painted}); }`,
    );
  }
  target.dataset.colour = String(colour);
}

// An element with classes, attributes and children; all but the tag can be left out: `element("p.facts", "text")`.
/** @param {string} kind @param {...any} children @returns {any} */
export function element(kind, ...children) {
  const [tag, ...classes] = kind.split(".");
  const made = document.createElement(tag);
  made.classList.add(...classes);
  const attributes = isNode(children[0]) ? {} : children.shift();
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean" && name.startsWith("aria-")) made.setAttribute(name, String(value));
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// The sheets of style that a view needs at first, as index.html says, in whose order they hold.
/** @param {string} view "" for all */
export function loadStyle(view) {
  /** @type {NodeListOf<HTMLLinkElement>} */
  const links = document.querySelectorAll(`link[rel="stylesheet"][data-views${view && `~="${view}"`}]`);
  return Promise.all(Array.from(links, enabled));
}

/** @param {HTMLLinkElement} link */
function enabled(link) {
  link.disabled = false;
  if (link.sheet) return null;
  return new Promise((done) => {
    link.addEventListener("load", done);
    // What failed is not waited for again.
    link.addEventListener("error", () => done(link.remove()));
  });
}

/** @param {unknown} given */
const isNode = (given) => typeof given !== "object" || given instanceof Node;

/** Attributes of what shows something while it is pointed at or has the focus. @param {(on: boolean) => void} show */
export const pointed = (show) => ({
  onpointerenter: () => show(true),
  onpointerleave: () => show(false),
  onfocus: () => show(true),
  onblur: () => show(false),
});

// A list to choose from: `options` are the texts by their values, `chosen` the value to begin with.
/** @param {object} attributes @param {Record<string, any>} options @param {string | number} [chosen] */
export function choice(attributes, options, chosen) {
  const made = Object.entries(options).map(([value, text]) => element("option", { value }, text));
  const list = element("select", attributes, ...made);
  list.value = String(chosen ?? made[0]?.value ?? "");
  return list;
}

// The body of a table: each row begins with its heading.
/** @param {string[][]} rows */
export const tableBody = (rows) =>
  element(
    "tbody",
    ...rows.map(([heading, ...values]) =>
      element("tr", element("th", { scope: "row" }, heading), ...values.map((value) => element("td", value))),
    ),
  );

// A slider from 0 upwards, unless it says otherwise.
/** @param {string} label @param {object} how */
export const range = (label, how) =>
  element("input", { type: "range", class: "wide", min: 0, value: 0, "aria-label": label, ...how });

// Lay an element over a part of another one: places and sizes in the units of the whole.
/** @param {HTMLElement} target @param {{ left: number, top: number, width: number, height: number }} given @param {{ width: number, height: number }} whole */
export function lay(target, { left, top, width, height }, whole) {
  /** @param {number} part @param {number} of */
  const percent = (part, of) => `${(100 * part) / of}%`;
  target.style.left = percent(left, whole.width);
  target.style.top = percent(top, whole.height);
  target.style.width = percent(width, whole.width);
  target.style.height = percent(height, whole.height);
}

// Elements of the page.

// One rule for each colour: cheaper than properties of each of ten thousand cells.
const rules = new CSSStyleSheet();
document.adoptedStyleSheets.push(rules);
let painted = -1;

// Give a cell, number or swatch one of the colours of the palette that its ancestor is dressed in.
export function paint(target, colour) {
  while (painted < colour) {
    painted += 1;
    rules.insertRule(
      `[data-colour="${painted}"] { --ink: var(--face-${painted}, var(--colour-${painted})); --on: var(--on-colour-${painted}); --edge: var(--edge-${painted}); }`,
    );
  }
  target.dataset.colour = colour;
}

// An element with classes, attributes and children; all but the tag can be left out: `element("p.facts", "text")`.
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

const isNode = (given) => typeof given !== "object" || given instanceof Node;

// Attributes of what shows something while it is pointed at or has the focus.
export const pointed = (show) => ({
  onpointerenter: () => show(true),
  onpointerleave: () => show(false),
  onfocus: () => show(true),
  onblur: () => show(false),
});

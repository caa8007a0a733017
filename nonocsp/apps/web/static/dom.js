// Elements of the page.

// One rule for each colour: cheaper than properties of each of ten thousand cells.
const rules = new CSSStyleSheet();
document.adoptedStyleSheets.push(rules);
let painted = -1;

// Give a cell, number or swatch one of the colours of the palette that its ancestor is dressed in.
export function paint(target, colour) {
  while (painted < colour) {
    painted += 1;
    rules.insertRule(`[data-colour="${painted}"] { --ink: var(--face-${painted}, var(--colour-${painted})); --on: var(--on-colour-${painted}); --edge: var(--edge-${painted}); }`);
  }
  target.dataset.colour = colour;
}

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean" && name.startsWith("aria-")) made.setAttribute(name, String(value));
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// Elements of the page.

// Give a cell, number or swatch one of the colours of the palette.
export function paint(target, colour) {
  target.style.setProperty("--ink", `var(--colour-${colour})`);
  target.style.setProperty("--on", `var(--on-colour-${colour})`);
  target.style.setProperty("--edge", `var(--edge-${colour})`);
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

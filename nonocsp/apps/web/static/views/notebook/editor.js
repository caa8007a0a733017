// A box of Python to edit. The text field lies over a copy of its text in colours, which gives it its size.

import { element } from "../../page/dom.js";

const KEYWORDS =
  "False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|" +
  "global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield";
const TOKENS = new RegExp(
  [
    "(?<comment>#.*)",
    `(?<string>(?<!\\w)[bfrBFR]{0,2}(?:"""[^]*?"""|'''[^]*?'''|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'))`,
    `(?<keyword>\\b(?:${KEYWORDS})\\b)`,
    "(?<number>\\b\\d[\\w.]*)",
  ].join("|"),
  "g",
);

/** @param {string} text */
function coloured(text) {
  const parts = [];
  let at = 0;
  for (const { 0: token, index, groups = {} } of text.matchAll(TOKENS)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    parts.push(text.slice(at, index), element(`span.${kind}`, token));
    at = index + token.length;
  }
  // The end of a line at the very end would not be shown.
  return [...parts, text.slice(at), "\n"];
}

/**
 * @param {string} text
 * @param {{ changed: () => void, entered: (goesOn: boolean) => void }} how `entered` by Shift or Ctrl with Enter:
 *   Shift goes on to the next one
 */
export function editor(text, { changed, entered }) {
  const shown = element("pre", { "aria-hidden": true });
  const field = element("textarea", {
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    wrap: "off",
    rows: 1,
    oninput: () => {
      shown.replaceChildren(...coloured(field.value));
      changed();
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || event.altKey || event.isComposing) return;
      event.preventDefault();
      if (event.shiftKey || event.ctrlKey || event.metaKey) entered(event.shiftKey);
      else indent(field);
    },
  });
  field.value = text;
  shown.append(...coloured(text));
  return Object.assign(element("div.code", shown, field), { field });
}

// A new line, as far in as the one before it, or further after a colon. `insertText` can be undone.
/** @param {HTMLTextAreaElement} field */
function indent(field) {
  const line = field.value.slice(0, field.selectionStart).split("\n").at(-1) ?? "";
  const space = (/^ */.exec(line) ?? [""])[0] + (line.trimEnd().endsWith(":") ? "    " : "");
  document.execCommand("insertText", false, `\n${space}`);
}

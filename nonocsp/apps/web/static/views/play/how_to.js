// How to play: three small pictures with a sentence each, and a first puzzle to try.

import { element } from "../../page/dom.js";
import { modal } from "../../page/dialog.js";
import { icon } from "../../page/icons.js";
import { read, write } from "../../page/storage.js";

const WELCOMED = "nonocsp:welcomed";
const FIRST = "#play/heart.txt";

// A line each: its clue, its cells ("#" filled in, "x" marked as blank, "." open), and what it teaches.
const STEPS = [
  ["3 1", "###x#", "The numbers beside a line are its blocks, in order: three cells, a gap, one cell."],
  ["4", ".###.", "Wherever the 4 begins, it covers the three cells in the middle: fill them in."],
  ["2", "##xxx", "Its block is there, so the rest is blank: mark it, for the lines that cross."],
];
const HANDS = {
  touch: "Tap or drag to fill in. Choose × below the board to mark blank cells. Two fingers move and zoom.",
  mouse: "Click or drag to fill in; the right button marks blank cells. Or use the arrow keys, Space and X.",
};

/** Show it. */
export function howToPlay() {
  write(WELCOMED, "yes");
  const hands = matchMedia("(hover: none)").matches ? HANDS.touch : HANDS.mouse;
  const steps = STEPS.map(([clue, cells, text]) => element("li", picture(clue, cells), element("p", text)));
  const content = [
    element("p", "Find the picture: every row and column says which of its cells are filled in."),
    element("ol.lessons", ...steps),
    element("p.facts", hands),
  ];
  const go = element("button.main", { value: "try" }, "Try a small one");
  const dialog = modal("How to play", content, [go, element("button", { value: "" }, "Close")], "howto");
  dialog.addEventListener("close", () => dialog.returnValue === "try" && (location.hash = FIRST));
}

/** A quiet line for the first visit, which goes away for good; nothing afterwards. */
export function welcome() {
  if (read(WELCOMED)) return "";
  const line = element("p.welcome", { role: "note" }, "New to nonograms? ");
  const close = () => {
    write(WELCOMED, "yes");
    line.remove();
  };
  line.append(
    element("button", { type: "button", onclick: () => (close(), howToPlay()) }, "How to play"),
    element(
      "button.tool",
      { type: "button", "aria-label": "Not now", title: "Not now", onclick: close },
      icon("close"),
    ),
  );
  return line;
}

/** @param {string} clue @param {string} cells */
function picture(clue, cells) {
  const kinds = { "#": "filled", x: "blank", ".": "open" };
  const row = Array.from(cells, (cell) => element(`i.${kinds[cell]}`));
  return element("span.lesson", { "aria-hidden": "true" }, element("b", clue), ...row);
}

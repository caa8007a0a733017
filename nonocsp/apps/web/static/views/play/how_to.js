// How to play: three small pictures with a sentence each, and a first puzzle to try.

import { element } from "../../page/dom.js";
import { modal } from "../../page/dialog.js";
import { later, t } from "../../page/language.js";

const FIRST = "#play/heart.txt";

// A line each: its clue, its cells ("#" filled in, "x" marked as blank, "." open), and what it teaches.
const STEPS = [
  ["3 1", "###x#", later`The numbers beside a line are its blocks, in order: three cells, a gap, one cell.`],
  ["4", ".###.", later`Wherever the 4 begins, it covers the three cells in the middle: fill them in.`],
  ["2", "##xxx", later`Its block is there, so the rest is blank: mark it, which helps the lines that cross.`],
];
const HANDS = {
  touch: later`Tap or drag to fill in. Choose × below the board to mark blank cells. Two fingers move and zoom.`,
  mouse: later`Click or drag to fill in; the right button marks blank cells. Or use the arrow keys, Space and X.`,
};

/** Show it; with what is special about a puzzle. @param {import("../../puzzle/model.js").Puzzle} [puzzle] */
export function howToPlay(puzzle) {
  const hands = matchMedia("(hover: none)").matches ? HANDS.touch : HANDS.mouse;
  const steps = STEPS.map(([clue, cells, text]) => element("li", picture(clue, cells), element("p", t(text))));
  const content = [
    element("p", t`Find the picture: every row and column says which of its cells are filled in.`),
    element("ol.lessons", ...steps),
    puzzle && puzzle.palette.length > 2
      ? element(
          "p",
          t`A number has the colour of its block. Blocks of different colours may touch, those of one colour never do.`,
        )
      : "",
    puzzle && !puzzle.shape.isTable
      ? element("p", t`Here lines run in several directions; each begins at its clue.`)
      : "",
    element("p.facts", t(hands)),
  ];
  const go = element("button.main", { value: "try" }, t`Try a small one`);
  const dialog = modal(t`How to play`, content, [go, element("button", { value: "" }, t`Close`)], "howto");
  dialog.addEventListener("close", () => dialog.returnValue === "try" && (location.hash = FIRST));
}

/** @param {string} clue @param {string} cells */
function picture(clue, cells) {
  const kinds = { "#": "filled", x: "blank", ".": "open" };
  const row = Array.from(cells, (cell) => element(`i.${kinds[cell]}`));
  return element("span.lesson", { "aria-hidden": "true" }, element("b", clue), ...row);
}

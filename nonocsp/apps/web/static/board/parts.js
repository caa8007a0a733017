// The independent parts of the cells in which solutions differ, as a list: each part is a button that shows it on the
// board.

import { element, pointed } from "../page/dom.js";
import { grouped } from "../puzzle/words.js";
import { t } from "../page/language.js";

const MOST = 12;

export function partList(board, parts) {
  const { shape } = board;
  const items = parts.slice(0, MOST).map(({ cells, count }) => {
    const at = shape.cellsAt(cells);
    const show = (on) => board.mark("part", on ? at : []);
    const reveal = () => (show(true), board.reveal(at));
    const numbers = (axis) => at.map((cell) => shape.lineOf(cell, axis).index + 1);
    const where = shape.axes.map((axis) => spanned(shape, axis, numbers(axis))).join(", ");
    const button = element("button.link", { onclick: reveal, ...pointed(show) }, where);
    return element("li", button, t` ${grouped(count)} ways in ${at.length} cells`);
  });
  if (parts.length > MOST) items.push(element("li", t`and ${parts.length - MOST} more`));
  return element("ul.parts", ...items);
}

// Lines of a direction in words: row 3, rows 1–2, A 1–2.
function spanned(shape, axis, numbers) {
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  if (first !== last && axis === "row") return t`rows ${first}–${last}`;
  if (first !== last && axis === "column") return t`columns ${first}–${last}`;
  return first === last ? shape.shortName({ axis, index: first - 1 }) : `${axis} ${first}–${last}`;
}

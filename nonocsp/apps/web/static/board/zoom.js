// The tools that zoom a board.

import { tool } from "../page/layout.js";
import { t } from "../page/language.js";

/** @param {any} board @param {boolean} [text] beside the icons of the steps */
export function zoomTools(board, text = false) {
  const [smaller, larger] = [
    tool("zoom-out", t`Smaller cells`, () => board.zoom(1 / 1.25), { key: "-", text }),
    tool("zoom-in", t`Larger cells`, () => board.zoom(1.25), { key: "+ =", text }),
  ];
  // On a phone two fingers do this.
  for (const step of [smaller, larger]) step.classList.add("zooms");
  return [smaller, tool("fit", t`Fit the board to the window`, () => board.fit(), { key: "." }), larger];
}

// The tools that zoom a board.

import { tool } from "../page/layout.js";
import { t } from "../page/language.js";

export function zoomTools(board) {
  const [smaller, larger] = [
    tool("zoom-out", t`Smaller cells`, () => board.zoom(1 / 1.25), { key: "-" }),
    tool("zoom-in", t`Larger cells`, () => board.zoom(1.25), { key: "+ =" }),
  ];
  // On a phone two fingers do this.
  for (const step of [smaller, larger]) step.classList.add("zooms");
  return [smaller, tool("fit", t`Fit the board to the window`, () => board.fit(), { key: "." }), larger];
}

// The tools that zoom a board.

import { tool } from "../page/layout.js";

export function zoomTools(board) {
  const [smaller, larger] = [
    tool("zoom-out", "Smaller cells", () => board.zoom(1 / 1.25), { key: "-" }),
    tool("zoom-in", "Larger cells", () => board.zoom(1.25), { key: "+ =" }),
  ];
  // On a phone two fingers do this.
  for (const step of [smaller, larger]) step.classList.add("zooms");
  return [smaller, tool("fit", "Fit the board to the window", () => board.fit(), { key: "." }), larger];
}

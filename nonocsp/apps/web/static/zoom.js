// The tools that zoom a board.

import { element } from "./dom.js";
import { tool } from "./layout.js";

export function zoomTools(board) {
  return [
    tool("zoom-out", "Smaller cells", () => board.zoom(1 / 1.25), { key: "-" }),
    tool("fit", "Fit the board to the window", () => board.fit(), { key: "0" }),
    tool("zoom-in", "Larger cells", () => board.zoom(1.25), { key: "+" }),
  ];
}

export const zoom = (board) => element("span", { class: "group" }, ...zoomTools(board));
export const scroller = () => element("span");

// The size of a board's cells: fitted to the window at first, then as one likes.

import { element } from "./board.js";

const LEAST = 12;
const MOST = 48;

export function zoom(board, { width, height }) {
  let size = 24;
  const set = (wanted) => {
    size = Math.round(Math.min(MOST, Math.max(LEAST, wanted)));
    board.style.setProperty("--cell", `${size}px`);
  };
  const room = Math.min((innerWidth - 40) / (width + 6), (innerHeight - 260) / (height + 6));
  set(Math.min(32, Math.max(matchMedia("(pointer: coarse)").matches ? 22 : 14, room)));
  board.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      set(size * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
    },
    { passive: false },
  );
  return element(
    "span",
    { class: "zoom", role: "group", "aria-label": "size" },
    element("button", { "aria-label": "smaller cells", onclick: () => set(size / 1.2) }, "−"),
    element("button", { "aria-label": "larger cells", onclick: () => set(size * 1.2) }, "+"),
  );
}

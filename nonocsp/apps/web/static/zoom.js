// The size of the cells: fitted to the window at first, then chosen by buttons or Ctrl+wheel. And a
// button to scroll a large board with one finger.

import { element } from "./board.js";

const LEAST = 12;
const MOST = 48;

export function zoom(board, { width, height }) {
  let size = 24;
  const set = (wanted) => {
    size = Math.round(Math.min(MOST, Math.max(LEAST, wanted)));
    board.style.setProperty("--cell", `${size}px`);
  };
  // A clue's number takes about half a cell beside the grid, one above it.
  const [deep, wide] = ["--deep", "--wide"].map((name) => Number(board.style.getPropertyValue(name)) || 1);
  const room = Math.min((innerWidth - 40) / (width + Math.min(wide * 0.36, width / 2) + 0.5), (innerHeight - 275) / (height + Math.min(deep * 0.66, height / 2) + 0.5));
  set(Math.min(34, Math.max(matchMedia("(pointer: coarse)").matches ? 22 : 14, room)));
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

// On a touch screen one finger either draws or scrolls: this button chooses.
export function scroller(board) {
  const button = element("button", { class: "scroller", "aria-pressed": "false", title: "Move the board with a finger instead of filling in" }, "Move");
  button.addEventListener("click", () => {
    board.readonly = !board.readonly;
    board.classList.toggle("moves", board.readonly);
    button.setAttribute("aria-pressed", board.readonly);
  });
  return button;
}

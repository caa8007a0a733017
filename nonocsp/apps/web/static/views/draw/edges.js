// Handles at the four edges of a board: drag one to add or remove rows or columns there.

import { element } from "../../page/dom.js";
import { counted, later, t } from "../../page/language.js";

const EDGES = { top: "ArrowUp", right: "ArrowRight", bottom: "ArrowDown", left: "ArrowLeft" };
const LABELS = {
  top: later`rows at the top: drag to resize`,
  right: later`columns at the right: drag to resize`,
  bottom: later`rows at the bottom: drag to resize`,
  left: later`columns at the left: drag to resize`,
};
const BACK = { ArrowUp: "ArrowDown", ArrowDown: "ArrowUp", ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };

// `resize({ [edge]: lines })` is called when the drag ends.
export function edgeHandles(board, resize) {
  return Object.entries(EDGES).map(([edge, out]) => {
    const badge = element("span.lines");
    const noun = edge === "left" || edge === "right" ? "column" : "row";
    const handle = element(
      "button",
      {
        class: `edge ${edge}`,
        type: "button",
        tabindex: "-1",
        "aria-label": t(LABELS[edge]),
        title: noun === "row" ? t`Drag to add or remove rows` : t`Drag to add or remove columns`,
      },
      badge,
    );
    /** @type {{ x: number, y: number } | null} */
    let start = null;
    const linesAt = (event) => {
      const cell = board.grid.getBoundingClientRect().width / board.shape.width;
      const { x, y } = start ?? { x: event.clientX, y: event.clientY };
      const [right, down] = [event.clientX - x, event.clientY - y];
      const way = { top: -down, bottom: down, left: -right, right }[edge];
      const side = noun === "column" ? board.shape.width : board.shape.height;
      return Math.max(1 - side, Math.round(way / cell));
    };
    const show = (lines) => {
      badge.textContent = lines ? `${lines > 0 ? "+" : "−"}${counted(Math.abs(lines), noun)}` : "";
      handle.classList.toggle("dragged", start !== null);
    };
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      event.stopPropagation();
      start = { x: event.clientX, y: event.clientY };
      handle.setPointerCapture(event.pointerId);
      show(0);
    });
    handle.addEventListener("pointermove", (event) => {
      if (start) show(linesAt(event));
    });
    const end = (event, cancelled) => {
      if (!start) return;
      const lines = cancelled ? 0 : linesAt(event);
      start = null;
      show(0);
      if (lines) resize({ [edge]: lines });
    };
    handle.addEventListener("pointerup", (event) => end(event, false));
    handle.addEventListener("pointercancel", (event) => end(event, true));
    handle.addEventListener("keydown", (event) => {
      const lines = event.key === out ? 1 : event.key === BACK[out] ? -1 : 0;
      if (!lines) return;
      event.preventDefault();
      event.stopPropagation();
      resize({ [edge]: lines });
    });
    return handle;
  });
}

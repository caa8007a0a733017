// What is under a finger on small cells, enlarged: the cells around it, in the corner of the stage away from the finger.

import { element, paint } from "../page/dom.js";

const REACH = 2; // cells on each side
const SMALL = 30; // pixels of the largest cell that a finger hides

export class Loupe {
  view = element(
    "div.loupe",
    { hidden: true, "aria-hidden": "true" },
    ...Array.from({ length: (2 * REACH + 1) ** 2 }, () => element("div")),
  );

  /** @param {number} size of the cells @param {Shape} shape */
  isOfUse(size, shape) {
    return shape.isTable && size < SMALL;
  }

  // Show the cells around one; `values` are those of all cells, null outside.
  /** @param {Shape} shape @param {number} cell @param {number[]} values @param {{ clientX: number }} finger */
  show(shape, cell, values, { clientX }) {
    // First, while nothing waits to be laid out.
    const { left, right, top } = /** @type {HTMLElement} */ (this.view.closest(".stage")).getBoundingClientRect();
    const [row, column] = shape.place(cell);
    [...this.view.children].forEach((spot, i) => {
      const side = 2 * REACH + 1;
      const [r, c] = [row + Math.floor(i / side) - REACH, column + (i % side) - REACH];
      const isInside = r >= 0 && c >= 0 && r < shape.height && c < shape.width;
      const value = isInside ? values[shape.number(r, c)] : null;
      spot.className = value === null ? "outside" : value > 0 ? "filled" : value === 0 ? "blank" : "";
      if (value !== null && value > 0) paint(spot, value);
    });
    const isLeft = clientX > (left + right) / 2;
    Object.assign(this.view.style, {
      top: `${top + 8}px`,
      left: isLeft ? `${left + 8}px` : "",
      right: isLeft ? "" : `${innerWidth - right + 8}px`,
    });
    this.view.hidden = false;
  }

  hide() {
    this.view.hidden ||= true;
  }
}

// A small map in the corner of a board that is larger than its stage: the picture so far, with a frame around the part
// that is in sight. A touch or drag on it goes there.

import { element } from "../page/dom.js";
import { t } from "../page/language.js";
import { miniature } from "./thumbnail.js";

const LEAST = 44; // pixels of a side, below which a map says nothing
const MOST = 160;
const GAP = 5;

export class CornerMap {
  #canvas = element("canvas");
  #frame = element("div.frame");
  #pending = 0;
  #picture = () => {};
  view = element(
    "div.map",
    { "aria-hidden": "true", hidden: true, title: t`Map: drag to move the board` },
    this.#canvas,
    this.#frame,
  );

  // `board` stands on its stage. Boards without rows and columns have no corner, and no map.
  constructor(board) {
    this.board = board;
    this.stage = board.closest(".stage");
    board.querySelector(".corner")?.append(this.view);
    const place = () => {
      this.#pending ||= requestAnimationFrame(() => this.#place());
    };
    this.stage.addEventListener("scroll", place, { passive: true });
    const observer = new ResizeObserver(place);
    for (const each of [this.stage, board]) observer.observe(each);
    for (const name of ["pointerdown", "pointermove"]) this.view.addEventListener(name, (event) => this.#drag(event));
  }

  // Draw the cells of a puzzle, now or when the map is needed.
  draw(puzzle, cells) {
    this.#picture = () => miniature(this.#canvas, puzzle, cells, MOST);
    if (!this.view.hidden) this.#picture();
  }

  // The grid, and the part of it that clues and edges leave in sight.
  #seen() {
    const [grid, stage, corner] = [this.board.grid, this.stage, this.view.parentElement].map((part) =>
      part.getBoundingClientRect(),
    );
    const left = Math.max(grid.left, corner.right);
    const top = Math.max(grid.top, corner.bottom);
    const right = Math.min(grid.right, stage.left + this.stage.clientWidth);
    const bottom = Math.min(grid.bottom, stage.top + this.stage.clientHeight);
    return { grid, left, top, width: right - left, height: bottom - top, room: corner, stage };
  }

  #place() {
    this.#pending = 0;
    if (!this.view.parentElement) return;
    const { grid, left, top, width, height, room, stage } = this.#seen();
    // Some of the corner may be scrolled away.
    const across = room.right - Math.max(room.left, stage.left) - 2 * GAP;
    const down = room.bottom - Math.max(room.top, stage.top) - 2 * GAP;
    const scale = Math.min(across / grid.width, down / grid.height, MOST / Math.max(grid.width, grid.height));
    const isWhole = width >= grid.width - 2 && height >= grid.height - 2;
    const isSmall = scale * Math.max(grid.width, grid.height) < LEAST || width <= 0 || height <= 0;
    const wasHidden = this.view.hidden;
    this.view.hidden = isWhole || isSmall;
    if (this.view.hidden) return;
    if (wasHidden) this.#picture();
    Object.assign(this.view.style, { width: `${scale * grid.width}px`, height: `${scale * grid.height}px` });
    Object.assign(this.#frame.style, {
      left: `${scale * (left - grid.left)}px`,
      top: `${scale * (top - grid.top)}px`,
      width: `${scale * width}px`,
      height: `${scale * height}px`,
    });
  }

  // Bring the place under the pointer into the middle of what is seen.
  #drag(event) {
    event.stopPropagation();
    if (!event.buttons) return;
    event.preventDefault();
    this.view.setPointerCapture(event.pointerId);
    const own = this.view.getBoundingClientRect();
    const { grid, left, top, width, height } = this.#seen();
    this.stage.scrollBy({
      left: grid.left + ((event.clientX - own.left) / own.width) * grid.width - left - width / 2,
      top: grid.top + ((event.clientY - own.top) / own.height) * grid.height - top - height / 2,
      behavior: "instant",
    });
  }
}

// The squares of a <nono-board>: a grid with clues beside it that stay in sight while the cells scroll.

import { element } from "../page/dom.js";
import { numberSize } from "./clues.js";

const SHARE = 0.36; // of the stage, for clues that stick to its edge

export class Squares {
  border = 2; // of the grid
  legible = 12; // smaller cells than this are an overview, without clues
  touchable = 17; // the least cell for a finger, with the loupe, where the whole board is in sight
  finger = 24; // where it is not
  mouse = 16;
  sticks = true; // the clues stay in sight

  constructor(board) {
    this.board = board;
    this.shape = board.shape;
    const { width, height } = this.shape;
    this.grid = element("div", {
      role: "grid",
      "aria-label": board.label,
      "aria-rowcount": height,
      "aria-colcount": width,
      class: "grid",
    });
    this.cells = [];
    const row = element("div", { role: "row", class: "row" });
    for (let c = 0; c < width; c++)
      row.append(element("div", { role: "gridcell", class: c % 5 ? "cell" : "cell fifth", tabindex: "-1" }));
    for (let r = 0; r < height; r++) {
      const own = row.cloneNode(true);
      own.classList.toggle("fifth", r % 5 === 0);
      this.cells.push(...own.children);
      this.grid.append(own);
    }
    this.crosses = ["row", "column"].map((axis) => element("div", { class: `cross ${axis}`, hidden: true }));
    this.corner = element("div.corner");
  }

  get parts() {
    const { row, column } = this.board.clues.sides;
    return [this.corner, column, row, this.grid];
  }

  // Sizes in pixels for a size of cells: of numbers, of the clues on each side, of everything.
  sizes(cell, isBare) {
    const { width, height } = this.shape;
    const { row, column } = this.board.clues.room;
    const number = numberSize(cell, this.board.hasLargeNumbers);
    const left = isBare ? 0 : Math.ceil((row + 0.9) * number);
    const top = isBare ? 0 : Math.ceil((column * 1.2 + 0.7) * number);
    return {
      number,
      left,
      top,
      across: left + width * cell + 2 * this.border,
      down: top + height * cell + 2 * this.border,
    };
  }

  // Styles are set where they act: a property that ten thousand cells inherit is slow to change.
  set(cell, { number, left, top }) {
    const { grid, corner, shape, board } = this;
    const { row, column } = board.clues.sides;
    Object.assign(board.style, { width: "", height: "" });
    Object.assign(grid.style, {
      gridTemplateRows: `repeat(${shape.height}, ${cell}px)`,
      width: `${shape.width * cell + 2 * this.border}px`,
    });
    Object.assign(column.style, { fontSize: `${number}px`, height: `${top}px`, gridAutoColumns: `${cell}px` });
    Object.assign(row.style, { fontSize: `${number}px`, width: `${left}px`, gridAutoRows: `${cell}px` });
    Object.assign(corner.style, { width: `${left}px`, height: `${top}px` });
  }

  // The room that clues take at the edges of a scrolled stage.
  covered({ left, top }, stage) {
    return { left: Math.min(left, SHARE * stage.clientWidth), top: Math.min(top, SHARE * stage.clientHeight) };
  }

  stick({ left, top }, stage) {
    const { row, column } = this.board.clues.sides;
    const hidden = (size, whole) => `${Math.min(0, Math.floor(SHARE * whole) - size)}px`;
    row.style.left = this.corner.style.left = hidden(left, stage.offsetWidth);
    column.style.top = this.corner.style.top = hidden(top, stage.offsetHeight);
  }

  // Tint the lines through a cell; -1 takes the tint away.
  cross(cell) {
    for (const [i, line] of this.crosses.entries()) {
      line.hidden = cell < 0;
      if (cell >= 0) line.style.setProperty("--at", this.shape.place(cell)[i]);
    }
  }

  // Cells were marked, or have the focus: styles of their own show it.
  mark() {}
}

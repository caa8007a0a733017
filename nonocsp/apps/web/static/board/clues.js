// The clues around a board: the lines of each direction, each with its numbers.

import { element, paint } from "../page/dom.js";
import { rove } from "../page/rove.js";
import { colourName, t } from "../page/language.js";

// The width of a number by its digits, in units of its size; style/board.css has the same.
const PITCH = [0, 1.12, 1.62, 2.2];
const digitsOf = (length) => Math.min(3, String(length).length);

// From one number to the next in clues that are slanted, in units of their size.
export const SLANTED_PITCH = 1.4;

const LEGIBLE = 11; // pixels of the smallest clue numbers
const print = matchMedia("print");

// The size of clue numbers beside cells of a size, in pixels. Paper has finer points than a screen.
// Larger ones leave two digits just room above a column.
/** @param {number} cell @param {boolean} [large] */
export const numberSize = (cell, large = false) =>
  Math.max(
    print.matches ? 5 : LEGIBLE,
    large ? Math.min(34, Math.floor(cell * 0.6)) : Math.min(26, Math.round(cell * 0.48)),
  );

const SIDES = { row: "left", column: "top" };

export class Clues {
  #texts = {};
  #placed = {};

  // `reserved`: how many numbers to keep room for in each direction.
  constructor({ shape, clues, palette, editable, reserved }) {
    this.axes = shape.axes;
    this.isLevel = Object.fromEntries(shape.axes.map((axis) => [axis, shape.isLevel(axis)]));
    this.palette = palette;
    this.name = (line) => shape.lineName(line);
    this.sides = {}; // the elements that hold the lines of a direction
    for (const axis of this.axes) {
      this[axis] = clues[axis].map((_, index) => line(axis, index, editable));
      this.sides[axis] = element("div", { class: `clues ${SIDES[axis] ?? axis}` }, ...this[axis]);
      this.#texts[axis] = [];
      this.#placed[axis] = [];
      if (editable) rove(this.sides[axis], ".clue");
    }
    // The room taken, in units of the size of a number: widths in directions that are read along their
    // numbers, a number each in the others. It never shrinks: the grid stays where it is.
    this.room = Object.fromEntries(
      this.axes.map((axis) => [axis, reserved[axis] * (this.isLevel[axis] ? PITCH[1] : 1)]),
    );
    this.set(clues);
  }

  // Show other clues. Only lines whose clue changed are touched. True if there was not room enough.
  set(clues) {
    this.given = clues;
    let isMore = false;
    for (const axis of this.axes) {
      const isLevel = this.isLevel[axis];
      clues[axis].forEach((clue, index) => {
        const text = JSON.stringify(clue);
        if (this.#texts[axis][index] !== text) this.#set({ axis, index }, clue);
        this.#texts[axis][index] = text;
      });
      // The first line of a slanted direction has its name beyond the numbers.
      const name = (index) => (SIDES[axis] || index ? 0 : isLevel ? PITCH[1] : 1);
      const long = (clue) => (isLevel ? widthOf(clue) : clue?.length || 1);
      const taken = Math.max(...clues[axis].map((clue, index) => name(index) + long(clue)));
      isMore ||= taken > this.room[axis];
      this.room[axis] = Math.max(taken, this.room[axis]);
    }
    return isMore;
  }

  #set({ axis, index }, clue) {
    const own = this[axis][index];
    this.#placed[axis][index] = [];
    own.title = this.described({ axis, index });
    own.setAttribute("aria-label", own.title);
    own.replaceChildren(...this.numbers(clue));
  }

  // The numbers of a clue as elements.
  numbers(clue) {
    const words = clue === null ? [["∗", 0]] : clue.length ? clue : [["0", 0]];
    return words.map(([length, colour]) => {
      const size = ["", "", " digits-2", " digits-3"][digitsOf(length)];
      // One triangle has no number: its look says all.
      const text = length === 1 && this.palette[colour].triangle ? "" : String(length).replace("*", "∗");
      const number = element("span", { class: `number${colour ? "" : " none"}${size}`, "aria-hidden": "true" }, text);
      if (colour && this.palette.length > 2) {
        number.classList.add("chip");
        paint(number, colour);
      }
      return number;
    });
  }

  // A clue in words for a screen reader, and which of its blocks are placed.
  /** @param {Clue} clue @param {boolean[]} [placed] */
  spoken(clue, placed = []) {
    if (clue === null) return t`no clue`;
    if (!clue.length) return t`blank`;
    const name = (colour) => (this.palette.length > 2 ? ` ${colourName(this.palette[colour].name)}` : "");
    /** @param {Block} block */
    const word = ([length, colour]) =>
      length === "*" ? t`any blocks` : `${length === "?" ? t`unknown` : length}${name(colour)}`;
    return clue.map((block, i) => (placed[i] ? t`${word(block)} placed` : word(block))).join(", ");
  }

  /** A line and its clue in words, with what is placed. @param {Line} line */
  described(line) {
    const { axis, index } = line;
    return `${this.name(line)}: ${this.spoken(this.given[axis][index], this.#placed[axis][index])}`;
  }

  // Grey the numbers of blocks that are placed: [bool] by block.
  grey(axis, index, placed) {
    const own = this[axis][index];
    if (!own) return; // a line without a clue
    this.#placed[axis][index] = placed;
    [...own.children].forEach((number, j) => number.classList.toggle("placed", Boolean(placed[j])));
    own.classList.toggle("complete", placed.length > 0 && placed.every(Boolean));
  }
}

function line(axis, index, editable) {
  return element("div", {
    class: `clue${index % 5 === 0 ? " fifth" : ""}`,
    role: editable ? "button" : "note",
    "data-axis": axis,
    "data-line": index,
  });
}

function widthOf(clue) {
  return (clue?.length ? clue : [["0"]]).reduce((sum, [length]) => sum + PITCH[digitsOf(length)], 0);
}

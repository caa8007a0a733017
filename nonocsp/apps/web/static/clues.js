// The clues beside a board: two sides of lines, each with its numbers.

import { element, paint } from "./dom.js";

// The width of a number by its digits, in units of its size; style/board.css has the same.
const PITCH = [0, 1.12, 1.62, 2.2];
const digitsOf = (length) => Math.min(3, String(length).length);

export class Clues {
  #texts = { row: [], column: [] };
  #reserved;

  // `reserved`: how many numbers to keep room for, above the columns and beside the rows.
  constructor({ rows, columns, palette, editable, reserved }) {
    this.palette = palette;
    this.#reserved = reserved;
    const side = (place, axis, clues) => {
      const lines = clues.map((_, index) => line(axis, index, editable));
      return [element("div", { class: `clues ${place}` }, ...lines), lines];
    };
    [this.top, this.column] = side("top", "column", columns);
    [this.left, this.row] = side("left", "row", rows);
    this.set({ rows, columns });
  }

  // Show other clues. Only lines whose clue changed are touched. True if there was not room enough.
  set({ rows, columns }) {
    this.given = { row: rows, column: columns };
    for (const axis of ["row", "column"])
      this.given[axis].forEach((clue, index) => {
        const text = JSON.stringify(clue);
        if (this.#texts[axis][index] !== text) this.#set(axis, index, clue);
        this.#texts[axis][index] = text;
      });
    const [deep, wide] = [this.deep ?? this.#reserved.deep, this.wide ?? this.#reserved.wide * PITCH[1]];
    // The room taken, in units of the size of a number. It never shrinks: the grid stays where it is.
    this.deep = Math.max(deep, ...columns.map((clue) => clue?.length ?? 1));
    this.wide = Math.max(wide, ...rows.map(widthOf));
    return this.deep > deep || this.wide > wide;
  }

  #set(axis, index, clue) {
    const own = this[axis][index];
    const label = `${axis} ${index + 1}: ${this.spoken(clue)}`;
    own.setAttribute("aria-label", label);
    own.title = label;
    own.replaceChildren(...this.numbers(clue));
  }

  // The numbers of a clue as elements.
  numbers(clue) {
    const words = clue === null ? [["∗", 0]] : clue.length ? clue : [["0", 0]];
    return words.map(([length, colour]) => {
      const size = ["", "", " digits-2", " digits-3"][digitsOf(length)];
      // One triangle has no number: its look says all.
      const text = length === 1 && this.palette[colour].triangle ? "" : String(length);
      const number = element("span", { class: `number${colour ? "" : " none"}${size}`, "aria-hidden": "true" }, text);
      if (colour && this.palette.length > 2) {
        number.classList.add("chip");
        paint(number, colour);
      }
      return number;
    });
  }

  // A clue in words for a screen reader.
  spoken(clue) {
    if (clue === null) return "no clue";
    if (!clue.length) return "empty";
    const name = (colour) => (this.palette.length > 2 ? ` ${this.palette[colour].name}` : "");
    return clue.map(([length, colour]) => `${length === "?" ? "unknown" : length}${name(colour)}`).join(", ");
  }

  // Grey the numbers of blocks that are placed: [bool] by block.
  grey(axis, index, placed) {
    const own = this[axis][index];
    [...own.children].forEach((number, j) => number.classList.toggle("placed", Boolean(placed[j])));
    own.classList.toggle("complete", placed.length > 0 && placed.every(Boolean));
  }
}

// Clues that can be edited are reached by Tab, then with the arrows.
export function clueKey(event, clue) {
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    clue.click();
  } else if (step) {
    const next = clue.parentNode.children[Number(clue.dataset.line) + step];
    if (!next) return;
    event.preventDefault();
    clue.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

function line(axis, index, editable) {
  const made = element("div", { class: `clue${index % 5 === 0 ? " fifth" : ""}`, role: editable ? "button" : "note", "data-axis": axis, "data-line": index });
  if (editable) made.tabIndex = index ? -1 : 0;
  return made;
}

function widthOf(clue) {
  return (clue?.length ? clue : [["0"]]).reduce((sum, [length]) => sum + PITCH[digitsOf(length)], 0);
}

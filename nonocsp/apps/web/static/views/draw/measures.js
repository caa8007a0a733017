// The size of a drawing, by number and by edge, and the place of the picture in it.

import { element } from "../../page/dom.js";
import { tool } from "../../page/layout.js";
import { say } from "../../page/message.js";
import { MOST_SIDE } from "../../puzzle/drawing.js";

export class Measures {
  #shape;

  // `resize({top, right, bottom, left})` adds lines at the edges, `shift(down, right)` moves the picture.
  constructor({ resize, shift }) {
    const size = (side, label, edge) => {
      const input = element("input", { type: "number", min: 1, max: MOST_SIDE, "aria-label": label });
      input.addEventListener("change", () => {
        const wanted = Math.round(Number(input.value));
        if (wanted < 1) say(`A drawing has 1 to ${MOST_SIDE} ${label}.`);
        resize({ [edge]: wanted < 1 ? 0 : wanted - this.#shape[side] });
      });
      return input;
    };
    this.across = size("width", "columns", "right");
    this.down = size("height", "rows", "bottom");
    const edge = (name, noun) =>
      element(
        "span",
        { class: `at ${name}` },
        tool("minus", `Remove a ${noun} at the ${name}`, () => resize({ [name]: -1 })),
        tool("plus", `Add a ${noun} at the ${name}`, () => resize({ [name]: 1 })),
      );
    this.box = element("input", { type: "checkbox", checked: true });
    const move = (icon, label, down, right) => tool(icon, `Shift ${label}`, () => shift(down, right));
    this.view = element(
      "details.block.measures",
      { open: matchMedia("(min-width: 50rem)").matches },
      element("summary", "Size and place"),
      element("p.size", this.across, " columns, ", this.down, " rows"),
      element(
        "div.compass",
        edge("top", "row"),
        edge("left", "column"),
        element("span.middle.soft", "edges"),
        edge("right", "column"),
        edge("bottom", "row"),
      ),
      element(
        "div.compass",
        element("span.at.top", move("up", "up", -1, 0)),
        element("span.at.left", move("previous", "left", 0, -1)),
        element("span.middle.soft", "shift"),
        element("span.at.right", move("next", "right", 0, 1)),
        element("span.at.bottom", move("down", "down", 1, 0)),
      ),
      element("label.wraps", this.box, " Wrap around: what leaves at one edge comes in at the opposite one"),
    );
  }

  // Whether what leaves at an edge comes in at the opposite one.
  get wraps() {
    return this.box.checked;
  }

  // The size of a drawing; boards without rows and columns have none.
  show(shape) {
    this.#shape = shape;
    this.view.hidden = !shape.isTable;
    this.across.value = shape.width;
    this.down.value = shape.height;
  }
}

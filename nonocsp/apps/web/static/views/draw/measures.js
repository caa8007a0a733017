// The size of a drawing, by number and by edge, and the place of the picture in it.

import { element } from "../../page/dom.js";
import { tool } from "../../page/layout.js";
import { say } from "../../page/message.js";
import { MOST_SIDE } from "../../puzzle/drawing.js";
import { t } from "../../page/language.js";

export class Measures {
  #shape;

  // `resize({top, right, bottom, left})` adds lines at the edges, `shift(down, right)` moves the picture.
  constructor({ resize, shift }) {
    const size = (side, label, edge, most) => {
      const input = element("input", { type: "number", min: 1, max: MOST_SIDE, "aria-label": label });
      input.addEventListener("change", () => {
        const wanted = Math.round(Number(input.value));
        if (wanted < 1) say(most);
        resize({ [edge]: wanted < 1 ? 0 : wanted - this.#shape[side] });
      });
      return input;
    };
    this.across = size("width", t`columns`, "right", t`A drawing has 1 to ${MOST_SIDE} columns.`);
    this.down = size("height", t`rows`, "bottom", t`A drawing has 1 to ${MOST_SIDE} rows.`);
    const edge = (name, less, more) =>
      element(
        "span",
        { class: `at ${name}` },
        tool("minus", less, () => resize({ [name]: -1 })),
        tool("plus", more, () => resize({ [name]: 1 })),
      );
    this.box = element("input", { type: "checkbox", checked: true });
    const move = (icon, label, down, right) => tool(icon, label, () => shift(down, right));
    this.view = element(
      "details.block.measures",
      { open: matchMedia("(min-width: 50rem)").matches },
      element("summary", t`Size and place`),
      element("p.size", this.across, ` ${t`columns`}, `, this.down, ` ${t`rows`}`),
      element(
        "div.compass",
        edge("top", t`Remove a row at the top`, t`Add a row at the top`),
        edge("left", t`Remove a column at the left`, t`Add a column at the left`),
        element("span.middle.soft", t`edges`),
        edge("right", t`Remove a column at the right`, t`Add a column at the right`),
        edge("bottom", t`Remove a row at the bottom`, t`Add a row at the bottom`),
      ),
      element(
        "div.compass",
        element("span.at.top", move("up", t`Shift up`, -1, 0)),
        element("span.at.left", move("previous", t`Shift left`, 0, -1)),
        element("span.middle.soft", t`shift`),
        element("span.at.right", move("next", t`Shift right`, 0, 1)),
        element("span.at.bottom", move("down", t`Shift down`, 1, 0)),
      ),
      element("label.wraps", this.box, t` Wrap around: what leaves at one edge comes in at the opposite one`),
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

// Lines more or less at each edge of a drawing, and the place of the picture in it.

import { element } from "../../page/dom.js";
import { tool } from "../../page/layout.js";
import { t } from "../../page/language.js";

export class Measures {
  // `resize({top, right, bottom, left})` adds lines at the edges, `shift(down, right)` moves the picture.
  constructor({ resize, shift }) {
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
      "div",
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
}

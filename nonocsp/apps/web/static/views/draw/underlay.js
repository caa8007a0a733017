// An image that shines through the cells, to be traced by hand. It is not kept.

import { element } from "../../page/dom.js";
import { tool } from "../../page/layout.js";
import { fail } from "../../page/message.js";
import { t } from "../../page/language.js";

export class Underlay {
  view = element("img", { class: "traced", alt: "", hidden: true });
  #field = element("input", { type: "file", accept: "image/*", hidden: true, "aria-label": t`an image to trace` });
  button = tool("layers", t`Trace`, () => (this.view.hidden ? this.#field.click() : this.#show(null)), {
    text: true,
    pressed: false,
  });
  parts = [this.button, this.#field];

  constructor() {
    this.button.title = t`Trace an image: it shines through the cells`;
    this.#field.addEventListener("change", () => {
      const [file] = this.#field.files;
      this.#field.value = "";
      if (file) this.#show(file);
    });
    this.view.addEventListener("error", () => {
      this.#show(null);
      fail(new Error(t`This file is not an image that the browser can read.`));
    });
  }

  /** @param {File | null} file */
  #show(file) {
    if (this.view.src) URL.revokeObjectURL(this.view.src);
    if (file) this.view.src = URL.createObjectURL(file);
    else this.view.removeAttribute("src");
    this.view.hidden = !file;
    this.button.setAttribute("aria-pressed", String(Boolean(file)));
  }
}

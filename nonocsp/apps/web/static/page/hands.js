// For left-handed people the panel, the tools beside a board and their order change sides.

import { read, write } from "./storage.js";

const KEPT = "nonocsp:hand";

/** Connect the box of the settings. @param {any} box */
export function preferHand(box) {
  box.checked = read(KEPT) === "left";
  const apply = () => (document.documentElement.dataset.hand = box.checked ? "left" : "right");
  box.addEventListener("change", () => {
    write(KEPT, box.checked ? "left" : "right");
    apply();
  });
  apply();
}

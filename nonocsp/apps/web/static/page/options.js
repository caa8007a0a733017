// How one plays: boxes of the menu. A change is an event of the window, "nonocsp:options".

import { element } from "./dom.js";
import { read, write } from "./storage.js";
import { later, t } from "./language.js";

/** @type {Record<string, string>} */
const OPTIONS = {
  crosses: later`Marks where a line is complete`,
  mistakes: later`Mistakes shown at once`,
  vibration: later`Vibration at each cell`,
  dark: later`Numbers of placed blocks stay dark`,
  large: later`Larger numbers`,
  timeless: later`Without a clock`,
};

const KEPT = "nonocsp:play:";

/** Whether one is chosen. @param {string} name */
export const hasOption = (name) => read(KEPT + name) === "yes";

/** A labelled box for each. */
export const optionBoxes = () =>
  Object.entries(OPTIONS).map(([name, label]) => {
    const box = element("input", { type: "checkbox", checked: hasOption(name) });
    box.addEventListener("change", () => {
      write(KEPT + name, box.checked ? "yes" : "no");
      dispatchEvent(new Event("nonocsp:options"));
    });
    const hidden = name === "vibration" && !("vibrate" in navigator && matchMedia("(any-pointer: coarse)").matches);
    return element("label", { hidden }, t(label), box);
  });

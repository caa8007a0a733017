// Sheets of paper, which are printed alone.

import { element } from "./dom.js";

/** A picture from a blob, loaded. @param {Blob} blob */
export async function pictured(blob) {
  const picture = new Image();
  picture.src = URL.createObjectURL(blob);
  picture.alt = "";
  await picture.decode();
  URL.revokeObjectURL(picture.src);
  return picture;
}

/** A picture from the text of an SVG drawing, loaded. @param {string} svg */
export const drawn = (svg) => pictured(new Blob([svg], { type: "image/svg+xml" }));

/** Print sheets, each given by what stands on it, and nothing else of the page. @param {(Node | string)[][]} sheets */
export function printSheets(sheets) {
  const made = sheets.map((content) => element("div.sheet", ...content));
  document.body.append(...made);
  document.documentElement.classList.add("prints-sheet");
  const end = () => {
    for (const sheet of made) sheet.remove();
    document.documentElement.classList.remove("prints-sheet");
  };
  addEventListener("afterprint", end, { once: true });
  print();
}

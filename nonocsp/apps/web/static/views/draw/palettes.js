// Palettes to begin with: colours that go together, the darkest first.

import { freeChar } from "../../puzzle/drawing.js";
import { later } from "../../page/language.js";

/** @type {Record<string, [name: string, rgb: string][]>} */
export const PALETTES = {
  [later`colour-blind safe`]: [
    ["black", "#000000"], ["orange", "#e69f00"], ["sky", "#56b4e9"], ["green", "#009e73"],
    ["yellow", "#f0e442"], ["blue", "#0072b2"], ["vermilion", "#d55e00"], ["purple", "#cc79a7"],
  ], // prettier-ignore
  [later`meadow`]: [
    ["earth", "#4a3728"], ["leaf", "#2f7d32"], ["grass", "#8bc34a"], ["sky", "#87c5f0"], ["sun", "#ffd54f"],
    ["poppy", "#d9432f"],
  ], // prettier-ignore
  [later`sea`]: [
    ["deep", "#0b2545"], ["water", "#1f6fa8"], ["foam", "#9fd8e8"], ["sand", "#e8cf9b"], ["coral", "#f0735a"],
    ["weed", "#2e8b6f"],
  ], // prettier-ignore
  [later`autumn`]: [
    ["bark", "#3e2723"], ["rust", "#b5451b"], ["pumpkin", "#e8860c"], ["corn", "#f6c945"], ["moss", "#7a8b3a"],
    ["plum", "#8a2f55"],
  ], // prettier-ignore
  [later`night`]: [
    ["ink", "#14142b"], ["violet", "#5b3fa8"], ["magenta", "#c2408f"], ["blue", "#2f8fde"], ["moon", "#f2e6a0"],
    ["mist", "#a9b4d0"],
  ], // prettier-ignore
  [later`pastel`]: [
    ["slate", "#4a5568"], ["rose", "#f2a7b5"], ["peach", "#f8c084"], ["lemon", "#f5e79e"], ["mint", "#8fd9b6"],
    ["lilac", "#c4b1e6"],
  ], // prettier-ignore
  [later`greys`]: [["black", "#000000"], ["dark", "#4a4a4a"], ["grey", "#8a8a8a"], ["light", "#c8c8c8"]], // prettier-ignore
};

/** A drawing's palette with these colours for its own in their order, and more where there were fewer. The blank
 * stays, and so does every character. @param {Colour[]} palette @param {[name: string, rgb: string][]} colours */
export function recoloured(palette, colours) {
  const made = [palette[0]];
  for (const [name, rgb] of colours) {
    const char = palette[made.length]?.char ?? freeChar(name, [...palette, ...made]);
    made.push({ name, rgb, char });
  }
  for (const { name, ...colour } of palette.slice(made.length)) {
    let free = name;
    while (made.some((other) => other.name === free)) free += " 2";
    made.push({ ...colour, name: free });
  }
  return made;
}

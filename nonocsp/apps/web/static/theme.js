// The theme: the colours of the puzzle, or colours that are safe for colour-blind players (chosen by
// the server, with a character in every cell); light or dark.

import { read, write } from "./storage.js";

const changed = new EventTarget();

// Blank and black in the dark theme, exchanged. A coloured picture keeps its colours and the blank
// that they were chosen for.
const NIGHT = ["#1a2029", "#e8ecf1"];
const isDark = () => {
  const { theme = "auto" } = document.documentElement.dataset;
  return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
};
const isBlackOnWhite = (palette) => palette.length === 2 && palette[0].rgb.toLowerCase() === "#ffffff" && palette[1].rgb === "#000000";

export const isSafe = () => read("nonocsp:safe") === "yes";

// Give an element the colours of a palette, now and whenever the settings change. `dressed` is called
// after each time.
export function dress(target, palette, dressed = () => {}) {
  const apply = () => {
    target.classList.toggle("safe", isSafe() && palette.length > 2);
    const night = isDark() && isBlackOnWhite(palette);
    target.classList.toggle("night", night);
    palette.forEach((colour, number) => {
      const rgb = night ? NIGHT[number] : number > 0 && isSafe() ? (colour.safe ?? colour.rgb) : colour.rgb;
      target.style.setProperty(`--colour-${number}`, rgb);
      target.style.setProperty(`--on-colour-${number}`, readableOn(rgb));
    });
    dressed();
  };
  apply();
  target.undress?.();
  changed.addEventListener("change", apply);
  target.undress = () => changed.removeEventListener("change", apply);
}

// Black or white, whichever contrasts more by the formula of WCAG 2.
function readableOn(rgb) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = parseInt(rgb.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
}

// Connect the controls of the page's head.
export function prefer(safe, theme) {
  safe.checked = isSafe();
  safe.addEventListener("change", () => {
    write("nonocsp:safe", safe.checked ? "yes" : "no");
    changed.dispatchEvent(new Event("change"));
  });
  theme.value = read("nonocsp:theme") ?? "auto";
  const apply = () => {
    document.documentElement.dataset.theme = theme.value;
  };
  theme.addEventListener("change", () => {
    write("nonocsp:theme", theme.value);
    apply();
    changed.dispatchEvent(new Event("change"));
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => changed.dispatchEvent(new Event("change")));
  apply();
}

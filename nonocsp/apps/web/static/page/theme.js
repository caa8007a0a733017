// The theme: the colours of the puzzle, or colours that are safe for colour-blind players (chosen in
// Python, with a character in every cell); light or dark.
//
// A dressed element has these properties: --face-N (the background of a cell of two triangles),
// --colour-N, --on-colour-N (black or white, what stands out on it), --edge-N (a frame where the colour does not stand out from the page), and for the grid on
// the blank colour --rule, --rule-heavy and --mark.

import { channels, joined, linear, nightInk, nightPaper } from "./night.js";
import { read, write } from "./storage.js";

/** @typedef {{ rgb: string, on: string, edge: string }} Shown A colour as it is shown. */

// How each dressed element is dressed again, and its colours. What is not in the page when the settings change stays as
// it is.
/** @type {WeakMap<Element, { apply: () => void, colours: Shown[] }>} */
const dressings = new WeakMap();
const dressAgain = () => document.querySelectorAll(".dressed").forEach((target) => dressings.get(target)?.apply());

/** The colours in which an element is dressed, or one around it. @param {Element} target */
export const coloursAt = (target) => dressings.get(target.closest(".dressed") ?? target)?.colours ?? [];

// Blank and black in the dark theme, exchanged.
const NIGHT = ["#1a1d21", "#e6e4df"];

// Paper is light.
const isDark = () => {
  if (matchMedia("print").matches) return false;
  const { theme = "auto" } = document.documentElement.dataset;
  return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
};
/** @param {Colour[]} palette */
const isBlackOnWhite = (palette) =>
  palette.length === 2 && palette[0].rgb.toLowerCase() === "#ffffff" && palette[1].rgb === "#000000";

export const isSafe = () => read("nonocsp:safe") === "yes";

// The colours in which a palette is shown, on a page whose cards have the colour `card`.
/** @param {Colour[]} palette @param {{ dark: boolean, safe: boolean, card: string }} given @returns {Shown[]} */
export function coloursOf(palette, { dark, safe, card }) {
  const night = dark && isBlackOnWhite(palette);
  const [paper, ...inks] = palette.map(({ rgb, safe: other = rgb }, number) => (number > 0 && safe ? other : rgb));
  const ink = nightInk(inks);
  const shown = night ? NIGHT : dark ? [nightPaper(paper), ...inks.map(ink)] : [paper, ...inks];
  return shown.map((rgb) => {
    const on = contrast(rgb, "#000000") > contrast(rgb, "#ffffff") ? "#000000" : "#ffffff";
    return { rgb, on, edge: contrast(rgb, card) < 3 ? mix(rgb, on, 0.55) : "transparent" };
  });
}

// The halves of a cell of two triangles, "#left/#right" or "#left\#right"; null for a plain colour.
/** @param {string | undefined} triangle */
export function halvesOf(triangle) {
  return triangle?.match(/^(?<left>#\w+)(?<diagonal>[/\\])(?<right>#\w+)$/)?.groups ?? null;
}

/** What such a cell looks like as a background of CSS. @param {string | undefined} triangle @param {boolean} dark */
function faceOf(triangle, dark) {
  const halves = halvesOf(triangle);
  if (!halves) return "";
  const own = [halves.left, halves.right];
  const [left, right] = dark && own.every((rgb) => rgb.length === 7) ? own.map(nightInk(own)) : own;
  const { diagonal } = halves;
  return `linear-gradient(to ${diagonal === "/" ? "bottom" : "top"} right, ${left} 50%, ${right} 50%)`;
}

// Give an element the colours of a palette, now and whenever the settings change. `dressed` is called
// after each time.
/** @param {any} target @param {Colour[]} palette @param {() => void} [dressed] */
export function dress(target, palette, dressed = () => {}) {
  const header = document.querySelector("header") ?? target;
  const apply = () => {
    target.classList.toggle("safe", isSafe() && palette.length > 2);
    const card = hex(getComputedStyle(header).backgroundColor);
    const colours = coloursOf(palette, { dark: isDark(), safe: isSafe(), card });
    /** @param {string} name @param {string} value */
    const set = (name, value) => target.style.setProperty(name, value);
    colours.forEach(({ rgb, on, edge }, number) => {
      set(`--colour-${number}`, rgb);
      set(`--on-colour-${number}`, on);
      set(`--face-${number}`, faceOf(palette[number].triangle, isDark()));
      set(`--edge-${number}`, edge);
    });
    const [{ rgb, on }] = colours;
    dressings.set(target, { apply, colours });
    set("--rule", mix(rgb, on, 0.2));
    set("--rule-heavy", mix(rgb, on, 0.55));
    set("--mark", mix(rgb, on, 0.5));
    dressed();
  };
  target.classList.add("dressed");
  apply();
}

/** Of "rgb(1, 2, 3)". @param {string} text */
const hex = (text) => joined(Array.from(text.matchAll(/[\d.]+/g), ([value]) => Number(value) / 255).slice(0, 3));

/** @param {string} one @param {string} other @param {number} share */
const mix = (one, other, share) => {
  const [from, to] = [channels(one), channels(other)];
  return joined(from.map((value, i) => value + (to[i] - value) * share));
};

/** The contrast of two colours by the formula of WCAG 2. @param {string} one @param {string} other */
export function contrast(one, other) {
  /** @param {string} rgb */
  const light = (rgb) => {
    const [r, g, b] = channels(rgb).map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [a, b] = [light(one), light(other)];
  return Math.max(a, b) / Math.min(a, b);
}

/** Connect the controls of the settings. @param {any} safe @param {any} theme */
export function prefer(safe, theme) {
  safe.checked = isSafe();
  safe.addEventListener("change", () => {
    write("nonocsp:safe", safe.checked ? "yes" : "no");
    dressAgain();
  });
  theme.value = read("nonocsp:theme") ?? "auto";
  const apply = () => {
    document.documentElement.dataset.theme = theme.value;
  };
  theme.addEventListener("change", () => {
    write("nonocsp:theme", theme.value);
    apply();
    dressAgain();
  });
  for (const query of ["(prefers-color-scheme: dark)", "print"])
    matchMedia(query).addEventListener("change", dressAgain);
  apply();
}

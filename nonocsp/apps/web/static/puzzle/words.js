// Numbers and texts as people read them.

import { counted, later, t } from "../page/language.js";

// How difficult a puzzle is, the easiest first.
export const DIFFICULTIES = [
  later`very easy`,
  later`easy`,
  later`moderate`,
  later`hard`,
  later`very hard`,
  later`extreme`,
];

// A whole number in groups of three digits; one too long to read is given by its magnitude.
/** @param {number | bigint | string} number */
export function grouped(number) {
  const digits = String(number);
  return digits.length > 30 ? t`about 10^${digits.length - 1}` : digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

// A number of any size, rounded down to a power of ten where it is long; or up.
/** @param {number | bigint | string} number @param {boolean} [up] */
export function short(number, up = false) {
  const digits = String(number);
  return digits.length > 12 ? `10^${digits.length - (up ? 0 : 1)}` : grouped(number);
}

// A time as `in_words` of `nonocsp/people/explanation/effort.py` has it, no more exact than it is known.
/** @param {number} minutes */
export function duration(minutes) {
  if (minutes >= 100) return counted(Math.floor(minutes / 60 + 0.5), "hour");
  const step = minutes < 20 ? 1 : 5;
  return counted(Math.max(1, step * Math.floor(minutes / step + 0.5)), "minute");
}

/** @param {string} text */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

// A title or a name from elsewhere: it turns the direction of nothing beside it, and piles no marks over other lines.
/** @param {unknown} text */
export const tame = (text) =>
  String(text ?? "")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1");

// Numbers and texts as people read them.

import { counted, later, t } from "../page/language.js";

// How deep a puzzle is, the shallowest first.
export const DEPTHS = [
  later`very shallow`,
  later`shallow`,
  later`moderate`,
  later`deep`,
  later`very deep`,
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

// The times between which most people lie, as `range_in_words` of `nonocsp/people/explanation/effort.py` has them.
/** @param {number} minutes */
export const span = (minutes) => between(minutes / 2, minutes * 2);

/** @param {number} shortest @param {number} longest minutes, both */
export function between(shortest, longest) {
  const [low, high] = [rounded(shortest), Math.max(1, rounded(longest))];
  if (longest >= 100) {
    const hours = Math.floor(longest / 60 + 0.5);
    return low < 50
      ? t`${low} minutes to ${counted(hours, "hour")}`
      : t`${Math.floor(shortest / 60 + 0.5)} to ${hours} hours`;
  }
  return low > 0 && low < high ? t`${low} to ${high} minutes` : t`up to ${counted(high, "minute")}`;
}

/** @param {number} minutes */
function rounded(minutes) {
  const step = minutes < 10 ? 1 : 5;
  return step * Math.floor(minutes / step + 0.5);
}

/** @param {string} text */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

// A title or a name from elsewhere: it turns the direction of nothing beside it, and piles no marks over other lines.
/** @param {unknown} text */
export const tame = (text) =>
  String(text ?? "")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1");

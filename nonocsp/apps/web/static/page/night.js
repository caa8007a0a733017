// Colours of a picture on a dark page: near-black paper, and lighter colours of the same hue.
//
// The lightness of Oklab (Björn Ottosson 2020) says how light a colour looks. Paper gets a small one. All others get
// greater ones in the same order: black too, which would not be seen; the lightest stays. Where a screen has no such
// colour, it is paler.

const PAPER = 0.22; // lightness
const BLACK = 0.52;
const USUAL = { low: 0.45, high: 0.8 }; // where the colours of a palette are between these
const LIGHT = 0.6; // a blank that is darker than this is dark paper already

/** @typedef {[light: number, a: number, b: number]} Oklab */

/** @param {string} rgb */
export const channels = (rgb) => [1, 3, 5].map((at) => parseInt(rgb.slice(at, at + 2), 16) / 255);
/** @param {number} value */
const pair = (value) => (0x100 + Math.round(value * 255)).toString(16).slice(1);
/** @param {number[]} values */
export const joined = (values) => `#${values.map(pair).join("")}`;
/** @param {number} value */
export const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
/** @param {number} value */
const encoded = (value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** @param {string} rgb @returns {Oklab} */
function oklab(rgb) {
  const [r, g, b] = channels(rgb).map(linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The channels of a colour, which may lie beyond those of a screen. @param {Oklab} colour */
function screen([light, a, b]) {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(encoded);
}

/** The same hue with another lightness, as strong as a screen has it. @param {string} rgb @param {(light: number) => number} of */
function relit(rgb, of) {
  const [light, a, b] = oklab(rgb);
  /** @param {number} share */
  const paled = (share) => screen([of(light), a * share, b * share]);
  /** @param {number} share */
  const isShown = (share) => paled(share).every((value) => value >= -0.001 && value <= 1.001);
  let [least, most] = [0, isShown(1) ? 1 : 0];
  for (let step = 1 / 2; !most && step > 1 / 256; step /= 2) if (isShown(least + step)) least += step;
  return joined(paled(Math.max(least, most)).map((value) => Math.min(1, Math.max(0, value))));
}

/** @param {string} rgb */
export const nightPaper = (rgb) => relit(rgb, (light) => (light > LIGHT ? PAPER : light));

/** The colours of a palette, as far apart as there is room. @param {string[]} colours @returns {(rgb: string) => string} */
export function nightInk(colours) {
  const lights = colours.map((rgb) => oklab(rgb)[0]);
  const [low, high] = [Math.min(USUAL.low, ...lights), Math.max(USUAL.high, ...lights)];
  return (rgb) => relit(rgb, (light) => BLACK + ((high - BLACK) * (light - low)) / (high - low));
}

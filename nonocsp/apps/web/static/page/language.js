// The texts of the page in the reader's language.
//
// A text is written in English where it is shown: t`Solved in ${time}`. The table of another language,
// languages/NAME.json, has it by its English, in which what is put in is numbered: "Solved in {0}". What a table lacks
// stays English. A constant, which is made before the language is known, is later`a text`, and t(constant) shows it.

import { read, write } from "./storage.js";

/**
 * @typedef {{ texts: Record<string, string>, colours: Record<string, string>,
 *   hints: import("../library/hints.js").Sentences | null }} Table
 */

// By code, as the languages name themselves.
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français" };

const KEPT = "nonocsp:language";

/** @type {Table} */
const ENGLISH = { texts: {}, colours: {}, hints: null };
let table = ENGLISH;
let code = "en";
let region = "en"; // for dates and numbers: as the browser has them, if it speaks the language

/** A text in the reader's language. @param {TemplateStringsArray | string} text @param {any[]} values */
export function t(text, ...values) {
  const english = typeof text === "string" ? text : keyOf(text);
  const own = Object.hasOwn(table.texts, english) ? table.texts[english] : english;
  return own.replace(/\{(\d)\}/g, (_, i) => String(values[i]));
}

// Boards have ten thousand labels of one text.
/** @type {WeakMap<TemplateStringsArray, string>} */
const keys = new WeakMap();

/** @param {TemplateStringsArray} text */
function keyOf(text) {
  const key = keys.get(text) ?? text.reduce((before, part, i) => `${before}{${i - 1}}${part}`);
  keys.set(text, key);
  return key;
}

/** A constant text, which `t` shows. @param {TemplateStringsArray} text */
export const later = ([text]) => text;

/** The usual name of a colour; other names stay. @param {string} name */
export const colourName = (name) => (Object.hasOwn(table.colours, name) ? table.colours[name] : name);

/** A number with its noun: 1 cell, 2 cells. @param {number | bigint | string} number @param {string} noun */
export const counted = (number, noun) => t(`{0} ${noun}${Number(number) === 1 ? "" : "s"}`, number);

/** A number with a fixed number of decimals. @param {number} number @param {number} digits */
export const decimal = (number, digits) =>
  number.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The language of dates and numbers. */
export const locale = () => region;

/** The words of hints, for who makes their sentences; null in English. */
export const sentences = () => table.hints;

/** Speak the language that was chosen, or the first one of the browser that is known. */
export async function speak() {
  const wanted = [read(KEPT), ...navigator.languages].map((name) => name?.slice(0, 2) ?? "");
  const found = wanted.find((name) => Object.hasOwn(LANGUAGES, name)) ?? "en";
  try {
    const path = new URL(`static/languages/${found}.json`, document.baseURI);
    table = found === "en" ? ENGLISH : await (await fetch(path)).json();
    code = found;
    region = navigator.languages.find((name) => name.startsWith(code)) ?? code;
  } catch {
    // English is always there
  }
  document.documentElement.lang = code;
  for (const { node, text } of written) node.nodeValue = text.replace(/\S(.*\S)?/s, (words) => t(words));
}

// Connect the list of languages; `changed` is called when another one is spoken.
/** @param {HTMLSelectElement} list @param {() => void} changed */
export function chooseLanguage(list, changed) {
  list.append(...Object.entries(LANGUAGES).map(([value, name]) => new Option(name, value)));
  list.value = code;
  list.addEventListener("change", async () => {
    write(KEPT, list.value);
    await speak();
    changed();
  });
}

// What index.html shows in English: texts and labels.
/** @type {{ node: Node, text: string }[]} */
let written = [];

/** Remember them before they are in another language. @param {ParentNode} page */
export function learn(page) {
  const found = document.evaluate(
    ".//text()[normalize-space()] | .//@aria-label",
    /** @type {Node} */ (page),
    null,
    XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
  );
  written = Array.from({ length: found.snapshotLength }, (_, i) => {
    const node = /** @type {Node} */ (found.snapshotItem(i));
    return { node, text: node.nodeValue ?? "" };
  });
}

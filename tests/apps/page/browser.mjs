// What the modules without elements need of a browser: storage that can be looked at, filled up and emptied, and a
// document that is empty.

export const kept = new Map();
let isFull = false;

/** From now on the storage takes nothing more, or everything again. */
export function fill(full) {
  isFull = full;
}

globalThis.localStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem(name, text) {
    if (isFull) throw new Error("QuotaExceededError");
    kept.set(name, String(text));
  },
  removeItem: (name) => kept.delete(name),
  key: (at) => [...kept.keys()][at] ?? null,
  get length() {
    return kept.size;
  },
};
globalThis.document = { querySelector: () => null, baseURI: "http://localhost/" };
globalThis.addEventListener = () => {};
globalThis.removeEventListener = () => {};

export const LOOK = {
  blank: { name: "white", rgb: "#ffffff", char: "." },
  colours: [
    { name: "black", rgb: "#000000", char: "#" },
    { name: "red", rgb: "#ff0000", char: "r" },
  ],
};

/** Rows of text as numbers of colours; "?" is unknown. */
export const cellsOf = (...rows) => [...rows.join("")].map((char) => "?.#r".indexOf(char) - 1);

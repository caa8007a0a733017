// What Python writes about searches, in the reader's language.

/** @typedef {(english: string, ...values: (string | number)[]) => string} Translate what a text is in the reader's language */

// What Python writes, with what is put in. Numbers, rows and columns are found wherever they stand.
const WRITTEN = [
  "{0}; queued: {1}",
  "{0} by {1}: all supported",
  "{0} by {1}: {2} removed, {3} left",
  "{0}: {1} removed, {2} left",
  "{0} by {1}",
  "lucky: {0}",
  "dive: {0}",
  "probe: {0}",
  "the position of a block",
  "a nogood: {0}",
  "root",
  "part",
  "by what was learned",
  "{0} not kept",
  "{0} folded",
  "learned: not all of {0}",
  "solution",
  "no solution below",
  "left by a restart",
  "left by a backjump: it has no part in the conflict",
  "the constraints contradict each other",
  "{0} and {1} contradict each other",
  "{0} has no placement left",
  "{0} has no value left",
  "open: the limit on solutions was reached",
  "open: the limit on seconds was reached",
  "open: the limit on nodes was reached",
];
/** @type {[string, RegExp][]} */
const PATTERNS = WRITTEN.map((text) => [text, new RegExp(`^${text.replace(/{\d}/g, "(.+)")}$`)]);

/** What Python wrote, in the reader's language. @param {string} text  @param {Translate} t @returns {string} */
export function worded(text, t) {
  for (const [template, pattern] of PATTERNS) {
    const found = pattern.exec(text);
    if (found) return t(template, ...found.slice(1).map((part) => worded(part, t)));
  }
  return text
    .replace(/\b(row|column) (\d+)/g, (_, axis, number) => t(`${axis} {0}`, number))
    .replace(/(\d+) ((?:decision|failure|solution|node|arc|event|placement|value|fact)s?)\b/g, (_, number, noun) =>
      t(`{0} ${noun}`, number),
    );
}

// The sentences of steps in the reader's language. Those that look at one line have their phrases with them; all others
// stay in English.

import { sentenceOf, whereOf } from "../library/hints.js";
import { colourName, sentences } from "../page/language.js";

/** @typedef {import("./model.js").Puzzle} Puzzle */

/** @param {Step} step @param {Puzzle} puzzle */
export function sentenceIn(step, puzzle) {
  const language = sentences();
  if (!language || !step.words?.length) return step.sentence;
  const names = puzzle.palette.map(({ name }) => colourName(name));
  const clue = puzzle.clueOf(step.lines[0]) ?? [];
  return sentenceOf({ ...step, words: step.words }, clue, names, boardOf(puzzle.shape), language);
}

/** What sentences need of a shape. @param {import("./shapes.js").Shape} shape
 * @returns {import("../library/hints.js").Board} */
export const boardOf = (shape) => ({
  line: (number) => shape.lines[number],
  cellsOf: (line) => shape.cellsOf(line),
  place: (cell) => {
    const [row, column] = shape.place(cell);
    return { row, column };
  },
});

/** The second stage of a hint. @param {Hint} hint @param {Puzzle} puzzle */
export const sentencesOf = (hint, puzzle) =>
  hint.kind === "step" ? hint.steps.map((step) => sentenceIn(step, puzzle)) : hint.sentences;

/** Its first stage. @param {Hint} hint */
export function whereIn(hint) {
  const language = sentences();
  const isWorded = hint.kind === "step" && hint.steps.every(({ words }) => words?.length);
  return language && isWorded ? whereOf(hint.lines, language) : hint.where;
}

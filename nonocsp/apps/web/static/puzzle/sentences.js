// The sentences of steps in the reader's language. Those that look at one line have their phrases with them; all others
// stay in English.

import { decidedIn, namesOf, sentenceOf, whereOf } from "../library/hints.js";
import { colourName, sentences, t } from "../page/language.js";
import { capital } from "./words.js";

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
export function sentencesOf(hint, puzzle) {
  if (hint.kind === "step") {
    const names = puzzle.palette.map(({ name }) => colourName(name));
    const last = hint.steps[hint.steps.length - 1];
    const decided = decidedIn(last, names, boardOf(puzzle.shape), sentences() ?? undefined);
    return [...hint.steps.map((step) => sentenceIn(step, puzzle)), ...decided];
  }
  return (sentences() && hint.kind === "mistake" && mistakeIn(hint, puzzle)) || hint.sentences;
}

/** Its first stage. @param {Hint} hint @param {Puzzle} puzzle */
export function whereIn(hint, puzzle) {
  const language = sentences();
  const { shape } = puzzle;
  if (!language) return hint.where;
  if (hint.kind === "step" && hint.steps.every(isWorded)) return whereOf(hint.lines, language);
  if (hint.kind !== "mistake") return hint.where;
  const lines = hint.lines.length
    ? hint.lines
    : hint.wrong.slice(0, hint.named).map(({ row }) => ({ axis: shape.axes[0], index: row }));
  return `${t`Something is wrong.`} ${whereOf(lines, language)}`;
}

/** @param {Step} step */
const isWorded = ({ words }) => Boolean(words?.length);

/** What is wrong, and why where one line shows it; null where a sentence of Python is needed.
 * @param {Hint} hint @param {Puzzle} puzzle */
function mistakeIn({ wrong, named, steps: [step] }, puzzle) {
  const { shape, palette } = puzzle;
  const facts = wrong.slice(0, named);
  if (!facts.length || facts.some(({ colours }) => colours.length !== 1)) return null;
  const cells = facts.map(({ row, column, colours: [colour] }) => ({
    place: shape.name(shape.number(row, column)),
    colour: colourName(palette[colour].name),
  }));
  const [{ place, colour }] = cells;
  const isOne = cells.length === 1;
  const verdict = isOne
    ? t`${capital(place)} cannot be ${colour}.`
    : t`These cells cannot be right together: ${cells.map((cell) => `${cell.place} ${cell.colour}`).join("; ")}.`;
  const without = isOne ? t`No solution has it like that.` : t`No solution has all of them like that.`;
  return [`${verdict} ${step ? refutationIn(step, puzzle) : without}`];
}

/** A contradiction, or the line at the end of a chain that leads to one. @param {Step} step @param {Puzzle} puzzle */
function refutationIn(step, puzzle) {
  const last = step.branches[0]?.links.at(-1)?.line;
  if (!last) return sentenceIn(step, puzzle);
  const language = sentences() ?? undefined;
  const via = step.lines.filter(({ axis, index }) => axis !== last.axis || index !== last.index);
  const end = namesOf([last], language);
  return via.length
    ? t`By way of ${namesOf(via, language)}, ${end} could not be completed.`
    : t`${capital(end)} could not be completed.`;
}

// The steps up to the first that decides a cell, and those of them that it builds on, as `nonocsp/people/explanation/hint.py`
// gives them: in coloured puzzles a step may exclude colours only, and then nothing can be filled in.

import { hintOf } from "../library/hints.js";
import { closure } from "../puzzle/dependencies.js";
import { masksAsWords } from "../library/puzzle.js";

/**
 * @typedef {import("../library/hints.js").Hint} Hint
 * @typedef {import("../library/hints.js").Found} Found
 * @typedef {import("../library/puzzle.js").Form} Form
 * @typedef {{ hint: Hint, decided: [cell: number, colour: number][], because: number[], uses: Set<number> }} Step
 */

/** A step as the endpoint gives it. @param {Hint} hint */
export const stepOf = ({ text, ...step }) => ({ ...step, sentence: text, branches: [], count: null, uses: [] });

/** The colours of a mask. @param {number} mask @param {number} count */
const coloursOf = (mask, count) =>
  Array.from({ length: count }, (_, c) => c).filter((c) => Math.floor(mask / 2 ** c) % 2);

/**
 * Null where these techniques decide no cell.
 *
 * @param {import("../library/kernel_questions.js").KernelQuestions} questions @param {Form} form @param {number[]} given
 * what is known of the cells, as masks
 * @param {{ names: string[], board: import("../library/hints.js").Board, seconds: number }} how @returns {Step[] | null}
 */
export function stepsToACell(questions, form, given, { names, board, seconds }) {
  const end = performance.now() + 1000 * seconds;
  const masks = [...given];
  /** @type {Map<number, number[]>} the steps that excluded colours of a cell */
  const sources = new Map();
  /** @param {number[]} cells */
  const usedBy = (cells) => new Set(cells.flatMap((cell) => sources.get(cell) ?? []));
  /** @type {Step[]} */
  const steps = [];
  for (;;) {
    const left = (end - performance.now()) / 1000;
    const found = left > 0 && questions.hint(form, { known: masksAsWords(masks), seconds: left });
    if (!Array.isArray(found) || !found[2].length) return null;
    const [, , excluded, because] = /** @type {Found} */ (found);
    const hint = hintOf(/** @type {Found} */ (found), form, names, masks, board);
    const uses = usedBy(because);
    /** @type {[cell: number, colour: number][]} */
    const decided = [];
    /** @type {number[]} those that its reasons alone do not decide */
    const own = [];
    for (const [cell, out] of excluded) {
      const colours = coloursOf(masks[cell], names.length).filter((c) => !out.includes(c));
      masks[cell] = colours.reduce((mask, c) => mask + 2 ** c, 0);
      sources.set(cell, [...(sources.get(cell) ?? []), steps.length]);
      if (colours.length !== 1) continue;
      decided.push([cell, colours[0]]);
      if (names.length - out.length > 1) own.push(cell);
    }
    steps.push({ hint, decided, because, uses });
    if (!decided.length) continue;
    // What was excluded from these cells before matters, too.
    return closure(steps, [steps.length - 1, ...usedBy(own)]).map((number) => steps[number]);
  }
}

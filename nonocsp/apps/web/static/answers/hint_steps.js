// The steps up to the first that decides a cell, and those of them that it builds on, as `nonocsp/explanation/hint.py`
// gives them: in coloured puzzles a step may exclude colours only, and then nothing can be filled in.

import { hintOf } from "../library/hints.js";
import { closure } from "../puzzle/dependencies.js";
import { masksAsWords, masksOf } from "../library/puzzle.js";

/**
 * @typedef {import("../library/hints.js").Hint} Hint
 * @typedef {import("../library/hints.js").Found} Found
 * @typedef {import("../library/puzzle.js").Form} Form
 * @typedef {{ hint: Hint, decided: [cell: number, colour: number][], because: number[], uses: Set<number> }} Step
 */

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
  /** @type {Map<number, Map<number, number>>} the step that excluded a colour, by cell and colour */
  const sources = new Map();
  /** @param {number[]} cells */
  const usedBy = (cells) =>
    new Set(
      cells.flatMap((cell) =>
        [...(sources.get(cell) ?? [])].flatMap(([c, number]) =>
          coloursOf(masks[cell], names.length).includes(c) ? [] : [number],
        ),
      ),
    );
  /** @type {Step[]} */
  const steps = [];
  for (;;) {
    const left = (end - performance.now()) / 1000;
    const found = left > 0 && questions.hint(form, { known: masksAsWords(masks), seconds: left });
    if (!Array.isArray(found) || !found[2].length) return null;
    const [, lines, excluded, because] = /** @type {Found} */ (found);
    const hint = hintOf(/** @type {Found} */ (found), form, names, masks, board);
    const uses = usedBy(because);
    for (const [cell, colours] of excluded) {
      const own = sources.get(cell) ?? new Map();
      sources.set(cell, own);
      for (const c of colours) {
        if (!own.has(c)) own.set(c, steps.length);
        masks[cell] -= 2 ** c;
      }
    }
    /** @type {[cell: number, colour: number][]} */
    const decided = excluded.flatMap(([cell]) => {
      const colours = coloursOf(masks[cell], names.length);
      return colours.length === 1 ? [[cell, colours[0]]] : [];
    });
    steps.push({ hint, decided, because, uses });
    if (!decided.length) continue;
    // What was excluded from its own cells before matters if its reasons alone do not decide them.
    const forced = lines.length === 1 ? forcedBy(questions, form, lines[0], because, masks, names.length) : new Set();
    const own = decided.map(([cell]) => cell).filter((cell) => !forced.has(cell));
    return closure(steps, [steps.length - 1, ...usedBy(own)]).map((number) => steps[number]);
  }
}

/** The cells that a line decides if only some of its cells are known.
 * @param {import("../library/kernel_questions.js").KernelQuestions} questions @param {Form} form @param {number} line @param {number[]} known @param {number[]} masks @param {number} count */
function forcedBy(questions, form, line, known, masks, count) {
  const only = { ...form, lines: form.lines.map((clue, number) => (number === line ? clue : null)) };
  const grid = masks.map((mask, cell) => (known.includes(cell) ? mask : 2 ** count - 1));
  const words = questions.propagated(only, { known: masksAsWords(grid) });
  if (!(words instanceof Uint8Array)) return new Set();
  return new Set(
    [...masksOf(words).entries()].flatMap(([cell, mask]) => (coloursOf(mask, count).length === 1 ? [cell] : [])),
  );
}

// The cells to blame where no solution has all that is known, as `nonocsp/people/explanation/diagnosis/mistakes.py` gives
// them: each one that no solution has, whatever the others are. The line that shows it comes with the easiest one.

import { hintOf, whereOf } from "../library/hints.js";
import { masksAsWords } from "../library/puzzle.js";
import { boardOf } from "../puzzle/sentences.js";
import { capital } from "../puzzle/words.js";
import { stepOf } from "./hint_steps.js";

/**
 * Null where cells are wrong only together, or the puzzle has no solution at all.
 *
 * @param {import("../library/kernel_questions.js").KernelQuestions} questions @param {import("../puzzle/model.js").Puzzle} puzzle
 * @param {import("../library/puzzle.js").Form} form @param {number[]} masks what is known of the cells @param {number} seconds
 */
export function mistakeIn(questions, { shape, palette }, form, masks, seconds) {
  const end = performance.now() + 1000 * seconds;
  const left = () => Math.max(0, (end - performance.now()) / 1000);
  const all = 2 ** palette.length - 1;
  /** What is known of some cells. @param {(cell: number) => boolean} some */
  const known = (some) => masksAsWords(masks.map((mask, cell) => (some(cell) ? mask : all)));
  /** @type {Set<number> | null} those in which all solutions that were seen differ */
  let suspects = null;
  /** @type {number[]} */
  const wrong = [];
  for (const cell of [-1, ...masks.keys()]) {
    if (suspects && !suspects.has(cell)) continue;
    const { found, stopped_by } = questions.first(form, 1, { known: known((each) => each === cell), seconds: left() });
    if (stopped_by || (!suspects && !found.length)) return null;
    if (!found.length) wrong.push(cell);
    else
      suspects = new Set([...(suspects ?? masks.keys())].filter((c) => !(Math.floor(masks[c] / 2 ** found[0][c]) % 2)));
  }
  if (!wrong.length) return null;
  const names = palette.map(({ name }) => name);
  const board = boardOf(shape);
  const reasons = wrong.map((own) => {
    const found = questions.hint(form, {
      known: known((cell) => cell === own || !wrong.includes(cell)),
      seconds: left(),
    });
    const isShown = Array.isArray(found) && !found[2].length;
    return { own, step: isShown ? hintOf(found, form, names, masks, board) : null };
  });
  const [{ own, step }] = reasons.sort((a, b) => (a.step?.cost ?? Infinity) - (b.step?.cost ?? Infinity) || 0);
  const facts = [own, ...wrong.filter((cell) => cell !== own)].map((cell) => ({
    ...board.place(cell),
    colours: [...palette.keys()].filter((colour) => Math.floor(masks[cell] / 2 ** colour) % 2),
  }));
  const colours = facts[0].colours.map((colour) => names[colour]).join(" or ");
  const [{ row, column }] = facts;
  const { axis, index } = board.line(row);
  const place = shape.isTable ? shape.name(own) : `direction ${axis}, line ${index + 1}, cell ${column + 1}`;
  const text = `${capital(place)} cannot be ${colours}. ${step?.text ?? "No solution has it like that."}`;
  return {
    status: "unsatisfiable",
    kind: "mistake",
    where: `Something is wrong. ${whereOf(step?.lines ?? [board.line(row)])}`,
    sentences: [text],
    steps: step ? [stepOf(step)] : [],
    wrong: facts,
    named: 1,
    what: text,
    lines: step?.lines ?? [],
    cells: facts.map(({ row, column }) => [row, column, null]),
    because: (step?.because ?? []).map((fact) => [fact.row, fact.column]).sort(([r, c], [s, d]) => r - s || c - d),
  };
}

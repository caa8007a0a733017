// A booklet of the player's own puzzles and drawings: each on a sheet of paper, the solutions on the last one.

import { ask } from "../../page/api.js";
import { askFor } from "../../page/dialog.js";
import { element } from "../../page/dom.js";
import { fail, hush, say } from "../../page/message.js";
import { drawn, printSheets } from "../../page/paper.js";
import { completed } from "../../puzzle/boards.js";
import { Drawing } from "../../puzzle/drawing.js";
import { t } from "../../page/language.js";

const CELL = 60; // pixels; what is wider than the paper is scaled to it

/** Ask which of them to print, and print them. @param {import("../../puzzle/own.js").Own[]} owns */
export async function makeBooklet(owns) {
  // Drawings first of all; who has none wants what was opened or made at random.
  const hasDrawings = owns.some(({ kind }) => kind === "drawing");
  const choices = owns.map((own, i) => {
    const checked = own.kind === "drawing" || !hasDrawings;
    return element("label", element("input", { type: "checkbox", name: `own-${i}`, checked }), ` ${nameOf(own)}`);
  });
  const content = [
    element("p", t`Each puzzle gets a page; the solutions are on the last one.`),
    element("div.booklet", ...choices),
  ];
  const form = await askFor(t`Print a booklet`, content, t`Print…`);
  const chosen = form ? owns.filter((_, i) => form[`own-${i}`]).reverse() : [];
  if (!chosen.length) return;
  try {
    say(t`Making the booklet…`);
    const pages = [];
    for (const [i, own] of chosen.entries()) pages.push(await page(own, `${i + 1}. ${nameOf(own)}`));
    hush();
    const solutions = pages.map(({ title, solution }) => element("figure", element("figcaption", title), solution));
    printSheets([
      ...pages.map(({ title, board }) => [element("h1", title), board]),
      [element("h1", t`Solutions`), element("div.solutions", ...solutions)],
    ]);
  } catch (error) {
    fail(error);
  }
}

/** @param {import("../../puzzle/own.js").Own} own */
const nameOf = ({ kind, name }) => name || (kind === "drawing" ? t`Drawing` : t`Puzzle`);

/** The board and the solution of one of them. @param {import("../../puzzle/own.js").Own} own @param {string} title */
async function page({ kind, id, data }, title) {
  const { goals, ...puzzle } = kind === "drawing" ? Drawing.recalled(id).puzzle() : await completed(data);
  const { svg } = await ask("render", { puzzle, cell: CELL });
  const { status, pictures = [] } = goals ? { status: "satisfiable", pictures: goals } : await ask("solve", { puzzle });
  const [goal] = pictures;
  const look = { puzzle: { ...puzzle, goals: [goal] }, cell: CELL, clues: false, solution: true };
  const without = status === "unsatisfiable" ? t`There is no solution.` : t`No solution was found.`;
  const solution = goal ? await drawn((await ask("render", look)).svg) : without;
  return { title, board: await drawn(svg), solution };
}

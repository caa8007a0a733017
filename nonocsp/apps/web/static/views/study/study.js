// For those who study puzzles and solvers: searches side by side, notebooks, counts, puzzles with several solutions or none.

import { ownPython } from "../../page/api.js";
import { element } from "../../page/dom.js";
import { index } from "../../puzzle/catalogue.js";
import { way } from "../../page/ways.js";
import { row } from "../library/shelf.js";
import { t } from "../../page/language.js";

export async function show({ main, signal }) {
  const notebooks = way("lines", t`Notebooks`, t`Lessons in Python with exercises, which run here.`, "#notebook");
  const rows = element("div.library");
  main.append(
    element(
      "div.library",
      element("h1", t`Study`),
      element(
        "div.choices",
        way("branch", t`Watch`, t`Two techniques search for a solution, side by side.`, "#watch"),
        notebooks,
        way(
          "search",
          t`Count and explain`,
          t`All solutions of a puzzle, how many there are, and each step to them.`,
          "#solve",
        ),
      ),
      rows,
    ),
  );
  ownPython().then((found) => (notebooks.hidden = !found));
  const { sections } = await index();
  signal.throwIfAborted();
  rows.append(...sections.filter(({ study }) => study).map((given) => row(given).view));
}

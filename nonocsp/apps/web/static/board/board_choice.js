// The dialog that chooses squares, triangles or hexagons, and how many.

import { askFor } from "../page/dialog.js";
import { choice, element } from "../page/dom.js";
import { shapeWith } from "../puzzle/boards.js";
import { CELLS } from "../puzzle/shapes.js";

const MOST = 10_000; // cells

// The shape that was chosen, null if none was. It begins with the present one.
export async function askBoard({ kind, sides }) {
  const all = sides ?? [10];
  const words = new Set(all).size > 1 ? all.slice(0, 4) : [all[0]];
  const answer = await askFor("Board", [
    element("label", "Cells ", choice({ name: "kind" }, CELLS, kind in CELLS ? kind : undefined)),
    element("label", "Sides ", element("input", { name: "sides", required: true, value: words.join(", ") })),
    element("p.facts", "One number: all sides. Squares: the numbers of rows and of columns. Triangles and hexagons: four sides, counter-clockwise from the upper left; the other two follow, or may be given."),
  ]); // prettier-ignore
  const numbers = String(answer?.sides).split(/[\s,×x]+/).filter(Boolean).map(Number); // prettier-ignore
  return answer && chosen(answer.kind, numbers);
}

async function chosen(kind, numbers) {
  const isRectangle = kind === "rectangle";
  const given = numbers.length === 1 ? new Array(isRectangle ? 2 : 4).fill(numbers[0]) : numbers;
  if (!(isRectangle ? [2] : [4, 6]).includes(given.length))
    throw new Error(
      isRectangle
        ? "Expected one number, or those of rows and of columns."
        : "Expected the length of one, four or six sides.",
    );
  const least = kind === "triddler" ? 0 : 1;
  if (!given.every((side) => Number.isInteger(side) && side >= least && side <= 200))
    throw new Error(`Expected whole numbers from ${least} to 200.`);
  const [a, b, c, d, e = a + b - d, f = c + d - a] = given;
  const shape = await shapeWith(kind, isRectangle ? [a, b] : [a, b, c, d, e, f]);
  if (!shape.size || shape.size > MOST) throw new Error(`A board has 1 to ${MOST} cells here, not ${shape.size}.`);
  return shape;
}

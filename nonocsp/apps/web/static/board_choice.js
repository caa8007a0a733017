// The dialog that chooses squares, triangles or hexagons, and how many.

import { askFor } from "./dialog.js";
import { element } from "./dom.js";
import { CELLS, shapeOf } from "./shapes.js";

const MOST = 10_000; // cells

// The shape that was chosen, null if none was. It begins with the present one.
export async function askBoard({ kind, sides }) {
  const options = Object.entries(CELLS).map(([value, text]) => element("option", { value, selected: value === kind }, text));
  const words = kind !== "rectangle" && new Set(sides).size > 1 ? sides.slice(0, 4) : [...new Set(sides)];
  const answer = await askFor("Board", [
    element("label", {}, "Cells ", element("select", { name: "kind" }, ...options)),
    element("label", {}, "Sides ", element("input", { name: "sides", required: true, value: words.join(", ") })),
    element("p", { class: "facts" }, "One number: all sides. Squares: the numbers of rows and of columns. Triangles and hexagons: four sides, counter-clockwise from the upper left; the other two follow."),
  ]); // prettier-ignore
  return answer && chosen(answer.get("kind"), answer.get("sides").split(/[\s,×x]+/).filter(Boolean).map(Number));
}

function chosen(kind, numbers) {
  const expected = kind === "rectangle" ? 2 : 4;
  const given = numbers.length === 1 ? new Array(expected).fill(numbers[0]) : numbers;
  if (given.length !== expected || !given.every((side) => Number.isInteger(side) && side >= 0 && side <= 200))
    throw new Error(`Expected one whole number or ${expected}, each at most 200.`);
  const [a, b, c, d] = given;
  if (kind === "rectangle" && !(a && b)) throw new Error("Expected at least one row and one column.");
  const shape = shapeOf(kind === "rectangle" ? { rows: new Array(a), cols: new Array(b) } : { board: { kind, sides: [a, b, c, d, a + b - d, c + d - a] } });
  if (!shape.size || shape.size > MOST) throw new Error(`A board has 1 to ${MOST} cells here, not ${shape.size}.`);
  return shape;
}

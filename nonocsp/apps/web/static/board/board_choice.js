// The dialog that chooses squares, triangles or hexagons, and how many, with the outline of what is chosen.

import { reason } from "../page/api.js";
import { askFor } from "../page/dialog.js";
import { choice, element, penOf } from "../page/dom.js";
import { later, t } from "../page/language.js";
import { shapeWith } from "../puzzle/boards.js";
import { CELLS } from "../puzzle/shapes.js";
import { outlines } from "./thumbnail.js";

const PIXELS = 360; // of the outline

// The sides that are asked for, as boards have them: counter-clockwise from the upper left.
const SIDES = {
  rectangle: [later`rows`, later`columns`],
  other: [later`upper left`, later`lower left`, later`bottom`, later`lower right`],
};

// The shape that was chosen, null if none was. It begins with the present one.
export async function askBoard({ kind, sides }) {
  const known = kind in CELLS ? kind : "rectangle";
  const kinds = choice(
    { name: "kind" },
    Object.fromEntries(Object.entries(CELLS).map(([name, text]) => [name, t(text)])),
    known,
  );
  const fields = element("div.sides");
  const canvas = element("canvas.outline", { "aria-hidden": "true" });
  const facts = element("p.facts", { role: "status" });
  let turn = 0;
  const now = () =>
    chosen(
      kinds.value,
      [...fields.querySelectorAll("input")].map(({ value }) => Number(value)),
    );
  const show = async () => {
    const own = ++turn;
    try {
      const shape = await now();
      if (own !== turn) return;
      draw(canvas, shape);
      facts.textContent = shape.title;
      canvas.classList.remove("stale");
    } catch (error) {
      if (own !== turn) return;
      facts.textContent = reason(error);
      canvas.classList.add("stale");
    }
  };
  /** @param {number[]} lengths */
  const ask = (lengths) => {
    const names = SIDES[kinds.value === "rectangle" ? "rectangle" : "other"];
    const inputs = names.map((name, i) =>
      element(
        "label",
        t(name),
        element("input", { type: "number", min: 0, max: 200, required: true, value: lengths[i % lengths.length] }),
      ),
    );
    fields.replaceChildren(...inputs);
    show();
  };
  kinds.addEventListener("change", () => ask([kinds.value === "rectangle" ? 10 : 4]));
  fields.addEventListener("input", show);
  ask(sides ?? [10]);
  const answer = await askFor(t`Board`, [element("label", t`Cells `, kinds), fields, canvas, facts]);
  return answer && now();
}

/** A shape with sides; the last two of six follow. @param {string} kind @param {number[]} given */
async function chosen(kind, given) {
  const least = kind === "triddler" ? 0 : 1;
  if (!given.every((side) => Number.isInteger(side) && side >= least && side <= 200))
    throw new Error(t`Expected whole numbers from ${least} to 200.`);
  const [a, b, c, d] = given;
  const shape = await shapeWith(kind, kind === "rectangle" ? given : [a, b, c, d, a + b - d, c + d - a]);
  if (!shape.size) throw new Error(t`A board has at least one cell.`);
  return shape;
}

/** @param {HTMLCanvasElement} canvas @param {import("../puzzle/shapes.js").Shape} shape */
function draw(canvas, shape) {
  const { width, height } = shape.extent;
  const step = (PIXELS - 2) / Math.max(width, height);
  // Always as large, so that nothing moves while sides are typed.
  canvas.width = canvas.height = PIXELS;
  const pen = penOf(canvas);
  pen.translate((PIXELS - step * width) / 2, (PIXELS - step * height) / 2);
  pen.strokeStyle = getComputedStyle(canvas).color;
  pen.lineWidth = Math.min(1, step / 6);
  pen.stroke(outlines(shape, shape.all, step));
}

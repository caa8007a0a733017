// Boards that are asked for: by their kind and sides, or as a file or an address has them, without outlines.

import { ask } from "../page/api.js";
import { Rectangle, shapeOf } from "./shapes.js";

// The shape of a kind with sides.
export async function shapeWith(kind, sides) {
  return kind === "rectangle" ? new Rectangle(...sides) : shapeOf(await completed({ board: { kind, sides } }));
}

// A puzzle whose board has all that the page draws.
export async function completed(data) {
  return !data.board || data.board.outlines ? data : { ...data, ...(await ask("board", { board: data.board })) };
}

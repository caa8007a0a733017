// Boards that are asked for: by their kind and sides, or as a file or an address has them, without outlines.

import { ask } from "../page/api.js";
import { Rectangle, shapeOf } from "./shapes.js";

/** The shape of a kind with sides. @param {string} kind @param {number[]} sides */
export async function shapeWith(kind, sides) {
  return kind === "rectangle"
    ? new Rectangle(sides[0], sides[1])
    : shapeOf(await ask("board", { board: { kind, sides } }));
}

/** A puzzle whose board has all that the page draws. @param {PuzzleData} data */
export async function completed(data) {
  return !data.board || data.board.outlines ? data : { ...data, ...(await ask("board", { board: data.board })) };
}

// The questions in the thread that asks, which waits for the answers: for programs with a worker of their own, and
// scripts.
//
//   import { load } from "nonocsp/sync";
//   const nonograms = await load();
//   nonograms.solve({ rows: [[1], [1]], cols: [[1], [1]] });

import { Answers } from "./answers.js";
import { loadKernel } from "./host.js";

export { LimitReached } from "./answers.js";
export { OptionError } from "./checks.js";
export { read, write } from "./formats.js";
export { puzzleOf } from "./generate.js";
export { PuzzleError } from "./puzzle.js";

/** Load the kernel. @returns {Promise<Answers>} */
export async function load() {
  return new Answers(await loadKernel());
}
